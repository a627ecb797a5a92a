"""What `bowerbird deploy` writes is tried with the real programs, where they are installed."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import os
import shutil
import socket
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from bowerbird.cli import app
from bowerbird.web.proxies import PROXIES
from kit.listening import free_port
from realtime.waiting import soon
from web.test_routing import LINK

pytestmark = pytest.mark.full

TABLES = [f"table-_{number:09}" for number in range(40)]

KEY = base64.b64encode(bytes(16)).decode()
ACCEPTED = base64.b64encode(hashlib.sha1(f"{KEY}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()).digest()).decode()
UPGRADED = f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {ACCEPTED}\r\n\r\n"
SWITCHING = f"HTTP/1.1 101 Switching Protocols\r\n{UPGRADED}".encode()


def written(proxy: str, *options: str) -> str:
    """What the command prints."""
    done = CliRunner().invoke(app, ["deploy", proxy, "--name", "localhost", *options])
    assert done.exit_code == 0, done.output
    return done.output


def command(proxy: str, file: Path, *, check: bool) -> list[str]:
    """How a proxy is run with a file, in the foreground, or how it is asked about the file."""
    path = shutil.which(proxy) or shutil.which(proxy, path="/usr/sbin:/usr/local/sbin")
    if path is None:
        pytest.skip(f"{proxy} is not installed")
    here = f"pid {file.parent}/pid; error_log stderr;" + ("" if check else " daemon off;")
    nginx = [path, *(["-t"] if check else []), "-c", str(file), "-p", str(file.parent), "-g", here]
    return {
        "nginx": nginx,
        "haproxy": [path, *(["-c"] if check else ["-db"]), "-f", str(file)],
        "caddy": [path, "validate" if check else "run", "--adapter", "caddyfile", "--config", str(file)],
    }[proxy]


def environment(folder: Path) -> dict[str, str]:
    """Caddy writes to its home."""
    return {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}


@pytest.mark.parametrize("more", [(), ("--port", "8443", "--from", "10.0.0.2", "--from", "fd00::/8")])
@pytest.mark.parametrize("proxy", PROXIES)
def test_the_program_understands_what_is_written_for_it(proxy: str, more: tuple[str, ...], tmp_path: Path) -> None:
    pem, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    subject = ["-subj", "/CN=localhost", "-days", "1", "-nodes", "-newkey", "rsa:2048"]
    subprocess.run(["openssl", "req", "-x509", *subject, "-keyout", key, "-out", pem], check=True, capture_output=True)
    options = ["--process", "10.0.0.5:8001", "--process", "[fd00::5]:8001", "--certificate", str(pem), *more]
    if proxy == "haproxy":
        pem.write_text(pem.read_text() + key.read_text())
    else:
        options += ["--key", str(key)]
    file = tmp_path / "conf"
    file.write_text(written(proxy, *options))
    asked = command(proxy, file, check=True)
    done = subprocess.run(asked, capture_output=True, text=True, env=environment(tmp_path), timeout=60)
    assert done.returncode == 0, done.stderr
    assert "not formatted" not in done.stderr


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("apache", "--name", "x.org", "--process", "h:1"), "Bowerbird knows nginx, haproxy, caddy, not 'apache'"),
        (("nginx", "--name", "x.org", "--process", "10.0.0.5"), "Give it with its port"),
        (("nginx", "--name", "x.org", "--process", "a;b:1"), "isn't the address of a process"),
        (("nginx", "--name", "x.org; }", "--process", "a:1"), "isn't a host name"),
        (("nginx", "--name", "x.org", "--process", "a:1", "--certificate", "c"), "Give --key as well"),
        (("caddy", "--name", "x.org", "--process", "a:1", "--certificate", "c"), "Give --key as well"),
        (("caddy", "--name", "x.org", "--process", "a:1", "--key", "k"), "Give --certificate as well"),
        (("haproxy", "--name", "x.org", "--process", "a:1", "--key", "k"), "in one file"),
        (("nginx", "--name", "x.org", "--process", "a:1", "--http"), "Give its address: --from"),
        (("nginx", "--name", "x.org", "--process", "a:1", "--from", "a b"), "'a b' isn't an address or a network"),
    ],
)
def test_what_cannot_be_written_is_refused_in_words(options: tuple[str, ...], says: str) -> None:
    done = CliRunner().invoke(app, ["deploy", *options])
    assert done.exit_code != 0
    assert says in " ".join(done.output.split())


@pytest.mark.parametrize("proxy", ["nginx", "haproxy"])
def test_who_comes_by_http_is_sent_to_the_right_port(proxy: str) -> None:
    where = {"nginx": "return 301 {}$request_uri;", "haproxy": "http-request redirect prefix {} code 301"}[proxy]
    assert where.format("https://localhost") in written(proxy, "--process", "a:1")
    assert where.format("https://localhost:8443") in written(proxy, "--process", "a:1", "--port", "8443")


class Process:
    """Answers every request with its own number and what it was told of the client; upgrades to a WebSocket."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.port = free_port()
        #: Checks of its health that it has answered, each as if the database didn't.
        self.checked = 0
        self._writers: set[asyncio.StreamWriter] = set()

    async def open(self) -> None:
        """Listen."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)

    async def die(self) -> None:
        """Be gone, with all connections."""
        self._server.close()
        for writer in self._writers:
            writer.transport.abort()
        await asyncio.sleep(0)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
                told = [line.partition(": ")[2] for line in head.split("\r\n") if line.startswith("x-forwarded-for")]
                body = json.dumps([self.number, *told]).encode()
                if head.startswith("get /health "):
                    await asyncio.sleep(1.2)
                    writer.write(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")
                    self.checked += 1
                elif "upgrade: websocket" in head:
                    writer.write(SWITCHING + body)
                else:
                    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body))
                await writer.drain()


class Proxied:
    """A proxy in front of three processes."""

    def __init__(self, port: int, processes: list[Process]) -> None:
        self.port = port
        self.processes = processes

    async def get(self, path: str, host: str = "localhost", through: str = "127.0.0.1") -> httpx.Response:
        """Ask by a host name, through an address of the proxy, with the headers of another proxy."""
        headers = {"Host": host, "X-Forwarded-For": "6.6.6.6, 7.7.7.7", "X-Bowerbird-Id": "forged"}
        async with httpx.AsyncClient(trust_env=False, timeout=10) as http:
            return await http.get(f"http://{through}:{self.port}{path}", headers=headers)

    async def ask(self, path: str) -> int:
        """The number of the process that answers."""
        answer = await self.get(path)
        assert answer.status_code == 200, answer.text
        number, *told = answer.json()
        assert told == ["127.0.0.1"], "the proxy says who it is, and nobody else"
        return int(number)

    async def upgrade(self, path: str) -> int:
        """The same for a WebSocket."""
        number, _, writer = await self.line(path)
        writer.close()
        return number

    async def line(self, path: str) -> tuple[int, asyncio.StreamReader, asyncio.StreamWriter]:
        """A WebSocket that stays open, and the number of the process at its other end."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        key = f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY}"
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{key}\r\n\r\n".encode())
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
        assert b" 101 " in head
        answer = await asyncio.wait_for(reader.readuntil(b"]"), 10)
        return int(answer[1:2]), reader, writer


