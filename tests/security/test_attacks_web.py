"""What other sites, and other machines, can make a browser or a server do."""

from __future__ import annotations

import asyncio
import stat
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal

import httpx
import pytest
from argon2 import PasswordHasher
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bowerbird.client import Client
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.people import People
from bowerbird.keyring import Keyring
from bowerbird.store import Log
from bowerbird.web.security.limits import Bucket, Limits, TooManyRequestsError
from bowerbird.web.security.proxy import Deployment, address_of
from bowerbird.web.server import WebServer
from kit.rows import rows
from security.nights import Night, status_of
from security.serving import serving
from web.conftest import app_on, listening

Person = Callable[..., Client]
HTML = {"Accept": "text/html"}


async def test_request_from_another_site(night: Night) -> None:
    """A form or a script elsewhere: it can send our cookie, but neither our header nor our origin."""
    http = night.client.http
    body = {"what": "finish", "key": "k"}
    known: dict[str, dict[str, str]] = {"/api/guest": {"name": "Eve"}, f"/api/desk/{night.token}/do": body}
    schema = (await http.get("/schema/openapi.json")).json()["paths"]
    assert not [path for path, ways in schema.items() if ways.keys() - {"get", "post"}]
    paths = [path.replace("{token}", night.token) for path, ways in schema.items() if "post" in ways]
    assert len(paths) > 10
    assert known.keys() < set(paths)
    for path in paths:
        sent = known.get(path, {})
        answers = [
            await http.post(path, json=sent, headers={"X-Bowerbird": ""}),
            await http.post(path, json=sent, headers={"Origin": "http://evil.example"}),
            await http.post(path, json=sent, headers={"Origin": "null"}),
            await http.post(path, json=sent, headers={"Origin": f"{night.client.address}.evil.example"}),
        ]
        assert status_of(*answers) == {403}, path
    plain = await http.post("/api/tables", content=b"rules=ccc", headers={"Content-Type": "text/plain"})
    assert plain.status_code == 400
    cookie = (await http.post("/api/guest", json={"name": "Dee"})).headers["set-cookie"].lower()
    assert "samesite=lax" in cookie
    assert "httponly" in cookie


async def test_nothing_changes_by_a_get(night: Night) -> None:
    before = (await night.look())["seq"]
    for path in (f"/api/desk/{night.token}/do", "/api/sign-out", "/api/tables", "/api/join", "/api/account"):
        answer = await night.client.http.get(path)
        assert answer.status_code in (200, 404, 405), path
    assert (await night.look())["seq"] == before
    assert (await night.client.get("/api/me"))["name"] == "Dee"


_BEHIND: Final = "GET /api/me HTTP/1.1\r\nHost: {host}\r\n\r\n"


@rows(
    "head",
    [
        "Content-Length: {size}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "Content-Length: 0\r\nContent-Length: {size}\r\n\r\n",
        "Content-Length: 0, {size}\r\n\r\n",
        "Content-Length: +0\r\n\r\n",
        "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n-1\r\n",
        "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n",
        "X: a\r\n Content-Length: {size}\r\n\r\n",
        "X: a\rContent-Length: {size}\r\n\r\n",
        "X: a\0b\r\n\r\n",
    ],
)
async def test_second_request_inside_a_first(opened: str, head: str) -> None:
    """A proxy and the hall could read the end of such a request in two ways: it is refused, and the line is closed."""
    host = opened.partition("://")[2]
    behind = _BEHIND.format(host=host)
    reader, writer = await asyncio.open_connection(*host.split(":"))
    asked = f"POST /api/guest HTTP/1.1\r\nHost: {host}\r\n{head.format(size=len(behind))}{behind}"
    writer.write(asked.encode())
    answer = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    assert answer.startswith(b"HTTP/1.1 400 "), answer
    assert answer.count(b"HTTP/1.1 ") == 1, "what was hidden behind it is not answered"


