"""A phone that goes dark without a word: its line stays open, and nobody answers on it any more."""

from __future__ import annotations

import asyncio
import re
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from bowerbird.client import Client
from bowerbird.hall.live import Settings
from bowerbird.web.security.slow_connections import Patience
from bowerbird.web.server import WebServer
from web.browsing import Person, needs_browser, play_on
from web.conftest import app_on, running
from web.test_browser_play import table_for

QUICK = Patience(ping=0.3, pong=0.3)


async def test_the_others_are_told_soon_and_a_bot_plays_on(tmp_path: Path) -> None:
    app = app_on(tmp_path, Settings(grace=0.5, words_wait=0, pace_factor=0, review_ahead=False))
    async with running(WebServer(app, patience=QUICK)) as address, AsyncExitStack() as stack:
        al, betty = [await stack.enter_async_context(Client(address)) for _ in range(2)]
        await al.guest("Al")
        await betty.guest("Betty")
        made = await al.make_table(pace="at once")
        own = await stack.enter_async_context(al.line(made["table"]))
        hers = await stack.enter_async_context(betty.line(made["table"]))
        await hers.do("sit", seat=0)
        for seat in (1, 3):
            await own.do("bot", seat=seat, level="simple")
        await own.do("start")
        await own.until(lambda frame: bool(frame["room"]["chairs"][0]["here"]))
        began = time.monotonic()
        hers._socket.transport.pause_reading()  # no answer to a ping any more, and no good-bye
        async with asyncio.timeout(10):
            await own.until(lambda frame: not frame["room"]["chairs"][0]["here"])
            told = time.monotonic() - began
            await own.until(lambda frame: bool(frame["room"]["chairs"][0]["away"]))
        hers._socket.transport.resume_reading()
        assert told < QUICK.ping + QUICK.pong + 4, "and some more on a busy machine"


def test_it_takes_no_longer_than_the_guide_says() -> None:
    found_out = Patience().ping + Patience().pong
    assert found_out <= 10
    assert found_out + Settings().grace <= 25


@needs_browser
def test_who_is_offline_is_told_at_once(hall: str, browser: Any) -> None:
    al = Person(browser, hall)
    al.go(table_for(al, "simple", points=10))
    play_on([al], lambda: al.to_act)
    al.context.set_offline(True)
    # Sooner than an unanswered ping would tell it, also on a busy machine.
    al.page.locator(".lost").wait_for(timeout=4000)
    al.context.set_offline(False)
    al.page.locator(".lost").wait_for(state="detached")
    al.close()


@needs_browser
def test_a_tap_that_is_not_answered_is_spoken_of_and_goes_out_by_another_line(hall: str, browser: Any) -> None:
    al = Person(browser, hall)
    dark = False
    lines = 0

    def connect(line: Any) -> None:
        nonlocal lines
        lines += 1
        number, server = lines, line.connect_to_server()
        line.on_message(lambda message: None if dark and number == 1 else server.send(message))
        server.on_message(lambda message: None if dark and number == 1 else line.send(message))

    al.page.route_web_socket(re.compile("/ws/"), connect)
    al.go(table_for(al, "simple"))
    play_on([al], lambda: al.to_act and al.page.locator(".call").count() == 0)
    dark = True
    held = al.page.locator(".hand-card").count()
    card = al.page.locator(".hand-card:not(.low)").first
    card.click()
    card.click()
    al.page.get_by_text("Your choice will be sent then").wait_for(timeout=5000)
    al.page.locator(".lost").wait_for(state="detached")
    al.page.wait_for_function("held => document.querySelectorAll('.hand-card').length < held", arg=held)
    assert lines == 2
    al.close()
