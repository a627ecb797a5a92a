"""Habit and reading answer the same whether the kernel is compiled or not."""

from __future__ import annotations

import pytest

from bowerbird.kernel.search import COMPILED
from kernel.pure import answers_uncompiled
from players.reading_answers import answers


@pytest.mark.skipif(not COMPILED, reason="the kernel is uncompiled here, there is nothing to compare")
def test_uncompiled_habit_and_reading_answer_the_same() -> None:
    assert answers_uncompiled("players.reading_answers") == answers()
