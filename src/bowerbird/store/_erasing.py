"""Erase a stream: remove all its facts and their digests, and put a mark in their place (`_erased`)."""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, ScalarSelect, and_, delete, func, or_, select, text, update

from bowerbird.store._archived import drop, first_of
from bowerbird.store._erased import ERASABLE, MARK, can_be_erased, is_mark, mark_digest
from bowerbird.store._insert import CHANNEL
from bowerbird.store._rows import as_bytes, as_head
from bowerbird.store._schema import facts, heads
from bowerbird.store._sealing import begin_tally, count, refuse_sealed
from bowerbird.store.errors import ArchiveError, StoreError
from bowerbird.store.migrate import exclusive
from bowerbird.store.seals import Seals

__all__ = ["erase", "erased_facts", "mark_of"]


def erase(
    connection: Connection, seals: Seals | None, url: str, writer: str, stream: str, at: int, number: int = 0
) -> int:
    """Erase a stream in this transaction, and give the number of the mark; 0 if there is nothing to erase.

    With `number`, the mark gets this number, also in a stream that has no facts: a restored stream has the numbers that
    it had. `writer` is this process, for the others that are notified.
    """
    if not can_be_erased(stream):
        raise StoreError(f"{stream} belongs to more than one person, so it can't be erased.")
    exclusive(connection)
    if seals is None:
        refuse_sealed(connection)
    # As every writer: first its own tally, then the head.
    tally = begin_tally(connection, seals, url, f"erasing {secrets.token_hex(8)}") if seals else None
    head = connection.execute(select(heads).where(heads.c.stream == stream).with_for_update()).first()
    last = head.seq if head is not None else 0
    if not number and (not last or _is_erased(connection, stream, last)):
        return 0
    if number and number <= last:
        raise StoreError(f"{stream} has more facts than were erased. Nothing was changed.")
    seq = number or last + 1
    digest = mark_digest(stream, seq, at)
    seal = seals.head(stream, seq, at, digest) if seals else None
    connection.execute(delete(facts).where(facts.c.stream == stream))
    drop(connection, stream)
    connection.execute(facts.insert().values(stream=stream, seq=seq, at=at, body=MARK, digest=digest))
    fresh = {"seq": seq, "at": at, "digest": digest, "seal": seal}
    if head is None:
        connection.execute(heads.insert().values(stream=stream, **fresh))
    else:
        connection.execute(update(heads).where(heads.c.stream == stream).values(fresh))
    if seals is not None and tally is not None:
        # The seal of a head that someone has changed stays in the sum, so that it never fits again.
        right = head is not None and seals.fits_head(as_bytes(head.seal), *as_head(head))
        replaced = [as_bytes(head.seal)] if head is not None and right else []
        count(connection, seals, tally[0].plus(seq - last, not last, [seal], replaced))
    if connection.dialect.name == "postgresql":
        told = {"channel": CHANNEL, "what": f"{writer}\n{seq} {stream}"}
        connection.execute(text("SELECT pg_notify(:channel, :what)"), told)
    return seq


def _is_erased(connection: Connection, stream: str, last: int) -> bool:
    """True if there is nothing but a mark with this number."""
    try:
        return mark_of(connection, stream) == last
    except ArchiveError:
        return False  # there are facts, or there were


def mark_of(connection: Connection, stream: str) -> int:
    """The number of the mark with which a stream begins; 0 if it was never erased."""
    first = first_of(connection, stream) if can_be_erased(stream) else None
    if first is None:
        return 0
    _, seq, at, body, digest = first
    return seq if is_mark(stream, seq, body) and digest == mark_digest(stream, seq, at) else 0


def erased_facts() -> ScalarSelect[int]:
    """A query for the number of facts that were erased, by the marks that are in no archive."""
    own = or_(*(heads.c.stream.startswith(f"{kind}:", autoescape=True) for kind in sorted(ERASABLE)))
    marks = and_(facts.c.stream.in_(select(heads.c.stream).where(own)), facts.c.seq > 1, facts.c.body == MARK)
    return select(func.coalesce(func.sum(facts.c.seq - 1), 0)).where(marks).scalar_subquery()
