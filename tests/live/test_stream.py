"""One stream in memory: written in turn, retried, followed, told. The state is a list of words."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bowerbird.live.stream import BusyError, RefusedError, Stream
from bowerbird.store import Entry, Log, StoreError
from kit.clock import HandClock, soon


class Words(list[str]):
    @property
    def seq(self) -> int:
        return len(self)


def fold(words: Words, entries: Sequence[Entry]) -> None:
    words.extend(entry.body.decode() for entry in entries)


def stream_on(log: Log, **more: Any) -> Stream[Words, str]:
    words = Words()
    return Stream("table:one", words, log, fold=fold, tell=lambda: " ".join(words), **more)


async def say(stream: Stream[Words, str], word: str) -> None:
    async def attempt() -> None:
        await stream.write(
            [f"{word}{stream.seq + 1}".encode()], 0, lambda words: words.append(f"{word}{words.seq + 1}")
        )

    await stream.serialize(attempt)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
async def log(tmp_path: Path, clock: HandClock) -> AsyncIterator[Log]:
    async with Log(tmp_path, clock=clock) as log:
        yield log


async def test_two_writers_are_serialized_and_each_judges_again_after_a_conflict(log: Log, clock: HandClock) -> None:
    one, two = stream_on(log), stream_on(log)
    saying = asyncio.gather(*(say(each, name) for _ in range(5) for each, name in ((one, "a"), (two, "b"))))
    await clock.until(saying.done)
    await saying
    written = [entry.body.decode() for entry in await log.read("table:one")]
    assert [int(word[1:]) for word in written] == list(range(1, 11)), "each was judged on what came before it"
    await one.look_again()
    await two.look_again()
    assert one.state == two.state == written


async def test_listeners_get_the_news_of_own_and_of_others_writing_once(log: Log) -> None:
    moved: list[int] = []
    heard: list[str] = []
    one = stream_on(log)
    two = stream_on(log, moved=lambda: moved.append(len(heard)))
    two.listen(heard.append)
    await say(two, "a")
    await say(one, "b")
    two.heard(2)
    await soon(lambda: two.seq == 2)
    two.heard(2)
    assert (heard, moved) == (["a1", "a1 b2"], [2])
    two.unlisten(heard.append)
    assert not two.has_listeners


async def test_what_may_be_on_disk_after_a_failed_write_is_read_in_the_background(
    log: Log, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    followed: list[int] = []

    async def note() -> None:
        followed.append(stream.seq)

    stream = stream_on(log, followed=note)
    append = log.append

    async def written_but_no_answer(*args: Any) -> int:
        await append(*args)
        raise StoreError("the disk did not answer")

    with monkeypatch.context() as patch:
        patch.setattr(log, "append", written_but_no_answer)
        with pytest.raises(StoreError):
            await say(stream, "a")
    assert stream.state == []
    assert not stream.is_settled
    await clock.advance(0.4)
    assert followed == []
    await clock.advance(0.1)
    assert followed == [1]
    assert stream.state == ["a1"]
    assert stream.is_settled


async def test_a_refusal_is_final_where_nobody_else_writes(log: Log) -> None:
    stream, tried = stream_on(log), []

    async def attempt() -> None:
        tried.append(stream.seq)
        raise RefusedError("no")

    with pytest.raises(RefusedError):
        await stream.serialize(attempt)
    assert tried == [0]


async def test_a_writer_who_always_loses_gives_up_and_has_written_nothing(log: Log, clock: HandClock) -> None:
    one, two = stream_on(log), stream_on(log)

    async def attempt() -> None:
        await say(one, "a")
        await two.write([b"b"], 0, lambda words: words.append("b"))

    trying = asyncio.create_task(two.serialize(attempt))
    await clock.until(trying.done)
    with pytest.raises(BusyError):
        await trying
    await one.look_again()
    assert two.state == one.state
    assert "b" not in two.state


async def test_what_was_begun_is_finished_without_the_one_who_asked_and_before_closing(log: Log) -> None:
    stream = stream_on(log)
    asked = asyncio.create_task(stream.finish(say(stream, "a")))
    await asyncio.sleep(0)
    asked.cancel()
    await stream.close()
    assert stream.state == ["a1"]
    stream.heard(5)
    assert stream.is_settled, "a closed stream follows nothing"
