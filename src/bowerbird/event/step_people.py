"""The part of the fold that is about people: entries, who is here, subs, sitting players, partners by draw."""

from __future__ import annotations

from msgspec.structs import replace

from bowerbird.event.errors import EventError
from bowerbird.event.facts import (
    HALL,
    Absent,
    CheckedIn,
    Entered,
    Entrant,
    Late,
    Left,
    Made,
    PartnersDrawn,
    PlannedRound,
    Renamed,
    Ruled,
    SittingPlayerNamed,
    Substituted,
    TargetSet,
)
from bowerbird.event.money import is_account
from bowerbird.event.state import Entry, Event, Person, Presence, Round, tidy_name
from bowerbird.event.step_rounds import is_for_next_week
from bowerbird.names import is_one_line, one_line

__all__ = [
    "check_in",
    "draw_partners",
    "enter",
    "go_away",
    "is_reserve",
    "make",
    "name_sitting_player",
    "rename",
    "rule",
    "set_target",
    "substitute",
]

_LONGEST_NAME = 60
#: More people than any hall holds: who enters more has made a mistake, or wants to do harm.
_MOST_PEOPLE = 3000
_MOST_ROUNDS = 1000


def make(fact: Made) -> Event:
    """A new event with nobody in it."""
    if not fact.title.strip():
        raise EventError("Give the event a title.")
    if not 0 <= fact.rounds <= _MOST_ROUNDS:
        raise EventError(
            f"{fact.rounds} rounds cannot be planned. Plan 1 to {_MOST_ROUNDS}, or none if you do not know."
        )
    return Event(title=one_line(fact.title), book=fact.book, zone=fact.zone, year=fact.year, planned_rounds=fact.rounds)


def set_target(event: Event, fact: TargetSet) -> Event:
    """Another number of points for a game, while nobody has played."""
    if event.rounds:
        raise EventError(
            f"Play has begun at {event.book.game.points} points a game, and that cannot change any more. "
            "Make a new event to play to another number."
        )
    if not event.book.game.points:
        raise EventError(f"{event.book.title} does not play to a number of points.")
    if not 1 <= fact.points <= 100:
        raise EventError(f"A game to {fact.points} points cannot be played. Choose a number from 1 to 100.")
    game = replace(event.book.game, points=fact.points)
    return replace(event, book=replace(event.book, game=game))


def enter(event: Event, fact: Entered) -> Event:
    """One more person, or one more pair."""
    if len(event.people) + len(fact.players) > _MOST_PEOPLE:
        raise EventError(f"An event has room for {_MOST_PEOPLE} people. Make a second event for the others.")
    rules = event.book.event.entry
    wanted = {"people": (1,), "pairs": (2,), "people or pairs": (1, 2)}[rules.unit]
    if len(fact.players) not in wanted:
        one_by_one = "one person at a time" if wanted == (1,) else "pairs of two"
        raise EventError(f"{event.book.title} takes {rules.unit}. Enter {one_by_one}.")
    names = tuple(_new_name(event, entrant.name) for entrant in fact.players)
    if len({name.casefold() for name in names}) < len(names):
        raise EventError(f"{names[0]} cannot be in a pair with {names[1]}: the names are the same.")
    for entrant in fact.players:
        _check_age(event, entrant)
    zone = tidy_name(fact.zone)
    _check_zone(event, zone, len(names))
    entry = Entry(" & ".join(names), names, zone)
    return replace(
        event,
        people={**event.people, **{name: Person(name) for name in names}},
        entries={**event.entries, entry.name: entry},
        entry_of={**event.entry_of, **dict.fromkeys(names, entry.name)},
        known={**event.known, **{name.casefold(): name for name in names}},
    )


