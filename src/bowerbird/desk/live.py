"""An event in use: one command at a time, at disk before anyone is told, and never done twice.

It keeps the story of the evening and wakes those who wait for news. What a command does is in `commands`; what people
see is in `views`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from bowerbird.desk.commands.proposal import Proposal
from bowerbird.desk.evening import Command, Evening, Story
from bowerbird.desk.facts import Did, decode_did, encode_did
from bowerbird.desk.views import Seen
from bowerbird.event import EventError
from bowerbird.hall.errors import NotAllowed
from bowerbird.hall.live import Clock
from bowerbird.store import Conflict, Entry, Log, StoreError

__all__ = ["LiveEvent", "commands_of"]

log = logging.getLogger(__name__)

#: How often a command is tried again when another process was quicker.
_TRIES = 20
#: How long to wait before reading again what could not be read, in seconds.
_TRY_AGAIN = 0.5


def commands_of(entries: list[Entry]) -> list[Command]:
    """The commands of a stream."""
    return [Command(entry.seq, entry.at, decode_did(entry.body)) for entry in entries]


class LiveEvent:
    """One event of this process."""

    def __init__(
        self, name: str, story: Story, log: Log, clock: Clock, told: Callable[[LiveEvent], None] = lambda _: None
    ) -> None:
        """An event with what has happened so far; `told` is called after every change."""
        self.name = name
        self.story = story
        self.cache: dict[tuple[str, ...], bytes] = {}
        self.seen: Seen | None = None
        self.looking = asyncio.Lock()
        self.waiting = 0
        self._log = log
        self._clock = clock
        self._turn = asyncio.Lock()
        self._news = asyncio.Event()
        self._in_doubt = False
        self._closing = False
        self._following: asyncio.Task[None] | None = None
        self._told = told

    @property
    def stream(self) -> str:
        """The name of this event's stream in the log."""
        return f"event:{self.name}"

    @property
    def evening(self) -> Evening:
        """The evening as it stands."""
        return self.story.evening

    @property
    def is_idle(self) -> bool:
        """Whether nobody waits for news and nothing is being done."""
        return not self.waiting and not self._turn.locked() and self._following is None

    async def do(self, by: str, key: str, propose: Callable[[Story, int], Proposal]) -> Command:
        """Carry out what is proposed for the evening as it stands; the same key again gives the same command again."""
        async with self._turn:
            if self._in_doubt:
                await self._catch_up()
            for _ in range(_TRIES):
                known = self.story.told(by, key)
                if known is not None:
                    return known
                try:
                    command, evening = await self._judged(by, key, propose)
                except NotAllowed:
                    if not await self._has_moved_on():
                        raise
                    continue
                try:
                    await self._log.append(self.stream, self.story.seq, [encode_did(command.did)], command.at)
                except Conflict:
                    await self._catch_up()
                    continue
                except BaseException as error:
                    self._in_doubt = True  # it may be on disk all the same: the key will tell
                    if isinstance(error, StoreError):
                        self._follow_from(_TRY_AGAIN)
                    raise
                self.story.keep(command, evening)
                self._tell()
                return command
        raise NotAllowed("Too many people wrote to this event at the same moment. Try again.")

    async def _has_moved_on(self) -> bool:
        """Whether another process has written what was not heard of yet: nobody is refused for that."""
        seq = self.story.seq
        if not self._log.database.is_sqlite:
            await self._catch_up()
        return self.story.seq > seq

    async def _judged(self, by: str, key: str, propose: Callable[[Story, int], Proposal]) -> tuple[Command, Evening]:
        """What would be written and what it would come to. Seating a thousand takes a while: nobody waits for that."""
        story, at = self.story, self._clock()

        def judge() -> tuple[Command, Evening]:
            proposal = propose(story, at)
            did = Did(facts=proposal.facts, notes=proposal.notes, by=by, key=key, says=proposal.says)
            command = Command(story.seq + 1, at, did)
            return command, story.try_(command)

        try:
            return await asyncio.to_thread(judge)
        except EventError as error:
            raise NotAllowed(str(error)) from None

    def heard(self, seq: int) -> None:
        """Another process has written up to this number."""
        if seq > self.story.seq:
            self._in_doubt = True
            self._follow_from(0.0)

    async def look_again(self) -> None:
        """Read what others may have written, if it can be read now."""
        self._in_doubt = True
        try:
            async with self._turn:
                await self._catch_up()
        except StoreError as error:
            log.warning("event %s may have moved on: %s", self.name, error)

    def _follow_from(self, seconds: float) -> None:
        """Read what is in doubt, in so many seconds, and again until it can be read."""
        if self._following is None:
            self._following = asyncio.create_task(self._follow(seconds))

    async def _follow(self, pause: float) -> None:
        try:
            while self._in_doubt:
                await asyncio.sleep(pause)
                pause = _TRY_AGAIN
                try:
                    async with self._turn:
                        await self._catch_up()
                except StoreError as error:
                    log.warning("event %s cannot be followed now: %s", self.name, error)
        finally:
            self._following = None

    async def _catch_up(self) -> None:
        """Somebody else has written to this stream, or it is not sure what was written: the log knows."""
        self._in_doubt = False  # unless more is heard of meanwhile
        try:
            commands = commands_of(await self._log.read(self.stream, self.story.seq))
        except BaseException:
            self._in_doubt = True
            raise
        for command in commands:
            self.story.keep(command)
        if commands:
            self._tell()

    def _tell(self) -> None:
        self.cache.clear()
        self._news.set()
        self._news = asyncio.Event()
        self._told(self)

    def stop_waiting(self) -> None:
        """The hall closes: whoever waits for news hears that there is none."""
        self._closing = True
        self._tell()

    def close(self) -> None:
        """Let go of what runs by itself; everything is on disk."""
        if self._following is not None:
            self._following.cancel()

    async def changed(self, after: int, seconds: float) -> bool:
        """Wait until something newer than this number has happened; whether it has."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        self.waiting += 1
        try:
            while self.story.seq <= after and not self._closing and (left := until - loop.time()) > 0:
                with suppress(TimeoutError):
                    async with asyncio.timeout(left):
                        await self._news.wait()
        finally:
            self.waiting -= 1
        return self.story.seq > after
