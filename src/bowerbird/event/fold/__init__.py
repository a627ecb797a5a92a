"""The fold: facts become the event. Events change in no other way.

`step` takes one fact and either returns the event after it or refuses it with an `EventError` and changes nothing.
`replay` folds a whole log.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from bowerbird.event import facts as f
from bowerbird.event.errors import EventError
from bowerbird.event.fold import boards, changes, entries, hands, meetings, people, rounds, scores
from bowerbird.event.standings import due_play_offs
from bowerbird.event.state import Event
from bowerbird.event.words import listed

__all__ = ["replay", "step"]

#: Facts that are still allowed when the places are final.
_AFTER_THE_END = (
    f.ScoreCorrected,
    f.BoardFouled,
    f.Ruled,
    f.RulingOverruled,
    f.CoinsTossed,
    f.PlayOffPlayed,
    f.TieShared,
    f.CheckedIn,
    f.Absent,
    f.Left,
    f.Substituted,
    f.EventChanged,
    f.TicketsDrawn,
)


def replay(facts: Iterable[f.Fact]) -> Event:
    """The event after these facts. Raises `EventError` at the first that is refused."""
    event: Event | None = None
    for fact in facts:
        event = step(event, fact)
    if event is None:
        raise EventError("This log is empty. Make an event first.")
    return event


def step(event: Event | None, fact: f.Fact) -> Event:
    """The event after one more fact. Raises `EventError` if it is refused. The first is `EventCreated`, after None."""
    if event is None:
        if isinstance(fact, f.EventCreated):
            return people.make(fact)
        raise EventError("No event has been made yet.")
    if event.finished and not isinstance(fact, _AFTER_THE_END):
        raise EventError("The event is finished. Undo that first if play continues.")
    after = _step(event, fact)
    return boards.remember(event, after) if after.seen or isinstance(fact, f.BoardsSeen) else after


def _step(event: Event, fact: f.Fact) -> Event:
    match fact:
        case f.ScoreEntered():
            return scores.enter_score(event, fact)
        case f.ScoreAccepted():
            return scores.accept(event, fact)
        case f.ScoreDisputed():
            return scores.dispute(event, fact)
        case f.ScoreCorrected():
            return scores.correct(event, fact)
        case f.PointsSoFar():
            return scores.note_points(event, fact)
        case f.GameReopened():
            return scores.reopen(event, fact)
        case f.HandPlayed() | f.HandVoided() | f.DealGiven() | f.TrumpDealt() | f.CardMarked():
            return hands.write(event, fact)
        case f.BoardsDealt():
            return boards.deal(event, fact)
        case f.BoardsSeen():
            return boards.look(event, fact)
        case f.BoardFouled():
            return boards.foul(event, fact)
        case f.RoundStarted():
            return rounds.start_round(event, fact)
        case f.RoundClosed():
            return rounds.close_round(event, fact)
        case f.RoundCalledOff():
            return rounds.call_off(event)
        case f.Planned():
            return rounds.plan(event, fact)
        case f.SeasonSoFar(weeks=weeks):
            return replace(event, season_so_far=weeks)
        case f.Moved():
            return rounds.move(event, fact)
        case f.Placed():
            return rounds.place(event, fact)
        case f.CardsShown():
            return rounds.show_cards(event, fact)
        case f.Bell():
            return rounds.ring(event, fact)
        case f.Cut():
            return rounds.cut(event, fact)
        case f.StoodDown():
            return rounds.stand_down(event, fact)
        case f.Finished():
            return rounds.finish(event)
        case f.Entered():
            return people.enter(event, fact)
        case f.Renamed():
            return people.rename(event, fact)
        case f.EntryRemoved():
            return entries.remove(event, fact)
        case f.EntriesMerged():
            return entries.merge(event, fact)
        case f.MeetingOpened():
            return meetings.open_meeting(event, fact)
        case f.MeetingClosed():
            return meetings.close_meeting(event, fact)
        case f.CheckedIn():
            return meetings.check_in(event, fact)
        case f.Late() | f.Absent() | f.Left():
            return meetings.go_away(event, fact)
        case f.MissedRound():
            return rounds.miss_round(event, fact)
        case f.Substituted():
            return meetings.substitute(event, fact)
        case f.FeePaid():
            return meetings.pay_fee(event, fact)
        case f.SittingPlayerNamed():
            return people.name_sitting_player(event, fact)
        case f.PartnersDrawn():
            return people.draw_partners(event, fact)
        case f.TargetSet():
            return people.set_target(event, fact)
        case f.EventChanged():
            return changes.change(event, fact)
        case f.TicketsDrawn():
            return changes.draw_tickets(event, fact)
        case f.Ruled():
            return people.rule(event, fact)
        case f.RulingOverruled():
            return people.overrule(event, fact)
        case f.CoinsTossed():
            return _toss_coins(event, fact)
        case f.PlayOffPlayed():
            return _play_off(event, fact)
        case f.TieShared():
            return _share(event, fact)
        case f.EventCreated():
            raise EventError(f"This event has been made already: {event.title}.")
        case _:
            assert_never(fact)


def _toss_coins(event: Event, fact: f.CoinsTossed) -> Event:
    _check_played(event)
    tossed = replace(fact, coins={event.entry(name).name: side for name, side in fact.coins.items()})
    if not any(due.needs == "coins" and set(due.entries) == set(tossed.coins) for due in due_play_offs(event)):
        raise EventError(f"{listed(list(tossed.coins))} have no coins to toss: they aren't tied.")
    return replace(event, coins=(*event.coins, tossed))


def _play_off(event: Event, fact: f.PlayOffPlayed) -> Event:
    _check_played(event)
    played = replace(fact, winner=event.entry(fact.winner).name, loser=event.entry(fact.loser).name)
    pair = {played.winner, played.loser}
    if not any(due.needs == "game" and set(due.entries) == pair for due in due_play_offs(event)):
        raise EventError(f"{played.winner} and {played.loser} have no play-off game to play.")
    if fact.winner_points <= fact.loser_points and fact.winner_points:
        raise EventError("The winner of a play-off has more points than the loser.")
    return replace(event, play_offs=(*event.play_offs, played))


def _share(event: Event, fact: f.TieShared) -> Event:
    _check_played(event)
    entries = frozenset(event.entry(name).name for name in fact.entries)
    if not any(set(due.entries) == entries for due in due_play_offs(event)):
        raise EventError(f"{listed(sorted(entries))} have no tie to leave shared.")
    return replace(event, shared=event.shared | {entries})


def _check_played(event: Event) -> None:
    if not event.played_out:
        raise EventError("Play-offs come after the last round. Close the meeting, or finish the event, first.")
