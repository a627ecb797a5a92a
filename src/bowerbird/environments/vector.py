"""Thousands of tables at once, compiled with the kernel. Needs numpy only; uncompiled, it is some 800 times slower.

Observations, masks and rewards are numpy arrays that every step writes in place. torch and jax take them without a copy
(`torch.from_numpy`, or DLPack), so `step` changes what they have taken. Every rule of `bowerbird.table` is played.

Examples:
    >>> from bowerbird.environments.vector import VectorEuchre
    >>> env = VectorEuchre(64, rules="alberta", opponents="novice", seed=1)
    >>> for _ in range(30):
    ...     env.step(env.sample())  # a learner would choose by env.observations and env.masks
    >>> env.rewards.shape, bool(env.ended.any())
    ((64, 4), True)
"""

from __future__ import annotations

from copy import deepcopy
from math import prod
from random import Random
from typing import Any, Final, Literal, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec.structs import astuple, replace

from bowerbird.cards import Card
from bowerbird.environments.actions import ACTION_COUNT, action_of, fact_of
from bowerbird.environments.observation import OBSERVATION_SIZE
from bowerbird.environments.settings import (
    Mode,
    Reward,
    Rules,
    Seed,
    check_bots,
    check_settings,
    count_of,
    seed_of,
)
from bowerbird.kernel import batch_layout as at
from bowerbird.kernel.batch import DICE, NET_SIZE, SLOT_ACTIONS, SLOT_BITS, SLOTS, TABLE, Tables
from bowerbird.players import Player, player
from bowerbird.players.automatic import next_automatic, stacked
from bowerbird.players.base import ask
from bowerbird.players.faults import Faults
from bowerbird.players.kernel_options import left_out, options_of
from bowerbird.players.net.inputs import rule_bits
from bowerbird.players.novice import NovicePlayer
from bowerbird.players.simple import SimplePlayer
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.rulebook.weak_hands import WEAK_HANDS
from bowerbird.seats import Seat
from bowerbird.table import Open, Phase, State, step, view
from bowerbird.table.state import cards_in

__all__ = ["BOTS", "OUTCOMES", "RESULT", "Layout", "VectorEuchre", "missing_in_slots"]

#: `table` is the layout of the other environments. `slots` is that of the master's net, with suits as trump, next and
#: the other two, which is easier to learn from.
Layout: TypeAlias = Literal["table", "slots"]

#: Bots that are compiled. Other levels run in Python, table by table. `thumb` is `bowerbird.players.thumb.ThumbPlayer`,
#: not the policy of `bowerbird sim`.
BOTS: Final[dict[str, Faults | None]] = {
    "random": None,
    "novice": NovicePlayer.faults,
    "simple": SimplePlayer.faults,
    "thumb": Faults(),
}
#: The columns of `VectorEuchre.results`. Seats and trump are -1 where there is none; trump 4 is no trump.
RESULT: Final = (
    "outcome",
    "dealer",
    "maker",
    "trump",
    "alone",
    "lone_defender",
    "tricks_ns",
    "tricks_ew",
    "points_ns",
    "points_ew",
)
#: The outcomes in the first column of `VectorEuchre.results`, by number.
OUTCOMES: Final = ("", "made", "march", "euchre", "thrown in", "new deal")

#: The bytes to which jax wants an array to be aligned; it copies others.
_ALIGNED: Final = 64
#: The arrays that are public, and can be taken without a copy.
_SHARED: Final = ("observations", "masks", "turns", "rewards", "ended", "episodes", "results")
_DEFEND: Final = {"off": 0, "lone calls": 1, "any call": 2}


