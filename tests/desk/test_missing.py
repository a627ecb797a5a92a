"""Someone is missing: the choices are those that would work, and do what they say."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bowerbird.evening.missing import Choice, choices_for
from bowerbird.rulebook import book_names
from desk.desks import Room

CLUBS = tuple(name for name in book_names() if name != "bicycle")


def choices(room: Room, name: str) -> dict[str, Choice]:
    return {choice.words: choice for choice in choices_for(room.event, name, random.Random(3))}


def do(room: Room, choice: Choice) -> None:
    assert choice.what is not None
    rest: dict[str, Any] = {key: value for key, value in choice.what.items() if key != "what"}
    room.do(choice.what["what"], **rest)


@pytest.mark.parametrize("rules", CLUBS)
@pytest.mark.parametrize("moment", ["before", "in the round", "scored", "between"])
def test_every_choice_can_be_done(rules: str, moment: str) -> None:
    def evening() -> Room:
        room = Room(rules, 13 if rules != "alberta" else 12, seat=moment != "before")
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
    assert f"{missing} has zero for this week." in found[f"{missing} isn't coming today"].effect


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
