"""Identify visitors by signed cookie."""

from __future__ import annotations

import hmac
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException

from bowerbird.hall.people import Guest, Keyring, People

__all__ = ["COOKIE", "MARK", "Sessions"]

COOKIE = "bowerbird"
#: The cookie of a browser in which a person with a passphrase has signed in. It gives no rights.
MARK = "bowerbird-was"
_MARKED = b"was here "
_A_YEAR = 365 * 24 * 3600

Connection = ASGIConnection[Any, Any, Any, Any]


class Sessions:
    """The visitors of this server, by their cookies."""

    def __init__(self, keyring: Keyring, people: People, *, https: bool) -> None:
        """Cookies are signed with the keyring; with `https`, browsers send them over https only."""
        self.people = people
        self._keyring = keyring
        self._https = https

    def guest(self, connection: Connection) -> Guest | None:
        """The guest of a request; None without a cookie, or if it is forged or revoked."""
        guest = self._signed(connection)
        return guest if guest is not None and self.people.knows(guest) else None

    def was_signed_out(self, connection: Connection) -> bool:
        """True if the cookie was good until somebody signed this person out, such as by a new passphrase."""
        guest = self._signed(connection)
        return guest is not None and not self.people.knows(guest)

    def _signed(self, connection: Connection) -> Guest | None:
        token = connection.cookies.get(COOKIE)
        return self._keyring.read(token) if token else None

    def mark(self, guest: Guest) -> Cookie:
        """The cookie that stays after signing out: tries of this person's passphrase here don't wait for others'."""
        seal = self._keyring.seal(_MARKED, guest.person)
        return Cookie(
            MARK,
            value=f"{guest.person}.{seal}",
            path="/",
            max_age=_A_YEAR,
            httponly=True,
            samesite="lax",
            secure=self._https,
        )

    def person_before(self, connection: Connection) -> str:
        """The person with a passphrase who has used this browser last, signed in or not; empty if unknown."""
        signed = self._signed(connection)
        if signed is not None and self.people.is_kept(signed.person):
            return signed.person
        person, _, seal = connection.cookies.get(MARK, "").rpartition(".")
        right = hmac.compare_digest(seal.encode(), self._keyring.seal(_MARKED, person).encode())
        return person if right else ""

    def known_guest(self, connection: Connection) -> Guest:
        """The guest of a request, or a refusal that says what to do."""
        guest = self.guest(connection)
        if guest is None:
            raise HTTPException(status_code=401, detail="Enter your name first.")
        return guest

    def cookie(self, guest: Guest) -> Cookie:
        """The cookie that identifies a guest."""
        return Cookie(
            COOKIE,
            value=self._keyring.sign(guest),
            path="/",
            max_age=_A_YEAR,
            httponly=True,
            samesite="lax",
            secure=self._https,
        )

    def no_cookie(self) -> Cookie:
        """A cookie that deletes the other one."""
        return Cookie(COOKIE, value="", path="/", max_age=0, httponly=True, samesite="lax", secure=self._https)
