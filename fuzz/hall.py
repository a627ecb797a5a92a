"""A whole server in this process, and a million random messages and calls against it.

    python fuzz/hall.py --number 1000000

A fault of ours (a 500, an error in the log, an exception, an answer that takes too long) is reported with its cause.
Otherwise it prints what was sent and how it was answered.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

from argon2 import PasswordHasher
from litestar import Litestar

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bowerbird.hall.live import Settings
from bowerbird.keyring import Keyring
from bowerbird.web.app import create_app
from bowerbird.web.desk import api as desk_api
from bowerbird.web.security.limits import Limits
from bowerbird.web.tables import socket
from fuzz.asks import Call, Known, random_call, random_message

__all__ = ["FaultError", "Hall", "attack"]

#: The longest wait for an answer in seconds, on however busy a machine.
_LONGEST = 60.0
_MUCH = (1e9, 1e9)
#: Messages per WebSocket before it is replaced.
_ON_ONE_LINE = 150
#: The number of WebSockets and callers at once.
_LINES, _CALLERS = 4, 3
_KEPT_TABLES, _KEPT_LINKS = 40, 60
#: Seconds between progress reports.
_TELL_EVERY = 30.0
#: Stop after this many faults.
_ENOUGH = 20


class FaultError(Exception):
    """A fault of ours, with its cause."""


class _Listener(logging.Handler):
    """Treats an error in the log as a fault."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(logging.Formatter().format(record))


