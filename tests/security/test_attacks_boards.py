"""Learning a board of a duplicate event before playing it: by another table, by any link, by paper, by what follows."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from bowerbird.client import Client
from bowerbird.shuffling import board_secret, digest_of
from security.nights import Night

Person = Callable[..., Client]
#: What a link may ask for, beside its view.
ASKED = ("boards", "card", "games", "history", "export.json", "standings.csv", "results.csv", "change")


@pytest.fixture
async def boards(opened: str) -> AsyncIterator[Night]:
    """Sixteen made-up people at four tables; the first table has played its boards online."""
    async with Client(opened) as director:
        night = Night(director)
        await director.guest("Dee")
        await night.make("duplicate", trial=16, rounds=3, settings={"game.hands": 2})
        await night.do("check-in", names="all")
        await night.do("seat", choices={"in_order": "yes"})
        await night.do("online", tables=[1])
        async with asyncio.timeout(20):
            while (await night.look())["tables"][0]["result"] is None:
                await asyncio.sleep(0.05)
        yield night


async def test_board_by_the_table_that_has_played_it(boards: Night, people: Person) -> None:
    """Somebody with the address of the table, which everyone there knows, and no seat at it."""
    name = str((await boards.look())["tables"][0]["online"]).rpartition("/")[2]
    stranger = people()
    await stranger.guest("Mallory")
    async with stranger.line(name) as line:
        frame = line.frame
        assert frame["view"] is None
        assert frame["talk"] == []
        assert frame["room"]["fair"]["last"] is None
    for path in ("game", "egn", "review", "fair/1", "fair/2"):
        answer = await stranger.http.get(f"/api/tables/{name}/{path}")
        assert answer.status_code == 404, path
        assert "deck" not in answer.text


async def test_board_by_any_link_before_its_time(boards: Night) -> None:
    """Nothing that any link gives away has the seed, a board's secret, a card, or for players a result."""
    seat = (await boards.look())["tables"][1]["seats"][0]["name"]
    links = {
        "director": boards.token,
        "helper": await boards.link("helper"),
        "player": await boards.link("players", seat),
        "public": await boards.link("public"),
    }
    texts = []
    for role, token in links.items():
        texts.append((await boards.client.http.get(f"/api/desk/{token}/view")).text)
        for what in ASKED:
            texts.append((await boards.client.http.get(f"/api/desk/{token}/{what}")).text)
        shown = (await boards.client.http.get(f"/api/desk/{token}/boards")).json()
        assert all(board["cards"] is None for board in shown["boards"])
        assert shown["seed"] == ""
        if role in ("player", "public"):
            assert not any(board["results"] for board in shown["boards"])
        for sheet in ("boards", "hands"):
            answer = await boards.client.http.get(f"/paper/{token}/{sheet}.pdf")
            assert (answer.status_code == 200) == (role == "director"), (role, sheet)
    await boards.do("trial-scores")
    await boards.do("finish", unfinished="not counted")
    seed = (await boards.client.http.get(f"/api/desk/{links['public']}/boards")).json()["seed"]
    secrets = [seed, *(board_secret(seed, board) for board in range(1, 9))]
    assert digest_of(seed) in texts[1], "the fingerprint was there from the start"
    for text in texts:
        assert not any(secret in text for secret in secrets)
