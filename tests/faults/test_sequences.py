"""Properties over all sequences of acts and faults: kills, starts, pauses, cut connections, wrong routing, archives.

Real processes (`hall_process.py`) serve two tables and an event on one database. Hypothesis chooses what happens next.
After every step:

- the facts of each stream have the numbers from 1 on, and those that were there before are still there;
- whatever was acknowledged is in the log once, and nothing that nobody did;
- whatever a process shows of a table is what its first so many facts amount to, and no page ever goes back.

At the end, people play on at every table through each living process within `BOUND`, everyone who looks on sees the
end of the log, no two processes were ever sure to lead the same stream at the same moment, every shuffle was promised
once and in time, and digests and seals hold.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import make_url

from bowerbird.hall.facts import HallFact, Happened, decode_hall_fact
from bowerbird.hall.log_seals import log_seals
from bowerbird.hall.promises import Promises
from bowerbird.hall.room import Room
from bowerbird.store import Entry, Log, StoreError
from bowerbird.store.audit import survey
from bowerbird.table import Cut, Draw, Open, encode_fact
from faults.hall_process import CLAIMS, KEYRING, START, digest_of
from kit.amount import amount
from kit.listening import listen
from store.conftest import run
from store.postgres import cut_connections

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="processes are killed and paused by signals here"),
    pytest.mark.full,
]

#: How many sequences are tried; a soak takes more, and others every time.
SEQUENCES = amount(0, soak=150)
STEPS = 20
#: Seconds for an answer before a person gives it up, and for everything that must come in time at the end.
PATIENCE, BOUND = 4.0, 10.0
#: Seconds by which two clocks of one machine may differ.
CLOCKS = 0.005
TABLES = {"people-only-1": ["ann", "bob", "cy", "dee"], "with-bots-1": ["eve"]}
PLACES = st.integers(0, 5)
Answer = TypeVar("Answer")
Told = dict[str, Any]


def silent(_done: int, _total: int) -> None:
    """Nobody watches."""


class Halls:
    """Starts processes in several places, all of which accept connections on one socket."""

    def __init__(self, number: int, stack: ExitStack, server: Any = None) -> None:
        """`server` is the PostgreSQL of the processes; without one, they use SQLite."""
        self.number = number
        self.server = server
        self.listening = stack.enter_context(listen())
        self.listening.listen(100)
        command = [sys.executable, "-m", "faults.hall_process", str(number), str(self.listening.fileno())]
        paths = os.pathsep.join(path for path in sys.path if path)
        self._starter = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=[self.listening.fileno()],
            env={**os.environ, "PYTHONPATH": paths},
        )
        stack.callback(self._starter.communicate)

    def start(self, place: int, database: str, folder: Path) -> int:
        """The id of a new process."""
        assert self._starter.stdin is not None
        assert self._starter.stdout is not None
        self._starter.stdin.write(f"{place} {database} {folder}\n".encode())
        self._starter.stdin.flush()
        return int(self._starter.stdout.readline())


@contextmanager
def new_database(halls: Halls, folder: Path) -> Iterator[str]:
    """An empty database."""
    if halls.server is None:
        yield str(folder / "hall.db")
        return
    address = make_url(halls.server.get_uri().replace("postgresql://", "postgresql+asyncpg://"))
    name = f"sequence_{secrets.token_hex(4)}"
    whole = address.render_as_string(hide_password=False)
    asyncio.run(run(whole, f"CREATE DATABASE {name}"))
    try:
        yield address.set(database=name).render_as_string(hide_password=False)
    finally:
        asyncio.run(run(whole, f"DROP DATABASE {name} WITH (FORCE)"))


@dataclass
class Tried:
    """Something that a person has sent: decided on a table of so many facts, done at the latest with fact `upto`."""

    fact: str
    after: int
    upto: float = float("inf")

    @property
    def is_acknowledged(self) -> bool:
        return self.upto != float("inf")


@dataclass
class Table:
    """A table as the log has it, and what people have tried there."""

    people: list[str]
    entries: list[Entry] = field(default_factory=list)
    facts: list[HallFact] = field(default_factory=list)
    room: Room | None = None
    digests: dict[int, str] = field(default_factory=dict)
    own: list[tuple[int, str]] = field(default_factory=list)
    tried: list[Tried] = field(default_factory=list)

    def grow(self, entries: list[Entry]) -> None:
        """Take in what the log has now."""
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1)), "numbers have gaps"
        known = len(self.entries)
        assert entries[:known] == self.entries, "what was in the log has changed, or is lost"
        for entry in entries[known:]:
            fact = decode_hall_fact(entry.body)
            if self.room is None:
                self.room = Room.fold([(fact, entry.at)])
            else:
                self._note_own(entry.seq, fact, self.room)
                self.room.apply(fact, entry.at)
            self.facts.append(fact)
            self.digests[entry.seq] = digest_of(self.room)
        self.entries = entries

    def _note_own(self, seq: int, fact: HallFact, room: Room) -> None:
        """Keep what a person did."""
        if not isinstance(fact, Happened) or isinstance(fact.fact, Cut | Draw):
            return
        seat = getattr(fact.fact, "seat", None)
        if isinstance(fact.fact, Open):
            self.own.append((seq, START))
        elif seat is not None and room.chairs[seat].person in self.people:
            self.own.append((seq, encode_fact(fact.fact).decode()))

    def check_tried(self) -> None:
        """Whatever was acknowledged is there once, and nothing that nobody has sent."""
        left = list(self.tried)
        for seq, fact in self.own:
            fitting = [each for each in left if each.fact == fact and each.after < seq <= each.upto]
            if not fitting and fact == START and seq == self.own[0][0]:
                continue  # the first game began when the table was made
            assert fitting, f"nobody did {fact}, which is number {seq}"
            left.remove(min(fitting, key=lambda each: each.upto))
        lost = [each for each in left if each.is_acknowledged]
        assert not lost, f"acknowledged, and not in the log: {lost}"


class Connection:
    """An open connection to a process."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self.pushed: list[Told] = []

    async def ask(self, do: str, **more: Any) -> Told:
        """The answer to a request; an `OSError` if there is none, or not in time."""
        async with asyncio.timeout(PATIENCE):
            self._writer.write(json.dumps({"do": do, **more}).encode() + b"\n")
            while True:
                told = await self._next()
                if "pushed" not in told:
                    return told
                self.pushed.append(told)

    async def _next(self) -> Told:
        line = await self._reader.readline()
        if not line.endswith(b"\n"):
            raise ConnectionResetError
        told: Told = json.loads(line)
        return told

    async def hear(self) -> None:
        """Take what has been pushed."""
        with suppress(TimeoutError, OSError):
            async with asyncio.timeout(0.005):
                while True:
                    self.pushed.append(await self._next())

    def close(self) -> None:
        self._writer.close()


