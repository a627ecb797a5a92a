"""A client for programs that play or run events on a server. Needs the extra `client`.

    async with Client("http://localhost:8000") as client:
        await client.guest("Al")
        made = await client.make_table(rules="alberta", bots="club", pace="at once")
        async with client.line(made["table"]) as line:
            frame = await line.play_on(first_choice)
    print(frame["view"]["result"])

Answers, views and frames are the JSON of [the interface for programs](../api.md), as dicts.
"""

from __future__ import annotations

import asyncio
import secrets
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from types import TracebackType
from typing import Any, Self, TypeAlias

import msgspec

from bowerbird.extras import needs

with needs("client"):
    import httpx
    from websockets.asyncio.client import ClientConnection, connect
    from websockets.exceptions import ConnectionClosed

from bowerbird.errors import BowerbirdError

__all__ = ["Client", "EventLink", "Line", "RefusedError", "card_facts", "fact_of", "first_choice", "new_key"]

#: A message of the server about a table, as a dict.
Frame = dict[str, Any]
#: A card such as `Jh`, one of the view's `actions`, or a fact.
Choice: TypeAlias = str | dict[str, Any]


class RefusedError(BowerbirdError, RuntimeError):
    """The server refused, or closed the connection. The message is its reason."""

    def __init__(self, why: str, status: int = 0) -> None:
        """`status` is the HTTP status, or 0 on a WebSocket."""
        super().__init__(why)
        self.status = status


@cache
def _trusted() -> ssl.SSLContext:
    """The certificates of the world, read once: that takes longer than a request."""
    return httpx.create_ssl_context(trust_env=False)


