"""Middleware around the application: check the host name, apply the limits, count and log every request."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import AsyncExitStack
from typing import Final

from litestar.datastructures import Headers
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from bowerbird.hall.effort import Effort
from bowerbird.hall.frames import encode
from bowerbird.web.error_handlers import Why
from bowerbird.web.metrics import Metrics
from bowerbird.web.openings import Openings
from bowerbird.web.security.callers import Identify, note, note_refusal
from bowerbird.web.security.inbox import Inbox
from bowerbird.web.security.limits import RateLimiter, TooManyRequestsError
from bowerbird.web.security.lines import AbandonedError
from bowerbird.web.security.proxy import Deployment

__all__ = ["Middleware"]

log = logging.getLogger(__name__)

#: The status "misdirected request".
_MISDIRECTED: Final = 421
#: Load balancers request this without the host name, and it reveals nothing.
_FOR_MACHINES: Final = "/health"
#: Seconds until a server that shuts down may be there again.
_RESTARTED_IN: Final = b"5"
#: The site's own files cost next to nothing.
_FILES: Final = "/static/"
_METHODS: Final = ("GET", "HEAD", "POST")
#: Seconds that a request takes outside the application, where they aren't measured: to be parsed, recognised and sent.
_AROUND: Final = 0.0003


class Middleware:
    """Wraps the application."""

    def __init__(
        self,
        app: ASGIApp,
        deployment: Deployment,
        metrics: Metrics,
        limiter: RateLimiter,
        identify: Identify,
    ) -> None:
        """`identify` says who sends a request, and `limiter` when its turn comes."""
        self._app = app
        self._limiter = limiter
        self._identify = identify
        self._deployment = deployment
        self._metrics = metrics
        self._openings = Openings(clock=limiter.clock)
        self._warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request, or one WebSocket."""
        begun = time.perf_counter()
        status = 0
        # The router takes several spellings of a path for the same, so there must be one for everything else as well.
        scope["path"] = _one_spelling(scope["path"])

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "websocket.accept":
                status = 101
            elif message["type"] == "websocket.close" and not status:
                status = 403
            await send(message)

        headers = Headers.from_scope(scope)
        hosts = headers.getall("host", [])
        host = hosts[0] if len(hosts) == 1 else ""  # with two of them, a proxy may have read the other one
        if not self._deployment.proxies and "x-forwarded-for" in headers:
            self._warn_once()
        inbox = Inbox(receive)
        try:
            if not self._deployment.knows(host) and scope["path"] != _FOR_MACHINES:
                await _refuse(scope, sent, _MISDIRECTED, _not_us(host))
            elif not scope["path"].isprintable():
                await _refuse(scope, sent, 400, "This address can't be read. Check the link.")
            else:
                await self._let_in(scope, inbox, sent)
        except asyncio.CancelledError:
            # The server is shutting down. Answer requests that still wait.
            if scope["type"] == ScopeType.HTTP and not status:
                await _refuse(scope, sent, 503, "Bowerbird is shutting down. Try again in a few seconds.")
        finally:
            inbox.close()
            self._note(scope, status, time.perf_counter() - begun)

    async def _let_in(self, scope: Scope, inbox: Inbox, send: Send) -> None:
        """Pass a request on when its turn comes. The application says so if it is refused."""
        caller = self._identify(scope)
        note(scope, caller, inbox)
        line = scope["type"] == ScopeType.WEBSOCKET
        effort = Effort()
        async with AsyncExitStack() as is_open:
            try:
                if not line:  # open WebSockets are counted by the application
                    is_open.enter_context(self._limiter.open_request(caller))
                await self._limiter.admit(caller, scope["path"], line=line, until=inbox.until)
                if not line and not scope["path"].startswith(_FILES):
                    effort = await is_open.enter_async_context(self._limiter.effort(caller, inbox.until))
                    effort.seconds += _AROUND
            except AbandonedError:
                return
            except TooManyRequestsError as error:
                note_refusal(scope, error)
                await self._limiter.clock.sleep(self._limiter.limits.pause)
            if line:
                await self._openings.open(self._app, scope, inbox.receive, send)
            else:
                await effort.of(self._app(scope, inbox.receive, send))  # type: ignore[arg-type]  # it is a coroutine

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        # The path pattern, not the path: there are few patterns, and they contain no secrets.
        route = str(scope.get("path_template") or "none")
        if scope["type"] == ScopeType.WEBSOCKET:
            method = "LINE"
            self._metrics.count(route, method, status, 0.0)
        else:
            method = scope["method"] if scope["method"] in _METHODS else "other"
            self._metrics.count(route, method, status, seconds)
        if log.isEnabledFor(logging.INFO):
            client = scope["client"]
            about = {"status": status, "ms": round(seconds * 1000, 1), "client": client[0] if client else ""}
            log.info("%s %s", method, scope["path"], extra=about)

    def _warn_once(self) -> None:
        """Warn once about a proxy that was not named: all clients seem to have one address."""
        if not self._warned:
            self._warned = True
            log.warning(
                "requests come through a proxy. Without --behind-proxy and its address, all clients share one limit"
            )


def _one_spelling(path: str) -> str:
    """A path without empty parts: neither two slashes in a row nor one at the end."""
    return "/" + "/".join(part for part in path.split("/") if part)


def _not_us(host: str) -> str:
    return (
        f"This server isn't known as {host[:100]!r}. The admin can add the name: bowerbird serve --name ..., "
        "or, behind a proxy, --behind-proxy with the proxy's address."
    )


async def _refuse(scope: Scope, send: Send, status: int, why: str) -> None:
    if scope["type"] == ScopeType.WEBSOCKET:
        await send({"type": "websocket.close", "code": 4000 + status, "reason": why[:120]})
        return
    body = encode(Why(why))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 503:
        headers.append((b"retry-after", _RESTARTED_IN))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
