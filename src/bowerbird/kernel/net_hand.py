"""One hand as the master's net sees it: legal actions, the bits that a seat sees, and what an action changes.

A hand is `SIZE` numbers (see the positions below), many of them one after the other in a buffer; `at` is the first
number of one. Cards are slots, as `bowerbird.kernel.layout` explains them, so the hand needs no rules of rank. "Base"
is the trump suit, or the suit turned up while nothing is named. `training/euchre.cu` has the same for training.
"""
# mypy: disable-error-code="untyped-decorator,no-any-return"

try:
    import cython
except ImportError:
    from bowerbird.kernel import plain as cython

from bowerbird.kernel.layout import (
    CARDS,
    FIRST_DISCARD,
    FIRST_NAME,
    FIRST_NAME_ALONE,
    FIRST_PLAY,
    START,
)
from bowerbird.kernel.layout import ORDER as _ORDER_UP
from bowerbird.kernel.layout import ORDER_ALONE as _ORDER_UP_ALONE

if cython.compiled:
    from cython.cimports.bowerbird.kernel.bits import low_bit
else:
    from bowerbird.kernel.bits import low_bit

#: Positions of a hand's numbers. Of each seat: the cards held and played, the card on the table (-1: none), and the
#: groups of cards that it led and that it could not follow.
HELD = cython.declare(cython.int, 0)
PLAYED = cython.declare(cython.int, 4)
_ON_TABLE = cython.declare(cython.int, 8)
_LEADS = cython.declare(cython.int, 12)
_VOIDS = cython.declare(cython.int, 16)
#: The tricks of both sides.
WON = cython.declare(cython.int, 20)
DEALER = cython.declare(cython.int, 22)
TURN = cython.declare(cython.int, 23)
PHASE = cython.declare(cython.int, 24)
BASE = cython.declare(cython.int, 25)
#: The turned-up card as the kernel numbers cards, and its slot.
_TURNED = cython.declare(cython.int, 26)
TURN_UP = cython.declare(cython.int, 27)
#: The slot of the dealer's discard; seats; -1 if there is none.
DISCARDED = cython.declare(cython.int, 28)
MAKER = cython.declare(cython.int, 29)
OUT = cython.declare(cython.int, 30)
LEADER = cython.declare(cython.int, 31)
#: The leader of the first trick.
OPENER = cython.declare(cython.int, 32)
ALONE = cython.declare(cython.int, 33)
#: 1 if the turn-up was turned down.
SECOND = cython.declare(cython.int, 34)
#: Cards on the table, finished tricks, and cards played in all.
_PLACED = cython.declare(cython.int, 35)
_TRICK = cython.declare(cython.int, 36)
FALLEN = cython.declare(cython.int, 37)
_RULES = cython.declare(cython.int, 38)
#: The slots in order of play.
FELL = cython.declare(cython.int, 39)
SIZE: int = 60
_SIZE = cython.declare(cython.int, SIZE)

#: Phases.
FIRST_ROUND = cython.declare(cython.int, 0)
SECOND_ROUND = cython.declare(cython.int, 1)
DISCARD = cython.declare(cython.int, 2)
PLAY = cython.declare(cython.int, 3)
OVER = cython.declare(cython.int, 4)

#: Bits of the rules, as `bowerbird.players.net.inputs.rule_bits` writes them.
_STICK = cython.declare(cython.int, 1)
_PARTNER_ALONE = cython.declare(cython.int, 2)
_NEED_ONE = cython.declare(cython.int, 2)
_NEED_TWO = cython.declare(cython.int, 4)
_EXEMPT = cython.declare(cython.int, 64)
_DISCARD_TURN_UP = cython.declare(cython.int, 128)
_KEEP_FLUSH = cython.declare(cython.int, 256)
_LEFT_OF_LONE = cython.declare(cython.int, 512)

#: Actions.
_ORDER = cython.declare(cython.int, _ORDER_UP)
_ORDER_ALONE = cython.declare(cython.int, _ORDER_UP_ALONE)
_NAME = cython.declare(cython.int, FIRST_NAME)
_NAME_ALONE = cython.declare(cython.int, FIRST_NAME_ALONE)
_PLAY_SLOT = cython.declare(cython.int, FIRST_PLAY)
_DISCARD_SLOT = cython.declare(cython.int, FIRST_DISCARD)

