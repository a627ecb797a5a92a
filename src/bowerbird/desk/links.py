"""Links and rights: a link is a signed token that names an event, a role and a person. No account is needed.

A token is `{event}.{role}{generation}.{name}.{seal}`. Nobody can make one without the server's secret; a cancelled one
names an earlier generation. This module does not depend on web pages: pages make addresses from the tokens.
"""

from __future__ import annotations

import base64
import binascii
import re
from typing import Final

from bowerbird.evening.directors import active
from bowerbird.evening.facts import Role
from bowerbird.evening.rights import AllLinks, Right
from bowerbird.evening.state import Evening
from bowerbird.hall.errors import NotAllowedError
from bowerbird.keyring import Keyring

__all__ = ["NOT_DIRECTOR", "WITHDRAWN", "ForbiddenError", "Links", "check_not_withdrawn"]

_LETTERS: Final[dict[Role, str]] = {
    "director": "d",
    "helper": "h",
    "player": "p",
    "table": "t",
    "sign-up": "s",
    "public": "v",
    "season": "w",
    "season key": "k",
    "invitation": "i",
}
_ROLES: Final = {letter: role for role, letter in _LETTERS.items()}
_PAGES: Final[dict[Role, str]] = {
    "director": "desk",
    "helper": "desk",
    "player": "p",
    "table": "table",
    "sign-up": "sign-up",
    "public": "standings",
    "season": "season",
    "season key": "season",
    "invitation": "direct",
}
_TOKEN: Final = re.compile(
    r"([A-Za-z0-9_-]{4,40})\.([dhptsvwki])(\d{1,6})\.([A-Za-z0-9_-]{0,400})\.([A-Za-z0-9_-]{22})"
)
_PURPOSE: Final = "desk"
_SEAL_BYTES: Final = 16
WITHDRAWN: Final = "This link was cancelled. Ask the director for a new one."
NOT_DIRECTOR: Final = "You are no longer a director of this event. Ask a director for a new invitation."
_NO_LINK: Final = "This link doesn't work. Part of it may be missing. Ask the director for a new one."


class ForbiddenError(NotAllowedError):
    """The link does not give this right."""


class Links:
    """Makes tokens and reads them, with the server's secret."""

    def __init__(self, keyring: Keyring) -> None:
        """Use the server's keyring."""
        self._keyring = keyring

    def token(self, right: Right) -> str:
        """The token for a right. The same right gives the same token."""
        name = base64.urlsafe_b64encode(right.name.encode()).rstrip(b"=").decode()
        body = f"{right.event}.{_LETTERS[right.role]}{right.generation}.{name}"
        return f"{body}.{self._keyring.seal(_PURPOSE, body, _SEAL_BYTES)}"

    def read(self, token: str) -> Right:
        """The right that a token represents, cancelled or not."""
        match = _TOKEN.fullmatch(token)
        if match is None:
            raise ForbiddenError(_NO_LINK)
        body, _, seal = token.rpartition(".")
        if not self._keyring.is_sealed(_PURPOSE, body, seal, _SEAL_BYTES):
            raise ForbiddenError(_NO_LINK)
        event, letter, generation, name, _ = match.groups()
        try:
            text = base64.urlsafe_b64decode(name + "=" * (-len(name) % 4)).decode()
        except (binascii.Error, ValueError):
            raise ForbiddenError(_NO_LINK) from None
        return Right(event, _ROLES[letter], int(generation), text)

    def of(self, event: str, evening: Evening, role: Role, name: str = "") -> str:
        """The token that is valid now for this role."""
        return self.token(Right(event, role, evening.generation.get((role, name), 0), name))

    def page(self, event: str, evening: Evening, role: Role, name: str = "") -> str:
        """The address of the page for this role, on this server."""
        return f"/{_PAGES[role]}/{self.of(event, evening, role, name)}"

    def all(self, event: str, evening: Evening, origin: str = "", director: str = "") -> AllLinks:
        """Every link of an event that is valid now; of the directors' links, that of one director."""

        def page(role: Role, name: str = "") -> str:
            return f"{origin}{self.page(event, evening, role, name)}"

        known = evening.event
        seated = max((len(past.tables) for past in known.rounds[-1:]), default=0)
        tables = max(seated, len(known.people) // 4, 1)
        subs = known.rounds[-1].subs.values() if known.rounds else ()
        return AllLinks(
            director=page("director", director),
            helper=page("helper"),
            invitation=page("invitation"),
            public=page("public"),
            board=page("public").replace("/standings/", "/board/"),
            sign_up=page("sign-up"),
            tables={number: page("table", str(number)) for number in range(1, tables + 1)},
            players={name: page("player", name) for name in (*known.people, *subs)},
        )


def check_not_withdrawn(right: Right, evening: Evening) -> None:
    """Refuse a link of an earlier generation, and one of somebody who is no longer a director."""
    if right.role == "director" and right.name not in active(evening.directors):
        raise ForbiddenError(NOT_DIRECTOR)
    if right.generation != evening.generation.get((right.role, right.name), 0):
        raise ForbiddenError(WITHDRAWN)
