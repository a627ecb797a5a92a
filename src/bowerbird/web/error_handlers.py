"""Turn errors into responses: a sentence as JSON for programs, a page for people."""

from __future__ import annotations

import logging
from typing import Any, Final

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.response import Template

from bowerbird.desk.links import ForbiddenError
from bowerbird.hall.errors import NotAllowedError, NotFoundError, SignedOutError, TryLaterError
from bowerbird.hall.frames import encode
from bowerbird.hall.work_queue import QueueFullError
from bowerbird.store import StoreError
from bowerbird.web.security.callers import SLIP
from bowerbird.web.security.limits import TooManyRequestsError

__all__ = ["HANDLERS", "Why", "later", "refused"]

log = logging.getLogger(__name__)


class Why(msgspec.Struct, frozen=True, omit_defaults=True):
    """A refusal: one sentence for people. A 429 that is `checked` was looked at and is wrong: don't send it again."""

    why: str
    checked: bool = False


#: Seconds after which a database may be back.
_STORE_AGAIN: Final = 2


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
    """Answer a refusal: JSON for a program, a page (with `more` context) for a person."""
    if isinstance(error, TryLaterError):
        return later(_answer(request, 503, str(error), page, **more), error.seconds)
    statuses = {NotFoundError: 404, ForbiddenError: 403, SignedOutError: 401}
    status = next((status for kind, status in statuses.items() if isinstance(error, kind)), 409)
    return _answer(request, status, str(error), page, **more)


def later(answer: Response[Any], seconds: int) -> Response[Any]:
    """Say when to try again."""
    answer.headers["Retry-After"] = str(seconds)
    return answer


def _flooded(request: Request[Any, Any, Any], error: TooManyRequestsError) -> Response[Any]:
    answer = _answer(request, 429, str(error))
    if error.checked:
        answer.content = encode(Why(str(error), checked=True))
    if error.place:
        answer.headers[SLIP] = error.place
    return later(answer, error.retry_after)


def _busy(request: Request[Any, Any, Any], error: QueueFullError) -> Response[Any]:
    return later(_answer(request, 503, str(error)), error.seconds)


def _not_stored(request: Request[Any, Any, Any], _: StoreError) -> Response[Any]:
    why = "Bowerbird can't save right now. Everything already saved is safe. Try again in a few seconds."
    return later(_answer(request, 503, why), _STORE_AGAIN)


def _invalid(request: Request[Any, Any, Any], error: ValidationException) -> Response[Any]:
    wrong = [
        f"{item.get('key', '')}: {item.get('message', '')}" for item in error.extra or () if isinstance(item, dict)
    ]
    return _answer(request, 400, f"This can't be read. {'; '.join(wrong) or error.detail}")


def _no_text(request: Request[Any, Any, Any], _: UnicodeDecodeError) -> Response[Any]:
    return _answer(request, 400, "This can't be read. Text must be in UTF-8.")


def _too_deep(request: Request[Any, Any, Any], _: RecursionError) -> Response[Any]:
    return _answer(request, 400, "This can't be read. It is too deeply nested.")


def _http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    words = {404: "There is nothing here. Check the address.", 405: "This address doesn't accept that method."}
    status = error.status_code
    if status >= 500:
        return _failed(request, error)
    return _answer(request, status, words.get(status, error.detail))


def _failed(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _answer(request, 500, "Something went wrong on the server. Your game is safe. Try again.")


#: The handler for each kind of error.
HANDLERS: Final[dict[int | type[Exception], Any]] = {
    NotAllowedError: refused,
    TooManyRequestsError: _flooded,
    QueueFullError: _busy,
    StoreError: _not_stored,
    ValidationException: _invalid,
    UnicodeDecodeError: _no_text,
    RecursionError: _too_deep,
    HTTPException: _http,
    Exception: _failed,
}
