"""A check of the shares of the pot that a director writes: they must come to the whole pot."""

from __future__ import annotations

from bowerbird.event import EventError

__all__ = ["check_shares"]


def check_shares(shares: object) -> None:
    """Refuse shares that do not come to a hundred percent."""
    rows = shares.values() if isinstance(shares, dict) else ()
    for parts in rows:
        if not isinstance(parts, tuple | list):
            raise EventError("Write the shares of the pot as whole percents, such as 50, 30, 20.")
        if sum(parts) != 100:
            raise EventError(f"The shares of the pot come to {sum(parts)} percent. Write whole percents that make 100.")
        if min(parts) < 1:
            raise EventError(f"A share of the pot is {min(parts)} percent. Leave it out: every share is 1 or more.")
