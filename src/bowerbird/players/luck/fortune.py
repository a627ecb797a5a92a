"""Luck and skill: the parts that the points of a hand are made of. Pure arithmetic; nothing is judged or played here.

For North and South against East and West, in each hand:

    points = the average hand + luck of the deal + skill of the four players + luck of the fall

The average hand is the dealer's advantage. The luck of the deal is the par of these cards (what each side's bring
against all that the other could hold, with strong players in all seats) less that average. The skill of a player is
what their decisions gave away, measured against the judge's first choice in the deals that fit what they saw, and what
rulings against them cost. The luck of the fall is the rest: how the cards lay for the choices that were made.

Every figure is a whole number of `GRAIN`s, so that they add up exactly, in floating point and in any order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import hypot
from typing import Final, NamedTuple

import msgspec

from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat, Side
from bowerbird.table import State
from bowerbird.table.points import added, added_up, worth
from bowerbird.table.state import Record, Scored

__all__ = ["GRAIN", "Breakdown", "Cost", "Dealt", "Estimate", "Fortune", "played_hand", "split", "total"]

#: The precision of all figures, in points: a power of two, so that sums have no rounding.
GRAIN: Final = 1 / 1024


class Estimate(msgspec.Struct, frozen=True):
    """A figure in points, with its standard error."""

    value: float = 0.0
    error: float = 0.0


class Dealt(NamedTuple):
    """The worth of a deal to North and South: of an average one with this dealer, and of these cards."""

    average: Estimate
    par: Estimate


class Cost(NamedTuple):
    """The cost of a decision: points behind the judge's first choice, with the standard error.

    `stood_in` is true if a bot decided for a player who was away.
    """

    seat: Seat
    behind: float
    error: float = 0.0
    stood_in: bool = False


class Breakdown(msgspec.Struct, frozen=True):
    """The parts of the points of one hand, or of a whole game, for North and South. They add up to `points`.

    `skill` is by seat and for the player's own side: minus 0.3 is what the decisions of West cost West. `bots` is what
    bots gave or lost for players who were away. `rules` are points that nobody made by playing: points over the target
    that don't count, and rulings that name no player.
    """

    points: int
    average: Estimate
    deal: Estimate
    skill: tuple[Estimate, Estimate, Estimate, Estimate]
    bots: Estimate
    fall: Estimate
    rules: float


class Fortune(msgspec.Struct, frozen=True):
    """A whole game: all of it, and hand by hand. `start` is the lead of North and South before the first hand."""

    start: int
    game: Breakdown
    hands: tuple[Breakdown, ...]


def played_hand(points: int, dealt: Dealt, costs: Sequence[Cost]) -> Breakdown:
    """Split the points of one hand in which nothing was ruled. They are for North and South, less their opponents'."""
    return _hand(points, points, dealt, costs, ())


def split(
    book: Rulebook, state: State, dealt: Callable[[int], Dealt], weighed: Mapping[int, Sequence[Cost]]
) -> Fortune:
    """Split the points of every hand of a game, by the state at its end.

    `dealt` and `weighed` are by the place of the hand among the results. A hand without a result of its own, because it
    was dealt again or a ruling ended it, has no luck, and its decisions count for nothing: only rulings do.
    """
    played, rulings = _as_played(book, state), _by_rulings(book, state)
    hands = []
    for place in range(max(1, len(state.results))):
        ruled = [each for each in rulings if each.hand == place]
        if place in played:
            hands.append(_hand(*played[place], dealt(place), weighed.get(place, ()), ruled))
        else:
            hands.append(_hand(0, 0, _NOTHING, (), ruled))
    return Fortune(_net(added_up(book, state.sheet[:1], ())), total(hands), tuple(hands))


_NOTHING: Final = Dealt(Estimate(), Estimate())


class _Ruled(NamedTuple):
    """The points that a ruling gave North and South, and the player it was made against."""

    hand: int
    points: int
    seat: Seat | None


def _net(points: tuple[int, int]) -> int:
    return points[Side.NS] - points[Side.EW]


