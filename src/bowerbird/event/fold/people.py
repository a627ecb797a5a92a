"""The fold of facts about people and the event as a whole: entries, names, partners, sitting players, rulings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from bowerbird.event.boards import check_duplicate
from bowerbird.event.errors import EventError
from bowerbird.event.facts import (
    HALL,
    Entered,
    Entrant,
    EventCreated,
    PartnersDrawn,
    PlannedRound,
    Renamed,
    Ruled,
    RulingOverruled,
    SittingPlayerNamed,
    Table,
    TargetSet,
)
from bowerbird.event.fold.meetings import empty_chair, fill_chair
from bowerbird.event.money import is_account
from bowerbird.event.movements import movement_of
from bowerbird.event.state import Entry, Event, Person, Round, tidy_name
from bowerbird.event.words import listed
from bowerbird.names import is_one_line, letters_of, one_line
from bowerbird.seats import Side

__all__ = [
    "TOO_LATE_TO_SIT",
    "before_seating",
    "check_age",
    "check_keepers",
    "check_rounds",
    "draw_partners",
    "enter",
    "make",
    "name_sitting_player",
    "overrule",
    "partner_again",
    "rename",
    "rule",
    "set_target",
]

#: The refusal of a sitting player once play has begun.
TOO_LATE_TO_SIT: Final = "Sitting players are named before the first game. Play has started."
_LONGEST_NAME = 60
#: More people than any room holds, even with everybody who only signed up: more are a mistake or an attack.
_MOST_PEOPLE = 4000
_MOST_ROUNDS = 1000


def make(fact: EventCreated) -> Event:
    """A new event with nobody in it."""
    if not fact.title.strip():
        raise EventError("Give the event a title.")
    check_rounds(fact.rounds)
    check_duplicate(fact.book)
    return Event(
        title=one_line(fact.title),
        book=fact.book,
        zone=fact.zone,
        year=fact.year,
        planned_rounds=fact.rounds,
        pairs_stay=movement_of(fact.book).pairs_stay,
    )


def check_rounds(rounds: int) -> None:
    """Refuse a number of rounds that nobody can play."""
    if not 0 <= rounds <= _MOST_ROUNDS:
        raise EventError(f"{rounds} rounds cannot be planned. Plan 1 to {_MOST_ROUNDS}, or none if you do not know.")


def set_target(event: Event, fact: TargetSet) -> Event:
    """Set another number of points for a game, as long as nobody has played."""
    if event.rounds:
        instead = " Make a new event to play to another number."
        raise EventError(
            f"Play has started at {event.book.game.points} points a game, and that can't change any more."
            f"{before_seating(event, event.rounds[0], 'set the number') or instead}"
        )
    if not event.book.game.points:
        raise EventError(f"{event.book.title} does not play to a number of points.")
    if not 1 <= fact.points <= 100:
        raise EventError(f"A game to {fact.points} points cannot be played. Choose a number from 1 to 100.")
    game = replace(event.book.game, points=fact.points)
    return replace(event, book=replace(event.book, game=game))


def enter(event: Event, fact: Entered) -> Event:
    """Add a person or a pair."""
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
        check_age(event, entrant)
    zone = tidy_name(fact.zone)
    _check_zone(event, zone, len(names))
    entry = Entry(" & ".join(names), names, zone)
    return replace(
        event,
        people={**event.people, **{name: Person(name, zone=zone) for name in names}},
        entries={**event.entries, entry.name: entry},
        entry_of={**event.entry_of, **dict.fromkeys(names, entry.name)},
        known={**event.known, **{name.casefold(): name for name in names}},
    )


def _new_name(event: Event, wanted: str, instead_of: str = "") -> str:
    """The name in its stored form. A correction may change only the capitals."""
    name = tidy_name(wanted)
    if not name or len(name) > _LONGEST_NAME or not (name.isprintable() or is_one_line(name)):
        raise EventError(f"{name!r} isn't a name. Use 1 to {_LONGEST_NAME} letters on one line.")
    if name.casefold() == HALL:
        raise EventError(f"{name!r} stands for Bowerbird here. Choose another name.")
    if is_account(name):
        raise EventError(f"{name!r} is the name of a money account. Choose another name.")
    taken = event.known.get(name.casefold(), instead_of)
    if taken != instead_of:
        raise EventError(f"{taken} has entered already. If this is somebody else, add an initial or a number.")
    busy = "" if name.casefold() in event.known else event.plays_for(name)
    if busy:
        raise EventError(
            f"{name} plays for {busy}. If this is somebody else, add an initial or a number. "
            f"If not, first check {busy} in, or mark {busy} absent."
        )
    return name


def check_age(event: Event, entrant: Entrant) -> None:
    """Refuse somebody who is too young, or whose age is not known, where the rules ask for it."""
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
    teams, word = event.book.event.entry.teams_per_zone, event.book.event.entry.zone_word
    if not teams:
        return
    if not zone:
        raise EventError(f"{event.book.title} takes {teams} teams from each {word}. Name the {word} of this entry.")
    entered = sum(len(entry.players) for entry in event.entries.values() if entry.zone.casefold() == zone.casefold())
    if entered + people > 2 * teams:
        raise EventError(f"{zone} has entered {entered} people; {teams} teams of two is all that a {word} may send.")


def rename(event: Event, fact: Renamed) -> Event:
    """Correct a name everywhere, unless a round contains it: rounds never change."""
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
    people = (replace(each, name=called(each.name)) for each in event.people.values())
    meetings = (
        replace(
            each,
            attendance={called(name): replace(seen, sub=called(seen.sub)) for name, seen in each.attendance.items()},
        )
        for each in event.meetings
    )
    # Rebuilt in the same order, because people can be seated in the order of entry.
    return replace(
        event,
        people={each.name: each for each in people},
        entries={each.name: each for each in (entry if each.name == was else each for each in event.entries.values())},
        entry_of={called(name): entry.name if of == was else of for name, of in event.entry_of.items()},
        known={called(name).casefold(): called(name) for name in event.known.values()},
        drawn_cards=tuple((called(name), card) for name, card in event.drawn_cards),
        plan=tuple(map(replanned, event.plan)),
        corrected_names={**{was: called(name) for was, name in event.corrected_names.items()}, letters_of(old): new},
        meetings=tuple(meetings),
        rulings=tuple((number, replace(ruled, name=called(ruled.name))) for number, ruled in event.rulings),
        raffle=event.raffle and replace(event.raffle, winner=called(event.raffle.winner)),
    )


def _check_in_no_round(event: Event, name: str) -> None:
    held = next((past for past in event.rounds if name in past.names()), None)
    if held is None:
        return
    raise EventError(
        f"{name} was already seated in round {held.number}, so the name can't change in this event."
        f"{before_seating(event, held, 'correct the name')}"
    )


def before_seating(event: Event, held: Round, do: str) -> str:
    """The way to do what the seating of a round has closed, as long as that round has no score."""
    begun = held is not event.round or held.closed or held.results
    return "" if begun else f" If play hasn't started, undo the seating, {do} and seat everybody again."


def name_sitting_player(event: Event, fact: SittingPlayerNamed) -> Event:
    """Let somebody keep one chair. It is settled before the first score or bell, and can be ended at any time."""
    person = event.person(fact.name)
    if not event.book.event.sitting_players:
        raise EventError(f"There are no sitting players under {event.book.title} rules.")
    if fact.sitting and not event.before_play:
        raise EventError(TOO_LATE_TO_SIT)
    event = _with_person(event, replace(person, sitting=fact.sitting))
    for table in event.round.tables if fact.sitting and event.rounds else ():
        check_keepers(event, table, " Swap one of them with somebody at another table first.")
    return event


def check_keepers(event: Event, table: Table, instead: str = "") -> None:
    """Refuse a table with two people who keep a chair."""
    keepers = [name for name in event.keepers() if name in table.seats]
    if len(keepers) > 1:
        raise EventError(f"{listed(keepers)} are sitting players; a table can keep one of them only.{instead}")


def draw_partners(event: Event, fact: PartnersDrawn) -> Event:
    """Make teams of people who came alone."""
    if not event.pairs_stay:
        raise EventError(f"In {event.book.title} partners change all the time; nobody is drawn together.")
    named: set[str] = set()
    for pair in fact.teams:
        for name in pair:
            if len(event.entry(event.person(name).name).players) != 1 or name in named:
                raise EventError(f"{name} has a partner already, or is named twice in the draw.")
            named.add(name)
    event = _with_teams(event, fact.teams)
    return replace(event, drawn_cards=(*event.drawn_cards, *fact.cards))


def partner_again(event: Event, before: Table, after: Table) -> Event:
    """Make other teams of the four people at a table, if the cards they showed say so."""
    teams = [after.pair(side) for side in Side]
    if {frozenset(team) for team in teams} == {frozenset(before.pair(side)) for side in Side}:
        return event
    return _with_teams(event, teams)


def _with_teams(event: Event, teams: Sequence[tuple[str, str]]) -> Event:
    """The event with these people as teams, in place of the entries that they were in."""
    entries, entry_of = dict(event.entries), dict(event.entry_of)
    for name in (name for team in teams for name in team):
        entries.pop(entry_of[name], None)
    for team in teams:
        zones = sorted({event.people[name].zone for name in team} - {""})
        entry = Entry(" & ".join(team), team, " and ".join(zones))
        entries[entry.name] = entry
        entry_of |= dict.fromkeys(team, entry.name)
    return replace(event, entries=entries, entry_of=entry_of)


def rule(event: Event, fact: Ruled) -> Event:
    """Record the director's decision about a person, with its reason."""
    person = event.person(fact.name) if fact.action == "removed" else event.player(fact.name)
    if not fact.reason.strip():
        raise EventError("A ruling needs a reason, for the record.")
    if (fact.action == "points off") != (fact.points > 0):
        raise EventError("Say how many points come off, and only where points come off.")
    number = event.rounds[-1].number if event.rounds else 0
    event = replace(event, rulings=(*event.rulings, (number, replace(fact, name=person.name))))
    if fact.action == "removed":
        event = empty_chair(_with_person(event, replace(person, removed=True)), person.name, "removed")
    return event


def overrule(event: Event, fact: RulingOverruled) -> Event:
    """Let a decision about a person count for nothing any more; the record keeps it as a note."""
    if not fact.reason.strip():
        raise EventError("Say why you overrule it, for the record.")
    name = event.person(fact.name).name
    known = [(ruled.name, ruled.reason) for _, ruled in event.rulings]
    if (name, fact.ruled) not in known:
        raise EventError(f"There is no such ruling about {name}, or it was overruled already.")
    place = known.index((name, fact.ruled))
    number, ruled = event.rulings[place]
    note = replace(ruled, action="note", points=0, reason=f"{ruled.reason} Overruled: {fact.reason.strip()}")
    rulings = (*event.rulings[:place], (number, note), *event.rulings[place + 1 :])
    event = replace(event, rulings=rulings)
    removed = any(other.action == "removed" and other.name == ruled.name for _, other in rulings)
    if ruled.action != "removed" or removed:
        return event
    return fill_chair(_with_person(event, replace(event.person(ruled.name), removed=False)), ruled.name)


def _with_person(event: Event, person: Person) -> Event:
    return replace(event, people={**event.people, person.name: person})
