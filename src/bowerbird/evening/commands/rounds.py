"""Commands about meetings and rounds: opening, places, the clock and the bell, cuts, closing, play-offs."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from bowerbird.evening import requests
from bowerbird.evening.clock import closing_time_says, time_is_up
from bowerbird.evening.commands.online import all_online, put_online
from bowerbird.evening.commands.proposal import Call, Handler, Proposal
from bowerbird.evening.facts import ClockPaused, ClockResumed, ClockStarted, Note, TimeAdded
from bowerbird.evening.penalties import reminder, unanswered
from bowerbird.evening.requests import Request
from bowerbird.event import Event, EventError, Fact, next_round
from bowerbird.event.closing import close_meeting, close_round, finish_event, unfinished_words
from bowerbird.event.facts import (
    Bell,
    CardsShown,
    CoinsTossed,
    Cut,
    MeetingOpened,
    Moved,
    Placed,
    Planned,
    PlannedRound,
    PlayOffPlayed,
    RoundClosed,
    StoodDown,
    Table,
    TargetSet,
)
from bowerbird.event.movements import movement_of
from bowerbird.event.standings import due_play_offs, standings
from bowerbird.event.words import listed
from bowerbird.seats import Seat

__all__ = ["HANDLERS"]


def _target(call: Call[requests.Target]) -> Proposal:
    request = call.request
    return Proposal((TargetSet(points=request.points),), says=(f"Games go to {request.points}.",))


def _open(call: Call[requests.Open]) -> Proposal:
    opened = MeetingOpened(date=call.request.date or _today(call), at=call.moment.seconds)
    name = call.event.meeting_name(len(call.event.meetings) + 1)
    return Proposal((opened,), says=(f"{name} is open. Check people in as they come.",))


def _today(call: Call[Any]) -> str:
    """The date of a new meeting: the event's date for the first, today for later ones."""
    if not call.event.meetings:
        return call.evening.date
    return datetime.fromtimestamp(call.moment.seconds, ZoneInfo(call.event.zone)).date().isoformat()


def _close(call: Call[requests.Close]) -> Proposal:
    event = call.event
    proposal = Proposal(close_meeting(event, call.request.unfinished, call.moment.seconds))
    after = proposal.outcome(event)
    says = [f"{event.meeting_name(event.meeting.number)} is closed.", *_given_up(call)]
    away = [name for name in event.people if after.attendance(name).presence == "absent"]
    if away and event.book.event.season.absent == "zero":
        says.append(f"{listed(away)} did not come: zero for this {event.book.event.season.word}.")
    left = reminder(unanswered(call.evening.penalties.values(), after.rounds))
    return Proposal(proposal.facts, says=tuple(filter(None, [*says, left])))


def _given_up(call: Call[Any]) -> tuple[str, ...]:
    """Say what became of unfinished games that do not count."""
    counted = call.request.unfinished == "counted"
    return () if counted or call.event.open_round is None else unfinished_words(call.event)


def _seat(call: Call[requests.SeatPeople]) -> Proposal:
    if call.event.open_round is not None:
        raise EventError("A round is in progress. Close it and seat the next one instead.")
    proposal = _seated(call)
    after = proposal.outcome(call.event)
    advice = movement_of(after.book).advice(after, call.request.choices)
    return Proposal(proposal.facts, says=(_seats(after), *advice, *_closing_time(call, after)))


def _close_round(call: Call[requests.CloseRound]) -> Proposal:
    name = call.event.round_name(call.event.round)
    facts = _closing(call) or (RoundClosed(at=call.moment.seconds),)
    return Proposal(facts, says=(f"{name} is closed.", *_given_up(call), *_closing_time(call, call.event)))


def _closing(call: Call[Any]) -> tuple[Fact, ...]:
    """Settle unfinished games as the director chose, and close the round; nothing without a choice."""
    unfinished = call.request.unfinished
    return close_round(call.event, unfinished, call.moment.seconds) if unfinished is not None else ()


