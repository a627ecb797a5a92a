"""Everyone at a table comes to the same worker, by the address of what they ask for; and to another if it has died."""

from __future__ import annotations

import asyncio
import os
import select
import socket
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, cast

import pytest

from bowerbird.keyring import Keyring
from bowerbird.web import doors as web_doors
from bowerbird.web.app import create_app
from bowerbird.web.doors import Doors
from bowerbird.web.routing import key_of, places_for
from bowerbird.web.workers import FolderError, _shared_folder, serve_in_workers
from kit.listening import listen
from kit.rows import rows
from realtime.waiting import soon

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows cannot hand over connections")

TABLE = "Zx81-_abcDEF4567"
LINK = "Ev_nt-1234.p0.QWw.abcdefghijklmnopqrstuv"


@rows(
    ("path", "key"),
    [
        (f"/ws/{TABLE}", TABLE),
        (f"/t/{TABLE}/review", TABLE),
        (f"/api/tables/{TABLE}/hint", TABLE),
        (f"/p/{LINK}", "Ev_nt-1234"),
        (f"/api/desk/{LINK}/view?after=3", "Ev_nt-1234"),
        (f"/paper/{LINK}/slips", "Ev_nt-1234"),
        ("/", ""),
        ("/api/tables", ""),
        ("/events/new", ""),
        ("/tools/abc", ""),
        ("/static/x/t/abc.js", ""),
    ],
)
def test_the_address_names_the_table_or_the_event(path: str, key: str) -> None:
    assert key_of(path) == key


def test_every_address_with_a_table_or_an_event_in_it_is_routed(tmp_path: Path) -> None:
    app = create_app(tmp_path, Keyring(b"x" * 32), clock=lambda: 0, bot_processes=0)
    paths = {route.path for route in app.routes}
    tables = {path.replace("{table:str}", TABLE) for path in paths if "{table:str}" in path}
    links = {path.replace("{token:str}", LINK) for path in paths if "{token:str}" in path}
    seasons = {path for path in links if path.startswith(("/season/", "/ladder/", "/api/season/", "/api/seasons/"))}
    assert len(tables) > 10
    assert len(links - seasons) > 20
    assert [path for path in tables if key_of(path) != TABLE] == []
    assert [path for path in links - seasons if key_of(path) != "Ev_nt-1234"] == []
    assert [path for path in seasons if key_of(path)] == [], "a season has no stream that is followed"


def test_tables_are_spread_evenly_and_only_those_of_a_dead_worker_move() -> None:
    keys = [f"table {number}" for number in range(4000)]
    first = {key: places_for(key, 8)[0] for key in keys}
    assert all(400 < number < 600 for number in Counter(first.values()).values())
    assert {place for key in keys for place in places_for(key, 8)} == set(range(8))
    without_3 = {key: next(place for place in places_for(key, 8) if place != 3) for key in keys}
    moved = [key for key in keys if without_3[key] != first[key]]
    assert {first[key] for key in moved} == {3}
    assert len({without_3[key] for key in moved}) == 7


class Says(asyncio.Protocol):
    """Answers anything with the number of its place."""

    def __init__(self, place: int) -> None:
        self._place = place

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self._transport.write(str(self._place).encode())


class Workers:
    """Three workers with one listening socket. Here they share a loop, which makes no difference to the sockets."""

    def __init__(self, folder: Path) -> None:
        self.listening = listen()
        self.all = [Doors(folder, place, 3) for place in range(3)]
        for place, doors in enumerate(self.all):
            # Only the first one accepts: every connection for another one has to be handed over.
            doors.open([self.listening] if place == 0 else [], lambda place=place: Says(place))  # type: ignore[misc]

    async def ask(self, *pieces: bytes, pause: float = 0.0) -> int:
        """The place that answers a request in these pieces."""
        reader, writer = await asyncio.open_connection(*self.listening.getsockname())
        for piece in pieces:
            await asyncio.sleep(pause)
            writer.write(piece)
            await writer.drain()
        answer = await asyncio.wait_for(reader.read(1), 10)
        writer.close()
        return int(answer)


@pytest.fixture
async def workers(tmp_path: Path) -> AsyncIterator[Workers]:
    async with AsyncExitStack() as stack:
        found = Workers(tmp_path)
        stack.callback(found.listening.close)
        for doors in found.all:
            stack.callback(doors.close)
        yield found


