"""Winners go round the ring: one up, one down; losers stay, are split, and cut for the deal. Sitting players stay.

The tables form a ring. Of a pair that moves, North or East goes up one table and South or West goes down one: that is
opposite ways, each to the right hand. So every table sends two people and receives two, and this works with any number
of tables. The rulebook decides which card wins a cut.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from bowerbird.event.draw import Cutter, Ordered, Shuffle, cut_order_of
from bowerbird.event.facts import Table
from bowerbird.event.movements._people import seat_people, winners_of
from bowerbird.event.movements._places import EMPTY, Outcome, Place
from bowerbird.event.movements.base import IN_ORDER, Chosen, CutDue, Movement, Seating
from bowerbird.event.state import Event, Round
from bowerbird.event.words import listed
from bowerbird.seats import Seat, Side

__all__ = ["KIND", "WinnersRoundTheRing", "round_the_ring"]

CutRule = Literal["lower deals", "higher deals", "none"]


class WinnersRoundTheRing(Movement):
    """Winners move on and part; losers stay and part."""

    name = "winners round the ring"
    label = "Winners move round the ring, losers stay and split"
    rule = (
        "The winners move on, each one table to their own right; the losers stay and split up. "
        "After a tie the last dealer and the player on the right cut, and the higher pair moves."
    )
    cut_rule = (
        "The two losers cut: the {card} card deals first, the other second, on the left. At the table of a sitting "
        "player, the sitting player and an opponent cut."
    )
    next_move = "Next: winners move one table to their own right, losers stay and split."
    by_results = True
    cut_after_tie = True
    choices = (IN_ORDER,)

    def seat(self, event: Event, shuffle: Shuffle, chosen: Chosen) -> Seating:
        """Move the winners of the last round."""
        sitting = event.keepers()

        def move(outcomes: list[Outcome], cutter: Cutter) -> tuple[list[Place], list[str]]:
            return round_the_ring(outcomes, sitting, cutter, event.book.event.dealer_cut)

        return seat_people(event, shuffle, chosen, move)

    def shifted(self, event: Event) -> tuple[str, ...]:
        """Say which sitting players have no table of their own and move like everybody else."""
        keepers = event.keepers()
        more = [name for name in event.here() if event.people[name].sitting and name not in keepers]
        if not more:
            return ()
        moves = "moves" if len(more) == 1 else "move"
        return (f"There are more sitting players than tables. {listed(more)} {moves} like everybody else.",)

    def advice(self, event: Event, chosen: Chosen) -> tuple[str, ...]:
        """The same for the first round."""
        return self.shifted(event)

    def cut_to_move(self, event: Event, past: Round, table: Table) -> CutDue | None:
        """Nobody cuts at the table of a sitting player: people move win or lose."""
        return None if set(event.keepers()) & set(table.seats) else super().cut_to_move(event, past, table)

    def cuts_due(self, event: Event) -> tuple[CutDue, ...]:
        """After a tie the last dealer and the player on the right cut; the pair that stays cuts for the deal."""
        current = event.open_round
        if current is None:
            return ()
        due: list[CutDue | None] = [*super().cuts_due(event)]
        tied = {cut.table for cut in due if cut is not None}
        due += [_for_the_next_deal(event, table) for table in current.tables if table.number not in tied]
        before = event.tonight[-2] if len(event.tonight) > 1 else None
        if before is not None:
            due += [_before_the_game(event, before, table) for table in current.tables]
        return tuple(cut for cut in due if cut is not None)

    def by_deal_cut(self, event: Event, table: Table, dealer: str, other: str) -> Table:
        """Let the winner of the cut deal, and seat the other on the left as second dealer; sitting players stay."""
        seats = list(table.seats)
        one, two = seats.index(dealer), seats.index(other)
        neighbours = Seat(one).right is Seat(two)
        if neighbours and not set(event.keepers()) & set(seats):
            seats[one], seats[two] = other, dealer
            one = two
        north, east, south, west = seats
        return replace(table, seats=(north, east, south, west), dealer=Seat(one))


def _for_the_next_deal(event: Event, table: Table) -> CutDue | None:
    """The cut at a table that has its score: of the pair that stays."""
    current = event.round
    result, going = current.results.get(table.number), _going_on(current, table)
    if result is None or result.status != "accepted" or going is None or set(event.keepers()) & set(table.seats):
        return None
    one, two = table.pair(going.other)
    due = CutDue(table.number, "deal", (one,), (two,))
    return replace(due, made=due.between(current.cuts.get((table.number, "deal"), ())))


def _going_on(past: Round, table: Table) -> Side | None:
    """The side that goes on from a table: the winners, or after a draw the pair with the higher card."""
    result = past.results.get(table.number)
    if result is None or result.score.winner is not None:
        return result.score.winner if result is not None else None
    move = past.cuts.get((table.number, "move"))
    return None if move is None else table.side_of(cut_order_of(move).highest)


def _before_the_game(event: Event, before: Round, table: Table) -> CutDue | None:
    """The cut at a table that has not played: of the two who stayed, or of the sitting player and the opposition."""
    current = event.round
    if table.number in current.results or all(past.number != table.number for past in before.tables):
        return None
    keeper = next((seat for seat in Seat if table.seats[seat] in event.keepers()), None)
    if keeper is not None:
        sides = (table.seats[keeper.left], table.seats[keeper.right])
        return CutDue(table.number, "deal", (table.seats[keeper],), sides, made=bool(table.cut))
    was = before.table(table.number)
    stayed = [name for name in table.seats if name in was.seats]
    going = _going_on(before, was)
    if len(stayed) > 2 and going is not None:  # with one table nobody can go far
        stayed = [name for name in stayed if name in was.pair(going.other)]
    if len(stayed) != 2:
        return None
    return CutDue(table.number, "deal", (stayed[0],), (stayed[1],), made=bool(table.cut))


class _Leaving(msgspec.Struct, frozen=True):
    """The two people who leave a table, and their ways round the ring."""

    up: str
    down: str


def round_the_ring(
    outcomes: Sequence[Outcome], sitting: Collection[str], cutter: Cutter, deals: CutRule
) -> tuple[list[Place], list[str]]:
    """The places after the move, table by table, and the people who moved."""
    keepers = [_sitting_seat(outcome, sitting) for outcome in outcomes]
    movers = [
        winners_of(outcome, cutter) if keeper is None else None
        for outcome, keeper in zip(outcomes, keepers, strict=True)
    ]
    leaving = [_leaving(outcome, keeper, pair) for outcome, keeper, pair in zip(outcomes, keepers, movers, strict=True)]
    places = []
    for here, (outcome, keeper, pair) in enumerate(zip(outcomes, keepers, movers, strict=True)):
        coming_up = leaving[here - 1].up
        coming_down = leaving[(here + 1) % len(leaving)].down
        if keeper is not None:
            places.append(_beside_sitting_player(outcome, keeper, coming_up, coming_down, cutter, deals))
        else:
            assert pair is not None
            places.append(_with_losers(outcome, pair.other, coming_up, coming_down, cutter, deals))
    return places, [name for pair in leaving for name in (pair.up, pair.down)]


def _sitting_seat(outcome: Outcome, sitting: Collection[str]) -> Seat | None:
    return next((seat for seat in Seat if outcome.table.seats[seat] in sitting), None)


def _leaving(outcome: Outcome, keeper: Seat | None, pair: Side | None) -> _Leaving:
    seats = outcome.table.seats
    if keeper is not None:
        return _Leaving(up=seats[keeper.partner], down=seats[keeper.right])
    assert pair is not None
    return _Leaving(*outcome.table.pair(pair))


def _with_losers(
    outcome: Outcome, losers: Side, coming_up: str, coming_down: str, cutter: Cutter, deals: CutRule
) -> Place:
    """Keep the first dealer's chair, seat the other loser to the left, and an arriving player across from each."""
    table = outcome.table
    one, two = table.pair(losers)
    cut = cutter.between(table.number, "deal", [one], [two])
    first = _dealer(cut, deals)
    second = two if first == one else one
    seat = Seat(table.seats.index(first))
    chairs = [EMPTY] * 4
    chairs[seat], chairs[seat.left] = first, second
    chairs[seat.partner], chairs[seat.right] = coming_up, coming_down
    return Place(chairs, seat, cut.cards)


def _beside_sitting_player(
    outcome: Outcome, keeper: Seat, coming_up: str, coming_down: str, cutter: Cutter, deals: CutRule
) -> Place:
    """Give the partner's chair and the left chair to new people, and move the player on the left to the right."""
    table = outcome.table
    if coming_up == table.seats[keeper.partner]:
        # With one table the partner would come straight back to the same chair.
        coming_up, coming_down = coming_down, coming_up
    chairs = [EMPTY] * 4
    chairs[keeper] = table.seats[keeper]
    chairs[keeper.partner] = coming_up
    chairs[keeper.left] = coming_down
    chairs[keeper.right] = table.seats[keeper.left]
    cut = cutter.between(table.number, "deal", [chairs[keeper]], [chairs[keeper.left], chairs[keeper.right]])
    return Place(chairs, Seat(chairs.index(_dealer(cut, deals))), cut.cards)


def _dealer(cut: Ordered, deals: CutRule) -> str:
    return cut.lowest if deals == "lower deals" else cut.highest


KIND = WinnersRoundTheRing()
