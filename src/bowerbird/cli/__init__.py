"""The commands. Each one is imported when it is used, and imports what it needs when it runs, so all start fast."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from bowerbird.cli.lazy import LazyCommand, lazy_group
from bowerbird.machine import one_core_each

__all__ = ["COMMANDS", "app"]

_PLAY, _RULES, _EVENTS, _DATA, _STUDY = "Play", "Rules", "Run an event", "Back up and check", "Study"

#: Every command, in the order of the help.
COMMANDS: Final = {
    "serve": LazyCommand("bowerbird.cli.serve:serve", _PLAY),
    "window": LazyCommand("bowerbird.cli.window:window", _PLAY),
    "deploy": LazyCommand("bowerbird.cli.deploy:deploy", _PLAY),
    "play": LazyCommand("bowerbird.cli.play:play", _PLAY),
    "replay": LazyCommand("bowerbird.cli.replay:replay", _PLAY),
    "review": LazyCommand("bowerbird.cli.review:review", _PLAY),
    "explain": LazyCommand("bowerbird.cli.explain:explain", _PLAY),
    "sample": LazyCommand("bowerbird.cli.sample:sample", _PLAY),
    "export": LazyCommand("bowerbird.cli.export:export", _PLAY),
    "verify": LazyCommand("bowerbird.cli.verify:verify", _PLAY),
    "reports": LazyCommand("bowerbird.cli.reports:reports", _PLAY),
    "rules": LazyCommand("bowerbird.cli.rules:rules_app", _RULES, "The rules of the clubs and of the plain game."),
    "rulings": LazyCommand("bowerbird.cli.rulings:rulings", _RULES),
    "ruling": LazyCommand("bowerbird.cli.rulings:ruling", _RULES),
    "event": LazyCommand(
        "bowerbird.cli.event:event_app", _EVENTS, "Run an event: entries, seating, scores, standings."
    ),
    "events": LazyCommand("bowerbird.cli.events:events", _EVENTS),
    "paper": LazyCommand("bowerbird.cli.paper:paper", _EVENTS),
    "schedule": LazyCommand("bowerbird.cli.schedule:schedule", _EVENTS),
    "night": LazyCommand("bowerbird.cli.night:night", _EVENTS),
    "backup": LazyCommand("bowerbird.cli.backup:backup", _DATA),
    "restore": LazyCommand("bowerbird.cli.backup:restore", _DATA),
    "check": LazyCommand("bowerbird.cli.check:check", _DATA),
    "archive": LazyCommand("bowerbird.cli.archive:archive", _DATA),
    "keys": LazyCommand(
        "bowerbird.cli.keys:keys_app", _DATA, "The server's keys: list them, make a new one, drop an old one."
    ),
    "match": LazyCommand("bowerbird.cli.match:match", _STUDY),
    "sim": LazyCommand("bowerbird.cli.sim:sim", _STUDY),
    "solve": LazyCommand("bowerbird.cli.solve:solve", _STUDY),
    "puzzles": LazyCommand("bowerbird.cli.puzzles:puzzles_app", _STUDY, "Find, check and pack puzzles."),
    "bench": LazyCommand("bowerbird.cli.bench:bench", _STUDY),
}

one_core_each()

app = typer.Typer(
    help="Bowerbird: euchre by the rules of real clubs. Play, read the rules, run an event, study the game.",
    cls=lazy_group(COMMANDS),
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_show_locals=False,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from bowerbird.cli.welcome import version_line

        typer.echo(version_line())
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", "-V", callback=_show_version, is_eager=True, help="Show the versions in use, and exit."
        ),
    ] = False,
) -> None:
    """Show the first steps if no command is named."""
    if context.invoked_subcommand is None:
        from bowerbird.cli.welcome import welcome

        typer.echo(welcome())
