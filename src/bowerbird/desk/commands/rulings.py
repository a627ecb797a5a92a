"""Commands about rulings: the book's remedy for an irregularity, and the director's word about a person."""

from __future__ import annotations

from bowerbird.desk import asks
from bowerbird.desk.asks import Ask
from bowerbird.desk.commands.proposal import Asked, Handler, Proposal
from bowerbird.desk.facts import RulingGiven
from bowerbird.event import EventError
from bowerbird.event.facts import Ruled
from bowerbird.rulebook.rulings import Circumstances, answer, remedy_for_case, spoken

__all__ = ["HANDLERS"]


def _rule(asked: Asked[asks.Rule]) -> Proposal:
    ask = asked.ask
    ruled = Ruled(name=ask.name, action=ask.action, reason=ask.reason, points=ask.points, clause=ask.clause)
    return Proposal((ruled,), says=("Written down. The director's decision is final.",))


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
    says = (sentence, "Written down. The director's decision is final.")
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
    return Proposal((ruled,), says=says)


HANDLERS: dict[type[Ask], Handler] = {asks.Rule: _rule, asks.Ruling: _ruling}
