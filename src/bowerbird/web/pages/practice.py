"""Pages for practice: mistakes to try again, puzzles, the daily hand and its months."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta
from typing import Annotated, Any

from litestar import Request, Router, get
from litestar.params import FromPath, QueryParameter
from litestar.response import Template

from bowerbird.hall.daily import DailyShown, DayInMonth
from bowerbird.hall.errors import NotFoundError
from bowerbird.hall.practice import rules_offered, themes_offered
from bowerbird.web.dependencies import TheHall, TheSessions
from bowerbird.web.tables.practice import day_from

__all__ = ["practice_pages"]

Asked = Request[Any, Any, Any]
Month = Annotated[str, QueryParameter(max_length=7, description="As in 2026-01; without it, this month.")]


@get("/practice", include_in_schema=False)
async def practice_page(request: Asked, sessions: TheSessions) -> Template:
    """Your mistakes, to try again."""
    return Template("practice.html", context={"me": sessions.guest(request)})


@get("/puzzles", include_in_schema=False)
async def puzzles_page(request: Asked, sessions: TheSessions) -> Template:
    """Puzzles by theme."""
    offered = {"themes": themes_offered(), "books": rules_offered()}
    return Template("puzzles.html", context={"me": sessions.guest(request), **offered})


@get("/daily", include_in_schema=False)
async def daily_page(request: Asked, sessions: TheSessions, hall: TheHall, month: Month = "") -> Template:
    """Today's hand, and a month of them."""
    me = sessions.guest(request)
    person, kept = me.person if me else "", sessions.people.is_kept
    first = day_from(f"{month}-01") if month else hall.daily.today.replace(day=1)
    if first > hall.daily.today:
        raise NotFoundError("That month hasn't started yet.")
    return Template(
        "daily.html",
        context={
            "me": me,
            "shown": await hall.daily.shown(hall.daily.today, person, kept),
            "weeks": _weeks(first, await hall.daily.month(first.year, first.month, person, kept)),
            "month": f"{first:%B %Y}",
            "before": _month(first - timedelta(1)),
            "after": "" if first.replace(day=1) == hall.daily.today.replace(day=1) else _month(_next(first)),
            "bars": _bars,
            "points": _points,
        },
    )


@get("/daily/{day:str}", include_in_schema=False)
async def day_page(request: Asked, sessions: TheSessions, hall: TheHall, day: FromPath[str]) -> Template:
    """One day: results, and how to check its deal."""
    me = sessions.guest(request)
    shown = await hall.daily.shown(day_from(day), me.person if me else "", sessions.people.is_kept)
    return Template("day.html", context={"me": me, "shown": shown, "bars": _bars, "points": _points})


def _month(day: date) -> str:
    return f"{day:%Y-%m}"


def _next(first: date) -> date:
    return first + timedelta(monthrange(first.year, first.month)[1])


def _weeks(first: date, days: list[DayInMonth]) -> list[list[DayInMonth | int | None]]:
    """A month as weeks from Monday: days with results, numbers of days to come, None outside the month."""
    known = {found.day.day: found for found in days}
    length = monthrange(first.year, first.month)[1]
    cells: list[DayInMonth | int | None] = [None] * first.weekday()
    cells += [known.get(number, number) for number in range(1, length + 1)]
    cells += [None] * (-len(cells) % 7)
    return [cells[start : start + 7] for start in range(0, len(cells), 7)]


def _points(points: float) -> str:
    """`+2`, `−1`, `+0.4`."""
    text = f"{abs(points):.1f}".removesuffix(".0")
    return f"{'−' if points < 0 else '+'}{text}" if text != "0" else "0"


def _bars(shown: DailyShown) -> list[dict[str, Any]]:
    """One row for each result from the best down: how many had it, with widths in percent of the most."""
    if shown.named is None or shown.guests is None:
        return []
    rows = list(zip(shown.named.points, shown.named.counts, shown.guests.counts, strict=True))
    most = max((named + guests for _, named, guests in rows), default=0) or 1
    return [
        {
            "points": points,
            "named": named,
            "guests": guests,
            "named_width": round(100 * named / most, 1),
            "guests_width": round(100 * guests / most, 1),
            "yours": points == shown.points,
            "master": points == shown.master,
        }
        for points, named, guests in reversed(rows)
    ]


practice_pages = Router("/", route_handlers=[practice_page, puzzles_page, daily_page, day_page])
