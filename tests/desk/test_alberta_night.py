"""What an Alberta night needs at the desk: the real draw for partners, A and B, shared ties, subs of age."""

from __future__ import annotations

import pytest

from bowerbird.evening.views.director import next_step
from bowerbird.event.standings import standings
from bowerbird.paper.forecast import seatings
from bowerbird.seats import Side
from desk.desks import PUBLIC, Room

ALONE = [("Ann", "Red"), ("Bob", "Red"), ("Cas", "Blue"), ("Dot", "Blue")]


def alone() -> Room:
    """Four people without partners, seated in the order of entry."""
    room = Room("alberta", 0)
    for name, zone in ALONE:
        room.do("enter", people=[{"name": name, "zone": zone, "of_age": True}])
    room.do("open")
    room.do("check-in", names="all")
    room.do("seat", choices={"in_order": "yes"})
    return room


@pytest.mark.clause("ALB-2", "ALB-T4a")
def test_the_real_cut_makes_teams_dealer_a_and_b() -> None:
    room = alone()
    said = room.do("draw", table=1, cards=[("Ann", "9h"), ("Bob", "Kc"), ("Cas", "Ad"), ("Dot", "10s")])
    assert said == ("Table 1: Ann and Dot are team A. Cas and Bob are team B. Ann deals first.",)
    table = room.event.round.table(1)
    assert set(table.pair(Side.NS)) == {"Ann", "Dot"}
    assert table.seats[table.dealer] == "Ann"
    assert {entry.players for entry in room.event.entries.values()} == {("Ann", "Dot"), ("Cas", "Bob")}
    assert {entry.zone for entry in room.event.entries.values()} == {"Blue and Red"}
    room.score(1, 10, 4)
    assert standings(room.event)[0].players == ("Ann", "Dot")
    room.refuses("has its score already", "draw", table=1, cards=[("Ann", "9h"), ("Bob", "Kc")])
    assert room.again().evening == room.evening


@pytest.mark.clause("ALB-2", "ALB-4a")
def test_people_with_equal_cards_cut_again_and_only_they() -> None:
    room = alone()
    said = room.do("draw", table=1, cards=[("Ann", "9h"), ("Bob", "Kc"), ("Cas", "Ad"), ("Dot", "9s")])
    assert said == ("Table 1: Ann and Dot showed equal cards and cut again.",)
    assert room.event.round.table(1).undecided
    room.refuses("Ann and Dot showed equal cards", "draw", table=1, cards=[("Ann", "Qh"), ("Cas", "Js")])
    assert room.do("draw", table=1, cards=[("Ann", "Qh"), ("Dot", "Js")])[0].endswith("Dot deals first.")
    assert room.do("draw", table=1, cards=[("Ann", "9h"), ("Cas", "Ad")])[0].endswith("Ann deals first.")


@pytest.mark.clause("ALB-T4a", "ALB-T6")
def test_phones_and_board_say_who_is_a_and_who_is_b() -> None:
    room = Room("alberta")
    assert room.view(room.at(1, 2))["sentence"].endswith("You are team A: you move up.")
    assert room.view(room.at(1, 3))["sentence"].endswith("You are team B: you keep your table.")
    assert (
        room.view(PUBLIC)["moves"] == "Next: team A, North and South, moves up one table. Team B, East and West, stays."
    )


@pytest.mark.clause("ALB-T10d")
def test_a_tie_is_left_shared_and_holds_nothing_up() -> None:
    room = Room("alberta")
    room.score(1, 10, 4)
    room.score(2, 10, 6)
    room.do("close")
    tie = next(each for each in room.view()["ties"] if each["needs"] == "game")
    room.refuses("have no tie", "share", entries=[line.name for line in standings(room.event)][1:3])
    room.do("finish")
    assert next_step_of(room) == "A tie is still to be settled, or left shared. The other places are final."
    said = room.do("share", entries=list(tie["entries"]))
    assert said[0].endswith("share the place.")
    assert room.view()["phase"] == "over"
    assert [line.place for line in standings(room.event)][:3] == [1, 1, 3]
    assert standings(room.event)[0].reasons[-1] == "The director leaves the place shared."


def next_step_of(room: Room) -> str:
    from bowerbird.evening.views import Seen

    return next_step(Seen(room.evening, rung=False)).why


@pytest.mark.clause("ALB-1")
def test_a_sub_is_asked_for_age_and_zone_as_an_entry_is() -> None:
    room = Room("alberta")
    name = room.at(1, 0).name
    room.refuses("give the year of birth", "sub", name=name, by="Stan")
    room.refuses("is not 55", "sub", name=name, by="Stan", born=2000, zone="Red")
    room.refuses("Name the zone of Stan", "sub", name=name, by="Stan", born=1950)
    room.do("sub", name=name, by="Stan", born=1950, zone="Red")
    assert room.event.sub_of(name) == "Stan"


@pytest.mark.clause("ALB-T6")
def test_the_schedule_of_an_open_number_of_rounds_goes_until_teams_meet_again() -> None:
    room = Room("alberta", 12)
    assert room.event.planned_rounds == 0
    known = seatings(room.event)
    assert [each.label for each in known] == ["Round 1", "Round 2", "Round 3"]
    games = [frozenset((four[0], four[1])) for each in known for _, four in each.tables]
    assert len(games) == len(set(games)) == 9
