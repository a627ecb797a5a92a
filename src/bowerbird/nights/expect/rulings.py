"""Rulings in the record, and warnings to the director."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bowerbird.nights.expect.compare import Judge, values
from bowerbird.nights.room import Room

__all__ = ["KINDS"]


def _records(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    given = room.evening.rulings
    return {name: "overruled" if given[number].overruled else "stands" for name, number in room.rulings.items()}


def _warning(room: Room, arguments: tuple[str, ...]) -> Mapping[str, object]:
    """`repeat after game 2`, as the director was warned at the last move."""
    found = re.search(r"meet again (after game \d+)", " ".join(room.said))
    return {"repeat": found[1]} if found else {}


KINDS: dict[str, Judge] = {"records": values(_records), "warning": values(_warning)}
