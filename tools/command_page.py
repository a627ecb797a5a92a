"""Write the list of all commands into docs/command-line.md: `python tools/command_page.py`. A test compares it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import typer

from bowerbird.cli import app

__all__ = ["PAGE", "all_commands", "page_with", "reference"]

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "command-line.md"
_START: Final = "<!-- Made by `make write`. -->\n"


def reference() -> str:
    """Every command with its arguments and options, grouped as in the help."""
    lines: list[str] = []
    panel = ""
    for path, command in all_commands():
        found = getattr(command, "rich_help_panel", "") or ""
        if len(path) == 1 and found != panel:
            panel = found
            lines += [f"## {panel}", ""]
        lines += [f"### {' '.join(('bowerbird', *path))}", "", *_help(command), ""]
        rows = [row for parameter in command.params if (row := _row(parameter))]
        if rows:
            lines += ["| argument or option | what it is |", "|---|---|", *rows, ""]
    return "\n".join(lines)


@cache
def all_commands() -> tuple[tuple[tuple[str, ...], Any], ...]:
    """Every command with its words, groups included, in the order of the help."""
    return tuple(_walk(typer.main.get_command(app), ()))


def _walk(group: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    context = typer.Context(group, info_name="bowerbird")
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        yield (*path, name), command
        if hasattr(command, "list_commands"):
            yield from _walk(command, (*path, name))


def _help(command: Any) -> list[str]:
    lines = []
    for paragraph in (command.help or "").split("\n\n"):
        text = " ".join(paragraph.split())
        lines.append(f"```text\n{text.removeprefix('Example: ')}\n```" if text.startswith("Example: ") else text)
    return "\n\n".join(lines).splitlines()


def _row(parameter: Any) -> str:
    if parameter.name == "help" or getattr(parameter, "hidden", False):
        return ""
    if parameter.param_type_name == "argument":
        name = parameter.metavar or parameter.name.upper()
    else:
        name = ", ".join([*parameter.opts, *parameter.secondary_opts])
        if not parameter.is_flag and parameter.metavar:
            name = f"{name} {parameter.metavar}"
    words, default = " ".join((parameter.help or "").split()), parameter.default
    if (
        default is not None
        and not isinstance(default, bool)
        and not callable(default)
        and str(default) not in ("", "-")
    ):
        words = f"{words} Default: {default}."
    return f"| `{_escaped(name)}` | {_escaped(words)} |"


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")


def page_with(text: str) -> str:
    """The page with its list made again."""
    return text[: text.index(_START) + len(_START)] + "\n" + reference()


if __name__ == "__main__":
    PAGE.write_text(page_with(PAGE.read_text("utf-8")), "utf-8")
