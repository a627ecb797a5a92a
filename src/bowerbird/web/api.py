"""The JSON interface: people, tables, rules, and what is left of a game when it is over."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Request, Response, Router, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from bowerbird.hall.errors import NotAllowedError, NotFoundError
from bowerbird.hall.fair import ShownDeal
from bowerbird.hall.frames import encode
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable
from bowerbird.hall.people import Guest
from bowerbird.hall.record import GameSteps, game_steps, game_table, shown_deals
from bowerbird.hall.review import Review
from bowerbird.hall.room import Room
from bowerbird.notation import EgnError, to_egn, write_egn
from bowerbird.rulebook import Rulebook, RulebookError, book_names, load_rulebook, read_house_rules
from bowerbird.rulebook.sheet import differences, sheet
from bowerbird.seats import Seat
from bowerbird.web.described import answers
from bowerbird.web.door import Door, TheDoor, TheHall
from bowerbird.web.guard import from_our_own_pages
from bowerbird.web.shapes import (
    BookLine,
    Checked,
    CodeGiven,
    Difference,
    Me,
    NameGiven,
    NewTable,
    OpenTable,
    OwnTable,
    PassphraseGiven,
    RulesDiffer,
    RulesSheet,
    RulesToCheck,
    SheetLine,
    SheetSection,
    SignIn,
    TableMade,
    TableNow,
)

__all__ = ["api", "book_named", "own_tables", "public_tables", "set_up"]

Asked = Request[Any, Any, Any]
Game = Annotated[
    int | None,
    QueryParameter(ge=1, le=10_000, description="The games at a table are numbered from 1; without it, the last."),
]
#: A person's list shows no more than these many tables, the newest.
_LISTED = 50


# People.


@post("/guest", status_code=200)
async def make_guest(request: Asked, door: TheDoor, hall: TheHall, data: JSONBody[NameGiven]) -> Response[Me]:
    """Say who you are; also changes the name, in the chairs that you hold too."""
    door.count_write(request)
    known = door.guest(request)
    guest = door.people.guest(data.name, known)
    if known is not None:
        await hall.rename(guest.person, guest.name)
    return _known(door, guest)


@get("/me")
async def who_am_i(request: Asked, door: TheDoor) -> Me:
    """Who the hall takes you for."""
    guest = door.known_guest(request)
    return Me(guest.person, guest.name)


@post("/account", status_code=200)
async def keep_name(request: Asked, door: TheDoor, data: JSONBody[PassphraseGiven]) -> Response[Me]:
    """Keep your name with a passphrase, so that you can sign in elsewhere. Other browsers are signed out.

    Whoever has a passphrase already gives that one, too, as `so_far`.
    """
    door.count_write(request)
    guest = door.known_guest(request)
    async with door.passphrase(request, guest.person):
        return _known(door, await door.people.keep(guest, data.passphrase, data.so_far))


@post("/sign-in", status_code=200)
async def sign_in(request: Asked, door: TheDoor, data: JSONBody[SignIn]) -> Response[Me]:
    """Be the person who keeps this name."""
    async with door.passphrase(request, data.name):
        return _known(door, await door.people.sign_in(data.name, data.passphrase))


@post("/sign-out", status_code=200)
async def sign_out(door: TheDoor) -> Response[Checked]:
    """Be a stranger again."""
    return Response(Checked(True), cookies=[door.no_cookie()])


def _known(door: Door, guest: Guest) -> Response[Me]:
    return Response(Me(guest.person, guest.name), cookies=[door.cookie(guest)])


# Tables.


@post("/tables", status_code=201)
async def make_table(request: Asked, door: TheDoor, hall: TheHall, data: JSONBody[NewTable]) -> TableMade:
    """Set up a table."""
    guest = door.known_guest(request)
    door.count_write(request)
    live = await set_up(hall, guest, data)
    return TableMade(live.name, f"/t/{live.name}", live.room.made.code)


async def set_up(hall: Hall, guest: Guest, wanted: NewTable) -> LiveTable:
    """A table as somebody wants it; with bots, the game is on at once."""
    from bowerbird.players import LEVELS

    if wanted.bots and wanted.bots not in LEVELS:
        raise NotAllowedError(f"There is no bot of that level; choose {', '.join(LEVELS)}.")
    live = await hall.make_table(
        guest.person,
        rules=wanted.rules,
        house_rules=wanted.house_rules,
        mode=wanted.mode,
        private=wanted.private,
        pace=wanted.pace,
    )
    await hall.sit(live, guest.person, guest.name, Seat.S)
    if wanted.bots:
        for seat in (Seat.W, Seat.N, Seat.E):
            await live.seat_bot(guest.person, seat, wanted.bots)
        await live.start(guest.person)
    return live


@post("/join", status_code=200)
async def join(request: Asked, door: TheDoor, hall: TheHall, data: JSONBody[CodeGiven]) -> TableMade:
    """Find a table by its code."""
    with door.code(request):
        live = await hall.by_code(data.code)
    return TableMade(live.name, f"/t/{live.name}")


@get("/tables")
async def list_tables(hall: TheHall) -> list[OpenTable]:
    """Public tables with a free chair, or one that a bot gives up for you."""
    return public_tables(hall)


def public_tables(hall: Hall) -> list[OpenTable]:
    """Tables that anyone may join, those with people first."""
    found = []
    for live in hall.in_use():
        room = live.room
        chairs = list(room.chairs.values())
        free = sum(not chair.person for chair in chairs)
        if not room.made.private and free and not room.table.state.is_over and live.host_here():
            names = [chair.name for chair in chairs if chair.person]
            title = room.book.title
            found.append(
                OpenTable(
                    live.name, f"/t/{live.name}", room.book.name, title, room.made.mode, room.started, names, free
                )
            )
    return sorted(found, key=lambda table: (-len(table.names), table.table))


@get("/my-tables")
async def list_own_tables(request: Asked, door: TheDoor, hall: TheHall) -> list[OwnTable]:
    """The tables at which you have sat, newest first."""
    return await own_tables(hall, door.known_guest(request))


async def own_tables(hall: Hall, guest: Guest) -> list[OwnTable]:
    """A person's own tables, newest first."""
    found = []
    for name in reversed((await hall.tables_of(guest.person))[-_LISTED:]):
        live = await hall.table(name)
        room, state = live.room, live.room.table.state
        names = [f"{chair.name} (bot)" if chair.bot else chair.name for chair in room.chairs.values()]
        found.append(
            OwnTable(name, f"/t/{name}", room.book.title, names, state.score, state.is_over, len(room.finished()))
        )
    return found


