"""Commands about rulings: the rulebook's remedy for an irregularity, its points, and decisions about a person."""

from __future__ import annotations

from bowerbird.evening import requests
from bowerbird.evening.commands.proposal import Handler, Proposal, RequestContext
from bowerbird.evening.facts import PointsRuled, PointsSettled, RulingGiven
from bowerbird.evening.penalties import ON_THE_SCORE, choices, words
from bowerbird.evening.requests import Request
from bowerbird.event import EventError
from bowerbird.event.changes import what_changed
from bowerbird.event.facts import Ruled, ScoreCorrected
from bowerbird.event.state import Round, tidy_name
from bowerbird.rulebook.rulings import Circumstances, Remedy, answer, points_words, remedy_for_case, spoken

__all__ = ["HANDLERS"]

_FINAL = "Saved. The director's decision is final."
_ASKED_LATER = "The table writes it down; the desk asks about it when the score is in."
#: The most sentences about the effects of a change; the standings show the rest.
_SENTENCES = 8


def _rule(context: RequestContext[requests.Rule]) -> Proposal:
    request = context.request
    ruled = Ruled(
        name=request.name, action=request.action, reason=request.reason, points=request.points, clause=request.clause
    )
    return Proposal((ruled,), says=(_FINAL,))


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
    if request.table not in current.results:
        says += (_ASKED_LATER,)
    return Proposal((ruled,), (_penalty(current, request.table, request.offender, remedy),), says)


def _penalty(current: Round, number: int, offender: str, remedy: Remedy) -> PointsRuled:
    chair = _chair_of(current, number, offender)
    return PointsRuled(
        round=current.number,
        table=number,
        side=current.table(number).side_of(chair),
        offender=chair,
        irregularity=remedy.irregularity,
        remedy=remedy.kind,
        points=remedy.points,
        clause=remedy.clause,
    )


def _chair_of(current: Round, number: int, offender: str) -> str:
    """The player whose chair somebody at a table sits in, which for a sub is the replaced player."""
    name = tidy_name(offender).casefold()
    for player in current.table(number).seats:
        if name in (player.casefold(), current.subs.get(player, player).casefold()):
            return player
    raise EventError(f"{tidy_name(offender)} does not play at table {number}. Say who did it there.")


def _settle(context: RequestContext[requests.Settle]) -> Proposal:
    request, event = context.request, context.event
    penalty = context.evening.penalties.get(request.ruling)
    if penalty is None or penalty.ruled.round > len(event.rounds):
        raise EventError("There is no such ruling, or it was undone.")
    ruled = penalty.ruled
    current = event.rounds[ruled.round - 1]
    chosen = next((each for each in choices(event.book, current, penalty) if each.how == request.how), None)
    if chosen is None:
        raise EventError(f"That is settled already, or the score of table {ruled.table} has changed. Look at it again.")
    note = PointsSettled(ruling=request.ruling, how=request.how)
    if chosen.score is None:
        told = "stays as it is" if request.how == "as played" else "has what was ruled"
        return Proposal(notes=(note,), says=(f"Table {ruled.table}: the score {told}.",))
    reason = f"Ruling{f' {ruled.clause}' if ruled.clause else ''}: {words(penalty, current)}"
    corrected = ScoreCorrected(round=ruled.round, table=ruled.table, score=chosen.score, reason=reason)
    says = what_changed(event, Proposal((corrected,)).outcome(event))
    return Proposal((corrected,), (note,), says[:_SENTENCES])


HANDLERS: dict[type[Request], Handler] = {requests.Rule: _rule, requests.Ruling: _ruling, requests.Settle: _settle}
