"""The processes that share one PostgreSQL: which of them leads which stream, and what the others have written.

Automatic steps at a table or in an event are done by the one process that leads its stream; the others follow. Who
leads is best the process that people use: if its leader has nobody there, it gives the stream to a process that asks
for it. On SQLite there are no others, and this process leads everything. Streams are only names here.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import AsyncExitStack, suppress
from typing import Any, Final, Protocol

from bowerbird.live.followers import REPEAT, Followers
from bowerbird.store import Log, StoreError
from bowerbird.store.lease import Leases
from bowerbird.store.notifications import LONGEST_MESSAGE, Notifications

__all__ = ["Cluster", "StreamGroup"]

log = logging.getLogger(__name__)

#: How often it is looked whether something has nobody to lead it, in seconds.
_LOOK: Final = 0.5
#: How long those who have something in memory come first when its leader has died, in seconds.
_COURTESY: Final = 1.0
#: How many of those that nobody here has in memory are taken over before it is looked what people here ask for.
_A_FEW: Final = 20
#: Seconds between two looks for what is in memory here and used elsewhere only, and until it is asked for again.
_DROP_EVERY: Final = 5.0
_ASK_AGAIN: Final = 2.0
#: Seconds to collect streams that are just being read, and until their heads are compared: by then all have heard.
_GATHER: Final = 0.01
_ALL_HAVE_HEARD: Final = 0.25
#: What a process says when it stops: somebody else should lead what it led.
_HANDED_ON: Final = "handed on"
#: The first word of what processes say about streams, which follow in lines: these are in memory here; people use these
#: here, who leads them?; these are yours now.
_FOLLOWED, _WANTED, _GIVEN = "followed", "wanted", "given"
_CHANCE: Final = random.SystemRandom()


class StreamGroup(Protocol):
    """A keeper of streams of one kind that other processes may write to, and that somebody has to lead."""

    def known(self) -> Mapping[str, int]:
        """The streams in memory, with the last number that is known of each."""
        ...

    def heard(self, stream: str, seq: int) -> None:
        """Another process has written up to this number. Must not wait."""
        ...

    def wanting(self) -> Iterable[str]:
        """The streams in memory for which something happens by itself."""
        ...

    def is_attended(self, stream: str) -> bool:
        """Whether people use a stream through this process."""
        ...

    async def drop_unused(self) -> None:
        """Let go of what is in memory, is not led here, and is used by nobody here."""
        ...

    def led(self, stream: str) -> None:
        """This process leads from now on."""
        ...

    def lost(self, stream: str) -> None:
        """This process leads no longer."""
        ...

    async def take_over(self, stream: str) -> bool:
        """Whoever led this has died: go on with it. False if there is nothing to go on with."""
        ...


class Cluster:
    """This process among the others. Before `open`, and on SQLite, there are none."""

    def __init__(self, log: Log) -> None:
        """On the hall's log, and by its clock."""
        self._log = log
        self._clock = log.clock
        self._groups: dict[str, StreamGroup] = {}
        self._leases: Leases | None = None
        self._news: Notifications | None = None
        self._running = AsyncExitStack()
        self._looking: asyncio.Task[None] | None = None
        self._sought: set[str] = set()
        self._led_elsewhere: dict[str, float] = {}  # until when that is believed, by the steady clock
        self._called = asyncio.Event()
        self._told: list[Callable[[str], None]] = []
        self._followers = Followers(log.clock.steady)
        self._following: asyncio.Task[None] | None = None
        self._new: set[str] = set()  # streams that are just being read into memory
        self._read = asyncio.Event()
        self._asked: dict[str, float] = {}  # when it was last asked for
        self._giving: set[asyncio.Task[None]] = set()

    @property
    def alone(self) -> bool:
        """Whether there are no others."""
        return self._leases is None

    @property
    def in_touch(self) -> bool:
        """Whether everything that others write is heard."""
        return self._news is None or self._news.connected

    def join(self, kind: str, group: StreamGroup) -> None:
        """Streams of this kind, as `table` in `table:abc`, are looked after by this group."""
        self._groups[kind] = group

    def listen(self, told: Callable[[str], None]) -> None:
        """Call this with whatever others say."""
        self._told.append(told)

    async def open(self) -> None:
        """Begin to lead and to listen, where others can be."""
        if self._log.database.is_sqlite:
            return
        self._leases = await self._running.enter_async_context(Leases(self._log, self._lost))
        self._news = await self._running.enter_async_context(
            Notifications(self._log, self._heard, self._known, self._hear, self._followers.in_touch)
        )
        self._log.writer.is_quiet = self._is_quiet
        self._looking = asyncio.create_task(self._look_after())
        self._following = asyncio.create_task(self._follow())

    async def hand_on(self) -> None:
        """Lead nothing any more; somebody else goes on at once."""
        if self._looking is not None:
            self._looking.cancel()
            with suppress(asyncio.CancelledError):
                await self._looking
            self._looking = None
        if self._leases is None:
            return
        held = [stream for group in self._groups.values() for stream in group.wanting() if self.leads(stream)]
        try:
            await self._leases.hand_on(*held)
        except StoreError as error:
            log.warning("nothing could be handed on, others take it over in a few seconds: %s", error)
        for stream in held:
            self._lost(stream)
        await self.say(_HANDED_ON)

    async def close(self) -> None:
        """Hand everything on and listen no more."""
        await self.hand_on()
        for task in (self._following, *self._giving):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
        await self._running.aclose()

    # Leading.

    def leads(self, stream: str) -> bool:
        """Whether what happens by itself there is this process's to do, now."""
        return self._leases is None or self._leases.holds(stream)

    def seek(self, stream: str) -> None:
        """Something has to happen there: lead it, unless somebody else does."""
        if self._leases is not None and self._led_elsewhere.get(stream, 0.0) < self._clock.steady():
            self._sought.add(stream)
            self._called.set()

    async def let_go(self, *streams: str) -> None:
        """Nothing is to be led there any more."""
        for stream in streams:
            self._followers.lost(stream)
        if self._leases is not None:
            await self._leases.let_go(*(stream for stream in streams if self._leases.holds(stream)))

    async def unled(self, streams: list[str]) -> list[str]:
        """Those that no process leads."""
        return streams if self._leases is None else await self._leases.free(streams)

    async def _look_after(self) -> None:
        looked = dropped = 0.0
        while True:
            await self._clock.wait(self._called, _LOOK)
            self._called.clear()
            try:
                if self._clock.steady() - looked < _LOOK:
                    await self._lead(self._sought)
                else:
                    looked = self._clock.steady()
                    self._led_elsewhere.clear()
                    await self._let_go_of_strangers()
                    await self._lead({stream for group in self._groups.values() for stream in group.wanting()})
                    await self._take_over()
                    if looked - dropped > _DROP_EVERY:
                        dropped = looked
                        await self._drop_unused()
            except StoreError as error:
                log.warning("it cannot be seen who leads what: %s", error)
            except Exception:
                log.exception("looking after others failed")

    async def _lead(self, wanted: Iterable[str]) -> None:
        assert self._leases is not None
        names = [stream for stream in wanted if not self.leads(stream)]
        self._sought.clear()
        if not names:
            return
        free = await self._leases.free(names)
        _CHANCE.shuffle(free)  # several processes look at the same moment: each gets some
        held = set(names).difference(free)
        for stream in held:
            self._led_elsewhere[stream] = self._clock.steady() + _LOOK
        for stream in free:
            if await self._leases.take(stream):
                self._followers.led(stream)
                self._group(stream).led(stream)
        await self._ask_for(stream for stream in held if self._group(stream).is_attended(stream))

    async def _ask_for(self, streams: Iterable[str]) -> None:
        """Ask for what another process leads and people use here."""
        now = self._clock.steady()
        wanted = [stream for stream in streams if now - self._asked.get(stream, -_ASK_AGAIN) >= _ASK_AGAIN]
        self._asked = {stream: at for stream, at in self._asked.items() if now - at < _ASK_AGAIN}
        self._asked.update(dict.fromkeys(wanted, now))
        await self.say(*_messages(f"{_WANTED} {self._log.name}", wanted))

    async def _give(self, asker: str, streams: list[str]) -> None:
        """Let another process lead what nobody uses here."""
        assert self._leases is not None
        given = [each for each in streams if self.leads(each) and not self._group(each).is_attended(each)]
        if not given:
            return
        try:
            await self._leases.give(asker, *given)
        except StoreError as error:
            log.warning("%d streams could not be given to another process: %s", len(given), error)
        for stream in given:
            self._lost(stream)
        await self.say(*_messages(f"{_GIVEN} {asker}", given))

    async def _drop_unused(self) -> None:
        self._followers.forget()
        for group in self._groups.values():
            await group.drop_unused()

    async def _let_go_of_strangers(self) -> None:
        """What is led here should be in memory here; it may have been let go at the moment when it was taken."""
        assert self._leases is not None
        known = self._known()
        await self.let_go(*(stream for stream in self._leases.held() if stream not in known))

    async def _take_over(self) -> None:
        """What a process led that has died, and that nobody here has in memory.

        All of it, however much that is. What people ask for meanwhile comes first.
        """
        assert self._leases is not None
        took = True
        while took:
            left = [each for each in await self._leases.run_out(_COURTESY) if each.partition(":")[0] in self._groups]
            _CHANCE.shuffle(left)  # several processes do this at once
            took = False
            for stream in left[:_A_FEW]:
                if await self._leases.take(stream):
                    took = True
                    self._followers.led(stream)
                    await self._go_on(self._leases, stream)
            await self._lead(self._sought)

    async def _go_on(self, leases: Leases, stream: str) -> None:
        going = False
        try:
            going = await self._group(stream).take_over(stream)
        except StoreError:
            await leases.hand_on(stream)  # it is tried again, here or elsewhere
            raise
        except Exception:
            log.exception("%s does not go on by itself", stream)
        if not going:
            await self.let_go(stream)

    def _lost(self, stream: str) -> None:
        self._followers.lost(stream)
        self._group(stream).lost(stream)

    def _group(self, stream: str) -> StreamGroup:
        return self._groups[stream.partition(":")[0]]

    # Following.

    def follow(self, stream: str) -> None:
        """A stream is just being read into memory: let its leader know, and miss nothing."""
        if self._following is not None:
            self._new.add(stream)
            self._read.set()

    async def _follow(self) -> None:
        """Say which streams are in memory here without being led here, and compare them with the log.

        New ones soon, and all of them every few seconds, however many are new.
        """
        now = self._clock.steady
        repeated = now()
        while True:
            if await self._clock.wait(self._read, repeated + REPEAT - now()):
                await self._clock.sleep(_GATHER)
            self._read.clear()
            streams, self._new = self._new, set()
            if now() >= repeated + REPEAT:
                repeated = now()
                streams.update(self._known())
            try:
                followed = [stream for stream in streams if not self.leads(stream)]
                await self.say(*_messages(_FOLLOWED, followed))
                await self._clock.sleep(_ALL_HAVE_HEARD)
                await self._compare(followed)
            except StoreError as error:
                log.warning("it is not known what others have written: %s", error)
            except Exception:
                log.exception("following others failed")

    async def _compare(self, streams: list[str]) -> None:
        for stream, seq in (await self._log.heads(streams)).items():
            self._heard(stream, seq)

    def _is_quiet(self, stream: str) -> bool:
        """Whether nobody has to be told of what is written there."""
        return stream.partition(":")[0] not in self._groups or (self.leads(stream) and self._followers.is_alone(stream))

    # Hearing.

    def _known(self) -> Mapping[str, int]:
        return {stream: seq for group in self._groups.values() for stream, seq in group.known().items()}

    def _heard(self, stream: str, seq: int) -> None:
        group = self._groups.get(stream.partition(":")[0])
        if group is not None:
            group.heard(stream, seq)

    def _hear(self, message: str) -> None:
        if message == _HANDED_ON:
            self._led_elsewhere.clear()
            self._sought.update(stream for group in self._groups.values() for stream in group.wanting())
            self._called.set()
            return
        about, *streams = message.split("\n")
        what, _, process = about.partition(" ")
        if what == _FOLLOWED:
            self._followers.heard(streams)
        elif what == _WANTED:
            self._start(self._give(process, streams))
        elif what != _GIVEN:
            for told in self._told:
                told(message)
        elif process == self._log.name:
            self._sought.update(stream for stream in streams if stream in self._known())
            self._called.set()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._giving.add(task)
        task.add_done_callback(self._giving.discard)

    async def say(self, *messages: str) -> None:
        """Tell all others something, if that can be done now."""
        if self._news is not None:
            try:
                await self._news.say(*messages)
            except StoreError as error:
                log.warning("other processes were not told: %s", error)


def _messages(about: str, streams: Iterable[str]) -> Iterator[str]:
    """What is said about these streams, in messages that are short enough."""
    lines, size = [about], len(about)
    for stream in streams:
        more = len(stream.encode()) + 1
        if size + more > LONGEST_MESSAGE:
            yield "\n".join(lines)
            lines, size = [about], len(about)
        lines.append(stream)
        size += more
    if len(lines) > 1:
        yield "\n".join(lines)
