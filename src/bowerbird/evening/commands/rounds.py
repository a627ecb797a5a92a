"""Commands about meetings and rounds: opening, places, the clock and the bell, cuts, closing, play-offs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from bowerbird.evening import requests
from bowerbird.evening.clock import closing_time_says, time_is_up
from bowerbird.evening.commands.online import put_online, stays_online
from bowerbird.evening.commands.proposal import Handler, Proposal, RequestContext
from bowerbird.evening.facts import ClockPaused, ClockResumed, ClockStarted, Note, PointsSettled, TimeAdded
from bowerbird.evening.penalties import Penalty, reminder, unanswered
from bowerbird.evening.requests import Request
from bowerbird.evening.running import rulings_included, written_down
from bowerbird.evening.undecided import given_up
from bowerbird.event import Event, EventError, Fact, next_round
from bowerbird.event.changes import what_changed
from bowerbird.event.closing import close_meeting, close_round, finish_event
from bowerbird.event.cutting import check_cut, check_cuts, check_draw, drawn_cut
from bowerbird.event.draw import still_to_cut
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
    ScoreEntered,
    SeasonSoFar,
    StoodDown,
    Table,
    TargetSet,
    TieShared,
)
from bowerbird.event.movements import movement_of
from bowerbird.event.planning import plans_by_season, to_plan
from bowerbird.event.standings import due_play_offs, standings
from bowerbird.event.tell import each_told
from bowerbird.event.words import listed
from bowerbird.seats import Seat, Side

__all__ = ["HANDLERS"]


def _target(context: RequestContext[requests.Target]) -> Proposal:
    request = context.request
    return Proposal((TargetSet(points=request.points),), says=(f"Games go to {request.points}.",))


def _open(context: RequestContext[requests.Open]) -> Proposal:
    opened = MeetingOpened(date=context.request.date or _today(context), at=context.moment.seconds)
    name = context.event.meeting_name(len(context.event.meetings) + 1)
    return Proposal((opened,), says=(f"{name} is open. Check people in as they come.",))


def _today(context: RequestContext[Any]) -> str:
    """The date of a new meeting: the event's date for the first, today for later ones."""
    if not context.event.meetings:
        return context.evening.date
    return datetime.fromtimestamp(context.moment.seconds, ZoneInfo(context.event.zone)).date().isoformat()


def _close(context: RequestContext[requests.Close]) -> Proposal:
    event, evening = context.event, context.evening
    facts = close_meeting(event, context.request.unfinished, context.moment.seconds, written_down(evening))
    proposal = _with_rulings(context, facts)
    after = proposal.outcome(event)
    says = [f"{event.meeting_name(event.meeting.number)} is closed.", *_given_up(context)]
    away = [name for name in event.people if after.attendance(name).presence == "absent"]
    if away and event.book.event.season.absent == "zero":
        says.append(f"{listed(away)} did not come: zero for this {event.book.event.season.word}.")
    left = reminder(_to_answer(context, proposal, after))
    return replace(proposal, says=tuple(filter(None, [*says, left])))


def _with_rulings(context: RequestContext[Any], facts: tuple[Fact, ...]) -> Proposal:
    """These facts, and the rulings that are in the scores among them."""
    evening = context.evening
    entered = (fact for fact in facts if isinstance(fact, ScoreEntered))
    return Proposal(
        facts,
        tuple(
            note for fact in entered for note in rulings_included(evening, evening.event.round, fact.table, fact.score)
        ),
    )


def _to_answer(context: RequestContext[Any], proposal: Proposal, after: Event) -> Iterator[Penalty]:
    """The rulings that the director still has to answer after a proposal."""
    included = {note.ruling for note in proposal.notes if isinstance(note, PointsSettled)}
    rulings = (each for number, each in context.evening.penalties.items() if number not in included)
    return unanswered(rulings, after.rounds)


def _given_up(context: RequestContext[Any]) -> tuple[str, ...]:
    """Say what became of unfinished games."""
    if context.event.open_round is None:
        return ()
    return given_up(context.evening, context.request.unfinished or "not counted")


