"""How true the judge is, and how quick.

    python bench/judge.py referee --games ../games --count 1000 --worlds 4096 --keep referee.jsonl
    python bench/judge.py master --hands 400
    python bench/judge.py pace --hands 20

`referee` compares its judgements of decisions with a referee's (`bench/referee.py`): the same question in thousands of
other worlds, with the large net in all seats. A third of the decisions each comes from `club`, `novice`, and people in
recorded games. Of the mistakes that the judge calls, at least 95 in 100 must cost 0.1 or more. How many are clearly
worse than the best choice is printed too. Of the mistakes of 0.2 points and more it must find at least 90 in 100, and
be wrong about the cost by at most 0.05 on average. With `--keep`, the referee's answers are kept in a file, and a later
run goes on from there, or asks the judge again after a change. `--only-kept` compares with the answers that are there.

`master` counts the mistakes that the judge finds in the master's own play, and asks the referee about each: at most
0.05 false alarms a hand, and the choice named first must be the master's, or as good, in 98 of 100. `pace` times clear
and doubtful decisions, beside the expert's. Each exits with 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple, TypeAlias

import numpy as np

import human  # type: ignore[import-not-found]  # beside this file
from bowerbird import Seat, load_rulebook
from bowerbird.machine import on_one_core
from bowerbird.players import player
from bowerbird.players.decisions import decisions_of_hand
from bowerbird.players.expert import ExpertPlayer
from bowerbird.players.judge import judge
from bowerbird.players.judge.judgement import MISTAKE
from bowerbird.players.net.inputs import knows
from bowerbird.players.spread import spread
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Fact, Phase, View
from common import at_most, parser_for, percentile, tell  # type: ignore[import-not-found]  # beside this file
from referee import Found, refereed  # type: ignore[import-not-found]  # beside this file

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


def judged(decision: Piece) -> Judged:
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


def decisions(games: Path | None, count: int) -> dict[str, Piece]:
    """Decisions of players and people, one in some, so that no hand counts for much, by who and number."""
    sources: list[tuple[str, Iterator[Piece], int]] = [
        (level, (each for number in itertools.count() for each in played(level, number)), 5)
        for level in ("club", "novice")
    ]
    if games is not None:
        recorded = (each for game in human.games(games) for each in human.decisions(game))
        pieces = ((each.book, each.view, each.chosen) for each in recorded)
        sources.append(("people", (piece for piece in pieces if knows(piece[0], piece[1])), 2))
    each = [_some(who, source, every) for who, source, every in sources]
    # One of each in turn, so that a part of the run is like the whole.
    in_turn = (piece for three in itertools.zip_longest(*each) for piece in three if piece is not None)
    return dict(itertools.islice(in_turn, count))


def _some(who: str, source: Iterator[Piece], every: int) -> Iterator[tuple[str, Piece]]:
    dice = Random(who)
    some = (piece for piece in source if not dice.randrange(every))
    return ((f"{who} {number}", piece) for number, piece in enumerate(some))


def _referee(question: tuple[str, Piece, int]) -> tuple[str, Found]:
    name, piece, worlds = question
    with on_one_core():
        return name, refereed(*piece, worlds)


def _answers(given: argparse.Namespace, asked: dict[str, Piece]) -> dict[str, Found]:
    """The referee's answers: those in the file, and the others, which go there as they come."""
    found: dict[str, Found] = {}
    if given.keep and given.keep.exists():
        kept = (json.loads(line) for line in given.keep.read_text().splitlines())
        found = {each["name"]: Found(*each["found"]) for each in kept if each["asked"] == given.worlds}
    missing = {} if given.only_kept else asked
    questions = [(name, piece, given.worlds) for name, piece in missing.items() if name not in found]
    for name, answer in spread(_referee, questions, given.workers, "processes"):
        found[name] = answer
        if given.keep:
            with given.keep.open("a") as file:
                file.write(json.dumps({"name": name, "asked": given.worlds, "found": answer}) + "\n")
    return {name: found[name] for name in asked if name in found}


