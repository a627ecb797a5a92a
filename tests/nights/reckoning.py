"""A second calculation of a whole night, from what was said aloud: who sat where, the points, who came and went.

It shares no line with the program. Where the program folds facts and derives everything from rulebooks, this goes
through the night as a secretary would with pencil and paper, one club at a time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Set
from dataclasses import dataclass, field
from fractions import Fraction

Chairs = tuple[str, str, str, str]
Worth = Callable[[int, int], tuple[Fraction, Fraction]]


@dataclass
class Game:
    """One game of the room: tables with their four people from North, clockwise."""

    meeting: int
    tables: dict[int, Chairs]
    out: tuple[str, ...]
    counts: bool = True
    subs: dict[str, str] = field(default_factory=dict)
    points: dict[int, tuple[int, int]] = field(default_factory=dict)
    loners: dict[int, tuple[int, int, int, int]] = field(default_factory=dict)
    euchred: dict[int, tuple[int, int]] = field(default_factory=dict)
    by_hand: bool = False  # the director's hand placed people
    idle: dict[int, set[str]] = field(default_factory=dict)  # tables that do not play, with whom they wait for


@dataclass
class Diary:
    """A night, or a series of them, as somebody in the room would have written it down."""

    people: list[str]
    teams: list[tuple[str, str]] = field(default_factory=list)
    games: list[Game] = field(default_factory=list)
    meetings: int = 0
    absent: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    subbed: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    payers: list[str] = field(default_factory=list)
    sitting: set[str] = field(default_factory=set)
    off: list[tuple[str, int]] = field(default_factory=list)


def cents(value: Fraction) -> Fraction:
    """To two decimals, halves up."""
    return Fraction(int(value * 100 + Fraction(1, 2)), 100)


def mean(values: list[Fraction]) -> Fraction:
    """The mean to two decimals; of nothing, nothing."""
    return cents(sum(values, Fraction(0)) / len(values)) if values else Fraction(0)


# What a game is worth.


def ccc(ns: int, ew: int) -> tuple[Fraction, Fraction]:
    """The winner's score plus the margin, the loser's own points."""
    return (Fraction(2 * ns - ew), Fraction(ew)) if ns > ew else (Fraction(ns), Fraction(2 * ew - ns))


def plain(ns: int, ew: int) -> tuple[Fraction, Fraction]:
    """The points as made."""
    return Fraction(ns), Fraction(ew)


def match_points(ns: int, ew: int) -> tuple[Fraction, Fraction]:
    """Two for a win, one each for a draw."""
    return Fraction(2 * (ns > ew) + (ns == ew)), Fraction(2 * (ew > ns) + (ns == ew))


def one_win(ns: int, ew: int) -> tuple[Fraction, Fraction]:
    """One for a win."""
    return Fraction(ns > ew), Fraction(ew > ns)


# Totals.


def people_totals(
    diary: Diary, worth: Worth, *, rest_is_mean: bool = False, loner_bonus: int = 0
) -> dict[str, Fraction]:
    """Everybody's total of one evening, without people who never came."""
    totals = dict.fromkeys(diary.payers, Fraction(0))
    for game in diary.games:
        brought: list[Fraction] = []
        for number, chairs in game.tables.items():
            if number not in game.points:
                continue
            for seat, name in enumerate(chairs):
                got = worth(*game.points[number])[seat % 2]
                got += loner_bonus * game.loners.get(number, (0, 0, 0, 0))[seat]
                brought.append(got)
                totals[name] = totals.get(name, Fraction(0)) + got
        rest = mean(brought) if rest_is_mean else Fraction(0)
        waiting = [name for number, missing in game.idle.items() for name in game.tables[number] if name not in missing]
        for name in (*game.out, *waiting):
            totals[name] = totals.get(name, Fraction(0)) + rest
    for name, points in diary.off:
        if name in totals:
            totals[name] -= points
    return totals


def ccc_weeks(diary: Diary) -> dict[str, list[Fraction]]:
    """Everybody's weeks: played, zero for an absence without a sub, else the mean of the others for who could not play.

    The series is over: averages are final.
    """
    weeks: dict[str, list[Fraction | None]] = {name: [] for name in diary.people}
    for meeting in range(1, diary.meetings + 1):
        got: dict[str, Fraction] = {}
        for game in diary.games:
            if game.meeting != meeting or not game.counts:
                continue
            for number, chairs in game.tables.items():
                if number in game.points:
                    for seat, name in enumerate(chairs):
                        got[name] = got.get(name, Fraction(0)) + ccc(*game.points[number])[seat % 2]
        for name in diary.people:
            away = name in diary.absent[meeting] and name not in diary.subbed[meeting] and name not in got
            weeks[name].append(Fraction(0) if away else got.get(name))
    settled = {}
    for name, own in weeks.items():
        known = [week for week in own if week is not None]
        settled[name] = [mean(known) if week is None else week for week in own]
    return settled


def dimes(diary: Diary, stake: int) -> dict[str, int]:
    """What everybody has won or lost in dimes, whoever really played."""
    money: dict[str, int] = defaultdict(int)
    for game in diary.games:
        for number, chairs in game.tables.items():
            if number not in game.points:
                continue
            played = [game.subs.get(name, name) for name in chairs]
            ns, ew = game.points[number]
            euchred = game.euchred.get(number, (0, 0))
            alone = game.loners.get(number, (0, 0, 0, 0))
            kitty = 0
            for side in (0, 1):
                marched = alone[1 - side] + alone[3 - side]
                lost = (ns < ew) if side == 0 else (ew < ns)
                each = stake * (1 + euchred[side] + marched + lost)
                for seat in (side, side + 2):
                    money[played[seat]] -= each
                    kitty += each
            winners = (0, 2) if ns > ew else (1, 3)
            for seat in winners:
                money[played[seat]] += kitty // 2
    return dict(money)


