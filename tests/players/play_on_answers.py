"""Hands that a small net follows and plays on, for comparing the compiled kernel with the uncompiled one."""

from __future__ import annotations

from array import array

import numpy as np

from bowerbird.kernel.play_on import play_on
from bowerbird.kernel.story import Story, follow
from bowerbird.players.net.compiled import prepared
from bowerbird.players.net.inputs import ACTIONS, INPUTS, ORDER, OUTCOMES, PASS
from bowerbird.players.net.weights import Net


def net() -> Net:
    dice = np.random.default_rng(8)
    weights = {
        "trunk.first.weight": dice.normal(size=(24, INPUTS)) / 8,
        "trunk.first.bias": dice.normal(size=24),
        "trunk.norm.weight": np.ones(24),
        "trunk.norm.bias": np.zeros(24),
        "policy.weight": dice.normal(size=(ACTIONS, 24)) / 8,
        "policy.bias": dice.normal(size=ACTIONS),
    }
    return Net(weights, {})


def dealt(count: int) -> array[int]:
    """Worlds before the first call, with the ace of spades turned up."""
    dice = np.random.default_rng(3)
    cards = [8 * suit + rank for suit in range(4) for rank in range(2, 8)][:-1]
    worlds: array[int] = array("Q")
    for _ in range(count):
        order = dice.permutation(cards)
        worlds.extend(sum(1 << int(card) for card in order[5 * seat : 5 * seat + 5]) for seat in range(4))
        worlds.append(0)
    return worlds


def answers() -> str:
    weights, row = prepared(net()), tuple(0.25 * place for place in range(OUTCOMES))
    told: list[object] = []
    for rules in (0, 0b1000000001, 0b110):
        for done in ((), ((1, PASS),), ((1, PASS), (2, PASS), (3, PASS), (0, PASS))):
            story = Story(0, 31, rules, (1 + len(done)) & 3, done, row, row[::-1])
            worlds = dealt(12)
            told += [round(log, 3) for log in follow(weights, story, worlds, 0.02)]
            told.append(play_on(weights, story, worlds, [PASS, -1]).hex())
    story = Story(0, 31, 0, 1, ((1, ORDER),), row, row[::-1])
    worlds = taken(dealt(12))
    told += [round(log, 3) for log in follow(weights, story, worlds, 0.02)]
    told.append(play_on(weights, story, worlds, [-1]).hex())
    return str(told)


def taken(worlds: array[int]) -> array[int]:
    """The same after North has taken the ace and laid away its lowest card."""
    for place in range(0, len(worlds), 5):
        low = worlds[place] & -worlds[place]
        worlds[place] = worlds[place] & ~low | 1 << 31
        worlds[place + 4] = low
    return worlds
