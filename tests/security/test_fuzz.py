"""A little of what `make fuzz` does much of: nonsense for every reader, and random messages and calls for a hall."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from fuzz.hall import attack
from fuzz.targets import TARGETS, mutated


@pytest.mark.parametrize("name", TARGETS)
def test_readers_take_nonsense(name: str) -> None:
    target = TARGETS[name]
    dice = Random(8)
    seeds = target.seeds()
    assert all(target.try_(seed) for seed in seeds), "what we begin with is in order"
    refused = 0
    for _ in range(250):
        refused += not target.try_(mutated(dice.choice(seeds), dice))
    assert refused or name == "csv", "a list of names takes nearly everything"


async def test_a_hall_takes_nonsense(tmp_path: Path) -> None:
    figures = await attack(tmp_path, 4000, seed=3)
    assert figures["messages"] + figures["calls"] >= 4000
    answers = figures["answers"]
    assert answers["line done"] > 100, "some of it was played"
    assert answers["POST 200"] > 20
    assert not [answer for answer in answers if answer.endswith(tuple(f"5{number:02}" for number in range(100)))]
