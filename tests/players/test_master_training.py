"""Training: the nets learn from a few steps of self-play, and what is shipped says what was trained.

These need torch, which the product does not: without it they are left out.
"""
# ruff: noqa: E402  # what is imported below imports torch

from __future__ import annotations

import copy
import shutil
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

torch: Any = pytest.importorskip("torch", reason="torch is not installed: training is not part of the product")
if shutil.which("g++") is None:
    pytest.skip("the environment is compiled with g++", allow_module_level=True)

from bowerbird import load_rulebook
from bowerbird.players.net.inputs import ACTIONS, INPUTS, OUTCOMES
from bowerbird.players.net.weights import Net
from training import situations, weights
from training.curves import draw
from training.duel import best, by_chance, duel
from training.learner import Learner, Settings
from training.nets import Actor, actor_inputs
from training.outlooks import gather, teach
from training.tables import SWAP_SIDES, Tables

SMALL = Settings(
    tables=256,
    steps=16,
    minibatch=1024,
    width=64,
    blocks=1,
    critic_width=64,
    critic_blocks=1,
    rate=2e-3,
    average=0.9,
    compiled=False,
)


@pytest.fixture(scope="module")
def learnt() -> Learner:
    torch.set_num_threads(1)
    learner = Learner(SMALL, Tables(SMALL.tables, situations.draw(60, seed=2), "cpu", seed=4))
    first = [learner.iterate(0.2) for _ in range(3)]
    for _ in range(40):
        last = learner.iterate(0.2)
    assert last["critic"] < first[0]["critic"] - 0.5, "the critic learns how hands come out"
    assert last["outlooks"] < first[0]["outlooks"] - 0.1
    return learner


def test_a_few_steps_beat_chance(learnt: Learner) -> None:
    plain = situations.one(load_rulebook("bicycle"), aim="points")
    ours = best(learnt.averaged)
    gain, error = duel((ours, by_chance, ours, by_chance), 400, plain, "cpu", seed=3)
    assert gain > 5 * error


def test_a_duel_of_equals_is_level(learnt: Learner) -> None:
    plain = situations.one(load_rulebook("st-joe"), aim="points")
    ours = best(learnt.averaged)
    assert duel((ours, ours, ours, ours), 100, plain, "cpu", seed=3) == (0.0, 0.0)


def test_the_shipped_file_says_what_was_trained(learnt: Learner, tmp_path: Path) -> None:
    record = {"settings": {"width": 64, "blocks": 1, "critic_width": 64, "critic_blocks": 1}, "curve": [1], "hands": 9}
    weights.save(tmp_path / "net.pt", learnt.averaged, learnt.critic, record)
    actor, found = weights.load(tmp_path / "net.pt", "cpu")
    assert found == record
    weights.packed(tmp_path / "net.npz", actor, record)
    net = Net.read((tmp_path / "net.npz").read_bytes())
    assert net.record == {key: value for key, value in record.items() if key != "curve"}
    tables = learnt.tables
    policy, beliefs, outlooks = actor(actor_inputs(tables.bits, tables.rows()))
    for place in range(0, tables.count, 16):
        words = tables.bits[place].numpy().view(np.uint32)
        bits = sum(int(word) << 32 * number for number, word in enumerate(words))
        said = net(bits, tuple(tables.rows()[place].tolist()))
        assert said.policy == pytest.approx(policy[place].detach().numpy(), abs=1e-4)
        assert said.outlooks == pytest.approx(outlooks[place].detach().numpy(), abs=1e-4)
        assert said.holders == pytest.approx(torch.softmax(beliefs[place], 1).detach().numpy(), abs=1e-4)
    assert len(said.policy) == ACTIONS


def test_an_exploiter_learns_against_a_frozen_net(learnt: Learner) -> None:
    tables = Tables(128, situations.one(load_rulebook("bicycle"), aim="points"), "cpu", seed=5)
    exploiter = Learner(SMALL, tables, opponent=learnt.averaged)
    exploiter.carry_on_from(learnt.averaged, learnt.critic)
    before = [parameter.clone() for parameter in learnt.averaged.parameters()]
    exploiter.iterate(0.5)
    assert all(bool((one == other).all()) for one, other in zip(before, learnt.averaged.parameters(), strict=True))
    assert any(
        bool((one != other).any())
        for one, other in zip(learnt.averaged.parameters(), exploiter.actor.parameters(), strict=True)
    )


def test_outcomes_told_from_the_other_side_and_back_are_the_same() -> None:
    row = list(range(OUTCOMES))
    assert [row[place] for place in SWAP_SIDES][:2] == [8, 9]
    assert [SWAP_SIDES[SWAP_SIDES[place]] for place in row] == row


def test_an_input_that_rounds_the_width_up_is_always_zero() -> None:
    tables = Tables(8, situations.draw(5, seed=Random(1).randrange(100)), "cpu", seed=1)
    assert not actor_inputs(tables.bits, tables.rows())[:, INPUTS:].any()
    assert Actor(32, 1).trunk.first.weight.shape[1] > INPUTS


def test_what_is_not_chosen_is_judged_too_and_the_policy_stays(learnt: Learner) -> None:
    actor = copy.deepcopy(learnt.averaged)
    torch.nn.init.zeros_(actor.outlooks.weight)  # it knows nothing of what follows
    tried = gather(actor, situations.draw(20, seed=3), "cpu", 1500, seed=6)
    assert len(tried.action) >= 1500
    assert bool((tried.came.sum(1) == 1).all())
    assert bool((tried.action != tried.own).any())
    before, after = teach(actor, tried, rounds=40)
    assert after < before
    assert torch.equal(actor.policy.weight, learnt.averaged.policy.weight)
    assert not torch.equal(actor.outlooks.weight, learnt.averaged.outlooks.weight)


def test_the_picture_of_a_run_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: pictures are drawn where nets are trained")
    names = ("against_earlier", "entropy", "critic", "beliefs")
    curve = [{"hands": 1e6 * place, **dict.fromkeys(names, 1 / place)} for place in (1, 2, 3)]
    draw([{"settings": {"seed": 1}, "curve": curve}], tmp_path / "run.png")
    assert (tmp_path / "run.png").read_bytes().startswith(b"\x89PNG")
