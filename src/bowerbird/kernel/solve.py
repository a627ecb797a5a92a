"""Solve hands with all cards open: the tricks with best play by all four, and the value of each card.

`tricks`, `outcome` and `card_values` are for one hand. `solve_many` and `value_cards` are for many at once: they work
on flat arrays, release the GIL, and can use several threads. An impossible position raises `PositionError`.

Examples:
    >>> from bowerbird.cards import Suit, parse_cards, trump_index
    >>> from bowerbird.kernel.position import Trick, mask_of
    >>> from bowerbird.kernel.solve import outcome, tricks
    >>> from bowerbird.seats import Seat, Side
    >>> hands = [mask_of(parse_cards(five)) for five in "JhJdAhKhQh 9hTh9s9cTc AsKsQsAcKc 9dTdQdTsJs".split()]
    >>> opening = Trick(trump_index(Suit.HEARTS), leader=Seat.E)
    >>> tricks(hands, opening), outcome(hands, opening, makers=Side.NS).name
    (5, 'MARCH')
"""
# mypy: disable-error-code="untyped-decorator,no-any-return"

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum

try:
    import cython
except ImportError:
    from bowerbird.kernel import plain as cython

from bowerbird.cards import STRENGTH, SUIT_AS_PLAYED
from bowerbird.kernel.play import legal_cards
from bowerbird.kernel.position import EXACT, OUTCOME, PositionError, Trick, cards_of

if cython.compiled:
    from cython.cimports.bowerbird.kernel.bits import CARDS, TRUMPS, ones, suit_of
    from cython.cimports.bowerbird.kernel.search import most, relabel
else:
    from bowerbird.kernel.bits import CARDS, TRUMPS, ones, suit_of
    from bowerbird.kernel.search import most, relabel

__all__ = ["WORLD", "Outcome", "card_values", "outcome", "solve_many", "tricks", "value_cards"]

#: What `_solve_range` finds where it can't solve.
_OUT_OF_RANGE = cython.declare(cython.int, 254)
_NOT_A_HAND = cython.declare(cython.int, 255)

#: A world is this many numbers: four hands, and the dealer's hidden discard.
WORLD: int = 5


class Outcome(IntEnum):
    """The result for the makers. Its number is the tricks that it takes."""

    EUCHRED = 0
    MADE = 3
    MARCH = 5


def tricks(hands: Sequence[int], trick: Trick) -> int:
    """The tricks of North–South in the whole hand, with best play by all. Tricks already won count."""
    return _solve_one(hands, trick, 0, EXACT)


def outcome(hands: Sequence[int], trick: Trick, makers: int) -> Outcome:
    """The result for the makers, side 0 or 1. About twice as fast as `tricks`."""
    return Outcome(_solve_one(hands, trick, makers, OUTCOME))


def card_values(hands: Sequence[int], trick: Trick, side: int = 0, cuts: int = EXACT) -> dict[int, int]:
    """For each legal card of the player to move, the tricks of `side` in the whole hand, with best play after it.

    `cuts` says which numbers of tricks to tell apart: `EXACT`, or `OUTCOME` for 0, 3 or 5.
    """
    trick.check_hands(hands)
    world = array("Q", [*hands, 0])
    table = value_cards(world, trick, hands[trick.to_move], side=side, cuts=cuts)
    return {card: row.index(1.0) for card, row in table.items()}


def solve_many(
    hands: array[int],
    trumps: array[int],
    leaders: array[int],
    outs: array[int],
    sides: array[int],
    cuts: int = EXACT,
    threads: int = 1,
) -> array[int]:
    """Solve many hands, each at the start of a trick. Returns the tricks to come for its side, an `array("B")`.

    Args:
        hands: An `array("Q")` of four bit masks per hand. All players hold the same number of cards.
        trumps: Here and below, an `array("B")` of one number per hand: trump.
        leaders: The seat that leads.
        outs: The bit mask of seats that sit out.
        sides: The side whose tricks are counted.
        cuts: The numbers of tricks to tell apart: `EXACT` or `OUTCOME`.
        threads: The number of threads.
    """
    count = len(trumps)
    if len(hands) != 4 * count or not len(leaders) == len(outs) == len(sides) == count:
        raise PositionError("the buffers differ in length: four hands and one of everything else for each deal")
    found = array("B", bytes(count))
    if count:

        def work(_: int, start: int, stop: int) -> None:
            _solve_range(hands, trumps, leaders, outs, sides, cuts, found, start, stop)

        in_threads(work, count, threads)
    known = found.tobytes()
    if _OUT_OF_RANGE in known:
        raise PositionError("a trump above 4, a leader above 3, a mask of seats above 15 or a side above 1")
    if _NOT_A_HAND in known:
        raise PositionError(f"hand {known.index(_NOT_A_HAND)} has no leader's card, or hands of different lengths")
    return found


