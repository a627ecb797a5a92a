"""Print the kernel's figures as JSON, next to plain C (`bench/kernel.c`) and OpenSpiel: `python bench/kernel.py`.

Ends with status 1 if a ratio to plain C is missed: solving exactly, solving the outcome, playing random hands.
"""

import argparse
import sys

from msgspec.json import encode, format

from bowerbird.cli.bench import measure

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--goals", type=float, nargs=3, default=[1.5, 1.0, 1.0], metavar=("EXACT", "OUTCOME", "RANDOM"))
    given = parser.parse_args()
    figures = measure(given.seed, given.rounds)
    print(format(encode(figures), indent=2).decode())
    ratios = [figures[f"{name}_over_c"] for name in ("solve_exact", "solve_outcome", "simulate")]
    sys.exit(any(ratio is None or ratio < goal for ratio, goal in zip(ratios, given.goals, strict=True)))
