"""An event in use: one command at a time, on disk before anyone is told, and never done twice.

Requests that wait for news are woken here. Commands are in `evening.commands`, views in `evening.views`, turns and
retries in the event's stream.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from bowerbird.clock import Clock
from bowerbird.desk.body import Body
from bowerbird.evening.commands.proposal import Proposal
from bowerbird.evening.facts import decode_record, encode_record
from bowerbird.evening.state import Command, Evening, Story
from bowerbird.evening.views import Seen
from bowerbird.event import EventError
from bowerbird.hall.effort import in_thread
from bowerbird.hall.errors import NotAllowedError, TryLaterError
from bowerbird.hall.work_queue import Packed, WorkQueue
from bowerbird.live.stream import BusyError, Stream
from bowerbird.store import Entry, Log

__all__ = ["LiveEvent", "commands_of"]


#: Seconds after a request that waited for news in which the next one may come.
_BETWEEN_POLLS: Final = 5.0


def commands_of(entries: Sequence[Entry]) -> list[Command]:
    """The commands of a stream."""
    return [Command(entry.seq, entry.at, decode_record(entry.body)) for entry in entries]


class LiveEvent:
    """One event of this process."""

    def __init__(
        self,
        name: str,
        story: Story,
        log: Log,
        clock: Clock,
        work: WorkQueue,
        told: Callable[[LiveEvent], None] = lambda _: None,
    ) -> None:
        """An event with what has happened so far; `told` is called after every change."""
        self.name = name
        self.story = story
        self.stream = Stream(f"event:{name}", story, log, fold=_fold, tell=lambda: None)
        self.stream.listen(self._changed)
        self.cache: dict[tuple[str, ...], Body] = {}
        self.seen: Seen | None = None
        self.looking = asyncio.Lock()
        self.waiting = 0
        self._waited_at = 0.0
        #: Tables of the round that are to be played online and that the hall could not open yet, and why. It is known
        #: to the process that opens them, and is no fact of the evening; `turn` changes with it.
        self.unopened: dict[int, str] = {}
        self.turn = 0
        #: True once somebody has done more than read it, or it goes on after a restart: then its tables are watched.
        self.roused = False
        self.clock = clock
        self.work = work
        self._packed: tuple[Evening, Packed, Packed] | None = None
        self._news = asyncio.Event()
        self._closing = False
        self._told = told

    @property
    def evening(self) -> Evening:
        """The evening as it stands."""
        return self.story.evening

    @property
    def packed(self) -> Packed:
        """The evening as it stands, for the work queue."""
        return self._all_packed()[1]

    @property
    def packed_story(self) -> Packed:
        """The story so far, for the work queue."""
        return self._all_packed()[2]

    def _all_packed(self) -> tuple[Evening, Packed, Packed]:
        if self._packed is None or self._packed[0] is not self.evening:
            self._packed = (self.evening, Packed(self.evening), Packed(self.story.copy()))
        return self._packed

    @property
    def is_idle(self) -> bool:
        """Whether nobody waits for news and nothing is being done."""
        return not self.waiting and self.stream.is_settled

    @property
    def is_unused(self) -> bool:
        """Whether nobody here needs it while another process leads it."""
        return self.is_idle

    @property
    def is_attended(self) -> bool:
        """Whether people follow the event through this process."""
        return bool(self.waiting) or self.clock.steady() - self._waited_at < _BETWEEN_POLLS

    async def do(self, by: str, key: str, propose: Callable[[Story, int], Proposal], *, slow: bool = False) -> Command:
        """Carry out what is proposed for the evening as it stands; the same key again gives the same command again.

        What may be slow is judged in the work queue: `propose` is pickled for that.
        """

        async def attempt() -> Command:
            known = self.story.told(by, key)
            if known is not None:
                return known
            command, evening = await self._judged(by, key, propose, slow)
            if command.record.is_empty:
                return replace(command, seq=self.story.seq)
            await self.stream.write(
                [encode_record(command.record)], command.at, lambda story: story.keep(command, evening)
            )
            return command

        try:
            return await self.stream.serialize(attempt)
        except BusyError:
            raise TryLaterError("Too many people wrote to this event at the same moment. Try again.", 1) from None

    async def _judged(
        self, by: str, key: str, propose: Callable[[Story, int], Proposal], slow: bool
    ) -> tuple[Command, Evening]:
        """What would be written and what it would come to. Seating a thousand takes a while: nobody waits for that."""
        judging = (self.story, self.clock(), by, key, propose)
        try:
            return await (self.work.run(_judge, *judging) if slow else in_thread(_judge, *judging))
        except EventError as error:
            raise NotAllowedError(str(error)) from None

    def _changed(self, _: None) -> None:
        self._wake()
        self._told(self)

    def _wake(self) -> None:
        """Let those who wait for news look again."""
        self.cache.clear()
        self._news.set()
        self._news = asyncio.Event()

    def tell_unopened(self, table: int, why: str) -> None:
        """A table could not be opened online; with no reason, it is open or no longer wanted."""
        if self.unopened.get(table, "") == why:
            return
        # A new one: views are made from it in other threads.
        known = {number: words for number, words in self.unopened.items() if number != table}
        self.unopened = {**known, table: why} if why else known
        self.turn += 1
        self._wake()

    def stop_waiting(self) -> None:
        """The hall closes: whoever waits for news hears that there is none."""
        self._closing = True
        self.stream.tell()

    async def close(self) -> None:
        """Let go of what runs in the background; everything is on disk."""
        await self.stream.close()

    async def changed(self, after: int, seconds: float, turn: int | None = None) -> bool:
        """Wait until something newer than this number has happened; whether it has. So has another turn, if named."""
        until = self.clock.steady() + seconds
        self.waiting += 1
        try:
            while not self._has_news(after, turn) and not self._closing and (left := until - self.clock.steady()) > 0:
                await self.clock.wait(self._news, left)
        finally:
            self.waiting -= 1
            self._waited_at = self.clock.steady()
        return self._has_news(after, turn)

    def _has_news(self, after: int, turn: int | None) -> bool:
        return self.story.seq > after or turn not in (None, self.turn)


def _judge(
    story: Story, at: int, by: str, key: str, propose: Callable[[Story, int], Proposal]
) -> tuple[Command, Evening]:
    command = Command(story.seq + 1, at, propose(story, at).record(by, key))
    return command, story.state_after(command)


def _fold(story: Story, entries: Sequence[Entry]) -> None:
    for command in commands_of(entries):
        story.keep(command)
