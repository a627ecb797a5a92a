"""The client for programs: a choice may be a button, a card or a fact, and a long game does not end it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bowerbird.client import Client, fact_of, first_choice
from guides.blocks import ROOT, blocks_of
from store.postgres import fresh_database
from web.conftest import in_a_thread
from web.test_socket import SHORT, Person

PAGE = ROOT / "docs" / "api.md"


@pytest.fixture(scope="module")
def postgres(postgres_server: Any) -> Iterator[str]:
    """The address of a real PostgreSQL."""
    with fresh_database(postgres_server) as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def on_either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a hall on each of the databases."""
    with in_a_thread(tmp_path if request.param == "sqlite" else request.getfixturevalue("postgres")) as address:
        yield address


def programs(address: str) -> list[str]:
    """The programs of the page about the interface, for a hall that is at another address."""
    found = [block.text for block in blocks_of(PAGE) if block.language == "python" and block.not_run]
    assert all("http://localhost:8000" in program for program in found)
    return [program.replace("http://localhost:8000", address) for program in found]


def test_the_programs_of_the_page_run_on_both_databases(on_either: str, capsys: pytest.CaptureFixture[str]) -> None:
    playing, running_an_event = programs(on_either)
    exec(compile(playing, PAGE.name, "exec"), {})
    assert re.search(r"'winner': [01]", capsys.readouterr().out), "a game is played to its end"
    exec(compile(running_an_event, PAGE.name, "exec"), {})
    assert capsys.readouterr().out.count("'name'") == 4, "four people sit at the first table"


def test_a_choice_is_a_card_a_button_or_a_fact() -> None:
    fact = {"fact": "pass", "seat": 2}
    assert fact_of({}, fact) == fact
    assert fact_of({}, {"fact": fact, "words": "Pass"}) == fact
    assert fact_of({"phase": "play", "seat": 2}, "Jh") == {"fact": "play", "seat": 2, "card": "Jh"}
    assert fact_of({"phase": "discard", "seat": 1}, "9c") == {"fact": "discard", "seat": 1, "card": "9c"}


async def test_what_is_offered_first_is_taken_on_both_databases(on_either: str) -> None:
    """Where several processes may lead a table, its draw takes a moment; nobody is asked to draw meanwhile."""
    replies: list[bytes] = []
    async with Client(on_either) as client:
        await client.guest("Al")
        for _ in range(4):
            made = await client.make_table(house_rules=SHORT, bots="simple", pace="at once")
            async with client.line(made["table"], replies.append) as line:
                await line.play_on(first_choice)
    assert b'"type":"reply"' in b"".join(replies)
    assert [reply for reply in replies if b'"ok":false' in reply] == []


async def test_a_bot_answers_with_what_the_view_offers(people: Person) -> None:
    """As the page about the interface says: one of `actions`, or a card of `plays`."""
    asked: set[str] = set()

    def choose(view: dict[str, Any]) -> dict[str, Any] | str:
        asked.add("action" if view["actions"] else "card")
        chosen: dict[str, Any] | str = view["actions"][-1] if view["actions"] else view["plays"][0]
        return chosen

    client = people()
    await client.guest("Al")
    made = await client.make_table(house_rules=SHORT, bots="club", pace="at once")
    async with client.line(made["table"]) as line:
        frame = await line.play_on(choose)
    assert frame["view"]["result"]
    assert asked == {"action", "card"}


async def test_it_gives_up_when_nothing_happens_at_the_table(people: Person) -> None:
    """Nobody else sits there, so the game never begins."""
    client = people()
    await client.guest("Al")
    made = await client.make_table(rules="alberta")
    async with client.line(made["table"]) as line:
        with pytest.raises(asyncio.TimeoutError):
            await line.play_on(lambda view: "Jh", seconds=0.2)
