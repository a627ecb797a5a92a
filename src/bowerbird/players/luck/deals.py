"""Hands as they were dealt, without anything that has happened since. Pure."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from bowerbird.table import Hand, Phase, State

__all__ = ["as_dealt", "waits_for_first_call"]

#: The parts of a hand that come from the deal.
_FROM_THE_DEAL: Final = ("deck", "held", "dealt", "turn_up", "stands_for", "exchanged")


def waits_for_first_call(state: State) -> bool:
    """True once the cards are dealt and the turn-up is shown, until somebody calls."""
    return state.phase is Phase.FIRST_ROUND and not state.hand.calls


def as_dealt(state: State) -> State:
    """The table with these cards, at which nothing has gone wrong and nothing can."""
    hand = Hand(**{name: getattr(state.hand, name) for name in _FROM_THE_DEAL}, turn_up_is="shown")
    return replace(state, guarded=True, turn=state.dealer.left, hand=hand, last_hand=None, records=(), asked=None)
