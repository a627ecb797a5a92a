"""Seasons: evenings that count together, by their own word and the season's; weeks, averages, money, who met whom."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from itertools import combinations

import pytest

from bowerbird.desk.desk import Desk
from bowerbird.desk.exports import calendar_of, evening_record, night_of
from bowerbird.desk.links import ForbiddenError
from bowerbird.desk.live import LiveEvent
from bowerbird.desk.seasons import NewSeason, OwnSeason
from bowerbird.evening.rights import Right
from bowerbird.evening.season import SeasonState, played_weeks, shown_season
from bowerbird.evening.setup import NewEvent
from bowerbird.evening.state import Evening, Story
from bowerbird.event.export import season_rows
from bowerbird.event.facts import SeasonSoFar
from bowerbird.event.season import played_meetings, season, weeks_of
from bowerbird.event.state import Event
from bowerbird.hall.errors import NotAllowedError
from desk.desks import START, Room, refused
from desk.test_live import ask
from desk.test_no_show import play_week
from kit.amount import amount

NAMES = ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal"]
WANTED = NewSeason(title="Winter", rules="trailer-estates", key="s")
CCC = NewSeason(title="CCC", rules="ccc", key="c")


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
    await refused(desk.do(director, live, ask("settings", "a", season=public)), "by the season's own key")
    await refused(desk.do(director, live, ask("settings", "b", season=name)), "", ForbiddenError)
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
    await refused(
        desk.do(Right(live.name, "director"), live, ask("settings", "a", season=own.season)),
        "practice run doesn't count for a season",
    )
    await refused(
        desk.make("a person", NewEvent(rules="trailer-estates", key="u", trial=8, season=own.season)),
        "practice run doesn't count for a season",
    )


async def test_a_season_is_made_once_and_its_link_can_be_withdrawn(desk: Desk) -> None:
    own = await desk.seasons.make("a person", WANTED)
    assert await desk.seasons.make("a person", WANTED) == own
    assert await desk.seasons.of("a person") == [own]
    assert await desk.seasons.of("another") == []
    new = await desk.seasons.withdraw(own.season)
    assert new.link != own.link
    await refused(desk.seasons.by_token(own.link.rpartition("/")[2]), "", ForbiddenError)
    await desk.seasons.by_token(new.link.rpartition("/")[2])
    await refused(desk.seasons.withdraw(new.link.rpartition("/")[2]), "")
    live = await night(desk, "1", "2026-01-05", None)
    await refused(
        desk.seasons.by_token(desk.links.of(live.name, live.evening, "public")), "leads to another page", ForbiddenError
    )


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


# A week of a season is planned from the weeks before it.


def crowd(people: int) -> list[str]:
    return [f"P{number:02}" for number in range(1, people + 1)]


async def week(
    desk: Desk, number: int, own: OwnSeason, here: Sequence[str], games: int = 3, rounds: int = 3
) -> LiveEvent:
    """One weekly event, played as far as these games; it is finished only with all three."""
    wanted = NewEvent(rules="ccc", key=f"week {number}", date=f"2026-01-{number:02}", rounds=rounds, season=own.season)
    live = await desk.make("a person", wanted)
    director = Right(live.name, "director")
    await desk.do(director, live, ask("paste", "p", text="\n".join(here), here=True))
    for game in range(games):
        await desk.do(director, live, ask("next" if game else "seat", f"g{game}"))
        for table in live.evening.event.round.tables:
            await desk.do(director, live, ask("score", f"{game} {table.number}", table=table.number, ns=10, ew=6))
    if games == 3:
        await desk.do(director, live, ask("finish", "f"))
    return live


def at_tables(events: Sequence[Event]) -> set[frozenset[str]]:
    """Every two people who sat at one table."""
    return {
        frozenset(pair)
        for event in events
        for past in event.rounds
        for table in past.tables
        for pair in combinations(table.seats, 2)
    }


@pytest.mark.clause("CCC-1a", "CCC-1b")
@pytest.mark.parametrize("rounds", [3, 0])
async def test_sixteen_people_meet_96_of_120_pairs_over_four_weekly_events(desk: Desk, rounds: int) -> None:
    own = await desk.seasons.make("a person", CCC)
    events = []
    for number in range(1, 5):
        live = await week(desk, number, own, crowd(16), rounds=rounds)
        events.append(live.evening.event)
        partners, opponents = Counter[frozenset[str]](), Counter[frozenset[str]]()
        for past in live.evening.event.rounds:
            for north, east, south, west in (table.seats for table in past.tables):
                partners.update(map(frozenset, [(north, south), (east, west)]))
                opponents.update(map(frozenset, [(north, east), (east, south), (south, west), (west, north)]))
        assert set(partners.values()) == {1}, "within a week, everybody once"
        assert set(opponents.values()) == {2}
        assert len(partners) == len(opponents) == 24
    assert len(at_tables(events)) == 96, "four weeks of 24 pairs: more is not possible"
    assert events[-1].plan_says == "Over 4 weeks of the season, 96 of 120 pairs meet; 96 is the best possible."


#: People on the list, how many are away in each of four weeks, and the pairs that meet at least.
@pytest.mark.clause("CCC-1b")
@pytest.mark.parametrize(("people", "away", "least"), [(24, 3, 118), (13, 1, 59), (15, 2, 62)][: amount(1, full=3)])
async def test_with_people_away_too_the_others_meet_new_people(desk: Desk, people: int, away: int, least: int) -> None:
    own, names = await desk.seasons.make("a person", CCC), crowd(people)
    events = []
    for number in range(1, 5):
        here = [name for index, name in enumerate(names) if not number * away <= index + 1 < (number + 1) * away]
        start = time.process_time()
        live = await week(desk, number, own, here, games=1)
        assert time.process_time() - start < 2, "all of it, of which the plan takes less than half a second"
        events.append(live.evening.event)
    assert len(at_tables(events)) >= least
    rests = Counter(name for event in events for name in event.round.sitting_out)
    assert not rests or max(rests.values()) <= -(-sum(rests.values()) // people) + 1


async def test_a_week_goes_on_from_unfinished_and_held_back_weeks_and_says_so_in_its_log(desk: Desk) -> None:
    own = await desk.seasons.make("a person", CCC)
    first = await week(desk, 1, own, crowd(16), games=1)
    await desk.do(Right(first.name, "director"), first, ask("reveal", "h", do="hold"))
    second = await week(desk, 2, own, crowd(16), games=1)
    assert not at_tables([first.evening.event]) & at_tables([second.evening.event])
    facts = [fact for command in second.story.commands for fact in command.record.facts]
    (known,) = (fact for fact in facts if isinstance(fact, SeasonSoFar))
    assert [set(four) for four in known.weeks[0].tables] == [
        set(table.seats) for table in first.evening.event.round.tables
    ]
    again = Story(second.story.commands).evening.event
    assert (again.plan, again.rounds) == (second.evening.event.plan, second.evening.event.rounds)


async def test_a_week_that_is_seated_again_goes_on_from_what_is_known_then(desk: Desk) -> None:
    own = await desk.seasons.make("a person", CCC)
    first = await week(desk, 1, own, crowd(16), games=0)
    second = await week(desk, 2, own, crowd(16), games=0)
    for live in (first, second):
        await desk.do(Right(live.name, "director"), live, ask("seat", "s"))
    director = Right(first.name, "director")
    await desk.do(director, first, ask("undo", "u"))
    assert not first.evening.event.rounds
    await desk.do(director, first, ask("seat", "again"))
    assert not at_tables([first.evening.event]) & at_tables([second.evening.event])
    await desk.do(director, first, ask("undo", "v"))
    await desk.do(director, first, ask("settings", "out", season=""))
    await desk.do(director, first, ask("seat", "alone"))
    assert not first.evening.event.season_so_far, "it counts for the season no more"


async def test_no_other_event_is_planned_from_the_season(desk: Desk) -> None:
    own = await desk.seasons.make("a person", CCC)
    await week(desk, 1, own, crowd(8), games=1)
    alone = await desk.make("a person", NewEvent(rules="ccc", key="alone", rounds=3))
    director = Right(alone.name, "director")
    await desk.do(director, alone, ask("paste", "p", text="\n".join(crowd(8)), here=True))
    await desk.do(director, alone, ask("seat", "s"))
    assert not alone.evening.event.season_so_far
    other = await night(desk, "1", "2026-01-19", await desk.seasons.make("a person", WANTED), crowd(8))
    second = await night(desk, "2", "2026-01-26", await desk.seasons.make("a person", WANTED), crowd(8))
    assert not other.evening.event.season_so_far
    assert not second.evening.event.season_so_far, "every game has new partners, whoever they were last week"


async def test_subs_empty_chairs_and_corrected_names_are_who_really_met(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Of 200 plans drawn by chance, one seats two people of the first week together again.
    monkeypatch.setattr("bowerbird.desk.desk._CHANCE", random.Random(1))
    own, names = await desk.seasons.make("a person", CCC), crowd(16)
    first = await week(desk, 1, own, names, games=0)
    director = Right(first.name, "director")
    await desk.do(director, first, ask("seat", "s"))
    tables = [table.seats for table in first.evening.event.round.tables]
    sub_for, empty = tables[0][0], tables[1][0]
    await desk.do(director, first, ask("sub", "z", name=sub_for, by="Zoe"))
    await desk.do(director, first, ask("stand-down", "d", table=2, reason=f"{empty} is ill"))
    met = shown_season(*(await season_of(desk, own))).not_met
    assert set(met[tables[0][1]]) == {*names, sub_for} - {*tables[0][1:]}
    assert set(met[tables[1][1]]) == {*names} - {tables[1][1]}
    # Next week somebody is on the list by the right name, and one table has everybody of the idle one.
    old, new = tables[2][0], "Penelope"
    second = await desk.make("a person", NewEvent(rules="ccc", key="2", rounds=3, season=own.season))
    director = Right(second.name, "director")
    await desk.do(director, second, ask("paste", "p", text="\n".join(names), here=True))
    await desk.do(director, second, ask("rename", "r", name=old, to=new))
    await desk.do(director, second, ask("seat", "s"))
    seated = at_tables([second.evening.event])
    known = {new if name == old else name for name in tables[2]}
    assert not {frozenset(pair) for pair in combinations(known, 2)} & seated
    assert not {frozenset(pair) for pair in combinations(tables[0][1:], 2)} & seated
    # A third event has the new name from the start.
    third = await week(desk, 3, own, [new if name == old else name for name in names], games=1)
    assert not {frozenset(pair) for pair in combinations(known, 2)} & at_tables([third.evening.event])


async def season_of(desk: Desk, own: OwnSeason) -> tuple[SeasonState, list[tuple[str, Evening]]]:
    name, state = await desk.seasons.by_token(own.season)
    return state, await desk.seasons.evenings(name, state)
