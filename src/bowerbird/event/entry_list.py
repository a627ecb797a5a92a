"""Lists of people as clubs have them: a spreadsheet saved as CSV, or names typed one a line. Text in, entries out."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from bowerbird.event.errors import EventError
from bowerbird.event.facts import Entered, Entrant

__all__ = ["COLUMNS", "EntryList", "read_csv", "read_list"]

COLUMNS: Final = ("name", "partner", "zone", "born", "born_partner", "of_age")
_YES: Final = ("yes", "y", "true", "1", "x")


class EntryList(NamedTuple):
    """The entries of a list, the columns that were not recognized, and the line of each entry."""

    entries: list[Entered]
    not_read: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()


def read_list(text: str, *, of_age: bool = False, zone: str = "") -> EntryList:
    """One name a line, `A & B` for a pair; or CSV if the first line names the columns.

    `of_age` and `zone` apply to everyone for whom the list does not give them.
    """
    lines = text.lstrip("\ufeff").splitlines()
    first = next((line for line in lines if line.strip()), "")
    if "name" in _columns(first):
        return _with_defaults(read_csv(text), of_age, zone)
    entries, numbers = [], []
    for number, line in enumerate(lines, 1):
        names = [name for name in (part.strip() for part in line.split("&")) if name]
        if names:
            entries.append(Entered(players=tuple(Entrant.called(name, of_age=of_age) for name in names), zone=zone))
            numbers.append(number)
    return EntryList(entries, lines=tuple(numbers))


def _with_defaults(found: EntryList, of_age: bool, zone: str) -> EntryList:
    entries = [
        Entered(
            players=tuple(replace(each, of_age=each.of_age or (of_age and not each.born)) for each in entry.players),
            zone=entry.zone or zone,
        )
        for entry in found.entries
    ]
    return found._replace(entries=entries)


def read_csv(text: str) -> EntryList:
    """Entries of a spreadsheet. Commas, semicolons or tabs; capitals in the first line do not matter."""
    lines = text.lstrip("\ufeff").splitlines()
    head = lines[0] if lines else ""
    reader = csv.DictReader(lines, delimiter=_delimiter(head))
    columns = _columns(head)
    if "name" not in columns:
        raise EventError("The first line must name the columns, and one of them is `name`.")
    reader.fieldnames = columns
    next(reader.reader, None)  # the line of column names itself
    try:
        found = [(reader.line_num, _entry(reader.line_num, row)) for row in reader if any(row.values())]
    except csv.Error as error:
        raise EventError(f"This cannot be read as CSV: {error}.") from None
    not_read = tuple(column for column in columns if column and column not in COLUMNS)
    return EntryList([entry for _, entry in found], not_read, tuple(number for number, _ in found))


def _delimiter(head: str) -> str:
    return max(",;\t", key=head.count)


def _columns(head: str) -> list[str]:
    try:
        fields: Sequence[str] = next(csv.reader([head], delimiter=_delimiter(head)), [])
    except csv.Error:
        return []  # longer than any line of column names
    return [field.strip().casefold().replace(" ", "_") for field in fields]


def _entry(line: int, row: dict[str, str | None]) -> Entered:
    def year(column: str) -> int:
        text = (row.get(column) or "").strip()
        if text and not (text.isascii() and text.isdigit() and len(text) <= 4):
            raise EventError(f"Line {line}: {text!r} isn't a year of birth. Use four digits, such as 1950.")
        return int(text or 0)

    of_age = (row.get("of_age") or "").strip().casefold() in _YES
    people = [Entrant.called(row.get("name") or "", year("born"), of_age)]
    if (row.get("partner") or "").strip():
        people.append(Entrant.called(row["partner"] or "", year("born_partner"), of_age))
    return Entered(players=tuple(people), zone=row.get("zone") or "")
