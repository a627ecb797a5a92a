"""The rule sheet of a book: what a player needs to know, in short sentences, in the order of an evening.

Every sentence is made from settings and names them, together with the clauses that they come from. Nothing here knows
a club, and nothing here knows how a sheet is drawn: terminal, page and paper each do that for themselves.
"""

from __future__ import annotations

import msgspec

from bowerbird.rulebook.model import Rulebook
from bowerbird.rulebook.sheet.game import GAME_SECTIONS
from bowerbird.rulebook.sheet.hand import HAND_SECTIONS
from bowerbird.rulebook.sheet.line import SheetLine, SheetSection
from bowerbird.rulebook.sheet.room import ROOM_SECTIONS
from bowerbird.rulebook.sheet.wrong import WRONG_SECTIONS

__all__ = ["Difference", "SheetLine", "SheetSection", "differences", "full_sheet", "sheet"]

_SECTIONS = {**HAND_SECTIONS, **GAME_SECTIONS, **WRONG_SECTIONS, **ROOM_SECTIONS}


class Difference(msgspec.Struct, frozen=True):
    """What two books say where they differ; a book that has nothing to say there has an empty text."""

    title: str
    key: str
    a: str
    b: str


def sheet(book: Rulebook) -> tuple[SheetSection, ...]:
    """The rule sheet of a book. Options that are off are left out, unless a clause of the book puts them off."""
    loud = (
        SheetSection(section.title, tuple(line for line in section.lines if not line.quiet))
        for section in full_sheet(book)
    )
    return tuple(section for section in loud if section.lines)


def full_sheet(book: Rulebook) -> tuple[SheetSection, ...]:
    """Every section with every line, the quiet ones too: one sentence for each setting that matters in this book."""
    return tuple(SheetSection(title, tuple(lines(book))) for title, lines in _SECTIONS.items())


def differences(a: Rulebook, b: Rulebook) -> tuple[Difference, ...]:
    """Where two books differ, setting by setting, in the order of the sheet."""
    ours, theirs = _sentences(a), _sentences(b)
    titles = list(_SECTIONS)
    places = sorted({**ours, **theirs}, key=lambda place: titles.index(place[0]))
    pairs = ((place, ours.get(place, ""), theirs.get(place, "")) for place in places)
    return tuple(Difference(title, key, ours, theirs) for (title, key), ours, theirs in pairs if ours != theirs)


def _sentences(book: Rulebook) -> dict[tuple[str, str], str]:
    """What a book says in each section about each key."""
    said: dict[tuple[str, str], list[str]] = {}
    for section in full_sheet(book):
        for line in section.lines:
            said.setdefault((section.title, line.key), []).append(line.sentence)
    return {place: " ".join(sentences) for place, sentences in said.items()}
