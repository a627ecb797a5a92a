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
import psutil

from bowerbird.client import Client, Line, Refused, card_facts

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


async def table_of_four(people: list[Client], stack: AsyncExitStack) -> list[Line]:
    made = await people[0].make_table(house_rules=RULES)
    lines = [await stack.enter_async_context(person.line(made["table"])) for person in people]
    for line, seat in zip(lines[1:], (3, 0, 1), strict=True):
        await line.do("sit", seat=seat)
    await lines[0].do("start")
    return lines


def choose(view: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    fact: dict[str, Any] = chance.choice([action["fact"] for action in view["actions"]] + card_facts(view))
    return fact


async def play(lines: list[Line], figures: Figures, seed: int) -> None:
    """One action a second, whoever's turn it is."""
    chance = random.Random(seed)
    loop = asyncio.get_running_loop()
    due = loop.time() + chance.random()
    while True:
        await asyncio.sleep(max(0.0, due - loop.time()))
        due = max(due + 1.0, loop.time())
        actor = next((line for line in lines if line.view and line.view["turn"] == line.seat), None)
        if actor is None or not (actor.view["actions"] or actor.view["plays"]):
            continue
        before = actor.frame["seq"]
        sent = time.perf_counter()
        asked = asyncio.create_task(actor.act(choose(actor.view, chance)))
        for line in lines:
            while line.frame["seq"] <= before:
                await line.changed(line.frames)
        if figures.measuring:
            figures.waits.append(time.perf_counter() - sent)
        try:
            await asked
        except Refused as refused:
            raise RuntimeError(f"an action was refused: {refused}") from None


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
        lines = [await table_of_four(people, stack) for _ in range(tables)]
        figures = Figures()
        players = [asyncio.create_task(play(four, figures, seed)) for seed, four in enumerate(lines)]
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
