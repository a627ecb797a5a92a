"""The text of a cookie: a guest with a seal. Doesn't depend on the web."""

from __future__ import annotations

import hashlib
from typing import Final

import msgspec
from itsdangerous.encoding import base64_decode, base64_encode
from itsdangerous.exc import BadData
from msgspec.structs import replace

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
        guest = msgspec.json.decode(base64_decode(body), type=Guest)
    except (msgspec.DecodeError, BadData, ValueError):
        return None
    return guest if guest.session else replace(guest, session=_name_of(text))


def _name_of(text: str) -> str:
    """A name for the sign-in of a cookie from before each had one: it follows from the text, as a copy has no other."""
    return f"old-{hashlib.sha256(text.encode()).hexdigest()[:24]}"
