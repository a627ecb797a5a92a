"""Measure the strength and thinking time of the players: the figures of docs/players.md.

python bench/players.py pace [--hands 40]           CPU time per decision
python bench/players.py ladder 10000 [RULES …]      each level against the one below, on this many deals
python bench/players.py score 2000                  whole games, with and without playing to the score
"""

from __future__ import annotations

import os
from random import Random
from time import process_time

from bowerbird.players import player
from bowerbird.players.automatic import next_automatic
from bowerbird.players.match import Entrant, Plan, Report, run
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Open, State, step, view
from common import parser_for, progress, tell  # type: ignore[import-not-found]  # beside this file

HEAD = "| rules | first | second | points per hand | s.e. | hands | points | games |\n" + 8 * "|---" + "|"
LADDER = (
    ("novice", "random"),
    ("simple", "novice"),
    ("club", "simple"),
    ("club", "novice"),
    ("expert", "club"),
    ("expert", "sampler"),
    ("sampler", "club"),
    ("master", "expert"),
)


def pace(hands: int) -> None:
    book = load_rulebook("bicycle")
    figures: dict[str, float] = {}
    for name in ("random", "novice", "simple", "club", "sampler", "expert", "master"):
        thinker = player(name, 1)
        took: list[float] = []
        for number in range(hands):
            dice = Random(f"pace {number}")
            state = step(book, State(), Open(dealer=Seat(number % 4)))
            while not state.results:
                fact = next_automatic(book, state, dice)
                if fact is None:
                    seen = view(book, state, state.turn)
                    began = process_time()
                    fact = thinker.choose(book, seen)
                    took.append(process_time() - began)
                state = step(book, state, fact)
        figures[f"{name}_mean_ms"] = round(1000 * sum(took) / len(took), 3)
        figures[f"{name}_slowest_ms"] = round(1000 * max(took), 1)
        progress(f"{name}: {figures[f'{name}_mean_ms']} ms a decision")
    tell(figures)


def ladder(deals: int, books: list[str]) -> None:
    print(HEAD)
    for book in books:
        for first, second in LADDER:
            # A wide gap needs few deals.
            count = deals if first != "novice" else min(deals, 1_000)
            plan = Plan(load_rulebook(book), Entrant(first), Entrant(second), seed=1)
            _row(book, first, second, run(plan, count, os.cpu_count() or 1))


def score(games: int) -> None:
    print(HEAD)
    pairs = (("expert", "expert,aim=points"), ("expert", "club"), ("expert,aim=points", "club"))
    for first, second in pairs:
        plan = Plan(load_rulebook("bicycle"), Entrant.parse(first), Entrant.parse(second), seed=1, unit="game")
        _row("bicycle, games", first, second, run(plan, games, os.cpu_count() or 1))


def _row(rules: str, first: str, second: str, found: Report) -> None:
    print(
        f"| {rules} | {first} | {second} | {found.points_per_hand:+.3f} | {found.stderr:.3f} | {found.hands:,} "
        f"| {found.points_share:.1%} | {found.games_share:.1%} of {found.games:,} |",
        flush=True,
    )


def main() -> None:
    parser = parser_for(__doc__)
    commands = parser.add_subparsers(dest="what", required=True)
    commands.add_parser("pace").add_argument("--hands", type=int, default=40)
    for name in ("ladder", "score"):
        commands.add_parser(name).add_argument("count", type=int)
    commands.choices["ladder"].add_argument("rules", nargs="*", default=["bicycle"])
    given = parser.parse_args()
    match given.what:
        case "pace":
            pace(given.hands)
        case "ladder":
            ladder(given.count, given.rules)
        case "score":
            score(given.count)


if __name__ == "__main__":
    main()
