"""The origin of a request, and the server's own: reject requests that other sites send with a visitor's cookie."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException

from bowerbird.web.security.proxy import Deployment

__all__ = ["from_our_own_pages", "is_same_origin", "origin_of"]

Connection = ASGIConnection[Any, Any, Any, Any]

_PORTS: Final = {"http": ":80", "https": ":443"}
#: What browsers say about a request from our own page, or by a person's own hand.
_OWN: Final = ("same-origin", "none")


def is_same_origin(connection: Connection) -> bool:
    """True if a request comes from a page of this server, or the client is no browser.

    Scheme, host and port must be the same: anyone on an open network can make up an http page of our name. If nobody
    told us that a proxy speaks https for us, a page by https is ours as well.
    """
    if connection.headers.get("sec-fetch-site", "same-origin") not in _OWN:
        return False
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    deployment: Deployment = connection.app.state.deployment
    host = connection.headers.get("host", "")
    schemes = ("https",) if deployment.is_https(connection.scope["scheme"]) else ("http", "https")
    return _plain(origin) in {_plain(f"{scheme}://{host}") for scheme in schemes}


def _plain(origin: str) -> str:
    """An origin in lower case, without the usual port of its scheme."""
    origin = origin.lower()
    return origin.removesuffix(_PORTS.get(origin.partition(":")[0], ""))


async def from_our_own_pages(connection: Connection, _: object) -> None:
    """Require our own header for changes: no other site can send it together with our cookie.

    It waits for nothing, but Litestar would call a plain function in a thread, for every request.
    """
    if connection.scope.get("method") != "POST":
        return
    if connection.headers.get("x-bowerbird") != "1" or not is_same_origin(connection):
        raise HTTPException(
            status_code=403, detail="This request didn't come from one of our pages. Send the header X-Bowerbird: 1."
        )


def origin_of(request: Request[Any, Any, Any]) -> str:
    """The address of this server for other devices."""
    address: str = request.app.state.network.address
    host = request.url.hostname or ""
    if address and host in ("localhost", "127.0.0.1", "::1"):
        return address
    return f"{request.url.scheme}://{request.url.netloc}"
