"""Ratings: anchor the bots by matches, and show that simulated people of known strength are ranked rightly.

    python bench/ratings.py                       # simulate a hall, print the figures; exit 1 if a goal is missed
    python bench/ratings.py --picture             # and draw docs/pictures/ratings.svg
    python bench/ratings.py --anchors             # fit the bots' ratings to the matches below, write anchors.json
    python bench/ratings.py --play 600            # play bots against each other; exit 1 if their order is wrong

The simulated people play in changing teams of two, now and then with bots. A game is won with the chance that the model
gives for the true strengths, so this shows how fast ratings find them in spite of luck and partners.
"""

from __future__ import annotations

import random
from itertools import pairwise
from math import exp, log, sqrt
from pathlib import Path

import msgspec

from bowerbird.learn.ratings import BETA, NEW, POINTS, Rating, Result, anchors, bot, chance_to_win, rate
from common import Stopwatch, at_least, parser_for, progress, tell  # type: ignore[import-not-found]  # beside this file

ROOT = Path(__file__).resolve().parents[1]
ANCHORS = ROOT / "src" / "bowerbird" / "learn" / "anchors.json"
PICTURE = ROOT / "docs" / "pictures" / "ratings.svg"

#: Games of pairs of equal bots, by the bicycle rules on duplicate deals: two levels, the number of games, and the share
#: that the first has won. Each line is `bowerbird match A B --rules bicycle`; see docs/players.md.
MATCHES = (
    ("novice", "random", 116, 0.996),  # it won them all: half a game is taken off
    ("simple", "novice", 270, 0.66),
    ("club", "simple", 276, 0.59),
    ("club", "novice", 287, 0.71),
    ("sampler", "club", 371, 0.50),
    ("expert", "club", 1923, 0.607),
    ("expert", "sampler", 1887, 0.586),
    ("master", "expert", 1922, 0.547),
    ("champion", "expert", 1928, 0.562),
    ("champion", "master", 1006, 0.514),
)
#: The level whose rating is that of a new player.
MIDDLE = "club"
#: Goals of the simulation with the usual numbers: the rank correlation after so many games each, and how often the true
#: strength lies within the doubt that is shown, where it should two times in three.
GOALS = {20: 0.35, 100: 0.65, 400: 0.88}
WITHIN = (0.6, 0.76)
#: The levels that games tell apart, weakest first. The good club player is as strong as the club player, and the
#: champion wins 51 of 100 games against the master.
LADDER = ("novice", "simple", "club", "expert", "master")
#: Pairs of each level among which its games are shared out. A rating follows the last few hundred games, because people
#: learn; the mean of several forgets less.
PAIRS = 4


def fitted() -> dict[str, tuple[float, float]]:
    """The ratings under which the matches are most likely, with standard errors, by Newton's method."""
    import numpy as np

    levels = [level for level in dict.fromkeys(name for match in MATCHES for name in match[:2]) if level != MIDDLE]
    place = {level: number for number, level in enumerate(levels)}
    # Both players of a pair are of one level, so the teams are twice as far apart as the players.
    factor = 2 / (sqrt(2) * BETA)
    at = np.zeros(len(levels))
    for _ in range(50):
        slope, curve = np.zeros(len(levels)), np.eye(len(levels)) * 1e-9
        for first, second, games, share in MATCHES:
            row = np.zeros(len(levels))
            for level, sign in ((first, 1), (second, -1)):
                if level in place:
                    row[place[level]] = sign * factor
            chance = 1 / (1 + exp(-float(row @ at)))
            slope += row * games * (share - chance)
            curve += np.outer(row, row) * games * chance * (1 - chance)
        at = at + np.linalg.solve(curve, slope)
    errors = np.sqrt(np.diag(np.linalg.inv(curve)))
    found = {level: (NEW.mu + float(at[place[level]]), float(errors[place[level]])) for level in levels}
    return found | {MIDDLE: (NEW.mu, 0.0)}


