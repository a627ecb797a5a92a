"""A hall behind one address: 200 phones, a director, three boards, and a vandal. Every honest request must be answered.

    python bench/one_address.py --minutes 5

A real server, and everybody comes from 127.0.0.1, as behind the router of a church hall. The vandal is a process of its
own with hundreds of connections. It tries join codes, passphrases and recovery codes, floods pages, files and views,
signs people up, makes guests, opens WebSockets, and sends requests byte by byte. Meanwhile people arrive, sign up or
find their name, enter and confirm scores, reload their pages, join tables by a code, hold WebSockets, and sign in.

The exit status is 1 if an honest request was refused, broke, or took more than ten seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bowerbird.client import Client, new_key
from bowerbird.event.simulate import quick_game
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from common import at_least, at_most, parser_for, percentile, tell  # type: ignore[import-not-found]  # beside this file
from processes import free_port, ready, start_server  # type: ignore[import-not-found]  # beside this file

log = logging.getLogger(__name__)

#: Seconds that an honest request may take, and that the server itself lets a view wait for news.
LONGEST, POLL = 10.0, 25.0
RULES = "trailer-estates"
PASSPHRASE = "four jacks in a row"
LENGTH = re.compile(rb"content-length: (\d+)")
#: What a page loads besides itself.
FILES = ("/static/shared/look.css", "/static/shared/site.js", "/static/shared/dom.js", "/static/shared/theme.js")


@dataclass
class Figures:
    """What honest people saw."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    again: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    late: Counter[str] = field(default_factory=Counter)

    def note(self, what: str, began: float, problem: str, allowed: float = LONGEST) -> None:
        """Count a request, and what went wrong with it."""
        took = time.monotonic() - began
        self.seconds[what].append(took)
        if problem:
            self.refused[f"{what}: {problem}"] += 1
        elif took > allowed:
            self.late[f"{what}: {took:.0f} s"] += 1


class Browser:
    """An honest browser: its requests are counted and timed."""

    def __init__(self, address: str, figures: Figures) -> None:
        self.client = Client(address)
        self.client.http.timeout = httpx.Timeout(60)
        self.figures = figures

    async def ask(self, what: str, method: str, path: str, body: Any = None, allowed: float = LONGEST) -> Any:
        """The answer as JSON or text; None if it was refused."""
        began = time.monotonic()
        try:
            answer = await self._sent(method, path, body)
        except httpx.TransportError as error:
            self.figures.note(what, began, type(error).__name__)
            await asyncio.sleep(0.5)
            return None
        good = answer.status_code < 400
        said = "" if good else f"{answer.status_code} {answer.text[:60]}"
        self.figures.note(what, began, said, allowed)
        if not good:
            log.debug("%s %s", what, said)
            await asyncio.sleep(0.5)
            return None
        return answer.json() if "json" in answer.headers.get("content-type", "") else answer.text

    async def _sent(self, method: str, path: str, body: Any) -> httpx.Response:
        """As a browser sends it: once more if the server has just closed a connection that was used before."""
        try:
            return await self.client.http.request(method, path, json=body)
        except (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError):
            self.figures.again += 1
            return await self.client.http.request(method, path, json=body)

    async def until(self, what: str, method: str, path: str, body: Any = None) -> Any:
        """Ask until it is answered; every refusal counts."""
        for _ in range(100):
            if (said := await self.ask(what, method, path, body)) is not None:
                return said
        raise RuntimeError(f"{what} was refused a hundred times")

    async def load(self, what: str, path: str) -> None:
        """Open a page, with its files."""
        await self.until(what, "GET", path)
        await asyncio.gather(*(self.until("file", "GET", each) for each in FILES))

    async def do(self, token: str, what: str, **rest: Any) -> Any:
        """Send something to the desk."""
        path = f"/api/desk/{token}/do"
        return await self.until(what, "POST", path, {"what": what, "key": new_key(), **rest})


def token_of(link: str) -> str:
    return link.rstrip("/").rpartition("/")[2]


