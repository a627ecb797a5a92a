"""A nudge: what a decision turns on, without the choice. It tells the facts of the best choice's reason, and no others.

Whether something happens is told, not after which choice it happens more often. Your own cards are not named.
"""

from __future__ import annotations

from typing import Final

from bowerbird.players.judge.reasons import say
from bowerbird.players.judge.reasons.facts import Event
from bowerbird.players.judge.reasons.outcomes import Difference
from bowerbird.players.judge.reasons.shares import often
from bowerbird.players.judge.reasons.weigh import Told

__all__ = ["ALIKE", "ALONE", "CALL_OR_PASS", "MANY_THINGS", "SCORE", "SUITS", "call_fails", "of_fact", "of_result"]

ALIKE: Final = "It makes little difference here: the choices are about equally good."
CALL_OR_PASS: Final = "Weigh how often a call would be euchred against what happens after a pass."
ALONE: Final = "The question is whether you need partner's help."
SUITS: Final = "Compare the suits: how often would each be euchred?"
SCORE: Final = "Think of the score: the aim is to win the game, not only the most points in this hand."
MANY_THINGS: Final = "There is a difference, but no single reason for it."

#: Events that are about a card of yours, without the card.
_OWN_CARDS: Final = {
    "takes": "which of your cards takes a trick",
    "ruffed": "whether an opponent ruffs one of your cards",
    "beaten": "whether one of your cards loses to a higher one of its suit",
}
#: Events that may name a suit of yours.
_RUFFS: Final = "whether you win a trick by ruffing"


def of_fact(told: Told) -> str:
    """What a fact is about. How the hidden cards lie is the same for all choices, so that is told in full."""
    if not isinstance(told.fact, Event):
        return f"{say.sentence(f'{told.fact.clause} {often(told.share)}')} That matters here."
    kind = str(told.key[0])
    if kind == "ruffs" and len(told.key) > 2:
        return _matters(_RUFFS)
    return _matters(_OWN_CARDS.get(kind, f"whether {told.fact.clause}"))


def of_result(result: Difference) -> str:
    """What a result is about."""
    return _matters(f"how often {say.result(result.kind)}")


def call_fails(told: Told) -> str:
    """How the hidden cards mostly lie when a call fails, whether or not it is the best choice."""
    return f"When a call fails, {say.mostly(told)} {told.fact.clause}."


def _matters(what: str) -> str:
    return f"What matters here is {what}."
