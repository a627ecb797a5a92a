"""Import a group of commands only when one of them is used, so that all other commands start fast."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_group

__all__ = ["lazy_app"]


def lazy_app(name: str, summary: str, module: str, attribute: str) -> typer.Typer:
    """The commands of an app in another module, imported on first use."""

    class LazyGroup(TyperGroup):
        """Empty until it is first used."""

        def _fill(self) -> None:
            if not self.commands:
                self.commands = get_group(getattr(import_module(module), attribute)).commands

        def list_commands(self, ctx: Any) -> list[str]:
            self._fill()
            return super().list_commands(ctx)

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            self._fill()
            return super().get_command(ctx, cmd_name)

    return typer.Typer(name=name, help=summary, no_args_is_help=True, cls=LazyGroup)
