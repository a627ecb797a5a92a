"""Schedules: seat people round after round so that they meet as many others as possible.

There are two kinds. In `weeks`, four people stay at a table for a whole round and all partner each other there. In
`nights`, every game has a new partner. Each schedule says how good it is compared with the best possible, and `replan`
continues from the rounds played when people come, go or stay away.

Does not depend on results or on the clock. The same people, rounds and seed always give the same schedule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb
from typing import Final, Literal, TypeAlias

import msgspec

from bowerbird.errors import BowerbirdError
from bowerbird.event.schedule._bound import fewest_partner_repeats, most_new_pairs, most_pairs
from bowerbird.event.schedule._dice import Dice
from bowerbird.event.schedule._plan import extend, fresh
from bowerbird.event.schedule._search import MOST_ROUNDS, Aim
from bowerbird.event.schedule._starts import sit_outs

__all__ = ["Kind", "Person", "Round", "Schedule", "ScheduleError", "Table", "nights", "replan", "weeks"]

Person: TypeAlias = int | str
Table: TypeAlias = tuple[Person, Person, Person, Person]
"""Four people in seat order N E S W."""

Kind: TypeAlias = Literal["weeks", "nights"]

_MOST_PEOPLE: Final = 4_000


class ScheduleError(BowerbirdError, ValueError):
    """No schedule is possible; the text says why and what would help."""


class Round(msgspec.Struct, frozen=True):
    """One round: the tables in order of their numbers, and the people who sit out."""

    tables: tuple[Table, ...]
    sitting_out: tuple[Person, ...] = ()


class Schedule(msgspec.Struct, frozen=True):
    """All rounds, and measures of their quality."""

    rounds: tuple[Round, ...]
    partner_repeats: int
    """Times that somebody gets an earlier partner again, counted once for the two.

    If all four at a table partner each other, every repeated meeting is one.
    """
    distinct_pairs: int
    """The number of different pairs of people who sit at a table together at least once."""
    bound: int
    """An upper bound on the distinct pairs of any schedule."""
    proven: bool
    """True if this schedule reaches the bound, which makes it the best possible."""
    sentence: str
    """The quality of the schedule in words."""


class _Format(msgspec.Struct, frozen=True):
    """The differences between the two kinds."""

    aim: Aim
    all_partner: bool
    round_word: str


_FORMATS: Final[dict[Kind, _Format]] = {
    # Partners change within the table, so only the first seats can vary: that is worth next to nothing.
    "weeks": _Format(Aim(partner=1), all_partner=True, round_word="week"),
    "nights": _Format(Aim(partner=400, apart=True), all_partner=False, round_word="game"),
}


def weeks(players: int | Sequence[Person], weeks: int = 4, seed: int = 0) -> Schedule:
    """Tables of four for some weeks. A number of players means the people 1, 2, 3, …"""
    return _make("weeks", players, weeks, seed)


def nights(players: int | Sequence[Person], games: int = 8, seed: int = 0) -> Schedule:
    """A night of games, each with a new partner. A number of players means the people 1, 2, 3, …"""
    return _make("nights", players, games, seed)


def _make(kind: Kind, players: int | Sequence[Person], rounds: int, seed: int) -> Schedule:
    _check_number(players if isinstance(players, int) else len(players))
    people: list[Person] = list(range(1, players + 1)) if isinstance(players, int) else list(players)
    _check(people, rounds, _FORMATS[kind])
    # The pattern is the same for every seed; the seed decides who takes which place in it.
    Dice(seed).shuffle(people)
    plan = fresh(len(people), rounds, _FORMATS[kind].aim)
    named = tuple(_name(seats, people) for seats in plan)
    return _judge(kind, named, most_pairs(len(people), rounds))


def replan(
    played: Sequence[Round],
    present: Sequence[Person],
    remaining: int,
    kind: Kind,
    *,
    planned: Sequence[Round] = (),
    seed: int = 0,
) -> Schedule:
    """A schedule that keeps the rounds played and adds the remaining ones for the people who are present now.

    It adds as few partner repeats as it can find, then as few repeated meetings. Earlier sit-outs count; somebody new
    starts with as many as the person who sat out least, and plays first. The rounds that had been `planned` help as a
    start.
    """
    style = _FORMATS[kind]
    _check_number(len(present))
    _check(present, remaining, style)
    _check_played(played)
    if len(played) + remaining > MOST_ROUNDS:
        raise ScheduleError(f"{len(played) + remaining} rounds are too many: plan at most {MOST_ROUNDS} in all.")
    if planned and len(planned) != remaining:
        raise ScheduleError(
            f"{len(planned)} planned rounds were given for {remaining} remaining ones: give as many, or none."
        )
    people = list(present)
    Dice(seed).shuffle(people)
    here = len(people)
    people = list(dict.fromkeys([*people, *(person for each in played for person in _people(each))]))
    number = {person: index for index, person in enumerate(people)}
    seats = [[number[person] for table in each.tables for person in table] for each in played]
    plan = extend(
        seats,
        here,
        len(people),
        _coming_sit_outs(played, people[:here], remaining, Dice(seed)),
        style.aim,
        planned=[[number.get(person, -1) for table in each.tables for person in table] for each in planned],
        seed=seed,
    )
    rounds = (*played, *(_name(each, people[:here]) for each in plan))
    return _judge(kind, rounds, _bound_after(played, people, here, remaining))


def _coming_sit_outs(played: Sequence[Round], present: Sequence[Person], rounds: int, dice: Dice) -> list[list[int]]:
    times = Counter(person for each in played for person in each.sitting_out)
    seen = {person for each in played for person in _people(each)}
    level = min((times[person] for person in present if person in seen), default=0)
    # People who missed the last round have waited long enough.
    last = {person for table in played[-1].tables for person in table} if played else set(present)
    return sit_outs(
        [times[person] if person in seen else level for person in present],
        [index for index, person in enumerate(present) if person not in last],
        rounds,
        dice,
    )


def _bound_after(played: Sequence[Round], people: Sequence[Person], here: int, remaining: int) -> int:
    if not played:
        return most_pairs(here, remaining)
    met = _meetings(played)
    unmet = Counter[Person]()
    for one, other in combinations(people[:here], 2):
        if frozenset((one, other)) not in met:
            unmet[one] += 1
            unmet[other] += 1
    return len(met) + most_new_pairs(list(unmet.values()), here // 4, remaining)


def _name(seats: Sequence[int], people: Sequence[Person]) -> Round:
    tables = tuple(
        (people[n], people[e], people[s], people[w])
        for n, e, s, w in zip(seats[::4], seats[1::4], seats[2::4], seats[3::4], strict=True)
    )
    playing = set(seats)
    return Round(tables, tuple(person for index, person in enumerate(people) if index not in playing))


def _people(each: Round) -> Iterable[Person]:
    for table in each.tables:
        yield from table
    yield from each.sitting_out


def _meetings(rounds: Iterable[Round]) -> Counter[frozenset[Person]]:
    return Counter(frozenset(pair) for each in rounds for table in each.tables for pair in combinations(table, 2))


def _partnerships(rounds: Iterable[Round]) -> Counter[frozenset[Person]]:
    return Counter(frozenset(pair) for each in rounds for n, e, s, w in each.tables for pair in ((n, s), (e, w)))


def _judge(kind: Kind, rounds: tuple[Round, ...], bound: int) -> Schedule:
    """Count repeats and pairs, and put the result into words."""
    style = _FORMATS[kind]
    met = _meetings(rounds)
    pairs = met if style.all_partner else _partnerships(rounds)
    repeats = sum(times - 1 for times in pairs.values())
    people = len({person for each in rounds for person in _people(each)})
    same_all_along = all(len(each.tables) * 4 + len(each.sitting_out) == people for each in rounds)
    words = [f"{len(met)} of {comb(people, 2)} pairs meet; "]
    words.append(f"{bound} is the best possible." if len(met) == bound else f"at most {bound} could.")
    if not style.all_partner:
        forced = fewest_partner_repeats(people, len(rounds)) if same_all_along else 0
        words.insert(0, _partner_words(repeats, forced) + " ")
    return Schedule(rounds, repeats, len(met), bound, len(met) == bound, "".join(words))


def _partner_words(repeats: int, forced: int) -> str:
    if not repeats:
        return "Nobody has the same partner twice."
    text = "1 partner repeat" if repeats == 1 else f"{repeats} partner repeats"
    return f"{text}, which cannot be avoided." if repeats == forced else f"{text}."


def _check_number(people: int) -> None:
    if people < 4:
        there = max(people, 0)
        raise ScheduleError(f"A table needs four players and there are {there}: add {4 - there} more.")
    if people > _MOST_PEOPLE:
        raise ScheduleError(f"{people} players are too many: schedule at most {_MOST_PEOPLE} at once.")


def _check(people: Sequence[Person], rounds: int, style: _Format) -> None:
    doubled = [str(person) for person, times in Counter(people).items() if times > 1]
    if doubled:
        raise ScheduleError(f"On the list more than once: {', '.join(doubled)}. Give each player a name of their own.")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise ScheduleError(f"{rounds} {style.round_word}s cannot be planned: ask for 1 to {MOST_ROUNDS}.")


def _check_played(played: Sequence[Round]) -> None:
    for number, each in enumerate(played, 1):
        doubled = [str(person) for person, times in Counter(_people(each)).items() if times > 1]
        if doubled:
            raise ScheduleError(f"Round {number} has {', '.join(doubled)} in two places: correct it first.")
