"""What the desk does when it is asked: each ask becomes facts and notes, and a few words for whoever asked.

`propose` judges the role, finds the function for the ask and gives its proposal. Nothing is written here, and what the
competition allows is judged by the fold.
"""

from __future__ import annotations

from typing import Any

from bowerbird.desk.asks import Ask
from bowerbird.desk.clock import time_is_up
from bowerbird.desk.commands import online, people, room, rounds, rulings, scores
from bowerbird.desk.commands.proposal import Asked, Handler, Moment, Proposal
from bowerbird.event.facts import Bell
from bowerbird.event.step import step
from bowerbird.hall.errors import NotAllowedError

__all__ = ["Asked", "Moment", "Proposal", "propose"]

_HANDLERS: dict[type[Ask], Handler] = {
    **people.HANDLERS,
    **rounds.HANDLERS,
    **scores.HANDLERS,
    **rulings.HANDLERS,
    **room.HANDLERS,
    **online.HANDLERS,
}


def propose(asked: Asked[Any]) -> Proposal:
    """The facts, notes and words for an ask."""
    ask, right = asked.ask, asked.right
    if right.role not in ask.roles:
        raise NotAllowedError("This link does not give that right. Ask the director.")
    moment = asked.moment
    if type(ask) in scores.HANDLERS and time_is_up(asked.evening.event, asked.evening.clock, moment.at):
        # Nobody has to stand at the desk when time is up: who comes with a score then comes after the bell.
        rang = Bell(at=moment.seconds)
        proposal = _HANDLERS[type(ask)](asked.with_event(step(asked.evening.event, rang)))
        return proposal.after(rang)
    return _HANDLERS[type(ask)](asked)
