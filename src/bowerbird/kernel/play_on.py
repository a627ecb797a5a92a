"""Many worlds of one hand, each played on to its end with the master's net in all seats.

The net itself is not random, so the answers depend on nothing but what is given here. `bowerbird.kernel.story` says
what a world is, and tells what came before.
"""
# mypy: disable-error-code="untyped-decorator,no-any-return"

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

try:
    import cython
except ImportError:
    from bowerbird.kernel import plain as cython

from bowerbird.kernel.layout import ACTIONS
from bowerbird.kernel.net import LANES, MOST_SEEN
from bowerbird.kernel.net_hand import SIZE
from bowerbird.kernel.position import PositionError
from bowerbird.kernel.solve import WORLD
from bowerbird.kernel.story import Story, worlds_in

if cython.compiled:
    from cython.cimports.bowerbird.kernel.bits import draw
    from cython.cimports.bowerbird.kernel.net import Look, Weights
    from cython.cimports.bowerbird.kernel.net_hand import (
        ALONE,
        BASE,
        DISCARDED,
        FALLEN,
        FELL,
        MAKER,
        OPENER,
        TURN,
        WON,
        apply,
        card_in,
        go_on,
        legal_actions,
        sight,
        tell,
    )
    from cython.cimports.bowerbird.kernel.story import Past, lay_out
    from cython.cimports.libc.math import exp
else:
    from math import exp

    from bowerbird.kernel.bits import draw
    from bowerbird.kernel.net import Look, Weights
    from bowerbird.kernel.net_hand import (
        ALONE,
        BASE,
        DISCARDED,
        FALLEN,
        FELL,
        MAKER,
        OPENER,
        TURN,
        WON,
        apply,
        card_in,
        go_on,
        legal_actions,
        sight,
        tell,
    )
    from bowerbird.kernel.story import Past, lay_out

__all__ = ["BY_NET", "RECORD", "Four", "play_on", "seen_in"]

#: Bytes of the record of one hand played out: the maker (255 if nobody made trump), alone, the makers' tricks, trump
#: (255 if there is none), the dealer's discard (255 if none), the leader of the first trick (255 if there was none),
#: two bytes unused, then the cards in order of play (255 after the last one). Cards are the kernel's numbers.
RECORD: int = 28
#: As an action to try: the net's own choice.
BY_NET: int = -1

_RECORD = cython.declare(cython.int, RECORD)
_SIZE = cython.declare(cython.int, SIZE)
_LANES = cython.declare(cython.int, LANES)
_MOST_SEEN = cython.declare(cython.int, MOST_SEEN)
_ACTIONS = cython.declare(cython.int, ACTIONS)
#: The most choices to remember, as a power of two: half a megabyte.
_MOST_REMEMBERED = 16


