"""One table of the batch: deal, list the legal actions, and apply one, under any rulebook.

The rules of the batch are here and nowhere else. `bowerbird.table` is what they are checked against, action by action.
`bowerbird.kernel.batch_layout` says where a table keeps what; `now` are its numbers, `cards` its masks.
"""
# mypy: disable-error-code="untyped-decorator,no-any-return"

from __future__ import annotations

try:
    import cython
except ImportError:
    from bowerbird.kernel import plain as cython

from bowerbird.cards import CARD_COUNT, STRENGTH, SUIT_AS_PLAYED
from bowerbird.kernel.play import SUIT_MASK

if cython.compiled:
    from cython.cimports.bowerbird.kernel.batch_layout import (
        ACT_DEFEND_ALONE,
        ACT_DISCARD,
        ACT_EXCHANGE,
        ACT_GIVE,
        ACT_NAME,
        ACT_NAME_ALONE,
        ACT_NEW_DEAL,
        ACT_ORDER,
        ACT_PLAY,
        ACT_STAND_FOR,
        ACTION_COUNT,
        ALLOWED,
        ALONE,
        BEST,
        CALLS,
        CARD_ACTIONS,
        CARRIED,
        DEAL,
        DEALER,
        DEALER_EXEMPT,
        DEALT,
        DEFEND,
        DEFEND_ALONE,
        DISCARD,
        DISCARDS,
        EUCHRE,
        EXCHANGE_FOR,
        EXCHANGED,
        FIRST_CARD,
        FIRST_ROUND,
        GIVEN,
        HANDS,
        HANDS_IN_GAME,
        HELD,
        JOKER,
        KEEP_TURN_UP_IN_A_FLUSH,
        KITTY,
        LEAD_LEFT_OF_LONE,
        LEADER,
        LEADERS,
        LOGGED,
        LONE_DEFENDER,
        MADE,
        MAKER,
        MARCH,
        MAY_DISCARD_TURN_UP,
        NEED_ROUND_ONE,
        NEED_ROUND_TWO,
        NEW_DEAL,
        NEW_DEAL_FOR,
        NO_TRUMP,
        OUT,
        OVER,
        PACK_SIZE,
        PARTNER_MUST_GO_ALONE,
        PARTNERS_BEST,
        PASSES,
        PASSES_THE_DEAL,
        PHASE,
        PLACED,
        PLAY,
        PLAYS,
        POINTS_ALONE_MADE,
        POINTS_ALONE_MARCH,
        POINTS_EUCHRE,
        POINTS_EUCHRE_ALONE,
        POINTS_LONE_DEFENDER,
        POINTS_MADE,
        POINTS_MARCH,
        R_ALONE,
        R_DEALER,
        R_LONE_DEFENDER,
        R_MAKER,
        R_OUTCOME,
        R_POINTS,
        R_TRICKS,
        R_TRUMP,
        RESULT_SIZE,
        SAYS,
        SCORE,
        SECOND_ROUND,
        STANDS_FOR,
        STICK_THE_DEALER,
        TARGET,
        THROWN_IN,
        TRICK,
        TRUMP,
        TURN,
        TURN_UP,
        TURN_UP_IS,
        WINNERS,
        WON,
    )
    from cython.cimports.bowerbird.kernel.bits import draw
