"""Play one hand by policies, from any turn of the auction to the points: the inner loop of bulk play.

The only randomness is what the policies draw from the caller's generator, and nothing allocates. Hands are masks of
card indices before play, and of relabelled cards during play.
"""
# mypy: disable-error-code="untyped-decorator,no-any-return"

from __future__ import annotations

try:
    import cython
except ImportError:
    from bowerbird.kernel import plain as cython

from bowerbird.kernel.options import FEATURES, HABITS, Options
from bowerbird.kernel.position import PositionError

if cython.compiled:
    from cython.cimports.bowerbird.kernel.bits import TRUMPS, below, nth_bit, ones, suit_of
    from cython.cimports.bowerbird.kernel.calls import legal_calls, rating
    from cython.cimports.bowerbird.kernel.chance import pick
    from cython.cimports.bowerbird.kernel.habit import by_habit, follow_context
    from cython.cimports.bowerbird.kernel.search import most, relabel
    from cython.cimports.bowerbird.kernel.thumb import least, thumb_follow, thumb_lead
else:
    from bowerbird.kernel.bits import TRUMPS, below, nth_bit, ones, suit_of
    from bowerbird.kernel.calls import legal_calls, rating
    from bowerbird.kernel.chance import pick
    from bowerbird.kernel.habit import by_habit, follow_context
    from bowerbird.kernel.search import most, relabel
    from bowerbird.kernel.thumb import least, thumb_follow, thumb_lead

#: Positions in `Options.flat`.
_MAY_DISCARD_TURN_UP = cython.declare(cython.int, 5)
_KEEP_TURN_UP_IN_A_FLUSH = cython.declare(cython.int, 6)
_LEAD_LEFT_OF_LONE = cython.declare(cython.int, 7)
_MADE = cython.declare(cython.int, 8)
_MARCH = cython.declare(cython.int, 9)
_ALONE_MADE = cython.declare(cython.int, 10)
_ALONE_MARCH = cython.declare(cython.int, 11)
_EUCHRE = cython.declare(cython.int, 12)
_EUCHRE_ALONE = cython.declare(cython.int, 13)

#: Positions in the record of a hand.
_DEALER = cython.declare(cython.int, 0)
_ROUND = cython.declare(cython.int, 1)
_CALLER = cython.declare(cython.int, 2)
_TRUMP = cython.declare(cython.int, 3)
_ALONE = cython.declare(cython.int, 4)
_TRICKS = cython.declare(cython.int, 5)
_POINTS = cython.declare(cython.int, 6)
_TURNED = cython.declare(cython.int, 8)

#: `Playing` and the weights of one side in the buffer: with partner, then alone.
_BY_THUMB = cython.declare(cython.int, 1)
_OPEN = cython.declare(cython.int, 2)
_BY_HABIT = cython.declare(cython.int, 3)
_ALL_TURNS = cython.declare(cython.int, 8 * FEATURES)
#: The weights of both sides' cards follow those of their calls.
_CARDS = cython.declare(cython.int, 4 * 8 * FEATURES)
_HABITS = cython.declare(cython.int, HABITS)

#: With open hands, only what changes the points is searched: one trick, three and five.
_OPEN_CUTS = cython.declare(cython.int, 0b101010)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _discard(
    hand: cython.ulonglong,
    turn_up: cython.int,
    playing: cython.int,
    options: cython.int[::1],
    state: cython.p_ulonglong,
) -> cython.ulonglong:
    """The card that a dealer with `hand` and the turn-up discards."""
    card: cython.ulonglong = cython.cast(cython.ulonglong, 1) << turn_up
    cards: cython.ulonglong = hand
    suit: cython.int = turn_up >> 3
    chosen: cython.ulonglong
    mine: cython.ulonglong
    if options[_MAY_DISCARD_TURN_UP] and not (
        options[_KEEP_TURN_UP_IN_A_FLUSH] and not (hand & ~(cython.cast(cython.ulonglong, 255) << 8 * suit))
    ):
        cards |= card
    if playing == 0:
        return nth_bit(cards, below(state, ones(cards)))
    # The rule of thumb uses relabelled cards: find the card that became the chosen one.
    chosen = least(relabel(cards, suit), relabel(hand | card, suit))
    while True:
        mine = cards & (0 - cards)
        if relabel(mine, suit) == chosen:
            return mine
        cards ^= mine


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lay_away(hand: cython.ulonglong, turn_up: cython.int, options: cython.int[::1]) -> cython.ulonglong:
    """The dealer's hand with the turn-up taken and a card discarded, by rule of thumb."""
    # Needs no randomness.
    state = cython.declare(cython.ulonglong[1])
    state[0] = 0
    return (hand | cython.cast(cython.ulonglong, 1) << turn_up) ^ _discard(hand, turn_up, _BY_THUMB, options, state)


