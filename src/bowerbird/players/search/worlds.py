"""Worlds for the search of `champion`: deals that fit a view, their likelihood, and the results of a card in them.

A world is weighed by how likely the net makes the other players' calls, discards and plays, had they held those cards.
Everything comes from the view, and randomness from a seed.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from bowerbird.cards import Suit
from bowerbird.kernel.position import PositionError, mask_of
from bowerbird.kernel.sample import deals
from bowerbird.kernel.search import COMPILED
from bowerbird.kernel.solve import WORLD
from bowerbird.players.kernel_options import options_of
from bowerbird.players.knowledge import opening_leader, seen_by, unseen_by
from bowerbird.players.net.bulk import DISCARDING, PLAYING, Floats, Ints, Positions, Setting, low_slot, slots_of
from bowerbird.players.net.inputs import ACTIONS, CARDS, FIRST_DISCARD, FIRST_PLAY, action_of, rule_bits
from bowerbird.players.net.weights import Net
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import Play, View

__all__ = ["SLIP", "Rows", "Worlds", "imagine", "play_out"]

Words: TypeAlias = npt.NDArray[np.uint64]
Logs: TypeAlias = npt.NDArray[np.float64]

#: Deals drawn. The more plausible of them become worlds.
_DRAWN: Final = 3_000 if COMPILED else 400
#: The share of every choice that is left to chance, because anyone may do something unexpected.
SLIP: Final = 0.02
#: Worlds that are less likely than the best by this factor, as a logarithm, are dropped on the way.
_DROP_BEHIND: Final = 9.0


class Rows(NamedTuple):
    """The worth of the outcomes to the observing side, `us`, and to the other."""

    ours: Floats
    theirs: Floats
    us: int


class Worlds(NamedTuple):
    """Positions at the decision, one per world, and the share of each; the likeliest first."""

    positions: Positions
    shares: Logs

    def first(self, count: int) -> Worlds:
        """The likeliest of them."""
        shares = self.shares[:count]
        return Worlds(self.positions.take(np.arange(len(shares))), shares / shares.sum())


def imagine(book: Rulebook, view: View, net: Net, holders: Floats, rows: Rows, count: int, seed: int) -> Worlds:
    """At most `count` worlds that fit the view of a seat that is to play a card.

    `holders` are chances for each card in its slot: left, partner, right, nobody. Worlds are picked by them, and then
    weighed by the other players' actions.
    """
    drawn = np.frombuffer(deals(seen_by(book, view), _DRAWN, seed), np.uint64).reshape(-1, WORLD)
    # The kernel deals every world equally often, so the number of times it was dealt means nothing.
    drawn = np.unique(drawn, axis=0)
    picked, weight = _picked(_believed(book, view, drawn, holders), count, seed)
    return _Story(book, view, drawn[picked]).weigh(net, rows, weight)


def _believed(book: Rulebook, view: View, worlds: Words, holders: Floats) -> Logs:
    """The log-likelihood of a world by the beliefs about single cards."""
    assert view.seat is not None
    assert isinstance(view.trump, Suit)
    logs = np.log(holders.astype(np.float64) + 1e-6)
    nobody = slots_of(np.array(unseen_by(book, view), np.uint64), view.trump)
    found = np.zeros(len(worlds))
    for other in range(3):
        held = slots_of(worlds[:, (view.seat + other + 1) % 4], view.trump)
        nobody = nobody & ~held
        found += _bits(held, CARDS) @ logs[:, other]
    return found + _bits(nobody, CARDS) @ logs[:, 3]


def _picked(believed: Logs, count: int, seed: int) -> tuple[Ints, Logs]:
    """`count` random worlds, preferring plausible ones, none twice; and the weights that correct the preference."""
    if len(believed) <= count:
        return np.arange(len(believed)), np.zeros(len(believed))
    # Noise on the logarithms and a cut: a world's chance to be above the cut is known, and its weight is its inverse.
    noisy = believed + np.random.default_rng(seed).gumbel(size=len(believed))
    order = np.argsort(-noisy, kind="stable")
    picked, cut = order[:count], noisy[order[count]]
    return picked, -np.log(-np.expm1(-np.exp(np.minimum(believed[picked] - cut, 50.0))))


class _Story:
    """The events of a hand, and who held what in each world at the time."""

    def __init__(self, book: Rulebook, view: View, worlds: Words) -> None:
        assert view.seat is not None
        assert view.turn_up is not None
        assert view.maker is not None
        assert isinstance(view.trump, Suit)
        self.view = view
        self.me, self.trump, self.turn_up = view.seat, view.trump, view.turn_up
        self.rules = rule_bits(options_of(book))
        self.taken = view.turn_up_is == "taken"
        self.out = int(view.sitting_out[0]) if view.sitting_out else -1
        self.maker = view.maker
        self.leader = opening_leader(book, view.dealer, view.maker, view.alone, mask_of(view.sitting_out))
        self.plays = [play for trick in (*view.tricks, view.trick) for play in trick.plays]
        own = mask_of(view.discards) if view.dealer is view.seat else 0
        self.discard: Words = worlds[:, 4] | np.uint64(own)
        self.opening: Words = worlds[:, :4].T.copy()
        for seat, card in self.plays:
            self.opening[seat] |= np.uint64(1 << card)

    def weigh(self, net: Net, rows: Rows, weight: Logs) -> Worlds:
        """The worlds at the decision, without those that are far behind."""
        judge = _Judge(net, rows, weight)
        self._calls(judge)
        self._discard(judge)
        positions = self._play(judge)
        order = np.argsort(-judge.weight, kind="stable")
        shares = np.exp(judge.weight[order] - judge.weight[order[0]])
        return Worlds(positions.take(order), shares / shares.sum())

    def _calls(self, judge: _Judge) -> None:
        held = self.opening.copy()
        if self.taken:
            held[self.view.dealer] = (held[self.view.dealer] | self.discard) & ~np.uint64(1 << self.turn_up)
        base = self.turn_up.suit
        hands = slots_of(held, base)
        second = False
        for call in self.view.calls:
            if call.seat is not self.me:
                setting = Setting(self.view.dealer, self.rules, int(second), self._turn_up_slot(base), second)
                positions = Positions(setting, hands[:, judge.left], call.seat)
                judge.hear(positions, np.full(len(positions), action_of(call, base)))
            second = second or call.seat is self.view.dealer

    def _discard(self, judge: _Judge) -> None:
        dealer = self.view.dealer
        if not self.taken or dealer is self.me or dealer == self.out:
            return
        hands = slots_of(self.opening, self.trump)
        hands[dealer] |= slots_of(self.discard, self.trump)
        positions = Positions(self._setting(DISCARDING), hands[:, judge.left], dealer)
        judge.hear(positions, FIRST_DISCARD + low_slot(slots_of(self.discard[judge.left], self.trump)))

    def _play(self, judge: _Judge) -> Positions:
        hands, discard = slots_of(self.opening, self.trump), slots_of(self.discard, self.trump)
        positions = Positions(self._setting(PLAYING), hands[:, judge.left], self.leader, discard[judge.left])
        for seat, card in self.plays:
            if positions.turn[0] != seat:
                raise PositionError("a card was played out of turn")
            action = action_of(Play(seat, card), self.trump)
            if seat is not self.me:
                positions = positions.take(judge.hear(positions, np.full(len(positions), action)))
            positions.play(np.full(len(positions), action - FIRST_PLAY))
        return positions

    def _setting(self, phase: int) -> Setting:
        return Setting(
            self.view.dealer,
            self.rules,
            phase,
            self._turn_up_slot(self.trump),
            not self.taken,
            self.maker,
            self.view.alone,
            self.out,
        )

    def _turn_up_slot(self, base: Suit) -> int:
        return action_of(Play(Seat.N, self.turn_up), base) - FIRST_PLAY


class _Judge:
    """Weighs worlds by the other players' actions, and drops those that are far behind."""

    def __init__(self, net: Net, rows: Rows, weight: Logs) -> None:
        self._net = net
        self._rows = rows
        self.weight = weight
        #: The remaining worlds, by their original numbers.
        self.left = np.arange(len(weight))

    def hear(self, positions: Positions, actions: Ints) -> Ints:
        """Apply an action in the remaining worlds; return which of them stay."""
        legal = positions.legal()
        could = (legal >> actions & 1) > 0
        weight = np.where(could, self.weight, -np.inf)
        chosen = np.flatnonzero(could & (legal & legal - 1 > 0))
        if len(chosen):
            # Worlds in which the seat held the same cards look the same to it, so it is evaluated once.
            hands, place = np.unique(positions.own()[chosen], return_index=True, return_inverse=True)[1:]
            asked = chosen[hands]
            chances = _chances(self._net, positions.take(asked), legal[asked], self._rows)[place, actions[chosen]]
            slip = SLIP / np.bitwise_count(legal[chosen])
            weight[chosen] += np.log((1 - SLIP) * chances + slip)
        if not len(weight) or not np.isfinite(weight.max()):
            raise PositionError("this action fits no world")
        stay = np.flatnonzero(weight > weight.max() - _DROP_BEHIND)
        self.weight, self.left = weight[stay], self.left[stay]
        return stay


