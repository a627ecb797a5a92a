"""Give each table and event one owner among the processes that share a database, and a new one soon if it dies.

A lease expires by the database's clock, so the clocks of the processes do not matter. If somebody sets the database's
clock, all leases look expired, or look as if they never would: each process compares it with a steady clock of its own,
and takes nothing from others until they have had the time to renew. A lease only keeps two owners out of each other's
way. If both believe that they own a stream, the log still lets only one of them write the next fact; the other gets
`ConflictError`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

from sqlalchemy import BindParameter, Connection, Executable, TextClause, bindparam, delete, text, update

from bowerbird.store._schema import leases
from bowerbird.store.errors import StoreError
from bowerbird.store.log import Log

__all__ = ["Leases", "database_time"]

log = logging.getLogger(__name__)

#: Seconds until a lease expires if it is not renewed. A dead process is replaced within this time.
SECONDS: Final = 3.0
#: Renewals in that time: two may fail.
_RENEWALS: Final = 3
#: A lease that ends more than its duration and this (in seconds) from now shows that the database's clock went back.
_SLACK: Final = 1.0
#: Names per query.
_AT_ONCE: Final = 1_000

_NOW: Final = {
    True: "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
    False: "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)",
}


async def database_time(shared: Log) -> int:
    """The time by the clock of an open log's database, in milliseconds since 1970."""
    now = text(f"SELECT {_NOW[shared.database.is_sqlite]}")
    return int(await shared.do(lambda connection: connection.execute(now).scalar_one()))


