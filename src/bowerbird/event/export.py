"""An event as plain data for other programs: one record for JSON, and rows for spreadsheets. Touches no files."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from typing import Any

from bowerbird.event.facts import Table
from bowerbird.event.money import balances, ledger
from bowerbird.event.season import Cell, SeasonLine
from bowerbird.event.standings import Line, standings
from bowerbird.event.state import Event, Round
from bowerbird.event.totals import number
from bowerbird.event.words import written_places
from bowerbird.seats import Seat

__all__ = [
    "FORMULA",
    "Row",
    "csv_text",
    "event_record",
    "ledger_rows",
    "line_record",
    "records",
    "result_rows",
    "season_record",
    "season_rows",
    "standing_rows",
    "whole_record",
]

Row = list[Any]
#: Characters that start a formula in a spreadsheet.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def event_record(event: Event) -> dict[str, Any]:
    """Rounds, scores and ranking."""
    return {
        "rules": event.book.name,
        "players": list(event.people),
        "rounds": [_round_record(past) for past in event.rounds],
        "ranking": [line_record(line) for line in standings(event)],
    }


def _round_record(past: Round) -> dict[str, Any]:
    return {
        "tables": [_table_record(past, table) for table in past.tables],
        "sitting_out": list(past.sitting_out),
    }


def _table_record(past: Round, table: Table) -> dict[str, Any]:
    record: dict[str, Any] = {"table": table.number}
    record |= {seat.name: table.seats[seat] for seat in Seat}
    record["dealer"] = table.dealer.name
    result = past.results.get(table.number)
    if result is not None:
        winner = result.score.winner
        record["score"] = {"NS": result.score.ns, "EW": result.score.ew}
        record["winner"] = "draw" if winner is None else winner.name
    else:
        record |= {"score": None, "winner": None}
    subs = {seat.name: past.subs[name] for seat in Seat if (name := table.seats[seat]) in past.subs}
    if subs:
        record["subs"] = subs
    return record


def line_record(line: Line) -> dict[str, Any]:
    """One place in the ranking, and why."""
    return {
        "place": line.place,
        "name": line.name,
        "total": number(line.total),
        "players": list(line.players),
        "wins": line.wins,
        "draws": line.draws,
        "losses": line.losses,
        "points": line.points,
        "loners": line.loners,
        "euchres": line.euchres,
        "games": line.games,
        "sat_out": line.sat_out,
        "to_come": line.to_come,
        "reasons": list(line.reasons),
    }


def result_rows(event: Event) -> list[Row]:
    """The master score card: every game with the winner's and the loser's points."""
    rows: list[Row] = [["round", "table", "N", "E", "S", "W", "dealer", "NS", "EW", "winner", "corrected"]]
    for past in event.rounds:
        for table in past.tables:
            record = _table_record(past, table)
            score = record["score"] or {"NS": "", "EW": ""}
            result = past.results.get(table.number)
            why = (
                "; ".join(reason for _, reason in result.replaced) if result else past.stood_down.get(table.number, "")
            )
            people = [record[seat.name] for seat in Seat]
            rows.append(
                [past.number, table.number, *people, record["dealer"], *score.values(), record["winner"] or "", why]
            )
    return rows


def standing_rows(event: Event, announced: Callable[[str, int], bool] | None = None) -> list[Row]:
    """The ranking with the reasons, or only the places announced and no reasons.

    The first column is a number for programs; the last one has the place as people write it, `7=` if it is shared.
    """
    columns = ["place", "name", "total", "wins", "draws", "losses", "points", "loners", "euchres", "games", "sat_out"]
    rows: list[Row] = [[*columns, "reasons", "written_place"]]
    lines = [line for line in standings(event) if announced is None or announced(line.name, line.place)]
    for line, written in zip(lines, written_places(lines), strict=True):
        record = line_record(line)
        reasons = "" if announced else " ".join(line.reasons)
        rows.append([*(record[column] for column in columns), reasons, written])
    return rows


def ledger_rows(event: Event) -> list[Row]:
    """Every posting, one row for each account in it, and the balances; cents, which sum to zero."""
    rows: list[Row] = [["round", "why", "account", "cents"]]
    postings = ledger(event)
    for posting in postings:
        rows += [[posting.round or "", posting.why, account, cents] for account, cents in posting.amounts.items()]
    rows += [["", "balance", account, cents] for account, cents in balances(postings).items()]
    return rows


def csv_text(rows: Sequence[Sequence[Any]]) -> str:
    """Rows as a spreadsheet reads them."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([_as_text(cell) for cell in row] for row in rows)
    return out.getvalue()


def _as_text(cell: Any) -> Any:
    """Put an apostrophe before a cell such as `=...`, so that a spreadsheet does not run it as a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip().startswith(FORMULA) else cell


def records(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Rows under a line of column names, as records."""
    return [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]


def whole_record(event: Event) -> dict[str, Any]:
    """Everything about an event for other programs."""
    parts = {"results": result_rows(event), "standings": standing_rows(event), "ledger": ledger_rows(event)}
    return {"title": event.title, **event_record(event), **{name: records(rows) for name, rows in parts.items()}}


def season_record(lines: Sequence[SeasonLine]) -> list[dict[str, Any]]:
    """The season for other programs."""
    return [
        {
            "place": line.place,
            "name": line.name,
            "total": number(line.total),
            "provisional": line.provisional,
            "loners": line.loners,
            "euchres": line.euchres,
            "weeks": [cell and _cell_record(cell) for cell in line.weeks],
        }
        for line in lines
    ]


def _cell_record(cell: Cell) -> dict[str, Any]:
    return {"status": cell.status, "points": number(cell.points), "sub": cell.sub}


def season_rows(lines: Sequence[SeasonLine]) -> list[Row]:
    """The season for a spreadsheet: a column for each week."""
    weeks = max((len(line.weeks) for line in lines), default=0)
    columns = (f"week {week + 1}" for week in range(weeks))
    rows: list[Row] = [["place", "name", *columns, "total", "loners", "euchres", "written_place"]]
    for line, written in zip(lines, written_places(lines), strict=True):
        cells = ["" if cell is None else number(cell.points) for cell in line.weeks]
        rows.append([line.place, line.name, *cells, number(line.total), line.loners, line.euchres, written])
    return rows
