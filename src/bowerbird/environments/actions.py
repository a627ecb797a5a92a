"""The actions of the environments: every decision of a seat has a number, the same under every rulebook.

A number gives the whole fact except the seat, so a log of numbers can be read back.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final, TypeAlias

from msgspec.structs import replace

from bowerbird.cards import CARD_COUNT, NO_TRUMP, Card, Suit, trump_word
from bowerbird.rulebook.weak_hands import WEAK_HANDS
from bowerbird.seats import Seat
from bowerbird.table import (
    AskNewDeal,
    DefendAlone,
    Discard,
    Exchange,
    Fact,
    GiveBest,
    Name,
    Order,
    Pass,
    Play,
    StandFor,
)

__all__ = ["ACTIONS", "ACTION_COUNT", "action_of", "fact_of"]

_Decision: TypeAlias = Pass | Order | Name | Play | Discard | GiveBest | DefendAlone | StandFor | AskNewDeal

#: A fact needs a seat, but the number does not include it.
_ANYBODY: Final = Seat.N
_CARDS: Final = tuple(Card(index) for index in range(CARD_COUNT))

_LISTED: Final[tuple[_Decision, ...]] = (
    Pass(_ANYBODY),
    *(Order(_ANYBODY, alone) for alone in (False, True)),
    *(Name(_ANYBODY, trump, alone) for alone in (False, True) for trump in (*Suit, NO_TRUMP)),
    *(Play(_ANYBODY, card) for card in _CARDS),
    *(Discard(_ANYBODY, card) for card in _CARDS),
    *(GiveBest(_ANYBODY, card) for card in _CARDS),
    DefendAlone(_ANYBODY),
    *(StandFor(_ANYBODY, suit) for suit in Suit),
    *(AskNewDeal(_ANYBODY, weak) for weak in WEAK_HANDS),
)
_NUMBER: Final[dict[Fact, int]] = {fact: number for number, fact in enumerate(_LISTED)}

#: An exchange gives three cards away: which of the five, counted low to high by index.
_THREES: Final = tuple(combinations(range(5), 3))


def _words(fact: _Decision) -> str:
    match fact:
        case Order():
            return f"order{' alone' * fact.alone}"
        case Name():
            return f"name {trump_word(fact.trump)}{' alone' * fact.alone}"
        case Play():
            return f"play {fact.card}"
        case Discard():
            return f"discard {fact.card}"
        case GiveBest():
            return f"give {fact.card}"
        case DefendAlone():
            return "defend alone"
        case StandFor():
            return f"stand for {fact.suit.word}"
        case AskNewDeal():
            return f"new deal, {fact.reason}"
        case Pass():
            return "pass"


#: The meaning of each number, in words.
ACTIONS: Final[tuple[str, ...]] = (
    *map(_words, _LISTED),
    *(f"exchange cards {one + 1}, {two + 1} and {three + 1}" for one, two, three in _THREES),
)
#: The number of actions.
ACTION_COUNT: Final = len(ACTIONS)


def fact_of(action: int, seat: Seat, hand: Sequence[Card]) -> Fact:
    """The fact of an action, if `seat` chooses it while it holds `hand`. Raises `ValueError` for any other number."""
    if not 0 <= action < ACTION_COUNT:
        raise ValueError(f"{action} isn't an action. Use 0 to {ACTION_COUNT - 1}")
    if action < len(_LISTED):
        return replace(_LISTED[action], seat=seat)
    held = sorted(hand)
    one, two, three = _THREES[action - len(_LISTED)]
    return Exchange(seat, (held[one], held[two], held[three]))


def action_of(fact: Fact, hand: Sequence[Card]) -> int:
    """The action of a fact: the reverse of `fact_of`. Raises `ValueError` if it isn't a decision of a seat."""
    if isinstance(fact, Exchange):
        held = sorted(hand)
        one, two, three = sorted(held.index(card) for card in fact.cards)
        return len(_LISTED) + _THREES.index((one, two, three))
    if not isinstance(fact, _Decision):
        raise ValueError(f"{fact} isn't a decision of a seat at a guarded table")
    return _NUMBER[replace(fact, seat=_ANYBODY)]
