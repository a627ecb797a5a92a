"""Commands about rulings: the rulebook's remedy for an irregularity, its points, and decisions about a person."""

from __future__ import annotations

from typing import Any

from bowerbird.evening import requests
from bowerbird.evening.commands.proposal import Handler, Proposal, RequestContext
from bowerbird.evening.commands.scores import table_of
from bowerbird.evening.facts import Overruled, PointsRuled, PointsSettled, RulingGiven
from bowerbird.evening.penalties import (
    OFF_THE_GAME,
    ON_THE_SCORE,
    Penalty,
    ends_game,
    report_of,
    score_without,
    why_not,
    words,
)
from bowerbird.evening.requests import Request
from bowerbird.evening.state import GivenRuling
from bowerbird.evening.undecided import ASKS_WINNER, answers, why_undecided
from bowerbird.event import EventError, Fact
from bowerbird.event.changes import what_changed
from bowerbird.event.facts import GameReopened, Ruled, RulingOverruled, Score, ScoreCorrected, ScoreEntered
from bowerbird.event.state import Round
from bowerbird.event.tell import points_told
from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.irregularities import Irregularity, RemedyKind
from bowerbird.rulebook.rulings import Circumstances, answer, points_words, remedy_for_case, spoken
from bowerbird.seats import Side

__all__ = ["HANDLERS"]

_FINAL = "Saved. The director's decision is final."
_ASKED_NOW = "The score of that table is in: now say whether it shows this (Rulings so far, or `settle`)."
_ASKED_LATER = "The table writes it down; the desk asks about it when the score is in."
#: The most sentences about the effects of a change; the standings show the rest.
_SENTENCES = 8


def _rule(context: RequestContext[requests.Rule]) -> Proposal:
    request = context.request
    if request.action != "points off" or request.off == "card":
        ruled = Ruled(
            name=request.name,
            action=request.action,
            reason=request.reason,
            points=request.points,
            clause=request.clause,
        )
        return Proposal((ruled,), says=(_FINAL,))
    return _points_off(context, request.name, 0, request.reason, request.clause, (_FINAL,))


def _points_off(
    context: RequestContext[Any], name: str, number: int, reason: str, clause: str, says: tuple[str, ...]
) -> Proposal:
    """Points off the game in progress, and off the personal card too if the director says both."""
    request, current = context.request, context.event.round
    if not request.points:
        raise EventError("Say how many points come off.")
    number = number or table_of(context.event, current.subs.get(name, name))
    if not number:
        raise EventError(f"{name} has no game in progress. Take the points off the card instead.")
    if current.closed:
        raise EventError(f"Round {current.number} is closed. Correct the score of table {number} instead, and say why.")
    worth, both = points_words(request.points), request.off == "both"
    ruled = Ruled(
        name=name,
        action="points off" if both else "note",
        reason=f"{worth} off the game. {reason}" if reason.strip() else reason,
        points=request.points if both else 0,
        clause=clause,
    )
    taken = _penalty(current, number, name, OFF_THE_GAME, request.points, clause, "signal")
    says += (f"{worth} off the game of {name}{', and off the card' if both else ''}.",)
    return Proposal((ruled,), (taken,), says if number in current.results else (*says, _ASKED_LATER))


def _ruling(context: RequestContext[requests.Ruling]) -> Proposal:
    request = context.request
    book = context.event.book
    case = answer(book, request.irregularity, set(request.holds).__contains__)
    remedy = remedy_for_case(request.irregularity, case, Circumstances())
    if request.overruled.strip() and not request.reason.strip():
        raise EventError("Say why you overrule the rules, for the record.")
    sentence = request.overruled.strip() or remedy.sentence
    word = spoken(book, request.irregularity)
    written = f"{word[0].upper()}{word[1:]}: {sentence}"
    if request.overruled.strip():
        written += f" The rules say: {remedy.sentence} Overruled: {request.reason.strip()}"
    at_table = f"Table {request.table}. " if request.table else ""
    says: tuple[str, ...] = (sentence, _FINAL)
    if request.table:
        context.event.round.table(request.table)
    if not request.offender:
        if request.points:
            raise EventError("Name the person whose points come off.")
        given = RulingGiven(table=request.table, reason=written, clause=remedy.clause)
        return Proposal(notes=(given,), says=says)
    if request.points and request.off != "card":
        reason = f"{at_table}{written}"
        return _points_off(context, request.offender, request.table, reason, remedy.clause, says)
    ruled = Ruled(
        name=request.offender,
        action="points off" if request.points else "note",
        reason=f"{at_table}{written}",
        points=request.points,
        clause=remedy.clause,
    )
    if request.points:
        says += (f"{points_words(request.points)} off the total of {request.offender}.",)
    if not request.table or request.overruled.strip() or remedy.kind not in ON_THE_SCORE:
        return Proposal((ruled,), says=says)
    current = context.event.round
    says += (_ASKED_LATER if request.table not in current.results else _ASKED_NOW,)
    ruled_points = _penalty(
        current, request.table, request.offender, remedy.kind, remedy.points, remedy.clause, request.irregularity
    )
    return Proposal((ruled,), (ruled_points,), says)


def _penalty(
    current: Round,
    number: int,
    offender: str,
    remedy: RemedyKind,
    points: int,
    clause: str,
    irregularity: Irregularity,
) -> PointsRuled:
    chair = current.table(number).seats[current.seat_at(number, offender)]
    return PointsRuled(
        round=current.number,
        table=number,
        side=current.table(number).side_of(chair),
        offender=chair,
        irregularity=irregularity,
        remedy=remedy,
        points=points,
        clause=clause,
        after=len(current.running.get(number, ())),
    )


