"""A hand as one seat saw it, and how likely that is in many worlds with the master's net in all seats.

A world is five sets of cards as `bowerbird.kernel.sample.deals` makes them: the four hands at the decision, and the
dealer's hidden discard. Everything that was seen is the same in all worlds, and told once, by a `Story`.
`bowerbird.kernel.play_on` goes on from there.
"""
# mypy: disable-error-code="untyped-decorator,no-any-return"

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

try:
    import cython
except ImportError:
    from bowerbird.kernel import plain as cython

from bowerbird.kernel.layout import ACTIONS, FIRST_DISCARD, FIRST_PLAY
from bowerbird.kernel.net import LANES, MOST_SEEN
from bowerbird.kernel.net_hand import SIZE
from bowerbird.kernel.position import PositionError
from bowerbird.kernel.solve import WORLD

if cython.compiled:
    from cython.cimports.bowerbird.kernel.bits import low_bit
    from cython.cimports.bowerbird.kernel.net import Look, Weights
    from cython.cimports.bowerbird.kernel.net_hand import (
        BASE,
        DEALER,
        DISCARD,
        DISCARDED,
        HELD,
        OVER,
        PHASE,
        PLAY,
        PLAYED,
        SECOND,
        SECOND_ROUND,
        TURN,
        TURN_UP,
        apply,
        begin,
        card_in,
        is_idle,
        legal_actions,
        slots_of,
        tell,
    )
    from cython.cimports.libc.math import exp, log
else:
    from math import exp, log

    from bowerbird.kernel.bits import low_bit
    from bowerbird.kernel.net import Look, Weights
    from bowerbird.kernel.net_hand import (
        BASE,
        DEALER,
        DISCARD,
        DISCARDED,
        HELD,
        OVER,
        PHASE,
        PLAY,
        PLAYED,
        SECOND,
        SECOND_ROUND,
        TURN,
        TURN_UP,
        apply,
        begin,
        card_in,
        is_idle,
        legal_actions,
        slots_of,
        tell,
    )

__all__ = ["Past", "Story", "follow", "lay_out", "worlds_in"]

_SIZE = cython.declare(cython.int, SIZE)
_LANES = cython.declare(cython.int, LANES)
_MOST_SEEN = cython.declare(cython.int, MOST_SEEN)
_ACTIONS = cython.declare(cython.int, ACTIONS)
_FIRST_DISCARD = cython.declare(cython.int, FIRST_DISCARD)
_IMPOSSIBLE = cython.declare(cython.double, -inf)
#: A net is sure of what it does with a chance under this, or over what is left.
_SURE = cython.declare(cython.double, 0.01)
#: In place of an action: a discard that the observer did not see, and the end of the story.
_UNSEEN = cython.declare(cython.int, -1)
_NOTHING = cython.declare(cython.int, -2)


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
class Past:
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
        whole: Past = Past(story)
        whole.tell_all()
        trump: cython.int = whole.hand[BASE]
        self._dealer = story.dealer
        self._turn_up = 1 << story.turn_up
        self._played = [int(_cards_of(whole.hand[PLAYED + seat], trump)) for seat in range(4)]
        self._hidden = whole.hidden
        self._known = int(_cards_of(1 << whole.known_discard, trump)) if whole.known_discard >= 0 else 0

    def of(self, past: Past) -> tuple[int, int, bool]:
        """What the seat to decide held besides its cards of a world, what not, and whether it discards unseen."""
        seat: int = past.hand[TURN]
        if seat != self._dealer:
            return self._played[seat], 0, False
        if past.hand[PHASE] == PLAY:
            return self._played[seat], 0, self._hidden
        took_later = past.hand[PHASE] != DISCARD and (self._hidden or self._known)
        return self._played[seat] | self._known, self._turn_up if took_later else 0, self._hidden


