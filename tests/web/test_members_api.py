"""A club's people over HTTP: whose list it is, what is refused, and that nobody else sees phones and birth years."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bowerbird.client import Client, EventLink, RefusedError

People = Callable[[], Client]
#: What no page of an event may ever show.
PHONE, BORN = "555-0199", 1937
LIST = f"""\
name,phone,born,zone,partner
Betty Adams,{PHONE},{BORN},North,Bob Beck
Bob Beck,,1950,North,
Cy Delgado,,,,
"""


async def ask(client: Client, what: str, body: dict[str, Any] | None = None) -> Any:
    """Ask for something of a list, or change it."""
    headers = {"X-Bowerbird": "1"}
    answer = await (
        client.http.get(f"/api/members/{what}", headers=headers)
        if body is None
        else client.http.post(f"/api/members/{what}", json=body, headers=headers)
    )
    if answer.status_code >= 400:
        raise RefusedError(answer.json()["why"], answer.status_code)
    return answer.json() if "json" in answer.headers["content-type"] else answer.text


async def club(people: People) -> Client:
    client = people()
    await client.guest("Dora")
    said = await ask(client, "mine/import", {"text": LIST})
    assert said == {"says": "3 new people are on the list. It has 3 now."}
    return client


async def test_a_list_is_added_to_changed_merged_and_taken_away(people: People) -> None:
    client = await club(people)
    asked = await ask(client, "mine", {"what": "add", "member": {"name": "Betti Adams"}})
    assert (asked["ok"], asked["says"], asked["near"]) == (False, "Betti Adams: is this Betty Adams?", [1])
    assert len((await ask(client, "mine"))["people"]) == 3
    added = await ask(client, "mine", {"what": "add", "member": {"name": "Betti Adams"}, "sure": True})
    assert added["ok"]
    shown = await ask(client, "mine")
    assert shown["near"] == [[4, 1]]
    await ask(client, "mine", {"what": "change", "member": {"number": 4, "name": "Betti Adams", "zone": "South"}})
    await ask(client, "mine", {"what": "merge", "number": 4, "into": 1})
    await ask(client, "mine", {"what": "remove", "number": 3})
    shown = await ask(client, "mine")
    assert [each["name"] for each in shown["people"]] == ["Betty Adams", "Bob Beck"]
    assert shown["people"][0]["partner_name"] == "Bob Beck"
    assert f"Betty Adams,,{PHONE},{BORN},North,Bob Beck" in await ask(client, "mine/members.csv")
    for body, why in (
        ({"what": "remove", "number": 9}, "no longer on the list"),
        ({"what": "add", "member": {"name": " "}}, "Write one person's name"),
        ({"what": "merge", "number": 1, "into": 1}, "Choose two people"),
    ):
        with pytest.raises(RefusedError, match=why):
            await ask(client, "mine", body)
    assert await ask(client, "mine") == shown


async def test_an_import_is_looked_at_first_and_with_a_wrong_line_changes_nothing(people: People) -> None:
    client = await club(people)
    before = await ask(client, "mine")
    looked = await ask(client, "mine/read", {"text": "name,born\nDee,soon\nBetti Adams,\nCy Delgado,1960\n"})
    assert [line["state"] for line in looked["lines"]] == ["wrong", "near", "known"]
    with pytest.raises(RefusedError, match=r"Line 2: 'soon' isn't a year of birth.*Nothing was imported"):
        await ask(client, "mine/import", {"text": "name,born\nDee,soon\nEve,1950\n"})
    with pytest.raises(RefusedError, match="Answer that first"):
        await ask(client, "mine/import", {"text": "Betti Adams\nZed\n"})
    assert await ask(client, "mine") == before
    await ask(client, "mine/import", {"text": "Betti Adams\nZed\n", "same": {"Betti Adams": 1}})
    names = [each["name"] for each in (await ask(client, "mine"))["people"]]
    assert names == ["Betty Adams", "Bob Beck", "Cy Delgado", "Zed"]


async def test_members_enter_an_event_and_its_people_become_members(people: People) -> None:
    client = await club(people)
    desk = await client.make_event("national", title="Friday")
    said = await ask(client, f"{desk.token}/enter", {"key": "all"})
    assert said["says"] == ["3 people have entered."]
    assert await ask(client, f"{desk.token}/enter", {"key": "all"}) == said, "sent again, the answer is the same"
    await desk.do("enter", people=[{"name": "Newcomer"}], here=True)
    with pytest.raises(RefusedError, match="Everybody on your list has entered already"):
        await ask(client, f"{desk.token}/enter", {"key": "again"})
    view = await desk.view()
    assert [person["presence"] for person in view["people"]] == ["entered", "entered", "entered", "here"]
    await ask(client, f"{desk.token}/enter", {"key": "all", "here": True})
    here = [person["presence"] for person in (await desk.view())["people"]]
    assert here == ["here"] * 4, "stopped before people were checked in, the same request does the rest"
    events = await ask(client, "mine/events")
    assert [(each["title"], each["people"]) for each in events] == [("Friday", 4)]
    await ask(client, f"{desk.token}/import", {"event": events[0]["event"]})
    assert len((await ask(client, "mine"))["people"]) == 4
    pairs = await client.make_event("alberta", title="Pairs", settings={"event.entry.minimum_age": 0})
    with pytest.raises(RefusedError, match="There is no such event"):
        await ask(client, "mine/read", {"event": "somebodyelse"})
    said = await ask(client, f"{pairs.token}/enter", {"key": "pairs", "numbers": [1, 3], "here": True})
    assert said["says"][1] == "Not entered: Cy Delgado: no zone."
    assert [(each["entry"], each["presence"]) for each in (await pairs.view())["people"]] == [
        ("Betty Adams & Bob Beck", "here"),
        ("Betty Adams & Bob Beck", "entered"),
    ]


async def test_only_directors_see_phones_and_years_of_birth(people: People) -> None:
    client = await club(people)
    desk = await client.make_event("national", title="Friday", settings={"event.money.fee": 500})
    await ask(client, f"{desk.token}/enter", {"key": "all"})
    await desk.do("enter", people=[{"name": name} for name in ("Dee", "Eve")])
    await desk.do("check-in", names="all")
    await desk.do("paid", names=["Betty Adams"])
    await desk.do("seat")
    links = (await desk.view())["links"]
    stranger = people()
    others = [links["helper"], links["public"], links["sign_up"], links["tables"]["1"], links["players"]["Betty Adams"]]
    for link in others:
        theirs = EventLink(stranger, link)
        with pytest.raises(RefusedError, match="does not give that right"):
            await ask(stranger, theirs.token)
        with pytest.raises(RefusedError, match="does not give that right"):
            await ask(stranger, f"{theirs.token}/members.csv")
        seen = str(await theirs.view())
        assert PHONE not in seen
        assert str(BORN) not in seen
        if link != links["sign_up"]:
            with pytest.raises(RefusedError, match="does not give that right"):
                await theirs.get("alike?name=Betty")
    with pytest.raises(RefusedError, match="Enter your name first"):
        await ask(stranger, "mine")
    near = await EventLink(stranger, links["sign_up"]).get("alike?name=betti adams")
    assert near == [
        {"name": "Betty Adams", "same": False, "entered": True, "partner": "", "number": 0}
        | {"taken": False, "here": False, "paid": False}
    ]
    for what in ("history", "export.json"):
        told = str(await desk.get(what))
        assert PHONE not in told
        assert str(BORN) not in told
    helper = await EventLink(stranger, links["helper"]).view()
    assert helper["door"] is None
    assert PHONE in str(await ask(stranger, desk.token)), "another director of the event uses the list"


async def test_somebody_on_the_list_signs_up_by_saying_that_is_me(people: People) -> None:
    client = await club(people)
    desk = await client.make_event("national", title="Friday")
    await ask(client, f"{desk.token}/enter", {"key": "all"})
    door = EventLink(people(), (await desk.view())["links"]["sign_up"])
    answer = await door.do("claim", name="betty adams", phone="p1")
    assert answer["says"] == ["Welcome, Betty Adams. Please check in when you arrive."]
    mine = EventLink(people(), answer["link"])
    assert (await mine.view())["you"]["name"] == "Betty Adams"
    assert len((await desk.view())["people"]) == 3
    with pytest.raises(RefusedError, match="Betty Adams has a phone already"):
        await door.do("claim", name="Betty Adams", phone="p2")
    with pytest.raises(RefusedError, match="Nobody called 'Zed' has entered"):
        await door.do("claim", name="Zed")
    await desk.do("settings", sign_up=False)
    with pytest.raises(RefusedError, match="Signing up is closed"):
        await door.do("claim", name="Cy Delgado")


async def test_two_entries_are_merged_and_the_link_of_the_one_that_goes_is_dead(people: People) -> None:
    client = people()
    await client.guest("Dora")
    desk = await client.make_event("national", title="Friday", settings={"event.money.fee": 500})
    said = await desk.do("paste", text="Betty Adams\nBetti Adams\nCy\n")
    assert said["says"][1] == "Is Betti Adams the same person as Betty Adams?"
    await desk.do("check-in", names=["Betti Adams"])
    await desk.do("paid", names=["Betti Adams"])
    old = EventLink(people(), (await desk.view())["links"]["players"]["Betti Adams"])
    merged = await desk.do("merge", name="Betti Adams", into="Betty Adams")
    assert merged["says"] == ["Betti Adams and Betty Adams are one entry now: Betty Adams."]
    assert not merged.get("link")
    view = await desk.view()
    assert [(each["name"], each["presence"], each["paid"]) for each in view["people"]] == [
        ("Betty Adams", "here", True),
        ("Cy", "entered", False),
    ]
    assert (view["door"]["till"], view["door"]["owing"]) == (500, [])
    with pytest.raises(RefusedError):
        await old.view()
    await desk.do("undo")
    assert len((await desk.view())["people"]) == 3
    with pytest.raises(RefusedError, match="Betti Adams has paid"):
        await desk.do("remove", name="Betti Adams")
    assert (await desk.do("remove", name="cy"))["says"] == ["Cy is off the list."]
    assert (await desk.do("check-in", names=["Betti Adams"], here=False))["says"] == [
        "Betti Adams is not here after all."
    ]
