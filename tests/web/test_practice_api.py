"""Practice over the web: puzzles with and without a name, the daily hand, mistakes, and what is refused."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import date

import pytest

from bowerbird.client import Client, RefusedError, first_choice
from kit.rows import rows
from web.test_api import SHORT, known

Person = Callable[..., Client]


async def test_a_stranger_can_solve_puzzles_and_nothing_is_kept(people: Person) -> None:
    client = people()
    puzzle = await client.get("/api/puzzles/next?theme=counting")
    assert "counting" in puzzle["themes"]
    assert await client.get(f"/api/puzzles/{puzzle['puzzle']}") == puzzle
    answer = await client.post(f"/api/puzzles/{puzzle['puzzle']}", choice=0)
    assert answer["answer"]["course"][-1]["view"]["results"]
    assert (answer["tried"], answer["solved"]) == (0, 0)


async def test_a_puzzle_rates_the_person_behind_the_cookie(people: Person) -> None:
    client = await known(people, "Al")
    puzzle = await client.get("/api/puzzles/next")
    answer = await client.post(f"/api/puzzles/{puzzle['puzzle']}", choice=0)
    assert (answer["tried"], answer["solved"]) == (1, int(answer["answer"]["right"]))
    again = await client.get(f"/api/puzzles/{puzzle['puzzle']}")
    assert again["again"]
    assert again["rating"] == answer["rating"]


@rows(
    ("way", "why"),
    [
        ("/api/puzzles/next?theme=nothing", "no puzzles of that kind"),
        ("/api/puzzles/nothing", "no such puzzle"),
        ("/api/daily/yesterday", "isn't a date"),
        ("/api/daily/1999-12-31", "isn't a date"),
        ("/api/practice/mistakes/of.1.others", "isn't one of your mistakes"),
    ],
)
async def test_what_is_not_there_is_refused_with_words(people: Person, way: str, why: str) -> None:
    client = await known(people, "Al")
    with pytest.raises(RefusedError, match=why) as refused:
        await client.get(way)
    assert refused.value.status == 404


async def test_a_choice_that_is_not_offered_is_refused(people: Person) -> None:
    client = await known(people, "Al")
    puzzle = await client.get("/api/puzzles/next")
    for choice, status in ((99, 409), (101, 400), (-1, 400)):
        with pytest.raises(RefusedError) as refused:
            await client.post(f"/api/puzzles/{puzzle['puzzle']}", choice=choice)
        assert refused.value.status == status


async def test_mistakes_and_the_daily_hand_need_a_name(people: Person) -> None:
    for ask in (people().get("/api/practice/mistakes"), people().post("/api/daily")):
        with pytest.raises(RefusedError, match="Enter your name first") as refused:
            await ask
        assert refused.value.status == 401


async def test_nothing_is_due_for_somebody_new(people: Person) -> None:
    client = await known(people, "Al")
    due = await client.get("/api/practice/mistakes")
    assert due == {"mistake": None, "kept": 0, "learned": 0, "next": None, "judging": None}


async def test_the_game_just_played_is_waited_for_and_its_mistakes_are_there_when_it_is_kept(people: Person) -> None:
    client = await known(people, "Al")
    own: list[str] = []
    while not own:
        table = (await client.make_table(house_rules=SHORT, bots="novice", pace="at once"))["table"]
        async with client.line(table) as line:
            await line.play_on(first_choice)
        due = await client.get("/api/practice/mistakes")
        assert (due["mistake"], due["judging"]) == (None, {"table": table, "game": 1})
        while not (review := await client.get(f"/api/tables/{table}/review"))["ready"]:
            await asyncio.sleep(0.02)
        await client.post(f"/api/tables/{table}/review", game=1)
        due = await client.get("/api/practice/mistakes")
        assert due["judging"] is None
        own = [
            each["did"]
            for each in review["decisions"]
            if each["seat"] == review["you"] and each["verdict"] == "mistake"
        ]
        assert due["kept"] == len(own)
    assert due["mistake"]["table"] == table


async def test_a_game_from_before_practice_was_erased_is_not_waited_for(people: Person) -> None:
    client = await known(people, "Al")
    await client.post(f"/api/puzzles/{(await client.get('/api/puzzles/next'))['puzzle']}", choice=0)
    table = (await client.make_table(house_rules=SHORT, bots="novice", pace="at once"))["table"]
    async with client.line(table) as line:
        await line.play_on(first_choice)
    assert (await client.get("/api/practice/mistakes"))["judging"]
    await client.post("/api/me/erase", kind="practice")
    assert (await client.get("/api/practice/mistakes"))["judging"] is None


async def test_a_day_is_played_and_then_compared(people: Person) -> None:
    client = await known(people, "Al")
    made = await client.post("/api/daily")
    assert (await client.post("/api/daily"))["table"] == made["table"]
    today = date.today().isoformat()
    before = await client.get(f"/api/daily/{today}")
    assert (before["when"], before["points"], before["master"], before["named"], before["link"]) == (
        "today",
        None,
        None,
        None,
        "",
    )
    async with client.line(made["table"]) as line:
        frame = await line.play_on(first_choice)
        assert frame["room"]["daily"] == today
    async with asyncio.timeout(20):
        while (after := await client.get(f"/api/daily/{today}"))["points"] is None:
            await asyncio.sleep(0.02)
        # The master plays it, too, and that takes a moment longer.
        while (after := await client.get(f"/api/daily/{today}"))["master"] is None:
            await asyncio.sleep(0.02)
    assert after["master"]
    assert sum(after["guests"]["counts"]) >= 1
    assert after["named"]["mean"] is None, "a guest is not compared"
    assert (await client.get(f"/api/daily/{today}"))["anchor"] == before["anchor"] != ""


async def test_the_end_of_the_chain_is_published_before_anybody_plays_and_no_day_is_before_it(people: Person) -> None:
    client = people()
    today = await client.get(f"/api/daily/{date.today()}")
    assert today["anchor"]
    assert today["anchor"] in (await client.http.get("/daily")).text
    earlier = (await client.http.get("/daily/2025-01-05")).text
    assert "There was no daily hand on this day yet." in earlier
    assert "Nobody played" not in earlier
