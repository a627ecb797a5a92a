"""The base class of the project's errors. Does not depend on any other module."""

from __future__ import annotations

__all__ = ["BowerbirdError"]


class BowerbirdError(Exception):
    """The base of every error that Bowerbird raises itself. The message is written for the person who reads it."""
