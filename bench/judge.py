"""How true the judge is, and how quick.

    python bench/judge.py referee referee.npz --games ../games/*.egn
    python bench/judge.py master --hands 400
    python bench/judge.py pace --hands 20

`referee` compares its judgements of players' and people's decisions with a referee of thousands of worlds
(`training/decisions.py`, `training/referee.py`): of the mistakes that it calls at least 95 in 100 must be mistakes, of
the mistakes of 0.2 points and more it must find at least 90 in 100, and be wrong about the cost by at most 0.05 on
average. `master` counts false alarms in the master's own play: at most 0.05 a hand, and the choice named first must be
the master's, or as good, in 98 of 100. `pace` times clear and doubtful decisions, beside the expert's explanation. Each
exits with 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

import numpy as np

from bowerbird import Seat, load_rulebook
from bowerbird.machine import on_one_core
from bowerbird.players import player
from bowerbird.players.automatic import next_automatic
from bowerbird.players.expert import ExpertPlayer
from bowerbird.players.judge import judge
from bowerbird.players.judge.judgement import MISTAKE
from bowerbird.players.net.inputs import action_of, knows, points_per_value, worth_row
from bowerbird.players.spread import spread
from bowerbird.players.worth import Contract, Stakes
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Fact, Open, State, View, step, view

BOOKS = ("bicycle", "alberta", "national", "st-joe", "trailer-estates", "ccc")
#: A mistake for the referee that the judge must find, in points.
GRAVE = 0.2


class Judged(NamedTuple):
    """One decision: what it costs by the judge, whether that is called a mistake, and the processor time in seconds."""

    cost: float
    error: float
    mistake: bool
    as_good: bool
    worlds: int
    seconds: float


def judged(decision: tuple[Rulebook, View, Fact]) -> Judged:
    """The judge's opinion of a decision."""
    book, seen, fact = decision
    with on_one_core():
        began = process_time()
        found = judge(book, seen)
        taken = process_time() - began
    choice = found.choice(fact)
    if choice is None:
        return Judged(0.0, 0.0, mistake=False, as_good=True, worlds=0, seconds=taken)
    worlds = 0 if found.evidence is None else len(found.evidence.worlds)
    verdict = found.verdict(fact)
    return Judged(choice.behind, choice.error, verdict == "mistake", verdict in ("best", "as good"), worlds, taken)


def unit_of(book: Rulebook, seen: View) -> float:
    """What turns the referee's worth into points as they count at this score."""
    assert seen.seat is not None
    stakes = Stakes(book, seen)
    row = worth_row(stakes, seen.seat)
    value = [stakes.scale(Contract(seen.seat, alone=False)).value[tricks] for tricks in (0, 5)]
    stretch = (row[3] - row[0]) / (value[1] - value[0]) if value[1] != value[0] else 0.0
    return points_per_value(stakes, seen.seat) / stretch if stretch else 0.0


def against_referee(given: argparse.Namespace) -> bool:
    """Compare with what the referee found."""
    from training.decisions import decisions

    found = decisions(given.levels, given.games, given.count)
    with np.load(given.found) as file:
        actions, means, errors = file["action"], file["mean"], file["error"]
    assert len(found) == len(actions), "these are not the referee's decisions"
    pieces = [(each.book, each.view, each.fact) for each in found]
    opinions = [each for part in spread(_judge_some, _parts(pieces), given.workers, "processes") for each in part]
    true, called, grave, caught, wrong, largest = 0, 0, 0, 0, [], 0.0
    borderline = 0
    for place, (decision, opinion) in enumerate(zip(found, opinions, strict=True)):
        seen = decision.view
        assert seen.turn_up is not None
        base = seen.turn_up.suit if seen.trump is None else seen.trump
        unit = unit_of(decision.book, seen)
        legal = actions[place] >= 0
        mean = np.where(legal, means[place], -np.inf) * unit if unit else np.where(legal, 0.0, -np.inf)
        best = int(np.argmax(mean))
        did = int(np.flatnonzero(actions[place] == action_of(decision.fact, base))[0])
        cost, error = float(mean[best] - mean[did]), float(errors[place, best, did]) * unit
        largest = max(largest, error)
        wrong.append(abs(cost - opinion.cost))
        if opinion.mistake:
            called += 1
            true += cost > 2 * error and cost >= MISTAKE / 2
            borderline += cost >= MISTAKE
        if cost >= GRAVE:
            grave += 1
            caught += opinion.mistake
    by = Counter(each.by for each in found)
    print(f"{len(found)} decisions ({', '.join(f'{count} of {who}' for who, count in by.items())})")
    print(f"the referee's largest standard error: {largest:.3f}")
    print(f"mistakes called {called}, of which are mistakes {true} ({true / max(1, called):.1%}; goal 95 %)")
    print(f"  of 0.1 and more by the referee as well: {borderline}")
    print(f"mistakes of {GRAVE} and more {grave}, of which found {caught} ({caught / max(1, grave):.1%}; goal 90 %)")
    usually, seldom = np.mean(wrong), np.quantile(wrong, 0.95)
    print(f"wrong about the cost by {usually:.4f} on average (goal 0.05), by more than {seldom:.3f} in 1 of 20")
    times = sorted(each.seconds for each in opinions)
    print(f"{1000 * np.mean(times):.1f} ms a decision, {1000 * times[len(times) * 95 // 100]:.0f} in 1 of 20")
    return true >= 0.95 * called and caught >= 0.9 * grave and float(np.mean(wrong)) <= 0.05


