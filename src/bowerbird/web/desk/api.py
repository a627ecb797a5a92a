"""JSON API of the desk: views by long poll, requests, rulings. The token in a link is the only credential."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, get_args

from litestar import Request, Response, Router, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec.structs import replace

from bowerbird.desk.desk import Answer, Desk, only
from bowerbird.desk.live import LiveEvent
from bowerbird.desk.view_cache import gather, look, no_news, rung, seen_at
from bowerbird.evening.clock import ends_at
from bowerbird.evening.directors import active, shown_name
from bowerbird.evening.history import HistoryLine, history
from bowerbird.evening.missing import Missing
from bowerbird.evening.requests import Change, Claim, Do, Enter
from bowerbird.evening.rulings import irregularities, ruling
from bowerbird.evening.setup import NewEvent, PrizeTable, WantedPrizes, prize_table
from bowerbird.evening.setup_form import ChangeForm, SetupForm, change_form, setup_form
from bowerbird.evening.state import Evening, Story
from bowerbird.evening.views import Seen
from bowerbird.evening.views.boards import AllBoards, boards_view
from bowerbird.evening.views.card import PersonCard, own_card, person_card
from bowerbird.evening.views.common import time_words
from bowerbird.evening.views.director import round_view
from bowerbird.evening.views.grid import AllGames, grid_view
from bowerbird.evening.views.shapes import RoundShown
from bowerbird.event.errors import EventError
from bowerbird.event.movements import movement_of
from bowerbird.hall.effort import in_thread
from bowerbird.hall.errors import NotAllowedError, NotFoundError
from bowerbird.hall.frames import encode
from bowerbird.hall.people import LONGEST_NAME
from bowerbird.rulebook.irregularities import Condition, Irregularity
from bowerbird.rulebook.rulings import Remedy
from bowerbird.web.dependencies import TheDesk, TheLimiter, TheRecovery, TheSessions, TheWork
from bowerbird.web.desk.shapes import (
    ChairTaken,
    EventLine,
    EventMade,
    Irregular,
    Preview,
    Question,
    RemedyShown,
    RulingAnswer,
    TakeChair,
)
from bowerbird.web.desk.sheets import sheets_of
from bowerbird.web.openapi import answers
from bowerbird.web.security.origin import from_our_own_pages, origin_of
from bowerbird.web.tables.rules import book_named
from bowerbird.web.wire import DeskView

__all__ = ["desk_api", "event_line", "own_events"]

Asked = Request[Any, Any, Any]
After = Annotated[int, QueryParameter(ge=-1, le=1_000_000_000, description="The newest number that you have seen.")]
Turn = Annotated[
    int | None,
    QueryParameter(
        ge=0, le=1_000_000_000, description="The newest turn that you have seen, if you want to be told of new ones."
    ),
]
#: Seconds that a view waits for news.
_PATIENCE = 25.0
#: The number of events on a person's list, newest first.
_LISTED = 50
_JSON = "application/json"


# Views and requests.


@get("/desk/{token:str}/view", responses=answers(DeskView))
async def view(
    request: Asked, desk: TheDesk, limiter: TheLimiter, token: FromPath[str], after: After = -1, turn: Turn = None
) -> Response[bytes]:
    """The view of this link. With `after`, the answer waits for something newer, 25 seconds at most."""
    right, live = await desk.by_token(token)
    now = desk.clock()
    up = rung(live, now)
    if live.story.seq <= after and turn in (None, live.turn):
        before = live.evening
        if await live.changed(after, limiter.poll_seconds(request, _wait(live, now)), turn):
            await gather(live, right, before)
        right, live = await desk.by_token(token)  # it may have been cancelled while waiting
        now = desk.clock()
    if live.story.seq <= after and turn in (None, live.turn) and rung(live, now) == up:
        return Response(no_news(live, now), media_type=_JSON)
    fresh, body = await look(live, right, desk.links, now, origin_of(request))
    if right.role in ("director", "helper"):
        # `paper` decides what can be printed, and `desk` does not depend on it.
        fresh = b'{"sheets":' + encode(sheets_of(live.evening, helper=right.role == "helper")) + b"," + fresh[1:]
    varies = {"vary": "Accept-Encoding"}
    packed = body.gzipped_after(fresh) if "gzip" in request.headers.get("accept-encoding", "") else None
    if packed is None:
        return Response(body.after(fresh), media_type=_JSON, headers=varies)
    return Response(packed, media_type=_JSON, headers={**varies, "content-encoding": "gzip"})


def _wait(live: LiveEvent, now: int) -> float:
    """Seconds to wait: the maximum, or until the round's time is up."""
    end = ends_at(live.evening.event, live.evening.clock, now)
    left = _PATIENCE if end is None or end <= now else (end - now) / 1000 + 0.05
    return min(_PATIENCE, left)


