"""A small client for the public interface, for your own bots and for tests.

    async with Client("http://localhost:8000") as client:
        await client.guest("Al")
        made = await client.make_table(rules="alberta", bots="club")
        async with client.line(made["table"]) as line:
            await line.play_on(lambda view: view["actions"][0]["fact"])

Does not depend on the server's code. httpx and websockets come with the extra `client`.
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

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bowerbird.errors import BowerbirdError

__all__ = ["Client", "EventLink", "Line", "RefusedError", "card_facts", "fact_of", "first_choice", "new_key"]

Frame = dict[str, Any]
#: A card such as `Jh`, one of the view's `actions`, or a fact.
Choice: TypeAlias = str | dict[str, Any]


class RefusedError(BowerbirdError, RuntimeError):
    """The server refused. The message is its reason."""

    def __init__(self, why: str, status: int = 0) -> None:
        """`status` is the HTTP status, or 0 on a WebSocket."""
        super().__init__(why)
        self.status = status


@cache
def _trusted() -> ssl.SSLContext:
    """The certificates of the world, read once: that takes longer than a request."""
    return httpx.create_ssl_context(trust_env=False)


class Client:
    """One person's session on a server."""

    def __init__(self, address: str) -> None:
        """Use the server at this address."""
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
        """POST JSON. Return the answer, or raise `RefusedError`."""
        said: dict[str, Any] = _answer(await self.http.post(path, json=fields))
        return said

    async def get(self, path: str) -> Any:
        """GET JSON. Return the answer, or raise `RefusedError`."""
        return _answer(await self.http.get(path))

    async def guest(self, name: str) -> dict[str, Any]:
        """Sign in as a guest."""
        return await self.post("/api/guest", name=name)

    async def make_table(self, **wanted: Any) -> dict[str, Any]:
        """Set up a table: `rules`, `house_rules`, `mode`, `private`, `pace`, `bots`."""
        return await self.post("/api/tables", **wanted)

    async def make_event(self, rules: str, **wanted: Any) -> EventLink:
        """Create an event, and return the director's link to it."""
        made = await self.post("/api/events", rules=rules, key=wanted.pop("key", new_key()), **wanted)
        return EventLink(self, made["link"])

    @asynccontextmanager
    async def line(self, table: str, heard: Callable[[bytes], None] | None = None) -> AsyncIterator[Line]:
        """Open a WebSocket to a table, and wait for its first frame. `heard` receives every message as it came."""
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
    """A link to an event, for any role: read the event and do what the role allows. Needs no name."""

    def __init__(self, client: Client, link: str) -> None:
        """`link` is the address of a page of the event, such as `/p/…`, or its token."""
        self.client = client
        self.token = link.rstrip("/").rpartition("/")[2]

    async def view(self, after: int = -1) -> dict[str, Any]:
        """The event as this link sees it. With `after`, wait for a newer state, or for a while."""
        seen: dict[str, Any] = await self.get("view" if after < 0 else f"view?after={after}")
        return seen

    async def get(self, what: str) -> Any:
        """Read anything else: `history`, `rulings`, `missing?name=Ann`."""
        return await self.client.get(f"/api/desk/{self.token}/{what}")

    async def do(self, what: str, key: str = "", **rest: Any) -> dict[str, Any]:
        """Do something. With your own key, it can be sent again and is done once."""
        return await self.client.post(f"/api/desk/{self.token}/do", what=what, key=key or new_key(), **rest)


def new_key() -> str:
    """A random key that has not been used before."""
    return secrets.token_urlsafe(12)


class Line:
    """A WebSocket to one table. `frame` is the newest; `do` sends a request and waits for the answer."""

    def __init__(self, socket: ClientConnection, heard: Callable[[bytes], None] | None = None) -> None:
        """Use an open websocket."""
        self.frame: Frame = {}
        self.frames = 0
        self.closed = ""
        self._socket = socket
        self._heard = heard
        self._last_id = 0
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._news = asyncio.Condition()

    @property
    def seat(self) -> int | None:
        """Your seat."""
        seat: int | None = self.frame["you"]["seat"]
        return seat

    @property
    def view(self) -> dict[str, Any]:
        """The game as you see it; empty before it starts."""
        return self.frame["view"] or {}

    async def read(self) -> None:
        """Receive messages until the connection is closed."""
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
        """Wait until more than `since` frames have come."""
        async with self._news:
            await self._news.wait_for(lambda: self.frames > since or self.closed)
        if self.frames <= since:
            raise RefusedError(self.closed)

    async def until(self, condition: Callable[[Frame], bool], seconds: float = 30) -> Frame:
        """Wait for a frame that meets a condition."""
        async with asyncio.timeout(seconds):
            while not condition(self.frame):
                await self.changed(self.frames)
        return self.frame

    async def do(self, what: str, **rest: Any) -> None:
        """Send a request, and raise `RefusedError` with the reason if it is refused."""
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
        """Send any message."""
        await self._socket.send(text)

    async def act(self, fact: dict[str, Any]) -> None:
        """Send a fact of the game."""
        await self.do("act", fact=fact)

    async def play_on(self, choose: Callable[[dict[str, Any]], Choice], seconds: float = 120) -> Frame:
        """Play until the game is over. `choose` is called for every decision.

        It returns one of the view's `actions`, a card of its `plays`, or a fact. This gives up after `seconds` without
        any change at the table.
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
    """The fact for a choice: a card to play or discard, a button, or a fact as it is."""
    if isinstance(choice, str):
        what = {"play": "play", "discard": "discard", "partner's best": "give-best"}.get(view["phase"], "play")
        return {"fact": what, "seat": view["seat"], "card": choice}
    inside = choice.get("fact")
    return inside if isinstance(inside, dict) else choice


def card_facts(view: dict[str, Any]) -> list[dict[str, Any]]:
    """The facts for playing or discarding each card now."""
    return [fact_of(view, card) for card in view["plays"]]


def first_choice(view: dict[str, Any]) -> dict[str, Any]:
    """The first button, or the first card that may be played."""
    return fact_of(view, view["actions"][0] if view["actions"] else view["plays"][0])


def _answer(response: httpx.Response) -> Any:
    if response.is_success:
        return response.json()
    try:
        why = response.json()["why"]
    except (ValueError, KeyError, TypeError):
        why = response.text[:200]
    raise RefusedError(why, response.status_code)
