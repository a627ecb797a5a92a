"""Real processes on one PostgreSQL: started together, killed, stopped; and one only on a SQLite file."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bowerbird.client import Client, Line, first_choice
from bowerbird.store import StoreError
from bowerbird.store.single_process import single_process
from faults.conftest import away

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="processes are killed and told to stop by signals here"),
    pytest.mark.full,
]

RULES = 'based_on = "trailer-estates"\n[game]\nhands = 100'


@asynccontextmanager
async def serving(folder: Path, *options: str) -> AsyncIterator[tuple[subprocess.Popen[str], str]]:
    """`bowerbird serve` as people start it; gives the process and its address."""
    command = [sys.executable, "-m", "bowerbird", "serve", "--port", "0", "--data", str(folder), *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    family: list[psutil.Process] = []
    try:
        async with asyncio.timeout(120):
            said = await asyncio.to_thread(process.stdout.readline)
        assert "Bowerbird is running at" in said, said
        family = psutil.Process(process.pid).children(recursive=True)
        yield process, said.split()[-1].rstrip("/")
    finally:
        process.terminate()
        _, left = await asyncio.to_thread(psutil.wait_procs, family, 30)
        for child in left:  # whoever stays behind must not hold up the tests as well
            child.kill()
        with suppress(subprocess.TimeoutExpired):
            await asyncio.to_thread(process.communicate, None, 30)
    assert not left


def workers(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """The processes that serve people; what else belongs to them is left out."""
    found = []
    for child in psutil.Process(process.pid).children():
        with suppress(psutil.NoSuchProcess):  # it has just died
            if "multiprocessing.resource_tracker" not in " ".join(child.cmdline()):
                found.append(child)
    return found


async def to_its_end(line: ClientConnection) -> None:
    while True:
        await line.recv()


async def until(seconds: float, found: str, client: Client) -> dict[str, object]:
    """Ask until the hall answers; a process may just have died."""
    async with asyncio.timeout(seconds):
        while True:
            try:
                answer: dict[str, object] = await client.get(found)
                return answer
            except httpx.TransportError:
                await asyncio.sleep(0.1)


async def test_workers_share_a_port_and_one_takes_the_place_of_another(server: Any, tmp_path: Path) -> None:
    async with serving(tmp_path, "--database", server.get_uri(), "--workers", "2") as (process, address):
        before = workers(process)
        assert len(before) == 2
        async with Client(address) as client:
            await client.guest("Al")
            made = await client.make_table(house_rules=RULES, bots="simple", pace="at once")
            for victim in before:
                victim.kill()
                await until(60, "/api/me", client)
                async with asyncio.timeout(90), client.line(made["table"]) as line:
                    played = len(line.view["results"]) if line.view else 0
                    while not line.view or len(line.view["results"]) <= played:
                        seen = line.frames
                        if line.view and line.view["turn"] == line.seat and line.view["plays"] + line.view["actions"]:
                            await line.act(first_choice(line.view))
                        elif line.frames == seen:
                            await line.changed(seen)
            async with asyncio.timeout(60):
                while len(workers(process)) < 2 or set(workers(process)) & set(before):
                    await asyncio.sleep(0.1)
        process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(process.wait, 60) == 0
        assert not any(child.is_running() for child in before)


def serving_lines(process: subprocess.Popen[str], port: int) -> dict[psutil.Process, int]:
    """The open connections of each worker that has any."""
    found = {}
    for worker in workers(process):
        lines = [each for each in worker.net_connections("tcp") if each.laddr.port == port and each.raddr]
        if lines:
            found[worker] = len(lines)
    return found


async def test_four_people_at_a_table_come_to_one_worker_and_to_another_when_it_dies(
    server: Any, tmp_path: Path
) -> None:
    """A bot is to act when they are back: the table has an owner again within five seconds."""
    async with serving(tmp_path, "--database", server.get_uri(), "--workers", "3") as (process, address):
        port = int(address.rpartition(":")[2])
        async with Client(address) as client:
            await client.guest("Al")
            tables = [
                (await client.make_table(house_rules=RULES, bots="simple", pace="at once"))["table"] for _ in range(6)
            ]
        cookie = {"Cookie": f"bowerbird={client.http.cookies['bowerbird']}"}

        async def line(table: str) -> ClientConnection:
            return await connect(f"ws{address[4:]}/ws/{table}", additional_headers=cookie, proxy=None)

        served_by = {}
        for table in tables:
            lines = [await line(table) for _ in range(4)]
            for each in lines:
                await each.recv()
            ((served_by[table], number),) = serving_lines(process, port).items()
            assert number == 4
            for each in lines:
                await each.close()
            async with asyncio.timeout(10):
                while serving_lines(process, port):
                    await asyncio.sleep(0.02)
        assert len(set(served_by.values())) > 1, "not all tables are at one worker"
        async with Client(address) as client:
            client.http.cookies.set("bowerbird", cookie["Cookie"].partition("=")[2])
            table = tables[0]
            async with client.line(table) as first:
                await first.until(lambda frame: bool(frame["view"]) and frame["view"]["turn"] == first.seat)
                began = time.monotonic()
                served_by[table].kill()
            async with client.line(table) as again:
                played = again.frame["seq"]
                await again.act(first_choice(again.view))
                await again.until(lambda frame: frame["seq"] > played + 1)  # a bot has acted, too
                assert time.monotonic() - began < 5


async def test_the_figures_of_all_workers_are_summed_by_any_of_them(server: Any, tmp_path: Path) -> None:
    async with serving(tmp_path, "--database", server.get_uri(), "--workers", "2") as (process, address):
        both = workers(process)
        for worker in both:
            await serves(address, worker)
        counted_in = [{each.path for each in worker.memory_maps() if "/counts/" in each.path} for worker in both]
        assert counted_in[0] == counted_in[1] != set(), "both count the limits for secrets in one file"
        async with Client(address) as client:
            await client.guest("Al")
            tables = [(await client.make_table())["table"] for _ in range(8)]
            async with AsyncExitStack() as stack:
                for table in tables:
                    await stack.enter_async_context(client.line(table))
                async with asyncio.timeout(20):
                    while "bowerbird_lines 8.0\n" not in await figures(address):
                        await asyncio.sleep(0.1)
            asked = '{method="POST",route="/api/tables",status="201"} 8.0\n'
            assert asked in await figures(address)
        both[0].kill()
        async with asyncio.timeout(60):
            while f'process="{both[0].pid}"' in await figures(address):
                await asyncio.sleep(0.1)
        assert asked in await figures(address), "what it has counted stays in the sums"


async def test_workers_end_when_the_first_process_is_killed(server: Any, tmp_path: Path) -> None:
    async with serving(tmp_path, "--database", server.get_uri(), "--workers", "2") as (process, _):
        left = workers(process)
        process.kill()
        gone, alive = await asyncio.to_thread(psutil.wait_procs, left, 60)
        assert (len(gone), alive) == (2, [])


async def one_that_waits(process: subprocess.Popen[str], instead_of: psutil.Process) -> psutil.Process:
    """Kill a worker while the database is away; gives the one that takes its place and waits."""
    others = set(workers(process)) - {instead_of}
    instead_of.kill()
    assert process.stderr is not None
    ended = 0
    while "waiting for the database" not in (line := await asyncio.to_thread(process.stderr.readline)):
        ended += "a worker has ended" in line
        assert ended < 2, "it did not wait, but died as well"
    (newcomer,) = set(workers(process)) - others
    return newcomer


async def figures(address: str) -> str:
    """What any of the workers tells of all; by a connection of its own, as one of them may have died."""
    while True:
        try:
            async with Client(address) as client:
                return (await client.http.get("/metrics")).text
        except httpx.TransportError:
            await asyncio.sleep(0.1)


async def serves(address: str, worker: psutil.Process) -> None:
    """Until this process serves: it is in the figures of all of them."""
    async with asyncio.timeout(60):
        while f'process="{worker.pid}"' not in await figures(address):
            await asyncio.sleep(0.05)


async def test_a_worker_that_starts_while_the_database_is_away_waits_for_it(server: Any, tmp_path: Path) -> None:
    async with serving(tmp_path, "--database", server.get_uri(), "--workers", "2") as (process, address):
        first, second = workers(process)
        for worker in (first, second):
            await serves(address, worker)
        async with asyncio.timeout(90), away(server):
            newcomer = await one_that_waits(process, first)
        await serves(address, newcomer)
        async with asyncio.timeout(90), away(server):
            await one_that_waits(process, second)
            process.send_signal(signal.SIGTERM)
            assert await asyncio.to_thread(process.wait, 30) == 0, "who waits can be told to stop"


async def test_a_hall_that_is_told_to_stop_sends_everybody_back_at_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as (process, address), Client(address) as client:
        await client.guest("Al")
        made = await client.make_table()
        event = await client.make_event("alberta", title="Stopped")
        seq = (await event.view())["seq"]
        waiting = asyncio.create_task(event.view(seq))  # would wait for 25 seconds
        cookie = {"Cookie": f"bowerbird={client.http.cookies['bowerbird']}"}
        async with connect(f"ws{address[4:]}/ws/{made['table']}", additional_headers=cookie, proxy=None) as line:
            await line.recv()
            await asyncio.sleep(0.3)
            began = time.monotonic()
            process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                await to_its_end(line)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012, "service restart: pages come back by themselves"
            assert (await waiting)["same"]
        assert await asyncio.to_thread(process.wait, 30) == 0
        assert time.monotonic() - began < 15


async def test_who_is_in_the_middle_of_asking_when_the_hall_stops_is_told(tmp_path: Path) -> None:
    async with serving(tmp_path) as (process, address):
        host = address.partition("://")[2]
        reader, writer = await asyncio.open_connection(*host.split(":"))
        head = f"POST /api/guest HTTP/1.1\r\nHost: {host}\r\nX-Bowerbird: 1\r\nContent-Length: 99\r\n\r\n"
        writer.write(head.encode() + b'{"name"')
        await asyncio.sleep(0.5)
        process.send_signal(signal.SIGTERM)
        answer = await asyncio.wait_for(reader.read(), 20)
        writer.close()
        said = await asyncio.to_thread(process.communicate, None, 30)
        assert process.returncode == 0
        assert answer.startswith(b"HTTP/1.1 503 "), answer
        assert "Traceback" not in said[1], said[1]


async def until_a_bot_has_played(line: Line) -> None:
    """So that the bots' process is there."""
    await line.until(lambda frame: frame["view"] is not None and frame["view"]["turn"] == line.seat)
    before = line.frames
    await line.do("act", fact=first_choice(line.view))
    await line.until(lambda frame: line.frames > before + 1 and frame["view"]["turn"] == line.seat)


