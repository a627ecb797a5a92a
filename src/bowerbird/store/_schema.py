"""The tables: the facts of every stream, never changed; archives of old facts; the head of every stream; the tallies;
the leases.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, LargeBinary, MetaData, String, Table, text

__all__ = ["LONGEST_NAME", "archived", "archives", "facts", "heads", "leases", "metadata", "tallies"]

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

#: Facts of many streams in one block each; see `_packing`.
archives = Table(
    "archives",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("data", LargeBinary, nullable=False),
)

#: Which facts of a stream are in which archive: from number `first` to `last`, and the digest of the last one. Until
#: they are `moved`, the same facts are still among the others, and count there.
archived = Table(
    "archived",
    metadata,
    Column("stream", String(LONGEST_NAME), primary_key=True),
    Column("last", Integer, primary_key=True, autoincrement=False),
    Column("first", Integer, nullable=False),
    Column("archive", Integer, nullable=False),
    Column("moved", Boolean(create_constraint=False), nullable=False),
    Column("digest", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
Index("ix_archived_waiting", archived.c.stream, sqlite_where=text("NOT moved"), postgresql_where=text("NOT moved"))

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
