"""Improve a plan of rounds by swapping seats, cooling slowly, until nothing is left to gain or the effort is spent.

People are numbers and tables are four seats in a row (N E S W; seats two apart are partners). Does not depend on names,
formats or table numbers. Effort is counted in swaps tried, never in seconds, so that an answer does not depend on the
machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Final, TypeAlias

import msgspec

from bowerbird.event.schedule._dice import Dice

__all__ = ["MOST_ROUNDS", "Aim", "History", "Seats", "cost", "improve"]

Seats: TypeAlias = list[int]
"""The people of one round in seat order, table after table."""

MOST_ROUNDS: Final = 250
"""Meetings are counted in bytes."""

_HOTTEST: Final = 45.0
_COLDEST: Final = 4.0
_TRIES: Final = 6
# -log(u) for evenly spread u: a worse plan is accepted if it is worse by less than heat times one of these.
_PATIENCE: Final = tuple(-log((step + 0.5) / 1024) for step in range(1024))


class Aim(msgspec.Struct, frozen=True):
    """The cost of repeats. A second meeting costs 100; each further one a little more, so repeats are spread."""

    partner: int
    """The extra cost of being partners again."""
    apart: bool = False
    """True if nobody may have the same partner in two rounds running."""

    def meeting_costs(self, most: int) -> list[int]:
        """The cost of one more meeting after 0, 1, 2, … earlier ones."""
        return [0] + [100 + 5 * earlier for earlier in range(most)]

    def partner_costs(self, most: int) -> list[int]:
        """The cost of one more game as partners after 0, 1, 2, … earlier ones."""
        return [0] + [self.partner + self.partner // 20 * earlier for earlier in range(most)]


class History:
    """Counts of how often any two people have met at a table, and have been partners."""

    __slots__ = ("met", "partnered", "people")

    def __init__(self, people: int) -> None:
        self.people = people
        self.met = bytearray(people * people)
        self.partnered = bytearray(people * people)

    def add(self, seats: Sequence[int]) -> None:
        """Count one round."""
        people, met, partnered = self.people, self.met, self.partnered
        for first in range(0, len(seats), 4):
            table = seats[first : first + 4]
            for chair, one in enumerate(table):
                for other in table:
                    if other != one:
                        met[one * people + other] += 1
                mate = table[chair ^ 2]
                partnered[one * people + mate] += 1

    def copy(self) -> History:
        """A copy of the counts that is free to change."""
        twin = History(0)
        twin.people, twin.met, twin.partnered = self.people, self.met[:], self.partnered[:]
        return twin


def cost(rounds: Sequence[Sequence[int]], history: History, aim: Aim) -> int:
    """The cost of the repeats in these rounds, given the games played before."""
    meeting, partner = aim.meeting_costs(MOST_ROUNDS), aim.partner_costs(MOST_ROUNDS)
    people, counts, total = history.people, history.copy(), 0
    for seats in rounds:
        for first in range(0, len(seats), 4):
            a, b, c, d = seats[first : first + 4]
            for one, other in ((a, b), (a, c), (a, d), (b, c), (b, d), (c, d)):
                total += meeting[counts.met[one * people + other]]
            total += partner[counts.partnered[a * people + c]] + partner[counts.partnered[b * people + d]]
        counts.add(seats)
    return total


def improve(
    rounds: Sequence[Sequence[int]],
    history: History,
    aim: Aim,
    *,
    dice: Dice,
    steps: int,
    good_enough: int = 0,
    hottest: float = _HOTTEST,
) -> list[Seats]:
    """The best rounds found from these by `steps` swaps, or as soon as they cost no more than `good_enough`.

    Sit-outs stay as they are. The answer is never worse than the start.
    """
    now = [list(seats) for seats in rounds]
    price = cost(now, history, aim)
    best, best_price = [seats[:] for seats in now], price
    counts = history.copy()
    for seats in now:
        counts.add(seats)
    search = _Search(now, counts, aim, dice)
    tried = 0
    while tried < steps and best_price > good_enough:
        heat = hottest * (_COLDEST / hottest) ** (tried / steps)
        places = search.seats_with_repeats()
        first = dice.below(len(places))
        for place in (places[first:] + places[:first])[: (steps - tried) // _TRIES + 1]:
            price += search.try_swaps(place, heat)
            tried += _TRIES
        if price < best_price:
            best, best_price = [seats[:] for seats in now], price
    return best


class _Search:
    """The moving parts of one search: the rounds, their counts, and the costs of repeats."""

    def __init__(self, rounds: list[Seats], counts: History, aim: Aim, dice: Dice) -> None:
        self.rounds = rounds
        self.people = counts.people
        self.met = counts.met
        self.partnered = counts.partnered
        self.meeting = aim.meeting_costs(MOST_ROUNDS)
        self.partner = aim.partner_costs(MOST_ROUNDS)
        self.dice = dice

    def seats_with_repeats(self) -> list[tuple[Seats, int]]:
        """Every seat whose person meets somebody at this table again."""
        people, met = self.people, self.met
        found = []
        for seats in self.rounds:
            for seat, one in enumerate(seats):
                row = one * people
                if met[row + seats[seat ^ 1]] > 1 or met[row + seats[seat ^ 2]] > 1 or met[row + seats[seat ^ 3]] > 1:
                    found.append((seats, seat))
        return found

    def try_swaps(self, place: tuple[Seats, int], heat: float) -> int:
        """Try a few other chairs for the person in this one. Return the change of the cost."""
        seats, seat = place
        draw = self.dice.bits
        size, change = len(seats), 0
        for _ in range(_TRIES):
            chance = draw()
            other = ((chance >> 32) * size) >> 32
            if other ^ seat in (0, 2):
                continue
            worse = self._price_of_swap(seats, seat, other)
            if worse <= 0 or worse < heat * _PATIENCE[chance & 1023]:
                self._swap(seats, seat, other)
                change += worse
        return change

    def _price_of_swap(self, seats: Seats, seat: int, other: int) -> int:
        people, partnered, partner = self.people, self.partnered, self.partner
        one, two = seats[seat], seats[other]
        mate_one, mate_two = seats[seat ^ 2], seats[other ^ 2]
        row_one, row_two = one * people, two * people
        price = (
            partner[partnered[row_one + mate_two]]
            + partner[partnered[row_two + mate_one]]
            - partner[partnered[row_one + mate_one] - 1]
            - partner[partnered[row_two + mate_two] - 1]
        )
        if seat >> 2 == other >> 2:
            return price
        met, meeting = self.met, self.meeting
        left_one, right_one = seats[seat ^ 1], seats[seat ^ 3]
        left_two, right_two = seats[other ^ 1], seats[other ^ 3]
        return (
            price
            + meeting[met[row_one + left_two]]
            + meeting[met[row_one + mate_two]]
            + meeting[met[row_one + right_two]]
            + meeting[met[row_two + left_one]]
            + meeting[met[row_two + mate_one]]
            + meeting[met[row_two + right_one]]
            - meeting[met[row_one + left_one] - 1]
            - meeting[met[row_one + mate_one] - 1]
            - meeting[met[row_one + right_one] - 1]
            - meeting[met[row_two + left_two] - 1]
            - meeting[met[row_two + mate_two] - 1]
            - meeting[met[row_two + right_two] - 1]
        )

    def _swap(self, seats: Seats, seat: int, other: int) -> None:
        one, two = seats[seat], seats[other]
        mate_one, mate_two = seats[seat ^ 2], seats[other ^ 2]
        for a, b, by in ((one, mate_one, -1), (two, mate_two, -1), (one, mate_two, 1), (two, mate_one, 1)):
            self.partnered[a * self.people + b] += by
            self.partnered[b * self.people + a] += by
        if seat >> 2 != other >> 2:
            for step in (1, 2, 3):
                near_one, near_two = seats[seat ^ step], seats[other ^ step]
                for a, b, by in ((one, near_one, -1), (two, near_two, -1), (one, near_two, 1), (two, near_one, 1)):
                    self.met[a * self.people + b] += by
                    self.met[b * self.people + a] += by
        seats[seat], seats[other] = two, one
