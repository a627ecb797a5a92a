"""A real hall and real browsers for the tests of the pages: people who tap what they see."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from argon2 import PasswordHasher

from bowerbird.hall.live import Settings
from bowerbird.keyring import Keyring
from bowerbird.web.app import create_app
from bowerbird.web.network import Network
from bowerbird.web.server import WebServer
from bowerbird.web.site_files import Site
from kit.listening import listen

playwright_api = pytest.importorskip(
    "playwright.sync_api", reason="browser tests need playwright: pip install playwright"
)

#: The shell without windows of its own takes a third less of a processor.
_BROWSERS = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(os.path.exists, _BROWSERS), _BROWSERS[0])
PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1366, "height": 768}
PROJECTOR = {"width": 1920, "height": 1080}
#: The pop-ups of the address bar are two more pages in every window, and take longer than our own. The rest is
#: playwright's own list, which this one takes the place of.
_WITHOUT = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"),
    *("HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning"),
    *("OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
)
_FLAGS = [
    f"--disable-features={','.join(_WITHOUT)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]
#: What is on the table and in the hand, as one text: it changes with everything that happens.
_LOOK = "document.querySelector('#table-page').innerText + document.querySelectorAll('.hand-card').length"
_TO_ACT = """document.querySelector(".question.yours") !== null
  && document.querySelector(".own :is([inert], [aria-busy])") === null"""
_PLAY_A_CARD = """() => {
    document.querySelector(".hand-card:not(.low)")?.click();
    document.querySelector(".hand-card.chosen")?.click();
}"""
#: Nothing slides or fades: drawing it takes a third of a browser's time, and what is half faded out has no contrast.
#: The service worker has its own tests: a request that goes through it can't be held up.
_STILL = {"reduced_motion": "reduce", "service_workers": "block"}
#: What a person in a hurry would set: nothing waits, nothing moves.
_HURRY = {"pace": "at once", "motion": "none"}

needs_browser = pytest.mark.skipif(
    not Path(CHROMIUM).exists(),
    reason=f"there is no browser at {CHROMIUM}: install chromium-headless-shell, or set CHROMIUM to another's path",
)


@contextmanager
def open_hall(
    folder: Path,
    words_wait: float = 0.05,
    phones_at: str = "",
    port: int = 0,
    site: Site | None = None,
    keyring: Keyring | None = None,
) -> Iterator[str]:
    """A hall on a port of its own, in which bots do not dawdle, and think in this process; gives its address.

    With `phones_at`, phones can be switched on, and find the hall at this other address of the machine. `site` has
    the files of another version.
    """
    settings = Settings(grace=0.6, words_wait=words_wait, pace_factor=0.0, review_ahead=False)
    listening = listen(port)
    network = Network(port=listening.getsockname()[1], host=lambda: phones_at) if phones_at else None
    app = create_app(
        folder,
        keyring or Keyring(os.urandom(32)),
        clock=lambda: time.time_ns() // 1_000_000,
        settings=settings,
        network=network,
        bot_processes=0,
        hasher=PasswordHasher(time_cost=1, memory_cost=64),
        site=site,
    )
    config = uvicorn.Config(app, log_level="error", access_log=False, timeout_graceful_shutdown=1)
    server = WebServer(app) if phones_at else uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    deadline = time.monotonic() + 20
    while not server.started and time.monotonic() < deadline:
        time.sleep(0.02)
    assert server.started, "the hall did not open within 20 seconds"
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(timeout=10)


@contextmanager
def open_browser() -> Iterator[Any]:
    """One chromium; each person gets a context of their own in it."""
    with playwright_api.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=_FLAGS)
        try:
            yield browser
        finally:
            browser.close()


class Person:
    """Somebody with a browser: cookies and settings of their own, and a list of everything that went wrong on it."""

    def __init__(self, browser: Any, hall: str, size: dict[str, int] | None = None, **options: Any) -> None:
        self.hall = hall
        self.context = browser.new_context(viewport=size or PHONE, **_STILL | options)
        self.context.add_init_script(f"localStorage.setItem('bowerbird', {json.dumps(json.dumps(_HURRY))})")
        self.troubles: list[str] = []
        self._page: Any = None

    @property
    def page(self) -> Any:
        """The page that was opened last; the first is opened when it is needed."""
        return self._page or self.open_page()

    def open_page(self) -> Any:
        """A fresh page; what its console, its scripts or its requests complain about is kept."""
        page = self.context.new_page()
        page.set_default_timeout(60_000)  # on a busy machine
        page.on("console", self._hear_console)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("request", self._stays_here)
        self._page = page
        return page

    def _hear_console(self, message: Any) -> None:
        if message.type == "error":
            self.troubles.append(message.text)

    def _stays_here(self, request: Any) -> None:
        if not request.url.startswith((self.hall, self.hall.replace("http", "ws"), "data:", "blob:")):
            self.troubles.append(f"a request left the machine: {request.url}")

    def go(self, path: str) -> None:
        self.page.goto(self.hall + path)

    def get(self, path: str) -> dict[str, Any]:
        """What a page asks for, without the page."""
        answer = self.context.request.get(self.hall + path)
        assert answer.ok, answer.text()
        told: dict[str, Any] = answer.json()
        return told

    def post(self, path: str, body: dict[str, object]) -> dict[str, Any]:
        """What a form does, without the form."""
        answer = self.context.request.post(self.hall + path, data=body, headers={"X-Bowerbird": "1"})
        assert answer.ok, answer.text()
        told: dict[str, Any] = answer.json()
        return told

    def come_in(self, path: str, name: str) -> None:
        """Follow a link to a table as somebody new: give a name."""
        self.go(path)
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Continue").click()

    def sit(self, seat: str) -> None:
        self.page.get_by_role("button", name=f"Sit here, {seat}").click()
        self.page.locator(".chair.mine").wait_for()

    @property
    def to_act(self) -> bool:
        """Asked, and not waiting for the answer to what was done before."""
        return bool(self.page.evaluate(_TO_ACT))

    @property
    def is_over(self) -> bool:
        return bool(self.page.locator(".game-over").count())

    def act(self) -> None:
        """Be bold: make trump if that may be done, and play the first card that may be played."""
        page = self.page
        mark = page.evaluate(_LOOK)
        calls = page.locator(".call")
        if calls.count():
            bold = page.locator(".call:not(.call-pass)")
            (bold if bold.count() else calls).first.click()
        else:
            # Both taps at once: nothing that comes from the hall gets in between.
            page.evaluate(_PLAY_A_CARD)
        page.wait_for_function(f"mark => {_LOOK} !== mark", arg=mark, polling=20)

    def act_on_chosen(self) -> None:
        """Tap the lifted card again, and see it go."""
        chosen = self.page.locator(".hand-card.chosen")
        name = chosen.get_attribute("data-card")
        chosen.click()
        self.page.locator(f'.hand-card[data-card="{name}"]').wait_for(state="detached")

    def close(self) -> None:
        self.context.close()


def play_on(people: list[Person], until: Callable[[], bool], seconds: float = 120.0) -> None:
    """Everybody acts when asked to, until something is so."""
    deadline = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < deadline, f"not done after {seconds} seconds: {people[0].page.inner_text('body')}"
        asked = next((person for person in people if person.to_act and not person.is_over), None)
        if asked is None:
            people[0].page.wait_for_timeout(15)
        elif not until():
            asked.act()
