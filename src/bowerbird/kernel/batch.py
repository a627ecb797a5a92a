"""Many tables at once in arrays that the caller owns: each at a decision of a learner, and on to the next one.

A step applies one action at every table and goes on until a learner has to decide again: bots of the kernel decide for
their seats, forced actions may be skipped, and what is over is dealt again. The arrays are the environment's own
(`bowerbird.environments.vector`), written in place. `SLOTS` gives rows and actions as the master's net has them.
"""
# Pointers where it is compiled, views where it is not: Cython leaves one branch out, but would refuse one expression.
# ruff: noqa: SIM108
# mypy: disable-error-code="untyped-decorator,no-any-return"

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

try:
    import cython
except ImportError:
    from bowerbird.kernel import plain as cython

from bowerbird.kernel.chance import seeded
from bowerbird.kernel.layout import ACTIONS, FIRST_DISCARD, FIRST_NAME, FIRST_NAME_ALONE, FIRST_PLAY, INPUTS, OUTCOMES
from bowerbird.kernel.net import MOST_SEEN
from bowerbird.kernel.net_hand import SIZE as NET_SIZE

if cython.compiled:
    from cython.cimports.bowerbird.kernel.batch_layout import (
        ACT_DISCARD,
        ACT_NAME,
        ACT_NAME_ALONE,
        ACT_PLAY,
        ACTION_COUNT,
        ALLOWED,
        BEGINNER,
        BOTH_SIDES,
        BY_CHANCE,
        CARD_ACTIONS,
        CARD_SIZE,
        CARRIED,
        DEAL,
        DEALER,
        DISCARD,
        ELSEWHERE,
        FAULTS,
        FIRST_CARD,
        FOR_THE_WIN,
        HANDS,
        HELD,
        LEARNER,
        LOG_SIZE,
        LOGGED,
        NEW_DEAL,
        O_SIZE,
        OUT,
        OVER,
        PHASE,
        R_OUTCOME,
        R_POINTS,
        RESULT_SIZE,
        SAYS,
        SCORE,
        SIZE,
        SKIPS_FORCED,
        TURN,
        TURN_UP,
        WHOLE_GAMES,
    )
    from cython.cimports.bowerbird.kernel.batch_rules import apply, deal, is_legal, list_legal
    from cython.cimports.bowerbird.kernel.batch_sight import tell, tell_legal
    from cython.cimports.bowerbird.kernel.beginner import by_chance, by_thumb
    from cython.cimports.bowerbird.kernel.bits import below, draw, low_bit
    from cython.cimports.bowerbird.kernel.net_hand import BASE, begin, card_in, legal_actions, slots_of
    from cython.cimports.bowerbird.kernel.net_hand import HELD as NET_HELD
    from cython.cimports.bowerbird.kernel.net_hand import apply as net_apply
    from cython.cimports.bowerbird.kernel.net_hand import tell as net_tell
else:
    from bowerbird.kernel.batch_layout import (
        ACT_DISCARD,
        ACT_NAME,
        ACT_NAME_ALONE,
        ACT_PLAY,
        ACTION_COUNT,
        ALLOWED,
        BEGINNER,
        BOTH_SIDES,
        BY_CHANCE,
        CARD_ACTIONS,
        CARD_SIZE,
        CARRIED,
        DEAL,
        DEALER,
        DISCARD,
        ELSEWHERE,
        FAULTS,
        FIRST_CARD,
        FOR_THE_WIN,
        HANDS,
        HELD,
        LEARNER,
        LOG_SIZE,
        LOGGED,
        NEW_DEAL,
        O_SIZE,
        OUT,
        OVER,
        PHASE,
        R_OUTCOME,
        R_POINTS,
        RESULT_SIZE,
        SAYS,
        SCORE,
        SIZE,
        SKIPS_FORCED,
        TURN,
        TURN_UP,
        WHOLE_GAMES,
    )
    from bowerbird.kernel.batch_rules import apply, deal, is_legal, list_legal
    from bowerbird.kernel.batch_sight import tell, tell_legal
    from bowerbird.kernel.beginner import by_chance, by_thumb
    from bowerbird.kernel.bits import below, draw, low_bit
    from bowerbird.kernel.net_hand import BASE, begin, card_in, legal_actions, slots_of
    from bowerbird.kernel.net_hand import HELD as NET_HELD
    from bowerbird.kernel.net_hand import apply as net_apply
    from bowerbird.kernel.net_hand import tell as net_tell

