"""`make mutants` changes what it says, draws the same lines for a seed, and knows what a test notices."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tools import mutants
from tools.changed import ROOT
from tools.mutants import Copy, drawn, is_equivalent, nearest, table
from tools.mutations import Change, python_changes, script_changes

PYTHON = """\
def fee(players: int, side: str = "ns") -> int:
    if players < 4 and side:
        raise ValueError("four")
    log(side)
    seen.total += len(side)
    return cost(side, players, full=True) if side == "ns" else 12
"""
SCRIPT = """\
export function fee(players, side) {
  if (players < 4 && "♠") return note(side);
  side.total = true;
  return cost(side, players) === 12 ? side.trim() : null;
}
"""


def becomes(changes: list[Change], source: str) -> set[tuple[str, str]]:
    return {(change.what, change.lines(source.encode())[1]) for change in changes}


def test_each_change_of_python_is_what_it_is_called() -> None:
    assert becomes(python_changes("x.py", PYTHON.encode()), PYTHON) == {
        ("condition turned", "if not (players < 4 and side):"),
        ("condition turned", "if players < 4 or side:"),
        ("boundary by one", "if players <= 4 and side:"),
        ("constant changed", "if players < 5 and side:"),
        ("statement removed", "pass"),
        ("call dropped", "pass"),
        ("call dropped", "seen.total += (side)"),
        ("condition turned", 'return cost(side, players, full=True) if side != "ns" else 12'),
        ("arguments exchanged", 'return cost(players, side, full=True) if side == "ns" else 12'),
        ("constant changed", 'return cost(side, players, full=False) if side == "ns" else 12'),
        ("constant changed", 'return cost(side, players, full=True) if side == "ns" else 13'),
    }


def test_each_change_of_a_script_is_what_it_is_called(tmp_path: Path) -> None:
    if shutil.which("node") is None or not (ROOT / "node_modules/typescript").exists():
        pytest.skip("node or TypeScript is missing, so no script is changed. Run `make setup`.")
    script = tmp_path / "x.js"
    script.write_text(SCRIPT, "utf-8")
    assert becomes(list(script_changes([script], tmp_path)), SCRIPT) == {
        ("condition turned", 'if (players < 4 || "♠") return note(side);'),
        ("boundary by one", 'if (players <= 4 && "♠") return note(side);'),
        ("constant changed", 'if (players < 5 && "♠") return note(side);'),
        ("call dropped", 'if (players < 4 && "♠") return (side);'),
        ("statement removed", 'if (players < 4 && "♠") ;'),
        ("statement removed", ";"),
        ("constant changed", "side.total = false;"),
        ("condition turned", "return cost(side, players) !== 12 ? side.trim() : null;"),
        ("arguments exchanged", "return cost(players, side) === 12 ? side.trim() : null;"),
        ("constant changed", "return cost(side, players) === 13 ? side.trim() : null;"),
        ("call dropped", "return cost(side, players) === 12 ? side : null;"),
    }


def test_a_seed_draws_the_same_lines_and_no_line_twice() -> None:
    changes = python_changes("x.py", PYTHON.encode())
    assert drawn(changes, 7, 4) == drawn(changes, 7, 4)
    assert sorted(change.line for change in drawn(changes, 7, 99)) == [2, 3, 4, 5, 6]
    assert len({tuple(drawn(changes, seed, 2)) for seed in range(9)}) > 1


def test_the_nearest_tests_are_tried_first() -> None:
    assert nearest("src/bowerbird/event/money.py")[0] == "tests/event/test_money.py"
    script = nearest("src/bowerbird/web/static/desk/director/door.js")
    assert script[0] == "tests/web/test_javascript.py"
    assert "tests/web/test_browser_door.py" in script[:3]


def test_what_is_equivalent_goes_by_the_text_of_the_line() -> None:
    path = "tools/changed.py"
    source = (ROOT / path).read_bytes()
    change = python_changes(path, source)[0]
    before, after = change.lines(source)
    listed = {"file": path, "line": before, "becomes": after, "reason": "for this test"}
    assert is_equivalent(change, [listed])
    assert not is_equivalent(change, [listed | {"line": before + " "}])
    assert not is_equivalent(change, [])


def test_the_table_counts_by_room() -> None:
    lines = [
        Change(f"src/bowerbird/{each}", 1, 0, 0, "", "") for each in ("event/a.py", "web/static/desk/b.js", "c.py")
    ]
    *_, whole, last = table(list(zip(lines, ["quick", "not noticed", "equivalent"], strict=True)))
    assert [line.room for line in lines] == ["event", "web/static/desk", "(modules)"]
    assert whole.split() == ["all", "3", "1", "0", "1", "1"]
    assert "Of 2" in last
    assert "50%" in last


@pytest.mark.full
def test_a_change_is_noticed_by_the_test_of_its_line_and_by_no_broken_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original, copied = tmp_path / "original", tmp_path / "copy"
    for root in (original, copied):
        (root / "tests").mkdir(parents=True)
        (root / "toy.py").write_text(
            "def larger(a, b):\n    return a > b\n\ndef unused(a):\n    return a > 4\n", "utf-8"
        )
        (root / "tests/test_broken.py").write_text("def test_it():\n    assert False\n", "utf-8")
        (root / "tests/test_toy.py").write_text(
            "from toy import larger\n\ndef test_equal():\n    assert not larger(2, 2)\n", "utf-8"
        )
        shutil.copytree(ROOT / "tools", root / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(mutants, "ROOT", original)
    tests = ["tests/test_broken.py", "tests/test_toy.py"]
    copy = Copy(copied)
    boundary, unused = (
        change
        for change in python_changes("toy.py", (original / "toy.py").read_bytes())
        if change.what == "boundary by one"
    )
    assert copy.noticed(boundary, tests, "quick", 600) == "tests/test_toy.py::test_equal"
    assert copy.broken == {"tests/test_broken.py::test_it"}
    assert copy.noticed(unused, tests, "quick", 600) == ""
    assert (copied / "toy.py").read_bytes() == (original / "toy.py").read_bytes()
