"""What the director is told when something cannot be printed."""

from __future__ import annotations

from bowerbird.errors import BowerbirdError

__all__ = ["PaperError"]


class PaperError(BowerbirdError, ValueError):
    """A sheet that cannot be printed. The message says what is missing and what to do."""
