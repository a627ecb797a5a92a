"""A database that an earlier version wrote opens, is brought up to date, and amounts to the same tables."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from bowerbird.hall.people import People
from bowerbird.store import Log
from store.make_fixture import PASSPHRASE, states

DATA = Path(__file__).with_name("data")
OLD = sorted(DATA.glob("*.sqlite"), key=lambda path: path.name)


@pytest.mark.parametrize("old", OLD, ids=lambda path: path.stem)
async def test_old_data_amounts_to_the_same_tables(old: Path, tmp_path: Path) -> None:
    shutil.copy(old, tmp_path / "bowerbird.sqlite")
    kept = json.loads(old.with_suffix(".json").read_text(encoding="utf-8"))
    async with Log(tmp_path) as log:
        assert await states(log) == kept
        people = People(log, lambda: 0, PasswordHasher())
        assert (await people.sign_in("north", PASSPHRASE)).person == "north"
    async with Log(tmp_path) as log:
        assert await states(log) == kept, "bringing it up to date twice changes nothing"


@pytest.mark.parametrize("old", OLD, ids=lambda path: path.stem)
def test_the_kept_data_shows_enough(old: Path) -> None:
    """Finished and broken-off games, several books, rulings at a real table; and events, since the desk is there."""
    streams = json.loads(old.with_suffix(".json").read_text(encoding="utf-8"))
    kept = [table for name, table in streams.items() if name.startswith("table:")]
    assert {table["table"]["phase"] for table in kept} >= {"over", "play", "opening"}
    assert len({table["rules"] for table in kept}) >= 6
    assert any(table["table"]["rulings"] for table in kept)
    assert any(table["games_before"] for table in kept)
    events = [event for name, event in streams.items() if name.startswith("event:")]
    if "desk" in old.stem:
        assert {event["finished"] for event in events} == {True, False}
        assert any(len(event["rounds"]) == 2 and event["standings"][0][1] for event in events)
    else:
        assert events == []