__all__ = ["DICE", "NET_SIZE", "SLOTS", "SLOT_ACTIONS", "SLOT_BITS", "TABLE", "Tables"]

#: Layouts of rows and actions: the table's own, and the slots of the master's net.
TABLE: int = 0
SLOTS: int = 1
SLOT_BITS: int = INPUTS - OUTCOMES
SLOT_ACTIONS: int = ACTIONS
#: The dice of a table: for cards, bots and samples, and those from which each episode gets the ones for its cards.
DICE: int = 4

_ONE = cython.declare(cython.ulonglong, 1)
_DICE = cython.declare(cython.int, DICE)
_FOR_CARDS = cython.declare(cython.int, 0)
_FOR_BOTS = cython.declare(cython.int, 1)
_FOR_SAMPLES = cython.declare(cython.int, 2)
_FOR_EPISODES = cython.declare(cython.int, 3)
_SLOTS = cython.declare(cython.int, SLOTS)
_BITS = cython.declare(cython.int, SLOT_BITS)
_SLOT_ACTIONS = cython.declare(cython.int, SLOT_ACTIONS)
_NET_SIZE = cython.declare(cython.int, NET_SIZE)
_MOST_SEEN = cython.declare(cython.int, MOST_SEEN)
_NAME = cython.declare(cython.int, FIRST_NAME)
_NAME_LONE = cython.declare(cython.int, FIRST_NAME_ALONE)
_PLAY_SLOT = cython.declare(cython.int, FIRST_PLAY)
_DISCARD_SLOT = cython.declare(cython.int, FIRST_DISCARD)


def _flat(array: Any) -> Any:
    """An array as one row. Plain Python reads its numbers faster from a memoryview."""
    row = array.reshape(-1)
    return row if cython.compiled else memoryview(row)


