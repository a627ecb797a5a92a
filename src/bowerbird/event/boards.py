"""Boards compared: what every table made of the same cards, and what that is worth to both sides.

A board is worth to North-South the points that they won it by, less the mean of what North-South won it by at the
other tables, and to East-West the opposite. Tables are compared if they had the same cards: a board that was mixed up
has two groups. Where nobody else played the same cards, the board is worth nothing. Computed, never stored.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from operator import is_
from typing import Final

import msgspec
from msgspec.structs import replace

from bowerbird.event.errors import EventError
from bowerbird.event.facts import HALL, BoardScore, Score, Table
from bowerbird.event.movements import movement_of
from bowerbird.event.results import result_of, worth
from bowerbird.event.scores import hand_values
from bowerbird.event.state import Event, Result, Round
from bowerbird.event.words import listed
from bowerbird.names import is_among
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat, Side

__all__ = [
    "ADJUSTED",
    "Compared",
    "Margin",
    "PerBoard",
    "boards_in_play",
    "boards_seen",
    "boards_told",
    "check_boards",
    "check_duplicate",
    "compared",
    "for_everybody",
    "is_fouled",
    "is_open",
    "margins",
    "of_table",
    "opened",
    "per_board",
    "results_of",
    "seed_for_everybody",
    "worth_of",
]

#: The points of an average plus; an average minus costs as many.
ADJUSTED: Final = 1
#: Decimals of a difference: enough that sums of a whole season are right to the cent.
_EXACT: Final = Decimal("0.000000000001")


class Margin(msgspec.Struct, frozen=True):
    """What two sides at a table won or lost against the other tables with the same cards: a result without luck.

    `people` are the players, North-South first, subs by their own names. North-South won by `margin` on so many
    `boards`; below zero, East-West did.
    """

    round: int
    table: int
    people: tuple[tuple[str, ...], tuple[str, ...]]
    margin: Fraction
    boards: int


class PerBoard(msgspec.Struct, frozen=True):
    """What an entry gains on a board against the other tables, on average, and the standard error of that average."""

    boards: int
    mean: float
    error: float


class Compared(msgspec.Struct, frozen=True):
    """One board at one table, with its worth to North-South and to East-West. `others` are the tables compared with.

    `mean` is what North-South won it by there, if anybody else had the same cards. `fouled` if these were not the cards
    that were dealt.
    """

    round: int
    table: int
    score: BoardScore
    fouled: bool
    others: int
    mean: Fraction | None
    worth: tuple[Fraction, Fraction]


def boards_told(boards: tuple[int, ...]) -> str:
    """`boards 5 to 8`, `board 3`."""
    if len(boards) == 1:
        return f"board {boards[0]}"
    row = len(boards) > 2 and boards == tuple(range(boards[0], boards[0] + len(boards)))
    return f"boards {boards[0]} to {boards[-1]}" if row else f"boards {listed([str(board) for board in boards])}"


def boards_in_play(event: Event) -> list[int]:
    """Every board that a round has had, in order."""
    return sorted({board for past in event.rounds for table in past.tables for board in table.boards})


def opened(event: Event) -> set[int]:
    """The boards whose cards everybody may see: nobody has to play them any more."""
    boards_open = movement_of(event.book).boards_open
    return {board for board in boards_in_play(event) if boards_open(event, board)}


def boards_seen(event: Event, name: str) -> set[int]:
    """The boards of which somebody has seen a hand, as far as is known: at an online table, or where a score is in.

    A name that differs in case or spaces only is the same person's.
    """
    played = (
        table.boards
        for past in event.rounds
        for table in past.tables
        if (past.closed or table.number in past.results) and is_among(name, past.players_at(table))
    )
    known = (boards for who, boards in event.seen.items() if is_among(name, (who,)))
    return set[int]().union(*known, *played)


def seed_for_everybody(event: Event) -> str:
    """The seed of all boards, from which anybody can work out any of them: for everybody once no board can follow."""
    return event.board_seed if event.finished and boards_in_play(event) else ""


def check_duplicate(book: Rulebook) -> None:
    """Refuse rules under which boards can't be compared: every table plays the same hands, each for its own points."""
    movement = movement_of(book)
    if movement.duplicate != result_of(book).compared:
        told = 'Set event.result to "difference"' if movement.duplicate else "Choose a duplicate movement"
        raise EventError(f"Boards, and nothing else, are scored by their difference. {told}.")
    if not movement.duplicate:
        return
    if book.game.points or book.game.minutes or not book.game.hands:
        raise EventError("A round of boards is a number of hands. Set game.hands, and game.points and minutes to 0.")
    if not book.auction.stick_the_dealer or book.deal.new_deal_for:
        raise EventError(
            "A board can't be dealt again. The dealer must name trump if everyone passes, and no hand gets a new deal."
        )
    if movement.of_four and book.event.entry.teams_per_zone != 2:
        raise EventError("A team of four is two teams of two. Set event.entry.teams_per_zone to 2.")


