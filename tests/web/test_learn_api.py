"""Lessons and words over HTTP: under any rulebook, for a table with house rules, and refused with a sentence."""

from __future__ import annotations

from collections.abc import Callable

from bowerbird.client import Client
from bowerbird.rulebook import book_names
from kit.rows import rows

Person = Callable[..., Client]
HTML = {"Accept": "text/html"}
HOUSE = 'based_on = "bicycle"\ntitle = "Kitchen"\n[words]\npass = "Nope"\n[alone]\npartners_best = true\n'


@rows("rules", book_names())
async def test_every_lesson_opens_under_every_rulebook(people: Person, rules: str) -> None:
    client = people()
    lessons = (await client.http.get("/api/lessons", params={"rules": rules})).json()
    assert lessons[0]["name"] == "first-hand"
    for number, line in enumerate(lessons, start=1):
        lesson = (await client.http.get(f"/api/lessons/{line['name']}", params={"rules": rules})).json()
        assert (lesson["number"], lesson["rules"]["name"]) == (number, rules)
        assert lesson["next"] == (lessons[number]["name"] if number < len(lessons) else "")
        assert all(step["frame"]["you"]["seat"] == 2 for step in lesson["steps"])


async def test_the_door_lists_the_lessons_of_the_rules_and_their_points(people: Person) -> None:
    client = people()
    page = (await client.http.get("/learn?rules=st-joe", headers=HTML)).text
    assert "/learn/first-hand?rules=st-joe" in page
    assert "/learn/ordering-up" not in page, "it makes no sense under these rules"
    assert "1 point, or 2 if they take all five tricks" in page
    assert "/learn/ordering-up?rules=bicycle" in (await client.http.get("/learn", headers=HTML)).text


@rows("path", ["/learn/nothing", "/learn?rules=nobody", "/learn/ordering-up?rules=st-joe", "/words?rules=nobody"])
async def test_what_is_not_there_is_told(people: Person, path: str) -> None:
    client = people()
    page = await client.http.get(path, headers=HTML)
    assert page.status_code == 404
    assert "Choose" in page.text
    api = await client.http.get("/api/lessons/nothing")
    assert api.status_code == 404
    assert api.json()["why"].endswith("Choose one from the list.")


async def test_the_words_of_a_table_are_those_of_its_house_rules(people: Person) -> None:
    client = people()
    await client.guest("Al")
    table = (await client.make_table(house_rules=HOUSE))["table"]
    words = {word["word"]: word for word in (await client.http.get(f"/api/tables/{table}/words")).json()}
    assert "“Nope”" in words["Pass"]["says"]
    assert "Partner's best" in words
    page = (await client.http.get(f"/t/{table}/words", headers=HTML)).text
    assert "Kitchen" in page
    assert "Here you say “Nope”." in page
    usual = {word["word"] for word in (await client.http.get("/api/words")).json()}
    assert "Partner's best" not in usual


async def test_a_coach_comes_only_with_bots_and_only_if_asked_for(people: Person) -> None:
    client = people()
    await client.guest("Al")
    refused = await client.http.post("/api/tables", json={"coached": True})
    assert refused.status_code == 409
    assert "only at a table with bots" in refused.json()["why"]
    plain = (await client.make_table(bots="simple"))["table"]
    assert "no coach" in (await client.http.post(f"/api/tables/{plain}/coach", json={})).json()["why"]
    coached = (await client.make_table(bots="simple", coached=True))["table"]
    async with client.line(coached) as line:
        assert (line.frame["room"]["coached"], line.frame["room"]["hinted"]) == (True, True)
