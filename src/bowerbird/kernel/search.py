"""The open-hand search: can the side to play take a given number of the remaining tricks?

Everything here works on relabelled cards, so that the search needs no rules of rank: each suit has a field of eleven
bits, low cards in low bits, with an empty guard bit on top; trumps (or the joker in no trump) are the highest field. A
later card wins a trick if it is a higher bit and belongs to trumps or to the suit led.

A hand of 0 is a seat that does not play (the partner of a lone player). Does not depend on points, seats or sides:
hands come in the order of play, starting with the player to move, and the answer is for that player's side.
"""
# mypy: disable-error-code="untyped-decorator,no-any-return"

import cython

from bowerbird.cards import CARD_COUNT, STRENGTH, SUIT_AS_PLAYED

#: True if this kernel is compiled. Otherwise it gives the same answers, a few hundred times slower.
COMPILED: bool = cython.compiled

_REPEAT: int = sum(1 << 11 * suit for suit in range(5))

LOW_SUIT = cython.declare(cython.ulonglong, 0x3FF)
TRUMPS = cython.declare(cython.ulonglong, 0x3FF << 44)
_END_OF_SECOND = cython.declare(cython.ulonglong, (1 << 22) - 1)
_END_OF_THIRD = cython.declare(cython.ulonglong, (1 << 33) - 1)
_SIDE_SUITS = cython.declare(cython.ulonglong, (1 << 44) - 1)
CARDS = cython.declare(cython.ulonglong, 0x3FF * _REPEAT)
_DOWN_1 = cython.declare(cython.ulonglong, 0x1FF * _REPEAT)
_DOWN_2 = cython.declare(cython.ulonglong, 0xFF * _REPEAT)
_DOWN_4 = cython.declare(cython.ulonglong, 0x3F * _REPEAT)
_DOWN_8 = cython.declare(cython.ulonglong, 0x3 * _REPEAT)

#: The bits in a field.
COUNT = cython.declare(cython.uchar[2048])

#: Relabelled cards by trump, byte of the hand and value of that byte.
_RELABELLED = cython.declare(cython.ulonglong[5 * 5 * 256])


def _relabelled_bit(card: int, trump: int) -> int:
    suit = SUIT_AS_PLAYED[trump][card]
    below = sum(
        SUIT_AS_PLAYED[trump][other] == suit and STRENGTH[trump][other] < STRENGTH[trump][card]
        for other in range(CARD_COUNT)
    )
    return 1 << ((4 if suit == trump else suit) * 11 + below)


def _fill_tables() -> None:
    for bits in range(2048):
        COUNT[bits] = bits.bit_count()
    for trump in range(5):
        labels = [_relabelled_bit(card, trump) for card in range(CARD_COUNT)]
        for byte in range(5):
            cards = labels[byte * 8 : byte * 8 + 8]
            for value in range(256):
                _RELABELLED[(trump * 5 + byte) * 256 + value] = sum(
                    label for place, label in enumerate(cards) if value >> place & 1
                )


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
def suit_start(card: cython.ulonglong) -> cython.int:
    """The lowest bit of the field of a relabelled card."""
    # Without branches, because the processor could not predict the suit led.
    return 11 * ((card > LOW_SUIT) + (card > _END_OF_SECOND) + (card > _END_OF_THIRD) + (card > _SIDE_SUITS))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def suit_of(card: cython.ulonglong) -> cython.ulonglong:
    """The whole field of a relabelled card."""
    return LOW_SUIT << suit_start(card)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def masters(hand: cython.ulonglong, others: cython.ulonglong) -> cython.ulonglong:
    """The cards of a hand that no card of their suit in the other hands can beat."""
    others |= others >> 1 & _DOWN_1
    others |= others >> 2 & _DOWN_2
    others |= others >> 4 & _DOWN_4
    others |= others >> 8 & _DOWN_8
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
    best: cython.int = 0
    surplus: cython.int
    card: cython.ulonglong
    mine >>= 44
    theirs >>= 44
    held: cython.int = COUNT[mine]
    while mine:
        card = mine & (0 - mine)
        surplus = held - COUNT[theirs & ~(card - 1)]
        if surplus > best:
            best = surplus
        mine ^= card
        held -= 1
    return best


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _cashable(top: cython.ulonglong, left: cython.ulonglong, right: cython.ulonglong) -> cython.int:
    """Tricks that a leader with these master cards can take in sequence, whatever the opponents do.

    Master trumps always. Other masters as long as an opponent who has trumps must follow, or all of them
    once the master trumps have drawn every trump.
    """
    left_trumps: cython.int = COUNT[left >> 44]
    right_trumps: cython.int = COUNT[right >> 44]
    total: cython.int = COUNT[top >> 44]
    run: cython.int
    length: cython.int
    drawn: cython.bint = left_trumps <= total and right_trumps <= total
    top &= _SIDE_SUITS
    while top:
        run = COUNT[top & 2047]
        if run and not drawn:
            if left_trumps:
                length = COUNT[left & 2047]
                if length < run:
                    run = length
            if right_trumps:
                length = COUNT[right & 2047]
                if length < run:
                    run = length
        total += run
        top >>= 11
        left >>= 11
        right >>= 11
    return total


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _reaches(
    me: cython.ulonglong, left: cython.ulonglong, top: cython.ulonglong, right: cython.ulonglong
) -> cython.bint:
    """True if a lead certainly gives the trick to the partner, who has the master cards `top`."""
    suit: cython.ulonglong = LOW_SUIT
    if me & TRUMPS and top & TRUMPS:
        return True
    top &= _SIDE_SUITS
    while top:
        if me & suit and top & suit and (left & suit or not left & TRUMPS) and (right & suit or not right & TRUMPS):
            return True
        top &= ~suit
        suit <<= 11
    return False


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
    loose: cython.ulonglong
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
    theirs = left | right
    card = me | partner
    if tricks - _unmatched_trumps(left, card) < need or tricks - _unmatched_trumps(right, card) < need:
        return False
    if _unmatched_trumps(me, theirs) >= need or _unmatched_trumps(partner, theirs) >= need:
        return True
    first = masters(me, theirs | partner)
    if first and _cashable(first, left, right) >= need:
        return True
    second = masters(partner, theirs | me)
    if second and _reaches(me, left, second, right) and _cashable(second, left, right) >= need:
        return True
    loose = ~(theirs | partner) & CARDS
    second = me & ~first
    suit = LOW_SUIT
    while True:
        if first == 0:
            if second == 0:
                return False
            first = second
            second = 0
            suit = LOW_SUIT
        card = first & (0 - first)
        # Adjacent cards are equivalent: the carry runs up to the next card of another hand.
        first &= ~(loose & ~(loose + card))
        while not (suit & card):
            suit <<= 11
        if not follow(left, partner, right, me ^ card, 3, suit, card, 3, tricks, tricks - need + 1):
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
    matters whether n tricks are reached. The middle is tried first, as it splits the hands best.
    """
    reached: cython.int = 0
    cut: cython.int
    need: cython.int
    taken: cython.bint
    for cut in range(3, 6):
        if cuts >> cut & 1:
            need = cut - won if ours else tricks - cut + won + 1
            taken = can_take(me, left, partner, right, to_play, suit, best, holder, tricks, need)
            if taken != ours:
                break
            reached = cut
    if reached:
        return reached
    for cut in range(2, 0, -1):
        if cuts >> cut & 1:
            need = cut - won if ours else tricks - cut + won + 1
            taken = can_take(me, left, partner, right, to_play, suit, best, holder, tricks, need)
            if taken == ours:
                return cut
    return 0
