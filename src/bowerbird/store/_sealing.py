"""Keep the seals of a log (`seals`): begin and fold tallies, seal a log for the first time, and verify all of it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

from sqlalchemy import Connection, bindparam, delete, inspect, literal, select, update

from bowerbird.store._rows import as_bytes, as_head, as_int
from bowerbird.store._schema import heads, tallies
from bowerbird.store.errors import SealedError, StoreError
from bowerbird.store.migrate import Progress, exclusive
from bowerbird.store.seals import BASE, Seals, Seen, Tally, added

__all__ = ["begin_again", "begin_tally", "count", "fold", "prepare", "refuse_sealed", "seal_again", "verify"]

log = logging.getLogger(__name__)

#: Heads sealed in one statement.
_BATCH: Final = 5_000
#: Attempts to begin a tally while other processes fold.
_TRIES: Final = 10
#: Heads with a wrong seal that are named one by one.
_NAMED: Final = 20

#: A tally as it is stored, and its seal.
Stored: TypeAlias = tuple[Tally, bytes]


def begin_tally(connection: Connection, seals: Seals, url: str, writer: str) -> Stored | None:
    """The tally of this process, begun if it is missing; None if someone has changed it, so it needs another name."""
    for _ in range(_TRIES):
        found = connection.execute(select(tallies).where(tallies.c.writer == writer)).first()
        if found is not None:
            tally, seal = _stored(found)
            return (tally, seal) if seals.fits_tally(seal, tally) else None
        base = connection.execute(select(tallies).where(tallies.c.writer == BASE)).first()
        if base is None:
            _begin_base(connection, seals, url)
        else:
            _insert_beside(connection, seals, writer, *_stored(base))
    raise StoreError("not written: other processes keep changing the tallies. Try again.")


def count(connection: Connection, seals: Seals, tally: Tally) -> None:
    """Store a tally that was begun in this transaction, with what it counts now."""
    connection.execute(
        update(tallies).where(tallies.c.writer == tally.writer).values(_values(tally, seals.tally(tally)))
    )


def _insert_beside(connection: Connection, seals: Seals, writer: str, base: Tally, seal: bytes) -> None:
    """Begin a tally in the epoch of the base. In one statement with a lock, so that the epoch can't end in between."""
    fits = seals.fits_tally(seal, base)  # first: this may find a new key, with which the tally is sealed
    tally = Tally(writer, base.epoch)
    values = _values(tally, seals.tally(tally))
    there = select(*(literal(value, tallies.c[name].type) for name, value in values.items()))
    there = there.where(tallies.c.writer == BASE)
    if fits:  # a base that someone has changed may have any epoch
        there = there.where(tallies.c.epoch == base.epoch)
    connection.execute(tallies.insert().from_select(list(values), there.with_for_update(read=True)))


def fold(connection: Connection, seals: Seals) -> Tally | None:
    """Fold all tallies into the base and begin a new epoch. Returns the base, or None if there was nothing to fold.

    Tallies that someone has changed stay as they are: `verify` shows them.
    """
    exclusive(connection)
    found = _read(connection, lock=True)
    base = _base(found)
    if base is None or len(found) == 1 or _wrong(seals, found):
        return None
    others = [tally for tally, _ in found if tally.writer != BASE]
    whole = Tally(
        BASE,
        base.epoch + 1,
        base.facts + sum(tally.facts for tally in others),
        base.streams + sum(tally.streams for tally in others),
        added([base.total, *(tally.total for tally in others)]),
    )
    connection.execute(delete(tallies).where(tallies.c.writer != BASE))
    connection.execute(update(tallies).where(tallies.c.writer == BASE).values(_values(whole, seals.tally(whole))))
    return whole


def prepare(
    connection: Connection,
    seals: Seals,
    url: str,
    progress: Progress,
    audit: Callable[[Connection, Progress], list[str]],
) -> Tally | None:
    """Make a log ready to be written with these seals. Returns the base, if it is as it should be.

    A log of an earlier version is sealed once, after its chain was checked by `audit`. A log whose seals someone has
    removed is never sealed again in silence: the witness knows, and the note with the secret.
    """
    seen = seals.seen(url)  # before the base is read: another process may be folding
    base = _base(_read(connection))
    if base is None:
        exclusive(connection)
        base = _base(_read(connection))
    if base is None and _is_new(connection, seals, url):
        for problem in audit(connection, progress):
            log.error("found while sealing the log for the first time: %s", problem)
        return seal_again(connection, seals)
    if base is None:
        log.error("the seals of the log were removed; see `bowerbird check`")
        _begin_base(connection, seals, url)
    elif _older(base, seen):
        seals.note_behind(url)
    elif _is_of_older_key(connection, seals):
        _stop_writers(connection)
        if not verify(connection, seals, None):
            return seal_again(connection, seals)
    fold(connection, seals)
    found = _read(connection)
    return None if _wrong(seals, found) else _base(found)


