"""Import a command only when it is used, so that every other command starts fast."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperGroup
from typer.main import get_command, get_group

from bowerbird.cli.usage import in_plain_words

__all__ = ["LazyCommand", "lazy_group"]


class LazyCommand(NamedTuple):
    """A command by its place, as in `bowerbird.cli.sim:sim`. A group of commands has a `summary`, a command its own."""

    place: str
    panel: str
    summary: str = ""

    def load(self, name: str) -> Any:
        """Import the command. A group is imported when one of its commands is used."""
        if self.summary:
            app = typer.Typer(name=name, help=self.summary, no_args_is_help=True, cls=_group_at(self.place))
            command: Any = get_group(app)
        else:
            app = typer.Typer(add_completion=False)
            app.command(name)(_at(self.place))
            command = get_command(app)
        command.rich_help_panel = self.panel
        return command


def _at(place: str) -> Any:
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)


def _group_at(place: str) -> type[TyperGroup]:
    """A group with the commands of an app in another module."""

    class LazyGroup(TyperGroup):
        """Empty until it is first used."""

        def _fill(self) -> None:
            if not self.commands:
                self.commands = get_group(_at(place)).commands

        def list_commands(self, ctx: Any) -> list[str]:
            self._fill()
            return super().list_commands(ctx)

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            self._fill()
            return super().get_command(ctx, cmd_name)

    return LazyGroup


def lazy_group(table: Mapping[str, LazyCommand]) -> type[TyperGroup]:
    """A group of commands by name, each imported on first use."""

    class LazyTable(TyperGroup):
        """Loads a command when it is asked for. What is wrong with a command line is told in plain words."""

        def make_context(self, *arguments: Any, **options: Any) -> Any:
            with in_plain_words():
                return super().make_context(*arguments, **options)

        def invoke(self, ctx: Any) -> Any:
            with in_plain_words():
                return super().invoke(ctx)

        def list_commands(self, ctx: Any) -> list[str]:
            return list(table)

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            if cmd_name not in table:
                return None
            if cmd_name not in self.commands:
                self.commands[cmd_name] = table[cmd_name].load(cmd_name)
            return self.commands[cmd_name]

    return LazyTable