def _chances(net: Net, positions: Positions, legal: Ints, rows: Rows) -> Floats:
    """The probability of each action by the net."""
    logits = net.policies(positions.inputs(legal, *rows))
    logits = np.where(_bits(legal, ACTIONS), logits, -np.inf)
    shares: Floats = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    return shares


def play_out(net: Net, positions: Positions, slots: Ints, rows: Rows) -> Ints:
    """The makers' tricks if the net plays on in all seats: a row per card to try, a column per world."""
    count = len(positions)
    at = positions.take(np.tile(np.arange(count), len(slots)))
    at.play(np.repeat(slots, count))
    while at.trick < 5:
        legal = at.legal_slots()
        chosen = low_slot(legal)
        open_ = np.flatnonzero(legal & legal - 1)
        if len(open_):
            some = at.take(open_)
            logits = net.policies(some.inputs(legal[open_] << FIRST_PLAY, *rows))[:, FIRST_PLAY:FIRST_DISCARD]
            chosen[open_] = np.where(_bits(legal[open_], CARDS), logits, -np.inf).argmax(axis=1)
        at.play(chosen)
    tricks: Ints = at.won[at.setting.maker % 2].reshape(len(slots), count)
    return tricks


def _bits(masks: Ints, width: int) -> npt.NDArray[np.bool_]:
    found: npt.NDArray[np.bool_] = (masks[..., None] >> np.arange(width) & 1) > 0
    return found