#: Where the fields of bits start.
_AT_HAND = cython.declare(cython.int, START["hand"])
_AT_TURN_UP = cython.declare(cython.int, START["turn_up"])
_AT_TURN_UP_IS = cython.declare(cython.int, START["turn_up_is"])
_AT_DISCARDED = cython.declare(cython.int, START["discarded"])
_AT_PLAYED = cython.declare(cython.int, START["played"])
_AT_ON_TABLE = cython.declare(cython.int, START["on_table"])
_AT_LED = cython.declare(cython.int, START["led"])
_AT_WINNING = cython.declare(cython.int, START["winning"])
_AT_WINNER = cython.declare(cython.int, START["winner"])
_AT_LEADS = cython.declare(cython.int, START["leads"])
_AT_VOIDS = cython.declare(cython.int, START["voids"])
_AT_DEALER = cython.declare(cython.int, START["dealer"])
_AT_PHASE = cython.declare(cython.int, START["phase"])
_AT_MAKER = cython.declare(cython.int, START["maker"])
_AT_ALONE = cython.declare(cython.int, START["alone"])
_AT_OUR_TRICKS = cython.declare(cython.int, START["our_tricks"])
_AT_THEIR_TRICKS = cython.declare(cython.int, START["their_tricks"])
_AT_TRICK = cython.declare(cython.int, START["trick"])
_AT_PLACE = cython.declare(cython.int, START["place"])
_AT_LEGAL_CARDS = cython.declare(cython.int, START["legal_cards"])
_AT_LEGAL_CALLS = cython.declare(cython.int, START["legal_calls"])
_AT_TOP = cython.declare(cython.int, START["top"])
_AT_TRUMPS_UNSEEN = cython.declare(cython.int, START["trumps_unseen"])
_AT_MAY_HOLD = cython.declare(cython.int, START["may_hold"])
_AT_RULES = cython.declare(cython.int, START["rules"])

#: Odd, with its bits well spread: multiplying by it mixes a number.
_MIXER = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_ALL = cython.declare(cython.ulonglong, (1 << 64) - 1)
_CARDS = cython.declare(cython.int, CARDS)
_FULL = cython.declare(cython.int, (1 << CARDS) - 1)
_TRUMPS = cython.declare(cython.int, 0x7F)
#: The slots of each group; and by label (trump, next, the other two) the cards with that suit printed on them, and its
#: left bower.
_GROUP = cython.declare(cython.int[4])
_PRINTED = cython.declare(cython.int[4])
_LEFT = cython.declare(cython.int[4])
#: The group of each slot.
_GROUP_OF = cython.declare(cython.int[24])
#: By base: the kernel's number of the card in each slot, and the slots of any cards of one printed suit.
_CARD = cython.declare(cython.int[4 * 24])
_SLOTS = cython.declare(cython.int[4 * 4 * 256])


def _fill_tables() -> None:
    for label, (start, end, printed, left) in enumerate(
        ((0, 7, 0x7D, 1 << 1), (7, 12, 0xF82, 1 << 0), (12, 18, 0x3F000, 1 << 21), (18, 24, 0xFC0000, 1 << 15))
    ):
        _GROUP[label], _PRINTED[label], _LEFT[label] = (1 << end) - (1 << start), printed, left
        for slot in range(start, end):
            _GROUP_OF[slot] = label
    for base in range(4):
        other = 1 if base in (0, 3) else 0
        right, left = 8 * base + 4, 8 * (3 - base) + 4
        without_jack = (7, 6, 5, 3, 2)
        order = [right, left]
        order += [8 * base + rank for rank in without_jack]
        order += [8 * (3 - base) + rank for rank in without_jack]
        order += [8 * suit + rank for suit in (other, 3 - other) for rank in range(7, 1, -1)]
        for slot, card in enumerate(order):
            _CARD[24 * base + slot] = card
        for suit in range(4):
            for held in range(256):
                _SLOTS[(4 * base + suit) * 256 + held] = sum(
                    1 << slot for slot, card in enumerate(order) if card >> 3 == suit and held >> (card & 7) & 1
                )