@dataclass
class Follower:
    """Somebody who looks on at a table through one process."""

    table: str
    place: int
    connection: Connection
    seen: int = 0


class Sequences(RuleBasedStateMachine):
    """Two tables and an event, three processes at most, and everything that can happen to them."""

    def __init__(self, halls: Halls) -> None:
        super().__init__()
        self.halls = halls
        self.stack = ExitStack()
        self.runner = self.stack.enter_context(asyncio.Runner())
        self.folder = Path(self.stack.enter_context(tempfile.TemporaryDirectory()))
        self.database = self.stack.enter_context(new_database(halls, self.folder))
        self.running: dict[int, int] = {}
        self.paused: set[int] = set()
        self.tables = {name: Table(people) for name, people in TABLES.items()}
        self.event = ""
        self.entered: dict[str, bool] = {}  # and whether that was acknowledged
        self.event_entries: list[Entry] = []
        self.followers: list[Follower] = []
        self.is_sound = False
        self.longest = 0.0

    # What can happen.

    @initialize()
    def open(self) -> None:
        """All processes start, and people sit down."""
        self.log = Log(self.database)
        self.now(self._begin())

    @rule(table=st.sampled_from(sorted(TABLES)), choice=st.integers(0, 9), place=PLACES, times=st.integers(1, 6))
    def act(self, table: str, choice: int, place: int, times: int) -> None:
        """People act, by way of the doors or through any process; through each that is awake in turn."""
        for time_ in range(times):
            self.now(self._act(table, choice + time_, self._any(place + time_)))

    @precondition(lambda self: self.awake)
    @rule(table=st.sampled_from(sorted(TABLES)), choice=st.integers(0, 9), place=PLACES, after=st.integers(0, 30))
    def act_and_kill(self, table: str, choice: int, place: int, after: int) -> None:
        """The process is killed so many milliseconds after somebody has acted."""
        victim = self._awake(place)

        async def both() -> None:
            acting = asyncio.create_task(self._act(table, choice, victim))
            await asyncio.sleep(after / 1000)
            self._end(victim, signal.SIGKILL)
            await acting

        self.now(both())

    @rule(place=PLACES, again=st.booleans())
    def enter(self, place: int, again: bool) -> None:
        """The director enters somebody, and perhaps sends it again through another process."""
        name = f"Person {len(self.entered)}"
        self.entered[name] = False
        for number in range(1 + again):
            self.now(self._enter(name, self._any(place + number)))

    @precondition(lambda self: self.running)
    @rule(place=PLACES)
    def kill(self, place: int) -> None:
        """A process is killed, perhaps while it is paused."""
        self._end(_pick(sorted(self.running), place), signal.SIGKILL)

    @precondition(lambda self: self.awake)
    @rule(place=PLACES)
    def stop(self, place: int) -> None:
        """A process stops as it should."""
        self._end(self._awake(place), signal.SIGTERM)

    @precondition(lambda self: self.missing)
    @rule(place=PLACES)
    def start(self, place: int) -> None:
        """A process starts."""
        self.now(self._start(_pick(self.missing, place)))

    @precondition(lambda self: self.awake)
    @rule(place=PLACES)
    def pause(self, place: int) -> None:
        """A process stands still."""
        victim = self._awake(place)
        os.kill(self.running[victim], signal.SIGSTOP)
        self.paused.add(victim)

    @precondition(lambda self: self.paused)
    @rule(place=PLACES)
    def go_on(self, place: int) -> None:
        """And goes on, as if nothing had been."""
        self._go_on(_pick(sorted(self.paused), place))

    @precondition(lambda self: self.halls.server is not None)
    @rule()
    def cut(self) -> None:
        """All connections to the database are cut."""
        self.now(cut_connections(self.log))

    @precondition(lambda self: SEQUENCES > 0 and self.halls.server is not None)
    @rule()
    def restart_database(self) -> None:
        """The database is away for a moment."""
        self.halls.server.stop()
        self.halls.server.start()

    @rule(seconds=st.sampled_from([0.02, 0.2, 0.8]))
    def wait(self, seconds: float) -> None:
        """Time passes; leases of processes that are gone run out in the longest of these."""
        self.now(asyncio.sleep(seconds))

    @precondition(lambda self: self.awake)
    @rule(place=PLACES, steps=st.integers(1, 4))
    def archive(self, place: int, steps: int) -> None:
        """Everything so far goes into archives, or some of it."""
        self.now(self._archive(self._awake(place), steps))

    @precondition(lambda self: self.awake)
    @rule(table=st.sampled_from(sorted(TABLES)), place=PLACES)
    def follow(self, table: str, place: int) -> None:
        """Somebody looks on through a process."""
        self.now(self._follow(table, self._awake(place)))

    @precondition(lambda self: self.awake)
    @rule(place=PLACES)
    def read(self, place: int) -> None:
        """All tables and the event are read through a process."""
        self.now(self._read(self._awake(place)))

    # What is always so.

    @invariant()
    def holds(self) -> None:
        """The log has all that was acknowledged, and everybody sees a part of it from its beginning."""
        if self.event:
            self.now(self._check())

    def teardown(self) -> None:
        """People play on everywhere, and the log is read as `check` and `verify` do."""
        try:
            if self.is_sound:
                self.now(self._all_play_on())
            for place in list(self.running):
                self._end(place, signal.SIGKILL)
            if self.is_sound:
                self.now(self._verify())
        finally:
            for place in list(self.running):
                self._end(place, signal.SIGKILL)
            with suppress(StoreError):
                self.runner.run(self.log.close())
            self.stack.close()

    # The parts.

    @property
    def awake(self) -> list[int]:
        """The places whose processes run, and are not paused."""
        return sorted(set(self.running) - self.paused)

    @property
    def missing(self) -> list[int]:
        """The places without a process."""
        return sorted(set(range(self.halls.number)) - set(self.running))

    def now(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Do this, and remember if it went wrong: after that, the end shows nothing more."""
        self.is_sound = False
        answer = self.runner.run(work)
        self.is_sound = True
        return answer

    def _awake(self, place: int) -> int:
        return _pick(self.awake, place)

    def _any(self, place: int) -> int | None:
        """A process that is awake, or the doors, behind which somebody has to be awake as well."""
        return _pick([None, *self.awake], place)

    async def _begin(self) -> None:
        await self.log.open()
        for place in range(self.halls.number):
            await self._start(place)
        for name, table in self.tables.items():
            await self._surely(0, "make", table=name, people=table.people)
        self.event = (await self._surely(0, "event"))["event"]

    async def _start(self, place: int) -> None:
        self.running[place] = self.halls.start(place, self.database, self.folder)
        await self._surely(place, "ping")

    def _end(self, place: int, how: signal.Signals) -> None:
        number = self.running.pop(place)
        self.paused.discard(place)
        os.kill(number, how)
        until = time.monotonic() + 20
        while _is_there(number):
            assert time.monotonic() < until, f"the process in place {place} does not end"
            time.sleep(0.002)
        for gone in [each for each in self.followers if each.place == place]:
            gone.connection.close()
            self.followers.remove(gone)

    def _go_on(self, place: int) -> None:
        self.paused.discard(place)
        os.kill(self.running[place], signal.SIGCONT)

    async def _connect(self, place: int | None, key: str) -> Connection:
        if place is None:
            reader, writer = await asyncio.open_connection(*self.halls.listening.getsockname())
        else:
            reader, writer = await asyncio.open_unix_connection(self.folder / f"own-{place}")
        writer.write(f"GET /ws/{key} HTTP/1.1\r\n\r\n".encode())
        return Connection(reader, writer)

    async def _surely(self, place: int, do: str, **more: Any) -> Told:
        """Ask a process until it has done it."""
        async with asyncio.timeout(2 * BOUND):
            while True:
                with suppress(OSError, TimeoutError):
                    connection = await self._connect(place, "any")
                    try:
                        told = await connection.ask(do, **more)
                    finally:
                        connection.close()
                    if told["ok"]:
                        return told
                await asyncio.sleep(0.01)

    async def _act(self, name: str, choice: int, place: int | None) -> bool:
        """Somebody who may do something does one of it; whether that was acknowledged."""
        if not self.awake:
            return False
        table = self.tables[name]
        with suppress(OSError, TimeoutError):
            connection = await self._connect(place, name)
            try:
                look = await connection.ask("look", table=name)
                if not look["ok"] or not look["may"]:
                    return False
                person, fact = look["may"][choice % len(look["may"])]
                if person not in table.people:
                    return False
                tried = Tried(fact, look["seq"])
                table.tried.append(tried)
                told = await connection.ask("act", table=name, person=person, fact=fact)
                if told["ok"]:
                    tried.upto = told["seq"]
                elif told.get("refused"):
                    table.tried.remove(tried)
                await self._see(name, look)
                return bool(told["ok"])
            finally:
                connection.close()
        return False

    async def _enter(self, name: str, place: int | None) -> None:
        if not self.awake:
            return
        with suppress(OSError, TimeoutError):
            connection = await self._connect(place, self.event)
            try:
                told = await connection.ask("enter", event=self.event, name=name)
                assert told["ok"] or not told.get("refused"), told
                self.entered[name] = self.entered[name] or told["ok"]
            finally:
                connection.close()

    async def _archive(self, place: int, steps: int) -> None:
        with suppress(OSError, TimeoutError):
            connection = await self._connect(place, "any")
            try:
                for _ in range(steps):
                    await connection.ask("archive")
            finally:
                connection.close()

    async def _follow(self, name: str, place: int) -> None:
        with suppress(OSError, TimeoutError):
            connection = await self._connect(place, name)
            told = await connection.ask("follow", table=name, person=self.tables[name].people[0])
            if told["ok"]:
                connection.pushed.append(told)
                self.followers.append(Follower(name, place, connection))
            else:
                connection.close()

    async def _read(self, place: int) -> None:
        with suppress(OSError, TimeoutError):
            connection = await self._connect(place, "any")
            try:
                for name in self.tables:
                    await self._see(name, await connection.ask("look", table=name))
                told = await connection.ask("entered", event=self.event)
                if told["ok"]:
                    people = await self._people()
                    assert told["people"] == people[: len(told["people"])], "another order, or somebody else"
            finally:
                connection.close()

    async def _see(self, name: str, told: Told) -> None:
        """What a process shows is what so many facts amount to."""
        if told["ok"]:
            table = self.tables[name]
            if told["seq"] not in table.digests:
                table.grow(await self._entries(f"table:{name}"))
            assert table.digests.get(told["seq"]) == told["digest"], f"{name} is another one after {told['seq']} facts"

    async def _entries(self, stream: str) -> list[Entry]:
        """The log, read by nobody's process. Connections may be cut twice while it is."""
        async with asyncio.timeout(BOUND):
            while True:
                with suppress(StoreError):
                    return await self.log.read(stream)
                await asyncio.sleep(0.05)

    async def _people(self) -> list[str]:
        """Everyone whom the event has, in the order of its log."""
        entries = await self._entries(f"event:{self.event}")
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1)), "numbers have gaps"
        assert entries[: len(self.event_entries)] == self.event_entries, "what was in the log has changed, or is lost"
        self.event_entries = entries
        commands = [json.loads(entry.body) for entry in entries[1:]]
        return [str(command["key"]) for command in commands]

    async def _check(self) -> None:
        for name, table in self.tables.items():
            table.grow(await self._entries(f"table:{name}"))
            table.check_tried()
        people = await self._people()
        assert max(Counter(people).values(), default=1) == 1, "somebody was entered twice"
        lost = [name for name, acknowledged in self.entered.items() if acknowledged and name not in people]
        assert not lost, f"acknowledged, and not entered: {lost}"
        assert set(people) <= set(self.entered)
        for follower in self.followers:
            await follower.connection.hear()
            pushed, follower.connection.pushed = follower.connection.pushed, []
            for told in pushed:
                assert told["seq"] >= follower.seen, "a page went back"
                follower.seen = told["seq"]
                await self._see(follower.table, {"ok": True, **told})

    # The end.

    async def _all_play_on(self) -> None:
        for place in list(self.paused):
            self._go_on(place)
        if not self.running:
            await self._start(0)
        for place in self.awake:
            for name in self.tables:
                await self._plays_on(name, place)
        for name in self.entered:
            await self._surely(self.awake[0], "enter", event=self.event, name=name)
            self.entered[name] = True
        await self._check()
        for follower in self.followers:
            async with asyncio.timeout(BOUND):
                while follower.seen < len(self.tables[follower.table].entries):
                    await asyncio.sleep(0.01)
                    await self._check()

    async def _plays_on(self, name: str, place: int) -> None:
        """Six acts, whatever has to happen between them."""
        began = time.monotonic()
        done = 0
        try:
            async with asyncio.timeout(BOUND):
                while done < 6:
                    done += await self._act(name, done, place)
                    await asyncio.sleep(0.001)
        except TimeoutError:
            pytest.fail(f"{name} does not go on through the process in place {place}: {done} acts in {BOUND} s")
        self.longest = max(self.longest, time.monotonic() - began)

    async def _verify(self) -> None:
        await self._check()
        found = await survey(self.database, silent, seals=log_seals(KEYRING, self.folder))
        assert found.problems == []
        for name, table in self.tables.items():
            promises = Promises(zip(table.facts, (entry.at for entry in table.entries), strict=True), since=0)
            assert promises.problems == [], name
        if self.halls.server is not None:
            check_claims(self.folder / CLAIMS)