def check_boards(book: Rulebook, table: Table, score: Score) -> None:
    """Refuse a score that is impossible for the boards of a table, with the reason."""
    if tuple(each.board for each in score.boards) != table.boards:
        told = boards_told(table.boards)
        raise EventError(f"Table {table.number} plays {told}. Enter the points of each, or say that it was not played.")
    for each in score.boards:
        _check_board(book, each)
    if score.points != (sum(each.ns for each in score.boards), sum(each.ew for each in score.boards)):
        raise EventError(f"{score.ns} to {score.ew} isn't the sum of the boards. Enter the boards again.")
    if score.lost_by is not None:
        raise EventError("Nobody loses a whole game of boards by a ruling. Adjust the board instead.")


def _check_board(book: Rulebook, each: BoardScore) -> None:
    if each.adjusted is not None:
        if any(part not in (-1, 0, 1) for part in each.adjusted):
            raise EventError(f"Board {each.board}: an adjusted score is an average, an average plus or minus.")
        if each.ns or each.ew:
            raise EventError(f"Board {each.board} has points and an adjusted score. Enter one of the two.")
        return
    values = hand_values(book)
    if min(each.ns, each.ew) != 0 or max(each.ns, each.ew) not in values:
        told = f"{', '.join(str(value) for value in values[:-1])} or {values[-1]}"
        raise EventError(
            f"Board {each.board}: {each.ns} to {each.ew} isn't possible. One side scores {told}, and the other nothing."
        )


def is_fouled(event: Event, past: Round, result: Result, board: int) -> bool:
    """True if this table had other cards than those that were dealt. Online tables never have."""
    since = event.fouled.get(board, 0)
    return bool(since) and past.number >= since and result.by != HALL


class _Boards:
    """The parts of an event that comparisons come from. They are compared by identity, which costs nothing."""

    __slots__ = ("event", "parts")

    def __init__(self, event: Event) -> None:
        self.event = event
        self.parts = (event.rounds, event.fouled, event.book)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Boards) and all(map(is_, self.parts, other.parts))

    def __hash__(self) -> int:
        return hash(tuple(map(id, self.parts)))


def compared(event: Event) -> Mapping[tuple[int, int], tuple[Compared, ...]]:
    """Every board that has a score, by round and table."""
    return _compared(_Boards(event))


@lru_cache(maxsize=4)
def _compared(boards: _Boards) -> Mapping[tuple[int, int], tuple[Compared, ...]]:
    event = boards.event
    movement = movement_of(event.book)
    groups: defaultdict[Hashable, list[int]] = defaultdict(list)
    found: list[tuple[Round, Table, BoardScore, bool, Hashable]] = []
    for past in event.rounds:
        for table in past.tables:
            result = past.results.get(table.number)
            if result is None or result.status != "accepted":
                continue
            for each in result.score.boards:
                fouled = is_fouled(event, past, result, each.board)
                group: Hashable = (each.board, fouled, movement.compared_with(past, table))
                found.append((past, table, each, fouled, group))
                if each.adjusted is None:
                    groups[group].append(each.ns - each.ew)
    lines: defaultdict[tuple[int, int], list[Compared]] = defaultdict(list)
    for past, table, each, fouled, group in found:
        lines[past.number, table.number].append(_line(past, table, each, fouled, groups[group]))
    return {place: tuple(each) for place, each in lines.items()}


