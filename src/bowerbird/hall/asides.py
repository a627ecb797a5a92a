"""A limit on what people do at a table besides the play, so that nobody fills a log with it.

These are phrases, pace, pauses, pictures, changes of chairs and undos.
"""

from __future__ import annotations

from bowerbird.hall.errors import NotAllowedError

__all__ = ["AT_ONCE", "EVERY", "Asides"]

#: How many a person can do at once, and the milliseconds after which there is one more.
AT_ONCE, EVERY = 20, 3000


class Asides:
    """What each person has done lately."""

    def __init__(self) -> None:
        """Start with nothing done."""
        #: When each person will have all of them again.
        self._full_at: dict[str, int] = {}

    def check(self, person: str, now: int) -> None:
        """Refuse one more at this time in milliseconds, if there were too many."""
        self._full_at = {who: min(at, now + AT_ONCE * EVERY) for who, at in self._full_at.items() if at > now}
        if self._full_at.get(person, now) - now > (AT_ONCE - 1) * EVERY:
            raise NotAllowedError("You have done this many times just now. Wait a few seconds, then try again.")

    def count(self, person: str, now: int) -> None:
        """Count one more."""
        self._full_at[person] = max(self._full_at.get(person, now), now) + EVERY
