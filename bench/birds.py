"""Measure the birds: how often each calls, goes alone and is euchred at each level, and what its style costs.

    python bench/birds.py figures [--hands 2000] [--champion-hands 200] [--workers 2] [--levels club …] [--out FILE]
    python bench/birds.py strength [--level master] [--deals 2000] [--workers 2]

`figures` writes the file that the pages show, by default the one in the package. Levels that are not named keep their
figures. `strength` plays each style against the plain level on duplicate deals, and the level that seldom goes alone
against the one that does so whenever it gains. It ends with status 1 if a style is more than two standard errors weaker
and gives away more than `--most` points per hand.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from bowerbird.hall.birds import BOTS, figures_file, manner_of
from bowerbird.machine import one_core_each
from bowerbird.players import LEVELS, STYLES
from bowerbird.players.figures import Figures, measure
from bowerbird.players.match import Entrant, Plan, run
from bowerbird.players.style import PLAIN
from bowerbird.rulebook import load_rulebook

_SEED = 1


def figures(options: argparse.Namespace) -> None:
    """Measure and write."""
    path = Path(options.out)
    kept = msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, Figures]]) if path.exists() else {}
    print("| bird | level | hands | calls of 100 | alone of 100 | euchred of 100 calls | passes of 100 biddable |")
    print("|---" * 7 + "|")
    for level in options.levels:
        hands = options.champion_hands if level == "champion" else options.hands
        done: dict[str, Figures] = {}
        for bird in BOTS:
            manner = manner_of(level, bird)
            # Two birds of one style, or birds that have no style, play alike.
            done[manner.style] = found = done.get(manner.style) or measure(manner, hands, _SEED, options.workers)
            kept.setdefault(bird, {})[level] = found
            shares = (
                found.of_hands(found.calls),
                found.of_hands(found.alone),
                found.of_calls(found.euchred),
                found.of_biddable(found.passed),
            )
            cells = " | ".join(f"{100 * share:.1f} ± {100 * error:.1f}" for share, error in shares)
            print(f"| {bird} | {level} | {found.hands} | {cells} |", flush=True)
            # Written at once, so that a run that is stopped keeps what it has.
            ordered = {name: {each: kept[name][each] for each in LEVELS if each in kept[name]} for name in kept}
            path.write_bytes(msgspec.json.format(msgspec.json.encode(ordered), indent=1) + b"\n")


def strength(options: argparse.Namespace) -> int:
    """Play matches. The number of styles that are too weak."""
    book = load_rulebook(options.rules)
    seldom = Entrant(options.level, {"loners": "rare"})
    pairs = [(Entrant(options.level, {"style": style, "loners": "rare"}), seldom) for style in STYLES if style != PLAIN]
    print("| first | second | points per hand | hands |\n|---|---|---|---|")
    weak = 0
    for first, second in (*pairs, (seldom, Entrant(options.level))):
        found = run(Plan(book, first, second, seed=_SEED), options.deals, options.workers)
        names = " | ".join(" ".join((each.name, *map(str, each.settings.values()))) for each in (first, second))
        print(f"| {names} | {found.points_per_hand:+.4f} ± {found.stderr:.4f} | {found.hands:,} |", flush=True)
        weak += first is not seldom and found.points_per_hand < -max(2 * found.stderr, options.most)
    return weak


def main() -> None:
    """Measure one thing or the other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("figures", "strength"))
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--champion-hands", type=int, default=200)
    parser.add_argument("--levels", nargs="+", default=list(LEVELS))
    parser.add_argument("--out", default=figures_file())
    parser.add_argument("--level", default="master")
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--rules", default="bicycle")
    parser.add_argument("--most", type=float, default=0.01, help="points per hand that a style may give away")
    options = parser.parse_args()
    one_core_each()
    if options.what == "figures":
        figures(options)
    else:
        sys.exit(strength(options) > 0)


if __name__ == "__main__":
    main()
