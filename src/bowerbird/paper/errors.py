"""What the director is told when something cannot be printed."""

from __future__ import annotations

__all__ = ["PaperError"]


class PaperError(ValueError):
    """A sheet that cannot be printed. The message says what is missing and what to do."""
