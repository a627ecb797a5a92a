"""The text of a cookie: a guest with a seal. Doesn't depend on the web."""

from __future__ import annotations

from typing import Final

import msgspec
from itsdangerous.encoding import base64_decode, base64_encode
from itsdangerous.exc import BadData

from bowerbird.hall.people import Guest
from bowerbird.keyring import Keyring

__all__ = ["read_cookie", "sign_cookie"]

_PURPOSE: Final = "guest"


def sign_cookie(keyring: Keyring, guest: Guest) -> str:
    """The sealed text for a guest."""
    body = base64_encode(msgspec.json.encode(guest)).decode()
    return f"{body}.{keyring.seal(_PURPOSE, body)}"


def read_cookie(keyring: Keyring, text: str) -> Guest | None:
    """The guest of a cookie; None if this server did not seal it."""
    body, _, seal = text.partition(".")
    if not keyring.is_sealed(_PURPOSE, body, seal):
        return None
    try:
        return msgspec.json.decode(base64_decode(body), type=Guest)
    except (msgspec.DecodeError, BadData, ValueError):
        return None
