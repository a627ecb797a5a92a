"""Measure how quickly a busy server informs everyone: tables with four sockets each, and one action per second.

    python bench/hall.py --tables 50 500 --seconds 30
    python bench/hall.py --tables 50 --database postgresql --processes 1 2 4
    python bench/hall.py --tables 50 --database sqlite postgresql --processes 1 2 4 --pause 0

For each number of tables: the time from sending an action until all four seats have seen it (median, 99th percentile,
maximum), the server's CPU, and its memory per table. With several processes, the four people of a table use different
ones. With `--pause 0` everyone acts as soon as it is their turn, which shows the maximum throughput. People and server
share this machine, so the people's own delay is shown separately: how late their process was to read what had arrived
(`people_late_p99_ms`), and how much of a core it used.
"""

from __future__ import annotations

import asyncio
import base64
import gc
import json
import os
import random
import struct
import time
from collections.abc import Callable
from contextlib import AsyncExitStack, closing, suppress
from dataclasses import dataclass, field
from typing import Any, cast

import msgspec
import psutil
import uvloop

from bowerbird.client import Client, card_facts
from common import at_most, parser_for, percentile, progress, tell  # type: ignore[import-not-found]  # beside this file
from processes import Hall, database_for  # type: ignore[import-not-found]  # beside this file

RULES = 'based_on = "trailer-estates"\n[game]\nhands = 100'
WARM_UP = 5.0
#: Seconds before looking again while the server deals, with no other pause.
DEALING = 0.005
#: Tables created at once.
SITTING_DOWN = 10
#: The figures of each measurement that are told.
TOLD = ("actions_per_second", "p50_ms", "p99_ms", "cpu_ms_per_action", "kb_per_table")
#: The position of the number in a frame.
_SEQ_AT = len('{"type":"table","seq":')


@dataclass
class Figures:
    """The measurements, in seconds."""

    waits: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    measuring: bool = False


class Action(msgspec.Struct):
    """A button."""

    fact: dict[str, Any]


class View(msgspec.Struct):
    """The part of a frame that these people need."""

    phase: str
    seat: int | None
    turn: int | None
    plays: list[str]
    actions: list[Action]


class Frame(msgspec.Struct):
    """The messages of a connection."""

    view: View | None


_frames = msgspec.json.Decoder(Frame)


class Line(asyncio.Protocol):
    """One person's websocket, as simple as possible: two thousand of them must not be the bottleneck."""

    def __init__(self, path: str, host: str, cookie: str, heard: Callable[[Line], None]) -> None:
        self.seq = 0
        self.raw = b""
        self.gone = ""
        self.said = b""  # anything else that nobody has asked for
        self._opening = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nCookie: {cookie}\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        self._heard = heard
        self._open = False
        self.opened = asyncio.Event()
        self._buffer = bytearray()
        self._answer: asyncio.Future[bytes] | None = None
        self._number = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request a websocket."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._opening.encode())

    def connection_lost(self, error: Exception | None) -> None:
        """Fail: nobody should be disconnected here."""
        self.gone = f"the line was closed: {error or self.raw[:200]!r}"

    def data_received(self, data: bytes) -> None:
        """Handle the handshake answer, then frames."""
        self._buffer += data
        if not self._open:
            head, found, rest = bytes(self._buffer).partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                raise RuntimeError(f"no websocket: {head!r}")
            self._open, self._buffer = True, bytearray(rest)
            self.opened.set()
        while self._take_frame():
            pass

    def _take_frame(self) -> bool:
        buffer = self._buffer
        if len(buffer) < 4:
            return False
        size, start = buffer[1], 2
        if size == 126:
            size, start = struct.unpack_from("!H", buffer, 2)[0], 4
        elif size == 127:
            if len(buffer) < 10:
                return False
            size, start = struct.unpack_from("!Q", buffer, 2)[0], 10
        if len(buffer) < start + size:
            return False
        kind, message = buffer[0] & 15, bytes(buffer[start : start + size])
        del buffer[: start + size]
        if kind == 9:
            self._send(10, message)
        elif message.startswith(b'{"type":"table"'):
            self.raw = message
            self.seq = int(message[_SEQ_AT : message.index(b",", _SEQ_AT)])
            self._heard(self)
        elif self._answer is not None and not self._answer.done():
            self._answer.set_result(message)
        else:
            self.said = message
        return True

    def _send(self, kind: int, message: bytes) -> None:
        """One frame of up to 64 kB. Clients must mask what they send; a mask of zeros changes nothing."""
        size = bytes((0x80 | len(message),)) if len(message) < 126 else struct.pack("!BH", 0x80 | 126, len(message))
        self._transport.write(bytes((0x80 | kind,)) + size + b"\0\0\0\0" + message)

    async def do(self, what: str, **fields: Any) -> None:
        """Send a request and wait for the answer."""
        self._number += 1
        self._answer = asyncio.get_running_loop().create_future()
        self._send(1, msgspec.json.encode({"id": self._number, "do": what, **fields}))
        answer = await self._answer
        if b'"ok":true' not in answer:
            raise RuntimeError(f"{what} was refused: {answer!r}")

    def close(self) -> None:
        """Disconnect."""
        self._transport.close()

    def abandon(self) -> None:
        """Disconnect, if there is a connection, without a word."""
        if hasattr(self, "_transport"):
            self._transport.abort()


