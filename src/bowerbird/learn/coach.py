"""When a coach speaks in a first game, and what is said: before every decision at first, then less, then nothing.

What is right comes from the explanation of the decision, which is the same for hints and reviews. In the later hands
the coach speaks only where a beginner would go wrong, and says what the decision turns on without the choice.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from bowerbird.cards import left_bower, suit_as_played
from bowerbird.players.base import Player
from bowerbird.players.explanation import Explanation
from bowerbird.players.simple import SimplePlayer
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Discard, Fact, Pass, Play, View

__all__ = ["BEGINNER", "Stage", "advice", "between", "forced", "stage_of"]

Stage: TypeAlias = Literal["every decision", "hard decisions", "silent"]

#: The last hand with advice before every decision, and the last one with advice before hard decisions.
_EVERY: Final = 2
_HARD: Final = 5
#: What is said in the first hand of a later stage where there is no advice: a silent coach would seem to be broken.
_NEWS: Final = {
    _EVERY + 1: "You know the way now. From this hand on, I speak only before hard decisions.",
    _HARD + 1: "You are on your own now. After the game, the review shows how you did.",
}
#: A call that fails more often than this needs no other reason against it.
_FAILS: Final = 0.5
#: A player who knows the rules of thumb: the coach warns where this one errs.
BEGINNER: Final[Player] = SimplePlayer()


def stage_of(hand: int) -> Stage:
    """How much the coach says in a hand of a game, counted from 1."""
    if hand <= _EVERY:
        return "every decision"
    return "hard decisions" if hand <= _HARD else "silent"


def between(hand: int) -> str:
    """The words where there is no advice; mostly none."""
    return _NEWS.get(hand, "")


def forced(book: Rulebook, view: View, hand: int) -> str:
    """The words where there is nothing to choose: which card has to be played, and why."""
    plays = [fact.card for fact in view.legal if isinstance(fact, Play)]
    is_led = view.trick.plays and view.trick.winner is None
    if stage_of(hand) != "every decision" or not is_led or not len(plays) == 1 < len(view.hand):
        return between(hand)
    card, suit = plays[0], suit_as_played(plays[0], view.trump)
    if suit is None:
        return between(hand)
    name = book.card_sign(card) + (", the left bower," if card == left_bower(view.trump) else "")
    return f"You must follow {suit.word}, and {name} is your only one."


def advice(found: Explanation, usual: Fact, hand: int) -> str:
    """The words before a decision of which a beginner's choice is `usual`; empty if there is nothing to say."""
    stage = stage_of(hand)
    if stage == "silent" or not found.options:
        return between(hand)
    if stage == "hard decisions":
        choice = found.option(usual)
        return found.nudge if choice is not None and choice.verdict == "mistake" else between(hand)
    best, *others = found.options
    as_good = [option for option in others if option.verdict == "as good"]
    if len(as_good) == len(others):
        return f"It makes little difference here. I would {best.says}."
    if as_good and any(isinstance(option.fact, Pass) for option in (best, *as_good)):
        # To call or to pass is the question, and the reason compares the best with something else.
        return f"This is close. I would {best.says}."
    return f"I would {best.says}. {_main_reason(found)}"


def _main_reason(found: Explanation) -> str:
    """The first sentence of the reason. On a phone, more would take the table's place.

    A pass instead of a call that mostly succeeds needs all of it: what the call brings doesn't speak for the pass. So
    does a call that mostly fails, or where nobody may pass: the rest is worse.
    """
    best, other = found.options[:2]
    first, more, _ = best.why.partition(". ")
    if isinstance(best.fact, Play | Discard):
        is_enough = True
    elif isinstance(best.fact, Pass):
        is_enough = other.euchre >= _FAILS
    else:
        is_enough = best.euchre < _FAILS and any(isinstance(option.fact, Pass) for option in found.options)
    if not more or not is_enough:
        return best.why
    return f"{first}."
