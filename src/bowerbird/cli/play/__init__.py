"""`bowerbird play`: a game against three bots in the terminal. Textual is imported only when a game starts."""

from __future__ import annotations

import secrets
import sys
from typing import Annotated, Final

import typer

from bowerbird.cli.common import Rules, rulebook, stop
from bowerbird.cli.complete import LEVELS_SAID, levels
from bowerbird.extras import require

__all__ = ["play"]

_LEVEL: Final = "simple"


def play(
    rules: Rules = "bicycle",
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same cards.", show_default=False)] = None,
    level: Annotated[
        str,
        typer.Option(metavar="LEVEL", help=f"The level of the three bots: {LEVELS_SAID}.", autocompletion=levels),
    ] = _LEVEL,
) -> None:
    """Play a game against three bots in the terminal.

    Example: bowerbird play --rules alberta --level expert
    """
    from bowerbird.players import player

    require("play")
    book = rulebook(rules)
    try:
        player(level)
    except ValueError as error:
        stop(str(error))
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        stop("bowerbird play needs a terminal. Start it in a terminal window, without a pipe.")

    from bowerbird.cli.play.app import PlayApp

    PlayApp(book, secrets.randbits(32) if seed is None else seed, level).run()
