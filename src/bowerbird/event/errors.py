"""What the director is told when something cannot be done."""

from __future__ import annotations

__all__ = ["EventError"]


class EventError(ValueError):
    """A fact that the event refuses. The message says what is wrong and what to do; nothing has changed."""