def _next(call: Call[requests.Next]) -> Proposal:
    request, event = call.request, call.event
    if not event.tonight:
        raise EventError("Nobody has a place yet. Seat the players first.")
    closing = _closing(call)
    closed = Proposal(closing).outcome(event)
    proposal = _seated(call.with_event(closed)).after(*closing)
    after = proposal.outcome(event)
    movement = movement_of(after.book)
    due = unanswered(call.evening.penalties.values(), after.rounds)
    says = [_seats(after), *_given_up(call)] if closing else [_seats(after)]
    says.append(reminder(each for each in due if each.ruled.round == event.round.number))
    if 0 < event.planned_rounds < after.round.number:
        says.append(f"{event.planned_rounds} rounds were planned, and this is one more.")
    if after.plan_says != event.plan_says:
        says.append(after.plan_says)
    says += movement.shifted(after)
    if request.choices:
        says += movement.advice(after, request.choices)
    says += _closing_time(call, after)
    notes = put_online(after.round, after.round.missing(), call.moment.chance) if all_online(call.evening) else ()
    return Proposal(proposal.facts, notes, tuple(dict.fromkeys(filter(None, says))))


def _closing_time(call: Call[Any], event: Event) -> tuple[str, ...]:
    said = closing_time_says(event, call.moment.at)
    return (said,) if said else ()


def _seated(call: Call[Any]) -> Proposal:
    moment = call.moment
    return Proposal(next_round(call.event, moment.chance.shuffle, call.request.choices, moment.seconds))


def _seats(event: Event) -> str:
    tables = len(event.round.tables)
    out = event.round.sitting_out
    resting = f" {listed(out)} {'sits' if len(out) == 1 else 'sit'} out." if out else ""
    return f"{event.round_name(event.round)}: {tables} table{'' if tables == 1 else 's'}.{resting}"


def _swap(call: Call[requests.Swap]) -> Proposal:
    request = call.request
    first, second = call.event.person(request.first).name, call.event.person(request.second).name
    moved = Moved(first=first, second=second, reason=request.reason)
    return Proposal((moved,), says=(f"{first} and {second} change places.",))


def _plan(call: Call[requests.Plan]) -> Proposal:
    event = call.event
    tables = sorted(call.request.tables, key=lambda each: each.table)
    if [each.table for each in tables] != list(range(1, len(tables) + 1)):
        raise EventError("Number the planned tables from 1, each number once.")
    if not movement_of(event.book).planned:
        raise EventError("This movement follows from results, not from a plan. Seat people, then place them by hand.")
    fours = tuple(_four(event, each) for each in tables)
    named = [name for four in fours for name in four]
    if doubled := [name for name in dict.fromkeys(named) if named.count(name) > 1]:
        raise EventError(f"{listed(doubled)} would be in two places at once.")
    out = tuple(name for name in event.people if name not in named and not event.people[name].removed)
    planned = Planned(rounds=(PlannedRound(fours, out), *event.plan[1:]))
    return Proposal((planned,), says=(f"Planned: {len(fours)} table{'' if len(fours) == 1 else 's'}.",))


def _four(event: Event, places: requests.Places) -> tuple[str, str, str, str]:
    north, east, south, west = (event.person(name).name for name in places.names)
    return north, east, south, west


def _place(call: Call[requests.Place]) -> Proposal:
    event, current = call.event, call.event.round
    tables = tuple(_placed_table(event, each) for each in call.request.tables)
    named = {name for table in tables for name in table.seats}
    kept = {name for other in current.tables if other.number not in {t.number for t in tables} for name in other.seats}
    everybody = [*(name for table in current.tables for name in table.seats), *current.sitting_out]
    out = tuple(name for name in everybody if name not in named | kept)
    return Proposal((Placed(tables=tables, sitting_out=out),), says=("Placed by hand.",))


def _placed_table(event: Event, places: requests.Places) -> Table:
    """The table with these people; whoever was to deal there still deals, else the same chair."""
    seats = _four(event, places)
    before = next((each for each in event.round.tables if each.number == places.table), None)
    if before is None:
        return Table(places.table, seats)
    dealer = before.seats[before.dealer]
    return Table(places.table, seats, Seat(seats.index(dealer)) if dealer in seats else before.dealer)


def _draw(call: Call[requests.Draw]) -> Proposal:
    request = call.request
    proposal = Proposal((CardsShown(table=request.table, cards=request.cards),))
    table = proposal.outcome(call.event).round.table(request.table)
    return Proposal(proposal.facts, says=(f"Table {table.number}: {table.seats[table.dealer]} deals first.",))


