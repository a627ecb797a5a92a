"""Identify visitors by signed cookie.

Over https the cookie's name starts with `__Host-`: browsers accept such a cookie only from this host and only over
https, so neither a neighbouring site nor anyone on an open network can plant one. Another cookie doesn't count there.
One from before, or from plain http, is asked about once, on a page that shows the name in it.
"""

from __future__ import annotations

from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException

from bowerbird.hall.cookies import read_cookie, sign_cookie
from bowerbird.hall.people import DAYS_VALID, Guest, People
from bowerbird.keyring import Keyring
from bowerbird.web.security.proxy import Deployment

__all__ = ["COOKIE", "HTTPS_COOKIE", "MARK", "Sessions"]

COOKIE: Final = "bowerbird"
HTTPS_COOKIE: Final = "__Host-bowerbird"
#: The cookie of a browser in which a person with a passphrase has signed in. It gives no rights.
MARK: Final = "bowerbird-was"
_WAS_HERE: Final = "was here"
_LIFE: Final = DAYS_VALID * 24 * 3600
#: The value of a cookie that names nobody.
_NOBODY: Final = "-"

Connection = ASGIConnection[Any, Any, Any, Any]


class Sessions:
    """The visitors of this server, by their cookies."""

    def __init__(self, keyring: Keyring, people: People, deployment: Deployment) -> None:
        """Cookies are signed with the keyring; `deployment` tells which connections are https."""
        self.people = people
        self._keyring = keyring
        self._deployment = deployment

    def guest(self, connection: Connection) -> Guest | None:
        """The guest of a request; None without a cookie, or if it is forged or revoked."""
        guest = self._signed(connection)
        return guest if guest is not None and self.knows(guest) else None

    def knows(self, guest: Guest) -> bool:
        """True until the guest is signed out. Check it again on connections that stay open."""
        return self.people.knows(guest)

    def was_signed_out(self, connection: Connection) -> bool:
        """True if the cookie was good until somebody signed this person out, such as by a new passphrase."""
        guest = self._signed(connection)
        return guest is not None and not self.knows(guest)

    def left_behind(self, connection: Connection) -> Guest | None:
        """The guest of a plain cookie over https, where it doesn't count, if there is no other."""
        if not self._is_https(connection) or HTTPS_COOKIE in connection.cookies:
            return None
        guest = self._read(connection, COOKIE)
        return guest if guest is not None and self.knows(guest) else None

    def _signed(self, connection: Connection) -> Guest | None:
        return self._read(connection, HTTPS_COOKIE if self._is_https(connection) else COOKIE)

    def _read(self, connection: Connection, name: str) -> Guest | None:
        text = connection.cookies.get(name)
        return read_cookie(self._keyring, text) if text else None

    def _is_https(self, connection: Connection) -> bool:
        return self._deployment.is_https(connection.scope["scheme"])

    def person_before(self, connection: Connection) -> str:
        """The person with a passphrase who has used this browser last, signed in or not; empty if unknown."""
        signed = self._signed(connection)
        if signed is not None and self.people.is_kept(signed.person):
            return signed.person
        person, _, seal = connection.cookies.get(MARK, "").rpartition(".")
        return person if self._keyring.is_sealed(_WAS_HERE, person, seal) else ""

    def known_guest(self, connection: Connection) -> Guest:
        """The guest of a request, or a refusal that says what to do."""
        guest = self.guest(connection)
        if guest is None:
            raise HTTPException(status_code=401, detail="Enter your name first.")
        return guest

    def cookies(self, connection: Connection, guest: Guest | None) -> list[Cookie]:
        """The cookie that identifies a guest, or nobody; over https it also deletes a plain one.

        If the guest has a passphrase, a second one stays after signing out: tries here don't wait for those of others.
        """
        text = sign_cookie(self._keyring, guest) if guest else _NOBODY
        https = self._is_https(connection)
        marks = []
        if guest is not None and self.people.is_kept(guest.person):
            seal = self._keyring.seal(_WAS_HERE, guest.person)
            marks.append(_cookie(MARK, f"{guest.person}.{seal}", secure=https))
        if https:
            return [_cookie(HTTPS_COOKIE, text, secure=True), _cookie(COOKIE, "", secure=True), *marks]
        return [_cookie(COOKIE, text if guest else "", secure=False), *marks]


def _cookie(name: str, text: str, *, secure: bool) -> Cookie:
    """A cookie; without a text, one that deletes it."""
    life = _LIFE if text else 0
    return Cookie(name, value=text, path="/", max_age=life, httponly=True, samesite="lax", secure=secure)
