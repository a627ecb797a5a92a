"""JSON API for tables and finished games."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response, Router, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from bowerbird.hall.errors import NotAllowedError, NotFoundError
from bowerbird.hall.fair import ShownDeal, ShownDraw
from bowerbird.hall.frames import encode
from bowerbird.hall.hall import Hall
from bowerbird.hall.hints import CoachSays, Hint, HintRequest
from bowerbird.hall.joinable import JoinableTable
from bowerbird.hall.live import LiveTable
from bowerbird.hall.people import Guest
from bowerbird.hall.replay import FinishedGame, GameSteps, finished_game, shown_deals, shown_draws, steps_of
from bowerbird.hall.review import Review
from bowerbird.hall.room import Room
from bowerbird.hall.setup import TableSetup
from bowerbird.notation import EgnError
from bowerbird.seats import Seat
from bowerbird.web.dependencies import TheHall, TheLimiter, TheSessions
from bowerbird.web.openapi import answers
from bowerbird.web.security.origin import from_our_own_pages
from bowerbird.web.security.sessions import Sessions
from bowerbird.web.tables.egn import egn_of
from bowerbird.web.tables.learn import learn_handlers
from bowerbird.web.tables.lobby import lobby_handlers
from bowerbird.web.tables.people import people_handlers
from bowerbird.web.tables.practice import practice_handlers
from bowerbird.web.tables.recorded import recorded_handlers
from bowerbird.web.tables.records import record_handlers
from bowerbird.web.tables.rules import rules_handlers
from bowerbird.web.tables.shapes import (
    Checked,
    CodeGiven,
    GameNamed,
    NewTable,
    OpenTable,
    OwnTable,
    TableMade,
    TableNow,
)

__all__ = ["api", "own_tables", "public_tables", "set_up"]

Asked = Request[Any, Any, Any]
Game = Annotated[
    int | None,
    QueryParameter(ge=1, le=10_000, description="Games at a table are numbered from 1. Default: the last one."),
]
#: The number of tables on a person's list, newest first.
_LISTED = 50


# Tables.


@post("/tables", status_code=201)
async def make_table(
    request: Asked, sessions: TheSessions, limiter: TheLimiter, hall: TheHall, data: JSONBody[NewTable]
) -> TableMade:
    """Set up a table."""
    guest = await limiter.write_of(request, sessions)
    live = await set_up(hall, guest, data)
    return TableMade(live.name, f"/t/{live.name}", live.room.made.code)


async def set_up(hall: Hall, guest: Guest, wanted: NewTable) -> LiveTable:
    """Set up a table for a guest. With bots, the game starts at once."""
    from bowerbird.players import LEVELS

    if wanted.bots and wanted.bots not in LEVELS:
        raise NotAllowedError(f"There is no bot of that level. Choose {', '.join(LEVELS)}.")
    if wanted.coached and not wanted.bots:
        raise NotAllowedError("The coach speaks only at a table with bots. Choose a bot level.")
    live = await hall.make_table(
        guest.person,
        TableSetup(
            rules=wanted.rules,
            house_rules=wanted.house_rules,
            mode=wanted.mode,
            private=wanted.private,
            pace=wanted.pace,
            bots_slip=wanted.bots_slip,
            coached=wanted.coached,
        ),
    )
    await hall.sit(live, guest.person, guest.name, Seat.S)
    if wanted.bots:
        for seat in (Seat.W, Seat.N, Seat.E):
            await live.seat_bot(guest.person, seat, wanted.bots)
        await live.start(guest.person)
    return live


@post("/join", status_code=200)
async def join(hall: TheHall, data: JSONBody[CodeGiven]) -> TableMade:
    """Find a table by its code."""
    live = await hall.by_code(data.code)
    return TableMade(live.name, f"/t/{live.name}")


@get("/tables")
async def list_tables(request: Asked, sessions: TheSessions, hall: TheHall) -> list[OpenTable]:
    """Public tables with an empty chair, or a bot's chair that you can take."""
    guest = sessions.guest(request)
    return public_tables(hall, await hall.company.joinable(guest.person if guest else ""))


def public_tables(hall: Hall, tables: list[JoinableTable] | None = None) -> list[OpenTable]:
    """These tables, or all that are public with a free chair, the ones with most people first."""
    found = [
        OpenTable(each.table, each.link, each.rules, each.title, each.mode, each.started, each.names, each.free)
        for each in (hall.joinable() if tables is None else tables)
    ]
    return sorted(found, key=lambda table: (-len(table.names), table.table))


@get("/my-tables")
async def list_own_tables(request: Asked, sessions: TheSessions, hall: TheHall) -> list[OwnTable]:
    """The tables where you have sat, newest first."""
    return await own_tables(hall, sessions.known_guest(request))


async def own_tables(hall: Hall, guest: Guest) -> list[OwnTable]:
    """The tables where a person has sat, newest first."""
    found = []
    for name in reversed((await hall.tables_of(guest.person))[-_LISTED:]):
        live = await hall.table(name)
        room, state = live.room, live.room.table.state
        names = [f"{chair.name} (bot)" if chair.bot else chair.name for chair in room.chairs.values()]
        found.append(
            OwnTable(
                name,
                f"/t/{name}",
                room.book.title,
                names,
                state.score,
                state.is_over,
                len(room.finished()),
                room.played_at,
            )
        )
    return found


