"""Seat slips, one for each person, and the numbered card for each table."""

from __future__ import annotations

from msgspec.structs import replace

from bowerbird.event.boards import boards_told
from bowerbird.event.cutting import still_to_deal
from bowerbird.event.facts import Table
from bowerbird.event.movements import movement_of
from bowerbird.event.state import Event, Round
from bowerbird.event.words import listed
from bowerbird.paper.blocks import Slip, Slips, Tent, Tents
from bowerbird.paper.errors import PaperError
from bowerbird.paper.job import Job, label, rule_of, tables_in_all
from bowerbird.paper.press import code
from bowerbird.seats import Seat, Side

__all__ = ["plays", "slips", "tents"]

#: Longer titles are shortened on a slip. Opponents are left off it if their names, or the notes, are longer.
_TITLE, _AGAINST = 44, 84
#: The letters that fit on any slip.
_ROOMY = 120


def slips(job: Job) -> tuple[Slips, ...]:
    """Slips by name, so that they are quick to hand out; for one table if requested."""
    past = job.chosen_round()
    cut = still_to_deal(job.event)
    known = [table.dealer if past.closed or table.number not in cut else None for table in job.tables_of(past)]
    made = [
        _slip(job, past, table, seat, deals=seat is dealer)
        for table, dealer in zip(job.tables_of(past), known, strict=True)
        for seat in Seat
    ]
    if job.table is None:
        made += [_resting(job, past, name) for name in past.sitting_out]
    return (Slips(slips=tuple(sorted(map(_marked, made), key=lambda slip: slip.name.casefold()))),)


def _marked(slip: Slip) -> Slip:
    """Mark a slip with so many letters that its height has to be measured."""
    letters = sum(map(len, (slip.head, slip.name, slip.partner, slip.against, slip.note)))
    return replace(slip, tight=letters > _ROOMY)


def _slip(job: Job, past: Round, table: Table, seat: Seat, *, deals: bool) -> Slip:
    name, note = table.seats[seat], _note(job.event, past, table, seat)
    return Slip(
        head=_head(job.event, past),
        name=plays(past, name),
        where=f"Table {table.number}",
        seat=seat.word,
        partner=f"with {plays(past, table.seats[seat.partner])}",
        against=_against(past, table, seat) if len(note) <= _AGAINST else "",
        deals=deals and not movement_of(job.event.book).pivot,
        note=note,
        code=code(job.links.players.get(past.subs.get(name, name), "")),
    )


def _head(event: Event, past: Round) -> str:
    title = event.title if len(event.title) <= _TITLE else f"{event.title[: _TITLE - 1].rstrip()}…"
    return f"{title} · {label(event, past.number)}"


def _against(past: Round, table: Table, seat: Seat) -> str:
    others = [plays(past, table.seats[other]) for other in (seat.left, seat.left.partner)]
    said = f"against {listed(others)}"
    return said if len(said) <= _AGAINST else ""


def plays(past: Round, name: str) -> str:
    """The person in a chair: `Stan (for Ann)` for a sub."""
    return f"{past.subs[name]} (for {name})" if name in past.subs else name


def _note(event: Event, past: Round, table: Table, seat: Seat) -> str:
    says = [past.stood_down[table.number] + "."] if table.number in past.stood_down else []
    movement = movement_of(event.book)
    says += filter(None, [movement.line_notes[seat.side]])
    if table.boards:
        says.append(f"You play {boards_told(table.boards)}.")
    if seat is table.dealer and movement.pivot:
        says.append(movement.dealer_note)
    return " ".join([*says, *_then(event, past, table, table.seats[seat])])


def _then(event: Event, past: Round, table: Table, name: str) -> list[str]:
    """The partners of the other games at this table, where the rotation is still to come."""
    played = sum(other.sitting == past.sitting for other in event.rounds[: past.number])
    partners = []
    for _ in range(event.book.event.games_per_round - played):
        table = movement_of(event.book).next_game(table)
        partners.append(table.seats[Seat(table.seats.index(name)).partner])
    return [f"Then with {', then with '.join(partners)}."] if partners else []


def _resting(job: Job, past: Round, name: str) -> Slip:
    others = [other for other in past.sitting_out if other != name]
    return Slip(
        head=_head(job.event, past),
        name=name,
        where="You sit out",
        partner="at the sit-out table",
        note=f"So {'do' if len(others) > 1 else 'does'} {listed(others)}." if others else "",
        code=code(job.links.players.get(name, "")),
    )


def tents(job: Job) -> tuple[Tents, ...]:
    """A card for every table, or for the requested one."""
    if not job.event.people and job.table is None:
        raise PaperError("Nobody has entered, so the number of tables is not known. Enter people, or name one table.")
    numbers = job.chosen_tables(max(tables_in_all(job.event), 0 if job.event.people else job.table or 0))
    made = tuple(Tent(number, code(job.links.tables.get(number, ""))) for number in numbers)
    return (Tents(tents=made, says="Scan for your seat and the score", note=_moves(job.event)),)


def _moves(event: Event) -> str:
    """How people move, where the table itself decides it: by results, by lines, or around the pivot.

    `North & South: you are team A: you move up.`, where the movement tells lines apart.
    """
    movement = movement_of(event.book)
    notes = movement.line_notes
    told = rule_of(event.book, "event.movement") if movement.by_results or movement.pivot or any(notes) else ""
    lines = [f"{side.word}: {notes[side][0].lower()}{notes[side][1:]}" for side in Side if notes[side]]
    return " ".join(filter(None, [told, *lines]))
