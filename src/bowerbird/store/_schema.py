"""The tables: the facts of every stream, never changed; the head of every stream; the tallies; the leases."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, LargeBinary, MetaData, String, Table

__all__ = ["LONGEST_NAME", "facts", "heads", "leases", "metadata", "tallies"]

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

#: The last fact of every stream, written in the same commit, so that facts cut off at the end are missed.
heads = Table(
    "heads",
    metadata,
    Column("stream", String(LONGEST_NAME), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("seal", LargeBinary),  # see `seals`; none where the log is written without a key
)

#: What each process has written since all tallies were last folded into one; see `seals`.
tallies = Table(
    "tallies",
    metadata,
    Column("writer", String(LONGEST_NAME), primary_key=True),
    Column("epoch", BigInteger, nullable=False),
    Column("facts", BigInteger, nullable=False),
    Column("streams", BigInteger, nullable=False),
    Column("total", LargeBinary, nullable=False),
    Column("seal", LargeBinary, nullable=False),
)

#: The owner of each table and event, until when by the database's clock. Not a fact, so not in a backup.
leases = Table(
    "leases",
    metadata,
    Column("name", String(LONGEST_NAME), primary_key=True),
    Column("holder", String(LONGEST_NAME), nullable=False, index=True),
    Column("until", BigInteger, nullable=False),
)
