"""Commands about people: entries, check-in, and players who are late, absent, gone or replaced."""

from __future__ import annotations

from typing import Any

from bowerbird.evening import requests
from bowerbird.evening.commands.proposal import Handler, Proposal, RequestContext
from bowerbird.evening.facts import PhoneTaken, Withdrawn
from bowerbird.evening.missing import chair_taken
from bowerbird.evening.requests import Request
from bowerbird.evening.sign_ups import only_signed_up
from bowerbird.event import Event, EventError, Fact
from bowerbird.event.alike import near
from bowerbird.event.changes import what_changed
from bowerbird.event.entry_list import COLUMNS, EntryList, read_list
from bowerbird.event.facts import (
    Absent,
    CheckedIn,
    Entered,
    Entrant,
    EntriesMerged,
    EntryRemoved,
    FeePaid,
    Late,
    Left,
    PartnersDrawn,
    Renamed,
    SittingPlayerNamed,
    Substituted,
)
from bowerbird.event.fold.people import TOO_LATE_TO_SIT, before_seating, check_age
from bowerbird.event.money import unpaid
from bowerbird.event.movements import movement_of
from bowerbird.event.state import tidy_name
from bowerbird.event.words import listed
from bowerbird.names import one_line

__all__ = ["HANDLERS"]

#: The most sentences about the effects of a change; the standings show the rest.
_SENTENCES = 8
#: The most names of a list that are compared with each other, and the most questions about them.
_COMPARED, _QUESTIONS = 300, 3


def _one_person(name: str) -> str:
    """A name in its stored form. An "&" is refused, since it joins the two names of a pair."""
    name = one_line(name)
    if "&" in name:
        raise EventError(f"Write one person's name. {name} is two; a pair is entered as two people.")
    return name


def _enter(context: RequestContext[requests.Enter]) -> Proposal:
    request = context.request
    entered = [form.entered() for form in request.people]
    if not all(entry.players for entry in entered):
        raise EventError("There is an entry without a name. Write the name.")
    if context.right.role != "sign-up":
        return _entered(context.event, entered, request.here, sure=request.sure)
    if not context.evening.settings.sign_up:
        raise EventError("Signing up is closed here. Ask the director at the desk.")
    if len(entered) > 1:
        raise EventError("Sign up one entry at a time. The director at the desk takes a list.")
    phone = PhoneTaken(name=tidy_name(entered[0].players[0].name), phone=request.phone)
    names = [_one_person(player.name) for player in entered[0].players]
    return Proposal(tuple(entered), (phone,), (f"Welcome, {listed(names)}. Please check in when you arrive.",))


def _paste(context: RequestContext[requests.Paste]) -> Proposal:
    request = context.request
    found = read_list(request.text, of_age=request.of_age, zone=request.zone)
    if not found.entries:
        raise EventError("This list has no names. Write one name per line.")
    _check_lines(context.event, found)
    proposal = _entered(context.event, found.entries, request.here)
    if not found.not_read:
        return proposal
    ignored = f"Not read: {listed(found.not_read)}. The columns are {listed(COLUMNS, len(COLUMNS))}."
    return Proposal(proposal.facts, says=(*proposal.says, ignored))


def _check_lines(event: Event, found: EntryList) -> None:
    """Refuse a list with the line that has to be corrected: nobody finds it among sixty names otherwise."""
    unit, title = event.book.event.entry.unit, event.book.title
    seen: dict[str, int] = {}
    for number, entry in zip(found.lines, found.entries, strict=True):
        names = [tidy_name(person.name) for person in entry.players]
        where = f"Line {number}, {' & '.join(names)}"
        if unit == "people" and len(names) != 1:
            raise EventError(f"{where}: {title} takes people one by one. Write each of them on a line of their own.")
        if unit == "pairs" and len(names) != 2:
            raise EventError(f"{where}: {title} takes teams of two. Write both names on one line: Ann & Cal.")
        if len(names) > 2:
            raise EventError(f"{where}: a team is two people. Write one name or two on a line.")
        for name in names:
            before = seen.setdefault(name.casefold(), number)
            if before != number:
                raise EventError(
                    f"{name} is in your list twice, in lines {before} and {number}. "
                    "Remove one of them, or add an initial if they are two people."
                )


