"""Beliefs about unseen cards: who may hold each one, and how likely."""

from __future__ import annotations

import msgspec

from bowerbird.cards import Card

__all__ = ["Belief"]


class Belief(msgspec.Struct, frozen=True):
    """The possible places of an unseen card."""

    card: Card
    #: The chance that each seat holds it, North first.
    seats: tuple[float, float, float, float]
    #: The chance that nobody does.
    nobody: float
