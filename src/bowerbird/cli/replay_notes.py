"""Notes and alternative lines under a deal of `bowerbird replay`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bowerbird.cli.recorded import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console, RenderableType

    from bowerbird.notation import DealNotes
    from bowerbird.notation.notes import Note, Place, ShownLine

__all__ = ["notes_data", "print_notes"]


# For programs.


def notes_data(notes: DealNotes) -> dict[str, Any]:
    """The notes and alternative lines of a deal. Calls and cards count from 1."""
    return {"notes": [_note_data(note) for note in notes.notes], "lines": [_line_data(line) for line in notes.lines]}


def _note_data(note: Note) -> dict[str, Any]:
    return {**_place_data(note.place), "label": note.label or None, "text": note.text}


def _place_data(place: Place) -> dict[str, Any]:
    return {
        "trick" if place.trick else "call": place.trick or place.number,
        "card" if place.trick else "said": place.what or None,
        "seat": None if place.seat is None else place.seat.name,
    }


def _line_data(line: ShownLine) -> dict[str, Any]:
    return {
        "leaves": _place_data(line.leaves),
        "said": [{"seat": seat.name, "said": words} for seat, words in line.said],
        "firstTrick": line.first,
        "tricks": [[card for _, card in trick.plays] for trick in line.tricks] or line.cards,
        "winners": [None if trick.winner is None else trick.winner.name for trick in line.tricks],
        "outcome": line.outcome,
        "points": line.points,
        "notes": [_note_data(note) for note in line.notes],
        "wrong": line.wrong or None,
    }


# For people.


def print_notes(out: Console, notes: DealNotes) -> None:
    """Print the notes of a deal, then its alternative lines."""
    _print_all(out, notes.notes, 2)
    for line in notes.lines:
        _print_line(out, line)


def _print_all(out: Console, notes: Sequence[Note], indent: int) -> None:
    from rich.padding import Padding

    from bowerbird.notation.words import place_words

    for note in notes:
        label = f"{note.label}: " if note.label else ""
        text = f"Note on {place_words(note.place)}. {label}{plain(note.text)}"
        out.print(Padding(text, (0, 0, 0, indent), expand=False), style="italic")


def _print_line(out: Console, line: ShownLine) -> None:
    from rich.padding import Padding

    from bowerbird.notation.words import place_words

    out.print(Padding(f"Another line, in place of {place_words(line.leaves)}:", (0, 0, 0, 2), expand=False))
    for part in _parts(line):
        out.print(Padding(part, (0, 0, 0, 4), expand=False))
    _print_all(out, line.notes, 4)


def _parts(line: ShownLine) -> Iterator[RenderableType]:
    from bowerbird.cli.replay import trick_table
    from bowerbird.notation.words import result_words

    if line.said:
        yield " · ".join(f"{seat.word}: {words}" for seat, words in line.said)
    if line.tricks:
        yield trick_table(line.tricks, line.first)
    if line.wrong:
        yield " · ".join(" ".join(trick) for trick in line.cards)
        yield f"This line breaks a rule. {line.wrong}"
    if any(line.points):
        yield result_words(line.outcome, line.points, line.taken)
