"""The commands. Each one imports what it needs when it runs, so that `bowerbird --help` answers at once."""

from __future__ import annotations

import typer

from bowerbird.cli.rules import rules_app
from bowerbird.cli.rulings import ruling, rulings
from bowerbird.cli.schedule import schedule

__all__ = ["app"]

app = typer.Typer(
    help="Bowerbird: euchre by the book. Play a hand, read the rules of five clubs, rule on what went wrong.",
    no_args_is_help=True,
    pretty_exceptions_show_locals=False,
)
app.add_typer(rules_app)
app.command()(rulings)
app.command()(ruling)
app.command()(schedule)
