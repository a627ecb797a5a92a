"""Read from PostgreSQL, with concurrent reads batched into one query.

After a write, every other process that has the stream in memory reads it. A query per stream would need a connection
each, and cost the database more time than the answers do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from bowerbird.store._batching import Batcher

__all__ = ["Found", "Reader"]

#: Some facts in an archive, or one fact: a row as `_archived.whole` finds it.
Found: TypeAlias = tuple[int, str, int, int, bytes, bytes]

#: The most streams in one query.
_AT_ONCE: Final = 500
_ALL_AT_ONCE: Final = """
SELECT fact.kind, wanted.stream, fact.seq, fact.at, fact.body, fact.digest
FROM unnest($1::text[], $2::int[]) AS wanted (stream, after)
CROSS JOIN LATERAL ((
  SELECT 0 AS kind, last AS seq, first::bigint AS at, data AS body, digest
  FROM archived LEFT JOIN archives ON id = archive WHERE stream = wanted.stream AND last > wanted.after AND moved
  ORDER BY last
) UNION ALL (
  SELECT 1, seq, at, body, digest FROM facts WHERE stream = wanted.stream AND seq > wanted.after ORDER BY seq OFFSET 0
)) AS fact
"""


@dataclass(slots=True, eq=False)
class _Request:
    """A read, and the future that waits for it."""

    stream: str
    after: int
    done: asyncio.Future[list[Found]]


class Reader:
    """Reads until it is closed."""

    def __init__(self, fetch: Callable[[str, Sequence[object]], Awaitable[list[Any]]]) -> None:
        """`fetch` runs a query on the database."""
        self._fetch = fetch
        self._requests = Batcher(_AT_ONCE, self._serve)

    async def read(self, stream: str, after: int) -> list[Found]:
        """The facts of a stream, in order, from number `after + 1` on. Those in archives are still packed."""
        request = _Request(stream, after, asyncio.get_running_loop().create_future())
        self._requests.put(request)
        return await request.done

    async def close(self) -> None:
        """Answer what is queued, then stop. New requests are refused."""
        await self._requests.close()

    async def _serve(self, group: list[_Request]) -> None:
        try:
            found = await self._find(group)
        except Exception as error:
            for request in group:
                if not request.done.done():
                    request.done.set_exception(error)
            return
        for request in group:
            if not request.done.done():
                facts = found.get(request.stream, [])
                request.done.set_result([fact for fact in facts if fact[2] > request.after])

    async def _find(self, group: list[_Request]) -> dict[str, list[Found]]:
        wanted: dict[str, int] = {}
        for request in group:
            wanted[request.stream] = min(request.after, wanted.get(request.stream, request.after))
        values = (list(wanted), list(wanted.values()))
        found: dict[str, list[Found]] = {}
        for fact in await self._fetch(_ALL_AT_ONCE, values):
            found.setdefault(fact[1], []).append(tuple(fact))
        return found
