"""Look at the leases while everything fails: who owns each table, and how soon another process does when one has died.

For `bench/faults.py`. A process is dead from the moment when it was killed. Its leases have a new owner when another
process holds them, and nobody needs one any more if they were released.
"""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_left
from typing import NamedTuple

from sqlalchemy import Connection, text

from bowerbird.store import Log, StoreError

__all__ = ["Leadership"]

#: Seconds between two looks.
EVERY = 0.1

_LEASES = text("SELECT name, holder, until FROM leases")


class Look(NamedTuple):
    """The leases at one moment, with their owners and ends; None while the database is away."""

    at: float
    leases: dict[str, tuple[str, int]] | None


class Leadership:
    """Who owned what, and when."""

    def __init__(self, database: str) -> None:
        self._database = database
        self.looks: list[Look] = []

    async def watch(self) -> None:
        """Look again and again, until the end of the bench."""

        def read(connection: Connection) -> dict[str, tuple[str, int]]:
            return {row.name: (row.holder, row.until) for row in connection.execute(_LEASES)}

        while True:
            try:
                async with Log(self._database) as log:
                    while True:
                        leases = await log.do(read)
                        self.looks.append(Look(time.monotonic(), leases))
                        await asyncio.sleep(EVERY)
            except StoreError:
                self.looks.append(Look(time.monotonic(), None))
                await asyncio.sleep(EVERY)

    def hand_overs(self, died: float) -> tuple[dict[str, float], bool]:
        """For each lease of a process that died then: the seconds until another had it. And if the database was away.

        A lease that was released meanwhile is left out: nothing was to be done there.
        """
        before = next((look for look in self._looks_before(died) if look.leases), None)
        if before is None or before.leases is None:
            return {}, True
        after = [look for look in self.looks[bisect_left(self.looks, died, key=_at) :] if look.at < died + 60]
        dead = {holder for holder, _ in before.leases.values()} - _renewing(before.leases, after)
        taken: dict[str, float] = {}
        away = False
        for name, (holder, _) in before.leases.items():
            if holder not in dead:
                continue
            for look in after:
                if look.leases is None:
                    away = True
                    continue
                owner = look.leases.get(name)
                if owner is None or owner[0] != holder:
                    if owner is not None:
                        taken[name] = look.at - died
                    break
            else:
                taken[name] = float("inf")
        return taken, away

    def _looks_before(self, moment: float) -> list[Look]:
        return self.looks[: bisect_left(self.looks, moment, key=_at)][:-20:-1]


def _at(look: Look) -> float:
    return look.at


def _renewing(leases: dict[str, tuple[str, int]], after: list[Look]) -> set[str]:
    """The owners of whom a lease ends later than before, at any time afterwards."""
    last: dict[str, int] = {}
    for holder, until in leases.values():
        last[holder] = max(until, last.get(holder, 0))
    return {
        holder
        for look in after
        for holder, until in (look.leases or {}).values()
        if holder in last and until > last[holder] + 300
    }
