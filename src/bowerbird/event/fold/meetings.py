"""The fold of facts about meetings: opening and closing, attendance, and subs.

Attendance belongs to one meeting. A fact may name an older meeting: it changes that one and reaches every total, but
not anybody's chair tonight.
"""

from __future__ import annotations

from msgspec.structs import replace

from bowerbird.event.errors import EventError
from bowerbird.event.facts import Absent, CheckedIn, FeePaid, Late, Left, MeetingClosed, MeetingOpened, Substituted
from bowerbird.event.money import is_account
from bowerbird.event.state import Attendance, Event, Meeting, Presence, Round, tidy_name

__all__ = [
    "check_in",
    "close_meeting",
    "empty_chair",
    "fill_chair",
    "go_away",
    "is_reserve",
    "open_meeting",
    "substitute",
]


def open_meeting(event: Event, fact: MeetingOpened) -> Event:
    """Start a meeting with nobody checked in."""
    if event.is_open:
        raise EventError(f"{event.meeting_name(event.meeting.number)} is still open. Close it first.")
    opened = Meeting(number=len(event.meetings) + 1, date=fact.date, at=fact.at)
    return replace(event, meetings=(*event.meetings, opened))


def close_meeting(event: Event, fact: MeetingClosed) -> Event:
    """End a meeting. Everybody who entered and never came is marked absent."""
    meeting = _open(event)
    if event.open_round is not None:
        raise EventError(f"{event.round_name(event.round)} is still in progress. Close it first.")
    attendance = dict(meeting.attendance)
    for name in event.people:
        seen = event.attendance(name)
        if seen.presence in ("entered", "late"):
            attendance[name] = replace(seen, presence="absent", was_absent=True)
    closed = replace(meeting, attendance=attendance, closed=True, closed_at=fact.at)
    return _with_meeting(event, closed)


def _open(event: Event) -> Meeting:
    if not event.is_open:
        last = f"{event.meeting_name(event.meeting.number)} is closed. " if event.meetings else ""
        raise EventError(f"{last}Open {event.meeting_name(len(event.meetings) + 1).lower()} first.")
    return event.meeting


def _meeting(event: Event, number: int) -> Meeting:
    """The meeting that a fact is about: the one in progress, or an older one by its number."""
    if not number or number == len(event.meetings):
        return event.meeting if number and event.meetings else _open(event)
    if not 1 <= number <= len(event.meetings):
        raise EventError(f"There has been no {event.meeting_name(number).lower()}.")
    return event.meetings[number - 1]


def check_in(event: Event, fact: CheckedIn) -> Event:
    """Check somebody in; a sub who played for them makes room from the next round on."""
    person, meeting = event.person(fact.name), _meeting(event, fact.meeting)
    if person.removed:
        raise EventError(f"{person.name} was removed from this event by the director.")
    seen = event.attendance(person.name, meeting.number)
    if not fact.here:
        return _not_here(event, meeting, person.name)
    if seen.presence == "here" and not seen.sub:
        raise EventError(f"{person.name} is checked in already.")
    event = _note(event, meeting, person.name, replace(seen, presence="here", sub="", came=True, rest=False))
    current = event.open_round
    waited_for = current is not None and current.meeting == meeting.number and person.name in current.gone
    return fill_chair(event, person.name) if waited_for else event


def _not_here(event: Event, meeting: Meeting, name: str) -> Event:
    """Take back a tick at the door. Money that was paid stays paid."""
    seen = event.attendance(name, meeting.number)
    if seen.presence != "here":
        raise EventError(f"{name} is not checked in.")
    if seen.sub or meeting.closed or _has_had_a_place(event, meeting, name):
        raise EventError(f"{name} has a place already. Mark {name} as gone home instead.")
    return _note(event, meeting, name, replace(seen, presence="entered", came=False))


def go_away(event: Event, fact: Late | Absent | Left) -> Event:
    """Mark somebody as late, absent or gone. A table that was waiting for them cannot play."""
    meeting = _meeting(event, fact.meeting)
    player = event.plays_for(fact.name) if meeting.number == len(event.meetings) else ""
    name = player or event.person(fact.name).name
    presence: Presence = "late" if isinstance(fact, Late) else "absent" if isinstance(fact, Absent) else "left"
    seen = event.attendance(name, meeting.number)
    if seen.presence == presence:
        raise EventError(f"{name} is already marked {presence}.")
    if presence == "absent":
        _check_not_played(event, meeting, name)
    # Somebody who leaves before having a place was never really here, and owes no fee.
    came = seen.came and (presence == "left" or _has_had_a_place(event, meeting, name))
    was_absent = seen.was_absent or presence == "absent"
    rest = isinstance(fact, Left) and fact.rest
    gone = replace(seen, presence=presence, sub="", came=came, was_absent=was_absent, rest=rest)
    event = _note(event, meeting, name, gone)
    return empty_chair(event, name, presence) if meeting.number == len(event.meetings) else event


def _check_not_played(event: Event, meeting: Meeting, name: str) -> None:
    """Refuse to mark somebody absent who has a score: they came, or a sub did."""
    for past in event.rounds:
        table = past.table_of(name)
        if past.meeting == meeting.number and table is not None and table.number in past.results:
            if past is event.open_round:
                continue
            raise EventError(
                f"{name} has a score in {event.round_name(past).lower()}, at table {table.number}. If somebody else "
                f"played, enter the sub; if {name} went home, mark {name} as gone."
            )


