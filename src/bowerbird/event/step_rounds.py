"""The part of the fold that is about rounds: plans, seating, changes of place, bell, cuts, closing, the end."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from bowerbird.event.draw import cut_order_of
from bowerbird.event.errors import EventError
from bowerbird.event.facts import Bell, Cut, Moved, Planned, RoundClosed, RoundStarted, StoodDown, Table
from bowerbird.event.state import Event, Round
from bowerbird.event.words import listed
from bowerbird.seats import Seat

__all__ = [
    "close_round",
    "cut",
    "expected_people",
    "finish",
    "is_for_next_week",
    "move",
    "plan",
    "ring",
    "same_sitting",
    "stand_down",
    "start_round",
]


_UNPLAYED = "the event was finished without its score"


def same_sitting(event: Event, counts: bool = True) -> bool:
    """Whether the next round is played at the same tables: the rotation is not over, or goes round again for fun."""
    games = event.book.event.games_per_round
    if games == 1 or not event.rounds:
        return False
    week = event.rounds[-1].week
    played = sum(1 for past in event.rounds if past.week == week and past.counts)
    return played < games or not counts


def is_for_next_week(event: Event, name: str) -> bool:
    """Whether what is noted about somebody now is for the coming week: in this one they have no more game to play."""
    if not event.rounds or event.book.event.games_per_round == 1 or same_sitting(event):
        return False
    current = event.round
    own = next((table.number for table in current.tables if name in table.seats), 0)
    return current.closed or own in current.results or not current.missing()


def expected_people(event: Event, counts: bool = True) -> tuple[str, ...]:
    """Everybody who must have a place in the next round."""
    subs = {person.sub for person in event.people.values()}
    here = [name for name in event.here() if name not in subs]
    if same_sitting(event, counts):
        last = event.rounds[-1]
        kept = [name for table in last.tables for name in table.seats]
        here = list(dict.fromkeys([*kept, *here]))
    return tuple(here)


def plan(event: Event, fact: Planned) -> Event:
    """What is going to be played, as far as anybody knows."""
    if event.rounds and not event.round.closed:
        raise EventError("A round is on. Close it before the coming rounds are planned anew.")
    return replace(event, plan=fact.rounds, plan_says=fact.says)


def start_round(event: Event, fact: RoundStarted) -> Event:
    """Everybody who is here has exactly one place; then play begins."""
    if event.rounds and not event.round.closed:
        raise EventError(f"Round {event.round.number} is still on. {_what_is_missing(event.round)}")
    if not fact.tables:
        raise EventError("Nobody has a place. Check people in, then seat them.")
    same = same_sitting(event, fact.counts)
    if not fact.counts and (not same or same_sitting(event)):
        raise EventError("Only a rotation that is complete can go round again for fun. Start the next round as usual.")
    _check_places(event, fact)
    gone = [name for table in fact.tables for name in table.seats if event.people[name].presence != "here"]
    stood_down = {
        table.number: f"{name} is not here and nobody plays instead"
        for table in fact.tables
        for name in gone
        if name in table.seats
    }
    week = 1 if not event.rounds else event.round.week
    if event.rounds and event.book.event.games_per_round > 1 and not same:
        week += 1
    started = Round(
        number=len(event.rounds) + 1,
        week=week,
        tables=fact.tables,
        sitting_out=fact.sitting_out,
        counts=fact.counts,
        at=fact.at,
        subs={person.name: person.sub for person in event.people.values() if person.sub},
        absent=tuple(person.name for person in event.people.values() if person.presence == "absent"),
        gone=tuple(gone),
        stood_down=stood_down,
    )
    return replace(event, rounds=(*event.rounds, started), plan=event.plan if same else event.plan[1:])


def _check_places(event: Event, fact: RoundStarted) -> None:
    placed = Counter(fact.sitting_out)
    for table in fact.tables:
        placed.update(table.seats)
    doubled = [name for name, times in placed.items() if times > 1]
    if doubled:
        raise EventError(f"{listed(doubled)} would be in two places at once.")
    expected = set(expected_people(event, fact.counts))
    strange = [name for name in placed if name not in expected]
    if strange:
        raise EventError(f"{listed(strange)} cannot be seated: not entered, not checked in, or playing for somebody.")
    lost = [name for name in expected if name not in placed]
    if lost:
        raise EventError(f"{listed(sorted(lost))} would have no place. Seat them, or let them sit out.")
    numbers = Counter(table.number for table in fact.tables)
    if min(numbers) < 1 or max(numbers.values()) > 1:
        raise EventError("Tables are numbered from 1, each number once.")
    for table in fact.tables:
        _check_table(event, table)


def _check_table(event: Event, table: Table) -> None:
    keepers = [name for name in table.seats if event.people[name].sitting]
    if len(keepers) > 1:
        raise EventError(f"{listed(keepers)} are sitting players; a table can keep one of them only.")
    if event.pairs_stay:
        for one, other in (table.seats[::2], table.seats[1::2]):
            if event.entry_of[one] != event.entry_of[other]:
                raise EventError(f"{one} and {other} are no team. Teams stay together here.")


def move(event: Event, fact: Moved) -> Event:
    """Two people change places, while neither of their tables has a score."""
    current = _open_round(event)
    first, second = event.person(fact.first).name, event.person(fact.second).name
    if first == second:
        raise EventError("Name two different people to change places.")
    swap = {first: second, second: first}
    where = [table for table in current.tables if first in table.seats or second in table.seats]
    scored = [table.number for table in where if table.number in current.results]
    if scored:
        raise EventError(f"Table {scored[0]} has its score already. People move again after the round.")
    placed = {name for table in current.tables for name in table.seats} | set(current.sitting_out)
    missing = [name for name in swap if name not in placed]
    if missing:
        raise EventError(f"{missing[0]} has no place in this round.")
    tables = tuple(
        replace(table, seats=tuple(swap.get(name, name) for name in table.seats)) for table in current.tables
    )
    for table in tables:
        _check_table(event, table)
    sitting_out = tuple(swap.get(name, name) for name in current.sitting_out)
    stood_down = {
        table.number: current.stood_down[table.number]
        for table in tables
        if table.number in current.stood_down and any(event.people[name].presence != "here" for name in table.seats)
    }
    return _with_round(event, replace(current, tables=tables, sitting_out=sitting_out, stood_down=stood_down))


def ring(event: Event, fact: Bell) -> Event:
    """Time is up: from now on unfinished games have a score."""
    current = _open_round(event)
    if event.book.game.bell == "none":
        raise EventError(f"{event.book.title} plays without a bell: every game is played out.")
    if current.bell:
        raise EventError(f"The bell for round {current.number} has rung.")
    return _with_round(event, replace(current, bell=True))


def cut(event: Event, fact: Cut) -> Event:
    """Cards cut at a table. Before its score they say who deals; after it, who moves or who deals the next game."""
    current = _open_round(event)
    table = current.table(fact.table)
    cards = {event.person(name).name: card for name, card in fact.cards.items()}
    if len(cards) < 2:
        raise EventError("It takes two to cut. Name both people and their cards.")
    order = cut_order_of(cards)
    if fact.purpose == "deal" and table.number not in current.results:
        strangers = [name for name in cards if name not in table.seats]
        if strangers:
            raise EventError(f"{strangers[0]} does not sit at table {table.number}.")
        if event.book.event.movement == "pivot rotation":
            raise EventError("The pivot deals first in every game of the rotation; nobody cuts.")
        lower = event.book.event.dealer_cut == "lower deals" or (
            event.book.event.dealer_cut == "none" and event.book.draw.dealer == "lowest card"
        )
        dealer = Seat(table.seats.index(order.lowest if lower else order.highest))
        dealt = replace(table, dealer=dealer, cut=order.cards)
        tables = tuple(dealt if other is table else other for other in current.tables)
        return _with_round(event, replace(current, tables=tables))
    if not set(cards) & set(table.seats):
        raise EventError(f"{listed(list(cards))} do not sit at table {table.number}.")
    if fact.purpose == "move":
        _check_cut_to_move(current, table, list(cards))
    return _with_round(event, replace(current, cuts={**current.cuts, (table.number, fact.purpose): cards}))


def _check_cut_to_move(current: Round, table: Table, names: list[str]) -> None:
    if table.number not in current.results or current.results[table.number].score.winner is not None:
        raise EventError(f"Table {table.number} has no draw, so nobody cuts to move.")
    if len(names) != 2 or not set(names) <= set(table.seats) or table.side_of(names[0]) == table.side_of(names[1]):
        raise EventError("The last dealer and the player on the dealer's right cut: one of each side.")


def stand_down(event: Event, fact: StoodDown) -> Event:
    """A table does not play this round."""
    current = _open_round(event)
    table = current.table(fact.table)
    if table.number in current.results:
        raise EventError(f"Table {table.number} has played. Correct its score instead.")
    if not fact.reason.strip():
        raise EventError("Say why the table does not play, for the record.")
    return _with_round(event, replace(current, stood_down={**current.stood_down, table.number: fact.reason}))


def close_round(event: Event, fact: RoundClosed) -> Event:
    """Nobody moves before every card is marked."""
    current = _open_round(event)
    if current.missing():
        raise EventError(f"Nobody can move yet. {_what_is_missing(current)}")
    return _with_round(event, replace(current, closed=True, closed_at=fact.at))


def finish(event: Event) -> Event:
    """End the event from any state. `room.unfinished` says in words what becomes of games without a score."""
    if not event.rounds or event.round.closed:
        return replace(event, finished=True)
    current = event.round
    missing = current.missing()
    if missing and not current.results:
        rounds = event.rounds[:-1]
        rulings = tuple((min(number, len(rounds)), ruling) for number, ruling in event.rulings)
        return replace(event, rounds=rounds, rulings=rulings, finished=True)
    unplayed = {number: _UNPLAYED for number in missing if number not in current.results}
    closed = replace(current, closed=True, stood_down={**current.stood_down, **unplayed})
    return replace(_with_round(event, closed), finished=True)


def _open_round(event: Event) -> Round:
    if event.round.closed:
        raise EventError(f"Round {event.round.number} is closed. Start the next one first.")
    return event.round


def _what_is_missing(current: Round) -> str:
    states = {
        number: current.results[number].status if number in current.results else "no score"
        for number in current.missing()
    }
    words = {"no score": "no score", "waiting": "a score that nobody has accepted", "disputed": "a disputed score"}
    parts = [
        f"table{'s' if len(found) > 1 else ''} {listed([str(number) for number in found])} with {words[state]}"
        for state in words
        if (found := [number for number, other in states.items() if other == state])
    ]
    return f"Missing: {'; '.join(parts)}." if parts else "Close it first."


def _with_round(event: Event, current: Round) -> Event:
    return replace(event, rounds=(*event.rounds[:-1], current))
