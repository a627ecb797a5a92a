"""Check that every stream is complete and unchanged: consecutive numbers, and every link of the chain.

Depends on numbers and digests only; the caller checks what the facts mean (`check_meaning`). It only reads, and can run
while the server does.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import CompoundSelect, Connection, inspect, literal, select, union, union_all
from sqlalchemy.exc import DBAPIError

from bowerbird.store._archived import FACT, digest_at, expanded, has_archives, whole
from bowerbird.store._chain import START, link
from bowerbird.store._database import Database, database_url, describe_url, one_moment, sqlite_file
from bowerbird.store._entry import Entry
from bowerbird.store._erased import is_mark, mark_digest
from bowerbird.store._erasing import mark_of
from bowerbird.store._rows import as_bytes, as_int
from bowerbird.store._schema import archived, facts, heads
from bowerbird.store._sealing import seal_again, verify
from bowerbird.store.errors import ArchiveError, NoDataError, StoreError, explain, reason
from bowerbird.store.head_file import End, is_head_file, read_head, write_head
from bowerbird.store.migrate import Progress, check_version, migrate
from bowerbird.store.seals import Seals, Tally

__all__ = [
    "Audited",
    "Survey",
    "accept",
    "audit",
    "audited",
    "chain_problems",
    "compare",
    "copy_head",
    "facts_and_head",
    "file_damage",
    "require_data",
    "seal_problems",
    "stream_names",
    "survey",
]


#: The first column of the row with the head of a stream, after those with facts.
_HEAD = FACT + 1
#: The last fact of every stream. A log of an earlier version has no seals.
_ENDS = select(heads.c.stream, heads.c.seq, heads.c.digest)


@dataclass(slots=True)
class Audited:
    """A stream's facts, its last digest, and its problems in words."""

    entries: list[Entry] = field(default_factory=list)
    digest: bytes = START
    problems: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Survey:
    """The contents of a database: counts of streams and facts, a fingerprint of them all, and problems in words.

    `sealed` is set if the seals were checked too.
    """

    streams: int = 0
    facts: int = 0
    fingerprint: str = ""
    problems: list[str] = field(default_factory=list)
    sealed: bool = False


async def survey(
    where: str | Path,
    progress: Progress,
    check_meaning: Callable[[Sequence[Entry]], list[str]] = lambda entries: [],
    seals: Seals | None = None,
) -> Survey:
    """Read all facts and list the problems. `check_meaning` checks the facts of a complete stream.

    Without seals, only the chain is checked.
    """
    database = _opened(where)
    found = Survey(sealed=seals is not None)
    try:
        await database.do(_check_form)
        found.problems = await database.do(file_damage)
        if seals is not None:
            found.problems += await seal_problems(database, database_url(where), seals)
        names = await _names(database, found)
        found.streams = len(names)
        for done, name in enumerate(names, 1):
            checked = await _audited(database, name)
            found.facts += len(checked.entries)
            problems = checked.problems or check_meaning(checked.entries)
            found.problems += [f"{name}: {problem}" for problem in problems]
            progress(done, len(names))
        found.fingerprint = await database.do(_fingerprint)
    except (DBAPIError, OSError) as error:
        if not found.problems:
            raise StoreError(f"{describe_url(database_url(where))} could not be read: {explain(error)}") from error
        found.problems.append(f"the rest could not be read ({reason(error)})")
    finally:
        await database.close()
    return found


async def compare(where: str | Path, earlier: Path, progress: Progress) -> list[str]:
    """List facts of an earlier backup or copied head that a database lacks or has changed. Later facts are ignored."""
    copied = is_head_file(earlier)
    ends = read_head(earlier) if copied else await _ends_of(earlier)
    there = "copied head" if copied else "backup"
    now = _opened(where)
    problems = []
    try:
        for done, end in enumerate(ends, 1):
            digest = await now.do(partial(digest_at, stream=end.stream, seq=end.seq))
            if digest is None and end.seq < await now.do(partial(mark_of, stream=end.stream)):
                continue  # its person has had it erased
            if digest is None:
                problems.append(f"{end.stream}: fact {end.seq} is in the {there} and is missing now")
            elif digest != end.digest:
                problems.append(f"{end.stream}: fact {end.seq} or an earlier one differs from the {there}")
            progress(done, len(ends))
    except (DBAPIError, OSError) as error:
        raise StoreError(f"the two could not be compared: {explain(error)}") from error
    finally:
        await now.close()
    return problems


