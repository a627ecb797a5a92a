"""Measure luck and skill by simulation: does the judge's skill order the levels as duplicate matches do?

    python bench/luck.py --games 1000 --processes 16 [--picture docs/pictures/luck-and-skill.svg]

Every two levels meet in whole games. Each game is played twice with the same cards, and the sides change seats for the
second time, so half of the games are a duplicate of the other half. The judge weighs every decision. Printed for each
level: its skill per hand by the judge, beside its points per hand in the duplicates against the same opponents, both
with standard errors; then the correlation of the two, pair of games by pair of games, and what is left of the
spread of a game's score when the luck is taken out. Ends with status 1 if the two orders differ by more than chance,
or if anything does not add up.

    python bench/luck.py --averages 20000 --processes 16

counts the average hand of every rulebook instead and writes it to `averages.json`, beside the code that reads it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import hypot, sqrt
from pathlib import Path
from random import Random
from statistics import correlation, fmean, stdev
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from bowerbird.players import Player, player
from bowerbird.players.automatic import next_automatic
from bowerbird.players.judge.judge import Bounds
from bowerbird.players.luck import par as par_module
from bowerbird.players.luck.fortune import Fortune
from bowerbird.players.luck.game import fortune_of, weigh
from bowerbird.players.luck.par import hand_rules, par
from bowerbird.players.spread import spread
from bowerbird.rulebook import book_names, load_rulebook
from bowerbird.seats import Seat, Side
from bowerbird.table import Open, State, Table, step
from common import parser_for  # type: ignore[import-not-found]  # beside this file
from luck_picture import draw  # type: ignore[import-not-found]  # beside this file

LEVELS: Final = ("novice", "simple", "club", "sampler", "expert", "master")
AVERAGES: Final = Path(par_module.__file__).with_name("averages.json")
#: Standard errors by which two levels must differ for their order to count.
CLEAR: Final = 2.0
#: Deals in one piece of work when averages are counted.
AT_ONCE: Final = 100


class Piece(msgspec.Struct, frozen=True):
    """A game to be played twice: the levels, and the number of its cards."""

    book: str
    levels: tuple[str, str]
    seed: int
    worlds: int = 0


class Played(NamedTuple):
    """What one level did in both games of a piece, or its opponents: skill, points ahead and hands."""

    level: str
    against: str
    seed: int
    skill: float
    error: float
    ahead: int
    fall: float
    deal: float
    hands: int


def play(piece: Piece) -> tuple[list[Played], list[tuple[float, float]]]:
    """Play and judge a game twice. Also returns each game's score, and what is left of it without the luck."""
    tables = [_game(piece, piece.levels), _game(piece, piece.levels[::-1])]
    bounds = Bounds((max(8, piece.worlds // 4), piece.worlds)) if piece.worlds else None
    fortunes = [fortune_of(table, weigh(table, bounds)) for table in tables]
    for table, fortune in zip(tables, fortunes, strict=True):
        _check(table, fortune)
    hands = sum(len(fortune.hands) for fortune in fortunes)
    found = []
    for place, level in enumerate(piece.levels):
        # The level sits North and South in the first game and East and West in the second, or the other way round.
        sides = Side(place), Side(1 - place)
        own = [fortune.game.skill[seat] for fortune, side in zip(fortunes, sides, strict=True) for seat in side.seats]
        signs = [1 - 2 * side for side in sides]
        found.append(
            Played(
                level,
                piece.levels[1 - place],
                piece.seed,
                sum(each.value for each in own),
                hypot(*(each.error for each in own)),
                sum(sign * fortune.game.points for sign, fortune in zip(signs, fortunes, strict=True)),
                sum(sign * fortune.game.fall.value for sign, fortune in zip(signs, fortunes, strict=True)),
                sum(sign * fortune.game.deal.value for sign, fortune in zip(signs, fortunes, strict=True)),
                hands,
            )
        )
    without = [
        (float(fortune.game.points), fortune.game.points - fortune.game.deal.value - fortune.game.fall.value)
        for fortune in fortunes
    ]
    return found, without


def _game(piece: Piece, levels: Sequence[str]) -> Table:
    book = load_rulebook(piece.book)
    sides: list[Player] = [player(level, 2 * piece.seed + side) for side, level in enumerate(levels)]
    table = Table(book, [Open(dealer=Seat(piece.seed % 4))])
    while not table.state.is_over:
        dice = Random(f"{piece.seed}/{len(table.state.results)}")
        fact = next_automatic(book, table.state, dice)
        if fact is None:
            assert table.state.turn is not None
            fact = sides[table.state.turn.side].choose(book, table.view(table.state.turn))
        table.push(fact)
    return table


def _check(table: Table, fortune: Fortune) -> None:
    """Everything adds up, exactly."""
    for each in (fortune.game, *fortune.hands):
        skill = sum((1 if seat.side is Side.NS else -1) * each.skill[seat].value for seat in Seat)
        total = each.average.value + each.deal.value + skill + each.bots.value + each.fall.value + each.rules
        assert total == each.points
    assert fortune.game.points == table.state.score[0] - table.state.score[1]


class Line(msgspec.Struct, frozen=True):
    """A level in figures, per hand for a pair of this level: the judge's skill, and points ahead in duplicates.

    `relative` is the skill less that of the opponents, which is what the points ahead should be.
    """

    level: str
    hands: int
    skill: float
    skill_error: float
    relative: float
    relative_error: float
    ahead: float
    ahead_error: float
    fall: float
    fall_error: float


def lines_of(played: Sequence[Played], levels: Sequence[str]) -> list[Line]:
    """The figures of each level."""
    opponents = {(each.seed, each.level, each.against): each for each in played}
    lines = []
    for level in levels:
        own = [each for each in played if each.level == level]
        others = [opponents[each.seed, each.against, each.level] for each in own]
        hands = [each.hands for each in own]
        skill = _rate([each.skill for each in own], hands)
        relative = _rate([each.skill - other.skill for each, other in zip(own, others, strict=True)], hands)
        ahead = _rate([each.ahead for each in own], hands)
        fall = _rate([each.fall for each in own], hands)
        lines.append(Line(level, sum(hands), *skill, *relative, *ahead, *fall))
    return lines


def _rate(sums: Sequence[float], hands: Sequence[int]) -> tuple[float, float]:
    """A figure per hand, with its standard error. A pair of games is one observation; games differ in length."""
    rate = sum(sums) / sum(hands)
    left = [each - rate * count for each, count in zip(sums, hands, strict=True)]
    count = len(sums)
    error = sqrt(sum(each * each for each in left) * count / (count - 1)) / sum(hands) if count > 1 else 0.0
    return rate, error


def agree(lines: Sequence[Line]) -> list[str]:
    """Pairs of levels whose order by skill clearly contradicts that by duplicates."""
    wrong = []
    for one, other in combinations(lines, 2):
        by_skill, by_points = one.relative - other.relative, one.ahead - other.ahead
        sure = abs(by_skill) > CLEAR * hypot(one.relative_error, other.relative_error)
        sure = sure and abs(by_points) > CLEAR * hypot(one.ahead_error, other.ahead_error)
        if sure and (by_skill > 0) != (by_points > 0):
            wrong.append(f"{one.level} and {other.level}")
    return wrong


def pieces(book: str, levels: Sequence[str], games: int, seed: int, worlds: int) -> list[Piece]:
    """Pairs of games, every two levels in turn."""
    meetings = list(combinations(levels, 2))
    return [
        Piece(book, meetings[number % len(meetings)], seed + number, worlds) for number in range(max(1, games // 2))
    ]


def show(lines: Iterable[Line]) -> None:
    """Print the table of levels, by skill."""
    print(f"{'level':10}{'hands':>8}{'skill a hand':>18}{'less opponents':>18}{'in duplicates':>18}{'fall':>18}")
    for line in sorted(lines, key=lambda each: each.relative):
        figures = (
            (line.skill, line.skill_error),
            (line.relative, line.relative_error),
            (line.ahead, line.ahead_error),
            (line.fall, line.fall_error),
        )
        print(f"{line.level:10}{line.hands:8}" + "".join(f"{value:+10.3f} ± {error:.3f}" for value, error in figures))


class Deals(msgspec.Struct, frozen=True):
    """Deals to be priced, from one number on."""

    book: str
    start: int
    stop: int


def price(deals: Deals) -> list[float]:
    """The par of each deal for the dealer's side: the mean of four, with every hand in every seat once.

    What luck gives one side in one of them it gives the other side in the next, so few deals are enough.
    """
    book = load_rulebook(deals.book)
    found = []
    for number in range(deals.start, deals.stop):
        dice = Random(f"average/{deals.book}/{number}")
        state = step(book, State(), Open(dealer=Seat.N))
        while (chore := next_automatic(book, state, dice)) is not None:
            state = step(book, state, chore)
        if state.turn is state.dealer.left:  # a turned-up joker waits for the dealer
            found.append(fmean(par(book, _turned(state, by)).value for by in range(4)))
    return found


def _turned(state: State, by: int) -> State:
    """The same table with the hands further round."""
    held = state.hand.held[by:] + state.hand.held[:by]
    return replace(state, hand=replace(state.hand, held=held, dealt=held))


def count_averages(deals: int, processes: int) -> None:
    """Count the average hand of every rulebook."""
    averages = {}
    for name in book_names():
        work = [Deals(name, start, min(start + AT_ONCE, deals)) for start in range(0, deals, AT_ONCE)]
        worths = [worth for found in spread(price, work, processes) for worth in found]
        gain, error = fmean(worths), stdev(worths) / sqrt(len(worths))
        averages[name] = {"rules": hand_rules(load_rulebook(name)), "gain": round(gain, 4), "error": round(error, 4)}
        print(f"{name:18}{gain:+.4f} ± {error:.4f}", flush=True)
    AVERAGES.write_text(json.dumps(averages, indent=1) + "\n", "utf-8")


def main() -> None:
    """Simulate, print, and draw."""
    parser = parser_for(__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--levels", nargs="+", default=list(LEVELS))
    parser.add_argument("--rules", default="bicycle")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--worlds", type=int, default=0, help="the most worlds for a decision; 0 as in a review")
    parser.add_argument("--picture", type=Path, help="draw it, as SVG")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    parser.add_argument("--averages", type=int, default=0, metavar="DEALS", help="count average hands instead")
    given = parser.parse_args()
    if given.averages:
        count_averages(given.averages, given.processes)
        return
    found: list[Played] = []
    scores: list[tuple[float, float]] = []
    work = pieces(given.rules, given.levels, given.games, given.seed, given.worlds)
    for done, (played, without) in enumerate(spread(play, work, given.processes), 1):
        found += played
        scores += without
        if done % 50 == 0:
            print(f"{2 * done} of {2 * len(work)} games", flush=True)
    lines = lines_of(found, given.levels)
    show(lines)
    opponents = {(each.seed, each.level, each.against): each for each in found}
    skills = [(each.skill - opponents[each.seed, each.against, each.level].skill) / each.hands for each in found]
    same = correlation(skills, [each.ahead / each.hands for each in found])
    raw, left = (stdev(each) for each in zip(*scores, strict=True))
    print(f"\nCorrelation of skill and duplicate result over {len(work)} pairs of games: {same:.3f}")
    print(f"Spread of a game's score: {raw:.2f} points; without the luck of deal and fall: {left:.2f}")
    wrong = agree(lines)
    print(f"Orders differ: {', '.join(wrong)}" if wrong else "Skill orders the levels as duplicates do.")
    if given.json:
        given.json.write_bytes(msgspec.json.format(msgspec.json.encode({"correlation": same, "levels": lines})))
    if given.picture:
        about = f"{2 * len(work):,} games, each pair with the same cards. Correlation {same:.2f}."
        given.picture.write_text(draw(lines, about), "utf-8")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
