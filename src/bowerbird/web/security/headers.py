"""Security headers for every response."""

from __future__ import annotations

from typing import Final

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.types import Message, Scope

from bowerbird.web.security.proxy import Deployment

__all__ = ["SecurityHeaders"]

#: What a page may load and do: our own files, and nothing that is written in the page itself.
_PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; media-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
#: Everything that is no page (data, pictures, paper) does nothing at all, also when somebody opens it by itself.
_FILE_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
#: A browser shows paper by a part of its own, which it loads as an object.
_PAPER_POLICY: Final = f"{_FILE_POLICY}; object-src 'self'"
#: A picture that came as a file could carry a script; in this box it has no origin. Paper cannot be shown in one.
_PICTURE_POLICY: Final = f"{_FILE_POLICY}; sandbox"
_HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",  # a link to a private table must not leave this way
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
_A_YEAR: Final = 365 * 24 * 3600


class SecurityHeaders:
    """What every answer says to the browser, also errors, files, paper and pictures."""

    def __init__(self, deployment: Deployment) -> None:
        """What can be promised depends on how people come."""
        self._deployment = deployment

    async def __call__(self, message: Message, scope: Scope) -> None:
        """Before an answer is sent."""
        if message["type"] != "http.response.start":
            return
        headers = MutableScopeHeaders(message)
        for name, value in _HEADERS.items():
            headers[name] = value
        headers["content-security-policy"] = _policy(headers.get("content-type", ""))
        host = Headers.from_scope(scope).get("host", "")
        if self._deployment.is_private_line(scope["scheme"], host):
            # Over an open line browsers do not keep this promise, and complain.
            headers["cross-origin-opener-policy"] = "same-origin"
        if self._deployment.https:
            headers["strict-transport-security"] = f"max-age={_A_YEAR}"
        if not scope["path"].startswith("/static/") or message["status"] >= 400:
            headers["cache-control"] = "no-store"


def _policy(kind: str) -> str:
    if kind.startswith("text/html"):
        return _PAGE_POLICY
    if kind.startswith("application/pdf"):
        return _PAPER_POLICY
    return _PICTURE_POLICY if kind.startswith("image/") else _FILE_POLICY