async def _ends_of(where: str | Path) -> list[End]:
    """The last facts of all streams of a database."""
    database = _opened(where)
    try:
        await database.do(_check_form)
        return await database.do(lambda connection: [End(*row) for row in connection.execute(_ENDS)])
    except (DBAPIError, OSError) as error:
        raise StoreError(f"{describe_url(database_url(where))} could not be read: {explain(error)}") from error
    finally:
        await database.close()


async def copy_head(where: str | Path, to: Path, found: Survey) -> None:
    """Write the last facts of all streams to a small file, for a later `compare`."""
    write_head(to, found.fingerprint, await _ends_of(where))


async def accept(where: str | Path, seals: Seals) -> None:
    """Seal the log as it is now: its owner has looked into every problem, and wants to go on with it."""
    url = database_url(where)
    database = Database.patient(url)

    def sealed(connection: Connection) -> Tally:
        migrate(connection)
        return seal_again(connection, seals)

    try:
        seals.remember(url, await database.do(sealed), in_place=True)
    except (DBAPIError, OSError) as error:
        raise StoreError(f"nothing was sealed: {explain(error, 'Nothing was changed.')}") from error
    finally:
        await database.close()


async def seal_problems(database: Database, url: str, seals: Seals) -> list[str]:
    """Problems of the seals, in words."""

    def checked(connection: Connection) -> list[str]:
        seen = seals.seen(url)  # first: the database may only be newer
        one_moment(connection)
        return [*verify(connection, seals, seen), *seals.doubts()]

    try:
        return await database.do(checked)
    except DBAPIError as error:
        return [f"the heads of the streams could not be read ({reason(error)})"]


def require_data(where: str | Path) -> None:
    """Raise `NoDataError` if there is no file of this name: a new one must not be made by a look."""
    file = sqlite_file(database_url(where))
    if file is not None and not file.is_file():
        raise NoDataError(where if isinstance(where, Path) else file)


def _opened(where: str | Path) -> Database:
    require_data(where)
    return Database.reading(database_url(where))


def _check_form(connection: Connection) -> None:
    check_version(connection)
    if not inspect(connection).has_table("facts"):
        raise NoDataError("this database")


async def _names(database: Database, found: Survey) -> list[str]:
    try:
        return await database.do(stream_names)
    except DBAPIError as error:
        found.problems.append(f"the list of streams could not be read in full ({reason(error)})")
        return await database.do(lambda connection: list(connection.execute(select(heads.c.stream)).scalars()))


async def _audited(database: Database, name: str) -> Audited:
    """A stream that cannot be read does not stop the check of the rest."""
    try:
        return await database.do(lambda connection: audit(connection, name))
    except DBAPIError as error:
        return Audited(problems=[f"it could not be read ({reason(error)})"])


def stream_names(connection: Connection) -> list[str]:
    """Names of all streams that have a fact or a head."""
    kinds = [facts, heads, archived] if has_archives(connection) else [facts, heads]
    names = union(*(select(kind.c.stream) for kind in kinds)).order_by("stream")
    return [str(name) for name in connection.execute(names).scalars()]


def chain_problems(connection: Connection, progress: Progress) -> list[str]:
    """Problems of all streams, in words."""
    found = []
    names = stream_names(connection)
    for done, name in enumerate(names, 1):
        found += [f"{name}: {problem}" for problem in audit(connection, name).problems]
        progress(done, len(names))
    return found


