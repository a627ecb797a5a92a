"""Someone is missing: the choices are those that would work, and do what they say."""

from __future__ import annotations

import random
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bowerbird.evening.missing import MissingChoice, choices_for
from bowerbird.event import EventError
from bowerbird.event.money import ledger, pot_of
from bowerbird.event.standings import standings
from bowerbird.hall.errors import NotAllowedError
from bowerbird.rulebook import book_names
from desk.desks import Room
from kit.amount import amount
from kit.rows import rows

CLUBS = tuple(name for name in book_names() if name != "bicycle")


def choices(room: Room, name: str) -> dict[str, MissingChoice]:
    return {choice.words: choice for choice in choices_for(room.event, name, random.Random(3))}


def do(room: Room, choice: MissingChoice) -> None:
    assert choice.what is not None
    rest: dict[str, Any] = {key: value for key, value in choice.what.items() if key != "what"}
    room.do(str(choice.what["what"]), **rest)


@rows("rules", CLUBS)
@rows("moment", ["before", "in the round", "scored", "between"])
def test_every_choice_can_be_done(rules: str, moment: str) -> None:
    def evening() -> Room:
        people = amount(9, full=13)
        room = Room(rules, people - people % 2 if rules == "alberta" else people, seat=moment != "before")
        if moment in ("scored", "between"):
            room.play_round()
        if moment == "between":
            room.do("next")
            room.play_round()
        return room

    room = evening()
    name = room.event.round.table(1).seats[0] if room.event.rounds else next(iter(room.event.people))
    found = choices(room, name)
    assert found
    for words, choice in found.items():
        assert choice.effect, words
        if choice.what is not None:
            do(room, choice)
            room.do("undo")


def test_somebody_who_sits_out_takes_the_chair() -> None:
    room = Room("trailer-estates", 9)
    missing, resting = room.event.round.table(1).seats[0], room.event.round.sitting_out[0]
    found = choices(room, missing)[f"{resting}, who is sitting out, takes {missing}'s seat"]
    assert "Table 1 keeps playing." in found.effect
    do(room, found)
    assert room.event.round.table(1).seats[0] == resting
    assert room.event.round.sitting_out == (missing,)


def test_waiting_holds_the_table_until_the_person_checks_in() -> None:
    room = Room("trailer-estates", 8)
    missing = room.event.round.table(1).seats[0]
    do(room, choices(room, missing)[f"Wait: {missing} comes later"])
    assert room.view()["tables"][0]["state"] == "stood down"
    assert room.view()["list"][0]["urgent"] is True
    room.do("check-in", names=[missing])
    assert room.view()["tables"][0]["state"] == "seated"


@pytest.mark.clause("CCC-15a", "CCC-15c")
def test_absence_and_standing_down_say_what_they_cost() -> None:
    room = Room("ccc", 8)
    missing = room.event.round.table(1).seats[0]
    found = choices(room, missing)
    assert (
        "They get their average of the other weeks, without credits." in found["Table 1 stands down this round"].effect
    )
    assert (
        f"{missing} has zero for this week." in found[f"{missing} isn't coming today, and nobody takes the seat"].effect
    )


def test_a_smaller_room_is_tried_out_before_it_is_offered() -> None:
    room = Room("trailer-estates", 13, seat=False)
    name = next(iter(room.event.people))
    room.do("check-in", names=[name]) if room.event.presence(name) == "entered" else None
    gone = choices(room, name)[f"Play without {name}: {name} isn't coming today"]
    assert "The next round has 3 tables." in gone.effect
    do(room, gone)
    room.do("seat")
    assert len(room.event.round.tables) == 3
    assert room.event.round.sitting_out == ()


def test_a_score_that_is_in_stays_when_its_player_goes() -> None:
    room = Room("trailer-estates", 8)
    room.play_round()
    name = room.event.round.table(1).seats[0]
    left = choices(room, name)[f"{name} has gone home"]
    assert left.effect[0].startswith("The score of table 1, ")
    do(room, left)
    assert room.event.round.stood_down == {}


def test_in_pairs_the_one_without_a_partner_steps_in() -> None:
    room = Room("alberta", 8, seat=False)
    room.do("enter", people=[{"name": "Solo", "zone": "Zone 9", "of_age": True}], here=True)
    room.do("seat")
    missing = room.event.round.table(1).seats[0]
    do(room, choices(room, missing)[f"Solo plays for {missing}"])
    assert room.event.round.subs == {missing: "Solo"}


def test_who_goes_home_for_good_is_not_ticked_as_here_and_not_seated_again() -> None:
    room = Room("trailer-estates", 9, settings={"event.sit_out": 5})
    room.next_round()
    missing, resting = room.event.round.table(1).seats[0], room.event.round.sitting_out[0]
    found = choices(room, missing)[f"{resting}, who is sitting out, takes {missing}'s seat; {missing} has gone home"]
    assert (found.until, [each.worth for each in found.worths]) == ("for good", ["nothing", "sit-out"])
    assert found.worths[1].words == "The games missed count as a sit-out: 5"
    do(room, found)
    assert room.event.presence(missing) == "left"
    assert missing not in room.event.round.sitting_out
    assert room.event.round.table(1).seats[0] == resting
    room.next_round()
    assert missing not in {name for table in room.event.round.tables for name in table.seats}
    assert missing not in room.event.round.sitting_out


@rows(("worth", "more"), [("nothing", 0), ("sit-out", 15)])
def test_the_games_missed_after_going_home_are_worth_what_the_director_says(worth: str, more: int) -> None:
    room = Room("trailer-estates", 9, settings={"event.sit_out": 5})
    room.next_round()
    missing, resting = room.event.round.table(1).seats[0], room.event.round.sitting_out[0]
    before = total_of(room, missing)
    room.do("away", name=missing, by=resting, until="for good", worth=worth)
    for _ in range(2):
        room.next_round()
    room.play_round()
    assert total_of(room, missing) - before == more
    room.do("finish")
    assert total_of(room, missing) - before == more


