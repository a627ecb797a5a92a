"""The open-hand search: can the side to play take a given number of the remaining tricks?

Everything here works on relabelled cards, so that the search needs no rules of rank: each suit has a field of eleven
bits, low cards in low bits, with an empty guard bit on top; trumps (or the joker in no trump) are the highest field. A
later card wins a trick if it is a higher bit and belongs to trumps or to the suit led.

A hand of 0 is a seat that does not play (the partner of a lone player). Does not depend on points, seats or sides:
hands come in the order of play, starting with the player to move, and the answer is for that player's side.
"""
# mypy: disable-error-code="untyped-decorator,no-any-return"

try:
    import cython
except ImportError:
    from bowerbird.kernel import plain as cython

from bowerbird.cards import CARD_COUNT, STRENGTH, SUIT_AS_PLAYED

if cython.compiled:
    from cython.cimports.bowerbird.kernel.bits import (
        CARDS,
        DOWN_1,
        DOWN_2,
        DOWN_4,
        DOWN_8,
        GUARDS,
        LOW_SUIT,
        SIDE_SUITS,
        TRUMPS,
        compress,
        low_bit,
        ones,
        suit_of,
    )
    from cython.cimports.bowerbird.kernel.ending import last_two
else:
    from bowerbird.kernel.bits import (
        CARDS,
        DOWN_1,
        DOWN_2,
        DOWN_4,
        DOWN_8,
        GUARDS,
        LOW_SUIT,
        SIDE_SUITS,
        TRUMPS,
        compress,
        low_bit,
        ones,
        suit_of,
    )

#: True if this kernel is compiled. Otherwise it gives the same answers, a few hundred times slower.
COMPILED: bool = cython.compiled

#: Relabelled cards by trump, byte of the hand and value of that byte.
_RELABELLED = cython.declare(cython.ulonglong[5 * 5 * 256])

#: Tricks that trumps must win. The place has a bit for each trump of a hand and of its opponents, set for the hand's
#: own, low cards in low bits, and one more bit on top.
_UNMATCHED = cython.declare(cython.uchar[2048])


def _relabelled_bit(card: int, trump: int) -> int:
    suit = SUIT_AS_PLAYED[trump][card]
    below = sum(
        SUIT_AS_PLAYED[trump][other] == suit and STRENGTH[trump][other] < STRENGTH[trump][card]
        for other in range(CARD_COUNT)
    )
    return 1 << ((4 if suit == trump else suit) * 11 + below)


def _fill_tables() -> None:
    for trump in range(5):
        labels = [_relabelled_bit(card, trump) for card in range(CARD_COUNT)]
        for byte in range(5):
            cards = labels[byte * 8 : byte * 8 + 8]
            for value in range(256):
                _RELABELLED[(trump * 5 + byte) * 256 + value] = sum(
                    label for place, label in enumerate(cards) if value >> place & 1
                )
    for trumps in range(2048):
        _UNMATCHED[trumps] = _most_unmatched(trumps)


def _most_unmatched(trumps: int) -> int:
    """The best surplus over all ranks, for the numbers of `_UNMATCHED`."""
    size = max(trumps.bit_length() - 1, 0)
    surplus = [0]
    for rank in range(size):
        mine = (trumps ^ 1 << size) >> rank
        surplus.append(2 * mine.bit_count() - (size - rank))
    return max(surplus)


