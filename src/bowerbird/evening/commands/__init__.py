"""Commands: each request becomes facts and notes, and a few words for the person who asked.

`propose` checks the role, finds the handler of the request and returns its proposal. Nothing is written here, and the
fold decides what the competition allows.
"""

from __future__ import annotations

from typing import Any

from bowerbird.evening.clock import time_is_up
from bowerbird.evening.commands import boards, changes, hands, online, people, room, rounds, rulings, scores
from bowerbird.evening.commands.proposal import Handler, Moment, Proposal, RequestContext
from bowerbird.evening.commands.shown import moved
from bowerbird.evening.requests import Request
from bowerbird.event import EventError
from bowerbird.event.facts import Bell, MeetingOpened
from bowerbird.event.fold import step

__all__ = ["Moment", "Proposal", "RequestContext", "propose"]

_HANDLERS: dict[type[Request], Handler] = {
    **people.HANDLERS,
    **rounds.HANDLERS,
    **boards.HANDLERS,
    **scores.HANDLERS,
    **hands.HANDLERS,
    **rulings.HANDLERS,
    **room.HANDLERS,
    **changes.HANDLERS,
    **online.HANDLERS,
}


def propose(context: RequestContext[Any]) -> Proposal:
    """The facts, notes and words for a request."""
    request, right = context.request, context.right
    if right.role not in request.roles:
        raise EventError("This link does not give that right. Ask the director.")
    return moved(context, _proposed(context))


def _proposed(context: RequestContext[Any]) -> Proposal:
    request, moment = context.request, context.moment
    if request.needs_meeting and not context.event.meetings:
        # The first meeting opens automatically when the first person comes.
        opened = MeetingOpened(date=context.evening.date, at=moment.seconds)
        return _HANDLERS[type(request)](context.with_event(step(context.event, opened))).after(opened)
    if type(request) in scores.HANDLERS and time_is_up(context.evening.event, context.evening.clock, moment.at):
        # The director does not have to ring the bell on time: a score that comes later comes after the bell.
        rang = Bell(at=moment.seconds)
        proposal = _HANDLERS[type(request)](context.with_event(step(context.evening.event, rang)))
        return proposal.after(rang) if proposal.facts else proposal
    return _HANDLERS[type(request)](context)
