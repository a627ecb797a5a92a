"""Properties of all games so far. They hold for the places as they were, and for every seating that was proposed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from bowerbird.nights.expect.compare import Judge, holding
from bowerbird.nights.room import NotExpressibleError, Room, Seated
from bowerbird.nights.text import Expectation, Fact

__all__ = ["KINDS"]

Property: TypeAlias = Callable[[Room, Sequence[Seated]], str]


def _partners(seated: Seated) -> set[frozenset[str]]:
    return {frozenset(table.seats[side::2]) for table in seated.tables for side in (0, 1)}


def _nobody_keeps_a_partner(room: Room, rounds: Sequence[Seated]) -> str:
    for number, (before, after) in enumerate(pairwise(rounds), 2):
        if kept := _partners(before) & _partners(after):
            return f"game {number}: {_named(kept)} again"
    return ""


def _no_partner_twice(room: Room, rounds: Sequence[Seated]) -> str:
    times = Counter(pair for seated in rounds for pair in _partners(seated))
    twice = {pair for pair, count in times.items() if count > 1}
    return f"partners twice: {_named(twice)}" if twice else ""


def _repeats_as_few_as_possible(room: Room, rounds: Sequence[Seated]) -> str:
    pairs = [pair for seated in rounds for pair in _partners(seated)]
    people = {name for pair in pairs for name in pair}
    possible = min(len(pairs), len(people) * (len(people) - 1) // 2)
    different = len(set(pairs))
    return "" if different == possible else f"{different} different pairs of {possible}"


def _rests(rounds: Sequence[Seated]) -> Counter[str]:
    return Counter(name for seated in rounds for name in seated.sitting_out)


def _always_there(rounds: Sequence[Seated]) -> set[str]:
    there = [_everybody(seated) for seated in rounds]
    return set.intersection(*there) if there else set()


def _everybody(seated: Seated) -> set[str]:
    return {name for table in seated.tables for name in table.seats} | set(seated.sitting_out)


def _sit_outs_even(room: Room, rounds: Sequence[Seated]) -> str:
    rests, there = _rests(rounds), _always_there(rounds)
    counts = {rests[name] for name in there}
    return "" if not counts or max(counts) - min(counts) <= 1 else f"rests from {min(counts)} to {max(counts)}"


def _sit_outs_in_turn(room: Room, rounds: Sequence[Seated]) -> str:
    for last in range(1, len(rounds) + 1):
        if wrong := _sit_outs_even(room, rounds[:last]):
            return f"after game {last}: {wrong}"
    return ""


def _four_a_table(room: Room, rounds: Sequence[Seated]) -> str:
    return next((f"table {table.number}" for each in rounds for table in each.tables if len(set(table.seats)) != 4), "")


def _everybody_there_has_a_place(room: Room, rounds: Sequence[Seated]) -> str:
    """A person who comes during a game has a place in the next one."""
    lost = room.there.get(len(rounds), frozenset()) - _everybody(rounds[-1]) if rounds else frozenset()
    return f"{', '.join(sorted(lost))} without a place" if lost else ""


def _absent_not_seated(room: Room, rounds: Sequence[Seated]) -> str:
    event = room.event
    away = {name for name in event.people if event.presence(name) in ("absent", "entered")}
    seated = {name for each in rounds for table in each.tables for name in table.seats}
    return ", ".join(sorted(away & seated))


def _second_dealer_left_of_the_first(room: Room, rounds: Sequence[Seated]) -> str:
    for number, (before, after) in enumerate(pairwise(rounds), 2):
        results = room.event.rounds[number - 2].results
        losers = {
            table.number: set(table.pair(winner.other))
            for table in before.tables
            if (result := results.get(table.number)) is not None and (winner := result.score.winner) is not None
        }
        for table in after.tables:
            first, left = table.seats[table.dealer], table.seats[table.dealer.left]
            sitting = any(room.event.people[name].sitting for name in table.seats)
            here = losers.get(table.number, set()) & set(table.seats)
            if not sitting and len(here) == 2 and {first, left} != here:
                return f"game {number}, table {table.number}: {first} deals, then {left}"
    return ""


def _named(pairs: set[frozenset[str]]) -> str:
    return "; ".join(sorted(" and ".join(sorted(pair)) for pair in pairs))


#: Properties of the whole evening, which need not hold after each game.
_AT_THE_END = frozenset({"repeats-as-few-as-possible", "sit-outs-even"})
_PROPERTIES: dict[str, Property] = {
    "nobody-keeps-a-partner": _nobody_keeps_a_partner,
    "no-partner-twice": _no_partner_twice,
    "repeats-as-few-as-possible": _repeats_as_few_as_possible,
    "sit-outs-in-turn": _sit_outs_in_turn,
    "sit-outs-even": _sit_outs_even,
    "four-a-table": _four_a_table,
    "everybody-there-has-a-place": _everybody_there_has_a_place,
    "absent-not-seated": _absent_not_seated,
    "second-dealer-left-of-the-first": _second_dealer_left_of_the_first,
}


def _property(room: Room, expected: Expectation, line: Fact) -> str:
    name = line.words[0].rstrip(":")
    known = _PROPERTIES.get(name)
    if known is None:
        raise NotExpressibleError(f"{name!r} isn't a property that this program knows")
    if wrong := known(room, tuple(map(Seated.of, room.event.rounds))):
        return wrong
    if name in _AT_THE_END:
        return ""
    proposed = (f"as proposed: {wrong}" for rounds in _proposals(room) if (wrong := known(room, rounds)))
    return next(proposed, "")


def _proposals(room: Room) -> Iterator[tuple[Seated, ...]]:
    return iter(room.proposals)


KINDS: dict[str, Judge] = {"property": holding(_property)}
