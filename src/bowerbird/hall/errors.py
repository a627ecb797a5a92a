"""What the hall says no with. The texts are for the person who asked."""

from __future__ import annotations

__all__ = ["NotAllowed", "NotFound"]


class NotAllowed(ValueError):
    """A person may not do this here. The text says why, or what to do instead."""


class NotFound(NotAllowed):
    """There is no such table, game or hand."""
