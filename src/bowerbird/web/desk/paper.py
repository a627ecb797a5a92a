"""Printing from the desk: any sheet of an event or a season as PDF. `bowerbird.paper` lays out the sheets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.params import FromPath, QueryParameter

from bowerbird import paper
from bowerbird.desk.desk import Desk, only
from bowerbird.evening.season import SeasonState, money_of, played_weeks
from bowerbird.evening.state import Evening
from bowerbird.event.met import not_met
from bowerbird.extras import MissingExtraError
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.people import Guest
from bowerbird.hall.recovery import RecoveryCodes
from bowerbird.hall.work_queue import WorkQueue
from bowerbird.web.dependencies import TheDesk, TheLimiter, TheRecovery, TheSessions, TheWork
from bowerbird.web.desk.sheets import FOR_DIRECTORS
from bowerbird.web.security.origin import origin_of

__all__ = ["print_sheet", "printed"]

Asked = Request[Any, Any, Any]
#: Seconds for a sheet, or a part of a very long one, on a slow laptop.
_SECONDS = 120.0


@get("/paper/{token:str}/{what:str}", include_in_schema=False)
async def print_sheet(
    request: Asked,
    limiter: TheLimiter,
    sessions: TheSessions,
    recovery: TheRecovery,
    desk: TheDesk,
    work: TheWork,
    token: FromPath[str],
    what: FromPath[str],
    size: Annotated[str, QueryParameter(max_length=10)] = "letter",
    round_number: Annotated[int | None, QueryParameter(name="round", ge=1, le=1000)] = None,
    table: Annotated[int | None, QueryParameter(ge=1, le=10_000)] = None,
) -> Response[bytes]:
    """A sheet as PDF. A director can print all, a helper those without money, a season's link its own."""
    sheet = what.removesuffix(".pdf")
    role = desk.links.read(token).role
    await limiter.count_print(request)
    if role in ("season", "season key"):
        name, evening, season = await _of_season(desk, token, sheet)
    else:
        name, evening, season = await _of_event(desk, token, sheet)
    everything = desk.links.all(name, evening, origin_of(request))
    # A player's link acts for that player, so only the director gives it out.
    phones = evening.settings.phones and role == "director"
    links = paper.Links(
        public=everything.public,
        sign_up=everything.sign_up,
        tables=everything.tables if phones else {},
        players=everything.players if phones else {},
        recovery=await _recovery_code(desk, sessions.guest(request), recovery, token, sheet),
    )
    begin = partial(
        paper.start,
        sheet,
        evening.event,
        size=size,
        place=evening.place,
        date=evening.meeting_date,
        links=links,
        round=round_number,
        table=table,
        season=season,
    )
    try:
        pdf = await printed(work, begin)
    except (paper.PaperError, MissingExtraError) as error:
        raise NotAllowedError(str(error)) from None
    headers = {"content-disposition": f'inline; filename="{sheet}.pdf"'}
    return Response(pdf, media_type="application/pdf", headers=headers)


async def printed(work: WorkQueue, begin: Callable[[], paper.Started]) -> bytes:
    """The sheet. The pieces of a very long one are printed in several jobs, and others are served in between."""
    started = await work.run(begin, seconds=_SECONDS)
    if not started.left:
        return started.pdf
    pressed = list(started.pressed)
    for first in range(0, len(started.left), paper.TOGETHER):
        pressed += await work.run(paper.press, started.left[first : first + paper.TOGETHER], seconds=_SECONDS)
    return await work.run(paper.finish, pressed, seconds=_SECONDS)


async def _recovery_code(desk: Desk, guest: Guest | None, codes: RecoveryCodes, token: str, sheet: str) -> str:
    """The recovery code of the director whose browser asks; a link alone, given to a second device, shows none."""
    right = desk.links.read(token)
    if guest is None or right.role != "director" or sheet not in ("all", "tonight"):
        return ""
    own = [each for each in await desk.events_of(guest.person) if each.event == right.event]
    return await codes.known(guest) if any(each.director == right.name for each in own) else ""


async def _of_event(desk: Desk, token: str, sheet: str) -> tuple[str, Evening, paper.Season | None]:
    right, live = await desk.by_token(token)
    only(right, "director", *(() if sheet in FOR_DIRECTORS else ("helper",)))
    season = live.evening.season if sheet == "season" else ""
    return live.name, live.evening, await _season(desk, season) if season else None


async def _of_season(desk: Desk, token: str, sheet: str) -> tuple[str, Evening, paper.Season | None]:
    """Use the settings of the season's last event."""
    name, state = await desk.seasons.by_token(token)
    evenings = await desk.seasons.evenings(name, state)
    if sheet != "season" or not evenings:
        raise NotAllowedError("There is nothing to print for this season yet.")
    event, evening = evenings[-1]
    return event, evening, await _season(desk, name)


async def _season(desk: Desk, name: str) -> paper.Season:
    return await desk.seasons.ask(name, await desk.seasons.state(name), _season_sheet)


def _season_sheet(state: SeasonState, evenings: Sequence[tuple[str, Evening]]) -> paper.Season:
    """Computed in a worker process."""
    weeks, lines = played_weeks(evenings)
    events = [evening.event for _, evening in evenings]
    heads = [week.date or week.title for week in weeks]
    return paper.Season(title=state.title, lines=lines, weeks=heads, not_met=not_met(events), money=money_of(events))
