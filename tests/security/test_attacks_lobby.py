"""The lobby in the hands of somebody who wants to know, to annoy, or to win what is not theirs."""

from __future__ import annotations

import json
from itertools import count, permutations
from pathlib import Path

import msgspec
import pytest

from bowerbird.client import Client
from bowerbird.hall.blocks import Blocks
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.friends import Friends
from bowerbird.hall.hall import Hall
from bowerbird.hall.known_as import KnownAs
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


async def test_following_somebody_who_has_blocked_you(tmp_path: Path) -> None:
    """The lobby never seats them together, and the table's own address doesn't either. Nobody loses a seat by it."""
    async with Log(tmp_path) as log:
        hall = Hall(log, lambda: 1_000_000, Settings(), bot_processes=0)
        live = await hall.make_table("ann", TableSetup(private=False))
        await hall.sit(live, "ann", "Ann", Seat.N)
        await hall.sit(live, "eve", "Eve", Seat.E)
        await hall.company.block(live, "ann", Seat.E)
        another = await hall.make_table("ann", TableSetup(private=False))
        await hall.sit(another, "ann", "Ann", Seat.N)
        for seat in (Seat.E, Seat.S, Seat.W):
            with pytest.raises(NotAllowedError, match="Choose another one in the lobby"):
                await hall.sit(another, "eve", "Eve", seat)
        await hall.sit(another, "bob", "Bob", Seat.E)
        assert another.room.seat_of("eve") is None
        assert live.room.seat_of("eve") is Seat.E, "a block takes nobody's seat away"
        own = await hall.make_table("eve", TableSetup(private=False))
        await hall.sit(own, "ann", "Ann", Seat.N)
        await hall.sit(own, "eve", "Eve", Seat.E)
        assert own.room.seat_of("eve") is Seat.E, "nor a table from the person who has set it up"
        await hall.close()


async def test_crowding_out_the_people_somebody_knows(tmp_path: Path) -> None:
    """A link can be used by anyone who has it, again and again. Only so many notes of a list are read."""
    clock = count(1_000_000, 4_000).__next__
    async with Log(tmp_path) as log:
        friends = Friends(log, clock, Blocks(log, clock), KnownAs(log, clock), reads=60)
        link = await friends.new_link(Guest("ann", "Ann"))
        for name in ("Bob", "Cy", "Dee"):
            await friends.accept(link, Guest(name.lower(), name))
        for number in range(12):
            eve = Guest(f"eve {number}", "Eve")
            for _ in range(4):
                await friends.accept(link, eve)
                await friends.end(eve.person, (await friends.of(eve.person))[0].note)
        assert [each.name for each in await friends.of("ann")] == ["Bob", "Cy", "Dee"]
        cy = (await friends.of("ann"))[1]
        await friends.end("ann", cy.note)
        assert [each.name for each in await friends.of("ann")] == ["Bob", "Dee"]
        assert not await friends.of("cy")


async def test_getting_onto_the_list_of_one_side_only(tmp_path: Path) -> None:
    """Somebody with a full list would be on another person's list, and not see them on their own."""
    clock = count(1_000_000, 4_000).__next__
    async with Log(tmp_path) as log:
        friends = Friends(log, clock, Blocks(log, clock), KnownAs(log, clock))
        known = [msgspec.json.encode({"type": "met", "person": f"person {number}"}) for number in range(200)]
        await log.append("friends:full", 0, known, at=0)
        full, eve = Guest("full", "Fay"), Guest("eve", "Eve")
        with pytest.raises(NotAllowedError, match="Fay can't add more people"):
            await friends.accept(await friends.new_link(full), eve)
        with pytest.raises(NotAllowedError, match="Remove some from the list first"):
            await friends.accept(await friends.new_link(eve), full)
        assert not await friends.of("eve")
        assert len(await friends.of("full")) == 200


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
