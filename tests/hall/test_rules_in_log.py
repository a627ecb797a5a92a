"""A log contains its rules: a changed rulebook, or a house rule written differently, changes no table that was made."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bowerbird import load_rulebook
from bowerbird.evening.setup import NewEvent, first_command
from bowerbird.evening.state import Command, Story
from bowerbird.hall.facts import Happened, decode_hall_fact, encode_hall_fact, made_with
from bowerbird.hall.room import Room
from bowerbird.rulebook import load
from bowerbird.seats import Seat
from bowerbird.table import EndBell, GameResult, Open, Pass, StartBell, Table
from deals import ALL_BOOKS, deal


@pytest.fixture
def other_books(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Change the shipped books: from then on a march is worth 7 in all of them."""

    def change() -> None:
        shipped = resources.files("bowerbird.rulebook") / "books"
        for name in ALL_BOOKS:
            text = (shipped / f"{name}.toml").read_text("utf-8")
            has_points = "\n[points]\n" in text
            changed = text.replace("\n[points]\n", "\n[points]\nmarch = 7\n", 1) if has_points else text
            if not has_points:
                changed = text.replace("\n[", "\n[points]\nmarch = 7\n\n[", 1)
            (tmp_path / f"{name}.toml").write_text(changed, "utf-8")
        monkeypatch.setattr(load, "_BOOKS", tmp_path)
        forget()

    def forget() -> None:
        load._built_in.cache_clear()
        load._read.cache_clear()

    yield change
    monkeypatch.undo()
    forget()


def test_in_an_old_log_a_hand_thrown_in_after_the_bell_was_the_last() -> None:
    """Logs without the field are older than the rule that the next hand is dealt then."""
    table = deal(Table("national", [Open(dealer=Seat.N), StartBell()]), "9h")
    table.push(EndBell())
    for _ in range(8):
        table.push(Pass(table.state.turn or Seat.N))
    facts = [(Happened(fact), 0) for fact in table.facts]
    new = encode_hall_fact(made_with("host", table.book))
    old = msgspec.json.encode(
        {key: value for key, value in msgspec.json.decode(new).items() if key != "thrown_in_ends"}
    )
    assert Room.fold([(decode_hall_fact(new), 0), *facts]).table.state == table.state
    state = Room.fold([(decode_hall_fact(old), 0), *facts]).table.state
    assert (table.state.is_over, state.result) == (False, GameResult((0, 0), None, "bell"))


@pytest.mark.parametrize("name", ALL_BOOKS)
def test_a_shipped_book_that_changes_leaves_old_logs_alone(name: str, other_books: Any) -> None:
    book = load_rulebook(name)
    table = encode_hall_fact(made_with("host", book))
    event = first_command(NewEvent(rules=name, key="made"), 2026)
    other_books()
    assert load_rulebook(name).points.march == 7
    assert Room.fold([(decode_hall_fact(table), 0)]).book == book
    assert Story([Command(1, 0, event)]).evening.event.book == book
