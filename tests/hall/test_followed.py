"""Streams that others write to as well: nothing is missed, not even at the moment when they are read first."""

from __future__ import annotations

from typing import Any

import pytest

from bowerbird.hall.hall import Hall
from bowerbird.hall.live import Settings
from bowerbird.store import Entry, Log
from waiting import soon


async def test_what_is_written_while_a_table_is_read_first_is_not_missed(
    hall: Hall, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await hall.make_table("host")
    other = Hall(log, lambda: 1, Settings(), bot_processes=0)
    read = log.read

    async def read_and_wait(stream: str, after: int = 0) -> list[Entry]:
        entries = await read(stream, after)
        if stream == live.stream and not after:
            assert other.known() == {live.stream: 0}, "news that was missed on the way is asked for as well"
            await live.set_pace("host", "quick")
            other.heard(stream, live.room.seq)
        return entries

    monkeypatch.setattr(log, "read", read_and_wait)
    there: Any = await other.table(live.name)
    await soon(lambda: there.room.seq == live.room.seq)
    assert there.room.pace == "quick"
    assert other.known() == {live.stream: live.room.seq}
    await other.close()
