"""Being somebody else: other people's chairs, forged and replayed tokens, other tables' scores, links of yesterday."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest

from bowerbird.client import Client, Line, RefusedError
from bowerbird.desk.links import Links
from bowerbird.evening.rights import Right
from bowerbird.hall.cookies import sign_cookie
from bowerbird.hall.people import Guest
from bowerbird.keyring import Keyring
from kit.rows import rows
from paper.reading import Sheet
from security.nights import Night, status_of
from web.conftest import KEYRING
from web.test_socket import four_at_a_table, nobody_else_can_act, to_act

Person = Callable[..., Client]


async def test_seat_theft(people: Person) -> None:
    async with AsyncExitStack() as stack:
        table, _, lines = await four_at_a_table(people, stack)
        thief = people()
        await thief.guest("Person 1")  # the very name of somebody who sits there
        async with thief.line(table) as line:
            for seat in range(4):
                with pytest.raises(RefusedError, match="sits there"):
                    await line.do("sit", seat=seat)
                with pytest.raises(RefusedError, match="host"):
                    await line.do("remove", seat=seat)
                with pytest.raises(RefusedError, match="host"):
                    await line.do("bot", seat=seat, level="club")
            assert line.seat is None
            assert line.view["hand"] == []
        assert [line.seat for line in lines] == [2, 3, 0, 1]


async def test_a_second_hand(people: Person) -> None:
    """A player changes chairs in the middle of a hand; a host who plays clears a chair and sits down there."""
    async with AsyncExitStack() as stack:
        _, _, lines = await four_at_a_table(people, stack, private=False)
        host, west = lines[0], lines[1]
        chair = lines[2].seat
        await host.do("remove", seat=chair)
        for line in (west, host):
            own = line.seat
            await line.do("stand")
            await line.do("sit", seat=chair)
            await line.until(lambda frame: frame["you"]["next_seat"] == chair)
            assert (line.seat, line.view["hand"]) == (None, [])
            await line.do("stand")
            await line.do("sit", seat=own)
            await line.until(lambda frame, own=own: frame["you"]["seat"] == own)  # type: ignore[misc]
            assert line.view["hand"]


async def test_a_hand_by_another_cookie(people: Person) -> None:
    """A player stands up and takes their old chair, or a bot's, in a second browser with the same invitation."""
    async with AsyncExitStack() as stack:
        table, _, lines = await four_at_a_table(people, stack, private=False)
        chair = lines[2].seat
        second = people()
        await second.guest("The same player")
        async with second.line(table) as line:
            await lines[2].do("stand")
            await line.do("sit", seat=chair)
            frame = await line.until(lambda frame: frame["you"]["next_seat"] == chair)
            assert (frame["you"]["seat"], frame["view"]["hand"], frame["view"]["actions"]) == (None, [], [])
            with pytest.raises(RefusedError, match="You play from the next hand on"):
                await line.act({"fact": "pass", "seat": chair})
            await line.do("stand")
        await lines[2].do("sit", seat=chair)
        await lines[2].until(lambda frame: frame["view"]["hand"] != [])


async def test_undo_behind_an_opponents_back(people: Person) -> None:
    """The opponent is replaced by a bot, or lost, and the others agree to undo what came before their card."""
    async with AsyncExitStack() as stack:
        _, _, lines = await four_at_a_table(people, stack, private=False)
        asker, opponent = [await _passes(lines) for _ in range(2)]
        chair, name = opponent.seat, opponent.frame["you"]["name"]
        await opponent.do("stand")
        with pytest.raises(RefusedError, match=f"{name} must agree. Ask again when {name} is back."):
            await asker.do("undo")
        await opponent.do("sit", seat=chair)
        await asker.do("undo")
        assert asker.frame["room"]["undos"] == 0
        for line in lines:
            if line is not asker:
                await line.do("answer-undo", agrees=True)
        await asker.until(lambda frame: frame["room"]["undos"] == 1)


