"""The lists at the door: what to put on the tables, and the sign-up list."""

from __future__ import annotations

from typing import Literal

from bowerbird.event.room import checklist
from bowerbird.event.state import Entry, Event
from bowerbird.event.totals import dollars
from bowerbird.paper.blocks import Block, Boxes, Cell, Code, Column, Heading, Lines, Page, Words
from bowerbird.paper.job import Job, rounds_in_all, rule_of, tables_in_all
from bowerbird.paper.press import code

__all__ = ["sign_up", "tonight"]

#: The minimum of empty lines for people who come to the door.
_LEAST_LINES = 4
#: A list of more people than this is set in two columns, if it has at most this many columns itself.
_ONE_COLUMN, _NARROW = 16, 4


def tonight(job: Job) -> tuple[Page, ...]:
    """One page for the director: what to put out, and how the event runs."""
    event = job.event
    book = event.book
    people = len(event.here()) or len(event.people)
    tables = tables_in_all(event)
    here = "here" if event.here() else "entered"
    room = f"{people} people {here}, {tables} {'table' if tables == 1 else 'tables'}"
    lead = f"{room if people else 'Nobody has entered yet'}, {rounds_in_all(event)} rounds."
    blocks: list[Block] = [
        Words(text=lead, look="lead"),
        Heading(text="On the tables"),
        Boxes(items=checklist(book, tables)),
        Heading(text="How it goes"),
        Words(text=rule_of(book, "event.calendar.doors", "event.calendar.start", "event.calendar.end")),
        Words(text=rule_of(book, "game.points", "game.hands", "game.minutes", "game.bell", "game.level_at_bell")),
        Words(text=rule_of(book, "event.movement", "event.sitting_players", "event.dealer_cut")),
        Words(text=rule_of(book, "event.kept_on", "event.result", "event.match_points", "event.ranking")),
        Words(text=rule_of(book, "event.money.fee", "event.money.pot", "event.money.stake_each_game")),
    ]
    blocks += _recovery(job.links.recovery)
    blocks = [block for block in blocks if not (isinstance(block, Words) and not block.text)]
    public = Code(picture=code(job.links.public), text="Seats, results and standings") if job.links.public else None
    return (Page(title="Tonight", blocks=tuple(blocks), code=public),)


def _recovery(recovery: str) -> list[Block]:
    """The director's code, large enough to be read from paper. It opens all the director's events."""
    if not recovery:
        return []
    about = (
        "To find your events in another browser, open Run an event, choose Find my events and type this code. "
        "Keep this sheet to yourself."
    )
    return [Heading(text="Your recovery code"), Words(text=recovery, look="lead"), Words(text=about)]


def sign_up(job: Job) -> tuple[Page, ...]:
    """Everyone who has entered, and lines for people who come to the door."""
    event = job.event
    rules = event.book.event.entry
    wanted = rule_of(event.book, "event.entry.unit", "event.entry.teams_per_zone", "event.entry.minimum_age")
    columns = [Column("No.", align="right"), Column("Name", 3)]
    columns += [Column("Partner", 3)] if rules.unit != "people" else []
    columns += [Column("Zone", 2)] if rules.teams_per_zone else []
    columns += [Column(f"{rules.minimum_age} or over", align="center")] if rules.minimum_age else []
    fee = event.book.event.money.fee
    columns += [Column(f"Paid ${dollars(fee)}", align="center")] if fee else []
    columns.append(Column("Here", align="center"))
    entries = list(event.entries.values())
    rows = tuple((str(number), *_line(event, entry, len(columns) - 1)) for number, entry in enumerate(entries, 1))
    across: Literal[1, 2] = 2 if len(columns) <= _NARROW and len(entries) > _ONE_COLUMN else 1
    lines = Lines(columns=tuple(columns), rows=rows, least=_LEAST_LINES, across=across)
    scan = "Scan to sign up with your phone, or write below"
    link = Code(picture=code(job.links.sign_up), text=scan) if job.links.sign_up else None
    return (Page(title="Sign up", blocks=(Words(text=wanted), lines), code=link),)


def _line(event: Event, entry: Entry, wide: int) -> list[str | Cell]:
    rules = event.book.event.entry
    cells: list[str | Cell] = [entry.players[0]]
    cells += [" & ".join(entry.players[1:])] if rules.unit != "people" else []
    cells += [entry.zone] if rules.teams_per_zone else []
    cells += ["✓"] if rules.minimum_age else []
    cells += [""] * (wide - 1 - len(cells))
    here = all(event.presence(name) == "here" for name in entry.players)
    return [*cells, "✓" if here else ""]
