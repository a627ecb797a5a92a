"""What keeps the door: security headers, requests from other sites, floods, and errors in words for people."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.exceptions import HTTPException, ValidationException
from litestar.response import Template
from litestar.types import Message, Scope

from bowerbird.desk.links import ForbiddenError
from bowerbird.errors import BowerbirdError
from bowerbird.hall.errors import NotAllowedError, NotFoundError
from bowerbird.hall.frames import encode
from bowerbird.store import StoreError
from bowerbird.web.outside import Outside

__all__ = [
    "HANDLERS",
    "Bucket",
    "Limits",
    "SecurityHeaders",
    "TooManyRequestsError",
    "Turns",
    "Why",
    "from_our_own_pages",
    "refused",
    "same_host",
]

log = logging.getLogger(__name__)

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


class Why(msgspec.Struct, frozen=True):
    """Every refusal: one sentence for people."""

    why: str


class SecurityHeaders:
    """What every answer says to the browser, also errors, files, paper and pictures."""

    def __init__(self, outside: Outside) -> None:
        """What can be promised depends on how people come."""
        self._outside = outside

    async def __call__(self, message: Message, scope: Scope) -> None:
        """Before an answer is sent."""
        if message["type"] != "http.response.start":
            return
        headers = MutableScopeHeaders(message)
        for name, value in _HEADERS.items():
            headers[name] = value
        headers["content-security-policy"] = _policy(headers.get("content-type", ""))
        host = Headers.from_scope(scope).get("host", "")
        if self._outside.is_private_line(scope["scheme"], host):
            # Over an open line browsers do not keep this promise, and complain.
            headers["cross-origin-opener-policy"] = "same-origin"
        if self._outside.https:
            headers["strict-transport-security"] = f"max-age={_A_YEAR}"
        if not scope["path"].startswith("/static/") or message["status"] >= 400:
            headers["cache-control"] = "no-store"


def _policy(kind: str) -> str:
    if kind.startswith("text/html"):
        return _PAGE_POLICY
    if kind.startswith("application/pdf"):
        return _PAPER_POLICY
    return _PICTURE_POLICY if kind.startswith("image/") else _FILE_POLICY


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


class TooManyRequestsError(BowerbirdError):
    """Too much at once. The text says when to try again."""


class Limits(msgspec.Struct, frozen=True):
    """How much may be asked for: at once, and in the long run for each second.

    A room full of people has one address between them, so an address may do what sixty people do in a minute; one
    person, one link and one line have their own, smaller measure. `shared` is for links that hang on the wall.
    `codes` are tries of an address at join codes, right or wrong. `secrets` are wrong guesses of an address, `sign_ins`
    those at one name, wherever they come from; beyond them, passphrases for a name are heard one in `turns` seconds.
    """

    requests: tuple[float, float] = (300, 30)
    shared: tuple[float, float] = (3000, 300)
    files: tuple[float, float] = (6000, 200)
    writes: tuple[float, float] = (300, 2)
    own_writes: tuple[float, float] = (40, 1)
    codes: tuple[float, float] = (600, 10)
    secrets: tuple[float, float] = (60, 0.2)
    secrets_a_day: tuple[float, float] = (300, 300 / 86_400)
    sign_ins: tuple[float, float] = (20, 1 / 60)
    turns: float = 5.0
    prints: tuple[float, float] = (40, 0.5)
    lines: tuple[float, float] = (1000, 50)
    frames: tuple[float, float] = (60, 15)
    own_frames: tuple[float, float] = (120, 30)
    connections: int = 500
    own_lines: int = 30
    at_once: int = 1500
    frame_bytes: int = 4096


#: How many addresses, people or links a bucket remembers.
_KEYS: Final = 20_000
#: How many of one address wait in a line, and how many of all.
_PLACES, _LINE = 3, 24


class Bucket:
    """Allows `burst` at once and `rate` a second for each key."""

    def __init__(self, limit: tuple[float, float], clock: Callable[[], float] = time.monotonic) -> None:
        """The clock counts seconds."""
        self._burst, self._rate = limit
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, key: str = "") -> None:
        """Count one; raises `TooManyRequestsError` when there are too many."""
        now = self._clock()
        left = self._has(key, now)
        if left < 1:
            raise TooManyRequestsError(f"That is too much at once. Try again in {_in_words((1 - left) / self._rate)}.")
        if len(self._left) >= _KEYS:
            self._forget(now)
        self._left[key] = (left - 1, now)

    def give_back(self, key: str = "") -> None:
        """That one did not count after all."""
        now = self._clock()
        self._left[key] = (min(self._burst, self._has(key, now) + 1), now)

    def _has(self, key: str, now: float) -> float:
        left, then = self._left.get(key, (self._burst, now))
        return min(self._burst, left + (now - then) * self._rate)

    def _forget(self, now: float) -> None:
        """Whoever has everything left again needs no place here; if all are busy, the half that asked for least."""
        left = {key: self._has(key, now) for key in self._left}
        keep = sorted((key for key in left if left[key] < self._burst), key=left.__getitem__)[: _KEYS // 2]
        self._left = {key: (left[key], now) for key in keep}


class Turns:
    """Hears those who come too often one after the other, `every` so many seconds: a line for each key.

    Nobody is refused for what others have done before, as long as there is a place: three in a line for an address.
    """

    def __init__(self, every: float) -> None:
        """In seconds."""
        self._every = every
        self._next: dict[str, float] = {}
        self._waiting: Counter[tuple[str, str]] = Counter()

    async def wait(self, key: str, address: str) -> None:
        """Until it is this one's turn; raises `TooManyRequestsError` when there is no place in the line."""
        now = time.monotonic()
        turn = max(now, self._next.get(key, now))
        if self._waiting[key, address] >= _PLACES or turn - now > _LINE * self._every:
            wait = _in_words(_PLACES * self._every)
            raise TooManyRequestsError(
                f"Others try this at the same moment, and each waits for a turn. Try again in {wait}."
            )
        if len(self._next) >= _KEYS:
            self._next = {each: when for each, when in self._next.items() if when > now}
        self._next[key] = turn + self._every
        self._waiting[key, address] += 1
        try:
            await asyncio.sleep(turn - now)
        finally:
            self._waiting[key, address] -= 1
            if not self._waiting[key, address]:
                del self._waiting[key, address]