class Table:
    """Four people at one table."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._wanted = 0
        self._seen: asyncio.Future[float] | None = None

    def heard(self, _: Line) -> None:
        """Note a frame; once everyone has the awaited one, this is the time when all have seen it."""
        if self._seen is not None and not self._seen.done() and all(line.seq >= self._wanted for line in self.lines):
            self._seen.set_result(time.perf_counter())

    def all_see(self, seq: int) -> asyncio.Future[float]:
        """The time when everyone has seen this fact."""
        self._wanted = seq
        self._seen = asyncio.get_running_loop().create_future()
        return self._seen

    def to_act(self) -> tuple[Line, list[dict[str, Any]]] | None:
        """The person whose turn it is, with the legal actions; None while the server deals."""
        for line in self.lines:
            view = _frames.decode(line.raw).view
            if view is None or view.turn is None:
                return None
            if view.seat == view.turn:
                choices = [action.fact for action in view.actions] + card_facts(msgspec.structs.asdict(view))
                return (line, choices) if choices else None
        return None


async def table_of_four(people: list[Client]) -> Table:
    """Sit down and start."""
    made = await people[0].make_table(house_rules=RULES)
    table = Table()
    loop = asyncio.get_running_loop()
    for person in people:
        host, _, port = person.address.partition("://")[2].partition(":")
        cookie = f"bowerbird={person.http.cookies['bowerbird']}"
        line = Line(f"/ws/{made['table']}", f"{host}:{port}", cookie, table.heard)
        await loop.create_connection(lambda line=line: line, host, int(port))  # type: ignore[misc]
        await line.opened.wait()
        table.lines.append(line)
    for line, seat in zip(table.lines[1:], (3, 0, 1), strict=True):
        await line.do("sit", seat=seat)
    await table.lines[0].do("start")
    return table


async def play(table: Table, figures: Figures, seed: int, pause: float) -> None:
    """One action per second, or per pause, by the player whose turn it is.

    Some think longer than others: with pauses that are all the same, tables that once waited together would act at the
    same moment ever after.
    """
    chance = random.Random(seed)
    loop = asyncio.get_running_loop()
    due = loop.time() + pause * chance.random()
    while not any(line.gone for line in table.lines):
        await asyncio.sleep(max(0.0, due - loop.time()))
        due = max(due + pause * chance.uniform(0.5, 1.5), loop.time())
        found = table.to_act()
        if found is None:
            await asyncio.sleep(DEALING)
            continue
        line, choices = found
        seen = table.all_see(line.seq + 1)
        sent = time.perf_counter()
        await line.do("act", fact=chance.choice(choices))
        waited = await seen - sent
        if figures.measuring:
            figures.waits.append(waited)
    raise RuntimeError(next(line.gone for line in table.lines if line.gone))


async def lateness(figures: Figures) -> None:
    """The delay of this process itself, which is not the server's."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + 0.01
        await asyncio.sleep(0.01)
        if figures.measuring:
            figures.late.append(loop.time() - due)


async def measure(database: str, processes: int, tables: int, seconds: float, pause: float) -> dict[str, Any]:
    with database_for(database) as (address, folder, server), closing(Hall(address, folder, processes)) as hall:
        await hall.open()
        kept = psutil.Process(server.get_pid()) if server else None
        figures = await run(hall, tables, seconds, pause, kept)
    return {"database": database, "processes": processes, **figures}


def cpu_of(processes: list[psutil.Process]) -> dict[int, float]:
    """CPU seconds of each process that still exists. A database ends idle connections."""
    times = {}
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            each = process.cpu_times()
            times[process.pid] = each.user + each.system
    return times


def family(process: psutil.Process | None) -> list[psutil.Process]:
    """A process and what it has started."""
    return [process, *process.children()] if process else []


def cpu_since(before: dict[int, float], processes: list[psutil.Process]) -> float:
    """Seconds, of all of them together."""
    return sum(seconds - before.get(pid, 0.0) for pid, seconds in cpu_of(processes).items())