def _new_name(event: Event, wanted: str, instead_of: str = "") -> str:
    """The name as it is kept. Who changes a name may keep the letters and change the capitals."""
    name = tidy_name(wanted)
    if not name or len(name) > _LONGEST_NAME or not (name.isprintable() or is_one_line(name)):
        raise EventError(f"{name!r} is no name. Write 1 to {_LONGEST_NAME} letters on one line.")
    if name.casefold() == HALL:
        raise EventError(f"{name!r} is this hall itself. Write another name.")
    if is_account(name):
        raise EventError(f"{name!r} is where the money lies. Write another name.")
    taken = event.known.get(name.casefold(), instead_of)
    if taken != instead_of:
        raise EventError(f"{taken} has entered already. If this is somebody else, add an initial or a number.")
    busy = "" if name.casefold() in event.known else event.plays_for(name)
    if busy:
        raise EventError(
            f"{name} plays for {busy}. If this is somebody else, add an initial or a number. "
            f"If not, first check {busy} in, or note {busy} as absent."
        )
    return name


def _check_age(event: Event, entrant: Entrant) -> None:
    least = event.book.event.entry.minimum_age
    name = tidy_name(entrant.name)
    if not least:
        return
    if entrant.born:
        if not event.year:
            raise EventError("This event has no year, so a birth year says nothing. Confirm the age instead.")
        if event.year - entrant.born < least:
            raise EventError(f"{name} was born in {entrant.born} and is not {least} in {event.year}. Entry is refused.")
    elif not entrant.of_age:
        raise EventError(f"{name}: give the year of birth, or confirm that {name} is {least} or over.")


def _check_zone(event: Event, zone: str, people: int) -> None:
    teams = event.book.event.entry.teams_per_zone
    if not teams:
        return
    if not zone:
        raise EventError(f"{event.book.title} takes {teams} teams from each zone. Name the zone of this entry.")
    entered = sum(len(entry.players) for entry in event.entries.values() if entry.zone.casefold() == zone.casefold())
    if entered + people > 2 * teams:
        raise EventError(f"{zone} has entered {entered} people; {teams} teams of two is all that a zone may send.")


def rename(event: Event, fact: Renamed) -> Event:
    """A name is put right wherever it is written, as long as no round holds it: rounds never change."""
    old = event.person(fact.name).name
    _check_in_no_round(event, old)
    new = _new_name(event, fact.to, instead_of=old)
    if new == old:
        raise EventError(f"{old} is the name already. Write it as it should be.")

    def called(name: str) -> str:
        return new if name == old else name

    def replanned(planned: PlannedRound) -> PlannedRound:
        tables = tuple(
            (called(north), called(east), called(south), called(west)) for north, east, south, west in planned.tables
        )
        return PlannedRound(tables, tuple(map(called, planned.sitting_out)))

    was = event.entry_of[old]
    players = tuple(map(called, event.entries[was].players))
    entry = replace(event.entries[was], name=" & ".join(players), players=players)
    people = (replace(each, name=called(each.name), sub=called(each.sub)) for each in event.people.values())
    # Built anew in the same order: people can be seated in the order of entry.
    return replace(
        event,
        people={each.name: each for each in people},
        entries={each.name: each for each in (entry if each.name == was else each for each in event.entries.values())},
        entry_of={called(name): entry.name if of == was else of for name, of in event.entry_of.items()},
        known={called(name).casefold(): called(name) for name in event.known.values()},
        drawn_cards=tuple((called(name), card) for name, card in event.drawn_cards),
        plan=tuple(map(replanned, event.plan)),
        rulings=tuple((number, replace(ruled, name=called(ruled.name))) for number, ruled in event.rulings),
    )


def _check_in_no_round(event: Event, name: str) -> None:
    held = next((past for past in event.rounds if name in past.names()), None)
    if held is None:
        return
    before_play = held is event.round and not held.closed and not held.results
    advice = " If play has not begun, undo the seating, correct the name and seat everybody again."
    raise EventError(
        f"{name} is written down in round {held.number} already, and the name stays as it is in this event."
        f"{advice if before_play else ''}"
    )


