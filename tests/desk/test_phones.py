"""Whose phone is whose: claimed at a table card, seen by the director, taken back; a score needs both sides."""

from __future__ import annotations

from bowerbird.evening.rights import Right
from desk.desks import SIGN_UP, Room, player, table_card
from kit.rows import rows


def claim(room: Room, right: Right, phone: str, table: int = 1) -> None:
    room.do("claim", table_card(table), name=right.name, phone=phone)


def test_one_phone_does_not_say_yes_to_its_own_score() -> None:
    room = Room()
    north, east, west = (room.at(1, seat) for seat in (0, 1, 3))
    claim(room, north, "one")
    claim(room, east, "one")
    claim(room, west, "two")
    room.score(1, 10, 7, north)
    why = f"{north.name} sent the score from this very phone. Say yes on another phone, or at the desk"
    room.refuses(why, "accept", east)
    room.refuses(why, "score", east, ns=10, ew=7)
    assert room.result(1).status == "waiting"
    room.do("dispute", east)
    room.refuses(why, "accept", east)
    room.do("accept", west)
    assert room.result(1).status == "accepted"


def test_a_couple_with_one_phone_enters_for_its_own_side() -> None:
    room = Room()
    north, east, south = (room.at(1, seat) for seat in range(3))
    claim(room, north, "one")
    claim(room, south, "one")
    claim(room, east, "two")
    room.score(1, 10, 7, north)
    room.score(1, 10, 6, south)
    room.do("accept", east)
    assert room.result(1).score.points == (10, 6)


@rows("phones", [("", ""), ("one", "")])
def test_phones_that_say_nothing_of_themselves_are_not_the_same(phones: tuple[str, str]) -> None:
    room = Room()
    for seat, phone in enumerate(phones):
        claim(room, room.at(1, seat), phone)
    room.score(1, 10, 7, room.at(1, 0))
    room.do("accept", room.at(1, 1))


def test_one_phone_for_both_sides_is_known_by_what_it_sends_and_with_a_sub_too() -> None:
    room = Room("trailer-estates", 6, seat=False)
    for name in ("Newcomer", "Friend"):
        room.do("enter", SIGN_UP, people=[{"name": name}])
    room.do("check-in", names="all")
    room.do("seat")
    current = room.event.round
    first = next(table for table in current.tables if "Newcomer" in table.seats)
    seat = first.seats.index("Newcomer")
    opponent = first.seats[(seat + 1) % 4]
    room.do("sub", name=opponent, by="Stan")
    claim(room, player("Stan"), "one", first.number)
    room.score(first.number, 9, 7, player("Newcomer"), phone="one")
    room.refuses("Newcomer sent the score from this very phone", "accept", player("Stan"))
    assert room.do("withdraw", role="player", name="Stan") == ("The link of Stan no longer works. There is a new one.",)


def test_the_director_sees_whose_phone_it_is_and_takes_it_back() -> None:
    room = Room()
    north, east = room.at(1, 0), room.at(1, 1)
    claim(room, north, "one")
    seen = next(person for person in room.view()["people"] if person["name"] == north.name)
    assert seen["phone"]["table"] == 1
    assert seen["phone"]["time"].endswith("m")
    seats = room.view()["tables"][0]["seats"]
    assert [bool(seat["phone"]) for seat in seats] == [True, False, False, False]
    room.score(1, 10, 7, north)
    said = room.do("withdraw", role="player", name=north.name)
    assert said[-1] == "It had a say in the score of table 1: look at that score."
    assert room.do("withdraw", role="player", name=east.name)[1:] == ()
    assert north.name not in room.evening.phones
    claim(room, north, "two")
    room.do("accept", table=1)
    room.next_round()
    assert room.do("withdraw", role="player", name=north.name)[1:] == (), "an older round has been looked at"


def test_nobody_is_shown_a_phones_number() -> None:
    room = Room()
    claim(room, room.at(1, 0), "the phones own number")
    for right in (room.at(1, 0), room.at(1, 1), table_card(1), Right("night", "director"), Right("night", "public")):
        assert "the phones own number" not in str(room.view(right))


def couple(room: Room) -> None:
    """Husband and Wife sign up on one computer, and sit down at table 1 against each other."""
    for name in ("Husband", "Wife"):
        room.do("enter", SIGN_UP, people=[{"name": name}], phone="home computer")
    room.do("check-in", names="all")
    room.do("seat")
    seats = room.event.round.table(1).seats
    if (seats.index("Husband") - seats.index("Wife")) % 2 == 0:
        room.do("swap", first="Wife", second=seats[(seats.index("Husband") + 1) % 4])


def test_a_couple_that_signed_up_on_one_computer_says_yes_from_two_phones() -> None:
    room = Room("trailer-estates", 2, seat=False)
    couple(room)
    assert [name["taken"] for name in room.view(table_card(1))["names"] if name["name"] in ("Husband", "Wife")] == [
        False,
        False,
    ], "a computer at home is nobody's phone"
    room.do("claim", table_card(1), name="Husband", phone="his")
    room.do("claim", table_card(1), name="Wife", phone="hers")
    room.refuses("Wife has a phone already", "claim", table_card(1), name="Wife", phone="another")
    room.score(1, 9, 7, player("Husband"), phone="his")
    assert room.view(player("Wife"))["may"]["accept"]
    room.do("accept", player("Wife"), phone="hers")
    assert room.result(1).status == "accepted"
    assert room.again().evening == room.evening


def test_one_phone_does_not_speak_for_a_couple_however_its_pages_were_opened() -> None:
    room = Room("trailer-estates", 2, seat=False)
    couple(room)
    room.score(1, 9, 7, player("Husband"), phone="his")
    why = "Husband sent the score from this very phone. Say yes on another phone, or at the desk"
    room.refuses(why, "accept", player("Wife"), phone="his")
    room.refuses(why, "score", player("Wife"), ns=9, ew=7, phone="his")
    room.do("dispute", player("Wife"))
    room.refuses(why, "accept", player("Wife"), phone="his")
    room.do("accept", player("Wife"), phone="hers")


def test_who_took_one_phone_at_the_card_can_still_say_yes_on_another() -> None:
    room = Room()
    north, east = room.at(1, 0), room.at(1, 1)
    claim(room, north, "one")
    claim(room, east, "one")
    room.score(1, 10, 7, north, phone="one")
    room.refuses("from this very phone", "accept", east)
    room.do("accept", east, phone="two")


def test_a_phone_that_signed_up_one_person_only_is_that_persons() -> None:
    room = Room("trailer-estates", 3, seat=False)
    room.do("enter", SIGN_UP, people=[{"name": "Newcomer"}], phone="one")
    room.do("check-in", names="all")
    room.do("seat")
    room.refuses("Newcomer has a phone already", "claim", table_card(1), name="Newcomer", phone="two")


def test_the_phone_of_a_score_is_of_its_round() -> None:
    room = Room()
    room.score(1, 10, 7, room.at(1, 0), phone="one")
    assert room.evening.sent_from
    room.do("accept", table=1)
    room.next_round()
    assert room.evening.sent_from == {}
