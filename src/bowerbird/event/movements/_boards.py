"""Duplicate movements: teams of two that play boards, so that tables can be compared.

Does not decide which boards a table plays; each movement does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

import msgspec

from bowerbird.event.deals import dealer_of, seed_by
from bowerbird.event.draw import ShownCards, Shuffle
from bowerbird.event.errors import EventError
from bowerbird.event.facts import BoardsDealt, PartnersDrawn, Table
from bowerbird.event.movements._teams import TeamMovement
from bowerbird.event.movements.base import Chosen, Seating
from bowerbird.event.state import Event, Round
from bowerbird.names import letters_of

__all__ = [
    "BoardMovement",
    "Match",
    "boards_had",
    "circle",
    "next_boards",
    "round_is_over",
    "seat_matches",
    "times_north",
]


#: Rounds for which boards are made up if none are planned.
_USUAL_ROUNDS = 6


class Match(msgspec.Struct, frozen=True):
    """Two teams at a table, North-South first, and their boards."""

    table: int
    ns: str
    ew: str
    boards: tuple[int, ...]


class BoardMovement(TeamMovement):
    """A movement of teams that play boards. The number of a board says who deals it."""

    duplicate = True
    cut_rule = "Nobody cuts for the deal. The number of the board says who deals."
    dealer_note = "You deal the first board."

    def by_cards(self, event: Event, table: Table, cards: ShownCards) -> Table:
        """Refuse: cards decide nothing here."""
        raise EventError("Nobody draws for the deal. The number of the board says who deals.")

    def by_deal_cut(self, event: Event, table: Table, dealer: str, other: str) -> Table:
        """Refuse, for the same reason."""
        raise EventError("Nobody cuts for the deal. The number of the board says who deals.")

    def boards_in_all(self, event: Event) -> int:
        """A set for each round, with a few more rounds than planned if the number is open."""
        rounds = max(event.planned_rounds or _USUAL_ROUNDS, len(event.rounds))
        return rounds * event.book.game.hands

    def boards_open(self, event: Event, board: int) -> bool:
        """Open a board when every round with it is over: the next round has other boards."""
        return all(round_is_over(event, past) for past in event.rounds if _plays(past, board))

    def advice(self, event: Event, chosen: Chosen) -> tuple[str, ...]:
        """Say if there is nothing to compare."""
        if len(event.round.tables) == 1:
            return ("Only one table plays, so its boards have nothing to be compared with.",)
        return super().advice(event, chosen)


def _plays(past: Round, board: int) -> bool:
    return any(board in table.boards for table in past.tables)


def round_is_over(event: Event, past: Round) -> bool:
    """True if nobody plays in this round any more."""
    return past.closed or event.meetings[past.meeting - 1].closed


def next_boards(event: Event, size: int) -> tuple[int, ...]:
    """The first boards that no round has had yet."""
    last = max((board for past in event.rounds for table in past.tables for board in table.boards), default=0)
    return tuple(range(last + 1, last + size + 1))


def boards_had(event: Event) -> Callable[[str], set[int]]:
    """The boards that a team has had, by its name: either of them, a sub who played for them, or who plays now."""
    had = defaultdict[str, set[int]](set)
    for name, seen in event.seen.items():
        had[letters_of(name)] |= seen
    for past in event.rounds:
        for table in past.tables:
            for person in {*table.seats, *past.players_at(table)}:
                had[letters_of(person)].update(table.boards)

    def of_team(team: str) -> set[int]:
        people = event.entries[team].players
        playing = {letters_of(each) for name in people for each in (name, event.sub_of(name))}
        return {board for each in playing for board in had.get(each, ())}

    return of_team


def circle(first: Iterable[tuple[str, str]], bye: str, here: Sequence[str]) -> list[str]:
    """The order of a round robin as it was drawn for the first round, for the ones who are here.

    `first` are the opponents at each table of the first round, and `bye` had none.
    """
    pairs = list(first)
    drawn = [bye, *(one for one, _ in pairs), *(other for _, other in reversed(pairs))]
    return [name for name in dict.fromkeys((*drawn, *here)) if name in set(here)]


def times_north(event: Event) -> dict[str, int]:
    """How much more often each team sat North-South than East-West."""
    times = dict.fromkeys(event.entries, 0)
    for past in event.rounds:
        for table in past.tables:
            times[event.entry_of[table.seats[0]]] += 1
            times[event.entry_of[table.seats[1]]] -= 1
    return times


def seat_matches(
    event: Event, matches: Iterable[Match], shuffle: Shuffle, drawn: Sequence[PartnersDrawn] = ()
) -> Seating:
    """Seat teams against each other; who would play a board for the second time sits out. Deal the boards first."""
    had = boards_had(event)
    tables = []
    for match in matches:
        if any(had(team).intersection(match.boards) for team in (match.ns, match.ew)):
            continue
        (north, south), (east, west) = event.entries[match.ns].players, event.entries[match.ew].players
        dealer = dealer_of(match.boards[0])
        tables.append(Table(match.table, (north, east, south, west), dealer, boards=match.boards))
    seated = {name for table in tables for name in table.seats}
    out = tuple(name for name in event.expected_people() if name not in seated)
    dealt = () if event.board_seed else (BoardsDealt(seed=seed_by(shuffle)),)
    return Seating(tuple(tables), out, (*dealt, *drawn))
