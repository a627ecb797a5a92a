"""`python -m bowerbird.training`: train a small net on one core, and measure it on duplicate deals.

Exits with 1 if the net doesn't beat its opponents by three standard errors.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import process_time

from bowerbird.machine import on_one_core

with on_one_core():  # numpy counts the cores when it is loaded
    from bowerbird.environments.vector import VectorEuchre
    from bowerbird.players.match import Entrant, Plan, run
    from bowerbird.rulebook import load_rulebook
    from bowerbird.training.measure import Gain, measured
    from bowerbird.training.player import save
    from bowerbird.training.ppo import train


def main(arguments: list[str] | None = None) -> int:
    """Read the command line, train, measure, and write the net."""
    given = _parser().parse_args(arguments)
    book = load_rulebook(given.rules)
    env = VectorEuchre(given.tables, book, layout="slots", opponents=given.opponents, skip_forced=True, seed=given.seed)
    print(f"Learning against {given.opponents} by the rules {book.name}, {given.seconds:g} s on one core.", flush=True)
    began, next_line = process_time(), 0.0

    def told(spent: float, decisions: int, reward: float) -> None:
        nonlocal next_line
        if spent >= next_line:
            next_line += max(5.0, given.seconds / 8)
            print(f"{spent:6.0f} s {decisions:12,} decisions {reward:+8.2f} points a hand", flush=True)

    with on_one_core():
        net = train(env, given.seconds, given.seed, told)
        spent = process_time() - began
        save(net, given.out)
        print(f"Trained in {spent:.0f} s of processor time, written to {given.out}.")
        gains = [
            _said("the vector environment", measured(net, book, given.opponents, given.deals, given.seed + 1), given)
        ]
    if given.table_deals:
        entrant = Entrant("bowerbird.training.player:TrainedPlayer", {"file": str(given.out)})
        report = run(Plan(book, entrant, Entrant(given.opponents), given.seed + 2), given.table_deals)
        gains.append(_said("tables of the library", Gain(report.points_per_hand, report.stderr), given))
    if all(gain.is_certain for gain in gains):
        return 0
    print(f"It doesn't beat {given.opponents} for certain. Train longer with --seconds.")
    return 1


def _said(where: str, gain: Gain, given: argparse.Namespace) -> Gain:
    print(
        f"Against {given.opponents}, duplicate deals in {where}: {gain.points:+.3f} ± {gain.stderr:.3f} points a hand."
    )
    return gain


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bowerbird.training", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rules", default="bicycle", help="a rulebook's name or a TOML file (default: bicycle)")
    parser.add_argument("--opponents", default="novice", help="random, novice, simple or thumb (default: novice)")
    parser.add_argument("--seconds", type=float, default=80, help="processor time to learn (default: 80)")
    parser.add_argument("--tables", type=int, default=1024, help="tables played at once, a multiple of 128")
    parser.add_argument("--deals", type=int, default=10_000, help="duplicate deals to measure with")
    parser.add_argument("--table-deals", type=int, default=0, help="the same at tables of the library, slower")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("policy.npz"), help="the file to write (default: policy.npz)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
