"""The live line: four people play together, drop off and come back; nothing that is sent can harm a table."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from bowerbird.client import Client, Line, RefusedError, card_facts, first_choice
from bowerbird.hall.live import Settings
from bowerbird.web.security.limits import Limits
from realtime.waiting import soon
from web.conftest import app_on, listening

Person = Callable[..., Client]
PATIENT = Settings(grace=60, words_wait=0, pace_factor=0, review_ahead=False)
SHORT = 'based_on = "alberta"\n[game]\npoints = 3'


async def four_at_a_table(people: Person, stack: AsyncExitStack, **wanted: Any) -> tuple[str, list[Client], list[Line]]:
    """Four people sit down at a new table; the first is the host. The game has begun."""
    clients, lines = [people() for _ in range(4)], []
    for place, client in enumerate(clients):
        await client.guest(f"Person {place}")
    made = await clients[0].make_table(**wanted)
    for client in clients:
        lines.append(await stack.enter_async_context(client.line(made["table"])))
    for line, seat in zip(lines[1:], (3, 0, 1), strict=True):
        await line.do("sit", seat=seat)
    await lines[0].do("start")
    for line in lines:
        await line.until(lambda frame: frame["view"] is not None and bool(frame["view"]["turn_up"]))
    return made["table"], clients, lines


def to_act(lines: list[Line]) -> Line:
    """Whose turn it is."""
    return next(line for line in lines if line.view["turn"] == line.seat)


async def nobody_else_can_act(lines: list[Line], actor: Line) -> dict[str, Any]:
    """The others try what the one could do; gives what that is."""
    fact = first_choice(actor.view)
    for other in lines:
        if other is not actor:
            with pytest.raises(RefusedError, match="your own seat"):
                await other.act(fact)
    return fact


def call_rather(view: dict[str, Any]) -> dict[str, Any]:
    """The last button, so that somebody makes trump; otherwise a card."""
    fact: dict[str, Any] = view["actions"][-1]["fact"] if view["actions"] else card_facts(view)[0]
    return fact


async def same_moment(lines: list[Line]) -> None:
    """Wait until everybody has seen the newest."""
    newest = max(line.frame["seq"] for line in lines)
    for line in lines:
        await line.until(lambda frame: frame["seq"] >= newest)


async def test_four_people_play_a_game_and_one_comes_back_in_mid_trick(people: Person) -> None:
    async with AsyncExitStack() as stack:
        table, clients, lines = await four_at_a_table(people, stack, house_rules=SHORT, pace="at once")
        while not any(line.view["trick"]["plays"] for line in lines):
            line = to_act(lines)
            await line.act(call_rather(line.view))
            await same_moment(lines)
        gone = to_act(lines)
        place = lines.index(gone)
        seen = gone.frame["seq"]
        held = gone.view["hand"]
        await gone._socket.close()
        async with clients[place].line(table) as back:
            assert back.view["hand"] == held
            assert back.frame["seq"] >= seen
            assert back.view["plays"]
            lines[place] = back
            players = [asyncio.create_task(line.play_on(call_rather, 30)) for line in lines]
            frames = await asyncio.gather(*players)
    results = [frame["view"]["result"] for frame in frames]
    assert results[0]["winner"] in (0, 1)
    assert all(result == results[0] for result in results)


async def test_nobody_acts_for_another_over_the_line(people: Person) -> None:
    async with AsyncExitStack() as stack:
        table, _, lines = await four_at_a_table(people, stack)
        actor = to_act(lines)
        fact = await nobody_else_can_act(lines, actor)
        watcher = people()
        await watcher.guest("Watcher")
        stranger = people()
        for client, why in ((watcher, "no seat"), (stranger, "Enter your name")):
            async with client.line(table) as line:
                assert line.seat is None
                assert line.view["hand"] == []
                assert "code" not in line.frame["room"]
                for what in ({"do": "act", "fact": fact}, {"do": "undo"}, {"do": "say", "phrase": "Hello"}):
                    with pytest.raises(RefusedError, match=why):
                        await line.do(**{"what": what.pop("do"), **what})  # type: ignore[arg-type]
                with pytest.raises(RefusedError):
                    await line.do("pause", paused=True)
        await actor.act(fact)


async def test_a_repeated_number_is_answered_again_and_done_once(people: Person) -> None:
    async with AsyncExitStack() as stack:
        *_, lines = await four_at_a_table(people, stack)
        actor = to_act(lines)
        message = json.dumps({"id": 77, "do": "act", "fact": first_choice(actor.view)})
        replies: list[dict[str, Any]] = []
        actor._heard = lambda raw: replies.append(json.loads(raw)) if b'"reply"' in raw[:20] else None
        before = actor.frame["seq"]
        for _ in range(3):
            await actor.send(message)
        await actor.do("ping")
        assert [reply["ok"] for reply in replies if reply["id"] == 77] == [True, True, True]
        assert actor.frame["seq"] == before + 1


MALFORMED: list[str | bytes] = [
    "",
    "null",
    "[]",
    "{}",
    '{"id": 1}',
    '{"id": "x", "do": "ping"}',
    '{"id": 1, "do": "fly"}',
    '{"id": 1, "do": "act"}',
    '{"id": 1, "do": "act", "fact": null}',
    '{"id": 1, "do": "act", "fact": {"fact": "play", "seat": 2, "card": "Zz"}}',
    '{"id": 1, "do": "act", "fact": {"fact": "play", "seat": 9, "card": "Jh"}}',
    '{"id": 1, "do": "act", "fact": {"fact": "ruling", "decision": "game lost", "reason": "x"}}',
    '{"id": 1, "do": "sit", "seat": 7}',
    '{"id": 1, "do": "sit", "seat": 0.5}',
    '{"id": 1, "do": "words", "words": ""}',
    '{"id": 1, "do": "rule", "ruling": {"fact": "pass", "seat": 0}}',
    '{"id": 99999999999999999999999999, "do": "ping"}',
    "[" * 3000,
    "x" * 5000,
    '{"id": 1, "do": "act", "fact": ' + '{"fact":' * 400,
    b"\x00\xff\xfe",
    b'{"id": 5, "do": "ping"}',
]


async def test_malformed_and_random_messages_do_no_harm(people: Person) -> None:
    chance = random.Random(6)
    async with AsyncExitStack() as stack:
        table, clients, lines = await four_at_a_table(people, stack)
        before = lines[0].frame["seq"]
        state = [line.view["hand"] for line in lines]
        good = json.dumps({"id": 3, "do": "act", "fact": {"fact": "play", "seat": 1, "card": "Jh"}})
        messages: list[str | bytes] = list(MALFORMED)
        for _ in range(300):
            letters = list(good)
            for _ in range(chance.randrange(1, 6)):
                letters[chance.randrange(len(letters))] = chr(chance.choice((chance.randrange(32, 127), 0x1F0CF)))
            messages.append("".join(letters))
        for start in range(0, len(messages), 100):
            async with clients[2].line(table) as line:
                for message in messages[start : start + 100]:
                    await line.send(message)
                line._last_id = 1_000_000  # no number that was used above
                await line.do("ping")
        await lines[0].do("ping")
        assert lines[0].frame["seq"] == before, "nothing has happened"
        assert [line.view["hand"] for line in lines] == state
        actor = to_act(lines)
        await actor.act(first_choice(actor.view))


async def test_a_flood_of_messages_is_limited_with_a_clear_answer(tmp_path: Path) -> None:
    limits = Limits(frames=(10, 1), frame_bytes=500)
    heard: list[bytes] = []
    async with listening(app_on(tmp_path, limits=limits)) as address, Client(address) as client:
        await client.guest("Al")
        table = (await client.make_table())["table"]
        async with client.line(table, heard.append) as line:
            for number in range(2000):
                try:
                    await line.send(json.dumps({"id": number, "do": "ping"}))
                except ConnectionClosed:
                    break
            await soon(lambda: bool(line.closed))  # after much patience
        replies = [json.loads(raw) for raw in heard if raw.startswith(b'{"type":"reply"')]
        refused = [reply for reply in replies if not reply["ok"]]
        assert all("Too many requests" in reply["why"] for reply in refused)
        assert len(refused) >= 200
        assert len(replies) - len(refused) <= 15
        numbers = [reply["id"] for reply in replies]
        assert numbers == list(range(len(numbers))), "each is told apart by its number, in order"
        async with client.line(table) as line:
            await line.do("ping")


async def test_a_message_that_is_too_large_closes_the_line_and_nothing_else(people: Person) -> None:
    client = people()
    await client.guest("Al")
    table = (await client.make_table())["table"]
    async with client.line(table) as line:
        await line.send("x" * 200_000)
        with pytest.raises(RefusedError):
            await line.do("ping")
    async with client.line(table) as line:
        await line.do("ping")


async def test_lines_from_one_address_are_limited(tmp_path: Path) -> None:
    """One person has not all of them: the next one finds room for two, and strangers are counted apart."""
    limits = Limits(connections=2, strangers_lines=1)
    async with listening(app_on(tmp_path, limits=limits)) as address, Client(address) as al, Client(address) as bo:
        await al.guest("Al")
        await bo.guest("Bo")
        table = (await al.make_table())["table"]
        async with Client(address) as stranger, stranger.line(table), Client(address) as second:
            with pytest.raises(RefusedError, match="haven't entered their names"):
                async with second.line(table):
                    pass
            async with al.line(table), al.line(table), bo.line(table), bo.line(table):
                for person in (al, bo):
                    with pytest.raises(RefusedError, match="Very many people"):
                        async with person.line(table):
                            pass
        async with al.line(table) as line:
            await line.do("ping")


async def test_a_line_needs_a_table_and_comes_from_our_own_pages(people: Person, opened: str) -> None:
    client = people()
    await client.guest("Al")
    with pytest.raises(RefusedError, match="no such table"):
        async with client.line("nowhere"):
            pass
    table = (await client.make_table())["table"]
    where = opened.replace("http", "ws") + f"/ws/{table}"
    async with connect(where, additional_headers={"Origin": "http://elsewhere.example"}, proxy=None) as socket:
        assert "isn't one of ours" in str(await socket.recv())
        with pytest.raises(ConnectionClosed):
            await socket.recv()
        assert socket.close_code == 4403


async def test_a_restart_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    chance = random.Random(3)
    done = 0
    table, cookies = "", None
    for _ in range(3):
        async with listening(app_on(tmp_path, settings=PATIENT)) as address, Client(address) as client:
            if cookies is None:
                await client.guest("Al")
                cookies = client.http.cookies
                table = (await client.make_table(bots="simple", pace="at once"))["table"]
            client.http.cookies = cookies
            async with client.line(table) as line:
                assert line.frame["seq"] >= done
                for _ in range(chance.randrange(3, 9)):
                    if line.view.get("result"):
                        break
                    await line.until(
                        lambda frame: bool(frame["view"] and (frame["view"]["actions"] or frame["view"]["plays"]))
                    )
                    await line.act(call_rather(line.view))
                    done = line.frame["seq"]
    assert done > 10


async def test_somebody_who_is_blocked_at_a_table_is_offered_no_seat_and_not_told_why(people: Person) -> None:
    ann, eve, bob = people(), people(), people()
    for client, name in ((ann, "Ann"), (eve, "Eve"), (bob, "Bob")):
        await client.guest(name)
    first = (await ann.make_table(private=False))["table"]
    second = (await bob.make_table(private=False))["table"]
    async with ann.line(first) as hers, eve.line(first) as eves:
        await eves.do("sit", seat=0)
        await hers.until(lambda frame: frame["room"]["chairs"][0]["name"] == "Eve")
        await hers.do("block", seat=0)
        assert "no_seat" not in eves.frame["room"], "where she sits"
    async with eve.line(second) as eves, ann.line(second) as hers, bob.line(second) as bobs:
        await eves.until(lambda frame: "no_seat" not in frame["room"])
        await hers.do("sit", seat=0)
        await eves.until(lambda frame: frame["room"].get("no_seat") is True)
        with pytest.raises(RefusedError, match="kept for other people"):
            await eves.do("sit", seat=1)
        assert "block" not in json.dumps(eves.frame)
        assert "no_seat" not in bobs.frame["room"]
        async with eve.line(second) as again:
            await again.until(lambda frame: frame["room"].get("no_seat") is True)
        await hers.do("stand")
        await eves.until(lambda frame: "no_seat" not in frame["room"])
        await eves.do("sit", seat=1)
