"""One hand each, over real processes on one PostgreSQL, by the live lines of six people who use any of the processes.

    PYTHONPATH=tests python -m security.seats --commands 100000 --processes 3

prints what was done, and ends with 1 if anybody was sent cards of two seats, or two people those of one.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager, suppress
from typing import Any, NamedTuple

import msgspec

from bowerbird.client import Client, EventLink, Line, RefusedError
from bowerbird.hall.live import Settings
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from bowerbird.store import Log
from hall.one_hand_each import HOST, PEOPLE, STRANGER, Command, Kind, Witness, next_command, quick_bots, some_kinds
from kit.listening import free_port, listen
from security.opening import online_event
from store.postgres import running_postgres

__all__ = ["main"]

_AT_ONE_TABLE = 500


def serve(database: str, port: int) -> None:
    """One of the processes, in which nothing waits and bots choose at random."""
    from bowerbird.web.server import serve_app
    from web.conftest import app_on

    app = app_on(database, Settings(grace=0.02, words_wait=0, pace_factor=0, review_ahead=False))
    quick_bots(app.dependencies["hall"].dependency(), random.Random(port))  # type: ignore[union-attr]
    serve_app(app, listen(port))


@contextmanager
def processes(database: str, number: int) -> Iterator[list[str]]:
    """So many processes; gives their addresses once they are asked to start."""
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


class Seats(NamedTuple):
    """A table of an event: the links of its players, by seat, and the director's."""

    players: Sequence[str]
    links: Sequence[str]
    desk: EventLink


class Lines:
    """The people at one table, each on a live line to one of the processes, and a stranger at each process."""

    def __init__(
        self,
        addresses: Sequence[str],
        table: str,
        cookies: dict[str, Any],
        chance: random.Random,
        seats: Seats | None = None,
    ) -> None:
        self.addresses, self.table, self.cookies, self.chance, self.seats = addresses, table, cookies, chance, seats
        self.witness = Witness()
        self.done = 0
        self.refusals: set[str] = set()
        self.acts = 0
        self._stacks: dict[str, AsyncExitStack] = {}
        self._lines: dict[str, Line] = {}
        #: The frame of strangers by its number, and frames that nobody has compared with one yet.
        self._everyone: dict[int, dict[str, Any]] = {}
        self._to_compare: list[tuple[str, dict[str, Any]]] = []

    @property
    def not_compared(self) -> int:
        """The number of frames without a stranger's of the same moment. Everything in them was taken for private."""
        return len(self._to_compare)

    def heard(self, person: str, raw: bytes) -> None:
        """Whatever comes on a line."""
        if not raw.startswith(b'{"type":"table"'):
            return
        frame = msgspec.json.decode(raw)
        if person != STRANGER:
            self._to_compare.append((person, frame))
        elif frame["seq"] not in self._everyone:
            self._everyone[frame["seq"]] = frame
            self.witness.hear(frame, STRANGER)

    def compare(self) -> None:
        """Read every frame beside the stranger's of the same moment."""
        left = []
        for person, frame in self._to_compare:
            everyone = self._everyone.get(frame["seq"])
            self.witness.hear(frame, person, everyone)
            if everyone is None:
                left.append((person, frame))
        self._to_compare = left

    async def come(self, person: str) -> None:
        """Open the table anew, through any process."""
        await self.go(person)
        self._lines[person] = await self._open(person, person, self.chance.choice(self.addresses))

    async def _open(self, name: str, person: str, address: str) -> Line:
        stack = self._stacks[name] = AsyncExitStack()
        client = await stack.enter_async_context(Client(address))
        client.http.cookies.update(self.cookies.get(person, {}))
        return await stack.enter_async_context(client.line(self.table, lambda raw: self.heard(person, raw)))

    async def go(self, person: str) -> None:
        """Close it."""
        self._lines.pop(person, None)
        if person in self._stacks:
            await self._stacks.pop(person).aclose()

    async def go_on(self, number: int) -> None:
        """So many commands."""
        strangers = [await self._open(address, STRANGER, address) for address in self.addresses]
        for person in PEOPLE:
            await self.come(person)
        for _ in range(number):
            try:
                await self._carry_out(next_command(self.chance, {who: line.frame for who, line in self._lines.items()}))
            except RefusedError as error:
                self.refusals.add(str(error))
            self.done += 1
        for person in PEOPLE:
            await self.go(person)
        newest = max(frame["seq"] for _, frame in self._to_compare)
        with suppress(TimeoutError):
            await strangers[0].until(lambda frame: frame["seq"] >= newest, 5)
        for address in self.addresses:
            await self.go(address)
        self.compare()

    async def _carry_out(self, command: Command) -> None:
        person, what, rest = command
        if what in ("come", "go") or person not in self._lines:
            await self.go(person) if what == "go" and person != HOST else await self.come(person)
        elif what == "rename":
            await self._ask(person, "/api/guest", name=rest["name"][:20])
        elif what == "act":
            await self._act(person, rest["fact"])
        elif what not in ("link", "bell"):
            await self._lines[person].do(what, **rest)
        elif self.seats is not None:
            await self._at_an_event(self.seats, command)

    async def _ask(self, person: str, path: str, **fields: Any) -> None:
        async with Client(self.chance.choice(self.addresses)) as client:
            client.http.cookies.update(self.cookies[person])
            await client.post(path, **fields)

    async def _act(self, person: str, fact: dict[str, Any]) -> None:
        """Act, and note for which seat if it was surely in the hand before and after."""
        line = self._lines[person]
        before = line.frame
        await line.act(fact)
        self.acts += 1
        hand = before["room"]["fair"]["hand"]
        if before["view"] and any(before["view"]["counts"]) and line.frame["room"]["fair"]["hand"] == hand:
            self.witness.acted[hand, person].add(Seat(fact["seat"]))

    async def _at_an_event(self, seats: Seats, command: Command) -> None:
        """A player's link is opened, by its owner or by somebody else; the director starts and pauses the round."""
        if command.what == "bell":
            await seats.desk.do("clock", do=self.chance.choice(("start", "pause", "resume")))
            return
        chairs = self._lines[command.person].frame["room"]["chairs"]
        leaving = self.chance.choice([chair["name"] for chair in chairs]) if self.chance.random() < 0.5 else ""
        link = seats.links[command.rest["seat"]].rpartition("/")[2]
        await self._ask(command.person, f"/api/desk/{link}/chair", leaving=leaving)


