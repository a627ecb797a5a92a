"""Judge a decision: the worth of each choice, compared with the best in the same worlds."""

from __future__ import annotations

from bowerbird.players.expert import ExpertPlayer
from bowerbird.players.judge.judgement import Judgement
from bowerbird.players.judge.opinion import opinion
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import View

__all__ = ["judge"]


def judge(book: Rulebook, view: View) -> Judgement:
    """Judge the decision of the seat of this view. The same view always gets the same judgement."""
    return opinion(ExpertPlayer().outlooks(book, view))