@post("/desk/{token:str}/do", status_code=200, request_max_body_size=512 * 1024)
async def do(
    request: Asked, sessions: TheSessions, limiter: TheLimiter, desk: TheDesk, token: FromPath[str], data: JSONBody[Do]
) -> Answer:
    """Carry out a request. Sent again with the same key, it is done once and gets the same answer."""
    if desk.links.read(token).is_shared:  # anyone in the room may have this link
        await (limiter.count_sign_up(request) if isinstance(data, Enter) else limiter.count_write(request))
    right, live = await desk.by_token(token)
    return await desk.do(right, live, data)


@post("/desk/{token:str}/chair", status_code=200)
async def take_chair(
    request: Asked,
    sessions: TheSessions,
    limiter: TheLimiter,
    desk: TheDesk,
    token: FromPath[str],
    data: JSONBody[TakeChair],
) -> Response[ChairTaken]:
    """Sit down in a player's chair at an online table. The link identifies the player, so no name is needed."""
    desk.links.read(token)
    await limiter.count_write(request)
    right, live = await desk.by_token(token)
    only(right, "player")
    known = sessions.guest(request)
    guest = known or sessions.people.guest(right.name[:LONGEST_NAME])
    table = await desk.take_chair(live, right.name, guest.person, data.leaving)
    await desk.do(right, live, Claim(key=f"{right.generation} {guest.person}"[:64], name=right.name, phone=data.phone))
    cookies = [] if known else sessions.cookies(request, guest)
    return Response(ChairTaken(f"/t/{table}"), cookies=cookies)


@post("/desk/{token:str}/preview", status_code=200)
async def preview(desk: TheDesk, token: FromPath[str], data: JSONBody[Change]) -> Preview:
    """Say what a change of the event would change, or why it would be refused. Nothing is saved."""
    right, live = await desk.by_token(token)
    only(right, "director")
    try:
        return Preview(await desk.preview(right, live, data))
    except EventError as error:
        return Preview(why=str(error))


@get("/desk/{token:str}/change")
async def changeable(desk: TheDesk, token: FromPath[str]) -> ChangeForm:
    """Everything that can be changed while the event runs, with its value now."""
    right, live = await desk.by_token(token)
    only(right, "director")
    return change_form(live.evening)


@get("/desk/{token:str}/missing")
async def missing(
    desk: TheDesk, token: FromPath[str], name: Annotated[str, QueryParameter(min_length=1, max_length=130)]
) -> Missing:
    """The choices for a missing player, with the effect of each."""
    right, live = await desk.by_token(token)
    only(right, "director")
    return await desk.missing(live, name)


@get("/desk/{token:str}/history", responses=answers(list[HistoryLine]))
async def record(desk: TheDesk, token: FromPath[str]) -> Response[bytes]:
    """The history of the event in words."""
    right, live = await desk.by_token(token)
    only(right, "director", "helper")
    return Response(await desk.work.run(_history, live.packed_story), media_type=_JSON)


def _history(story: Story) -> bytes:
    return encode(history(story, partial(time_words, zone=story.evening.event.zone)))


