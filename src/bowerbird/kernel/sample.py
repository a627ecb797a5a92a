"""Sample deals that fit what a seat has seen, all equally likely.

Hands that showed a void are dealt first, jointly. For the first of them, the ways to complete the deal are counted for
each way to split its cards over what the other hands may hold, and a split is drawn by those numbers. The other hands,
the hidden discard and the leftover cards then take the rest in any order. Only what a call has shown (at least one card
of some kind) is met by drawing again.

The input is a `Seen`, so hidden cards can't get in. The players weigh the deals by how likely their calls and plays
are.
"""
# mypy: disable-error-code="untyped-decorator,no-any-return"

from __future__ import annotations

from array import array
from math import comb, factorial

try:
    import cython
except ImportError:
    from bowerbird.kernel import plain as cython

from bowerbird.kernel.chance import seeded
from bowerbird.kernel.position import OUTCOME, PositionError, Trick
from bowerbird.kernel.seen import Seen
from bowerbird.kernel.solve import WORLD, value_cards
from bowerbird.seats import Seat

if cython.compiled:
    from cython.cimports.bowerbird.kernel.bits import draw, ones
    from cython.cimports.bowerbird.kernel.chance import pick_some
else:
    from bowerbird.kernel.bits import draw, ones
    from bowerbird.kernel.chance import pick_some

__all__ = ["deals", "pimc"]

