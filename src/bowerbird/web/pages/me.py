"""Pages about a person's own play: *My play*, the account with everything that is kept, and the ratings."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Router, get
from litestar.params import QueryParameter
from litestar.response import Template

from bowerbird.cards import Card
from bowerbird.hall.birds import BOTS, measured
from bowerbird.hall.hall import Hall
from bowerbird.hall.people import Guest
from bowerbird.learn.ratings import Rating, anchors
from bowerbird.learn.statistics import Mean, Report, Share
from bowerbird.levels import LEVEL_WORDS
from bowerbird.players.figures import Figures
from bowerbird.web.dependencies import TheHall, TheSessions, TheSignIns
from bowerbird.web.pages.charts import Strip, bars, hill, strip, win_line
from bowerbird.web.security.sessions import Sessions
from bowerbird.web.tables.people import signed_in_at
from bowerbird.web.tables.records import Time, kept_lines, rating_lines, report_of

__all__ = ["me_pages"]

Asked = Request[Any, Any, Any]
Since = Annotated[str, QueryParameter(max_length=10)]
_TIMES: Final[dict[str, Time]] = {"month": "month", "year": "year", "all": "all"}
#: The levels whose birds are the strong players of the strips, and the levels under the hill with short names.
_STRONG: Final = ("expert", "master", "champion")
_PERCHES: Final = {
    level: LEVEL_WORDS[level].removesuffix(" player") for level in ("novice", "simple", "club", "expert", "champion")
}


class Habit(msgspec.Struct, frozen=True):
    """A share of calls with its picture, and what strong players do, in words."""

    title: str
    share: Share
    drawn: Strip
    words: str


@get("/me", include_in_schema=False)
async def me_page(request: Asked, sessions: TheSessions, hall: TheHall, time: Since = "all") -> Template:
    """Your play over time."""
    me = sessions.guest(request)
    if me is None:
        return Template("me.html", context={"me": None, "report": None})
    wanted = _TIMES.get(time, "all")
    found = await report_of(hall, me, wanted)
    context = {
        "me": me,
        "bird": await hall.portraits.of(me.person),
        "time": wanted,
        "report": found,
        "won": win_line(found.line),
        "skill": bars(found.skill_line),
        "habits": _habits(found),
        "tables": (("By rules", found.by_book), ("By partner", found.by_partner), ("Against bots", found.by_level)),
        "cards": _cards,
        "date": _date,
        "signed": _signed,
        "percent": _percent,
        "days": await _days(hall, sessions, me),
        **await _rating(hall, me),
    }
    return Template("me.html", context=context)


class Days(msgspec.Struct, frozen=True):
    """The daily hands of this month: how many were played, and in how many of them the master did no better."""

    played: int
    level: int


async def _days(hall: Hall, sessions: Sessions, me: Guest) -> Days:
    today = hall.daily.today
    days = await hall.daily.month(today.year, today.month, me.person, sessions.people.is_kept)
    played = [(day.points, day.master) for day in days if day.points is not None]
    return Days(len(played), sum(master is not None and own >= master for own, master in played))


async def _rating(hall: Hall, me: Guest) -> dict[str, Any]:
    rating = await hall.ratings.of(me.person)
    known = anchors()
    perches = [(name, known[f"bot:{level}"].points) for level, name in _PERCHES.items()]
    return {"rating": rating, "hill": hill(rating, perches), "between": _between(rating, perches)}


def _between(rating: Rating, bots: list[tuple[str, int]]) -> str:
    """Above which level a rating is, and below which."""
    low, high = rating.points - rating.doubt, rating.points + rating.doubt
    below = [name for name, points in bots if points < low]
    above = [name for name, points in bots if points > high]
    parts = [f"above {below[-1]}"] if below else []
    parts += [f"below {above[0]}"] if above else []
    return ", ".join(parts)


def _habits(found: Report) -> tuple[Habit, ...]:
    """How often a person calls, is euchred and goes alone, beside the birds that play well."""
    birds = [_together(bird) for bird in BOTS]
    shares = ("Called trump", found.called), ("Euchred when you called", found.euchred), ("Went alone", found.alone)
    ranges = (
        _range([each.of_hands(each.calls)[0] for each in birds]),
        _range([each.of_calls(each.euchred)[0] for each in birds]),
        _range([each.of_hands(each.alone)[0] for each in birds]),
    )
    return tuple(
        Habit(title, share, strip(share, strong, most), _compared(share, strong))
        for (title, share), strong, most in zip(shares, ranges, (0.45, 0.4, 0.15), strict=True)
    )


def _together(bird: str) -> Figures:
    """A bird's figures at all levels that play well."""
    every = [figures for level, figures in measured()[bird].items() if level in _STRONG]
    return sum(every[1:], every[0])


def _range(shares: list[float]) -> tuple[float, float]:
    """Most of them: without the least and the most, which are styles of their own."""
    usual = sorted(shares)[1:-1]
    return usual[0], usual[-1]


def _compared(share: Share, strong: tuple[float, float]) -> str:
    """The difference in words, if it is more than luck."""
    low, high = (round(100 * each) for each in strong)
    usual = f"Strong birds: {low} to {high} of 100." if low != high else f"Strong birds: {low} of 100."
    if not share.of:
        return usual
    if share.high < strong[0]:
        return f"{usual} Yours is less."
    if share.low > strong[1]:
        return f"{usual} Yours is more."
    return f"{usual} Yours may well be the same."


def _cards(texts: tuple[str, ...]) -> list[Card]:
    return [Card(text) for text in texts]


def _date(at: int) -> str:
    """A time as browsers read it; the page shows it as a date where the person is."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="minutes")


def _signed(mean: Mean) -> str:
    """`+0.12` or `−0.03`."""
    text = f"{abs(mean.value):.2f}"
    return text if text == "0.00" else f"{'−' if mean.value < 0 else '+'}{text}"


def _percent(share: float) -> str:
    return f"{round(100 * share)}%"


@get("/me/account", include_in_schema=False)
async def account_page(request: Asked, sessions: TheSessions, sign_ins: TheSignIns, hall: TheHall) -> Template:
    """Your name, an optional passphrase, where you are signed in, and what is kept about you."""
    me = sessions.guest(request)
    places = await signed_in_at(sign_ins, request, me) if me else []
    context = {
        "me": me,
        "places": places,
        "dates": {place.session: _date(place.since) for place in places if place.since},
        "kept": await kept_lines(hall, me) if me else [],
        "is_kept": me is not None and sessions.people.is_kept(me.person),
        "listed": await hall.ratings.shown_as(me.person) if me else "",
        "date": _date,
    }
    return Template("account.html", context=context)


@get("/ratings", include_in_schema=False)
async def ratings_page(request: Asked, sessions: TheSessions, hall: TheHall) -> Template:
    """Bots, and the people who want to be listed."""
    me = sessions.guest(request)
    context = {
        "me": me,
        "lines": await rating_lines(hall, me),
        "listed": bool(await hall.ratings.shown_as(me.person)) if me else False,
    }
    return Template("ratings.html", context=context)


me_pages = Router("/", route_handlers=[me_page, account_page, ratings_page])
