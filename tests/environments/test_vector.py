"""The vector environment: the table's own rules in every number, bots of the kernel, seeds, copies and errors."""

from __future__ import annotations

import copy
import os
import pickle
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import astuple, replace

from bowerbird.cards import Card
from bowerbird.environments import observation
from bowerbird.environments.actions import ACTION_COUNT, ACTIONS, action_of, fact_of
from bowerbird.environments.settings import Mode
from bowerbird.environments.vector import BOTS, RESULT, VectorEuchre
from bowerbird.kernel import batch_layout
from bowerbird.players.faults import MISTAKES, Faults, FaultyPlayer
from bowerbird.players.net.inputs import knows, seen_by_master
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.table import AskNewDeal, Phase, step, view
from deals import ALL_BOOKS, house
from environments.lockstep import compare
from random_books import random_books

#: Hands of each rulebook that are compared with the table; `make environments` compares thousands.
HANDS = int(os.environ.get("BOWERBIRD_VECTOR_HANDS", "30"))
EVERYTHING = house(
    """
    pack.joker = true
    pack.lowest = 8
    auction.no_trump = true
    alone.defend_alone = "any call"
    alone.partners_best = true
    deal.new_deal_for = ["no ace no face", "ace with no face"]
    deal.exchange_for = ["only nines and tens", "farmer's hand"]
    """
)
PLAIN_BOOKS = [name for name in ALL_BOOKS if name not in ("cornwall", "north-american")]


# The rules.


@pytest.mark.parametrize("mode", ["hand", "game"])
@pytest.mark.parametrize("rules", ALL_BOOKS)
def test_every_rulebook_is_played_as_at_the_table(rules: str, mode: Mode) -> None:
    compare(load_rulebook(rules), mode, HANDS, seed=1)


@settings(max_examples=HANDS, deadline=None)
@given(book=random_books, seed=st.integers(0, 1 << 30), mode=st.sampled_from(["hand", "game"]))
def test_any_house_rules_are_played_as_at_the_table(book: Rulebook, seed: int, mode: Mode) -> None:
    compare(book, mode, 8, seed)


def test_every_kind_of_action_is_compared() -> None:
    """With all that a house may add, random play comes to every kind of action, so none goes unchecked."""
    env = VectorEuchre(256, EVERYTHING, seed=3)
    seen = np.zeros(ACTION_COUNT, bool)
    for _ in range(2000):
        seen |= env.masks.any(axis=0)
        env.step(env.sample())
    never = {ACTIONS[number] for number in np.flatnonzero(~seen)}
    sevens = {f"{verb} 7{suit}" for verb in ("play", "discard", "give") for suit in "cdhs"}
    assert never == sevens | {"new deal, farmer's hand", "new deal, only nines and tens"}
    outcomes = Counter(result.outcome for result in compare(EVERYTHING, "hand", 4 * HANDS, seed=5))
    assert outcomes["made"] and outcomes["march"] and outcomes["euchre"]


def test_compiled_modules_have_the_same_numbers() -> None:
    text = Path(batch_layout.__file__).with_suffix(".pxd").read_text("utf-8")
    found = {name: int(number) for name, number in re.findall(r"^ {4}(\w+) = (-?\d+)$", text, re.M)}
    assert found == {name: value for name, value in vars(batch_layout).items() if name.isupper()}
    assert found["O_SIZE"] == observation.OBSERVATION_SIZE
    assert found["RESULT_SIZE"] == len(RESULT)


# The layout of slots.


