"""Finished games of a table from its log, for files. Cards of boards that others still play are left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from bowerbird.hall.errors import NotFoundError
from bowerbird.hall.facts import decode_hall_fact
from bowerbird.hall.replay import FinishedGame, finished_game
from bowerbird.hall.room import Room
from bowerbird.store import Entry

__all__ = ["ExportedGame", "LeftOut", "exported_games"]


class ExportedGame(msgspec.Struct, frozen=True):
    """A finished game of a table, and when it ended, in milliseconds."""

    table: str
    game: FinishedGame
    ended: int


class LeftOut(msgspec.Struct, frozen=True):
    """A table whose games can't be shown yet, or can't be read, and why."""

    table: str
    why: str


def exported_games(entries: Sequence[Entry]) -> Iterator[ExportedGame | LeftOut]:
    """The finished games of one table."""
    table = entries[0].stream.partition(":")[2]
    try:
        room = Room.fold((decode_hall_fact(entry.body), entry.at) for entry in entries)
    except Exception as error:  # whatever it is, export the other tables
        why = " ".join(str(error).split()) or type(error).__name__
        yield LeftOut(table, f"its log can't be read: {why}. Run `bowerbird check` for details.")
        return
    try:
        for number in range(1, room.games_over + 1):
            yield ExportedGame(table, finished_game(room, number), room.ended_at[number])
    except NotFoundError as error:
        yield LeftOut(table, str(error))
