"""A hall that listens on a free port, in the loop of the test with a client for each person; or in a thread of its
own, with a real browser.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
import uvicorn
from argon2 import PasswordHasher
from litestar import Litestar
from litestar.utils.signature import ParsedSignature

from bowerbird.client import Client
from bowerbird.hall.live import Settings
from bowerbird.keyring import Keyring
from bowerbird.players import explain as explaining
from bowerbird.store.seals import Seals
from bowerbird.web.app import create_app
from bowerbird.web.security.limits import Limits
from bowerbird.web.security.proxy import Deployment
from kit.listening import listen
from players.tables import quick_judge
from web.browsing import open_browser, open_hall

KEYRING = Keyring(b"the secret of the tests' own hall")
#: Nothing waits in tests, and nobody is too quick.
QUICK = Settings(grace=0.2, words_wait=0, pace_factor=0, review_ahead=False)
GENEROUS = Limits(
    requests=(1e6, 1e6),
    people=(1e6, 1e6),
    shared=(1e6, 1e6),
    strangers=(1e6, 1e6),
    writes=(1e6, 1e6),
    newcomers=(1e6, 1e6),
    secrets=(1e6, 1e6),
    lines=(1e6, 1e6),
    frames=(1e6, 1e6),
    own_frames=(1e6, 1e6),
    connections=10_000,
    strangers_lines=10_000,
    own_lines=10_000,
    pause=0,
)


_READ: dict[Any, ParsedSignature] = {}
_read_signature = ParsedSignature.from_fn


def _from_fn(fn: Any, signature_namespace: dict[str, Any]) -> ParsedSignature:
    """Every hall would read the signatures of the same handlers again: a third of what its application takes."""
    if fn.__closure__ or fn.__name__ == "<lambda>":
        return _read_signature(fn, signature_namespace)
    if fn not in _READ:
        _READ[fn] = _read_signature(fn, signature_namespace)
    return _READ[fn]


ParsedSignature.from_fn = _from_fn  # type: ignore[method-assign]


@pytest.fixture(autouse=True)
def _quick_teacher(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages show what the teacher says. How well it judges is not asked here."""
    monkeypatch.setattr(explaining, "judge", quick_judge)


def app_on(
    folder: Path | str,
    settings: Settings = QUICK,
    limits: Limits = GENEROUS,
    keyring: Keyring = KEYRING,
    deployment: Deployment | None = None,
    ready: Callable[[], None] | None = None,
    seals: Seals | None = None,
) -> Litestar:
    """The application, with bots that think in this process."""
    return create_app(
        folder,
        keyring,
        clock=lambda: time.time_ns() // 1_000_000,
        settings=settings,
        limits=limits,
        deployment=deployment,
        bot_processes=0,
        hasher=PasswordHasher(time_cost=1, memory_cost=64),
        ready=ready,
        seals=seals,
    )


def running(server: uvicorn.Server) -> AbstractAsyncContextManager[str]:
    """Let a web server run on a free port; gives its address."""
    return running_on(server, 0)


#: A server that stops waits 0.1 s in any case, and looks every 0.1 s whether its connections have ended.
_IN_A_HURRY = SimpleNamespace(**vars(asyncio) | {"sleep": lambda seconds: asyncio.sleep(seconds / 50)})


@asynccontextmanager
async def running_on(server: uvicorn.Server, port: int) -> AsyncIterator[str]:
    """Let a web server run on a port; gives its address."""
    told = asyncio.Event()

    async def until_told() -> None:
        """As uvicorn's own loop, but it stops when it is told to, and not at the next tick."""
        counter = 0
        while not await server.on_tick(counter):
            counter += 1
            with suppress(TimeoutError):
                async with asyncio.timeout(0.1):
                    await told.wait()

    with listen(port) as door:
        server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        server.main_loop = until_told  # type: ignore[method-assign]
        serving = asyncio.create_task(server.serve(sockets=[door]))
        while not server.started:
            if serving.done():
                serving.result()
            await asyncio.sleep(0.005)
        try:
            yield f"http://127.0.0.1:{door.getsockname()[1]}"
        finally:
            server.should_exit = True
            told.set()
            with patch("uvicorn.server.asyncio", _IN_A_HURRY):
                await serving


def listening(app: Litestar) -> AbstractAsyncContextManager[str]:
    """Serve an application; gives its address."""
    config = uvicorn.Config(app, log_level="warning", ws_max_size=64 * 1024, timeout_graceful_shutdown=1)
    return running(uvicorn.Server(config))


@contextmanager
def in_a_thread(folder: Path | str) -> Iterator[str]:
    """The address of a hall in a thread of its own, for whoever does not wait for anybody's loop."""
    found: list[str] = []
    ready, finished = threading.Event(), threading.Event()

    async def serve() -> None:
        async with listening(app_on(folder)) as where:
            found.append(where)
            ready.set()
            while not finished.is_set():
                await asyncio.sleep(0.02)

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    assert ready.wait(20)
    try:
        yield found[0]
    finally:
        finished.set()
        thread.join(20)


@pytest.fixture(scope="session")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an open hall, one for the tests of a folder: each person is new to the ones before."""
    with in_a_thread(tmp_path_factory.mktemp("opened")) as address:
        yield address


@pytest.fixture
async def people(opened: str) -> AsyncIterator[Callable[[], Client]]:
    """Makes clients for the open hall; they are closed afterwards. Who has not given a name is a stranger."""
    async with AsyncExitStack() as stack:

        def person() -> Client:
            client = Client(opened)
            stack.push_async_exit(client)
            return client

        yield person


@pytest.fixture(scope="session")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a hall in a thread of its own, one for all files: each person is new to the ones before."""
    with open_hall(tmp_path_factory.mktemp("hall")) as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[tuple[Any, asyncio.AbstractEventLoop]]:
    """A real browser for all files, and the loop that it is worked by; that loop is out of the way of other tests."""
    with open_browser() as started:
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield started, loop
        asyncio._set_running_loop(loop)


@pytest.fixture(scope="module")
def browser(chromium: tuple[Any, asyncio.AbstractEventLoop]) -> Iterator[Any]:
    """The browser, for the tests of one file; nobody stays in it."""
    started, loop = chromium
    asyncio._set_running_loop(loop)
    yield started
    for left_open in started.contexts:
        left_open.close()
    asyncio._set_running_loop(None)
