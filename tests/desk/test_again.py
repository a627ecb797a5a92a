"""The same event again: what comes along, what stays behind, and that it is made once."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from typing import Any

from msgspec.structs import replace

from bowerbird.desk.desk import Desk
from bowerbird.desk.seasons import NewSeason
from bowerbird.evening.again import Again, again_form, first_command_again
from bowerbird.evening.facts import DirectorJoined, decode_record, encode_record
from bowerbird.evening.rights import Right
from bowerbird.evening.setup import NewEvent
from bowerbird.evening.state import Command, Evening, Story
from bowerbird.event import Event, EventError
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.people import Guest
from bowerbird.rulebook import book_names
from desk.desks import START, Room, refused
from desk.test_live import ask
from kit.amount import amount
from kit.rows import rows

TODAY = date(2026, 3, 5)
AGAIN = Again(key="again")
MAKER = DirectorJoined(person="p", called="Ann")


def repeated(room: Room, wanted: Again = AGAIN, today: date = TODAY) -> Evening:
    """The next event, read from its log."""
    record = first_command_again(room.story, wanted, today, MAKER)
    return Story([Command(1, START, decode_record(encode_record(record)))]).evening


def nobody_is_here(event: Event) -> bool:
    return not event.meetings and not event.rounds and {event.presence(name) for name in event.people} == {"entered"}


def empty_room(rules: str, names: str, **wanted: Any) -> Room:
    room = Room(rules, 0, **wanted)
    room.do("paste", text=names, of_age=True)
    return room


def test_everything_that_was_set_up_comes_along_and_nobody_is_here() -> None:
    settings = {"event.money.fee": 500, "event.money.shares": {"4": (60, 40)}}
    room = empty_room(
        "trailer-estates",
        "Ann\nBob\nCy\nDee\nEve",
        title="Friday, week 9",
        date="2026-02-27",
        start="19:00",
        place="Clubhouse",
        zone="America/New_York",
        rounds=2,
        settings=settings,
    )
    room.do("settings", phones=False, bots=True)
    room.do("change", settings={"event.money.fee": 700})
    room.do("check-in", names=["Ann", "Bob", "Cy", "Dee"])
    room.do("sub", name="Dee", by="Zoe")
    room.do("seat")
    room.do("enter", people=[{"name": "Walk In"}], here=True)
    for _ in range(2):
        for table in room.event.round.tables:
            room.score(table.number, 10, 6)
        room.do("finish" if len(room.event.rounds) == 2 else "next")
    before = room.evening
    after = repeated(room)
    assert after.event.book == before.event.book
    assert after.event.book.event.money.fee == 700, "as it was at the end"
    assert (after.event.planned_rounds, after.event.zone) == (2, "America/New_York")
    assert (after.place, after.start, after.date) == ("Clubhouse", "19:00", "2026-03-06")
    assert after.event.title == "Friday, week 10"
    assert after.settings == before.settings
    assert list(after.event.people) == ["Ann", "Bob", "Cy", "Dee", "Eve", "Walk In", "Zoe"]
    assert nobody_is_here(after.event), "Eve, who never came, is still on the list"
    assert not after.event.finished
    form = again_form(room.story, TODAY)
    assert (form.people, form.subs, form.left_out) == (7, ("Zoe",), ())
    assert room.evening == before, "the old event is as it was"


def test_changes_on_the_form() -> None:
    room = empty_room("trailer-estates", "Ann\nBob", title="Friday", date="2026-03-04")
    wanted = Again(key="k", title=" Cup night ", date="2027-01-01", start="18:15", place="Hall B")
    after = repeated(room, wanted)
    assert (after.event.title, after.date, after.start, after.place) == ("Cup night", "2027-01-01", "18:15", "Hall B")
    assert after.event.year == 2027
    assert repeated(room, replace(wanted, title=" ", date="")).event.title == "Friday"


@rows(
    ("last", "today", "expected"),
    [
        ("2026-03-04", "2026-03-05", "2026-03-11"),
        ("2026-02-26", "2026-03-05", "2026-03-05"),
        ("2026-01-05", "2026-03-05", "2026-03-09"),
        ("2026-12-30", "2026-03-05", "2027-01-06"),
        ("", "2026-03-05", ""),
    ],
)
def test_the_date_is_a_week_later_and_never_past(last: str, today: str, expected: str) -> None:
    room = empty_room("trailer-estates", "Ann", date=last)
    assert again_form(room.story, date.fromisoformat(today)).date == expected


def test_only_a_title_that_counts_counts_on() -> None:
    titles = {"Week 3": "Week 4", "Night 9, Elm St 4": "Night 9, Elm St 4", "Club 2026": "Club 2026", "No. 7": "No. 8"}
    for title, expected in titles.items():
        assert again_form(empty_room("trailer-estates", "Ann", title=title).story, TODAY).title == expected


def test_pairs_zones_and_birth_years() -> None:
    room = Room("alberta", 0, date="2026-02-01")
    people = [
        {"name": "Ann", "partner": "Bob", "zone": "North", "born": 1950, "born_partner": 1951},
        {"name": "Cy", "zone": "South", "born": 1940},
        {"name": "Dee", "zone": "South", "of_age": True},
    ]
    room.do("enter", people=people)
    room.do("rename", name="Bob", to="Robert")
    room.do("check-in", names="all")
    room.do("seat")
    assert len(room.event.entry("Cy").players) == 2, "drawn for the night"
    record = first_command_again(room.story, AGAIN, TODAY, MAKER)
    entered = {each.name: (each.born, each.of_age) for fact in record.facts[1:] for each in fact.players}  # type: ignore[union-attr]
    assert entered == {"Ann": (1950, False), "Robert": (1951, False), "Cy": (1940, False), "Dee": (0, True)}
    after = repeated(room).event
    assert list(after.entries) == ["Ann & Robert", "Cy", "Dee"], "partners are drawn again, and pairs stay pairs"
    assert [after.people[name].zone for name in after.people] == ["North", "North", "South", "South"]


def test_a_pair_made_at_the_door_comes_as_a_pair() -> None:
    room = Room("alberta", 0)
    people = [{"name": name, "zone": "North", "of_age": True} for name in ("Ann", "Bob", "Cy", "Dee")]
    room.do("enter", people=people, here=True)
    room.do("pair", first="Bob", second="Dee")
    room.do("rename", name="Dee", to="Deirdre")
    room.do("seat")
    assert len(room.event.entry("Ann").players) == 2, "the other two were drawn for the night"
    assert list(repeated(room).event.entries) == ["Ann", "Bob & Deirdre", "Cy"]


def test_people_whom_the_director_removed_stay_behind() -> None:
    room = Room("trailer-estates", 8)
    gone = next(iter(room.event.people))
    room.do("rule", name=gone, action="removed", reason="threw the cards")
    assert gone not in repeated(room).event.people
    assert again_form(room.story, TODAY).left_out == (gone,)
    pairs = empty_room("cornwall", "Ann & Bob\nCy & Dee")
    pairs.do("rule", name="Ann", action="removed", reason="shouted")
    assert list(repeated(pairs).event.people) == ["Cy", "Dee"]
    assert again_form(pairs.story, TODAY).left_out == ("Ann", "Bob")


@rows("rules", book_names())
@rows("people", [8, 9, 10, 13][: amount(2, full=4)])
def test_every_book_comes_again(rules: str, people: int) -> None:
    """Whatever happened to its people: the next event begins with a list that its rules accept."""
    room = Room(rules, people)
    names = list(room.event.people)
    for what, rest in (
        ("sub", {"name": names[0], "by": "Zoe Sub", "of_age": True, "zone": "Zone 1"}),
        ("rule", {"name": names[1], "action": "removed", "reason": "shouted"}),
        ("enter", {"people": [{"name": "Walk In", "of_age": True, "zone": "Zone 9"}], "here": True}),
        ("left", {"name": names[2]}),
    ):
        with suppress(EventError, NotAllowedError):
            room.do(what, **rest)
    room.do("finish")
    after, form = repeated(room), again_form(room.story, TODAY)
    assert nobody_is_here(after.event)
    assert len(after.event.people) == form.people
    assert set(room.event.people) - set(after.event.people) == set(form.left_out)
    assert names[1] in form.left_out
    assert len(form.left_out) <= 2, "at most somebody and the partner stay behind"


def test_names_taken_off_the_list_or_merged_stay_so() -> None:
    room = empty_room("trailer-estates", "Ann\nBetti\nBetty\nCy")
    room.do("remove", name="Cy")
    room.do("merge", name="Betti", into="Betty")
    assert list(repeated(room).event.people) == ["Ann", "Betty"]
    pairs = Room("alberta", 0)
    entered = [{"name": "E", "partner": "F", "zone": "North"}, {"name": "Eve", "zone": "North"}]
    pairs.do("enter", people=[{**each, "of_age": True} for each in entered])
    pairs.do("merge", name="E", into="Eve")
    assert list(repeated(pairs).event.entries) == ["Eve & F"], "they still are a pair"


def test_what_was_undone_does_not_come_along() -> None:
    room = empty_room("trailer-estates", "Ann\nBob")
    room.do("enter", people=[{"name": "Mistake"}])
    room.do("undo")
    assert list(repeated(room).event.people) == ["Ann", "Bob"]


def test_a_practice_run_stays_one_and_is_in_no_season() -> None:
    room = Room("trailer-estates", 8)
    after = repeated(room)
    assert after.trial
    assert not after.season
    assert len(after.event.people) == 8


async def test_it_is_made_once_on_the_lists_of_all_directors_and_in_the_season(desk: Desk) -> None:
    own = await desk.seasons.make("ann", NewSeason(title="Winter", rules="trailer-estates", key="s"))
    wanted = NewEvent(rules="trailer-estates", key="k", title="Week 1", date="2026-01-05", season=own.season)
    live = await desk.make("ann", wanted, "Ann")
    await desk.do(Right(live.name, "director"), live, ask("paste", "p", text="Ann\nBob"))
    await desk.join(desk.links.of(live.name, live.evening, "invitation"), Guest("pat", "Pat"))
    made = await desk.again("pat", live, AGAIN, "Pat")
    assert (await desk.again("pat", live, AGAIN, "Pat")).name == made.name
    assert made.evening.season == live.evening.season
    name, state = await desk.seasons.by_token(own.season)
    assert [event for event, _ in await desk.seasons.evenings(name, state)] == [live.name, made.name]
    assert [each.event for each in await desk.events_of("ann")] == [live.name, made.name]
    assert [each.event for each in await desk.events_of("pat")] == [live.name, made.name]
    assert await desk.owner_of(live) == "ann"
    assert await desk.owner_of(made) == "pat"
    assert {each.person for each in made.evening.directors.values()} == {"ann", "pat"}


async def test_an_old_event_belongs_to_the_person_who_has_it_on_a_list(desk: Desk) -> None:
    live = await desk.make("ann", NewEvent(rules="trailer-estates", key="k"))
    old = [replace(each.record, notes=each.record.notes[:1]) for each in live.story.commands]
    live.story = Story([Command(1, START, record) for record in old])
    assert live.evening.directors[""].person == ""
    assert await desk.owner_of(live) == "ann"
    await refused(desk.join(desk.links.of(live.name, live.evening, "director"), Guest("pat", "Pat")), "")
