"""The health page for people and load balancers, and metrics for admins."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from typing import Any, Final

import msgspec
from litestar import Request, Response, Router, get
from litestar.di import NamedDependency
from litestar.response import Template

from bowerbird import __version__
from bowerbird.hall.errors import NotFoundError
from bowerbird.hall.frames import encode
from bowerbird.hall.hall import Hall
from bowerbird.machine import memory_in_use
from bowerbird.store import Log, StoreError
from bowerbird.web.damage import DamageCheck
from bowerbird.web.dependencies import TheDeployment, TheHall, TheLimiter
from bowerbird.web.error_handlers import later
from bowerbird.web.metrics import Kind, RequestMetrics, exposition
from bowerbird.web.security.limits import RateLimiter

__all__ = ["HealthCheck", "health_pages"]

Asked = Request[Any, Any, Any]

#: Seconds after which a database without an answer counts as down.
_PATIENCE: Final = 5.0
#: Seconds until a result is too old to reuse.
_FRESH: Final = 1.0
#: Seconds after which a database may be back.
_AGAIN: Final = 2


#: Streams are not named: the name of a table is its link.
_DAMAGED: Final = (
    "Bowerbird is running, and you can play and run events. But its database is damaged, or someone has changed it "
    "from outside. The person who runs this server should make a backup and then run: bowerbird check"
)


class Health(msgspec.Struct, frozen=True):
    """The state of the server, in words. With a damaged database it is still `ok`: people can play."""

    ok: bool
    says: str
    version: str = __version__
    damaged: bool = False


class HealthCheck:
    """Check the database, not too often, and write the metrics."""

    def __init__(
        self, log: Log, metrics: RequestMetrics, damage: DamageCheck, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """The clock counts seconds."""
        self.metrics = metrics
        self.damage = damage
        self._log = log
        self._clock = clock
        self._begun = clock()
        self._last: Health | None = None
        self._at = 0.0
        self._checking = asyncio.Lock()

    async def check(self) -> Health:
        """The current state, at most a second old."""
        async with self._checking:
            if self._last is None or self._clock() - self._at > _FRESH:
                self._last = await self._query()
                self._at = self._clock()
            return self._last

    async def _query(self) -> Health:
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._log.heads(["health:"])
            trouble = self._log.writer.trouble
        except TimeoutError:
            trouble = "The database doesn't answer."
        except StoreError:
            trouble = "The database can't be read."
        if trouble:
            # The database's own words may name machines and files: they are in the log, not on the page.
            return Health(False, "Bowerbird can't reach its database. Everything already saved is safe.")
        if self.damage.found:
            return Health(True, _DAMAGED, damaged=True)
        return Health(True, "Bowerbird is running.")

    def text(self, hall: Hall, limiter: RateLimiter) -> str:
        """All metrics of this process."""
        writer = self._log.writer
        process = {"process": os.getpid()}
        memory = memory_in_use()
        return "".join(
            [
                exposition("info", "gauge", "Version.", [("", {"version": __version__, **process}, 1)]),
                exposition("up_seconds", "gauge", "Since the start.", [("", {}, self._clock() - self._begun)]),
                exposition("tables", "gauge", "Tables in memory.", [("", {}, len(hall.in_use()))]),
                exposition("lines", "gauge", "Open WebSockets.", [("", {}, limiter.lines)]),
                exposition(
                    "facts_written_total", "counter", "Facts on disk since the start.", [("", {}, writer.written)]
                ),
                exposition("commits_total", "counter", "Commits since the start.", [("", {}, writer.commits)]),
                exposition(
                    "store_trouble", "gauge", "1 while nothing can be written.", [("", {}, bool(writer.trouble))]
                ),
                exposition(
                    "store_damaged", "gauge", "1 if the database is damaged.", [("", {}, bool(self.damage.found))]
                ),
                exposition("cpu_seconds_total", "counter", "Processor time.", [("", {}, time.process_time())]),
                exposition("memory_bytes", "gauge", "Memory, where known.", [("", {}, memory)] if memory else []),
                _work(hall),
                self.metrics.text(),
            ]
        )


def _work(hall: Hall) -> str:
    """The metrics of slow work."""
    lanes = hall.work.figures()
    kinds: list[tuple[str, Kind, str]] = [
        ("work_waiting", "gauge", "Slow jobs that wait for a process."),
        ("work_done_total", "counter", "Slow jobs done."),
        ("work_refused_total", "counter", "Slow jobs refused because too many waited."),
        ("work_stopped_total", "counter", "Slow jobs stopped because they took too long or too much memory."),
    ]
    return "".join(
        exposition(name, kind, words, [("", {"lane": lane}, numbers[place]) for lane, numbers in lanes.items()])
        for place, (name, kind, words) in enumerate(kinds)
    )


TheHealthCheck = NamedDependency[HealthCheck]


@get("/health", include_in_schema=False)
async def health(request: Asked, health_check: TheHealthCheck) -> Response[Any]:
    """The state of the server: 200 if people can play, 503 if not."""
    found = await health_check.check()
    status = 200 if found.ok else 503
    if "text/html" in request.headers.get("accept", ""):
        answer: Response[Any] = Template("health.html", context={"health": found}, status_code=status)
    else:
        answer = Response(encode(found), status_code=status, media_type="application/json")
    return answer if found.ok else later(answer, _AGAIN)


@get("/metrics", include_in_schema=False)
async def metrics(
    request: Asked, health_check: TheHealthCheck, hall: TheHall, limiter: TheLimiter, deployment: TheDeployment
) -> Response[str]:
    """The metrics of this process, for Prometheus."""
    client = request.client.host if request.client else ""
    if not deployment.may_see_metrics(client, request.headers):
        raise NotFoundError("There is nothing here. Check the address.")
    return Response(health_check.text(hall, limiter), media_type="text/plain; version=0.0.4; charset=utf-8")


health_pages = Router("/", route_handlers=[health, metrics])
