"""A missing player: the director's choices, and the effect of each.

Every effect is computed by trying the choice on the event as it is. Nothing is written here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from bowerbird.event import Event, EventError, Fact, next_round, step
from bowerbird.event.closing import worth_of_rest
from bowerbird.event.facts import Absent, Late, Left, Moved, StoodDown, Substituted, Table
from bowerbird.event.fold.meetings import is_reserve
from bowerbird.event.simulate import Chance
from bowerbird.event.state import Person, Round
from bowerbird.event.words import listed

__all__ = ["Choice", "Missing", "choices_for"]

#: The most subs who are offered by name.
_OFFERED = 4


class Choice(msgspec.Struct, frozen=True):
    """Something to do: the request, its words and its effect. Without a request, a name is needed first."""

    what: dict[str, Any] | None
    words: str
    effect: tuple[str, ...]


class Missing(msgspec.Struct, frozen=True):
    """A missing player, and the director's choices."""

    name: str
    choices: tuple[Choice, ...]


def choices_for(event: Event, name: str, chance: Chance) -> tuple[Choice, ...]:
    """The director's choices about somebody who is not in their chair, or not in the room."""
    person = event.person(name)
    current = event.open_round
    table = next((each for each in current.tables if person.name in each.seats), None) if current else None
    if current is None or table is None:
        return tuple(_before_a_round(event, person, chance))
    if table.number in current.results:
        return tuple(_has_played(event, person, current, table))
    return tuple(_in_a_round(event, person, current, table))


# During a round, with an empty chair.


def _in_a_round(event: Event, person: Person, current: Round, table: Table) -> Iterator[Choice]:
    name, number = person.name, table.number
    for by in _who_rests(event, current):
        if event.pairs_stay:
            yield from _tried(
                event,
                {"what": "sub", "name": name, "by": by},
                (Substituted(name=name, by=by),),
                f"{by} plays for {name}",
                (f"Table {number} keeps playing.", f"The score counts for {_entry(event, name)}."),
            )
        else:
            reason = f"{name} is missing"
            yield from _tried(
                event,
                {"what": "swap", "first": name, "second": by, "reason": reason},
                (Moved(first=name, second=by, reason=reason),),
                f"{by}, who is sitting out, takes {name}'s seat",
                (
                    f"Table {number} keeps playing.",
                    f"{name} sits out this game.",
                    f"The score goes on {by}'s personal card.",
                ),
            )
    yield Choice(
        None,
        f"A sub plays for {name}",
        (f"Table {number} keeps playing.", f"The score goes on {name}'s card. The history names the sub."),
    )
    yield from _tried(
        event,
        {"what": "late", "name": name},
        (Late(name=name),),
        f"Wait: {name} comes later",
        (
            f"Table {number} waits. It plays as soon as {name} or a sub is there.",
            f"If {name} comes after this round, there is a seat from the next one on.",
        ),
    )
    reason = f"{name} is missing"
    others = [other for other in table.seats if other != name]
    yield from _tried(
        event,
        {"what": "stand-down", "table": number, "reason": reason},
        (StoodDown(table=number, reason=reason),),
        f"Table {number} stands down this round",
        (f"{listed(others)} don't play this game.", worth_of_rest(event.book, table_stands_down=True)),
    )
    yield from _gone(event, person, table)


def _gone(event: Event, person: Person, table: Table) -> Iterator[Choice]:
    name, came = person.name, any(person.name in _seated(past) for past in event.tonight[:-1])
    fact: Fact = Left(name=name) if came else Absent(name=name)
    words = f"{name} has gone home" if came else f"{name} isn't coming today"
    effect = [f"Table {table.number} can't play this round without a sub."]
    effect += _next_room(event, fact)
    if not came and event.book.event.season.absent == "zero":
        effect.append(f"{name} has zero for this {event.book.event.season.word}.")
    yield from _tried(event, {"what": "left" if came else "absent", "name": name}, (fact,), words, tuple(effect))


