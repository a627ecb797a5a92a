"""The client for programs: a choice may be a button, a card or a fact, and a long game does not end it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bowerbird.client import fact_of
from web.test_socket import SHORT, Person


def test_a_choice_is_a_card_a_button_or_a_fact() -> None:
    fact = {"fact": "pass", "seat": 2}
    assert fact_of({}, fact) == fact
    assert fact_of({}, {"fact": fact, "words": "Pass"}) == fact
    assert fact_of({"phase": "play", "seat": 2}, "Jh") == {"fact": "play", "seat": 2, "card": "Jh"}
    assert fact_of({"phase": "discard", "seat": 1}, "9c") == {"fact": "discard", "seat": 1, "card": "9c"}


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
