"""Measure the kernel on one core, next to plain C (`bench/kernel.c`) and OpenSpiel: `python bench/kernel.py`.

The figures are those of `bowerbird bench --json`: per second of processor time, and ratios to plain C. Ends with status
1 if a ratio is missed: solving exactly, solving the outcome, playing random hands.
"""

from __future__ import annotations

from bowerbird.cli.bench import measure
from common import at_least, parser_for, tell  # type: ignore[import-not-found]  # beside this file

#: The ratios to plain C, and their usual goals.
GOALS = {"solve_exact_over_c": 1.5, "solve_outcome_over_c": 1.0, "simulate_over_c": 1.0}

if __name__ == "__main__":
    parser = parser_for(__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seed", type=int, default=1)
    names = ("EXACT", "OUTCOME", "RANDOM")
    parser.add_argument("--goals", type=float, nargs=3, default=[*GOALS.values()], metavar=names)
    given = parser.parse_args()
    found = measure(given.seed, given.rounds)
    figures = {
        name: each for name, each in found.items() if not isinstance(each, bool) and isinstance(each, int | float)
    }
    goals = [at_least(name, goal) for name, goal in zip(GOALS, given.goals, strict=True)]
    tell(figures, *goals, details=found)
