"""Draw an event on a terminal: the seating, the standings, the season, the ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer

from bowerbird.evening.views.shapes import NextStep
from bowerbird.event import Event
from bowerbird.event.calendar import minutes_of
from bowerbird.event.cutting import still_to_deal
from bowerbird.event.export import csv_text
from bowerbird.event.money import balances, extra_prizes, ledger, payouts, side_prizes, unpaid
from bowerbird.event.prizes import SIDE_PRIZES
from bowerbird.event.season import SeasonLine
from bowerbird.event.standings import Line, columns_of, due_play_offs, standings
from bowerbird.event.tell import points_told
from bowerbird.event.totals import dollars, shown
from bowerbird.event.words import listed, written_places
from bowerbird.rulebook.phrases import time_of_day
from bowerbird.seats import Seat

if TYPE_CHECKING:
    from rich.table import Table

__all__ = [
    "coming_words",
    "print_csv",
    "show_ledger",
    "show_season",
    "show_seating",
    "show_standings",
]


def print_csv(rows: Sequence[Sequence[Any]]) -> None:
    """Plain CSV on standard output."""
    typer.echo(csv_text(rows), nl=False)


def show_seating(event: Event) -> None:
    """Who sits where in the round that is on, with scores as far as they are in."""
    current = event.round
    table = _table("Table", *(seat.word for seat in Seat), "Score")
    to_cut = still_to_deal(event)
    for each in current.tables:
        people = []
        for seat in Seat:
            name = each.seats[seat]
            name = f"{current.subs[name]} for {name}" if name in current.subs else name
            people.append(f"{name} (deals)" if seat is each.dealer and each.number not in to_cut else name)
        result = current.results.get(each.number)
        score = "" if result is None else points_told(result.score)
        if result is not None and result.status != "accepted":
            score += f" ({result.status})"
        score = "does not play" if each.number in current.stood_down else score
        table.add_row(str(each.number), *people, score)
    _print(f"{event.title}: {event.round_name(current).lower()}", table)
    if current.sitting_out:
        typer.echo(f"Sitting out, all at the sit-out table: {', '.join(current.sitting_out)}")
    for number_, reason in current.stood_down.items():
        typer.echo(f"Table {number_} does not play: {reason}.")
    if not current.counts:
        typer.echo("This round is for fun and does not count.")


def coming_words(event: Event, coming: NextStep, fit: int | None = None) -> str:
    """Say which command comes next. Each round may be the last if their number is open, or if no other game fits."""
    if not coming.step:
        return ""
    if coming.last and coming.step in ("seat", "next"):
        return (
            f"This is the last of {event.planned_rounds} rounds. Next: finish, or `{coming.step} --more` for one more."
        )
    if fit == 0 and event.tonight and coming.step in ("seat", "next"):
        end = time_of_day(minutes_of(event.book.event.calendar.end))
        return f"No further game fits before {end}. Next: finish, or `{coming.step}` for one more."
    if not event.people:
        return "Next: enter people."
    if coming.step == "seat" and not event.tonight and len(event.here()) < 4:
        return "Next: check people in."
    also = coming.open and event.tonight and coming.step != "finish"
    return f"Next: {coming.words}{', or finish' if also else ''}."


def show_standings(event: Event, why: bool) -> None:
    """The ranking; with `why` the reasons of the ties below it."""
    lines = standings(event)
    if not lines:
        typer.echo("Nobody has come yet, so nobody can be ranked.")
        return
    columns = columns_of(lines)
    # A column that nobody has anything in tells nothing.
    columns = {word: counts for word, counts in columns.items() if any(counts) or word == "Games"}
    table = _table("Place", "Name", "Total", *columns)
    places = written_places(lines)
    for row, line in enumerate(lines):
        counts = (str(column[row]) for column in columns.values())
        table.add_row(places[row], line.name, shown(line.total), *counts)
    _print(f"{event.title}{'' if event.finished else ', so far'}", table)
    if why and event.rounds:
        _explain_ties(lines)
    if event.finished:
        for due in due_play_offs(event):
            what = "toss coins for the bye" if due.needs == "coins" else "play an extra game"
            typer.echo(f"Still to do: {', '.join(due.entries)} {what}.")


def _explain_ties(lines: Sequence[Line]) -> None:
    """The reasons, each sentence once: who shares the first part of a reason with a higher place is told the rest."""
    told: set[tuple[str, ...]] = set()
    for line in lines:
        known = next((size for size in range(len(line.reasons), 0, -1) if line.reasons[:size] in told), 0)
        if known < len(line.reasons):
            level = [other.name for other in lines if other.place == line.place]
            who = f", {listed(level)}" if known else ""
            typer.echo(f"Place {line.place}{who}: {' '.join(line.reasons[known:])}")
        told.update(line.reasons[:size] for size in range(1, len(line.reasons) + 1))


def show_season(lines: Sequence[SeasonLine]) -> None:
    """The season meeting by meeting; an average in brackets, provisional ones with a question mark."""
    weeks = max((len(line.weeks) for line in lines), default=0)
    table = _table("Place", "Name", *(f"Week {week}" for week in range(1, weeks + 1)), "Total", "Loners", "Euchres")
    for place, line in zip(written_places(lines), lines, strict=True):
        cells = []
        for cell in line.weeks:
            text = "" if cell is None else "absent" if cell.status == "absent" else shown(cell.points)
            if cell is not None and cell.status == "average":
                text = f"({text}{'?' if cell.provisional else ''})"
            cells.append(f"{text}, {cell.sub} played" if cell is not None and cell.sub else text)
        counts = (line.loners, line.euchres)
        table.add_row(place, line.name, *cells, shown(line.total), *(str(count) for count in counts))
    _print("Season", table)


def show_ledger(event: Event) -> None:
    """What everybody has paid and got, and the prizes as things stand."""
    accounts = balances(ledger(event))
    if not accounts:
        typer.echo(f"No money has been paid. {event.book.title} has its fees and stakes under event.money.")
        return
    table = _table("Account", "Balance")
    for account, cents in sorted(accounts.items(), key=lambda item: (-item[1], item[0])):
        table.add_row(account, dollars(cents))
    _print(f"{event.title}: money", table)
    typer.echo(f"Together: {dollars(sum(accounts.values()))}")
    if owing := unpaid(event):
        typer.echo(f"Still to pay: {listed(owing)}.")
    if event.finished:
        return
    _prizes_now("Prizes", payouts(event))
    for pot, prizes in extra_prizes(event).items():
        _prizes_now(SIDE_PRIZES[pot], prizes)
    for pot, prizes in side_prizes(event).items():
        _prizes_now(f"Side pot, {pot},", prizes)


def _prizes_now(what: str, prizes: Mapping[str, int]) -> None:
    if prizes:
        paid = ", ".join(f"{name} {dollars(cents)}" for name, cents in prizes.items())
        typer.echo(f"{what} if it ended now: {paid}")


def _table(*columns: str) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    right = {
        "Table",
        "Place",
        "Total",
        "Won",
        "Tied",
        "Lost",
        "Points",
        "Loners",
        "Euchres",
        "Games",
        "Sat out",
        "Balance",
    }
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left", overflow="fold")
    return table


def _print(title: str, table: Table) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    console.print(title, style="bold", markup=False)
    console.print(table)