else:
    from bowerbird.kernel.batch_layout import (
        ACT_DEFEND_ALONE,
        ACT_DISCARD,
        ACT_EXCHANGE,
        ACT_GIVE,
        ACT_NAME,
        ACT_NAME_ALONE,
        ACT_NEW_DEAL,
        ACT_ORDER,
        ACT_PLAY,
        ACT_STAND_FOR,
        ACTION_COUNT,
        ALLOWED,
        ALONE,
        BEST,
        CALLS,
        CARD_ACTIONS,
        CARRIED,
        DEAL,
        DEALER,
        DEALER_EXEMPT,
        DEALT,
        DEFEND,
        DEFEND_ALONE,
        DISCARD,
        DISCARDS,
        EUCHRE,
        EXCHANGE_FOR,
        EXCHANGED,
        FIRST_CARD,
        FIRST_ROUND,
        GIVEN,
        HANDS,
        HANDS_IN_GAME,
        HELD,
        JOKER,
        KEEP_TURN_UP_IN_A_FLUSH,
        KITTY,
        LEAD_LEFT_OF_LONE,
        LEADER,
        LEADERS,
        LOGGED,
        LONE_DEFENDER,
        MADE,
        MAKER,
        MARCH,
        MAY_DISCARD_TURN_UP,
        NEED_ROUND_ONE,
        NEED_ROUND_TWO,
        NEW_DEAL,
        NEW_DEAL_FOR,
        NO_TRUMP,
        OUT,
        OVER,
        PACK_SIZE,
        PARTNER_MUST_GO_ALONE,
        PARTNERS_BEST,
        PASSES,
        PASSES_THE_DEAL,
        PHASE,
        PLACED,
        PLAY,
        PLAYS,
        POINTS_ALONE_MADE,
        POINTS_ALONE_MARCH,
        POINTS_EUCHRE,
        POINTS_EUCHRE_ALONE,
        POINTS_LONE_DEFENDER,
        POINTS_MADE,
        POINTS_MARCH,
        R_ALONE,
        R_DEALER,
        R_LONE_DEFENDER,
        R_MAKER,
        R_OUTCOME,
        R_POINTS,
        R_TRICKS,
        R_TRUMP,
        RESULT_SIZE,
        SAYS,
        SCORE,
        SECOND_ROUND,
        STANDS_FOR,
        STICK_THE_DEALER,
        TARGET,
        THROWN_IN,
        TRICK,
        TRUMP,
        TURN,
        TURN_UP,
        TURN_UP_IS,
        WINNERS,
        WON,
    )
    from bowerbird.kernel.bits import draw

_HALF = cython.declare(cython.ulonglong, 0xFFFFFFFF)
_ONE = cython.declare(cython.ulonglong, 1)
_JOKER_CARD = cython.declare(cython.int, 32)
#: The cards printed in each suit, and what makes each weak hand: the cards that it may have, and of which it has one.
_PRINTED = cython.declare(cython.ulonglong[4])
_WEAK = cython.declare(cython.ulonglong[4])
_WEAK_HAS = cython.declare(cython.ulonglong[4])
#: By trump and card: strength, and suit as played. By trump and suit: the cards of the suit as played.
_STRENGTH = cython.declare(cython.int[5 * 33])
_SUIT = cython.declare(cython.int[5 * 33])
_OF_SUIT = cython.declare(cython.ulonglong[5 * 5])
#: Which three of five cards an exchange gives away.
_THREES = cython.declare(cython.int[10])


def _fill_tables() -> None:
    for suit in range(4):
        _PRINTED[suit] = 0xFF << 8 * suit
    # Seven is the lowest bit of a suit, ace the highest. The order is that of the rulebook's weak hands.
    every = 0x01010101
    for weak, (ranks, has) in enumerate(((0x0F, 0xFF), (0x0F, 0xFF), (0x0C, 0xFF), (0x8F, 0x80))):
        _WEAK[weak] = every * ranks
        _WEAK_HAS[weak] = every * has
    for trump in range(5):
        for card in range(CARD_COUNT):
            _STRENGTH[CARD_COUNT * trump + card] = STRENGTH[trump][card]
            _SUIT[CARD_COUNT * trump + card] = SUIT_AS_PLAYED[trump][card]
        for suit in range(5):
            _OF_SUIT[5 * trump + suit] = SUIT_MASK[trump][suit]
    threes = [(one, two, three) for one in range(5) for two in range(one + 1, 5) for three in range(two + 1, 5)]
    for number, (one, two, three) in enumerate(threes):
        _THREES[number] = 1 << one | 1 << two | 1 << three


_fill_tables()


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _bit(card: cython.int) -> cython.ulonglong:
    return _ONE << card


