"""Whoever asks the log for something gets an answer: while it closes, beside nonsense, and when nothing is free."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from contextlib import AsyncExitStack
from typing import Any

import pytest
from sqlalchemy import text

from bowerbird.store import Log, StoreError
from bowerbird.store import _database as database_module
from bowerbird.store.notifications import Notifications
from realtime.waiting import soon


async def outcome(work: Awaitable[object]) -> str:
    try:
        await work
    except StoreError as error:
        return str(error)
    return "done"


async def test_nobody_waits_for_ever_for_a_log_that_closes(log: Log, own: str) -> None:
    other = Log(log.url)
    await other.open()
    await other.append(own, 0, [b"first"], at=0)
    closing = asyncio.create_task(other.close())
    asked = []
    for number in range(40):
        asked += [
            asyncio.create_task(outcome(other.append(f"{own}-{number}", 0, [b"late"], at=0))),
            asyncio.create_task(outcome(other.read(own))),
        ]
        await asyncio.sleep(0)
    async with asyncio.timeout(20):
        outcomes = await asyncio.gather(*asked)
        await closing
    assert set(outcomes) <= {"done", "the log is closed"}
    assert outcomes[-1] == "the log is closed"
    written = await log.heads([f"{own}-{number}" for number in range(40)])
    told = [outcomes[2 * number] == "done" for number in range(40)]
    assert told == [f"{own}-{number}" in written for number in range(40)], "whoever was told so, and nobody else"


@pytest.mark.parametrize("nonsense", ["table:\0", "table:\ud800", f"table:{'x' * 5_000}", ""])
async def test_a_name_that_no_stream_can_have_spoils_nobody_elses_answer(log: Log, own: str, nonsense: str) -> None:
    await log.append(own, 0, [b"first"], at=0)
    first, nothing, far = await asyncio.gather(log.read(own), log.read(nonsense), log.read(own, 2**40))
    assert [entry.body for entry in first] == [b"first"]
    assert nothing == far == []


async def test_a_digest_that_somebody_took_away_stops_nobody_from_writing(log: Log, own: str) -> None:
    """`check` tells of it; the table goes on meanwhile, and so do those that are written together with it."""
    await log.append(own, 0, [b"first", b"second"], at=0)
    spoil = text("UPDATE facts SET digest = NULL WHERE stream = :stream AND seq = 2")
    await log.do(lambda connection: connection.execute(spoil, {"stream": own}))
    async with Log(log.url) as other:
        await other.read(own)
        written = asyncio.gather(other.append(own, 2, [b"third"], at=0), other.append(f"{own}-x", 0, [b"first"], at=0))
        assert list(await written) == [3, 1]


async def test_when_no_connection_is_free_that_is_told_in_words(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "_CONNECT_WAIT", 0.2)
    async with Log(postgres, connections=8) as log, AsyncExitStack() as held:
        for _ in range(5):  # of the other three, one writes, one reads and one listens
            await held.enter_async_context(log.database.on_loop.connect())
        with pytest.raises(StoreError, match="already saved is safe"):
            await log.heads(["anything"])
        await held.aclose()
        assert await log.heads(["anything"]) == {}


async def test_what_was_committed_is_not_denied_when_the_connection_dies_after_it(
    postgres: str, own: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first try is lost, the second is committed, and then it cannot be seen what became of somebody else's."""
    losses = [ConnectionResetError("connection reset by peer")]
    async with Log(postgres) as log:
        await log.append(own, 0, [b"first"], at=0)
        direct = log.writer._direct
        assert direct is not None
        real_fetch = direct.fetch
        real_do = log.database.do
        looks = 0

        async def fetch(statement: str, values: Sequence[object]) -> list[Any]:
            if losses:
                raise losses.pop()
            return await real_fetch(statement, values)

        async def do(work: object) -> object:
            nonlocal looks
            looks += 1
            if looks > 1:
                raise ConnectionResetError("connection reset by peer")
            return await real_do(work)  # type: ignore[arg-type]

        monkeypatch.setattr(direct, "fetch", fetch)
        monkeypatch.setattr(log.database, "do", do)
        good, late = await asyncio.gather(
            outcome(log.append(own, 1, [b"second"], at=0)), outcome(log.append(own, 7, [b"nowhere"], at=0))
        )
        monkeypatch.undo()
        assert good == "done"
        assert "not written" in late
        assert [entry.body for entry in await log.read(own)] == [b"first", b"second"]


async def test_a_process_has_no_more_connections_than_it_may(postgres: str, own: str) -> None:
    count = text("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'bowerbird'")
    async with Log(postgres, connections=6) as log, Notifications(log, lambda *_: None, dict) as news:
        await soon(lambda: news.connected)
        others = await log.do(lambda connection: connection.execute(count).scalar_one()) - 2
        await asyncio.gather(
            *(log.append(f"{own} {number}", 0, [b"x"], 0) for number in range(20)),
            *(log.read(f"{own} {number}") for number in range(20)),
            *(log.heads([f"{own} {number}"]) for number in range(20)),
        )
        assert await log.do(lambda connection: connection.execute(count).scalar_one()) - others == 6