class VectorEuchre:
    """Many tables, each at a decision of the learner. After `step`, each is at the next one.

    An episode that ends is followed by the next at once, so there is nothing to reset. An episode in which the learner
    has nothing to decide is left out. What bots win or lose in a game before the learner's first decision is paid with
    its first step.

    Copies and pickles continue from the same point, in arrays of their own.
    """

    def __init__(
        self,
        count: SupportsIndex,
        rules: Rules = "bicycle",
        mode: Mode = "hand",
        reward: Reward = "points",
        *,
        layout: Layout = "table",
        opponents: str | None = None,
        partner: str | None = None,
        skip_forced: bool = False,
        duplicate: bool = False,
        seed: Seed = 0,
    ) -> None:
        """Deal at every table. Raises `ValueError` for settings that don't go together.

        Args:
            count: The number of tables.
            rules: A rulebook, its name, or a TOML file.
            mode: An episode is one `hand`, or a whole `game`.
            reward: The difference in `points` after each hand, or 1 and -1 for a `win` and a loss of a game.
            layout: The layout of observations and actions.
            opponents: The bot that plays East and West: a name in `BOTS`, or (slowly) any other level or
                `module:Class`. Without one, the learner decides for all four seats.
            partner: The bot that plays South. Without one, the learner decides for North and South.
            skip_forced: Leave out decisions without a choice.
            duplicate: Tables 2n and 2n + 1 get the same cards, turned by one seat, so both sides play both ways. This
                holds for each deal of their episodes with the same number. Where the same dealer deals again after a
                thrown-in hand, later dealers may differ.
            seed: The same seed gives the same cards. None gives other cards each time.
        """
        self.book = load_rulebook(rules)
        check_settings(self.book, mode, reward)
        _check(self.book, layout, opponents, partner)
        count = count_of(count, even=duplicate)
        self.count, self.mode, self.reward, self.layout = count, mode, reward, layout
        self._seats = (None, opponents, partner, opponents)
        slots = layout == "slots"
        width, actions = (SLOT_BITS, SLOT_ACTIONS) if slots else (OBSERVATION_SIZE, ACTION_COUNT)
        #: What the seat to decide sees, one row for each table.
        self.observations: npt.NDArray[np.int8] = _zeros((count, width), np.int8)
        #: A 1 for each legal action.
        self.masks: npt.NDArray[np.int8] = _zeros((count, actions), np.int8)
        #: The seat to decide.
        self.turns: npt.NDArray[np.int8] = _zeros((count,), np.int8)
        #: What the last step brought to North, East, South and West.
        self.rewards: npt.NDArray[np.float32] = _zeros((count, 4), np.float32)
        #: True where an episode ended in the last step.
        self.ended: npt.NDArray[np.bool_] = _zeros((count,), np.bool_)
        #: The number of the current episode at each table, from 0. Episodes that are left out count.
        self.episodes: npt.NDArray[np.int64] = _zeros((count,), np.int64)
        #: The last hand that ended at each table, in the columns of `RESULT`.
        self.results: npt.NDArray[np.int8] = _zeros((count, at.RESULT_SIZE), np.int8)
        self._arrays: dict[str, npt.NDArray[Any]] = {
            "numbers": np.zeros((count, at.SIZE), np.int32),
            "cards": np.zeros((count, at.CARD_SIZE), np.uint64),
            "dice": np.zeros((count, DICE), np.uint64),
            "log": np.zeros((count, at.LOG_SIZE), np.uint8),
            "net": np.zeros((count if slots else 1, NET_SIZE), np.int32),
            "rules": _rules(self.book, mode, reward, skip_forced, duplicate),
            "pack": np.array(self.book.cards().cards, np.uint8),
            "kinds": np.array([_kind(name) for name in self._seats], np.int32),
            "faults": np.array([_faults(name) for name in self._seats], np.float64),
        }
        self._tables = self._bound()
        self._chance: Random | None = None
        self._unused: list[npt.NDArray[np.int32]] = []
        self._players: dict[int, Player] = {}
        self._states: dict[int, tuple[tuple[int, ...], int, State]] = {}
        self.reset(seed)

    def reset(self, seed: Seed = None) -> None:
        """Start again at every table. Without a seed, continue the random sequence."""
        number, chance = seed_of(seed), self._chance
        if number is not None or chance is None:
            chance = self._chance = Random(number)
        self._states.clear()
        self._players = {
            seat: player(name, chance.getrandbits(63))
            for seat, name in enumerate(self._seats)
            if name is not None and name not in BOTS
        }
        self._tables.start(chance.getrandbits(63))
        self.results[:] = 0
        self._ask_players()
        self.rewards[:] = 0
        self.ended[:] = False

    def step(self, actions: npt.ArrayLike) -> None:
        """Take an action at every table. Raises `ValueError` if one isn't legal; nothing has changed then."""
        given = np.asarray(actions)
        if given.shape != (self.count,):
            raise ValueError(f"{self.count} tables take an array of {self.count} actions, not one of {given.shape}")
        if given.dtype.kind not in "iu":
            raise ValueError(f"actions are integers, the places of a 1 in `masks`, not {given.dtype}")
        # What doesn't fit into the kernel's integers must not become another action.
        known = (given >= 0) & (given < self.masks.shape[1])
        chosen = np.where(known, given, -1).astype(np.int32)
        wrong = self._tables.first_illegal(chosen.data)
        if wrong >= 0:
            legal = self.masks[wrong].nonzero()[0].tolist()
            raise ValueError(f"action {given[wrong]} isn't legal at table {wrong}. Use one of {legal}")
        self._tables.step(chosen.data)
        self._ask_players()

    def sample(self) -> npt.NDArray[np.int32]:
        """A legal action for every table, all equally likely."""
        if not self._unused:
            self._unused = _rows(self.count)
        actions = self._unused.pop()
        self._tables.sample(actions.data)
        return actions

    def deal(self, table: int) -> tuple[Seat, tuple[Card, ...]]:
        """The dealer and the deck of the current hand, for `reset(options=…)` of the other environments."""
        numbers, cards = self._arrays["numbers"][table], self._arrays["cards"][table]
        dealer = Seat(int(numbers[at.DEALER]))
        dealt = [list(cards_in(int(cards[at.DEALT + seat]))) for seat in Seat]
        first = int(self.book.deal.packets[0].split("-")[0])
        deck = [card for seat in dealer.left.round_from() for card in dealt[seat][:first]]
        if self.book.deal.packets[0] == "1-1-1-1-1":
            deck = [dealt[seat][place] for place in range(5) for seat in dealer.left.round_from()]
        else:
            deck += [card for seat in dealer.left.round_from() for card in dealt[seat][first:]]
        deck.append(Card(int(numbers[at.TURN_UP])))
        deck += [Card(int(card)) for card in numbers[at.KITTY : at.KITTY + 3] if card >= 0]
        return dealer, (*deck, *(card for card in self.book.cards() if card not in deck))

    def actions_so_far(self, table: int) -> list[int]:
        """The actions of the current hand, by bots too: numbers of `bowerbird.environments.actions.ACTIONS`."""
        logged = int(self._arrays["numbers"][table, at.LOGGED])
        return [int(action) for action in self._arrays["log"][table, :logged]]

    def state_of(self, table: int) -> State:
        """The state of a table, for `bowerbird.table`. Slow: the hand is played again."""
        numbers, cards = self._arrays["numbers"][table], self._arrays["cards"][table]
        deal = tuple(int(mask) for mask in cards[at.DEALT : at.DEALT + 4])
        known, done, state = self._states.get(table, ((), 0, State()))
        actions = self.actions_so_far(table)
        if known != deal or done > len(actions):
            state, done = self._opened(table), 0
        for action in actions[done:]:
            assert state.turn is not None
            state = step(self.book, state, fact_of(action, state.turn, state.hand.cards(state.turn)))
        self._states[table] = deal, len(actions), state
        assert numbers[at.TURN] == state.turn
        return state

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_tables": None, "_unused": []}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        for name in _SHARED:
            setattr(self, name, _aligned(state[name]))
        self._tables = self._bound()

    def __copy__(self) -> VectorEuchre:
        """A deep copy: tables in shared arrays would move together."""
        return deepcopy(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> VectorEuchre:
        for name in _SHARED:  # so that a learner that holds one of the arrays, copied with it, holds the copy's
            array = getattr(self, name)
            memo[id(array)] = _aligned(array.copy())
        other = memo[id(self)] = object.__new__(type(self))
        other.__setstate__(deepcopy(self.__getstate__(), memo))
        return other

    def _bound(self) -> Tables:
        """The tables of the kernel in these arrays."""
        told: dict[str, npt.NDArray[Any]] = {
            "rows": self.observations,
            "masks": self.masks,
            "turns": self.turns,
            "rewards": self.rewards,
            "ended": self.ended.view(np.uint8),
            "episodes": self.episodes,
            "last": self.results,
        }
        slots = self.layout == "slots"
        net_rules = rule_bits(options_of(self.book)) if slots else 0
        mask = self.book.cards().mask
        return Tables(self.count, SLOTS if slots else TABLE, net_rules, mask, self._arrays | told)

    def _opened(self, table: int) -> State:
        """The table with the current hand dealt, before the first decision."""
        numbers = self._arrays["numbers"][table]
        dealer, deck = self.deal(table)
        state = step(self.book, State(), Open(dealer=dealer))
        score = int(numbers[at.SCORE]), int(numbers[at.SCORE + 1])
        state = replace(state, score=score, hands_played=int(numbers[at.HANDS]))
        dice = Random(0)
        while (chore := next_automatic(self.book, state, dice)) is not None:
            state = step(self.book, state, stacked(self.book, deck) if state.phase is Phase.SHUFFLE else chore)
        return state

    def _ask_players(self) -> None:
        """Let players in Python decide, until the learner has to at every table."""
        if not self._players:
            return
        for table in range(self.count):
            while (asked := self._players.get(int(self.turns[table]))) is not None:
                state = self.state_of(table)
                assert state.turn is not None
                given, hand = str(self._seats[state.turn]), state.hands_played + 1
                fact = ask(asked, given, self.book, view(self.book, state, state.turn), hand)
                self._tables.push(table, action_of(fact, state.hand.cards(state.turn)))


def missing_in_slots(book: Rulebook) -> str:
    """The reason why these rules can't be played with `layout="slots"`; empty if they can."""
    if len(book.cards()) != 24 and not left_out(book):
        return f"the deck has {len(book.cards())} cards"
    return ", ".join(left_out(book))


def _zeros(shape: tuple[int, ...], kind: npt.DTypeLike) -> npt.NDArray[Any]:
    """An array of zeros that jax takes without a copy."""
    size = prod(shape)
    room = np.zeros(size + _ALIGNED, kind)
    start = -room.ctypes.data % _ALIGNED // room.itemsize
    return room[start : start + size].reshape(shape)


def _rows(count: int) -> list[npt.NDArray[np.int32]]:
    """Arrays for `sample`, each used once. Finding an aligned place takes long beside a step of a few tables."""
    width = -(-count // 16) * 16
    return list(_zeros((max(1, 1024 // width), width), np.int32)[:, :count])


def _aligned(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The array, or a copy if jax would copy it."""
    if array.ctypes.data % _ALIGNED == 0:
        return array
    copied = _zeros(array.shape, array.dtype)
    copied[:] = array
    return copied


def _check(book: Rulebook, layout: str, opponents: str | None, partner: str | None) -> None:
    check_bots(*(name for name in (opponents, partner) if name is not None), compiled=BOTS)
    if partner is not None and opponents is None:
        raise ValueError("a partner needs opponents. Give both, or neither to decide for all four seats")
    if layout not in ("table", "slots"):
        raise ValueError(f"{layout!r} isn't a layout. Use table or slots")
    if layout == "slots" and (missing := missing_in_slots(book)):
        raise ValueError(
            f"slots are for 24 cards and the plain rules, but by {book.name} {missing}: use layout='table'"
        )


def _rules(book: Rulebook, mode: Mode, reward: Reward, skip_forced: bool, duplicate: bool) -> npt.NDArray[np.int32]:
    rules = np.zeros(at.RULES, np.int32)
    flat = options_of(book).flat()
    rules[: len(flat)] = flat
    weak = {name: 1 << place for place, name in enumerate(WEAK_HANDS)}
    for place, value in {
        at.POINTS_LONE_DEFENDER: book.points.euchre_by_lone_defender,
        at.NO_TRUMP: book.auction.no_trump,
        at.DEFEND_ALONE: _DEFEND[book.alone.defend_alone],
        at.PARTNERS_BEST: book.alone.partners_best,
        at.PASSES_THE_DEAL: book.auction.all_pass == "next dealer",
        at.NEW_DEAL_FOR: sum({weak[name] for name in book.deal.new_deal_for}),
        at.EXCHANGE_FOR: sum({weak[name] for name in book.deal.exchange_for}),
        at.TARGET: book.game.points,
        at.HANDS_IN_GAME: book.game.hands,
        at.WHOLE_GAMES: mode == "game",
        at.FOR_THE_WIN: reward == "win",
        at.SKIPS_FORCED: skip_forced,
        at.BOTH_SIDES: duplicate,
        at.PACK_SIZE: len(book.cards()),
    }.items():
        rules[place] = value
    return rules


def _kind(name: str | None) -> int:
    if name is None:
        return at.LEARNER
    if name == "random":
        return at.BY_CHANCE
    return at.BEGINNER if name in BOTS else at.ELSEWHERE


def _faults(name: str | None) -> tuple[float, ...]:
    return astuple(BOTS.get(name or "") or Faults())
