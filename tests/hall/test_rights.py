"""Whose chair, whose table, whose name: over the wire nobody can act for another, come in unasked, or be another."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from bowerbird.client import Client, Line, RefusedError, first_choice
from bowerbird.hall.cookies import sign_cookie
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.hall import Hall
from bowerbird.hall.people import Guest
from bowerbird.keyring import Keyring
from bowerbird.seats import Seat
from bowerbird.table import Cut, Draw, Phase, Shuffle
from web.conftest import KEYRING, app_on, listening

COOKIE = "bowerbird"


class Party:
    """A private table at which four people play; the first is the host and sits South."""

    def __init__(self, address: str, made: dict[str, Any], clients: list[Client], lines: list[Line]) -> None:
        self.address = address
        self.table: str = made["table"]
        self.code: str = made["code"]
        self.clients = clients
        self.lines = lines

    @property
    def seq(self) -> int:
        """The newest frame that anybody has seen."""
        return max(int(line.frame["seq"]) for line in self.lines)

    @property
    def to_act(self) -> Line:
        """Whose turn it is."""
        return next(line for line in self.lines if line.view["turn"] == line.seat)


@asynccontextmanager
async def party(folder: Path, **wanted: Any) -> AsyncIterator[Party]:
    """The game has begun, and somebody is to call."""
    async with listening(app_on(folder)) as address, AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(Client(address)) for _ in range(4)]
        for name, client in zip(("Sue", "Will", "Nora", "Ed"), clients, strict=True):
            await client.guest(name)
        made = await clients[0].make_table(private=True, **wanted)
        lines = [await stack.enter_async_context(client.line(made["table"])) for client in clients]
        for line, seat in zip(lines[1:], (3, 0, 1), strict=True):
            await line.do("sit", seat=seat)
        await lines[0].do("start")
        for line in lines:
            await line.until(lambda frame: bool(frame["view"] and frame["view"]["turn_up"]))
        yield Party(address, made, clients, lines)


def facts_for(seat: int, card: str) -> list[dict[str, Any]]:
    """Everything that a seat could do at some table."""
    with_card = ("play", "discard", "give-best", "expose", "take-back", "draw")
    alone = ("pass", "order", "defend-alone", "quit", "gather", "look-at-quitted", "mix-tricks", "call-lead")
    return [
        *({"fact": fact, "seat": seat, "card": card} for fact in with_card),
        *({"fact": fact, "seat": seat} for fact in alone),
        {"fact": "name", "seat": seat, "trump": 1},
        {"fact": "stand-for", "seat": seat, "suit": 1},
        {"fact": "ask-new-deal", "seat": seat, "reason": "ace with no face"},
        {"fact": "choose", "seat": seat, "choice": "add points"},
        {"fact": "claim", "seat": seat, "irregularity": "revoke", "offender": (seat + 1) % 4},
        {"fact": "cut", "seat": seat, "at": 10},
    ]


#: What belongs to no seat, and happens without people.
HALLS_OWN: list[dict[str, Any]] = [
    {"fact": "open"},
    {"fact": "turn-up"},
    {"fact": "start-bell"},
    {"fact": "end-bell"},
    {"fact": "shuffle", "deck": ["9c"]},
    {"fact": "deal", "packets": ["3-2", "3-2", "3-2", "3-2"]},
    {"fact": "ruling", "decision": "game lost", "reason": "because"},
]

#: What only a host does, or only somebody who sits there.
ORDERS: list[tuple[str, dict[str, Any]]] = [
    ("start", {}),
    ("pause", {"paused": True}),
    ("pace", {"pace": "slow"}),
    ("bot", {"seat": 0, "level": "club"}),
    ("remove", {"seat": 0}),
    ("rule", {"ruling": {"fact": "ruling", "decision": "game lost", "reason": "because"}}),
    ("sit", {"seat": 0}),
    ("undo", {}),
    ("answer-undo", {"agrees": True}),
    ("words", {"words": "mine"}),
]


async def refused(line: Line, what: str, **rest: Any) -> str:
    """The reason; it is a failure if there is none."""
    with pytest.raises(RefusedError) as why:
        await line.do(what, **rest)
    assert not line.closed
    return str(why.value)


@pytest.mark.parametrize("mode", ["guarded", "real"])
async def test_nobody_acts_for_another_in_any_way(tmp_path: Path, mode: str) -> None:
    async with party(tmp_path, mode=mode) as table, Client(table.address) as guest, Client(table.address) as stranger:
        await guest.guest("Watcher")
        actor = table.to_act
        card = actor.view["hand"][0]
        before = table.seq
        for line in table.lines:
            if line is not actor:
                for fact in facts_for(int(actor.seat or 0), card):
                    assert "your own seat" in await refused(line, "act", fact=fact)
        for fact in HALLS_OWN:
            await refused(actor, "act", fact=fact)
        for client, why in ((guest, "no seat"), (stranger, "Enter your name")):
            async with client.line(table.table) as line:
                for fact in (*facts_for(int(actor.seat or 0), card), *HALLS_OWN):
                    assert why in await refused(line, "act", fact=fact)
        await actor.do("ping")
        assert table.seq == before, "nothing has happened"
        await actor.act(first_choice(actor.view))


async def test_only_the_host_gives_orders_and_a_chair_is_its_owners(tmp_path: Path) -> None:
    async with party(tmp_path) as table, Client(table.address) as guest, Client(table.address) as stranger:
        await guest.guest("Watcher")
        before = [table.seq, *(line.view["hand"] for line in table.lines)]
        async with guest.line(table.table) as watching, stranger.line(table.table) as peeping:
            for line in (table.lines[1], watching, peeping):
                for what, rest in ORDERS:
                    await refused(line, what, **rest)
            assert "code" not in watching.frame["room"]
            assert "code" not in peeping.frame["room"]
        await table.lines[0].do("ping")
        assert [table.seq, *(line.view["hand"] for line in table.lines)] == before


def forgeries(token: str, victim: str) -> list[str]:
    """Cookies of somebody who would like to be the victim, and has a cookie of one's own."""
    wanted = sign_cookie(KEYRING, Guest(victim, "Ed"))
    body, _, seal = wanted.partition(".")
    own_seal = token.partition(".")[2]
    other_hall = sign_cookie(Keyring(b"the secret of quite another hall"), Guest(victim, "Ed"))
    return [
        other_hall,
        f"{body}.{own_seal}",
        f"{body}.",
        body,
        f"{body}.{seal[:-1]}",
        f"{body}.{seal[::-1]}",
        f"{body}.{seal}.{seal}",
        f"{body}={'.'}{seal}",
        f"{body.swapcase()}.{seal}",
    ]