class Hall:
    """A server that is called without a network. Every call is timed, and its answer checked."""

    def __init__(self, app: Litestar) -> None:
        self.app = app
        self.answers: Counter[str] = Counter()
        self.slowest: tuple[float, str] = (0.0, "")
        self.faults: list[str] = []
        self.cookie = ""
        self.code = ""

    async def call(self, call: Call) -> tuple[int, bytes]:
        """Make one call; return the status and the body of the answer."""
        sent: list[dict[str, Any]] = []
        given = iter([{"type": "http.request", "body": call.body, "more_body": False}])
        answered = asyncio.Event()

        async def receive() -> dict[str, Any]:
            for message in given:
                return message
            await answered.wait()  # the client waits for the answer
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        begun = time.perf_counter()
        try:
            async with asyncio.timeout(_LONGEST):
                await self.app(self._scope("http", call), receive, send)  # type: ignore[arg-type]
        except Exception as error:
            self.faults.append(f"{call}: {error!r}")
            return 500, b""
        finally:
            answered.set()
        self._time(time.perf_counter() - begun, f"{call.method} {call.path}")
        status = int(sent[0]["status"])
        self.answers[f"{call.method} {status}"] += 1
        if status >= 500:
            self.faults.append(f"{status} for {call}")
        for name, value in sent[0]["headers"]:
            comes = "/api/recover" if self.code else "/api/guest"
            if name.lower() == b"set-cookie" and call.path == comes and not self.cookie:
                self.cookie = value.decode().partition(";")[0]
        if status == 200 and call.method == "POST" and self.code:
            await self._stay(call.path)
        return status, b"".join(message.get("body", b"") for message in sent[1:])

    async def come(self, name: str) -> None:
        """Enter a name, and note the recovery code: after signing out, the same person must be able to play on."""
        await self.call(Call("POST", "/api/guest", "", json.dumps({"name": name}).encode()))
        await self.call(Call("POST", "/api/recovery-code"))
        await self._note_code()

    async def _note_code(self) -> None:
        _, answer = await self.call(Call("GET", "/api/recovery-code"))
        self.code = json.loads(answer)["code"]

    async def _stay(self, path: str) -> None:
        """Note a new recovery code; come back after signing out."""
        if path in ("/api/recovery-code", "/api/account"):
            await self._note_code()
        elif path == "/api/sign-out":
            self.cookie = ""
            await self.call(Call("POST", "/api/recover", "", json.dumps({"code": self.code}).encode()))

    async def line(self, table: str, messages: Iterator[str | bytes], offered: list[Any]) -> int:
        """Send these messages on one WebSocket; return how many were sent."""
        while not self.cookie:  # signed out for a moment
            await asyncio.sleep(0.01)
        count = 0
        closed = False
        cookie = self.cookie
        answered = asyncio.Event()
        answered.set()

        async def receive() -> dict[str, Any]:
            nonlocal count
            if count == 0:
                count = 1
                return {"type": "websocket.connect"}
            async with asyncio.timeout(_LONGEST):
                await answered.wait()
            answered.clear()
            message = None if closed else next(messages, None)
            if message is None:
                return {"type": "websocket.disconnect", "code": 1000}
            count += 1
            key = "text" if isinstance(message, str) else "bytes"
            return {"type": "websocket.receive", key: message}

        async def send(message: Any) -> None:
            nonlocal closed
            text = str(message.get("text") or "")
            if message["type"] == "websocket.close":
                closed = True
                answered.set()
            elif text.startswith('{"type":"table"'):
                seen = json.loads(text)["view"] or {}
                offered[:] = [each["fact"] for each in seen.get("actions") or ()] or offered
            elif text.startswith(('{"type":"reply"', '{"type":"error"')):
                self.answers["line " + ("done" if '"ok":true' in text else "refused")] += 1
                answered.set()

        try:
            await self.app(self._scope("websocket", Call("GET", f"/ws/{table}")), receive, send)  # type: ignore[arg-type]
        except Exception as error:
            self.faults.append(f"the line to {table}: {error!r}")
        if count < 2 and cookie == self.cookie:  # signing out meanwhile ends it
            self.faults.append(f"the line to {table} was never open")
        return count - 1

    def _scope(self, kind: str, call: Call) -> dict[str, Any]:
        headers = [(b"host", b"localhost"), (b"x-bowerbird", b"1"), (b"content-type", b"application/json")]
        if self.cookie:
            headers.append((b"cookie", self.cookie.encode()))
        return {
            "type": kind,
            **({"method": call.method} if kind == "http" else {}),
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": call.path,
            "raw_path": call.path.encode(),
            "query_string": call.query.encode("utf-8", "replace"),
            "root_path": "",
            "headers": [*headers, (b"content-length", str(len(call.body)).encode())] if call.body else headers,
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 8000),
            "subprotocols": [],
            "state": {},
            "extensions": {},
        }

    def _time(self, seconds: float, what: str) -> None:
        if seconds > self.slowest[0]:
            self.slowest = (seconds, what[:100])


@contextmanager
def _nobody_waits() -> Iterator[None]:
    """Don't wait, neither for changes at the desk nor as a penalty for nonsense."""
    before = desk_api._PATIENCE, socket._SLOWER
    desk_api._PATIENCE, socket._SLOWER = 0.01, 0.0
    try:
        yield
    finally:
        desk_api._PATIENCE, socket._SLOWER = before


async def _some_to_know(hall: Hall) -> Known:
    """Existing tables and links, so that not everything is refused at once."""
    await hall.come("Dee")
    known = Known([], [], [])
    for rules in ("bicycle", "alberta", "national"):
        body = json.dumps({"rules": rules, "bots": "simple", "pace": "at once", "mode": "real"}).encode()
        known.tables.append(json.loads((await hall.call(Call("POST", "/api/tables", "", body)))[1])["table"])
        known.tables.append(json.loads((await hall.call(Call("POST", "/api/tables", "", b"{}")))[1])["table"])
    for number, rules in enumerate(("ccc", "st-joe", "trailer-estates", "national")):
        body = json.dumps({"rules": rules, "key": str(number), "title": "Tonight", "trial": 12 * (number % 2)}).encode()
        link = json.loads((await hall.call(Call("POST", "/api/events", "", body)))[1])["link"]
        token = link.rpartition("/")[2]
        known.links.append(token)
        seen = json.loads((await hall.call(Call("GET", f"/api/desk/{token}/view")))[1])["links"]
        for found in (seen["helper"], seen["public"], seen["sign_up"], *list(seen["players"].values())[:2]):
            known.links.append(found.rpartition("/")[2])
    known.links.append("forged.d0..AAAAAAAAAAAAAAAAAAAAAA")
    return known