def _line(past: Round, table: Table, each: BoardScore, fouled: bool, group: list[int]) -> Compared:
    if each.adjusted is not None:
        ns, ew = (Fraction(ADJUSTED * part) for part in each.adjusted)
        return Compared(past.number, table.number, each, fouled, len(group), None, (ns, ew))
    own, others = each.ns - each.ew, len(group) - 1
    if not others:
        return Compared(past.number, table.number, each, fouled, 0, None, (Fraction(0), Fraction(0)))
    mean = Fraction(sum(group) - own, others)
    return Compared(past.number, table.number, each, fouled, others, mean, (own - mean, mean - own))


def for_everybody(event: Event) -> Event:
    """The event without the results of boards that somebody may still have to play."""
    movement = movement_of(event.book)
    if not movement.duplicate:
        return event
    closed = [past.number for past in event.rounds if not is_open(event, past)]
    if not closed:
        return event
    rounds = (replace(past, results={}) if past.number in closed else past for past in event.rounds)
    return replace(event, rounds=tuple(rounds))


def is_open(event: Event, past: Round) -> bool:
    """True if everybody may see the boards of this round."""
    movement = movement_of(event.book)
    return all(movement.boards_open(event, board) for table in past.tables for board in table.boards)


def of_table(event: Event, past: Round, table: Table) -> tuple[Compared, ...]:
    """The boards of a table in a round, as far as it has a settled score."""
    return compared(event).get((past.number, table.number), ())


def results_of(event: Event, board: int) -> tuple[Compared, ...]:
    """Every result of a board, in the order of rounds and tables."""
    return tuple(each for lines in compared(event).values() for each in lines if each.score.board == board)


def margins(event: Event) -> Iterator[Margin]:
    """Every table that was compared with others, in the order of play, for ratings."""
    for (number, table), lines in compared(event).items():
        told = [each for each in lines if each.mean is not None]
        if told:
            past = event.rounds[number - 1]
            sides = past.table(table)
            people = [tuple(past.subs.get(name, name) for name in sides.pair(side)) for side in Side]
            yield Margin(
                number, table, (people[0], people[1]), sum((each.worth[0] for each in told), Fraction(0)), len(told)
            )


def per_board(event: Event) -> Mapping[str, PerBoard]:
    """The average gain of each entry on a board that was compared. Two boards are the fewest that have an error."""
    gains: defaultdict[str, list[Fraction]] = defaultdict(list)
    for (number, table), lines in compared(event).items():
        sides = event.rounds[number - 1].table(table)
        for side in Side:
            for entry in {event.entry_of[name] for name in sides.pair(side)}:
                gains[entry] += [each.worth[side] for each in lines if each.mean is not None]
    return {entry: _per_board(each) for entry, each in gains.items() if len(each) > 1}


def _per_board(gains: list[Fraction]) -> PerBoard:
    many = len(gains)
    mean = sum(gains, Fraction(0)) / many
    variance = sum(((gain - mean) ** 2 for gain in gains), Fraction(0)) / (many - 1)
    return PerBoard(many, float(mean), math.sqrt(variance / many))


def worth_of(event: Event, past: Round, table: Table, seat: Seat) -> Decimal:
    """What a settled game adds to the total of the person, or team, in this seat."""
    if not result_of(event.book).compared:
        return Decimal(worth(event.book, past.results[table.number].score, seat))
    total = sum((each.worth[seat.side] for each in of_table(event, past, table)), Fraction(0))
    return (Decimal(total.numerator) / Decimal(total.denominator)).quantize(_EXACT)
