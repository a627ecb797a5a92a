"""Commands about the boards of a duplicate event: dealing them, and noting that one was mixed up."""

from __future__ import annotations

from bowerbird.evening import requests
from bowerbird.evening.commands.proposal import Handler, Proposal, RequestContext
from bowerbird.evening.requests import Request
from bowerbird.event.changes import what_changed
from bowerbird.event.deals import seed_by
from bowerbird.event.facts import BoardFouled, BoardsDealt

__all__ = ["HANDLERS"]


def _deal(context: RequestContext[requests.DealBoards]) -> Proposal:
    dealt = BoardsDealt(seed=seed_by(context.moment.chance.shuffle))
    Proposal((dealt,)).outcome(context.event)
    return Proposal((dealt,), says=("The boards are dealt.",))


def _foul(context: RequestContext[requests.FoulBoard]) -> Proposal:
    request = context.request
    fouled = BoardFouled(board=request.board, since=request.since, reason=request.reason)
    after = Proposal((fouled,)).outcome(context.event)
    told = (
        f"Board {request.board}: tables in the room are compared in two groups, before round {request.since} and since."
        if request.since
        else f"Board {request.board}: all tables are compared with each other."
    )
    return Proposal((fouled,), says=(told, *what_changed(context.event, after)))


HANDLERS: dict[type[Request], Handler] = {requests.DealBoards: _deal, requests.FoulBoard: _foul}