def _has_played(event: Event, person: Person, current: Round, table: Table) -> Iterator[Choice]:
    name = person.name
    score = current.results[table.number].score
    kept = f"The score of table {table.number}, {score.ns} to {score.ew}, stays as it is."
    fact = Left(name=name)
    yield from _tried(
        event, {"what": "left", "name": name}, (fact,), f"{name} has gone home", (kept, *_next_room(event, fact))
    )
    yield Choice(
        None,
        f"A sub plays for {name} from now on",
        (kept, f"The scores of later games go on {name}'s card."),
    )


# Without a chair: the next round is planned with the people who are here.


def _before_a_round(event: Event, person: Person, chance: Chance) -> Iterator[Choice]:
    name = person.name
    late: tuple[Fact, ...] = (Late(name=name),) if event.presence(name) != "late" else ()
    yield Choice(
        {"what": "late", "name": name},
        f"Wait: {name} comes later",
        ("The next round is seated without them.", f"Check {name} in on arrival.", *_room_after(event, late, chance)),
    )
    yield Choice(
        None,
        f"A sub plays for {name}",
        (f"The sub takes {name}'s seat. The score goes on {name}'s card.",),
    )
    gone: Fact = Left(name=name) if any(name in _seated(past) for past in event.tonight) else Absent(name=name)
    word = "has gone home" if isinstance(gone, Left) else "isn't coming today"
    effect = [*_room_after(event, (gone,), chance)]
    if isinstance(gone, Absent) and event.book.event.season.absent == "zero":
        effect.append(f"{name} has zero for this {event.book.event.season.word}.")
    partner = [other for other in event.entry(name).players if other != name]
    if event.pairs_stay and partner:
        effect.append(f"{partner[0]} has no partner then, and can play for somebody else.")
    ask = {"what": "left" if isinstance(gone, Left) else "absent", "name": name}
    if event.presence(name) not in ("left", "absent"):
        yield from _tried(event, ask, (gone,), f"Play without {name}: {name} {word}", tuple(effect))


def _room_after(event: Event, facts: tuple[Fact, ...], chance: Chance) -> list[str]:
    """The effect on the seating of the next round, tried out: played rounds never change."""
    try:
        for fact in facts:
            event = step(event, fact)
        here = len(event.here())
        for fact in next_round(event, chance.shuffle) if event.open_round is None else ():
            event = step(event, fact)
    except EventError as error:
        return [str(error)]
    if event.open_round is None:
        return _counted(here)
    resting = event.round.sitting_out
    tables = f"{len(event.round.tables)} tables"
    return [f"The next round has {tables}{f', and {len(resting)} sit out' if resting else ''}.", *_says(event)]


def _says(event: Event) -> list[str]:
    return [event.plan_says] if event.plan_says else []


def _next_room(event: Event, fact: Fact) -> list[str]:
    try:
        return _counted(len(step(event, fact).here()))
    except EventError:
        return []


def _counted(here: int) -> list[str]:
    over = f", {here % 4} over" if here % 4 else ""
    return [f"From the next round on there are {here} people: {here // 4} tables{over}."]


def _who_rests(event: Event, current: Round) -> list[str]:
    """People who are here and sit out; in an event of pairs, only people whose partner is not here."""
    resting = [name for name in current.sitting_out if event.presence(name) == "here"]
    if event.pairs_stay:
        resting = [name for name in resting if is_reserve(event, name)]
    return resting[:_OFFERED]


def _tried(
    event: Event, what: dict[str, Any], facts: tuple[Fact, ...], words: str, effect: tuple[str, ...]
) -> Iterator[Choice]:
    """The choice, if the event accepts its facts."""
    try:
        for fact in facts:
            event = step(event, fact)
    except EventError:
        return
    yield Choice(what, words, effect)


def _entry(event: Event, name: str) -> str:
    return event.entry(name).name


def _seated(past: Round) -> set[str]:
    return {name for table in past.tables for name in table.seats}
