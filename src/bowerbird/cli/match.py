"""`bowerbird match A B`: compare two players on the same cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from bowerbird.cli.common import (
    AsJson,
    Cores,
    Dask,
    Rules,
    choose_one,
    console,
    find_players_here,
    grid,
    print_json,
    processes,
    rulebook,
    say_if_uncompiled,
    stop,
    stop_at_bot,
)
from bowerbird.cli.complete import LEVELS_SAID, players

if TYPE_CHECKING:
    from bowerbird.players.match import Plan, Report

__all__ = ["match"]

_DEALS: Final = 1000
_PLAYER = f"A level ({LEVELS_SAID}), or module:Class. Settings follow: expert,aim=points."


def match(
    first: Annotated[str, typer.Argument(metavar="A", help=_PLAYER, autocompletion=players)],
    second: Annotated[
        str,
        typer.Argument(metavar="B", help="The player to compare with, written the same way.", autocompletion=players),
    ],
    deals: Annotated[
        int | None,
        typer.Option(help="How many deals. Each is played twice, with the sides swapped. The default is 1000."),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same cards and the same figures.")] = 0,
    rules: Rules = "bicycle",
    games: Annotated[int, typer.Option(help="Play this many whole games twice instead, so the score matters.")] = 0,
    minutes_a_hand: Annotated[
        float, typer.Option(min=0, max=60, help="For rules with a bell: the minutes that a hand takes.")
    ] = 0,
    as_json: AsJson = False,
    workers: Cores = 0,
    dask: Dask = "",
) -> None:
    """Compare two players on duplicate deals: points per hand, share of points, share of games.

    Example: bowerbird match expert club --deals 2000 --rules alberta
    """
    from bowerbird.players import BotError
    from bowerbird.players.match import Entrant, Plan

    choose_one({"--deals": deals is not None, "--games": games})
    book = rulebook(rules)
    say_if_uncompiled()
    if ":" in first + second:
        find_players_here()
    try:
        unit: Literal["hand", "game"] = "game" if games else "hand"
        plan = Plan(book, Entrant.parse(first), Entrant.parse(second), seed, unit, minutes_a_hand)
        plan.check()
        found = _run(plan, games or (_DEALS if deals is None else deals), processes(workers), dask)
    except BotError as error:
        stop_at_bot(error)
    except (ValueError, RuntimeError) as error:
        stop(str(error))
    if as_json:
        print_json(_figures(first, second, book.name, seed, found))
    else:
        _show(first, second, book.title, found)


def _run(plan: Plan, count: int, workers: int, dask: str) -> Report:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from bowerbird.players.match import run

    # The bar goes to stderr, so that programs can read stdout.
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games" if plan.unit == "game" else "deals", total=count)
        return run(plan, count, workers, dask, lambda done: bar.update(task, completed=done))


def _figures(first: str, second: str, rules: str, seed: int, found: Report) -> dict[str, object]:
    from bowerbird.players.provenance import provenance

    return {
        **provenance(),
        "first": first,
        "second": second,
        "rules": rules,
        "seed": seed,
        "points_per_hand": round(found.points_per_hand, 5),
        "stderr": round(found.stderr, 5),
        "hands": found.hands,
        "points_share": round(found.points_share, 5),
        "games_share": round(found.games_share, 5),
        "games": found.games,
    }


def _show(first: str, second: str, title: str, found: Report) -> None:
    out = console()
    out.print(f"{first} against {second}, {title}, {found.hands:,} hands\n", style="bold")
    table = grid()
    rows = (
        ("points per hand", f"{found.points_per_hand:+.3f}", f"± {found.stderr:.3f} (one standard error)"),
        ("share of points", f"{found.points_share:.1%}", ""),
        ("share of games", f"{found.games_share:.1%}", f"of {found.games:,}; a tie counts half"),
    )
    for row in rows:
        table.add_row(*row)
    out.print(table)
    out.print(f"\n{_verdict(first, second, found)}")


def _verdict(first: str, second: str, found: Report) -> str:
    if found.stderr == 0 or abs(found.points_per_hand) < 3 * found.stderr:
        return "Too close to call. Play more deals."
    better, worse = (first, second) if found.points_per_hand > 0 else (second, first)
    return f"{better} is the stronger player: {worse} is more than three standard errors behind."
