"""Build the web application: routes, dependencies, middleware and background work."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher
from jinja2 import DictLoader, Environment, StrictUndefined
from litestar import Litestar, Request
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.response import Template
from litestar.template import TemplateConfig
from markupsafe import Markup

from bowerbird import __version__
from bowerbird.clock import Clock, Now, SteadyClock
from bowerbird.desk.desk import Desk
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import Settings
from bowerbird.hall.log_seals import log_seals
from bowerbird.hall.people import People
from bowerbird.hall.recovery import RecoveryCodes
from bowerbird.hall.sign_ins import SignIns
from bowerbird.keyring import Keyring
from bowerbird.store import CONNECTIONS, Log, StoreError
from bowerbird.store.archiving import AGE_DAYS, BackgroundArchiver
from bowerbird.store.seals import Seals
from bowerbird.web.damage import DamageCheck
from bowerbird.web.desk.api import desk_api
from bowerbird.web.desk.files import desk_files
from bowerbird.web.desk.members import members_api, members_pages
from bowerbird.web.desk.owners import owners_api
from bowerbird.web.desk.pages import desk_pages
from bowerbird.web.desk.paper import print_sheet
from bowerbird.web.error_handlers import HANDLERS
from bowerbird.web.health import HealthCheck, health_pages
from bowerbird.web.metrics import Metrics
from bowerbird.web.middleware import Middleware
from bowerbird.web.network import Network, network_api
from bowerbird.web.openapi import CardsInSchema, SchemaWithSocket
from bowerbird.web.pages.app_shell import app_shell
from bowerbird.web.pages.earlier_cookie import ask_about_cookie
from bowerbird.web.pages.fair import fair_page
from bowerbird.web.pages.home import home_pages
from bowerbird.web.pages.learn import learn_pages
from bowerbird.web.pages.lobby import lobby_pages
from bowerbird.web.pages.me import me_pages
from bowerbird.web.pages.play import play_pages
from bowerbird.web.pages.practice import practice_pages
from bowerbird.web.pages.rules import rules_pages
from bowerbird.web.security.callers import caller_of, check_admitted, identifier
from bowerbird.web.security.headers import SecurityHeaders
from bowerbird.web.security.limits import Limits, RateLimiter
from bowerbird.web.security.proxy import Deployment
from bowerbird.web.security.sessions import Sessions
from bowerbird.web.security.tokens import SharedCounts
from bowerbird.web.site_files import Site, read_site, site_files
from bowerbird.web.tables.api import api
from bowerbird.web.tables.socket import table_socket
from bowerbird.web.work import set_asker

__all__ = ["RETRY_AFTER", "create_app"]

log = logging.getLogger(__name__)

#: Seconds between checks for idle tables and events.
_TIDY_EVERY = 300.0
#: Milliseconds: a wall clock that differs by more was set, and as long nothing may have happened before it is followed.
_SET = 1000
_QUIET = 3 * 3_600_000
#: Seconds between attempts to reach a database that is down.
RETRY_AFTER = 2.0


def create_app(
    database: str | Path,
    keyring: Keyring,
    *,
    clock: Now,
    settings: Settings | None = None,
    limits: Limits | None = None,
    deployment: Deployment | None = None,
    bot_processes: int = 1,
    work_processes: int | None = None,
    database_connections: int = CONNECTIONS,
    hasher: PasswordHasher | None = None,
    network: Network | None = None,
    seals: Seals | None = None,
    ready: Callable[[], None] | None = None,
    tidy_every: float = _TIDY_EVERY,
    archive_after: float = AGE_DAYS,
    site: Site | None = None,
    shared_counts: SharedCounts | None = None,
) -> Litestar:
    """Create the application on a database (a folder, a file, or a PostgreSQL address). The keyring signs cookies.

    `seals` seal the end of the log; without them, the keyring does, and nothing outside the database remembers it.
    `network` has the address for other devices, in links and QR codes made on this machine, and the switch for them.
    `ready` is called once tables can be served. `tidy_every` is the number of seconds between checks for idle tables
    and events. Games that nobody has added to for `archive_after` days are archived; 0 for never. `site` has the files
    of the pages, if not those that are installed. `shared_counts` are for the limits that all workers have together.
    """
    site = site or read_site()
    clock = Clock.of(clock)
    facts = Log(database, seals or log_seals(keyring), connections=database_connections, clock=clock)
    damage = DamageCheck(facts)
    hall = Hall(facts, clock, settings, bot_processes, work_processes)
    deployment = deployment or Deployment()
    network = network or Network()
    network.remember_in(facts, clock)
    people = People(facts, clock, hasher)
    desk = Desk(hall, keyring, people.is_kept)
    recovery = RecoveryCodes(facts, clock, keyring, people)
    sign_ins = SignIns(facts, clock, people)
    sessions = Sessions(keyring, people, deployment)
    limiter = RateLimiter(limits or Limits(), clock, shared_counts)
    health = HealthCheck(facts, Metrics(), damage)

    @asynccontextmanager
    async def running(_: Litestar) -> AsyncIterator[None]:
        async with facts:
            await damage.start()
            await people.open(hall.cluster)
            await hall.open()
            tasks = [
                asyncio.create_task(_resume_and_tidy(hall, desk, tidy_every)),
                asyncio.create_task(health.note_regularly(hall, limiter)),
            ]
            if ready is not None:
                ready()
            try:
                async with BackgroundArchiver(facts, clock, archive_after):
                    yield
            finally:
                for task in tasks:
                    task.cancel()
                    with suppress(asyncio.CancelledError):
                        await task
                await desk.close()
                await hall.close()
                people.close()
                await damage.close()

    async def closing() -> None:
        """Hand streams on to other processes, and answer waiting requests, before connections are closed."""
        await hall.cluster.hand_on()
        desk.stop_waiting()

    async def first(request: Request[Any, Any, Any]) -> Template | None:
        """Refuse a request that is too much, and ask about a cookie from before."""
        check_admitted(request)
        caller = caller_of(request)
        set_asker(request, caller.key)
        return ask_about_cookie(request, sessions)

    app = Litestar(
        route_handlers=[
            api,
            desk_api,
            network_api,
            owners_api,
            home_pages,
            learn_pages,
            play_pages,
            practice_pages,
            me_pages,
            lobby_pages,
            rules_pages,
            fair_page,
            desk_files,
            members_api,
            members_pages,
            desk_pages,
            print_sheet,
            health_pages,
            table_socket,
            app_shell(site),
            site_files(site),
        ],
        lifespan=[running],
        state=State({"network": network, "deployment": deployment, "closing": closing, "work": hall.work}),
        dependencies={
            "hall": Provide(lambda: hall, sync_to_thread=False),
            "sessions": Provide(lambda: sessions, sync_to_thread=False),
            "recovery": Provide(lambda: recovery, sync_to_thread=False),
            "sign_ins": Provide(lambda: sign_ins, sync_to_thread=False),
            "limiter": Provide(lambda: limiter, sync_to_thread=False),
            "deployment": Provide(lambda: deployment, sync_to_thread=False),
            "desk": Provide(lambda: desk, sync_to_thread=False),
            "network": Provide(lambda: network, sync_to_thread=False),
            "damage": Provide(lambda: damage, sync_to_thread=False),
            "health_check": Provide(lambda: health, sync_to_thread=False),
            "work": Provide(lambda: hall.work, sync_to_thread=False),
        },
        before_request=first,
        before_send=[SecurityHeaders(deployment, site.folder)],
        exception_handlers=HANDLERS,
        template_config=TemplateConfig(instance=JinjaTemplateEngine.from_environment(_templates(site))),
        # PDF and views are compressed already, and compressing files of megabytes would delay all requests.
        compression_config=CompressionConfig(
            backend="gzip",
            minimum_size=1000,
            gzip_compress_level=6,
            exclude=["^/paper/", r"^/api/desk/[^/]+/view$", r"/export\.json$", r"\.csv$"],
        ),
        openapi_config=OpenAPIConfig(
            title="Bowerbird",
            version=__version__,
            description="Play euchre by real rulebooks. A table's WebSocket is at /ws/{table}; see /api.",
            path="/schema",
            render_plugins=[SchemaWithSocket(path="/openapi.json")],
        ),
        plugins=[CardsInSchema()],
        request_max_body_size=64 * 1024,
        debug=False,
        logging_config=None,
    )
    identify = identifier(sessions, desk.links)
    app.asgi_handler = Middleware(app.asgi_handler, deployment, health.metrics, limiter, identify)
    return app


def _templates(site: Site) -> Environment:
    found = Environment(
        loader=DictLoader(site.templates),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["in_single_quotes"] = _in_single_quotes
    return found


def _in_single_quotes(text: str) -> Markup:
    """Text for an attribute in single quotes. JSON is much shorter with its double quotes as they are."""
    return Markup(text.replace("&", "&amp;").replace("'", "&#39;").replace("<", "&lt;").replace(">", "&gt;"))


async def _settle(hall: Hall) -> None:
    """Follow a wall clock that was set, once nothing can be timed any more: a computer may start without the time.

    Several processes stay together instead, until they are started again.
    """
    clock = hall.clock
    if not isinstance(clock, SteadyClock) or not hall.cluster.alone or abs(clock.behind) < _SET:
        return
    lately = clock() - _QUIET
    if not await hall.log.streams("table:", since=lately) and not await hall.log.streams("event:", since=lately):
        log.warning("the computer's clock was set by %d s: Bowerbird follows, as nobody plays", clock.behind // 1000)
        clock.settle()


async def _resume_and_tidy(hall: Hall, desk: Desk, every: float) -> None:
    """Resume unfinished games and events; then drop idle ones from memory regularly."""
    while True:
        try:
            await hall.wake_recent()
            await desk.wake_recent()
            break
        except StoreError as error:
            log.warning("games are not resumed until the database is back: %s", error)
            await hall.clock.sleep(RETRY_AFTER)
    while True:
        await hall.clock.sleep(every)
        try:
            await hall.tidy()
            await desk.tidy()
            await _settle(hall)
        except StoreError as error:
            log.warning("idle tables stay in memory: %s", error)
        # Dropped tables and closed connections contain cycles, and the collector checks old objects too rarely.
        # With five hundred tables this takes a quarter of a second.
        gc.collect()
