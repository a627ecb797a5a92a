"""The fold of corrections to the entry list: one entry taken off, two that were one person's merged.

Rounds never change, so a name that is in one cannot go. Nor can money: a person ticked as paid stays on the list.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

from msgspec.structs import replace

from bowerbird.event.errors import EventError
from bowerbird.event.facts import EntriesMerged, EntryRemoved
from bowerbird.event.fold.people import before_seating
from bowerbird.event.state import Attendance, Entry, Event, Meeting, Presence
from bowerbird.names import letters_of

__all__ = ["merge", "remove"]

V = TypeVar("V")

#: Of two entries that are one person's, the presence that says more counts.
_SAYS_MORE: Final[tuple[Presence, ...]] = ("entered", "late", "absent", "left", "here", "removed")


def remove(event: Event, fact: EntryRemoved) -> Event:
    """Take somebody off the list. A partner stays alone, or goes too where only pairs may enter."""
    name = event.person(fact.name).name
    entry = event.entry(name)
    gone = entry.players if event.book.event.entry.unit == "pairs" else (name,)
    for each in gone:
        _check_can_go(event, each)
    left = tuple(each for each in entry.players if each not in gone)
    kept = Entry(left[0], left, event.people[left[0]].zone) if left else None
    return _without(event, gone, entry.name, kept)


def merge(event: Event, fact: EntriesMerged) -> Event:
    """Make one entry of two. What was noted about either counts: a tick at the door, a payment, a ruling, a prize."""
    name, into = event.person(fact.name).name, event.person(fact.into).name
    if name == into:
        raise EventError(f"{name} is one entry already. Choose two names.")
    _check_unplayed(event, name)
    entry = _joined(event, name, into)
    person, other = event.people[into], event.people[name]
    merged = replace(
        person,
        sitting=person.sitting or other.sitting,
        removed=person.removed or other.removed,
        zone=person.zone or other.zone,
    )
    meetings = tuple(_one_attendance(event, meeting, name, into) for meeting in event.meetings)
    rulings = tuple(
        (at, replace(ruled, name=into if ruled.name == name else ruled.name)) for at, ruled in event.rulings
    )
    raffle = event.raffle and replace(event.raffle, winner=into if event.raffle.winner == name else event.raffle.winner)
    event = replace(
        event,
        people={**event.people, into: merged},
        meetings=meetings,
        rulings=rulings,
        raffle=raffle,
        corrected_names={**event.corrected_names, letters_of(name): into},
    )
    return _without(event, (name,), event.entry_of[name], entry, also=event.entry_of[into])


def _joined(event: Event, name: str, into: str) -> Entry:
    """The entry of the one who stays: with the partner of either."""
    one, other = event.entry(name), event.entry(into)
    if one is other:
        raise EventError(f"{name} and {into} are partners. Take one of them off the list instead.")
    if len(one.players) > 1 and len(other.players) > 1:
        raise EventError(f"{name} and {into} have a partner each. Take one of the two pairs off the list instead.")
    zone = other.zone or one.zone
    if len(one.players) == 1:
        return replace(other, zone=zone)
    if any(into in past.names() for past in event.rounds):
        raise EventError(f"{into} has played alone, and {name} has a partner. Take {name} off the list instead.")
    players = tuple(into if each == name else each for each in one.players)
    return Entry(" & ".join(players), players, zone)


def _one_attendance(event: Event, meeting: Meeting, name: str, into: str) -> Meeting:
    known = meeting.attendance
    if name not in known and into not in known:
        return meeting
    one, other = known.get(name, Attendance()), known.get(into, Attendance())
    _check_no_sub(meeting, name)
    if one.paid and other.paid:
        fee = "Both are ticked as paid. If there was one payment, take one of the ticks back first."
        raise EventError(f"{fee} If there were two, give one back and take its tick back.")
    telling = max(other, one, key=lambda each: _SAYS_MORE.index(each.presence))
    seen = Attendance(
        presence=telling.presence,
        sub=other.sub,
        came=one.came or other.came,
        was_absent=other.was_absent,
        paid=one.paid or other.paid,
        rest=telling.rest,
    )
    current = event.open_round
    if current is not None and current.meeting == meeting.number and into in current.gone and seen.presence == "here":
        raise EventError(f"{into}'s chair is empty. Check {into} in first.")
    return replace(meeting, attendance={**_less(known, (name,)), into: seen})


def _check_can_go(event: Event, name: str) -> None:
    _check_unplayed(event, name)
    if any(ruled.name == name for _, ruled in event.rulings):
        raise EventError(f"There is a ruling about {name}, so the name stays. Mark {name} as not coming instead.")
    if event.raffle is not None and event.raffle.winner == name:
        raise EventError(f"{name} has won the 50-50 draw. Correct the draw first.")
    for meeting in event.meetings:
        seen = meeting.attendance.get(name, Attendance())
        if seen.paid:
            raise EventError(f"{name} has paid. Give the money back and take the tick back first.")
        _check_no_sub(meeting, name)


def _check_no_sub(meeting: Meeting, name: str) -> None:
    for who, seen in meeting.attendance.items():
        if seen.sub and (who == name or letters_of(seen.sub) == letters_of(name)):
            raise EventError(f"{seen.sub} plays for {who}. Check {who} in, or mark {who} absent, first.")


def _check_unplayed(event: Event, name: str) -> None:
    held = next((past for past in event.rounds if name in past.names()), None)
    if held is not None:
        raise EventError(
            f"{name} was already seated in round {held.number}, so the name stays in this event."
            f"{before_seating(event, held, 'correct the list')}"
        )


def _without(event: Event, gone: tuple[str, ...], was: str, kept: Entry | None, also: str = "") -> Event:
    """The event without these people; `kept` takes the place of the entry `was`, and of `also`."""
    entries: dict[str, Entry] = {}
    for entry in event.entries.values():
        if entry.name not in (was, also):
            entries[entry.name] = entry
        elif kept is not None:
            entries[kept.name] = kept
    players = kept.players if kept is not None else ()
    planned = {name for each in event.plan for four in each.tables for name in four}
    resting = {name for each in event.plan for name in each.sitting_out}
    fits = not (planned | resting) & set(gone)
    return replace(
        event,
        people=_less(event.people, gone),
        entries=entries,
        entry_of=_less(event.entry_of, gone) | dict.fromkeys(players, kept.name if kept is not None else ""),
        known={key: name for key, name in event.known.items() if name not in gone},
        drawn_cards=tuple((name, card) for name, card in event.drawn_cards if name not in gone),
        plan=event.plan if fits else (),
        plan_says=event.plan_says if fits else "",
        meetings=tuple(replace(each, attendance=_less(each.attendance, gone)) for each in event.meetings),
    )


def _less(known: Mapping[str, V], gone: tuple[str, ...]) -> dict[str, V]:
    return {name: value for name, value in known.items() if name not in gone}