async def run(hall: Hall, tables: int, seconds: float, pause: float, database: psutil.Process | None) -> dict[str, Any]:
    servers = [psutil.Process(process.pid) for process in hall.running.values()]
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Client(address)) for address in hall.four_addresses()]
        for place, person in enumerate(people):
            await person.guest(f"Person {place}")
        (await table_of_four(people)).lines[0].close()  # the first table loads code, too
        empty = sum(server.memory_info().rss for server in servers)
        limit = asyncio.Semaphore(SITTING_DOWN)

        async def sit_down() -> Table:
            async with limit:
                at = chance.randrange(4)  # each table is created and owned by another process
                return await table_of_four(people[at:] + people[:at])

        chance = random.Random(tables)
        all_tables = await asyncio.gather(*(sit_down() for _ in range(tables)))
        figures = Figures()
        players = [asyncio.create_task(play(table, figures, seed, pause)) for seed, table in enumerate(all_tables)]
        watch = asyncio.create_task(lateness(figures))
        await asyncio.sleep(WARM_UP)
        gc.collect()
        gc.freeze()  # no garbage collection of this process in the figures
        figures.measuring = True
        before, kept_before = cpu_of(servers), cpu_of(family(database))
        own_before, began = time.process_time(), time.perf_counter()
        done, _ = await asyncio.wait([*players, watch], timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
        lasted, busy = time.perf_counter() - began, cpu_since(before, servers)
        kept_busy, own_busy = cpu_since(kept_before, family(database)), time.process_time() - own_before
        full = sum(server.memory_info().rss for server in servers)
        for task in (*players, watch):
            task.cancel()
    waits, late = figures.waits, figures.late
    return {
        "tables": tables,
        "sockets": 4 * tables,
        "actions_per_second": round(len(waits) / lasted, 1),
        "p50_ms": round(1000 * percentile(waits, 0.5), 1),
        "p99_ms": round(1000 * percentile(waits, 0.99), 1),
        "max_ms": round(1000 * percentile(waits, 1), 1),
        "within_100_ms": round(sum(wait <= 0.1 for wait in waits) / len(waits), 4),
        "core_share": round(busy / lasted, 3),
        "cpu_ms_per_action": round(1000 * busy / len(waits), 3),
        "kb_per_table": round((full - empty) / tables / 1024, 1),
        "people_late_p99_ms": round(1000 * percentile(late, 0.99), 1),
        "people_core_share": round(own_busy / lasted, 3),
        **({"database_core_share": round(kept_busy / lasted, 3)} if database else {}),
    }


def growth(small: dict[str, Any], large: dict[str, Any]) -> dict[str, Any]:
    """The growth of the figures with the tables: 1 means that a table costs as much among many as among few."""
    return {
        "core_share": round(large["core_share"] / small["core_share"], 2),
        "cpu_per_action": round(large["cpu_ms_per_action"] / small["cpu_ms_per_action"], 2),
        "memory_per_table": round(large["kb_per_table"] / small["kb_per_table"], 2),
        "p99": round(large["p99_ms"] / small["p99_ms"], 2),
    }


def main() -> None:
    parser = parser_for(__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[50, 500])
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--database", nargs="+", choices=["sqlite", "postgresql"], default=["sqlite"])
    parser.add_argument("--processes", type=int, nargs="+", default=[1], help="on PostgreSQL; SQLite has one")
    parser.add_argument("--pause", type=float, default=1.0, help="between two actions at a table, in seconds")
    parser.add_argument("--limit", type=float, default=100, help="milliseconds for 99 of 100 actions, with a pause")
    options = parser.parse_args()
    uvloop.install()
    measured = []
    for database in options.database:
        for processes in options.processes if database == "postgresql" else [1]:
            for tables in options.tables:
                figures = asyncio.run(measure(database, processes, tables, options.seconds, options.pause))
                measured.append(figures)
                progress(json.dumps(figures))
    only_tables_differ = len(measured) == len(options.tables) > 1
    grown = growth(measured[0], measured[-1]) if only_tables_differ else {}
    told = {f"{named(each)}_{name}": each[name] for each in measured for name in TOLD}
    told |= {f"growth_of_{name}": value for name, value in grown.items()}
    paced = [name for name in told if name.endswith("p99_ms")] if options.pause else []
    tell(told, *(at_most(name, options.limit) for name in paced), details=measured)


def named(figures: dict[str, Any]) -> str:
    """Say which of the measurements it is."""
    where = "" if figures["database"] == "sqlite" else f"_{figures['database']}_{figures['processes']}_processes"
    return f"{figures['tables']}_tables{where}"


if __name__ == "__main__":
    main()
