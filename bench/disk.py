"""Measure the disk that a hand takes: games of a hall as they are played, and after they are archived.

    python bench/disk.py                              SQLite
    python bench/disk.py --database postgresql        a PostgreSQL of its own

People and bots play whole games at the tables of a hall, with the pauses and the random words of real people. The disk
is measured after a vacuum, so that only what is used counts. Then all games are archived, and every fact is compared
with what it was before: number, time, body and digest. `what` is where the room goes, in bytes a hand. Somebody
plays on meanwhile, and `append_ms` is how long each of their facts takes until it is on disk. Exits with 1 if a
hand takes more than the goal, or a single bit differs.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import Awaitable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection

from bowerbird.cli.check import check_meaning
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable, Settings
from bowerbird.hall.setup import TableSetup
from bowerbird.seats import Seat
from bowerbird.store import Log
from bowerbird.store._archived import facts_of
from bowerbird.store._database import Database
from bowerbird.store._rows import Row
from bowerbird.store.archiving import archive_all, size_of
from bowerbird.store.audit import survey
from bowerbird.store.seals import Seals
from common import at_most, parser_for, tell  # type: ignore[import-not-found]  # beside this file
from processes import database_for  # type: ignore[import-not-found]  # beside this file

Answer = TypeVar("Answer")

#: Bytes a hand on disk.
GOAL = 1_000
RULES = ("bicycle", "trailer-estates", "st-joe")
#: The mean pause between two facts in milliseconds, and tables at once.
PAUSE, AT_ONCE = 2_000, 10


class Clock:
    """Time that goes on as at a table of people."""

    def __init__(self, chance: random.Random) -> None:
        self.at = 1_750_000_000_000
        self._chance = chance

    def __call__(self) -> int:
        """The next moment."""
        self.at += int(self._chance.expovariate(AT_ONCE / PAUSE))
        return self.at


async def game(hall: Hall, people: list[str], chance: random.Random) -> int:
    """Play a game of two people and two bots to its end; the number of hands."""
    north, south = chance.sample(people, 2)
    live = await hall.make_table(north, TableSetup(rules=chance.choice(RULES), pace="at once"))
    for person, seat in ((north, Seat.N), (south, Seat.S)):
        await live.came(person)
        await hall.sit(live, person, f"Player {person[:5]}", seat)
    for seat in (Seat.E, Seat.W):
        await live.seat_bot(north, seat, "simple")
    await live.start(north)
    while not live.room.table.state.is_over:
        if not await act(live, {Seat.N: north, Seat.S: south}, chance):
            await asyncio.sleep(0.001)
    return len(live.room.table.state.results)


async def act(live: LiveTable, people: dict[Seat, str], chance: random.Random) -> bool:
    """Do what somebody may do now; False if there is nothing."""
    try:
        for seat, person in people.items():
            if live.room.wants_words(seat):
                await live.add_words(person, chance.randbytes(16).hex())
        legal = [fact for fact in live.room.table.legal if getattr(fact, "seat", None) in people]
        if not legal:
            return False
        fact = chance.choice(legal)
        await live.act(people[Seat(getattr(fact, "seat"))], fact)  # noqa: B009
    except NotAllowedError:
        return False
    return True


async def play(log: Log, games: int, seed: int) -> int:
    """Play so many games; the number of hands."""
    chance = random.Random(seed)
    settings = Settings(grace=60, words_wait=0.02, pace_factor=0, review_ahead=False)
    hall = Hall(log, Clock(chance), settings, bot_processes=0)
    people = [chance.randbytes(9).hex() for _ in range(max(4, games // 5))]
    hands = 0
    for start in range(0, games, AT_ONCE):
        some = range(start, min(games, start + AT_ONCE))
        hands += sum(await asyncio.gather(*(game(hall, people, chance) for _ in some)))
        await hall.tidy()
    await hall.close()
    return hands


async def vacuum(log: Log) -> None:
    """Let only what is used count."""
    whole = "VACUUM" if log.database.is_sqlite else "VACUUM FULL"
    patient = Database.patient(log.url)
    await patient.once(lambda connection: connection.exec_driver_sql(whole))
    await patient.close()


def parts(connection: Connection) -> dict[str, int]:
    """The bytes of each table with its indexes."""
    tables = ("facts", "archives", "archived", "heads")
    if connection.dialect.name == "postgresql":
        sizes = ", ".join(f"pg_total_relation_size('{table}')" for table in tables)
        return dict(zip(tables, connection.exec_driver_sql(f"SELECT {sizes}").one(), strict=True))
    return {
        str(table): int(size)
        for table, size in connection.exec_driver_sql(
            "SELECT tbl_name, sum(pgsize) FROM dbstat JOIN sqlite_schema USING (name) GROUP BY tbl_name"
        )
        if table in tables
    }


def columns(connection: Connection) -> dict[str, int]:
    """The bytes of each column of the facts, and what the database itself needs around them."""
    names = ("stream", "body", "digest")
    sums = ", ".join(f"sum(length({name}))" for name in names)
    return dict(zip(names, map(int, connection.exec_driver_sql(f"SELECT {sums} FROM facts").one()), strict=True))


async def everything(log: Log) -> dict[str, list[Row]]:
    """All facts of all streams, with their digests."""
    return {name: await log.do(partial(facts_of, stream=name)) for name in await log.streams()}


async def appends(log: Log, table: str, took: list[float]) -> None:
    """Add a fact every few milliseconds; `took` gets how long each took, in milliseconds."""
    while True:
        began = time.perf_counter()
        await log.append(table, len(took), [b'{"fact":"play","seat":2,"card":"Jh"}'], at=2**42)
        took.append((time.perf_counter() - began) * 1000)
        await asyncio.sleep(0.01)


async def beside(log: Log, table: str, work: Awaitable[Answer]) -> tuple[Answer, dict[str, float]]:
    """Do this while somebody plays; and how long they wait for each fact."""
    took: list[float] = []
    playing = asyncio.create_task(appends(log, table, took))
    done = await work
    playing.cancel()
    with suppress(asyncio.CancelledError):
        await playing
    return done, {"p50": round(statistics.median(took), 1), "max": round(max(took), 1)}


async def measure(where: str, games: int, seed: int) -> dict[str, Any]:
    seals = Seals(lambda: [bytes(32)])
    async with Log(where, seals) as log:
        hands = await play(log, games, seed)
    async with Log(where, seals) as log:
        before_all = await everything(log)
        await vacuum(log)
        before, what = await size_of(log), await log.do(parts)
        inside = await log.do(columns)
        _, alone = await beside(log, "names:alone", asyncio.sleep(2))
        began, cpu = time.perf_counter(), time.process_time()
        done, meanwhile = await beside(log, "names:now", archive_all(where, 0, lambda done, total: None))
        took, cpu = time.perf_counter() - began, time.process_time() - cpu
    async with Log(where, seals) as log:
        gently = await size_of(log)
        now_all = await everything(log)
        same = all(now_all[stream] == rows for stream, rows in before_all.items())
        await vacuum(log)
        after, now = await size_of(log), await log.do(parts)
    checked = await survey(where, lambda done, total: None, check_meaning, seals)

    def each(sizes: dict[str, int]) -> dict[str, int]:
        return {name: round(size / hands) for name, size in sizes.items()}

    problems = [*checked.problems, *done.skipped.values()]
    return {
        "figures": {
            "hand_before_bytes": round(before / hands),
            "hand_archived_bytes": round(gently / hands),
            "hand_after_full_vacuum_bytes": round(after / hands),
            "append_alone_p50_ms": alone["p50"],
            "append_alone_max_ms": alone["max"],
            "append_meanwhile_p50_ms": meanwhile["p50"],
            "append_meanwhile_max_ms": meanwhile["max"],
            "archived_facts_per_s": round(done.facts / took),
        },
        "details": {
            "games": games,
            "hands": hands,
            "facts": checked.facts,
            "before": {"what": each(what), "in_facts": each(inside)},
            "after": {"what": each(now)},
            "archived": {"streams": done.streams, "facts": done.facts, "s": round(took, 2), "cpu_s": round(cpu, 2)},
        },
        "problems": problems if same else [*problems, "not every fact is the same, bit by bit"],
    }


def main() -> None:
    parser = parser_for(__doc__)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with database_for(options.database) as (where, _, _):
        found = asyncio.run(measure(where, options.games, options.seed))
    tell(
        found["figures"],
        at_most("hand_archived_bytes", GOAL),
        problems=found["problems"],
        details=found["details"],
    )


if __name__ == "__main__":
    main()
