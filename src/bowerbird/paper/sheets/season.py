"""The season sheet: everyone's weeks, averages and credits, pairs who have not met, and the money."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bowerbird.event.met import not_met
from bowerbird.event.money import balances, ledger
from bowerbird.event.season import Cell as Week
from bowerbird.event.season import SeasonLine, season, weeks_of
from bowerbird.event.standings import season_is_over
from bowerbird.event.state import Event
from bowerbird.event.totals import dollars, shown
from bowerbird.event.words import listed, written_places
from bowerbird.paper.blocks import Block, Cell, Column, Grid, Heading, Page, Words
from bowerbird.paper.job import Job, Season, rule_of

__all__ = ["season_of", "season_sheet"]

_BESIDE = 8
#: With more people than this, only the number is shown.
_NAMES = 8


def season_sheet(job: Job) -> tuple[Page, ...]:
    """The given season, else the weeks of this event."""
    known = job.season or season_of(job.event)
    lines = known.lines
    weeks = max((len(line.weeks) for line in lines), default=0)
    names = [*known.weeks, *(f"Week\u00a0{week}" for week in range(len(known.weeks) + 1, weeks + 1))]
    blocks: list[Block] = [Words(text=_opening(lines, weeks), look="lead")]
    for first in range(0, weeks, _BESIDE):
        some = range(first, min(first + _BESIDE, weeks))
        blocks.append(_grid(lines, names, some, last=some[-1] == weeks - 1, money=known.money))
    said = rule_of(
        job.event.book,
        "event.season.absent",
        "event.season.table_of_absent",
        "event.season.best_weeks",
        "event.sit_out",
    )
    blocks.append(Words(text=f"{said} {_key(lines)}".strip(), look="note"))
    met = [_not_met(name, others) for name, others in sorted(known.not_met.items()) if others]
    if met:
        rows = tuple((name, str(count), names_) for name, count, names_ in met)
        columns = (Column("Name", 1), Column("Not met", align="center"), Column("Who", 2))
        blocks += [Heading(text="Still to meet"), Grid(columns=columns, rows=rows)]
    return (Page(title=f"Season: {known.title}", blocks=tuple(blocks), landscape=weeks > 4),)


def season_of(event: Event) -> Season:
    """The weeks of one event as a season."""
    lines = season(weeks_of(event), event.book.event.season, season_is_over(event))
    held = {name: cents for name, cents in balances(ledger(event)).items() if name in event.people}
    return Season(title=event.title, lines=lines, not_met=not_met([event]) if event.rounds else {}, money=held)


def _opening(lines: Sequence[SeasonLine], weeks: int) -> str:
    if not lines:
        return "Nothing has been played yet."
    so_far = "The season so far" if any(line.provisional for line in lines) else "The season"
    return f"{so_far}: {weeks} {'week' if weeks == 1 else 'weeks'}, {len(lines)} on the list."


def _grid(
    lines: Sequence[SeasonLine], names: Sequence[str], some: range, *, last: bool, money: Mapping[str, int]
) -> Grid:
    columns = [Column("Place", align="center"), Column("Name", 3)]
    columns += [Column(names[week], 1.3, "center") for week in some]
    counts = {"Loners": [line.loners for line in lines], "Euchres": [line.euchres for line in lines]}
    counts = {word: column for word, column in counts.items() if any(column)} if last else {}
    if last:
        columns += [Column("Total", 1, "center"), *(Column(word, align="center") for word in counts)]
        columns += [Column("Money", align="right")] if money else []
    rows = []
    places = written_places(lines)
    for row, line in enumerate(lines):
        cells: list[str | Cell] = [places[row], line.name, *(_week(line, week) for week in some)]
        if last:
            cells += [Cell(shown(line.total), bold=True), *(str(column[row]) for column in counts.values())]
            cells += [dollars(money.get(line.name, 0))] if money else []
        rows.append(tuple(cells))
    return Grid(columns=tuple(columns), rows=tuple(rows), height=22)


def _week(line: SeasonLine, week: int) -> str | Cell:
    cell: Week | None = line.weeks[week] if week < len(line.weeks) else None
    if cell is None:
        return ""
    text = "absent" if cell.status == "absent" else shown(cell.points)
    if cell.status == "average":
        text = f"({text}{'?' if cell.provisional else ''})"
    return Cell(text, f"{cell.sub} played" if cell.sub else "", shaded=week not in line.counted)


def _key(lines: Sequence[SeasonLine]) -> str:
    cells = [cell for line in lines for cell in line.weeks if cell is not None]
    says = []
    if any(cell.status == "average" for cell in cells):
        says.append("In brackets: an average of the other weeks.")
    if any(cell.provisional for cell in cells):
        says.append("With a question mark: it can still change.")
    if any(len(line.counted) < sum(cell is not None for cell in line.weeks) for line in lines):
        says.append("Shaded weeks do not count.")
    return " ".join(says)


def _not_met(name: str, others: Sequence[str]) -> tuple[str, int, str]:
    return name, len(others), listed(others, _NAMES) if len(others) <= _NAMES else ""