def _in_words(seconds: float) -> str:
    if seconds > 90:
        return f"{round(seconds / 60)} minutes"
    whole = max(1, round(seconds))
    return f"{whole} second{'' if whole == 1 else 's'}"


def _answer(
    request: Request[Any, Any, Any], status: int, why: str, page: str = "error.html", **more: str
) -> Response[Any]:
    wants_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")
    if wants_page:
        return Template(page, context={"why": why, **more}, status_code=status)
    return Response(encode(Why(why)), status_code=status, media_type="application/json")


def refused(
    request: Request[Any, Any, Any], error: NotAllowedError, page: str = "error.html", **more: str
) -> Response[Any]:
    """A refusal, to a program as data and to a person as a page, which may say more."""
    status = 404 if isinstance(error, NotFoundError) else 403 if isinstance(error, ForbiddenError) else 409
    return _answer(request, status, str(error), page, **more)


def _flooded(request: Request[Any, Any, Any], error: TooManyRequestsError) -> Response[Any]:
    return _answer(request, 429, str(error))


def _not_stored(request: Request[Any, Any, Any], error: StoreError) -> Response[Any]:
    return _answer(request, 503, "The hall cannot write to its disk now. What was confirmed before is safe; try again.")


def _invalid(request: Request[Any, Any, Any], error: ValidationException) -> Response[Any]:
    wrong = [
        f"{item.get('key', '')}: {item.get('message', '')}" for item in error.extra or () if isinstance(item, dict)
    ]
    return _answer(request, 400, f"This cannot be read. {'; '.join(wrong) or error.detail}")


def _no_text(request: Request[Any, Any, Any], _: UnicodeDecodeError) -> Response[Any]:
    return _answer(request, 400, "This cannot be read: text is written in UTF-8.")


def _too_deep(request: Request[Any, Any, Any], _: RecursionError) -> Response[Any]:
    return _answer(request, 400, "This cannot be read: it is too deeply nested.")


def _http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    words = {404: "There is nothing here. Check the address.", 405: "This address does not take that method."}
    status = error.status_code
    if status >= 500 and isinstance(error.__cause__, OSError) and request.url.path.startswith("/static/"):
        status = 404  # a path through a file, or a name too long for the disk
    if status >= 500:
        return _failed(request, error)
    return _answer(request, status, words.get(status, error.detail))


def _failed(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _answer(request, 500, "Something went wrong in the hall itself. Your game is safe; try again.")


#: What becomes of each kind of error.
HANDLERS: Final[dict[int | type[Exception], Any]] = {
    NotAllowedError: refused,
    TooManyRequestsError: _flooded,
    StoreError: _not_stored,
    ValidationException: _invalid,
    UnicodeDecodeError: _no_text,
    RecursionError: _too_deep,
    HTTPException: _http,
    Exception: _failed,
}
