"""A hall in which much is going on, and every address of it that can be opened by GET."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import product
from pathlib import Path
from typing import Any, cast

import httpx
from argon2 import PasswordHasher
from litestar import Litestar
from litestar.routes import HTTPRoute

from bowerbird.client import Client, EventLink
from bowerbird.web.app import create_app
from kit.clock import HandClock
from web.conftest import GENEROUS, KEYRING, QUICK

__all__ = ["House", "addresses", "heads", "house", "online_event"]

#: The fields that some addresses ask for; the others do not mind.
_FIELDS = "name=Ann&rules=bicycle&irregularity=revoke&to=/p/x&game=1"
#: What stands in each place of an address, if a test knows nothing better. A new place needs a value here.
_PLACES: dict[str, Sequence[str]] = {
    **dict.fromkeys(("game", "hand", "number"), ("1",)),
    **dict.fromkeys(("file_path", "path", "token", "table", "mistake", "puzzle", "link"), ("nothing",)),
    "name": ["bicycle", "first-hand"],
    "other": ["bicycle"],
    "lesson": ["first-hand"],
    "day": ["2026-01-05"],
    "whose": ["mine"],
    "what": ["tonight.pdf"],
}


def heads(folder: Path) -> dict[str, int]:
    """Every stream of the log with its last number, as they are on disk."""
    file = folder / "bowerbird.sqlite"
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as reading:
        return dict(reading.execute("SELECT stream, seq FROM heads"))


def addresses(app: Litestar, values: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Every address of the application that answers GET, with each of these values in the place of its name."""
    known = {**_PLACES, **values}
    for route in app.routes:
        if isinstance(route, HTTPRoute) and "GET" in route.methods:
            names = [part.name for part in route.path_components if not isinstance(part, str)]
            for chosen in product(*(known[name] for name in names)):
                yield route.path_format.format(**dict(zip(names, chosen, strict=True))) + f"?{_FIELDS}"


class House:
    """One run of a hall on a folder, and browsers to open its pages with."""

    def __init__(self, app: Litestar, clock: HandClock, folder: Path) -> None:
        self.app = app
        self.clock = clock
        self.folder = folder
        self._clients: list[Client] = []

    def browser(self) -> Client:
        """A browser that nobody knows."""
        client = Client("http://localhost")
        client.http = httpx.AsyncClient(
            transport=httpx.ASGITransport(cast(Any, self.app)),
            base_url="http://localhost",
            headers={"X-Bowerbird": "1"},
        )
        self._clients.append(client)
        return client

    async def settled(self) -> dict[str, int]:
        """The heads, when nothing more happens by itself."""
        await self.clock.advance(10)  # after two minutes bots would play for people who are not here
        return heads(self.folder)

    async def close(self) -> None:
        """Close the browsers."""
        for client in self._clients:
            await client.http.aclose()


@asynccontextmanager
async def house(folder: Path, later: float = 0.0) -> AsyncIterator[House]:
    """A hall on this folder; its clock is so many seconds ahead."""
    clock = HandClock(time.time_ns() // 1_000_000 + int(later * 1000))
    app = create_app(
        folder,
        KEYRING,
        clock=clock,
        settings=QUICK,
        limits=GENEROUS,
        bot_processes=0,
        hasher=PasswordHasher(time_cost=1, memory_cost=64),
    )
    async with app.lifespan():
        found = House(app, clock, folder)
        try:
            yield found
        finally:
            await found.close()


async def online_event(
    director: Client, names: Sequence[str], rules: str = "trailer-estates", **more: object
) -> EventLink:
    """An event whose first round is played online, by people of these names."""
    desk = await director.make_event(rules, title="Online", **more)
    await desk.do("paste", text="\n".join(names), here=True, of_age=True, zone="1")
    await desk.do("seat")
    await desk.do("online", tables="all")
    return desk
