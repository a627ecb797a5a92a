"""Decisions that are still in effect: what a ruling has undone is nobody's skill. Pure."""

from __future__ import annotations

from typing import TypeAlias

from bowerbird.players.explanation import Weighed
from bowerbird.table import Hand, State, Table, step

__all__ = ["in_effect"]

#: What a decision leaves behind in its hand.
_Trace: TypeAlias = tuple[object, ...]


def in_effect(table: Table) -> frozenset[int]:
    """The places of the decisions that no ruling has undone: calls made void, cards taken back, hands dealt again."""
    found: dict[int, dict[_Trace, int]] = {}
    state = State()
    for place, fact in enumerate(table.facts):
        hand, before = len(state.results), _traces(state.hand)
        state = step(table.book, state, fact)
        here = found.setdefault(hand, {})
        if len(state.results) > hand:  # it is over: nothing of it was undone by what ended it
            after = before if not isinstance(fact, Weighed) else before | {("last", fact)}
        else:
            after = _traces(state.hand)
        if isinstance(fact, Weighed):
            here |= dict.fromkeys(after - before, place)
        found[hand] = {trace: where for trace, where in here.items() if trace in after}
    return frozenset(place for here in found.values() for place in here.values())


def _traces(hand: Hand) -> frozenset[_Trace]:
    calls = (("call", *numbered) for numbered in enumerate(hand.calls))
    plays = (("play", *play) for trick in (*hand.tricks, hand.trick) for play in trick.plays)
    discards = (("discard", *discard) for discard in hand.discards)
    return frozenset([*calls, *plays, *discards, ("defends", hand.lone_defender)])
