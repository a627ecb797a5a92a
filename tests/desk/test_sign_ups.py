"""Made-up people by the sign-up link: who is only a name, and how these names go off the list in one step."""

from __future__ import annotations

import pytest

from bowerbird.desk.links import ForbiddenError, check_not_withdrawn
from bowerbird.evening.history import history
from bowerbird.evening.sign_ups import only_signed_up
from desk.desks import HELPER, SIGN_UP, Room, player


def pranked(*names: str) -> Room:
    """Four people are on the director's list, and some have signed up."""
    room = Room("trailer-estates", 4, seat=False)
    for name in names:
        room.do("enter", SIGN_UP, people=[{"name": name}], phone=name)
    return room


def test_everyone_who_only_signed_up_goes_off_the_list_in_one_step_and_back() -> None:
    room = pranked("Ann", "Zip Zap", "Zig Zag", "Zack")
    listed = next(iter(room.event.people))
    room.do("enter", people=[{"name": "Cal"}])
    room.do("claim", SIGN_UP, name="Cal", phone="cal")
    room.do("check-in", names=["Ann"])
    before, phones = room.evening, room.evening.phones
    assert room.view()["only_signed_up"] == 3
    said = room.do("clear-sign-ups")
    assert said[0] == "3 people are off the list."
    assert {"Ann", "Cal", listed} <= room.event.people.keys()
    assert not {"Zip Zap", "Zig Zag", "Zack"} & room.event.people.keys()
    assert room.view()["only_signed_up"] == 0
    with pytest.raises(ForbiddenError):
        check_not_withdrawn(player("Zack"), room.evening)
    check_not_withdrawn(player("Ann"), room.evening)
    assert history(room.story, str)[-1].words == [
        "3 were taken off the list: Zip Zap, Zig Zag, Zack.",
        "The links of 3 players were cancelled.",
    ]
    assert room.again().evening == room.evening
    room.refuses("Nobody is left who only signed up", "clear-sign-ups")
    room.do("undo")
    assert (room.event, room.evening.phones, room.evening.by_link) == (before.event, phones, before.by_link)
    check_not_withdrawn(player("Zack"), room.evening)


def test_only_the_director_clears_the_list() -> None:
    room = pranked("Zack")
    for right in (HELPER, SIGN_UP, player("Zack")):
        room.refuses("does not give that right", "clear-sign-ups", right)
    assert room.do("clear-sign-ups")[0] == "Zack is off the list."


def test_the_desk_knows_a_name_that_it_has_seen_or_corrected() -> None:
    """A name that is corrected, merged, late, paid, ruled about or somebody's sub is more than a name."""
    names = ["Renamed", "Merged", "Late", "Paid", "Ruled", "Subbing", "Not Coming", "Taken Off", "Came Once", "Zack"]
    room = pranked(*names)
    listed = next(iter(room.event.people))
    room.do("enter", people=[{"name": "Cal"}])
    room.do("rename", name="Renamed", to="Rena")
    room.do("merge", name="Cal", into="Merged")
    room.do("late", name="Late")
    room.do("paid", names=["Paid"])
    room.do("rule", name="Ruled", action="note", reason="A word at the door.")
    room.do("sub", name=listed, by="Subbing")
    room.do("absent", name="Not Coming")
    room.do("remove", name="Taken Off")
    room.do("enter", people=[{"name": "Taken Off"}])
    room.do("check-in", names=["Came Once"])
    assert only_signed_up(room.evening) == ("Not Coming", "Zack")
    room.do("clear-sign-ups")
    assert {"Rena", "Merged", "Late", "Paid", "Ruled", "Subbing", "Taken Off", "Came Once"} <= room.event.people.keys()
    room.do("seat")
    room.do("trial-scores")
    assert only_signed_up(room.evening) == ()


def test_pairs_go_together_or_not_at_all() -> None:
    room = Room("alberta", 0)
    for one, other in (("Ann", "Bo"), ("Zig", "Zag"), ("Zip", "Zap")):
        pair = [{"name": one, "partner": other, "zone": one, "of_age": True}]
        room.do("enter", SIGN_UP, people=pair)
    room.do("check-in", names=["Bo"])
    assert room.do("clear-sign-ups")[0] == "4 people are off the list."
    assert [*room.event.people] == ["Ann", "Bo"]
