"""Errors of printing, in words for the director."""

from __future__ import annotations

from bowerbird.errors import BowerbirdError

__all__ = ["PaperError"]


class PaperError(BowerbirdError, ValueError):
    """A sheet that can't be printed. The message says what is missing and what to do."""