def audit(connection: Connection, stream: str) -> Audited:
    """Read one stream and compare it with its chain and its head."""
    return audited(stream, facts_and_head(connection, stream))


def facts_and_head(connection: Connection, stream: str) -> list[Any]:
    """The facts of a stream, those in archives still packed, and its head, for `audited`."""
    # One query, so that both come from the same moment, however much is being written.
    return list(connection.execute(_facts_and_head(stream, archives=has_archives(connection))))


def audited(stream: str, found: Sequence[Any]) -> Audited:
    """Compare what `facts_and_head` has found with its chain and its head. Takes a while for a long stream."""
    *found, last = found if found and found[-1].kind == _HEAD else (*found, None)
    checked = Audited()
    try:
        rows = expanded(found)
    except ArchiveError as error:
        checked.problems.append(f"its earlier facts can't be read: {error.problem}")
        return checked
    expected = 0
    for _, seq, at, body, sealed in rows:
        if seq <= expected:
            checked.problems.append(f"fact {seq} was added from outside")
            continue
        expected += 1
        if expected == 1 and is_mark(stream, seq, body) and sealed == mark_digest(stream, seq, at):
            expected = seq  # all facts before it were erased
        if seq != expected:
            checked.problems.append(_missing(expected, seq - 1))
            expected = seq
        digest = link(checked.digest, stream, seq, at, body)
        if not sealed:
            checked.problems.append(f"fact {seq} has no digest")
        elif sealed != digest and not checked.problems:
            checked.problems.append(f"fact {seq} or an earlier one was changed{_when(at)}")
        # Continue from the stored digest, so that one change is reported once.
        checked.digest = sealed or digest
        checked.entries.append(Entry(stream, seq, at, body))
    if last is None:
        checked.problems.append("it has no head: facts were added from outside")
    elif (seq := as_int(last.seq)) > expected:
        checked.problems.append(_missing(expected + 1, seq))
    elif seq < expected:
        checked.problems.append(f"facts {seq + 1} to {expected} were added from outside")
    elif last.digest != checked.digest:
        checked.problems.append(f"fact {expected} is not the last fact that was recorded")
    return checked


def _facts_and_head(stream: str, *, archives: bool) -> CompoundSelect[Any]:
    """A query for all facts of a stream and its head, in this order."""
    if archives:
        own = whole(stream)
    else:
        own = union_all(select(literal(FACT).label("kind"), facts).where(facts.c.stream == stream))
    rows = own.order_by(None).subquery()
    head = select(literal(_HEAD), heads.c.stream, heads.c.seq, heads.c.at, heads.c.digest, heads.c.digest)
    return union_all(select(rows), head.where(heads.c.stream == stream)).order_by("kind", "seq")


def _when(at: int) -> str:
    """The fact's own time, to help find the event."""
    try:
        return f" (it says {datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M} UTC)"
    except (OverflowError, ValueError, OSError):
        return ""


def _missing(first: int, last: int) -> str:
    return f"fact {first} is missing" if first == last else f"facts {first} to {last} are missing"


def _fingerprint(connection: Connection) -> str:
    """A short text computed from all facts. Write it down, and any later change of the past shows."""
    whole = hashlib.sha256()
    rows = connection.execute(_ENDS).all()
    for row in sorted(rows, key=lambda row: str(row.stream)):  # independent of the database's collation
        whole.update(link(as_bytes(row.digest), str(row.stream), as_int(row.seq), 0, b""))
    text = whole.hexdigest()[:20]
    return " ".join(text[place : place + 5] for place in range(0, 20, 5))


def file_damage(connection: Connection) -> list[str]:
    """Problems that SQLite finds in its own file. PostgreSQL checks its own pages."""
    if connection.dialect.name != "sqlite":
        return []
    try:
        found = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA quick_check(20)")]
    except DBAPIError as error:
        found = [reason(error)]
    return [f"the file is damaged: {line}" for line in found if line != "ok"]