def write_anchors() -> None:
    """Write the shipped file."""
    found = {level: {"mu": round(mu, 2), "error": round(error, 2)} for level, (mu, error) in fitted().items()}
    weakest_first = dict(sorted(found.items(), key=lambda each: each[1]["mu"]))
    shipped = {"command": "python bench/ratings.py --anchors", "matches": MATCHES, "anchors": weakest_first}
    ANCHORS.write_bytes(msgspec.json.format(msgspec.json.encode(shipped), indent=1) + b"\n")
    for level, anchor in weakest_first.items():
        print(f"{level:10} {Rating(anchor['mu'], anchor['error']).points:5} ± {POINTS * anchor['error']:.0f}")


def rank_correlation(first: list[float], second: list[float]) -> float:
    """Spearman's rank correlation of numbers without ties."""

    def ranks(values: list[float]) -> list[int]:
        order = sorted(range(len(values)), key=values.__getitem__)
        return [order.index(place) for place in range(len(values))]

    count = len(first)
    apart = sum((one - other) ** 2 for one, other in zip(ranks(first), ranks(second), strict=True))
    return 1 - 6 * apart / (count * (count * count - 1))


def simulated(people: int, games_each: int, seed: int) -> list[tuple[int, float, float]]:
    """A hall: the number of games each, the rank correlation, and how many are within their doubt, as it goes on."""
    dice = random.Random(seed)
    true = {f"p{number}": Rating(dice.gauss(NEW.mu, NEW.sigma), 0) for number in range(people)}
    bots = {name: rating for name, rating in anchors().items() if name != bot("random")}
    exact = true | bots
    now: dict[str, Rating] = {}
    found = []
    marks = {round(games_each ** (step / 24)) for step in range(25)} | set(GOALS)
    for number in range(1, games_each + 1):
        order = list(true)
        dice.shuffle(order)
        for start in range(0, len(order) - 3, 4):
            four = order[start : start + 4]
            for place in range(4):
                if dice.random() < 0.15:  # a bot takes this chair, and the person plays elsewhere next time
                    four[place] = dice.choice(list(bots))
            teams = (four[0], four[1]), (four[2], four[3])
            chance = chance_to_win(*([exact[player] for player in team] for team in teams))
            won = dice.random() < chance
            now = now | _only(
                four, rate({name: now[name] for name in four if name in now}, [Result(teams, (won, not won))])
            )
        if number in marks:
            known = [name for name in true if name in now]
            right = rank_correlation([now[name].mu for name in known], [true[name].mu for name in known])
            within = sum(abs(now[name].mu - true[name].mu) <= now[name].sigma for name in known) / len(known)
            found.append((number, right, within))
    return found


def _only(names: list[str], found: dict[str, Rating]) -> dict[str, Rating]:
    return {name: found[name] for name in names if name in found}


def averaged(people: int, games: int, halls: int) -> list[tuple[int, float, float]]:
    """The mean of several halls."""
    runs = [simulated(people, games, seed) for seed in range(halls)]
    return [
        (each[0][0], sum(one[1] for one in each) / halls, sum(one[2] for one in each) / halls)
        for each in zip(*runs, strict=True)
    ]


def draw(line: list[tuple[int, float, float]], people: int, halls: int) -> None:
    """The picture: rank correlation by the number of games, which is on a scale of doublings."""
    wide, high, left, top, bottom = 720, 400, 70, 30, 60
    most = line[-1][0]

    def spot(games: float, value: float) -> tuple[float, float]:
        across = left + (wide - left - 30) * log(max(games, 1)) / log(most)
        return round(across, 1), round(top + (high - top - bottom) * (1 - value), 1)

    path = "M" + "L".join(f"{x},{y}" for x, y in (spot(games, value) for games, value, _ in line))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img" '
        'font-family="sans-serif" font-size="15">',
        "<title>How well ratings rank people by their true strength, by the number of games each has played</title>",
        f'<rect width="{wide}" height="{high}" fill="#fffdf7"/>',
    ]
    for tenth in range(0, 11, 2):
        x, y = spot(1, tenth / 10)
        parts.append(f'<path d="M{x},{y}H{wide - 30}" stroke="#e2d6b3"/>')
        parts.append(f'<text x="{x - 10}" y="{y + 5}" text-anchor="end">{tenth / 10:.1f}</text>')
    for games in (tick for tick in (1, 5, 20, 100, 400) if tick <= most):
        x, y = spot(games, 0)
        parts.append(f'<path d="M{x},{y}v6" stroke="#6d6240"/>')
        parts.append(f'<text x="{x}" y="{y + 24}" text-anchor="middle">{games}</text>')
    parts.append(f'<path d="{path}" fill="none" stroke="#2456c7" stroke-width="4" stroke-linejoin="round"/>')
    below = f"games each ({people} people, mean of {halls} halls)"
    parts.append(f'<text x="{wide / 2}" y="{high - 8}" text-anchor="middle">{below}</text>')
    parts.append(f'<text x="{left}" y="18">rank correlation of rating and true strength</text></svg>')
    PICTURE.write_text("\n".join(parts) + "\n", "utf-8")