def _seat(context: RequestContext[requests.SeatPeople]) -> Proposal:
    if context.event.open_round is not None:
        raise EventError("A round is in progress. Close it and seat the next one instead.")
    proposal = _seated(context)
    after = proposal.outcome(context.event)
    advice = movement_of(after.book).advice(after, context.request.choices)
    return Proposal(proposal.facts, says=(_seats(after), *advice, *_closing_time(context, after)))


def _close_round(context: RequestContext[requests.CloseRound]) -> Proposal:
    name = context.event.round_name(context.event.round)
    proposal = _closing(context)
    if not proposal.facts:
        proposal = Proposal((RoundClosed(at=context.moment.seconds),))
    check_cuts(proposal.outcome(context.event))
    return replace(proposal, says=(f"{name} is closed.", *_given_up(context), *_closing_time(context, context.event)))


def _closing(context: RequestContext[Any]) -> Proposal:
    """Settle unfinished games as the director chose, and close the round; nothing without a choice."""
    event, unfinished = context.event, context.request.unfinished
    if unfinished is None:
        return Proposal()
    facts = close_round(event, unfinished, context.moment.seconds, written_down(context.evening))
    return _with_rulings(context, facts)


def _next(context: RequestContext[requests.Next]) -> Proposal:
    request, event = context.request, context.event
    if not event.tonight:
        raise EventError("Nobody has a place yet. Seat the players first.")
    closing = _closing(context)
    proposal = _seated(context.with_event(closing.outcome(event))).after(*closing.facts)
    after = proposal.outcome(event)
    movement = movement_of(after.book)
    due = tuple(_to_answer(context, closing, after))
    says = [_seats(after), *_given_up(context)] if closing.facts else [_seats(after)]
    says.append(reminder(each for each in due if each.ruled.round == event.round.number))
    if 0 < event.planned_rounds < after.round.number:
        says.append(f"{event.planned_rounds} rounds were planned, and this is one more.")
    if after.plan_says != event.plan_says:
        says.append(after.plan_says)
    says += movement.shifted(after)
    if request.choices:
        says += movement.advice(after, request.choices)
    says += _closing_time(context, after)
    online = put_online(after.round, stays_online(context.evening, after.round), context.moment.chance)
    return Proposal(proposal.facts, (*closing.notes, *online), tuple(dict.fromkeys(filter(None, says))))


def _closing_time(context: RequestContext[Any], event: Event) -> tuple[str, ...]:
    said = closing_time_says(event, context.moment.at)
    return (said,) if said else ()


def _seated(context: RequestContext[Any]) -> Proposal:
    moment, event, known = context.moment, context.event, context.season_so_far
    season: tuple[Fact, ...] = ()
    if known is not None and known != event.season_so_far and plans_by_season(event):
        season = (SeasonSoFar(weeks=known),)
        event = Proposal(season).outcome(event)
    return Proposal(next_round(event, moment.chance.shuffle, context.request.choices, moment.seconds)).after(*season)


def _seats(event: Event) -> str:
    tables = len(event.round.tables)
    out = event.round.sitting_out
    resting = f" {listed(out)} {'sits' if len(out) == 1 else 'sit'} out." if out else ""
    return f"{event.round_name(event.round)}: {tables} table{'' if tables == 1 else 's'}.{resting}"


def _swap(context: RequestContext[requests.Swap]) -> Proposal:
    request = context.request
    first, second = context.event.player(request.first).name, context.event.player(request.second).name
    moved = Moved(first=first, second=second, reason=request.reason)
    return Proposal((moved,), says=(f"{first} and {second} change places.",))


def _plan(context: RequestContext[requests.Plan]) -> Proposal:
    event = context.event
    tables = sorted(context.request.tables, key=lambda each: each.table)
    if [each.table for each in tables] != list(range(1, len(tables) + 1)):
        raise EventError("Number the planned tables from 1, each number once.")
    if not movement_of(event.book).planned:
        raise EventError("This movement follows from results, not from a plan. Seat people, then place them by hand.")
    fours = tuple(_four(event, each) for each in tables)
    named = [name for four in fours for name in four]
    if doubled := [name for name in dict.fromkeys(named) if named.count(name) > 1]:
        raise EventError(f"{listed(doubled)} would be in two places at once.")
    out = tuple(name for name in to_plan(event) if name not in named)
    planned = Planned(rounds=(PlannedRound(fours, out), *event.plan[1:]))
    return Proposal((planned,), says=(f"Planned: {len(fours)} table{'' if len(fours) == 1 else 's'}.",))


