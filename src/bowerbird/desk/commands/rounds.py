"""Commands about rounds: places, the clock and the bell, cuts, the end and the play-offs."""

from __future__ import annotations

from typing import Any

from bowerbird.desk import asks
from bowerbird.desk.asks import Ask
from bowerbird.desk.clock import time_is_up
from bowerbird.desk.commands.online import all_online, put_online
from bowerbird.desk.commands.proposal import Asked, Handler, Proposal
from bowerbird.desk.facts import ClockPaused, ClockResumed, ClockStarted, Note, TimeAdded
from bowerbird.desk.penalties import reminder, unanswered
from bowerbird.event import Choices, Event, EventError, next_round
from bowerbird.event.director import finish_event
from bowerbird.event.facts import Bell, CoinsTossed, Cut, Moved, PlayOffPlayed, StoodDown, TargetSet
from bowerbird.event.room import advice, back_this_week, shifted, unfinished
from bowerbird.event.standings import due_play_offs, standings
from bowerbird.event.words import listed

__all__ = ["HANDLERS"]


def _target(asked: Asked[asks.Target]) -> Proposal:
    ask = asked.ask
    return Proposal((TargetSet(points=ask.points),), says=(f"Games go to {ask.points}.",))


def _seat(asked: Asked[asks.SeatPeople]) -> Proposal:
    ask = asked.ask
    if asked.event.rounds:
        raise EventError("Play has begun. Close the round and seat the next one instead.")
    proposal = _seated(asked, Choices(in_order=ask.in_order))
    after = proposal.outcome(asked.event)
    return Proposal(proposal.facts, says=(_seats(after), *advice(after)))


def _next(asked: Asked[asks.Next]) -> Proposal:
    ask = asked.ask
    event = asked.event
    if not event.rounds:
        raise EventError("Nobody has a place yet. Seat the players first.")
    try:
        shifts = {int(table): name for table, name in ask.shifts.items()}
    except ValueError:
        raise EventError("Say by the number of the table who changes chairs.") from None
    proposal = _seated(asked, Choices(lines=ask.lines, shifts=shifts, extra=ask.extra))
    after = proposal.outcome(event)
    due = unanswered(asked.evening.penalties.values(), after.rounds)
    says = [_seats(after), *back_this_week(proposal.facts)]
    says.append(reminder(each for each in due if each.ruled.round == event.round.number))
    if after.plan_says != event.plan_says:
        says.append(after.plan_says)
    if after.book.event.movement == "losers move on":
        says += shifted(after)
    if ask.lines == "both":
        says += advice(after, ask.lines)
    notes = put_online(after.round, after.round.missing(), asked.moment.chance) if all_online(asked.evening) else ()
    return Proposal(proposal.facts, notes, tuple(filter(None, says)))


def _seated(asked: Asked[Any], choices: Choices) -> Proposal:
    moment = asked.moment
    return Proposal(next_round(asked.event, moment.chance.shuffle, choices, moment.seconds))


def _seats(event: Event) -> str:
    tables = len(event.round.tables)
    out = event.round.sitting_out
    resting = f" {listed(out)} {'sits' if len(out) == 1 else 'sit'} out." if out else ""
    return f"Round {event.round.number}: {tables} table{'' if tables == 1 else 's'}.{resting}"


def _swap(asked: Asked[asks.Swap]) -> Proposal:
    ask = asked.ask
    first, second = asked.event.person(ask.first).name, asked.event.person(ask.second).name
    moved = Moved(first=first, second=second, reason=ask.reason)
    return Proposal((moved,), says=(f"{first} and {second} change places.",))


def _clock(asked: Asked[asks.Clock]) -> Proposal:
    ask = asked.ask
    notes: dict[str, tuple[Note, str]] = {
        "start": (ClockStarted(), "The clock runs."),
        "pause": (ClockPaused(), "The clock stands still."),
        "resume": (ClockResumed(), "The clock runs on."),
        "add": (TimeAdded(minutes=ask.minutes), f"{abs(ask.minutes)} minutes {'more' if ask.minutes > 0 else 'less'}."),
    }
    if asked.event.rounds and asked.event.round.bell:
        raise EventError("The bell has rung. Undo it if play goes on.")
    if ask.do == "pause" and time_is_up(asked.event, asked.evening.clock, asked.moment.at):
        raise EventError("Time is up, so the bell has rung. Add minutes if play goes on.")
    note, says = notes[ask.do]
    return Proposal(notes=(note,), says=(says,))


def _bell(asked: Asked[Ask]) -> Proposal:
    level = asked.event.book.game.level_at_bell == "one more hand"
    says = ["The bell has rung. A hand whose turn-up is dealt is played out; then the score counts as it is."]
    if level:
        says.append("A table that is level plays one more hand.")
    return Proposal((Bell(at=asked.moment.seconds),), says=tuple(says))


def _cut(asked: Asked[asks.Cut]) -> Proposal:
    ask = asked.ask
    return Proposal((Cut(table=ask.table, purpose=ask.purpose, cards=ask.cards),), says=("Written down.",))


def _stand_down(asked: Asked[asks.StandDown]) -> Proposal:
    ask = asked.ask
    says = f"Table {ask.table} does not play this round."
    return Proposal((StoodDown(table=ask.table, reason=ask.reason),), says=(says,))


def _finish(asked: Asked[Ask]) -> Proposal:
    proposal = Proposal(finish_event(asked.event, asked.moment.seconds))
    after = proposal.outcome(asked.event)
    left = reminder(unanswered(asked.evening.penalties.values(), after.rounds))
    return Proposal(proposal.facts, says=(*unfinished(asked.event), *_ends(after), *filter(None, [left])))


def _ends(event: Event) -> tuple[str, ...]:
    """Who has won, or what is still to be done."""
    if not event.rounds:
        return ()
    due = due_play_offs(event)
    if due:
        return tuple(play_off_words(each.needs, each.entries) for each in due)
    first = [line.name for line in standings(event) if line.place == 1]
    if len(first) > 1:
        return (f"{listed(first)} share the first place.",)
    return tuple(f"{name} {'win' if event.pairs_stay else 'wins'}." for name in first)


def play_off_words(needs: str, entries: tuple[str, ...]) -> str:
    """What tied entries must do."""
    return f"{listed(entries)} {'toss coins for the bye' if needs == 'coins' else 'play an extra game'}."


def _coins(asked: Asked[asks.Coins]) -> Proposal:
    ask = asked.ask
    proposal = Proposal((CoinsTossed(coins=ask.coins),))
    return Proposal(proposal.facts, says=_ends(proposal.outcome(asked.event)))


def _play_off(asked: Asked[asks.PlayOff]) -> Proposal:
    ask = asked.ask
    played = PlayOffPlayed(
        winner=ask.winner, loser=ask.loser, winner_points=ask.winner_points, loser_points=ask.loser_points
    )
    proposal = Proposal((played,))
    return Proposal(proposal.facts, says=_ends(proposal.outcome(asked.event)))


HANDLERS: dict[type[Ask], Handler] = {
    asks.Target: _target,
    asks.SeatPeople: _seat,
    asks.Next: _next,
    asks.Swap: _swap,
    asks.Clock: _clock,
    asks.Bell: _bell,
    asks.Cut: _cut,
    asks.StandDown: _stand_down,
    asks.Finish: _finish,
    asks.Coins: _coins,
    asks.PlayOff: _play_off,
}
