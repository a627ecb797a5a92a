"""How true the judge is, and how quick.

    python bench/judge.py referee --games ../games --count 1000 --worlds 4096
    python bench/judge.py master --hands 400
    python bench/judge.py pace --hands 20

`referee` compares its judgements of decisions with a referee: the same question in thousands of other worlds, all
choices, with the large net in all seats. A third of the decisions each comes from `club`, `novice`, and people in
recorded games. Of the mistakes that the judge calls at least 95 in 100 must be mistakes, of the mistakes of 0.2 points
and more it must find at least 90 in 100, and be wrong about the cost by at most 0.05 on average. `master` counts false
alarms in the master's own play: at most 0.05 a hand, and the choice named first must be the master's, or as good, in 98
of 100. `pace` times clear and doubtful decisions, beside the expert's. Each exits with 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections import Counter
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple, TypeAlias

import numpy as np

import human  # type: ignore[import-not-found]  # beside this file
from bowerbird import Seat, load_rulebook
from bowerbird.machine import on_one_core
from bowerbird.players import player
from bowerbird.players.automatic import next_automatic
from bowerbird.players.expert import ExpertPlayer
from bowerbird.players.judge import judge
from bowerbird.players.judge.judge import Bounds
from bowerbird.players.judge.judgement import MISTAKE
from bowerbird.players.net.inputs import knows
from bowerbird.players.spread import spread
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Fact, Open, State, View, step, view

BOOKS = ("bicycle", "alberta", "national", "st-joe", "trailer-estates", "ccc")
#: A mistake for the referee that the judge must find, in points.
GRAVE = 0.2


class Judged(NamedTuple):
    """One decision: what it costs, whether that is called a mistake, and the processor time in seconds."""

    cost: float
    error: float
    mistake: bool
    as_good: bool
    worlds: int
    seconds: float


Piece: TypeAlias = tuple[Rulebook, View, Fact]


def judged(decision: Piece, bounds: Bounds | None = None) -> Judged:
    """The judge's opinion of a decision."""
    book, seen, fact = decision
    with on_one_core():
        began = process_time()
        found = judge(book, seen) if bounds is None else judge(book, seen, bounds)
        taken = process_time() - began
    choice = found.choice(fact)
    if choice is None:
        return Judged(0.0, 0.0, mistake=False, as_good=True, worlds=0, seconds=taken)
    worlds = 0 if found.evidence is None else len(found.evidence.worlds)
    verdict = found.verdict(fact)
    return Judged(choice.behind, choice.error, verdict == "mistake", verdict in ("best", "as good"), worlds, taken)


def decisions(games: Path | None, count: int) -> list[tuple[str, Piece]]:
    """Decisions of players and people, one in some, so that no hand counts for much."""
    sources: list[tuple[str, Iterator[Piece], int]] = [
        (level, (each for number in itertools.count() for each in played(level, number)), 5)
        for level in ("club", "novice")
    ]
    if games is not None:
        recorded = (each for game in human.games(games) for each in human.decisions(game))
        pieces = ((each.book, each.view, each.chosen) for each in recorded)
        sources.append(("people", (piece for piece in pieces if knows(piece[0], piece[1])), 2))
    dice = Random(1)
    found: list[tuple[str, Piece]] = []
    for place, (who, source, every) in enumerate(sources):
        wanted = count * (place + 1) // len(sources) - len(found)
        some = (each for each in source if not dice.randrange(every))
        found += [(who, each) for each in itertools.islice(some, wanted)]
    return found


def _compared(piece: tuple[Piece, Bounds]) -> tuple[Judged, Judged]:
    return judged(piece[0]), judged(*piece)


def against_referee(given: argparse.Namespace) -> bool:
    """Compare with a referee of thousands of worlds."""
    found = decisions(given.games, given.count)
    bounds = Bounds((given.worlds,), 4 * given.worlds, confirmed=given.worlds, large=True, seed=7)
    called = true = grave = caught = 0
    wrong: list[float] = []
    errors: list[float] = []
    every = spread(_compared, [(piece, bounds) for _, piece in found], given.workers, "processes")
    for done, (opinion, referee) in enumerate(every, 1):
        wrong.append(abs(referee.cost - opinion.cost))
        errors.append(referee.error)
        called += opinion.mistake
        true += opinion.mistake and referee.cost >= MISTAKE / 2 and referee.cost > 2 * referee.error
        grave += referee.cost >= GRAVE
        caught += referee.cost >= GRAVE and opinion.mistake
        if opinion.mistake or referee.cost >= MISTAKE:
            told = f"{opinion.cost:.2f} ± {opinion.error:.2f}{' mistake' if opinion.mistake else ''}"
            print(
                f"{done} {found[done - 1][0]}: judge {told}, referee {referee.cost:.2f} ± {referee.error:.2f}",
                flush=True,
            )
    by = Counter(who for who, _ in found)
    print(f"{len(found)} decisions ({', '.join(f'{count} of {who}' for who, count in by.items())})")
    spread_of = np.quantile(errors, [0.5, 0.9, 0.99])
    print("standard errors of the referee, in 50, 90 and 99 of 100:", " ".join(f"{each:.3f}" for each in spread_of))
    print(f"mistakes called {called}, of which are mistakes {true} ({true / max(1, called):.1%}; goal 95 %)")
    print(f"mistakes of {GRAVE} and more {grave}, of which found {caught} ({caught / max(1, grave):.1%}; goal 90 %)")
    usually, seldom = np.mean(wrong), np.quantile(wrong, 0.95)
    print(f"wrong about the cost by {usually:.4f} on average (goal 0.05), by more than {seldom:.3f} in 1 of 20")
    return true >= 0.95 * called and caught >= 0.9 * grave and float(usually) <= 0.05


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
    one.add_argument("--games", type=Path, help="a folder of recorded games (.egn)")
    one.add_argument("--count", type=int, default=1000)
    one.add_argument("--worlds", type=int, default=4096)
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
