"""What the seat to decide sees at a table of the batch, as one row of small integers, and what it may do.

The row is that of `bowerbird.environments.observation`, and a test compares every number of both.
"""
# mypy: disable-error-code="untyped-decorator,no-any-return"

from __future__ import annotations

try:
    import cython
except ImportError:
    from bowerbird.kernel import plain as cython

if cython.compiled:
    from cython.cimports.bowerbird.kernel.batch_layout import (
        ACT_PLAY,
        ACTION_COUNT,
        ALLOWED,
        ALONE,
        CARD_ACTIONS,
        DEALER,
        DISCARDS,
        EXCHANGED,
        FIRST_CARD,
        GIVEN,
        HANDS,
        HELD,
        JOKER,
        LEADERS,
        LONE_DEFENDER,
        MAKER,
        O_ALONE,
        O_COUNTS,
        O_DEALER,
        O_DISCARDED,
        O_EXCHANGED,
        O_GIVEN,
        O_HAND,
        O_HANDS,
        O_LEADERS,
        O_LONE_DEFENDER,
        O_MAKER,
        O_OUT,
        O_PASSES,
        O_PHASE,
        O_SCORE,
        O_SIZE,
        O_STANDS_FOR,
        O_TRICKS,
        O_TRUMP,
        O_TURN,
        O_TURN_UP,
        O_TURN_UP_IS,
        O_WINNERS,
        OUT,
        PASSES,
        PHASE,
        PLACED,
        PLAY,
        PLAYS,
        SAYS,
        SCORE,
        STANDS_FOR,
        TRICK,
        TRUMP,
        TURN,
        TURN_UP,
        TURN_UP_IS,
        WINNERS,
    )
    from cython.cimports.bowerbird.kernel.bits import low_bit, ones
else:
    from bowerbird.kernel.batch_layout import (
        ACT_PLAY,
        ACTION_COUNT,
        ALLOWED,
        ALONE,
        CARD_ACTIONS,
        DEALER,
        DISCARDS,
        EXCHANGED,
        FIRST_CARD,
        GIVEN,
        HANDS,
        HELD,
        JOKER,
        LEADERS,
        LONE_DEFENDER,
        MAKER,
        O_ALONE,
        O_COUNTS,
        O_DEALER,
        O_DISCARDED,
        O_EXCHANGED,
        O_GIVEN,
        O_HAND,
        O_HANDS,
        O_LEADERS,
        O_LONE_DEFENDER,
        O_MAKER,
        O_OUT,
        O_PASSES,
        O_PHASE,
        O_SCORE,
        O_SIZE,
        O_STANDS_FOR,
        O_TRICKS,
        O_TRUMP,
        O_TURN,
        O_TURN_UP,
        O_TURN_UP_IS,
        O_WINNERS,
        OUT,
        PASSES,
        PHASE,
        PLACED,
        PLAY,
        PLAYS,
        SAYS,
        SCORE,
        STANDS_FOR,
        TRICK,
        TRUMP,
        TURN,
        TURN_UP,
        TURN_UP_IS,
        WINNERS,
    )
    from bowerbird.kernel.bits import low_bit, ones

_MOST = cython.declare(cython.int, 127)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _mark_cards(row: cython.p_schar, field: cython.int, cards: cython.ulonglong) -> cython.void:
    """Set a bit for each card."""
    while cards:
        row[field + low_bit(cards)] = 1
        cards &= cards - 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _mark_seat(row: cython.p_schar, field: cython.int, seat: cython.int, me: cython.int) -> cython.void:
    if seat >= 0:
        row[field + (seat - me & 3)] = 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _tell_calls(now: cython.p_int, row: cython.p_schar, me: cython.int) -> cython.void:
    place: cython.int
    row[O_PHASE + now[PHASE]] = 1
    row[O_TURN] = 1
    _mark_seat(row, O_DEALER, now[DEALER], me)
    row[O_TURN_UP + now[TURN_UP]] = 1
    row[O_TURN_UP_IS + now[TURN_UP_IS]] = 1
    if now[STANDS_FOR] >= 0:
        row[O_STANDS_FOR + now[STANDS_FOR]] = 1
    _mark_seat(row, O_EXCHANGED, now[EXCHANGED], me)
    for place in range(8):
        row[O_PASSES + place] = now[PASSES] >> place & 1
    if now[MAKER] >= 0:
        _mark_seat(row, O_MAKER, now[MAKER], me)
        row[O_TRUMP + now[TRUMP]] = 1
        row[O_ALONE] = now[ALONE]
        _mark_seat(row, O_LONE_DEFENDER, now[LONE_DEFENDER], me)
        for place in range(4):
            if now[OUT] >> place & 1:
                _mark_seat(row, O_OUT, place, me)
        if now[GIVEN] >= 0 and (now[MAKER] ^ me) & 1 == 0:
            row[O_GIVEN + now[GIVEN]] = 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _tell_tricks(now: cython.p_int, row: cython.p_schar, me: cython.int) -> cython.void:
    trick: cython.int
    seat: cython.int
    card: cython.int
    for trick in range(now[TRICK] + (1 if now[PLACED] else 0)):
        for seat in range(4):
            card = now[PLAYS + 4 * trick + seat]
            if card >= 0:
                row[O_TRICKS + 132 * trick + 33 * (seat - me & 3) + card] = 1
        _mark_seat(row, O_LEADERS + 4 * trick, now[LEADERS + trick], me)
        _mark_seat(row, O_WINNERS + 4 * trick, now[WINNERS + trick], me)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def tell(now: cython.p_int, cards: cython.p_ulonglong, row: cython.p_schar) -> cython.void:
    """Write the row of the seat to decide."""
    me: cython.int = now[TURN]
    place: cython.int
    for place in range(O_SIZE):
        row[place] = 0
    _tell_calls(now, row, me)
    # A joker gets its suit before anybody looks at a card.
    if now[PHASE] != JOKER:
        _mark_cards(row, O_HAND, cards[HELD + me])
    for place in range(4):
        row[O_COUNTS + place] = ones(cards[HELD + (me + place & 3)])
    _mark_cards(row, O_DISCARDED, cards[DISCARDS + me])
    if now[PHASE] == PLAY:
        _tell_tricks(now, row, me)
    row[O_SCORE] = min(now[SCORE + (me & 1)], _MOST)
    row[O_SCORE + 1] = min(now[SCORE + (me & 1 ^ 1)], _MOST)
    row[O_HANDS] = min(now[HANDS], _MOST)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def tell_legal(now: cython.p_int, cards: cython.p_ulonglong, mask: cython.p_schar) -> cython.void:
    """Write a 1 for every legal action."""
    says: cython.ulonglong = cards[SAYS]
    place: cython.int
    for place in range(ACTION_COUNT):
        mask[place] = 0
    _mark_cards(mask, now[FIRST_CARD], cards[ALLOWED])
    while says:
        place = low_bit(says)
        mask[place if place < ACT_PLAY else place + CARD_ACTIONS] = 1
        says &= says - 1
