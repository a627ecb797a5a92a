"""The address of the server that uses a data folder. It is noted there, so that a second start leads to the first."""

from __future__ import annotations

import http.client
import json
from contextlib import closing, suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from bowerbird.machine import replace_file

__all__ = ["keep_address", "last_address", "running_address"]

#: The file with the address, in the data folder.
_FILE: Final = "address"
#: Seconds for an answer.
_ANSWER_WITHIN: Final = 5.0


def keep_address(folder: Path, address: str) -> None:
    """Note where the server runs. Only a convenience, so it may fail."""
    with suppress(OSError):
        replace_file(folder / _FILE, address.encode())


def last_address(folder: Path) -> str:
    """The address at which the server ran last; empty if it isn't known."""
    try:
        return (folder / _FILE).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def running_address(folder: Path) -> str:
    """The address of the server that uses this folder, if it answers there; otherwise empty."""
    address = last_address(folder)
    try:
        parts = urlsplit(address)
        if not parts.hostname:
            return ""
        with closing(http.client.HTTPConnection(parts.hostname, parts.port, _ANSWER_WITHIN)) as line:
            line.request("GET", "/health")
            said = json.loads(line.getresponse().read())
    except (OSError, ValueError, http.client.HTTPException):
        return ""
    # One whose database is away says so, but it runs.
    return address if isinstance(said, dict) and "ok" in said else ""
