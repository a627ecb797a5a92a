"""Measure the birds: how often each calls, goes alone and is euchred at each level, and what its style costs.

    python bench/birds.py figures [--hands 2000] [--champion-hands 200] [--workers 2] [--levels club …] [--out FILE]
    python bench/birds.py strength [--level master] [--deals 2000] [--workers 2]
    python bench/birds.py cost [--level master] [--hands 400] [--workers 2]

`figures` writes the file that the pages show, by default the one in the package. Levels that are not named keep their
figures. `strength` plays each style against the plain level on duplicate deals, and the level that seldom goes alone
against the one that does so whenever it gains. It ends with status 1 if a style is more than two standard errors weaker
and gives away more than `--most` points per hand. `cost` measures the same far more closely: it lets the judge compare
each choice that a style changes with the level's own.
"""

from __future__ import annotations

import argparse
import sys
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import msgspec

from bowerbird.hall.birds import BOTS, figures_file, manner_of
from bowerbird.machine import one_core_each
from bowerbird.players import LEVELS, STYLES, player
from bowerbird.players.automatic import next_automatic
from bowerbird.players.figures import Figures, measure
from bowerbird.players.match import Entrant, Plan, run
from bowerbird.players.spread import spread
from bowerbird.players.style import PLAIN
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Open, State, step, view
from common import parser_for  # type: ignore[import-not-found]  # beside this file

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


class _Piece(msgspec.Struct, frozen=True):
    """Some hands of a level in which a style would choose differently."""

    level: str
    style: str
    start: int
    stop: int


def _changes(piece: _Piece) -> list[float]:
    """The points by which each changed choice is behind the level's own, by the judge."""
    from bowerbird.players.judge import judge

    book = load_rulebook("bicycle")
    plain = player(piece.level, _SEED, loners="rare")
    styled = player(piece.level, _SEED, style=piece.style, loners="rare")
    behind: list[float] = []
    for number in range(piece.start, piece.stop):
        dice = Random(f"cost {number}")
        state = step(book, State(), Open(dealer=Seat(number & 3)))
        while not state.results:
            fact = next_automatic(book, state, dice)
            if fact is None:
                assert state.turn is not None
                seen = view(book, state, state.turn)
                fact, other = plain.choose(book, seen), styled.choose(book, seen)
                if fact != other:
                    judged = {
                        each: choice for choice in judge(book, seen).choices for each in (choice.fact, *choice.same)
                    }
                    behind.append(judged[other].points_behind - judged[fact].points_behind)
            state = step(book, state, fact)
    return behind


def cost(options: argparse.Namespace) -> int:
    """Judge what each style changes. The number of styles that give away too much."""
    print("| style | choices changed of 100 hands | points behind | given away per hand by a pair |\n|---|---|---|---|")
    weak = 0
    for style in STYLES:
        pieces = [_Piece(options.level, style, start, start + 20) for start in range(0, options.hands, 20)]
        behind = [points for found in spread(_changes, pieces, options.workers) for points in found]
        if behind:
            hands, mean = 20 * len(pieces), fmean(behind)
            error = stdev(behind) / sqrt(len(behind)) if len(behind) > 1 else 0.0
            each = len(behind) / hands
            pair = f"{mean * each / 2:+.4f} ± {error * each / 2:.4f}"
            print(f"| {style} | {100 * each:.1f} | {mean:.3f} ± {error:.3f} | {pair} |", flush=True)
            weak += mean * each / 2 > max(2 * error * each / 2, options.most)
    return weak


def main() -> None:
    """Measure one of the three."""
    parser = parser_for(__doc__)
    parser.add_argument("what", choices=("figures", "strength", "cost"))
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
        sys.exit((strength if options.what == "strength" else cost)(options) > 0)


if __name__ == "__main__":
    main()
