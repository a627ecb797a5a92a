"""Errors of the store, and database errors explained: what happened, what is safe, what to do. No I/O."""

from __future__ import annotations

from typing import Final

from sqlalchemy.exc import DBAPIError, InterfaceError

from bowerbird.errors import BowerbirdError

__all__ = [
    "ArchiveError",
    "ConflictError",
    "NoDataError",
    "SealedError",
    "StoreError",
    "explain",
    "is_unreachable",
    "reason",
]


class StoreError(BowerbirdError, RuntimeError):
    """The log can't be written or read now. The message says what to do. Everything acknowledged is safe."""


class ConflictError(StoreError):
    """Another writer was first. Read the stream again, and decide again."""


class ArchiveError(StoreError):
    """An archive of earlier facts can't be read. `problem` says why, and the message also what to do."""

    def __init__(self, problem: str) -> None:
        """Say what is wrong with it."""
        self.problem = problem
        super().__init__(f"{problem}. Everything else can be read. Run `bowerbird check` to see what is affected.")


class NoDataError(StoreError):
    """There is no log here yet, or it is elsewhere."""

    def __init__(self, where: object) -> None:
        """Say where it was looked for, and what to do."""
        super().__init__(
            f"There is no data in {where}. Run `bowerbird serve` first, or name the folder or database that it shows."
        )


class SealedError(StoreError):
    """The log is sealed, and was opened without its key."""

    def __init__(self) -> None:
        """Say how to give the key."""
        super().__init__(
            "not written: this database is sealed with the server's secret. Name the folder that has it with --data."
        )


_SAFE = "Everything already saved is safe"

#: Parts of database messages in lower case, and what they mean for the person who runs the server.
_MEANINGS: Final = (
    (
        ("database or disk is full", "no space left", "disk full", "could not extend file"),
        f"the disk is full. {_SAFE}. Free some space, and play continues",
    ),
    (
        ("readonly database", "read-only", "readonly", "permission denied"),
        f"the database can't be written: the file, its folder or the disk is read-only. {_SAFE}. "
        "Allow writing there, and play continues",
    ),
    (
        ("malformed", "not a database", "file is encrypted", "invalid page", "checksum"),
        "the database file is damaged. Stop Bowerbird and keep the file as it is. `bowerbird check` shows what is "
        "affected. `bowerbird restore` copies a backup and everything that can still be read to a new file",
    ),
    (
        ("database is locked", "database table is locked", "database schema is locked"),
        f"another program has locked the database. {_SAFE}. "
        "Close that program (such as a viewer or a copy tool), and play continues",
    ),
    (
        ("unable to open database file",),
        f"the database file can't be opened. {_SAFE}. "
        "Check that its folder exists and that this user may write there. Then play continues",
    ),
    (
        ("disk i/o error", "input/output error"),
        f"the disk can't be read or written. {_SAFE}, as far as the disk itself is. "
        "Check the disk, and make a backup to another one. Play continues when the disk works again",
    ),
)
_UNREACHABLE: Final = (
    f"the database doesn't answer. {_SAFE}. Check that it is running and can be reached. Play continues when it is back"
)
_UNREACHABLE_SIGNS: Final = (
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
    "cannot switch to state",  # the driver has not yet got over the last words of a lost connection
)


def is_unreachable(error: BaseException) -> bool:
    """True if the database can't be reached or the connection is lost, so that a new connection may help."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    if isinstance(error, InterfaceError | OSError) and not _meaning(error):
        return True
    return any(sign in str(error).lower() for sign in _UNREACHABLE_SIGNS)


def explain(error: BaseException, then: str = "") -> str:
    """Explain an error to a person. `then` is the advice for causes without their own."""
    meaning = _meaning(error)
    if meaning:
        return f"{meaning} ({reason(error)})."
    if is_unreachable(error):
        return f"{_UNREACHABLE} ({reason(error)})."
    return f"{reason(error)}. {then or f'{_SAFE}. Try again.'}"


def reason(error: BaseException) -> str:
    """The database's own message, in one line."""
    original = getattr(error, "orig", None) or error
    lines = str(original).splitlines()
    # The driver's adapter puts its class name before the message.
    return lines[0].rpartition("'>: ")[2] if lines and lines[0] else type(original).__name__


def _meaning(error: BaseException) -> str:
    said = str(error).lower()
    return next((meaning for signs, meaning in _MEANINGS if any(sign in said for sign in signs)), "")
