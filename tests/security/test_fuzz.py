"""A little of what `make fuzz` does much of: nonsense for every reader, and random messages and calls for a hall."""

from __future__ import annotations

from pathlib import Path
from random import Random

from fuzz.hall import attack
from fuzz.targets import TARGETS, mutated
from kit.amount import amount
from kit.rows import rows

#: How many texts each reader is given, and how many messages and calls a hall.
TEXTS, SENT = amount(60, full=250), amount(1_000, full=4_000)


@rows("name", TARGETS)
def test_readers_take_nonsense(name: str) -> None:
    target = TARGETS[name]
    dice = Random(8)
    seeds = target.seeds()
    assert all(target.try_(seed) for seed in seeds), "what we begin with is in order"
    refused = 0
    for _ in range(TEXTS):
        refused += not target.try_(mutated(dice.choice(seeds), dice))
    assert refused or name == "csv", "a list of names takes nearly everything"


async def test_a_hall_takes_nonsense(tmp_path: Path) -> None:
    figures = await attack(tmp_path, SENT, seed=3)
    assert figures["messages"] + figures["calls"] >= SENT
    answers = figures["answers"]
    assert answers["line done"] > SENT / 40, "some of it was played"
    assert answers["POST 200"] > SENT / 200
    assert not [answer for answer in answers if answer.endswith(tuple(f"5{number:02}" for number in range(100)))]
