"""Statistics of many hands: how often made, marched, euchred and alone, by seat, round and call, with errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from math import sqrt
from typing import Final

import msgspec

from bowerbird.kernel.simulate import HandRecord

__all__ = ["CALLS", "ROUNDS", "SEATS", "Estimate", "Line", "Statistics", "call_of", "count_up", "seat_of"]

#: The seats relative to the dealer, in the order of speaking.
SEATS: Final = ("first seat", "dealer's partner", "third seat", "dealer")
#: The rounds in which trump is made.
ROUNDS: Final = ("first round", "second round")
#: First round: by an opponent of the dealer, by the partner, by the dealer. Second round: by the colour of the turn-up.
CALLS: Final = ("order", "assist", "take", "next", "crossing", "no trump")

_NO_TRUMP: Final = 4


class Estimate(msgspec.Struct, frozen=True):
    """A mean or a share, with its standard error."""

    value: float
    stderr: float


class Line(msgspec.Struct, frozen=True):
    """Hands of one kind. Figures are shares of `hands`; without any, they are None."""

    #: One of `SEATS`, `ROUNDS` or `CALLS`, or `all`.
    name: str
    hands: int
    #: The share of all hands dealt.
    share: Estimate
    euchred: Estimate | None
    made: Estimate | None
    march: Estimate | None
    #: The share of lone hands.
    alone: Estimate | None
    #: This and the next two are shares of lone hands.
    alone_euchred: Estimate | None
    alone_made: Estimate | None
    alone_march: Estimate | None
    #: The makers' net gain in points per hand.
    points: Estimate | None


class Statistics(msgspec.Struct, frozen=True):
    """Many hands, counted."""

    #: All hands dealt.
    hands: int
    thrown_in: Estimate
    #: Points of the dealer's side, per hand dealt.
    dealer_points: Estimate
    #: Points of the other side, per hand dealt.
    other_points: Estimate
    #: Their difference.
    dealer_gain: Estimate
    #: All hands in which trump was made.
    all: Line
    by_seat: tuple[Line, ...]
    by_round: tuple[Line, ...]
    by_call: tuple[Line, ...]


def seat_of(hand: HandRecord) -> str:
    """The seat of the maker relative to the dealer: one of `SEATS`."""
    return SEATS[hand.caller - hand.dealer - 1 & 3]


def call_of(hand: HandRecord) -> str:
    """The way trump was made: one of `CALLS`."""
    if hand.round == 1:
        return {"dealer": "take", "dealer's partner": "assist"}.get(seat_of(hand), "order")
    if hand.trump == _NO_TRUMP:
        return "no trump"
    return "next" if hand.trump + hand.turned == 3 else "crossing"


def count_up(counted: Mapping[HandRecord, int]) -> Statistics:
    """Compute statistics from records of hands, each with the number of times that it came."""
    dealt = sum(counted.values())
    played = Counter({hand: times for hand, times in counted.items() if hand.round})

    def by(kind: Callable[[HandRecord], str], names: tuple[str, ...]) -> tuple[Line, ...]:
        parts = {name: Counter[HandRecord]() for name in names}
        for hand, times in played.items():
            parts[kind(hand)][hand] = times
        return tuple(_line(name, part, dealt) for name, part in parts.items())

    return Statistics(
        hands=dealt,
        thrown_in=_share(dealt - played.total(), dealt),
        dealer_points=_mean(counted, lambda hand: _points(hand)[hand.dealer & 1]),
        other_points=_mean(counted, lambda hand: _points(hand)[~hand.dealer & 1]),
        dealer_gain=_mean(counted, lambda hand: _gain(hand, hand.dealer)),
        all=_line("all hands", played, dealt),
        by_seat=by(seat_of, SEATS),
        by_round=by(lambda hand: ROUNDS[hand.round - 1], ROUNDS),
        by_call=tuple(line for line in by(call_of, CALLS) if line.hands or line.name != "no trump"),
    )


def _line(name: str, hands: Counter[HandRecord], dealt: int) -> Line:
    count = hands.total()
    lone = Counter({hand: times for hand, times in hands.items() if hand.alone})

    def share(of: Counter[HandRecord], holds: Callable[[HandRecord], bool]) -> Estimate | None:
        return _share(sum(times for hand, times in of.items() if holds(hand)), of.total()) if of else None

    return Line(
        name=name,
        hands=count,
        share=_share(count, dealt),
        euchred=share(hands, _is_euchred),
        made=share(hands, _is_made),
        march=share(hands, _is_march),
        alone=share(hands, lambda hand: bool(hand.alone)),
        alone_euchred=share(lone, _is_euchred),
        alone_made=share(lone, _is_made),
        alone_march=share(lone, _is_march),
        points=_mean(hands, lambda hand: _gain(hand, hand.caller)) if hands else None,
    )


def _is_euchred(hand: HandRecord) -> bool:
    return hand.tricks < 3


def _is_made(hand: HandRecord) -> bool:
    return 3 <= hand.tricks < 5


def _is_march(hand: HandRecord) -> bool:
    return hand.tricks == 5


def _points(hand: HandRecord) -> tuple[int, int]:
    return hand.points_ns, hand.points_ew


def _gain(hand: HandRecord, seat: int) -> int:
    return _points(hand)[seat & 1] - _points(hand)[~seat & 1]


def _share(part: int, whole: int) -> Estimate:
    share = part / whole if whole else 0.0
    return Estimate(share, sqrt(share * (1 - share) / whole) if whole else 0.0)


def _mean(hands: Mapping[HandRecord, int], worth: Callable[[HandRecord], int]) -> Estimate:
    count = sum(hands.values())
    if not count:
        return Estimate(0.0, 0.0)
    mean = sum(times * worth(hand) for hand, times in hands.items()) / count
    spread = sum(times * (worth(hand) - mean) ** 2 for hand, times in hands.items())
    return Estimate(mean, sqrt(spread / max(1, count - 1) / count))
