"""Clients that are slow on purpose: they must cost little, hold up nobody, and be cut in the end."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import httpx
import psutil
import pytest
from websockets.asyncio.client import connect

from bowerbird.client import Client, RefusedError, first_choice
from bowerbird.web.security.limits import Limits
from bowerbird.web.security.slow_connections import Patience
from kit.rows import rows
from security.serving import serving
from web.conftest import app_on

#: As the server's own, but for people in a hurry.
SHORT = Patience(look=0.2, head=1, body=1, untaken=2, line_bytes=200_000, asking=30)


@pytest.fixture
async def slow(tmp_path: Path) -> AsyncIterator[str]:
    async with serving(app_on(tmp_path), patience=SHORT) as address:
        yield address


async def closed(reader: asyncio.StreamReader, seconds: float = 30) -> bool:
    """Whether the other side hangs up within this time."""
    try:
        async with asyncio.timeout(seconds):
            while await reader.read(65_536):
                pass
    except TimeoutError:
        return False
    except ConnectionError:
        pass
    return True


def port_of(address: str) -> int:
    return int(address.rpartition(":")[2])


async def drip(writer: asyncio.StreamWriter, head: bytes, letter: bytes) -> None:
    """Something every now and then, for ever."""
    writer.write(head)
    while True:
        writer.write(letter)
        await asyncio.sleep(0.2)


#: How requests begin that never end: with nothing at all, in the headers, in those of the second request, in the body.
BEGUN = [
    b"",
    b"GET / HTTP/1.1\r\nHost: localhost\r\n",
    b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\nHost: localhost\r\n",
    b"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nX-Bowerbird: 1\r\nContent-Type: application/json\r\n"
    b"Content-Length: 60000\r\n\r\n",
]


async def test_slow_request(slow: str) -> None:
    await asyncio.gather(*(is_cut_short(slow, head) for head in BEGUN))


async def is_cut_short(slow: str, head: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port_of(slow))
    dripping = asyncio.create_task(drip(writer, head, b"X-a: b\r\n" if head else b""))
    assert await closed(reader), f"{head!r} may not wait for ever"
    dripping.cancel()
    with contextlib.suppress(asyncio.CancelledError, ConnectionError):
        await dripping
    writer.close()


async def said_again(request: Callable[[], Awaitable[object]]) -> None:
    """As a person would: an address with too many open requests loses the newest, and this may be among them."""
    while True:
        try:
            await request()
        except httpx.TransportError:
            continue
        return


@pytest.mark.full
async def test_many_slow_requests_from_one_address(slow: str) -> None:
    ends = [await asyncio.open_connection("127.0.0.1", port_of(slow)) for _ in range(150)]
    for _, writer in ends:
        writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-a: ")
    async with asyncio.timeout(10), Client(slow) as client:  # somebody else gets in meanwhile
        await said_again(lambda: client.guest("Al"))
        await said_again(client.make_table)
    assert all(await asyncio.gather(*(closed(reader) for reader, _ in ends)))
    for _, writer in ends:
        writer.close()


@pytest.mark.full
async def test_slow_requests_of_a_vandal_and_a_slow_phone(slow: str) -> None:
    """A phone with a bad connection takes a while to send something. Others' requests are cut, and not the phone's."""
    async with Client(slow) as client:
        await client.guest("Al")
        cookie = "; ".join(f"{name}={value}" for name, value in client.http.cookies.items())
    reader, writer = await asyncio.open_connection("127.0.0.1", port_of(slow))
    body = json.dumps({"name": "Albert"}).encode()
    writer.write(
        f"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nX-Bowerbird: 1\r\nContent-Type: application/json\r\n"
        f"Cookie: {cookie}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    )
    await asyncio.sleep(0.1)
    ends = [await asyncio.open_connection("127.0.0.1", port_of(slow)) for _ in range(60)]
    for _, other in ends:
        other.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-a: ")
    await asyncio.sleep(0.5)  # they have been looked at: sixty are twice as many as an address may have, and newer
    writer.write(body)
    async with asyncio.timeout(10):
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
    for _, other in [*ends, (reader, writer)]:
        other.close()


def deaf(address: str, request: bytes) -> socket.socket:
    """Asks, and never takes the answer."""
    end = socket.socket()
    end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    end.connect(("127.0.0.1", port_of(address)))
    end.sendall(request)
    end.setblocking(False)
    return end


async def is_cut(end: socket.socket, probe: bytes, seconds: float = 40) -> bool:
    """Whether the other side gives up, seen without taking anything from it: sending this, which is in order, fails."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            end.send(probe)
        except BlockingIOError:
            pass
        except OSError:
            return True
        await asyncio.sleep(0.1)
    return False


@pytest.mark.full
async def test_answer_that_nobody_takes(slow: str) -> None:
    request = b"GET /schema/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
    end = deaf(slow, request * 40)
    assert await is_cut(end, request)
    end.close()


