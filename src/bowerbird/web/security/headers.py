"""Security headers for every response."""

from __future__ import annotations

from typing import Final

from litestar.datastructures import Headers
from litestar.types import Message, Scope

from bowerbird.web.security.proxy import Deployment

__all__ = ["WORKER", "SecurityHeaders"]

#: The policy for pages: only files from this server, and no inline scripts or styles.
_PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; media-src 'self'; manifest-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
#: The policy for the service worker: it asks for the pages and files of this server.
_WORKER_POLICY: Final = "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"
#: The address of the service worker, which governs all pages.
WORKER: Final = "/sw.js"
#: The policy for everything else (data, pictures, PDF): it can do nothing, even if opened directly.
_FILE_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
#: Browsers show PDF with a built-in viewer, which they load as an object.
_PAPER_POLICY: Final = f"{_FILE_POLICY}; object-src 'self'"
#: An image file could contain a script; in a sandbox it has no origin. PDF can't be shown in one.
_PICTURE_POLICY: Final = f"{_FILE_POLICY}; sandbox"
_HEADERS: Final = {
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"no-referrer",  # a link to a private table must not leak
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
_A_YEAR: Final = 365 * 24 * 3600
#: Drawings are asked for by their edition (`web.deck`), so browsers can keep them.
_DRAWINGS: Final = "/static/table/decks/"


class SecurityHeaders:
    """Add security headers to every response, also to errors, files, PDF and images."""

    def __init__(self, deployment: Deployment, files: str) -> None:
        """The headers depend on the deployment. Browsers keep what is below `files`, which contains the version."""
        self._deployment = deployment
        self._kept = (files, _DRAWINGS)

    async def __call__(self, message: Message, scope: Scope) -> None:
        """Called before a response is sent."""
        if message["type"] != "http.response.start":
            return
        # In one go: replacing them one by one is a tenth of the work for a small request.
        given = [(name.lower(), value) for name, value in message["headers"]]
        ours = dict(_HEADERS)
        kind = next((value for name, value in given if name == b"content-type"), b"")
        ours[b"content-security-policy"] = _policy(kind.decode("latin-1"), scope["path"]).encode()
        host = Headers.from_scope(scope).get("host", "")
        if self._deployment.is_private(scope["scheme"], host):
            # Without https browsers ignore this header and print a warning.
            ours[b"cross-origin-opener-policy"] = b"same-origin"
        if self._deployment.https:
            ours[b"strict-transport-security"] = b"max-age=%d" % _A_YEAR
        if not scope["path"].startswith("/static/") or message["status"] >= 400:
            ours[b"cache-control"] = b"no-store"
        elif scope["path"].startswith(self._kept):
            ours[b"cache-control"] = b"public, max-age=%d, immutable" % _A_YEAR
        message["headers"] = [*(header for header in given if header[0] not in ours), *ours.items()]


def _policy(kind: str, path: str) -> str:
    if path == WORKER:
        return _WORKER_POLICY
    if kind.startswith("text/html"):
        return _PAGE_POLICY
    if kind.startswith("application/pdf"):
        return _PAPER_POLICY
    return _PICTURE_POLICY if kind.startswith("image/") else _FILE_POLICY
