"""Nights as text: the shared ones, which were written from the clubs' documents alone, and our own."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from bowerbird.cli import app
from bowerbird.nights import NightError, Report, read_night, run_night
from bowerbird.nights.text import Expectation
from kit.amount import amount
from kit.rows import rows

HERE = Path(__file__).parent
SHARED = HERE.parents[2] / "shared" / "nights"
FILES = [*sorted(HERE.glob("*.night")), *sorted(SHARED.glob("*.night"))]


def run(text: str) -> Report:
    return run_night(read_night(text))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_line_of_a_night_holds(path: Path) -> None:
    report = run(path.read_text(encoding="utf-8"))
    assert [finding for finding in report.findings if finding.verdict != "holds"] == []
    assert report.count("holds") > (10 if path.stem.startswith("alb-") else 0), (
        "a night that expects little tests little"
    )


SMALL = """
night: small
book: st-joe
people:
  Ann
  Bob
  Cal
  Dee
meeting 2026-06-01
check-in all
seat in order
score 1 10-6
expect total only
  Ann 10
  Bob 6
  Cal 10
  Dee 6
because: STJ-10
close
finish
"""


def test_a_spoiled_number_is_noticed_with_both_values() -> None:
    assert run(SMALL).holds
    wrong = [each for each in run(SMALL.replace("Cal 10", "Cal 11")).findings if each.verdict == "differs"]
    assert [(each.expected, each.found, each.because) for each in wrong] == [("Cal 11", "10", "STJ-10")]


def totals_of(path: Path) -> list[Expectation]:
    blocks = (item for item in read_night(path.read_text(encoding="utf-8")).items if isinstance(item, Expectation))
    return [block for block in blocks if block.kind in ("total", "standings", "week", "record")]


@rows("path", [path for path in FILES[:: max(1, len(FILES) // amount(4, full=12))] if totals_of(path)])
def test_spoiling_an_expected_total_of_a_night_is_noticed(path: Path) -> None:
    """The last number of an expected line, one higher: the night no longer holds."""
    line = totals_of(path)[-1].lines[0]
    text = path.read_text(encoding="utf-8").split("\n")
    text[line.number - 1] = " ".join([*line.words[:-1], str(float(line.words[-1]) + 1)])
    assert not run("\n".join(text)).holds


def test_what_is_missing_in_a_complete_block_is_noticed() -> None:
    report = run(SMALL.replace("  Dee 6\n", ""))
    assert [each.found for each in report.findings if each.verdict == "differs"] == ["Dee: 6"]


def test_a_line_nobody_knows_is_not_expressible_and_says_so() -> None:
    report = run(SMALL.replace("close", "dance 2"))
    assert [(each.verdict, each.expected) for each in report.findings if each.verdict != "holds"] == [
        ("not expressible", "dance 2")
    ]


def test_a_refused_line_that_was_not_expected_differs_and_one_that_was_must_be_refused() -> None:
    impossible = run(SMALL.replace("score 1 10-6", "score 1 10-10\nscore 1 10-6"))
    assert "10 to 10 isn't possible" in next(each.found for each in impossible.findings if each.verdict == "differs")
    refused = SMALL.replace("score 1 10-6", "score 1 10-10\nexpect refused\nbecause: STJ-11\nscore 1 10-6")
    assert run(refused).holds
    accepted = SMALL.replace("score 1 10-6", "score 1 10-6\nexpect refused\nbecause: STJ-11")
    assert [each.kind for each in run(accepted).findings if each.verdict == "differs"] == ["refused"]


@rows(
    ("text", "why"),
    [
        ("night: x\n", "does not say its `book:`"),
        (SMALL.replace("because: STJ-10", ""), "has no `because:` line"),
        ("night: x\nbook: ccc\nsettings:\n  weeks 4\n", "write a setting as `name = value`"),
        ("night: x\nhello\n", "isn't understood before `people:`"),
    ],
)
def test_a_text_that_is_no_night_is_refused_with_its_line(text: str, why: str) -> None:
    with pytest.raises(NightError, match=why):
        read_night(text)


def test_the_command_reports_each_night_and_fails_if_one_differs(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.night", tmp_path / "bad.night"
    good.write_text(SMALL)
    bad.write_text(SMALL.replace("Ann 10", "Ann 9"))
    done = CliRunner().invoke(app, ["night", str(good)])
    assert (done.exit_code, done.output) == (0, "small: 4 hold\n")
    done = CliRunner().invoke(app, ["night", str(good), str(bad)])
    assert done.exit_code == 1
    assert "line 14, differs, total: Ann 9 (STJ-10)\n    found: 10" in done.output
    assert "1 of 2 nights hold." in done.output
    done = CliRunner().invoke(app, ["night", "--json", str(good)])
    assert '"verdict": "holds"' in done.output
    done = CliRunner().invoke(app, ["night", str(tmp_path / "none.night")])
    assert done.exit_code == 2
    assert "can't be read" in done.output
