"""The page about writing a movement: its file, dropped into the folder, is all that a new movement takes."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bowerbird.cli.event import event_app
from bowerbird.event import movements
from bowerbird.event.simulate import simulate
from bowerbird.rulebook import RulebookError, load, read_rulebook
from bowerbird.rulebook.kinds import MOVEMENTS, Kinds
from bowerbird.rulebook.settings import _found, settings
from bowerbird.rulebook.sheet import sheet
from desk.desks import PUBLIC, Room
from event.evenings import seated
from event.test_command import run

PAGE = (Path(__file__).parents[2] / "docs" / "write-a-movement.md").read_text("utf-8")
FILE, TRIAL = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
HOUSE_RULES, _ = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


@contextmanager
def file_added(package: ModuleType, kinds: Kinds[Any], file: Path) -> Iterator[None]:
    """Let a package have one more file, and its kinds be looked for again."""

    def forget() -> None:
        kinds._found.clear()
        for cached in (settings, _found, load._read):
            cached.cache_clear()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(package, "__path__", [*package.__path__, str(file.parent)])
        forget()
        yield
    sys.modules.pop(f"{package.__name__}.{file.stem}", None)
    forget()


@pytest.fixture
def new_movement(tmp_path: Path) -> Iterator[None]:
    file = tmp_path / "draw_again.py"
    file.write_text(FILE, "utf-8")
    with file_added(movements, MOVEMENTS, file):
        yield


def test_without_the_file_the_name_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(RulebookError, match=r'event\.movement: .*"head table"'):
        read_rulebook(HOUSE_RULES)


@pytest.mark.usefixtures("new_movement")
def test_one_file_is_all_that_it_takes(tmp_path: Path) -> None:
    book = read_rulebook(HOUSE_RULES)
    assert "Everyone draws a new place for every round." in {
        line.sentence for section in sheet(book) for line in section.lines
    }
    assert "draw again" in settings()["event.movement"].type.values  # type: ignore[attr-defined]
    event, _ = simulate(book, 10, 4, random.Random(1))
    assert all(len(past.sitting_out) == 2 for past in event.rounds)
    night = seated(book, 8)
    night.quick()
    night.seat()
    room = Room("st-joe", 8, house_rules=HOUSE_RULES)
    assert room.view(PUBLIC)["moves"] == "Next: draw a new place."
    (tmp_path / "house.toml").write_text(HOUSE_RULES, "utf-8")
    run("new", tmp_path / "night.event", "--rules", tmp_path / "house.toml")
    run("enter", tmp_path / "night.event", "Ann", "Bob", "Cy", "Dee", "--here")
    assert "Ann" in run("seat", tmp_path / "night.event")


def test_the_trial_of_the_page_runs() -> None:
    exec(compile(TRIAL, "docs/write-a-movement.md", "exec"), {})


def test_the_command_line_has_every_request_of_the_desk() -> None:
    from typing import get_args

    from bowerbird.evening.requests import Do

    commands = {command.name for command in event_app.registered_commands}
    assert {str(shape.__struct_config__.tag) for shape in get_args(Do) if not shape.needs_server} <= commands
