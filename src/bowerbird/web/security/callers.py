"""Who sends a request, as far as limits go: the holder of a personal link, a person with a cookie, or a stranger.

Requests are counted for the caller first. An address comes second, because a whole room may share it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final, TypeAlias

import msgspec
from litestar.connection import ASGIConnection
from litestar.types import Scope

from bowerbird.desk.links import ForbiddenError, Links
from bowerbird.evening.rights import Right
from bowerbird.web.security.buckets import TooManyRequestsError
from bowerbird.web.security.inbox import Inbox
from bowerbird.web.security.proxy import address_of
from bowerbird.web.security.sessions import Sessions

__all__ = [
    "SLIP",
    "Caller",
    "Identify",
    "caller_of",
    "check_admitted",
    "identifier",
    "inbox_of",
    "note",
    "note_refusal",
    "noted_caller",
]

#: The header with the slip of somebody who was sent away, in the refusal and in the next request.
SLIP: Final = "X-Bowerbird-Place"
#: Where the caller of a request is noted, with what it sends, and why it is refused.
_CALLER, _INBOX, _REFUSAL = "bowerbird caller", "bowerbird inbox", "bowerbird refusal"


class Caller(msgspec.Struct, frozen=True):
    """Somebody who sends requests.

    `link` is a signed link in the address, `shared` if it hangs on the wall; `person` has a good cookie. `slip` keeps
    the place in line of a request that was sent away before.
    """

    address: str
    connection: str
    person: str = ""
    link: str = ""
    shared: bool = False
    slip: str = ""

    @property
    def own(self) -> str:
        """The personal link or the person; empty for a stranger."""
        return self.link if self.link and not self.shared else self.person

    @property
    def key(self) -> str:
        """The one who asks: for a stranger, the connection."""
        return self.own or self.connection


Identify: TypeAlias = Callable[[Scope], Caller]


def identifier(sessions: Sessions, links: Links) -> Identify:
    """Recognises callers by the cookies and links of this server."""

    def identify(scope: Scope) -> Caller:
        connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
        host, port = scope["client"] or ("", 0)
        guest = sessions.guest(connection)
        right, link = _link(links, scope["path"])
        return Caller(
            address_of(host),
            f"{host} {port}",
            guest.person if guest else "",
            link,
            right is not None and right.is_shared,
            connection.headers.get(SLIP, ""),
        )

    return identify


def _link(links: Links, path: str) -> tuple[Right | None, str]:
    """The event link in a path, with its right, if this server has signed it."""
    for part in path.split("/")[2:4]:
        if part.count(".") == 3:
            with suppress(ForbiddenError):
                return links.read(part), part
    return None, ""


def note(scope: Scope, caller: Caller, inbox: Inbox) -> None:
    """Note who sends this request."""
    scope.setdefault("state", {}).update({_CALLER: caller, _INBOX: inbox})


def noted_caller(scope: Mapping[str, Any]) -> Caller | None:
    """The caller that the middleware has noted, if it has."""
    caller: Caller | None = scope.get("state", {}).get(_CALLER)
    return caller


def caller_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Caller:
    """The caller that the middleware has noted."""
    caller: Caller = connection.scope["state"][_CALLER]
    return caller


def inbox_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Inbox:
    """What the caller sends."""
    inbox: Inbox = connection.scope["state"][_INBOX]
    return inbox


def note_refusal(scope: Scope, error: TooManyRequestsError) -> None:
    """Note that this request is refused. The application says so, as a page or as JSON."""
    scope["state"][_REFUSAL] = error


def check_admitted(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """Raise the noted refusal, if there is one."""
    error: TooManyRequestsError | None = connection.scope["state"].get(_REFUSAL)
    if error is not None:
        raise error
