"""Real processes that share one hall, as small as can be: hall, desk and door as in the server, without pages.

    python -m faults.hall_process NUMBER SOCKET

For every line on its input, with a place, a database and a folder, it starts a copy of itself that has loaded
everything already, and tells the copy's id. So a start takes no longer than the database needs. All end with this one.

A connection begins as a request of a browser does, for the doors. Then each line is a request in JSON, and each answer
is one. Answers say `refused` if certainly nothing was written.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
import signal
import socket
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from hashlib import blake2b
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import msgspec

from bench.processes import copy_for_each_line
from bowerbird.desk.desk import Desk
from bowerbird.errors import BowerbirdError
from bowerbird.evening.requests import Do
from bowerbird.evening.rights import Right
from bowerbird.evening.setup import NewEvent
from bowerbird.hall import driver, presence
from bowerbird.hall.facts import NOT_FOR_SEATS
from bowerbird.hall.frames import TableSnapshot
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable, Settings
from bowerbird.hall.log_seals import log_seals
from bowerbird.hall.room import Room
from bowerbird.hall.setup import TableSetup
from bowerbird.keyring import Keyring
from bowerbird.live import cluster, followers, keeper, stream
from bowerbird.seats import Seat
from bowerbird.store import Log, StoreError, lease, notifications
from bowerbird.store.archiving import Archiver
from bowerbird.table import decode_fact, encode_fact
from bowerbird.web import doors
from bowerbird.web.doors import Doors
from store.states import told

__all__ = ["CLAIMS", "KEYRING", "PACE", "START", "digest_of"]

KEYRING: Final = Keyring(b"the secret that all these processes know")
#: Everything that processes wait for among each other is so much shorter than usual.
PACE: Final = 0.2
_TIMES: Final[dict[ModuleType, tuple[str, ...]]] = {
    cluster: ("_LOOK", "_COURTESY", "_DROP_EVERY", "_ASK_AGAIN", "_ALL_HAVE_HEARD", "REPEAT"),
    followers: ("_BELIEVED",),
    keeper: ("_STAYS",),
    presence: ("_AGAIN",),
    notifications: ("_TEST_EVERY",),
    stream: ("_TRY_AGAIN",),
    driver: ("_TRY_AGAIN",),
    doors: ("_PATIENCE", "_LONGEST", "_TAKE_WITHIN"),
}
#: Nobody is replaced by a bot: whatever a seat of a person does, a person did.
_SETTINGS: Final = Settings(grace=600, arrival=600, words_wait=0, pace_factor=0, review_ahead=False)
_RULES: Final = 'based_on = "trailer-estates"\n[game]\nhands = 2'
#: The file in which every process notes when it is sure to lead a stream: its name, the stream, from when, until when.
CLAIMS: Final = "claims"
#: What the host does when a game is over.
START: Final = "start"
#: Later than anything here.
_LATER: Final = 10**15


def digest_of(room: Room) -> str:
    """A digest of everything that a table amounts to."""
    return blake2b(msgspec.json.encode(told(room)), digest_size=8).hexdigest()


class Claims(dict[str, float]):
    """The streams that a process is sure to lead, and until when. Notes every change where it outlives the process."""

    def __init__(self, process: str, folder: Path) -> None:
        super().__init__()
        self._process = process
        self._file = os.open(folder / CLAIMS, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def __setitem__(self, name: str, until: float) -> None:
        super().__setitem__(name, until)
        self._note(name, until)

    def __delitem__(self, name: str) -> None:
        super().__delitem__(name)
        self._note(name, 0.0)

    def pop(self, name: str, *default: Any) -> Any:
        if name in self:
            self._note(name, 0.0)
        return super().pop(name, *default)

    def _note(self, name: str, until: float) -> None:
        os.write(self._file, msgspec.json.encode((self._process, name, time.monotonic(), until)) + b"\n")


class Process:
    """What one process does for people."""

    def __init__(self, hall: Hall, desk: Desk) -> None:
        self._hall = hall
        self._desk = desk
        self._archiver = Archiver(hall.log)

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one connection until it is closed."""
        came: list[tuple[LiveTable, str]] = []
        listening: list[tuple[LiveTable, Callable[[TableSnapshot], None]]] = []
        try:
            while await reader.readline() not in (b"\r\n", b""):
                pass  # the head of the request was for the doors
            while line := await reader.readline():
                wanted = msgspec.json.decode(line)
                if wanted["do"] == "follow":
                    live = await self._hall.table(wanted["table"])
                    listening.append((live, partial(_push, writer, live)))
                    live.listen(listening[-1][1])
                if "person" in wanted:
                    live = await self._hall.table(wanted["table"])
                    came.append((live, wanted["person"]))
                    with suppress(StoreError):
                        await live.came(wanted["person"])
                _say(writer, await self._answer(wanted))
        except (OSError, StoreError, asyncio.CancelledError):
            pass  # the connection broke, or the process stops
        finally:
            for live, listener in listening:
                live.unlisten(listener)
            for live, person in came:
                live.went(person)
            writer.close()

    async def _answer(self, wanted: dict[str, Any]) -> dict[str, Any]:
        do: Callable[..., Awaitable[dict[str, Any]]] = getattr(self, f"do_{wanted.pop('do')}")
        try:
            return {"ok": True, **await do(**wanted)}
        except StoreError as error:
            return {"ok": False, "why": str(error)}
        except BowerbirdError as error:
            return {"ok": False, "refused": True, "why": str(error)}

    async def do_ping(self) -> dict[str, Any]:
        """Show that this process serves."""
        return {}

    async def do_make(self, table: str, people: list[str]) -> dict[str, Any]:
        """Set up a table for these people, with bots beside them, and begin. Done twice, it is done once."""
        live = await self._hall.make_table(people[0], TableSetup(name=table, house_rules=_RULES, pace="at once"))
        for seat, person in zip(Seat, people, strict=False):
            if live.room.seat_of(person) is None:
                await live.sit(person, person.capitalize(), seat)
        for seat in list(Seat)[len(people) :]:
            if live.room.chairs[seat].is_empty:
                await live.seat_bot(people[0], seat, "simple")
        if not live.room.started:
            await live.start(people[0])
        return {}

    async def do_look(self, table: str) -> dict[str, Any]:
        """The table as this process has it, and what each person may do there."""
        live = await self._hall.table(table)
        room = live.room
        may = [
            (room.chairs[Seat(fact.seat)].person, encode_fact(fact).decode())
            for fact in room.table.legal
            if getattr(fact, "seat", None) is not None and not isinstance(fact, NOT_FOR_SEATS)
        ]
        if room.table.state.is_over:
            may.append((room.made.host, START))
        return {"seq": room.seq, "digest": digest_of(room), "may": [each for each in may if each[0]]}

    async def do_act(self, table: str, person: str, fact: str) -> dict[str, Any]:
        """A person does something."""
        live = await self._hall.table(table)
        if fact == START:
            await live.start(person)
        else:
            await live.act(person, decode_fact(fact.encode()))
        return {"seq": live.room.seq}

    async def do_follow(self, table: str, person: str) -> dict[str, Any]:
        """A person looks on from now on: every change is told as an answer to nothing."""
        return await self.do_look(table)

    async def do_event(self) -> dict[str, Any]:
        """Set up an event."""
        live = await self._desk.make("director", NewEvent(rules="trailer-estates", key="the event"))
        return {"event": live.name}

    async def do_enter(self, event: str, name: str) -> dict[str, Any]:
        """Enter a person. The key is the name: sent again, nothing more happens."""
        live = await self._desk.event(event)
        entered = msgspec.convert({"what": "enter", "key": name, "people": [{"name": name}], "sure": True}, Do)
        answer = await self._desk.do(Right(event, "director"), live, entered)
        return {"seq": answer.seq}

    async def do_entered(self, event: str) -> dict[str, Any]:
        """Everyone who is entered, as this process has it."""
        live = await self._desk.event(event)
        return {"seq": live.story.seq, "people": list(live.evening.event.people)}

    async def do_archive(self) -> dict[str, Any]:
        """Do one step of archiving everything that there is."""
        return {"more": await self._archiver.step(_LATER)}


