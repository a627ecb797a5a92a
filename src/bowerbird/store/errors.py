"""What can go wrong with a database, in words for a person: what happened, what is safe, what to do. No I/O here."""

from __future__ import annotations

from typing import Final

from sqlalchemy.exc import DBAPIError, InterfaceError

from bowerbird.errors import BowerbirdError

__all__ = ["ConflictError", "StoreError", "explain", "is_unreachable", "reason"]


class StoreError(BowerbirdError, RuntimeError):
    """The log cannot be written or read now. The text says what to do; nothing that was acknowledged is lost."""


class ConflictError(StoreError):
    """Somebody else has written to this stream first: read it again, and decide again."""


_SAFE = "Everything that was acknowledged is safe"

#: What a database says, in small letters, and what it means to the person who keeps the hall.
_MEANINGS: Final = (
    (
        ("database or disk is full", "no space left", "disk full", "could not extend file"),
        f"the disk is full. {_SAFE}. Free some space; play goes on by itself then",
    ),
    (
        ("readonly database", "read-only", "readonly", "permission denied"),
        f"the database cannot be written: the file, its folder or the disk is read-only. {_SAFE}. "
        "Allow writing there; play goes on by itself then",
    ),
    (
        ("malformed", "not a database", "file is encrypted", "invalid page", "checksum"),
        "the database file is damaged. Stop the hall and keep the file as it is; `bowerbird check` says what is "
        "affected, and `bowerbird restore` puts a backup and everything that can still be read into a new file",
    ),
    (
        ("database is locked", "database table is locked", "database schema is locked"),
        f"another program holds the database for itself. {_SAFE}. "
        "Close that program (a viewer, a copying program); play goes on by itself then",
    ),
    (
        ("unable to open database file",),
        f"the database file cannot be opened: is its folder there, and may this user write in it? {_SAFE}. "
        "Bring the disk back or correct the rights; play goes on by itself then",
    ),
    (
        ("disk i/o error", "input/output error"),
        f"the disk cannot be read or written. {_SAFE}, as far as the disk keeps its word. "
        "Look after the disk, and make a backup to another one; play goes on by itself when the disk does",
    ),
)
_AWAY: Final = (
    f"the database does not answer. {_SAFE}. "
    "See that it runs and can be reached; play goes on by itself when it is back"
)
_SIGNS_OF_AWAY: Final = (
    "connection is closed",
    "connection was closed",
    "connection does not exist",
    "connection refused",
    "connection reset",
    "terminating connection",
    "shutting down",
    "starting up",
    "not yet accepting connections",
    "recovery mode",
    "cannot connect",
    "unexpected connection_lost",
)


def is_unreachable(error: BaseException) -> bool:
    """Whether the database could not be reached, or went away: a new connection may help."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    if isinstance(error, InterfaceError | OSError) and not _meaning(error):
        return True
    return any(sign in str(error).lower() for sign in _SIGNS_OF_AWAY)


def explain(error: BaseException, then: str = "") -> str:
    """What happened, for a person; `then` follows where the cause is not one that has its own advice."""
    meaning = _meaning(error)
    if meaning:
        return f"{meaning} ({reason(error)})."
    if is_unreachable(error):
        return f"{_AWAY} ({reason(error)})."
    return f"{reason(error)}. {then or f'{_SAFE}; try again.'}"


def reason(error: BaseException) -> str:
    """What the database itself said, in one line."""
    original = getattr(error, "orig", None) or error
    lines = str(original).splitlines()
    # The driver's adapter puts the name of its class before what was said.
    return lines[0].rpartition("'>: ")[2] if lines and lines[0] else type(original).__name__


def _meaning(error: BaseException) -> str:
    said = str(error).lower()
    return next((meaning for signs, meaning in _MEANINGS if any(sign in said for sign in signs)), "")
