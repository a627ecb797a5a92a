"""A missing player: the director's choices, and the effect of each.

Every effect is computed by trying the choice on the event as it is. Nothing is written here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

import msgspec

from bowerbird.event import Event, EventError, Fact, next_round, step
from bowerbird.event.closing import sit_out_words, worth_of_rest
from bowerbird.event.facts import Absent, Late, Left, MissedRound, Moved, StoodDown, Substituted, Table
from bowerbird.event.fold.meetings import is_reserve
from bowerbird.event.simulate import Chance
from bowerbird.event.state import Person, Round
from bowerbird.event.words import listed

__all__ = ["Missing", "MissingChoice", "WorthChoice", "chair_taken", "choices_for"]

#: The most subs who are offered by name.
_OFFERED = 4


#: Whether somebody is back for the next round, or gone for the rest of the meeting.
Until: TypeAlias = Literal["this round", "for good"]


class WorthChoice(msgspec.Struct, frozen=True):
    """What missed games can be worth, in words."""

    worth: Literal["nothing", "sit-out"]
    words: str


class MissingChoice(msgspec.Struct, frozen=True):
    """Something to do: the request without its key, its words, and its effect. Without a request, a name is needed
    first.

    `until` says for how long it is meant. Where the director chooses what missed games are worth, the request takes a
    `worth`, and the rulebook's own comes first.
    """

    what: Mapping[str, str | int] | None
    words: str
    effect: tuple[str, ...]
    until: Until
    worths: tuple[WorthChoice, ...] = ()


class Missing(msgspec.Struct, frozen=True):
    """A missing player, and the director's choices."""

    name: str
    choices: tuple[MissingChoice, ...]


def chair_taken(
    event: Event, name: str, by: str, *, for_good: bool, worth: Literal["", "nothing", "sit-out"] = ""
) -> tuple[Fact, ...]:
    """The facts by which somebody who sits out takes a missing player's chair, who may have gone for good."""
    current = event.open_round
    if current is None or current.table_of(name) is None:
        raise EventError(f"{name} has no seat in this round, so nobody has to take it.")
    if by not in _who_rests(event, current):
        raise EventError(f"{by} isn't here and sitting out, so {by} can't take {name}'s seat.")
    if event.pairs_stay:
        return (Substituted(name=name, by=by),)
    moved = Moved(first=name, second=by, reason=f"{name} is missing")
    came = _came_before(event, name)
    rests = (worth or event.book.event.gone_home) == "sit-out"
    if not for_good:
        return (moved,) if worth != "nothing" else (moved, MissedRound(name=name))
    if not came:
        return moved, MissedRound(name=name), Absent(name=name)
    return (moved, Left(name=name, rest=True)) if rests else (moved, MissedRound(name=name), Left(name=name))


def choices_for(event: Event, name: str, chance: Chance) -> tuple[MissingChoice, ...]:
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


def _in_a_round(event: Event, person: Person, current: Round, table: Table) -> Iterator[MissingChoice]:
    name, number = person.name, table.number
    resting = _who_rests(event, current)
    for by in resting:
        yield from _takes_chair(event, name, by, number, for_good=False)
    yield MissingChoice(
        None,
        f"A sub plays for {name}",
        (
            f"Table {number} keeps playing.",
            f"The score goes on {name}'s card. The history names the sub.",
            f"When {name} is back, check {name} in.",
        ),
        "this round",
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
        "this round",
    )
    reason = f"{name} is missing"
    others = [other for other in table.seats if other != name]
    yield from _tried(
        event,
        {"what": "stand-down", "table": number, "reason": reason},
        (StoodDown(table=number, reason=reason),),
        f"Table {number} stands down this round",
        (f"{listed(others)} don't play this game.", worth_of_rest(event.book, table_stands_down=True)),
        "this round",
    )
    for by in () if event.pairs_stay else resting:
        yield from _takes_chair(event, name, by, number, for_good=True)
    yield MissingChoice(
        None,
        f"A sub plays for {name} from now on",
        (f"Table {number} keeps playing.", f"The scores go on {name}'s card until {name} checks in again."),
        "for good",
    )
    yield from _gone(event, person, table)


def _takes_chair(event: Event, name: str, by: str, number: int, *, for_good: bool) -> Iterator[MissingChoice]:
    """Somebody who sits out takes the chair; in an event of teams, as a sub."""
    plays = f"{by} plays for {name}" if event.pairs_stay else f"{by}, who is sitting out, takes {name}'s seat"
    effect = [f"Table {number} keeps playing."]
    if event.pairs_stay:
        effect.append(f"The score counts for {_entry(event, name)}.")
    else:
        effect += [f"{name} sits out this game."] if not for_good else []
        effect.append(f"The score goes on {by}'s personal card.")
    facts = chair_taken(event, name, by, for_good=for_good)
    came = _came_before(event, name)
    if for_good:
        effect.append(f"{name} isn't here any more, and has no seat from the next round on.")
        effect += _next_room(event, *facts)
    words = f"{plays}; {name} {'has gone home' if came else 'is not coming today'}" if for_good else plays
    ask = {"what": "away", "name": name, "by": by, "until": "for good" if for_good else "next round"}
    worths = () if event.pairs_stay or (for_good and not came) else _worths(event, for_good)
    yield from _tried(event, ask, facts, words, tuple(effect), "for good" if for_good else "this round", worths)