def _entered(event: Event, entered: list[Entered], here: bool, *, sure: bool = False) -> Proposal:
    facts: list[Fact] = list(entered)
    people = [_one_person(person.name) for entry in entered for person in entry.players]
    if here:
        facts += [CheckedIn(name=name) for name in people]
    said = f"{tidy_name(people[0])} has" if len(people) == 1 else f"{len(people)} people have"
    asks = () if sure else _nearly_known(event, people)
    return Proposal(tuple(facts), says=(f"{said} entered{' and checked in' if here else ''}.", *asks))


def _nearly_known(event: Event, people: list[str]) -> tuple[str, ...]:
    """Names that are nearly those of others: a person has to say whether they are one."""
    known, pairs = list(event.people), []
    for name in people if len(people) <= _COMPARED else ():
        pairs += [(name, other) for other in near(name, known)[:1]]
        known.append(name)
    said = [f"Is {name} the same person as {other}?" for name, other in pairs[:_QUESTIONS]]
    return (*said, "If so, open the name under People and merge the two.") if said else ()


def _rename(context: RequestContext[requests.Rename]) -> Proposal:
    old, new = context.event.person(context.request.name).name, _one_person(context.request.to)
    # A link belongs to a name, and somebody else may still enter under the old one.
    void = Withdrawn(role="player", name=old)
    says = f"{old} is now {new}. {old}'s link no longer works. Give out the new one."
    return Proposal((Renamed(name=old, to=new),), (void,), (says,))


def _remove(context: RequestContext[requests.Remove]) -> Proposal:
    event = context.event
    fact = EntryRemoved(name=event.person(context.request.name).name)
    after = Proposal((fact,)).outcome(event)
    gone = tuple(name for name in event.people if name not in after.people)
    says = [f"{listed(gone)} {'is' if len(gone) == 1 else 'are'} off the list."]
    partner = next((name for name in event.entry(fact.name).players if name not in gone), "")
    if partner:
        says.append(f"{partner} has no partner now.")
    return Proposal((fact,), tuple(Withdrawn(role="player", name=name) for name in gone), tuple(says))


def _clear_sign_ups(context: RequestContext[requests.ClearSignUps]) -> Proposal:
    event = context.event
    names = only_signed_up(context.evening)
    if not names:
        raise EventError("Nobody is left who only signed up by the link. Take others off the list one by one.")
    # Where only pairs enter, partners go together.
    together = event.book.event.entry.unit == "pairs"
    gone = dict.fromkeys(event.entry(name).players[0] if together else name for name in names)
    who = f"{names[0]} is" if len(names) == 1 else f"{len(names)} people are"
    return Proposal(
        tuple(EntryRemoved(name=name) for name in gone),
        tuple(Withdrawn(role="player", name=name) for name in names),
        (f"{who} off the list.", "If it was a prank, cancel the sign-up link, too. Then let people scan the new one."),
    )


def _merge(context: RequestContext[requests.Merge]) -> Proposal:
    event = context.event
    name, into = event.person(context.request.name).name, event.person(context.request.into).name
    fact = EntriesMerged(name=name, into=into)
    after = Proposal((fact,)).outcome(event)
    entry = after.entry(into).name
    says = f"{name} and {into} are one entry now: {entry}."
    return Proposal((fact,), (Withdrawn(role="player", name=name),), (says,))


def _pair(context: RequestContext[requests.Pair]) -> Proposal:
    event = context.event
    first, second = event.person(context.request.first).name, event.person(context.request.second).name
    held = next((past for past in event.rounds if {first, second} & past.names()), None)
    if held is not None:
        seated = first if first in held.names() else second
        advice = before_seating(event, held, "pair them")
        raise EventError(f"{seated} has been seated already, so partners can't change.{advice}")
    return Proposal((PartnersDrawn(teams=((first, second),)),), says=(f"{first} and {second} are partners.",))


def _check_in(context: RequestContext[requests.CheckIn]) -> Proposal:
    request = context.request
    if not request.here:
        return _not_here(context)
    if isinstance(request.names, str):
        wanted = _last_time(context.event) if request.names == "same as last time" else context.event.people
        names = tuple(name for name in wanted if context.event.presence(name) == "entered")
    else:
        names = tuple(dict.fromkeys(context.event.person(name).name for name in request.names))
    if not names:
        raise EventError(_nobody_to_check_in(context))
    proposal = Proposal(tuple(CheckedIn(name=name, meeting=request.meeting) for name in names))
    after = proposal.outcome(context.event)
    if request.meeting:
        changed = what_changed(context.event, after)
        return Proposal(proposal.facts, says=(f"{listed(names)} checked in{_then(context)}.", *changed[:_SENTENCES]))
    if after.open_round is not None:
        return Proposal(proposal.facts, says=(f"{listed(names)} checked in.", *_no_place_yet(context, after, names)))
    count = len(after.here())
    over = f", {count % 4} over" if count % 4 else ""
    tables = f"{count // 4} table{'' if count // 4 == 1 else 's'}{over}"
    return Proposal(
        proposal.facts,
        says=(f"{listed(names)} checked in. {count} {'person is' if count == 1 else 'people are'} here: {tables}.",),
    )