class Follower:
    """A page that follows the event by long polling."""

    def __init__(self, browser: Browser, token: str, what: str) -> None:
        self.browser, self.token, self.what = browser, token, what
        self.view: dict[str, Any] = {}

    async def follow(self) -> None:
        """Look again and again, as an open page does."""
        while True:
            after = self.view.get("seq", -1)
            path = f"/api/desk/{self.token}/view?after={after}"
            seen = await self.browser.ask(f"view of {self.what}", "GET", path, allowed=POLL + LONGEST)
            if seen and not seen.get("same"):
                self.view = seen

    async def wait_for(self, condition: Callable[[dict[str, Any]], Any], seconds: float = 60) -> bool:
        """Wait until this page has seen it. False if it did not come."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self.view or not condition(self.view):
                    await asyncio.sleep(0.05)
                return True
        return False


class Evening:
    """The honest side."""

    def __init__(self, address: str, people: int, seconds: float, seed: int) -> None:
        self.address, self.seconds = address, seconds
        self.chance = random.Random(seed)
        self.figures = Figures()
        self.names = [f"{self.chance.choice('ABCDEFGHJKLM')}{n:03d}" for n in range(people)]
        self.phones: dict[str, Follower] = {}
        self.tasks: list[asyncio.Task[Any]] = []
        self.browsers: list[Browser] = []
        self.scores = 0
        self.until = 0.0

    def browser(self) -> Browser:
        """Somebody's browser."""
        self.browsers.append(Browser(self.address, self.figures))
        return self.browsers[-1]

    def spawn(self, work: Awaitable[Any]) -> None:
        """Do something beside the rest."""
        self.tasks.append(asyncio.ensure_future(work))

    async def set_up(self) -> dict[str, str]:
        """Before the doors open; gives what a vandal in the room can see."""
        director = self.browser()
        await director.until("guest", "POST", "/api/guest", {"name": "Dee"})
        made = await director.until(
            "event", "POST", "/api/events", {"rules": RULES, "title": "Thursday", "key": new_key()}
        )
        self.desk = Follower(director, token_of(made["link"]), "the desk")
        await director.do(self.desk.token, "settings", sign_up=True, phones=True)
        listed = "\n".join(self.names[::2])
        await director.do(self.desk.token, "paste", text=listed)
        view = await director.until("view", "GET", f"/api/desk/{self.desk.token}/view")
        links = {name: token_of(view["links"][name]) for name in ("sign_up", "public")}
        self.sign_up, self.public = links["sign_up"], links["public"]
        self.owner = self.browser()
        await self.owner.until("guest", "POST", "/api/guest", {"name": "Olive"})
        await self.owner.until("account", "POST", "/api/account", {"passphrase": PASSPHRASE})
        self.code = (await self.owner.until("code", "POST", "/api/recovery-code"))["code"]
        return links

    async def run(self) -> None:
        """Everything at once, for the given time."""
        self.until = time.monotonic() + self.seconds
        self.spawn(self.desk.follow())
        for number in range(3):
            self.spawn(self.board(20 + number))
        for work in (self.newcomers, self.owner_signs_in, self.owner_elsewhere, self.owner_recovers):
            self.spawn(work())
        for _ in range(4):
            self.spawn(self.friends())
        arriving = self.seconds * 0.35
        arrivals = [self.arrive(name, self.chance.random() * arriving) for name in self.names]
        await asyncio.gather(*arrivals)
        await self.play()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for browser in self.browsers:
            await browser.client.http.aclose()

    def is_over(self) -> bool:
        """True when the time is up."""
        return time.monotonic() > self.until

    async def arrive(self, name: str, after: float) -> None:
        """Scan the sign-up code, find the name on the list or add it, and keep the phone's page open."""
        await asyncio.sleep(after)
        browser = self.browser()
        await browser.load("sign-up page", f"/sign-up/{self.sign_up}")
        await browser.until("view of sign-up", "GET", f"/api/desk/{self.sign_up}/view")
        if name in self.names[::2]:
            said = await browser.do(self.sign_up, "claim", name=name, phone=new_key())
        else:
            said = await browser.do(self.sign_up, "enter", people=[{"name": name, "of_age": True}], sure=True)
        phone = self.phones[name] = Follower(browser, token_of(said["link"]), "a phone")
        await browser.load("phone page", f"/p/{phone.token}")
        self.spawn(phone.follow())
        self.spawn(self.reload(phone, f"/p/{phone.token}", 30))

    async def board(self, every: float) -> None:
        """A screen on the wall."""
        board = Follower(self.browser(), self.public, "a board")
        await board.browser.load("board", f"/board/{self.public}")
        self.spawn(board.follow())
        await self.reload(board, f"/board/{self.public}", every)

    async def reload(self, page: Follower, path: str, every: float) -> None:
        """Load a page again every now and then."""
        while True:
            await asyncio.sleep(every * (0.5 + self.chance.random()))
            await page.browser.load(f"reload of {page.what}", path)

    async def play(self) -> None:
        """The director checks everybody in, and round after round is played."""
        director, desk = self.desk.browser, self.desk.token
        await director.do(desk, "check-in", names=list(self.phones))
        await director.do(desk, "seat")
        number = 1
        while not self.is_over():
            await self.desk.wait_for(lambda view, now=number: view["round"] and view["round"]["number"] == now)  # type: ignore[misc]
            await asyncio.gather(*(self.play_table(tile, number) for tile in self.desk.view["tables"]))
            if self.is_over():
                return
            number += 1
            await director.do(desk, "next", unfinished="not counted")

    async def play_table(self, tile: dict[str, Any], round_: int) -> None:
        """One side enters the score and the other confirms it. Every fifth table brings it to the desk."""
        await asyncio.sleep(self.chance.random() * max(2.0, self.seconds / 10))
        names = [seat["plays"] for seat in tile["seats"]]
        game = quick_game(load_rulebook(RULES), Seat(tile["dealer"]), self.chance)
        score = {"ns": game.ns, "ew": game.ew, "round": round_}
        if tile["number"] % 5 == 0 or not all(name in self.phones for name in names):
            await self.desk.browser.do(self.desk.token, "score", table=tile["number"], **score)
            self.scores += 1
            return
        first, second = self.phones[names[0]], self.phones[names[1]]
        if not await first.wait_for(lambda view: view["may"]["enter"]):
            return
        await first.browser.do(first.token, "score", phone=names[0] * 3, **score)
        if await second.wait_for(lambda view: view["may"]["accept"]):
            await second.browser.do(second.token, "accept", round=round_, phone=names[1] * 3)
            self.scores += 1

    async def newcomers(self) -> None:
        """Somebody without a cookie comes every second."""
        while not self.is_over():
            browser = self.browser()
            await browser.load("first page", "/")
            await browser.until("new guest", "POST", "/api/guest", {"name": "New"})
            await browser.until("me", "GET", "/api/me")
            await asyncio.sleep(1)

    async def friends(self) -> None:
        """Four at a table of their own: one makes it, three join by its code, all hold a WebSocket."""
        four = [self.browser() for _ in range(4)]
        for one in four:
            await one.until("new guest", "POST", "/api/guest", {"name": "Friend"})
        while not self.is_over():
            made = await four[0].until("new table", "POST", "/api/tables", {"private": True})
            for one in four[1:]:
                await one.until("right code", "POST", "/api/join", {"code": made["code"]})
            await asyncio.gather(*(self.hold_line(one, made["table"], 10) for one in four))

    async def hold_line(self, browser: Browser, table: str, seconds: float) -> None:
        """Hold a WebSocket to a table, and say something every second."""
        cookie = "; ".join(f"{name}={value}" for name, value in browser.client.http.cookies.items())
        began = time.monotonic()
        try:
            async with connect(
                f"{self.address.replace('http', 'ws', 1)}/ws/{table}",
                additional_headers={"Cookie": cookie},
                proxy=None,
                open_timeout=60,
            ) as line:
                said = json.loads(await line.recv())
                self.figures.note("new line", began, "" if said["type"] == "table" else said["why"][:60])
                for number in range(round(seconds)):
                    await self.ping(line, number + 1)
                    await asyncio.sleep(1)
        except (WebSocketException, OSError, TimeoutError) as error:
            self.figures.note("line", began, type(error).__name__)
            await asyncio.sleep(1)

    async def ping(self, line: ClientConnection, number: int) -> None:
        """Send a message, and wait for the answer."""
        began = time.monotonic()
        await line.send(json.dumps({"id": number, "do": "ping"}))
        while (said := json.loads(await line.recv())).get("id") != number:
            pass
        self.figures.note("message", began, "" if said["ok"] else str(said))

    async def owner_signs_in(self) -> None:
        """Out and in again in the owner's own browser, while somebody tries that name."""
        while not self.is_over():
            await self.owner.until("sign-out", "POST", "/api/sign-out")
            body = {"name": "Olive", "passphrase": PASSPHRASE}
            await self.owner.until("right passphrase at home", "POST", "/api/sign-in", body)
            await asyncio.sleep(3)

    async def owner_elsewhere(self) -> None:
        """The same with a new device each time."""
        while not self.is_over():
            body = {"name": "Olive", "passphrase": PASSPHRASE}
            await self.browser().until("right passphrase on a new device", "POST", "/api/sign-in", body)
            await asyncio.sleep(10)

    async def owner_recovers(self) -> None:
        """A recovery code in a new browser."""
        while not self.is_over():
            await self.browser().until("right recovery code", "POST", "/api/recover", {"code": self.code})
            await asyncio.sleep(3)


