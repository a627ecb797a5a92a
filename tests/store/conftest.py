"""Every test of the log runs on both databases."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url, text

from bowerbird.store import Log
from bowerbird.store._database import Database, Direct
from bowerbird.store.seals import Seals
from kit.clock import HandClock, count_as_work
from store.postgres import fresh_database
from store.sealed import KEY


@pytest.fixture(scope="session")
def postgres(postgres_server: Any) -> Iterator[str]:
    """The address of a real PostgreSQL."""
    with fresh_database(postgres_server) as address:
        yield address


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> HandClock:
    """Time that goes on by hand, and waits for whatever a database still does."""
    for owner, name in ((Database, "do"), (Database, "once"), (Direct, "fetch")):
        monkeypatch.setattr(owner, name, _as_work(getattr(owner, name)))
    return HandClock()


def _as_work(ask: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    @wraps(ask)
    async def asked(*args: Any) -> Any:
        answered = asyncio.get_running_loop().create_future()
        count_as_work(answered)
        try:
            return await ask(*args)
        finally:
            answered.cancel()

    return asked


@pytest.fixture(params=["sqlite", "postgresql"])
async def log(request: pytest.FixtureRequest, tmp_path: Path, clock: HandClock) -> AsyncIterator[Log]:
    where = tmp_path if request.param == "sqlite" else request.getfixturevalue("postgres")
    async with Log(where, clock=clock) as log:
        yield log


@pytest.fixture
def own() -> str:
    """A stream of the test's own: PostgreSQL is shared."""
    return f"test:{secrets.token_hex(6)}"


@pytest.fixture(params=["sqlite", "postgresql"])
async def where(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """An empty database of the test's own."""
    if request.param == "sqlite":
        yield str(tmp_path / "hall.db")
        return
    address = make_url(request.getfixturevalue("postgres").replace("postgresql://", "postgresql+asyncpg://"))
    name = f"own_{secrets.token_hex(4)}"
    await run(address.render_as_string(hide_password=False), f"CREATE DATABASE {name}")
    yield address.set(database=name).render_as_string(hide_password=False)
    await run(address.render_as_string(hide_password=False), f"DROP DATABASE {name} WITH (FORCE)")


async def run(address: str, statement: str) -> None:
    database = Database.patient(address)
    await database.once(lambda connection: connection.execute(text(statement)))
    await database.close()


@pytest.fixture
def seals(tmp_path: Path) -> Seals:
    return Seals(lambda: [KEY], tmp_path / "seen.json")