_fill_tables()


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def relabel(hand: cython.ulonglong, trump: cython.int) -> cython.ulonglong:
    """Relabel a hand of card indices for the search."""
    row: cython.int = trump * 1280
    return (
        _RELABELLED[row + (hand & 255)]
        | _RELABELLED[row + 256 + (hand >> 8 & 255)]
        | _RELABELLED[row + 512 + (hand >> 16 & 255)]
        | _RELABELLED[row + 768 + (hand >> 24 & 255)]
        | _RELABELLED[row + 1024 + (hand >> 32 & 255)]
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def masters(hand: cython.ulonglong, others: cython.ulonglong) -> cython.ulonglong:
    """The cards of a hand that no card of their suit in the other hands can beat."""
    others |= others >> 1 & DOWN_1
    others |= others >> 2 & DOWN_2
    others |= others >> 4 & DOWN_4
    others |= others >> 8 & DOWN_8
    return hand & ~others


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _unmatched_trumps(mine: cython.ulonglong, theirs: cython.ulonglong) -> cython.int:
    """Tricks that one hand's trumps must win, however they are played.

    Each trump of one hand is played to a separate trick, and loses only to a higher trump of the other side. So trumps
    that can't be matched one for one with higher ones win. The count is the best over all ranks.
    """
    mine >>= 44
    theirs = theirs >> 44 | mine
    return _UNMATCHED[compress(mine, theirs) | cython.cast(cython.ulonglong, 1) << ones(theirs)]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _more(one: cython.int, other: cython.int) -> cython.int:
    return one if one > other else other


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _least(one: cython.int, two: cython.int, three: cython.int) -> cython.int:
    if two < one:
        one = two
    return three if three < one else one


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _cashable(top: cython.ulonglong, left: cython.ulonglong, right: cython.ulonglong) -> cython.int:
    """Tricks that a leader with these master cards of side suits can take in sequence, whatever the opponents do.

    They win as long as the opponents must follow. An opponent who can't trump is passed as `CARDS`.
    """
    total: cython.int = 0
    field: cython.int
    for field in range(0, 44, 11):
        total += _least(ones(top >> field & LOW_SUIT), ones(left >> field & LOW_SUIT), ones(right >> field & LOW_SUIT))
    return total


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _draws(top: cython.ulonglong, left: cython.ulonglong, right: cython.ulonglong) -> cython.bint:
    """True if these master trumps draw every trump of the opponents."""
    drawn: cython.int = ones(top >> 44)
    return (ones(left >> 44) <= drawn) & (ones(right >> 44) <= drawn)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _cashed(
    top: cython.ulonglong,
    left: cython.ulonglong,
    right: cython.ulonglong,
    other: cython.ulonglong,
    mine: cython.int,
    others: cython.int,
) -> cython.int:
    """Tricks that a leader with the master cards `top` is sure of; `other` is the partner's hand.

    The side suits come first. That leaves the trumps of both partners as they are, so those that must win (`mine` and
    `others`) still do: the leader's, or the partner's if other cards were enough to follow.
    """
    sides: cython.int = _cashable(top, left if left & TRUMPS else CARDS, right if right & TRUMPS else CARDS)
    total: cython.int = sides + (others if others > mine and ones(other & SIDE_SUITS) >= sides else mine)
    if _draws(top, left, right) and ones(top) > total:
        total = ones(top)
    return total


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _cashed_by_partner(
    me: cython.ulonglong,
    left: cython.ulonglong,
    top: cython.ulonglong,
    right: cython.ulonglong,
    mine: cython.int,
    partners: cython.int,
) -> cython.int:
    """Tricks that the leader's side is sure of if the partner has the master cards `top`; 0 if no lead reaches them."""
    # A sum sets the guard bits of the suits that a hand has. Opponents who can't trump may have any suit.
    reached: cython.ulonglong = (me + CARDS) & (top + CARDS) & GUARDS
    by_sides: cython.ulonglong = (
        reached & ((left if left & TRUMPS else CARDS) + CARDS) & ((right if right & TRUMPS else CARDS) + CARDS)
    )
    if not by_sides & SIDE_SUITS:
        if reached <= SIDE_SUITS:
            return 0
        # A trump is led. What remains of the trumps is only sure if they are the highest.
        mine = 0
        partners = ones(top >> 44)
    return _cashed(top, left, right, me, partners, mine)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lead(
    me: cython.ulonglong,
    left: cython.ulonglong,
    partner: cython.ulonglong,
    right: cython.ulonglong,
    tricks: cython.int,
    need: cython.int,
) -> cython.bint:
    """True if the leader's side can take at least `need` of the last `tricks` tricks."""
    card: cython.ulonglong
    suit: cython.ulonglong
    first: cython.ulonglong
    second: cython.ulonglong
    theirs: cython.ulonglong
    if need <= 0:
        return True
    if need > tricks:
        return False
    if tricks == 1:
        suit = suit_of(me) | TRUMPS
        card = me
        if (partner & suit) > card:
            card = partner
        return (left & suit) <= card and (right & suit) <= card
    if cython.compiled and tricks == 2:
        return last_two(me, left, partner, right, need)
    theirs = left | right
    if tricks - _more(_unmatched_trumps(left, me | partner), _unmatched_trumps(right, me | partner)) < need:
        return False
    mine: cython.int = _unmatched_trumps(me, theirs)
    partners: cython.int = _unmatched_trumps(partner, theirs)
    if _more(mine, partners) >= need:
        return True
    first = masters(me, theirs | partner)
    if first and _cashed(first, left, right, partner, mine, partners) >= need:
        return True
    second = masters(partner, theirs | me)
    if second and _cashed_by_partner(me, left, second, right, mine, partners) >= need:
        return True
    loose: cython.ulonglong = ~(theirs | partner) & CARDS
    second = me & ~first
    while True:
        if first == 0:
            if second == 0:
                return False
            first = second
            second = 0
        card = first & (0 - first)
        # Adjacent cards are equivalent: the carry runs up to the next card of another hand.
        first &= ~(loose & ~(loose + card))
        if not follow(left, partner, right, me ^ card, 3, suit_of(card), card, 3, tricks, tricks - need + 1):
            return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def follow(
    me: cython.ulonglong,
    left: cython.ulonglong,
    partner: cython.ulonglong,
    right: cython.ulonglong,
    to_play: cython.int,
    suit: cython.ulonglong,
    best: cython.ulonglong,
    holder: cython.int,
    tricks: cython.int,
    need: cython.int,
) -> cython.bint:
    """The same within a trick: `to_play` players are still to play, the first of them is `me`.

    `best` is the winning card so far, and `holder` the position of its player, counted from `me`.
    `tricks` counts the one on the table.
    """
    if to_play == 0:
        if holder == 0:
            return lead(me, left, partner, right, tricks - 1, need - 1)
        if holder == 1:
            return not lead(left, partner, right, me, tricks - 1, tricks - need)
        if holder == 2:
            return lead(partner, right, me, left, tricks - 1, need - 1)
        return not lead(right, me, left, partner, tricks - 1, tricks - need)
    card: cython.ulonglong
    first: cython.ulonglong
    second: cython.ulonglong
    wins: cython.bint
    their_need: cython.int = tricks - need + 1
    if me == 0:
        return not follow(left, partner, right, me, to_play - 1, suit, best, holder - 1, tricks, their_need)
    second = me & suit
    if second == 0:
        second = me
    loose: cython.ulonglong = ~(left | partner | right | best) & CARDS
    higher: cython.ulonglong = ~((best << 1) - 1)
    winners: cython.ulonglong = second & (suit | TRUMPS) & higher
    first = winners
    second ^= winners
    if holder == 2 and (to_play == 1 or not ((left & suit if left & suit else left & TRUMPS) & higher)):
        first = second
        second = winners
    while True:
        if first == 0:
            if second == 0:
                return False
            first = second
            second = 0
        card = first & (0 - first)
        first &= ~(loose & ~(loose + card))
        wins = (card & winners) != 0
        if not follow(
            left,
            partner,
            right,
            me ^ card,
            to_play - 1,
            suit,
            card if wins else best,
            3 if wins else holder - 1,
            tricks,
            their_need,
        ):
            return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def can_take(
    me: cython.ulonglong,
    left: cython.ulonglong,
    partner: cython.ulonglong,
    right: cython.ulonglong,
    to_play: cython.int,
    suit: cython.ulonglong,
    best: cython.ulonglong,
    holder: cython.int,
    tricks: cython.int,
    need: cython.int,
) -> cython.bint:
    """`follow`, or `lead` if all four are still to play."""
    if to_play == 4:
        return lead(me, left, partner, right, tricks, need)
    return follow(me, left, partner, right, to_play, suit, best, holder, tricks, need)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _likely(ours: cython.ulonglong, theirs: cython.ulonglong, tricks: cython.int) -> cython.int:
    """A likely number of tricks for the side to move, from its cards and the opponents'.

    In sixteenths of a trick: half of the tricks and a little more, for each trump, for right bower and joker, for the
    left bower, and for each master card of another suit.
    """
    sixteenths: cython.int = (
        8 * tricks
        + 12
        + 7 * (ones(ours >> 44) - ones(theirs >> 44))
        + 10 * (ones(ours >> 52) - ones(theirs >> 52))
        + 4 * (ones(ours >> 51 & 1) - ones(theirs >> 51 & 1))
        + 4 * (ones(masters(ours, theirs) & SIDE_SUITS) - ones(masters(theirs, ours) & SIDE_SUITS))
    )
    return sixteenths >> 4


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def most(
    me: cython.ulonglong,
    left: cython.ulonglong,
    partner: cython.ulonglong,
    right: cython.ulonglong,
    to_play: cython.int,
    suit: cython.ulonglong,
    best: cython.ulonglong,
    holder: cython.int,
    tricks: cython.int,
    ours: cython.bint,
    won: cython.int,
    cuts: cython.int,
) -> cython.int:
    """The tricks that a side takes in the whole hand: the highest number among `cuts` that it can reach, or 0.

    The side is the one of `me` if `ours`, else the other; it has already `won` tricks. `cuts` has bit n set if it
    matters whether n tricks are reached. A likely number is tried first, then its neighbours up or down.
    """
    need: cython.int
    reached: cython.int = 0
    undecided: cython.int = cuts & 0b111110
    mine: cython.ulonglong = me | partner
    theirs: cython.ulonglong = left | right
    if holder & 1:
        theirs |= best
    else:
        mine |= best
    cut: cython.int = _likely(mine, theirs, tricks)
    cut = won + (cut if ours else tricks - cut + 1)
    cut = 5 if cut > 5 else 0 if cut < 0 else cut
    while undecided:
        if undecided & (2 << cut) - 1:
            while not undecided >> cut & 1:
                cut -= 1
        else:
            cut = low_bit(undecided)
        need = cut - won if ours else tricks - cut + won + 1
        if can_take(me, left, partner, right, to_play, suit, best, holder, tricks, need) == ours:
            reached = cut
            undecided &= ~((2 << cut) - 1)
        else:
            undecided &= (1 << cut) - 1
    return reached
