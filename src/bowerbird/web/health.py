"""The health page for people and load balancers, and metrics for admins."""

from __future__ import annotations

import asyncio
import time
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
from bowerbird.web.metrics import Metrics
from bowerbird.web.security.limits import RateLimiter

__all__ = ["HealthCheck", "health_pages"]

Asked = Request[Any, Any, Any]

#: Seconds, in real time, after which a database without an answer counts as down.
_PATIENCE: Final = 5.0
#: Seconds until a result is too old to reuse.
_FRESH: Final = 1.0
#: Seconds between two notes of the figures of a worker.
_NOTE_EVERY: Final = 2.0
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

    def __init__(self, log: Log, metrics: Metrics, damage: DamageCheck) -> None:
        """Check this log, by its clock."""
        self.metrics = metrics
        self.damage = damage
        self._log = log
        self._clock = log.clock
        self._begun = log.clock.steady()
        self._last: Health | None = None
        self._at = 0.0
        self._checking = asyncio.Lock()

    async def check(self) -> Health:
        """The current state, at most a second old."""
        async with self._checking:
            if self._last is None or self._clock.steady() - self._at > _FRESH:
                self._last = await self._query()
                self._at = self._clock.steady()
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

    def note(self, hall: Hall, limiter: RateLimiter) -> None:
        """Take down the figures of this process."""
        metrics, writer = self.metrics, self._log.writer
        metrics.serves(__version__)
        metrics.up.set(self._clock.steady() - self._begun)
        metrics.tables.set(len(hall.in_use()))
        metrics.lines.set(limiter.lines)
        metrics.written.set(writer.written)
        metrics.commits.set(writer.commits)
        metrics.trouble.set(bool(writer.trouble))
        metrics.damaged.set(bool(self.damage.found))
        metrics.processor.set(time.process_time())
        metrics.memory.set(memory_in_use() or 0)
        metrics.note_work(hall.work.figures())

    async def note_regularly(self, hall: Hall, limiter: RateLimiter) -> None:
        """Do so again and again: another worker may be asked for the figures of all."""
        while True:
            self.note(hall, limiter)
            await self._clock.sleep(_NOTE_EVERY)

    def text(self, hall: Hall, limiter: RateLimiter) -> str:
        """All metrics: those of this process now, those of other workers as they were a moment ago."""
        self.note(hall, limiter)
        return self.metrics.text()


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
    """The metrics of all workers, for Prometheus."""
    client = request.client.host if request.client else ""
    if not deployment.may_see_metrics(client, request.headers):
        raise NotFoundError("There is nothing here. Check the address.")
    return Response(health_check.text(hall, limiter), media_type="text/plain; version=0.0.4; charset=utf-8")


health_pages = Router("/", route_handlers=[health, metrics])
