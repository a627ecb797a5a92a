"""The links that a sheet can show as QR codes. The caller makes them; an empty one is omitted."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

__all__ = ["Links"]


class Links(msgspec.Struct, frozen=True, kw_only=True):
    """Complete addresses: the public page, the sign-up page, each table's by number and each player's by name.

    `recovery` is the director's recovery code, which is typed and not scanned.
    """

    public: str = ""
    sign_up: str = ""
    tables: Mapping[int, str] = {}
    players: Mapping[str, str] = {}
    recovery: str = ""
