"""The JSON interface: who you are, tables, rules, and what is left of a game."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from bowerbird.client import Client, RefusedError, first_choice
from bowerbird.hall.cookies import sign_cookie
from bowerbird.hall.fair import ShownDeal, check
from bowerbird.hall.people import Guest
from bowerbird.keyring import Keyring
from bowerbird.seats import Seat
from bowerbird.web.security.limits import Limits
from kit.rows import rows
from web.conftest import app_on, listening

Person = Callable[..., Client]
SHORT = 'based_on = "bicycle"\n[game]\npoints = 2'


async def known(people: Person, name: str) -> Client:
    client = people()
    await client.guest(name)
    return client


async def test_a_guest_is_known_again_and_can_change_the_name(people: Person) -> None:
    client = people()
    with pytest.raises(RefusedError, match="Enter your name first") as refused:
        await client.get("/api/me")
    assert refused.value.status == 401
    first = await client.guest("Al")
    second = await client.guest("Alan")
    assert first["person"] == second["person"]
    assert await client.get("/api/me") == second
    cookie = next(iter(client.http.cookies.jar))
    assert cookie.has_nonstandard_attr("HttpOnly")
    assert cookie.get_nonstandard_attr("SameSite") == "lax"


async def test_a_forged_cookie_is_no_cookie(people: Person) -> None:
    client = await known(people, "Al")
    token = client.http.cookies["bowerbird"]
    victim = (await (await known(people, "Betty")).get("/api/me"))["person"]
    foreign = sign_cookie(Keyring(b"somebody else's secret, of 32 bytes"), Guest(victim, "Betty"))
    for forged in (foreign, token[:-2], f"{foreign.partition('.')[0]}.{token.partition('.')[2]}", "x", "", "."):
        client.http.cookies.set("bowerbird", forged, domain="127.0.0.1")
        response = await client.http.get("/api/me", headers={"Cookie": f"bowerbird={forged}"})
        assert response.status_code == 401


async def test_other_sites_cannot_act_for_a_person(people: Person) -> None:
    client = await known(people, "Al")
    plain = await client.http.post("/api/tables", json={}, headers={"X-Bowerbird": ""})
    foreign = await client.http.post("/api/tables", json={}, headers={"Origin": "http://elsewhere.example"})
    assert (plain.status_code, foreign.status_code) == (403, 403)
    own = await client.http.post("/api/tables", json={}, headers={"Origin": client.address})
    assert own.status_code == 201


async def test_a_game_with_bots_from_the_first_call_to_the_downloads(people: Person) -> None:
    client = await known(people, "Al")
    made = await client.make_table(house_rules=SHORT, bots="club", pace="at once")
    with pytest.raises(RefusedError, match="No game at this table is finished") as refused:
        await client.get(f"/api/tables/{made['table']}/game")
    assert refused.value.status == 404
    async with client.line(made["table"]) as line:
        over = await line.play_on(first_choice)
        await line.until(lambda frame: frame["room"]["fair"]["last"] is not None)
    assert max(over["view"]["result"]["score"]) == 2
    played = await client.get(f"/api/tables/{made['table']}/game")
    assert played["you"] == over["you"]["seat"]
    assert played["steps"][-1]["view"]["score"] == over["view"]["score"]
    egn = await client.get(f"/api/tables/{made['table']}/egn?game=1")
    assert egn["metadata"]["finalScore"] == over["view"]["score"]
    fair = await client.get(f"/api/tables/{made['table']}/fair/1")
    assert check(msgspec.convert(fair, ShownDeal)) == []
    own = await client.get("/api/my-tables")
    assert [(table["table"], table["over"], table["games"]) for table in own] == [(made["table"], True, 1)]
    assert abs(own[0]["played_at"] - time.time() * 1000) < 600_000, "when it was played"
    games = (await client.http.get("/games", headers={"accept": "text/html"})).text
    assert f'<time datetime="{datetime.fromtimestamp(own[0]["played_at"] / 1000, UTC).date().isoformat()}T' in games
    review = await client.get(f"/api/tables/{made['table']}/review")
    while not review["ready"]:
        await asyncio.sleep(0.2)
        review = await client.get(f"/api/tables/{made['table']}/review")
    steps = played["steps"]
    assert review["decisions"]
    for decided in review["decisions"]:
        assert decided["cost"] >= 0
        assert decided["options"][0]["words"] == decided["best"]
        assert decided["step"] < len(steps)
        held = steps[decided["step"] - 1]["view"]["open"][decided["seat"]]
        assert set(decided["scene"]["hand"]) == set(held), "cards as people write them"
        assert all(option["card"] is None or option["card"] in held for option in decided["options"])
    game = review["fortune"]["game"]
    parts = [game[part]["value"] for part in ("average", "deal", "fall", "bots")]
    skill = [each["value"] for each in game["skill"]]
    assert sum(parts) + game["rules"] + sum(skill[::2]) - sum(skill[1::2]) == review["score"][0] - review["score"][1]
    assert sum(person["decisions"] for person in review["people"]) == len(review["decisions"])


async def test_at_a_practice_table_the_teacher_can_be_asked_and_the_game_is_not_rated(people: Person) -> None:
    client, other = await known(people, "Al"), await known(people, "Betty")
    made = await client.make_table(house_rules=SHORT, bots="club", pace="at once")
    hint = f"/api/tables/{made['table']}/hint"
    async with client.line(made["table"]) as line:
        asked = await line.until(lambda frame: frame["view"] and (frame["view"]["actions"] or frame["view"]["plays"]))
        assert asked["view"]["turn"] == asked["you"]["seat"]
        assert asked["room"]["can_ask"]
        with pytest.raises(RefusedError, match="only while you play"):
            await other.post(hint)
        with pytest.raises(RefusedError, match="Enter your name"):
            await people().post(hint)
        nudge = await client.post(hint, how="nudge")
        assert nudge["nudge"].endswith(".")
        assert (nudge["best"], nudge["options"]) == (None, [])
        with pytest.raises(RefusedError):
            await client.post(hint, how="loudly")
        said = await client.post(hint)
        assert said["nudge"] == nudge["nudge"]
        seat = asked["you"]["seat"]
        for choice in (said["best"], *said["as_good"]):
            assert {fact["seat"] for fact in choice["facts"]} == {seat}
            assert all(fact.get("card") in (None, *asked["view"]["hand"]) for fact in choice["facts"])
            assert choice["words"]
            assert choice["why"].endswith(".")
        await line.until(lambda frame: frame["room"]["hinted"])
        await line.play_on(first_choice)
    for what in ("game", "review"):
        told = await client.get(f"/api/tables/{made['table']}/{what}")
        assert (told["rated"], told["hinted"]) == (False, True)
    egn = await client.get(f"/api/tables/{made['table']}/egn")
    assert egn["metadata"]["title"].endswith("not rated: played with hints")


async def test_a_hand_that_is_not_over_keeps_its_secret(people: Person) -> None:
    client = await known(people, "Al")
    made = await client.make_table(bots="club")
    async with client.line(made["table"]) as line:
        await line.until(lambda frame: frame["view"] is not None and frame["view"]["turn_up"] is not None)
        with pytest.raises(RefusedError, match="isn't over yet") as refused:
            await client.get(f"/api/tables/{made['table']}/fair/1")
    assert refused.value.status == 404


async def test_a_private_table_is_found_by_link_or_code_only(people: Person) -> None:
    host, friend = await known(people, "Al"), await known(people, "Betty")
    private = await host.make_table(private=True)
    public = await host.make_table(private=False)
    async with host.line(private["table"]), host.line(public["table"]):
        assert [table["table"] for table in await friend.get("/api/tables")] == [public["table"]]
        assert (await friend.post("/api/join", code=private["code"].lower()))["table"] == private["table"]
        for wrong in ("", "AAAAAA", private["table"], "../../etc"):
            with pytest.raises(RefusedError) as refused:
                await friend.post("/api/join", code=wrong)
            assert refused.value.status == 404


async def test_codes_cannot_be_guessed_by_trying(tmp_path: Path) -> None:
    limits = Limits(codes=(3, 0.01), pause=0)
    async with listening(app_on(tmp_path, limits=limits)) as address, Client(address) as client:
        statuses = [(await client.http.post("/api/join", json={"code": f"AAAAA{n}"})).status_code for n in range(2, 7)]
    assert statuses == [404, 404, 404, 429, 429]


async def test_a_flood_gets_a_clear_answer(tmp_path: Path) -> None:
    async with listening(app_on(tmp_path, limits=Limits(strangers=(5, 0.01)))) as address, Client(address) as client:
        answers = [await client.http.get("/api/rules") for _ in range(7)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
    assert "Try again in 2 minutes" in answers[-1].json()["why"]
    assert 90 < int(answers[-1].headers["retry-after"]) <= 100


async def test_a_name_kept_with_a_passphrase_is_the_same_person_elsewhere(people: Person) -> None:
    client, elsewhere = await known(people, "Al"), people()
    me = await client.post("/api/account", passphrase="four jacks in a row")
    with pytest.raises(RefusedError, match="don't match"):
        await elsewhere.post("/api/sign-in", name="Al", passphrase="four queens in a row")
    assert await elsewhere.post("/api/sign-in", name="al", passphrase="four jacks in a row") == me
    await elsewhere.post("/api/sign-out")
    with pytest.raises(RefusedError):
        await elsewhere.get("/api/me")


async def test_a_bird_is_checked_and_goes_with_the_person_to_another_browser(people: Person) -> None:
    client = people()
    with pytest.raises(RefusedError, match="Enter your name first"):
        await client.post("/api/bird", bird="owl")
    await client.guest("Wilhelmina")
    assert (await client.get("/api/me"))["bird"] == ""
    assert (await client.post("/api/bird", bird="owl"))["bird"] == "owl"
    with pytest.raises(RefusedError, match="There is no picture of that name") as refused:
        await client.post("/api/bird", bird="dodo")
    assert refused.value.status == 409
    assert (await client.guest("Mina"))["bird"] == (await client.get("/api/me"))["bird"] == "owl"
    await client.post("/api/account", passphrase="two blue bottle caps")
    elsewhere = people()
    signed_in = await elsewhere.post("/api/sign-in", name="Mina", passphrase="two blue bottle caps")
    assert signed_in["bird"] == "owl"


@rows(
    ("body", "word"),
    [
        ({"rules": "nowhere"}, "rulebook"),
        ({"house_rules": "based_on = 'bicycle'\n[game]\npoints = -1"}, "game.points"),
        ({"house_rules": "=" * 50}, "TOML"),
        ({"mode": "wild"}, "mode"),
        ({"bots": "grandmaster"}, "level"),
        ({"pace": "warp"}, "pace"),
        ({"private": "perhaps"}, "private"),
        ({"unheard": "of"}, "unheard"),
        ({"house_rules": "x" * 30_000}, "house_rules"),
    ],
)
async def test_what_cannot_be_is_refused_with_the_reason(people: Person, body: dict[str, object], word: str) -> None:
    client = await known(people, "Al")
    with pytest.raises(RefusedError, match=word) as refused:
        await client.make_table(**body)
    assert refused.value.status in (400, 409)


@rows("body", [b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b"[" * 50_000, b"{}" * 60_000])
async def test_bodies_that_cannot_be_read_are_refused(people: Person, body: bytes) -> None:
    client = await known(people, "Al")
    response = await client.http.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
    assert response.status_code in (400, 413)
    assert response.json()["why"]


async def test_rules_as_sheets_side_by_side_and_checked(people: Person) -> None:
    client = people()
    names = [book["name"] for book in await client.get("/api/rules")]
    assert "alberta" in names
    sheet = await client.get("/api/rules/alberta")
    assert any("ALB" in clause for part in sheet["sections"] for line in part["lines"] for clause in line["clauses"])
    assert (await client.get("/api/rules/alberta/diff/ccc"))["differences"]
    assert (await client.get("/api/rules/alberta/diff/alberta"))["differences"] == []
    assert await client.post("/api/rules/check", toml=SHORT) == {
        "ok": True,
        "name": "bicycle-house",
        "title": "Standard euchre, house rules",
    }
    answer = await client.post("/api/rules/check", toml="[game]\npoints = 'many'")
    assert not answer["ok"]
    assert answer["why"]
    with pytest.raises(RefusedError, match="no such rulebook"):
        await client.get("/api/rules/nowhere")


async def test_a_table_is_in_no_list_for_somebody_who_is_blocked_there(people: Person) -> None:
    ann, eve, bob = [await known(people, name) for name in ("Ann", "Eve", "Bob")]
    first = (await ann.post("/api/tables", private=False))["table"]
    async with ann.line(first) as hers, eve.line(first) as eves:
        await eves.do("sit", seat=Seat.N)
        await hers.until(lambda frame: frame["room"]["chairs"][Seat.N]["name"] == "Eve")
        await hers.do("block", seat=Seat.N)
        second = (await ann.post("/api/tables", private=False))["table"]
        async with ann.line(second):
            for path in ("/api/tables", "/api/lobby"):
                assert second in (await bob.http.get(path)).text
                assert second not in (await eve.http.get(path)).text
                assert first in (await eve.http.get(path)).text, "where she sits"
