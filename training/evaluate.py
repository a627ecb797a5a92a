"""Measure the strength of a weights file: matches against the other levels, under several rulebooks. Needs no torch.

    python -m training.evaluate master.npz --deals 10000 --books bicycle alberta st-joe --out strength.jsonl

Every line of the file is one match. `--games` adds whole games against the same net that plays for points.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from bowerbird import load_rulebook
from bowerbird.players.match import Entrant, Plan, run

__all__ = ["main"]

_OTHERS: Final = ("expert", "sampler", "club")
_SEED: Final = 1


def _plans(weights: str, books: list[str], deals: int, games: int) -> Iterator[tuple[Plan, int]]:
    ours = Entrant("bowerbird.players.master:MasterPlayer", {"weights": weights})
    for other in _OTHERS:
        for book in books:
            yield Plan(load_rulebook(book), ours, Entrant(other), _SEED), deals
    if games:
        for_points = Entrant(ours.name, {"weights": weights, "aim": "points"})
        yield Plan(load_rulebook("bicycle"), ours, for_points, _SEED, "game"), games
        yield Plan(load_rulebook("bicycle"), ours, Entrant("expert"), _SEED, "game"), games // 4


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights")
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--books", nargs="+", default=["bicycle", "alberta", "st-joe"])
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    for plan, count in _plans(given.weights, given.books, given.deals, given.games):
        found = run(plan, count, given.workers)
        line = {"rules": plan.book.name, "second": plan.second.name, "unit": plan.unit, **msgspec.to_builtins(found)}
        if "aim" in plan.second.settings:
            line["second"] = "the same for points"
        with given.out.open("a", encoding="utf-8") as out:
            out.write(json.dumps(line) + "\n")
        print(line, flush=True)


if __name__ == "__main__":
    main()
