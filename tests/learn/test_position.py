"""Positions as text: what is written is read again as the same view, in every book that puzzles come from."""

from __future__ import annotations

import pytest

from bowerbird.learn.finding import BOOKS, _decisions
from bowerbird.learn.position import Position, PositionTextError
from bowerbird.table import fold, view
from kit.rows import rows


@rows("hand", range(2 * len(BOOKS)))
def test_a_position_is_read_as_it_was_written(hand: int) -> None:
    found = list(_decisions(hand))
    assert found, "otherwise this shows nothing"
    for position, seen in found[::3]:
        again = Position.parse(str(position))
        assert again == position
        assert again.view == seen
        assert again.seat is seen.seat
        names = ("A", "B", "C", "D")
        state = fold(again.book, again.facts(names))
        assert state.names == names
        assert view(again.book, state, state.turn).hand == seen.hand


DEAL = "S:9h AsKsQsJsTs AhKhQhJhTh AdKdQdJdTd AcKcQcJcTc 9c9d9s"


@rows(
    "text",
    [
        "",
        "bicycle",
        f"bicycle 0-0 {DEAL}",
        f"no-such-book 0-0 {DEAL} /",
        f"bicycle 0 {DEAL} /",
        "bicycle 0-0 S:9h AsKs /",
    ],
)
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(PositionTextError, match="isn't a position"):
        Position.parse(text)


def test_words_that_cannot_happen_are_refused() -> None:
    for words in ("p p p p h", "o Jd", "o -9c", "x"):
        with pytest.raises(PositionTextError, match="can't happen"):
            _ = Position.parse(f"bicycle 0-0 {DEAL} / {words}").state


def test_the_deal_is_played_from_the_words() -> None:
    position = Position.parse(f"bicycle 3-5 {DEAL} / p p p oa -Td")
    seen = position.view
    assert (seen.score, seen.maker, seen.alone) == ((3, 5), seen.dealer, True)
