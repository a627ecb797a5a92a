"""The commands. Each one imports what it needs when it runs, so that `bowerbird --help` is fast."""

from __future__ import annotations

import typer

from bowerbird.cli.archive import archive
from bowerbird.cli.backup import backup, restore
from bowerbird.cli.bench import bench
from bowerbird.cli.check import check
from bowerbird.cli.deploy import deploy
from bowerbird.cli.events import events
from bowerbird.cli.explain import explain
from bowerbird.cli.export import export
from bowerbird.cli.keys import keys_app
from bowerbird.cli.lazy import lazy_app
from bowerbird.cli.match import match
from bowerbird.cli.night import night
from bowerbird.cli.paper import paper
from bowerbird.cli.play import play
from bowerbird.cli.replay import replay
from bowerbird.cli.reports import reports
from bowerbird.cli.review import review
from bowerbird.cli.rules import rules_app
from bowerbird.cli.rulings import ruling, rulings
from bowerbird.cli.schedule import schedule
from bowerbird.cli.serve import serve
from bowerbird.cli.sim import sim
from bowerbird.cli.solve import solve
from bowerbird.cli.verify import verify
from bowerbird.machine import one_core_each

__all__ = ["app"]

_PLAY, _RULES, _EVENTS, _DATA, _STUDY = "Play", "Rules", "Run an event", "Back up and check", "Study"

one_core_each()

app = typer.Typer(
    help="Bowerbird: euchre by the rules of real clubs. Play, read the rules, run an event, study the game.",
    no_args_is_help=True,
    pretty_exceptions_show_locals=False,
)
app.command(rich_help_panel=_PLAY)(serve)
app.command(rich_help_panel=_PLAY)(deploy)
app.command(rich_help_panel=_PLAY)(play)
app.command(rich_help_panel=_PLAY)(replay)
app.command(rich_help_panel=_PLAY)(review)
app.command(rich_help_panel=_PLAY)(explain)
app.command(rich_help_panel=_PLAY)(export)
app.command(rich_help_panel=_PLAY)(verify)
app.command(rich_help_panel=_PLAY)(reports)
app.add_typer(rules_app, rich_help_panel=_RULES)
app.command(rich_help_panel=_RULES)(rulings)
app.command(rich_help_panel=_RULES)(ruling)
app.add_typer(
    lazy_app("event", "Run an event: entries, seating, scores, standings.", "bowerbird.cli.event", "event_app"),
    rich_help_panel=_EVENTS,
)
app.command(rich_help_panel=_EVENTS)(events)
app.command(rich_help_panel=_EVENTS)(paper)
app.command(rich_help_panel=_EVENTS)(schedule)
app.command(rich_help_panel=_EVENTS)(night)
for command in (backup, restore, check, archive):
    app.command(rich_help_panel=_DATA)(command)
app.add_typer(keys_app, rich_help_panel=_DATA)
app.command(rich_help_panel=_STUDY)(match)
app.command(rich_help_panel=_STUDY)(sim)
app.command(rich_help_panel=_STUDY)(solve)
app.add_typer(
    lazy_app("puzzles", "Find, check and pack puzzles.", "bowerbird.cli.puzzles", "puzzles_app"),
    rich_help_panel=_STUDY,
)
app.command(rich_help_panel=_STUDY)(bench)
