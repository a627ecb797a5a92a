"""The master score card: everyone's games on one sheet, with the running total, and room to write the rest."""

from __future__ import annotations

from collections.abc import Callable

from bowerbird.event.facts import Score
from bowerbird.event.games import Totals, places, totals
from bowerbird.event.results import result_of
from bowerbird.event.scores import counted_by_hand
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
#: Longer names, such as those of teams, need the wide page.
_UPRIGHT = 22
_BLANK_ROWS = 12


def master(job: Job) -> tuple[Page, ...]:
    """Everyone by name; if there are many games, a few on each page."""
    event = job.event
    rounds = rounds_in_all(event)
    entries = sorted(_entries(event), key=lambda entry: entry.name.casefold())
    printer = _Printer(event, entries)
    games = range(1, rounds + 1)
    blocks: list[Block] = [Words(text=_how(event))]
    for first in range(0, rounds, _GAMES_BESIDE):
        some = games[first : first + _GAMES_BESIDE]
        if rounds > _GAMES_BESIDE:
            blocks.append(Heading(text=f"Games {some[0]} to {some[-1]}"))
        blocks.append(printer.grid(some, last=some[-1] == rounds))
    long = max(len(entry.name) for entry in entries) > _UPRIGHT
    return (Page(title="Master score card", blocks=tuple(blocks), landscape=long, narrow=True),)


def _entries(event: Event) -> list[Entry]:
    """Everyone who can be ranked; if nobody has entered, lines to write on."""
    size = 2 if event.pairs_stay else 1
    known = [entry for entry in event.entries.values() if len(entry.players) == size]
    return known or [Entry("", ())] * _BLANK_ROWS


def _how(event: Event) -> str:
    counts = rule_of(event.book, "event.result", "event.match_points")
    return f"In each game: own points and the other side's, a win in bold, and below them the total so far. {counts}"


class _Printer:
    """The data that all parts of the card share, computed once."""

    def __init__(self, event: Event, entries: list[Entry]) -> None:
        self.event, self.entries = event, entries
        self.so_far, self.sat = totals(event), chairs(event)
        scored = any(past.results for past in event.rounds)
        lines = standings(event) if scored else ()
        self.lines = {line.name: line for line in lines}
        self.places = places(lines)
        result = result_of(event.book)
        self.sums: dict[str, Callable[[Line], str]] = {"Total": lambda line: shown(line.total)}
        if result.tells_points:
            self.sums["Points"] = lambda line: str(line.points)
        if "loners" in counted_by_hand(event.book):
            self.sums["Alone"] = lambda line: str(line.loners)
        self.sums["Place"] = lambda line: self.places[line.name]

    def grid(self, games: range, *, last: bool) -> Grid:
        """These games of everybody; the last grid has the sums."""
        event = self.event
        head = [Column("", align="right"), Column("Team" if event.pairs_stay else "Name", 3)]
        head += [Column(_game_word(event, number), 1, "center") for number in games]
        head += [Column(word, align="center", heavy=True) for word in self.sums] if last else []
        rows = []
        for number, entry in enumerate(self.entries, 1):
            played = [_cell(event, entry, game, self.so_far, self.sat) for game in games]
            line = self.lines.get(entry.name)
            sums = [Cell(say(line) if line else "", bold=word == "Total") for word, say in self.sums.items()]
            rows.append((str(number), entry.name, *played, *(sums if last else ())))
        return Grid(columns=tuple(head), rows=tuple(rows), height=34, lines="all", group=5)


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