def play_on(weights: Weights, story: Story, worlds: array[int], actions: Sequence[int], nearly: float = 1.0) -> bytes:
    """Try each action of the seat in each world, with one net in all seats. See `Four.play_on`."""
    return Four(weights, story, len(worlds) // WORLD * len(actions)).play_on(worlds, actions, nearly)


@cython.cclass
class Four:
    """The net in all four seats of a story. It remembers what it chose, from one call to the next.

    `hands` is about how many will be played: memory for more would be waste.
    """

    def __init__(self, weights: Weights, story: Story, hands: int) -> None:
        self.past = Past(story)
        self.past.tell_all()
        self.look = Look(weights, story.rows)
        self.memory = _Memory(hands)

    def play_on(self, worlds: array[int], actions: Sequence[int], nearly: float = 1.0) -> bytes:
        """Try each action of the seat in each world, and play on to the end of the hand.

        Returns a record of `RECORD` bytes for each world, first for the first action, then for the next. The net takes
        the action that it likes best, the lowest number of equals. With `nearly` under 1 it takes one that it likes at
        least that share as well, as often as it likes it. Each record has dice of its own, the same for the same
        number.
        """
        count = worlds_in(worlds)
        if any(not BY_NET <= action < ACTIONS for action in actions):
            raise PositionError(f"an action is 0 to {ACTIONS - 1}, or {BY_NET} for the net's own choice")
        if not 0 < nearly <= 1:
            raise PositionError("a share is above 0, and at most 1")
        records = bytearray(RECORD * count * len(actions))
        if not records:
            return b""
        wrong = self._play_all(worlds, array("i", actions), count, nearly, records)
        if wrong >= 0:
            action = actions[wrong // count]
            raise PositionError(
                f"world {wrong % count} has a wrong number of cards, or action {action} is illegal in it"
            )
        return bytes(records)

    @cython.cfunc
    def _play_all(
        self,
        worlds: cython.ulonglong[::1],
        actions: cython.int[::1],
        count: cython.Py_ssize_t,
        nearly: cython.double,
        records: cython.uchar[::1],
    ) -> cython.Py_ssize_t:
        """Play all worlds with all actions. Returns -1, or the number of a record that can't be."""
        wrong: cython.Py_ssize_t = -1
        job: cython.Py_ssize_t = 0
        jobs: cython.Py_ssize_t = count * len(actions)
        busy: cython.int = 0
        lane: cython.int
        chosen: cython.int
        place: cython.int
        public: cython.p_int = self.past.hand
        known_discard: cython.int = self.past.known_discard
        hands = cython.declare(cython.int[48 * 60])
        of = cython.declare(cython.Py_ssize_t[48])
        legal = cython.declare(cython.ulonglong[48])
        dice = cython.declare(cython.ulonglong[48])
        counts = cython.declare(cython.int[48])
        sides = cython.declare(cython.int[48])
        seen = cython.declare(cython.ushort[48 * 192])
        with cython.nogil:
            while True:
                while busy < _LANES and job < jobs:
                    lane = _SIZE * busy
                    if not lay_out(public, known_discard, worlds, job % count, hands, lane):
                        wrong = job
                        break
                    if actions[job // count] >= 0:
                        if not legal_actions(hands, lane) >> actions[job // count] & 1:
                            wrong = job
                            break
                        apply(hands, lane, actions[job // count])
                    of[busy] = job
                    dice[busy] = job << 32
                    legal[busy] = self.memory.proceed(hands, lane)
                    if legal[busy]:
                        busy += 1
                    else:
                        _write(hands, lane, records, _RECORD * job)
                    job += 1
                if busy == 0 or wrong >= 0:
                    break
                for lane in range(busy):
                    counts[lane] = tell(hands, _SIZE * lane, legal[lane], seen, _MOST_SEEN * lane)
                    sides[lane] = hands[_SIZE * lane + TURN] & 1
                self.look.at(busy, seen, counts, sides, legal)
                lane = busy - 1
                while lane >= 0:
                    if nearly == 1:
                        chosen = _liked(self.look, lane, legal[lane])
                        self.memory.keep(sight(hands, _SIZE * lane), chosen)
                    else:
                        chosen = _drawn(self.look, lane, legal[lane], nearly, dice)
                    apply(hands, _SIZE * lane, chosen)
                    legal[lane] = self.memory.proceed(hands, _SIZE * lane)
                    if not legal[lane]:
                        _write(hands, _SIZE * lane, records, _RECORD * of[lane])
                        # The last hand moves into the space of the one that is over.
                        busy -= 1
                        of[lane] = of[busy]
                        legal[lane] = legal[busy]
                        dice[lane] = dice[busy]
                        for place in range(_SIZE):
                            hands[_SIZE * lane + place] = hands[_SIZE * busy + place]
                    lane -= 1
        return wrong


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write(hand: cython.p_int, at: cython.int, records: cython.uchar[::1], start: cython.Py_ssize_t) -> cython.void:
    """The record of a hand that is over."""
    place: cython.int
    base: cython.int = hand[at + BASE]
    maker: cython.int = hand[at + MAKER]
    for place in range(_RECORD):
        records[start + place] = 255
    records[start + 1] = hand[at + ALONE]
    records[start + 2] = 0
    records[start + 6] = 0
    records[start + 7] = 0
    if maker < 0:
        return
    records[start] = maker
    records[start + 2] = hand[at + WON + (maker & 1)]
    records[start + 3] = base
    if hand[at + DISCARDED] >= 0:
        records[start + 4] = card_in(hand[at + DISCARDED], base)
    records[start + 5] = hand[at + OPENER]
    for place in range(hand[at + FALLEN]):
        records[start + 8 + place] = card_in(hand[at + FELL + place], base)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _liked(look: Look, lane: cython.int, legal: cython.ulonglong) -> cython.int:
    """The legal action with the highest logit."""
    action: cython.int
    chosen: cython.int = 0
    best: cython.float = -1e30
    for action in range(_ACTIONS):
        if legal >> action & 1 and look.found[_ACTIONS * lane + action] > best:
            best = look.found[_ACTIONS * lane + action]
            chosen = action
    return chosen


@cython.cclass
class _Memory:
    """What the net chose where, so that it looks only once where a seat sees the same in several worlds.

    Each place has the upper bits of what was seen, and the choice in the lowest six. Later choices replace older ones.
    """

    def __init__(self, jobs: int) -> None:
        size = 1 << min(max((8 * jobs).bit_length(), 8), _MOST_REMEMBERED)
        self.mask = size - 1
        self.places = array("Q", bytes(8 * size))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep(self, seen: cython.ulonglong, action: cython.int) -> cython.void:
        """Remember a choice."""
        self.places[seen >> 6 & self.mask] = seen ^ (seen & 63) ^ action

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def proceed(self, hand: cython.p_int, at: cython.int) -> cython.ulonglong:
        """Go on to the next decision that isn't remembered: its legal actions, or 0 if the hand is over."""
        legal: cython.ulonglong = go_on(hand, at)
        seen: cython.ulonglong
        kept: cython.ulonglong
        while legal:
            seen = sight(hand, at)
            kept = self.places[seen >> 6 & self.mask]
            if (kept ^ seen) >> 6 or not legal >> (kept & 63) & 1:
                return legal
            apply(hand, at, kept & 63)
            legal = go_on(hand, at)
        return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _drawn(
    look: Look, lane: cython.int, legal: cython.ulonglong, nearly: cython.double, dice: cython.p_ulonglong
) -> cython.int:
    """One of the legal actions that the net likes nearly as well as its best, as often as it likes it."""
    action: cython.int
    chosen: cython.int = _liked(look, lane, legal)
    best: cython.double = look.found[_ACTIONS * lane + chosen]
    total: cython.double = 0
    share: cython.double
    for action in range(_ACTIONS):
        if legal >> action & 1:
            share = exp(look.found[_ACTIONS * lane + action] - best)
            if share >= nearly:
                total += share
                # One of many is kept in passing, each as often as its share says.
                if _fraction(dice, lane) * total < share:
                    chosen = action
    return chosen


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fraction(dice: cython.p_ulonglong, lane: cython.int) -> cython.double:
    """A random number from 0 to 1, by the dice of a lane."""
    own = cython.declare(cython.ulonglong[1])
    own[0] = dice[lane]
    bits: cython.ulonglong = draw(own)
    dice[lane] = own[0]
    return (bits >> 11) * (1.0 / 9007199254740992.0)


def seen_in(story: Story, world: Sequence[int]) -> tuple[int, int]:
    """What the seat sees at its decision in one world: the bits as one number, and the legal actions, one bit each."""
    past: Past = Past(story)
    past.tell_all()
    hand = cython.declare(cython.int[60])
    seen = cython.declare(cython.ushort[192])
    worlds: Any = array("Q", world)
    if len(worlds) != WORLD or not lay_out(past.hand, past.known_discard, worlds, 0, hand, 0):
        raise PositionError("a world is four hands of the right size, and the hidden discard; no card is twice in it")
    legal: cython.ulonglong = legal_actions(hand, 0)
    count: cython.int = tell(hand, 0, legal, seen, 0)
    place: cython.int
    bits: int = 0
    for place in range(count):
        bits |= 1 << int(seen[place])
    return bits, int(legal)