@get("/desk/{token:str}/round/{number:int}", responses=answers(RoundShown))
async def one_round(desk: TheDesk, token: FromPath[str], number: FromPath[int]) -> Response[bytes]:
    """A round with all its tables; in a large event the view leaves them out."""
    right, live = await desk.by_token(token)
    only(right, "director", "helper")
    event = live.evening.event
    if not 1 <= number <= len(event.rounds):
        raise NotFoundError(f"There is no round {number}.")
    shown = await desk.work.run(_round, live.packed, rung(live, desk.clock()), number)
    return Response(shown, media_type=_JSON)


def _round(evening: Evening, up: bool, number: int) -> bytes:
    return encode(round_view(Seen(evening, up), evening.event.rounds[number - 1]))


# Games by name.

Name = Annotated[str, QueryParameter(max_length=130, description="The person; on a player's own link, nobody else.")]


@get("/desk/{token:str}/card", responses=answers(PersonCard))
async def card(desk: TheDesk, token: FromPath[str], name: Name = "") -> Response[bytes]:
    """A person's card. A helper sees no money, and a player only their own card."""
    right, live = await desk.by_token(token)
    only(right, "director", "helper", "player")
    if right.player and name not in ("", right.player):
        raise NotAllowedError("This link shows your own card only.")
    up, director = rung(live, desk.clock()), right.role == "director"
    try:
        if right.player:
            shown = await _own_card(live, up, right.player)
        else:
            shown = await desk.work.run(_card, live.packed, up, name, director)
    except EventError as error:
        raise NotFoundError(str(error)) from None
    return Response(shown, media_type=_JSON)


async def _own_card(live: LiveEvent, up: bool, name: str) -> bytes:
    """A player's own card. Thousands may ask at once, so they share what is computed for all."""
    seen = seen_at(live, live.evening, up)
    async with live.looking:
        found = await in_thread(own_card, seen, name)
    return encode(found if seen.may_know_place(found.entry) else replace(found, place="", money=()))


def _card(evening: Evening, up: bool, name: str, director: bool) -> bytes:
    return encode(person_card(Seen(evening, up), name, money=director, forecast=director))


@get("/desk/{token:str}/games", responses=answers(AllGames))
async def games(desk: TheDesk, token: FromPath[str]) -> Response[bytes]:
    """All games: a line for each name, and a column for each round."""
    right, live = await desk.by_token(token)
    only(right, "director", "helper")
    return Response(await desk.work.run(_games, live.packed, rung(live, desk.clock())), media_type=_JSON)


def _games(evening: Evening, up: bool) -> bytes:
    return encode(grid_view(Seen(evening, up)))


@get("/desk/{token:str}/boards", responses=answers(AllBoards))
async def boards(desk: TheDesk, token: FromPath[str]) -> Response[bytes]:
    """The boards of a duplicate event. Nobody sees the cards of a board that somebody may still have to play."""
    right, live = await desk.by_token(token)
    only(right, "director", "helper", "player", "public")
    if not movement_of(live.evening.event.book).duplicate:
        raise NotFoundError("This event is not played with boards.")
    at_desk = right.role in ("director", "helper")
    return Response(await desk.work.run(_boards, live.packed, rung(live, desk.clock()), at_desk), media_type=_JSON)


def _boards(evening: Evening, up: bool, at_desk: bool) -> bytes:
    return encode(boards_view(Seen(evening, up), desk=at_desk))


# Rulings.


@get("/desk/{token:str}/rulings")
async def all_rulings(desk: TheDesk, token: FromPath[str]) -> list[Irregular]:
    """All irregularities, in the club's words."""
    _, live = await desk.by_token(token)
    return [Irregular(each, words) for each, words in irregularities(live.evening.event.book)]


