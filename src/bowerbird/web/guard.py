"""What keeps the door: security headers, requests from other sites, floods, and errors in words for people."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import HTTPException, ValidationException
from litestar.response import Template
from litestar.types import Message, Scope

from bowerbird.desk.links import Forbidden
from bowerbird.hall.errors import NotAllowed, NotFound
from bowerbird.hall.told import encode
from bowerbird.store import StoreError

__all__ = [
    "HANDLERS",
    "Bucket",
    "Flood",
    "Limits",
    "Why",
    "add_security_headers",
    "from_our_own_pages",
    "same_host",
]

log = logging.getLogger(__name__)

SECURITY_HEADERS: Final = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Why(msgspec.Struct, frozen=True):
    """Every refusal: one sentence for people."""

    why: str


async def add_security_headers(message: Message, scope: Scope) -> None:
    """On every answer, also on errors and files. A link to a private table must not leave by a referrer."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders(message)
        for name, value in SECURITY_HEADERS.items():
            headers[name] = value
        if not scope["path"].startswith("/static/"):
            headers["cache-control"] = "no-store"


def same_host(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Whether a request comes from a page of this very hall, as far as the browser says where it comes from."""
    origin = connection.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == connection.headers.get("host")


def from_our_own_pages(connection: ASGIConnection[Any, Any, Any, Any], _: object) -> None:
    """A guard: what changes something needs our own header, which no other site can send along with our cookie."""
    if connection.scope.get("method") != "POST":
        return
    if connection.headers.get("x-bowerbird") != "1" or not same_host(connection):
        raise HTTPException(
            status_code=403, detail="This did not come from a page of this hall. Send the header X-Bowerbird: 1."
        )


class Flood(Exception):
    """Too much at once. The text says when to try again."""


class Limits(msgspec.Struct, frozen=True):
    """How much one address, link or connection may ask for: at once, and in the long run for each second."""

    requests: tuple[float, float] = (300, 30)
    files: tuple[float, float] = (6000, 200)
    writes: tuple[float, float] = (40, 1)
    secrets: tuple[float, float] = (10, 0.2)
    frames: tuple[float, float] = (60, 15)
    connections: int = 200
    frame_bytes: int = 4096


class Bucket:
    """Allows `burst` at once and `rate` a second for each key."""

    def __init__(self, limit: tuple[float, float], clock: Callable[[], float] = time.monotonic) -> None:
        """The clock counts seconds."""
        self._burst, self._rate = limit
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, key: str = "") -> None:
        """Count one; raises `Flood` when there are too many."""
        now = self._clock()
        left, then = self._left.get(key, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        if left < 1:
            seconds = max(1, round((1 - left) / self._rate))
            raise Flood(f"That is too much at once. Try again in {seconds} second{'' if seconds == 1 else 's'}.")
        if len(self._left) > 10_000:
            self._forget(now)
        self._left[key] = (left - 1, now)

    def _forget(self, now: float) -> None:
        """Whoever would have everything left again needs no place here."""
        full = self._burst / self._rate
        self._left = {key: state for key, state in self._left.items() if now - state[1] < full}


def _answer(request: Request[Any, Any, Any], status: int, why: str) -> Response[Any]:
    wants_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")
    if wants_page:
        return Template("error.html", context={"why": why}, status_code=status)
    return Response(encode(Why(why)), status_code=status, media_type="application/json")


def _refused(request: Request[Any, Any, Any], error: NotAllowed) -> Response[Any]:
    status = 404 if isinstance(error, NotFound) else 403 if isinstance(error, Forbidden) else 409
    return _answer(request, status, str(error))


def _flooded(request: Request[Any, Any, Any], error: Flood) -> Response[Any]:
    return _answer(request, 429, str(error))


def _not_stored(request: Request[Any, Any, Any], error: StoreError) -> Response[Any]:
    return _answer(request, 503, "The hall cannot write to its disk now. What was confirmed before is safe; try again.")


def _invalid(request: Request[Any, Any, Any], error: ValidationException) -> Response[Any]:
    wrong = [
        f"{item.get('key', '')}: {item.get('message', '')}" for item in error.extra or () if isinstance(item, dict)
    ]
    return _answer(request, 400, f"This cannot be read. {'; '.join(wrong) or error.detail}")


def _too_deep(request: Request[Any, Any, Any], _: RecursionError) -> Response[Any]:
    return _answer(request, 400, "This cannot be read: it is too deeply nested.")


def _http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    words = {404: "There is nothing here. Check the address.", 405: "This address does not take that method."}
    if error.status_code >= 500:
        return _failed(request, error)
    return _answer(request, error.status_code, words.get(error.status_code, error.detail))


def _failed(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _answer(request, 500, "Something went wrong in the hall itself. Your game is safe; try again.")


#: What becomes of each kind of error.
HANDLERS: Final[dict[int | type[Exception], Any]] = {
    NotAllowed: _refused,
    Flood: _flooded,
    StoreError: _not_stored,
    ValidationException: _invalid,
    RecursionError: _too_deep,
    HTTPException: _http,
    Exception: _failed,
}
