"""Seasons: evenings that count together, by their own word and the season's; weeks, averages, money, who met whom."""

from __future__ import annotations

from decimal import Decimal

import pytest

from bowerbird.desk.desk import Desk
from bowerbird.desk.exports import calendar_of, evening_record, night_of
from bowerbird.desk.links import ForbiddenError
from bowerbird.desk.live import LiveEvent
from bowerbird.desk.seasons import NewSeason, OwnSeason
from bowerbird.evening.rights import Right
from bowerbird.evening.season import played_weeks, shown_season
from bowerbird.evening.setup import NewEvent
from bowerbird.event.export import season_rows
from bowerbird.event.season import played_meetings, season, weeks_of
from bowerbird.hall.errors import NotAllowedError
from desk.desks import START, Room
from desk.test_live import ask
from desk.test_no_show import play_week

NAMES = ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal"]
WANTED = NewSeason(title="Winter", rules="trailer-estates", key="s")


async def night(desk: Desk, key: str, date: str, own: OwnSeason | None, names: list[str] | None = None) -> LiveEvent:
    """One evening of two rounds."""
    joined = own.season if own else ""
    wanted = NewEvent(rules="trailer-estates", key=key, title=f"Night {key}", date=date, rounds=2, season=joined)
    live = await desk.make("a person", wanted)
    director = Right(live.name, "director")
    await desk.do(director, live, ask("paste", "p", text="\n".join(names or NAMES), here=True))
    for round_ in (1, 2):
        await desk.do(director, live, ask("seat" if round_ == 1 else "next", f"r{round_}"))
        for table in live.evening.event.round.tables:
            score = ask("score", f"{round_} {table.number}", table=table.number, ns=6 + round_, ew=4 + table.number)
            await desk.do(director, live, score)
    await desk.do(director, live, ask("finish", "f"))
    return live


async def test_weeks_of_several_evenings_add_up(desk: Desk) -> None:
    own = await desk.seasons.make("a person", WANTED)
    second = await night(desk, "2", "2026-01-12", own, NAMES[:4])
    first = await night(desk, "1", "2026-01-05", own)
    await night(desk, "other", "2026-01-19", None)
    name, state = await desk.seasons.by_token(own.link.rpartition("/")[2])
    evenings = await desk.seasons.evenings(name, state)
    shown = shown_season(state, evenings)
    assert [(week.date, week.title) for week in shown.weeks] == [
        ("2026-01-05", "Night 1"),
        ("2026-01-12", "Night 2"),
    ]
    events = [first.evening.event, second.evening.event]
    by_hand = season([week for event in events for week in weeks_of(event)], events[0].book.event.season, False)
    assert played_weeks(evenings)[1] == by_hand
    ann = next(line for line in shown.lines if line.name == "Ann")
    cells = [Decimal(cell.points) for cell in ann.weeks if cell is not None]
    assert len(cells) == 2
    assert Decimal(ann.total) == sum(cells)
    assert Decimal(ann.average) == sum(cells) / 2
    assert next(line for line in shown.lines if line.name == "Hal").weeks[1] is None
    assert season_rows(by_hand)[0] == [
        "place",
        "name",
        "week 1",
        "week 2",
        "total",
        "loners",
        "euchres",
        "written_place",
    ]


def test_only_the_week_that_is_held_back_is_off_the_season() -> None:
    room = Room("ccc", 8, seat=False, rounds=9)
    play_week(room)
    before = room.evening
    play_week(room)
    assert weeks(room) == ([1, 2], total(room))
    room.do("reveal", do="hold")
    assert weeks(room) == ([1], sum(line.total for line in played_weeks([("", before)])[1]))
    play_week(room)
    assert weeks(room)[0] == [1], "neither the week of the hold nor a later one"
    room.do("reveal", do="all")
    assert weeks(room) == ([1, 2, 3], total(room))


def test_an_evening_that_is_held_back_is_off_the_season_as_a_whole() -> None:
    room = Room("trailer-estates", 8)
    room.play_round()
    room.do("reveal", do="hold")
    assert room.evening.for_everybody is None


def weeks(room: Room) -> tuple[list[int], Decimal]:
    """The weeks that everybody sees, and the sum of their totals."""
    public = room.evening.for_everybody
    assert public is not None
    lines = played_weeks([("", public)])[1]
    return [meeting.number for meeting in played_meetings(public.event)], sum((line.total for line in lines), Decimal())