def _has_had_a_place(event: Event, meeting: Meeting, name: str) -> bool:
    return any(
        name in past.sitting_out or past.table_of(name) is not None
        for past in event.rounds
        if past.meeting == meeting.number
    )


def empty_chair(event: Event, name: str, presence: Presence) -> Event:
    """Empty somebody's chair in the round in progress, unless its game has a score.

    Who waits at a table that does not play, and goes home when all others have their scores, has waited to the end.
    """
    current = event.open_round
    table = current.table_of(name) if current is not None else None
    if current is None or table is None or table.number in current.results:
        return event
    if presence in ("left", "removed") and current.results and not current.missing():
        return event
    how = "has left" if presence == "left" else "was removed" if presence == "removed" else f"is {presence}"
    stood_down = {**current.stood_down, table.number: f"{name} {how} and nobody plays instead"}
    gone = (*current.gone, name) if name not in current.gone else current.gone
    away = {**current.away, name: True} if event.attendance(name).rest else current.away
    return _with_round(event, replace(current, gone=gone, stood_down=stood_down, away=away))


def substitute(event: Event, fact: Substituted) -> Event:
    """Let somebody play for somebody else, for the rest of a meeting. A table that stood down can play again."""
    person, by, meeting = event.person(fact.name), tidy_name(fact.by), _meeting(event, fact.meeting)
    if not by or by.casefold() == person.name.casefold():
        raise EventError(f"Name somebody else to play for {person.name}.")
    if is_account(by):
        raise EventError(f"{by!r} is the name of a money account. Write another name.")
    by = event.known.get(by.casefold(), by)
    if person.removed:
        raise EventError(f"{person.name} was removed from this event, and nobody can play instead.")
    if meeting.number < len(event.meetings) or meeting.closed:
        return _substituted_then(event, meeting, person.name, by)
    busy = event.plays_for(by)
    if busy:
        raise EventError(f"{by} already plays for {busy}.")
    if by in event.people and event.presence(by) == "here" and not is_reserve(event, by):
        rests = event.open_round is not None and by in event.open_round.sitting_out
        advice = f"Let {by} and {person.name} change places" if rests else "Find somebody else"
        raise EventError(f"{by} plays in this event already. {advice} to play for {person.name}.")
    left = event.presence(person.name) == "left"
    event = _note(event, meeting, person.name, _with_sub(event, meeting, person.name, by))
    current = event.open_round
    table = current.table_of(person.name) if current is not None else None
    # A player who leaves after the score has played that game: the sub plays from the next game on.
    if current is None or table is None or (left and table.number in current.results):
        return event
    current = replace(
        current,
        subs={**current.subs, person.name: by},
        sitting_out=tuple(name for name in current.sitting_out if name != by),
    )
    return fill_chair(_with_round(event, current), person.name)


def _substituted_then(event: Event, meeting: Meeting, name: str, by: str) -> Event:
    """Record a sub of an older meeting: the rounds there name both."""
    rounds = tuple(
        replace(past, subs={**past.subs, name: by})
        if past.meeting == meeting.number and past.table_of(name) is not None
        else past
        for past in event.rounds
    )
    return _note(replace(event, rounds=rounds), meeting, name, _with_sub(event, meeting, name, by))


def _with_sub(event: Event, meeting: Meeting, name: str, by: str) -> Attendance:
    return Attendance("here", sub=by, came=True, paid=event.attendance(name, meeting.number).paid)


def pay_fee(event: Event, fact: FeePaid) -> Event:
    """Tick the fee of somebody who came, or take the tick back."""
    person, meeting = event.person(fact.name), _meeting(event, fact.meeting)
    if not event.book.event.money.fee:
        raise EventError(f"Playing costs nothing under {event.book.title} rules.")
    seen = event.attendance(person.name, meeting.number)
    if seen.paid == fact.paid:
        raise EventError(f"{person.name} is {'ticked as paid already' if fact.paid else 'not ticked as paid'}.")
    return _note(event, meeting, person.name, replace(seen, paid=fact.paid))


def fill_chair(event: Event, name: str) -> Event:
    """Fill somebody's chair again. A table that stood down can play as soon as all four are here."""
    current = event.open_round
    table = current.table_of(name) if current is not None else None
    if current is None or table is None:
        return event
    stood_down = dict(current.stood_down)
    if all(event.presence(other) == "here" for other in table.seats):
        stood_down.pop(table.number, None)
    gone = tuple(other for other in current.gone if other != name)
    away = {other: worth for other, worth in current.away.items() if other != name}
    return _with_round(event, replace(current, gone=gone, stood_down=stood_down, away=away))


def is_reserve(event: Event, name: str) -> bool:
    """True if somebody is here without a chair for the whole meeting, or without a partner in an event of pairs."""
    current = event.open_round
    if event.sitting_is_all and not event.pairs_stay:
        planned = current.sitting_out if current else event.plan[0].sitting_out if event.plan else ()
        return name in planned
    if not event.pairs_stay or (current is not None and current.table_of(name) is not None):
        return False
    return not any(event.presence(other) == "here" for other in event.entry(name).players if other != name)


def _note(event: Event, meeting: Meeting, name: str, seen: Attendance) -> Event:
    return _with_meeting(event, replace(meeting, attendance={**meeting.attendance, name: seen}))


def _with_meeting(event: Event, meeting: Meeting) -> Event:
    before, after = event.meetings[: meeting.number - 1], event.meetings[meeting.number :]
    return replace(event, meetings=(*before, meeting, *after))


def _with_round(event: Event, current: Round) -> Event:
    return replace(event, rounds=(*event.rounds[:-1], current))
