"""A test of many rows goes through all of them, and says which failed."""

from __future__ import annotations

from pathlib import Path

import pytest

from kit.rows import rows, some


def test_every_row_is_tried_and_those_that_fail_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[tuple[int, str, str]] = []

    @rows("number, word", [(1, "one"), (2, "two"), (3, "three")])
    def each(number: int, word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        tried.append((number, word, tmp_path.name))
        assert list(tmp_path.iterdir()) == []
        (tmp_path / "left over").touch()
        if number == 2:
            pytest.fail("no")
        with pytest.raises(KeyError):
            raise {3: ValueError("3"), 1: KeyError("1")}[number]

    with pytest.raises(ExceptionGroup) as failed:
        each(tmp_path=tmp_path, monkeypatch=monkeypatch)
    assert failed.value.message == "failed in 2 of 3 rows: 2 (2 | two), 3 (3 | three)"
    assert [str(error) for error in failed.value.exceptions] == ["no", "3"]
    assert tried == [(1, "one", "1"), (2, "two", "2"), (3, "three", "3")]


def test_rows_within_rows_are_every_pair() -> None:
    seen: list[str] = []

    @rows("letter", "ab")
    @rows("number", [1, 2])
    def each(letter: str, number: int) -> None:
        seen.append(f"{letter}{number}")

    each()
    assert seen == ["a1", "a2", "b1", "b2"]


async def test_rows_of_a_test_that_waits() -> None:
    @rows("number", [1, 2])
    async def each(number: int) -> None:
        assert number == 1

    with pytest.raises(ExceptionGroup, match=r"failed in 1 of 2 rows: 2 \(2\)"):
        await each()


@rows("skipping, outcome", [([1, 2], pytest.skip.Exception), ([1, 3], ExceptionGroup)])
def test_a_row_that_is_skipped_hides_no_other(skipping: list[int], outcome: type[BaseException]) -> None:
    @rows("number", skipping)
    def each(number: int) -> None:
        if number == 1:
            pytest.skip("not here")
        assert number == 2

    with pytest.raises(outcome):
        each()


def test_a_sample_is_evenly_drawn() -> None:
    assert some(range(10), 10) == list(range(10))
    assert len(some(range(10), 3)) in (3, 10)
    assert some("abcdefgh", 4)[0] == "a"
