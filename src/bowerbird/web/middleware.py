"""Middleware around the application: check the host name, limit concurrency, count and log every request."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from typing import Final

from litestar.datastructures import Headers
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from bowerbird.hall.frames import encode
from bowerbird.web.error_handlers import Why
from bowerbird.web.metrics import RequestMetrics
from bowerbird.web.security.proxy import Deployment, address_of

__all__ = ["Middleware"]

log = logging.getLogger(__name__)

#: The status "misdirected request".
_MISDIRECTED: Final = 421
#: Load balancers request this without the host name, and it reveals nothing.
_FOR_MACHINES: Final = "/health"
_METHODS: Final = ("GET", "HEAD", "POST")


class Middleware:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, deployment: Deployment, metrics: RequestMetrics, at_once: int) -> None:
        """Allow `at_once` concurrent requests per address."""
        self._app = app
        self._at_once = at_once
        self._in_progress: Counter[str] = Counter()
        self._deployment = deployment
        self._metrics = metrics
        self._warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request, or one WebSocket."""
        begun = time.perf_counter()
        status = 0

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
        is_request = scope["type"] == ScopeType.HTTP  # WebSockets are counted where they are opened
        address = address_of(scope["client"][0]) if scope["client"] else ""
        self._in_progress[address] += is_request
        try:
            if not self._deployment.knows(host) and scope["path"] != _FOR_MACHINES:
                await _refuse(scope, sent, _MISDIRECTED, _not_us(host))
            elif not scope["path"].isprintable():
                await _refuse(scope, sent, 400, "This address can't be read. Check the link.")
            elif self._in_progress[address] > self._at_once:
                await _refuse(scope, sent, 429, "Too many requests. Try again in a few seconds.")
            else:
                await self._app(scope, receive, sent)
        except asyncio.CancelledError:
            # The server is shutting down. Answer requests that still wait.
            if is_request and not status:
                await _refuse(scope, sent, 503, "Bowerbird is shutting down. Try again later.")
        finally:
            self._in_progress[address] -= is_request
            if not self._in_progress[address]:
                del self._in_progress[address]
            self._note(scope, status, time.perf_counter() - begun)

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
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
