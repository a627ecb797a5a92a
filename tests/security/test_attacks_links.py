"""Links that are only opened: by a scanner, a preview, a browser that guesses what comes next, or the wrong person."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bowerbird.client import Client, EventLink
from kit.amount import amount
from security.opening import House, addresses, heads, house, online_event
from web.conftest import app_on, listening

NAMES = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
#: Two days: nothing goes on by itself any more.
LATER = 2 * 24 * 3600.0


class World:
    """A hall with an event, half of whose people play online; a game against bots; and everybody's links."""

    def __init__(self) -> None:
        self.values: dict[str, list[str]] = {}
        self.cookies: dict[str, dict[str, str]] = {}

    async def build(self, hall: House) -> None:
        """Let it all happen, until everybody waits for people."""
        director = hall.browser()
        await director.guest("Dee")
        season = await director.post("/api/seasons", title="Winter", rules="trailer-estates", key="winter")
        desk = await online_event(director, NAMES)
        view = await desk.view()
        links = view["links"]
        first, second = ([seat["plays"] for seat in table["seats"]] for table in view["tables"])
        browsers = {name: hall.browser() for name in first}
        for name, browser in browsers.items():
            await browser.post(f"/api/desk/{_token(links['players'][name])}/chair")
        stranger = hall.browser()
        await stranger.guest("A stranger")
        bots = await stranger.make_table(bots="simple", private=False)
        self.values = {
            "token": [
                *(_token(links[role]) for role in ("director", "helper", "invitation", "public", "sign_up")),
                _token(links["tables"]["1"]),
                *(_token(links["players"][name]) for name in (first[0], first[1], second[0])),
                season["season"],
                _token(season["link"]),
            ],
            "table": [bots["table"], *(_token(table["online"]) for table in view["tables"])],
            "whose": ["mine", _token(links["director"])],
            "puzzle": [(await stranger.get("/api/puzzles/next"))["puzzle"]],
            "link": [_token((await stranger.post("/api/friends/link"))["link"])],
        }
        self.cookies = {
            "nobody": {},
            "a player": dict(browsers[first[0]].http.cookies),
            "the director": dict(director.http.cookies),
            "a stranger": dict(stranger.http.cookies),
        }


def _token(link: str) -> str:
    return link.rpartition("/")[2]


async def opened(hall: House, world: World, *browsers: str) -> list[str]:
    """Open every address in these browsers; gives those that changed something, and how.

    Each opens some of the event's links; in the full tests, a player's browser opens all.
    """
    known = await hall.settled()
    changed = []
    for at, who in enumerate(browsers):
        browser = hall.browser()
        step = amount(4, full=1) if who == "a player" else amount(4, full=3)
        tokens = world.values["token"][at % step :: step]
        for address in addresses(hall.app, {**world.values, "token": tokens}):
            if address.startswith("/paper/") and who != "the director":
                continue  # printing takes a while, and only a director's sheet has a code on it
            browser.http.cookies.clear()
            browser.http.cookies.update(world.cookies[who])
            answer = await browser.http.get(address, headers={"accept": "text/html"})
            now = heads(hall.folder)
            if now != known or "set-cookie" in answer.headers:
                streams = sorted(stream for stream in now if now[stream] != known.get(stream))
                changed.append(f"{who}: {address} wrote {streams}, cookie {'set-cookie' in answer.headers}")
            known = now
    after = await hall.settled()
    return changed if after == known else [*changed, "something was written later"]


async def test_link_that_is_only_opened(tmp_path: Path) -> None:
    async with house(tmp_path) as hall:
        world = World()
        await world.build(hall)
        assert await opened(hall, world, *world.cookies) == []


async def test_page_of_an_old_game_that_is_only_opened(tmp_path: Path) -> None:
    world = World()
    async with house(tmp_path) as hall:
        await world.build(hall)
    async with house(tmp_path, LATER) as hall:
        assert await opened(hall, world, "nobody", "a player") == []


@asynccontextmanager
async def online(tmp_path: Path) -> AsyncIterator[tuple[EventLink, dict[str, EventLink]]]:
    """A table of an event played online, and a browser with its own link for each of its four players."""
    async with listening(app_on(tmp_path)) as address, Client(address) as director:
        await director.guest("Dee")
        desk = await online_event(director, NAMES[:4])
        view = await desk.view()
        seats = [seat["plays"] for seat in view["tables"][0]["seats"]]
        phones = {name: EventLink(Client(address), view["links"]["players"][name]) for name in seats}
        try:
            yield desk, phones
        finally:
            for phone in phones.values():
                await phone.client.http.aclose()