def _clock(call: Call[requests.Clock]) -> Proposal:
    request = call.request
    notes: dict[str, tuple[Note, str]] = {
        "start": (ClockStarted(), "The clock is running."),
        "pause": (ClockPaused(), "The clock is paused."),
        "resume": (ClockResumed(), "The clock is running again."),
        "add": (
            TimeAdded(minutes=request.minutes),
            f"{abs(request.minutes)} minutes {'more' if request.minutes > 0 else 'less'}.",
        ),
    }
    if call.event.rounds and call.event.round.bell:
        raise EventError("The bell has rung. Undo it if play continues.")
    if request.do == "pause" and time_is_up(call.event, call.evening.clock, call.moment.at):
        raise EventError("Time is up, so the bell has rung. Add minutes if play continues.")
    note, says = notes[request.do]
    return Proposal(notes=(note,), says=(says,))


def _bell(call: Call[Request]) -> Proposal:
    level = call.event.book.game.level_at_bell == "one more hand"
    says = ["The bell has rung. If a card has been turned up, finish that hand. Then the score counts as it is."]
    if level:
        says.append("A tied table plays one more hand.")
    return Proposal((Bell(at=call.moment.seconds),), says=tuple(says))


def _cut(call: Call[requests.Cut]) -> Proposal:
    request = call.request
    return Proposal((Cut(table=request.table, purpose=request.purpose, cards=request.cards),), says=("Written down.",))


def _stand_down(call: Call[requests.StandDown]) -> Proposal:
    request = call.request
    says = f"Table {request.table} does not play this round."
    return Proposal((StoodDown(table=request.table, reason=request.reason),), says=(says,))


def _finish(call: Call[requests.Finish]) -> Proposal:
    proposal = Proposal(finish_event(call.event, call.request.unfinished, call.moment.seconds))
    after = proposal.outcome(call.event)
    left = reminder(unanswered(call.evening.penalties.values(), after.rounds))
    return Proposal(proposal.facts, says=tuple(filter(None, [*_given_up(call), *_ends(after), left])))


def _ends(event: Event) -> tuple[str, ...]:
    """Name the winner, or the play-offs that are still due."""
    if not event.rounds:
        return ("Nothing was played.",)
    due = due_play_offs(event)
    if due:
        return tuple(play_off_words(each.needs, each.entries) for each in due)
    first = [line.name for line in standings(event) if line.place == 1]
    if len(first) > 1:
        return (f"{listed(first)} share the first place.",)
    return tuple(f"{name} {'win' if event.pairs_stay else 'wins'}." for name in first)


def play_off_words(needs: str, entries: tuple[str, ...]) -> str:
    """Say what tied entries must do."""
    return f"{listed(entries)} {'toss coins for the bye' if needs == 'coins' else 'play an extra game'}."


def _coins(call: Call[requests.Coins]) -> Proposal:
    request = call.request
    proposal = Proposal((CoinsTossed(coins=request.coins),))
    return Proposal(proposal.facts, says=_ends(proposal.outcome(call.event)))


def _play_off(call: Call[requests.PlayOff]) -> Proposal:
    request = call.request
    played = PlayOffPlayed(
        winner=request.winner,
        loser=request.loser,
        winner_points=request.winner_points,
        loser_points=request.loser_points,
    )
    proposal = Proposal((played,))
    return Proposal(proposal.facts, says=_ends(proposal.outcome(call.event)))


HANDLERS: dict[type[Request], Handler] = {
    requests.Target: _target,
    requests.Open: _open,
    requests.Close: _close,
    requests.SeatPeople: _seat,
    requests.CloseRound: _close_round,
    requests.Next: _next,
    requests.Swap: _swap,
    requests.Plan: _plan,
    requests.Place: _place,
    requests.Draw: _draw,
    requests.Clock: _clock,
    requests.Bell: _bell,
    requests.Cut: _cut,
    requests.StandDown: _stand_down,
    requests.Finish: _finish,
    requests.Coins: _coins,
    requests.PlayOff: _play_off,
}
