"""Refusals. Their texts are for the person who made the request."""

from __future__ import annotations

from bowerbird.live.stream import RefusedError

__all__ = ["NotAllowedError", "NotFoundError"]


class NotAllowedError(RefusedError, ValueError):
    """A person isn't allowed to do this. The text gives the reason, or what to do instead."""


class NotFoundError(NotAllowedError):
    """There is no such table, game or hand."""