@get("/tables/{table:str}/now")
async def table_now(hall: TheHall, table: FromPath[str]) -> TableNow:
    """The state of a table, for someone who is reading a review."""
    room = (await hall.table(table)).room
    return TableNow(room.is_on, room.games_over)


@get("/tables/{table:str}/game", responses=answers(GameSteps))
async def game_played(
    request: Asked, sessions: TheSessions, hall: TheHall, table: FromPath[str], game: Game = None
) -> Response[bytes]:
    """A finished game step by step, all hands open, for replay."""
    room = (await hall.table(table)).room
    steps = await hall.work.run(_steps, finished_game(room, game), _seat(request, sessions, room, game))
    return Response(steps, media_type="application/json")


def _steps(game: FinishedGame, you: Seat | None) -> bytes:
    return encode(steps_of(game, you))


def _seat(request: Asked, sessions: Sessions, room: Room, game: int | None) -> Seat | None:
    guest = sessions.guest(request)
    return room.seat_in(game, guest.person) if guest else None


@get("/tables/{table:str}/egn")
async def game_as_egn(hall: TheHall, table: FromPath[str], game: Game = None) -> Response[bytes]:
    """A finished game in Euchre Game Notation, as a download."""
    played = finished_game((await hall.table(table)).room, game)
    try:
        text = await hall.work.run(egn_of, played)
    except EgnError as error:
        raise NotAllowedError(f"This game can't be written in EGN: {error}") from None
    headers = {"content-disposition": f'attachment; filename="bowerbird-game-{played.number}.egn.json"'}
    return Response(text, media_type="application/json", headers=headers)


@get("/tables/{table:str}/review", responses=answers(Review))
async def game_review(
    request: Asked, sessions: TheSessions, hall: TheHall, table: FromPath[str], game: Game = None
) -> Response[bytes]:
    """The teacher's review of a finished game. Ask again while `ready` is false."""
    room = (await hall.table(table)).room
    review = await hall.reviews.soon(table, room, game, _seat(request, sessions, room, game))
    return Response(encode(review), media_type="application/json")


@post("/tables/{table:str}/review", status_code=200)
async def keep_review(
    request: Asked,
    sessions: TheSessions,
    limiter: TheLimiter,
    hall: TheHall,
    table: FromPath[str],
    data: JSONBody[GameNamed],
) -> Checked:
    """Keep what the teacher says of a game that you played: mistakes to try again, and figures for My play."""
    guest = await limiter.write_of(request, sessions)
    room = (await hall.table(table)).room
    if guest.person not in room.players_in(data.game):
        raise NotAllowedError("You didn't play this game to its end, so nothing is kept.")
    hall.reviews.keep(table, room, data.game)
    await hall.practice.kept(table, data.game)
    return Checked(True)


@post("/tables/{table:str}/hint", status_code=200, responses=answers(Hint))
async def hint(
    request: Asked,
    sessions: TheSessions,
    limiter: TheLimiter,
    hall: TheHall,
    table: FromPath[str],
    data: JSONBody[HintRequest],
) -> Response[bytes]:
    """What the teacher would do at your turn, or only a nudge, if all other seats are bots'. The game isn't rated."""
    guest = await limiter.write_of(request, sessions)
    found = await hall.hints.of(await hall.table(table), guest.person, data.how)
    return Response(encode(found), media_type="application/json", status_code=200)


@post("/tables/{table:str}/coach", status_code=200)
async def coach(
    request: Asked, sessions: TheSessions, limiter: TheLimiter, hall: TheHall, table: FromPath[str]
) -> CoachSays:
    """What the coach says before your decision at a coached table; nothing if you can do without."""
    guest = await limiter.write_of(request, sessions)
    return await hall.hints.coach(await hall.table(table), guest.person)


@get("/tables/{table:str}/fair/{hand:int}")
async def fair_deal(hall: TheHall, table: FromPath[str], hand: FromPath[int]) -> ShownDeal:
    """The shuffle of a past hand, so that anyone can check it."""
    room = (await hall.table(table)).room
    shown = next((deal for deal in shown_deals(room) if deal.hand == hand), None)
    if shown is None:
        raise NotFoundError("This hand isn't over yet, or was never dealt. Its secret is shown afterwards.")
    return shown


@get("/tables/{table:str}/fair/draw/{game:int}")
async def fair_draw(hall: TheHall, table: FromPath[str], game: FromPath[int]) -> ShownDraw:
    """The draw for dealer and partners before a game, so that anyone can check it."""
    room = (await hall.table(table)).room
    shown = next((draw for draw in shown_draws(room) if draw.game == game), None)
    if shown is None:
        raise NotFoundError(
            "There is no draw for this game, or it isn't over yet. At an event, the event names the dealer."
        )
    return shown


api = Router(
    "/api",
    route_handlers=[
        *people_handlers,
        make_table,
        join,
        list_tables,
        *lobby_handlers,
        list_own_tables,
        game_played,
        game_as_egn,
        table_now,
        game_review,
        keep_review,
        hint,
        coach,
        fair_deal,
        fair_draw,
        *rules_handlers,
        *practice_handlers,
        *recorded_handlers,
        *record_handlers,
        *learn_handlers,
    ],
    guards=[from_our_own_pages],
)
