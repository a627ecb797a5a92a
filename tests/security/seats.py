"""One hand each, over real processes on one PostgreSQL, by the live lines of six people who use any of the processes.

    PYTHONPATH=tests python -m security.seats --commands 100000 --processes 3

prints what was done, and ends with 1 if anybody was sent cards of two seats, or two people those of one.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager, suppress
from typing import Any

import msgspec

from bowerbird.client import Client, Line, RefusedError
from bowerbird.hall.live import Settings
from bowerbird.store import Log
from hall.one_hand_each import HOST, KINDS, PEOPLE, Command, Kind, Witness, next_command, quick_bots
from store.postgres import running_postgres

__all__ = ["main"]

_AT_ONE_TABLE = 500
#: The parts of a view that are one seat's own, as a stranger has them.
_NOTHING_OWN: dict[str, Any] = {
    "seat": None,
    "hand": [],
    "discards": [],
    "given": None,
    "actions": [],
    "plays": [],
    "why": {},
    "held_back": [],
    "expose": [],
}


def serve(database: str, port: int) -> None:
    """One of the processes, in which nothing waits and bots choose at random."""
    from bowerbird.web.server import serve_app
    from web.conftest import app_on

    app = app_on(database, Settings(grace=0.02, words_wait=0, pace_factor=0, review_ahead=False))
    quick_bots(app.dependencies["hall"].dependency(), random.Random(port))  # type: ignore[union-attr]
    serve_app(app, socket.create_server(("127.0.0.1", port)))


@contextmanager
def processes(database: str, number: int) -> Iterator[list[str]]:
    """So many processes; gives their addresses once they are asked to start."""
    from web.conftest import free_port

    ports = [free_port() for _ in range(number)]
    command = [sys.executable, "-m", "security.seats", "--serve", database, "--port"]
    running = [subprocess.Popen([*command, str(port)]) for port in ports]
    try:
        yield [f"http://127.0.0.1:{port}" for port in ports]
    finally:
        for process in running:
            process.terminate()
        for process in running:
            process.wait(30)


class Lines:
    """The people at one table, each on a live line to one of the processes."""

    def __init__(self, addresses: Sequence[str], table: str, cookies: dict[str, Any], chance: random.Random) -> None:
        self.addresses, self.table, self.cookies, self.chance = addresses, table, cookies, chance
        self.witness = Witness()
        self.done = 0
        self._stacks: dict[str, AsyncExitStack] = {}
        self._lines: dict[str, Line] = {}

    def heard(self, person: str, raw: bytes) -> None:
        """Whatever comes on a line."""
        if raw.startswith(b'{"type":"table"'):
            frame = msgspec.json.decode(raw)
            everyone = {"view": frame["view"] and {**frame["view"], **_NOTHING_OWN}}
            self.witness.hear(frame, person, everyone)

    async def come(self, person: str) -> None:
        """Open the table anew, through any process."""
        await self.go(person)
        stack = self._stacks[person] = AsyncExitStack()
        client = await stack.enter_async_context(Client(self.chance.choice(self.addresses)))
        client.http.cookies.update(self.cookies[person])
        heard = self.heard
        self._lines[person] = await stack.enter_async_context(client.line(self.table, lambda raw: heard(person, raw)))

    async def go(self, person: str) -> None:
        """Close it."""
        self._lines.pop(person, None)
        if person in self._stacks:
            await self._stacks.pop(person).aclose()

    async def go_on(self, number: int) -> None:
        """So many commands."""
        for person in PEOPLE:
            await self.come(person)
        for _ in range(number):
            with suppress(RefusedError):
                await self._carry_out(next_command(self.chance, {who: line.frame for who, line in self._lines.items()}))
            self.done += 1
        for person in PEOPLE:
            await self.go(person)

    async def _carry_out(self, command: Command) -> None:
        person, what, rest = command
        if what in ("come", "go") or person not in self._lines:
            await self.go(person) if what == "go" and person != HOST else await self.come(person)
        elif what == "rename":
            async with Client(self.chance.choice(self.addresses)) as client:
                client.http.cookies.update(self.cookies[person])
                await client.guest(rest["name"][:20])
        elif what not in ("link", "bell"):
            await self._lines[person].do(what, **rest)


async def one_table(addresses: Sequence[str], kind: Kind, number: int, chance: random.Random) -> Lines:
    """A table of a kind, with everybody around it, and so many commands."""
    cookies = {}
    made: dict[str, Any] = {}
    for person in PEOPLE:
        async with Client(addresses[0]) as client:
            await client.guest(person)
            cookies[person] = dict(client.http.cookies)
            if person == HOST:
                made = await client.make_table(
                    house_rules=kind.house_rules, mode=kind.mode, private=kind.private, pace="at once"
                )
    lines = Lines(addresses, made["table"], cookies, chance)
    await lines.go_on(number)
    return lines


async def until_open(address: str) -> None:
    async with asyncio.timeout(120), Client(address) as client:
        while True:
            with suppress(Exception):
                await client.get("/api/rules")
                return
            await asyncio.sleep(0.1)


async def attack(database: str, addresses: Sequence[str], commands: int, tables: int) -> int:
    """Give so many commands, at so many tables at once; the number of breaches."""
    for address in addresses:
        await until_open(address)
    chance, began = random.Random(20), time.monotonic()
    kinds = [kind for kind in KINDS if not kind.event]
    wanted = [kinds[place * 7 % len(kinds)] for place in range(-(-commands // _AT_ONE_TABLE))]
    found: list[str] = []
    done = hands = frames = 0
    at_once = asyncio.Semaphore(tables)

    async def one(kind: Kind, seed: float) -> tuple[Kind, Lines]:
        async with at_once:
            return kind, await one_table(addresses, kind, min(commands, _AT_ONE_TABLE), random.Random(seed))

    async with Log(database) as log:
        for finished in asyncio.as_completed([one(kind, chance.random()) for kind in wanted]):
            kind, lines = await finished
            found += [f"{kind}: {why}" for why in lines.witness.breaches(await log.read(f"table:{lines.table}"))]
            done += lines.done
            hands += len({hand for hand, _ in lines.witness.sent})
            frames += lines.witness.frames
    for why in found:
        print(why)
    print(
        f"{done} commands at {len(wanted)} tables over {len(addresses)} processes in {time.monotonic() - began:.0f} s, "
        f"{hands} hands, {frames} frames read, {len(found)} breaches"
    )
    if hands * 200 < done:
        print("too few hands were played")
    return len(found) + (hands * 200 < done)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--commands", type=int, default=100_000)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--tables", type=int, default=4, help="at once")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.serve:
        serve(options.serve, options.port)
        return 0
    with running_postgres() as server:
        database = server.get_uri()
        with processes(database, options.processes) as addresses:
            return int(asyncio.run(attack(database, addresses, options.commands, options.tables)) > 0)


if __name__ == "__main__":
    sys.exit(main())