class Vandal:
    """Somebody in the room with a laptop. Knows what hangs on the wall, and a name."""

    def __init__(self, address: str, links: dict[str, str], connections: int) -> None:
        self.address, self.links, self.each = address, links, connections
        self.got: dict[str, Counter[str]] = defaultdict(Counter)
        self.dice = random.Random(13)

    async def run(self, seconds: float) -> None:
        """Everything at once."""
        desk = f"/api/desk/{self.links['public']}"
        sign_up = f"/api/desk/{self.links['sign_up']}/do"
        kinds: dict[str, Callable[[], bytes]] = {
            "wrong codes": lambda: post("/api/join", code=self.letters(6)),
            "wrong passphrases": lambda: post("/api/sign-in", name=self.letters(5), passphrase=self.letters(12)),
            "the owner's name": lambda: post("/api/sign-in", name="Olive", passphrase=self.letters(12)),
            "wrong recovery codes": lambda: post("/api/recover", code=self.letters(16)),
            "pages": lambda: request("GET", self.dice.choice(("/", "/rules/ccc", "/events", "/nothing"))),
            "files": lambda: request("GET", "/static/shared/look.css"),
            "views of the board": lambda: request("GET", f"{desk}/view"),
            "long polls": lambda: request("GET", f"{desk}/view?after=100000000"),
            "sign-ups": lambda: post(
                sign_up, what="enter", key=new_key(), people=[{"name": self.letters(9)}], sure=True
            ),
            "new guests": lambda: post("/api/guest", name="Nobody"),
        }
        tasks = [asyncio.create_task(self.flood(kind, each)) for kind, each in kinds.items() for _ in range(self.each)]
        tasks.append(asyncio.create_task(self.with_a_cookie()))
        tasks += [asyncio.create_task(self.hold_line()) for _ in range(self.each * 40)]
        tasks += [asyncio.create_task(self.drip()) for _ in range(self.each * 30)]
        await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def letters(self, number: int) -> str:
        """Any letters."""
        return "".join(self.dice.choices("ABCDEFGHJKLMNPQRSTUVWXYZ", k=number))

    async def flood(self, kind: str, ask: Callable[[], bytes]) -> None:
        """One request after the other, without pause."""
        port = int(self.address.rpartition(":")[2])
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                with closing(writer):
                    while True:
                        writer.write(ask())
                        head = await reader.readuntil(b"\r\n\r\n")
                        self.got[kind][head[9:12].decode()] += 1
                        await reader.readexactly(int(LENGTH.search(head)[1]))  # type: ignore[index]
            except (OSError, asyncio.IncompleteReadError):
                self.got[kind]["closed"] += 1

    async def with_a_cookie(self) -> None:
        """Like a person, but without pause."""
        async with Client(self.address) as me:
            await me.guest("Vandal")
            cookie = "; ".join(f"{name}={value}" for name, value in me.http.cookies.items())
        await self.flood("with a cookie", lambda: request("GET", "/", cookie))

    async def hold_line(self) -> None:
        """A WebSocket without a cookie."""
        async with Client(self.address) as me:
            tables = (await me.http.get("/api/tables")).json()
        table = tables[0]["table"] if isinstance(tables, list) and tables else "nothing"
        while True:
            try:
                async with connect(f"{self.address.replace('http', 'ws', 1)}/ws/{table}", proxy=None) as line:
                    self.got["lines"][json.loads(await line.recv())["type"]] += 1
                    await line.wait_closed()
            except (WebSocketException, OSError, TimeoutError) as error:
                self.got["lines"][type(error).__name__] += 1
            await asyncio.sleep(0.5)

    async def drip(self) -> None:
        """Requests that never end."""
        port = int(self.address.rpartition(":")[2])
        while True:
            with suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                self.got["slow requests"]["begun"] += 1
                writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-a: ")
                while not writer.is_closing():
                    writer.write(b"b")
                    await writer.drain()
                    await asyncio.sleep(0.5)


