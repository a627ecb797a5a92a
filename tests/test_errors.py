"""The project's errors have one base class, and names that say what they are. Arguments of a wrong kind are named."""

import inspect
import pkgutil
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import bowerbird
from bowerbird import BowerbirdError, RulebookError, Table, load_rulebook, read_rulebook
from bowerbird.cards import parse_cards
from bowerbird.errors import WrongKindError
from bowerbird.event.simulate import simulate as simulate_event
from bowerbird.notation import read_egn, read_games, table_from_deal
from bowerbird.players import player
from bowerbird.players.explain import explain
from bowerbird.players.match import Entrant, Plan, run
from bowerbird.players.sim import simulate
from kit.rows import rows


def _errors() -> Iterator[type[Exception]]:
    for module in pkgutil.walk_packages(bowerbird.__path__, "bowerbird."):
        if ".migrations" in module.name or module.name.endswith("__main__"):
            continue  # these run when they are imported
        for _, found in inspect.getmembers(import_module(module.name), inspect.isclass):
            if found.__module__ == module.name and issubclass(found, Exception):
                yield found


def test_every_error_of_every_room_is_a_bowerbird_error() -> None:
    errors = set(_errors())
    assert len(errors) > 20
    assert [error.__qualname__ for error in errors if not issubclass(error, BowerbirdError)] == []


def test_every_error_is_named_as_one() -> None:
    assert [error.__qualname__ for error in _errors() if not error.__name__.endswith("Error")] == []


BOOK = load_rulebook("bicycle")
SIDE = Entrant("random")
#: What a program may get wrong, and what the error names.
WRONG: list[tuple[Callable[..., object], tuple[Any, ...], dict[str, Any], str]] = [
    (simulate, (7,), {}, "simulate: book must be Rulebook or str or PathLike, not 7"),
    (simulate, ("bicycle", "100"), {}, "simulate: count must be int, not '100'"),
    (simulate, ("bicycle", 1.5), {}, "simulate: count must be int, not 1.5"),
    (simulate, ("bicycle", True), {}, "simulate: count must be int, not True"),
    (simulate, ("bicycle",), {"seed": None}, "simulate: seed must be int, not None"),
    (simulate, ("bicycle",), {"policy": 7}, "simulate: policy must be str, not 7"),
    (simulate, ("bicycle",), {"progress": 7}, "simulate: progress must be Callable, not 7"),
    (simulate_event, ("st-joe", "16", 4, Random(1)), {}, "simulate: players must be int, not '16'"),
    (simulate_event, ("st-joe", 16, 4, None), {}, "simulate: chance must be Chance, not None"),
    (run, (Plan("bicycle", SIDE, SIDE), 1), {}, "Plan: book must be Rulebook, not 'bicycle'"),  # type: ignore[arg-type]
    (run, (Plan(BOOK, "random", SIDE), 1), {}, "Plan: first must be Entrant, not 'random'"),  # type: ignore[arg-type]
    (run, (Plan(BOOK, SIDE, SIDE, unit="set"), 1), {}, "Plan: unit must be 'hand' or 'game', not 'set'"),  # type: ignore[arg-type]
    (player, (None,), {}, "player: name must be str, not None"),
    (explain, ("bicycle", None), {}, "explain: view must be View, not None"),
    (Table, (None,), {}, "Table: book must be Rulebook or str or PathLike, not None"),
    (Table, ("bicycle", 7), {}, "Table: facts must be Iterable, not 7"),
    (Table().view, ("W",), {}, "Table.view: seat must be Seat or None, not 'W'"),
    (table_from_deal, ("bicycle", None), {}, "table_from_deal: text must be str, not None"),
    (read_games, ("text",), {}, "read_games: data must be bytes, not 'text'"),
    (read_egn, (7,), {}, "read_egn: text must be str or bytes, not 7"),
    (read_rulebook, (7,), {}, "read_rulebook: text must be str, not 7"),
    (parse_cards, (7,), {}, "parse_cards: text must be str, not 7"),
]


@rows("place", range(len(WRONG)))
def test_an_argument_of_a_wrong_kind_names_the_kinds(place: int) -> None:
    function, given, named, words = WRONG[place]
    with pytest.raises(WrongKindError) as error:
        function(*given, **named)
    assert str(error.value) == words
    assert isinstance(error.value, TypeError)


@rows("nothing", [None, 7, b"bicycle"])
def test_what_is_no_rulebook_names_the_kinds(nothing: Any) -> None:
    with pytest.raises(
        RulebookError, match=r"isn't a rulebook. Use a Rulebook, its name \(.*bicycle.*\), or a TOML file"
    ):
        load_rulebook(nothing)


def test_rules_are_a_rulebook_its_name_or_its_file(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('based_on = "bicycle"', encoding="utf-8")
    text = "S:9h AsKsQsJsTs AhKhQhJhTh AcKcQcJcTc AdKdQdJdTd"
    for rules in (BOOK, "bicycle", file, str(file)):
        assert simulate(rules, 20, seed=1) == simulate(BOOK, np.int64(20), seed=1)  # type: ignore[arg-type]
        assert simulate_event(rules, 8, 1, Random(1))[0].people == simulate_event(BOOK, 8, 1, Random(1))[0].people
        assert table_from_deal(rules, text).facts == table_from_deal(BOOK, text).facts
        assert Table(rules).book.game == BOOK.game
    assert simulate("bicycle") == simulate()
    assert simulate().hands == 10_000