@pytest.mark.parametrize("times", [1, 3])
async def test_ctrl_c_ends_without_a_word_however_often_it_is_pressed(tmp_path: Path, times: int) -> None:
    async with serving(tmp_path) as (process, address), Client(address) as client:
        await client.guest("Al")
        made = await client.make_table(bots="simple", pace="at once")
        async with client.line(made["table"]) as line:
            await until_a_bot_has_played(line)
            # A terminal tells all of them, the bots' process as well.
            told = [psutil.Process(process.pid), *psutil.Process(process.pid).children(recursive=True)]
            for _ in range(times):
                for each in told:
                    with suppress(psutil.NoSuchProcess):
                        each.send_signal(signal.SIGINT)
                await asyncio.sleep(0.05)
            said = await asyncio.to_thread(process.communicate, None, 30)
        assert (process.returncode, said[1]) == (0, "")


def test_an_end_by_force_leaves_no_word_of_pythons_own() -> None:
    script = (
        "import os\n"
        "from bowerbird.hall.process_pool import ProcessPool\n"
        "from bowerbird.machine import quiet_when_forced\n"
        "if __name__ == '__main__':\n"
        "    quiet_when_forced()\n"
        "    ProcessPool(1).warm_up()\n"
        "    os._exit(0)\n"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


async def test_a_second_start_says_where_the_first_one_is_and_opens_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" >> "{opened}"\n', "utf-8")
    browser.chmod(0o700)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    again = [sys.executable, "-m", "bowerbird", "serve", "--port", "0", "--data", str(tmp_path / "data")]

    async def start(*more: str) -> subprocess.CompletedProcess[str]:
        return await asyncio.to_thread(
            subprocess.run, [*again, *more], capture_output=True, text=True, timeout=120, check=False
        )

    async with serving(tmp_path / "data") as (_, address):
        second = await start()
        assert (second.returncode, second.stdout) == (3, "")
        assert second.stderr.startswith(f"Bowerbird is already running: open {address}/ in a browser.")
        assert second.stderr.count("\n") == 1
        assert not opened.exists()
        third = await start("--open")
        assert (third.returncode, third.stderr) == (0, "")
        assert opened.read_text("utf-8") == f"{address}/\n"


def test_a_second_hall_on_the_same_file_is_refused(tmp_path: Path) -> None:
    with single_process(tmp_path):
        command = [sys.executable, "-m", "bowerbird", "serve", "--port", "0", "--data", str(tmp_path)]
        second = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        assert second.returncode == 3
        words = " ".join((second.stdout + second.stderr).split())
        assert "Bowerbird is already running on" in words
        assert "--data" in words
    with single_process(tmp_path):
        pass  # it is free again


def test_the_place_of_a_hall_that_was_killed_is_free(tmp_path: Path) -> None:
    holds = "import sys, time\nfrom bowerbird.store.single_process import single_process\n"
    holds += "with single_process(sys.argv[1]):\n    print('held', flush=True)\n    time.sleep(60)"
    process = subprocess.Popen([sys.executable, "-c", holds, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    with pytest.raises(StoreError, match="Bowerbird is already running"), single_process(tmp_path):
        pass
    process.kill()
    process.communicate()
    with single_process(tmp_path):
        pass


def test_several_processes_need_postgresql(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bowerbird", "serve", "--workers", "2", "--data", str(tmp_path)]
    refused = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert refused.returncode == 2
    assert "PostgreSQL" in refused.stdout + refused.stderr


@pytest.mark.parametrize(
    ("workers", "each", "says"),
    [("9", "20", "9 processes with 20 each may need 180"), ("1", "150", "1 process with 150 each may need 150")],
)
def test_more_connections_than_the_database_allows_are_refused_at_the_start(
    server: Any, tmp_path: Path, workers: str, each: str, says: str
) -> None:
    command = [sys.executable, "-m", "bowerbird", "serve", "--port", "0", "--data", str(tmp_path)]
    options = ["--database", server.get_uri(), "--workers", workers, "--database-connections", each]
    done = subprocess.run([*command, *options], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode != 0
    said = " ".join(done.stderr.split())
    assert says in said
    assert "--database-connections" in said
