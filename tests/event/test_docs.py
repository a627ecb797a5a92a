"""What the page about events shows must work."""

from __future__ import annotations

import re
from pathlib import Path

from bowerbird.cli.event import event_app
from bowerbird.rulebook import read_rulebook

PAGE = (Path(__file__).parents[2] / "docs" / "events.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_the_python_of_the_page_runs() -> None:
    assert blocks("python")
    for block in blocks("python"):
        exec(compile(block, "docs/events.md", "exec"), {})


def test_the_house_rules_of_the_page_load() -> None:
    (text,) = blocks("toml")
    book = read_rulebook(text)
    assert book.event.sit_out == 7
    assert book.event.calendar.days == ("tuesday",)
    assert book.event.money.side_pots == {"most loners": 50, "last place": 25}


def test_every_command_is_on_the_page_and_no_other() -> None:
    commands = {
        command.name or command.callback.__name__ for command in event_app.registered_commands if command.callback
    }
    table = "".join(line for line in PAGE.splitlines(keepends=True) if line.startswith("| "))
    named = set(re.findall(r"`([a-z-]+)`", re.sub(r"`--[^`]*`", "", table)))
    assert named == commands
