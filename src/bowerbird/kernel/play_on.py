"""Many worlds of one hand with the master's net in all seats: how likely the past is in each, and how each goes on.

A world is five sets of cards as `bowerbird.kernel.sample.deals` makes them: the four hands at the decision, and the
dealer's hidden discard. Everything that was seen is the same in all worlds, and told once, by a `Story`. The net
itself is not random, so the answers depend on nothing but what is given here.
"""
# mypy: disable-error-code="untyped-decorator,no-any-return"

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

import cython

from bowerbird.kernel.layout import ACTIONS, FIRST_DISCARD, FIRST_PLAY
from bowerbird.kernel.net import LANES, MOST_SEEN
from bowerbird.kernel.net_hand import SIZE
from bowerbird.kernel.position import PositionError
from bowerbird.kernel.solve import WORLD

if cython.compiled:
    from cython.cimports.bowerbird.kernel.bits import low_bit
    from cython.cimports.bowerbird.kernel.chance import draw
    from cython.cimports.bowerbird.kernel.net import Look, Weights
    from cython.cimports.bowerbird.kernel.net_hand import (
        ALONE,
        BASE,
        DEALER,
        DISCARD,
        DISCARDED,
        FALLEN,
        FELL,
        HELD,
        MAKER,
        OPENER,
        OVER,
        PHASE,
        PLAY,
        PLAYED,
        SECOND,
        SECOND_ROUND,
        TURN,
        TURN_UP,
        WON,
        apply,
        begin,
        card_in,
        go_on,
        is_idle,
        legal_actions,
        sight,
        slots_of,
        tell,
    )
    from cython.cimports.libc.math import exp, log
else:
    from math import exp, log

    from bowerbird.kernel.chance import draw
    from bowerbird.kernel.net import Look, Weights
    from bowerbird.kernel.net_hand import (
        ALONE,
        BASE,
        DEALER,
        DISCARD,
        DISCARDED,
        FALLEN,
        FELL,
        HELD,
        MAKER,
        OPENER,
        OVER,
        PHASE,
        PLAY,
        PLAYED,
        SECOND,
        SECOND_ROUND,
        TURN,
        TURN_UP,
        WON,
        apply,
        begin,
        card_in,
        go_on,
        is_idle,
        legal_actions,
        low_bit,
        sight,
        slots_of,
        tell,
    )

__all__ = ["BY_NET", "RECORD", "Story", "follow", "play_on", "seen_in"]

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
_FIRST_DISCARD = cython.declare(cython.int, FIRST_DISCARD)
_IMPOSSIBLE = cython.declare(cython.double, -inf)
#: In place of an action: a discard that the observer did not see, and the end of the story.
_UNSEEN = cython.declare(cython.int, -1)
_NOTHING = cython.declare(cython.int, -2)
#: The most choices to remember, as a power of two: half a megabyte.
_MOST_REMEMBERED = 16


@dataclass(frozen=True)
class Story:
    """What all worlds share: what a seat that is to decide has seen.

    `turn_up` is a card, `rules` are bits as `bowerbird.players.net.inputs.rule_bits` writes them, and `done` is
    everything so far as seats and actions, in order. The dealer's discard is in it only if the seat saw it. The worth
    rows are those of the seat's side and of the other.
    """

    dealer: int
    turn_up: int
    rules: int
    seat: int
    done: tuple[tuple[int, int], ...]
    ours: Sequence[float]
    theirs: Sequence[float]

    def __post_init__(self) -> None:
        """Refuse numbers that mean nothing."""
        if not 0 <= self.dealer <= 3 or not 0 <= self.seat <= 3 or not 0 <= self.rules < 1024:
            raise PositionError("dealer and seat are 0 to 3, and the rules ten bits")
        if not 0 <= self.turn_up <= 31 or self.turn_up & 7 < 2:
            raise PositionError("the card turned up is a nine to an ace")
        if any(not 0 <= action < ACTIONS for _, action in self.done):
            raise PositionError(f"an action is 0 to {ACTIONS - 1}")

    @property
    def rows(self) -> tuple[Sequence[float], Sequence[float]]:
        """The worth rows of North-South and East-West."""
        return (self.theirs, self.ours) if self.seat & 1 else (self.ours, self.theirs)