def _worths(event: Event, for_good: bool) -> tuple[WorthChoice, ...]:
    """What missed games can be worth, the usual first; no choice where sitting out is worth nothing anyway."""
    if event.book.event.sit_out in ("nothing", 0) or event.pairs_stay:
        return ()
    games = "The games missed are" if for_good else "This game is"
    count = "The games missed count" if for_good else "This game counts"
    nothing = WorthChoice("nothing", f"{games} worth nothing")
    rests = WorthChoice("sit-out", f"{count} as a sit-out: {sit_out_words(event.book)}")
    usual = for_good and event.book.event.gone_home == "nothing"
    return (nothing, rests) if usual else (rests, nothing)


def _gone(event: Event, person: Person, table: Table) -> Iterator[MissingChoice]:
    name, came = person.name, _came_before(event, person.name)
    fact: Fact = Left(name=name) if came else Absent(name=name)
    words = f"{name} has gone home" if came else f"{name} isn't coming today"
    effect = [f"Table {table.number} can't play this round without a sub."]
    effect += _next_room(event, fact)
    if not came and event.book.event.season.absent == "zero":
        effect.append(f"{name} has zero for this {event.book.event.season.word}.")
    worths = _worths(event, True) if came else ()
    ask = {"what": "left" if came else "absent", "name": name}
    yield from _tried(event, ask, (fact,), f"{words}, and nobody takes the seat", tuple(effect), "for good", worths)


def _has_played(event: Event, person: Person, current: Round, table: Table) -> Iterator[MissingChoice]:
    name = person.name
    score = current.results[table.number].score
    kept = f"The score of table {table.number}, {score.ns} to {score.ew}, stays as it is."
    fact = Left(name=name)
    yield from _tried(
        event,
        {"what": "left", "name": name},
        (fact,),
        f"{name} has gone home",
        (kept, *_next_room(event, fact)),
        "for good",
        _worths(event, True),
    )
    yield MissingChoice(
        None,
        f"A sub plays for {name} from now on",
        (kept, f"The scores of later games go on {name}'s card."),
        "for good",
    )


# Without a chair: the next round is planned with the people who are here.


def _before_a_round(event: Event, person: Person, chance: Chance) -> Iterator[MissingChoice]:
    name = person.name
    late: tuple[Fact, ...] = (Late(name=name),) if event.presence(name) != "late" else ()
    yield MissingChoice(
        {"what": "late", "name": name},
        f"Wait: {name} comes later",
        ("The next round is seated without them.", f"Check {name} in on arrival.", *_room_after(event, late, chance)),
        "this round",
    )
    yield from _sub_comes(event, name)
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
        worths = _worths(event, True) if isinstance(gone, Left) else ()
        words = f"Play without {name}: {name} {word}"
        yield from _tried(event, ask, (gone,), words, tuple(effect), "for good", worths)


def _sub_comes(event: Event, name: str) -> Iterator[MissingChoice]:
    """A sub for this meeting: it may be for the next round only, and it may be for all of it."""
    several = event.has_meetings
    when = f"in {event.meeting_name(len(event.meetings) or 1).lower()}" if several else "today"
    seat = f"The sub takes {name}'s seat. The scores go on {name}'s card."
    back = f"When {name} comes, check {name} in."
    again = (f"At the next meeting {name} has a seat as usual.",) if several else ()
    words = f"A sub plays for {name} {when}"
    yield MissingChoice(None, words, (seat, back, *again), "this round")
    yield MissingChoice(None, words, (seat, *again), "for good")


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
    rests = f", and {len(resting)} sit{'s' if len(resting) == 1 else ''} out" if resting else ""
    return [f"The next round has {_tables(len(event.round.tables))}{rests}.", *_says(event)]


def _tables(count: int) -> str:
    return "1 table" if count == 1 else f"{count} tables"


def _says(event: Event) -> list[str]:
    return [event.plan_says] if event.plan_says else []


def _next_room(event: Event, *facts: Fact) -> list[str]:
    try:
        for fact in facts:
            event = step(event, fact)
    except EventError:
        return []
    return _counted(len(event.here()))


def _counted(here: int) -> list[str]:
    rest = here % 4
    rests = f", and {rest} sit{'s' if rest == 1 else ''} out" if rest else ""
    return [f"From the next round on there are {here} people: {_tables(here // 4)}{rests}."]


def _who_rests(event: Event, current: Round) -> list[str]:
    """People who are here and sit out; in an event of pairs, only people whose partner is not here."""
    resting = [name for name in current.sitting_out if event.presence(name) == "here"]
    if event.pairs_stay:
        resting = [name for name in resting if is_reserve(event, name)]
    return resting[:_OFFERED]


def _tried(
    event: Event,
    what: Mapping[str, str | int],
    facts: tuple[Fact, ...],
    words: str,
    effect: tuple[str, ...],
    until: Until,
    worths: tuple[WorthChoice, ...] = (),
) -> Iterator[MissingChoice]:
    """The choice, if the event accepts its facts."""
    try:
        for fact in facts:
            event = step(event, fact)
    except EventError:
        return
    yield MissingChoice(what, words, effect, until, worths)


def _came_before(event: Event, name: str) -> bool:
    """True if somebody had a seat in an earlier round of this meeting, or has paid at the door."""
    return event.attendance(name).paid or any(name in _seated(past) for past in event.tonight[:-1])


def _entry(event: Event, name: str) -> str:
    return event.entry(name).name


def _seated(past: Round) -> set[str]:
    return {name for table in past.tables for name in table.seats}
