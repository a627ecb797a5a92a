"""Give the room of archived facts on PostgreSQL back to the disk, without a pause.

What is deleted leaves holes in the file of a table. PostgreSQL's own vacuum lets new facts use them, and cuts off the
end of the file if that is empty. It never is, because a few facts of every evening stay. `VACUUM FULL` writes the table
once more and locks it for as long. So here the facts near the end are written once more, a few at a time, which puts
them into holes further in front, and then the end can be cut off. Nobody waits: a row is in one place or in the other.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import Final

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from bowerbird.store._database import Database
from bowerbird.store.errors import explain
from bowerbird.store.migrate import exclusive

__all__ = ["compact"]

log = logging.getLogger(__name__)

#: Facts that are written once more in one transaction, and the share of the file that is freed in one go.
_AT_ONCE: Final = 500
_SHARE: Final = 0.4
#: A file that is this many times as large as its facts need is compacted. Below so many pages it is never worth it.
_TOO_LARGE: Final = 2.0
_FEW_PAGES: Final = 16
#: The most rounds: each makes the file much smaller, if nobody fills it meanwhile. After so many in vain, it stops.
_ROUNDS: Final = 40
_IN_VAIN: Final = 3
#: Seconds after which a transaction of somebody else counts as a long one.
_LONG: Final = 5

#: Without cleaned indexes, vacuum leaves a few pointers to what was deleted, and then the end is not empty.
_VACUUM: Final = "VACUUM (ANALYZE, INDEX_CLEANUP ON) facts, archives, archived"
_REINDEX: Final = "REINDEX TABLE CONCURRENTLY facts"
_PAGES: Final = "SELECT pg_relation_size('facts') / current_setting('block_size')::int"
#: A row has a header of 24 bytes and a pointer of 4.
_NEEDED: Final = (
    "SELECT coalesce(sum(pg_column_size(facts.*) + 4), 0) / current_setting('block_size')::int + 1 FROM facts"
)
#: Transactions that may still look at what was deleted, as far as PostgreSQL tells. A new index waits for them.
_LONG_ONES: Final = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
    "AND backend_type = 'client backend' AND backend_xmin IS NOT NULL "
    f"AND xact_start < clock_timestamp() - interval '{_LONG} seconds'"
)
_BEHIND: Final = "SELECT count(*) FROM facts WHERE ctid >= '({},0)'::tid"
_MOVE: Final = f"""
WITH gone AS (
  DELETE FROM facts WHERE ctid = ANY (ARRAY(SELECT ctid FROM facts WHERE ctid >= '({{}},0)'::tid LIMIT {_AT_ONCE}))
  RETURNING *)
INSERT INTO facts SELECT * FROM gone
"""


async def compact(url: str) -> None:
    """Make the files of the facts as small as is possible beside play."""
    database = Database.patient(url)
    try:
        await database.once(partial(_execute, statement=_VACUUM))
        if await _shrink(database) and not await _ask(database, _LONG_ONES):
            await database.once(partial(_execute, statement=_REINDEX))
        else:
            log.warning(
                "not all room of archived games is given back yet: another program, such as a backup, still looks at "
                "them as they were. Nothing is lost. When it is done, run `bowerbird archive` once more."
            )
    except (DBAPIError, OSError) as error:
        log.warning("the room of archived games is used for new ones, and not given back: %s", explain(error))
    finally:
        await database.close()


async def _shrink(database: Database) -> bool:
    """Make the file smaller until it is small enough. False if that doesn't work now."""
    enough = max(_FEW_PAGES, await _ask(database, _NEEDED) * _TOO_LARGE)
    pages = await _ask(database, _PAGES)
    in_vain = 0
    for _ in range(_ROUNDS):
        if pages <= enough:
            break
        if in_vain == _IN_VAIN or not await _clear_end(database, pages):
            return False
        await database.once(partial(_execute, statement=_VACUUM))
        before, pages = pages, await _ask(database, _PAGES)
        in_vain = in_vain + 1 if pages >= before else 0
    return True


async def _clear_end(database: Database, pages: int) -> bool:
    """Write the facts in the last of these pages once more. Some land there again, so it takes several times.

    False if the file grows by it: while anyone looks at the database as it was, the holes are not free.
    """
    page = int(pages * (1 - _SHARE))
    batches = -(-await _ask(database, _BEHIND.format(page)) // _AT_ONCE)
    for _ in range(batches + _ROUNDS):
        if not await database.do(partial(_move, page=page)):
            break
        if await _ask(database, _PAGES) > pages:
            return False
    return True


def _move(connection: Connection, page: int) -> int:
    exclusive(connection)  # what is being erased must not be written again
    return connection.exec_driver_sql(_MOVE.format(page)).rowcount


async def _ask(database: Database, query: str) -> int:
    """The number that a query finds."""
    return await database.once(lambda connection: int(connection.exec_driver_sql(query).scalar_one()))


def _execute(connection: Connection, statement: str) -> None:
    connection.exec_driver_sql(statement)
