"""Beliefs about unseen cards: who may hold each one, and how likely."""

from __future__ import annotations

import msgspec

from bowerbird.cards import Card

__all__ = ["Belief"]


class Belief(msgspec.Struct, frozen=True):
    """The possible places of an unseen card: the chance of each seat, North first, and of no seat."""

    card: Card
    seats: tuple[float, float, float, float]
    nobody: float
