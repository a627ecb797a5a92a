"""Play cards by habit: every legal card has a sum of weights, and the highest is played.

A habit looks at what a good player sees at a glance: whose trump it is, who has still to play, whether the partner is
winning, and for each card whether it wins, how many unseen ones beat it and how many of its suit are held. The weights
are data, fitted to search. Does not depend on their values, nor on hidden cards.

The same sums give the likelihood of a card in a hand (`likelihood`), which players use to read the other hands.

Positions of the weights, with cards relabelled as in `bowerbird.kernel.search`:
leads first, by role, by first trick or later, and by kind of card; then cards that follow, by who is left to play, how
the partner stands, whether the suit is held, and by kind of card; then small sums for all cards: the count of tricks,
and whether the card is the lowest of the winning or losing ones.
"""
# mypy: disable-error-code="untyped-decorator,no-any-return"

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from bowerbird.kernel import plain as cython

from bowerbird.kernel.options import HABITS
from bowerbird.kernel.position import PositionError, Trick

if cython.compiled:
    from cython.cimports.bowerbird.kernel.bits import TRUMPS, ones, suit_of
    from cython.cimports.bowerbird.kernel.search import relabel
    from cython.cimports.libc.math import exp
else:
    from math import exp

    from bowerbird.kernel.bits import TRUMPS, ones, suit_of
    from bowerbird.kernel.search import relabel

__all__ = ["habit_card", "habit_places"]

#: Kinds of card led: trump by higher unseen (4) and held (3); another by higher unseen (3), held (3), trumps or none.
_LEAD_KINDS = cython.declare(cython.int, 30)
#: Kinds of card that follow: trump or not, by winning, sure, higher unseen (4) and held (3).
_FOLLOW_KINDS = cython.declare(cython.int, 96)
#: The start of each part of the weights.
_FOLLOW = cython.declare(cython.int, 480)
_STAND = cython.declare(cython.int, 480 + 4608)
_LOWEST = cython.declare(cython.int, 480 + 4608 + 200)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _bits(cards: cython.ulonglong) -> cython.int:
    """The number of cards of one suit, for any position of its field."""
    return ones((cards | cards >> 11 | cards >> 22 | cards >> 33 | cards >> 44) & 2047)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _at_most(number: cython.int, most: cython.int) -> cython.int:
    return number if number < most else most


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _lead_place(
    card: cython.ulonglong, hand: cython.ulonglong, unseen: cython.ulonglong, role: cython.int, first: cython.bint
) -> cython.int:
    """The position of a lead's weight. A role is 0 to 3 from the maker on, and 4 more if the hand is played alone."""
    suit: cython.ulonglong = suit_of(card)
    above: cython.int = _bits(unseen & suit & ~((card << 1) - 1))
    held: cython.int = _at_most(_bits(hand & suit), 3) - 1
    kind: cython.int
    if suit == TRUMPS:
        kind = _at_most(above, 3) * 3 + held
    else:
        kind = 12 + (_at_most(above, 2) * 3 + held) * 2 + (hand & TRUMPS != 0)
    return (role * 2 + first) * _LEAD_KINDS + kind


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _follow_place(
    card: cython.ulonglong,
    hand: cython.ulonglong,
    unseen: cython.ulonglong,
    wins: cython.bint,
    context: cython.int,
) -> cython.int:
    """The position of a following card's weight; `context` describes the trick (see `follow_context`)."""
    suit: cython.ulonglong = suit_of(card)
    higher: cython.int = _bits(unseen & suit & ~((card << 1) - 1))
    # Safe against all but a ruff, and against that too if it is a trump.
    sure: cython.bint = wins and higher == 0
    kind: cython.int = (suit == TRUMPS) * 48 + wins * 24 + sure * 12
    kind += _at_most(higher, 3) * 3 + _at_most(_bits(hand & suit), 3) - 1
    return _FOLLOW + context * _FOLLOW_KINDS + kind


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def follow_context(
    behind: cython.int,
    partner_played: cython.bint,
    partner_wins: cython.bint,
    best: cython.ulonglong,
    unseen: cython.ulonglong,
    follows: cython.bint,
    makers: cython.bint,
) -> cython.int:
    """Encode how many play after this card, how the partner stands, whether the suit is held, and whose trump it is."""
    stands: cython.int = 0
    if partner_wins:
        stands = 2 + (unseen & suit_of(best) & ~((best << 1) - 1) == 0)
    elif partner_played:
        stands = 1
    return ((behind * 4 + stands) * 2 + follows) * 2 + makers


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def rate_cards(
    legal: cython.ulonglong,
    hand: cython.ulonglong,
    unseen: cython.ulonglong,
    suit: cython.ulonglong,
    best: cython.ulonglong,
    role: cython.int,
    context: cython.int,
    stand: cython.int,
    habits: cython.double[::1],
    start: cython.int,
    cards: cython.p_ulonglong,
    rates: cython.p_double,
    places: cython.p_int,
) -> cython.int:
    """Fill in each legal card with its sum of weights and their three positions; return the number of cards."""
    found: cython.int = 0
    at: cython.int
    card: cython.ulonglong
    wins: cython.bint
    trump: cython.bint
    winner_seen: cython.bint = False
    losers_suit: cython.ulonglong = 0
    while legal:
        card = legal & (0 - legal)
        legal ^= card
        trump = card & TRUMPS != 0
        cards[found] = card
        at = 3 * found
        places[at + 2] = _LOWEST
        if suit == 0:
            wins = unseen & suit_of(card) & ~((card << 1) - 1) == 0
            places[at] = _lead_place(card, hand, unseen, role, stand == 0)
        else:
            wins = card > best and card & (suit | TRUMPS) != 0
            places[at] = _follow_place(card, hand, unseen, wins, context)
            if wins and not winner_seen:
                places[at + 2] = _LOWEST + 1 + context * 2
                winner_seen = True
            elif not wins and not losers_suit & card:
                places[at + 2] = _LOWEST + 2 + context * 2
                losers_suit = suit_of(card)
        places[at + 1] = _STAND + ((stand * 2 + (role & 1)) * 2 + trump) * 2 + wins
        rates[found] = habits[start + places[at]] + habits[start + places[at + 1]] + habits[start + places[at + 2]]
        found += 1
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def by_habit(
    legal: cython.ulonglong,
    hand: cython.ulonglong,
    unseen: cython.ulonglong,
    suit: cython.ulonglong,
    best: cython.ulonglong,
    role: cython.int,
    context: cython.int,
    stand: cython.int,
    habits: cython.double[::1],
    start: cython.int,
) -> cython.ulonglong:
    """The legal card with the highest sum; the lowest of equals."""
    cards = cython.declare(cython.ulonglong[6])
    rates = cython.declare(cython.double[6])
    places = cython.declare(cython.int[18])
    found: cython.int
    place: cython.int
    chosen: cython.int = 0
    if legal & (legal - 1) == 0:
        return legal
    found = rate_cards(legal, hand, unseen, suit, best, role, context, stand, habits, start, cards, rates, places)
    for place in range(1, found):
        if rates[place] > rates[chosen]:
            chosen = place
    return cards[chosen]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def likelihood(
    played: cython.ulonglong,
    legal: cython.ulonglong,
    hand: cython.ulonglong,
    unseen: cython.ulonglong,
    suit: cython.ulonglong,
    best: cython.ulonglong,
    role: cython.int,
    context: cython.int,
    stand: cython.int,
    habits: cython.double[::1],
    start: cython.int,
    sharpness: cython.double,
) -> cython.double:
    """The likelihood of a card from a hand. The sharper, the more like `by_habit`."""
    cards = cython.declare(cython.ulonglong[6])
    rates = cython.declare(cython.double[6])
    places = cython.declare(cython.int[18])
    found: cython.int
    place: cython.int
    total: cython.double = 0
    share: cython.double
    mine: cython.double = 0
    if legal & (legal - 1) == 0:
        return 1.0
    found = rate_cards(legal, hand, unseen, suit, best, role, context, stand, habits, start, cards, rates, places)
    for place in range(found):
        share = exp(sharpness * rates[place])
        total += share
        if cards[place] == played:
            mine = share
    return mine / total


