"""Habit and reading answer the same whether the kernel is compiled or not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bowerbird.kernel.search import COMPILED
from players.reading_answers import answers

TESTS = Path(__file__).resolve().parent.parent

UNCOMPILED = """
import sys
sys.path.insert(0, sys.argv[1])
from kernel.pure import uncompiled
uncompiled()
from players.reading_answers import answers
from bowerbird.kernel.search import COMPILED
assert not COMPILED
print(answers())
"""


@pytest.mark.skipif(not COMPILED, reason="the kernel is uncompiled here, there is nothing to compare")
def test_uncompiled_habit_and_reading_answer_the_same() -> None:
    plain = subprocess.run([sys.executable, "-c", UNCOMPILED, str(TESTS)], capture_output=True, text=True, check=False)
    assert plain.returncode == 0, plain.stderr
    assert plain.stdout.strip() == answers()
