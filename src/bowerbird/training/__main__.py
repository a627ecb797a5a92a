"""`python -m bowerbird.training`: train a small net on one core, and measure it on duplicate deals.

Exits with 1 if the net doesn't beat its opponents by three standard errors.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from math import isfinite
from pathlib import Path
from time import process_time

from bowerbird.extras import in_one_line
from bowerbird.machine import on_one_core

with in_one_line(), on_one_core():  # numpy counts the cores when it is loaded
    from bowerbird.environments.vector import VectorEuchre, missing_in_slots
    from bowerbird.players.match import Entrant, Plan, run
    from bowerbird.rulebook import Rulebook, book_names, load_rulebook
    from bowerbird.training.measure import Gain, measured
    from bowerbird.training.player import save
    from bowerbird.training.ppo import train


def main(arguments: list[str] | None = None) -> int:
    """Read the command line, train, measure, and write the net."""
    parser = _parser()
    given = parser.parse_args(arguments)
    try:
        book = _book(given.rules)
        _check_out(given.out)
        env = VectorEuchre(
            given.tables, book, layout="slots", opponents=given.opponents, skip_forced=True, seed=given.seed
        )
    except ValueError as error:
        parser.error(str(error))
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


def _book(rules: str) -> Rulebook:
    """The rulebook, if a net can learn it."""
    book = load_rulebook(rules)
    if missing := missing_in_slots(book):
        known = ", ".join(name for name in book_names() if not missing_in_slots(load_rulebook(name)))
        raise ValueError(
            f"a net learns the plain rules with 24 cards, but by {book.name} {missing}. Use --rules with {known}"
        )
    return book


def _check_out(file: Path) -> None:
    """Refuse a file that can't be written, before a net is trained for it."""
    if not file.parent.is_dir():
        raise ValueError(f"there is no folder {file.parent}. Make it first, or use --out with another file")
    if file.is_dir() or not os.access(file if file.exists() else file.parent, os.W_OK):
        raise ValueError(f"{file} can't be written. Use --out with another file")


def _at_least(least: int) -> Callable[[str], int]:
    """Read a whole number that is not lower."""

    def number(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text} doesn't work. Use a whole number of {least} or more")
        return int(text)

    return number


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not isfinite(seconds) or seconds <= 0:
        raise argparse.ArgumentTypeError(f"{text} doesn't work. Use a number above 0, such as 80")
    return seconds


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
    parser.add_argument("--seconds", type=_seconds, default=80, help="processor time to learn (default: 80)")
    parser.add_argument("--tables", type=_at_least(1), default=1024, help="tables played at once (default: 1024)")
    parser.add_argument("--deals", type=_at_least(2), default=10_000, help="duplicate deals to measure with")
    parser.add_argument("--table-deals", type=_at_least(0), default=0, help="the same at tables of the library, slower")
    parser.add_argument("--seed", type=_at_least(0), default=1)
    parser.add_argument("--out", type=Path, default=Path("policy.npz"), help="the file to write (default: policy.npz)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
