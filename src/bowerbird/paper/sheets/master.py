"""The master score card: everyone's games on one sheet, with the running total, and room to write the rest."""

from __future__ import annotations

from bowerbird.event.facts import Score
from bowerbird.event.games import Totals, totals
from bowerbird.event.results import result_of
from bowerbird.event.standings import Line, standings
from bowerbird.event.state import Entry, Event
from bowerbird.event.totals import shown
from bowerbird.paper.blocks import Block, Cell, Column, Grid, Heading, Page, Words
from bowerbird.paper.job import Job, label, rounds_in_all, rule_of
from bowerbird.paper.sheets.cards import Chairs, chairs, score_at
from bowerbird.seats import Seat

__all__ = ["master"]

#: More games than this don't fit beside each other in large print.
_GAMES_BESIDE = 8
_BLANK_ROWS = 12


def master(job: Job) -> tuple[Page, ...]:
    """Everyone by name; if there are many games, a few on each page."""
    event = job.event
    rounds = rounds_in_all(event)
    so_far, sat = totals(event), chairs(event)
    lines = {line.name: line for line in standings(event)} if event.rounds else {}
    entries = sorted(_entries(event), key=lambda entry: entry.name.casefold())
    games = range(1, rounds + 1)
    blocks: list[Block] = [Words(text=_how(event))]
    for first in range(0, rounds, _GAMES_BESIDE):
        some = games[first : first + _GAMES_BESIDE]
        if rounds > _GAMES_BESIDE:
            blocks.append(Heading(text=f"Games {some[0]} to {some[-1]}"))
        blocks.append(_grid(event, entries, some, so_far, sat, lines, last=some[-1] == rounds))
    return (Page(title="Master score card", blocks=tuple(blocks), landscape=True),)


def _entries(event: Event) -> list[Entry]:
    """Everyone who can be ranked; if nobody has entered, lines to write on."""
    size = 2 if event.pairs_stay else 1
    known = [entry for entry in event.entries.values() if len(entry.players) == size]
    return known or [Entry("", ())] * _BLANK_ROWS


def _how(event: Event) -> str:
    counts = rule_of(event.book, "event.result", "event.match_points")
    return f"In each game: own points and the other side's, a win in bold, and below them the total so far. {counts}"


def _grid(
    event: Event,
    entries: list[Entry],
    games: range,
    so_far: Totals,
    sat: Chairs,
    lines: dict[str, Line],
    *,
    last: bool,
) -> Grid:
    head = [Column("Team" if event.pairs_stay else "Name", 3)]
    head += [Column(_game_word(event, number), 1, "center") for number in games]
    if last:
        head += [Column("Total", 1, "center")]
        head += [Column("Points", 1, "center")] if result_of(event.book).tells_points else []
    rows = []
    for entry in entries:
        row: list[str | Cell] = [entry.name, *(_cell(event, entry, number, so_far, sat) for number in games)]
        if last:
            line = lines.get(entry.name)
            row.append(Cell(shown(line.total) if line else "", bold=True))
            row += [str(line.points) if line else ""] if len(head) > len(row) else []
        rows.append(tuple(row))
    return Grid(columns=tuple(head), rows=tuple(rows), height=34, lines="all")


def _game_word(event: Event, number: int) -> str:
    return str(number) if event.book.event.games_per_round == 1 else label(event, number)


def _cell(event: Event, entry: Entry, number: int, so_far: Totals, sat: Chairs) -> Cell:
    line = so_far.get(number, {}).get(entry.name)
    if line is None:
        return Cell("")
    past = event.rounds[number - 1]
    running = shown(line.total)
    if entry.name in sat[number]:
        table, seat = sat[number][entry.name]
        score = score_at(past, table)
        return _played(score, seat, running) if score else Cell("")
    resting = any(name in past.sitting_out for name in entry.players)
    return Cell("sat out", running) if resting else Cell("")


def _played(score: Score, seat: Seat, running: str) -> Cell:
    side = seat.side
    return Cell(f"{score.points[side]}–{score.points[side.other]}", running, bold=score.winner is side)