def thumb_discard(hand: int, turn_up: int, options: Options) -> int:
    """The card that a dealer who holds `hand` discards for the turn-up, by rule of thumb."""
    if not 0 <= turn_up <= 31:
        raise PositionError("a joker that is turned up needs a suit: it cannot be discarded for here")
    six: cython.ulonglong = hand | 1 << turn_up
    chosen: cython.ulonglong = six ^ lay_away(hand, turn_up, options.flat())
    return int(chosen).bit_length() - 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _choose_call(
    hand: cython.ulonglong,
    turn: cython.int,
    turn_up: cython.int,
    weights: cython.double[::1],
    start: cython.int,
    options: cython.int[::1],
) -> cython.int:
    """The best-rated call, or a pass if none rates above zero and a pass is legal."""
    legal: cython.int = legal_calls(hand, turn, turn_up >> 3, options)
    chosen: cython.int = 0
    call: cython.int
    best: cython.double = 0
    worth: cython.double
    if legal == 1:
        return 0
    if not legal & 1:
        best = -1e30
    if turn == 3:
        hand = lay_away(hand, turn_up, options)
    for call in range(1, 9):
        if legal >> call & 1:
            worth = rating(hand, call - 1 & 3, turn, turn_up, weights, start + (_ALL_TURNS if call > 4 else 0))
            # A hand goes alone if it rates that call above zero on its own scale, before any other call.
            if call > 4 and worth > 0:
                worth += 1000
            elif call > 4 and legal & (0x1E):
                continue
            if worth > best:
                best = worth
                chosen = call
    return chosen


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def auction(
    hands: cython.p_ulonglong,
    dealer: cython.int,
    turn_up: cython.int,
    turn: cython.int,
    first_call: cython.int,
    options: cython.int[::1],
    styles: cython.int[::1],
    weights: cython.double[::1],
    state: cython.p_ulonglong,
    record: cython.schar[::1],
    at: cython.Py_ssize_t,
) -> cython.bint:
    """Play both rounds from `turn` on, with the first call given unless it is -1. True if trump was made."""
    seat: cython.int
    call: cython.int
    legal: cython.int
    chosen: cython.ulonglong
    record[at + _DEALER] = dealer
    record[at + _ROUND] = 0
    record[at + _CALLER] = -1
    record[at + _TRUMP] = -1
    record[at + _ALONE] = 0
    record[at + _TRICKS] = 0
    record[at + _POINTS] = 0
    record[at + _POINTS + 1] = 0
    record[at + _TURNED] = turn_up >> 3
    while turn < 8:
        seat = dealer + 1 + turn & 3
        if first_call >= 0:
            call = first_call
            first_call = -1
        elif styles[seat & 1] == 0:
            legal = legal_calls(hands[seat], turn, turn_up >> 3, options)
            chosen = pick(state, legal, ones(legal))
            call = 0
            while chosen >> call > 1:
                call += 1
        else:
            call = _choose_call(hands[seat], turn, turn_up, weights, (seat & 1) * 2 * _ALL_TURNS, options)
        if call:
            record[at + _ROUND] = 1 + (turn >> 2)
            record[at + _CALLER] = seat
            record[at + _TRUMP] = call - 1 & 3
            record[at + _ALONE] = call > 4
            return True
        turn += 1
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _considered_card(
    hand: cython.ulonglong,
    unseen: cython.ulonglong,
    leader: cython.int,
    place: cython.int,
    winner: cython.int,
    suit: cython.ulonglong,
    best: cython.ulonglong,
    out: cython.int,
    caller: cython.int,
    progress: cython.int,
    playing: cython.int,
    weights: cython.double[::1],
) -> cython.ulonglong:
    """The card of a policy; `progress` is five times the makers' tricks, and the tricks so far."""
    seat: cython.int = leader + place & 3
    makers: cython.bint = (seat ^ caller) & 1 == 0
    partner_wins: cython.bint = place >= 2 and winner == seat ^ 2
    behind: cython.int = 0
    later: cython.int
    context: cython.int
    legal: cython.ulonglong
    for later in range(place + 1, 4):
        behind += 1 - (out >> (leader + later & 3) & 1)
    if playing == _BY_THUMB:
        if place == 0:
            return thumb_lead(hand, unseen, makers, seat == caller)
        return thumb_follow(hand, unseen, suit, best, partner_wins, behind == 0)
    legal = hand & suit
    context = follow_context(
        behind, place >= 2 and not out >> (seat ^ 2) & 1, partner_wins, best, unseen, legal != 0, makers
    )
    return by_habit(
        legal if legal else hand,
        hand,
        unseen,
        suit,
        best,
        (seat - caller & 3) + (4 if out else 0),
        context,
        progress,
        weights,
        _CARDS + (seat & 1) * _HABITS,
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _play(
    hands: cython.p_ulonglong,
    pack: cython.ulonglong,
    leader: cython.int,
    out: cython.int,
    caller: cython.int,
    styles: cython.int[::1],
    weights: cython.double[::1],
    state: cython.p_ulonglong,
) -> cython.int:
    """Play five tricks with relabelled cards; return those of the caller's side."""
    taken: cython.int = 0
    trick: cython.int
    place: cython.int
    seat: cython.int
    winner: cython.int
    wins: cython.bint
    suit: cython.ulonglong
    best: cython.ulonglong
    card: cython.ulonglong
    legal: cython.ulonglong
    unplayed: cython.ulonglong = pack
    for trick in range(5):
        winner = leader
        suit = 0
        best = 0
        for place in range(4):
            seat = leader + place & 3
            if out >> seat & 1:
                continue
            if styles[2 + (seat & 1)] == 0:
                legal = hands[seat] & suit
                if legal == 0:
                    legal = hands[seat]
                card = nth_bit(legal, below(state, ones(legal)))
            else:
                card = _considered_card(
                    hands[seat],
                    unplayed ^ hands[seat],
                    leader,
                    place,
                    winner,
                    suit,
                    best,
                    out,
                    caller,
                    taken * 5 + trick,
                    styles[2 + (seat & 1)],
                    weights,
                )
            hands[seat] ^= card
            unplayed ^= card
            if place == 0:
                suit = suit_of(card)
            wins = (card > best) & ((card & (suit | TRUMPS)) != 0)
            best = card if wins else best
            winner = seat if wins else winner
        leader = winner
        taken += (winner ^ caller) & 1 == 0
    return taken


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _play_at_random(
    hands: cython.p_ulonglong, leader: cython.int, out: cython.int, caller: cython.int, state: cython.p_ulonglong
) -> cython.int:
    """`_play` if all four play at random: nothing to consider, and as few branches as possible."""
    taken: cython.int = 0
    place: cython.int
    seat: cython.int
    winner: cython.int
    suit: cython.ulonglong
    best: cython.ulonglong
    card: cython.ulonglong
    legal: cython.ulonglong
    strength: cython.ulonglong
    for _ in range(5):
        card = nth_bit(hands[leader], below(state, ones(hands[leader])))
        hands[leader] ^= card
        suit = suit_of(card)
        best = card
        winner = leader
        for place in range(1, 4):
            seat = leader + place & 3
            if out >> seat & 1:
                continue
            legal = hands[seat] & suit
            legal = legal if legal else hands[seat]
            card = nth_bit(legal, below(state, ones(legal)))
            hands[seat] ^= card
            strength = card & (suit | TRUMPS)
            winner = seat if strength > best else winner
            best = strength if strength > best else best
        leader = winner
        taken += (winner ^ caller) & 1 == 0
    return taken


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def prepare(
    hands: cython.p_ulonglong,
    turn_up: cython.int,
    discarded: cython.ulonglong,
    options: cython.int[::1],
    styles: cython.int[::1],
    state: cython.p_ulonglong,
    record: cython.schar[::1],
    at: cython.Py_ssize_t,
    ready: cython.p_ulonglong,
) -> cython.int:
    """Discard (unless `discarded` is given) and relabel the hands for play; return the leader.

    The hand of a seat that sits out is empty.
    """
    dealer: cython.int = record[at + _DEALER]
    caller: cython.int = record[at + _CALLER]
    trump: cython.int = record[at + _TRUMP]
    alone: cython.bint = record[at + _ALONE] != 0
    leader: cython.int = dealer + 1 & 3
    seat: cython.int
    if record[at + _ROUND] == 1:
        if discarded == 0:
            discarded = _discard(hands[dealer], turn_up, styles[2 + (dealer & 1)], options, state)
        hands[dealer] |= cython.cast(cython.ulonglong, 1) << turn_up
        hands[dealer] ^= discarded
    for seat in range(4):
        ready[seat] = relabel(hands[seat], trump)
    if alone:
        ready[caller ^ 2] = 0
        if options[_LEAD_LEFT_OF_LONE]:
            leader = caller + 1 & 3
        if leader == caller ^ 2:
            leader = leader + 1 & 3
    return leader


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def score(
    record: cython.schar[::1], at: cython.Py_ssize_t, tricks: cython.int, options: cython.int[::1]
) -> cython.void:
    """Write the makers' tricks and what they are worth."""
    winner: cython.int = record[at + _CALLER]
    alone: cython.bint = record[at + _ALONE] != 0
    worth: cython.int
    record[at + _TRICKS] = tricks
    if tricks == 5:
        worth = options[_ALONE_MARCH if alone else _MARCH]
    elif tricks >= 3:
        worth = options[_ALONE_MADE if alone else _MADE]
    else:
        worth = options[_EUCHRE_ALONE if alone else _EUCHRE]
        if worth < 0:
            worth = options[_MARCH] if tricks == 0 else options[_MADE]
        winner ^= 1
    record[at + _POINTS + (winner & 1)] = worth


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def finish(
    hands: cython.p_ulonglong,
    pack: cython.ulonglong,
    turn_up: cython.int,
    discarded: cython.ulonglong,
    options: cython.int[::1],
    styles: cython.int[::1],
    weights: cython.double[::1],
    state: cython.p_ulonglong,
    record: cython.schar[::1],
    at: cython.Py_ssize_t,
) -> cython.void:
    """Discard (unless `discarded` is given), play and score a hand after trump is made."""
    ready = cython.declare(cython.ulonglong[4])
    leader: cython.int = prepare(hands, turn_up, discarded, options, styles, state, record, at, ready)
    caller: cython.int = record[at + _CALLER]
    out: cython.int = 1 << (caller ^ 2) if record[at + _ALONE] else 0
    tricks: cython.int
    if styles[2] == _OPEN:
        tricks = most(
            ready[leader],
            ready[leader + 1 & 3],
            ready[leader + 2 & 3],
            ready[leader + 3 & 3],
            4,
            0,
            0,
            0,
            5,
            (leader ^ caller) & 1 == 0,
            0,
            _OPEN_CUTS,
        )
    elif styles[2] == 0 and styles[3] == 0:
        tricks = _play_at_random(ready, leader, out, caller, state)
    else:
        tricks = _play(ready, relabel(pack, record[at + _TRUMP]), leader, out, caller, styles, weights, state)
    score(record, at, tricks, options)
