"""Reading from PostgreSQL: many who ask at once get each their own, by one question."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from bowerbird.store import Log, StoreError
from bowerbird.store._reader import Reader


async def test_many_at_once_get_each_their_own(postgres: str) -> None:
    async with Log(postgres) as log:
        streams = [f"reader {number}" for number in range(60)]
        for number, stream in enumerate(streams):
            await log.append(stream, 0, [b"%d" % place for place in range(number % 7 + 1)], at=number)
        asked = 0

        async def fetch(statement: str, values: Sequence[object]) -> list[Any]:
            nonlocal asked
            asked += 1
            return await log._fetch(statement, values)

        reader = Reader(fetch)
        wanted = [(number, after) for number in range(60) for after in (0, 3, 99)]
        answers = await asyncio.gather(*(reader.read(streams[number], after) for number, after in wanted))
        await reader.close()
        for (number, after), found in zip(wanted, answers, strict=True):
            count = number % 7 + 1
            assert [seq for _, _, seq, *_ in found] == list(range(after + 1, count + 1))
            assert [(at, body) for _, _, _, at, body, _ in found] == [
                (number, b"%d" % place) for place in range(after, count)
            ]
        assert asked <= 2


async def test_who_cannot_be_answered_is_told_and_the_next_one_is(postgres: str) -> None:
    async with Log(postgres) as log:
        await log.append("reader after trouble", 0, [b"one"], at=0)
        troubles = [StoreError("the database is away"), None]

        async def fetch(statement: str, values: Sequence[object]) -> list[Any]:
            trouble = troubles.pop(0)
            if trouble is not None:
                raise trouble
            return await log._fetch(statement, values)

        reader = Reader(fetch)
        with pytest.raises(StoreError, match="away"):
            await reader.read("reader after trouble", 0)
        assert len(await reader.read("reader after trouble", 0)) == 1
        await reader.close()
