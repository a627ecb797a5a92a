"""Who was there, who was not, and who played for whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from bowerbird.nights.expect.compare import Judge, by_name, values
from bowerbird.nights.expect.values import week_cells
from bowerbird.nights.room import Room

__all__ = ["KINDS"]

_WORDS = {"played": "played", "absent": "absent", "average": "average", "sat out": "out"}


def _status(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    number = int(arguments[0]) if arguments else room.event.meeting.number
    return {
        name: f"sub {cell.sub}" if cell.sub else _WORDS[cell.status] for name, cell in week_cells(room, number).items()
    }


def _entered(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    entries = room.event.entries.values()
    return {
        "teams": sum(len(entry.players) == 2 for entry in entries),
        "persons": sum(len(entry.players) == 1 for entry in entries),
    }


def _rests(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    """How often everybody has sat out so far."""
    times = Counter(name for past in room.event.rounds for name in past.sitting_out)
    return {name: times[name] for name in room.event.people}


KINDS: dict[str, Judge] = {
    "status": values(_status),
    "entered": values(_entered, by_name),
    "sit-outs": values(_rests),
}