def _situation(hand: int, trick: Trick, maker: int, unseen: int) -> tuple[int, int, int, int, int, int, int, int]:
    """A decision in the numbers of this module: legal, hand, unseen, suit, best, role, context, stand."""
    seat, trump = trick.to_move, trick.trump
    mine: cython.ulonglong = relabel(hand, trump)
    others: cython.ulonglong = relabel(unseen, trump)
    suit: cython.ulonglong = suit_of(relabel(1 << trick.cards[0], trump)) if trick.cards else 0
    best: cython.ulonglong = relabel(trick.best, trump)
    legal: cython.ulonglong = mine & suit if mine & suit else mine
    behind = len(trick.seats) - len(trick.cards) - 1
    partner_played = seat ^ 2 in trick.seats[: len(trick.cards)]
    partner_wins = bool(trick.cards) and trick.holder == seat ^ 2
    context = follow_context(
        behind, partner_played, partner_wins, best, others, mine & suit != 0, (seat ^ maker) & 1 == 0
    )
    role = (seat - maker & 3) + (4 if trick.out else 0)
    stand = trick.won[maker & 1] * 5 + sum(trick.won)
    return int(legal), int(mine), int(others), int(suit), int(best), role, int(context), stand


def habit_card(hand: int, trick: Trick, maker: int, unseen: int, habits: array[float]) -> int:
    """The card that the player to move plays by habit. `unseen` are the cards that the seat has not seen."""
    _check(habits)
    legal, mine, others, suit, best, role, context, stand = _situation(hand, trick, maker, unseen)
    chosen: cython.ulonglong = by_habit(legal, mine, others, suit, best, role, context, stand, habits, 0)
    return _card_of(hand, int(chosen), trick.trump)


def habit_places(hand: int, trick: Trick, maker: int, unseen: int) -> dict[int, list[int]]:
    """The positions of the weights of each legal card, to fit habits to."""
    legal, mine, others, suit, best, role, context, stand = _situation(hand, trick, maker, unseen)
    cards = cython.declare(cython.ulonglong[6])
    rates = cython.declare(cython.double[6])
    places = cython.declare(cython.int[18])
    nothing = array("d", bytes(8 * HABITS))
    found: cython.int = rate_cards(
        legal, mine, others, suit, best, role, context, stand, nothing, 0, cards, rates, places
    )
    return {
        _card_of(hand, cards[place], trick.trump): [places[3 * place + part] for part in range(3)]
        for place in range(found)
    }


def _card_of(hand: int, relabelled: int, trump: int) -> int:
    return next(card for card in range(33) if hand >> card & 1 and relabel(1 << card, trump) == relabelled)


def _check(habits: array[float]) -> None:
    if len(habits) != HABITS:
        raise PositionError(f"cards are played by {HABITS} weights")