@cython.cclass
class _Past:
    """A story that is told again step by step, with what all worlds share in `hand`."""

    def __init__(self, story: Story) -> None:
        if not cython.compiled:
            self.hand = [0] * SIZE
        self.story = story
        self.step = 0
        #: The slot of a discard that the observer saw, or -1.
        self.known_discard = -1
        #: True once the dealer has discarded unseen.
        self.hidden = False
        begin(self.hand, 0, story.dealer, story.turn_up, story.rules)

    def next_action(self) -> int:
        """What is done next, `_UNSEEN` or `_NOTHING`."""
        more = self.story.done[self.step :]
        others_discard = self.hand[PHASE] == DISCARD and self.hand[DEALER] != self.story.seat
        if others_discard and (not more or more[0][1] < FIRST_DISCARD):
            return _UNSEEN
        if not more:
            return _NOTHING
        seat, action = more[0]
        if self.hand[PHASE] == OVER or seat != self.hand[TURN]:
            raise PositionError("something was done out of turn")
        return action

    def go(self, action: int) -> None:
        """Do it."""
        if action == _UNSEEN:
            apply(self.hand, 0, _FIRST_DISCARD)
            self.hand[DISCARDED] = -1
            self.hidden = True
            return
        self._check(action)
        apply(self.hand, 0, action)
        self.step += 1
        if action >= _FIRST_DISCARD:
            self.known_discard = action - _FIRST_DISCARD

    def _check(self, action: int) -> None:
        """Refuse what can't be done in this phase."""
        phase: cython.int = self.hand[PHASE]
        fits: cython.bint
        if phase == PLAY:
            fits = FIRST_PLAY <= action < FIRST_DISCARD
        elif phase == DISCARD:
            fits = action >= FIRST_DISCARD
        else:
            fits = action < (9 if phase == SECOND_ROUND else 3) and (phase != SECOND_ROUND or action not in (1, 2))
        if not fits:
            raise PositionError(f"action {action} belongs to another phase of the hand")

    def tell_all(self) -> None:
        """Everything up to the decision."""
        action: cython.int = self.next_action()
        while action != _NOTHING:
            self.go(action)
            action = self.next_action()
        if self.hand[PHASE] == OVER or self.hand[TURN] != self.story.seat:
            raise PositionError("it is not this seat's turn to decide")


@cython.cfunc
@cython.exceptval(check=False)
def _cards_of(slots: cython.int, base: cython.int) -> cython.ulonglong:
    cards: cython.ulonglong = 0
    slot: cython.int
    for slot in range(24):
        if slots >> slot & 1:
            cards |= cython.cast(cython.ulonglong, 1) << card_in(slot, base)
    return cards


class _Later:
    """What each seat played and discarded in the whole story: it held these cards before."""

    def __init__(self, story: Story) -> None:
        whole: _Past = _Past(story)
        whole.tell_all()
        trump: cython.int = whole.hand[BASE]
        self._dealer = story.dealer
        self._turn_up = 1 << story.turn_up
        self._played = [int(_cards_of(whole.hand[PLAYED + seat], trump)) for seat in range(4)]
        self._hidden = whole.hidden
        self._known = int(_cards_of(1 << whole.known_discard, trump)) if whole.known_discard >= 0 else 0

    def of(self, past: _Past) -> tuple[int, int, bool]:
        """What the seat to decide held besides its cards of a world, what not, and whether it discards unseen."""
        seat: int = past.hand[TURN]
        if seat != self._dealer:
            return self._played[seat], 0, False
        if past.hand[PHASE] == PLAY:
            return self._played[seat], 0, self._hidden
        took_later = past.hand[PHASE] != DISCARD and (self._hidden or self._known)
        return self._played[seat] | self._known, self._turn_up if took_later else 0, self._hidden


def _worlds_in(worlds: array[int]) -> int:
    count, rest = divmod(len(worlds), WORLD)
    if rest:
        raise PositionError(f"a world is {WORLD} numbers")
    return count