def played(games: int, workers: int) -> None:
    """Play the levels against each other, rate them as if they were people, and see if they come out in order."""
    from bowerbird.players.match import Entrant, Plan, run
    from bowerbird.rulebook import load_rulebook

    watch, dice = Stopwatch(), random.Random(1)
    results, details = [], {}
    book = load_rulebook("bicycle")
    for weaker, stronger in ((weaker, one) for place, weaker in enumerate(LADDER) for one in LADDER[place + 1 :][:2]):
        found = run(Plan(book, Entrant(stronger), Entrant(weaker), seed=1, unit="game"), games, workers)
        won = round(found.games_share * found.games)
        details[f"{stronger} against {weaker}"] = [won, found.games]
        progress(f"{stronger} won {won} of {found.games} games against {weaker}, after {watch.seconds:.0f} s")
        for number in range(found.games):
            results.append(Result((_pair_of(stronger, dice), _pair_of(weaker, dice)), (number < won, number >= won)))
    dice.shuffle(results)
    now = rate({}, results, fixed={})
    pairs = {level: [now.get(f"{level} {number}", NEW) for number in range(PAIRS)] for level in LADDER}
    points = {level: sum(each.points for each in found) / PAIRS for level, found in pairs.items()}
    doubts = {level: sqrt(sum(each.doubt**2 for each in found)) / PAIRS for level, found in pairs.items()}
    figures: dict[str, float] = {f"{level}_points": round(points[level]) for level in LADDER}
    figures |= {f"{level}_doubt": round(doubts[level]) for level in LADDER}
    figures["least_step_by_its_doubt"] = round(
        min((points[two] - points[one]) / sqrt(doubts[one] ** 2 + doubts[two] ** 2) for one, two in pairwise(LADDER)), 2
    )
    tell(figures, at_least("least_step_by_its_doubt", 0), details=details)


def _pair_of(level: str, dice: random.Random) -> tuple[str, str]:
    """One of the pairs of a level. Its two players always play together, so both have the same rating."""
    number = dice.randrange(PAIRS)
    return f"{level} {number}", f"{level} {number}, partner"


def main() -> None:
    """Run it."""
    parser = parser_for(__doc__)
    parser.add_argument("--people", type=int, default=40)
    parser.add_argument("--games", type=int, default=400, help="games each")
    parser.add_argument("--halls", type=int, default=3)
    parser.add_argument("--picture", action="store_true")
    parser.add_argument("--anchors", action="store_true")
    parser.add_argument("--play", type=int, default=0, metavar="GAMES", help="each is played twice, with sides swapped")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    if given.anchors:
        write_anchors()
        return
    if given.play:
        played(given.play, given.workers)
        return
    line = averaged(given.people, given.games, given.halls)
    for games, right, within in line:
        progress(f"{games:5} games each: rank correlation {right:.2f}, {within:.0%} within their doubt")
    if given.picture:
        draw(line, given.people, given.halls)
    figures = {f"order_after_{games}_games": round(right, 3) for games, right, _ in line if games in GOALS}
    figures["within_their_doubt"] = round(line[-1][2], 3)
    outside = [games for games, _, within in line if games >= 50 and not WITHIN[0] <= within <= WITHIN[1]]
    problems = [f"the doubt is wrong after {games} games" for games in outside]
    goals = [at_least(f"order_after_{games}_games", GOALS[games]) for games, _, _ in line if games in GOALS]
    tell(figures, *goals, problems=problems)


if __name__ == "__main__":
    main()