def total(room: Room) -> Decimal:
    return sum((line.total for line in played_weeks([("", room.evening)])[1]), Decimal())


async def test_who_has_not_met_whom_and_the_money(desk: Desk) -> None:
    own = await desk.seasons.make("a person", WANTED)
    live = await night(desk, "1", "2026-01-05", own)
    name, state = await desk.seasons.by_token(own.season)
    shown = shown_season(state, await desk.seasons.evenings(name, state))
    met: dict[str, set[str]] = {each: {each} for each in NAMES}
    for past in live.evening.event.rounds:
        for table in past.tables:
            for each in table.seats:
                met[each] |= set(table.seats)
    assert {each: set(others) for each, others in shown.not_met.items()} == {
        each: set(NAMES) - met[each] for each in NAMES
    }
    assert sum(balance.cents for balance in shown.money) == 0
    assert shown.credits is None


async def test_an_event_joins_and_leaves_by_the_seasons_key_only(desk: Desk) -> None:
    own = await desk.seasons.make("a person", WANTED)
    live = await night(desk, "1", "2026-01-05", None)
    director = Right(live.name, "director")
    name, _ = await desk.seasons.by_token(own.season)

    async def counted() -> int:
        return len(await desk.seasons.evenings(name, await desk.seasons.state(name)))

    public = own.link.rpartition("/")[2]
    with pytest.raises(NotAllowedError, match="by the season's own key"):
        await desk.do(director, live, ask("settings", "a", season=public))
    with pytest.raises(ForbiddenError):
        await desk.do(director, live, ask("settings", "b", season=name))
    assert await counted() == 0
    answer = await desk.do(director, live, ask("settings", "c", season=own.season))
    assert answer.says == ("This event counts for the season now.",)
    assert await counted() == 1
    await desk.do(director, live, ask("undo", "u"))
    assert await counted() == 0
    await desk.do(director, live, ask("settings", "d", season=own.season))
    await desk.do(director, live, ask("settings", "e", season=""))
    assert await counted() == 0


async def test_a_trial_run_counts_for_no_season(desk: Desk) -> None:
    own = await desk.seasons.make("a person", WANTED)
    live = await desk.make("a person", NewEvent(rules="trailer-estates", key="t", trial=8))
    with pytest.raises(NotAllowedError, match="practice run doesn't count for a season"):
        await desk.do(Right(live.name, "director"), live, ask("settings", "a", season=own.season))
    with pytest.raises(NotAllowedError, match="practice run doesn't count for a season"):
        await desk.make("a person", NewEvent(rules="trailer-estates", key="u", trial=8, season=own.season))


async def test_a_season_is_made_once_and_its_link_can_be_withdrawn(desk: Desk) -> None:
    own = await desk.seasons.make("a person", WANTED)
    assert await desk.seasons.make("a person", WANTED) == own
    assert await desk.seasons.of("a person") == [own]
    assert await desk.seasons.of("another") == []
    new = await desk.seasons.withdraw(own.season)
    assert new.link != own.link
    with pytest.raises(ForbiddenError):
        await desk.seasons.by_token(own.link.rpartition("/")[2])
    await desk.seasons.by_token(new.link.rpartition("/")[2])
    with pytest.raises(NotAllowedError):
        await desk.seasons.withdraw(new.link.rpartition("/")[2])
    live = await night(desk, "1", "2026-01-05", None)
    with pytest.raises(ForbiddenError, match="leads to another page"):
        await desk.seasons.by_token(desk.links.of(live.name, live.evening, "public"))


async def test_the_night_in_a_calendar_is_in_the_halls_own_time(desk: Desk) -> None:
    wanted = NewEvent(
        rules="trailer-estates", key="k", title="Friday", date="2026-01-09", place="Clubhouse", zone="America/New_York"
    )
    live = await desk.make("a person", wanted)
    found = night_of(live.name, live.evening)
    assert found is not None
    assert (found.start, found.end) == ("20260109T233000Z", "20260110T020000Z")
    text = calendar_of("Friday", [found], START)
    assert "LOCATION:Clubhouse" in text
    record = evening_record(live.evening)
    assert (record["place"], record["title"], record["rounds"]) == ("Clubhouse", "Friday", [])
    undated = await desk.make("a person", NewEvent(rules="trailer-estates", key="l"))
    assert night_of(undated.name, undated.evening) is None
    with pytest.raises(NotAllowedError, match="Set the date"):
        calendar_of("Friday", [], START)
