"""Rules of thumb with a beginner's mistakes at a table of the batch: the players `random`, `novice` and `simple`.

It plays as `bowerbird.players.thumb` and `bowerbird.players.faults` do, with the shares of mistakes as data: a test
compares them choice by choice with every share at nothing and at one. Only the random numbers differ.
"""
# mypy: disable-error-code="untyped-decorator,no-any-return"

from __future__ import annotations

try:
    import cython
except ImportError:
    from bowerbird.kernel import plain as cython

from bowerbird.cards import CARD_COUNT, NO_TRUMP, STRENGTH, SUIT_AS_PLAYED, Card, Suit, sort_hand
from bowerbird.kernel import rules_of_thumb as thumb

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
        ALLOWED,
        ALONE,
        BEST,
        CARD_ACTIONS,
        DEALER,
        DEFEND,
        DISCARD,
        DISCARDS,
        F_DISCARDS_LOWEST,
        F_FORGETS,
        F_HOLDS_BOWER,
        F_LEADS_TRUMP_IN_DEFENCE,
        F_MISJUDGES,
        F_MISSES_DEALER,
        F_MISSES_LEFT,
        F_PLAYS_LEFT_EARLY,
        F_SKIPS_TRUMP_LEAD,
        F_TAKES_PARTNERS_TRICK,
        F_THROWS_HIGH,
        FIRST_CARD,
        FIRST_ROUND,
        HELD,
        MAKER,
        OUT,
        PHASE,
        PLACED,
        PLAY,
        PLAYS,
        SAYS,
        SECOND_ROUND,
        TRICK,
        TRUMP,
        TURN,
        TURN_UP,
        TURN_UP_IS,
    )
    from cython.cimports.bowerbird.kernel.batch_rules import offered, suit_led, trick_winner
    from cython.cimports.bowerbird.kernel.bits import below, draw, low_bit, ones
    from cython.cimports.libc.math import cos, log, sqrt
else:
    from math import cos, log, sqrt

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
        ALLOWED,
        ALONE,
        BEST,
        CARD_ACTIONS,
        DEALER,
        DEFEND,
        DISCARD,
        DISCARDS,
        F_DISCARDS_LOWEST,
        F_FORGETS,
        F_HOLDS_BOWER,
        F_LEADS_TRUMP_IN_DEFENCE,
        F_MISJUDGES,
        F_MISSES_DEALER,
        F_MISSES_LEFT,
        F_PLAYS_LEFT_EARLY,
        F_SKIPS_TRUMP_LEAD,
        F_TAKES_PARTNERS_TRICK,
        F_THROWS_HIGH,
        FIRST_CARD,
        FIRST_ROUND,
        HELD,
        MAKER,
        OUT,
        PHASE,
        PLACED,
        PLAY,
        PLAYS,
        SAYS,
        SECOND_ROUND,
        TRICK,
        TRUMP,
        TURN,
        TURN_UP,
        TURN_UP_IS,
    )
    from bowerbird.kernel.batch_rules import offered, suit_led, trick_winner
    from bowerbird.kernel.bits import below, draw, low_bit, ones

_ONE = cython.declare(cython.ulonglong, 1)
#: The aces of the four suits.
_ACES = cython.declare(cython.ulonglong, 0x80808080)
_JOKER_CARD = cython.declare(cython.int, 32)
_NOBODY = cython.declare(cython.int, -1)
#: By trump and card: strength, and suit as played. By trump: the cards in the order in which people hold them.
_STRENGTH = cython.declare(cython.int[5 * 33])
_SUIT = cython.declare(cython.int[5 * 33])
_IN_HAND = cython.declare(cython.int[5 * 33])
#: By trump: every card that is one.
_TRUMPS = cython.declare(cython.ulonglong[5])
#: By trump: what a card is worth in tricks if it is a trump; in no trump, what it is worth at all.
_WORTH = cython.declare(cython.double[5 * 33])