# Places.


def places(keys: dict[str, tuple[Fraction, ...]]) -> dict[str, int]:
    """Places by descending keys; equal keys share a place, and the next counts the people before it."""
    return {name: 1 + sum(other > own for other in keys.values()) for name, own in keys.items()}


def tallies(diary: Diary) -> dict[str, tuple[int, int, int]]:
    """Wins, points and lone marches of everybody who came."""
    found = {name: [0, 0, 0] for name in diary.payers}
    for game in diary.games:
        for number, chairs in game.tables.items():
            if number not in game.points:
                continue
            ns, ew = game.points[number]
            for seat, name in enumerate(chairs):
                own = found.setdefault(name, [0, 0, 0])
                mine, theirs = (ns, ew) if seat % 2 == 0 else (ew, ns)
                own[0] += mine > theirs
                own[1] += mine
                own[2] += game.loners.get(number, (0, 0, 0, 0))[seat]
    return {name: (wins, points, loners) for name, (wins, points, loners) in found.items()}


# The pot.


def payouts(diary: Diary, fee: int, shares: list[int], place_of: dict[str, int]) -> dict[frozenset[str], Fraction]:
    """What each group of level people gets together, to the last cent; who has the odd cent is open."""
    pot = fee * len(diary.payers)
    shares = shares[: len(place_of)]
    prizes = [pot * share // sum(shares) for share in shares]
    for place in range(pot - sum(prizes)):
        prizes[place % len(prizes)] += 1
    groups: dict[frozenset[str], Fraction] = {}
    for place in sorted(set(place_of.values())):
        level = frozenset(name for name, own in place_of.items() if own == place)
        groups[level] = Fraction(sum(prizes[place - 1 : place - 1 + len(level)]))
    return groups


# Movements. Each returns what is wrong, or nothing.


def winners_and_losers(chairs: Chairs, points: tuple[int, int]) -> tuple[set[str], set[str]]:
    """The pairs; a draw has no winners here."""
    ns, ew = {chairs[0], chairs[2]}, {chairs[1], chairs[3]}
    return (ns, ew) if points[0] > points[1] else (ew, ns)


def partners(game: Game) -> set[frozenset[str]]:
    """Every pair of the game."""
    return {frozenset(chairs[side::2]) for chairs in game.tables.values() for side in (0, 1)}


def st_joe_moved(before: Game, after: Game) -> str:
    """Losers go to the next table together, winners stay and part. With everybody still there."""
    last = max(before.tables)
    for number, chairs in before.tables.items():
        if number not in before.points:
            return ""
        winners, losers = winners_and_losers(chairs, before.points[number])
        to = number % last + 1
        if not winners <= set(after.tables[number]):
            return f"winners of table {number} did not stay"
        if not losers <= set(after.tables[to]):
            return f"losers of table {number} are not at table {to}"
    kept = partners(before) & partners(after)
    return f"{kept} kept the partner" if kept else ""


def beside_sitting_player(chairs: Chairs, after: Chairs, kept: int) -> str:
    """The sitting player stays, the left neighbour goes to the right seat, the two others leave. Win or lose."""
    left, partner, right = (chairs[(kept + step) % 4] for step in (1, 2, 3))
    if after[kept] != chairs[kept]:
        return f"{chairs[kept]} did not keep the chair"
    if after[(kept + 3) % 4] != left:
        return f"{left} is not on the right of {chairs[kept]}"
    return f"{partner} or {right} did not leave" if {partner, right} & set(after) else ""


def national_moved(before: Game, after: Game, sitting: Set[str] = frozenset()) -> str:
    """Winners go one up and one down, losers stay and part. Draws are left out: the cut decides them.

    At the table of a sitting player all move as they must, whatever the score.
    """
    count = len(before.tables)
    for number, chairs in before.tables.items():
        kept = [seat for seat, name in enumerate(chairs) if name in sitting]
        if kept:
            if count > 1 and (wrong := beside_sitting_player(chairs, after.tables[number], kept[0])):
                return wrong
            continue
        if number not in before.points or before.points[number][0] == before.points[number][1]:
            continue
        winners, losers = winners_and_losers(chairs, before.points[number])
        if not losers <= set(after.tables[number]):
            return f"losers of table {number} did not stay"
        if frozenset(losers) in partners(after):
            return f"losers of table {number} are partners again"
        up, down = number % count + 1, (number - 2) % count + 1
        went = sorted(table for table, people in after.tables.items() for name in people if name in winners)
        if went != sorted((up, down)):
            return f"winners of table {number} went to {went}, not {sorted((up, down))}"
    return ""


def ccc_moved(before: Game, after: Game) -> str:
    """Within a sitting the pivot stays and the three others move one chair; everybody partners everybody."""
    for number, (north, east, south, west) in before.tables.items():
        if after.tables.get(number) != (north, west, east, south):
            return f"table {number}: {before.tables[number]} became {after.tables.get(number)}"
    return ""


def alberta_moved(before: Game, after: Game) -> str:
    """A teams go up one table, from the last to the first; B teams stay. With every team at a table."""
    last = max(before.tables)
    for number, chairs in before.tables.items():
        to = number % last + 1
        if after.tables[number][1::2] != chairs[1::2]:
            return f"the B team of table {number} did not stay"
        if after.tables[to][0::2] != chairs[0::2]:
            return f"the A team of table {number} is not at table {to}"
    return ""
