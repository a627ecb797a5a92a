"""A misspelt name is put right at the desk: what is said, whose link works, and that it can be taken back."""

from __future__ import annotations

import pytest

from bowerbird.desk.desk import Desk
from bowerbird.desk.links import ForbiddenError, check_not_withdrawn
from bowerbird.evening.history import history
from bowerbird.evening.rights import Right
from bowerbird.evening.setup import NewEvent
from desk.desks import HELPER, LINKS, SIGN_UP, Room, player, refused
from desk.test_live import ask


def sign_up() -> Room:
    """Somebody has signed up with a slip of the finger."""
    room = Room("trailer-estates", 4, seat=False)
    room.do("enter", SIGN_UP, people=[{"name": "Bbo"}], phone="one")
    room.do("check-in", names=["Bbo"])
    return room


def test_the_director_puts_a_name_right_and_no_helper_makes_a_link_void_by_it() -> None:
    room = sign_up()
    room.refuses("does not give that right", "rename", HELPER, name="Bbo", to="Bob")
    said = room.do("rename", name="bbo", to=" Bob\u200b\tHill ")
    assert said[0].startswith("Bbo is now Bob Hill. Bbo's link no longer works")
    assert "Bob Hill" in room.event.here()
    assert "Bob Hill" in room.view()["links"]["players"]
    assert room.again().evening == room.evening
    words = history(room.story, str)[-1].words
    assert words == ["The name Bbo was corrected to Bob Hill.", "The player link of Bbo was cancelled."]


def test_a_link_for_the_old_name_lets_nobody_in_for_who_has_that_name_next() -> None:
    room = sign_up()
    room.do("rename", name="Bbo", to="Bob")
    assert "Bbo" not in room.evening.phones
    room.do("enter", people=[{"name": "Bbo"}])
    with pytest.raises(ForbiddenError, match="Ask the director for a new one"):
        check_not_withdrawn(player("Bbo"), room.evening)
    signed_up = next(command for command in room.story.commands if command.record.by == "sign-up")
    assert room.story.withdrawn_since(signed_up, "player", "Bbo")
    for name in ("Bob", "Bbo"):
        check_not_withdrawn(LINKS.read(LINKS.of("night", room.evening, "player", name)), room.evening)


async def test_the_answer_leads_to_the_page_of_the_right_name(desk: Desk) -> None:
    live = await desk.make("a person", NewEvent(rules="trailer-estates", key="made"))
    director, sign_up = Right(live.name, "director"), Right(live.name, "sign-up")
    entry = ask("enter", "phone's own", people=[{"name": "Bbo"}])
    old = (await desk.do(sign_up, live, entry)).link.rpartition("/")[2]
    answer = await desk.do(director, live, ask("rename", "r", name="Bbo", to="Bob"))
    assert (await desk.by_token(answer.link.rpartition("/")[2]))[0].name == "Bob"
    await refused(desk.by_token(old), "Ask the director", ForbiddenError)
    await refused(desk.do(sign_up, live, entry), "Ask the director", ForbiddenError)


def test_it_is_taken_back_in_one_step_with_the_link_and_the_phone() -> None:
    room = sign_up()
    before = room.evening
    room.do("rename", name="Bbo", to="Bob")
    said = room.do("undo")
    assert said == (
        "Undone: The name Bbo was corrected to Bob.",
        "Undone: The player link of Bbo was cancelled.",
    )
    assert (room.event, room.evening.phones, room.evening.generation) == (
        before.event,
        before.phones,
        before.generation,
    )


def test_who_has_a_place_keeps_the_name() -> None:
    room = Room("trailer-estates", 4, seat=False)
    name = next(iter(room.event.people))
    assert all(person["can_rename"] for person in room.view()["people"])
    room.do("seat")
    room.refuses(f"{name} was already seated in round 1", "rename", name=name, to="Zed")
    room.do("enter", people=[{"name": "Wse"}])
    assert [person["name"] for person in room.view()["people"] if person["can_rename"]] == ["Wse"]


def test_a_name_that_looks_like_a_pairs_is_nobodys() -> None:
    room = Room("alberta", 0)
    form = {"zone": "One", "of_age": True}
    room.do("enter", people=[{"name": "Ann", "partner": "Bob", **form}, {"name": "Solo", **form}])
    why = "Write one person's name. Ann & Bob is two; a pair is entered as two people"
    room.refuses(why, "rename", name="Solo", to="Ann & Bob")
    room.refuses(why, "enter", people=[{"name": "Ann & Bob", "of_age": True}])
    room.refuses(why, "enter", SIGN_UP, people=[{"name": "Cy", "partner": "Ann & Bob", "of_age": True}])
    room.refuses(why, "paste", text="name,partner\nAnn & Bob,Cy", of_age=True)
    room.refuses(why, "sub", name="Solo", by="Ann & Bob")
    room.do("paste", text="Cy & Dee\nEve", of_age=True, zone="Two")
    assert list(room.event.entries) == ["Ann & Bob", "Solo", "Cy & Dee", "Eve"]
