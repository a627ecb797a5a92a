"""Archive a log, and be killed at each step of it: before every statement that changes something, and every commit.

    python -m store.archive_kills DATABASE

Prints one line for each kill. Exits with 1 if a fact was lost, doubled or changed, or if the next one to archive could
not go on.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import sys
from typing import Any

from sqlalchemy import Engine, event, func, select

from bowerbird.store import Log
from bowerbird.store._archived import facts_of
from bowerbird.store._rows import Row
from bowerbird.store._schema import archived, archives, facts
from bowerbird.store.archiving import Archiver
from bowerbird.store.audit import survey
from bowerbird.store.quick_check import quick_check
from bowerbird.store.seals import Seals

SEALS = Seals(lambda: [b"k" * 32])
CHANGES = ("INSERT", "UPDATE", "DELETE")
LATER = 10**15


def silent(done: int, total: int) -> None:
    """Show no progress."""


async def filled(where: str, number: int) -> dict[str, list[Row]]:
    """Write some streams and archive the beginning of one; all facts as they are then."""
    streams = [f"table:{number}-a", f"table:{number}-b", f"record:{number}"]
    async with Log(where, SEALS) as log:
        await log.append(streams[0], 0, [b'{"early":%d}' % place for place in range(10)], at=1)
        archiver = Archiver(log)
        while await archiver.step(2):
            pass
        for stream in streams:
            last = (await log.heads([stream])).get(stream, 0)
            await log.append(stream, last, [b'{"fact":%d}' % place for place in range(300)], at=5)
        return await everything(log)


async def everything(log: Log) -> dict[str, list[Row]]:
    def read(connection: Any, names: list[str]) -> dict[str, list[Row]]:
        return {name: facts_of(connection, name) for name in names}

    names = list(await log.streams())
    return await log.do(lambda connection: read(connection, names))


async def archive_until_killed(where: str, kill_at: int) -> None:
    """Archive everything, but end this process before the change of that number."""
    async with Log(where, SEALS) as log:
        number, has_changed = itertools.count(1), False

        def count() -> None:
            if next(number) == kill_at:
                os.kill(os.getpid(), signal.SIGKILL)

        def execute(_connection: object, _cursor: object, statement: str, *_: object) -> None:
            nonlocal has_changed
            if statement.startswith(CHANGES):
                has_changed = True
                count()

        def commit(_connection: object) -> None:
            nonlocal has_changed
            if has_changed:
                count()
            has_changed = False

        event.listen(Engine, "before_cursor_execute", execute)
        event.listen(Engine, "commit", commit)
        await archive(log)


async def archive(log: Log) -> None:
    archiver = Archiver(log)
    while await archiver.step(LATER):
        pass


async def problems(where: str, expected: dict[str, list[Row]]) -> list[str]:
    """What differs from what was there before anything was archived: after the kill, and when the next has gone on."""
    async with Log(where, SEALS) as log:
        found = await differences(log, expected)
        await archive(log)
        found += await differences(log, expected)
        waiting = await log.do(lambda c: c.execute(select(archived.c.stream).where(~archived.c.moved)).all())
        unused = select(archives.c.id).where(archives.c.id.not_in(select(archived.c.archive)))
        lost = await log.do(lambda c: c.execute(unused).all())
        plain = await log.do(lambda c: c.execute(select(func.count()).select_from(facts)).scalar_one())
    return found + ([f"left over: {waiting} {lost}, {plain} facts"] if waiting or lost or plain else [])


async def differences(log: Log, expected: dict[str, list[Row]]) -> list[str]:
    found = [problem async for some in quick_check(log.url, SEALS) for problem in some]
    if await everything(log) != expected:
        found.append("the facts are not the same")
    return found + (await survey(log.url, silent, seals=SEALS)).problems


def main(where: str) -> int:
    """Kill at every step, until one goes through."""
    for number in itertools.count(1):
        expected = asyncio.run(filled(where, number))
        child = os.fork()
        if not child:
            asyncio.run(archive_until_killed(where, number))
            os._exit(0)
        killed = os.WIFSIGNALED(os.waitpid(child, 0)[1])
        found = asyncio.run(problems(where, expected))
        print(f"killed at change {number}: {found or 'nothing lost'}", flush=True)
        if found:
            return 1
        if not killed:
            print(f"{number - 1} kills")
            return 0
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
