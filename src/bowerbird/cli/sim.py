"""`bowerbird sim`: simulate many hands under a rulebook, and show counts as a table, bars, JSON or a picture.

Shows what `bowerbird.players.sim` counts.
"""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from bowerbird.cli.common import (
    AsJson,
    Cores,
    Dask,
    Rules,
    console,
    find_players_here,
    print_json,
    processes,
    rulebook,
    say_if_uncompiled,
    stop,
    stop_at_bot,
)
from bowerbird.cli.complete import LEVELS_SAID, policies
from bowerbird.cli.files import DASH_OUT, is_dash, write_data

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import Console
    from rich.text import Text

    from bowerbird.players.statistics import Estimate, Line, Statistics

__all__ = ["sim"]

#: Columns from which every share is printed with its standard error.
_WIDE: Final = 100
_BAR: Final = 50
#: Letters and colours of the bars. The letters differ too, for people who can't tell the colours.
_PARTS: Final = (("euchred", "▒", "#d9644f"), ("made", "█", "#6f96ee"), ("march", "▓", "#5aae7c"))


def sim(
    rules: Rules = "bicycle",
    hands: Annotated[int, typer.Option(help="How many hands to deal.")] = 1_000_000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same hands.")] = 0,
    policy: Annotated[
        str,
        typer.Option(
            metavar="PLAYER",
            help="How all four play: thumb (rules of thumb), random or open (best play with open hands), all fast. "
            f"Slower: module:Class, or a level ({LEVELS_SAID}).",
            autocompletion=policies,
        ),
    ] = "thumb",
    as_json: AsJson = False,
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE", help=f"Also draw the result to this SVG file. {DASH_OUT}")
    ] = None,
    workers: Cores = 0,
    dask: Dask = "",
) -> None:
    """Play many hands and count how often they are made, marched, euchred and played alone.

    Example: bowerbird sim --rules alberta --hands 100000
    """
    from bowerbird.players import BotError
    from bowerbird.players.kernel_options import left_out
    from bowerbird.players.sim import KERNEL_POLICIES, SimError, simulate
    from bowerbird.players.spread import SpreadError

    drawn = picture is not None and is_dash(picture)
    if drawn and as_json:
        stop("Standard output can't have both the picture and JSON. Name a file with --picture.")
    if picture is not None and not drawn and picture.suffix.lower() != ".svg":
        stop(f"the picture is an SVG file. Name it {picture.with_suffix('.svg')}")
    book = rulebook(rules)
    say_if_uncompiled()
    if ":" in policy:
        find_players_here()
    started = time.perf_counter()
    try:
        with _progress(hands) as progress:
            found = simulate(book, hands, seed, policy, processes(workers), dask, progress)
    except BotError as error:
        stop_at_bot(error)
    except (SimError, SpreadError) as error:
        stop(str(error))
    seconds = time.perf_counter() - started
    missing = left_out(book) if policy in KERNEL_POLICIES else ()
    about = f"{found.hands:,} hands, all four play by {policy}, seed {seed}"
    if picture is not None:
        from bowerbird.cli.sim_picture import draw

        write_data(picture, draw(found, book.title, about).encode())
    if drawn:
        return
    if as_json:
        _print_json(found, {"rules": book.name, "policy": policy, "seed": seed, "left_out": missing})
        return
    out = console()
    out.print(f"{book.title}: {about}", style="bold")
    _print_table(out, found)
    out.print()
    _print_bars(out, found)
    _print_sentences(out, found, missing)
    out.print(f"{found.hands / seconds:,.0f} hands a second.", style="dim")
    if picture is not None:
        out.print(f"Drawn: {picture}")


@contextmanager
def _progress(total: int) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on a terminal, and remove it at the end."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("Hands", total=total)
        yield lambda done: bar.update(task, completed=done)


def _print_json(found: Statistics, asked: dict[str, object]) -> None:
    import msgspec

    from bowerbird.players.provenance import provenance

    print_json({**asked, **provenance(), **msgspec.to_builtins(found)})


def _sections(found: Statistics) -> Iterator[tuple[Line, bool]]:
    """Every line, with True for the last one of a section."""
    for lines in ((found.all,), found.by_seat, found.by_round, found.by_call):
        for line in lines:
            yield line, line is lines[-1]


def _print_table(out: Console, found: Statistics) -> None:
    from rich import box
    from rich.table import Table

    wide = out.width >= _WIDE
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=0)
    table.add_column("%", no_wrap=True)
    for heading in ("of deals", "euchred", "made", "march", "alone", "alone,\nmade", "alone,\nmarch", "makers\ngain"):
        table.add_column(heading, justify="right", no_wrap=True)
    for line, ends in _sections(found):
        shares = (line.euchred, line.made, line.march, line.alone, line.alone_made, line.alone_march)
        cells = (_percent(share, wide) for share in shares)
        dealt = _percent(line.share, with_error=False)
        table.add_row(line.name, dealt, *cells, _points(line.points, wide), end_section=ends)
    out.print(table)


def _percent(share: Estimate | None, with_error: bool) -> str:
    if share is None:
        return "–"
    error = f"±{100 * share.stderr:.2f}" if with_error else ""
    return f"{100 * share.value:.1f}{error}"


def _points(points: Estimate | None, with_error: bool) -> str:
    if points is None:
        return "–"
    error = f"±{points.stderr:.3f}" if with_error else ""
    return f"{points.value:+.2f}{error}"


def _print_bars(out: Console, found: Statistics) -> None:
    from rich.text import Text

    legend = Text(" " * 18)
    for word, letter, colour in _PARTS:
        legend.append(f"{letter * 2} {word}   ", colour)
    out.print(legend)
    for line, ends in _sections(found):
        if line.hands:
            out.print(Text(f"{line.name:<18}").append_text(_bar(line)))
        if ends:
            out.print()


def _bar(line: Line) -> Text:
    from rich.text import Text

    bar = Text()
    done, filled = 0.0, 0
    for word, letter, colour in _PARTS:
        share: Estimate = getattr(line, word)
        done += share.value
        upto = round(done * _BAR)
        bar.append(letter * (upto - filled), colour)
        filled = upto
    return bar


def _print_sentences(out: Console, found: Statistics, missing: tuple[str, ...]) -> None:
    gain = found.dealer_gain
    out.print(
        f"The dealer's side scores {found.dealer_points.value:.3f} points a hand, the other side "
        f"{found.other_points.value:.3f}: a gain of {gain.value:+.3f} ± {gain.stderr:.3f}."
    )
    out.print(f"Thrown in: {found.thrown_in.value:.2%} ± {found.thrown_in.stderr:.2%} of the deals.")
    out.print("± is one standard error.")
    if missing:
        out.print(f"Not simulated: {'; '.join(missing)}.")
