"""The links that a sheet can carry as QR codes. Whoever runs the hall makes them; an empty one is left off."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

__all__ = ["Links"]


class Links(msgspec.Struct, frozen=True, kw_only=True):
    """Whole addresses: the public page, the sign-up page, each table's by number and each player's by name."""

    public: str = ""
    sign_up: str = ""
    tables: Mapping[int, str] = {}
    players: Mapping[str, str] = {}
