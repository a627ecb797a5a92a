"""The opinion of a single player as a judgement: its outlooks, best first."""

from __future__ import annotations

from math import sqrt

from bowerbird.players.judge.judgement import Choice, Judgement
from bowerbird.players.outlook import Outlook
from bowerbird.table import Fact

__all__ = ["opinion"]


def opinion(outlooks: dict[Fact, Outlook]) -> Judgement:
    """Compare the outlooks that a player gives, without evidence."""
    if not outlooks:
        return Judgement(by="expert")
    ranked = sorted(outlooks, key=lambda fact: outlooks[fact].value, reverse=True)
    best = outlooks[ranked[0]]
    choices = []
    for fact in ranked:
        outlook = outlooks[fact]
        behind = best.points - outlook.points
        # Half of the doubt is one standard error. The two are taken as independent: no more is claimed than is known.
        error = sqrt((best.doubt or 0.0) ** 2 + (outlook.doubt or 0.0) ** 2) / 2 if outlook is not best else 0.0
        choices.append(Choice(fact, outlook, max(0.0, behind), error, behind, error))
    return Judgement(tuple(choices), by="expert")