def _as_played(book: Rulebook, state: State) -> dict[int, tuple[int, int]]:
    """For each hand that was played out, and as if nothing had been ruled: the points that count, and its points."""
    every = range(len(state.records))
    score = added_up(book, state.sheet[:1], ())
    found = {}
    for line in state.sheet[1:]:
        if isinstance(line, Scored) and line.ruling is None:
            points = worth(line, every).points
            after = added(book, score, points)
            found[line.place] = _net(after) - _net(score), _net(points)
            score = after
    return found


def _by_rulings(book: Rulebook, state: State) -> list[_Ruled]:
    """The effect of each ruling on the score, with those before it in effect and those after it not yet."""
    void = set(range(len(state.records)))
    before = _net(added_up(book, state.sheet, void))
    last = max(0, len(state.results) - 1)
    found = []
    for place, record in enumerate(state.records):
        if not record.overruled:
            void.remove(place)
            after = _net(added_up(book, state.sheet, void))
            found.append(_Ruled(min(last, len(record.past.state.results)), after - before, _offender(record)))
            before = after
    return found


def _offender(record: Record) -> Seat | None:
    """The player whom a ruling was made against; None if the director named nobody, or the other side."""
    seat = None if record.slip is None else record.slip.seat
    return seat if seat is not None and record.offender in (None, seat.side) else None


def _hand(counted: int, played: int, dealt: Dealt, weighed: Sequence[Cost], rulings: Sequence[_Ruled]) -> Breakdown:
    """One hand: the points that count, and those that it was worth as it was played."""
    average, par = _grained(dealt.average), _grained(dealt.par)
    own = [_lost(each for each in weighed if each.seat is seat and not each.stood_in) for seat in Seat]
    away = [_lost(each for each in weighed if each.seat is seat and each.stood_in) for seat in Seat]
    skill, bots = _for_north_south(own), _for_north_south(away)
    penalties = [sum(each.points for each in rulings if each.seat is seat) for seat in Seat]
    nobodys = sum(each.points for each in rulings if each.seat is None)
    return Breakdown(
        points=counted + sum(penalties) + nobodys,
        average=average,
        deal=Estimate(par.value - average.value, hypot(par.error, average.error)),
        skill=_by_seat(Estimate(own[seat].value + _sign(seat) * penalties[seat], own[seat].error) for seat in Seat),
        bots=bots,
        fall=Estimate(played - par.value - skill.value - bots.value, hypot(par.error, skill.error, bots.error)),
        rules=float(counted - played + nobodys),
    )


def total(hands: Sequence[Breakdown]) -> Breakdown:
    """The parts of all hands together."""
    return Breakdown(
        points=sum(hand.points for hand in hands),
        average=_sum(hand.average for hand in hands),
        deal=_sum(hand.deal for hand in hands),
        skill=_by_seat(_sum(hand.skill[seat] for hand in hands) for seat in Seat),
        bots=_sum(hand.bots for hand in hands),
        fall=_sum(hand.fall for hand in hands),
        rules=sum((hand.rules for hand in hands), 0.0),
    )


def _grained(estimate: Estimate) -> Estimate:
    return Estimate(round(estimate.value / GRAIN) * GRAIN, estimate.error)


def _lost(decisions: Iterable[Cost]) -> Estimate:
    """What decisions gave away, as a loss of their own side."""
    every = list(decisions)
    lost = Estimate(-sum(each.behind for each in every), hypot(*(each.error for each in every)))
    return _grained(lost)


def _sign(seat: Seat) -> int:
    return 1 if seat.side is Side.NS else -1


def _for_north_south(by_seat: Sequence[Estimate]) -> Estimate:
    return _sum(Estimate(_sign(seat) * by_seat[seat].value, by_seat[seat].error) for seat in Seat)


def _by_seat(estimates: Iterable[Estimate]) -> tuple[Estimate, Estimate, Estimate, Estimate]:
    north, east, south, west = estimates
    return north, east, south, west


def _sum(estimates: Iterable[Estimate]) -> Estimate:
    """The sum of independent estimates."""
    every = list(estimates)
    return Estimate(sum((each.value for each in every), 0.0), hypot(*(each.error for each in every)))
