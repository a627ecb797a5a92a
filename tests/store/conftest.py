"""Every test of the log runs on both databases; one PostgreSQL serves a whole run."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bowerbird.store import Log
from store.postgres import running_postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a real PostgreSQL."""
    with running_postgres() as server:
        yield server.get_uri()


@pytest.fixture(params=["sqlite", "postgresql"])
async def log(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Log]:
    where = tmp_path if request.param == "sqlite" else request.getfixturevalue("postgres")
    async with Log(where) as log:
        yield log


@pytest.fixture
def own() -> str:
    """A stream of the test's own: PostgreSQL is shared."""
    return f"test:{secrets.token_hex(6)}"