def seal_again(connection: Connection, seals: Seals) -> Tally:
    """Seal all heads as they are. Only for a log that is known to be right: new, checked, or accepted by its owner."""
    _stop_writers(connection)
    before = max((tally.epoch for tally, _ in _read(connection)), default=0)
    rows = connection.execute(_HEADS).all()
    fresh = [{"name": row.stream, "fresh": seals.head(*as_head(row))} for row in rows]
    for start in range(0, len(fresh), _BATCH):
        connection.execute(_SET_SEAL, fresh[start : start + _BATCH])
    total = added([each["fresh"] for each in fresh])
    base = Tally(BASE, before + 1, sum(as_head(row)[1] for row in rows), len(rows), total)
    connection.execute(delete(tallies))
    connection.execute(tallies.insert().values(_values(base, seals.tally(base))))
    return base


def _stop_writers(connection: Connection) -> None:
    """Let nobody write until the end of this transaction."""
    exclusive(connection)
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("LOCK TABLE tallies, heads IN EXCLUSIVE MODE")  # writers lock them in this order


def is_sealed_by_newest(connection: Connection, seals: Seals) -> bool:
    """True if everything is as it was sealed, and by the newest key, so that older ones aren't needed."""
    return not _is_of_older_key(connection, seals) and not verify(connection, seals, None)


def begin_again(connection: Connection) -> bool:
    """Remove the tallies of a log that has no facts, so that a backup can be restored into it. False if it has some."""
    exclusive(connection)
    if connection.execute(select(heads.c.stream).limit(1)).first() is not None:
        return False
    connection.execute(delete(tallies))
    return True


def refuse_sealed(connection: Connection) -> None:
    """Raise `SealedError` if the log is sealed: facts that are written without the key would look like a forgery."""
    if connection.execute(select(literal(1)).select_from(tallies).limit(1)).first() is not None:
        raise SealedError


def verify(connection: Connection, seals: Seals, seen: Seen | None) -> list[str]:
    """Check the seals of all heads and tallies, and the base against the witness. Returns problems in words.

    Everything must come from one moment: the caller gives a connection with a snapshot.
    """
    if not _has_seals(connection):
        return _unsealed(seals, seen, facts=True)
    found = _read(connection)
    rows = connection.execute(_HEADS).all()
    base = _base(found)
    if base is None:
        if any(row.seal is not None for row in rows) or found:
            return [_REMOVED.format(_then(seen))]
        return _unsealed(seals, seen, facts=bool(rows))
    unsealed = [row for row in rows if not seals.fits_head(row.seal, *as_head(row))]
    if len(unsealed) == len(rows) and _wrong(seals, found):
        return [_OTHER_SECRET]
    problems = [f"{row.stream}: its head was changed from outside" for row in unsealed[:_NAMED]]
    if len(unsealed) > _NAMED:
        problems.append(f"the heads of {len(unsealed) - _NAMED:,} other streams were changed from outside")
    if _wrong(seals, found):
        problems.append("the count of what was written was changed from outside")
    else:
        problems += _differences(found, rows, named=bool(problems))
    return problems + _older(base, seen)


_HEADS: Final = select(heads.c.stream, heads.c.seq, heads.c.at, heads.c.digest, heads.c.seal)
_SET_SEAL: Final = update(heads).where(heads.c.stream == bindparam("name")).values(seal=bindparam("fresh"))
_REMOVED: Final = "the seals of the log were removed{}. Facts may be missing or changed"
_UNSEALED: Final = (
    "nothing in this database is sealed, although a log was sealed here before. Either its seals were removed, and "
    "facts may be missing or changed, or it is a copy from before Bowerbird had seals. In that case: "
    "bowerbird check --accept"
)
_OTHER_SECRET: Final = (
    "nothing is sealed with this secret. Either another server wrote this database (name the folder with its secret "
    "with --data), or all of it was replaced from outside"
)