def check_in(event: Event, fact: CheckedIn) -> Event:
    """Somebody is in the hall; a sub who played for them stands up from the next round on."""
    person = event.person(fact.name)
    if person.presence == "removed":
        raise EventError(f"{person.name} was removed from this event by the director.")
    if person.presence == "here" and not person.sub:
        raise EventError(f"{person.name} is checked in already.")
    event = _with_person(event, replace(person, presence="here", came=True, sub="", week=0))
    waited_for = bool(event.rounds) and not event.round.closed and person.name in event.round.gone
    return _fill_chair(event, person.name) if waited_for else event


def go_away(event: Event, fact: Late | Absent | Left) -> Event:
    """Somebody is late, does not come, or has gone. A table that was waiting for them cannot play."""
    person = event.person(fact.name)
    coming = is_for_next_week(event, person.name)
    week = (event.round.week if event.rounds else 1) + coming
    if isinstance(fact, Absent) and fact.week and (fact.week != week or coming):
        return _was_absent(event, person.name, fact.week)
    presence: Presence = "late" if isinstance(fact, Late) else "absent" if isinstance(fact, Absent) else "left"
    if person.presence == presence and person.week in (0, week):
        raise EventError(f"{person.name} is already noted as {presence}.")
    # Who goes before ever having a place was never really here, whatever was ticked at the door, and owes no fee.
    came = person.came and (presence == "left" or _has_had_a_place(event, person.name))
    event = _with_person(event, replace(person, presence=presence, came=came, sub="", week=week))
    return event if coming else _empty_chair(event, person.name, presence)


def _was_absent(event: Event, name: str, week: int) -> Event:
    """Somebody did not come in an earlier week. Where they are now does not change."""
    rounds = [past for past in event.rounds if past.week == week]
    if not rounds:
        raise EventError(f"Week {week} has not been played.")
    if any(number in past.results for past in rounds if (number := _own_table(past, name))):
        raise EventError(f"{name} has a score in week {week}, so {name} was not absent. Correct the score instead.")
    if all(name in past.absent for past in rounds):
        raise EventError(f"{name} is already noted as absent in week {week}.")
    noted = {past.number: replace(past, absent=(*past.absent, name)) for past in rounds if name not in past.absent}
    return replace(event, rounds=tuple(noted.get(past.number, past) for past in event.rounds))


def _own_table(past: Round, name: str) -> int:
    """The number of somebody's table, or 0."""
    return next((table.number for table in past.tables if name in table.seats), 0)


def _has_had_a_place(event: Event, name: str) -> bool:
    return any(name in past.sitting_out or any(name in table.seats for table in past.tables) for past in event.rounds)


def _empty_chair(event: Event, name: str, presence: Presence) -> Event:
    if not event.rounds or event.round.closed:
        return event
    current = event.round
    number = _own_table(current, name)
    if number in current.results:
        return event
    absent = current.absent if presence != "absent" or name in current.absent else (*current.absent, name)
    stood_down, gone = dict(current.stood_down), current.gone
    if number:
        stood_down[number] = f"{name} is {presence} and nobody plays instead"
        gone = (*gone, name) if name not in gone else gone
    changed = replace(current, absent=absent, gone=gone, stood_down=stood_down)
    return replace(event, rounds=(*event.rounds[:-1], changed))