async def _passes(lines: list[Line]) -> Line:
    """The player to act passes, and everybody has seen it."""
    actor = to_act(lines)
    await actor.act({"fact": "pass", "seat": actor.seat})
    for line in lines:
        await line.until(lambda frame: frame["view"]["turn"] != actor.seat)
    return actor


async def test_acting_for_another_seat(people: Person) -> None:
    async with AsyncExitStack() as stack:
        _, _, lines = await four_at_a_table(people, stack)
        actor = to_act(lines)
        await nobody_else_can_act(lines, actor)
        deal = {"fact": "shuffle", "seat": actor.seat}
        with pytest.raises(RefusedError):
            await actor.act(deal)
        ruling = {"fact": "ruling", "decision": "game lost", "reason": "because"}
        with pytest.raises(RefusedError, match="own seat"):
            await actor.act(ruling)


def _forgeries(token: str, victim: str) -> list[str]:
    """Cookies that would make somebody the victim, if anybody believed them."""
    body, _, seal = token.partition(".")
    other = sign_cookie(Keyring(b"a secret that somebody else has made up"), Guest(victim, "Betty"))
    wanted = base64.urlsafe_b64encode(json.dumps([victim, "Betty"]).encode()).rstrip(b"=").decode()
    desk_seal = KEYRING.seal("desk", wanted)
    return [
        other,
        f"{wanted}.{seal}",
        f"{wanted}.",
        wanted,
        f"{wanted}.{desk_seal}",
        f"{body}.{seal[:-1]}",
        f"{body}.{seal}A",
        f".{seal}",
        token.swapcase(),
    ]


async def test_forged_cookie(people: Person) -> None:
    attacker, victim = people(), people()
    await attacker.guest("Al")
    target = (await victim.guest("Betty"))["person"]
    for forged in _forgeries(attacker.http.cookies["bowerbird"], target):
        async with httpx.AsyncClient(base_url=attacker.address, trust_env=False) as http:
            answer = await http.get("/api/me", headers={"Cookie": f"bowerbird={forged}"})
        assert answer.status_code == 401, forged


async def test_cookie_after_signing_out_is_gone_from_the_browser(people: Person) -> None:
    client = people()
    await client.guest("Al")
    answer = await client.http.post("/api/sign-out")
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert "bowerbird" not in client.http.cookies


async def test_forged_link(night: Night) -> None:
    token = await night.link("public")
    event, role, name, seal = token.split(".")
    player = await night.link("players", "Person A")
    stranger = Links(Keyring(b"a secret that somebody else has made up")).token(Right(event, "director"))
    guest_seal = KEYRING.seal("guest", f"{event}.d0.", 16)
    for forged in (
        f"{event}.d0.{name}.{seal}",  # another letter for the role
        f"{event}.{role[0]}1.{name}.{seal}",  # another generation
        f"{event}.d0..{player.rpartition('.')[2]}",  # another link's seal
        f"{event}.d0..{guest_seal}",  # a seal for another purpose
        f"{event}.d0..",
        f"{event}.d0..{'A' * 22}",
        f"{event}.d00..{(await night.link('director')).rpartition('.')[2]}",
        player.replace(player.split(".")[2], base64.urlsafe_b64encode(b"Person B").rstrip(b"=").decode()),
        stranger,
    ):
        assert (await night.ask(forged, "bell")).status_code == 403, forged
        assert (await night.client.http.get(f"/api/desk/{forged}/view")).status_code == 403
        assert (await night.client.http.get(f"/desk/{forged}")).status_code == 403
        assert (await night.client.http.get(f"/paper/{forged}/standings.pdf")).status_code == 403


async def test_seal_of_another_event(night: Night, opened: str) -> None:
    async with Client(opened) as other:
        mine = Night(other)
        await mine.begin("st-joe", [f"Other {letter}" for letter in "ABCD"])
        event = night.token.partition(".")[0]
        swapped = f"{event}.{mine.token.partition('.')[2]}"
        assert (await mine.ask(swapped, "bell")).status_code == 403
        assert (await mine.client.http.get(f"/api/desk/{swapped}/view")).status_code == 403