async def test_a_forged_cookie_opens_no_hand_on_a_live_line(tmp_path: Path) -> None:
    async with party(tmp_path) as table, Client(table.address) as forger:
        await forger.guest("Forger")
        token = forger.http.cookies[COOKIE]
        victim = (await table.clients[3].get("/api/me"))["person"]
        for forged in forgeries(token, victim):
            forger.http.cookies.clear()
            forger.http.cookies.set(COOKIE, forged)
            async with forger.line(table.table) as line:
                assert (line.seat, line.view["hand"], line.frame["you"]["person"]) == (None, [], ""), forged
                assert "Enter your name" in await refused(line, "act", fact=first_choice(table.to_act.view))
        # The real one opens it, so that the test would notice.
        forger.http.cookies.clear()
        forger.http.cookies.set(COOKIE, sign_cookie(KEYRING, Guest(victim, "Ed")))
        async with forger.line(table.table) as line:
            assert line.view["hand"] == table.lines[3].view["hand"]


async def test_a_private_table_is_not_found_without_its_link(tmp_path: Path) -> None:
    async with party(tmp_path) as table, Client(table.address) as guest:
        await guest.guest("Outsider")
        for path in ("/", "/games", "/me", "/api/tables", "/api/my-tables", "/api/me"):
            text = (await guest.http.get(path)).text
            assert table.table not in text
            assert table.code not in text
        for name in (table.table[:-1], table.table.swapcase(), table.code, f"{table.table}x", "table:*"):
            with pytest.raises(RefusedError, match="no such table"):
                async with guest.line(name):
                    pass
        with pytest.raises(InvalidStatus, match="HTTP 403"):
            async with guest.line("%00"):
                pass
        # At their own list those who sit there find it.
        assert table.table in (await table.clients[1].http.get("/api/my-tables")).text


async def test_a_bots_chair_at_a_private_game_is_the_hosts_to_give(tmp_path: Path) -> None:
    async with party(tmp_path) as table, Client(table.address) as guest:
        await guest.guest("Friend")
        async with guest.line(table.table) as line:
            seat = int(table.lines[2].seat or 0)
            await table.lines[2].do("stand")
            await line.until(lambda frame: frame["room"]["chairs"][seat]["kind"] == "bot")
            assert "The host can give you" in await refused(line, "sit", seat=seat)
            assert line.seat is None


async def test_nobody_chooses_a_card_in_the_draw_or_where_the_pack_is_cut(hall: Hall) -> None:
    live = await hall.make_table("sue")
    for person, seat in zip(("sue", "will", "nora", "ed"), Seat, strict=True):
        await live.sit(person, person, seat)
    live._driver.close()  # the hall would be quicker than anybody
    await live.start("sue")
    draw = next(fact for fact in live.room.table.legal if isinstance(fact, Draw) and fact.seat is Seat.N)
    with pytest.raises(NotAllowedError, match="your own seat"):
        await live.act("sue", draw)
    chance = random.Random(4)
    while live.room.table.state.phase is Phase.DRAW:
        await live.play(chance.choice([fact for fact in live.room.table.legal if isinstance(fact, Draw)]))
    await live.play(Shuffle(tuple(live.room.book.cards())))
    cutter = live.room.table.state.dealer.right
    assert live.room.table.allows(Cut(cutter, 10))
    with pytest.raises(NotAllowedError, match="your own seat"):
        await live.act(live.room.chairs[cutter].person, Cut(cutter, 10))
