"""Starts for a plan of rounds: the sit-outs, and rounds that are good before any search.

People are numbers here. Nothing in this module depends on the rounds played before, except through the sit-outs it is
given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bowerbird.event.schedule._dice import Dice
from bowerbird.event.schedule._known import KNOWN, LETTERS
from bowerbird.event.schedule._search import Seats

__all__ = ["circle", "known", "shuffled_rounds", "sit_outs"]


def sit_outs(times: Sequence[int], last: Sequence[int], rounds: int, dice: Dice) -> list[list[int]]:
    """The people who sit out in each of the coming rounds, if person p has sat out `times[p]` times so far.

    Nobody sits out twice in a row while others can; then people who sat out least come first, so that all stay within
    one of each other; then by lot. `last` are the people who sat out in the round just played.
    """
    people = len(times)
    count, before = list(times), set(last)
    plan = []
    for _ in range(rounds):
        turn = list(range(people))
        dice.shuffle(turn)
        turn.sort(key=lambda person: (person in before, count[person]))
        resting = turn[: people % 4]
        for person in resting:
            count[person] += 1
        before = set(resting)
        plan.append(resting)
    return plan


def shuffled_rounds(people: int, resting: Sequence[Sequence[int]], dice: Dice) -> list[Seats]:
    """Rounds in any order, with these people sitting out."""
    rounds = []
    for out in resting:
        seats = [person for person in range(people) if person not in out]
        dice.shuffle(seats)
        rounds.append(seats)
    return rounds


def circle(people: int, rounds: int) -> list[Seats]:
    """The circle method: nobody has a partner twice before everyone has had everyone.

    For a multiple of four one person stays put and the rest move round a ring by one chair each round; for one more
    than that all move, and the person at the top of the ring sits out. Partners are the two who face each other across
    the axis of the ring. Pairs are put to a table so that the distances between opponents differ as much as possible,
    since two people at a distance used once meet once in a full turn.
    """
    ring = people if people % 4 == 1 else people - 1
    used = [0] * (ring + 1)
    free = list(range(1, (ring + 1) // 2))
    tables: list[tuple[int, int, int, int]] = []
    if people % 4 == 0:
        tables.append((ring, free[-1], 0, -free.pop()))
    while free:
        one = free.pop()
        two = min(free, key=lambda each: used[abs(one - each)] + used[_short(one + each, ring)])
        free.remove(two)
        used[abs(one - two)] += 1
        used[_short(one + two, ring)] += 1
        tables.append((one, two, -one, -two))
    return [
        [seat if seat == ring else (seat + turn) % ring for table in tables for seat in table] for turn in range(rounds)
    ]


def _short(distance: int, ring: int) -> int:
    return min(distance, ring - distance)


def known(people: int, rounds: int) -> Iterator[tuple[list[Seats], bool]]:
    """Stored schedules for `people` with at least `rounds` rounds, cut to length; True if nothing was cut."""
    for text in KNOWN.get(people, ()):
        lines = text.split()
        if len(lines) >= rounds:
            yield [[LETTERS.index(letter) for letter in line] for line in lines[:rounds]], len(lines) == rounds