async def sit(phone: EventLink, token: str = "", **more: str) -> Any:
    """Take the chair of your own link, or of another."""
    return await phone.client.http.post(f"/api/desk/{token or phone.token}/chair", json=more)


async def test_other_players_link_in_a_browser_that_plays(tmp_path: Path) -> None:
    async with online(tmp_path) as (_, phones):
        north, east, *_ = phones.values()
        for phone in phones.values():
            table = _token((await sit(phone)).json()["link"])
        async with north.client.line(table) as line, east.client.line(table) as other:
            await line.until(lambda frame: frame["view"] is not None)
            cookies = dict(north.client.http.cookies)
            page = await north.client.http.get(f"/play/{east.token}", headers={"accept": "text/html"})
            assert "Keep playing as" in page.text
            refused = await sit(north, east.token)
            assert refused.status_code == 409
            assert "This browser plays for" in refused.json()["why"]
            assert (await sit(north, east.token, leaving="Somebody else")).status_code == 409
            assert dict(north.client.http.cookies) == cookies
            await line.do("ping")
            await other.do("ping")
            assert (line.seat, other.seat) == (0, 1)
            assert [chair["kind"] for chair in line.frame["room"]["chairs"]] == ["person"] * 4


async def test_players_link_that_is_taken_and_left(tmp_path: Path) -> None:
    async with online(tmp_path) as (desk, phones):
        north, east, south, west = phones.values()
        for phone in phones.values():
            table = _token((await sit(phone)).json()["link"])
        async with north.client.line(table) as line:
            await line.until(lambda frame: all(map(bot_plays, frame["room"]["chairs"][1:])))
            for phone in (east, south, west):
                nobody = Client(desk.client.address)
                link = EventLink(nobody, phone.token)
                assert (await sit(link)).status_code == 200, "somebody has the link, takes the chair, and never comes"
                await nobody.http.aclose()
            await line.until(lambda frame: all(map(bot_plays, frame["room"]["chairs"][1:])))
            missing = [name for name, phone in phones.items() if phone is not north]
            said = [f"A bot has been playing for {name} at table 1 since " for name in missing]
            async with asyncio.timeout(20):
                while not all(map((await needs(desk)).__contains__, said)):
                    await asyncio.sleep(0.05)


def bot_plays(chair: dict[str, Any]) -> bool:
    """Whether a bot plays in a chair, now or until the hand is over."""
    return bool(chair["kind"] == "bot" or chair["away"] or chair["waits"])


async def needs(desk: EventLink) -> str:
    """What the desk says that needs attention."""
    return " ".join(item["words"] for item in (await desk.view())["list"])


Using = Callable[[Any, str], Any]


async def _claims(night: Any, name: str) -> None:
    await night.ask(await night.link("tables", "1"), "claim", name=name, phone="one")


async def _says_yes(night: Any, name: str) -> None:
    await night.ask(await night.link("players", name), "claim", name=name, phone="one")


async def _sends_a_score(night: Any, name: str) -> None:
    await night.ask(await night.link("players", name), "score", round=1, ns=10, ew=6)


@pytest.mark.parametrize("uses", [_claims, _says_yes, _sends_a_score], ids=lambda each: each.__name__)
async def test_table_card_of_somebody_with_a_link(night: Any, uses: Using) -> None:
    name = (await night.look())["tables"][0]["seats"][0]["plays"]
    card = await night.link("tables", "1")
    await uses(night, name)
    refused = await night.ask(card, "claim", name=name, phone="two")
    assert refused.status_code == 409
    assert "link" not in refused.json()
    assert [each["taken"] for each in (await night.look(card))["names"] if each["name"] == name] == [True]
    old = await night.link("players", name)
    await night.do("withdraw", role="player", name=name)
    assert (await night.ask(old, "claim", name=name, phone="one")).status_code == 403
    given = await night.ask(card, "claim", name=name, phone="two")
    assert given.json()["link"].startswith("/p/"), "the director has freed it for a new phone"