def request(table: str) -> bytes:
    return f"GET /ws/{table} HTTP/1.1\r\nHost: x\r\n\r\n".encode()


async def test_a_connection_is_served_by_the_worker_that_has_its_table(workers: Workers) -> None:
    first = [places_for(f"table{number}", 3)[0] for number in range(30)]
    assert [await workers.ask(request(f"table{number}")) for number in range(30)] == first
    assert set(first) == {0, 1, 2}


async def test_any_other_request_is_served_where_it_comes_in(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_doors, "_PATIENCE", 0.2)
    assert await workers.ask(b"GET / HTTP/1.1\r\n\r\n") == 0
    assert await workers.ask(b"\x16\x03\x01 not even http") == 0
    assert await workers.ask(b"", request("t"), pause=0.3) == 0, "after some silence nobody looks"


async def test_what_a_worker_had_that_is_gone_is_served_by_the_next(workers: Workers) -> None:
    table = next(f"table{number}" for number in range(99) if places_for(f"table{number}", 3)[0] == 2)
    assert await workers.ask(request(table)) == 2
    workers.all[2].close()
    assert await workers.ask(request(table)) == places_for(table, 3)[1]
    workers.all[1].close()
    assert await workers.ask(request(table)) == 0


async def test_a_worker_that_was_killed_has_a_door_but_nobody_is_behind_it(workers: Workers) -> None:
    table = next(f"table{number}" for number in range(99) if places_for(f"table{number}", 3)[0] == 1)
    asyncio.get_running_loop().remove_reader(workers.all[1]._in)
    workers.all[1]._in.close()  # as the system does; the name stays in the folder
    workers.all[1]._closed = True
    assert await workers.ask(request(table)) == places_for(table, 3)[1]
    again = Doors(workers.all[1]._folder, 1, 3)
    again.open([], lambda: Says(1))
    assert await workers.ask(request(table)) == 1, "and the one in its place is behind it again"
    again.close()


async def test_a_worker_that_hangs_delays_nobody_for_long(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_doors, "_TAKE_WITHIN", 60)  # here, the others only find no room at its door
    table = next(f"table{number}" for number in range(99) if places_for(f"table{number}", 3)[0] == 1)
    loop = asyncio.get_running_loop()
    loop.remove_reader(workers.all[1]._in)
    stuck: list[asyncio.Task[Any]] = [asyncio.create_task(workers.ask(request(table))) for _ in range(600)]
    began = loop.time()
    await soon(lambda: any(task.done() for task in stuck))
    assert loop.time() - began < 8
    assert {task.result() for task in stuck if task.done()} <= {0, 2}
    loop.add_reader(workers.all[1]._in, workers.all[1]._fetch)
    answers = Counter(await asyncio.gather(*stuck))
    assert answers[1] > 0, "what was at its door is served when it goes on"


async def test_a_connection_at_the_door_of_a_worker_that_hangs_is_served_once_and_elsewhere(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_doors, "_TAKE_WITHIN", 0.5)
    table = next(f"table{number}" for number in range(99) if places_for(f"table{number}", 3)[0] == 1)
    loop = asyncio.get_running_loop()
    loop.remove_reader(workers.all[1]._in)
    reader, writer = await asyncio.open_connection(*workers.listening.getsockname())
    writer.write(request(table))
    assert await asyncio.wait_for(reader.read(9), 5) == b"0"
    loop.add_reader(workers.all[1]._in, workers.all[1]._fetch)
    await soon(lambda: select.select([workers.all[1]._in], [], [], 0)[0] == [])
    for _ in range(20):
        writer.write(request(table))
        assert await asyncio.wait_for(reader.read(9), 5) == b"0", "the one that hung leaves it alone"
    writer.close()
    assert await workers.ask(request(table)) == 1, "and takes the next one"


