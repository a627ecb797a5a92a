"""Lists of members as clubs have them, read line by line: CSV, names one a line, or the people of a past event.

Nothing is taken over here: a preview says of each line whether it is new, known, nearly known or wrong, and `taken`
gives the facts once the questions about the nearly known are answered.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from io import StringIO
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from bowerbird.evening.members import ChangeMember, MemberFact, MemberForm, Members, add, change
from bowerbird.event import Event, EventError
from bowerbird.event.export import FORMULA
from bowerbird.names import letters_of, one_line

__all__ = [
    "COLUMNS",
    "ImportLine",
    "ImportPreview",
    "from_event",
    "member_rows",
    "preview",
    "read_members",
    "rows_of",
    "taken",
]

MOST_ROWS: Final = 1000
COLUMNS: Final = ("name", "spoken", "phone", "born", "zone", "partner")
LineState: TypeAlias = Literal["new", "known", "near", "wrong"]


class ImportLine(msgspec.Struct, frozen=True):
    """One person of a list. `near` is the number of somebody on the list who may be the same person."""

    line: int
    name: str
    state: LineState
    words: str
    near: int = 0
    near_name: str = ""


class ImportPreview(msgspec.Struct, frozen=True):
    """A list as it would be taken over. With anything wrong in it, nothing is."""

    lines: tuple[ImportLine, ...]
    not_read: tuple[str, ...]
    new: int
    known: int
    near: int
    wrong: int


class Row(NamedTuple):
    """One person of a list, with the partner by name, and what is wrong with the line."""

    line: int
    name: str
    spoken: str = ""
    phone: str = ""
    born: int = 0
    zone: str = ""
    partner: str = ""
    wrong: str = ""


class Rows(NamedTuple):
    """The people of a list, and the columns that were not recognized."""

    rows: tuple[Row, ...]
    not_read: tuple[str, ...] = ()


def read_members(text: str) -> Rows:
    """Read a list: CSV whose first line names the columns, or one name a line, `A & B` for a pair."""
    found = _read(text)
    if len(found.rows) > MOST_ROWS:
        raise EventError(f"This list has {len(found.rows)} people. Import at most {MOST_ROWS} at once.")
    return found


def _read(text: str) -> Rows:
    lines = text.lstrip("\ufeff").splitlines()
    head = next((line for line in lines if line.strip()), "")
    if not head:
        raise EventError("This list has no names. Write one name per line.")
    delimiter = max(",;\t", key=head.count)
    try:
        columns = [each.strip().casefold() for each in next(csv.reader([head], delimiter=delimiter), [])]
        if "name" not in columns:
            return Rows(_with_partners(tuple(row for at, line in enumerate(lines, 1) for row in _plain(at, line))))
        reader = csv.reader(StringIO(text.lstrip("\ufeff"), newline=""), delimiter=delimiter, strict=True)
        rows = [_row(reader.line_num, dict(zip(columns, cells, strict=False))) for cells in reader if any(cells)][1:]
    except csv.Error as error:
        raise EventError(
            f"This list can't be read as a table ({error}). A quotation mark may be open. Save it as CSV again, or "
            "paste the names, one per line."
        ) from None
    not_read = tuple(each for each in columns if each and each not in COLUMNS)
    return Rows(_with_partners(tuple(rows)), not_read)


def _plain(at: int, line: str) -> list[Row]:
    names = [name for part in line.split("&") if (name := one_line(part))]
    if len(names) > 2:
        return [Row(at, one_line(line), wrong="more than two names in one line")]
    partners = [*reversed(names)] if len(names) == 2 else [""] * len(names)
    return [Row(at, name, partner=partner) for name, partner in zip(names, partners, strict=True)]


def _row(line: int, cells: Mapping[str, str]) -> Row:
    def text(column: str) -> str:
        found = one_line(cells.get(column, ""))
        # A spreadsheet takes +1 555 for a formula, so files have an apostrophe before it.
        return found[1:] if found[:1] == "'" and found[1:2] in FORMULA else found

    born, wrong = text("born"), ""
    if born and not (born.isascii() and born.isdigit() and len(born) == 4):
        born, wrong = "", f"{born!r} isn't a year of birth. Use four digits, such as 1950"
    row = Row(line, text("name"), text("spoken"), text("phone"), int(born or 0), text("zone"), text("partner"), wrong)
    return row if row.name else row._replace(wrong=wrong or "the name is missing")


def _with_partners(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Partners who have no line of their own get one: they are people of the club too."""
    own = {letters_of(row.name) for row in rows}
    more: list[Row] = []
    for row in rows:
        if row.partner and letters_of(row.partner) not in own:
            own.add(letters_of(row.partner))
            more.append(Row(row.line, row.partner, zone=row.zone, partner=row.name))
    return (*rows, *more)


