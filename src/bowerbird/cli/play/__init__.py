"""`bowerbird play`: a game against three bots in the terminal. Textual is imported only when a game starts."""

from __future__ import annotations

import secrets
import sys
from typing import Annotated, Final

import typer

from bowerbird.cli.common import rulebook, stop

__all__ = ["play"]

_LEVEL: Final = "simple"


def play(
    rules: Annotated[
        str, typer.Option(metavar="NAME_OR_FILE", help="A rulebook, or a file with house rules.")
    ] = "bicycle",
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same cards.", show_default=False)] = None,
    level: Annotated[str, typer.Option(help="The level of the three bots.")] = _LEVEL,
) -> None:
    """Play a game against three bots in the terminal."""
    from bowerbird.players import player

    book = rulebook(rules)
    try:
        player(level)
    except ValueError as error:
        stop(str(error))
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        stop("bowerbird play needs a terminal. Start it in a terminal window, without a pipe.")

    from bowerbird.cli.play.app import PlayApp

    PlayApp(book, secrets.randbits(32) if seed is None else seed, level).run()