def _four(event: Event, places: requests.Places, subs: Mapping[str, str] | None = None) -> tuple[str, str, str, str]:
    """The four people by name; a sub stands for the player whose chair it is."""
    find = event.person if subs is None else event.player
    north, east, south, west = (find(name).name for name in places.names)
    return north, east, south, west


def _place(context: RequestContext[requests.Place]) -> Proposal:
    event, current = context.event, context.event.round
    tables = tuple(_placed_table(event, each) for each in context.request.tables)
    named = {name for table in tables for name in table.seats}
    kept = {name for other in current.tables if other.number not in {t.number for t in tables} for name in other.seats}
    everybody = [*(name for table in current.tables for name in table.seats), *current.sitting_out]
    out = tuple(name for name in everybody if name not in named | kept)
    return Proposal((Placed(tables=tables, sitting_out=out),), says=("Placed by hand.",))


def _placed_table(event: Event, places: requests.Places) -> Table:
    """The table with these people. The dealer stays the dealer if still at the table; if not, the same chair deals."""
    seats = _four(event, places, event.round.subs)
    before = next((each for each in event.round.tables if each.number == places.table), None)
    if before is None:
        return Table(places.table, seats)
    if before.boards:
        return replace(before, seats=seats)  # the number of the board says who deals
    dealer = before.seats[before.dealer]
    return Table(places.table, seats, Seat(seats.index(dealer)) if dealer in seats else before.dealer)


def _draw(context: RequestContext[requests.Draw]) -> Proposal:
    request = context.request
    shown = CardsShown(table=request.table, cards=request.cards)
    check_draw(context.event, shown)
    proposal = Proposal((shown,))
    after = proposal.outcome(context.event)
    table, subs = after.round.table(request.table), after.round.subs
    if table.undecided:
        again = listed([subs.get(name, name) for name in still_to_cut(table.seats, table.cut)])
        return Proposal(proposal.facts, says=(f"Table {table.number}: {again} showed equal cards and cut again.",))
    playing = after.round.players_at(table)
    deals = f"{playing[table.dealer]} deals first."
    lines = movement_of(after.book).line_names
    teams = (
        [f"{' and '.join(playing[seat] for seat in side.seats)} are team {lines[side]}." for side in Side]
        if lines
        else []
    )
    return Proposal(proposal.facts, says=(" ".join([f"Table {table.number}:", *teams, deals]),))


def _clock(context: RequestContext[requests.Clock]) -> Proposal:
    request = context.request
    minutes = abs(request.minutes)
    notes: dict[str, tuple[Note, str]] = {
        "start": (ClockStarted(), "The clock is running."),
        "pause": (ClockPaused(), "The clock is paused."),
        "resume": (ClockResumed(), "The clock is running again."),
        "add": (
            TimeAdded(minutes=request.minutes),
            f"{minutes} minute{'' if minutes == 1 else 's'} {'more' if request.minutes > 0 else 'less'}.",
        ),
    }
    if context.event.rounds and context.event.round.bell:
        raise EventError("The bell has rung. Undo it if play continues.")
    if request.do == "pause" and time_is_up(context.event, context.evening.clock, context.moment.at):
        raise EventError("Time is up, so the bell has rung. Add minutes if play continues.")
    note, says = notes[request.do]
    return Proposal(notes=(note,), says=(says,))


def _bell(context: RequestContext[Request]) -> Proposal:
    level = context.event.book.game.level_at_bell == "one more hand"
    says = ["The bell has rung. If a card has been turned up, finish that hand. Then the score counts as it is."]
    if level:
        says.append("A tied table plays one more hand.")
    return Proposal((Bell(at=context.moment.seconds),), says=tuple(says))


