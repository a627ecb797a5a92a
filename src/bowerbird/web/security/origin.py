"""The origin of a request, and the server's own: reject requests that other sites send with a visitor's cookie."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException

__all__ = ["from_our_own_pages", "origin_of", "same_host"]


def same_host(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """True if a request comes from a page of this server, or the browser doesn't send an origin."""
    origin = connection.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == connection.headers.get("host")


def from_our_own_pages(connection: ASGIConnection[Any, Any, Any, Any], _: object) -> None:
    """Require our own header for changes: no other site can send it together with our cookie."""
    if connection.scope.get("method") != "POST":
        return
    if connection.headers.get("x-bowerbird") != "1" or not same_host(connection):
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