_fill_tables()


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def slots_of(cards: cython.ulonglong, base: cython.int) -> cython.int:
    """The slots of cards as the kernel numbers them."""
    row: cython.int = 1024 * base
    return (
        _SLOTS[row + (cards & 255)]
        | _SLOTS[row + 256 + (cards >> 8 & 255)]
        | _SLOTS[row + 512 + (cards >> 16 & 255)]
        | _SLOTS[row + 768 + (cards >> 24 & 255)]
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def card_in(slot: cython.int, base: cython.int) -> cython.int:
    """The kernel's number of the card in a slot."""
    return _CARD[24 * base + slot]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def begin(hand: cython.p_int, at: cython.int, dealer: cython.int, turned: cython.int, rules: cython.int) -> cython.void:
    """A hand before the first call; nobody holds any cards yet."""
    place: cython.int
    for place in range(_SIZE):
        hand[at + place] = 0
    for place in range(4):
        hand[at + _ON_TABLE + place] = -1
    for place in range(DISCARDED, OPENER + 1):
        hand[at + place] = -1
    hand[at + DEALER] = dealer
    hand[at + TURN] = dealer + 1 & 3
    hand[at + BASE] = turned >> 3
    hand[at + _TURNED] = turned
    hand[at + TURN_UP] = low_bit(slots_of(cython.cast(cython.ulonglong, 1) << turned, turned >> 3))
    hand[at + _RULES] = rules


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _holds_need(held: cython.int, label: cython.int, need: cython.int) -> cython.bint:
    if need == 0:
        return True
    return (held & (_PRINTED[label] | (_LEFT[label] if need == 2 else 0))) != 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _first_calls(hand: cython.p_int, at: cython.int) -> cython.ulonglong:
    rules: cython.int = hand[at + _RULES]
    turn: cython.int = hand[at + TURN]
    dealer: cython.int = hand[at + DEALER]
    free: cython.bint = turn == dealer and rules & _EXEMPT != 0
    if not free and not _holds_need(hand[at + HELD + turn], 0, rules >> _NEED_ONE & 3):
        return 1
    if rules & _PARTNER_ALONE and turn == dealer + 2 & 3:
        return 1 | 1 << _ORDER_ALONE
    return 1 | 1 << _ORDER_ALONE | 1 << _ORDER


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _second_calls(hand: cython.p_int, at: cython.int) -> cython.ulonglong:
    held: cython.int = hand[at + HELD + hand[at + TURN]]
    rules: cython.int = hand[at + _RULES]
    need: cython.int = rules >> _NEED_TWO & 3
    stuck: cython.bint = hand[at + TURN] == hand[at + DEALER] and rules & _STICK != 0
    named: cython.int = 0
    label: cython.int
    for label in range(1, 4):
        if _holds_need(held, label, need):
            named |= 1 << label
    if stuck and named == 0:
        named = 0b1110
    return (named >> 1) << _NAME | (named >> 1) << _NAME_ALONE | (0 if stuck else 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def legal_actions(hand: cython.p_int, at: cython.int) -> cython.ulonglong:
    """The legal actions of the seat to decide, one bit each."""
    phase: cython.int = hand[at + PHASE]
    held: cython.int = hand[at + HELD + hand[at + TURN]]
    follows: cython.int
    if phase == FIRST_ROUND:
        return _first_calls(hand, at)
    if phase == SECOND_ROUND:
        return _second_calls(hand, at)
    if phase == DISCARD:
        follows = held & ~(1 << hand[at + TURN_UP])
        if not hand[at + _RULES] & _DISCARD_TURN_UP or (hand[at + _RULES] & _KEEP_FLUSH and not follows & ~_PRINTED[0]):
            held = follows
        return cython.cast(cython.ulonglong, held) << _DISCARD_SLOT
    if hand[at + _PLACED]:
        follows = held & _GROUP[_GROUP_OF[hand[at + _ON_TABLE + hand[at + LEADER]]]]
        if follows:
            held = follows
    return cython.cast(cython.ulonglong, held) << _PLAY_SLOT


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _next_playing(hand: cython.p_int, at: cython.int, seat: cython.int) -> cython.int:
    seat = seat + 1 & 3
    return seat + 1 & 3 if seat == hand[at + OUT] else seat


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _begin_play(hand: cython.p_int, at: cython.int) -> cython.void:
    lone: cython.bint = hand[at + ALONE] != 0 and hand[at + _RULES] & _LEFT_OF_LONE != 0
    hand[at + PHASE] = PLAY
    hand[at + LEADER] = _next_playing(hand, at, hand[at + MAKER] if lone else hand[at + DEALER])
    hand[at + OPENER] = hand[at + LEADER]
    hand[at + TURN] = hand[at + LEADER]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _make_trump(hand: cython.p_int, at: cython.int, alone: cython.bint) -> cython.void:
    hand[at + MAKER] = hand[at + TURN]
    hand[at + ALONE] = alone
    if alone:
        hand[at + OUT] = hand[at + TURN] ^ 2


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _relabel(hand: cython.p_int, at: cython.int, label: cython.int) -> cython.void:
    """Make another suit the base: all hands get other slots."""
    base: cython.int = hand[at + BASE]
    trump: cython.int = _CARD[24 * base + (7 if label == 1 else 12 if label == 2 else 18)] >> 3
    seat: cython.int
    held: cython.int
    cards: cython.ulonglong
    for seat in range(4):
        cards = 0
        held = hand[at + HELD + seat]
        while held:
            cards |= cython.cast(cython.ulonglong, 1) << _CARD[24 * base + low_bit(held)]
            held &= held - 1
        hand[at + HELD + seat] = slots_of(cards, trump)
    hand[at + BASE] = trump
    hand[at + TURN_UP] = low_bit(slots_of(cython.cast(cython.ulonglong, 1) << hand[at + _TURNED], trump))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _finish_trick(hand: cython.p_int, at: cython.int) -> cython.void:
    winner: cython.int = hand[at + LEADER]
    group: cython.int = _GROUP_OF[hand[at + _ON_TABLE + winner]]
    best: cython.int = 24
    seat: cython.int
    slot: cython.int
    for seat in range(4):
        slot = hand[at + _ON_TABLE + seat]
        if 0 <= slot < best and (slot < 7 or _GROUP_OF[slot] == group):
            best = slot
            winner = seat
        hand[at + _ON_TABLE + seat] = -1
    hand[at + WON + (winner & 1)] += 1
    hand[at + _PLACED] = 0
    hand[at + LEADER] = winner
    hand[at + TURN] = winner
    hand[at + _TRICK] += 1
    if hand[at + _TRICK] == 5:
        hand[at + PHASE] = OVER


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _play(hand: cython.p_int, at: cython.int, slot: cython.int) -> cython.void:
    turn: cython.int = hand[at + TURN]
    group: cython.int = _GROUP_OF[slot]
    led: cython.int
    hand[at + FELL + hand[at + FALLEN]] = slot
    hand[at + FALLEN] += 1
    hand[at + HELD + turn] &= ~(1 << slot)
    hand[at + PLAYED + turn] |= 1 << slot
    if hand[at + _PLACED] == 0:
        hand[at + _LEADS + turn] |= 1 << group
    else:
        led = _GROUP_OF[hand[at + _ON_TABLE + hand[at + LEADER]]]
        if led != group:
            hand[at + _VOIDS + turn] |= 1 << led
    hand[at + _ON_TABLE + turn] = slot
    hand[at + _PLACED] += 1
    if hand[at + _PLACED] == (4 if hand[at + OUT] < 0 else 3):
        _finish_trick(hand, at)
    else:
        hand[at + TURN] = _next_playing(hand, at, turn)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pass(hand: cython.p_int, at: cython.int) -> cython.void:
    if hand[at + TURN] == hand[at + DEALER]:
        if hand[at + PHASE] == SECOND_ROUND:
            hand[at + PHASE] = OVER
            return
        hand[at + PHASE] = SECOND_ROUND
        hand[at + SECOND] = 1
    hand[at + TURN] = hand[at + TURN] + 1 & 3


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def apply(hand: cython.p_int, at: cython.int, action: cython.int) -> cython.void:
    """Let the seat to decide do this. The action must be legal."""
    if action >= _DISCARD_SLOT:
        hand[at + DISCARDED] = action - _DISCARD_SLOT
        hand[at + HELD + hand[at + DEALER]] &= ~(1 << hand[at + DISCARDED])
        _begin_play(hand, at)
    elif action >= _PLAY_SLOT:
        _play(hand, at, action - _PLAY_SLOT)
    elif action >= _NAME:
        _make_trump(hand, at, action >= _NAME_ALONE)
        _relabel(hand, at, action - (_NAME_ALONE if action >= _NAME_ALONE else _NAME) + 1)
        _begin_play(hand, at)
    elif action > 0:
        _make_trump(hand, at, action == _ORDER_ALONE)
        hand[at + HELD + hand[at + DEALER]] |= 1 << hand[at + TURN_UP]
        hand[at + PHASE] = DISCARD
        hand[at + TURN] = hand[at + DEALER]
    else:
        _pass(hand, at)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_idle(hand: cython.p_int, at: cython.int) -> cython.bint:
    """True if a dealer who sits out is to discard: any card will do."""
    return hand[at + PHASE] == DISCARD and hand[at + OUT] == hand[at + DEALER]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def go_on(hand: cython.p_int, at: cython.int) -> cython.ulonglong:
    """Play what is forced, up to the next real decision: its legal actions, or 0 if the hand is over."""
    legal: cython.ulonglong
    while hand[at + PHASE] != OVER:
        legal = legal_actions(hand, at)
        if legal & legal - 1 and not is_idle(hand, at):
            return legal
        apply(hand, at, low_bit(legal))
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _packed(hand: cython.p_int, at: cython.int, seat: cython.int) -> cython.ulonglong:
    """What a seat and the one after it have shown, in 58 bits."""
    shown: cython.ulonglong = hand[at + PLAYED + seat]
    shown |= cython.cast(cython.ulonglong, hand[at + PLAYED + seat + 1]) << 24
    shown |= cython.cast(cython.ulonglong, hand[at + _ON_TABLE + seat] + 1) << 48
    return shown | cython.cast(cython.ulonglong, hand[at + _ON_TABLE + seat + 1] + 1) << 53


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sight(hand: cython.p_int, at: cython.int) -> cython.ulonglong:
    """A number for all that the seat to decide sees, among hands of one story: equal if it sees the same."""
    me: cython.int = hand[at + TURN]
    found: cython.ulonglong = hand[at + HELD + me]
    shown: cython.ulonglong = 0
    place: cython.int
    if me == hand[at + DEALER]:
        found |= cython.cast(cython.ulonglong, hand[at + DISCARDED] + 1) << 24
    for place in range(TURN, BASE + 1):
        found |= cython.cast(cython.ulonglong, hand[at + place]) << 30 + 3 * (place - TURN)
    for place in range(MAKER, LEADER + 1):
        found |= cython.cast(cython.ulonglong, hand[at + place] + 1) << 39 + 3 * (place - MAKER)
    found |= cython.cast(cython.ulonglong, 6 * hand[at + WON] + hand[at + WON + 1]) << 48
    for place in range(_LEADS, _VOIDS + 4):
        shown = shown << 4 | hand[at + place]
    for place in range(0, 4, 2):
        found = found * _MIXER & _ALL
        found = (found ^ found >> 29) + _packed(hand, at, place)
    found = found * _MIXER & _ALL
    found = (found ^ found >> 29) + shown
    found = found * _MIXER & _ALL
    return found ^ found >> 32


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _mark(seen: cython.p_ushort, count: cython.int, field: cython.int, mask: cython.int) -> cython.int:
    """Add the bits of a mask, counted from the start of a field. Returns how many there are now."""
    while mask:
        seen[count] = field + low_bit(mask)
        count += 1
        mask &= mask - 1
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _tell_own(
    hand: cython.p_int, at: cython.int, unseen: cython.int, seen: cython.p_ushort, count: cython.int
) -> cython.int:
    """The cards of the seat itself, and those of them that nothing unseen beats."""
    me: cython.int = hand[at + TURN]
    held: cython.int = hand[at + HELD + me]
    top: cython.int = 0
    group: cython.int
    rivals: cython.int
    for group in range(4):
        rivals = unseen & _GROUP[group]
        top |= held & _GROUP[group] & ((rivals & -rivals) - 1 if rivals else _FULL)
    count = _mark(seen, count, _AT_HAND, held)
    if me == hand[at + DEALER] and hand[at + DISCARDED] >= 0:
        count = _mark(seen, count, _AT_DISCARDED, 1 << hand[at + DISCARDED])
    return _mark(seen, count, _AT_TOP, top)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _tell_cards(hand: cython.p_int, at: cython.int, seen: cython.p_ushort, count: cython.int) -> cython.int:
    """Own cards, the turn-up, all cards played, and where unseen cards may be."""
    me: cython.int = hand[at + TURN]
    turn_up: cython.int = 1 << hand[at + TURN_UP]
    taken: cython.bint = hand[at + PHASE] >= DISCARD and not hand[at + SECOND]
    unseen: cython.int = _FULL & ~hand[at + HELD + me]
    other: cython.int
    seat: cython.int
    voids: cython.int
    group: cython.int
    lacks: cython.int
    if not taken:
        unseen &= ~turn_up
    if me == hand[at + DEALER] and hand[at + DISCARDED] >= 0:
        unseen &= ~(1 << hand[at + DISCARDED])
    count = _mark(seen, count, _AT_TURN_UP, turn_up)
    count = _mark(seen, count, _AT_TURN_UP_IS, (1 if taken else 0) | (2 if hand[at + SECOND] else 0))
    for other in range(4):
        seat = me + other & 3
        unseen &= ~hand[at + PLAYED + seat]
        count = _mark(seen, count, _AT_PLAYED + _CARDS * other, hand[at + PLAYED + seat])
    for other in range(1, 4):
        seat = me + other & 3
        voids = hand[at + _VOIDS + seat]
        lacks = turn_up if taken and seat != hand[at + DEALER] else 0
        for group in range(4):
            if voids >> group & 1:
                lacks |= _GROUP[group]
        count = _mark(seen, count, _AT_VOIDS + 4 * (other - 1), voids)
        count = _mark(seen, count, _AT_MAY_HOLD + _CARDS * (other - 1), unseen & ~lacks)
    seen[count] = _AT_TRUMPS_UNSEEN
    lacks = unseen & _TRUMPS
    while lacks:
        seen[count] += 1
        lacks &= lacks - 1
    return _tell_own(hand, at, unseen, seen, count + 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _tell_trick(hand: cython.p_int, at: cython.int, seen: cython.p_ushort, count: cython.int) -> cython.int:
    """The trick on the table; it has a card."""
    me: cython.int = hand[at + TURN]
    led: cython.int = _GROUP_OF[hand[at + _ON_TABLE + hand[at + LEADER]]]
    best: cython.int = 24
    winner: cython.int = 0
    other: cython.int
    slot: cython.int
    for other in range(1, 4):
        slot = hand[at + _ON_TABLE + (me + other & 3)]
        if slot < 0:
            continue
        count = _mark(seen, count, _AT_ON_TABLE + _CARDS * (other - 1), 1 << slot)
        if slot < best and (slot < 7 or _GROUP_OF[slot] == led):
            best = slot
            winner = other
    count = _mark(seen, count, _AT_LED, 1 << led)
    count = _mark(seen, count, _AT_WINNING, 1 << best)
    return _mark(seen, count, _AT_WINNER, 1 << winner - 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _tell_play(hand: cython.p_int, at: cython.int, seen: cython.p_ushort, count: cython.int) -> cython.int:
    """The tricks so far."""
    me: cython.int = hand[at + TURN]
    other: cython.int
    for other in range(4):
        count = _mark(seen, count, _AT_LEADS + 4 * other, hand[at + _LEADS + (me + other & 3)])
    count = _mark(seen, count, _AT_OUR_TRICKS, 1 << hand[at + WON + (me & 1)])
    count = _mark(seen, count, _AT_THEIR_TRICKS, 1 << hand[at + WON + (1 - (me & 1))])
    if hand[at + PHASE] != PLAY:
        return count
    count = _mark(seen, count, _AT_TRICK, 1 << hand[at + _TRICK])
    count = _mark(seen, count, _AT_PLACE, 1 << hand[at + _PLACED])
    return _tell_trick(hand, at, seen, count) if hand[at + _PLACED] else count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def tell(
    hand: cython.p_int, at: cython.int, legal: cython.ulonglong, seen: cython.p_ushort, first: cython.int
) -> cython.int:
    """Write the numbers of the bits that the seat to decide sees, from `first` on. Returns how many there are."""
    me: cython.int = hand[at + TURN]
    cards: cython.int = (legal >> _PLAY_SLOT | legal >> _DISCARD_SLOT) & _FULL
    count: cython.int = _tell_cards(hand, at, seen, first)
    count = _tell_play(hand, at, seen, count)
    count = _mark(seen, count, _AT_DEALER, 1 << (hand[at + DEALER] - me & 3))
    count = _mark(seen, count, _AT_PHASE, 1 << hand[at + PHASE])
    if hand[at + MAKER] >= 0:
        count = _mark(seen, count, _AT_MAKER, 1 << (hand[at + MAKER] - me & 3))
    count = _mark(seen, count, _AT_ALONE, hand[at + ALONE])
    count = _mark(seen, count, _AT_LEGAL_CALLS, legal & 0x1FF)
    count = _mark(seen, count, _AT_LEGAL_CARDS, cards)
    count = _mark(seen, count, _AT_RULES, hand[at + _RULES])
    return count - first
