"""Several directors: there is always one, nobody who left can act, and everybody finds the event on their own list."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from functools import partial
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bowerbird.desk.desk import Desk
from bowerbird.desk.links import ForbiddenError
from bowerbird.desk.live import LiveEvent
from bowerbird.evening.again import Again
from bowerbird.evening.directors import active
from bowerbird.evening.facts import Role
from bowerbird.evening.history import history
from bowerbird.evening.member_list import read_members, taken
from bowerbird.evening.members import Members
from bowerbird.evening.rights import Right
from bowerbird.evening.setup import NewEvent
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.people import Guest
from bowerbird.store import Log
from desk.conftest import closed, desk_on
from desk.desks import Room, refused
from desk.test_live import ask
from kit.amount import amount

MADE = NewEvent(rules="trailer-estates", key="k", title="Friday")
PEOPLE = ("ann", "bob", "cy")


async def an_event(desk: Desk) -> LiveEvent:
    return await desk.make("ann", MADE, "Ann")


async def invite(desk: Desk, live: LiveEvent, person: str, name: str = "") -> str:
    token = desk.links.of(live.name, live.evening, "invitation")
    return (await desk.join(token, Guest(person, name or person.capitalize()))).rpartition("/")[2]


async def do(desk: Desk, token: str, what: str, key: str, **rest: Any) -> Any:
    right, live = await desk.by_token(token)
    return await desk.do(right, live, ask(what, key, **rest))


async def test_an_invitation_makes_one_person_a_director(desk: Desk) -> None:
    live = await an_event(desk)
    token = desk.links.of(live.name, live.evening, "invitation")
    link = await desk.join(token, Guest("bob", "Bob"))
    assert await desk.join(token, Guest("bob", "Bob")) == link, "sent again, nothing happens twice"
    await refused(desk.join(token, Guest("cy", "Cy")), "cancelled", ForbiddenError)
    await do(desk, link.rpartition("/")[2], "paste", "p", text="Dee")
    assert [line.by for line in history(live.story, str)][-1] == "director:Bob"
    assert next(line.by for line in history(live.story, str)) == "director:Ann"
    assert [each.event for each in await desk.events_of("bob")] == [live.name]


async def test_two_people_with_one_name_have_two_links(desk: Desk) -> None:
    live = await an_event(desk)
    await invite(desk, live, "b1", "Ann")
    await invite(desk, live, "b2", "ann")
    assert active(live.evening.directors) == ("", "Ann 2", "ann 3")


async def test_handed_over_the_old_link_is_dead_and_the_new_director_is_first(desk: Desk) -> None:
    live = await an_event(desk)
    old = desk.links.of(live.name, live.evening, "director")
    helper = desk.links.of(live.name, live.evening, "helper")
    await refused(do(desk, old, "remove-director", "r", name=""), "the only director")
    bob = await invite(desk, live, "bob")
    await refused(do(desk, bob, "remove-director", "m", name=""), "Only Ann can remove other directors")
    invitation = desk.links.of(live.name, live.evening, "invitation")
    answer = await do(desk, old, "remove-director", "r2", name="")
    assert answer.says[0] == "You are no longer a director of this event."
    for token in (old, helper, invitation):
        await refused(desk.by_token(token), "", ForbiddenError)
    assert await desk.owner_of(live) == "bob"
    await refused(do(desk, bob, "undo", "u", seq=live.story.seq), "can't be undone")
    await refused(do(desk, bob, "undo", "u2"), "There is nothing to undo")
    again = await invite(desk, live, "ann")
    assert again != old, "invited again, by a link of their own"
    assert active(live.evening.directors) == ("Bob", "")


async def test_each_director_cancels_the_own_link(desk: Desk) -> None:
    live = await an_event(desk)
    ann = desk.links.of(live.name, live.evening, "director")
    bob = await invite(desk, live, "bob")
    answer = await do(desk, bob, "withdraw", "w", role="director")
    await desk.by_token(ann)
    await refused(desk.by_token(bob), "cancelled", ForbiddenError)
    right, _ = await desk.by_token(answer.link.rpartition("/")[2])
    assert right.name == "Bob"


async def test_a_guest_who_signs_in_takes_the_events_along(desk: Desk) -> None:
    live = await an_event(desk)
    bob = await desk.make("bob", MADE, "Bob")
    await invite(desk, live, "bob")
    for _ in range(2):
        await desk.adopt("ann", "bob")
    listed = [(each.event, each.director) for each in await desk.events_of("bob")]
    assert listed == [(bob.name, ""), (live.name, "Bob"), (live.name, "")]
    assert len(await desk.events_of("ann")) == 1


async def test_a_guest_who_signed_in_is_one_person_with_one_list(desk: Desk) -> None:
    live = await desk.make("guest", MADE, "Ann")
    await desk.members.write("guest", partial(taken, found=read_members("Cy"), same={}))
    await invite(desk, live, "bob")
    await desk.adopt("guest", "ann")
    assert await desk.members.owner_of(live) == "ann", "the list at the desk is the list of the account"
    await desk.members.write("ann", partial(taken, found=read_members("Dee"), same={}))
    owner = await desk.members.owner_of(live)
    assert [each.name for each in await desk.members.ask(owner, Members.in_order)] == ["Cy", "Dee"]
    made = await desk.again("ann", live, Again(key="a"), "Ann")
    assert {name: each.person for name, each in made.evening.directors.items()} == {"": "ann", "Bob": "bob"}
    invitation = desk.links.of(live.name, live.evening, "invitation")
    assert await desk.join(invitation, Guest("ann", "Ann")) == await desk.own_link(live, "guest")
    assert active(live.evening.directors) == ("", "Bob"), "an invitation makes no second Ann of her"
    again = await desk.again("bob", live, Again(key="b"), "Bob")
    assert {name: each.person for name, each in again.evening.directors.items()} == {"": "bob", "Ann": "ann"}
    assert again.name in [each.event for each in await desk.events_of("ann")]
    await desk.adopt("guest", "cy")
    assert await desk.owner_of(live) == "ann", "an event changes hands once"


def test_the_view_lists_the_directors_and_a_helper_sees_none() -> None:
    room = Room()
    assert room.view()["directors"] == [{"name": "", "called": "Director", "you": True}]
    helper = room.view(Right("night", "helper"))
    assert (helper["directors"], helper["links"]) == ([], {})


#: Who does it, to whom, and what.
STEP = st.tuples(
    st.sampled_from(PEOPLE),
    st.sampled_from(PEOPLE),
    st.sampled_from(("invite", "remove", "withdraw", "withdraw invitation", "undo", "old link", "old invitation")),
)


@settings(max_examples=amount(10, full=40), deadline=None)
@given(st.lists(STEP, max_size=14))
def test_whatever_is_done_somebody_directs_and_nobody_who_left_acts(steps: list[tuple[str, str, str]]) -> None:
    asyncio.run(_run(steps))


async def _run(steps: list[tuple[str, str, str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with Log(folder) as log:
            desk = desk_on(log)
            try:
                await _walk(desk, steps)
            finally:
                await closed(desk)


async def _walk(desk: Desk, steps: list[tuple[str, str, str]]) -> None:
    live = await an_event(desk)
    directors = ["ann"]
    #: Every link that anybody ever had, and the one that is good now.
    had: dict[str, list[str]] = {person: [] for person in PEOPLE}
    good = {"ann": desk.links.of(live.name, live.evening, "director")}
    invitations = [desk.links.of(live.name, live.evening, "invitation")]
    for number, (who, whom, what) in enumerate(steps):
        key = str(number)
        if what == "invite" and who in directors:
            link = await invite(desk, live, whom)
            if whom not in directors:
                directors.append(whom)
            good[whom] = link
        elif what == "remove" and who in directors:
            name = _name(live, whom)
            may = whom in directors and len(directors) > 1 and who in (whom, directors[0])
            try:
                await do(desk, good[who], "remove-director", key, name=name)
                assert may
                directors.remove(whom)
                had[whom].append(good.pop(whom))
            except NotAllowedError:
                assert not may
        elif what.startswith("withdraw") and who in directors:
            role: Role = "director" if what == "withdraw" else "invitation"
            answer = await do(desk, good[who], "withdraw", key, role=role)
            if role == "director":
                had[who].append(good[who])
                good[who] = answer.link.rpartition("/")[2]
        elif what == "undo" and who in directors:
            with contextlib.suppress(NotAllowedError):
                await do(desk, good[who], "undo", key)
            good |= {person: desk.links.of(live.name, live.evening, "director", _name(live, person)) for person in good}
        elif what == "old link":
            for token in had[who]:
                if token not in good.values():
                    await refused(do(desk, token, "paste", key, text=f"Guest {number}"), "")
        elif what == "old invitation" and who not in directors:
            now = desk.links.of(live.name, live.evening, "invitation")
            for token in invitations:
                if token != now:
                    await refused(desk.join(token, Guest(who, who.capitalize())), "", ForbiddenError)
        invitations.append(desk.links.of(live.name, live.evening, "invitation"))
        now_active = active(live.evening.directors)
        assert [live.evening.directors[name].person for name in now_active] == directors
        assert directors
        for person in PEOPLE:
            own = [each for each in await desk.events_of(person) if desk.is_directed_by(each, live)]
            assert bool(own) == (person in directors)
        for person in directors:
            right, _ = await desk.by_token(good[person])
            assert right.name == _name(live, person)


def _name(live: LiveEvent, person: str) -> str:
    known = live.evening.directors.items()
    return next((name for name, director in known if director.person == person), person.capitalize())