# Dealing.


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def deal(
    now: cython.p_int,
    cards: cython.p_ulonglong,
    rules: cython.p_int,
    pack: cython.p_uchar,
    dice: cython.p_ulonglong,
    turned: cython.int,
) -> cython.void:
    """Deal a hand to the dealer of the table. `turned` moves every hand on by so many seats."""
    place: cython.int
    other: cython.int
    card: cython.int
    size: cython.int = rules[PACK_SIZE]
    needed: cython.int = 24 if rules[EXCHANGE_FOR] else 21
    bits: cython.ulonglong = 0
    deck = cython.declare(cython.uchar[33])
    for place in range(size):
        deck[place] = pack[place]
    for place in range(PASSES, LEADER):
        now[place] = 0
    for place in range(KITTY, CARRIED):
        now[place] = -1
    for place in range(HELD, SAYS):
        cards[place] = 0
    now[STANDS_FOR] = now[EXCHANGED] = now[MAKER] = now[TRUMP] = now[LONE_DEFENDER] = now[GIVEN] = now[LEADER] = -1
    now[CALLS] = now[TURN_UP_IS] = now[WON] = now[WON + 1] = now[LOGGED] = 0
    for place in range(needed):
        # One random number serves two cards.
        bits = bits >> 32 if place & 1 else draw(dice)
        other = place + cython.cast(cython.int, ((bits & _HALF) * (size - place)) >> 32)
        card = deck[other]
        deck[other] = deck[place]
        deck[place] = card
        if place < 20:
            cards[DEALT + (place + turned & 3)] |= _bit(card)
        elif place == 20:
            now[TURN_UP] = card
        else:
            now[KITTY + place - 21] = card
    for place in range(4):
        cards[HELD + place] = cards[DEALT + place]
    if now[TURN_UP] == _JOKER_CARD:
        now[PHASE] = JOKER
        now[TURN] = now[DEALER]
    else:
        now[PHASE] = FIRST_ROUND
        now[TURN] = now[DEALER] + 1 & 3


