"""`bowerbird bench`: its figures, and the comparison with plain C."""

from __future__ import annotations

import json
import shutil
from array import array
from functools import partial

import pytest
import typer
from typer.testing import CliRunner

from bowerbird.cli import plain_c
from bowerbird.cli.bench import bench, random_deals
from bowerbird.kernel import search
from bowerbird.kernel.position import EXACT, OUTCOME
from bowerbird.kernel.simulate import RANDOM, hands
from bowerbird.kernel.solve import solve_many

app = typer.Typer()
app.command()(bench)

needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler here")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """As little work as for an uncompiled kernel."""
    monkeypatch.setattr(search, "COMPILED", False)


@needs_compiler
@pytest.mark.usefixtures("small")
def test_the_bench_has_its_figures_and_the_ratios_to_plain_c() -> None:
    result = CliRunner().invoke(app, ["--json", "--seed", "3", "--rounds", "3"])
    assert result.exit_code == 0, result.output
    figures = json.loads(result.stdout)
    assert figures["seed"] == 3
    assert {"version", "commit", "compiled", "openspiel_hands_per_s"} <= set(figures)
    for name in ("solve_exact_per_s", "solve_outcome_per_s", "simulate_hands_per_s", "pimc_100_decisions_per_s"):
        assert figures[name] > 0
    for name in ("solve_exact_over_c", "solve_outcome_over_c", "simulate_over_c"):
        lowest, highest = figures[f"{name}_range"]
        assert 0 < lowest <= figures[name] <= highest
    assert figures["no_plain_c"] is None


@pytest.mark.usefixtures("small")
def test_without_a_compiler_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    result = CliRunner().invoke(app, ["--rounds", "1"])
    assert result.exit_code == 0
    assert "No comparison with plain C. There is no C compiler here." in result.stderr.splitlines()
    assert "of plain C" not in result.stdout


@needs_compiler
def test_plain_c_finds_what_the_kernel_finds_whatever_the_deals() -> None:
    count = 500 if search.COMPILED else 20
    deals = random_deals(count, 7)
    alone = [1 << (leader + 2) % 4 if place % 3 == 0 else 0 for place, leader in enumerate(deals[2])]
    deals = (*deals[:3], array("B", alone), array("B", [place % 2 for place in range(count)]))
    with plain_c.plain_c(deals) as program:
        for cuts in (EXACT, OUTCOME, 0b100010):
            assert plain_c.compare(partial(solve_many, *deals, cuts=cuts), f"solve {cuts}", program, 1).ratio
        # Not a multiple of eight: the last hands are played one by one.
        many, both = 10 * count + 5, (RANDOM, RANDOM)
        assert plain_c.compare(lambda: hands(many, 5, policies=both), f"random {many} 5", program, 1).ratio
        with pytest.raises(plain_c.DifferentResultsError, match="different results for 'solve 62'"):
            plain_c.compare(lambda: array("B", bytes(count)), "solve 62", program, 1)
