"""Somebody who wants to know the daily hand or its results early, to change it, or to see what others practise."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest

from bowerbird.client import Client, RefusedError
from web.test_api import known

Person = Callable[..., Client]
REFUSED = (400, 401, 403, 404, 409, 429)


async def _tried(asked: Any) -> int:
    """The status of what is asked for; 200 if it is given."""
    try:
        await asked
    except RefusedError as refused:
        return refused.status
    return 200


async def test_daily_hand_of_tomorrow(people: Person) -> None:
    """All links so far, the anchor and the pages say nothing about a day to come."""
    eve = await known(people, "Eve")
    await eve.post("/api/daily")
    today = date.today()
    for later in (0, 1, 7, 365):
        day = await eve.get(f"/api/daily/{today + timedelta(later)}")
        assert day["link"] == ""
        page = (await eve.http.get(f"/daily/{today + timedelta(later)}")).text
        assert "The link of a day is shown when the day is over" in page
    for way in ("/api/daily/9999-12-31", "/api/daily/../daily-chain", "/daily?month=9999-12", "/daily?month=x"):
        answer = await eve.http.get(way)
        assert answer.status_code < 500
        assert '"root"' not in answer.text


async def test_results_of_the_daily_hand_before_playing_it(people: Person) -> None:
    eve = await known(people, "Eve")
    made = await eve.post("/api/daily")
    for asker in (eve, people()):
        shown = await asker.get(f"/api/daily/{date.today()}")
        assert (shown["points"], shown["master"], shown["named"], shown["guests"]) == (None, None, None, None)
        for what in ("fair/1", "game", "egn", "review"):
            assert await _tried(asker.get(f"/api/tables/{made['table']}/{what}")) in REFUSED


async def test_daily_hand_made_easier(people: Person) -> None:
    """Weaker opponents, words for another deal, a second look at a card, another seat, another game: all refused."""
    eve, friend = await known(people, "Eve"), await known(people, "Friend")
    made = await eve.post("/api/daily")
    async with eve.line(made["table"]) as line, friend.line(made["table"]) as other:
        await line.until(lambda frame: frame["view"] is not None and frame["view"]["turn"] == 2)
        wanted: list[tuple[str, dict[str, Any]]] = [
            ("bot", {"seat": 0, "level": "random"}),
            ("remove", {"seat": 0}),
            ("give-back", {"seat": 0}),
            ("words", {"words": "another deal"}),
            ("stand", {}),
            ("start", {}),
            ("undo", {}),
        ]
        for what, fields in wanted:
            with pytest.raises(RefusedError):
                await line.do(what, **fields)
        with pytest.raises(RefusedError):
            await other.do("sit", seat=0)
        assert line.frame is not None
        assert not line.frame["room"]["can_ask"]
    assert await _tried(eve.post(f"/api/tables/{made['table']}/hint")) in REFUSED


async def test_mistakes_of_somebody_else(people: Person) -> None:
    eve = await known(people, "Eve")
    victim = await known(people, "Victim")
    made = await victim.post("/api/daily")
    for name in (f"{made['table']}.1.8", f"{made['table']}.1.0", "..", "%2e%2e", "x" * 400, f"{made['table']}.-1.-1"):
        assert await _tried(eve.get(f"/api/practice/mistakes/{name}")) in REFUSED
        assert await _tried(eve.post(f"/api/practice/mistakes/{name}", choice=0)) in REFUSED


async def test_flood_of_puzzles(people: Person) -> None:
    """Many answers at once wait or are refused for a while; the server answers others."""
    eve, other = await known(people, "Eve"), people()
    puzzle = await eve.get("/api/puzzles/next")
    flood = [_tried(eve.post(f"/api/puzzles/{puzzle['puzzle']}", choice=0)) for _ in range(12)]
    answers, shown = await asyncio.gather(asyncio.gather(*flood), other.get("/api/puzzles/next"))
    assert shown["puzzle"]
    assert set(answers) <= {200, 429, 503}
    assert 200 in answers
    assert (await eve.get("/api/puzzles/next"))["tried"] == 1