def test_the_worth_of_missed_games_follows_the_rules_unless_said() -> None:
    house = 'based_on = "trailer-estates"\n[event]\ngone_home = "sit-out"\nsit_out = 6'
    room = Room("trailer-estates", 8, house_rules=house)
    room.play_round()
    gone = room.event.round.table(1).seats[0]
    before = total_of(room, gone)
    room.do("left", name=gone)
    room.do("next")
    room.play_round()
    assert total_of(room, gone) - before == 6
    room.do("next")
    room.do("check-in", names=[gone])
    assert not room.event.attendance(gone).rest


def test_a_round_missed_can_be_worth_nothing_and_its_player_is_seated_again() -> None:
    room = Room("trailer-estates", 9, settings={"event.sit_out": 5})
    missing, resting = room.event.round.table(1).seats[0], room.event.round.sitting_out[0]
    room.do("away", name=missing, by=resting, worth="nothing")
    room.play_round()
    assert total_of(room, missing) == 0
    assert room.event.presence(missing) == "here"
    room.do("next")
    assert missing in room.event.round.names()


def test_only_somebody_who_sits_out_takes_a_chair() -> None:
    room = Room("trailer-estates", 9)
    missing, other = room.event.round.table(1).seats[:2]
    room.refuses("isn't here and sitting out", "away", name=missing, by=other)
    resting = room.event.round.sitting_out[0]
    room.refuses("has no seat in this round", "away", name=resting, by=other)


def total_of(room: Room, name: str) -> Decimal:
    return next(line.total for line in standings(room.event) if name in line.players)


steps = st.lists(
    st.tuples(
        st.sampled_from(["missing", "missing", "missing", "sub", "check-in", "scores", "next", "undo"]),
        st.integers(0, 99),
        st.integers(0, 9),
    ),
    max_size=14,
)


def attempt(room: Room, what: str, who: int, which: int) -> None:
    """Do it, or have it refused; of the choices for a missing player, any."""
    name = list(room.event.people)[who % len(room.event.people)]
    try:
        match what:
            case "missing":
                found = choices_for(room.event, name, random.Random(which))
                choice = found[which % len(found)] if found else None
                if choice is not None and choice.what is not None:
                    worth = {"worth": choice.worths[which % 2].worth} if choice.worths else {}
                    do(room, replace(choice, what={**choice.what, **worth}))
                elif choice is not None:
                    room.do("sub", name=name, by=f"Sub {which}")
            case "sub":
                room.do("sub", name=name, by=f"Sub {which}")
            case "check-in":
                room.do("check-in", names=[name])
            case "scores":
                room.play_round()
            case _:
                room.do(what)
    except (EventError, NotAllowedError):
        pass


def assert_everybody_has_one_place(room: Room, gone: dict[str, int]) -> None:
    """Each round has everybody once: in a seat, sitting out or away; nobody who went for good is seated later."""
    for past in room.event.rounds:
        seats = [name for table in past.tables for name in table.seats]
        placed = [*seats, *past.sitting_out]
        assert len(placed) == len(set(placed)), "nobody is in two places"
        assert not set(past.sitting_out) & set(past.away)
        assert set(past.away) & set(seats) <= set(past.gone), "an empty chair only"
    current = room.event.open_round
    if current is not None:
        for name in room.event.people:
            seated = current.table_of(name) is not None and name not in current.gone and name not in current.subs
            assert not (seated and current.number > gone.get(name, current.number)), f"{name} went home"


@rows("rules", CLUBS)
@settings(max_examples=amount(2, full=40), deadline=None)
@given(st.integers(8, 14), st.sampled_from(["nothing", 5]), steps)
def test_after_any_choices_everybody_has_one_place_and_the_event_can_be_finished(
    rules: str, people: int, worth: str | int, row: list[tuple[str, int, int]]
) -> None:
    room = Room(rules, people // 2 * 2 if rules == "alberta" else people, settings={"event.sit_out": worth})
    gone: dict[str, int] = {}
    for what, who, which in row:
        attempt(room, what, who, which)
        number = len(room.event.rounds)
        away = {name for name in room.event.people if room.event.presence(name) in ("left", "absent")}
        gone = {name: min(number, gone.get(name, number)) for name in away}
        assert_everybody_has_one_place(room, gone)
        assert room.again().evening == room.evening
    room.do("finish")
    assert room.event.finished
    assert room.view()["phase"] in ("play-offs", "over")


def test_a_sub_for_this_week_is_offered_to_somebody_who_is_back_later() -> None:
    room = Room("ccc", 8, seat=False)
    name = next(iter(room.event.people))
    offered = [each for each in choices_for(room.event, name, random.Random(3)) if each.what is None]
    assert [each.until for each in offered] == ["this round", "for good"]
    assert offered[0].words == f"A sub plays for {name} in week 1"
    assert any("has a seat as usual" in sentence for sentence in offered[0].effect)


def test_who_has_paid_and_goes_home_in_the_first_round_stays_in_the_till() -> None:
    room = Room("st-joe", 9, settings={"event.money.fee": 500, "event.money.pot": "all paid out"})
    name = room.event.round.tables[0].seats[0]
    room.do("paid", names=[name])
    assert pot_of(room.event) == 9 * 500
    room.do("away", name=name, by=room.event.round.sitting_out[0], until="for good")
    assert room.event.presence(name) == "left"
    assert pot_of(room.event) == 9 * 500
    assert sum(posting.amounts.get(name, 0) for posting in ledger(room.event)) == -500