def upgrade(table: str, cookie: str) -> bytes:
    return (
        f"GET /ws/{table} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: {cookie}\r\n\r\n"
    ).encode()


def frame(data: bytes, opcode: int = 1) -> bytes:
    """A masked message, with a mask of noughts."""
    assert len(data) < 126
    return bytes([0x80 | opcode, 0x80 | len(data)]) + bytes(4) + data


#: An answer to a ping that nobody sent: allowed, and of no effect.
A_PONG = frame(b"", 10)


async def send_all(end: socket.socket, data: bytes, seconds: float) -> None:
    """As much as goes within this time."""
    loop = asyncio.get_running_loop()
    with contextlib.suppress(TimeoutError, OSError):
        async with asyncio.timeout(seconds):
            await loop.sock_sendall(end, data)


@pytest.mark.full
@rows("kind", ["messages", "pings"])
async def test_live_line_that_does_not_read(slow: str, kind: str) -> None:
    """It asks and asks and takes no answer. The hall's memory stays as it is, and another line is served."""
    process = psutil.Process()
    async with Client(slow) as client, Client(slow) as friend:
        await client.guest("Al")
        await friend.guest("Bo")
        table = (await client.make_table())["table"]
        cookie = f"bowerbird={client.http.cookies['bowerbird']}"
        ends = [deaf(slow, upgrade(table, cookie)) for _ in range(6)]
        await asyncio.sleep(0.3)
        before = process.memory_info().rss
        one = json.dumps({"id": 1, "do": "ping"}).encode()
        flood = frame(one) * 6_000 if kind == "messages" else frame(b"x" * 120, 9) * 20_000
        sending = [asyncio.create_task(send_all(end, flood, 4)) for end in ends]
        async with friend.line(table) as line:
            begun = time.perf_counter()
            for _ in range(10):
                await line.do("ping")
            spent = time.perf_counter() - begun
        await asyncio.gather(*sending)
        grown = process.memory_info().rss - before
        assert spent < 15, "others were served meanwhile"
        assert grown < 150_000_000, f"{grown} bytes"
        assert all([await is_cut(end, A_PONG) for end in ends])
        for end in ends:
            end.close()


async def test_live_lines_to_tables_that_are_not_there(tmp_path: Path) -> None:
    """Every one of them makes the hall look into its database: an address has a measure of that too."""
    async with serving(app_on(tmp_path, limits=Limits(lines=(5, 0.01), pause=0))) as address, Client(address) as client:
        where = f"ws{address[4:]}/ws"
        told = []
        for number in range(8):
            async with connect(f"{where}/nothing{number}", proxy=None) as line:
                message = json.loads(await line.recv())
                told.append(message["why"])
                await line.wait_closed()
        assert line.close_code == 1013, "an honest page comes back by itself"
        assert [why.startswith("There is no such table") for why in told] == [True] * 5 + [False] * 3
        assert "Too many requests" in told[-1]
        assert 60 < message["retry_after"] <= 100
        await client.guest("Al")
        assert (await client.get("/health"))["ok"], "other things are asked for as before"


async def test_many_live_lines_of_one_person(tmp_path: Path) -> None:
    """Every line may say something now and then; with all of them together nobody says more than a person can."""
    limits = Limits(own_lines=5, own_frames=(20, 0.01))
    async with (
        serving(app_on(tmp_path, limits=limits)) as address,
        Client(address) as client,
        Client(address) as friend,
    ):
        await client.guest("Al")
        await friend.guest("Bo")
        table = (await client.make_table())["table"]
        async with contextlib.AsyncExitStack() as lines:
            heard: list[bytes] = []
            open_lines = [await lines.enter_async_context(client.line(table, heard.append)) for _ in range(5)]
            with pytest.raises(RefusedError, match="too many tables"):
                await lines.enter_async_context(client.line(table))
            for number in range(10):
                for line in open_lines:
                    await line.send(json.dumps({"id": number, "do": "pace", "pace": "slow"}))
            async with friend.line(table) as line, asyncio.timeout(20):
                await line.do("ping")
                while len([raw for raw in heard if b"Too many requests" in raw]) < 30:
                    await asyncio.sleep(0.05)
            assert sum(json.loads(raw).get("ok", False) for raw in heard) == 20
        async with asyncio.timeout(10), client.line(table):
            pass  # their places are free again


@pytest.mark.full
async def test_slow_readers_of_frames(tmp_path: Path) -> None:
    """A line that takes nothing while a game goes on: it misses frames, and the game does not wait."""
    async with serving(app_on(tmp_path), patience=SHORT) as address, Client(address) as client:
        await client.guest("Al")
        rules = 'based_on = "bicycle"\n[game]\npoints = 2'
        made = await client.make_table(house_rules=rules, bots="simple", pace="at once")
        ends = [deaf(address, upgrade(made["table"], "")) for _ in range(20)]
        async with client.line(made["table"]) as line:
            over = await line.play_on(first_choice, 60)
        assert over["view"]["result"]
        for end in ends:
            end.close()