@cython.cclass
class Tables:
    """Tables in the caller's arrays, by name. They hold no state but what is in there."""

    _count: cython.int
    _layout: cython.int
    _net_rules: cython.int
    _pack_mask: cython.ulonglong
    _numbers: cython.int[::1]
    _cards: cython.ulonglong[::1]
    _dice: cython.ulonglong[::1]
    _log: cython.uchar[::1]
    _net: cython.int[::1]
    _last: cython.schar[::1]
    _rewards: cython.float[::1]
    _ended: cython.uchar[::1]
    _episodes: cython.longlong[::1]
    _turns: cython.schar[::1]
    _rows: cython.schar[::1]
    _masks: cython.schar[::1]
    _rules: cython.int[::1]
    _pack: cython.uchar[::1]
    _kinds: cython.int[::1]
    _faults: cython.double[::1]

    def __init__(self, count: int, layout: int, net_rules: int, pack_mask: int, arrays: Mapping[str, Any]) -> None:
        self._count = count
        self._layout = layout
        self._net_rules = net_rules
        self._pack_mask = pack_mask
        self._numbers = _flat(arrays["numbers"])
        self._cards = _flat(arrays["cards"])
        self._dice = _flat(arrays["dice"])
        self._log = _flat(arrays["log"])
        self._net = _flat(arrays["net"])
        self._last = _flat(arrays["last"])
        self._rewards = _flat(arrays["rewards"])
        self._ended = _flat(arrays["ended"])
        self._episodes = _flat(arrays["episodes"])
        self._turns = _flat(arrays["turns"])
        self._rows = _flat(arrays["rows"])
        self._masks = _flat(arrays["masks"])
        self._rules = _flat(arrays["rules"])
        self._pack = _flat(arrays["pack"])
        self._kinds = _flat(arrays["kinds"])
        self._faults = _flat(arrays["faults"])

    def start(self, seed: int) -> None:
        """Begin again at every table, with dice of its own from this seed."""
        place: cython.int
        kind: cython.int
        state = cython.declare(cython.ulonglong[1])
        state[0] = seeded(seed, 3)
        for place in range(self._count):
            for kind in range(_DICE):
                self._dice[_DICE * place + kind] = draw(state)
            if self._rules[BOTH_SIDES] and place & 1:
                self._dice[_DICE * place + _FOR_EPISODES] = self._dice[_DICE * (place - 1) + _FOR_EPISODES]
        # The dice of a pair are the same until one of them deals.
        for place in range(self._count):
            self._numbers[SIZE * place + PHASE] = OVER
            self._numbers[SIZE * place + CARRIED] = 0
            self._episodes[place] = -1
            self._clear(place)
            # What bots do before the first decision is carried, as after the end of an episode.
            self._ended[place] = 1
            self._advance(place)
            self._report(place)

    def first_illegal(self, actions: cython.int[::1]) -> int:
        """The first table whose action is not legal, or -1."""
        place: cython.int
        for place in range(self._count):
            if not self._may(place, actions[place]):
                return place
        return -1

    def step(self, actions: cython.int[::1]) -> None:
        """Apply a legal action at every table."""
        place: cython.int
        with cython.nogil:
            for place in range(self._count):
                self._clear(place)
                self._do(place, self._as_table(place, actions[place]))
                self._advance(place)
                self._report(place)

    def push(self, place: int, action: int) -> None:
        """Apply an action of the table's list that a seat's player chose elsewhere, in the same step."""
        self._do(place, action)
        self._advance(place)
        self._report(place)

    def sample(self, actions: cython.int[::1]) -> None:
        """A legal action for every table, by chance, from dice that nothing else uses."""
        place: cython.int
        with cython.nogil:
            for place in range(self._count):
                actions[place] = self._any(place)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _clear(self, place: cython.int) -> cython.void:
        """Begin a step: what was carried belongs to it."""
        seat: cython.int
        carried: cython.int = self._numbers[SIZE * place + CARRIED]
        self._numbers[SIZE * place + CARRIED] = 0
        self._ended[place] = 0
        for seat in range(4):
            self._rewards[4 * place + seat] = -carried if seat & 1 else carried

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _may(self, place: cython.int, action: cython.int) -> cython.bint:
        now: cython.p_int
        cards: cython.p_ulonglong
        net: cython.p_int
        if cython.compiled:
            now = cython.address(self._numbers[SIZE * place])
            cards = cython.address(self._cards[CARD_SIZE * place])
        else:
            now, cards = self._numbers[SIZE * place :], self._cards[CARD_SIZE * place :]
        if self._layout != _SLOTS:
            return is_legal(now, cards, action)
        if cython.compiled:
            net = cython.address(self._net[_NET_SIZE * place])
        else:
            net = self._net[_NET_SIZE * place :]
        return 0 <= action < _SLOT_ACTIONS and legal_actions(net, 0) >> action & 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _any(self, place: cython.int) -> cython.int:
        now: cython.p_int
        cards: cython.p_ulonglong
        dice: cython.p_ulonglong
        action: cython.int
        if cython.compiled:
            now = cython.address(self._numbers[SIZE * place])
            cards = cython.address(self._cards[CARD_SIZE * place])
            dice = cython.address(self._dice[_DICE * place + _FOR_SAMPLES])
        else:
            now, cards = self._numbers[SIZE * place :], self._cards[CARD_SIZE * place :]
            dice = self._dice[_DICE * place + _FOR_SAMPLES :]
        action = by_chance(now, cards, dice)
        return self._as_slot(place, action) if self._layout == _SLOTS else action

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _as_table(self, place: cython.int, action: cython.int) -> cython.int:
        """An action of the layout as one of the table's list."""
        base: cython.int
        if self._layout != _SLOTS or action < _NAME:
            return action
        base = self._net[_NET_SIZE * place + BASE]
        if action >= _DISCARD_SLOT:
            return ACT_DISCARD + card_in(action - _DISCARD_SLOT, base)
        if action >= _PLAY_SLOT:
            return ACT_PLAY + card_in(action - _PLAY_SLOT, base)
        if action >= _NAME_LONE:
            return ACT_NAME_ALONE + _suit_of(action - _NAME_LONE, base)
        return ACT_NAME + _suit_of(action - _NAME, base)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _as_slot(self, place: cython.int, action: cython.int) -> cython.int:
        """The reverse of `_as_table` in the layout of slots."""
        base: cython.int = self._net[_NET_SIZE * place + BASE]
        if action < ACT_NAME:
            return action
        if action >= ACT_DISCARD:
            return _DISCARD_SLOT + low_bit(slots_of(_ONE << action - ACT_DISCARD, base))
        if action >= ACT_PLAY:
            return _PLAY_SLOT + low_bit(slots_of(_ONE << action - ACT_PLAY, base))
        if action >= ACT_NAME_ALONE:
            return _NAME_LONE + _label_of(action - ACT_NAME_ALONE, base)
        return _NAME + _label_of(action - ACT_NAME, base)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _do(self, place: cython.int, action: cython.int) -> cython.void:
        """Apply an action of the table's list; if the hand is over, write down what it was worth."""
        now: cython.p_int
        cards: cython.p_ulonglong
        net: cython.p_int
        rules: cython.p_int
        spare = cython.declare(cython.schar[10])
        if cython.compiled:
            now = cython.address(self._numbers[SIZE * place])
            cards = cython.address(self._cards[CARD_SIZE * place])
            rules = cython.address(self._rules[0])
        else:
            now, cards = self._numbers[SIZE * place :], self._cards[CARD_SIZE * place :]
            rules = self._rules
        self._log[LOG_SIZE * place + now[LOGGED]] = action
        now[LOGGED] += 1
        if self._layout == _SLOTS:
            if cython.compiled:
                net = cython.address(self._net[_NET_SIZE * place])
            else:
                net = self._net[_NET_SIZE * place :]
            net_apply(net, 0, self._as_slot(place, action))
        apply(now, cards, rules, spare, action)
        if now[PHASE] >= DEAL:
            self._settle(place, spare)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _settle(self, place: cython.int, result: cython.p_schar) -> cython.void:
        """Pay for a hand that is over. Once an episode has ended, the rest of the step belongs to the next one."""
        at: cython.int = SIZE * place
        over: cython.bint = self._numbers[at + PHASE] == OVER
        gain: cython.int = 0
        seat: cython.int
        if not self._rules[WHOLE_GAMES] and result[R_OUTCOME] != NEW_DEAL:
            over = True
        if not self._rules[FOR_THE_WIN]:
            gain = result[R_POINTS] - result[R_POINTS + 1]
        elif over and self._numbers[at + SCORE] != self._numbers[at + SCORE + 1]:
            gain = 1 if self._numbers[at + SCORE] > self._numbers[at + SCORE + 1] else -1
        if not self._ended[place]:
            for seat in range(RESULT_SIZE):
                self._last[RESULT_SIZE * place + seat] = result[seat]
            for seat in range(4):
                self._rewards[4 * place + seat] += -gain if seat & 1 else gain
            self._ended[place] = over
        else:
            # An episode that is over without a decision is left out.
            self._numbers[at + CARRIED] = 0 if over else self._numbers[at + CARRIED] + gain
        if over:
            self._numbers[at + PHASE] = OVER

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _next_episode(self, place: cython.int) -> cython.void:
        """Take dice of its own for the cards of an episode: so tables of a pair agree, whatever the last one took."""
        dice: cython.p_ulonglong
        if cython.compiled:
            dice = cython.address(self._dice[_DICE * place + _FOR_EPISODES])
        else:
            dice = self._dice[_DICE * place + _FOR_EPISODES :]
        self._dice[_DICE * place + _FOR_CARDS] = draw(dice)
        self._episodes[place] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _deal(self, place: cython.int) -> cython.void:
        """Deal, in a new game if the last one is over."""
        now: cython.p_int
        cards: cython.p_ulonglong
        dice: cython.p_ulonglong
        rules: cython.p_int
        pack: cython.p_uchar
        net: cython.p_int
        turned: cython.int = place & 1 if self._rules[BOTH_SIDES] else 0
        seat: cython.int
        if cython.compiled:
            now = cython.address(self._numbers[SIZE * place])
            cards = cython.address(self._cards[CARD_SIZE * place])
            dice = cython.address(self._dice[_DICE * place + _FOR_CARDS])
            rules = cython.address(self._rules[0])
            pack = cython.address(self._pack[0])
        else:
            now, cards = self._numbers[SIZE * place :], self._cards[CARD_SIZE * place :]
            dice, rules, pack = self._dice[_DICE * place + _FOR_CARDS :], self._rules, self._pack
        if now[PHASE] == OVER:
            self._next_episode(place)
            now[SCORE] = now[SCORE + 1] = now[HANDS] = 0
            now[DEALER] = below(dice, 4) + turned & 3
        deal(now, cards, rules, pack, dice, turned)
        if self._layout == _SLOTS:
            if cython.compiled:
                net = cython.address(self._net[_NET_SIZE * place])
            else:
                net = self._net[_NET_SIZE * place :]
            begin(net, 0, now[DEALER], now[TURN_UP], self._net_rules)
            for seat in range(4):
                net[NET_HELD + seat] = slots_of(cards[HELD + seat], now[TURN_UP] >> 3)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _forced(self, place: cython.int) -> cython.int:
        """The only thing to do, if nothing else is legal or it can't matter; else -1."""
        says: cython.ulonglong = self._cards[CARD_SIZE * place + SAYS]
        allowed: cython.ulonglong = self._cards[CARD_SIZE * place + ALLOWED]
        at: cython.int = SIZE * place
        place = self._numbers[at + FIRST_CARD]
        if says:
            if says & (says - 1):
                return -1
            place = low_bit(says)
            return place if place < ACT_PLAY else place + CARD_ACTIONS
        if not allowed & (allowed - 1):
            return place + low_bit(allowed)
        # A dealer who sits out discards from a hand that nobody plays.
        if self._numbers[at + PHASE] == DISCARD and self._numbers[at + OUT] >> self._numbers[at + TURN] & 1:
            return place + low_bit(allowed)
        return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _advance(self, place: cython.int) -> cython.void:
        """Go on to the next decision that is not made here."""
        now: cython.p_int
        cards: cython.p_ulonglong
        dice: cython.p_ulonglong
        rules: cython.p_int
        faults: cython.p_double
        kind: cython.int
        action: cython.int
        if cython.compiled:
            now = cython.address(self._numbers[SIZE * place])
            cards = cython.address(self._cards[CARD_SIZE * place])
            dice = cython.address(self._dice[_DICE * place + _FOR_BOTS])
            rules = cython.address(self._rules[0])
        else:
            now, cards = self._numbers[SIZE * place :], self._cards[CARD_SIZE * place :]
            dice, rules = self._dice[_DICE * place + _FOR_BOTS :], self._rules
        while True:
            if now[PHASE] >= DEAL:
                self._deal(place)
            list_legal(now, cards, rules)
            kind = self._kinds[now[TURN]]
            if kind == LEARNER:
                action = self._forced(place) if rules[SKIPS_FORCED] else -1
                if action < 0:
                    return
            elif kind == BY_CHANCE:
                action = by_chance(now, cards, dice)
            elif kind == BEGINNER:
                if cython.compiled:
                    faults = cython.address(self._faults[FAULTS * now[TURN]])
                else:
                    faults = self._faults[FAULTS * now[TURN] :]
                action = by_thumb(now, cards, self._pack_mask, faults, dice)
            else:
                return
            self._do(place, action)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _report(self, place: cython.int) -> cython.void:
        """Write whose turn it is, what that seat sees and what it may do."""
        now: cython.p_int
        cards: cython.p_ulonglong
        row: cython.p_schar
        mask: cython.p_schar
        if cython.compiled:
            now = cython.address(self._numbers[SIZE * place])
            cards = cython.address(self._cards[CARD_SIZE * place])
        else:
            now, cards = self._numbers[SIZE * place :], self._cards[CARD_SIZE * place :]
        self._turns[place] = now[TURN]
        if self._kinds[now[TURN]] == ELSEWHERE:
            return
        if self._layout == _SLOTS:
            self._report_slots(place)
            return
        if cython.compiled:
            row = cython.address(self._rows[O_SIZE * place])
            mask = cython.address(self._masks[ACTION_COUNT * place])
        else:
            row, mask = self._rows[O_SIZE * place :], self._masks[ACTION_COUNT * place :]
        tell(now, cards, row)
        tell_legal(now, cards, mask)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _report_slots(self, place: cython.int) -> cython.void:
        net: cython.p_int
        row: cython.p_schar
        mask: cython.p_schar
        legal: cython.ulonglong
        count: cython.int
        bit: cython.int
        seen = cython.declare(cython.ushort[192])
        if cython.compiled:
            net = cython.address(self._net[_NET_SIZE * place])
            row = cython.address(self._rows[_BITS * place])
            mask = cython.address(self._masks[_SLOT_ACTIONS * place])
        else:
            net = self._net[_NET_SIZE * place :]
            row, mask = self._rows[_BITS * place :], self._masks[_SLOT_ACTIONS * place :]
        legal = legal_actions(net, 0)
        count = net_tell(net, 0, legal, seen, 0)
        for bit in range(_BITS):
            row[bit] = 0
        for bit in range(count):
            row[seen[bit]] = 1
        for bit in range(_SLOT_ACTIONS):
            mask[bit] = legal >> bit & 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _suit_of(label: cython.int, base: cython.int) -> cython.int:
    """The suit of a name: next, then the other two."""
    return card_in(7 if label == 0 else 12 if label == 1 else 18, base) >> 3


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _label_of(suit: cython.int, base: cython.int) -> cython.int:
    """The reverse of `_suit_of`."""
    return 0 if suit == 3 - base else 1 if suit < 3 - suit else 2
