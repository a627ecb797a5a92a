"""The one table: every fact of every stream, in order, never changed."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, LargeBinary, MetaData, String, Table

__all__ = ["facts", "metadata"]

metadata = MetaData()

facts = Table(
    "facts",
    metadata,
    Column("stream", String(80), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),  # milliseconds since 1970, UTC
    Column("body", LargeBinary, nullable=False),
)
