"""What a person was known by before: every process knows what is void, whoever has written it and when."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from bowerbird.hall.revocations import Revocations
from bowerbird.live.cluster import Cluster
from bowerbird.store import Log
from realtime.waiting import soon
from store.postgres import cut_connections


@pytest.fixture
async def two(postgres: str) -> AsyncIterator[tuple[Revocations, Revocations]]:
    """Of two processes."""
    async with AsyncExitStack() as stack:
        found = []
        for _ in range(2):
            log = await stack.enter_async_context(Log(postgres))
            cluster, revocations = Cluster(log), Revocations(log, lambda: 0)
            stack.push_async_callback(cluster.close)
            stack.callback(revocations.close)
            await revocations.open(cluster)
            await cluster.open()
            found.append(revocations)
        yield found[0], found[1]


async def test_what_is_older_is_void_and_what_is_newer_is_good(log: Log) -> None:
    revocations = Revocations(log, lambda: 0)
    await revocations.open(Cluster(log))
    assert not revocations.covers("al", 0)
    await revocations.revoke("al", "where al is kept")
    await revocations.revoke("betty", "where betty is kept")
    assert [revocations.covers("al", since) for since in (0, 1, 2)] == [True, False, False]
    assert [revocations.covers("betty", since) for since in (0, 1, 2)] == [True, True, False]
    again = Revocations(log, lambda: 0)
    await again.open(Cluster(log))
    assert again.seq == 2
    assert again.kept_in("betty") == "where betty is kept"
    assert again.kept_in("cy") == ""
    assert [again.covers("betty", since) for since in (0, 1, 2)] == [True, True, False]


async def test_two_processes_revoke_at_the_same_moment(two: tuple[Revocations, Revocations]) -> None:
    before = two[0].seq
    people = [f"person {number}" for number in range(20)]
    await asyncio.gather(*(two[place % 2].revoke(person, "") for place, person in enumerate(people)))
    await soon(lambda: two[0].seq == two[1].seq == before + 20)
    for person in people:
        for since in range(before, before + 21):
            assert two[0].covers(person, since) == two[1].covers(person, since)
        assert two[0].covers(person, before)
        assert not two[0].covers(person, before + 20)


async def test_what_was_written_while_the_line_was_down_is_heard_of(
    two: tuple[Revocations, Revocations], postgres: str
) -> None:
    here, there = two
    async with Log(postgres) as other:
        await cut_connections(other)
    await here.revoke("al", "")
    await soon(lambda: there.covers("al", here.seq - 1))
