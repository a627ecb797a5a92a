"""Choices in a few words, as in "order it up" or "play 9♣ or 10♣". Does not depend on any player."""

from __future__ import annotations

from collections.abc import Sequence

from bowerbird.cards import trump_word
from bowerbird.table import DefendAlone, Discard, Fact, Name, Order, Pass, Play, View

__all__ = ["says"]


def says(view: View, facts: Sequence[Fact]) -> str:
    """A choice in a few words; facts that are the same to everybody are named together."""
    signs = " or ".join(fact.card.sign for fact in facts if isinstance(fact, Discard | Play))
    match fact := facts[0]:
        case Pass():
            return "pass"
        case Order():
            what = "take it up" if fact.seat is view.dealer else "order it up"
            return f"{what} alone" if fact.alone else what
        case Name():
            return f"name {trump_word(fact.trump)}" + (" alone" if fact.alone else "")
        case Discard():
            return f"discard {signs}"
        case DefendAlone():
            return "defend alone"
        case Play():
            follows = view.trick.plays and view.trick.winner is None
            return f"{'play' if follows else 'lead'} {signs}"
        case _:
            return type(fact).__name__.lower()
