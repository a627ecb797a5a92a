"""The daily hand: one deal for everyone, one try that counts, no help, and no results before one's own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from datetime import date, timedelta
from typing import Any

import pytest

from bowerbird.hall.bots import Bots
from bowerbird.hall.daily import DailyHands, DailyShown
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.facts import HandedOver, Happened, TookBack, decode_hall_fact
from bowerbird.hall.fair import check
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable
from bowerbird.hall.practice import day_of
from bowerbird.hall.promises import Promises
from bowerbird.hall.replay import shown_deals
from bowerbird.learn.daily import SEAT, anchors, secret_from
from bowerbird.players import player
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import Fact, Shuffle, View
from kit.clock import HandClock, quiet, soon

DAY = 24 * 3600
NOON = 1_767_614_400_000


def nobody(_person: str) -> bool:
    return False


def everybody(_person: str) -> bool:
    return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> HandClock:
    """Noon of a day, until it is told otherwise."""

    async def choose(
        self: Bots, level: str, seed: int, book: Rulebook, view: View, people: Collection[str], bird: str = ""
    ) -> Fact:
        assert (level, seed, bird) == ("master", 0, ""), "everyone has the same opponents"
        return player("club", 1).choose(book, view)

    monkeypatch.setattr(Bots, "choose", choose)
    return HandClock(NOON, step=10)


async def play_to_the_end(live: LiveTable, person: str) -> None:
    """Play the hand as a club player would."""
    await live.came(person)
    while not live.room.table.state.is_over:
        await soon(lambda: live.room.table.state.turn is SEAT or live.room.table.state.is_over)
        if not live.room.table.state.is_over:
            seen = live.room.table.view(SEAT)
            await live.act(person, player("club", 1).choose(live.room.book, seen))
    await soon(lambda: live.room.deal is not None and live.room.deal.revealed)


async def played(hall: Hall, person: str, name: str = "Ann") -> LiveTable:
    live = await hall.daily.play(person, name)
    await play_to_the_end(live, person)
    await hall.daily.settled()
    return live


async def shown(hall: Hall, person: str, day: date | None = None, kept: Any = everybody) -> DailyShown:
    return await hall.daily.shown(day or hall.daily.today, person, kept)


async def until_shown(hall: Hall, person: str, wanted: Callable[[DailyShown], bool]) -> None:
    await quiet()
    assert wanted(await shown(hall, person))


def deck_of(live: LiveTable) -> tuple[Any, ...]:
    return next(fact.deck for fact in live.room.table.facts if isinstance(fact, Shuffle))


async def test_everyone_gets_the_same_deal_and_the_same_dealer(hall: Hall, clock: HandClock) -> None:
    tables = [await played(hall, person) for person in ("ann", "bob")]
    assert tables[0].name != tables[1].name
    assert deck_of(tables[0]) == deck_of(tables[1])
    assert tables[0].room.table.state.results[0].dealer is tables[1].room.table.state.results[0].dealer
    clock.go(DAY)
    assert deck_of(await played(hall, "ann")) != deck_of(tables[0])


async def test_one_try_counts_on_however_many_devices_and_others_are_practice(hall: Hall, clock: HandClock) -> None:
    first = await hall.daily.play("ann", "Ann")
    again = await hall.daily.play("ann", "Ann")
    assert first is again, "a second device opens the same table"
    await play_to_the_end(first, "ann")
    await hall.daily.settled()
    counted = (await shown(hall, "ann")).points
    other = await played(hall, "ann")
    assert other.name != first.name
    assert deck_of(other) == deck_of(first)
    found = await shown(hall, "ann")
    assert (found.points, found.table) == (counted, first.name)
    assert found.named is not None
    assert sum(found.named.counts) == 1


async def test_a_hand_that_is_finished_after_its_day_does_not_count(hall: Hall, clock: HandClock) -> None:
    live = await hall.daily.play("ann", "Ann")
    day = hall.daily.today
    clock.go(DAY)
    await play_to_the_end(live, "ann")
    await hall.daily.settled()
    assert (await shown(hall, "ann", day)).points is None


async def test_nobody_sees_results_or_links_before_their_own_hand_is_played(hall: Hall, clock: HandClock) -> None:
    await played(hall, "ann")
    before = await shown(hall, "bob")
    assert (before.points, before.master, before.named, before.guests, before.link) == (None, None, None, None, "")
    month = await hall.daily.month(before.day.year, before.day.month, "bob", everybody)
    assert (month[-1].day, month[-1].points, month[-1].master, month[-1].mean, month[-1].people) == (
        before.day,
        None,
        None,
        None,
        0,
    )
    await played(hall, "bob")
    after = await shown(hall, "bob")
    assert after.master is not None
    assert after.named is not None
    assert sum(after.named.counts) == 2
    assert after.link == "", "the link is shown when the day is over"


async def test_guests_are_counted_apart(hall: Hall, clock: HandClock) -> None:
    await played(hall, "ann")
    await played(hall, "guest")
    found = await shown(hall, "ann", kept=lambda person: person == "ann")
    assert found.named is not None
    assert found.guests is not None
    assert (sum(found.named.counts), sum(found.guests.counts)) == (1, 1)
    assert found.named.mean == found.points


async def test_ones_own_result_does_not_wait_for_the_master(
    hall: Hall, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready, asked = asyncio.Event(), 0

    async def sum_up(self: Bots, *_: object, people: Collection[str]) -> int:
        nonlocal asked
        asked += 1
        await ready.wait()
        return 2

    monkeypatch.setattr(Bots, "sum_up", sum_up)
    live = await hall.daily.play("ann", "Ann")
    before = await shown(hall, "ann")
    assert (before.points, before.waits_for_master) == (None, False)
    await play_to_the_end(live, "ann")
    await until_shown(hall, "ann", lambda found: found.points is not None)
    found = await shown(hall, "ann")
    assert (found.master, found.waits_for_master) == (None, True)
    assert found.named is not None
    assert sum(found.named.counts) == 1
    await play_to_the_end(await hall.daily.play("bob", "Bob"), "bob")
    await until_shown(hall, "bob", lambda found: found.points is not None)
    ready.set()
    await hall.daily.settled()
    found = await shown(hall, "ann")
    assert (found.master, found.waits_for_master, asked) == (2, False, 1)


async def test_after_a_stop_the_master_plays_the_hand_of_the_day(
    hall: Hall, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(self: Bots, *_: object, people: Collection[str]) -> int:
        raise RuntimeError("Bowerbird stops")

    with monkeypatch.context() as stopping:
        stopping.setattr(Bots, "sum_up", broken)
        await played(hall, "ann")
    assert (await shown(hall, "ann")).waits_for_master
    again = DailyHands(hall)
    await again.open()
    await again.settled()
    assert (await shown(hall, "ann")).master is not None


async def test_the_end_of_the_chain_is_there_before_anybody_has_played(hall: Hall, clock: HandClock) -> None:
    processes = [DailyHands(hall) for _ in range(5)]
    await asyncio.gather(*(each.open() for each in processes))
    assert len(await hall.log.read("daily-chain")) == 1
    found = await shown(hall, "")
    assert (found.first, found.number, len(found.anchor)) == (hall.daily.today, 1, 64)
    await played(hall, "ann")
    clock.go(DAY)
    await DailyHands(hall).open()
    past = await shown(hall, "ann", hall.daily.today - timedelta(1))
    assert past.anchor == found.anchor == anchors(past.link, 1)


async def test_a_month_has_no_days_from_before_the_first_hand(hall: Hall, clock: HandClock) -> None:
    first = hall.daily.today
    await hall.daily.open()
    clock.go(2 * DAY)
    month = await hall.daily.month(first.year, first.month, "ann", everybody)
    assert [each.day for each in month] == [first + timedelta(days) for days in range(3)]
    earlier = first.replace(day=1) - timedelta(1)
    assert not await hall.daily.month(earlier.year, earlier.month, "ann", everybody)


async def test_a_club_of_guests_has_its_average(hall: Hall, clock: HandClock) -> None:
    await played(hall, "ann")
    await played(hall, "bob")
    today = hall.daily.today
    guests = await shown(hall, "ann", kept=nobody)
    assert guests.guests is not None
    (day,) = await hall.daily.month(today.year, today.month, "ann", nobody)
    assert (day.mean, day.people, day.of_guests) == (guests.guests.mean, 2, True)
    (day,) = await hall.daily.month(today.year, today.month, "ann", lambda person: person == "ann")
    assert (day.mean, day.people, day.of_guests) == (guests.points, 1, False)


async def test_when_the_day_is_over_anyone_can_check_its_deal(hall: Hall, clock: HandClock) -> None:
    live = await played(hall, "ann")
    day, anchor = hall.daily.today, (await shown(hall, "ann")).anchor
    clock.go(3 * DAY)
    await played(hall, "ann")
    past = await shown(hall, "bob", day)
    assert past.anchor == anchor == anchors(past.link, past.number)
    assert past.secret == secret_from(past.link, day)
    (deal,) = shown_deals(live.room)
    assert deal.secret == past.secret
    assert check(deal) == []
    future = await shown(hall, "bob", hall.daily.today + timedelta(1))
    assert (future.when, future.link) == ("future", "")


async def test_the_log_of_a_daily_table_keeps_its_promises(hall: Hall, clock: HandClock) -> None:
    live = await played(hall, "ann")
    entries = await hall.log.read(f"table:{live.name}")
    facts = [(decode_hall_fact(entry.body), entry.at) for entry in entries]
    assert Promises(facts, since=0).problems == []


async def test_nothing_at_the_table_can_make_it_another_hand(hall: Hall, clock: HandClock) -> None:
    live = await hall.daily.play("ann", "Ann")
    await live.came("ann")
    await soon(lambda: live.room.table.state.turn is SEAT)
    refused = [
        live.stand("ann"),
        live.ask_undo("ann"),
        live.seat_bot("ann", Seat.N, "random"),
        live.remove("ann", Seat.N),
        live.start("ann"),
        live.sit("bob", "Bob", Seat.N),
        live.add_words("ann", "words"),
    ]
    for attempt in refused:
        with pytest.raises(NotAllowedError):
            await attempt
    with pytest.raises(NotAllowedError, match="no hints"):
        await hall.hints.of(live, "ann")


async def test_a_bot_never_plays_for_the_person_whose_try_it_is(hall: Hall, clock: HandClock) -> None:
    live = await hall.daily.play("ann", "Ann")
    await live.came("ann")
    await soon(lambda: live.room.table.state.turn is SEAT)
    # As if a stranger at the table, in another process, were the one who waits.
    live._people._elsewhere = lambda person: person != "ann"
    live.went("ann")
    live.room.chairs[Seat.N].person = "bob"
    assert live._people.anyone_here
    await live._hand_over(SEAT, "ann")
    assert not live.room.chairs[SEAT].away


async def test_what_a_bot_has_played_is_not_a_persons_result(hall: Hall, clock: HandClock) -> None:
    """As in a log from before the table waited for its player."""
    live = await hall.daily.play("ann", "Ann")
    await live.came("ann")
    await soon(lambda: live.room.table.state.turn is SEAT)
    chosen = player("club", 1).choose(live.room.book, live.room.table.view(SEAT))
    await live.change(lambda _: [HandedOver(SEAT), Happened(chosen), TookBack(SEAT)])
    await play_to_the_end(live, "ann")
    hall.daily.judged(live.name, live.room, 1, [])
    await hall.daily.settled()
    found = await shown(hall, "ann")
    assert (found.points, found.cost) == (None, None)
    await played(hall, "bob")
    results = (await shown(hall, "bob")).named
    assert results is not None
    assert sum(results.counts) == 1, "that of Bob"


async def test_after_a_restart_the_day_is_the_same(hall: Hall, clock: HandClock) -> None:
    live = await played(hall, "ann")
    again = DailyHands(hall)
    assert await again.shown(hall.daily.today, "ann", everybody) == await shown(hall, "ann")
    assert (await again.play("bob", "Bob")).room.deals[1].secret == live.room.deals[1].secret


async def test_what_the_teacher_finds_is_noted_for_the_table_that_counts(hall: Hall, clock: HandClock) -> None:
    live = await played(hall, "ann")
    hall.daily.judged(live.name, live.room, 1, [])
    other = await played(hall, "ann")
    hall.daily.judged(other.name, other.room, 1, [])
    await hall.daily.settled()
    assert (await shown(hall, "ann")).cost == 0.0
    assert (await shown(hall, "bob")).cost is None


def test_the_date_is_that_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    late = 1_767_657_600_000  # midnight UTC, 6 January 2026
    for zone, expected in (("UTC", date(2026, 1, 6)), ("America/Toronto", date(2026, 1, 5))):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        assert day_of(late) == expected
    monkeypatch.undo()
    time.tzset()