def _say(writer: asyncio.StreamWriter, said: dict[str, Any]) -> None:
    writer.write(msgspec.json.encode(said) + b"\n")


def _push(writer: asyncio.StreamWriter, live: LiveTable, _: TableSnapshot) -> None:
    if not writer.is_closing():
        _say(writer, {"pushed": True, "seq": live.room.seq, "digest": digest_of(live.room)})


def _hurry() -> None:
    for module, names in _TIMES.items():
        for name in names:
            setattr(module, name, getattr(module, name) * PACE)
    setattr(cluster, "Leases", partial(lease.Leases, seconds=lease.SECONDS * PACE))  # noqa: B010  # it is no class


async def serve(place: int, number: int, shared: socket.socket, database: str, folder: Path) -> None:
    """Serve until a signal ends it."""
    ending = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ending.set)
    async with Log(database, log_seals(KEYRING, folder)) as log:
        hall = Hall(log, lambda: time.time_ns() // 1_000_000, _SETTINGS, bot_processes=0)
        desk = Desk(hall, KEYRING)
        await hall.open()
        if hall.cluster._leases is not None:
            hall.cluster._leases._sure_until = Claims(log.name, folder)
        process = Process(hall, desk)
        own = await asyncio.start_unix_server(process.talk, folder / f"own-{place}")
        door = Doors(folder, place, number)
        door.open([shared], lambda: asyncio.StreamReaderProtocol(asyncio.StreamReader(), process.talk))
        waking = asyncio.create_task(_wake(hall, desk))
        await ending.wait()
        door.close()
        own.close()
        waking.cancel()
        await hall.cluster.hand_on()
        await desk.close()
        await hall.close()


async def _wake(hall: Hall, desk: Desk) -> None:
    """Go on with what nobody leads, as the server does when it starts."""
    while True:
        try:
            await hall.wake_recent()
            await desk.wake_recent()
            return
        except StoreError:
            await asyncio.sleep(0.2)


def main() -> None:
    """Start a copy for every line, until there are no more."""
    number, shared = int(sys.argv[1]), socket.socket(fileno=int(sys.argv[2]))
    _hurry()
    logging.disable(logging.WARNING)  # that a database is away is no news here

    def serve_line(line: str) -> None:
        random.seed()
        place, database, folder = line.split()
        with suppress(StoreError):  # the database may be away while it starts
            asyncio.run(serve(int(place), number, shared, database, Path(folder)))

    copy_for_each_line(serve_line)


if __name__ == "__main__":
    main()