def value_cards(
    worlds: array[int],
    trick: Trick,
    hand: int,
    side: int = 0,
    cuts: int = OUTCOME,
    weights: array[float] | None = None,
    threads: int = 1,
) -> dict[int, list[float]]:
    """Value the legal cards of one hand over many worlds: how many of them end with 0, 1, … 5 tricks for `side`.

    Args:
        worlds: An `array("Q")` of `WORLD` numbers per world. The hand to move is the same in all.
        trick: The trick on the table.
        hand: The hand to move, as a bit mask.
        side: The side whose tricks are counted.
        cuts: The numbers of tricks to tell apart: `EXACT` or `OUTCOME`.
        weights: An `array("d")` with the weight of each world. Without it, each counts 1.
        threads: The number of threads.
    """
    count, rest = divmod(len(worlds), WORLD)
    if rest or (weights is not None and len(weights) != count):
        raise PositionError(f"a world is {WORLD} numbers, and has one weight")
    if any(worlds[place] != hand for place in range(trick.to_move, len(worlds), WORLD)):
        raise PositionError("the player to move holds other cards in some world")
    led = trick.cards[0] if trick.cards else -1
    # Low cards first within a suit, so that equal cards are neighbours.
    suits, strengths = SUIT_AS_PLAYED[trick.trump], STRENGTH[trick.trump]
    cards = sorted(cards_of(legal_cards(hand, led, trick.trump)), key=lambda card: (suits[card], strengths[card]))
    legal = array("Q", [1 << card for card in cards])
    weight = array("d", [1.0]) * count if weights is None else weights
    sums = [array("d", bytes(8 * 6 * len(cards))) for _ in range(max(1, threads))]
    best, held_by = trick.best, trick.holder - trick.to_move & 3
    slots, won, ours = trick.slots_left, trick.won[side], trick.to_move & 1 == side
    lead_card = 1 << led if led >= 0 else 0

    def work(piece: int, start: int, stop: int) -> None:
        _value_range(
            worlds,
            weight,
            legal,
            len(cards),
            trick.trump,
            trick.to_move,
            trick.out,
            slots,
            lead_card,
            best,
            held_by,
            ours,
            won,
            cuts,
            sums[piece],
            start,
            stop,
        )

    if count:
        in_threads(work, count, threads)
    total = [sum(column) for column in zip(*sums, strict=True)]
    return {card: total[6 * place : 6 * place + 6] for place, card in enumerate(cards)}


