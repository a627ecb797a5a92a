"""`bowerbird schedule`: plan seating for several weeks or for one night of games, as tables or as JSON.

Prints what `bowerbird.event.schedule` plans. The command itself imports rich and the schedules, so that `--help` is
fast.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from bowerbird.cli.common import AsJson, print_json, stop

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bowerbird.event.schedule import Person, Schedule

__all__ = ["Format", "schedule"]


class Format(StrEnum):
    """The kinds of schedule, named after the clubs that use them."""

    CCC = "ccc"
    TRAILER_ESTATES = "trailer-estates"


def schedule(
    format: Annotated[Format, typer.Option(help="A table of four for each week, or a new partner for each game.")],
    players: Annotated[int, typer.Option(help="How many players.")],
    rounds: Annotated[
        int | None, typer.Option(help="How many weeks or games. The default is 4 weeks or 8 games.", show_default=False)
    ] = None,
    seed: Annotated[int, typer.Option(help="Another number gives another seating.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Plan seating so that people meet as many others as possible.

    Example: bowerbird schedule --format ccc --players 36
    """
    from bowerbird.event.schedule import ScheduleError, nights, weeks

    try:
        if format is Format.CCC:
            made = weeks(players, 4 if rounds is None else rounds, seed)
        else:
            made = nights(players, 8 if rounds is None else rounds, seed)
    except ScheduleError as error:
        stop(str(error))
    if as_json:
        _print_json(format, made)
    else:
        _print_tables("Week" if format is Format.CCC else "Game", made)


def _names(people: Iterable[Person]) -> list[str]:
    return [f"Player {person}" for person in people]


def _print_json(format: Format, made: Schedule) -> None:
    import msgspec

    rounds = [
        {"tables": [_names(table) for table in each.tables], "sitting_out": _names(each.sitting_out)}
        for each in made.rounds
    ]
    answer = {
        "format": format.value,
        **msgspec.to_builtins(made),
        "rounds": rounds,
        "sitting_out": [each["sitting_out"] for each in rounds],
    }
    print_json(answer)


def _print_tables(word: str, made: Schedule) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, markup=False, emoji=False)
    for number, each in enumerate(made.rounds, 1):
        grid = Table("Table", "North", "East", "South", "West", title=f"{word} {number}", box=box.SIMPLE_HEAD)
        for place, table in enumerate(each.tables, 1):
            grid.add_row(str(place), *_names(table))
        console.print(grid)
        if each.sitting_out:
            console.print(f"Sitting out: {', '.join(_names(each.sitting_out))}\n")
    console.print(made.sentence)