def substitute(event: Event, fact: Substituted) -> Event:
    """Somebody plays for somebody else, from now on. A table that stood down for want of a player can play again."""
    person, by = event.person(fact.name), tidy_name(fact.by)
    if not by or by.casefold() == person.name.casefold():
        raise EventError(f"Name somebody else to play for {person.name}.")
    by = event.known.get(by.casefold(), by)
    busy = event.plays_for(by)
    if busy:
        raise EventError(f"{by} already plays for {busy}.")
    if by in event.people and event.people[by].presence == "here" and not is_reserve(event, by):
        raise EventError(f"{by} plays in this event already. Find somebody else to play for {person.name}.")
    if person.presence == "removed":
        raise EventError(f"{person.name} was removed from this event, and nobody can play instead.")
    coming = is_for_next_week(event, person.name)
    week = (event.round.week if event.rounds else 1) + coming
    event = _with_person(event, replace(person, presence="here", came=True, sub=by, week=week))
    if not event.rounds or event.round.closed or coming:
        return event
    current = event.round
    if not any(person.name in table.seats for table in current.tables):
        return event
    current = replace(
        current,
        subs={**current.subs, person.name: by},
        absent=tuple(name for name in current.absent if name != person.name),
        sitting_out=tuple(name for name in current.sitting_out if name != by),
    )
    return _fill_chair(replace(event, rounds=(*event.rounds[:-1], current)), person.name)


def _fill_chair(event: Event, name: str) -> Event:
    """Somebody sits in this chair again. A table that stood down for want of a player can play when all four are."""
    current = event.round
    table = next((table for table in current.tables if name in table.seats), None)
    if table is None:
        return event
    stood_down = dict(current.stood_down)
    if all(event.people[other].presence == "here" for other in table.seats):
        stood_down.pop(table.number, None)
    current = replace(
        current,
        gone=tuple(other for other in current.gone if other != name),
        stood_down=stood_down,
    )
    return replace(event, rounds=(*event.rounds[:-1], current))


def is_reserve(event: Event, name: str) -> bool:
    """Whether somebody is here without a partner and without a chair, in an event of pairs."""
    if not event.pairs_stay:
        return False
    if event.rounds and not event.round.closed and any(name in table.seats for table in event.round.tables):
        return False
    return not any(event.people[other].presence == "here" for other in event.entry(name).players if other != name)


def name_sitting_player(event: Event, fact: SittingPlayerNamed) -> Event:
    """Somebody keeps one chair; this is settled before play begins, and can be given up at any time."""
    person = event.person(fact.name)
    if not event.book.event.sitting_players:
        raise EventError(f"{event.book.title} knows no sitting players.")
    if event.rounds and fact.sitting:
        raise EventError("Sitting players are named before the first game. Play has begun.")
    return _with_person(event, replace(person, sitting=fact.sitting))


def draw_partners(event: Event, fact: PartnersDrawn) -> Event:
    """People who came alone are teams from now on."""
    if not event.pairs_stay:
        raise EventError(f"In {event.book.title} partners change all the time; nobody is drawn together.")
    entries, entry_of = dict(event.entries), dict(event.entry_of)
    for pair in fact.teams:
        for name in pair:
            single = entries.get(event.person(name).name)
            if single is None or len(single.players) != 1:
                raise EventError(f"{name} has a partner already, or is named twice in the draw.")
        zones = sorted({entries[name].zone for name in pair} - {""})
        team = Entry(" & ".join(pair), pair, " and ".join(zones))
        for name in pair:
            del entries[name]
            entry_of[name] = team.name
        entries[team.name] = team
    return replace(event, entries=entries, entry_of=entry_of, drawn_cards=(*event.drawn_cards, *fact.cards))


def rule(event: Event, fact: Ruled) -> Event:
    """The director's word about a person, kept with its reason."""
    person = event.person(fact.name)
    if not fact.reason.strip():
        raise EventError("A ruling needs a reason, for the record.")
    if (fact.action == "points off") != (fact.points > 0):
        raise EventError("Say how many points come off, and only where points come off.")
    number = event.rounds[-1].number if event.rounds else 0
    event = replace(event, rulings=(*event.rulings, (number, replace(fact, name=person.name))))
    if fact.action == "removed":
        event = _with_person(event, replace(person, presence="removed", sub=""))
        event = _empty_chair(event, person.name, "removed")
    return event


def _with_person(event: Event, person: Person) -> Event:
    return replace(event, people={**event.people, person.name: person})
