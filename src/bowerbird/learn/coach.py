"""When a coach speaks in a first game, and what is said: before every decision at first, then less, then nothing.

What is right comes from the explanation of the decision, which is the same for hints and reviews. In the later hands
the coach speaks only where a beginner would go wrong, and says what the decision turns on without the choice.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from bowerbird.players.base import Player
from bowerbird.players.explanation import Explanation, Option
from bowerbird.players.simple import SimplePlayer
from bowerbird.table import Fact, Pass

__all__ = ["BEGINNER", "Stage", "advice", "stage_of"]

Stage: TypeAlias = Literal["every decision", "hard decisions", "silent"]

#: The last hand with advice before every decision, and the last one with advice before hard decisions.
_EVERY: Final = 2
_HARD: Final = 5
#: A player who knows the rules of thumb: the coach warns where this one errs.
BEGINNER: Final[Player] = SimplePlayer()


def stage_of(hand: int) -> Stage:
    """How much the coach says in a hand of a game, counted from 1."""
    if hand <= _EVERY:
        return "every decision"
    return "hard decisions" if hand <= _HARD else "silent"


def advice(found: Explanation, usual: Fact, hand: int) -> str:
    """The words before a decision of which a beginner's choice is `usual`; empty if there is nothing to say."""
    stage = stage_of(hand)
    if stage == "silent" or not found.options:
        return ""
    if stage == "hard decisions":
        choice = found.option(usual)
        return found.nudge if choice is not None and choice.verdict == "mistake" else ""
    best = found.options[0]
    if all(option.verdict in ("best", "as good") for option in found.options):
        return f"It makes little difference here. I would {best.says}."
    return f"I would {best.says}. {_main_reason(best)}"


def _main_reason(best: Option) -> str:
    """The first sentence of the reason. On a phone, more would take the table's place.

    A pass instead of a call that mostly succeeds needs all of it: what the call brings doesn't speak for the pass.
    """
    first, more, _ = best.why.partition(". ")
    if not more or (isinstance(best.fact, Pass) and " succeeds " in first):
        return best.why
    return f"{first}."
