"""The lobby on real tables: people meet, also through different processes and after a restart."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable, Settings
from bowerbird.hall.matching import WAIT
from bowerbird.hall.people import Guest
from bowerbird.hall.setup import TableSetup
from bowerbird.seats import Seat
from bowerbird.store import Log
from kit.clock import HandClock, soon

SETTINGS = Settings(grace=15, arrival=20, words_wait=0, pace_factor=0, review_ahead=False)


@pytest.fixture
def clock() -> HandClock:
    """Time that goes on by hand alone."""
    return HandClock()


@pytest.fixture
async def hall(log: Log, clock: HandClock) -> AsyncIterator[Hall]:
    async with open_hall(log, clock) as hall:
        yield hall


@asynccontextmanager
async def open_hall(log: Log, clock: Callable[[], int], settings: Settings = SETTINGS) -> AsyncIterator[Hall]:
    hall = Hall(log, clock, settings, bot_processes=0)
    await hall.open()
    try:
        yield hall
    finally:
        await hall.close()


async def comes(hall: Hall, person: str, rules: str = "") -> LiveTable:
    """A person looks for a game and opens the page of the table."""
    live = await hall.lobby.play(Guest(person, person.capitalize()), rules)
    await live.came(person)
    return live


def people_at(live: LiveTable) -> set[str]:
    return {live.room.chairs[seat].person for seat in live.room.people()}


async def test_four_people_who_look_for_a_game_sit_together_and_play(hall: Hall) -> None:
    tables = [await comes(hall, person) for person in ("ann", "bob", "cy", "dee")]
    assert len({live.name for live in tables}) == 1
    assert people_at(tables[0]) == {"ann", "bob", "cy", "dee"}
    await soon(lambda: tables[0].room.started)
    assert not any(chair.bot for chair in tables[0].room.chairs.values())


async def test_all_at_the_same_moment_meet_too(hall: Hall) -> None:
    tables = await asyncio.gather(*(comes(hall, person) for person in ("ann", "bob", "cy", "dee")))
    assert len({live.name for live in tables}) == 1


async def test_after_a_minute_bots_fill_up_and_the_next_person_takes_a_bots_chair(hall: Hall, clock: HandClock) -> None:
    live = await comes(hall, "ann")
    assert not live.room.started
    await clock.advance(WAIT / 1000 - 0.1)
    assert not live.room.started
    await clock.advance(0.1)
    assert live.room.started
    assert people_at(live) == {"ann"}
    later = await comes(hall, "bob")
    assert later is live
    assert people_at(live) == {"ann", "bob"}


async def test_looking_twice_is_looking_once(hall: Hall) -> None:
    one, two = await asyncio.gather(comes(hall, "ann"), comes(hall, "ann", "alberta"))
    assert one is two
    assert (await comes(hall, "ann", "alberta")) is one
    assert list(people_at(one)) == ["ann"]


async def test_blocked_people_are_never_seated_together(hall: Hall) -> None:
    await hall.blocks.block("ann", "bob", "Bob")
    first = await comes(hall, "ann")
    second = await comes(hall, "bob")
    assert second is not first
    assert (await comes(hall, "cy")) in (first, second)
    ann = await hall.blocks.of("ann")
    assert [each.name for each in ann] == ["Bob"]
    assert not await hall.blocks.of("bob"), "nobody learns who has blocked them"
    await hall.blocks.unblock("ann", ann[0].note)
    assert not await hall.blocks.are_apart("bob", "ann")


async def test_a_chair_becomes_free_when_the_page_is_gone(hall: Hall, clock: HandClock) -> None:
    live = await comes(hall, "ann")
    await comes(hall, "bob")
    live.went("ann")
    await clock.advance(19.9)
    assert people_at(live) == {"ann", "bob"}, "there is time to come back"
    await clock.advance(0.1)
    assert people_at(live) == {"bob"}
    assert not live.room.started


async def test_a_person_who_never_opens_the_page_leaves_the_chair(hall: Hall, clock: HandClock) -> None:
    live = await hall.lobby.play(Guest("ann", "Ann"))
    live.rouse()
    await clock.advance(19.9)
    assert people_at(live) == {"ann"}
    await clock.advance(0.1)
    assert not people_at(live)


async def test_a_restart_keeps_the_people_who_wait(log: Log, clock: HandClock) -> None:
    async with open_hall(log, clock) as before:
        await comes(before, "ann")
    async with open_hall(log, clock) as after:
        await after.wake_recent()
        live = await comes(after, "bob")
        assert "bob" in people_at(live)
        assert (await comes(after, "ann")) is live
        await clock.advance(WAIT / 1000)
        assert live.room.started


async def test_another_person_can_have_other_rules(hall: Hall) -> None:
    one = await comes(hall, "ann", "alberta")
    two = await comes(hall, "bob", "bicycle")
    assert one.room.book.name == "alberta"
    assert two.room.book.name == "bicycle"
    assert (await comes(hall, "cy", "alberta")) is one


async def test_unknown_rules_are_refused(hall: Hall) -> None:
    with pytest.raises(NotAllowedError, match="no rulebook"):
        await hall.lobby.play(Guest("ann", "Ann"), "whist")
    assert (await comes(hall, "bob")).room.book.name == "bicycle"


async def test_the_seats_are_kept_for_the_same_four(hall: Hall) -> None:
    from bowerbird.hall.facts import KeptFor

    kept = KeptFor(("ann", "", "bob", ""), ("Ann", "", "Bob", ""))
    live = await hall.make_table("ann", TableSetup(kept_for=kept))
    with pytest.raises(NotAllowedError, match="kept for Bob"):
        await live.sit("cy", "Cy", Seat.S)
    await live.sit("cy", "Cy", Seat.E)
    await live.sit("bob", "Bob", Seat.S)
