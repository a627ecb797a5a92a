"""Replays of finished games, step by step with all hands open. Never shows a game in progress."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec

from bowerbird.cards import Card, sort_hand
from bowerbird.hall.errors import NotFoundError
from bowerbird.hall.fair import ShownDeal, ShownDraw, draw_shown
from bowerbird.hall.frame_shapes import PublicView
from bowerbird.hall.frames import EncodedParts, public_view
from bowerbird.hall.room import Room
from bowerbird.rulebook import Rulebook, RulesNamed
from bowerbird.seats import Seat
from bowerbird.table import Cut, Deal, Draw, Fact, Open, Shuffle, State, Table
from bowerbird.table.talk import Names, tell

__all__ = [
    "FinishedGame",
    "GameSteps",
    "Step",
    "facts_shown",
    "finished_game",
    "game_steps",
    "game_table",
    "open_step",
    "shown_deals",
    "shown_draws",
    "steps_of",
]

#: Facts that aren't separate steps. The draw is one step, with its last card: before it nobody deals.
_UNSEEN = (Open, Shuffle, Cut, Deal)


class OpenView(PublicView, frozen=True, gc=False):
    """The view of a viewer, with all four hands open."""

    seat: None
    open: list[list[Card]]


class RoomReplayed(msgspec.Struct):
    """The room of a game that is over, and the pictures of its players by name."""

    rules: RulesNamed
    birds: dict[str, str]


class Step(msgspec.Struct):
    """The table after one fact."""

    line: str
    view: OpenView


class GameSteps(msgspec.Struct):
    """One finished game. `you` is your seat, if you played in it.

    A game in which something was undone after a player saw new cards, or a player was `hinted`, is not `rated`.
    """

    game: int
    games: int
    you: Seat | None
    rated: bool
    hinted: bool
    room: RoomReplayed
    steps: list[Step]


class FinishedGame(msgspec.Struct, frozen=True):
    """A finished game by its facts. Its number is counted from 1.

    `acted` are the names of bots that sat down during the game, and `minutes` those left when a turn of a timed game
    began, both by the places of facts.
    """

    number: int
    games: int
    book: Rulebook
    facts: tuple[Fact, ...]
    rated: bool
    hinted: bool
    birds: dict[str, str]
    acted: dict[int, str] = {}
    minutes: dict[int, float] = {}

    @property
    def table(self) -> Table:
        """The table at the end of it. A long game takes a while."""
        return Table(self.book, self.facts)


def finished_game(room: Room, game: int | None, *, closed: bool = False) -> FinishedGame:
    """A finished game. Without a number, the last.

    With `closed`, also one with boards that others still play: its cards must not be shown to anybody.
    """
    if room.boards_closed and not closed:
        raise NotFoundError("These boards are still played at other tables. Come back when the event has opened them.")
    finished = room.finished()
    number = len(finished) if game is None else game
    if not finished:
        raise NotFoundError("No game at this table is finished yet. Come back after the last hand.")
    if not 1 <= number <= len(finished):
        raise NotFoundError(f"There is no finished game {number} at this table. Choose 1 to {len(finished)}.")
    facts = finished[number - 1]
    rated, hinted = room.is_rated(number), room.is_hinted(number)
    birds, acted = room.birds_at(number), room.acted_at(number)
    return FinishedGame(number, len(finished), room.book, facts, rated, hinted, birds, acted, room.minutes_of(number))


def game_table(room: Room, game: int | None) -> tuple[int, Table]:
    """The number of a finished game, and its table."""
    found = finished_game(room, game)
    return found.number, found.table


def facts_shown(table: Table) -> list[int]:
    """The places of the facts that are steps of a replay."""
    facts = table.facts
    drawn = {
        place for place, (fact, then) in enumerate(pairwise(facts)) if isinstance(fact, Draw) and isinstance(then, Draw)
    }
    return [place for place, fact in enumerate(facts) if not isinstance(fact, _UNSEEN) and place not in drawn]


def game_steps(room: Room, game: int | None, you: Seat | None) -> GameSteps:
    """All steps of a finished game."""
    return steps_of(finished_game(room, game), you)


def steps_of(game: FinishedGame, you: Seat | None) -> GameSteps:
    """All steps of this game."""
    replayed = RoomReplayed(game.book.named, game.birds)
    return GameSteps(game.number, game.games, you, game.rated, game.hinted, replayed, _steps(game.table, game.acted))


def open_step(again: Table, line: str, encoded: EncodedParts, names: Names | None = None) -> Step:
    """A table as it is now, with all hands open. `names` are the players, if some came during the game."""
    view = public_view(again, again.view(None), names or again.state.names, None, encoded)
    fields = {name: getattr(view, name) for name in view.__struct_fields__}
    return Step(line, OpenView(**fields, seat=None, open=_open(again)))


def _steps(table: Table, acted: Mapping[int, str]) -> list[Step]:
    shown = set(facts_shown(table))
    again = Table(table.book)
    encoded = EncodedParts()
    steps: list[Step] = []
    lines: list[str] = []
    newcomers: dict[Seat, str] = {}
    for place, fact in enumerate(table.facts):
        before = again.state
        again.push(fact)
        if (seat := getattr(fact, "seat", None)) is not None:
            newcomers[seat] = acted.get(place, again.state.names[seat])
        names = _names(again.state, newcomers)
        lines += tell(table.book, before, fact, again.state, names)
        if place in shown:
            if isinstance(fact, Draw):
                newcomers, names = {}, again.state.names
                lines.append(f"{names[again.state.dealer]} deals.")
            steps.append(open_step(again, " ".join(lines), encoded, names))
            lines = []
    return steps


def _names(state: State, newcomers: Mapping[Seat, str]) -> Names:
    """The names of the four players, as far as newcomers have acted by their own names."""
    north, east, south, west = (newcomers.get(seat, state.names[seat]) for seat in Seat)
    return north, east, south, west


def _open(table: Table) -> list[list[Card]]:
    hand = table.state.hand
    return [sort_hand(hand.cards(seat), hand.trump) for seat in Seat]


def shown_deals(room: Room) -> list[ShownDeal]:
    """Every deal whose secret was shown, with the deck and the cut as they were at the table."""
    dealt = [(fact, cut) for facts in (*room.past, room.table.facts) for fact, cut in _shuffles(facts)]
    book = room.book
    return [
        ShownDeal(
            hand=room.deal_number(number),
            digest=deal.digest,
            secret=deal.secret,
            words=deal.words,
            lowest=book.pack.lowest,
            joker=book.pack.joker,
            cut_leaves=book.deal.cut_leaves,
            deck=[str(card) for card in shuffle.deck],
            cut=cut.at,
        )
        for (number, deal), (shuffle, cut) in zip(room.deals.items(), dealt, strict=False)
        if deal.revealed
    ]


def shown_draws(room: Room) -> list[ShownDraw]:
    """Every draw whose secret was shown, with its cards as they were at the table."""
    found = []
    for game, facts in enumerate((*room.past, room.table.facts), start=1):
        promise = room.draws.get(game)
        if promise is not None and promise.revealed:
            drawn = [fact for fact in facts if isinstance(fact, Draw)]
            found.append(draw_shown(game, promise, room.book, drawn, arranged=_arranged(facts)))
    return found


def _arranged(facts: Sequence[Fact]) -> bool:
    """True if a game opened with partners that were arranged before."""
    return any(isinstance(fact, Open) and fact.partners_arranged for fact in facts[:1])


def _shuffles(facts: Sequence[Fact]) -> Iterator[tuple[Shuffle, Cut]]:
    for shuffle, cut in pairwise(facts):
        if isinstance(shuffle, Shuffle) and isinstance(cut, Cut):
            yield shuffle, cut
