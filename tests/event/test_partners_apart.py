"""Nobody has the same partner in two games running, in any night, whatever happened before."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bowerbird.event.facts import CheckedIn, Left, Moved, Placed, Table
from bowerbird.event.schedule import Person, Round, Schedule, nights, replan
from bowerbird.event.schedule._bound import fewest_partner_repeats
from event.evenings import Night
from kit.amount import amount
from kit.rows import rows

GAMES = range(1, 13, amount(3, full=1))


def partners_of(each: Round) -> set[frozenset[Person]]:
    return {frozenset(four[side::2]) for four in each.tables for side in (0, 1)}


def kept(rounds: tuple[Round, ...]) -> list[frozenset[Person]]:
    return [pair for before, after in pairwise(map(partners_of, rounds)) for pair in before & after]


def repeats(schedule: Schedule) -> int:
    return sum(count - 1 for count in Counter(pair for each in schedule.rounds for pair in partners_of(each)).values())


@pytest.mark.clause("TE-8")
@rows("people", range(4, 12, amount(3, full=1)))
def test_few_people_never_keep_a_partner_over_one_to_twelve_games(people: int) -> None:
    for games in GAMES:
        made = nights(people, games)
        assert not kept(made.rounds), games
        assert made.partner_repeats == repeats(made) >= fewest_partner_repeats(people, games)
        # The words are said only with the proof, and always with it.
        proved = repeats(made) == fewest_partner_repeats(people, games)
        assert ("cannot be avoided" in made.sentence) == (proved and bool(repeats(made))), games


@pytest.mark.clause("TE-8")
@rows("people", range(12, 25, amount(10, full=1)))
def test_more_people_have_no_partner_twice_in_eight_games_and_keep_none_in_twelve(people: int) -> None:
    assert repeats(nights(people, 8)) == 0
    twelve = nights(people, 12)
    assert not kept(twelve.rounds)
    assert people == 12 or repeats(twelve) == 0


@pytest.mark.clause("TE-8")
@rows(("people", "games"), [(4, 8), (5, 8), (6, 12), (8, 12), (9, 10)][: amount(3, full=5)])
def test_repeats_are_as_few_as_can_be_although_nobody_keeps_a_partner(people: int, games: int) -> None:
    made = nights(people, games)
    assert made.partner_repeats == fewest_partner_repeats(people, games) > 0
    assert made.sentence.startswith(f"{made.partner_repeats} partner repeats, which cannot be avoided.")


def pairings(four: tuple[int, ...]) -> set[frozenset[frozenset[int]]]:
    return {frozenset((frozenset(order[::2]), frozenset(order[1::2]))) for order in permutations(four)}


@pytest.mark.clause("TE-8")
def test_four_people_can_always_be_paired_anew_between_any_two_games() -> None:
    """The proof that keeping a partner can always be avoided: each neighbouring game forbids at most one of three ways.

    The others of the room do not matter: of eight people, any four sit down here, after and before any pairing of all.
    """
    ways = pairings((0, 1, 2, 3))
    assert len(ways) == 3

    def forbidden(partner: tuple[int, ...]) -> set[frozenset[frozenset[int]]]:
        return {way for way in ways if any(partner[min(pair)] == max(pair) for pair in way)}

    partners = [
        tuple(order[order.index(person) ^ 1] for person in range(8))
        for order in permutations(range(8))
        if all(order[first] < order[first + 1] for first in range(0, 8, 2))
        and order[0] < order[2] < order[4] < order[6]
    ]
    assert len(partners) == 105
    assert max(len(forbidden(each)) for each in partners) == 1


@pytest.mark.clause("TE-8", "TE-X")
@given(
    people=st.integers(4, 14),
    played=st.integers(1, 4),
    remaining=st.integers(1, 4),
    leaving=st.integers(0, 3),
    arriving=st.integers(0, 3),
    seed=st.integers(0, 1000),
)
@settings(max_examples=amount(2, full=15), deadline=None)
def test_nobody_keeps_a_partner_after_people_come_and_go_and_sit_anywhere(
    people: int, played: int, remaining: int, leaving: int, arriving: int, seed: int
) -> None:
    chance = random.Random(seed)
    before: list[Round] = []
    for _ in range(played):  # placed by hand, anyhow
        order: list[Person] = [f"P{number}" for number in range(people)]
        chance.shuffle(order)
        fours = [tuple(order[first : first + 4]) for first in range(0, people // 4 * 4, 4)]
        before.append(Round(tuple((n, e, s, w) for n, e, s, w in fours), tuple(order[people // 4 * 4 :])))
    present: list[Person] = [f"P{number}" for number in range(min(leaving, people - 4), people)]
    present += [f"Late {number}" for number in range(arriving)]
    made = replan(before, present, remaining, "nights")
    assert not kept(made.rounds[played - 1 :])


@pytest.mark.clause("TE-8")
@rows("people", [5, 9, 8, 4][: amount(1, full=4)])
def test_a_night_without_a_number_of_rounds_never_keeps_a_partner(people: int) -> None:
    """Also beyond the games that were planned, and after two people changed chairs."""
    night = Night("trailer-estates", people, rounds=0)
    for game in range(11):
        night.seat()
        if game == 3:
            four = night.event.round.tables[0].seats
            night.do(Moved(first=four[0], second=four[1], reason="as they like"))
        night.quick()
    rounds = tuple(Round(tuple(table.seats for table in past.tables)) for past in night.event.rounds)
    assert not kept(rounds[:3])
    assert not kept(rounds[3:]), "the fourth game is as the director's hand left it"


@pytest.mark.clause("TE-8")
def test_after_places_by_hand_people_come_and_go_and_nobody_keeps_a_partner() -> None:
    night = Night("trailer-estates", 9, rounds=8)
    for game in range(amount(6, full=8)):
        night.seat()
        if game % 3 == 1:
            here = [name for table in night.event.round.tables for name in table.seats]
            first, second = (here[2:], here[:2]) if game == 1 else (here[::-1], [])
            order = [*first, *second]
            tables = [Table(n + 1, tuple(order[4 * n : 4 * n + 4])) for n in range(len(order) // 4)]  # type: ignore[arg-type]
            night.do(Placed(tables=tuple(tables), sitting_out=night.event.round.sitting_out))
        night.quick()
        if game == 2:
            night.do(Left(name="Ann"))
        if game == 4:
            night.do(CheckedIn(name="Ann"))
    rounds = tuple(Round(tuple(table.seats for table in past.tables)) for past in night.event.rounds)
    for number, (before, after) in enumerate(pairwise(map(partners_of, rounds)), 1):
        if number % 3 != 1:  # where the program chose, not the director's hand
            assert not before & after, number