def _nobody_to_check_in(context: RequestContext[requests.CheckIn]) -> str:
    event = context.event
    if not isinstance(context.request.names, str):
        return "Name the people who are here."
    if not event.people:
        return "Nobody has entered yet. Enter people first."
    if away := [name for name in event.people if event.presence(name) in ("late", "absent", "left")]:
        return f"{listed(away)} {'is' if len(away) == 1 else 'are'} marked as away. Check in by name who came."
    return "Everybody who entered is checked in already."


def _not_here(context: RequestContext[requests.CheckIn]) -> Proposal:
    """Take back the tick of somebody who was tapped by mistake."""
    request = context.request
    if isinstance(request.names, str) or not request.names:
        raise EventError("Name the people who are not here after all.")
    names = tuple(dict.fromkeys(context.event.person(name).name for name in request.names))
    facts = tuple(CheckedIn(name=name, meeting=request.meeting, here=False) for name in names)
    has = "is" if len(names) == 1 else "are"
    return Proposal(facts, says=(f"{listed(names)} {has} not here after all{_then(context)}.",))


def _no_place_yet(context: RequestContext[requests.CheckIn], event: Event, names: tuple[str, ...]) -> tuple[str, ...]:
    """Tell people who came after the seating what to expect."""
    seated = {name for table in event.round.tables for name in table.seats}
    waiting = tuple(name for name in names if name not in seated)
    if not waiting:
        return ()
    later = f"{listed(waiting)} {'plays' if len(waiting) == 1 else 'play'} from the next round on."
    if _play_has_begun(context, event):
        return (later,)
    return (later, "If play hasn't started, you can undo the seating, check in, and seat everybody again.")


def _last_time(event: Event) -> tuple[str, ...]:
    """The people who came to the meeting before this one."""
    if len(event.meetings) < 2:
        raise EventError("There has been no meeting before this one. Check people in by name.")
    last = len(event.meetings) - 1
    return tuple(
        name
        for name in event.people
        if (seen := event.attendance(name, last)).came and seen.presence != "absent" and not seen.sub
    )


def _then(context: RequestContext[Any]) -> str:
    """` in week 1`, if the request is about an older meeting."""
    number = context.request.meeting
    return f" in {context.event.meeting_name(number).lower()}" if number else ""


def _late(context: RequestContext[requests.Late]) -> Proposal:
    fact = Late(name=context.request.name, meeting=context.request.meeting)
    return _away(context, fact, "is expected later. Check in on arrival.")


def _absent(context: RequestContext[requests.Absent]) -> Proposal:
    fact = Absent(name=context.request.name, meeting=context.request.meeting)
    if fact.meeting and (known := _absent_then(context.event, fact)):
        return Proposal(says=(known,))
    return _away(context, fact, f"is absent{_then(context)}.")


def _absent_then(event: Event, fact: Absent) -> str:
    """Closing an older meeting has already marked everybody absent who did not come: nothing is left to do then."""
    name = event.person(fact.name).name
    if not 1 <= fact.meeting <= len(event.meetings) or event.attendance(name, fact.meeting).presence != "absent":
        return ""
    return f"{name} was marked absent when {event.meeting_name(fact.meeting).lower()} was closed. Nothing changes."


def _left(context: RequestContext[requests.Left]) -> Proposal:
    request = context.request
    fact = Left(name=request.name, meeting=request.meeting, rest=_rests(context.event, request.worth))
    return _away(context, fact, f"has left{_then(context)}.")


def _rests(event: Event, worth: requests.MissedWorth) -> bool:
    """True if the games that somebody misses count as sitting out; without the director's word, by the rulebook."""
    return (worth or event.book.event.gone_home) == "sit-out"


