"""A quick check of a log when a server starts: seconds, also with a million facts. It only reads, and runs beside play.

`audit` reads every fact; this reads the heads, their seals, the last fact of every stream, and SQLite's own pages.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from sqlalchemy import Connection, and_, func, or_, select
from sqlalchemy.exc import DBAPIError

from bowerbird.store._database import Database
from bowerbird.store._erasing import erased_facts
from bowerbird.store._schema import archived, archives, facts, heads
from bowerbird.store.audit import file_damage, seal_problems
from bowerbird.store.errors import StoreError, explain, reason
from bowerbird.store.seals import Seals

__all__ = ["quick_check"]

#: Streams that are named one by one.
_NAMED = 20


async def quick_check(url: str, seals: Seals | None) -> AsyncIterator[list[str]]:
    """Give the problems of each part in words as soon as it is checked, the quickest part first."""
    database = Database.reading(url)
    try:
        if seals is not None:
            yield await seal_problems(database, url, seals)
        yield await _ends(database)
        yield await database.do(file_damage)
    except (DBAPIError, OSError) as error:
        raise StoreError(f"the database could not be checked: {explain(error)}") from error
    finally:
        await database.close()


async def _ends(database: Database) -> list[str]:
    try:
        return await database.do(_last_facts)
    except DBAPIError as error:
        return [f"the last facts could not be read ({reason(error)})"]


def _last_facts(connection: Connection) -> list[str]:
    """Compare the last fact of every stream with its head, and the number of facts with what the heads say."""
    last = and_(facts.c.stream == heads.c.stream, facts.c.seq == heads.c.seq)
    packed = and_(archived.c.stream == heads.c.stream, archived.c.last == heads.c.seq, archived.c.moved)
    digest = func.coalesce(facts.c.digest, archived.c.digest)
    wrong = or_(digest.is_(None), digest != heads.c.digest)
    query = select(heads.c.stream).outerjoin(facts, last).outerjoin(archived, packed).where(wrong)
    query = query.order_by(heads.c.stream).limit(_NAMED)
    problems = [f"{name}: its last fact is missing or was changed" for name in connection.execute(query).scalars()]
    if problems:
        return problems
    lost = select(archived.c.stream).outerjoin(archives, archives.c.id == archived.c.archive)
    lost = lost.where(archives.c.id.is_(None)).order_by(archived.c.stream).limit(_NAMED)
    problems = [f"{name}: its archive is missing" for name in connection.execute(lost).scalars()]
    if problems:
        return problems
    plain = select(func.count()).select_from(facts).scalar_subquery()
    # All up to the last one, for what was erased before the first of them counts as well.
    ends = select(func.max(archived.c.last).label("last")).where(archived.c.moved).group_by(archived.c.stream)
    packed_up = select(func.coalesce(func.sum(ends.subquery().c.last), 0)).scalar_subquery()
    said = select(func.coalesce(func.sum(heads.c.seq), 0)).scalar_subquery()
    # One query, so all are from the same moment.
    more = connection.execute(select(plain + packed_up + erased_facts() - said)).scalar_one()
    if more < 0:
        return [f"{-more:,} facts in the middle of streams are missing"]
    return [f"{more:,} facts were added from outside"] if more else []
