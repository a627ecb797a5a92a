"""Calls in bulk play: list the legal ones, and rate a hand by a sum of weights.

A turn is 0 to 7: the two rounds, each first seat, dealer's partner, third seat, dealer. A call is a number: 0 to pass,
1 to 4 for the suits, 5 to 8 for the suits alone.

The weights of a call (see `Policy`), by place:
0-7 the turn; 8-17 a trump in hand, lowest to joker; 18-25 a card of another suit, seven to ace; 26-31 that many trumps;
32-35 that many other suits held; 36-43 the rank of a turn-up that opponents take; 44-51 that the partner takes;
52-59 that the dealer takes (and has in hand); 60 the suit next to the turned-down one; 61 another.
"""
# mypy: disable-error-code="untyped-decorator,no-any-return"

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from bowerbird.kernel import plain as cython

from bowerbird.kernel.options import FEATURES, by_turn
from bowerbird.kernel.play import SUIT_MASK
from bowerbird.kernel.position import PositionError
from bowerbird.kernel.solve import WORLD

if cython.compiled:
    from cython.cimports.bowerbird.kernel.bits import ones
    from cython.cimports.bowerbird.kernel.search import relabel
else:
    from bowerbird.kernel.bits import ones
    from bowerbird.kernel.search import relabel

__all__ = ["call_features", "rate_calls"]

#: Positions in `Options.flat`.
_STICK_THE_DEALER = cython.declare(cython.int, 0)
_PARTNER_MUST_GO_ALONE = cython.declare(cython.int, 1)
_NEED_ROUND_ONE = cython.declare(cython.int, 2)
_NEED_ROUND_TWO = cython.declare(cython.int, 3)
_DEALER_EXEMPT = cython.declare(cython.int, 4)

_FEATURES = cython.declare(cython.int, FEATURES)

#: The trumps of each suit with left bower and joker, and the cards printed in it.
_OF_SUIT = cython.declare(cython.ulonglong[4])
_PRINTED = cython.declare(cython.ulonglong[4])
#: The position of the lowest bit.
_LOWEST = cython.declare(cython.uchar[2048])
for _place in range(4):
    _OF_SUIT[_place] = SUIT_MASK[_place][_place]
    _PRINTED[_place] = 0xFF << 8 * _place
for _place in range(2048):
    _LOWEST[_place] = (_place & -_place).bit_length() - 1 if _place else 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def legal_calls(hand: cython.ulonglong, turn: cython.int, turned: cython.int, options: cython.int[::1]) -> cython.int:
    """The legal calls of a hand, as bits; `turned` is the suit of the turn-up."""
    suit: cython.int
    calls: cython.int = 0x22 << turned if turn < 4 else 0x1FE & ~(0x22 << turned)
    need: cython.int = options[_NEED_ROUND_ONE] if turn < 4 else options[_NEED_ROUND_TWO]
    stuck: cython.bint = turn == 7 and options[_STICK_THE_DEALER] != 0
    if need and not (turn == 3 and options[_DEALER_EXEMPT]):
        for suit in range(4):
            if not hand & (_PRINTED[suit] if need == 1 else _OF_SUIT[suit]):
                calls &= ~(0x22 << suit)
    if turn == 1 and options[_PARTNER_MUST_GO_ALONE]:
        calls &= 0x1E0
    if not stuck:
        calls |= 1
    elif calls == 0:
        calls = 0x1FE & ~(0x22 << turned)
    return calls


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _features(
    hand: cython.ulonglong, trump: cython.int, turn: cython.int, turn_up: cython.int, places: cython.p_int
) -> cython.int:
    """Fill in the positions of the weights that count for a call; return their number, at most eleven."""
    found: cython.int = 1
    suit: cython.int
    rank: cython.int
    suits: cython.int = 0
    bits: cython.int = cython.cast(cython.int, relabel(hand, trump) >> 44)
    places[0] = turn
    rank = 26 + ones(bits)
    places[1] = rank if rank < 32 else 31
    found = 2
    while bits:
        places[found] = 8 + _LOWEST[bits]
        found += 1
        bits &= bits - 1
    for suit in range(4):
        bits = cython.cast(cython.int, (hand & ~_OF_SUIT[trump]) >> 8 * suit & 255)
        if bits:
            suits += 1
        while bits:
            places[found] = 18 + _LOWEST[bits]
            found += 1
            bits &= bits - 1
    places[found] = 32 + suits
    if turn >= 4:
        places[found + 1] = 60 if trump + (turn_up >> 3) == 3 else 61
    elif turn == 3:
        places[found + 1] = 52 + (turn_up & 7)
    elif turn == 1:
        places[found + 1] = 44 + (turn_up & 7)
    else:
        places[found + 1] = 36 + (turn_up & 7)
    return found + 2


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def rating(
    hand: cython.ulonglong,
    trump: cython.int,
    turn: cython.int,
    turn_up: cython.int,
    weights: cython.double[::1],
    start: cython.int,
) -> cython.double:
    """The sum of weights of a call; a dealer's hand is the one after the discard.

    The weights of the eight turns follow one another, from `start` in the buffer.
    """
    places = cython.declare(cython.int[12])
    total: cython.double = 0
    place: cython.int
    start += turn * _FEATURES
    for place in range(_features(hand, trump, turn, turn_up, places)):
        total += weights[start + places[place]]
    return total


def call_features(hand: int, trump: int, turn: int, turn_up: int) -> list[int]:
    """The positions of the weights that count when `hand` makes `trump` at this turn, to fit a model to."""
    if not 0 <= trump <= 3 or not 0 <= turn <= 7 or not 0 <= turn_up <= 31 or hand.bit_count() > 5:
        raise PositionError("a call has a hand of five, a suit, a turn from 0 to 7 and a turn-up that is no joker")
    places = cython.declare(cython.int[12])
    return [places[place] for place in range(_features(hand, trump, turn, turn_up, places))]


def rate_calls(
    worlds: array[int], seat: int, trump: int, turn: int, turn_up: int, weights: array[float]
) -> array[float]:
    """Rate a call by the hand of `seat` in each world: an `array("d")`, to weigh worlds by the calls they explain.

    The dealer's hand in round one must be the one after the discard.
    """
    weights = by_turn(weights)
    call_features(0, trump, turn, turn_up)
    count = len(worlds) // WORLD
    ratings = array("d", bytes(8 * count))
    if count:
        _rate_range(worlds, seat, trump, turn, turn_up, weights, ratings, count)
    return ratings


def _rate_range(
    worlds: cython.ulonglong[::1],
    seat: cython.int,
    trump: cython.int,
    turn: cython.int,
    turn_up: cython.int,
    weights: cython.double[::1],
    ratings: cython.double[::1],
    count: cython.Py_ssize_t,
) -> None:
    place: cython.Py_ssize_t
    with cython.nogil:
        for place in range(count):
            ratings[place] = rating(worlds[5 * place + seat], trump, turn, turn_up, weights, 0)
