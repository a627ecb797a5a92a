"""The error that the director sees if something is not possible."""

from __future__ import annotations

from bowerbird.errors import BowerbirdError

__all__ = ["EventError"]


class EventError(BowerbirdError, ValueError):
    """Something that isn't possible in this event now. The message says what is wrong and what to do."""
