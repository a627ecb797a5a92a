"""What the hall says no with. The texts are for the person who asked."""

from __future__ import annotations

from bowerbird.live.stream import RefusedError

__all__ = ["NotAllowedError", "NotFoundError"]


class NotAllowedError(RefusedError, ValueError):
    """A person may not do this here. The text says why, or what to do instead."""


class NotFoundError(NotAllowedError):
    """There is no such table, game or hand."""
