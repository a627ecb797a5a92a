"""Limits for secrets, and for what is kept for good, are counted once for all workers of a machine."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from multiprocessing.synchronize import Barrier
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bowerbird.hall.errors import NotAllowedError
from bowerbird.web.security.buckets import Bucket, TooManyRequestsError
from bowerbird.web.security.callers import Caller, note
from bowerbird.web.security.inbox import Inbox
from bowerbird.web.security.limits import Limits, RateLimiter
from bowerbird.web.security.lines import Room
from bowerbird.web.security.tokens import OwnTokens, SharedCounts
from kit.rows import rows, some

pytestmark = pytest.mark.skipif(os.name != "posix", reason="on Windows, each worker counts alone")

PROCESSES = 3
SECONDS = 1.5
LIMIT = (40.0, 10.0)


@rows("seed", some(range(20), 5))
def test_shared_tokens_are_counted_as_those_of_one_process(tmp_path: Path, seed: int) -> None:
    """Any sequence of a caller, however many others are counted in the same file."""
    chance = random.Random(seed)
    limit = (chance.choice([1.0, 5.0, 60.0]), chance.choice([0.25, 8.0]))  # sums of these are exact
    first, second = SharedCounts(tmp_path), SharedCounts(tmp_path)
    now = 1000.0
    alone = OwnTokens(limit, now)
    for number in range(300):
        now += chance.choice([0.0, 1 / 64, 1.0])
        shared = chance.choice([first, second]).tokens("a caller", limit)
        if chance.random() < 0.2:
            alone.give_back(now)
            shared.give_back(now)
        else:
            assert shared.take(now) == alone.take(now)
        assert shared.left(now) == pytest.approx(alone.left(now), abs=1e-6)
        assert first.tokens(f"other {number}", limit).take(now)


def test_the_file_forgets_callers_who_have_used_little_first(tmp_path: Path) -> None:
    counts = SharedCounts(tmp_path)
    guessing = counts.tokens("guessing", (10, 1 / 3600))
    while guessing.take(0.0):
        pass
    for number in range(20_000):
        counts.tokens(f"passing by {number}", (10, 1)).take(0.0)
    assert not guessing.take(1.0)


def test_counting_goes_on_if_somebody_tidies_up_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "counts"
    folder.mkdir()
    first, second = SharedCounts(folder), SharedCounts(folder)
    shutil.rmtree(folder)
    taken = [counts.tokens("guessing", (10, 1 / 3600)).take(0.0) for counts in (first, second) * 10]
    assert sum(taken) == 10


def test_a_worker_that_is_killed_while_it_makes_the_file_leaves_none(tmp_path: Path) -> None:
    """Others would count in what is there of it. The system kills it at the thousandth byte."""
    program = (
        "import resource, signal, sys; from pathlib import Path; "
        "from bowerbird.web.security.tokens import SharedCounts; "
        "signal.signal(signal.SIGXFSZ, signal.SIG_DFL); resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)); "
        "SharedCounts(Path(sys.argv[1]))"
    )
    done = subprocess.run([sys.executable, "-B", "-c", program, str(tmp_path)], check=False)
    assert done.returncode == -signal.SIGXFSZ
    tokens = SharedCounts(tmp_path).tokens("a caller", (10, 1 / 3600))
    assert [tokens.take(0.0) for _ in range(11)] == [True] * 10 + [False]


def take_all(folder: Path, start: Barrier, taken: multiprocessing.Queue[int]) -> None:
    """As a worker that somebody asks without a pause: first for what is refused, then for what waits in line."""
    counts = SharedCounts(folder)
    bucket = Bucket(LIMIT, tokens=lambda key: counts.tokens(f"guesses {key}", LIMIT))
    room = Room(LIMIT, tokens=lambda key: counts.tokens(f"codes {key}", LIMIT))
    start.wait()
    until, refused = time.monotonic() + SECONDS, 0
    while time.monotonic() < until:
        with suppress(TooManyRequestsError):
            bucket.take("address")
            refused += 1
    taken.put(refused)
    start.wait()

    async def all_enter() -> int:
        entered = 0
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS):
                while True:
                    await room.enter("address", "caller")
                    entered += 1
        return entered

    taken.put(asyncio.run(all_enter()))


@pytest.mark.full
def test_three_processes_have_one_limit_together(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    start, taken = context.Barrier(PROCESSES + 1), context.Queue()
    processes = [context.Process(target=take_all, args=(tmp_path, start, taken)) for _ in range(PROCESSES)]
    for process in processes:
        process.start()
    for _ in ("guesses", "codes"):
        start.wait(60)
        began = time.monotonic()
        each = [taken.get(timeout=60) for _ in processes]
        burst, rate = LIMIT
        assert burst <= sum(each) <= burst + rate * (time.monotonic() - began) + 1, each
    for process in processes:
        process.join(60)
        assert process.exitcode == 0


async def ask(limiter: RateLimiter, what: str, number: int) -> None:
    """A stranger opens a page, or tries a passphrase for a name that nobody has tried."""
    caller = Caller("192.0.2.1", f"connection {number}")
    connection: Any = SimpleNamespace(scope={})
    inbox = Inbox(asyncio.Event().wait)  # type: ignore[arg-type]  # nothing more comes
    note(connection.scope, caller, inbox)
    if what == "pages":
        await limiter.admit(caller, "/", line=False, until=inbox.until)
        return
    with suppress(NotAllowedError):
        async with limiter.passphrase(connection, f"name {number}", at_home=False):
            raise NotAllowedError("wrong")


@rows("what", ["pages", "passphrases"])
async def test_a_stranger_who_reaches_all_workers_has_one_limit(tmp_path: Path, what: str) -> None:
    limits = Limits(strangers=(20, 0.001), checks=(20, 0.001), secrets=(1e6, 1), secrets_a_day=(1e6, 1))
    workers = [RateLimiter(limits, shared=SharedCounts(tmp_path)) for _ in range(8)]
    let_in = 0
    for number in range(60):
        with suppress(TooManyRequestsError):
            await ask(workers[number % len(workers)], what, number)
            let_in += 1
    assert let_in == 20
