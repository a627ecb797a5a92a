"""The first page: the ways in, and the way back to a game or an event of yours that is in progress."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Router, get
from litestar.params import QueryParameter
from litestar.response import Template

from bowerbird.cards import NO_TRUMP, trump_letter, trump_word
from bowerbird.desk.desk import Desk
from bowerbird.hall.birds import measured, shown_birds
from bowerbird.hall.bots import USUAL_LEVEL
from bowerbird.hall.errors import NotFoundError
from bowerbird.hall.frames import encode
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable
from bowerbird.hall.people import Guest
from bowerbird.hall.room import Room
from bowerbird.rulebook.phrases import counted, listed, sentence_case
from bowerbird.seats import Seat
from bowerbird.table import State
from bowerbird.web.damage import TheDamage
from bowerbird.web.dependencies import TheDesk, TheHall, TheSessions
from bowerbird.web.desk.api import event_line
from bowerbird.web.network import TheNetwork
from bowerbird.web.pages.rules import all_books, books_for_a_table
from bowerbird.web.tables.api import public_tables

__all__ = ["home_pages"]

Asked = Request[Any, Any, Any]
Level = Annotated[str, QueryParameter(max_length=20)]
#: The number of a person's latest events that are looked at, and how long one without news counts as in progress.
_LATEST: Final = 5
_A_DAY: Final = 24 * 3600 * 1000
_PHASES: Final = {
    "entry": "People are arriving.",
    "round": "A round is in progress.",
    "between": "The next round hasn't started.",
    "play-offs": "Play-offs are due.",
}


class WayBack(msgspec.Struct, frozen=True):
    """A game or an event of yours. `scene` is the table as it is drawn: what everyone there sees, as JSON."""

    title: str
    words: str
    link: str
    button: str
    scene: str = ""


class _Scene(msgspec.Struct, frozen=True, rename="camel"):
    """A table as small-table.js draws it."""

    names: tuple[str, ...]
    birds: tuple[str, ...]
    seat: Seat
    you: Seat
    dealer: Seat | None
    turn: Seat | None
    trump: str | None
    maker: Seat | None
    plays: tuple[tuple[Seat, str], ...]
    winner: Seat | None
    turn_up: str | None


@get("/", include_in_schema=False)
async def home(
    request: Asked, sessions: TheSessions, hall: TheHall, desk: TheDesk, network: TheNetwork, damage: TheDamage
) -> Template:
    """Play now, with friends or by a code; learn; run an event."""
    from bowerbird.players import LEVEL_WORDS

    me = sessions.guest(request)
    context = {
        "me": me,
        "name": "" if me is None or me.name == "Guest" else me.name,
        "bird": await hall.portraits.of(me.person) if me else "",
        "back": [*await _games(hall, me), *await _events(desk, me)] if me else [],
        "due": len((await hall.practice.of(me.person)).due(hall.practice.today)) if me else 0,
        "books": books_for_a_table(),
        "rulebooks": len(all_books()),
        "levels": LEVEL_WORDS,
        "usual": USUAL_LEVEL,
        "tables": public_tables(hall, await hall.company.joinable(me.person if me else "")),
        # For the person who can do something about it: someone at the machine itself.
        "damaged": damage.found and network.is_at_the_laptop(request),
    }
    return Template("home.html", context=context)


@get("/birds", include_in_schema=False)
async def birds(level: Level = USUAL_LEVEL) -> Template:
    """The birds that play: the style of each, and its figures at a level."""
    from bowerbird.players import LEVEL_WORDS

    if level not in LEVEL_WORDS:
        raise NotFoundError(f"There is no bot of that level. Choose {', '.join(LEVEL_WORDS)}.")
    hands = max(figures[level].hands for figures in measured().values())
    context = {"birds": shown_birds(), "levels": LEVEL_WORDS, "level": level, "hands": hands}
    return Template("birds.html", context=context)


async def _games(hall: Hall, me: Guest) -> list[WayBack]:
    """The tables where a person has a seat and the game isn't over."""
    tables = await hall.chairs_of(me.person)
    return [_way_to_table(live, me.person) for live in tables if not live.room.table.state.is_over]


def _way_to_table(live: LiveTable, person: str) -> WayBack:
    room, link = live.room, f"/t/{live.name}"
    seat = room.seat_of(person)
    assert seat is not None
    others = _others(room, person)
    at = f"{room.book.title}{f' with {others}' if others else ''}."
    if not room.started:
        return WayBack("Your table is waiting", f"{at} The game hasn't started.", link, "Back to your table")
    words = f"{at} {_score(room.table.state, seat)}"
    return WayBack("Your game is waiting", words, link, "Back to your game", _scene(room, seat))


def _others(room: Room, person: str) -> str:
    """The other players at a table: names of people, then the number of bots."""
    chairs = room.chairs.values()
    bots = sum(bool(chair.bot) and not chair.person for chair in chairs)
    names = [chair.name for chair in chairs if chair.person and chair.person != person]
    return listed([*names, *([counted(bots, "bot")] if bots else [])]) if names or bots else ""


def _score(state: State, seat: Seat) -> str:
    """`We 6, They 4, hand 7. Hearts are trump. It's your turn.`."""
    ours, theirs = state.score[seat.side], state.score[seat.side.other]
    said = [f"We {ours}, They {theirs}, hand {state.hands_played + 1}."]
    if state.hand.maker is not None:
        word = trump_word(state.hand.trump)
        said.append("There is no trump." if state.hand.trump is NO_TRUMP else f"{sentence_case(word)} are trump.")
    if state.turn is seat:
        said.append("It's your turn.")
    return " ".join(said)


def _scene(room: Room, seat: Seat) -> str:
    state = room.table.state
    hand = state.hand
    shown = hand.maker is None and hand.turn_up is not None and hand.turn_up_is == "shown"
    scene = _Scene(
        names=room.names,
        birds=tuple(chair.bird for chair in room.chairs.values()),
        seat=seat,
        you=seat,
        dealer=state.dealer,
        turn=state.turn,
        trump=None if hand.maker is None else trump_letter(hand.trump),
        maker=hand.maker,
        plays=tuple((who, str(card)) for who, card in hand.trick.plays),
        winner=hand.trick.winner,
        turn_up=str(hand.turn_up) if shown else None,
    )
    return encode(scene).decode()


async def _events(desk: Desk, me: Guest) -> list[WayBack]:
    """The events of a director in which something is going on."""
    found: dict[str, WayBack] = {}
    for own in reversed((await desk.events_of(me.person))[-_LATEST:]):
        live = await desk.event(own.event)
        if not desk.is_directed_by(own, live) or desk.clock() - live.story.commands[-1].at > _A_DAY:
            continue
        line = event_line(desk, live, own.director)
        if line.progress == "running" and line.phase in _PHASES and not line.trial:
            people = f"{line.people} {'person' if line.people == 1 else 'people'}"
            words = f"{people} on the list. {_PHASES[line.phase]}"
            found.setdefault(live.name, WayBack(line.title, words, line.link, "Back to your event"))
    return list(found.values())


home_pages = Router("/", route_handlers=[home, birds])
