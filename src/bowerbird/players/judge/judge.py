"""Judge a decision: the worth of each choice, compared with the best in the same worlds."""

from __future__ import annotations

from math import sqrt

from bowerbird.players.expert import ExpertPlayer
from bowerbird.players.judge.judgement import Choice, Judgement
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import View

__all__ = ["judge"]


def judge(book: Rulebook, view: View) -> Judgement:
    """Judge the decision of the seat of this view. The same view always gets the same judgement."""
    return _by_expert(book, view)


def _by_expert(book: Rulebook, view: View) -> Judgement:
    """The expert's opinion, for what the net was not trained for."""
    outlooks = ExpertPlayer().outlooks(book, view)
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
