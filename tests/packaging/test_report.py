"""The page about all benches: what they tell is read, compared with the landed figures, and drawn."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from kit.rows import rows

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def report() -> Any:
    """The module beside the benches."""
    sys.path.insert(0, str(ROOT / "bench"))
    try:
        import report as found  # type: ignore[import-not-found]
    finally:
        sys.path.remove(str(ROOT / "bench"))
    return found


def told(figures: dict[str, float], goals: list[dict[str, Any]], command: str = "kernel.py") -> dict[str, Any]:
    return {"figures": figures, "goals": goals, "missed": [], "seconds": 3, "command": command}


def made(benches: dict[str, Any]) -> dict[str, Any]:
    of = {"version": "0.2.0", "commit": "", "compiled": True}
    return {"date": "2026-11-16", "machine": "Linux", "of": of, "benches": benches}


def test_every_bench_that_tells_figures_is_in_it(report: Any) -> None:
    telling = {path.name for path in (ROOT / "bench").glob("*.py") if "    tell(" in path.read_text(encoding="utf-8")}
    commands = [command for bench in report.BENCHES for command in (bench.command, *bench.whole) if command]
    listed = {command.split()[0] for command in commands}
    assert telling == listed
    assert len({bench.name for bench in report.BENCHES}) == len(report.BENCHES)


def test_the_object_at_the_end_is_read(report: Any) -> None:
    assert report.last_object('words\n{not json\n{"a": {\n"b": 1}\n}\n') == {"a": {"b": 1}}
    assert report.last_object("nothing\n") is None


@rows(
    "name, now, before, goal, missed, change",
    [
        ("wait_ms", 20.0, 10.0, {"at_most": 15}, True, "2.00 times worse"),
        ("wait_ms", 5.0, 10.0, {"at_most": 15}, False, "2.00 times as good"),
        ("hands_per_s", 30.0, 10.0, {}, False, "3.00 times as good"),
        ("hands_per_s", 10.5, 10.0, {}, False, "as before"),
        ("efficiency", 0.8, 0.95, {"at_least": 0.9}, True, "1.19 times worse"),
        ("tables", 40.0, 20.0, {}, False, ""),
        ("exact_over_c", 2.0, 1.0, {}, False, "2.00 times as good"),
    ],
)
def test_a_figure_beside_the_landed_one(
    report: Any, name: str, now: float, before: float, goal: dict[str, float], missed: bool, change: str
) -> None:
    goals = [{"figure": name, **goal}] if goal else []
    (row,) = report.rows(report.Bench("Kernel", "kernel.py"), told({name: now}, goals), told({name: before}, []))
    assert (row.missed, row.change) == (missed, change)
    assert ("goal" in row.picture) == bool(goal)


def test_a_figure_that_is_not_there_misses_its_goal(report: Any) -> None:
    (row,) = report.rows(report.Bench("Kernel", "kernel.py"), told({}, [{"figure": "wait_ms", "at_most": 5}]), {})
    assert (row.missed, row.now, row.landed, row.picture) == (True, "–", "–", "")


def test_the_page_has_everything_in_it(report: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "BENCHES", (report.Bench("Kernel", "kernel.py"),))
    now = made({"kernel": told({"hands_per_s": 10, "<b>": 1}, [{"figure": "hands_per_s", "at_least": 5}])})
    before = report.landed_now(made({"kernel": told({"hands_per_s": 8}, [])}))
    page = report.page(now, before)
    assert "Landed 2026-11-16." in page
    assert "1.25 times as good" in page
    assert "&lt;b&gt;" in page
    assert not re.search(r'(src|href)="(?!#)', page), "nothing is fetched"
    assert "prefers-color-scheme: dark" in page
    other = report.landed_now(made({"kernel": told({"hands_per_s": 8}, [], "kernel.py --large")}))
    assert "1.25 times" not in report.page(now, other), "another size is not compared"


def test_a_bench_that_tells_nothing_is_a_problem(report: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "HERE", tmp_path)
    (tmp_path / "kernel.py").write_text("import sys\nsys.exit('no compiler')\n", encoding="utf-8")
    assert report.run(report.Bench("Kernel", "kernel.py"))["missed"] == ["it ended with status 1: no compiler"]
    (tmp_path / "kernel.py").write_text("import time\ntime.sleep(60)\n", encoding="utf-8")
    monkeypatch.setattr(report, "MOST_SECONDS", 0.3)
    assert report.run(report.Bench("Kernel", "kernel.py"))["missed"] == ["it was stopped after 0.3 seconds"]


def test_the_landed_figures_are_of_benches_that_are_there(report: Any) -> None:
    landed = json.loads((ROOT / "bench" / "landed.json").read_text(encoding="utf-8"))
    commands = {bench.name: bench.command for bench in report.BENCHES}
    assert landed["benches"]
    assert all(commands[name] == each["command"] for name, each in landed["benches"].items())
