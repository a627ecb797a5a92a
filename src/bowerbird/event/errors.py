"""The error that the director sees if something is not possible."""

from __future__ import annotations

from bowerbird.errors import BowerbirdError

__all__ = ["EventError"]


class EventError(BowerbirdError, ValueError):
    """A fact that the event refuses. The message says what is wrong and what to do; nothing has changed."""
