"""Commands about the running card of a table: its hands one by one, the deal, and what is counted beside the points."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bowerbird.evening import requests
from bowerbird.evening.commands.proposal import Handler, Proposal, RequestContext
from bowerbird.evening.requests import Request
from bowerbird.evening.running import running
from bowerbird.event import EventError
from bowerbird.event.facts import CardMarked, DealGiven, HandPlayed, HandVoided, TrumpDealt
from bowerbird.event.fold.hands import OnCard

__all__ = ["HANDLERS"]


def _hand(context: RequestContext[requests.Hand]) -> Proposal:
    request = context.request
    hand = HandPlayed(table=request.table, maker=request.maker, tricks=request.tricks, alone=request.alone)
    return _in_play(context, hand)


def _no_hand(context: RequestContext[requests.NoHand]) -> Proposal:
    return _in_play(context, HandVoided(table=context.request.table, why=context.request.why))


def _deals(context: RequestContext[requests.Deals]) -> Proposal:
    return _in_play(context, DealGiven(table=context.request.table, dealer=context.request.name))


def _trump_dealt(context: RequestContext[requests.TrumpDealt]) -> Proposal:
    return _in_play(context, TrumpDealt(table=context.request.table))


def _mark(context: RequestContext[requests.MarkCard]) -> Proposal:
    request = context.request
    return _written(context, CardMarked(table=request.table, what=request.happened, name=request.name))


def _in_play(context: RequestContext[Any], fact: OnCard) -> Proposal:
    """A line that only a game in progress can have."""
    current = context.event.round
    card = running(context.evening, current, fact.table)
    if card.over and fact.table not in current.results:
        raise EventError(
            f"The game at table {fact.table} is over, {card.points[0]} to {card.points[1]}. Enter its score."
        )
    return _written(context, fact)


def _written(context: RequestContext[Any], fact: OnCard) -> Proposal:
    proposal = Proposal((fact,))
    after = replace(context.evening, event=proposal.outcome(context.event))
    card = running(after, after.event.round, fact.table)
    current = after.event.round
    dealer = current.table(fact.table).seats[card.dealer]
    then = "The game is over: enter the score." if card.over else f"{current.subs.get(dealer, dealer)} deals."
    return Proposal(proposal.facts, says=(f"Table {fact.table}: {card.points[0]} to {card.points[1]}. {then}",))


HANDLERS: dict[type[Request], Handler] = {
    requests.Hand: _hand,
    requests.NoHand: _no_hand,
    requests.Deals: _deals,
    requests.TrumpDealt: _trump_dealt,
    requests.MarkCard: _mark,
}