async def test_the_end_of_a_connection_is_heard_though_a_worker_that_hangs_still_has_it(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_doors, "_TAKE_WITHIN", 0.2)
    table = next(f"table{number}" for number in range(99) if places_for(f"table{number}", 3)[0] == 1)
    asyncio.get_running_loop().remove_reader(workers.all[1]._in)
    served: list[Says] = []
    workers.all[0]._connected = lambda: served.append(Says(0)) or served[-1]  # type: ignore[func-returns-value]
    reader, writer = await asyncio.open_connection(*workers.listening.getsockname())
    writer.write(request(table))
    assert await asyncio.wait_for(reader.read(9), 5) == b"0"
    served[0]._transport.write(b"x" * 1_000_000)  # more than fits: it is sent before the end
    served[0]._transport.close()
    assert len(await asyncio.wait_for(reader.read(), 5)) == 1_000_000
    writer.close()


async def test_a_connection_that_is_taken_in_the_moment_of_giving_up_is_served_once(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The confirmation may be lost to the timeout. The byte isn't."""
    table = next(f"table{number}" for number in range(99) if places_for(f"table{number}", 3)[0] == 1)
    loop = asyncio.get_running_loop()

    async def lost(*_: object) -> bytes:
        await asyncio.Event().wait()
        return b""

    monkeypatch.setattr(web_doors, "_TAKE_WITHIN", 0.5)
    monkeypatch.setattr(loop, "sock_recv", lost)
    reader, writer = await asyncio.open_connection(*workers.listening.getsockname())
    for _ in range(20):
        writer.write(request(table))
        assert await asyncio.wait_for(reader.read(9), 5) == b"1", "only the one that took it"
    await asyncio.sleep(1)
    writer.write(request(table))
    assert await asyncio.wait_for(reader.read(9), 5) == b"1"
    writer.close()


@rows("free", [0, 1, 2])
async def test_a_worker_that_is_out_of_files_leaves_connections_to_the_next(
    workers: Workers, free: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = next(f"table{number}" for number in range(99) if places_for(f"table{number}", 3)[:2] == [1, 2])
    receive, own = socket.recv_fds, workers.all[1]._in
    came: list[int] = []

    def with_few_free(door: socket.socket, size: int, most: int) -> tuple[bytes, list[int], int, Any]:
        # The system drops what there is no number for, and says so by a flag.
        data, descriptors, flags, sender = receive(door, size, free if door is own else most)
        came.extend(descriptors if door is own else [])
        return data, descriptors, flags, sender

    monkeypatch.setattr(socket, "recv_fds", with_few_free)
    assert await workers.ask(request(table)) == 2
    assert len(came) == free
    assert "too many open files" in caplog.text
    assert not [record for record in caplog.records if record.exc_info]


async def test_nothing_stays_open_when_the_doors_are_closed(tmp_path: Path) -> None:
    doors = Doors(tmp_path, 0, 1)
    doors.open([], lambda: Says(0))
    doors.close()
    assert (doors._in.fileno(), doors._out.fileno()) == (-1, -1)
    assert list(tmp_path.iterdir()) == []


async def test_what_is_at_the_door_of_a_worker_that_stops_goes_to_another(workers: Workers) -> None:
    table = next(f"table{number}" for number in range(99) if places_for(f"table{number}", 3)[:2] == [1, 2])
    asyncio.get_running_loop().remove_reader(workers.all[1]._in)
    asked = asyncio.create_task(workers.ask(request(table)))
    await soon(lambda: select.select([workers.all[1]._in], [], [], 0)[0] != [])
    workers.all[1].close()
    assert await asked == 2


def test_workers_meet_in_the_folder_that_systemd_made_for_them(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, other = tmp_path_factory.mktemp("run"), tmp_path_factory.mktemp("other")
    monkeypatch.setenv("RUNTIME_DIRECTORY", f"{run}:{other}")
    with _shared_folder() as folder:
        assert folder.parent == run
        assert folder.stat().st_mode & 0o077 == 0
        assert list(folder.iterdir()) == []
    assert list(run.iterdir()) == []


@rows("kind", ["long", "missing"])
def test_a_folder_that_cannot_have_doors_is_told_before_any_worker_starts(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    within = tmp_path / ("x" * 120)
    if kind == "long":
        within.mkdir()
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(within))
    with pytest.raises(FolderError, match="Set RUNTIME_DIRECTORY to a folder with a short path"):
        serve_in_workers(cast(Any, None), cast(Any, None), 2, lambda: None)
    assert not within.exists() or list(within.iterdir()) == []