@get("/tables/{table:str}/now")
async def table_now(hall: TheHall, table: FromPath[str]) -> TableNow:
    """Whether a game is on at a table, for somebody who reads a review meanwhile."""
    room = (await hall.table(table)).room
    return TableNow(room.is_on, room.games_over)


@get("/tables/{table:str}/game", responses=answers(GameSteps))
async def game_played(
    request: Asked, door: TheDoor, hall: TheHall, table: FromPath[str], game: Game = None
) -> Response[bytes]:
    """A finished game step by step, all hands open, for replay."""
    room = (await hall.table(table)).room
    steps = await asyncio.to_thread(game_steps, room, game, _seat(request, door, room))
    return Response(encode(steps), media_type="application/json")


def _seat(request: Asked, door: Door, room: Room) -> Seat | None:
    guest = door.guest(request)
    return room.seat_of(guest.person) if guest else None


@get("/tables/{table:str}/egn")
async def game_as_egn(hall: TheHall, table: FromPath[str], game: Game = None) -> Response[bytes]:
    """A finished game in Euchre Game Notation, to keep or to give to another program."""
    live = await hall.table(table)
    number, played = game_table(live.room, game)
    try:
        text = write_egn(to_egn(played, title=f"{played.book.title}, game {number}"))
    except EgnError as error:
        raise NotAllowedError(f"This game cannot be written in EGN: {error}") from None
    headers = {"content-disposition": f'attachment; filename="bowerbird-game-{number}.egn.json"'}
    return Response(text.encode(), media_type="application/json", headers=headers)


@get("/tables/{table:str}/review")
async def game_review(request: Asked, door: TheDoor, hall: TheHall, table: FromPath[str], game: Game = None) -> Review:
    """A finished game in the expert's eyes. Ask again while `ready` is false."""
    room = (await hall.table(table)).room
    return hall.reviews.of(table, room, game, _seat(request, door, room))


@get("/tables/{table:str}/fair/{hand:int}")
async def fair_deal(hall: TheHall, table: FromPath[str], hand: FromPath[int]) -> ShownDeal:
    """How a past hand was shuffled, so that anyone can check it."""
    room = (await hall.table(table)).room
    shown = next((deal for deal in shown_deals(room) if deal.hand == hand), None)
    if shown is None:
        raise NotFoundError("This hand is not over yet, or was never dealt: its secret is shown afterwards.")
    return shown


# Rules.


def book_named(name: str) -> Rulebook:
    """A rulebook that comes with Bowerbird."""
    if name not in book_names():
        raise NotFoundError(f"There is no such rulebook; choose {', '.join(book_names())}.")
    return load_rulebook(name)


@get("/rules")
async def list_rules() -> list[BookLine]:
    """The rulebooks."""
    books = [load_rulebook(name) for name in book_names()]
    return [BookLine(book.name, book.title, book.about) for book in books]


@get("/rules/{name:str}")
async def rules_sheet(name: FromPath[str]) -> RulesSheet:
    """A rulebook in sentences."""
    book = book_named(name)
    sections = [
        SheetSection(section.title, [SheetLine(line.key, line.sentence, line.cites) for line in section.lines])
        for section in sheet(book)
    ]
    return RulesSheet(book.name, book.title, book.about, sections)


@get("/rules/{name:str}/diff/{other:str}")
async def rules_differ(name: FromPath[str], other: FromPath[str]) -> RulesDiffer:
    """Where two rulebooks differ."""
    a, b = book_named(name), book_named(other)
    return RulesDiffer(
        a.name, b.name, [Difference(found.title, found.key, found.a, found.b) for found in differences(a, b)]
    )


@post("/rules/check", status_code=200)
async def check_rules(data: JSONBody[RulesToCheck]) -> Checked:
    """Try house rules without making a table."""
    try:
        book = await asyncio.to_thread(read_house_rules, data.toml)
    except RulebookError as error:
        return Checked(False, why=str(error))
    return Checked(True, book.name, book.title)


api = Router(
    "/api",
    route_handlers=[
        make_guest,
        who_am_i,
        keep_name,
        sign_in,
        sign_out,
        make_table,
        join,
        list_tables,
        list_own_tables,
        game_played,
        game_as_egn,
        table_now,
        game_review,
        fair_deal,
        list_rules,
        rules_sheet,
        rules_differ,
        check_rules,
    ],
    guards=[from_our_own_pages],
)
