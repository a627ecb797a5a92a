"""What the director does between two games: the facts that close a round and start the next one by the book.

Everything here only proposes. The facts become true when they are folded in, and the fold checks them like any others.
Chance comes in as a `Shuffle`; what it decided is in the facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from bowerbird.event.draw import Cutter, Shuffle, cut_order, first_dealer, two_teams
from bowerbird.event.errors import EventError
from bowerbird.event.facts import (
    CheckedIn,
    Fact,
    Finished,
    PartnersDrawn,
    Planned,
    PlannedRound,
    RoundClosed,
    RoundStarted,
    StoodDown,
    Table,
)
from bowerbird.event.movement import lines as line
from bowerbird.event.movement.losers import losers_on
from bowerbird.event.movement.pivot import rotate, sit_down
from bowerbird.event.movement.places import EMPTY, Outcome, Place, empty_places, fill, past_of
from bowerbird.event.movement.ring import round_the_ring
from bowerbird.event.schedule import Kind, Schedule, ScheduleError, nights, replan, weeks
from bowerbird.event.schedule import Round as ScheduledRound
from bowerbird.event.state import Event
from bowerbird.event.step import step
from bowerbird.event.step_rounds import expected_people, is_for_next_week, same_sitting
from bowerbird.seats import Seat

__all__ = ["Choices", "check_in", "expected_again", "finish_event", "next_round", "start_round"]


class Choices(msgspec.Struct, frozen=True, kw_only=True):
    """What a book leaves to the director.

    `lines`: which line of teams moves. `shifts`: by table, the winner who changes chairs. `extra`: the rotation goes
    round again and does not count. `in_order`: first places by order of entry instead of a draw.
    """

    lines: line.LineMove = "A up"
    shifts: Mapping[int, str] = {}
    extra: bool = False
    in_order: bool = False


_BY_THE_BOOK = Choices()
_USUAL_GAMES = 8


def next_round(event: Event, shuffle: Shuffle, choices: Choices = _BY_THE_BOOK, at: int = 0) -> tuple[Fact, ...]:
    """The facts that close the round that is on, if one is, and start the next."""
    if not event.rounds or event.round.closed:
        return start_round(event, shuffle, choices, at)
    closed = RoundClosed(at=at)
    return closed, *start_round(step(event, closed), shuffle, choices, at)


def finish_event(event: Event, at: int = 0) -> tuple[Fact, ...]:
    """The facts that close the last round where every score is in, and end the event. Possible from every state."""
    if event.rounds and not event.round.closed and not event.round.missing():
        return RoundClosed(at=at), Finished()
    return (Finished(),)


def start_round(event: Event, shuffle: Shuffle, choices: Choices = _BY_THE_BOOK, at: int = 0) -> tuple[Fact, ...]:
    """The facts that seat everybody for the next round."""
    if event.rounds and not event.round.closed:
        raise EventError(f"Round {event.round.number} is still on. Close it first.")
    back = expected_again(event, not choices.extra)
    for fact in back:
        event = step(event, fact)
    if len(event.here()) < 4:
        raise EventError(f"Four people make a table, and {len(event.here())} are checked in. Check more people in.")
    before: list[Fact] = []
    if not event.rounds and event.pairs_stay:
        before = _draw_partners(event, shuffle)
        for drawn in before:
            event = step(event, drawn)
    tables, sitting_out, planned = _MOVEMENTS[event.book.event.movement](event, shuffle, choices)
    started = RoundStarted(tables=tables, sitting_out=sitting_out, counts=not choices.extra, at=at)
    return *back, *before, *planned, started


def expected_again(event: Event, counts: bool = True) -> tuple[CheckedIn, ...]:
    """People whose absence, late arrival or sub was for a week that is over, where the next round begins another."""
    if not event.rounds or event.book.event.games_per_round == 1 or same_sitting(event, counts):
        return ()
    return tuple(
        CheckedIn(name=person.name)
        for person in event.people.values()
        if 0 < person.week <= event.round.week and (person.sub or person.presence in ("absent", "late"))
    )


def check_in(event: Event, names: Iterable[str]) -> tuple[Fact, ...]:
    """The facts that check people in. A table that stood down for a no-show plays no more when the week is over."""
    facts: list[Fact] = []
    for name in names:
        facts.append(CheckedIn(name=name))
        person = event.person(name)
        if person.presence == "absent" and is_for_next_week(event, person.name) and not event.round.closed:
            stood_down = event.round.stood_down
            for table in event.round.tables:
                if person.name in table.seats and table.number in stood_down:
                    facts.append(StoodDown(table=table.number, reason=stood_down[table.number]))
    return tuple(facts)


_Seated = tuple[tuple[Table, ...], tuple[str, ...], tuple[Planned, ...]]


# Teams that stay together


def _draw_partners(event: Event, shuffle: Shuffle) -> list[Fact]:
    """People who came alone sit down in fours and draw: two highs against two lows."""
    singles = [name for name in expected_people(event) if len(event.entry(name).players) == 1]
    if len(singles) < 2:
        return []
    shuffle(singles)
    teams: list[tuple[str, str]] = []
    cards: list[tuple[str, str]] = []
    for first in range(0, len(singles), 4):
        group = singles[first : first + 4]
        order = cut_order(group, event.book.cards(), shuffle)
        cards.extend(order.cards)
        if len(group) == 4:
            teams.extend(two_teams(order))
        elif len(group) > 1:
            teams.append((order.names[0], order.names[1]))
    return [PartnersDrawn(teams=tuple(teams), cards=tuple(cards))]


def _team_lines(event: Event, shuffle: Shuffle, choices: Choices) -> _Seated:
    teams = _teams_here(event)
    met = line.meetings(
        [
            (event.entry_of[table.seats[0]], event.entry_of[table.seats[1]])
            for past in event.rounds
            for table in past.tables
        ]
        + [(event.entry_of[name], EMPTY) for past in event.rounds for name in past.sitting_out]
    )
    if event.book.event.movement == "round robin":
        lines = line.round_robin(teams if event.rounds else _first_order(event, teams, shuffle, choices), met)
    elif not event.rounds:
        lines = line.line_up(_first_order(event, teams, shuffle, choices))
    else:
        lines = line.rejoin(line.move_lines(_lines_now(event), choices.lines), teams, met)
    return _seat_teams(event, lines, shuffle)


def _teams_here(event: Event) -> list[str]:
    here = set(expected_people(event))
    teams = [entry.name for entry in event.entries.values() if len(entry.players) == 2 and here >= set(entry.players)]
    if len(teams) < 2:
        raise EventError(f"Two teams make a game, and {len(teams)} are here. Check more people in first.")
    return teams


def _first_order(event: Event, teams: list[str], shuffle: Shuffle, choices: Choices) -> list[str]:
    """Teams that were drawn at a table start there; the others draw, or take the first open place."""
    drew = {name for name, _ in event.drawn_cards}
    drawn = [name for name in teams if drew >= set(event.entries[name].players)]
    entered = [name for name in teams if name not in set(drawn)]
    if not choices.in_order:
        shuffle(entered)
    return drawn + entered


def _lines_now(event: Event) -> line.Lines:
    """The two lines as they sat in the last round; a team with a bye is at the table that has no game."""
    last = event.round
    by_number = {table.number: table for table in last.tables}
    byes = [
        name
        for name in dict.fromkeys(event.entry_of[person] for person in last.sitting_out)
        if set(event.entries[name].players) <= set(last.sitting_out) and len(event.entries[name].players) == 2
    ]
    a, b = [], []
    for number in range(1, len(last.tables) + len(byes) + 1):
        table = by_number.get(number)
        a.append(event.entry_of[table.seats[0]] if table else byes.pop(0) if byes else EMPTY)
        b.append(event.entry_of[table.seats[1]] if table else EMPTY)
    return line.Lines(tuple(a), tuple(b))


def _seat_teams(event: Event, lines: line.Lines, shuffle: Shuffle) -> _Seated:
    cutter = Cutter(event.book.cards(), shuffle, {})
    tables = []
    for number, (a, b) in enumerate(zip(lines.a, lines.b, strict=True), 1):
        if EMPTY in (a, b):
            continue
        (north, south), (east, west) = event.entries[a].players, event.entries[b].players
        seats = (north, east, south, west)
        cards = tuple(drawn for drawn in event.drawn_cards if drawn[0] in seats)
        if not event.rounds and {name for name, _ in cards} == set(seats):
            # They drew for partners here, and the lowest card, first of the A team, deals.
            tables.append(Table(number, seats, Seat.N, cards))
            continue
        cut = cutter.between(number, "deal", (north, south), (east, west))
        dealer = cut.highest if event.book.event.dealer_cut == "higher deals" else cut.lowest
        tables.append(Table(number, seats, Seat(seats.index(dealer)), cut.cards))
    seated = {name for table in tables for name in table.seats}
    return tuple(tables), tuple(name for name in expected_people(event) if name not in seated), ()


# People who change partners


def _people_moving(event: Event, shuffle: Shuffle, choices: Choices) -> _Seated:
    """Movements that go by results: the ring, the losers, or nobody at all."""
    here = list(expected_people(event))
    sitting = {name for name in here if event.people[name].sitting}
    moving: list[str] = []
    places: list[Place] = []
    if not event.rounds:
        if not choices.in_order:
            shuffle(here)
        places = empty_places(len(here) // 4)
    else:
        outcomes = _outcomes(event)
        cutter = Cutter(event.book.cards(), shuffle, event.round.cuts)
        match event.book.event.movement:
            case "winners round the ring":
                places, moving = round_the_ring(outcomes, sitting, cutter, event.book.event.dealer_cut)
            case "losers move on":
                places, moving = losers_on(outcomes, cutter, _shifts(event, choices))
            case _:
                places = [Place(list(outcome.table.seats)) for outcome in outcomes]
    past = past_of(
        [
            ([table for table in past.tables if table.number not in past.stood_down], past.sitting_out)
            for past in event.rounds
        ]
    )
    filled, resting = fill(places, here, past, sitting=sitting, moving=moving)
    return _tables(event, filled, shuffle), resting, ()


def _shifts(event: Event, choices: Choices) -> dict[int, str]:
    return {table: event.person(name).name for table, name in choices.shifts.items()}


def _outcomes(event: Event) -> list[Outcome]:
    last = event.round
    outcomes = []
    for table in last.tables:
        result = last.results.get(table.number)
        score = result.score if result else None
        outcomes.append(Outcome(table, score.winner if score else None, score.last_dealer if score else None))
    return outcomes


def _tables(event: Event, places: Sequence[Place], shuffle: Shuffle) -> tuple[Table, ...]:
    tables = []
    for number, place in enumerate(places, 1):
        north, east, south, west = place.chairs
        dealer, cut = place.dealer, place.cut
        if dealer is None:
            dealer, cut = first_dealer(place.chairs, event.book, shuffle)
        tables.append(Table(number, (north, east, south, west), dealer, cut))
    return tuple(tables)


# People who play by a schedule


def _by_schedule(event: Event, shuffle: Shuffle, choices: Choices) -> _Seated:
    here = expected_people(event, not choices.extra)
    if same_sitting(event, not choices.extra):
        places = [rotate(table) for table in event.round.tables]
        playing = {name for table in event.round.tables for name in table.seats}
        return _tables(event, places, shuffle), tuple(name for name in here if name not in playing), ()
    if choices.extra:
        raise EventError("There is no rotation to go round again. Start the next round as usual.")
    planned, facts = _plan(event, list(here), shuffle)
    if event.book.event.movement == "pivot rotation":
        places = [sit_down(four, event.book.cards(), shuffle) for four in planned.tables]
    else:
        places = [Place(list(four)) for four in planned.tables]
    return _tables(event, places, shuffle), planned.sitting_out, facts


def _plan(event: Event, here: list[str], shuffle: Shuffle) -> tuple[PlannedRound, tuple[Planned, ...]]:
    """The next planned round, and the new plan where the old one does not fit the people who are here."""
    if event.plan and _people_of(event.plan[0]) == set(here):
        return event.plan[0], ()
    games = event.book.event.games_per_round
    kind: Kind = "weeks" if games > 1 else "nights"
    usual = event.book.event.season.weeks or _USUAL_GAMES
    wanted = -(-event.planned_rounds // games) or usual
    played = _sittings(event)
    left = max(1, wanted - len(played))
    try:
        if not played:
            shuffle(here)
            schedule = weeks(here, left) if kind == "weeks" else nights(here, left)
        else:
            planned = [ScheduledRound(each.tables, each.sitting_out) for each in event.plan]
            schedule = replan(played, here, left, kind, planned=planned if len(planned) == left else ())
    except ScheduleError as error:
        raise EventError(str(error)) from None
    rounds = _as_plan(schedule, len(played))
    return rounds[0], (Planned(rounds=rounds, says=schedule.sentence),)


def _people_of(planned: PlannedRound) -> set[str]:
    return {name for four in planned.tables for name in four} | set(planned.sitting_out)


def _sittings(event: Event) -> list[ScheduledRound]:
    """What was played, one round for each sitting."""
    if event.book.event.games_per_round == 1:
        rounds = list(event.rounds)
    else:
        rounds = list({past.week: past for past in reversed(event.rounds)}.values())[::-1]
    return [ScheduledRound(tuple(table.seats for table in past.tables), past.sitting_out) for past in rounds]


def _as_plan(schedule: Schedule, played: int) -> tuple[PlannedRound, ...]:
    planned = []
    for each in schedule.rounds[played:]:
        tables = tuple((str(n), str(e), str(s), str(w)) for n, e, s, w in each.tables)
        planned.append(PlannedRound(tables, tuple(str(name) for name in each.sitting_out)))
    return tuple(planned)


_MOVEMENTS: dict[str, Callable[[Event, Shuffle, Choices], _Seated]] = {
    "none": _people_moving,
    "teams up the line": _team_lines,
    "round robin": _team_lines,
    "pivot rotation": _by_schedule,
    "new partners": _by_schedule,
    "winners round the ring": _people_moving,
    "losers move on": _people_moving,
}