def request(method: str, path: str, cookie: str = "", body: bytes = b"") -> bytes:
    """A request as it goes over the network."""
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nX-Bowerbird: 1\r\nCookie: {cookie}\r\n"
    return f"{head}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


def post(path: str, **fields: Any) -> bytes:
    """The same, with JSON."""
    return request("POST", path, body=json.dumps(fields).encode())


def spread(values: list[float]) -> dict[str, float]:
    parts = {"p50_ms": 0.5, "p99_ms": 0.99, "longest_ms": 1.0}
    times = {name: round(percentile(values or [0.0], part) * 1000) for name, part in parts.items()}
    return {"requests": len(values), **times}


async def evening(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    server = start_server(folder, port)
    vandal = None
    seconds = options.minutes * 60
    try:
        await ready(address)
        room = Evening(address, options.people, seconds, options.seed)
        links = await room.set_up()
        if options.connections:
            public_table = room.browser()
            await public_table.until("guest", "POST", "/api/guest", {"name": "Host"})
            made = await public_table.until("table", "POST", "/api/tables", {"private": False})
            room.spawn(room.hold_line(public_table, made["table"], seconds * 2))
            told = {"address": address, "links": links, "connections": options.connections, "seconds": seconds}
            command = [sys.executable, __file__, "--vandal", json.dumps(told)]
            vandal = subprocess.Popen(command, stdout=subprocess.PIPE)
            await asyncio.sleep(min(10, seconds / 6))  # it has spent what is free of charge before people come
        await room.run()
    finally:
        server.kill()
        server.wait()
    got = json.loads(vandal.communicate()[0] or b"{}") if vandal else {}
    figures = room.figures
    quick = [each for what, taken in figures.seconds.items() if not what.startswith("view of") for each in taken]
    return {
        "people": options.people,
        "minutes": options.minutes,
        "scores": room.scores,
        "honest": spread(quick),
        "sent_again": figures.again,
        "refused": sum(figures.refused.values()),
        "refused_by": dict(figures.refused.most_common(20)),
        "late": dict(figures.late.most_common(20)),
        "by_kind": {what: spread(taken) for what, taken in sorted(figures.seconds.items())},
        "vandal_got": got,
    }


async def vandalize(told: dict[str, Any]) -> dict[str, dict[str, int]]:
    vandal = Vandal(told["address"], told["links"], told["connections"])
    await vandal.run(told["seconds"])
    return {kind: dict(counted) for kind, counted in vandal.got.items()}


def main() -> None:
    parser = parser_for(__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument(
        "--connections", type=int, default=5, help="of the vandal, for each kind of flood; 0: no vandal"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--vandal", default="", help=argparse.SUPPRESS)
    options = parser.parse_args()
    logging.basicConfig(level=os.environ.get("BOWERBIRD_BENCH_LOG", "WARNING"))
    for noisy in ("httpx", "httpcore", "websockets", "asyncio"):
        logging.getLogger(noisy).setLevel("WARNING")
    if options.vandal:
        print(json.dumps(asyncio.run(vandalize(json.loads(options.vandal)))))
        return
    with tempfile.TemporaryDirectory() as folder:
        result = asyncio.run(evening(options, Path(folder)))
    figures = {f"answer_{name}": value for name, value in result["honest"].items()}
    figures |= {name: result[name] for name in ("scores", "refused", "sent_again")} | {
        "late": sum(result["late"].values())
    }
    tell(figures, at_least("scores", 1), at_most("refused", 0), at_most("late", 0), details=result)


if __name__ == "__main__":
    main()
