"""Commands about people: entries, the door, who is late, absent, gone or replaced."""

from __future__ import annotations

from bowerbird.desk import asks
from bowerbird.desk.asks import Ask
from bowerbird.desk.commands.proposal import Asked, Handler, Proposal
from bowerbird.desk.facts import PhoneTaken, Withdrawn
from bowerbird.event import Event, EventError, Fact
from bowerbird.event.director import check_in
from bowerbird.event.entry_list import COLUMNS, read_list
from bowerbird.event.facts import (
    Absent,
    CheckedIn,
    Entered,
    Entrant,
    Late,
    Left,
    Renamed,
    SittingPlayerNamed,
    Substituted,
)
from bowerbird.event.room import absence
from bowerbird.event.state import tidy_name
from bowerbird.event.words import listed
from bowerbird.names import one_line

__all__ = ["HANDLERS"]


def _one_person(name: str) -> str:
    """A name as it is kept. The name of a pair has the two names in it, so no person's name looks like one."""
    name = one_line(name)
    if "&" in name:
        raise EventError(f"Write one person's name. {name} is two; a pair is entered as two people.")
    return name


def _enter(asked: Asked[asks.Enter]) -> Proposal:
    ask = asked.ask
    entered = [
        Entered(
            players=tuple(
                Entrant.called(name, form.born if name is form.name else 0, form.of_age)
                for name in (form.name, form.partner)
                if name.strip()
            ),
            zone=form.zone,
        )
        for form in ask.people
    ]
    if not all(entry.players for entry in entered):
        raise EventError("There is an entry without a name. Write the name.")
    if asked.right.role != "sign-up":
        return _entered(entered, ask.here)
    if not asked.evening.settings.sign_up or len(entered) > 1:
        raise EventError("Signing up is closed here. Ask the director at the desk.")
    phone = PhoneTaken(name=tidy_name(entered[0].players[0].name), phone=ask.phone)
    names = [_one_person(player.name) for player in entered[0].players]
    return Proposal(tuple(entered), (phone,), (f"Welcome, {listed(names)}. Please check in when you arrive.",))


def _paste(asked: Asked[asks.Paste]) -> Proposal:
    ask = asked.ask
    found = read_list(ask.text, of_age=ask.of_age, zone=ask.zone)
    if not found.entries:
        raise EventError("There is no name in this list. Write one name a line.")
    proposal = _entered(found.entries, ask.here)
    if not found.not_read:
        return proposal
    ignored = f"Not read: {listed(found.not_read)}. The columns are {listed(COLUMNS, len(COLUMNS))}."
    return Proposal(proposal.facts, says=(*proposal.says, ignored))


def _entered(entered: list[Entered], here: bool) -> Proposal:
    facts: list[Fact] = list(entered)
    people = [_one_person(person.name) for entry in entered for person in entry.players]
    if here:
        facts += [CheckedIn(name=name) for name in people]
    said = f"{tidy_name(people[0])} has" if len(people) == 1 else f"{len(people)} people have"
    return Proposal(tuple(facts), says=(f"{said} entered{' and checked in' if here else ''}.",))


def _rename(asked: Asked[asks.Rename]) -> Proposal:
    old, new = asked.event.person(asked.ask.name).name, _one_person(asked.ask.to)
    # A link is made out to a name, and somebody else may yet enter under the old one.
    void = Withdrawn(role="player", name=old)
    says = f"{old} is {new} now. A link that was given out for {old} no longer works; give out the new one."
    return Proposal((Renamed(name=old, to=new),), (void,), (says,))


def _check_in(asked: Asked[asks.CheckIn]) -> Proposal:
    ask = asked.ask
    if ask.names == "all":
        names = tuple(person.name for person in asked.event.people.values() if person.presence == "entered")
    else:
        names = tuple(dict.fromkeys(asked.event.person(name).name for name in ask.names))
    if not names:
        raise EventError("Everybody who entered is checked in, or noted as away.")
    proposal = Proposal(check_in(asked.event, names))
    after = proposal.outcome(asked.event)
    if after.rounds and not after.round.closed:
        return Proposal(proposal.facts, says=(f"{listed(names)} checked in.", *_no_place_yet(after, names)))
    count = len(after.here())
    tables = f"{count // 4} table{'' if count // 4 == 1 else 's'}, {count % 4} over"
    return Proposal(proposal.facts, says=(f"{listed(names)} checked in. {count} people are here: {tables}.",))


def _no_place_yet(event: Event, names: tuple[str, ...]) -> tuple[str, ...]:
    """What those can expect who came when everybody was seated."""
    seated = {name for table in event.round.tables for name in table.seats}
    waiting = tuple(name for name in names if name not in seated)
    if not waiting:
        return ()
    later = f"{listed(waiting)} {'plays' if len(waiting) == 1 else 'play'} from the next round on."
    if len(event.rounds) > 1 or event.round.results:
        return (later,)
    return (later, "If play has not begun, you can undo the seating, check in, and seat everybody again.")


def _late(asked: Asked[asks.Late]) -> Proposal:
    return _away(asked.event, Late(name=asked.ask.name), "is expected later. Check in on arrival.")


def _absent(asked: Asked[asks.Absent]) -> Proposal:
    event = asked.event
    fact = Absent(name=event.person(asked.ask.name).name, week=asked.ask.week)
    after = Proposal((fact,)).outcome(event)
    return Proposal((fact,), says=(absence(event, after, fact.name, fact.week), *_stood_down(event, after)))


def _left(asked: Asked[asks.Left]) -> Proposal:
    return _away(asked.event, Left(name=asked.ask.name), "has left.")


def _away(event: Event, fact: Late | Left, said: str) -> Proposal:
    name = event.person(fact.name).name
    return Proposal((fact,), says=(f"{name} {said}", *_stood_down(event, Proposal((fact,)).outcome(event))))


def _stood_down(before: Event, after: Event) -> tuple[str, ...]:
    """Which tables cannot play any more."""
    if not after.rounds or after.round.closed:
        return ()
    known = before.round.stood_down
    return tuple(
        f"Table {number} cannot play: {reason}. Find a sub, or let people change places."
        for number, reason in after.round.stood_down.items()
        if number not in known
    )


def _sub(asked: Asked[asks.Sub]) -> Proposal:
    ask = asked.ask
    name = asked.event.person(ask.name).name
    by = _one_person(ask.by)
    says = f"{by} plays for {name}, whose card keeps the score."
    return Proposal((Substituted(name=name, by=by),), says=(says,))


def _sitting(asked: Asked[asks.Sitting]) -> Proposal:
    ask = asked.ask
    name = asked.event.person(ask.name).name
    says = f"{name} keeps one chair." if ask.sitting else f"{name} moves like everybody else."
    return Proposal((SittingPlayerNamed(name=name, sitting=ask.sitting),), says=(says,))


HANDLERS: dict[type[Ask], Handler] = {
    asks.Enter: _enter,
    asks.Paste: _paste,
    asks.Rename: _rename,
    asks.CheckIn: _check_in,
    asks.Late: _late,
    asks.Absent: _absent,
    asks.Left: _left,
    asks.Sub: _sub,
    asks.Sitting: _sitting,
}
