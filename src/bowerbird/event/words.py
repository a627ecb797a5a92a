"""Lists of names, and places, as people say and write them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

__all__ = ["Placed", "listed", "written_places"]


class Placed(Protocol):
    """Anything with a place in a ranking."""

    @property
    def place(self) -> int:
        """The number of the place, 1 for the first."""


def written_places(lines: Sequence[Placed]) -> list[str]:
    """The place of each line: `2=` where several share it, otherwise `3`."""
    shared = Counter(line.place for line in lines)
    return [f"{line.place}{'=' if shared[line.place] > 1 else ''}" for line in lines]


def listed(names: Sequence[str], most: int = 5) -> str:
    """`Ann, Bob and Cy`; of a long list the first few, and the number of the rest."""
    if len(names) > most:
        names = [*names[:most], f"{len(names) - most} more"]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
