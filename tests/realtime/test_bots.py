"""Real processes of bots: they stand still, start, or think for long."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bowerbird.hall.bots import Bots
from bowerbird.hall.process_pool import ProcessPool
from deals import dealt


@pytest.mark.skipif(os.name != "posix", reason="a process is stopped by a signal here")
@pytest.mark.parametrize("level", ["simple", "champion"])
async def test_a_bot_chooses_soon_if_its_process_stands_still(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bowerbird.hall.bots._HANGS", 0.5)
    table = dealt("alberta", "S", "9h", E="Jh Ah Kd Qd 9s")
    view = table.view(table.state.turn)
    bots = Bots()
    try:
        assert await bots._players.until_started(60)
        assert bots._players._pool is not None
        processes = list(bots._players._pool._processes or {})
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            for _ in range(3):  # the first one holds up no other
                began = time.monotonic()
                assert await bots.choose(level, 1, table.book, view, ["Al"]) in view.legal
                assert time.monotonic() - began < 4
                await asyncio.sleep(0.6)
                assert len(bots._unanswered) == 1, "no other question waits behind the one without an answer"
        finally:
            for process in processes:
                os.kill(process, signal.SIGKILL)
    finally:
        bots.close()


async def test_the_start_of_a_pool_is_waited_for_once() -> None:
    pool = ProcessPool(1)
    try:
        assert not await pool.until_started(0.0)
        assert await pool.until_started(60)
        began = time.monotonic()
        assert await pool.until_started(60)
        assert time.monotonic() - began < 0.5
        assert await pool.ask(os.getpid) != os.getpid()
    finally:
        pool.close()


async def test_a_process_that_takes_too_long_is_replaced() -> None:
    pool = ProcessPool(1, longest=4.0)
    with pytest.raises(RuntimeError, match="longer than 4 seconds"):
        await pool.ask(time.sleep, 60)
    assert await pool.ask(len, "abc") == 3
    pool.close()


_UNCOMPILED = """
import asyncio, os, sys
sys.path.insert(0, sys.argv[1])
from kernel.pure import uncompiled
uncompiled()
from bowerbird.hall import bots
from realtime.jobs import think_long
bots.decide = think_long

async def main():
    some = bots.Bots()
    asked = (some.choose("champion", number, None, None, [str(number)]) for number in range(2))
    print(sum(process == os.getpid() for process in await asyncio.gather(*asked)))
    some.close()

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_an_uncompiled_bot_thinks_in_its_own_process_however_long_it_takes() -> None:
    """Otherwise every strong bot would think twice, and its thread would hold up all sockets."""
    command = [sys.executable, "-c", _UNCOMPILED, str(Path(__file__).resolve().parents[1])]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "0"), done.stderr
