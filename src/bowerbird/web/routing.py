"""Which process a request belongs to: everyone at one table, or of one event, is best served by the same process.

The address of a request names its table or event. Proxies are configured with the same pattern (`cli.deploy`). A
request that reaches another process is answered there: routing saves work, and nothing depends on it.
"""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import Final

__all__ = ["ROUTED_PATHS", "key_of", "places_for"]

#: The beginnings of addresses that go on with the id of a table, or with a link to an event, which begins with its id.
_TABLES: Final = ("ws", "t", "api/tables")
_EVENTS: Final = (
    "api/desk",
    "again",
    "board",
    "boards",
    "desk",
    "direct",
    "p",
    "paper",
    "play",
    "sheet",
    "sign-up",
    "standings",
    "table",
)
#: A pattern that the proxies and Python read alike. The only group is the id.
ROUTED_PATHS: Final = rf"^/(?:{'|'.join(_TABLES + _EVENTS)})/([A-Za-z0-9_-]+)"
_pattern: Final = re.compile(ROUTED_PATHS)


def key_of(path: str) -> str:
    """The table or event that a path names; nothing if any process is as good as another."""
    found = _pattern.match(path)
    return found[1] if found else ""


def places_for(key: str, number: int) -> list[int]:
    """All places, from 0 on, in the order in which they should serve a table or event.

    Each key has its own order. So if one place fails, what it served is spread over all others, and nothing else moves.
    """
    return sorted(range(number), key=lambda place: blake2b(f"{place} {key}".encode(), digest_size=8).digest())