def against_referee(given: argparse.Namespace) -> bool:
    """Compare with a referee of thousands of worlds."""
    asked = decisions(given.games, given.count)
    answers = _answers(given, asked)
    opinions = spread(judged, [asked[name] for name in answers], given.workers)
    both = list(zip(answers, answers.values(), opinions, strict=True))
    for name, referee, opinion in both:
        if opinion.mistake or referee.cost >= MISTAKE:
            told = f"{opinion.cost:.2f} ± {opinion.error:.2f}{' mistake' if opinion.mistake else ''}"
            print(f"{name} ({_kind(asked[name])}): judge {told}, referee {referee.cost:.2f} ± {referee.error:.2f}")
    by = Counter(name.split()[0] for name in answers)
    print(f"{len(both)} decisions ({', '.join(f'{count} of {who}' for who, count in by.items())})")
    errors = [referee.error for _, referee, _ in both]
    spread_of = np.quantile(errors, [0.5, 0.9, 0.99])
    print("standard errors of the referee, in 50, 90 and 99 of 100:", " ".join(f"{each:.3f}" for each in spread_of))
    called = [referee for _, referee, opinion in both if opinion.mistake]
    true = sum(referee.cost >= MISTAKE for referee in called)
    worse = sum(referee.cost > 2 * referee.error for referee in called)
    grave = [opinion for _, referee, opinion in both if referee.cost >= GRAVE]
    caught = sum(opinion.mistake for opinion in grave)
    wrong = [abs(referee.cost - opinion.cost) for _, referee, opinion in both]
    print(f"mistakes called {len(called)}, of which cost {MISTAKE} or more {_share(true, len(called))} (goal 95 %)")
    print(f"    and are clearly worse than the best {_share(worse, len(called))}")
    print(f"mistakes of {GRAVE} and more {len(grave)}, of which found {_share(caught, len(grave))} (goal 90 %)")
    usually, seldom = np.mean(wrong), np.quantile(wrong, 0.95)
    print(f"wrong about the cost by {usually:.4f} on average (goal 0.05), by more than {seldom:.3f} in 1 of 20")
    return true >= 0.95 * len(called) and caught >= 0.9 * len(grave) and float(usually) <= 0.05


def _share(part: int, whole: int) -> str:
    return f"{part} ({part / max(1, whole):.1%})"


def _kind(piece: Piece) -> str:
    """The kind of a decision: a call, a discard, a lead or a card that follows, and what was called."""
    _, seen, fact = piece
    kind = type(fact).__name__.lower() + (" alone" if getattr(fact, "alone", False) else "")
    if seen.phase is Phase.PLAY:
        kind = "follow" if seen.trick.plays and seen.trick.winner is None else "lead"
    return kind if not seen.tricks else f"{kind}, trick {len(seen.tricks) + 1}"


def played(level: str, number: int) -> Iterator[Piece]:
    """The open decisions of one hand of four players of a level."""
    book = load_rulebook(BOOKS[number % len(BOOKS)])
    dice, dealer = Random(f"judge/{level}/{number}"), Seat(number & 3)
    for _, seen, fact in decisions_of_hand(book, player(level, 1).choose, dice, dealer, any_score=True):
        if knows(book, seen):
            yield book, seen, fact


def _one_hand(hand: tuple[str, int]) -> list[tuple[Judged, Piece]]:
    return [(judged(each), each) for each in played(*hand)]


def of_master(given: argparse.Namespace) -> bool:
    """Count alarms in the master's own play, and those among them that the referee calls false."""
    hands = [("master", number) for number in range(given.hands)]
    every = [each for hand in spread(_one_hand, hands, given.workers, "processes") for each in hand]
    alarms = [(f"{found.cost:.2f}", piece, given.worlds) for found, piece in every if found.mistake]
    answers = list(spread(_referee, alarms, given.workers, "processes"))
    false = sum(found.cost < MISTAKE for _, found in answers)
    agreed = np.mean([found.as_good for found, _ in every])
    print(f"{given.hands} hands, {len(every)} decisions of the master")
    for said, found in answers:
        print(f"  the judge says {said}, the referee {found.cost:.2f} ± {found.error:.2f}")
    print(f"mistakes called: {len(alarms)}, {len(alarms) / given.hands:.4f} a hand")
    print(f"false alarms: {false}, {false / given.hands:.4f} a hand (goal 0.05)")
    print(f"its choice is named first, or as good: {agreed:.2%} (goal 98 %)")
    return bool(false <= 0.05 * given.hands and agreed >= 0.98)


def pace(given: argparse.Namespace) -> None:
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
    figures: dict[str, float] = {}
    for name, times in (("clear", clear), ("doubtful", doubtful)):
        if times:
            figures[f"{name}_median_ms"] = round(float(np.median(times)), 1)
            figures[f"{name}_p95_ms"] = round(percentile(times, 0.95), 1)
    figures |= {"hand_of_four_s": round(float(np.mean(whole)), 2), "expert_ms": round(float(np.mean(before)), 1)}
    tell(figures, at_most("clear_median_ms", 5), at_most("doubtful_median_ms", 100))


def main() -> None:
    """Read the command line and measure."""
    parser = parser_for(__doc__)
    commands = parser.add_subparsers(dest="what", required=True)
    one = commands.add_parser("referee")
    one.add_argument("--games", type=Path, help="a folder of recorded games (.egn)")
    one.add_argument("--count", type=int, default=1000)
    one.add_argument("--keep", type=Path, help="a file for the referee's answers, to go on from")
    one.add_argument("--only-kept", action="store_true", help="ask the referee nothing new")
    two = commands.add_parser("master")
    two.add_argument("--hands", type=int, default=400)
    for command in (one, two):
        command.add_argument("--worlds", type=int, default=4096)
    three = commands.add_parser("pace")
    three.add_argument("--hands", type=int, default=20)
    for command in (one, two, three):
        command.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    if given.what == "pace":
        pace(given)
    sys.exit(0 if (against_referee if given.what == "referee" else of_master)(given) else 1)


if __name__ == "__main__":
    main()
