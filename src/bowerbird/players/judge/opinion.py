"""The opinion of a single player as a judgement: its outlooks, best first."""

from __future__ import annotations

from math import sqrt
from typing import Final

from bowerbird.players.judge.judgement import Choice, Judgement
from bowerbird.players.net.inputs import points_per_value
from bowerbird.players.outlook import Outlook
from bowerbird.players.worth import Stakes
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Fact, View

__all__ = ["opinion"]

#: The standard error of a figure that comes without one.
_UNKNOWN: Final = 0.1


def opinion(book: Rulebook, view: View, outlooks: dict[Fact, Outlook], by: str) -> Judgement:
    """Compare the outlooks that a player of this level gives, without evidence."""
    if not outlooks:
        return Judgement(by=by)
    assert view.seat is not None
    unit = points_per_value(Stakes(book, view), view.seat)
    ranked = sorted(outlooks, key=lambda fact: outlooks[fact].value, reverse=True)
    best = outlooks[ranked[0]]
    choices = [Choice(ranked[0], best)]
    for fact in ranked[1:]:
        outlook = outlooks[fact]
        # Half of the doubt is one standard error. The two are taken as independent: no more is claimed than is known.
        error = sqrt((best.doubt or 0.0) ** 2 + (outlook.doubt or 0.0) ** 2) / 2 or _UNKNOWN
        behind, points = unit * (best.value - outlook.value), best.points - outlook.points
        choices.append(Choice(fact, outlook, behind, error, points, error))
    return Judgement(tuple(choices), by)