def worlds_in(worlds: array[int]) -> int:
    """The number of worlds in a buffer."""
    count, rest = divmod(len(worlds), WORLD)
    if rest:
        raise PositionError(f"a world is {WORLD} numbers")
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lay_out(
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


def follow(
    weights: Weights,
    story: Story,
    worlds: array[int],
    slip: float,
    behind: float = inf,
    logs: Sequence[float] | None = None,
    second: Weights | None = None,
) -> array[float]:
    """The log-likelihood in each world of what the other seats have done; minus infinity if it is impossible.

    Every choice is the net's, but for a share of `slip` that is left to chance. `logs` are what the worlds start with,
    0 without it. A world that falls behind the best by more than `behind` on the way is given up: minus infinity. With
    a `second` net, its word counts where the first is not sure what it would do.
    """
    found = array("d", [0.0] * worlds_in(worlds) if logs is None else logs)
    if len(found) != len(worlds) // WORLD:
        raise PositionError("a world starts with one number")
    past: Past = Past(story)
    later: _Later = _Later(story)
    ear: _Ear = _Ear(len(found), Look(weights, story.rows), None if second is None else Look(second, story.rows))
    action: cython.int = past.next_action()
    while action != _NOTHING:
        if past.hand[TURN] != story.seat and not is_idle(past.hand, 0):
            more, less, discards = later.of(past)
            _hear(past, ear, worlds, more, less, discards, action, slip, found)
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
class _Batch:
    """Positions for one pass of a net: the world of each, what was chosen there, and what the seat saw."""

    def __init__(self, look: Look) -> None:
        if not cython.compiled:
            self.place, self.chose, self.legal, self.counts, self.sides = ([0] * LANES for _ in range(5))
            self.chance = [0.0] * LANES
            self.seen = [0] * LANES * MOST_SEEN
        self.look = look
        self.busy = 0


@cython.cclass
class _Ear:
    """Space to hear an action in all worlds.

    Worlds in which the seat held the same cards look the same to it, so the net looks once: `twins` has for each world
    the first one like it, and `places` are these by their `keys`, a table that is searched from a key's own place on.
    What the first net is not sure of goes to the second, if there is one.
    """

    def __init__(self, count: int, first: Look, second: Look | None) -> None:
        self.first = _Batch(first)
        self.second = _Batch(first if second is None else second)
        self.has_second = second is not None
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
    past: Past,
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
    batch: _Batch = ear.first
    count: cython.Py_ssize_t = len(logs)
    seat: cython.int = hand[TURN]
    world: cython.Py_ssize_t
    twin: cython.Py_ssize_t
    chosen: cython.int
    may: cython.ulonglong
    key: cython.ulonglong
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
            batch.counts[batch.busy] = tell(hand, 0, may, batch.seen, _MOST_SEEN * batch.busy)
            batch.place[batch.busy] = world
            batch.chose[batch.busy] = chosen
            batch.legal[batch.busy] = may
            batch.sides[batch.busy] = seat & 1
            batch.busy += 1
            if batch.busy == _LANES:
                _weigh_first(ear, slip)
        _weigh_first(ear, slip)
        _weigh(ear.second, slip, ear.gains)
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
def _weigh_first(ear: _Ear, slip: cython.double) -> cython.void:
    """Weigh by the first net, and leave to the second what that is not sure of."""
    first: cython.int = ear.first.busy
    lane: cython.int
    _weigh(ear.first, slip, ear.gains)
    if not ear.has_second:
        return
    for lane in range(first):
        if _SURE < ear.first.chance[lane] < 1 - _SURE:
            _pass_on(ear.first, lane, ear.second)
            if ear.second.busy == _LANES:
                _weigh(ear.second, slip, ear.gains)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pass_on(batch: _Batch, lane: cython.int, to: _Batch) -> cython.void:
    """Copy a position to another batch."""
    place: cython.int
    to.place[to.busy] = batch.place[lane]
    to.chose[to.busy] = batch.chose[lane]
    to.legal[to.busy] = batch.legal[lane]
    to.sides[to.busy] = batch.sides[lane]
    to.counts[to.busy] = batch.counts[lane]
    for place in range(batch.counts[lane]):
        to.seen[_MOST_SEEN * to.busy + place] = batch.seen[_MOST_SEEN * lane + place]
    to.busy += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _weigh(batch: _Batch, slip: cython.double, gains: cython.double[::1]) -> cython.void:
    """The chances of what was chosen in a batch, and the logarithms of them with slips. Then the batch is empty."""
    lane: cython.int
    action: cython.int
    choices: cython.int
    best: cython.float
    total: cython.double
    count: cython.int = batch.busy
    batch.busy = 0
    if count == 0:
        return
    batch.look.at(count, batch.seen, batch.counts, batch.sides, batch.legal)
    for lane in range(count):
        best = -1e30
        choices = 0
        total = 0
        for action in range(_ACTIONS):
            if batch.legal[lane] >> action & 1:
                choices += 1
                if batch.look.found[_ACTIONS * lane + action] > best:
                    best = batch.look.found[_ACTIONS * lane + action]
        for action in range(_ACTIONS):
            if batch.legal[lane] >> action & 1:
                total += exp(batch.look.found[_ACTIONS * lane + action] - best)
        batch.chance[lane] = exp(batch.look.found[_ACTIONS * lane + batch.chose[lane]] - best) / total
        gains[batch.place[lane]] = log((1 - slip) * batch.chance[lane] + slip / choices)