def _cut(context: RequestContext[requests.Cut]) -> Proposal:
    request = context.request
    event = context.event
    fact = Cut(
        table=request.table,
        purpose=request.purpose,
        cards=request.cards,
        last_dealer=request.last_dealer,
        round=request.round or _closed_round(event, request.purpose),
        reason=request.reason,
    )
    if request.draw and request.cards:
        raise EventError("Enter the two cards, or have them drawn: not both.")
    if request.draw:
        fact = drawn_cut(event, fact, context.moment.chance.shuffle)
    check_cut(event, fact)
    proposal = Proposal((fact,))
    after = proposal.outcome(event)
    changed = _replaced_cut(event, after, fact)
    if not changed and fact.purpose == "deal" and fact.table not in after.round.results:
        table = after.round.table(fact.table)
        changed = (f"Table {table.number}: {after.round.players_at(table)[table.dealer]} deals first.",)
    subs = after.rounds[fact.round - 1].subs if fact.round else after.round.subs
    drawn = ", ".join(f"drawn for {subs.get(name, name)}: {card}" for name, card in fact.cards.items())
    saved = f"Table {fact.table}: {drawn}." if fact.drawn else "The cut is saved."
    return replace(proposal, says=(saved, *changed))


def _closed_round(event: Event, purpose: str) -> int:
    """The round whose cut the next seating waits for, if it is closed already; 0 for the one in progress."""
    return event.round.number if purpose == "move" and event.tonight and event.open_round is None else 0


def _replaced_cut(event: Event, after: Event, fact: Cut) -> tuple[str, ...]:
    """What another cut in place of one that is written down changes; without a reason it is refused, and says so."""
    number = fact.round or event.round.number
    was = event.rounds[number - 1].cuts.get((fact.table, fact.purpose))
    if was is None:
        return ()
    if was == after.rounds[number - 1].cuts[fact.table, fact.purpose]:
        raise EventError(f"Table {fact.table} has this cut already.")
    changed = what_changed(event, after)
    if not fact.reason.strip():
        # Cards that are not drawn yet decide nothing: others are drawn once there is a reason.
        shows = f": {each_told(was)}." if fact.drawn else f". {' '.join(changed)}"
        raise EventError(f"Table {fact.table} has a cut already{shows} Say why to replace it.")
    return changed


def _stand_down(context: RequestContext[requests.StandDown]) -> Proposal:
    request = context.request
    says = f"Table {request.table} does not play this round."
    return Proposal((StoodDown(table=request.table, reason=request.reason),), says=(says,))


def _finish(context: RequestContext[requests.Finish]) -> Proposal:
    unfinished, evening = context.request.unfinished, context.evening
    facts = finish_event(context.event, unfinished, context.moment.seconds, written_down(evening))
    proposal = _with_rulings(context, facts)
    after = proposal.outcome(context.event)
    left = reminder(_to_answer(context, proposal, after))
    return replace(proposal, says=tuple(filter(None, [*_given_up(context), *_not_played(after), *_ends(after), left])))


def _not_played(event: Event) -> tuple[str, ...]:
    """Say so if the event ends with fewer meetings than planned."""
    played, planned = len(event.meetings), event.planned_meetings
    word = event.book.event.season.word
    short = event.rounds and played < planned
    return (f"{planned} {word}s were planned, and {played} {'was' if played == 1 else 'were'} held.",) if short else ()


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


def _coins(context: RequestContext[requests.Coins]) -> Proposal:
    request = context.request
    proposal = Proposal((CoinsTossed(coins=request.coins),))
    return Proposal(proposal.facts, says=_ends(proposal.outcome(context.event)))


def _play_off(context: RequestContext[requests.PlayOff]) -> Proposal:
    request = context.request
    played = PlayOffPlayed(
        winner=request.winner,
        loser=request.loser,
        winner_points=request.winner_points,
        loser_points=request.loser_points,
    )
    proposal = Proposal((played,))
    return Proposal(proposal.facts, says=_ends(proposal.outcome(context.event)))


def _share(context: RequestContext[requests.Share]) -> Proposal:
    proposal = Proposal((TieShared(entries=context.request.entries),))
    names = [context.event.entry(name).name for name in context.request.entries]
    return Proposal(proposal.facts, says=(f"{listed(names)} share the place.", *_ends(proposal.outcome(context.event))))


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
    requests.Share: _share,
}
