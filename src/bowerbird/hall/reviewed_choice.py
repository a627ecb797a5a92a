"""One choice of a decision as people see it, in hints and in reviews: the same figures and the same sentence."""

from __future__ import annotations

import msgspec

from bowerbird.cards import Card
from bowerbird.players.explanation import Option
from bowerbird.players.verdict import Verdict
from bowerbird.table import Discard, Fact, Play

__all__ = ["ReviewedChoice", "reviewed_choice"]


class ReviewedChoice(msgspec.Struct, frozen=True):
    """One option of a decision, with its card if it is one. `chosen` is true for the one that was taken.

    `same` are the other cards of the hand that come to the same thing. `worth` is in points for the side that chose, on
    average over the deals that fit what the seat saw, the same deals for all options. The true difference from the best
    option is further away than `doubt` once in twenty times; None if there is nothing to doubt. `behind` is that
    difference in points as they count at this score.
    """

    words: str
    card: Card | None
    chosen: bool
    worth: float
    doubt: float | None
    win: float
    made: float
    march: float
    euchre: float
    why: str
    verdict: Verdict = "best"
    behind: float = 0.0
    same: tuple[Card, ...] = ()


def reviewed_choice(option: Option, chosen: Fact | None) -> ReviewedChoice:
    """An option as it is shown; `chosen` is the fact that happened, if it was this one or the same."""
    cards = [fact.card for fact in (option.fact, *option.same) if isinstance(fact, Discard | Play)]
    card = chosen.card if isinstance(chosen, Discard | Play) else cards[0] if cards else None
    figures = (option.points, option.win, option.made, option.march, option.euchre, option.behind)
    points, win, made, march, euchre, behind = (round(figure, 3) for figure in figures)
    doubt = None if option.doubt is None else round(option.doubt, 3)
    return ReviewedChoice(
        option.says,
        card,
        chosen is not None,
        points,
        doubt,
        win,
        made,
        march,
        euchre,
        option.why,
        option.verdict,
        behind,
        tuple(other for other in cards if other != card),
    )
