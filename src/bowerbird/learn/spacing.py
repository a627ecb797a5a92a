"""When a mistake comes back: after 1, 3, 7 and 21 days if it was right each time, and from the start if it was not."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

import msgspec

__all__ = ["DAYS", "Spaced"]

#: The days until something comes back, by how often in a row it was right.
DAYS: Final = (1, 3, 7, 21)


class Spaced(msgspec.Struct, frozen=True):
    """One thing to learn: how often in a row it was right, and the day from which it is due again.

    `due` is None once it was right so often that it is learned.
    """

    due: date | None
    right: int = 0

    @property
    def is_learned(self) -> bool:
        """True if it does not come back."""
        return self.due is None

    def is_due(self, today: date) -> bool:
        """True if it should be tried today."""
        return self.due is not None and self.due <= today

    def tried(self, today: date, right: bool) -> Spaced:
        """The same after a try. A try before it is due changes nothing: an answer just seen is not learned."""
        if self.due is None or today < self.due:
            return self
        if not right:
            return Spaced(today + timedelta(DAYS[0]))
        if self.right >= len(DAYS):
            return Spaced(None, self.right + 1)
        return Spaced(today + timedelta(DAYS[self.right]), self.right + 1)
