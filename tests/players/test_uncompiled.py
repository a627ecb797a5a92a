"""Habit, reading and the net answer the same whether the kernel is compiled or not, and the champion in fair time."""

from __future__ import annotations

import pytest

from bowerbird.kernel.search import COMPILED
from kernel.pure import answers_uncompiled
from players import champion_answers, play_on_answers, reading_answers

if not COMPILED:
    pytest.skip("the kernel is uncompiled here, there is nothing to compare", allow_module_level=True)


def test_uncompiled_habit_and_reading_answer_the_same() -> None:
    assert answers_uncompiled("players.reading_answers") == reading_answers.answers()


def test_uncompiled_worlds_are_followed_and_played_on_alike() -> None:
    assert answers_uncompiled("players.play_on_answers") == play_on_answers.answers()


def test_an_uncompiled_champion_takes_a_second_look_in_fewer_worlds() -> None:
    assert answers_uncompiled("players.champion_answers") == champion_answers.answers() == str([True] * 4)