async def attack(folder: Path, number: int, seed: int, share_of_lines: float = 0.8) -> dict[str, Any]:
    """Send this many messages and calls; return the figures, or raise `FaultError`."""
    buckets = [field for field in Limits.__struct_fields__ if isinstance(getattr(Limits(), field), tuple)]
    limits = Limits(**dict.fromkeys(buckets, _MUCH), connections=1000)  # type: ignore[arg-type]
    clock = time.time_ns
    app = create_app(
        folder,
        Keyring(b"k" * 32),
        clock=lambda: clock() // 1_000_000,
        settings=Settings(grace=0.05, words_wait=0, pace_factor=0),
        limits=limits,
        bot_processes=0,
        hasher=PasswordHasher(time_cost=1, memory_cost=64),
    )
    listener = _Listener()
    logging.getLogger().addHandler(listener)
    begun = time.perf_counter()
    done = {"messages": 0, "calls": 0}
    try:
        async with AsyncExitStack() as stack:
            stack.enter_context(_nobody_waits())
            await stack.enter_async_context(app.lifespan())
            hall = Hall(app)
            known = await _some_to_know(hall)
            messages = round(number * share_of_lines)

            async def lines(dice: Random) -> None:
                while done["messages"] < messages and len(hall.faults) < _ENOUGH:
                    some = (random_message(dice, known) for _ in range(_ON_ONE_LINE))
                    sent = await hall.line(dice.choice(known.tables), some, known.offered)
                    done["messages"] += sent

            async def calls(dice: Random) -> None:
                while done["calls"] < number - messages and len(hall.faults) < _ENOUGH:
                    call = random_call(dice, known)
                    done["calls"] += 1
                    status, body = await hall.call(call)
                    if status == 201 and call.path in ("/api/tables", "/api/events"):
                        _learn(known, json.loads(body), dice)

            async def tell() -> None:
                while True:
                    await asyncio.sleep(_TELL_EVERY)
                    sofar = done["messages"] + done["calls"]
                    print(
                        f"{sofar:,} of {number:,}, {sofar / (time.perf_counter() - begun):.0f} a second",
                        file=sys.stderr,
                    )

            telling = asyncio.create_task(tell())
            stack.callback(telling.cancel)
            await asyncio.gather(
                *(lines(Random(seed * 100 + place)) for place in range(_LINES)),
                *(calls(Random(seed * 100 + 50 + place)) for place in range(_CALLERS)),
            )
    finally:
        logging.getLogger().removeHandler(listener)
    if hall.faults or listener.heard:
        raise FaultError("\n".join([*hall.faults, *listener.heard]))
    spent = time.perf_counter() - begun
    return {
        **done,
        "seconds": round(spent, 1),
        "a second": round((done["messages"] + done["calls"]) / spent),
        "slowest call": f"{hall.slowest[0]:.2f} s, {hall.slowest[1]}",
        "answers": dict(sorted(hall.answers.items())),
    }


def _learn(known: Known, made: dict[str, Any], dice: Random) -> None:
    if "table" in made:
        if len(known.tables) >= _KEPT_TABLES:
            known.tables.pop(dice.randrange(len(known.tables)))
        known.tables.append(made["table"])
    elif len(known.links) < _KEPT_LINKS:
        known.links.append(made["link"].rpartition("/")[2])


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--number", type=int, default=1_000_000, help="messages and calls together")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            figures = asyncio.run(attack(Path(folder), asked.number, asked.seed))
        except FaultError as fault:
            sys.exit(f"A fault: {fault}")
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