def in_threads(work: Callable[[int, int, int], None], count: int, threads: int) -> None:
    """Call `work(piece, start, stop)` over the range, with one piece per thread."""
    if threads <= 1:
        work(0, 0, count)
        return
    with ThreadPoolExecutor(threads) as pool:
        done = [
            pool.submit(work, piece, count * piece // threads, count * (piece + 1) // threads)
            for piece in range(threads)
        ]
        for part in done:
            part.result()


def _solve_one(hands: Sequence[int], trick: Trick, side: int, cuts: int) -> int:
    trick.check_hands(hands)
    seat = trick.to_move
    me, left, partner, right = (
        0 if trick.out >> (place & 3) & 1 else hands[place & 3] for place in range(seat, seat + 4)
    )
    led = 1 << trick.cards[0] if trick.cards else 0
    held_by, ours, won = trick.holder - seat & 3, seat & 1 == side, trick.won[side]
    trump, slots, best = trick.trump, trick.slots_left, trick.best
    return _solve(me, left, partner, right, trump, slots, led, best, held_by, ours, won, cuts)


def _solve(
    me: cython.ulonglong,
    left: cython.ulonglong,
    partner: cython.ulonglong,
    right: cython.ulonglong,
    trump: cython.int,
    slots: cython.int,
    led: cython.ulonglong,
    best: cython.ulonglong,
    held_by: cython.int,
    ours: cython.bint,
    won: cython.int,
    cuts: cython.int,
) -> int:
    suit: cython.ulonglong = suit_of(relabel(led, trump)) if led else 0
    mine: cython.ulonglong = relabel(me, trump)
    found: cython.int
    with cython.nogil:
        found = most(
            mine,
            relabel(left, trump),
            relabel(partner, trump),
            relabel(right, trump),
            slots,
            suit,
            relabel(best, trump),
            held_by,
            ones(mine),
            ours,
            won,
            cuts,
        )
    return found


def _solve_range(
    hands: cython.ulonglong[::1],
    trumps: cython.uchar[::1],
    leaders: cython.uchar[::1],
    outs: cython.uchar[::1],
    sides: cython.uchar[::1],
    cuts: cython.int,
    found: cython.uchar[::1],
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
) -> None:
    """Solve a piece of the buffers; what can't be solved is marked."""
    place: cython.Py_ssize_t
    seat: cython.int
    turn: cython.int
    length: cython.int
    hand = cython.declare(cython.ulonglong[4])
    with cython.nogil:
        for place in range(start, stop):
            if trumps[place] > 4 or leaders[place] > 3 or outs[place] > 15 or sides[place] > 1:
                found[place] = _OUT_OF_RANGE
                continue
            for turn in range(4):
                seat = leaders[place] + turn & 3
                hand[turn] = 0
                if not outs[place] >> seat & 1:
                    hand[turn] = relabel(hands[4 * place + seat], trumps[place])
            length = ones(hand[0])
            found[place] = _NOT_A_HAND
            if 0 < length < 6:
                for turn in range(1, 4):
                    if hand[turn] and ones(hand[turn]) != length:
                        length = 0
            if 0 < length < 6:
                found[place] = most(
                    hand[0],
                    hand[1],
                    hand[2],
                    hand[3],
                    4,
                    0,
                    0,
                    0,
                    length,
                    leaders[place] & 1 == sides[place],
                    0,
                    cuts,
                )


def _value_range(
    worlds: cython.ulonglong[::1],
    weights: cython.double[::1],
    legal: cython.ulonglong[::1],
    options: cython.int,
    trump: cython.int,
    mover: cython.int,
    out: cython.int,
    slots: cython.int,
    led: cython.ulonglong,
    best: cython.ulonglong,
    held_by: cython.int,
    ours: cython.bint,
    won: cython.int,
    cuts: cython.int,
    sums: cython.double[::1],
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
) -> None:
    """Value each legal card in a piece of the worlds, and add its weight to the count of its tricks."""
    place: cython.Py_ssize_t
    turn: cython.int
    option: cython.int
    seat: cython.int
    found: cython.int = 0
    length: cython.int
    card: cython.ulonglong
    suit: cython.ulonglong
    above: cython.ulonglong
    last: cython.ulonglong
    loose: cython.ulonglong
    wins: cython.bint
    cards = cython.declare(cython.ulonglong[5])
    hand = cython.declare(cython.ulonglong[4])
    for option in range(options):
        cards[option] = relabel(legal[option], trump)
    best = relabel(best, trump)
    suit = suit_of(relabel(led, trump)) if led else 0
    with cython.nogil:
        for place in range(start, stop):
            for turn in range(4):
                seat = mover + turn & 3
                hand[turn] = 0 if out >> seat & 1 else relabel(worlds[5 * place + seat], trump)
            length = ones(hand[0])
            loose = ~(hand[1] | hand[2] | hand[3] | best) & CARDS
            last = 0
            for option in range(options):
                card = cards[option]
                # A card equal to the one before has the same value.
                if last == 0 or not (card & loose & ~(loose + last)):
                    above = suit_of(card) if suit == 0 else suit
                    wins = best == 0 or (card & (above | TRUMPS) and card > best)
                    found = most(
                        hand[1],
                        hand[2],
                        hand[3],
                        hand[0] ^ card,
                        slots - 1,
                        above,
                        card if wins else best,
                        3 if wins else held_by - 1,
                        length,
                        not ours,
                        won,
                        cuts,
                    )
                last = card
                sums[6 * option + found] += weights[place]