def _judge_some(some: list[tuple[Rulebook, View, Fact]]) -> list[Judged]:
    return [judged(each) for each in some]


def _parts(pieces: list[tuple[Rulebook, View, Fact]], size: int = 20) -> list[list[tuple[Rulebook, View, Fact]]]:
    return [pieces[start : start + size] for start in range(0, len(pieces), size)]


def played(level: str, number: int) -> Iterator[tuple[Rulebook, View, Fact]]:
    """The open decisions of one hand of four players of a level."""
    book = load_rulebook(BOOKS[number % len(BOOKS)])
    dice = Random(f"judge/{level}/{number}")
    four = player(level, 1)
    target = book.game.points or 1
    score = (dice.randrange(target), dice.randrange(target))
    state = step(book, State(), Open(dealer=Seat(number & 3), score=score))
    while not state.results:
        fact = next_automatic(book, state, dice)
        if fact is None:
            assert state.turn is not None
            seen = view(book, state, state.turn)
            fact = four.choose(book, seen)
            if len(seen.legal) > 1 and knows(book, seen):
                yield book, seen, fact
        state = step(book, state, fact)


def _one_hand(hand: tuple[str, int]) -> list[Judged]:
    return [judged(each) for each in played(*hand)]


def of_master(given: argparse.Namespace) -> bool:
    """Count false alarms in the master's own play."""
    hands = [("master", number) for number in range(given.hands)]
    every = list(spread(_one_hand, hands, given.workers, "processes"))
    decisions = [each for hand in every for each in hand]
    alarms = [sum(each.mistake for each in hand) for hand in every]
    rate, error = np.mean(alarms), np.std(alarms) / sqrt(len(alarms))
    agreed = np.mean([each.as_good for each in decisions])
    print(f"{len(every)} hands, {len(decisions)} decisions of the master")
    print(f"false alarms {sum(alarms)}: {rate:.4f} ± {error:.4f} a hand (goal 0.05)")
    print(f"its choice is named first, or as good: {agreed:.2%} (goal 98 %)")
    return bool(rate <= 0.05 and agreed >= 0.98)


def pace(given: argparse.Namespace) -> bool:
    """Time clear and doubtful decisions, and the expert's opinion of the same."""
    clear: list[float] = []
    doubtful: list[float] = []
    whole, before = [], []
    expert = ExpertPlayer()
    for number in range(given.hands):
        total = 0.0
        for book, seen, fact in played("club", number):
            found = judged((book, seen, fact))
            total += found.seconds
            (clear if found.worlds <= 64 else doubtful).append(1000 * found.seconds)
            began = process_time()
            expert.outlooks(book, seen)
            before.append(1000 * (process_time() - began))
        whole.append(total)
    for name, times, goal in (("clear", clear, 5), ("doubtful", doubtful, 100)):
        if times:
            ordered = sorted(times)
            print(
                f"{name}: {len(times)} decisions, {np.mean(times):.1f} ms, median {np.median(times):.1f}, "
                f"{ordered[len(ordered) * 95 // 100]:.0f} in 1 of 20 (goal {goal} ms)"
            )
    print(f"a hand of four seats: {np.mean(whole):.2f} s; the expert: {np.mean(before):.1f} ms a decision")
    return float(np.median(clear)) <= 5 and float(np.median(doubtful)) <= 100


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="what", required=True)
    one = commands.add_parser("referee")
    one.add_argument("found", type=Path)
    one.add_argument("--levels", nargs="+", default=["club", "novice"])
    one.add_argument("--games", nargs="*", type=Path, default=[])
    one.add_argument("--count", type=int, default=1000)
    two = commands.add_parser("master")
    two.add_argument("--hands", type=int, default=400)
    three = commands.add_parser("pace")
    three.add_argument("--hands", type=int, default=20)
    for command in (one, two, three):
        command.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    measure = {"referee": against_referee, "master": of_master, "pace": pace}[given.what]
    sys.exit(0 if measure(given) else 1)


if __name__ == "__main__":
    main()