class Client:
    """One person's session on a server. Use it with `async with`."""

    def __init__(self, address: str) -> None:
        """`address` is that of the server, such as `http://localhost:8000`."""
        self.address = address.rstrip("/")
        self.http = httpx.AsyncClient(
            base_url=self.address, headers={"X-Bowerbird": "1"}, timeout=30, trust_env=False, verify=_trusted()
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.http.aclose()

    async def post(self, path: str, **fields: Any) -> dict[str, Any]:
        """POST `fields` as JSON, and return the answer. Raises `RefusedError`."""
        said: dict[str, Any] = _answer(await self.http.post(path, json=fields))
        return said

    async def get(self, path: str) -> Any:
        """GET JSON, and return it. Raises `RefusedError`."""
        return _answer(await self.http.get(path))

    async def guest(self, name: str) -> dict[str, Any]:
        """Choose a name, without an account."""
        return await self.post("/api/guest", name=name)

    async def make_table(self, **wanted: Any) -> dict[str, Any]:
        """Set up a table. `wanted` may have `rules`, `house_rules`, `mode`, `private`, `pace` and `bots`.

        The answer has the id of the `table`. With `bots`, a level, the game starts at once.
        """
        return await self.post("/api/tables", **wanted)

    async def make_event(self, rules: str, **wanted: Any) -> EventLink:
        """Create an event, and return the director's link to it. `wanted` is as in `POST /api/events`."""
        made = await self.post("/api/events", rules=rules, key=wanted.pop("key", new_key()), **wanted)
        return EventLink(self, made["link"])

    @asynccontextmanager
    async def line(self, table: str, heard: Callable[[bytes], None] | None = None) -> AsyncIterator[Line]:
        """Connect to a table by its id, and wait for the first frame. Use it with `async with`.

        `heard` gets every message as it came.
        """
        where = self.address.replace("http", "ws", 1)
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        headers = {"Cookie": cookies} if cookies else {}
        async with connect(f"{where}/ws/{table}", additional_headers=headers, max_size=None, proxy=None) as socket:
            line = Line(socket, heard)
            reader = asyncio.create_task(line.read())
            try:
                await line.changed(0)
                yield line
            finally:
                reader.cancel()


class EventLink:
    """A link to an event, with which you can do what its role allows. No name is needed."""

    def __init__(self, client: Client, link: str) -> None:
        """`link` is the address of a page of the event, such as `/p/…`, or its token."""
        self.client = client
        self.token = link.rstrip("/").rpartition("/")[2]

    async def view(self, after: int = -1) -> dict[str, Any]:
        """The event as this link sees it. With `after`, a view's `seq`, wait up to 25 seconds for a newer one.

        If there is none, the answer is `{"same": True}`.
        """
        seen: dict[str, Any] = await self.get("view" if after < 0 else f"view?after={after}")
        return seen

    async def get(self, what: str) -> Any:
        """Read anything else: `history`, `rulings`, `missing?name=Ann`."""
        return await self.client.get(f"/api/desk/{self.token}/{what}")

    async def do(self, what: str, key: str = "", **rest: Any) -> dict[str, Any]:
        """Do something, such as `do("seat")`. A request that is sent again with the same `key` is done once."""
        return await self.client.post(f"/api/desk/{self.token}/do", what=what, key=key or new_key(), **rest)


def new_key() -> str:
    """A new random key."""
    return secrets.token_urlsafe(12)


class Line:
    """A connection to one table, from `Client.line`."""

    def __init__(self, socket: ClientConnection, heard: Callable[[bytes], None] | None = None) -> None:
        """Use an open WebSocket."""
        #: The newest frame.
        self.frame: Frame = {}
        #: The number of frames so far.
        self.frames = 0
        #: Why the connection was closed; empty while it is open.
        self.closed = ""
        self._socket = socket
        self._heard = heard
        self._last_id = 0
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._news = asyncio.Condition()

    @property
    def seat(self) -> int | None:
        """Your seat, 0 to 3; None if you have none."""
        seat: int | None = self.frame["you"]["seat"]
        return seat

    @property
    def view(self) -> dict[str, Any]:
        """The game as you see it; empty before it starts."""
        return self.frame["view"] or {}

    async def read(self) -> None:
        """Receive messages until the connection is closed. `Client.line` does this for you."""
        try:
            async for message in self._socket:
                raw = message if isinstance(message, bytes) else message.encode()
                if self._heard is not None:
                    self._heard(raw)
                await self._take(msgspec.json.decode(raw))
        except ConnectionClosed:
            pass
        finally:
            self.closed = self._socket.close_reason or "the connection is closed"
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_result({"ok": False, "why": self.closed})
            async with self._news:
                self._news.notify_all()

    async def _take(self, message: Frame) -> None:
        if message["type"] == "reply":
            waiting = self._waiting.pop(message["id"], None)
            if waiting is not None and not waiting.done():
                waiting.set_result(message)
        elif message["type"] == "table":
            async with self._news:
                self.frame = message
                self.frames += 1
                self._news.notify_all()

    async def changed(self, since: int) -> None:
        """Wait until more than `since` frames have come. Raises `RefusedError` if the connection is closed first."""
        async with self._news:
            await self._news.wait_for(lambda: self.frames > since or self.closed)
        if self.frames <= since:
            raise RefusedError(self.closed)

    async def until(self, condition: Callable[[Frame], bool], seconds: float = 30) -> Frame:
        """Wait for a frame that meets a condition. Raises `TimeoutError` after `seconds`."""
        async with asyncio.timeout(seconds):
            while not condition(self.frame):
                await self.changed(self.frames)
        return self.frame

    async def do(self, what: str, **rest: Any) -> None:
        """Send a request, such as `do("sit", seat=2)`, and wait for the answer. Raises `RefusedError`."""
        self._last_id += 1
        number = self._last_id
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            await self._socket.send(msgspec.json.encode({"id": number, "do": what, **rest}).decode())
            said = await answer
        except ConnectionClosed as closed:
            raise RefusedError(f"the connection is closed: {closed}") from None
        finally:
            self._waiting.pop(number, None)
        if not said["ok"]:
            raise RefusedError(said["why"])

    async def send(self, text: str | bytes) -> None:
        """Send a message as it is, without waiting for an answer."""
        await self._socket.send(text)

    async def act(self, fact: dict[str, Any]) -> None:
        """Do something in the game: send a fact, such as `{"fact": "pass", "seat": 2}`. Raises `RefusedError`."""
        await self.do("act", fact=fact)

    async def play_on(self, choose: Callable[[dict[str, Any]], Choice], seconds: float = 120) -> Frame:
        """Play until the game is over, and return the last frame.

        `choose` is called with the view for every decision. It returns one of the view's `actions`, a card of its
        `plays`, or a fact. Raises `TimeoutError` after `seconds` without any change at the table.
        """
        while not self.view.get("result"):
            seen = self.frames
            async with asyncio.timeout(seconds):
                if self.view.get("actions") or (self.view.get("plays") and self.view["turn"] == self.seat):
                    try:
                        await self.act(fact_of(self.view, choose(self.view)))
                    except RefusedError:
                        if self.closed or self.frames == seen:
                            raise
                await self.changed(seen)
        return self.frame


def fact_of(view: dict[str, Any], choice: Choice) -> dict[str, Any]:
    """The fact to send for a choice: one of the view's `actions`, a card of its `plays`, or a fact."""
    if isinstance(choice, str):
        what = {"play": "play", "discard": "discard", "partner's best": "give-best"}.get(view["phase"], "play")
        return {"fact": what, "seat": view["seat"], "card": choice}
    inside = choice.get("fact")
    return inside if isinstance(inside, dict) else choice


def card_facts(view: dict[str, Any]) -> list[dict[str, Any]]:
    """The fact to send for each card of the view's `plays`."""
    return [fact_of(view, card) for card in view["plays"]]


def first_choice(view: dict[str, Any]) -> dict[str, Any]:
    """The first of the view's `actions`, or else of its `plays`: the simplest bot for `Line.play_on`."""
    return fact_of(view, view["actions"][0] if view["actions"] else view["plays"][0])


def _answer(response: httpx.Response) -> Any:
    if response.is_success:
        return response.json()
    try:
        why = response.json()["why"]
    except (ValueError, KeyError, TypeError):
        why = response.text[:200]
    raise RefusedError(why, response.status_code)