def _unsealed(seals: Seals, seen: Seen | None, *, facts: bool) -> list[str]:
    """Problems of a log without any seal: none if it may never have had one."""
    if seen is not None:
        return [_REMOVED.format(_then(seen))]
    return [_UNSEALED] if facts and seals.has_sealed else []


def _differences(found: Sequence[Stored], rows: Sequence[Any], *, named: bool) -> list[str]:
    """Compare the tallies with the heads that are there. If heads were `named` already, only numbers matter."""
    facts = sum(tally.facts for tally, _ in found) - sum(as_head(row)[1] for row in rows)
    streams = sum(tally.streams for tally, _ in found) - len(rows)
    if streams > 0:
        gone = "has gone" if streams == 1 else "have gone"
        return [f"{_number(streams, 'stream')} with {_number(facts, 'fact')} {gone} without a trace"]
    if facts > 0:
        return [f"{_number(facts, 'fact')} at the end of streams {'was' if facts == 1 else 'were'} cut off"]
    if facts < 0 or streams < 0:
        return [f"{_number(-facts, 'fact')} more than were ever written: added from outside"]
    if not named and added([tally.total for tally, _ in found]) != added([as_bytes(row.seal) for row in rows]):
        return ["some streams were put back to an earlier state, or copied from another database"]
    return []


def _older(base: Tally, seen: Seen | None) -> list[str]:
    if seen is None or (not seen.behind and base.epoch > seen.epoch and base.facts >= seen.facts):
        return []
    if not seen.behind and base.epoch == seen.epoch and base.total == seen.total:
        return []
    return [f"this database is older than the one that was here before{_then(seen)}. Later facts are missing"]


def _then(seen: Seen | None) -> str:
    if seen is None:
        return ""
    when = datetime.fromtimestamp(seen.at / 1000, UTC)
    return f" (on {when:%Y-%m-%d} at {when:%H:%M} UTC it had {seen.facts:,} facts in {seen.streams:,} streams)"


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _is_new(connection: Connection, seals: Seals, url: str) -> bool:
    """True if this log may be sealed for the first time: no facts yet, or nothing was ever sealed here."""
    rows = connection.execute(_HEADS).all()
    if any(row.seal is not None for row in rows):
        return False
    return seals.seen(url) is None and (not rows or not seals.has_sealed)


def _begin_base(connection: Connection, seals: Seals, url: str) -> None:
    """Put back the base as the witness remembers it. What is missing since then shows."""
    seen = seals.seen(url)
    base = Tally(BASE, seen.epoch + 1, seen.facts, seen.streams, seen.total) if seen else Tally(BASE, 1)
    connection.execute(tallies.insert().values(_values(base, seals.tally(base))))


def _is_of_older_key(connection: Connection, seals: Seals) -> bool:
    found = _read(connection)
    return not _wrong(seals, found) and not all(seals.is_newest(seal, tally) for tally, seal in found)


def _wrong(seals: Seals, found: Sequence[Stored]) -> bool:
    """True if a tally has the wrong seal, or is of another epoch than the base."""
    base = _base(found)
    return base is None or any(tally.epoch != base.epoch or not seals.fits_tally(seal, tally) for tally, seal in found)


def _base(found: Iterable[Stored]) -> Tally | None:
    return next((tally for tally, _ in found if tally.writer == BASE), None)


def _read(connection: Connection, *, lock: bool = False) -> list[Stored]:
    """All tallies. With `lock`, the base is locked first: a process that begins a tally waits for it."""
    if lock:
        connection.execute(select(tallies.c.writer).where(tallies.c.writer == BASE).with_for_update())
    query = select(tallies).order_by(tallies.c.writer)
    return [_stored(row) for row in connection.execute(query.with_for_update() if lock else query)]


def _stored(row: Any) -> Stored:
    tally = Tally(str(row.writer), as_int(row.epoch), as_int(row.facts), as_int(row.streams), as_bytes(row.total))
    return tally, as_bytes(row.seal)


def _values(tally: Tally, seal: bytes) -> dict[str, Any]:
    return tally._asdict() | {"seal": seal}


def _has_seals(connection: Connection) -> bool:
    there = inspect(connection)
    return there.has_table("tallies") and "seal" in {column["name"] for column in there.get_columns("heads")}