def _given(context: RequestContext[requests.Settle] | RequestContext[requests.Overrule]) -> GivenRuling:
    """The ruling that a request names by its number in the history."""
    number, given = context.request.ruling, context.evening.rulings.get(context.request.ruling)
    if given is not None:
        return given
    if number in context.story.taken_back:
        raise EventError("That ruling was undone. Rule again if it should count after all.")
    raise EventError(f"Number {number} in the history isn't a ruling. Take the number from the record of rulings.")


def _settle(context: RequestContext[requests.Settle]) -> Proposal:
    request, event = context.request, context.event
    penalty = context.evening.penalties.get(request.ruling)
    if penalty is None:
        _given(context)
        raise EventError("That ruling changes no score, so there is nothing to settle.")
    ruled = penalty.ruled
    if ruled.round > len(event.rounds):
        raise EventError(f"The seating of round {ruled.round} was undone, and this ruling with it. Rule again.")
    current = event.rounds[ruled.round - 1]
    offered = answers(context.evening, current, request.ruling)
    lost_by = None if request.lost_by is None else Side[request.lost_by]
    chosen = next((each for each in offered if (each.how, each.lost_by) == (request.how, lost_by)), None)
    if chosen is None and lost_by is None and any(each.how == request.how for each in offered):
        raise EventError(f"Who has won at table {ruled.table}? Say which side lost.")
    if chosen is None:
        raise EventError(why_not(event.book, current, context.evening.penalties, request.ruling, request.how))
    note = PointsSettled(ruling=request.ruling, how=request.how)
    result = current.results.get(ruled.table)
    if chosen.score is None or (result is not None and chosen.score == result.score):
        told = "includes what was ruled" if request.how == "in the score" else "stays as it is"
        return Proposal(notes=(note,), says=(f"Table {ruled.table}: the score {told}.",))
    if result is None:
        return _in_a_game(event.book, ruled.table, chosen.score, note)
    reason = f"Ruling{f' {ruled.clause}' if ruled.clause else ''}: {words(penalty, current)}"
    if chosen.reopens:
        return _reopened(context, current, chosen.score, reason, note)
    corrected = ScoreCorrected(round=ruled.round, table=ruled.table, score=chosen.score, reason=reason)
    says = what_changed(event, Proposal((corrected,)).outcome(event))
    return Proposal((corrected,), (note,), says[:_SENTENCES])


def _reopened(
    context: RequestContext[requests.Settle], current: Round, score: Score, reason: str, note: PointsSettled
) -> Proposal:
    """A game whose score is taken off again: it goes on, or people say who has won."""
    number = context.evening.penalties[note.ruling].ruled.table
    report = report_of(context.evening.penalties, current, number) or score
    reopened = GameReopened(table=number, ns=report.ns, ew=report.ew, reason=reason)
    says = f"Table {number}: {points_told(score)}. The game goes on."
    if ends_game(context.event.book, report) and not ends_game(context.event.book, score):
        says = f"{why_undecided(context.evening, current, number, score, note.ruling)} {ASKS_WINNER}"
    return Proposal((reopened,), (note,), (says,))


def _in_a_game(book: Rulebook, table: int, score: Score, note: PointsSettled) -> Proposal:
    """Points in a game that is not over; if they end it, its score is in."""
    told = f"Table {table}: {points_told(score)}"
    if score.lost_by is None and not ends_game(book, score):
        return Proposal(notes=(note,), says=(f"{told} so far.",))
    return Proposal((ScoreEntered(table=table, score=score),), (note,), (f"{told}. That ends the game.",))


def _overrule(context: RequestContext[requests.Overrule]) -> Proposal:
    request, event, evening = context.request, context.event, context.evening
    given, penalty = _given(context), evening.penalties.get(request.ruling)
    reason = request.reason.strip()
    if not reason:
        raise EventError("Say why you overrule it, for the record.")
    if given.overruled:
        raise EventError("That ruling is overruled already.")
    facts: list[Fact] = []
    if given.place is not None:
        _, ruled = event.rulings[given.place]
        facts.append(RulingOverruled(name=ruled.name, ruled=ruled.reason, reason=reason))
    says = ["The ruling is overruled. The record keeps it."]
    if penalty is not None and penalty.ruled.round <= len(event.rounds):
        current = event.rounds[penalty.ruled.round - 1]
        why = f"Ruling overruled: {reason}"
        lost_by = None if request.lost_by is None else Side[request.lost_by]
        change = score_without(event.book, evening.penalties, current, request.ruling, why, lost_by)
        facts += [change] if change is not None else []
        says += _after_overruling(penalty, change)
    says += what_changed(event, Proposal(tuple(facts)).outcome(event))[:_SENTENCES]
    return Proposal(tuple(facts), (Overruled(ruling=request.ruling, reason=reason),), tuple(says))


def _after_overruling(penalty: Penalty, change: ScoreCorrected | GameReopened | ScoreEntered | None) -> list[str]:
    table = penalty.ruled.table
    if isinstance(change, GameReopened):
        return [f"Table {table}: the game goes on."]
    if isinstance(change, ScoreEntered):
        return [f"Table {table}: {points_told(change.score)}. The game is over."]
    if penalty.settled == "in the score":
        return [f"Table {table} had written the points down itself. Correct its score if they are still in it."]
    return []


HANDLERS: dict[type[Request], Handler] = {
    requests.Rule: _rule,
    requests.Ruling: _ruling,
    requests.Settle: _settle,
    requests.Overrule: _overrule,
}