#: `_CHOOSE[n * 6 + k]`: ways to choose k of n cards; 0 where k is more than n.
_CHOOSE = cython.declare(cython.double[34 * 6])
for _place in range(34 * 6):
    _CHOOSE[_place] = float(comb(_place // 6, _place % 6))

#: The most tries for a deal that must fit the calls. After that, it counts as impossible.
_TRIES = cython.declare(cython.int, 50_000)


def deals(seen: Seen, count: int, seed: int) -> array[int]:
    """`count` deals that fit, as an `array("Q")` of `WORLD` numbers each: four hands and the hidden discard."""
    cases = [_case(seen, seen.perhaps_discarded, 0)]
    if seen.perhaps_discarded:
        cases.append(_case(seen, 0, seen.perhaps_discarded))
    weights = [_prepare_and_weigh(case) * _ways_to_lay_out(case) for case in cases]
    if not any(weights):
        raise PositionError("no deal fits what was seen: some hand would have to hold cards that it cannot")
    worlds = array("Q", bytes(8 * WORLD * count))
    share = weights[0] / sum(weights)
    if _deal_range(cases[0], cases[len(cases) - 1], share, worlds, count, seeded(seed)) < count:
        raise PositionError("no deal was found that fits what was seen and what the calls have shown")
    return worlds


def pimc(
    seen: Seen,
    trick: Trick,
    samples: int,
    seed: int,
    side: int = 0,
    cuts: int = OUTCOME,
    threads: int = 1,
) -> dict[int, list[float]]:
    """Each legal card of the observing seat, over sampled deals: how many end with 0, 1, … 5 tricks for `side`."""
    if trick.to_move != seen.seat:
        raise PositionError("it is not this seat's turn to play")
    worlds = deals(seen, samples, seed)
    return value_cards(worlds, trick, seen.hand, side=side, cuts=cuts, threads=threads)


# A case describes one possible fate of the turn-up, flat for C:
# 0 unknown cards; 1-4 how many of them each seat takes, 5 the discard; 6-9 which a seat may take; 10-14 what each seat
# and the discard certainly have; 15-18 needs; 19 the seat whose needs the discard may meet, or 5;
# 20-22 the seats with something to avoid, or 5.
_CASE_SIZE = 23


def _case(seen: Seen, with_dealer: int, discarded: int) -> array[int]:
    case = array("Q", bytes(8 * _CASE_SIZE))
    fixed = list(seen.holds)
    fixed[seen.seat] = seen.hand
    if with_dealer:
        fixed[seen.hidden_discard] |= with_dealer
    unknown = seen.pack & ~(seen.gone | fixed[0] | fixed[1] | fixed[2] | fixed[3] | discarded)
    case[0] = unknown
    careful = []
    for seat in range(4):
        wanted = seen.sizes[seat] - fixed[seat].bit_count()
        if wanted < 0:
            raise PositionError("a hand is known to hold more cards than it has")
        allowed = unknown & ~seen.lacks[seat]
        case[1 + seat], case[6 + seat], case[10 + seat], case[15 + seat] = (
            wanted,
            allowed,
            fixed[seat],
            seen.needs[seat],
        )
        if wanted and allowed != unknown:
            careful.append(seat)
        reach = allowed | fixed[seat] | (unknown | discarded if seat == seen.hidden_discard else 0)
        if seen.needs[seat] and not seen.needs[seat] & reach:
            raise PositionError(f"no deal fits what was seen: {Seat(seat).word} cannot hold what the call needs")
    case[5] = seen.hidden_discard >= 0 and not discarded
    case[14] = discarded
    case[19] = seen.hidden_discard if seen.hidden_discard >= 0 else 5
    for place in range(3):
        case[20 + place] = careful[place] if place < len(careful) else 5
    return case


def _ways_to_lay_out(case: array[int]) -> float:
    """The number of ways to place the cards that the constrained hands leave."""
    careful = case[20:23]
    free = [case[1 + place] for place in range(5) if place not in careful]
    left = case[0].bit_count() - sum(case[1 + seat] for seat in careful if seat < 4)
    if sum(free) > left:
        raise PositionError("fewer cards are left than the hands take")
    ways = factorial(left) / factorial(left - sum(free))
    for wanted in free:
        ways /= factorial(wanted)
    return ways


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _two_hands(
    both: cython.int, second_only: cython.int, third: cython.int, takes_second: cython.int, takes_third: cython.int
) -> cython.double:
    """Ways to deal two hands: cards for both, for the second only, and all for the third (including those for both)."""
    ways: cython.double = 0
    shared: cython.int
    for shared in range(takes_second + 1):
        if shared <= both and third - shared >= takes_third:
            ways += (
                _CHOOSE[both * 6 + shared]
                * _CHOOSE[second_only * 6 + takes_second - shared]
                * _CHOOSE[(third - shared) * 6 + takes_third]
            )
    return ways


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _prepare(
    case: cython.ulonglong[::1], heights: cython.p_double, splits: cython.p_int, field: cython.p_ulonglong
) -> cython.int:
    """List the splits of the first constrained hand with their ways, summed up; return the number of splits.

    `field` gets what the three constrained hands may take and how many: three masks, three numbers.
    """
    place: cython.int
    seat: cython.int
    length: cython.int = 0
    total: cython.double = 0
    all_three: cython.int
    with_second: cython.int
    with_third: cython.int
    alone: cython.int
    cards: cython.ulonglong = case[0]
    for place in range(3):
        seat = cython.cast(cython.int, case[20 + place])
        field[place] = case[6 + seat] if seat < 4 else 0
        field[3 + place] = case[1 + seat] if seat < 4 else 0
    both: cython.int = ones(field[1] & field[2])
    second_only: cython.int = ones(field[1] & ~field[2])
    third: cython.int = ones(field[2])
    in_all: cython.int = ones(cards & field[0] & field[1] & field[2])
    in_second: cython.int = ones(cards & field[0] & field[1] & ~field[2])
    in_third: cython.int = ones(cards & field[0] & ~field[1] & field[2])
    in_none: cython.int = ones(cards & field[0] & ~field[1] & ~field[2])
    takes: cython.int = cython.cast(cython.int, field[3])
    takes_second: cython.int = cython.cast(cython.int, field[4])
    takes_third: cython.int = cython.cast(cython.int, field[5])
    for all_three in range(takes + 1):
        for with_second in range(takes - all_three + 1):
            for with_third in range(takes - all_three - with_second + 1):
                alone = takes - all_three - with_second - with_third
                if all_three > in_all or with_second > in_second or with_third > in_third or alone > in_none:
                    continue
                total += (
                    _CHOOSE[in_all * 6 + all_three]
                    * _CHOOSE[in_second * 6 + with_second]
                    * _CHOOSE[in_third * 6 + with_third]
                    * _CHOOSE[in_none * 6 + alone]
                    * _two_hands(
                        both - all_three,
                        second_only - with_second,
                        third - all_three - with_third,
                        takes_second,
                        takes_third,
                    )
                )
                heights[length] = total
                splits[length] = all_three | with_second << 4 | with_third << 8
                length += 1
    return length


def _prepare_and_weigh(case: cython.ulonglong[::1]) -> float:
    """The number of ways to deal the constrained hands of a case."""
    heights = cython.declare(cython.double[64])
    splits = cython.declare(cython.int[64])
    field = cython.declare(cython.ulonglong[6])
    length: cython.int = _prepare(case, heights, splits, field)
    return heights[length - 1] if length else 0.0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _fraction(state: cython.p_ulonglong) -> cython.double:
    return (draw(state) >> 11) * (1.0 / 9007199254740992.0)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _take(state: cython.p_ulonglong, cards: cython.ulonglong, wanted: cython.int) -> cython.ulonglong:
    return pick_some(state, cards, ones(cards), wanted) if wanted else 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _shared_by_second(state: cython.p_ulonglong, field: cython.p_ulonglong, cards: cython.ulonglong) -> cython.int:
    """The number of cards of the second constrained hand that the third could hold too."""
    both: cython.int = ones(cards & field[1] & field[2])
    second_only: cython.int = ones(cards & field[1] & ~field[2])
    third: cython.int = ones(cards & field[2])
    takes: cython.int = cython.cast(cython.int, field[4])
    takes_third: cython.int = cython.cast(cython.int, field[5])
    shared: cython.int
    found: cython.int = 0
    mark: cython.double = _fraction(state) * _two_hands(both, second_only, third, takes, takes_third)
    ways: cython.double
    for shared in range(takes + 1):
        if shared > both or takes - shared > second_only or third - shared < takes_third:
            continue
        found = shared
        ways = (
            _CHOOSE[both * 6 + shared]
            * _CHOOSE[second_only * 6 + takes - shared]
            * _CHOOSE[(third - shared) * 6 + takes_third]
        )
        if mark < ways:
            break
        mark -= ways
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _deal_one(
    case: cython.ulonglong[::1],
    heights: cython.p_double,
    splits: cython.p_int,
    field: cython.p_ulonglong,
    length: cython.int,
    state: cython.p_ulonglong,
    hands: cython.p_ulonglong,
) -> cython.bint:
    """Deal the unknown cards into `hands` (four, and the discard). True if the needs are met."""
    seat: cython.ulonglong
    split: cython.int
    place: cython.int = 0
    shared: cython.int
    mark: cython.double
    cards: cython.ulonglong = case[0]
    mine: cython.ulonglong
    for seat in range(5):
        hands[seat] = case[10 + seat]
    if case[20] < 4:
        mark = _fraction(state) * heights[length - 1]
        while place < length - 1 and heights[place] <= mark:
            place += 1
        split = splits[place]
        mine = _take(state, cards & field[0] & field[1] & field[2], split & 15)
        mine |= _take(state, cards & field[0] & field[1] & ~field[2], split >> 4 & 15)
        mine |= _take(state, cards & field[0] & ~field[1] & field[2], split >> 8)
        mine |= _take(
            state,
            cards & field[0] & ~field[1] & ~field[2],
            cython.cast(cython.int, field[3]) - (split & 15) - (split >> 4 & 15) - (split >> 8),
        )
        hands[case[20]] |= mine
        cards ^= mine
    if case[21] < 4:
        shared = _shared_by_second(state, field, cards)
        mine = _take(state, cards & field[1] & field[2], shared)
        mine |= _take(state, cards & field[1] & ~field[2], cython.cast(cython.int, field[4]) - shared)
        hands[case[21]] |= mine
        cards ^= mine
    if case[22] < 4:
        mine = _take(state, cards & field[2], cython.cast(cython.int, field[5]))
        hands[case[22]] |= mine
        cards ^= mine
    for seat in range(5):
        if case[20] != seat and case[21] != seat and case[22] != seat:
            mine = _take(state, cards, cython.cast(cython.int, case[1 + seat]))
            hands[seat] |= mine
            cards ^= mine
    for seat in range(4):
        if case[15 + seat]:
            mine = hands[seat] | hands[4] if case[19] == seat else hands[seat]
            if not (mine & case[15 + seat]):
                return False
    return True


def _deal_range(
    first: cython.ulonglong[::1],
    second: cython.ulonglong[::1],
    share: cython.double,
    worlds: cython.ulonglong[::1],
    count: cython.Py_ssize_t,
    seed: cython.ulonglong,
) -> int:
    """Fill the worlds, a `share` of them by the first case; return how many were filled."""
    heights = cython.declare(cython.double[64])
    splits = cython.declare(cython.int[64])
    field = cython.declare(cython.ulonglong[6])
    other_heights = cython.declare(cython.double[64])
    other_splits = cython.declare(cython.int[64])
    other_field = cython.declare(cython.ulonglong[6])
    state = cython.declare(cython.ulonglong[1])
    hands = cython.declare(cython.ulonglong[5])
    place: cython.Py_ssize_t
    filled: cython.Py_ssize_t = 0
    seat: cython.int
    tries: cython.int
    fits: cython.bint
    state[0] = seed
    length: cython.int = _prepare(first, heights, splits, field)
    other_length: cython.int = _prepare(second, other_heights, other_splits, other_field)
    with cython.nogil:
        for place in range(count):
            tries = 0
            fits = False
            while not fits and tries < _TRIES:
                tries += 1
                # Draw the case again for every try: a rejected deal must not bind the next one to its case.
                if share >= 1 or _fraction(state) < share:
                    fits = _deal_one(first, heights, splits, field, length, state, hands)
                else:
                    fits = _deal_one(second, other_heights, other_splits, other_field, other_length, state, hands)
            if not fits:
                break
            for seat in range(5):
                worlds[5 * place + seat] = hands[seat]
            filled += 1
    return filled