async def test_live_line_from_another_site(people: Person, opened: str) -> None:
    client = people()
    await client.guest("Al")
    table = (await client.make_table())["table"]
    where = f"{opened.replace('http', 'ws')}/ws/{table}"
    cookie = f"bowerbird={client.http.cookies['bowerbird']}"
    for origin in ("http://evil.example", "null", f"{opened}.evil.example"):
        headers = {"Origin": origin, "Cookie": cookie}
        async with connect(where, additional_headers=headers, proxy=None) as socket:
            assert "isn't one of ours" in str(await socket.recv())
            with pytest.raises(ConnectionClosed):
                await socket.recv()


@rows("host", ["evil.example", "evil.example:80", "localhost.evil.example", '"><script>', "a b", ""])
async def test_host_header_of_another_name(people: Person, opened: str, host: str) -> None:
    """Another site lets its own name lead to this machine, to read what only this machine may see."""
    client = people()
    await client.guest("Al")
    for path in ("/", "/metrics", "/api/tables"):
        answer = await client.http.get(path, headers={"Host": host})
        assert answer.status_code in (400, 421), path
        assert "location" not in answer.headers
    table = (await client.make_table())["table"]
    if host.startswith("evil"):
        where = f"{opened.replace('http', 'ws')}/ws/{table}"
        with pytest.raises(InvalidStatus):
            async with connect(where, additional_headers={"Host": host}, proxy=None):
                pass


def test_names_that_are_ours() -> None:
    plain = Deployment()
    for host in (
        "localhost:8000",
        "127.0.0.1",
        "192.168.1.5:8000",
        "[::1]:8000",
        "laptop",
        "laptop.local",
        "[fe80::1]",
    ):
        assert plain.knows(host), host
    assert not plain.knows("euchre.example.org")
    assert Deployment(names=("euchre.example.org",)).knows("Euchre.Example.org:443")
    assert Deployment(proxies=("127.0.0.1",)).knows("euchre.example.org")
    assert not Deployment(proxies=("127.0.0.1",)).knows("a\nb")


async def test_host_header_in_links(night: Night) -> None:
    seen = await night.client.http.get(f"/api/desk/{night.token}/view", headers={"X-Forwarded-Host": "evil.example"})
    assert "evil.example" not in seen.text


async def test_framing_and_sniffing_and_caches(night: Night) -> None:
    """On every answer: pages, errors, data, pictures, paper, spreadsheets, files."""
    token = night.token
    for path, kind in {
        "/": "text/html",
        f"/desk/{token}": "text/html",
        "/nowhere": "text/html",
        "/t/nowhere": "text/html",
        f"/desk/{token}x": "text/html",
        f"/api/desk/{token}/view": "application/json",
        "/api/nowhere": "application/json",
        f"/api/desk/{token}/qr.svg?to=/": "image/svg",
        f"/api/desk/{token}/standings.csv": "text/csv",
        f"/paper/{token}/slips.pdf": "application/pdf",
        "/static/shared/look.css": "text/css",
        "/static/nowhere.css": "text/html",
        "/health": "text/html",
        "/metrics": "text/plain",
        "/schema/openapi.json": "application",
    }.items():
        answer = await night.client.http.get(path, headers=HTML)
        headers = answer.headers
        assert headers["content-type"].startswith(kind), (path, headers["content-type"])
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy, path
        assert "frame-ancestors 'none'" in policy
        assert "unsafe-eval" not in policy
        assert ("unsafe-inline" in policy) == (kind != "text/html"), path
        assert ("sandbox" in policy) == kind.startswith("image/")
        assert headers["x-frame-options"] == "DENY"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        wanted = "no-cache" if path == "/static/shared/look.css" else "no-store"
        assert wanted in headers["cache-control"], path


