"""The A line and the B line of teams that move past each other, and the circle of a full round robin.

At table t the A team sits North and South, the B team East and West. With an odd number of teams the last place of
the B line is empty, and the A team that comes to it has a bye. Teams are names; this does not depend on scores.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec

from bowerbird.event.movements._places import EMPTY

__all__ = [
    "LineMove",
    "Lines",
    "Met",
    "line_up",
    "meetings",
    "move_lines",
    "pairs_repeat_after",
    "rejoin",
    "round_robin",
]

LineMove: TypeAlias = Literal["A up", "B down", "both"]
#: The number of meetings of each two teams.
Met: TypeAlias = Mapping[frozenset[str], int]


class Lines(msgspec.Struct, frozen=True):
    """The teams by table; an empty name is an empty place."""

    a: tuple[str, ...]
    b: tuple[str, ...]

    def teams(self) -> list[str]:
        """Everybody in the two lines."""
        return [team for team in (*self.a, *self.b) if team != EMPTY]


def line_up(teams: Sequence[str]) -> Lines:
    """Teams to tables two by two: A, B at table 1, A, B at table 2, and so on."""
    return Lines(tuple(teams[::2]), (*teams[1::2], *[EMPTY] * (len(teams) % 2)))


def move_lines(lines: Lines, move: LineMove) -> Lines:
    """Move the lines for the next game: the A line up one table, or the B line down one, or both."""
    a, b = lines.a, lines.b
    if move != "B down":
        a = (*a[-1:], *a[:-1])
    if move != "A up":
        b = (*b[1:], *b[:1])
    return Lines(a, b)


def pairs_repeat_after(tables: int, move: LineMove) -> int:
    """The number of games before the same teams meet again, if every move is this one."""
    return tables // 2 if move == "both" and tables % 2 == 0 else tables


def rejoin(lines: Lines, here: Sequence[str], met: Met) -> Lines:
    """The lines without teams that left and with teams that came: holes are filled first, else the lines close up."""
    present = set(here)
    a, b = ([team if team in present else EMPTY for team in line] for line in (lines.a, lines.b))
    coming = [team for team in here if team not in set(lines.teams())]
    for line in (b, a):
        for place, team in enumerate(line):
            if team == EMPTY and coming:
                line[place] = coming.pop(0)
    holes = a.count(EMPTY) + b.count(EMPTY)
    if not coming and EMPTY not in a and holes <= 1:
        return Lines(tuple(a), tuple(b))
    return _close_up([team for team in a if team], [team for team in b if team], coming, met)


def _close_up(a: list[str], b: list[str], coming: list[str], met: Met) -> Lines:
    """Lines of even length, the A line turned so that as few teams as possible meet again."""
    for team in coming:
        (a if len(a) <= len(b) else b).append(team)
    while len(a) > len(b) + 1:
        b.append(a.pop())
    while len(b) > len(a):
        a.append(b.pop())
    b += [EMPTY] * (len(a) - len(b))

    def repeats(turn: int) -> int:
        return sum(met.get(frozenset(pair), 0) for pair in zip(a[turn:] + a[:turn], b, strict=True))

    turn = min(range(len(a)), key=repeats)
    return Lines((*a[turn:], *a[:turn]), tuple(b))


def round_robin(teams: Sequence[str], met: Met) -> Lines:
    """The turn of the circle in which the fewest of these teams meet again; a bye counts as a meeting with nobody.

    One team stays in place and the rest turn around it, so 2T teams have 2T - 1 rounds without a repeat.
    """
    circle = [*teams, *[EMPTY] * (len(teams) % 2)]
    fixed, others = circle[0], circle[1:]
    half = len(circle) // 2
    best: tuple[int, list[tuple[str, str]]] | None = None
    for turn in range(len(others)):
        ring = [fixed, *others[turn:], *others[:turn]]
        pairs = [(ring[place], ring[-1 - place]) for place in range(half)]
        repeats = sum(met.get(frozenset(pair), 0) for pair in pairs)
        if best is None or repeats < best[0]:
            best = repeats, pairs
        if not repeats:
            break
    assert best is not None
    pairs = [(second, EMPTY) if first == EMPTY else (first, second) for first, second in best[1]]
    pairs.sort(key=lambda pair: pair[1] == EMPTY)
    return Lines(tuple(first for first, _ in pairs), tuple(second for _, second in pairs))


def meetings(games: Sequence[tuple[str, str]]) -> Counter[frozenset[str]]:
    """Count the meetings of each two teams."""
    return Counter(frozenset(game) for game in games)
