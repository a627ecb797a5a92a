"""The fold of facts about rounds: plans, seating, changes of place, bell, cuts, closing, the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from bowerbird.event.draw import cards_read, cut_order_of
from bowerbird.event.errors import EventError
from bowerbird.event.facts import (
    Bell,
    CardsShown,
    Cut,
    MissedRound,
    Moved,
    Placed,
    Planned,
    RoundClosed,
    RoundStarted,
    StoodDown,
    Table,
)
from bowerbird.event.fold.hands import bell_rang
from bowerbird.event.fold.people import check_keepers, partner_again
from bowerbird.event.movements import movement_of
from bowerbird.event.state import Attendance, Event, Round
from bowerbird.event.words import listed

__all__ = [
    "call_off",
    "close_round",
    "cut",
    "finish",
    "miss_round",
    "move",
    "place",
    "plan",
    "ring",
    "show_cards",
    "stand_down",
    "start_round",
]


def plan(event: Event, fact: Planned) -> Event:
    """Replace the plan of the coming rounds."""
    if event.open_round is not None:
        raise EventError("A round is in progress. Close it before you plan the coming rounds again.")
    return replace(event, plan=fact.rounds, plan_says=fact.says)


def start_round(event: Event, fact: RoundStarted) -> Event:
    """Give everybody who is here exactly one place and start play. A table with an empty chair does not play."""
    if not event.is_open:
        raise EventError("No meeting is open. Open it, and check people in.")
    if event.open_round is not None:
        raise EventError(f"{event.round_name(event.round)} is still in progress. {_what_is_missing(event.round)}")
    if not fact.tables:
        raise EventError("Nobody has a place. Check people in, then seat them.")
    same = event.same_sitting(fact.counts)
    if not fact.counts and (not same or event.same_sitting()):
        raise EventError("Only a rotation that is complete can go round again for fun. Start the next round as usual.")
    _check_places(event, fact.tables, fact.sitting_out, fact.counts)
    gone = _gone(event, fact.tables)
    sitting = event.rounds[-1].sitting if event.rounds else 0
    started = Round(
        number=len(event.rounds) + 1,
        meeting=event.meeting.number,
        game=len(event.tonight) + 1,
        sitting=sitting if same else sitting + 1,
        tables=fact.tables,
        sitting_out=fact.sitting_out,
        counts=fact.counts,
        at=fact.at,
        subs={name: seen.sub for name, seen in event.meeting.attendance.items() if seen.sub},
        gone=gone,
        away={name: True for name, seen in event.meeting.attendance.items() if _rests(event, name, seen)},
        stood_down=_waiting_for(gone, fact.tables),
    )
    return replace(event, rounds=(*event.rounds, started), plan=event.plan if same else event.plan[1:])


def _rests(event: Event, name: str, seen: Attendance) -> bool:
    """True if a round without somebody who went home counts for them as sitting out."""
    return seen.rest and event.presence(name) == "left"


def _gone(event: Event, tables: Iterable[Table]) -> tuple[str, ...]:
    """People who have a chair and are not here."""
    return tuple(name for table in tables for name in table.seats if event.presence(name) != "here")


def _waiting_for(gone: tuple[str, ...], tables: Iterable[Table]) -> dict[int, str]:
    """The tables that do not play because of an empty chair, with the reason."""
    return {
        table.number: f"{name} is not here and nobody plays instead"
        for table in tables
        for name in gone
        if name in table.seats
    }


def _check_places(event: Event, tables: Sequence[Table], sitting_out: Sequence[str], counts: bool) -> None:
    placed = Counter(sitting_out)
    for table in tables:
        placed.update(table.seats)
    doubled = [name for name, times in placed.items() if times > 1]
    if doubled:
        raise EventError(f"{listed(doubled)} would be in two places at once.")
    expected = set(event.expected_people(counts))
    subs = {event.sub_of(name) for name in event.people}
    # A chair may be kept for somebody who is not here; only people who are here sit out.
    strange = [name for name in placed if name not in event.people or name in subs]
    strange += [name for name in sitting_out if name not in expected]
    if strange:
        raise EventError(f"{listed(strange)} can't be seated: not entered, not checked in, or playing for somebody.")
    lost = [name for name in expected if name not in placed]
    if lost:
        raise EventError(f"{listed(sorted(lost))} would have no place. Seat them, or let them sit out.")
    numbers = Counter(table.number for table in tables)
    if min(numbers) < 1 or max(numbers.values()) > 1:
        raise EventError("Tables are numbered from 1, each number once.")
    for table in tables:
        _check_table(event, table)


def _check_table(event: Event, table: Table) -> None:
    check_keepers(event, table)
    if event.pairs_stay:
        for one, other in (table.seats[::2], table.seats[1::2]):
            if event.entry_of[one] != event.entry_of[other]:
                raise EventError(f"{one} and {other} aren't a team. Teams stay together here.")


def move(event: Event, fact: Moved) -> Event:
    """Let two people change places, unless one of their tables has a score."""
    current = _open_round(event)
    first, second = event.player(fact.first).name, event.player(fact.second).name
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
        if table.number in current.stood_down and any(event.presence(name) != "here" for name in table.seats)
    }
    return _with_round(event, replace(current, tables=tables, sitting_out=sitting_out, stood_down=stood_down))


def place(event: Event, fact: Placed) -> Event:
    """Place people as the director says, at tables without a score. The plan for later rounds is made again."""
    current = _open_round(event)
    named = {table.number: table for table in fact.tables}
    scored = [number for number in named if number in current.results]
    if scored:
        raise EventError(f"Table {scored[0]} has its score already. People move again after the round.")
    kept = {table.number: table for table in current.tables} | named
    tables = tuple(kept[number] for number in sorted(kept))
    _check_the_same_people(current, tables, fact.sitting_out)
    for table in tables:
        _check_table(event, table)
    if movement_of(event.book).duplicate and not all(table.boards for table in tables):
        raise EventError("A new table would have no boards. Seat people at the tables of this round.")
    gone = _gone(event, tables)
    stood_down = {number: why for number, why in current.stood_down.items() if number not in named}
    stood_down |= _waiting_for(gone, named.values())
    # Where people sit in other chairs the game begins, and so does the running card.
    kept_cards = {
        number: card
        for number, card in current.running.items()
        if number not in named or current.table(number).seats == named[number].seats
    }
    placed = replace(
        current,
        tables=tables,
        sitting_out=fact.sitting_out,
        gone=gone,
        stood_down=stood_down,
        running=kept_cards,
    )
    return replace(_with_round(event, placed), plan=event.plan if event.sitting_is_all else ())


def _check_the_same_people(current: Round, tables: Sequence[Table], sitting_out: Sequence[str]) -> None:
    before = Counter([*current.sitting_out, *(name for table in current.tables for name in table.seats)])
    after = Counter([*sitting_out, *(name for table in tables for name in table.seats)])
    doubled = [name for name, times in after.items() if times > 1]
    if doubled:
        raise EventError(f"{listed(doubled)} would be in two places at once.")
    if lost := sorted(before.keys() - after.keys()):
        raise EventError(f"{listed(lost)} would have no place. Seat them, or let them sit out.")
    if strange := sorted(after.keys() - before.keys()):
        raise EventError(f"{listed(strange)} had no place in this round. Only people with a place can change it.")


def show_cards(event: Event, fact: CardsShown) -> Event:
    """Seat a table by the cards that were shown there, before its first score."""
    current = _open_round(event)
    table = current.table(fact.table)
    if table.number in current.results:
        raise EventError(f"Table {table.number} has its score already. Cards are drawn before the game.")
    if any(past.sitting == current.sitting for past in event.rounds[:-1]):
        raise EventError("Cards are drawn before the first game at a table. The draw holds for its other games too.")
    shown = cards_read([(table.seats[current.seat_at(table.number, name)], card) for name, card in fact.cards])
    if table.undecided and {name for name, _ in shown} < {name for name, _ in table.cut}:
        shown = (*cards_read(table.cut), *shown)
    seated = movement_of(event.book).by_cards(event, table, shown)
    tables = tuple(seated if other is table else other for other in current.tables)
    if event.pairs_stay:
        event = partner_again(event, table, seated)
    return _with_round(event, replace(current, tables=tables))


def miss_round(event: Event, fact: MissedRound) -> Event:
    """Leave somebody out of the round whose chair another person took."""
    current, name = _open_round(event), event.person(fact.name).name
    if name not in current.sitting_out:
        raise EventError(f"{name} does not sit out this round.")
    sitting_out = tuple(other for other in current.sitting_out if other != name)
    return _with_round(event, replace(current, sitting_out=sitting_out, away={**current.away, name: False}))


def ring(event: Event, fact: Bell) -> Event:
    """Ring the bell: from now on unfinished games can have a score."""
    current = _open_round(event)
    if event.book.game.bell == "none":
        raise EventError(f"{event.book.title} plays without a bell: every game is played out.")
    if current.bell:
        raise EventError(f"The bell for round {current.number} has rung.")
    return _with_round(event, replace(current, bell=True, running=bell_rang(current)))


def cut(event: Event, fact: Cut) -> Event:
    """Record a cut at a table. Before its score it decides who deals; after it, who moves or deals the next game.

    A cut of an earlier round is put right in the record: nobody moves back.
    """
    if fact.round and not fact.round <= len(event.rounds):
        raise EventError(f"There is no round {fact.round}.")
    current = event.rounds[fact.round - 1] if fact.round else _open_round(event)
    table = current.table(fact.table)
    cards = (
        {table.seats[current.seat_at(table.number, name)]: card for name, card in fact.cards.items()}
        if (current.closed)
        else {event.player(name).name: card for name, card in fact.cards.items()}
    )
    if len(cards) < 2:
        raise EventError("It takes two to cut. Name both people and their cards.")
    before_play = fact.purpose == "deal" and table.number not in current.results and not current.closed
    by_jack = event.book.event.dealer_cut == "none" and event.book.draw.dealer == "first jack"
    if before_play and by_jack and not movement_of(event.book).pivot:
        return show_cards(event, CardsShown(table=fact.table, cards=tuple(cards.items())))
    order = cut_order_of(cards)
    if before_play:
        strangers = [name for name in cards if name not in table.seats]
        if strangers:
            raise EventError(f"{strangers[0]} does not sit at table {table.number}.")
        if movement_of(event.book).pivot:
            raise EventError("The pivot deals first in every game of the rotation; nobody cuts.")
        lower = event.book.event.dealer_cut == "lower deals" or (
            event.book.event.dealer_cut == "none" and event.book.draw.dealer == "lowest card"
        )
        dealer, other = (order.lowest, order.highest) if lower else (order.highest, order.lowest)
        dealt = replace(movement_of(event.book).by_deal_cut(event, table, dealer, other), cut=order.cards)
        tables = tuple(dealt if other is table else other for other in current.tables)
        return _with_round(event, replace(current, tables=tables))
    if not set(cards) & set(table.seats):
        raise EventError(f"{listed(list(cards))} do not sit at table {table.number}.")
    if fact.purpose == "move":
        _check_cut_to_move(current, table, list(cards))
    if fact.purpose == "move" and fact.last_dealer:
        current = current.dealt_last(table.number, current.seat_at(table.number, fact.last_dealer))
    rounds = list(event.rounds)
    rounds[current.number - 1] = replace(current, cuts={**current.cuts, (table.number, fact.purpose): cards})
    return replace(event, rounds=tuple(rounds))


def _check_cut_to_move(current: Round, table: Table, names: list[str]) -> None:
    if table.number not in current.results or current.results[table.number].score.winner is not None:
        raise EventError(f"Table {table.number} has no draw, so nobody cuts to move.")
    if len(names) != 2 or not set(names) <= set(table.seats) or table.side_of(names[0]) == table.side_of(names[1]):
        raise EventError("The last dealer and the player on the dealer's right cut: one of each side.")


def stand_down(event: Event, fact: StoodDown) -> Event:
    """Let a table sit this round out, or drop its unsettled game."""
    current = _open_round(event)
    table = current.table(fact.table)
    result = current.results.get(table.number)
    if result is not None and result.status == "accepted":
        raise EventError(f"Table {table.number} has played. Correct its score instead.")
    if not fact.reason.strip():
        raise EventError("Say why the table does not play, for the record.")
    results = {number: each for number, each in current.results.items() if number != table.number}
    stood_down = {**current.stood_down, table.number: fact.reason}
    return _with_round(event, replace(current, results=results, stood_down=stood_down))


def close_round(event: Event, fact: RoundClosed) -> Event:
    """Close the round once every table has a settled score."""
    current = _open_round(event)
    if current.missing():
        raise EventError(f"Nobody can move yet. {_what_is_missing(current)}")
    return _with_round(event, replace(current, closed=True, closed_at=fact.at))


def call_off(event: Event) -> Event:
    """Undo the seating of a round without scores."""
    current = _open_round(event)
    if current.results:
        raise EventError(f"{event.round_name(current)} has scores. Close it instead.")
    rounds = event.rounds[:-1]
    rulings = tuple((min(number, len(rounds)), ruling) for number, ruling in event.rulings)
    return replace(event, rounds=rounds, rulings=rulings)


def finish(event: Event) -> Event:
    """Make the places final."""
    if event.is_open:
        raise EventError(f"{event.meeting_name(event.meeting.number)} is still open. Close it first.")
    return replace(event, finished=True)


def _open_round(event: Event) -> Round:
    if event.round.closed:
        raise EventError(f"{event.round_name(event.round)} is closed. Start the next one first.")
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
