"""What the director is told when something cannot be done."""

from __future__ import annotations

from bowerbird.errors import BowerbirdError

__all__ = ["EventError"]


class EventError(BowerbirdError, ValueError):
    """A fact that the event refuses. The message says what is wrong and what to do; nothing has changed."""