_TWO_PI = cython.declare(cython.double, 6.283185307179586)
_LEFT = cython.declare(cython.double, thumb.LEFT)
_SIDE_ACE = cython.declare(cython.double, thumb.SIDE_ACE)
_SIDE_ACE_IN_A_LONG_SUIT = cython.declare(cython.double, thumb.SIDE_ACE_IN_A_LONG_SUIT)
_LONGEST_SHORT_SUIT = cython.declare(cython.int, thumb.LONGEST_SHORT_SUIT)
_SIDE_KING = cython.declare(cython.double, thumb.SIDE_KING)
_VOID = cython.declare(cython.double, thumb.VOID)
_TURN_UP_SHARE = cython.declare(cython.double, thumb.TURN_UP_SHARE)
_ENOUGH_TO_CALL = cython.declare(cython.double, thumb.ENOUGH_TO_CALL)
_ENOUGH_ALONE = cython.declare(cython.double, thumb.ENOUGH_ALONE)
_ENOUGH_TO_DEFEND_ALONE = cython.declare(cython.double, thumb.ENOUGH_TO_DEFEND_ALONE)
_FEWEST_TRUMPS = cython.declare(cython.int, thumb.FEWEST_TRUMPS)
_WORTH_A_NEW_DEAL = cython.declare(cython.double, thumb.WORTH_A_NEW_DEAL)


def _fill_tables() -> None:
    for trump in range(5):
        _TRUMPS[trump] = sum(1 << card for card in range(CARD_COUNT) if STRENGTH[trump][card] > 20)
        made = NO_TRUMP if trump == 4 else Suit(trump)
        held = sort_hand([Card(card) for card in range(CARD_COUNT)], made)
        for card in range(CARD_COUNT):
            _STRENGTH[33 * trump + card] = STRENGTH[trump][card]
            _SUIT[33 * trump + card] = SUIT_AS_PLAYED[trump][card]
            _IN_HAND[33 * trump + card] = int(held[card])
            _WORTH[33 * trump + card] = thumb.trump_worth(Card(card), made)


