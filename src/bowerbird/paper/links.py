"""The links that a sheet can show as QR codes. The caller makes them; an empty one is omitted."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

__all__ = ["Links"]


class Links(msgspec.Struct, frozen=True, kw_only=True):
    """Addresses to print as QR codes. An empty one is left out."""

    #: The public page.
    public: str = ""
    #: The sign-up page.
    sign_up: str = ""
    #: Each table's page, by its number.
    tables: Mapping[int, str] = {}
    #: Each player's page, by name.
    players: Mapping[str, str] = {}
    #: The director's recovery code, printed as text.
    recovery: str = ""
