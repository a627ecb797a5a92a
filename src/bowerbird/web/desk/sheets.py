"""The print menu: the sheets of an event as it is now, without those that a helper may not see."""

from __future__ import annotations

from typing import Final

import msgspec

from bowerbird import paper
from bowerbird.evening.state import Evening

__all__ = ["FOR_DIRECTORS", "SheetOffered", "sheets_of"]


class SheetOffered(msgspec.Struct, frozen=True):
    """A sheet: its name in the address, and its title."""

    what: str
    words: str


#: Sheets with money, or with the cards of boards that people still have to play, which a helper does not see.
FOR_DIRECTORS: Final = frozenset({"all", "payout", "season", "boards", "hands"})


def sheets_of(evening: Evening, *, helper: bool = False) -> list[SheetOffered]:
    """The sheets to offer for printing."""
    return [
        SheetOffered(what, paper.WHATS[what])
        for what in paper.sheets_for(evening.event, season=bool(evening.season))
        if not (helper and what in FOR_DIRECTORS)
    ]