async def test_replayed_message_is_done_once(night: Night) -> None:
    body = {"what": "enter", "key": "the same key", "people": [{"name": "Zoe", "of_age": True}]}
    answers = [await night.client.http.post(f"/api/desk/{night.token}/do", json=body) for _ in range(3)]
    assert status_of(*answers) == {200}
    assert len({answer.json()["seq"] for answer in answers}) == 1
    names = [person["name"] for person in (await night.look())["people"]]
    assert names.count("Zoe") == 1


async def test_score_of_another_table(night: Night) -> None:
    mine = await night.link("players", "Person A")
    other = next(table for table in (await night.look())["tables"] if "Person A" not in str(table))
    for asked in (
        await night.ask(mine, "score", ns=10, ew=0, table=other["number"]),
        await night.ask(mine, "accept", table=other["number"]),
        await night.ask(mine, "dispute", table=other["number"]),
        await night.ask(mine, "correct", ns=10, ew=0, table=other["number"], round=1),
    ):
        assert asked.status_code in (403, 409), asked.text
    table = next(table for table in (await night.look())["tables"] if table["number"] == other["number"])
    assert table["result"] is None
    assert table["state"] == other["state"]


async def test_own_score_does_not_count_by_itself(night: Night) -> None:
    mine = await night.link("players", "Person A")
    assert (await night.ask(mine, "score", ns=10, ew=0)).status_code == 200
    assert (await night.ask(mine, "accept")).status_code == 409
    assert (await night.table_of("Person A"))["state"] == "waiting", "the other side has not said yes"


@rows("who", ["players", "tables", "public", "sign_up", "helper"])
async def test_less_rights_do_nothing_of_the_directors(night: Night, who: str) -> None:
    path = {"players": ("players", "Person A"), "tables": ("tables", "1")}.get(who, (who,))
    token = await night.link(*path)
    asks: list[tuple[str, dict[str, Any]]] = [
        ("seat", {}),
        ("next", {}),
        ("finish", {}),
        ("bell", {}),
        ("undo", {}),
        ("withdraw", {"role": "director"}),
        ("settings", {"phones": False}),
        ("paste", {"text": "Mallory"}),
        ("rule", {"name": "Person B", "action": "points off", "reason": "x", "points": 5}),
        ("target", {"points": 1}),
        ("absent", {"name": "Person B"}),
    ]
    before = (await night.look())["seq"]
    for what, fields in asks:
        answer = await night.ask(token, what, **fields)
        assert answer.status_code in (403, 409), f"{who} {what}: {answer.text}"
    assert (await night.look())["seq"] == before
    assert (await night.client.http.get(f"/api/desk/{token}/ledger.csv")).status_code in (403, 409)


@rows("who", ["players", "tables", "public", "sign_up", "helper", "invitation"])
async def test_no_page_gives_a_greater_right_away(night: Night, who: str) -> None:
    path = {"players": ("players", "Person A"), "tables": ("tables", "1")}.get(who, (who,))
    token = await night.link(*path)
    seen = json.dumps(await night.look(token))
    assert ".d0." not in seen, "the director's link"
    assert ".i0." not in seen, "an invitation to direct"
    if who != "helper":
        assert ".h0." not in seen, "the helper's link"
        others = await night.link("players", "Person B")
        assert others not in seen, "somebody else's link"


async def test_withdrawn_link(night: Night) -> None:
    helper = await night.link("helper")
    player = await night.link("players", "Person A")
    await night.do("withdraw", role="helper")
    await night.do("withdraw", role="player", name="Person A")
    for gone in (helper, player):
        assert (await night.client.http.get(f"/api/desk/{gone}/view")).status_code == 403
        assert (await night.ask(gone, "score", ns=10, ew=3)).status_code == 403
    assert await night.link("players", "Person A") != player
    assert (await night.client.http.get(f"/api/desk/{await night.link('helper')}/view")).status_code == 200


