"""The search against a minimax in C on many random positions of all lengths."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from bowerbird.kernel.position import OUTCOME, Trick
from bowerbird.kernel.search import COMPILED
from bowerbird.kernel.solve import card_values, outcome, tricks
from kernel.minimax import plain_values
from kernel.positions import random_position
from kit.amount import amount

COUNT = amount(500 if COMPILED else 50, full=2000 if COMPILED else 100, soak=100_000)
Position = tuple[list[int], Trick]


@pytest.fixture(scope="module")
def referee(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler here: test_solve.py has a minimax in Python")
    program = tmp_path_factory.mktemp("minimax") / "minimax"
    source = Path(__file__).with_name("minimax.c")
    subprocess.run([compiler, "-O3", "-std=c11", "-Wall", "-Werror", "-o", program, source], check=True)
    return program


def refereed(referee: Path, positions: Sequence[Position]) -> list[dict[int, int]]:
    """North-South's tricks in the whole hand after each legal card."""
    text = "".join(
        f"{trick.trump} {trick.out} {trick.leader} {len(trick.cards)} {' '.join(map(str, (*trick.cards, *held)))}\n"
        for held, trick in positions
    )
    told = subprocess.run([referee], input=text, capture_output=True, text=True, check=True)
    rows = [list(map(int, line.split())) for line in told.stdout.splitlines()]
    return [
        {card: trick.won[0] + taken for card, taken in zip(row[::2], row[1::2], strict=True)}
        for row, (_, trick) in zip(rows, positions, strict=True)
    ]


def class_of(taken: int) -> int:
    return 5 if taken == 5 else 3 if taken >= 3 else 0


def test_the_search_agrees_with_the_referee_on_every_card(referee: Path) -> None:
    random = Random(f"positions {COUNT}")
    # Short positions are cheap, long ones are where the search takes short cuts.
    positions = [random_position(random, 1 + place % 5) for place in range(COUNT)]
    for (held, trick), values in zip(positions, refereed(referee, positions), strict=True):
        best = max(values.values()) if trick.to_move % 2 == 0 else min(values.values())
        where = (held, trick)
        assert card_values(held, trick) == values, where
        assert card_values(held, trick, side=1, cuts=OUTCOME) == {
            card: class_of(5 - taken) for card, taken in values.items()
        }, where
        assert tricks(held, trick) == best, where
        assert outcome(held, trick, 0) == class_of(best), where


def test_the_referee_in_c_agrees_with_the_one_in_python(referee: Path) -> None:
    random = Random(5)
    positions = [random_position(random, 1 + place % 3) for place in range(90)]
    assert refereed(referee, positions) == [plain_values(*position) for position in positions]