def follow(
    weights: Weights,
    story: Story,
    worlds: array[int],
    slip: float,
    behind: float = inf,
    logs: Sequence[float] | None = None,
) -> array[float]:
    """The log-likelihood in each world of what the other seats have done; minus infinity if it is impossible.

    Every choice is the net's, but for a share of `slip` that is left to chance. `logs` are what the worlds start with,
    0 without it. A world that falls behind the best by more than `behind` on the way is given up: minus infinity.
    """
    found = array("d", [0.0] * _worlds_in(worlds) if logs is None else logs)
    if len(found) != len(worlds) // WORLD:
        raise PositionError("a world starts with one number")
    past: _Past = _Past(story)
    later: _Later = _Later(story)
    look: Look = Look(weights, story.rows)
    ear: _Ear = _Ear(len(found))
    action: cython.int = past.next_action()
    while action != _NOTHING:
        if past.hand[TURN] != story.seat and not is_idle(past.hand, 0):
            more, less, discards = later.of(past)
            _hear(past, look, ear, worlds, more, less, discards, action, slip, found)
            if behind < inf and found:
                _give_up(found, max(found) - behind)
        past.go(action)
        action = past.next_action()
    return found


def _give_up(logs: array[float], least: float) -> None:
    for place, found in enumerate(logs):
        if found <= least:
            logs[place] = -inf


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _few(cards: cython.int) -> cython.int:
    """The number of cards, as far as seven."""
    count: cython.int = 0
    while cards and count < 7:
        cards &= cards - 1
        count += 1
    return count


