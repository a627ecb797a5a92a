"""Mistakes come back on later days until they are right: properties over all sequences of tries."""

from __future__ import annotations

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from bowerbird.learn.spacing import DAYS, Spaced

START = date(2026, 1, 5)
#: Days that pass before each try, and whether it is right.
tries = st.lists(st.tuples(st.integers(0, 40), st.booleans()), max_size=30)


def after(every: list[tuple[int, bool]]) -> tuple[Spaced, date]:
    spaced, today = Spaced(START), START
    for wait, right in every:
        today += timedelta(wait)
        spaced = spaced.tried(today, right)
    return spaced, today


def test_right_each_time_it_comes_back_after_longer_and_longer_and_then_no_more() -> None:
    spaced, today, waits = Spaced(START), START, []
    while spaced.due is not None:
        waits.append((spaced.due - today).days)
        today = spaced.due
        spaced = spaced.tried(today, right=True)
    assert waits == [0, *DAYS]
    assert spaced.is_learned


@given(tries)
def test_a_wrong_answer_brings_it_back_tomorrow(every: list[tuple[int, bool]]) -> None:
    spaced, today = after(every)
    if spaced.is_due(today):
        assert spaced.tried(today, right=False) == Spaced(today + timedelta(1))


@given(tries)
def test_it_is_never_due_again_on_the_same_day(every: list[tuple[int, bool]]) -> None:
    spaced, today = after(every)
    for right in (True, False):
        assert not spaced.tried(today, right).is_due(today)


@given(tries, st.booleans())
def test_a_try_before_it_is_due_changes_nothing(every: list[tuple[int, bool]], right: bool) -> None:
    spaced, today = after(every)
    if not spaced.is_due(today):
        assert spaced.tried(today, right) == spaced


@given(tries)
def test_it_is_learned_after_a_run_of_right_answers_and_only_then(every: list[tuple[int, bool]]) -> None:
    spaced, today, run = Spaced(START), START, 0
    for wait, right in every:
        today += timedelta(wait)
        if spaced.is_due(today):
            run = run + 1 if right else 0
        spaced = spaced.tried(today, right)
        assert spaced.right == run
        assert spaced.is_learned is (run == len(DAYS) + 1)