def from_event(event: Event) -> Rows:
    """The people of an event, with zones and partners where it has them."""
    rows = []
    for at, (name, person) in enumerate(event.people.items(), 1):
        drawn = name in {who for who, _ in event.drawn_cards}
        partner = next((each for each in event.entry(name).players if each != name), "")
        rows.append(Row(at, name, zone=person.zone, partner="" if drawn else partner))
    return Rows(tuple(rows))


def rows_of(state: Members) -> Rows:
    """Another list of members."""
    return Rows(
        tuple(
            Row(at, each.name, each.spoken, each.phone, each.born, each.zone, _name_of(state, each.partner))
            for at, each in enumerate(state.in_order(), 1)
        )
    )


def preview(state: Members, found: Rows) -> ImportPreview:
    """What would become of each line."""
    seen: dict[str, int] = {}
    lines = []
    for row in found.rows:
        lines.append(_judged(state, row, seen))
        seen.setdefault(letters_of(row.name), row.line)
    counts = {each: sum(line.state == each for line in lines) for each in ("new", "known", "near", "wrong")}
    return ImportPreview(tuple(lines), found.not_read, counts["new"], counts["known"], counts["near"], counts["wrong"])


def _judged(state: Members, row: Row, seen: Mapping[str, int]) -> ImportLine:
    wrong = row.wrong
    if not wrong and letters_of(row.name) in seen:
        wrong = f"{row.name} is in line {seen[letters_of(row.name)]} already"
    known = state.called(row.name)
    if not wrong:
        try:
            _added(_without(state, known.number) if known else state, row)
        except EventError as error:
            wrong = str(error).rstrip(".")
    if wrong:
        return ImportLine(row.line, row.name, "wrong", f"Line {row.line}: {wrong}.")
    if known is not None:
        return ImportLine(row.line, row.name, "known", f"{known.name} is on the list already.")
    close = state.nearly_called(row.name)
    if close:
        words = f"{row.name}: is this {close[0].name}?"
        return ImportLine(row.line, row.name, "near", words, close[0].number, close[0].name)
    return ImportLine(row.line, row.name, "new", "")


def _without(state: Members, number: int) -> Members:
    return Members({each: member for each, member in state.people.items() if each != number}, state.last)


def _added(state: Members, row: Row) -> MemberFact:
    form = MemberForm(name=row.name, spoken=row.spoken, phone=row.phone, born=row.born, zone=row.zone)
    return add(state, form)


def taken(state: Members, found: Rows, same: Mapping[str, int]) -> tuple[tuple[MemberFact, ...], ImportPreview]:
    """The facts of taking a list over, all or nothing. `same` are the answers: a line's name to a member, or to 0.

    Lines of people who are known fill in what the list does not say yet.
    """
    looked = preview(state, found)
    wrong = [line.words for line in looked.lines if line.state == "wrong"]
    if wrong:
        raise EventError(" ".join(wrong[:5]) + " Nothing was imported.")
    facts: list[MemberFact] = []
    numbers: dict[str, int] = {}
    now = state
    for row, line in zip(found.rows, looked.lines, strict=True):
        if line.state == "near" and line.name not in same:
            raise EventError(f"{line.words} Answer that first. Nothing was imported.")
        known = now.called(row.name)
        number = known.number if known else same.get(row.name, 0)
        fact: MemberFact | None = _filled(now, number, row) if number else _added(now, row)
        if fact is not None:
            facts.append(fact)
            now = now.after(fact)
        numbers[letters_of(row.name)] = number or now.last
    for row in found.rows:
        pair = _paired(now, numbers, row)
        if pair is not None:
            facts.append(pair)
            now = now.after(pair)
    return tuple(facts), looked


def _filled(state: Members, number: int, row: Row) -> MemberFact | None:
    """Somebody on the list with what only the new line says; nothing if it says nothing new."""
    member = state.member(number)
    filled = replace(
        member,
        spoken=member.spoken or row.spoken,
        phone=member.phone or row.phone,
        born=member.born or row.born,
        zone=member.zone or row.zone,
    )
    return None if filled == member else change(state, ChangeMember(**msgspec.structs.asdict(filled)))


def _paired(state: Members, numbers: Mapping[str, int], row: Row) -> MemberFact | None:
    """The usual partner of a line, where neither of the two has one yet."""
    if not row.partner:
        return None
    one, other = state.member(numbers[letters_of(row.name)]), state.member(numbers[letters_of(row.partner)])
    if one.partner or other.partner or one.number == other.number:
        return None
    return change(state, ChangeMember(**msgspec.structs.asdict(replace(one, partner=other.number))))


def member_rows(state: Members) -> list[list[str]]:
    """The list for a spreadsheet, in the columns that can be read again."""
    return [
        list(COLUMNS),
        *(
            [each.name, each.spoken, each.phone, str(each.born or ""), each.zone, _name_of(state, each.partner)]
            for each in state.in_order()
        ),
    ]


def _name_of(state: Members, number: int) -> str:
    return state.people[number].name if number in state.people else ""
