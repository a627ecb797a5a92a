"""`bowerbird play`: a game in the terminal against three players. Textual is imported only when a game is played."""

from __future__ import annotations

import random
import secrets
import sys
from typing import Final, NoReturn

__all__ = ["play"]

_LEVEL: Final = "simple"


def play(rules: str = "bicycle", seed: int | None = None, level: str | None = None) -> None:
    """Play under a rulebook (its name, or a TOML file) until the person has had enough.

    The same seed gives the same cards. What cannot be played ends with one line and exit status 2.
    """
    from bowerbird.players import make_player
    from bowerbird.rulebook import RulebookError, load_rulebook

    try:
        book = load_rulebook(rules)
    except RulebookError as error:
        _stop(str(error))
    try:
        make_player(level or _LEVEL, random.Random(0))
    except ValueError as error:
        _stop(str(error))
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        _stop("bowerbird play needs a terminal to draw on: start it in a terminal window, without a pipe")

    from bowerbird.cli.play.app import PlayApp

    PlayApp(book, secrets.randbits(32) if seed is None else seed, level or _LEVEL).run()


def _stop(message: str) -> NoReturn:
    print(" ".join(message.split()), file=sys.stderr)
    raise SystemExit(2)