async def test_promises_that_need_a_private_line(tmp_path: Path) -> None:
    async with listening(app_on(tmp_path)) as address, httpx.AsyncClient(base_url=address, trust_env=False) as http:
        assert "cross-origin-opener-policy" in (await http.get("/")).headers
        lan = await http.get("/", headers={"Host": "192.168.1.5:8000"})
        assert "cross-origin-opener-policy" not in lan.headers
        assert "strict-transport-security" not in lan.headers


async def test_cookie_and_headers_over_https_only(tmp_path: Path) -> None:
    deployment = Deployment(https=True, names=("euchre.example.org",))
    async with (
        serving(app_on(tmp_path, deployment=deployment), deployment) as address,
        Client(address) as client,
    ):
        client.http.headers["Host"] = "euchre.example.org"
        answer = await client.http.post("/api/guest", json={"name": "Al"})
        assert "secure" in answer.headers["set-cookie"].lower()
        assert answer.headers["strict-transport-security"] == "max-age=31536000"


async def test_made_up_address_of_the_caller(tmp_path: Path) -> None:
    """X-Forwarded-For is believed from a proxy that the keeper named, and from nobody else."""
    limits = Limits(strangers=(3, 0.01), pause=0)
    for number, deployment in enumerate(
        (Deployment(), Deployment(proxies=("127.0.0.1",)), Deployment(proxies=("10.1.2.3",)))
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        async with (
            serving(app_on(folder, limits=limits, deployment=deployment), deployment) as address,
            httpx.AsyncClient(base_url=address, trust_env=False) as http,
        ):
            answers = [await http.get("/api/rules", headers={"X-Forwarded-For": f"192.0.2.{n}"}) for n in range(6)]
            statuses = [answer.status_code for answer in answers]
            believed = "127.0.0.1" in deployment.proxies
            assert statuses == ([200] * 6 if believed else [200] * 3 + [429] * 3)
            figures = await http.get("/metrics", headers={"X-Forwarded-For": "192.0.2.200"})
            assert figures.status_code == (404 if believed else 429)


async def test_figures_from_another_machine(tmp_path: Path) -> None:
    assert Deployment().may_see_metrics("127.0.0.1", {})
    assert Deployment().may_see_metrics("::1", {})
    assert not Deployment().may_see_metrics("192.168.1.7", {})
    assert not Deployment().may_see_metrics("127.0.0.1", {"x-forwarded-for": "192.0.2.1"}), "a proxy hides who asks"
    assert Deployment(figures_for=("192.168.1.0/24",)).may_see_metrics("192.168.1.7", {})
    assert not Deployment(figures_for=("192.168.1.0/24",)).may_see_metrics("192.168.2.7", {})
    assert not Deployment().may_see_metrics("", {})


async def test_guessing_join_codes(tmp_path: Path) -> None:
    """Beyond the limit, ten a second in all are answered, right or wrong, however many connections try."""
    limits = Limits(codes=(5, 10))
    async with listening(app_on(tmp_path, limits=limits)) as address, Client(address) as client:
        await client.guest("Al")
        code = (await client.make_table())["code"]
        began = time.perf_counter()
        wrong = [client.http.post("/api/join", json={"code": f"AAAAA{n}"}) for n in "2345678923456789"]
        answers = await asyncio.gather(*wrong, client.http.post("/api/join", json={"code": code}))
        assert time.perf_counter() - began > 1.1, "five, and then ten a second"
        assert [answer.status_code for answer in answers] == [404] * 16 + [200], "who knows it always may"
    assert len(code) == 6


def test_guessing_from_a_whole_network() -> None:
    assert address_of("2001:db8:1:2::1") == address_of("2001:db8:1:2:ffff::9"), "one customer has all of these"
    assert address_of("2001:db8:1:2::1") != address_of("2001:db8:1:3::1")
    assert address_of("::ffff:192.0.2.1") == "192.0.2.1"


async def test_guessing_a_passphrase_from_many_addresses(tmp_path: Path) -> None:
    deployment = Deployment(proxies=("127.0.0.1",))
    app = app_on(tmp_path, limits=Limits(sign_ins=(4, 0.001), turns=0.05), deployment=deployment)
    async with serving(app, deployment) as address, Client(address) as client:
        await client.guest("Al")
        await client.post("/api/account", passphrase="four jacks in a row")
        statuses = []
        for number in range(6):
            where = {"X-Forwarded-For": f"192.0.2.{number}"}
            wrong = {"name": "AL", "passphrase": f"wrong guess {number}"}
            statuses.append((await client.http.post("/api/sign-in", json=wrong, headers=where)).status_code)
        assert statuses == [409] * 4 + [429] * 2


class Worker(PasswordHasher):
    """Writes down what it was asked to do: on a busy machine that says more than a clock."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=64)
        self.done: list[str] = []

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        self.done.append("hash")
        return super().hash(password, salt=salt)

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
        self.done.append("verify")
        return super().verify(hash, password)


async def test_timing_of_signing_in(tmp_path: Path) -> None:
    """A name that nobody keeps takes as much work as one that somebody does."""
    async with Log(tmp_path) as log:
        worker = Worker()
        people = People(log, lambda: 0, worker)
        await people.keep(people.guest("Al"), "four jacks in a row")
        work = {}
        for name in ("Al", "Al", "Nobody"):
            worker.done.clear()
            with pytest.raises(NotAllowedError, match="passphrase don't match"):
                await people.sign_in(name, "a wrong passphrase")
            work[name] = worker.done[:]
        assert work["Al"] == work["Nobody"] == ["verify"]


async def test_many_sign_ins_at_once_hold_up_nobody(tmp_path: Path) -> None:
    async with Log(tmp_path) as log:
        people = People(log, lambda: 0, PasswordHasher(time_cost=1, memory_cost=16_384, parallelism=1))
        tries = [asyncio.create_task(people.sign_in("Al", f"a wrong passphrase {n}")) for n in range(60)]
        longest = 0.0
        while not all(each.done() for each in tries):
            begun = time.thread_time()
            await asyncio.sleep(0.01)
            longest = max(longest, time.thread_time() - begun)
        said = [str(each.exception()) for each in tries]
        assert sum("right now" in why for why in said) >= 15, "the queue has an end"
        assert longest < 0.2, "the loop works out nothing itself"


def test_a_secret_that_others_can_read(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    Keyring.from_file(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["secret"]
    for rights in (0o644, 0o640, 0o604):
        path.chmod(rights)
        with pytest.raises(PermissionError, match="chmod 600"):
            Keyring.from_file(path)
    path.chmod(0o600)
    Keyring.from_file(path)


def test_a_bucket_forgets_without_letting_anyone_off() -> None:
    now = [0.0]
    bucket = Bucket((2, 0.1), lambda: now[0])
    for _ in range(2):
        bucket.take("attacker")
    for number in range(30_000):
        bucket.take(f"passer-by {number}")
    with pytest.raises(TooManyRequestsError, match="10 seconds"):
        bucket.take("attacker")
    now[0] = 11
    bucket.take("attacker")


def test_who_asks_for_nothing_all_day_has_no_more_at_once_for_it() -> None:
    now = [0.0]
    bucket = Bucket((2, 0.1), lambda: now[0])
    bucket.take("patient")
    now[0] = 86_400
    for _ in range(2):
        bucket.take("patient")
    with pytest.raises(TooManyRequestsError):
        bucket.take("patient")
    bucket.give_back("patient")
    bucket.take("patient")
    for _ in range(9):
        bucket.give_back("new")
    for _ in range(2):
        bucket.take("new")
    with pytest.raises(TooManyRequestsError):
        bucket.take("new")


def test_the_server_says_nothing_about_itself(tmp_path: Path) -> None:
    config = WebServer(app_on(tmp_path)).config
    assert not config.server_header
    assert not config.proxy_headers, "uvicorn would believe this machine's own word otherwise"
