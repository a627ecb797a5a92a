"""The tables: every fact of every stream, in order, never changed; the head of every stream; who leads what."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, LargeBinary, MetaData, String, Table

__all__ = ["LONGEST_NAME", "facts", "heads", "leases", "metadata"]

#: The longest name of a stream.
LONGEST_NAME = 80

metadata = MetaData()

facts = Table(
    "facts",
    metadata,
    Column("stream", String(LONGEST_NAME), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),  # milliseconds since 1970, UTC
    Column("body", LargeBinary, nullable=False),
    Column("digest", LargeBinary),  # see `chain`; every fact has one
)

#: The last fact of every stream, written in the same commit: what was cut off at the end is missed.
heads = Table(
    "heads",
    metadata,
    Column("stream", String(LONGEST_NAME), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("digest", LargeBinary, nullable=False),
)

#: Who leads a table or an event, and until when by the database's own clock. No fact: a backup leaves it out.
leases = Table(
    "leases",
    metadata,
    Column("name", String(LONGEST_NAME), primary_key=True),
    Column("holder", String(LONGEST_NAME), nullable=False, index=True),
    Column("until", BigInteger, nullable=False),
)
