"""`bowerbird play`: a game in the terminal against three players. Textual is imported only when a game is played."""

from __future__ import annotations

import secrets
import sys
from typing import NoReturn

__all__ = ["play"]


def play(rules: str = "bicycle", seed: int | None = None, level: str | None = None) -> None:
    """Play under a rulebook (its name, or a TOML file) until the person has had enough.

    The same seed gives the same cards. What cannot be played ends with one line and exit status 2.
    """
    from bowerbird.players import LEVELS
    from bowerbird.rulebook import RulebookError, load_rulebook

    try:
        book = load_rulebook(rules)
    except RulebookError as error:
        _stop(str(error))
    if level is not None and level not in LEVELS:
        _stop(f"{level} is no level of player: use {' or '.join(LEVELS)}")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        _stop("bowerbird play needs a terminal to draw on: start it in a terminal window, without a pipe")

    from bowerbird.cli.play.app import PlayApp

    PlayApp(book, secrets.randbits(32) if seed is None else seed, level or "simple").run()


def _stop(message: str) -> NoReturn:
    print(" ".join(message.split()), file=sys.stderr)
    raise SystemExit(2)
