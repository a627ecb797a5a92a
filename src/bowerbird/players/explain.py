"""Explain a decision: each choice with its figures, best first, and one plain sentence why.

Hints, reviews and `bowerbird explain` use it. Everything comes from the view, so an explanation reveals nothing that
the seat may not know. Needs the extra `bots`.

Examples:
    >>> from bowerbird import Seat
    >>> from bowerbird.notation import table_from_deal
    >>> from bowerbird.players.explain import explain
    >>> table = table_from_deal("bicycle", "S:9h AsKsQs9cTc ThKhQhJsTs AdKdQd9sJh AcKcQcJcAh")
    >>> found = explain(table.book, table.view(Seat.W))
    >>> found.options[0].verdict, found.options[0].fact == found.chosen
    ('best', True)
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from bowerbird.errors import checks_kinds
from bowerbird.players.base import Player
from bowerbird.players.beliefs import Belief
from bowerbird.players.expert import ExpertPlayer
from bowerbird.players.explanation import Explanation, Option, render
from bowerbird.players.judge import Choice, Judgement, judge
from bowerbird.players.judge.opinion import opinion
from bowerbird.players.judge.reasons import Reasons
from bowerbird.players.outlook import Outlook
from bowerbird.players.says import says
from bowerbird.rulebook.load import Rules, load_rulebook
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Fact, View

__all__ = ["Belief", "Explanation", "Option", "explain", "render"]


@runtime_checkable
class Counting(Protocol):
    """A player that can give the outlook of each choice."""

    level: str

    def outlooks(self, book: Rulebook, view: View) -> dict[Fact, Outlook]:
        """The outlook of each choice; empty if there is nothing to weigh."""
        ...


@runtime_checkable
class Believing(Protocol):
    """A player that can say where the unseen cards may be."""

    def beliefs(self, book: Rulebook, view: View) -> tuple[Belief, ...]:
        """Every unseen card, trumps first."""
        ...


@checks_kinds
def explain(book: Rules, view: View, player: Player | None = None) -> Explanation:
    """Explain the decision of the seat of this view.

    Without a `player`, the choice and the figures are the judge's, which looks ahead in many possible deals. With one,
    the choice is the player's, and so are the figures if it has any.
    """
    book = load_rulebook(book)
    if isinstance(player, Counting):
        found = opinion(book, view, player.outlooks(book, view), player.level)
    else:
        found = judge(book, view)
    if player is not None:
        chosen = player.choose(book, view)
    elif found.choices:
        chosen = found.choices[0].fact
    else:
        chosen = ExpertPlayer().choose(book, view)  # nothing to weigh: by habit
    beliefs = player.beliefs(book, view) if isinstance(player, Believing) else ()
    reasons = Reasons(book, view, found)
    options = tuple(_option(book, view, found, choice, reasons.of(choice).text) for choice in found.choices)
    return Explanation(chosen, options, beliefs, reasons.nudge() if options else "")


def _option(book: Rulebook, view: View, found: Judgement, choice: Choice, why: str) -> Option:
    outlook = choice.outlook
    return Option(
        fact=choice.fact,
        says=says(book, view, (choice.fact, *choice.same)),
        points=outlook.points,
        win=outlook.game,
        made=outlook.made,
        march=outlook.march,
        euchre=outlook.euchre,
        why=why,
        doubt=None if choice.outlook.doubt is None else 2 * choice.points_error or None,
        behind=choice.behind,
        error=choice.error,
        verdict=found.verdict(choice.fact),
        same=choice.same,
    )
