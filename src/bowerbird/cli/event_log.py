"""An event's file: one SQLite table of facts, written once each and never changed. The event is folded from them.

A command either writes all of its facts or none. Two commands at the same moment cannot both build on the same
state: the second is told to try again. Facts of one command carry its number, so that an undo takes back all of them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, NamedTuple, NoReturn
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
import typer

from bowerbird.cli.common import command_here
from bowerbird.event import Event, EventError, Fact, counting, replay, step
from bowerbird.event.facts import Made, Undone

__all__ = [
    "File",
    "Written",
    "happen",
    "last_command",
    "load",
    "log_of",
    "record",
    "refuse",
    "start_file",
    "zone_named",
]

File = Annotated[Path, typer.Argument(help="The event's file.")]

#: Marks the file as ours ("Bowr"), so that another program's database is not mistaken for an event.
_APPLICATION_ID = 0x426F7772
_DECODER: msgspec.json.Decoder[Fact] = msgspec.json.Decoder(Fact)


class Written(NamedTuple):
    """One line of the log. `command` is the same for all facts that one command wrote."""

    seq: int
    command: int
    at: str
    fact: Fact


def refuse(message: str) -> NoReturn:
    """Say on standard error why nothing was done, and stop."""
    typer.echo(message, err=True)
    raise typer.Exit(2)


def zone_named(name: str) -> ZoneInfo:
    """A time zone of the machine's table."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        refuse(f"{name!r} is no time zone. Write one such as America/Edmonton or Europe/London.")


def start_file(path: Path, facts: Sequence[Fact]) -> Event:
    """Make a new event file with its first facts."""
    if path.exists():
        refuse(f"{path} exists already. Choose another name, or go on with that event.")
    event = _folded(None, facts)
    try:
        with _connection(path) as connection:
            connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
            connection.execute(
                "CREATE TABLE facts (seq INTEGER PRIMARY KEY, command INTEGER NOT NULL, "
                "written_at TEXT NOT NULL, fact TEXT NOT NULL)"
            )
            _write(connection, None, facts)
    except sqlite3.Error as error:
        refuse(f"{path} cannot be written: {error}.")
    return event


def log_of(path: Path) -> list[Written]:
    """The whole log, in order."""
    if not path.exists():
        refuse(f"There is no event file {path}. Make one with: {command_here()} event new {path} --rules NAME")
    try:
        with _connection(path) as connection:
            if connection.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION_ID:
                refuse(f"{path} is no event file of Bowerbird.")
            rows = connection.execute("SELECT seq, command, written_at, fact FROM facts ORDER BY seq").fetchall()
    except sqlite3.Error as error:
        refuse(f"{path} cannot be read as an event file: {error}.")
    try:
        return [Written(seq, command, at, _DECODER.decode(fact)) for seq, command, at, fact in rows]
    except msgspec.MsgspecError as error:
        refuse(f"{path} holds something that this version of Bowerbird does not know: {error}.")


def load(path: Path) -> Event:
    """The event as it stands."""
    log = log_of(path)
    try:
        return replay(written.fact for written in log)
    except EventError as error:
        refuse(f"{path} does not add up: {error}")


def record(path: Path, propose: Callable[[Event], Sequence[Fact]]) -> tuple[Event, Event]:
    """Fold in what is proposed for the event as it stands, and write it down. Gives the event before and after."""
    log = log_of(path)
    facts = [written.fact for written in log]
    try:
        before = replay(facts)
        proposed = propose(before)
        if any(isinstance(fact, Undone) for fact in proposed):
            after = replay([*facts, *proposed])
        else:
            after = _folded(before, proposed)
    except EventError as error:
        refuse(str(error))
    try:
        with _connection(path) as connection:
            _write(connection, log[-1], proposed)
    except sqlite3.IntegrityError:
        refuse("Somebody else wrote to this event at the same moment. Look at it, and try again.")
    except sqlite3.Error as error:
        refuse(f"{path} cannot be written: {error}. Nothing was changed.")
    return before, after


def happen(path: Path, *facts: Fact) -> tuple[Event, Event]:
    """Write these facts down. Gives the event before and after."""
    return record(path, lambda _: facts)


def last_command(path: Path) -> list[Fact]:
    """The facts that an undo would take back: those of the last command that still counts."""
    log = log_of(path)
    command = {id(written.fact): written.command for written in log}
    kept = [fact for fact in counting(written.fact for written in log) if not isinstance(fact, Made)]
    if not kept:
        refuse("There is nothing to undo.")
    return [fact for fact in kept if command[id(fact)] == command[id(kept[-1])]]


def _folded(event: Event | None, facts: Sequence[Fact]) -> Event:
    try:
        for fact in facts:
            event = step(event, fact)
    except EventError as error:
        refuse(str(error))
    assert event is not None
    return event


def _write(connection: sqlite3.Connection, last: Written | None, facts: Sequence[Fact]) -> None:
    now = datetime.now(UTC).isoformat(timespec="seconds")
    seq, command = (last.seq, last.command) if last else (0, 0)
    rows = [(seq + place, command + 1, now, msgspec.json.encode(fact).decode()) for place, fact in enumerate(facts, 1)]
    connection.executemany("INSERT INTO facts VALUES (?, ?, ?, ?)", rows)


@contextmanager
def _connection(path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(path)
    try:
        connection.execute("PRAGMA synchronous = FULL")
        with connection:
            yield connection
    finally:
        connection.close()