async def test_somebody_elses_list(people: Person, night: Night) -> None:
    stranger = people()
    assert status_of(await stranger.http.get("/api/events"), await stranger.http.get("/api/my-tables")) == {401}
    await stranger.guest("Dee")
    assert await stranger.get("/api/events") == []
    assert await stranger.get("/api/my-tables") == []


async def test_director_who_was_removed(people: Person, night: Night) -> None:
    """Nothing that a former director has seen works: the own link, the helper's, an invitation, the list of events."""
    pat = people()
    await pat.guest("Pat")
    own = (await pat.post(f"/api/desk/{await night.link('invitation')}/join"))["link"].rpartition("/")[2]
    assert (await pat.http.get(f"/desk/{own}")).status_code == 200
    seen = [own, await night.link("helper"), await night.link("invitation")]
    assert (await night.ask(own, "remove-director", name="")).status_code == 409, "only the first removes others"
    await night.do("remove-director", name="Pat")
    for token in seen:
        assert (await pat.http.get(f"/api/desk/{token}/view")).status_code == 403
        assert (await night.ask(token, "score", table=1, ns=10, ew=3)).status_code == 403
    for action in ("again", "join"):
        for token in seen:
            answer = await pat.http.post(f"/api/desk/{token}/{action}", json={"key": "k"})
            assert answer.status_code == 403, (action, token)
    assert await pat.get("/api/events") == []
    assert (await night.ask(night.token, "remove-director", name="")).status_code == 409, "somebody has to direct"


async def test_invitation_that_was_used(people: Person, night: Night) -> None:
    """An invitation that somebody else photographed is good for one person, and for nothing but that."""
    invitation = await night.link("invitation")
    pat, vandal = people(), people()
    assert (await vandal.http.post(f"/api/desk/{invitation}/join", json={})).status_code == 401
    for each, name in ((pat, "Pat"), (vandal, "Pat")):
        await each.guest(name)
    asked: dict[str, dict[str, Any]] = {
        "score": {"ns": 10, "ew": 3},
        "withdraw": {"role": "helper"},
        "remove-director": {"name": ""},
    }
    for what, fields in asked.items():
        assert (await night.ask(invitation, what, **fields)).status_code == 409
    link = (await pat.post(f"/api/desk/{invitation}/join"))["link"]
    assert (await pat.post(f"/api/desk/{invitation}/join"))["link"] == link, "sent again"
    assert (await vandal.http.post(f"/api/desk/{invitation}/join", json={})).status_code == 403
    assert (await vandal.http.get(f"/direct/{invitation}")).status_code == 403
    assert await vandal.get("/api/events") == []


async def test_recovery_code_by_a_link_alone(people: Person, night: Night) -> None:
    """Somebody to whom the director's link was given prints the sheets of this event, and no way to all the others."""
    code = (await night.client.get("/api/recovery-code"))["code"]
    stranger, guest = people(), people()
    await guest.guest("Dee")
    for who, sees in ((night.client, True), (stranger, False), (guest, False)):
        answer = await who.http.get(f"/paper/{night.token}/tonight.pdf")
        assert (code in Sheet(answer.content).words) == sees
    helper = await night.client.http.get(f"/paper/{await night.link('helper')}/tonight.pdf")
    assert code not in Sheet(helper.content).words


async def test_events_of_another_saved_name(people: Person, night: Night) -> None:
    """On the club's laptop somebody signs in after somebody else: their lists stay apart."""
    await night.client.post("/api/account", passphrase="four jacks in a row")
    mine = await night.client.get("/api/events")
    other = people()
    await other.guest("Bo")
    await other.post("/api/account", passphrase="a joker up the sleeve")
    laptop = night.client
    await laptop.post("/api/sign-in", name="Bo", passphrase="a joker up the sleeve")
    assert await laptop.get("/api/events") == []
    await laptop.post("/api/sign-in", name="Dee", passphrase="four jacks in a row")
    assert await laptop.get("/api/events") == mine