# Legal actions.


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def offered(now: cython.p_int) -> cython.int:
    """The suit that the turn-up offers."""
    return now[STANDS_FOR] if now[TURN_UP] == _JOKER_CARD else now[TURN_UP] >> 3


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _holds_need(held: cython.ulonglong, suit: cython.int, need: cython.int) -> cython.bint:
    """True if this hand may make a suit trump; the joker counts as a trump."""
    if need == 0:
        return True
    return (held & (_PRINTED[suit] if need == 1 else _OF_SUIT[6 * suit])) != 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_weak(held: cython.ulonglong, kinds: cython.int) -> cython.int:
    """The kinds of weak hand, of those asked for, that this one is."""
    found: cython.int = 0
    kind: cython.int
    for kind in range(4):
        if kinds >> kind & 1 and not held & ~_WEAK[kind] and held & _WEAK_HAS[kind]:
            found |= 1 << kind
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _first_calls(now: cython.p_int, cards: cython.p_ulonglong, rules: cython.p_int) -> cython.ulonglong:
    turn: cython.int = now[TURN]
    held: cython.ulonglong = cards[HELD + turn]
    says: cython.ulonglong = 1
    free: cython.bint = turn == now[DEALER] and rules[DEALER_EXEMPT] != 0
    if free or _holds_need(held, offered(now), rules[NEED_ROUND_ONE]):
        says |= 4
        if not (rules[PARTNER_MUST_GO_ALONE] and turn == now[DEALER] ^ 2):
            says |= 2
    if rules[NEW_DEAL_FOR]:
        says |= cython.cast(cython.ulonglong, _is_weak(held, rules[NEW_DEAL_FOR])) << ACT_NEW_DEAL - CARD_ACTIONS
    if rules[EXCHANGE_FOR] and now[EXCHANGED] < 0 and _is_weak(held, rules[EXCHANGE_FOR]):
        says |= cython.cast(cython.ulonglong, 0x3FF) << ACT_EXCHANGE - CARD_ACTIONS
    return says


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _second_calls(now: cython.p_int, cards: cython.p_ulonglong, rules: cython.p_int) -> cython.ulonglong:
    turn: cython.int = now[TURN]
    held: cython.ulonglong = cards[HELD + turn]
    stuck: cython.bint = turn == now[DEALER] and rules[STICK_THE_DEALER] != 0
    named: cython.int = 0
    suit: cython.int
    for suit in range(4):
        if suit != offered(now) and _holds_need(held, suit, rules[NEED_ROUND_TWO]):
            named |= 1 << suit
    if stuck and named == 0:
        named = 0b1111 & ~(1 << offered(now))
    if rules[NO_TRUMP]:
        named |= 0b10000
    return cython.cast(cython.ulonglong, named) << ACT_NAME | named << ACT_NAME_ALONE | (0 if stuck else 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _discards(now: cython.p_int, cards: cython.p_ulonglong, rules: cython.p_int) -> cython.ulonglong:
    held: cython.ulonglong = cards[HELD + now[TURN]]
    others: cython.ulonglong = held & ~_bit(now[TURN_UP])
    if now[GIVEN] >= 0:
        return held
    if not rules[MAY_DISCARD_TURN_UP]:
        return others
    if rules[KEEP_TURN_UP_IN_A_FLUSH] and not others & ~_PRINTED[offered(now)]:
        return others
    return held


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _playable(now: cython.p_int, cards: cython.p_ulonglong) -> cython.ulonglong:
    held: cython.ulonglong = cards[HELD + now[TURN]]
    follows: cython.ulonglong
    if now[PLACED]:
        follows = held & suit_led(now)
        if follows:
            return follows
    return held


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def suit_led(now: cython.p_int) -> cython.ulonglong:
    """The cards of the suit that was led."""
    led: cython.int = now[PLAYS + 4 * now[TRICK] + now[LEADER]]
    return _OF_SUIT[5 * now[TRUMP] + _SUIT[33 * now[TRUMP] + led]]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_legal(now: cython.p_int, cards: cython.p_ulonglong, rules: cython.p_int) -> cython.void:
    """Write down what the seat to decide may do."""
    phase: cython.int = now[PHASE]
    cards[SAYS] = 0
    cards[ALLOWED] = 0
    if phase == PLAY:
        now[FIRST_CARD] = ACT_PLAY
        cards[ALLOWED] = _playable(now, cards)
    elif phase == FIRST_ROUND:
        cards[SAYS] = _first_calls(now, cards, rules)
    elif phase == SECOND_ROUND:
        cards[SAYS] = _second_calls(now, cards, rules)
    elif phase == DISCARD:
        now[FIRST_CARD] = ACT_DISCARD
        cards[ALLOWED] = _discards(now, cards, rules)
    elif phase == DEFEND:
        cards[SAYS] = 1 | _ONE << ACT_DEFEND_ALONE - CARD_ACTIONS
    elif phase == BEST:
        now[FIRST_CARD] = ACT_GIVE
        cards[ALLOWED] = cards[HELD + now[TURN]]
    else:
        cards[SAYS] = cython.cast(cython.ulonglong, 0b1111) << ACT_STAND_FOR - CARD_ACTIONS


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_legal(now: cython.p_int, cards: cython.p_ulonglong, action: cython.int) -> cython.bint:
    """True if the seat to decide may do this, by what was written down."""
    if action < 0 or action >= ACTION_COUNT:
        return False
    if action < ACT_PLAY:
        return cards[SAYS] >> action & 1
    if action >= ACT_DEFEND_ALONE:
        return cards[SAYS] >> action - CARD_ACTIONS & 1
    action -= now[FIRST_CARD]
    return 0 <= action <= 32 and cards[ALLOWED] >> action & 1


# What an action changes.


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def next_playing(now: cython.p_int, seat: cython.int) -> cython.int:
    """The next seat clockwise that doesn't sit out."""
    seat = seat + 1 & 3
    while now[OUT] >> seat & 1:
        seat = seat + 1 & 3
    return seat


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _after_call(now: cython.p_int, rules: cython.p_int, may_defend: cython.bint, may_give: cython.bint) -> cython.void:
    """Go on to the defenders' choice, to the partner's best card, or to the lead."""
    maker: cython.int = now[MAKER]
    if may_defend and rules[DEFEND_ALONE] > 1 - now[ALONE]:
        now[PHASE] = DEFEND
        now[TURN] = maker + 1 & 3
    elif may_give and now[ALONE] and rules[PARTNERS_BEST]:
        now[PHASE] = BEST
        now[TURN] = maker ^ 2
    else:
        now[PHASE] = PLAY
        now[LEADER] = next_playing(now, maker if now[ALONE] and rules[LEAD_LEFT_OF_LONE] else now[DEALER])
        now[LEADERS] = now[LEADER]
        now[TURN] = now[LEADER]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _make_trump(now: cython.p_int, trump: cython.int, alone: cython.bint) -> cython.void:
    now[MAKER] = now[TURN]
    now[TRUMP] = trump
    now[ALONE] = alone
    now[CALLS] += 1
    if alone:
        now[OUT] = 1 << (now[TURN] ^ 2)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pass(now: cython.p_int, rules: cython.p_int, last: cython.p_schar) -> cython.void:
    if now[PHASE] == DEFEND:
        if now[TURN] == (now[MAKER] + 1 & 3):
            now[TURN] ^= 2
        else:
            _after_call(now, rules, False, True)
        return
    now[PASSES] |= 1 << now[CALLS]
    now[CALLS] += 1
    if now[TURN] != now[DEALER]:
        now[TURN] = now[TURN] + 1 & 3
    elif now[PHASE] == FIRST_ROUND:
        now[TURN_UP_IS] = 2
        now[PHASE] = SECOND_ROUND
        now[TURN] = now[DEALER] + 1 & 3
    else:
        _write_result(now, last, THROWN_IN)
        if rules[PASSES_THE_DEAL]:
            now[DEALER] = now[DEALER] + 1 & 3
        now[PHASE] = DEAL


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _exchange(now: cython.p_int, cards: cython.p_ulonglong, three: cython.int) -> cython.void:
    turn: cython.int = now[TURN]
    held: cython.ulonglong = cards[HELD + turn]
    place: cython.int
    for place in range(5):
        if _THREES[three] >> place & 1:
            cards[HELD + turn] ^= held & (0 - held)
        held &= held - 1
    for place in range(3):
        cards[HELD + turn] |= _bit(now[KITTY + place])
    now[EXCHANGED] = turn


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _discard(now: cython.p_int, cards: cython.p_ulonglong, rules: cython.p_int, card: cython.int) -> cython.void:
    cards[HELD + now[TURN]] ^= _bit(card)
    cards[DISCARDS + now[TURN]] |= _bit(card)
    _after_call(now, rules, now[GIVEN] < 0, now[GIVEN] < 0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _play(
    now: cython.p_int, cards: cython.p_ulonglong, rules: cython.p_int, last: cython.p_schar, card: cython.int
) -> cython.void:
    turn: cython.int = now[TURN]
    cards[HELD + turn] ^= _bit(card)
    now[PLAYS + 4 * now[TRICK] + turn] = card
    now[PLACED] += 1
    turn = next_playing(now, turn)
    if turn != now[LEADER]:
        now[TURN] = turn
        return
    turn = trick_winner(now)
    now[WINNERS + now[TRICK]] = turn
    now[WON + (turn & 1)] += 1
    now[PLACED] = 0
    now[TRICK] += 1
    now[LEADER] = turn
    now[TURN] = turn
    if now[TRICK] < 5:
        now[LEADERS + now[TRICK]] = turn
    else:
        _score(now, rules, last)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def trick_winner(now: cython.p_int) -> cython.int:
    """The seat that is winning the trick on the table; it has a card."""
    row: cython.int = 33 * now[TRUMP]
    plays: cython.int = PLAYS + 4 * now[TRICK]
    winner: cython.int = now[LEADER]
    best: cython.int = _STRENGTH[row + now[plays + winner]]
    suit: cython.int = _SUIT[row + now[plays + winner]]
    seat: cython.int
    card: cython.int
    for seat in range(4):
        card = now[plays + seat]
        if card >= 0 and _STRENGTH[row + card] > best and (_STRENGTH[row + card] > 20 or _SUIT[row + card] == suit):
            best = _STRENGTH[row + card]
            winner = seat
    return winner


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write_result(now: cython.p_int, last: cython.p_schar, outcome: cython.int) -> cython.void:
    place: cython.int
    for place in range(RESULT_SIZE):
        last[place] = 0
    last[R_OUTCOME] = outcome
    last[R_DEALER] = now[DEALER]
    last[R_MAKER] = now[MAKER]
    last[R_TRUMP] = now[TRUMP]
    last[R_ALONE] = now[ALONE]
    last[R_LONE_DEFENDER] = now[LONE_DEFENDER]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _score(now: cython.p_int, rules: cython.p_int, last: cython.p_schar) -> cython.void:
    """Score a hand that was played; then the game ends or the deal passes."""
    side: cython.int = now[MAKER] & 1
    tricks: cython.int = now[WON + side]
    alone: cython.bint = now[ALONE] != 0
    worth: cython.int
    if tricks == 5:
        _write_result(now, last, MARCH)
        worth = rules[POINTS_ALONE_MARCH if alone else POINTS_MARCH]
    elif tricks >= 3:
        _write_result(now, last, MADE)
        worth = rules[POINTS_ALONE_MADE if alone else POINTS_MADE]
    else:
        _write_result(now, last, EUCHRE)
        worth = rules[POINTS_EUCHRE_ALONE if alone else POINTS_EUCHRE]
        if now[LONE_DEFENDER] >= 0:
            worth = rules[POINTS_LONE_DEFENDER]
        elif worth < 0:
            worth = rules[POINTS_MARCH] if tricks == 0 else rules[POINTS_MADE]
        side ^= 1
    last[R_TRICKS] = now[WON]
    last[R_TRICKS + 1] = now[WON + 1]
    last[R_POINTS + side] = worth
    now[SCORE + side] += worth
    now[HANDS] += 1
    now[DEALER] = now[DEALER] + 1 & 3
    now[PHASE] = DEAL
    # Points beyond the target are seen by nobody, as the next game begins at nothing.
    if rules[TARGET] and now[SCORE + side] >= rules[TARGET]:
        now[PHASE] = OVER
    if rules[HANDS_IN_GAME] and now[HANDS] >= rules[HANDS_IN_GAME]:
        now[PHASE] = OVER


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def apply(
    now: cython.p_int, cards: cython.p_ulonglong, rules: cython.p_int, last: cython.p_schar, action: cython.int
) -> cython.void:
    """Let the seat to decide do this. The action must be legal."""
    dealer: cython.int = now[DEALER]
    if ACT_PLAY <= action < ACT_DISCARD:
        _play(now, cards, rules, last, action - ACT_PLAY)
    elif action == 0:
        _pass(now, rules, last)
    elif action < ACT_NAME:
        _make_trump(now, offered(now), action > ACT_ORDER)
        now[TURN_UP_IS] = 1
        cards[HELD + dealer] |= _bit(now[TURN_UP])
        now[PHASE] = DISCARD
        now[TURN] = dealer
    elif action < ACT_PLAY:
        if action < ACT_NAME_ALONE:
            _make_trump(now, action - ACT_NAME, False)
        else:
            _make_trump(now, action - ACT_NAME_ALONE, True)
        _after_call(now, rules, True, True)
    elif action < ACT_GIVE:
        _discard(now, cards, rules, action - ACT_DISCARD)
    elif action < ACT_DEFEND_ALONE:
        now[GIVEN] = action - ACT_GIVE
        cards[HELD + now[TURN]] ^= _bit(now[GIVEN])
        cards[HELD + now[MAKER]] |= _bit(now[GIVEN])
        now[PHASE] = DISCARD
        now[TURN] = now[MAKER]
    elif action == ACT_DEFEND_ALONE:
        now[LONE_DEFENDER] = now[TURN]
        now[OUT] |= 1 << (now[TURN] ^ 2)
        _after_call(now, rules, False, True)
    elif action < ACT_NEW_DEAL:
        now[STANDS_FOR] = action - ACT_STAND_FOR
        now[PHASE] = FIRST_ROUND
        now[TURN] = dealer + 1 & 3
    elif action < ACT_EXCHANGE:
        _write_result(now, last, NEW_DEAL)
        now[PHASE] = DEAL
    else:
        _exchange(now, cards, action - ACT_EXCHANGE)
