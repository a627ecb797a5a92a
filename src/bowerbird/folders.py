"""The folder for games and the server's secret: the platform's own, or the one where an earlier version kept them.

Nothing is ever moved or copied. Data from an earlier version is used where it is, so it can't be lost halfway.
"""

from __future__ import annotations

import os
from pathlib import Path

from bowerbird.errors import BowerbirdError

__all__ = ["ALREADY_RUNNING", "NoHomeError", "data_folder", "data_note", "has_data"]

#: The exit status of a server if another one uses its folder.
ALREADY_RUNNING = 3

_NAME = "bowerbird"


class NoHomeError(BowerbirdError):
    """There is no default folder: this user has no home."""

    def __init__(self) -> None:
        """Say what to do."""
        super().__init__("Bowerbird can't find your home folder. Name a folder for the data with --data, or set HOME.")


def data_folder() -> Path:
    """The default data folder. An earlier version's is used as long as the platform's own has no data.

    Raises `NoHomeError` for a user without a home, as in some containers.
    """
    own, earlier = _own(), _earlier()
    return earlier if has_data(earlier) and not has_data(own) else own


def data_note(folder: Path) -> str:
    """A sentence about data from an earlier version, if there is any and the server uses `folder`; otherwise empty."""
    try:
        own, earlier = _own(), _earlier()
    except NoHomeError:
        return ""
    if own == earlier or folder not in (own, earlier) or not has_data(earlier):
        return ""
    if folder == earlier:
        return f"Your data stays in {earlier}, where an earlier version saved it."
    return (
        f"There is older data in {earlier}. It is not in use. To use it, start Bowerbird with --data and that folder."
    )


def has_data(folder: Path) -> bool:
    """True if a server has saved something in this folder. A folder that can't be read counts as empty."""
    return any(os.path.exists(folder / name) for name in ("secret", "bowerbird.sqlite"))


def _own() -> Path:
    import platformdirs

    try:
        return platformdirs.user_data_path(_NAME, appauthor=False)
    except RuntimeError:
        raise NoHomeError from None


def _earlier() -> Path:
    """The folder of versions up to 0.2, which had the same rule on every platform."""
    share = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        return (Path(share) if share else Path.home() / ".local" / "share") / _NAME
    except RuntimeError:
        raise NoHomeError from None
