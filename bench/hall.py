"""How quickly a busy hall tells everybody: live tables on one process, four sockets and one action a second each.

    python bench/hall.py --tables 50 500 --seconds 30

For each number of tables: how long it takes from sending an action until all four seats have seen it (half of them, and
99 of 100), the server's share of a core, and its memory for each table. People and server share this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
import psutil
from websockets.asyncio.client import ClientConnection, connect

from bowerbird.client import Client, card_facts

RULES = 'based_on = "trailer-estates"\n[game]\nhands = 100'
WARM_UP = 5.0


def serve(folder: Path, port: int) -> None:
    """The server's process: the hall as it is, but for limits that would take all these people for one rude one."""
    import uvicorn

    from bowerbird.hall.people import Keyring
    from bowerbird.web.app import create_app
    from bowerbird.web.guard import Limits

    plenty = (1e9, 1e9)
    limits = Limits(requests=plenty, writes=plenty, secrets=plenty, frames=plenty, connections=10**6)
    keyring = Keyring.from_file(folder / "secret")
    app = create_app(folder, keyring, clock=lambda: time.time_ns() // 1_000_000, limits=limits)
    uvicorn.run(app, port=port, log_level="warning", access_log=False, ws_per_message_deflate=False)


@dataclass
class Figures:
    """What was measured."""

    waits: list[float] = field(default_factory=list)
    measuring: bool = False


async def until_open(address: str) -> None:
    async with httpx.AsyncClient(trust_env=False) as http:
        for _ in range(1200):
            try:
                await http.get(f"{address}/api/rules")
                return
            except httpx.TransportError:
                await asyncio.sleep(0.05)
    raise TimeoutError("the hall did not open")


class Seen:
    """One person's line, read as cheaply as possible: people and server share this machine."""

    def __init__(self, socket: ClientConnection, table: Table) -> None:
        self.socket = socket
        self.table = table
        self.seq = 0
        self.raw = b""

    async def read(self) -> None:
        """Keep the newest frame."""
        async for message in self.socket:
            raw = message if isinstance(message, bytes) else message.encode()
            if raw.startswith(b'{"type":"table"'):
                self.raw = raw
                self.seq = int(raw[22 : raw.index(b",", 22)])
                self.table.news.set()
            elif b'"ok":false' in raw:
                raise RuntimeError(f"an action was refused: {raw!r}")


class Table:
    """Four people at one table."""

    def __init__(self) -> None:
        self.lines: list[Seen] = []
        self.news = asyncio.Event()

    async def all_see(self, seq: int) -> None:
        """Wait until everybody has seen this fact."""
        while any(line.seq < seq for line in self.lines):
            self.news.clear()
            await self.news.wait()

    def to_act(self) -> tuple[Seen, Any] | None:
        """Whose turn it is, with what this person sees; None while the hall deals."""
        turn = msgspec.json.decode(self.lines[0].raw)["view"]["turn"]
        for line in self.lines:
            frame = msgspec.json.decode(line.raw) if turn is not None else None
            if frame and frame["view"]["seat"] == turn and (frame["view"]["actions"] or frame["view"]["plays"]):
                return line, frame["view"]
        return None


async def table_of_four(people: list[Client], stack: AsyncExitStack) -> Table:
    """Sit down and begin, by the client; then follow by bare sockets."""
    made = await people[0].make_table(house_rules=RULES)
    async with AsyncExitStack() as sitting:
        lines = [await sitting.enter_async_context(person.line(made["table"])) for person in people]
        for line, seat in zip(lines[1:], (3, 0, 1), strict=True):
            await line.do("sit", seat=seat)
        await lines[0].do("start")
    table = Table()
    for person in people:
        cookie = {"Cookie": f"bowerbird={person.http.cookies['bowerbird']}"}
        where = f"{person.address.replace('http', 'ws')}/ws/{made['table']}"
        socket = await stack.enter_async_context(
            connect(where, additional_headers=cookie, proxy=None, compression=None, ping_interval=None)
        )
        table.lines.append(Seen(socket, table))
    return table


async def play(table: Table, figures: Figures, seed: int) -> None:
    """One action a second, whoever's turn it is."""
    chance = random.Random(seed)
    readers = [asyncio.create_task(line.read()) for line in table.lines]
    loop = asyncio.get_running_loop()
    await table.all_see(1)
    due = loop.time() + chance.random()
    number = 0
    while not any(reader.done() for reader in readers):
        await asyncio.sleep(max(0.0, due - loop.time()))
        due = max(due + 1.0, loop.time())
        found = table.to_act()
        if found is None:
            continue
        line, view = found
        fact = chance.choice([action["fact"] for action in view["actions"]] + card_facts(view))
        before, number = line.seq, number + 1
        sent = time.perf_counter()
        await line.socket.send(msgspec.json.encode({"id": number, "do": "act", "fact": fact}).decode())
        await table.all_see(before + 1)
        if figures.measuring:
            figures.waits.append(time.perf_counter() - sent)
    for reader in readers:
        if reader.done():
            reader.result()


async def measure(tables: int, seconds: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        with socket.create_server(("127.0.0.1", 0)) as door:
            port = int(door.getsockname()[1])
        command = [sys.executable, __file__, "--serve", folder, "--port", str(port)]
        server = subprocess.Popen(command)
        try:
            return await run(f"http://127.0.0.1:{port}", psutil.Process(server.pid), tables, seconds)
        finally:
            server.kill()
            server.wait()


async def run(address: str, server: psutil.Process, tables: int, seconds: float) -> dict[str, Any]:
    await until_open(address)
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Client(address)) for _ in range(4)]
        for place, person in enumerate(people):
            await person.guest(f"Person {place}")
        await (await stack.enter_async_context(people[0].line((await people[0].make_table())["table"]))).do("ping")
        empty = server.memory_info().rss
        all_tables = [await table_of_four(people, stack) for _ in range(tables)]
        figures = Figures()
        players = [asyncio.create_task(play(table, figures, seed)) for seed, table in enumerate(all_tables)]
        await asyncio.sleep(WARM_UP)
        figures.measuring = True
        before = server.cpu_times()
        began = time.perf_counter()
        done, _ = await asyncio.wait(players, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
        lasted = time.perf_counter() - began
        after = server.cpu_times()
        full = server.memory_info().rss
        for task in players:
            task.cancel()
    waits = sorted(figures.waits)
    busy = after.user + after.system - before.user - before.system
    return {
        "tables": tables,
        "sockets": 4 * tables,
        "actions_per_second": round(len(waits) / lasted, 1),
        "p50_ms": round(1000 * waits[len(waits) // 2], 1),
        "p99_ms": round(1000 * waits[int(len(waits) * 0.99)], 1),
        "core_share": round(busy / lasted, 3),
        "kb_per_table": round((full - empty) / tables / 1024, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[50, 500])
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve, options.port)
        return
    for tables in options.tables:
        print(json.dumps(asyncio.run(measure(tables, options.seconds))), flush=True)


if __name__ == "__main__":
    main()