def _taken_chair(context: RequestContext[requests.Away]) -> Proposal:
    request, event = context.request, context.event
    name, by = event.person(request.name).name, event.person(request.by).name
    for_good = request.until == "for good"
    facts = chair_taken(event, name, by, for_good=for_good, worth=request.worth)
    after = Proposal(facts).outcome(event)
    if event.pairs_stay:
        says = f"{by} plays for {name}. The score counts for {event.entry(name).name}."
    else:
        gone = "has gone home" if for_good else "is away this round"
        says = f"{by} takes {name}'s seat. {name} {gone}."
    return Proposal(facts, says=(says, *_stood_down(event, after)))


def _away(context: RequestContext[Any], fact: Late | Absent | Left, said: str) -> Proposal:
    event = context.event
    name = tidy_name(fact.name) if event.plays_for(fact.name) else event.person(fact.name).name
    after = Proposal((fact,)).outcome(event)
    changed = what_changed(event, after)[:_SENTENCES] if fact.meeting else ()
    return Proposal((fact,), says=(f"{name} {said}", *_stood_down(event, after), *changed))


def _stood_down(before: Event, after: Event) -> tuple[str, ...]:
    """Name the tables that cannot play any more."""
    if after.open_round is None:
        return ()
    known = before.round.stood_down
    return tuple(
        f"Table {number} can't play: {reason}. Find a sub, or let people change places."
        for number, reason in after.round.stood_down.items()
        if known.get(number) != reason
    )


def _sub(context: RequestContext[requests.Sub]) -> Proposal:
    request = context.request
    name = context.event.person(request.name).name
    by = _one_person(request.by)
    says = f"{by} plays for {name}{_then(context)}. The score counts for {name}."
    if by.casefold() not in context.event.known:
        _check_sub(context.event, request, by)
    substituted = Substituted(
        name=name, by=by, meeting=request.meeting, zone=request.zone, born=request.born, of_age=request.of_age
    )
    return Proposal((substituted,), says=(says,))


def _check_sub(event: Event, request: requests.Sub, by: str) -> None:
    """Ask of a sub who has not entered what is asked of an entry: age and zone."""
    check_age(event, Entrant.called(by, request.born, request.of_age))
    if event.book.event.entry.teams_per_zone and not request.zone.strip():
        raise EventError(f"Name the zone of {by}, as for an entry.")


def _paid(context: RequestContext[requests.Paid]) -> Proposal:
    request = context.request
    names = tuple(dict.fromkeys(context.event.person(name).name for name in request.names))
    known = context.event.meetings[request.meeting - 1].attendance if context.event.meetings else {}
    changed = [name for name in names if (name in known and known[name].paid) != request.paid] or names[:1]
    facts = tuple(FeePaid(name=name, paid=request.paid, meeting=request.meeting) for name in changed)
    after = Proposal(facts).outcome(context.event)
    has = "has" if len(names) == 1 else "have"
    says = f"{listed(names)} {has} {'' if request.paid else 'not '}paid{_then(context)}."
    owing = unpaid(after, request.meeting)
    return Proposal(
        facts, says=(says, f"Still to pay: {listed(owing)}." if owing else "Everybody who has come has paid.")
    )


def _sitting(context: RequestContext[requests.Sitting]) -> Proposal:
    request, event = context.request, context.event
    if request.sitting and event.rounds and _play_has_begun(context, event):
        raise EventError(TOO_LATE_TO_SIT)
    name = event.person(request.name).name
    says = f"{name} keeps one chair." if request.sitting else f"{name} moves like everybody else."
    proposal = Proposal((SittingPlayerNamed(name=name, sitting=request.sitting),))
    after = proposal.outcome(event)
    # At the seating the director is told who has no table; whoever is named later has to be told now.
    shifted = movement_of(event.book).shifted(after) if event.rounds else ()
    return Proposal(proposal.facts, says=(says, *shifted))


def _play_has_begun(context: RequestContext[Any], event: Event) -> bool:
    """True from the first score or bell on; the start bell is the start of the clock."""
    return not event.before_play or context.evening.clock.started is not None


HANDLERS: dict[type[Request], Handler] = {
    requests.Enter: _enter,
    requests.Paste: _paste,
    requests.Rename: _rename,
    requests.Remove: _remove,
    requests.ClearSignUps: _clear_sign_ups,
    requests.Merge: _merge,
    requests.Pair: _pair,
    requests.CheckIn: _check_in,
    requests.Late: _late,
    requests.Absent: _absent,
    requests.Left: _left,
    requests.Away: _taken_chair,
    requests.Sub: _sub,
    requests.Paid: _paid,
    requests.Sitting: _sitting,
}