@asynccontextmanager
async def running(proxy: str, folder: Path, outer: str = "10.9.9.9") -> AsyncIterator[Proxied]:
    processes = [Process(number) for number in range(3)]
    for process in processes:
        await process.open()
    port = free_port()
    addresses = [word for each in processes for word in ("--process", f"127.0.0.1:{each.port}")]
    file = folder / "conf"
    text = written(proxy, *addresses, "--http", "--from", outer, "--port", str(port))
    file.write_text(text.replace("user www-data;", "") if os.getuid() else text)
    started = subprocess.Popen(
        command(proxy, file, check=False), env=environment(folder), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        proxied = Proxied(port, processes)
        await until(lambda: proxied.get("/"))
        yield proxied
    finally:
        started.terminate()
        await asyncio.to_thread(started.wait, 20)
        for process in processes:
            await process.die()


async def until(ask: Callable[[], Awaitable[httpx.Response]]) -> None:
    async with asyncio.timeout(20):
        while True:
            with suppress(httpx.TransportError):
                if (await ask()).status_code == 200:
                    return
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("proxy", PROXIES)
async def test_everyone_at_a_table_comes_to_one_process_and_to_another_when_it_dies(proxy: str, tmp_path: Path) -> None:
    async with running(proxy, tmp_path) as proxied:
        first = {table: await proxied.upgrade(f"/ws/{table}") for table in TABLES}
        assert set(first.values()) == {0, 1, 2}
        for table, number in list(first.items())[:5]:
            assert {await proxied.ask(f"/t/{table}"), await proxied.ask(f"/api/tables/{table}/now?x=1")} == {number}
        event, _, rest = LINK.partition(".")
        assert len({await proxied.ask(path) for path in (f"/p/{LINK}", f"/api/desk/{event}.x{rest}/view")}) == 1
        assert len({await proxied.ask("/") for _ in range(30)}) > 1, "the rest is spread"
        await proxied.processes[2].die()
        then = {table: await proxied.upgrade(f"/ws/{table}") for table in TABLES}
        assert 2 not in then.values()
        stayed = {table: number for table, number in first.items() if number != 2}
        assert {table: then[table] for table in stayed} == stayed
        await asyncio.sleep(3)  # HAProxy spreads what fails until it has noticed
        then = {table: await proxied.upgrade(f"/ws/{table}") for table in TABLES}
        assert {table: await proxied.upgrade(f"/ws/{table}") for table in TABLES} == then
        assert {table: then[table] for table in stayed} == stayed


@pytest.mark.parametrize("proxy", PROXIES)
async def test_only_the_proxy_in_front_is_believed_about_the_client_and_only_our_name_is_served(
    proxy: str, tmp_path: Path
) -> None:
    async with running(proxy, tmp_path, outer="127.0.0.1") as proxied:
        assert (await proxied.get("/")).json()[1:] == ["7.7.7.7"], "the last address is the one that it has seen"
        assert (await proxied.get("/", "LOCALHOST:443")).json()[1:] == ["7.7.7.7"]
        for other in ("evil.example", "127.0.0.1", "localhost.evil.example", "evil.example,localhost"):
            with suppress(httpx.RemoteProtocolError):  # nginx just closes
                assert "7.7.7.7" not in (await proxied.get("/", other)).text, other
        if _has_ipv6():
            assert (await proxied.get("/", through="[::1]")).json()[1:] == ["::1"], "that isn't the proxy in front"


def _has_ipv6() -> bool:
    with suppress(OSError), socket.create_server(("::1", 0), family=socket.AF_INET6):
        return True
    return False


async def test_haproxy_cuts_nobody_off_while_the_database_pauses(tmp_path: Path) -> None:
    async with running("haproxy", tmp_path) as proxied:
        number, reader, writer = await proxied.line("/ws/table")
        asked = proxied.processes[number].checked
        await soon(lambda: proxied.processes[number].checked >= asked + 3)
        assert not reader.at_eof(), "still open"
        assert await proxied.upgrade("/ws/table") == number
        writer.close()


@pytest.mark.parametrize("proxy", ["nginx", "caddy"])
def test_the_others_look_at_no_health_page(proxy: str) -> None:
    assert "health" not in written(proxy, "--process", "a:1")