class Leases:
    """The leases of one process. `async with` renews them; `lost` is called for each one that is lost."""

    def __init__(self, shared: Log, lost: Callable[[str], None], *, holder: str = "", seconds: float = SECONDS) -> None:
        """Use an open log. `holder` identifies this process; all processes must use the same `seconds`."""
        self.holder = holder or shared.name
        self._log = shared
        self._clock = shared.clock
        self._lost = lost
        self._seconds = seconds
        self._sure_until: dict[str, float] = {}  # by this machine's monotonic clock
        #: The milliseconds from this machine's monotonic clock to the database's, and when it is believed.
        self._ahead: int | None = None
        self._believed_from = 0.0
        self._keeping: asyncio.Task[None] | None = None
        self._changing = asyncio.Lock()  # what is being released can't be taken again before that is done
        now = _NOW[shared.database.is_sqlite]
        numbers = {"ahead": int(seconds * 1000), "farthest": int((seconds + _SLACK) * 1000), "holder": self.holder}
        self._take = text(
            f"INSERT INTO leases (name, holder, until) VALUES (:name, :holder, {now} + :ahead) "
            "ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until "
            "WHERE leases.holder = excluded.holder OR leases.until = 0 "
            f"OR ({now} BETWEEN :earliest AND :latest AND (leases.until <= {now} OR leases.until > {now} + :farthest)) "
            "RETURNING name"
        ).bindparams(**numbers)
        names: BindParameter[list[str]] = bindparam("names", expanding=True)
        self._renew = text(
            f"UPDATE leases SET until = {now} + :ahead WHERE holder = :holder AND name IN :names RETURNING name"
        ).bindparams(names, ahead=numbers["ahead"], holder=self.holder)
        self._give = text(
            f"UPDATE leases SET holder = :to, until = {now} + :ahead WHERE holder = :holder AND name IN :names"
        ).bindparams(names, ahead=numbers["ahead"], holder=self.holder)
        self._ask = text(f"SELECT holder FROM leases WHERE name = :name AND until > {now}")
        self._held = text(
            "SELECT name FROM leases WHERE name IN :names AND holder <> :holder AND until <> 0 "
            f"AND ({now} NOT BETWEEN :earliest AND :latest OR (until > {now} AND until <= {now} + :farthest))"
        ).bindparams(names, farthest=numbers["farthest"], holder=self.holder)
        self._run_out = text(
            f"SELECT name FROM leases WHERE until = 0 OR ({now} BETWEEN :earliest AND :latest "
            f"AND (until <= {now} - :late OR until > {now} + :farthest)) LIMIT {_AT_ONCE}"
        ).bindparams(farthest=numbers["farthest"])

    async def __aenter__(self) -> Self:
        self._keeping = asyncio.create_task(self._keep())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Release everything, so that nobody has to wait for it to expire."""
        if self._keeping is not None:
            self._keeping.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeping
        with suppress(StoreError):
            await self.let_go(*self._sure_until)

    def holds(self, name: str) -> bool:
        """True if this process certainly owns it now, so that no other can have taken it."""
        return self._clock.steady() < self._sure_until.get(name, 0.0)

    def held(self) -> list[str]:
        """Names that this process certainly owns now."""
        return [name for name in self._sure_until if self.holds(name)]

    async def take(self, name: str) -> bool:
        """Become the owner if there is no other. True if this process owns it now."""
        await self._know_clock()
        async with self._changing:
            asked = self._clock.steady()
            taken = await self._log.do(
                lambda connection: connection.execute(self._take, {"name": name, **self._believed()}).first()
            )
            if taken is None:
                self._sure_until.pop(name, None)
                return False
            self._sure_until[name] = asked + self._seconds
            return True

    async def holder_of(self, name: str) -> str | None:
        """The current owner; None if there is none."""
        found = await self._log.do(
            lambda connection: connection.execute(self._ask, {"name": name}).scalar_one_or_none()
        )
        return str(found) if found is not None else None

    async def free(self, names: Sequence[str]) -> list[str]:
        """The names that no other process owns now."""
        await self._know_clock()
        held = await self._each(self._held, names, self._believed)
        return [name for name in names if name not in held]

    async def run_out(self, seconds: float = 0.0) -> list[str]:
        """Leases that expired at least this many seconds ago and were neither released nor taken."""
        await self._know_clock()
        late = int(seconds * 1000)
        return await self._log.do(
            lambda connection: [
                row.name for row in connection.execute(self._run_out, {"late": late, **self._believed()})
            ]
        )

    async def hand_on(self, *names: str) -> None:
        """Expire these leases, so that another process finds and takes them at once."""
        mine = (
            update(leases)
            .where(leases.c.holder == self.holder, leases.c.name.in_(bindparam("names", expanding=True)))
            .values(until=0)
        )
        await self._release(names, mine)

    async def give(self, to: str, *names: str) -> None:
        """Let another process own these. If it doesn't take them, they expire as its own would."""
        await self._release(names, self._give, to=to)

    async def let_go(self, *names: str) -> None:
        """Release these leases, so that another process may take them at once."""
        mine = delete(leases).where(
            leases.c.holder == self.holder, leases.c.name.in_(bindparam("names", expanding=True))
        )
        await self._release(names, mine)

    async def _release(self, names: Sequence[str], statement: Executable, **values: str) -> None:
        if not names:
            return
        self._forget(names)
        async with self._changing:
            self._forget(names)  # one of them may just have been taken again
            given = {"names": list(names), **values}
            await self._log.do(lambda connection: connection.execute(statement, given))

    def _forget(self, names: Sequence[str]) -> None:
        for name in names:
            self._sure_until.pop(name, None)

    async def renew(self) -> None:
        """Renew everything, and report as lost what another process has taken.

        A lease renewed too late is lost as well: its user may have seen it expire, and stopped.
        """
        asked = self._clock.steady()
        before = set(self._sure_until)
        # Only these: a lease taken while the answer was lost has no user, and must expire.
        still = await self._each(self._renew, sorted(before))
        for name in before & set(self._sure_until):
            if name in still and self.holds(name):
                self._sure_until[name] = asked + self._seconds
            else:
                self._give_up(name)

    def _believed(self) -> dict[str, int]:
        """The times between which the database's clock is believed. Outside of them it was set, and nothing is free.

        It is believed once everyone had the time to renew, by this machine's clock: after the start, and after a jump.
        To be called when the statement is run, which may be long after it was wanted.
        """
        now = self._clock.steady()
        if self._ahead is None or now < self._believed_from:
            return {"earliest": 1, "latest": 0}
        expected, slack = self._ahead + int(now * 1000), int(_SLACK * 1000)
        return {"earliest": expected - slack, "latest": expected + slack}

    async def _know_clock(self) -> None:
        if self._ahead is None:
            await self._read_clock()

    async def _read_clock(self) -> None:
        """Compare the database's clock with this machine's. After a jump, wait until all have renewed.

        On a busy machine, the answer may take long. The clock was read at any time until it came, so only what no such
        time explains is a jump.
        """
        asked = self._clock.steady()
        read = await database_time(self._log)
        now = self._clock.steady()
        most, least = read - int(asked * 1000), read - int(now * 1000)
        if self._ahead is None:
            self._believed_from = now + self._seconds
            self._ahead = least
            return
        likely = min(max(self._ahead, least), most)
        if abs(likely - self._ahead) > _SLACK * 1000:
            self._believed_from = now + self._seconds
            log.warning("the database's clock was set by %d s", (likely - self._ahead) // 1000)
        self._ahead = likely

    async def _each(
        self, statement: TextClause, names: Sequence[str], more: Callable[[], Mapping[str, int]] = dict
    ) -> set[str]:
        """Run a statement for these names in batches, and collect the names it returns. `more` gives other values."""
        found: set[str] = set()
        for start in range(0, len(names), _AT_ONCE):
            some = list(names[start : start + _AT_ONCE])

            def ask(connection: Connection, some: list[str] = some) -> set[str]:
                return {row.name for row in connection.execute(statement, {"names": some, **more()})}

            found |= await self._log.do(ask)
        return found

    async def _keep(self) -> None:
        while True:
            await self._clock.sleep(self._seconds / _RENEWALS)
            try:
                await self.renew()
                await self._read_clock()
            except StoreError as error:
                log.warning("could not renew leases: %s", error)
            now = self._clock.steady()
            for name, until in list(self._sure_until.items()):
                if until <= now:
                    self._give_up(name)

    def _give_up(self, name: str) -> None:
        del self._sure_until[name]
        try:
            self._lost(name)
        except Exception:  # keep the other leases
            log.exception("%s is owned by another process now, but handling that failed", name)