_fill_tables()


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _fraction(dice: cython.p_ulonglong) -> cython.double:
    return (draw(dice) >> 11) * (1.0 / 9007199254740992.0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _error(dice: cython.p_ulonglong, spread: cython.double) -> cython.double:
    """An error with a normal distribution."""
    if spread == 0:
        return 0
    return spread * sqrt(-2 * log(1 - _fraction(dice))) * cos(_TWO_PI * _fraction(dice))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _bit(card: cython.int) -> cython.ulonglong:
    return _ONE << card


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _left(trump: cython.int) -> cython.ulonglong:
    return 0 if trump == 4 else _bit(8 * (3 - trump) + 4)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _lengths(cards: cython.ulonglong, trump: cython.int, lengths: cython.p_int) -> cython.void:
    """The number of cards of each suit as played."""
    suit: cython.int
    for suit in range(5):
        lengths[suit] = 0
    while cards:
        lengths[_SUIT[33 * trump + low_bit(cards)]] += 1
        cards &= cards - 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _lowest(cards: cython.ulonglong, trump: cython.int) -> cython.int:
    found: cython.int = low_bit(cards)
    card: cython.int
    while cards:
        card = low_bit(cards)
        if _STRENGTH[33 * trump + card] < _STRENGTH[33 * trump + found]:
            found = card
        cards &= cards - 1
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _highest(cards: cython.ulonglong, trump: cython.int) -> cython.int:
    found: cython.int = low_bit(cards)
    card: cython.int
    while cards:
        card = low_bit(cards)
        if _STRENGTH[33 * trump + card] > _STRENGTH[33 * trump + found]:
            found = card
        cards &= cards - 1
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _to_lay_away(held: cython.ulonglong, allowed: cython.ulonglong, trump: cython.int) -> cython.int:
    """A side card that leaves a void if possible, never an ace or a trump while there is another."""
    lengths = cython.declare(cython.int[5])
    found: cython.int = _NOBODY
    least: cython.int = 1 << 20
    cost: cython.int
    card: cython.int
    _lengths(held, trump, lengths)
    while allowed:
        card = low_bit(allowed)
        cost = 64 * lengths[_SUIT[33 * trump + card]] + _STRENGTH[33 * trump + card]
        if card & 7 == 7 and card < _JOKER_CARD:
            cost += 1 << 12
        if _TRUMPS[trump] >> card & 1:
            cost += 1 << 13
        if cost < least:
            least = cost
            found = card
        allowed &= allowed - 1
    return found


# Making trump.


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _tricks_worth(held: cython.ulonglong, trump: cython.int, order: cython.int, last: cython.int) -> cython.double:
    """Tricks that cards are good for. Added up as people hold them with `order` as trump, then `last`, unless -1."""
    lengths = cython.declare(cython.int[5])
    total: cython.double = 0
    place: cython.int
    card: cython.int
    voids: cython.int = 0
    trumps: cython.int = ones(held & _TRUMPS[trump]) - 1
    _lengths(held, trump, lengths)
    for place in range(34):
        card = last if place == 33 else _IN_HAND[33 * order + place]
        if card < 0 or (card == last and place < 33) or not held >> card & 1:
            continue
        if trump == 4 or _TRUMPS[trump] >> card & 1:
            total += _WORTH[33 * trump + card]
    if trump == 4:
        return total
    for place in range(34):
        card = last if place == 33 else _IN_HAND[33 * order + place]
        if card < 0 or (card == last and place < 33) or not held >> card & 1 or _TRUMPS[trump] >> card & 1:
            continue
        if card & 7 == 7:
            total += _SIDE_ACE if lengths[_SUIT[33 * trump + card]] <= _LONGEST_SHORT_SUIT else _SIDE_ACE_IN_A_LONG_SUIT
        elif card & 7 == 6:
            total += _SIDE_KING
    for place in range(4):
        voids += place != trump and lengths[place] == 0
    if trumps < 0:
        trumps = 0
    return total + _VOID * (voids if voids < trumps else trumps)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _weigh(
    held: cython.ulonglong,
    trump: cython.int,
    last: cython.int,
    error: cython.double,
    misses_left: cython.bint,
    trumps: cython.p_int,
) -> cython.double:
    """The tricks of a hand as its player judges it; `trumps` gets how many trumps it counts."""
    worth: cython.double = _tricks_worth(held, trump, 4, last) + error
    trumps[0] = ones(held) if trump == 4 else ones(held & _TRUMPS[trump])
    if misses_left and held & _left(trump):
        worth -= _LEFT
        trumps[0] -= 1
    return worth


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _answer(
    says: cython.ulonglong,
    together: cython.int,
    alone: cython.int,
    worth: cython.double,
    worth_alone: cython.double,
    trumps: cython.int,
) -> cython.int:
    """Call, alone or not, if the hand is worth it or there is no way to pass."""
    may_pass: cython.bint = says & 1
    may_alone: cython.bint = says >> alone & 1
    if may_alone and worth_alone >= _ENOUGH_ALONE:
        return alone
    if says >> together & 1 and ((worth >= _ENOUGH_TO_CALL and trumps >= _FEWEST_TRUMPS) or not may_pass):
        return together
    return 0 if may_pass else alone


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sent_back(held: cython.ulonglong) -> cython.int:
    """The exchange that keeps two of one suit if it can, and sends back low cards."""
    hand = cython.declare(cython.int[5])
    found: cython.int = 0
    least: cython.int = 1 << 20
    number: cython.int = 0
    one: cython.int
    two: cython.int
    cost: cython.int
    ranks: cython.int = 0
    for one in range(5):
        hand[one] = low_bit(held)
        ranks += hand[one] & 7
        held &= held - 1
    # The last three go first in the list when the first two are kept, so the kept pairs run backwards.
    number = 9
    for one in range(5):
        for two in range(one + 1, 5):
            cost = 64 * (1 + (hand[one] >> 3 != hand[two] >> 3)) + ranks - (hand[one] & 7) - (hand[two] & 7)
            if cost <= least:
                least = cost
                found = number
            number -= 1
    return ACT_EXCHANGE + found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _first_round(
    now: cython.p_int,
    cards: cython.p_ulonglong,
    error: cython.double,
    misses_left: cython.bint,
    misses_dealer: cython.bint,
) -> cython.int:
    turn: cython.int = now[TURN]
    trump: cython.int = offered(now)
    held: cython.ulonglong = cards[HELD + turn]
    says: cython.ulonglong = cards[SAYS]
    worth: cython.double
    worth_alone: cython.double
    gift: cython.double
    trumps = cython.declare(cython.int[1])
    if says >> ACT_EXCHANGE - CARD_ACTIONS:
        return _sent_back(held)
    if says >> ACT_NEW_DEAL - CARD_ACTIONS & 15 and _tricks_worth(held, trump, 4, -1) < _WORTH_A_NEW_DEAL:
        return ACT_NEW_DEAL + low_bit(says >> ACT_NEW_DEAL - CARD_ACTIONS & 15)
    if turn == now[DEALER]:
        held |= _bit(now[TURN_UP])
        held ^= _bit(_to_lay_away(held, held, trump))
        worth = _weigh(held, trump, now[TURN_UP], error, misses_left, trumps)
        return _answer(says, ACT_ORDER, ACT_ORDER + 1, worth, worth, trumps[0])
    worth = _weigh(held, trump, -1, error, misses_left, trumps)
    worth_alone = worth
    gift = 0 if misses_dealer else _TURN_UP_SHARE * _WORTH[33 * trump + now[TURN_UP]]
    if (turn ^ now[DEALER]) & 1:
        worth -= gift
        worth_alone -= gift
    else:
        worth += gift
    return _answer(says, ACT_ORDER, ACT_ORDER + 1, worth, worth_alone, trumps[0])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _second_round(
    now: cython.p_int, cards: cython.p_ulonglong, error: cython.double, misses_left: cython.bint
) -> cython.int:
    held: cython.ulonglong = cards[HELD + now[TURN]]
    says: cython.ulonglong = cards[SAYS]
    best: cython.double = 0
    worth: cython.double
    most: cython.int = 0
    found: cython.int = _NOBODY
    trump: cython.int
    trumps = cython.declare(cython.int[1])
    for trump in range(5):
        if says >> ACT_NAME + trump & 1:
            worth = _weigh(held, trump, -1, error, misses_left, trumps)
            if found < 0 or worth > best:
                best = worth
                found = trump
                most = trumps[0]
    if found < 0:
        return 0
    return _answer(says, ACT_NAME + found, ACT_NAME_ALONE + found, best, best, most)


# Play.


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _still_out(
    now: cython.p_int, cards: cython.p_ulonglong, pack: cython.ulonglong, forgets: cython.bint
) -> cython.ulonglong:
    """Cards that other players may still play, as far as this one remembers."""
    out: cython.ulonglong = pack & ~cards[HELD + now[TURN]] & ~cards[DISCARDS + now[TURN]]
    trick: cython.int
    seat: cython.int
    if now[TURN_UP_IS] == 2:
        out &= ~_bit(now[TURN_UP])
    for trick in range(now[TRICK] + 1):
        if trick < now[TRICK] - 1 and forgets:
            continue
        for seat in range(4):
            if now[PLAYS + 4 * trick + seat] >= 0:
                out &= ~_bit(now[PLAYS + 4 * trick + seat])
    return out


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_boss(card: cython.int, out: cython.ulonglong, trump: cython.int) -> cython.bint:
    """True if no unseen card beats this one in its own suit."""
    row: cython.int = 33 * trump
    other: cython.int
    while out:
        other = low_bit(out)
        if _SUIT[row + other] == _SUIT[row + card] and _STRENGTH[row + other] > _STRENGTH[row + card]:
            return False
        out &= out - 1
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _lead(now: cython.p_int, hand: cython.ulonglong, out: cython.ulonglong) -> cython.int:
    trump: cython.int = now[TRUMP]
    me: cython.int = now[TURN]
    trumps: cython.ulonglong = hand & _TRUMPS[trump]
    side: cython.ulonglong = hand & ~trumps
    top: cython.int
    card: cython.int
    cost: cython.int
    sure: cython.int = _NOBODY
    cheap: cython.int = _NOBODY
    shortest: cython.int = 1 << 20
    least: cython.int = 1 << 20
    lengths = cython.declare(cython.int[5])
    if not side:
        return _highest(trumps, trump)
    if trumps and (me ^ now[MAKER]) & 1 == 0 and out & _TRUMPS[trump]:
        top = _highest(trumps, trump)
        if (now[ALONE] and me == now[MAKER]) or trumps & (trumps - 1) or _is_boss(top, out, trump):
            return top
    _lengths(hand, trump, lengths)
    while side:
        card = low_bit(side)
        cost = lengths[_SUIT[33 * trump + card]]
        if cost < shortest and _is_boss(card, out, trump):
            shortest = cost
            sure = card
        cost = 64 * cost + _STRENGTH[33 * trump + card]
        if cost < least:
            least = cost
            cheap = card
        side &= side - 1
    return sure if sure >= 0 else cheap


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _winners(now: cython.p_int, allowed: cython.ulonglong, best: cython.int) -> cython.ulonglong:
    """The cards that would win the trick as it is."""
    row: cython.int = 33 * now[TRUMP]
    able: cython.ulonglong = allowed & (suit_led(now) | _TRUMPS[now[TRUMP]])
    found: cython.ulonglong = 0
    while able:
        if _STRENGTH[row + low_bit(able)] > _STRENGTH[row + best]:
            found |= able & (0 - able)
        able &= able - 1
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _follow(now: cython.p_int, hand: cython.ulonglong, allowed: cython.ulonglong, out: cython.ulonglong) -> cython.int:
    trump: cython.int = now[TRUMP]
    ahead: cython.int = trick_winner(now)
    best: cython.int = now[PLAYS + 4 * now[TRICK] + ahead]
    cheapest: cython.int = _to_lay_away(hand, allowed, trump)
    winners: cython.ulonglong = _winners(now, allowed, best)
    if not winners:
        return cheapest
    if ahead == now[TURN] ^ 2 and (
        now[PLACED] == 3 - ones(now[OUT]) or not winners & ~_TRUMPS[trump] or _is_boss(best, out, trump)
    ):
        return cheapest
    return _lowest(winners, trump)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _leading_mistake(
    now: cython.p_int, hand: cython.ulonglong, faults: cython.p_double, dice: cython.p_ulonglong
) -> cython.int:
    """A lead that is a mistake; -1 if none is made now."""
    trump: cython.int = now[TRUMP]
    side: cython.ulonglong = hand & ~_TRUMPS[trump]
    trumps: cython.ulonglong = hand & _TRUMPS[trump]
    aces: cython.ulonglong = side & _ACES
    found: cython.int = _NOBODY
    most: cython.int = 0
    cost: cython.int
    lengths = cython.declare(cython.int[5])
    if (now[TURN] ^ now[MAKER]) & 1:
        if trumps and _fraction(dice) < faults[F_LEADS_TRUMP_IN_DEFENCE]:
            return _highest(trumps, trump)
    elif side and _fraction(dice) < faults[F_SKIPS_TRUMP_LEAD]:
        if aces:
            return low_bit(aces)
        _lengths(side, trump, lengths)
        while side:
            cost = 64 * lengths[_SUIT[33 * trump + low_bit(side)]] + _STRENGTH[33 * trump + low_bit(side)]
            if cost > most:
                most = cost
                found = low_bit(side)
            side &= side - 1
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _following_mistake(
    now: cython.p_int, allowed: cython.ulonglong, faults: cython.p_double, dice: cython.p_ulonglong
) -> cython.int:
    """A card that follows and is a mistake; -1 if none is made now."""
    trump: cython.int = now[TRUMP]
    ahead: cython.int = trick_winner(now)
    winners: cython.ulonglong = _winners(now, allowed, now[PLAYS + 4 * now[TRICK] + ahead])
    side: cython.ulonglong = allowed & ~_TRUMPS[trump]
    right: cython.ulonglong = 0 if trump == 4 else _bit(8 * trump + 4)
    if now[PLACED] > 1 and ahead == now[TURN] ^ 2 and winners and _fraction(dice) < faults[F_TAKES_PARTNERS_TRICK]:
        return _highest(winners, trump)
    if winners and winners == right and _fraction(dice) < faults[F_HOLDS_BOWER]:
        return _lowest(allowed ^ right, trump)
    if not winners and side & (side - 1) and _fraction(dice) < faults[F_THROWS_HIGH]:
        return _highest(side, trump)
    return _NOBODY


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _card(
    now: cython.p_int,
    cards: cython.p_ulonglong,
    pack: cython.ulonglong,
    faults: cython.p_double,
    dice: cython.p_ulonglong,
) -> cython.int:
    hand: cython.ulonglong = cards[HELD + now[TURN]]
    allowed: cython.ulonglong = cards[ALLOWED]
    found: cython.int = _NOBODY
    out: cython.ulonglong
    if not allowed & (allowed - 1):
        return low_bit(allowed)
    if now[PLACED]:
        found = _following_mistake(now, allowed, faults, dice)
    else:
        found = _leading_mistake(now, allowed, faults, dice)
    if found >= 0:
        return found
    if allowed & _left(now[TRUMP]) and _fraction(dice) < faults[F_PLAYS_LEFT_EARLY]:
        return low_bit(_left(now[TRUMP]))
    out = _still_out(now, cards, pack, _fraction(dice) < faults[F_FORGETS])
    return _follow(now, hand, allowed, out) if now[PLACED] else _lead(now, allowed, out)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _discard(
    now: cython.p_int, cards: cython.p_ulonglong, faults: cython.p_double, dice: cython.p_ulonglong
) -> cython.int:
    side: cython.ulonglong = cards[ALLOWED] & ~_TRUMPS[now[TRUMP]]
    if side and _fraction(dice) < faults[F_DISCARDS_LOWEST]:
        return _lowest(side, now[TRUMP])
    return _to_lay_away(cards[HELD + now[TURN]], cards[ALLOWED], now[TRUMP])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def by_chance(now: cython.p_int, cards: cython.p_ulonglong, dice: cython.p_ulonglong) -> cython.int:
    """Any legal action, all equally likely."""
    says: cython.ulonglong = cards[SAYS]
    allowed: cython.ulonglong = cards[ALLOWED]
    many: cython.int = ones(says)
    chosen: cython.int = below(dice, many + ones(allowed))
    if chosen >= many:
        for _ in range(chosen - many):
            allowed &= allowed - 1
        return now[FIRST_CARD] + low_bit(allowed)
    for _ in range(chosen):
        says &= says - 1
    chosen = low_bit(says)
    return chosen if chosen < ACT_PLAY else chosen + CARD_ACTIONS


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def by_thumb(
    now: cython.p_int,
    cards: cython.p_ulonglong,
    pack: cython.ulonglong,
    faults: cython.p_double,
    dice: cython.p_ulonglong,
) -> cython.int:
    """The action of a beginner with these faults."""
    phase: cython.int = now[PHASE]
    error: cython.double
    misses_left: cython.bint
    if phase == PLAY:
        return ACT_PLAY + _card(now, cards, pack, faults, dice)
    if phase in (FIRST_ROUND, SECOND_ROUND):
        error = _error(dice, faults[F_MISJUDGES])
        misses_left = _fraction(dice) < faults[F_MISSES_LEFT]
        if phase == FIRST_ROUND:
            return _first_round(now, cards, error, misses_left, _fraction(dice) < faults[F_MISSES_DEALER])
        return _second_round(now, cards, error, misses_left)
    if phase == DISCARD:
        return ACT_DISCARD + _discard(now, cards, faults, dice)
    if phase == DEFEND:
        if _tricks_worth(cards[HELD + now[TURN]], now[TRUMP], now[TRUMP], -1) >= _ENOUGH_TO_DEFEND_ALONE:
            return ACT_DEFEND_ALONE
        return 0
    if phase == BEST:
        return ACT_GIVE + _highest(cards[ALLOWED], now[TRUMP])
    return by_chance(now, cards, dice)
