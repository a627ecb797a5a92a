"""The lobby in the hands of somebody who wants to know, to annoy, or to win what is not theirs."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import pytest

from bowerbird.client import Client
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import Settings
from bowerbird.hall.people import Guest
from bowerbird.hall.setup import TableSetup
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from bowerbird.store import Log
from bowerbird.table import ClaimRest, Table
from bowerbird.table.legal import breach
from bowerbird.table.rest import can_claim, known_to, winning_order
from random_books import played_on
from web.conftest import app_on, listening


async def test_learning_who_people_are_in_the_lobby(tmp_path: Path) -> None:
    """Names go out, and links of public tables: no ids, no join codes, no private tables."""
    async with listening(app_on(tmp_path)) as address, Client(address) as ann, Client(address) as eve:
        person = (await ann.guest("Ann"))["person"]
        eves = (await eve.guest("Eve"))["person"]
        link = (await ann.post("/api/friends/link"))["link"].rpartition("/")[2]
        await eve.post("/api/friends", link=link)
        public = await ann.post("/api/tables", private=False)
        private = await ann.post("/api/tables", private=True)
        told = (await eve.http.get("/api/lobby")).text + (await eve.http.get("/lobby")).text
        assert "Ann" in told
        for secret in (person, public["code"], private["table"], private["code"], link):
            assert secret not in told
        strangers = json.loads((await eve.http.get("/api/lobby")).text)
        assert eves not in json.dumps(strangers)


async def test_ending_what_is_between_other_people(tmp_path: Path) -> None:
    """The numbers of people are those of one's own list: with others' numbers nothing happens."""
    async with (
        listening(app_on(tmp_path)) as address,
        Client(address) as ann,
        Client(address) as bob,
        Client(address) as eve,
    ):
        for client, name in ((ann, "Ann"), (bob, "Bob"), (eve, "Eve")):
            await client.guest(name)
        link = (await ann.post("/api/friends/link"))["link"].rpartition("/")[2]
        await bob.post("/api/friends", link=link)
        for note in range(-2, 10):
            for path in ("/api/friends/end", "/api/blocks/end"):
                assert (await eve.http.post(path, json={"note": note})).status_code == 404
            invited = {"note": note, "table": "nowhere"}
            assert (await eve.http.post("/api/friends/invite", json=invited)).status_code == 404
        assert [each["name"] for each in (await ann.http.get("/api/lobby")).json()["friends"]] == ["Bob"]


async def test_reports_without_end(tmp_path: Path) -> None:
    """Five a day from one person, about people with whom they sit at a public table."""
    async with Log(tmp_path) as log:
        now = [1_000_000]

        def clock() -> int:
            now[0] += 4_000
            return now[0]

        hall = Hall(log, clock, Settings(), bot_processes=0)
        eve = Guest("eve", "Eve")
        refused = 0
        for number in range(8):
            live = await hall.make_table("eve", TableSetup(private=False))
            await live.sit("eve", "Eve", Seat.N)
            await live.sit(f"victim {number}", "Ann", Seat.E)
            try:
                await hall.company.report(live, eve, Seat.E, "other")
            except NotAllowedError:
                refused += 1
        assert refused == 3
        assert len(await hall.reports.all()) == 5
        elsewhere = await hall.make_table("ann", TableSetup(private=False))
        await elsewhere.sit("ann", "Ann", Seat.E)
        for act in (hall.company.block(elsewhere, "eve", Seat.E), hall.company.report(elsewhere, eve, Seat.E, "name")):
            with pytest.raises(NotAllowedError, match="no seat"):
                await act
        await hall.close()


def test_claiming_tricks_that_are_not_certain() -> None:
    """Whatever order somebody claims in, only the certain one passes, and every refusal reads the same."""
    tried, words = 0, set()
    for table in _positions():
        seat = table.state.turn
        assert seat is not None
        certain = winning_order(known_to(table.book, table.state, seat))
        for cards in permutations(table.state.hand.cards(seat)):
            wrong = breach(table.book, table.state, ClaimRest(seat, cards))
            assert (wrong is None) == (cards == certain)
            if wrong is not None:
                words.add(wrong.why.partition(" ")[2])
                tried += 1
    assert tried > 200
    assert len(words) == 1, "a refusal tells nothing about hidden cards"


def _positions() -> list[Table]:
    found = []
    for seed in range(12):
        book = load_rulebook("bicycle")
        for table in played_on(book, seed, 60):
            if table.state.turn is not None and can_claim(table.state, table.state.turn):
                found.append(Table(book, table.facts))
                break
    return found
