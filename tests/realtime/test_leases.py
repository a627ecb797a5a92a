"""Another process leads soon after one was killed."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time

from bowerbird.store import Log
from bowerbird.store.lease import Leases

DIES = """
import asyncio, sys
from bowerbird.store import Log
from bowerbird.store.lease import Leases
async def main():
    async with Log(sys.argv[1]) as log, Leases(log, print, seconds=float(sys.argv[3])) as leases:
        assert await leases.take(sys.argv[2])
        print("taken", flush=True)
        await asyncio.sleep(60)
asyncio.run(main())
"""


async def test_a_dead_process_is_followed_soon(where: str, own: str) -> None:
    lost: list[str] = []
    async with Log(where) as log:
        process = subprocess.Popen([sys.executable, "-c", DIES, log.url, own, "2"], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        assert await asyncio.to_thread(process.stdout.readline) == "taken\n"
        leases = Leases(log, lost.append, seconds=2)
        assert not await leases.take(own)
        process.kill()
        process.wait()
        process.stdout.close()
        died = time.monotonic()
        while not await leases.take(own):
            await asyncio.sleep(0.05)
        assert time.monotonic() - died < 4
        await leases.let_go(own)