@pytest.mark.parametrize("rules", PLAIN_BOOKS)
def test_slots_are_the_inputs_of_the_masters_net(rules: str) -> None:
    env = VectorEuchre(4, rules, layout="slots", seed=2)
    compared = 0
    for _ in range(10 * HANDS):
        for number in range(env.count):
            state = env.state_of(number)
            assert state.turn is not None
            seat = view(env.book, state, state.turn)
            assert knows(env.book, seat)
            seen = seen_by_master(env.book, seat)
            bits = [seen.bits >> place & 1 for place in range(env.observations.shape[1])]
            assert env.observations[number].tolist() == bits
            assert env.masks[number].nonzero()[0].tolist() == sorted(seen.legal)
            compared += 1
        before = [env.state_of(number) for number in range(env.count)]
        actions = env.sample()
        env.step(actions)
        for number, (state, action) in enumerate(zip(before, actions, strict=True)):
            if not env.ended[number]:
                assert state.turn is not None
                fact = seen_by_master(env.book, view(env.book, state, state.turn)).legal[int(action)]
                assert env.actions_so_far(number)[-1] == action_of(fact, state.hand.cards(state.turn))
    assert compared == 40 * HANDS


def test_slots_are_for_plain_rules() -> None:
    with pytest.raises(ValueError, match="joker turned up is dealt again.*layout='table'"):
        VectorEuchre(1, EVERYTHING, layout="slots")
    with pytest.raises(ValueError, match="the deck has 32 cards"):
        VectorEuchre(1, house("pack.lowest = 7"), layout="slots")


# Bots of the kernel.


class Sure(FaultyPlayer):
    """Makes each mistake always or never, so that it can be compared."""

    def __init__(self, faults: Faults) -> None:
        super().__init__()
        self.faults = faults


SURE = [
    Faults(),
    *(replace(Faults(), **{name: 1.0}) for name in ("misses_left", "misses_dealer", "discards_lowest", "forgets")),
    *(replace(Faults(), **{name: 1.0}) for name in MISTAKES),
]


@pytest.mark.parametrize("book", [load_rulebook("bicycle"), load_rulebook("national"), EVERYTHING])
@pytest.mark.parametrize("faults", SURE, ids=lambda faults: "".join(str(int(share)) for share in astuple(faults)))
def test_bots_of_the_kernel_choose_as_the_levels_do(
    book: Rulebook, faults: Faults, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BOTS, "thumb", faults)
    env = VectorEuchre(8, book, opponents="thumb", partner="random", seed=4)
    player = Sure(faults)
    compared = 0
    for _ in range(4 * HANDS):
        before = [(env.deal(number), len(env.actions_so_far(number))) for number in range(env.count)]
        env.step(env.sample())
        for number in range(env.count):
            if before[number][0] == env.deal(number):
                compared += _compare_bots(env, number, before[number][1], player)
    assert compared > 10 * HANDS


def _compare_bots(env: VectorEuchre, number: int, since: int, player: Sure) -> int:
    """Ask the level about every choice of East and West since the learner's; how many there were."""
    state, compared = env._opened(number), 0
    for place, action in enumerate(env.actions_so_far(number)):
        seat = state.turn
        assert seat is not None
        fact = fact_of(action, seat, state.hand.cards(seat))
        if place >= since and seat.side == 1 and state.phase is not Phase.JOKER:
            chosen = player.choose(env.book, view(env.book, state, seat))
            # New deals have the same effect, whatever the reason that is given.
            assert chosen == fact or (isinstance(chosen, AskNewDeal) and isinstance(fact, AskNewDeal))
            compared += 1
        state = step(env.book, state, fact)
    return compared


def test_random_bots_are_fair() -> None:
    """Each legal first call comes about equally often."""
    env = VectorEuchre(2000, "bicycle", opponents="random", seed=6)
    calls: Counter[int] = Counter()
    for _ in range(20):
        for number in range(env.count):
            log = env.actions_so_far(number)
            if env.deal(number)[0] % 2 == 0 and log:
                calls[log[0]] += 1
        env.step(env.sample())
    shares = [calls[number] / calls.total() for number in (0, 1, 2)]
    assert shares == pytest.approx([1 / 3] * 3, abs=0.03)


def test_novice_loses_to_thumb_and_beats_chance() -> None:
    """The kernel's novice is as far from the rules of thumb as the level is: it loses, and chance loses to it."""
    points = {}
    for level in ("random", "novice", "simple"):
        env = VectorEuchre(4000, "bicycle", opponents=level, partner="thumb", seed=7)
        points[level] = _played_by_thumb(env)
    assert points["random"] > points["novice"] > points["simple"] > -0.2
