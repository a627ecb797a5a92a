"""Addresses of databases as people write them, and connections that keep their word: on disk before acknowledged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

__all__ = ["database_url", "make_engine", "sqlite_file", "where_in_words"]

#: A database that does not answer for so long (in seconds) is away.
_CONNECT_WAIT, _ANSWER_WAIT = 5, 8


def database_url(where: str | Path) -> str:
    """The address of a database: a PostgreSQL address as people write it, or a file (or folder) for SQLite."""
    text = str(where)
    if text.startswith(("postgresql://", "postgres://")):
        return "postgresql+asyncpg://" + text.partition("://")[2]
    if "://" in text:
        return text
    path = Path(where)
    return f"sqlite+aiosqlite:///{path / 'bowerbird.sqlite' if path.is_dir() or not path.suffix else path}"


def sqlite_file(url: str) -> Path | None:
    """The file behind an address; none for PostgreSQL."""
    return Path(url.partition(":///")[2]) if url.startswith("sqlite") else None


def where_in_words(url: str) -> str:
    """Which database it is, with no password in it."""
    return str(sqlite_file(url) or url.rpartition("@")[2].partition("?")[0])


def make_engine(url: str, *, patient: bool = False) -> AsyncEngine:
    """Connections to a database. A patient one waits as long as it takes, for work that nobody at a table waits for."""
    if sqlite_file(url) is not None:
        engine = create_async_engine(url)
        event.listen(engine.sync_engine, "connect", _safe_sqlite)
        return engine
    settings: dict[str, Any] = {"timeout": _CONNECT_WAIT, "server_settings": {"application_name": "bowerbird"}}
    if not patient:
        settings["command_timeout"] = _ANSWER_WAIT
    return create_async_engine(url, connect_args=settings)


def _safe_sqlite(connection: Any, _: object) -> None:
    """Every commit is on disk before it is acknowledged, and readers do not wait for the writer."""
    cursor = connection.cursor()
    for pragma in ("busy_timeout=5000", "journal_mode=WAL", "synchronous=FULL"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
