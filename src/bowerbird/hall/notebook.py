"""Streams of small notes that are read and added to now and then: no fold is kept in memory.

A note is judged on what was read, and written behind it. If another process was quicker, it is judged again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from bowerbird.clock import Now
from bowerbird.store import ConflictError, Log

__all__ = ["Note", "Notebook"]

What = TypeVar("What")


class Note(NamedTuple, Generic[What]):
    """One note, with its number in the stream and its time in milliseconds."""

    seq: int
    at: int
    what: What


class Notebook(Generic[What]):
    """The streams of one kind. `shape` is the type of their notes, `reads` the number of the last ones that count."""

    def __init__(self, log: Log, clock: Now, shape: Any, reads: int) -> None:
        """Use the server's log and its clock."""
        self._log = log
        self._clock = clock
        self._decoder: msgspec.json.Decoder[What] = msgspec.json.Decoder(shape)
        self._reads = reads

    async def read(self, stream: str) -> list[Note[What]]:
        """The last notes of a stream, oldest first."""
        return (await self._found(stream))[1]

    async def _found(self, stream: str) -> tuple[int, list[Note[What]]]:
        """The last number of a stream, and its last notes, without the mark that earlier ones were erased."""
        entries = await self._log.tail(stream, self._reads)
        notes = [
            Note(entry.seq, entry.at, self._decoder.decode(entry.body)) for entry in entries if not entry.is_erased
        ]
        return entries[-1].seq if entries else 0, notes

    async def add(self, stream: str, judge: Callable[[Sequence[Note[What]]], Sequence[What]]) -> Sequence[What]:
        """Write the notes that `judge` returns for the last ones, if any. Returns them."""
        while True:
            last, known = await self._found(stream)
            new = judge(known)
            if not new:
                return new
            try:
                bodies = [msgspec.json.encode(each) for each in new]
                await self._log.append(stream, last, bodies, self._clock())
            except ConflictError:
                continue
            return new
