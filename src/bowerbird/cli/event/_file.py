"""An event's file: one SQLite table with an entry for each command, the same entries that the desk keeps in its log.

A command is written whole or not at all. Of two commands at the same moment one is told to try again: both would have
been built on the same state.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import time
from typing import Annotated, Final, NoReturn

import msgspec
import typer
from msgspec.structs import replace

from bowerbird.cli.common import command_here
from bowerbird.cli.files import DASH_IN, is_dash, name_of, read_data
from bowerbird.evening.commands import Proposal
from bowerbird.evening.facts import CommandRecord, decode_record, encode_record
from bowerbird.evening.state import Command, Story
from bowerbird.event import Event, EventError
from bowerbird.machine import make_private

__all__ = ["File", "ReadFile", "carry_out", "load", "now_in_ms", "refuse", "start_file", "story_of"]

#: A file that is only read, and one that is changed.
ReadFile = Annotated[Path, typer.Argument(metavar="FILE", help=f"The event's file. {DASH_IN}")]
File = Annotated[Path, typer.Argument(metavar="FILE", help="The event's file.")]

#: Marks the file as ours ("Bowr"), so that another program's database is not mistaken for an event.
_APPLICATION_ID: Final = 0x426F7772
#: The format of the entries, in the file's own version field.
_VERSION: Final = 3


def refuse(message: str, status: int = 2) -> NoReturn:
    """Say on standard error why nothing was done, and stop."""
    typer.echo(message, err=True)
    raise typer.Exit(status)


def now_in_ms() -> int:
    """The time of this machine."""
    return int(time() * 1000)


def start_file(path: Path, record: CommandRecord) -> Event:
    """Make a new event file with its first entry."""
    _refuse_dash(path)
    if path.exists():
        refuse(f"{path} exists already. Choose another name, or continue that event.")
    command = Command(1, now_in_ms(), record)
    try:
        story = Story([command])
    except EventError as error:
        refuse(str(error))
    try:
        make_private(path)
        with _connection(path) as connection:
            connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {_VERSION}")
            connection.execute(
                "CREATE TABLE commands (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, record TEXT NOT NULL)"
            )
            _write(connection, command)
    except OSError as error:
        refuse(f"{path} can't be written: {error.strerror}.")
    except sqlite3.Error as error:
        path.unlink(missing_ok=True)
        _refuse_writing(path, error)
    return story.evening.event


def _refuse_dash(path: Path) -> None:
    if is_dash(path):
        refuse("An event is changed in its file. Name the file.")


def _refuse_writing(path: Path, error: sqlite3.Error) -> NoReturn:
    if error.sqlite_errorcode == sqlite3.SQLITE_FULL:
        refuse(f"{path} can't be written: the disk is full. Free some space, then try again. Nothing was changed.", 1)
    refuse(f"{path} can't be written: {error}. Nothing was changed.")


def story_of(path: Path) -> Story:
    """The whole history, folded."""
    if not is_dash(path) and not path.exists():
        refuse(f"There is no event file {path}. Make one with: {command_here()} event new {path} --rules NAME")
    try:
        with _opened(path) as connection:
            if connection.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION_ID:
                _refuse_kind(path)
            if connection.execute("PRAGMA user_version").fetchone()[0] != _VERSION:
                refuse(f"{name_of(path)} was written by another version of Bowerbird and can't be read by this one.")
            rows = connection.execute("SELECT seq, at, record FROM commands ORDER BY seq").fetchall()
    except sqlite3.Error as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
            _refuse_kind(path)
        refuse(f"{name_of(path)} can't be read as an event file: {error}.")
    try:
        return Story(Command(seq, at, decode_record(record.encode())) for seq, at, record in rows)
    except msgspec.MsgspecError as error:
        refuse(f"{path} has an entry that this version of Bowerbird does not know: {error}.")
    except EventError as error:
        refuse(f"{path} does not add up: {error}")


def _refuse_kind(path: Path) -> NoReturn:
    refuse(f"{name_of(path)} isn't an event file. Check the name.")


def load(path: Path) -> Event:
    """The event as it is."""
    return story_of(path).evening.event


def carry_out(path: Path, by: str, key: str, propose: Callable[[Story, int], Proposal]) -> tuple[Story, Command]:
    """Write what is proposed for the event as it is. Gives the history after it, and the command."""
    _refuse_dash(path)
    story, at = story_of(path), now_in_ms()
    try:
        command = Command(story.seq + 1, at, propose(story, at).record(by, key))
        if command.record.is_empty:
            return story, replace(command, seq=story.seq)
        story.keep(command, story.state_after(command))
    except EventError as error:
        refuse(str(error))
    try:
        with _connection(path) as connection:
            _write(connection, command)
    except sqlite3.IntegrityError:
        refuse("Somebody else wrote to this event at the same moment. Look at it, and try again.")
    except sqlite3.Error as error:
        _refuse_writing(path, error)
    return story, command


def _write(connection: sqlite3.Connection, command: Command) -> None:
    row = (command.seq, command.at, encode_record(command.record).decode())
    connection.execute("INSERT INTO commands VALUES (?, ?, ?)", row)


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """An event to read, in memory if it comes from standard input."""
    if not is_dash(path):
        with _connection(path) as connection:
            yield connection
        return
    data = read_data(path)
    memory = sqlite3.connect(":memory:")
    try:
        if data:  # an empty database needs no bytes, and SQLite would not take none
            memory.deserialize(data)
        yield memory
    finally:
        memory.close()


@contextmanager
def _connection(path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(path)
    try:
        connection.execute("PRAGMA synchronous = FULL")
        with connection:
            yield connection
    finally:
        connection.close()