@cython.cclass
class _Ear:
    """Space to hear an action in all worlds.

    Worlds in which the seat held the same cards look the same to it, so the net looks once: `twins` has for each world
    the first one like it, and `places` are these by their `keys`, a table that is searched from a key's own place on.
    """

    def __init__(self, count: int) -> None:
        size = 1 << (2 * count).bit_length()
        self.mask = size - 1
        self.keys = array("Q", bytes(8 * size))
        self.places = array("q", bytes(8 * size))
        self.twins = array("q", bytes(8 * count))
        self.gains = array("d", bytes(8 * count))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def forget(self) -> cython.void:
        """Before another action."""
        place: cython.Py_ssize_t
        for place in range(self.mask + 1):
            self.keys[place] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def first_like(self, key: cython.ulonglong, world: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The first world with this key, which may be this one. A key is never 0."""
        place: cython.Py_ssize_t = (key ^ key >> 7 ^ key >> 15) & self.mask
        while self.keys[place] != 0:
            if self.keys[place] == key:
                return self.places[place]
            place = place + 1 & self.mask
        self.keys[place] = key
        self.places[place] = world
        return world


@cython.cfunc
def _hear(
    past: _Past,
    look: Look,
    ear: _Ear,
    worlds: cython.ulonglong[::1],
    more: cython.ulonglong,
    less: cython.ulonglong,
    discards: cython.bint,
    action: cython.int,
    slip: cython.double,
    logs: cython.double[::1],
) -> cython.void:
    """Add how likely an action is in each world.

    The seat held what it has, what it played later (`more`) and its discard (if it `discards`), but not `less`.
    """
    hand: cython.p_int = past.hand
    count: cython.Py_ssize_t = len(logs)
    seat: cython.int = hand[TURN]
    world: cython.Py_ssize_t
    twin: cython.Py_ssize_t
    busy: cython.int = 0
    chosen: cython.int
    may: cython.ulonglong
    key: cython.ulonglong
    place = cython.declare(cython.Py_ssize_t[48])
    chose = cython.declare(cython.int[48])
    legal = cython.declare(cython.ulonglong[48])
    counts = cython.declare(cython.int[48])
    sides = cython.declare(cython.int[48])
    seen = cython.declare(cython.ushort[48 * 192])
    with cython.nogil:
        ear.forget()
        for world in range(count):
            ear.twins[world] = -1
            if logs[world] == _IMPOSSIBLE:
                continue
            chosen = _hold(hand, worlds, world, more, less, discards, action)
            may = legal_actions(hand, 0) if chosen >= 0 else 0
            if chosen < 0 or not may >> chosen & 1:
                logs[world] = _IMPOSSIBLE
                continue
            if not may & may - 1:
                continue
            key = hand[HELD + seat] | cython.cast(cython.ulonglong, chosen) << 24
            key |= cython.cast(cython.ulonglong, hand[DISCARDED] + 1) << 32
            twin = ear.first_like(key, world)
            ear.twins[world] = twin
            if twin != world:
                continue
            counts[busy] = tell(hand, 0, may, seen, _MOST_SEEN * busy)
            place[busy] = world
            chose[busy] = chosen
            legal[busy] = may
            sides[busy] = seat & 1
            busy += 1
            if busy == _LANES:
                look.at(busy, seen, counts, sides, legal)
                _weigh(look, busy, place, chose, legal, slip, ear.gains)
                busy = 0
        if busy:
            look.at(busy, seen, counts, sides, legal)
            _weigh(look, busy, place, chose, legal, slip, ear.gains)
        for world in range(count):
            if ear.twins[world] >= 0:
                logs[world] += ear.gains[ear.twins[world]]
    hand[HELD + seat] = 0
    if discards:
        hand[DISCARDED] = -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _hold(
    hand: cython.p_int,
    worlds: cython.ulonglong[::1],
    world: cython.Py_ssize_t,
    more: cython.ulonglong,
    less: cython.ulonglong,
    discards: cython.bint,
    action: cython.int,
) -> cython.int:
    """Give the seat to decide its cards of a world. Returns what it did, or -1 if it can't have held these cards."""
    seat: cython.int = hand[TURN]
    base: cython.int = hand[BASE]
    cards: cython.ulonglong = worlds[5 * world + seat] | more
    discard: cython.int = slots_of(worlds[5 * world + 4], base)
    if discards:
        if _few(discard) != 1:
            return -1
        action = _hide(hand, discard, action)
        if hand[PHASE] != PLAY:
            cards |= worlds[5 * world + 4]
    hand[HELD + seat] = slots_of(cards & ~less, base) & ~hand[PLAYED + seat]
    return action if 1 <= _few(hand[HELD + seat]) <= 6 else -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _hide(hand: cython.p_int, discard: cython.int, action: cython.int) -> cython.int:
    """The discard of a world: part of what the dealer knows in play, and the action when discarding."""
    slot: cython.int = low_bit(discard)
    hand[DISCARDED] = slot if hand[PHASE] == PLAY else -1
    return _FIRST_DISCARD + slot if action < 0 else action


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _weigh(
    look: Look,
    count: cython.int,
    place: cython.pointer[cython.Py_ssize_t],
    chose: cython.p_int,
    legal: cython.p_ulonglong,
    slip: cython.double,
    gains: cython.double[::1],
) -> cython.void:
    """The logarithms of the chances of what was chosen."""
    lane: cython.int
    action: cython.int
    choices: cython.int
    best: cython.float
    total: cython.double
    for lane in range(count):
        best = -1e30
        choices = 0
        total = 0
        for action in range(_ACTIONS):
            if legal[lane] >> action & 1:
                choices += 1
                if look.found[_ACTIONS * lane + action] > best:
                    best = look.found[_ACTIONS * lane + action]
        for action in range(_ACTIONS):
            if legal[lane] >> action & 1:
                total += exp(look.found[_ACTIONS * lane + action] - best)
        gains[place[lane]] = log(
            (1 - slip) * exp(look.found[_ACTIONS * lane + chose[lane]] - best) / total + slip / choices
        )


def play_on(weights: Weights, story: Story, worlds: array[int], actions: Sequence[int], nearly: float = 1.0) -> bytes:
    """Try each action of the seat in each world, and play on to the end of the hand with the net in all seats.

    Returns a record of `RECORD` bytes for each world, first for the first action, then for the next. The net takes the
    action that it likes best, the lowest number of equals. With `nearly` under 1 it takes one that it likes at least
    that share as well, as often as it likes it. Each record has dice of its own, the same for the same number.
    """
    count = _worlds_in(worlds)
    if any(not BY_NET <= action < ACTIONS for action in actions):
        raise PositionError(f"an action is 0 to {ACTIONS - 1}, or {BY_NET} for the net's own choice")
    records = bytearray(RECORD * count * len(actions))
    if not records:
        return b""
    past: _Past = _Past(story)
    past.tell_all()
    if not 0 < nearly <= 1:
        raise PositionError("a share is above 0, and at most 1")
    memory = _Memory(count * len(actions))
    wrong = _play_all(past, Look(weights, story.rows), memory, worlds, array("i", actions), count, nearly, records)
    if wrong >= 0:
        action = actions[wrong // count]
        raise PositionError(f"world {wrong % count} has a wrong number of cards, or action {action} is illegal in it")
    return bytes(records)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _lay_out(
    past: cython.p_int,
    known_discard: cython.int,
    worlds: cython.ulonglong[::1],
    world: cython.Py_ssize_t,
    hand: cython.p_int,
    at: cython.int,
) -> cython.bint:
    """The position of a world at the decision. False if a card is in two places or a hand too long or short."""
    place: cython.int
    held: cython.int
    size: cython.int
    discard: cython.int = slots_of(worlds[5 * world + 4], past[BASE])
    there: cython.int = discard | past[PLAYED] | past[PLAYED + 1] | past[PLAYED + 2] | past[PLAYED + 3]
    fits: cython.bint = True
    if past[PHASE] < DISCARD or past[SECOND]:
        there |= 1 << past[TURN_UP]
    for place in range(_SIZE):
        hand[at + place] = past[place]
    for place in range(4):
        held = slots_of(worlds[5 * world + place], past[BASE])
        hand[at + HELD + place] = held
        size = 6 if past[PHASE] == DISCARD and place == past[DEALER] else 5
        if there & held or _few(held) != size - _few(past[PLAYED + place]):
            fits = False
        there |= held
    hand[at + DISCARDED] = known_discard
    if discard and known_discard < 0:
        hand[at + DISCARDED] = low_bit(discard)
    return fits


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


@cython.cfunc
def _play_all(
    past: _Past,
    look: Look,
    memory: _Memory,
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
    public: cython.p_int = past.hand
    known_discard: cython.int = past.known_discard
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
                if not _lay_out(public, known_discard, worlds, job % count, hands, lane):
                    wrong = job
                    break
                if actions[job // count] >= 0:
                    if not legal_actions(hands, lane) >> actions[job // count] & 1:
                        wrong = job
                        break
                    apply(hands, lane, actions[job // count])
                of[busy] = job
                dice[busy] = job << 32
                legal[busy] = memory.proceed(hands, lane)
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
            look.at(busy, seen, counts, sides, legal)
            lane = busy - 1
            while lane >= 0:
                if nearly == 1:
                    chosen = _liked(look, lane, legal[lane])
                    memory.keep(sight(hands, _SIZE * lane), chosen)
                else:
                    chosen = _drawn(look, lane, legal[lane], nearly, dice)
                apply(hands, _SIZE * lane, chosen)
                legal[lane] = memory.proceed(hands, _SIZE * lane)
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


def seen_in(story: Story, world: Sequence[int]) -> tuple[int, int]:
    """What the seat sees at its decision in one world: the bits as one number, and the legal actions, one bit each."""
    past: _Past = _Past(story)
    past.tell_all()
    hand = cython.declare(cython.int[60])
    seen = cython.declare(cython.ushort[192])
    worlds: Any = array("Q", world)
    if len(worlds) != WORLD or not _lay_out(past.hand, past.known_discard, worlds, 0, hand, 0):
        raise PositionError("a world is four hands of the right size, and the hidden discard; no card is twice in it")
    legal: cython.ulonglong = legal_actions(hand, 0)
    count: cython.int = tell(hand, 0, legal, seen, 0)
    place: cython.int
    bits: int = 0
    for place in range(count):
        bits |= 1 << int(seen[place])
    return bits, int(legal)
