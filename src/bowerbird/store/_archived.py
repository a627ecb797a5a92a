"""Read the facts of a stream, wherever they are: the earlier ones may be in archives, the rest is in its table.

One query gets both, so that they come from the same moment, however much is being moved or written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    BindParameter,
    CompoundSelect,
    Connection,
    Integer,
    Select,
    String,
    bindparam,
    delete,
    inspect,
    literal,
    select,
    union_all,
    update,
)

from bowerbird.store._packing import QUICK, unpack
from bowerbird.store._rows import Row, as_bytes, as_int, as_row
from bowerbird.store._schema import archived, archives, facts
from bowerbird.store.errors import ArchiveError

__all__ = [
    "FACT",
    "PART",
    "WHOLE",
    "digest_at",
    "drop",
    "drop_from",
    "expanded",
    "facts_of",
    "first_of",
    "has_archives",
    "in_order",
    "last_until",
    "whole",
]

#: The first column of a row: some facts in an archive, or one fact.
PART, FACT = 0, 1


class Part(NamedTuple):
    """Some facts of a stream in an archive: from number `first` to `last`, whose digest is `digest`."""

    stream: str
    last: int
    first: int
    data: bytes
    digest: bytes


def has_archives(connection: Connection) -> bool:
    """True if a database has them: a backup of an earlier version has not."""
    if not connection.info.get("has archives"):
        connection.info["has archives"] = inspect(connection).has_table("archived")
    return bool(connection.info["has archives"])


def _packed(stream: str | BindParameter[str], after: int | BindParameter[int] = 0) -> Select[Any]:
    """A query for the archives of a stream from number `after + 1` on. Its columns are used as those of facts."""
    return (
        select(
            literal(PART).label("kind"),
            archived.c.stream,
            archived.c.last.label("seq"),
            archived.c.first.label("at"),
            archives.c.data.label("body"),
            archived.c.digest,
        )
        .join(archives, archives.c.id == archived.c.archive, isouter=True)
        .where(archived.c.stream == stream, archived.c.last > after, archived.c.moved)
    )


def whole(stream: str | BindParameter[str], after: int | BindParameter[int] = 0) -> CompoundSelect[Any]:
    """A query for a stream from number `after + 1` on: archives first, then the facts that are in none."""
    own = select(literal(FACT).label("kind"), facts).where(facts.c.stream == stream, facts.c.seq > after)
    return union_all(_packed(stream, after), own).order_by("kind", "seq")


#: The same with `stream` and `after` as parameters, made once: making it takes longer than SQLite needs for the answer.
WHOLE: Final = whole(bindparam("stream", type_=String), bindparam("after", type_=Integer))


def expanded(found: Iterable[Sequence[Any]]) -> list[Row]:
    """All facts that such a query has found, from archives too. Raises `ArchiveError` if one can't be read."""
    rows: list[Row] = []
    for kind, *row in found:
        rows += _unpacked(Part(row[0], as_int(row[1]), as_int(row[2]), *row[3:])) if kind == PART else [as_row(row)]
    return rows


def _unpacked(part: Part) -> list[Row]:
    """The facts of a part. The last has the digest that it must have, so that `audit` sees if it has another."""
    rows = unpack(as_bytes(part.data)).rows(part.stream)
    if not rows or (rows[0][1], rows[-1][1]) != (part.first, part.last):
        raise ArchiveError(f"an archive has other facts of {part.stream} than {part.first} to {part.last}")
    return [*rows[:-1], (*rows[-1][:4], as_bytes(part.digest))]


def in_order(rows: Iterable[Row], after: int = 0) -> list[Row]:
    """The facts from number `after + 1` on, each once: one that is in an archive counts there."""
    fresh = []
    for row in rows:
        if row[1] > after:
            after = row[1]
            fresh.append(row)
    return fresh


def facts_of(connection: Connection, stream: str, after: int = 0) -> list[Row]:
    """The facts of a stream from number `after + 1` on, wherever they are."""
    if has_archives(connection):
        return in_order(expanded(connection.execute(whole(stream, after))), after)
    query = select(facts).where(facts.c.stream == stream, facts.c.seq > after).order_by(facts.c.seq)
    return [as_row(row) for row in connection.execute(query)]


def first_of(connection: Connection, stream: str) -> Row | None:
    """The first fact of a stream; None if it has none."""
    if has_archives(connection):
        part = connection.execute(_packed(stream).order_by(archived.c.last).limit(1)).first()
        if part is not None:
            return expanded([part])[0]
    first = connection.execute(select(facts).where(facts.c.stream == stream).order_by(facts.c.seq).limit(1)).first()
    return as_row(first) if first is not None else None


def digest_at(connection: Connection, stream: str, seq: int) -> bytes | None:
    """The digest of a fact; None if it is not there."""
    found = last_until(connection, stream, seq)
    return found[1] if found is not None and found[0] == seq else None


def last_until(connection: Connection, stream: str, seq: int) -> tuple[int, bytes | None] | None:
    """The last fact of a stream up to this number, and its digest; None if there is none."""
    query = select(facts.c.seq, facts.c.digest).where(facts.c.stream == stream, facts.c.seq <= seq)
    found = connection.execute(query.order_by(facts.c.seq.desc()).limit(1)).first()
    if found is not None or not has_archives(connection):
        return (found.seq, found.digest) if found is not None else None
    begun = _packed(stream).where(archived.c.first <= seq).order_by(archived.c.last.desc()).limit(1)
    part = connection.execute(begun).first()
    if part is None:
        return None
    if part.seq <= seq:
        return part.seq, part.digest
    return next(((row[1], row[4]) for row in reversed(expanded([part])) if row[1] <= seq), None)


def drop(connection: Connection, stream: str) -> None:
    """Take a stream out of all archives. Nothing of it stays in them."""
    there = select(archived.c.archive).where(archived.c.stream == stream).distinct()
    for archive in connection.execute(there).scalars().all():
        drop_from(connection, stream, archive)


def drop_from(connection: Connection, stream: str, archive: int) -> None:
    """Take a stream out of one archive, and remove that if nothing is left in it. It may be gone already.

    Raises `ArchiveError` if it can't be read: then nobody can say what of the stream is still in it.
    """
    this = archives.c.id == archive
    connection.execute(delete(archived).where(archived.c.stream == stream, archived.c.archive == archive))
    data = connection.execute(select(archives.c.data).where(this)).scalar_one_or_none()
    if data is None:
        return
    rest = unpack(as_bytes(data)).without(stream)
    if rest.streams:
        # Quickly, because this runs within a transaction, for which others wait.
        connection.execute(update(archives).where(this).values(data=rest.to_bytes(QUICK)))
    else:
        connection.execute(delete(archives).where(this))