async def one_table(addresses: Sequence[str], kind: Kind, number: int, chance: random.Random) -> Lines:
    """A table of a kind, with everybody around it, and so many commands."""
    cookies = {}
    for person in PEOPLE:
        async with Client(addresses[0]) as client:
            await client.guest(person)
            cookies[person] = dict(client.http.cookies)
    async with Client(addresses[0]) as host:
        seats = None
        if kind.event:
            await host.guest("Director")
            seats, table = await of_an_event(host, kind.book)
        else:
            host.http.cookies.update(cookies[HOST])
            made = await host.make_table(
                house_rules=kind.house_rules, mode=kind.mode, private=kind.private, pace="at once"
            )
            table = made["table"]
        lines = Lines(addresses, table, cookies, chance, seats)
        await lines.go_on(number)
    return lines


async def of_an_event(director: Client, book: str) -> tuple[Seats, str]:
    """A table of an event that is played online."""
    pairs = load_rulebook(book).event.entry.unit == "pairs"
    desk = await online_event(director, ("Ann & Bob", "Cy & Di") if pairs else ("Ann", "Bob", "Cy", "Di"), book)
    view = await desk.view()
    players = [seat["plays"] for seat in view["tables"][0]["seats"]]
    links = [view["links"]["players"][name] for name in players]
    return Seats(players, links, desk), view["tables"][0]["online"].rpartition("/")[2]


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
    wanted = some_kinds(-(-commands // _AT_ONE_TABLE))
    found: list[str] = []
    refusals: set[str] = set()
    done = hands = frames = acts = not_compared = 0
    at_once = asyncio.Semaphore(tables)

    async def one(kind: Kind, seed: float) -> tuple[Kind, Lines]:
        async with at_once:
            return kind, await one_table(addresses, kind, min(commands, _AT_ONE_TABLE), random.Random(seed))

    async with Log(database) as log:
        for finished in asyncio.as_completed([one(kind, chance.random()) for kind in wanted]):
            kind, lines = await finished
            found += [f"{kind}: {why}" for why in lines.witness.breaches(await log.read(f"table:{lines.table}"))]
            refusals |= lines.refusals
            done += lines.done
            acts += lines.acts
            hands += lines.witness.hands
            frames += lines.witness.frames
            not_compared += lines.not_compared
    for why in found:
        print(why)
    events = sum(kind.event for kind in wanted)
    print(
        f"{done} commands at {len(wanted)} tables ({events} of events) over {len(addresses)} processes in "
        f"{time.monotonic() - began:.0f} s, {hands} hands, {acts} actions, {len(refusals)} kinds of refusals, "
        f"{frames} frames read, {not_compared} without a stranger's, {len(found)} breaches"
    )
    idle = hands * 200 < done or acts * 20 < done or len(refusals) < 10
    if idle:
        print("too little was played, or refused")
    return len(found) + idle


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
