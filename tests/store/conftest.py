"""Every test of the log runs on both databases."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url, text

from bowerbird.store import Log
from bowerbird.store._database import Database
from bowerbird.store.seals import Seals
from store.postgres import fresh_database
from store.sealed import KEY


@pytest.fixture(scope="session")
def postgres(postgres_server: Any) -> Iterator[str]:
    """The address of a real PostgreSQL."""
    with fresh_database(postgres_server) as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
async def log(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Log]:
    where = tmp_path if request.param == "sqlite" else request.getfixturevalue("postgres")
    async with Log(where) as log:
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
