"""Refusals. Their texts are for the person who made the request."""

from __future__ import annotations

from bowerbird.live.stream import RefusedError

__all__ = ["NotAllowedError", "NotFoundError", "SignedOutError", "TryLaterError"]


class NotAllowedError(RefusedError, ValueError):
    """A person isn't allowed to do this. The text gives the reason, or what to do instead."""


class NotFoundError(NotAllowedError):
    """There is no such table, game or hand."""


class SignedOutError(NotAllowedError):
    """This browser was signed out, perhaps while its request waited."""

    def __init__(self) -> None:
        """Say what to do now."""
        super().__init__("You have been signed out in this browser. Sign in again, or enter your name.")


class TryLaterError(NotAllowedError):
    """Too much is going on. The same request can be granted later; `seconds` is when to try again."""

    def __init__(self, why: str, seconds: int) -> None:
        """Give the reason, and the seconds to wait."""
        super().__init__(why)
        self.seconds = seconds
