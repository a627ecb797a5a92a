"""`bowerbird sample`: a game of four bots as a file, for people who have no recorded game yet."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from bowerbird.cli.common import Rules, rulebook, stop, stop_at_bot
from bowerbird.cli.complete import LEVELS_SAID, levels
from bowerbird.cli.files import DASH, DASH_OUT, write_data

__all__ = ["sample"]

#: A game that only a bell ends stops after so many deals.
_MOST_DEALS: Final = 30


def sample(
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help=f"The file to write. {DASH_OUT}")] = DASH,
    rules: Rules = "bicycle",
    level: Annotated[
        str, typer.Option(metavar="LEVEL", help=f"The level of all four: {LEVELS_SAID}.", autocompletion=levels)
    ] = "novice",
    seed: Annotated[int, typer.Option(help="The same seed gives the same game.")] = 1,
) -> None:
    """Write a game of four bots in Euchre Game Notation, to try `replay`, `review`, `explain` and `export`.

    Example: bowerbird sample -o game.egn
    """
    from random import Random

    from bowerbird.notation import EgnError, to_egn, write_egn
    from bowerbird.players.automatic import next_automatic
    from bowerbird.players.base import BotError, ask
    from bowerbird.players.levels import make_player
    from bowerbird.seats import Seat
    from bowerbird.table import Open, Table

    if out.is_file():
        stop(f"{out} already exists. Choose another name.")
    book = rulebook(rules)
    dice = Random(seed)
    try:
        players = [make_player(level, dice) for _ in Seat]
    except ValueError as error:
        stop(f"{error}.")
    table = Table(book, [Open(dealer=Seat(dice.randrange(4)))])
    while not table.state.is_over and len(table.state.results) < _MOST_DEALS:
        fact = next_automatic(book, table.state, dice)
        if fact is None:
            turn = table.state.turn
            assert turn is not None
            try:
                fact = ask(players[turn], level, book, table.view(turn), len(table.state.results) + 1)
            except BotError as error:
                stop_at_bot(error)
        table.push(fact)
    try:
        write_data(out, write_egn(to_egn(table, title="A sample game")).encode())
    except EgnError as error:
        stop(f"EGN can't hold this game: {error}. Try another --seed or --rules.")
