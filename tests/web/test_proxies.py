"""What `bowerbird deploy` writes is tried with the real programs, where they are installed."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from bowerbird.cli import app
from bowerbird.web.proxies import PROXIES
from web.test_routing import LINK, free_port

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


@pytest.mark.parametrize("proxy", PROXIES)
def test_the_program_understands_what_is_written_for_it(proxy: str, tmp_path: Path) -> None:
    pem, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    subject = ["-subj", "/CN=localhost", "-days", "1", "-nodes", "-newkey", "rsa:2048"]
    subprocess.run(["openssl", "req", "-x509", *subject, "-keyout", key, "-out", pem], check=True, capture_output=True)
    if proxy == "haproxy":
        pem.write_text(pem.read_text() + key.read_text())
    options = ["--process", "10.0.0.5:8001", "--process", "[fd00::5]:8001"]
    file = tmp_path / "conf"
    file.write_text(written(proxy, *options, "--certificate", str(pem), "--key", str(key)))
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
    ],
)
def test_what_cannot_be_written_is_refused_in_words(options: tuple[str, ...], says: str) -> None:
    done = CliRunner().invoke(app, ["deploy", *options])
    assert done.exit_code != 0
    assert says in " ".join(done.output.split())


class Process:
    """Answers every request with its own number and what it was told of the client; upgrades to a WebSocket."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.port = free_port()
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
                if "upgrade: websocket" in head:
                    writer.write(SWITCHING + body)
                else:
                    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body))
                await writer.drain()


class Proxied:
    """A proxy in front of three processes."""

    def __init__(self, port: int, processes: list[Process]) -> None:
        self.address = f"http://127.0.0.1:{port}"
        self.port = port
        self.processes = processes

    async def ask(self, path: str) -> int:
        """The number of the process that answers."""
        async with httpx.AsyncClient(base_url=self.address, trust_env=False, timeout=10) as http:
            answer = await http.get(path, headers={"X-Forwarded-For": "6.6.6.6", "X-Bowerbird-Id": "forged"})
        assert answer.status_code == 200, answer.text
        number, *told = answer.json()
        assert told == ["127.0.0.1"], "the proxy says who it is, and nobody else"
        return int(number)

    async def upgrade(self, path: str) -> int:
        """The same for a WebSocket."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        key = f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY}"
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{key}\r\n\r\n".encode())
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
        assert b" 101 " in head
        answer = await asyncio.wait_for(reader.readuntil(b"]"), 10)
        writer.close()
        return int(answer[1:2])


@asynccontextmanager
async def running(proxy: str, folder: Path) -> AsyncIterator[Proxied]:
    processes = [Process(number) for number in range(3)]
    for process in processes:
        await process.open()
    port = free_port()
    addresses = [word for each in processes for word in ("--process", f"127.0.0.1:{each.port}")]
    file = folder / "conf"
    text = written(proxy, *addresses, "--http", "--port", str(port))
    file.write_text(text.replace("user www-data;", "") if os.getuid() else text)
    started = subprocess.Popen(
        command(proxy, file, check=False), env=environment(folder), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        proxied = Proxied(port, processes)
        await until(lambda: proxied.ask("/"))
        yield proxied
    finally:
        started.terminate()
        await asyncio.to_thread(started.wait, 20)
        for process in processes:
            await process.die()


async def until(ask: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while True:
            try:
                await ask()  # type: ignore[misc]
                return
            except (httpx.TransportError, AssertionError):
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
        await asyncio.sleep(3)  # HAProxy and Caddy spread what fails until they have noticed
        then = {table: await proxied.upgrade(f"/ws/{table}") for table in TABLES}
        assert {table: await proxied.upgrade(f"/ws/{table}") for table in TABLES} == then
        assert {table: then[table] for table in stayed} == stayed