@get("/desk/{token:str}/ruling")
async def one_ruling(
    desk: TheDesk,
    token: FromPath[str],
    irregularity: Annotated[str, QueryParameter(max_length=60)],
    holds: Annotated[
        str, QueryParameter(max_length=400, description="Conditions that hold, separated by commas.")
    ] = "",
    lacks: Annotated[
        str, QueryParameter(max_length=400, description="Conditions that don't hold, separated by commas.")
    ] = "",
) -> RulingAnswer:
    """The next question, or the remedy from the rules."""
    _, live = await desk.by_token(token)
    what = next((each for each in get_args(Irregularity) if each == irregularity), None)
    if what is None:
        raise NotAllowedError(f"{irregularity!r} isn't an irregularity. See the list.")
    known: list[Condition] = list(get_args(Condition))
    answers = [[each for each in known if each in text.split(",")] for text in (holds, lacks)]
    book = live.evening.event.book
    found = ruling(book, what, *answers)
    if not isinstance(found, Remedy):
        return RulingAnswer([Question(*found)], None)
    shown = RemedyShown(
        found.sentence, found.clause, book.clause_says(found.clause), found.kind, found.points, found.by_director
    )
    return RulingAnswer([], shown)


# Events.


@post("/events", status_code=201)
async def make_event(
    request: Asked,
    sessions: TheSessions,
    limiter: TheLimiter,
    recovery: TheRecovery,
    desk: TheDesk,
    data: JSONBody[NewEvent],
) -> EventMade:
    """Set up an event. From then on you have a recovery code."""
    guest = await limiter.write_of(request, sessions)
    live = await desk.make(guest.person, data, guest.name)
    await recovery.code_of(guest)
    return EventMade(live.name, desk.links.page(live.name, live.evening, "director"))


@get("/events/setup")
async def event_setup(
    rules: Annotated[str, QueryParameter(max_length=40)],
    tables: Annotated[int, QueryParameter(ge=1, le=300, description="The number of tables to prepare for.")] = 1,
) -> SetupForm:
    """The set-up form: settings that the rulebook leaves open, and where its text is unusual."""
    return setup_form(book_named(rules), tables)


@post("/events/prizes", status_code=200)
async def event_prizes(work: TheWork, data: JSONBody[WantedPrizes]) -> PrizeTable:
    """What everybody would get with these answers, for so many people, or why they can't be. Nothing is saved."""
    try:
        return await work.run(prize_table, data)
    except EventError as error:
        return PrizeTable(data.people, why=str(error))


@get("/events")
async def list_events(request: Asked, sessions: TheSessions, desk: TheDesk) -> list[EventLine]:
    """The events of which you are a director: those in progress first, then the newest first."""
    return await own_events(desk, sessions.known_guest(request).person)


async def own_events(desk: Desk, person: str) -> list[EventLine]:
    """The events of a person: those in progress first, then the newest first."""
    found: dict[str, EventLine] = {}
    for own in reversed((await desk.events_of(person))[-_LISTED:]):
        live = await desk.event(own.event)
        if desk.is_directed_by(own, live):
            found.setdefault(live.name, event_line(desk, live, own.director))
    return sorted(found.values(), key=lambda line: line.progress != "running")


def event_line(desk: Desk, live: LiveEvent, director: str) -> EventLine:
    """An event on the list of one of its directors."""
    evening, event = live.evening, live.evening.event
    token = desk.links.of(live.name, evening, "director", director)
    seen = Seen(evening, False)
    return EventLine(
        event=live.name,
        link=f"/desk/{token}",
        title=event.title,
        rules=event.book.title,
        place=evening.place,
        date=evening.meeting_date,
        trial=evening.trial,
        people=len(event.people),
        phase=seen.phase,
        progress=seen.progress,
        directors=[shown_name(evening.directors, name) for name in active(evening.directors)],
        again=f"/again/{token}",
    )


desk_api = Router(
    "/api",
    route_handlers=[
        view,
        do,
        take_chair,
        preview,
        changeable,
        missing,
        record,
        one_round,
        card,
        games,
        boards,
        all_rulings,
        one_ruling,
        make_event,
        event_setup,
        event_prizes,
        list_events,
    ],
    guards=[from_our_own_pages],
)
