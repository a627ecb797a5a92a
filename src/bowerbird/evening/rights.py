"""Rights: a role in an event, and the person or table it is for. Does not depend on how a link proves it."""

from __future__ import annotations

from typing import Final

import msgspec

from bowerbird.evening.facts import Role

__all__ = ["AllLinks", "Right"]

_SHARED: Final[frozenset[Role]] = frozenset({"table", "sign-up", "public", "season"})


class Right(msgspec.Struct, frozen=True):
    """A role in an event. `name` is a person, or the number of a table."""

    event: str
    role: Role
    generation: int = 0
    name: str = ""

    @property
    def by(self) -> str:
        """The actor, for the record."""
        return f"{self.role}:{self.name}" if self.name else self.role

    @property
    def is_shared(self) -> bool:
        """True if a whole room may have this link: from the wall, from a table's card, from the club's page."""
        return self.role in _SHARED

    @property
    def director(self) -> str:
        """The name in a director's link: empty for the director who made the event."""
        return self.name if self.role == "director" else ""

    @property
    def player(self) -> str:
        """The person whose link this is, or nobody."""
        return self.name if self.role == "player" else ""


class AllLinks(msgspec.Struct, frozen=True):
    """The addresses of an event's pages, with each table's by number and each player's by name."""

    director: str
    helper: str
    invitation: str
    public: str
    board: str
    sign_up: str
    tables: dict[int, str]
    players: dict[str, str]
