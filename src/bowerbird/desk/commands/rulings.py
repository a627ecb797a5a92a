"""Commands about rulings: the book's remedy for an irregularity, its points, the director's word about a person."""

from __future__ import annotations

from bowerbird.desk import asks
from bowerbird.desk.asks import Ask
from bowerbird.desk.commands.proposal import Asked, Handler, Proposal
from bowerbird.desk.facts import PointsRuled, PointsSettled, RulingGiven
from bowerbird.desk.penalties import ON_THE_SCORE, choices, words
from bowerbird.event import EventError
from bowerbird.event.changes import what_changed
from bowerbird.event.facts import Ruled, ScoreCorrected
from bowerbird.event.state import Round, tidy_name
from bowerbird.rulebook.rulings import Circumstances, Remedy, answer, points_words, remedy_for_case, spoken

__all__ = ["HANDLERS"]

_FINAL = "Written down. The director's decision is final."
_ASKED_LATER = "The table writes it down; the desk asks about it when the score is in."
#: A change that turns everything round is told in its first sentences; the standings show the rest.
_SENTENCES = 8


def _rule(asked: Asked[asks.Rule]) -> Proposal:
    ask = asked.ask
    ruled = Ruled(name=ask.name, action=ask.action, reason=ask.reason, points=ask.points, clause=ask.clause)
    return Proposal((ruled,), says=(_FINAL,))


def _ruling(asked: Asked[asks.Ruling]) -> Proposal:
    ask = asked.ask
    book = asked.event.book
    case = answer(book, ask.irregularity, set(ask.holds).__contains__)
    remedy = remedy_for_case(ask.irregularity, case, Circumstances())
    if ask.overruled.strip() and not ask.reason.strip():
        raise EventError("Say why the book is overruled, for the record.")
    sentence = ask.overruled.strip() or remedy.sentence
    word = spoken(book, ask.irregularity)
    written = f"{word[0].upper()}{word[1:]}: {sentence}"
    if ask.overruled.strip():
        written += f" The book says: {remedy.sentence} Overruled: {ask.reason.strip()}"
    at_table = f"Table {ask.table}. " if ask.table else ""
    says: tuple[str, ...] = (sentence, _FINAL)
    if ask.table:
        asked.event.round.table(ask.table)
    if not ask.offender:
        if ask.points:
            raise EventError("Name the person whose points come off.")
        given = RulingGiven(table=ask.table, reason=written, clause=remedy.clause)
        return Proposal(notes=(given,), says=says)
    ruled = Ruled(
        name=ask.offender,
        action="points off" if ask.points else "note",
        reason=f"{at_table}{written}",
        points=ask.points,
        clause=remedy.clause,
    )
    if ask.points:
        says += (f"{points_words(ask.points)} off the total of {ask.offender}.",)
    if not ask.table or ask.overruled.strip() or remedy.kind not in ON_THE_SCORE:
        return Proposal((ruled,), says=says)
    current = asked.event.round
    if ask.table not in current.results:
        says += (_ASKED_LATER,)
    return Proposal((ruled,), (_penalty(current, ask.table, ask.offender, remedy),), says)


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
    """Whose chair somebody at a table sits in; a sub sits in another's."""
    name = tidy_name(offender).casefold()
    for player in current.table(number).seats:
        if name in (player.casefold(), current.subs.get(player, player).casefold()):
            return player
    raise EventError(f"{tidy_name(offender)} does not play at table {number}. Say who did it there.")


def _settle(asked: Asked[asks.Settle]) -> Proposal:
    ask, event = asked.ask, asked.event
    penalty = asked.evening.penalties.get(ask.ruling)
    if penalty is None or penalty.ruled.round > len(event.rounds):
        raise EventError("There is no such ruling, or it was taken back.")
    ruled = penalty.ruled
    current = event.rounds[ruled.round - 1]
    chosen = next((each for each in choices(event.book, current, penalty) if each.how == ask.how), None)
    if chosen is None:
        raise EventError(f"That is settled already, or the score of table {ruled.table} has changed. Look at it again.")
    note = PointsSettled(ruling=ask.ruling, how=ask.how)
    if chosen.score is None:
        told = "stays as it is" if ask.how == "as played" else "has what was ruled"
        return Proposal(notes=(note,), says=(f"Table {ruled.table}: the score {told}.",))
    reason = f"Ruling{f' {ruled.clause}' if ruled.clause else ''}: {words(penalty, current)}"
    corrected = ScoreCorrected(round=ruled.round, table=ruled.table, score=chosen.score, reason=reason)
    says = what_changed(event, Proposal((corrected,)).outcome(event))
    return Proposal((corrected,), (note,), says[:_SENTENCES])


HANDLERS: dict[type[Ask], Handler] = {asks.Rule: _rule, asks.Ruling: _ruling, asks.Settle: _settle}
