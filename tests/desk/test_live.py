"""An event in use: once for each key, one at a time, on disk before it is told, and found again after a restart."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from bowerbird.desk.desk import Answer, Desk
from bowerbird.desk.links import ForbiddenError
from bowerbird.desk.live import LiveEvent
from bowerbird.desk.seasons import NewSeason
from bowerbird.evening.requests import Do, Request
from bowerbird.evening.rights import Right
from bowerbird.evening.setup import NewEvent
from bowerbird.hall.errors import NotFoundError
from bowerbird.store import Log, StoreError
from desk.conftest import desk_on
from desk.desks import refused
from kit.clock import HandClock, quiet


def ask(what: str, key: str, **rest: Any) -> Request:
    found: Request = msgspec.convert({"what": what, "key": key, **rest}, Do)
    return found


async def evening(desk: Desk, rules: str = "alberta", people: int = 8) -> tuple[LiveEvent, Right]:
    live = await desk.make("a person", NewEvent(rules=rules, key="made", trial=people))
    director = Right(live.name, "director")
    await desk.do(director, live, ask("check-in", "c", names="all"))
    await desk.do(director, live, ask("seat", "s"))
    return live, director


async def test_the_same_key_is_done_once_and_answered_the_same(desk: Desk) -> None:
    live, director = await evening(desk)
    score = ask("score", "k", table=1, ns=10, ew=6)
    first = await desk.do(director, live, score)
    seq = live.story.seq
    assert await desk.do(director, live, score) == first
    other = ask("score", "k", table=2, ns=10, ew=6)
    assert await desk.do(director, live, other) == first, "the key says which, whatever comes with it"
    assert live.story.seq == seq
    assert set(live.evening.event.round.results) == {1}


async def test_a_key_belongs_to_its_link(desk: Desk) -> None:
    live, director = await evening(desk)
    await desk.do(director, live, ask("score", "k", table=1, ns=10, ew=6))
    await desk.do(Right(live.name, "helper"), live, ask("score", "k", table=2, ns=10, ew=6))
    assert set(live.evening.event.round.results) == {1, 2}


async def test_the_same_score_from_a_second_person_is_a_success_and_a_different_one_changes_nothing(
    desk: Desk,
) -> None:
    live, director = await evening(desk)
    helper, ann = Right(live.name, "helper"), Right(live.name, "player", 0, live.evening.event.round.tables[0].seats[0])
    await desk.do(director, live, ask("score", "a", table=1, round=1, ns=10, ew=6))
    before, seq = live.evening, live.story.seq
    same = [
        (director, ask("score", "b", table=1, round=1, ns=10, ew=6)),
        (helper, ask("score", "c1", table=1, ns=10, ew=6)),
        (ann, ask("score", "d", ns=10, ew=6)),
        (helper, ask("accept", "e", table=1)),
        (ann, ask("accept", "f")),
        (director, ask("correct", "g", table=1, ns=10, ew=6, reason="read again")),
    ]
    for right, request in same:
        answer = await desk.do(right, live, request)
        assert answer == Answer(True, seq, ("Table 1 has this score already: 10 to 6.",)), request
    different = "Table 1 has 10 to 6 already. 6 to 10 is different, and not saved. If that is wrong, "
    await refused(
        desk.do(helper, live, ask("score", "h", table=1, ns=6, ew=10)), different + "correct it instead, and say why"
    )
    await refused(desk.do(ann, live, ask("score", "i", ns=6, ew=10)), different + "tell the director")
    assert (live.evening, live.story.seq) == (before, seq), (
        "nothing was written, so an undo takes the score itself back"
    )
    await desk.do(director, live, ask("score", "j", table=2, ns=10, ew=6))
    await desk.do(director, live, ask("close-round", "k"))
    answer = await desk.do(helper, live, ask("score", "l", table=1, round=1, ns=10, ew=6))
    assert answer.says == ("Table 1 has this score already: 10 to 6.",), "the other director was quicker"
    await refused(desk.do(helper, live, ask("score", "m", table=1, round=7, ns=10, ew=6)), "Round 7 isn't in progress")


async def test_two_directors_who_accept_different_reports_are_told_so(desk: Desk) -> None:
    live, director = await evening(desk)
    north, east = live.evening.event.round.tables[0].seats[:2]
    await desk.do(Right(live.name, "player", 0, north), live, ask("score", "a", ns=10, ew=6))
    await desk.do(Right(live.name, "player", 0, east), live, ask("score", "b", ns=6, ew=10))
    await desk.do(director, live, ask("accept", "e", table=1, claim=east))
    answer = await desk.do(director, live, ask("accept", "d", table=1, claim=east))
    assert answer.says == ("Table 1 has this score already: 6 to 10.",)
    await refused(desk.do(director, live, ask("accept", "f", table=1, claim=north)), "Table 1 has 6 to 10 already")


async def test_a_refusal_is_not_remembered(desk: Desk) -> None:
    live, director = await evening(desk)
    await refused(desk.do(director, live, ask("score", "k", table=1, ns=9, ew=6)), "isn't finished")
    await desk.do(director, live, ask("score", "k", table=1, ns=10, ew=6))


async def test_many_at_once_are_done_one_by_one(desk: Desk) -> None:
    live, director = await evening(desk, people=60)
    scores = [ask("score", f"k{table}", table=table, ns=10, ew=6) for table in range(1, 16)]
    answers = await asyncio.gather(*(desk.do(director, live, score) for score in scores * 3))
    assert len({answer.seq for answer in answers}) == 15
    assert len(live.evening.event.round.results) == 15


async def test_two_processes_write_to_one_event(log: Log) -> None:
    one, two = desk_on(log), desk_on(log)
    here, director = await evening(one, people=60)
    there = await two.event(here.name)
    tasks: list[asyncio.Task[Answer]] = []
    for table in range(1, 16):
        desk, live = (one, here) if table % 2 else (two, there)
        score = ask("score", f"k{table}", table=table, ns=10, ew=6)
        tasks += [asyncio.create_task(each.do(director, where, score)) for each, where in ((one, here), (two, there))]
        assert desk is not None
        assert live is not None
    await asyncio.gather(*tasks)
    again = await desk_on(log).event(here.name)
    assert len(again.evening.event.round.results) == 15
    keys = [command.record.key for command in again.story.commands]
    assert len(keys) == len(set(keys))
    for desk in (one, two):
        await desk.hall.close()


async def test_news_wakes_whoever_waits_and_silence_ends(desk: Desk, clock: HandClock) -> None:
    live, director = await evening(desk)
    seq = live.story.seq
    assert await live.changed(seq - 1, 0) is True
    waiting = asyncio.create_task(live.changed(seq, 10))
    await clock.advance(9.9)
    assert not waiting.done()
    await clock.advance(0.1)
    assert await waiting is False
    waiting = asyncio.create_task(live.changed(seq, 10))
    await quiet()
    assert not live.is_idle
    await desk.do(director, live, ask("score", "k", table=1, ns=10, ew=6))
    assert await waiting is True
    assert live.is_idle


async def test_nothing_is_told_that_is_not_on_disk(desk: Desk, log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    live, director = await evening(desk)
    append = log.append

    async def written_but_no_answer(*args: Any) -> int:
        await append(*args)
        raise StoreError("the disk did not answer")

    monkeypatch.setattr(log, "append", written_but_no_answer)
    score = ask("score", "k", table=1, ns=10, ew=6)
    await refused(desk.do(director, live, score), "", StoreError)
    assert live.evening.event.round.results == {}
    monkeypatch.undo()
    answer = await desk.do(director, live, score)
    assert answer.says[0] == "Table 1: 10 to 6."
    entries = await log.read(live.stream.name)
    assert sum(b'"key":"k"' in entry.body for entry in entries) == 1


async def test_what_somebody_did_who_has_gone_is_known_all_the_same(
    desk: Desk, log: Log, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, director = await evening(desk, "trailer-estates")
    before, append = live.stream.seq, log.append
    written = asyncio.Event()

    async def append_and_wait(*args: Any) -> int:
        last = await append(*args)
        written.set()
        await asyncio.Event().wait()
        return last

    monkeypatch.setattr(log, "append", append_and_wait)
    doing = asyncio.create_task(desk.do(director, live, ask("settings", "gone", bots=True)))
    await written.wait()
    doing.cancel()
    monkeypatch.undo()
    await clock.advance(10)
    assert live.stream.seq == before + 1
    assert live.evening.settings.bots


async def test_an_event_is_found_again_and_let_go_when_nobody_looks(desk: Desk, log: Log) -> None:
    live, director = await evening(desk)
    await desk.do(director, live, ask("score", "k", table=1, ns=10, ew=6))
    assert await desk.tidy() == 1
    again = await desk.event(live.name)
    assert again is not live
    assert again.evening == live.evening
    await refused(desk.event("nowhere"), "", NotFoundError)


async def test_an_event_is_made_once_for_each_key(desk: Desk) -> None:
    wanted = NewEvent(rules="ccc", key="the form")
    one, two = await desk.make("a person", wanted), await desk.make("a person", wanted)
    assert one.name == two.name
    assert (await desk.make("another", wanted)).name != one.name
    assert [own.event for own in await desk.events_of("a person")] == [one.name]


async def test_an_event_asked_for_twice_at_the_same_moment_is_one(log: Log) -> None:
    one, two = desk_on(log), desk_on(log)
    own = await one.seasons.make("a person", NewSeason(title="Winter", rules="ccc", key="s"))
    wanted = NewEvent(rules="ccc", key="the form", season=own.season)
    made = await asyncio.gather(*(desk.make("a person", wanted) for desk in (one, two, one)))
    assert len({live.name for live in made}) == 1
    season = one.seasons.named_by_key(own.season)
    assert (await one.seasons.state(season)).events == (made[0].name,)
    for desk in (one, two):
        await desk.hall.close()


async def test_asking_again_does_not_give_back_a_link_that_was_withdrawn(desk: Desk) -> None:
    live = await desk.make("a person", NewEvent(rules="trailer-estates", key="made"))
    director, sign_up = Right(live.name, "director"), Right(live.name, "sign-up")
    entry = ask("enter", "phone's own", people=[{"name": "Betty"}])
    first = await desk.do(sign_up, live, entry)
    assert await desk.do(sign_up, live, entry) == first
    await desk.do(director, live, ask("withdraw", "w", role="player", name="Betty"))
    await refused(desk.do(sign_up, live, entry), "cancelled", ForbiddenError)
    await desk.do(director, live, ask("undo", "u"))
    assert await desk.do(sign_up, live, entry) == first


async def test_a_withdrawn_link_does_nothing_even_with_a_request_under_way(desk: Desk) -> None:
    live, director = await evening(desk)
    helper = Right(live.name, "helper")
    token = desk.links.token(helper)
    assert (await desk.by_token(token))[0] == helper
    await desk.do(director, live, ask("withdraw", "w", role="helper"))
    await refused(desk.by_token(token), "", ForbiddenError)
    await refused(desk.do(helper, live, ask("score", "k", table=1, ns=10, ew=6)), "", ForbiddenError)


async def test_links_that_lead_on_come_with_the_answer(desk: Desk) -> None:
    live, director = await evening(desk, "trailer-estates")
    sign_up = Right(live.name, "sign-up")
    answer = await desk.do(sign_up, live, ask("enter", "k", people=[{"name": "Zed Newcomer"}]))
    right, _ = await desk.by_token(answer.link.rpartition("/")[2])
    assert (right.role, right.name) == ("player", "Zed Newcomer")
    name = live.evening.event.round.table(1).seats[0]
    card = Right(live.name, "table", 0, "1")
    answer = await desk.do(card, live, ask("claim", "k", name=name))
    assert (await desk.by_token(answer.link.rpartition("/")[2]))[0].name == name
    answer = await desk.do(director, live, ask("withdraw", "w", role="player", name=name))
    assert (await desk.by_token(answer.link.rpartition("/")[2]))[0].generation == answer.seq
