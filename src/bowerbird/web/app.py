"""The web application: a hall behind pages, the JSON interface and live sockets."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher
from jinja2 import Environment, PackageLoader, StrictUndefined
from litestar import Litestar, Request
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader, State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.static_files import create_static_files_router
from litestar.template import TemplateConfig

from bowerbird import __version__
from bowerbird.desk.desk import Desk
from bowerbird.desk.links import ForbiddenError
from bowerbird.evening.rights import Right
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import Settings
from bowerbird.hall.people import Keyring, People
from bowerbird.live.stream import Clock
from bowerbird.store import Log, StoreError
from bowerbird.web.desk.api import desk_api
from bowerbird.web.desk.files import desk_files
from bowerbird.web.desk.pages import desk_pages
from bowerbird.web.desk.paper import print_sheet
from bowerbird.web.error_handlers import HANDLERS
from bowerbird.web.health import HealthCheck, health_pages
from bowerbird.web.metrics import RequestMetrics
from bowerbird.web.middleware import Middleware
from bowerbird.web.openapi import CardsInSchema, SchemaWithSocket
from bowerbird.web.pages.fair import fair_page
from bowerbird.web.pages.play import play_pages
from bowerbird.web.pages.rules import rules_pages
from bowerbird.web.print_queue import PrintQueue
from bowerbird.web.scripts import StaticFiles
from bowerbird.web.security.headers import SecurityHeaders
from bowerbird.web.security.limits import Limits, RateLimiter
from bowerbird.web.security.proxy import Deployment
from bowerbird.web.security.sessions import Sessions
from bowerbird.web.tables.api import api
from bowerbird.web.tables.socket import live_line

__all__ = ["TRY_AGAIN", "create_app"]

log = logging.getLogger(__name__)

STATIC = Path(__file__).with_name("static")
#: How often tables that nobody looks at are let go, in seconds.
_TIDY_EVERY = 300.0
#: How long to wait for a database that is away, in seconds.
TRY_AGAIN = 2.0


def create_app(
    database: str | Path,
    keyring: Keyring,
    *,
    clock: Clock,
    settings: Settings | None = None,
    limits: Limits | None = None,
    deployment: Deployment | None = None,
    bot_processes: int = 1,
    hasher: PasswordHasher | None = None,
    address: str = "",
    ready: Callable[[], None] | None = None,
    tidy_every: float = _TIDY_EVERY,
) -> Litestar:
    """A hall on a database (a folder, a file, or a PostgreSQL address), signed with a keyring.

    `outside` says how people reach it; `address` is how others on the network do, for links and codes that are made
    on this very machine; `ready` is called once tables can be served; `tidy_every` is how often, in seconds, what
    nobody looks at is let go.
    """
    facts = Log(database)
    hall = Hall(facts, clock, settings, bot_processes)
    desk = Desk(hall, keyring)
    deployment = deployment or Deployment()
    people = People(facts, clock, hasher)
    sessions = Sessions(keyring, people, https=deployment.https)
    limiter = RateLimiter(limits or Limits())
    health = HealthCheck(facts, RequestMetrics())
    print_queue = PrintQueue(bot_processes)

    @asynccontextmanager
    async def running(_: Litestar) -> AsyncIterator[None]:
        async with facts:
            await people.open(hall.cluster)
            await hall.open()
            keeping = asyncio.create_task(_keep_house(hall, desk, tidy_every))
            if ready is not None:
                ready()
            try:
                yield
            finally:
                keeping.cancel()
                with suppress(asyncio.CancelledError):
                    await keeping
                print_queue.close()
                await desk.close()
                await hall.close()
                people.close()

    async def closing() -> None:
        """Before everybody is sent away: others lead what was led here, and nobody is kept waiting for news."""
        await hall.cluster.hand_on()
        desk.stop_waiting()

    async def count(request: Request[Any, Any, Any]) -> None:
        right, link = _link(desk, request.url.path)
        limiter.count_request(request, link, shared=right is not None and right.is_shared)

    app = Litestar(
        route_handlers=[
            api,
            desk_api,
            play_pages,
            rules_pages,
            fair_page,
            desk_files,
            desk_pages,
            print_sheet,
            health_pages,
            live_line,
            create_static_files_router(
                "/static",
                [STATIC],
                file_system=StaticFiles(),
                cache_control=CacheControlHeader(no_cache=True),
                include_in_schema=False,
            ),
        ],
        lifespan=[running],
        state=State({"address": address, "closing": closing}),
        dependencies={
            "hall": Provide(lambda: hall, sync_to_thread=False),
            "sessions": Provide(lambda: sessions, sync_to_thread=False),
            "limiter": Provide(lambda: limiter, sync_to_thread=False),
            "deployment": Provide(lambda: deployment, sync_to_thread=False),
            "desk": Provide(lambda: desk, sync_to_thread=False),
            "health_check": Provide(lambda: health, sync_to_thread=False),
            "print_queue": Provide(lambda: print_queue, sync_to_thread=False),
        },
        before_request=count,
        before_send=[SecurityHeaders(deployment)],
        exception_handlers=HANDLERS,
        template_config=TemplateConfig(instance=JinjaTemplateEngine.from_environment(_templates())),
        # Paper is packed already: packing ten megabytes again would hold up everybody.
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=1000, gzip_compress_level=6, exclude="^/paper/"
        ),
        openapi_config=OpenAPIConfig(
            title="Bowerbird",
            version=__version__,
            description="Play euchre by the book. The live line of a table is a websocket at /ws/{table}; see /api.",
            path="/schema",
            render_plugins=[SchemaWithSocket(path="/openapi.json")],
        ),
        plugins=[CardsInSchema()],
        request_max_body_size=64 * 1024,
        debug=False,
        logging_config=None,
    )
    app.asgi_handler = Middleware(app.asgi_handler, deployment, health.metrics, limiter.limits.at_once)
    return app


def _link(desk: Desk, path: str) -> tuple[Right | None, str]:
    """The link of an event that an address carries, if this hall has signed it."""
    for part in path.split("/")[2:4]:
        if part.count(".") == 3:
            with suppress(ForbiddenError):
                return desk.links.read(part), part
    return None, ""


def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("bowerbird.web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


async def _keep_house(hall: Hall, desk: Desk, every: float) -> None:
    """Let go on what was going on before; later, and again and again, let go of what nobody looks at."""
    while True:
        try:
            await hall.wake_recent()
            await desk.wake_recent()
            break
        except StoreError as error:
            log.warning("what was going on waits until the database is there: %s", error)
            await asyncio.sleep(TRY_AGAIN)
    while True:
        await asyncio.sleep(every)
        try:
            await hall.tidy()
            await desk.tidy()
        except StoreError as error:
            log.warning("nothing is let go now: %s", error)
        # Tables that were let go and lines that were closed refer to themselves, and the collector looks at what is old
        # too seldom. With five hundred tables this takes a quarter of a second.
        gc.collect()