def _pick(choices: list[Answer], number: int) -> Answer:
    return choices[number % len(choices)]


def _is_there(process: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(process, 0)
        return True
    return False


def check_claims(file: Path) -> None:
    """No two processes were sure to lead the same stream at the same moment."""
    held: defaultdict[str, dict[str, list[tuple[float, float]]]] = defaultdict(lambda: defaultdict(list))
    for line in file.read_text().splitlines():
        process, stream, at, until = json.loads(line)
        times = held[stream][process]
        if until <= at:  # it let go, or was paused until it was too late
            if times:
                times[-1] = (times[-1][0], min(at, times[-1][1]))
        elif times and times[-1][1] >= at:
            times[-1] = (times[-1][0], until)  # renewed
        else:
            times.append((at, until))
    for stream, processes in held.items():
        ordered = sorted((*each, process) for process, times in processes.items() for each in times)
        for (_, until, one), (begins, _, other) in pairwise(ordered):
            assert one == other or begins > until - CLOCKS, (
                f"{stream} had two owners for {until - begins:.3f} s: {one} and {other}"
            )


def try_sequences(number: int, server: Any, few: int) -> None:
    how = settings(
        max_examples=SEQUENCES or few,
        stateful_step_count=STEPS,
        derandomize=not SEQUENCES,
        phases=[Phase.generate],  # in real time nothing happens twice alike, so no example can be made smaller
    )
    tried: list[Sequences] = []
    with ExitStack() as stack:
        halls = Halls(number, stack, server)

        def one() -> Sequences:
            tried.append(Sequences(halls))
            return tried[-1]

        run_state_machine_as_test(one, settings=how)  # type: ignore[arg-type]  # a function will do
    acts = sum(len(table.tried) for each in tried for table in each.tables.values())
    assert acts, "people did something"
    print(f"{len(tried)} sequences, {acts} acts, longest until a table went on {max(e.longest for e in tried):.1f} s")


def test_whatever_happens_to_three_processes_nothing_is_lost_and_every_table_goes_on(server: Any) -> None:
    try_sequences(3, server, few=2)


def test_whatever_happens_to_one_process_nothing_is_lost_and_every_table_goes_on() -> None:
    try_sequences(1, None, few=2)
