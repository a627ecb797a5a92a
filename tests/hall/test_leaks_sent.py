"""Nobody is sent a hidden card: every byte that really leaves the hall is read, over live lines and over HTTP.

Four people, a watcher and a stranger play and make mischief through a real server. Frames must be those that
`test_leaks` finds to be the same wherever the hidden cards lie; in everything else (answers, refusals, pages, headers)
no card may be named that the reader cannot have seen.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections import deque
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from bowerbird.cards import JOKER, Card, Rank, Suit
from bowerbird.client import Client, Line, RefusedError
from bowerbird.hall.errors import NotFoundError
from bowerbird.hall.frames import TableSnapshot
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable, Settings
from bowerbird.seats import Seat
from bowerbird.table import Discard, Draw, Fact, Play, encode_fact
from bowerbird.table.facts import Claim, Ruling
from bowerbird.table.talk import sentence
from hall.worlds import Reader, choice, hidden_from
from kit.amount import amount
from web.conftest import app_on, listening

#: How many hands are played.
HANDS = amount(9, soak=1000)

SHORT = "[game]\npoints = 2\nhands = 0\nminutes = 0"
TABLES = {
    "alberta": (f'based_on = "alberta"\n{SHORT}', "guarded"),
    "ccc": (f'based_on = "ccc"\n{SHORT}', "real"),
    "bicycle": (
        f'based_on = "bicycle"\n{SHORT}\n[pack]\njoker = true\nlowest = 7\n[alone]\ndefend_alone = "lone calls"\n'
        'partners_best = true\n[deal]\nexchange_for = ["farmer\'s hand"]',
        "guarded",
    ),
}
#: What anyone may ask for at any time; only a finished game and a past hand have an answer with cards in it.
PATHS = (
    "/",
    "/games",
    "/t/{table}",
    "/t/{table}/replay",
    "/t/{table}/review",
    "/t/{table}/rules",
    "/fair?table={table}&hand={hand}",
    "/api/tables",
    "/api/my-tables",
    "/api/tables/{table}/game",
    "/api/tables/{table}/egn",
    "/api/tables/{table}/fair/{hand}",
)
REVIEW = "/api/tables/{table}/review"
ARCHIVE = ("/api/tables/{table}/game?game=1", "/api/tables/{table}/egn?game=1", "/api/tables/{table}/fair/1")

_IN_TEXT = re.compile(r"(?<![A-Za-z0-9])(10|[789TJQKA])([cdhs♣♦♥♠])(?![A-Za-z0-9])")
_IN_WORDS = re.compile(
    rf"\b({'|'.join(rank.word for rank in Rank)}) of ({'|'.join(suit.word for suit in Suit)})\b", re.I
)
#: How many frames may be on their way to somebody.
_LATELY = 100
_WHERE_YOU_SIT = re.compile(rb'"you":(\d|null)')
_COOKIE = re.compile(r"bowerbird=[\w.=-]+")
_THE_JOKER = re.compile(r'"B"|\bJoker\b')


def named(text: str) -> set[Card]:
    """Every card that a text names: as people write it, with its sign, or in words."""
    found = {Card(rank + suit) for rank, suit in _IN_TEXT.findall(text)}
    found |= {Card(Rank[rank.upper()], Suit[suit.upper()]) for rank, suit in _IN_WORDS.findall(text)}
    return found | {JOKER} if _THE_JOKER.search(text) else found


def test_cards_are_found_however_they_are_written() -> None:
    assert named('["9c","Td"] 10♥ A♠.') == {Card("9c"), Card("Td"), Card("Th"), Card("As")}
    assert named("the jack of hearts, and Nine of Clubs") == {Card("Jh"), Card("9c")}
    assert named('{"card":"B"}') == {JOKER}
    assert named("x9cx 19c A9Kcd Jokers jack-of hearts") == set()


class Ear:
    """Everything that one person is sent, from the first byte on: what it answers to, its name for it, the bytes."""

    def __init__(self, address: str, name: str) -> None:
        self.client = Client(address)
        # A new connection for each request: one that is kept could be closed by the server just as it is used again.
        self.client.http = httpx.AsyncClient(
            base_url=address,
            headers={"X-Bowerbird": "1"},
            event_hooks={"response": [self._answered]},
            limits=httpx.Limits(max_keepalive_connections=0),
            timeout=60,
            trust_env=False,
        )
        self.name = name
        self.person = ""
        self.frames: list[bytes] = []
        self.rest: list[tuple[str, bytes]] = []
        self.spoken: set[Card] = set()  # what this person has named itself may come back in an answer

    async def _answered(self, response: httpx.Response) -> None:
        await response.aread()
        head = b"\n".join(b": ".join(line) for line in response.headers.raw if line[0].lower() != b"date")
        self.rest += [("headers", head), (response.request.url.raw_path.decode(), response.content)]

    def heard(self, raw: bytes) -> None:
        """On the live line."""
        if raw.startswith(b'{"type":"table"'):
            self.frames.append(raw)
        else:
            self.rest.append(("line", raw))

    async def ask(self, path: str) -> None:
        """Get something; what comes is kept, whatever it is."""
        accept = "application/json" if path.startswith("/api/") else "text/html"
        await self.client.http.get(path, headers={"Accept": accept})


class Evening:
    """A table with six ears, read as it is played."""

    def __init__(self, hall: Hall, live: LiveTable, ears: list[Ear], seed: int) -> None:
        self.hall, self.live, self.ears = hall, live, ears
        self.lines: dict[str, Line] = {}
        self.chance = random.Random(seed)
        self.reader = Reader(live, {ear.person: ear.name for ear in ears}, seed)
        self.rendered: dict[str, deque[bytes]] = {ear.person: deque(maxlen=_LATELY) for ear in ears}
        self.usual: dict[str, set[Card]] = {}
        self.kept: dict[tuple[str, str, int], bytes] = {}
        self.read = 0
        self.hands = 0
        self._snapshot = live.snapshot
        live.snapshot = live.stream._tell = self.snapshot  # type: ignore[method-assign]

    def snapshot(self) -> TableSnapshot:
        """In the place of the table's own: whatever can be told from now on is written down for everyone."""
        snapshot = self._snapshot()
        self.reader.hear(snapshot)
        for ear in self.ears:
            self.rendered[ear.person].append(snapshot.frame(ear.person, ear.name))
        return snapshot

    def path(self, path: str) -> str:
        """An address at this table."""
        return path.format(table=self.live.name, hand=max(1, self.live.room.dealt))

    def hidden(self, ear: Ear) -> set[Card]:
        """What this person cannot have seen of the hand that is on."""
        room = self.live.room
        return set(hidden_from(room.book.cards().mask, room.table.state, room.seat_of(ear.person)))

    # Playing.

    async def sit_down(self) -> None:
        """Take the chairs, look at every page while no card is dealt, and begin."""
        for ear, seat in zip(self.ears[1:4], (3, 0, 1), strict=True):
            await self.lines[ear.name].do("sit", seat=seat)
        for path in (*PATHS, REVIEW):
            await self.ears[-1].ask(self.path(path))
            self.usual[self.path(path)] = named(self.tidy(self.ears[-1].rest[-1][1]))
        await self.lines[self.ears[0].name].do("start")

    async def play(self, hands: int) -> None:
        """So many hands, and as many games as that takes."""
        before = 0
        while True:
            state = self.live.room.table.state
            self.hands = before + len(state.results)
            if state.is_over:
                before = self.hands
                await self.look_back()
                if self.hands >= hands:
                    return
                await self.lines[self.ears[0].name].do("start")
                continue
            fact = choice(self.live, self.chance)
            if state.asked is not None:
                await self.lines[self.ears[0].name].do("rule", ruling=plain(Ruling("as it stands", "the test")))
            elif fact is None or isinstance(fact, Draw):
                await asyncio.sleep(0)
                continue
            else:
                if self.chance.random() < 0.3:
                    await self.mischief()
                    await self.check()
                await self.act(self.ear_at(Seat(getattr(fact, "seat"))), fact)  # noqa: B009
            await self.check()

    def ear_at(self, seat: Seat) -> Ear:
        """Who sits there now: a draw for partners moves people."""
        return next(ear for ear in self.ears if self.live.room.seat_of(ear.person) is seat)

    async def act(self, ear: Ear, fact: Fact) -> None:
        """Try a fact; where it is refused, the reason must not depend on what is hidden."""
        ear.spoken |= named(encode_fact(fact).decode())
        why = await attempt(self.lines[ear.name], "act", fact=plain(fact))
        if not why:
            return
        await self.check()
        other, table = self.reader.shadow.elsewhere(ear.person), self.live.room.table
        if other is not None and table.state.guarded and why == sentence(table.why_not(fact)):
            assert why == sentence(other.table.why_not(fact)), "a refusal tells where a card lies"

    async def mischief(self) -> None:
        """Somebody does what is out of place: plays any card for any chair, looks around, talks, asks to undo."""
        ear = self.chance.choice(self.ears)
        line, room = self.lines[ear.name], self.live.room
        seat = room.seat_of(ear.person)
        seat = Seat(self.chance.randrange(4)) if seat is None or self.chance.random() < 0.3 else seat
        card = self.chance.choice(room.book.cards().cards)
        match self.chance.randrange(7):
            case 0:
                await self.act(ear, Play(seat, card))
            case 1:
                await self.act(ear, Discard(seat, card))
            case 2:
                await self.act(ear, Claim(seat, "revoke", seat.left))
            case 3:
                await attempt(line, "say", phrase=self.chance.choice(("Hello", "I hold both bowers")))
                await attempt(line, "pause", paused=True)
                await attempt(self.lines[self.ears[0].name], "pause", paused=False)
            case 4:
                await attempt(line, "undo")
                agrees = self.chance.random() < 0.7
                for other in self.ears:
                    await attempt(self.lines[other.name], "answer-undo", agrees=agrees)
            case 5:
                await attempt(line, "look at", seat=2)
                await line.do("ping")
            case 6:
                games_over = room.games_over
                paths = [*PATHS, *ARCHIVE] if games_over else [*PATHS, REVIEW]
                await ear.ask(self.path(self.chance.choice(paths)))

    async def look_back(self) -> None:
        """A game is over, and nothing is hidden: everyone may see all of it. That must never change again."""
        while self.live.room.deal is not None and not self.live.room.deal.revealed:
            await asyncio.sleep(0)
        await self.check()
        for ear in self.ears:
            for path in ARCHIVE:
                await ear.ask(self.path(path))
        await self.check()

    # Reading.

    def tidy(self, raw: bytes) -> str:
        """The text without what is drawn by chance, in which anything can stand: names, codes and cookies."""
        text = _COOKIE.sub("", raw.decode())
        for token in (self.live.name, self.live.room.made.code, *(ear.person for ear in self.ears)):
            text = text.replace(token, "") if token else text
        return text

    async def check(self) -> None:
        """Wait until everybody has everything, and read it."""
        for line in self.lines.values():
            await line.until(lambda frame: frame["seq"] >= self.live.room.seq)
        await self.reader.check(self.hall)
        promises = [*self.live.room.deals.values(), *self.live.room.draws.values()]
        secrets = [promise.secret.encode() for promise in promises if not promise.revealed]
        for ear in self.ears:
            for raw in ear.frames:
                assert raw in self.rendered[ear.person], f"{ear.name} was sent a frame that nobody wrote: {raw!r}"
            for what, raw in ear.rest:
                self._check_rest(ear, what, raw)
            sent = [*ear.frames, *(raw for _, raw in ear.rest)]
            assert not any(secret in raw for secret in secrets for raw in sent), f"{ear.name} knows the next shuffle"
            self.read += len(sent)
            ear.frames.clear()
            ear.rest.clear()
            ear.spoken.clear()

    def _check_rest(self, ear: Ear, what: str, raw: bytes) -> None:
        if what != "headers" and self.live.room.games_over and self._is_past(what):
            told = _WHERE_YOU_SIT.sub(b"", raw)
            known_as = (ear.name, what, self.live.room.games_over)
            assert self.kept.setdefault(known_as, told) == told, f"{what} has changed for {ear.name}"
            return
        known = self.usual.get(what, set()) | ear.spoken
        leaked = (named(self.tidy(raw)) - known) & self.hidden(ear)
        assert not leaked, f"{ear.name or 'a stranger'} learns {leaked} from {what}: {raw!r}"

    def _is_past(self, what: str) -> bool:
        """Whether this address tells of a game or a hand that is over."""
        if what in (self.path(path) for path in ARCHIVE):
            return True
        deals = self.live.room.deals
        hand = re.search(r"(?:/fair/|hand=)(\d+)$", what)
        if hand is not None:
            return deals[int(hand[1])].revealed
        return what.endswith(("/game", "/egn"))


def plain(fact: Fact) -> dict[str, Any]:
    """A fact as a client sends it."""
    sent: dict[str, Any] = json.loads(encode_fact(fact))
    return sent


async def attempt(line: Line, what: str, **rest: Any) -> str:
    """Ask for something that may well be refused; the reason, or nothing if it was done."""
    try:
        await line.do(what, **rest)
    except RefusedError as refused:
        return str(refused)
    return ""


@asynccontextmanager
async def evening(folder: Path, rules: str, seed: int) -> AsyncIterator[Evening]:
    """A hall with a table, four who will sit there, a watcher and a stranger; all lines are open."""
    # The teacher looks on, as it does in every hall: nothing of it is sent.
    app = app_on(folder, Settings(grace=0.2, words_wait=0, pace_factor=0))
    house_rules, mode = TABLES[rules]
    async with listening(app) as address, AsyncExitStack() as stack:
        ears = [Ear(address, name) for name in ("Sue", "Will", "Nora", "Ed", "Watcher", "")]
        for ear in ears:
            stack.push_async_exit(ear.client)
            if ear.name:
                ear.person = (await ear.client.guest(ear.name))["person"]
        made = await ears[0].client.make_table(house_rules=house_rules, mode=mode)
        hall: Hall = app.dependencies["hall"].dependency()  # type: ignore[union-attr]
        found = Evening(hall, await hall.table(made["table"]), ears, seed)
        # What was written before the reader came is in the log.
        for ear in ears:
            found.lines[ear.name] = await stack.enter_async_context(ear.client.line(made["table"], ear.heard))
        yield found


@pytest.mark.parametrize("rules", TABLES)
async def test_no_hidden_card_is_in_anything_that_is_sent(tmp_path: Path, rules: str) -> None:
    hands = -(-HANDS // len(TABLES))
    async with evening(tmp_path, rules, seed=len(rules)) as table:
        await table.sit_down()
        await table.play(hands)
    assert table.hands >= hands
    assert table.read > 100 * hands
    assert table.kept, "a finished game was looked at"


async def test_a_card_that_slips_into_an_answer_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening(tmp_path, "alberta", seed=1) as table:
        await table.sit_down()

        def gossip(reason: str) -> str:
            state = table.live.room.table.state
            return f"{reason} {state.hand.cards(Seat.N)} {state.hand.cards(Seat.E)}"

        monkeypatch.setattr("bowerbird.hall.live.sentence", gossip)
        with pytest.raises(AssertionError, match=r"learns|tells where"):
            await table.play(5)


async def test_a_card_that_slips_into_a_page_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening(tmp_path, "alberta", seed=1) as table:
        await table.sit_down()
        while table.live.room.table.state.turn is None:
            await asyncio.sleep(0)
        await table.check()

        def gossip(*_: object) -> None:
            raise NotFoundError(
                f"No game is over yet, but East holds {table.live.room.table.state.hand.cards(Seat.E)}."
            )

        monkeypatch.setattr("bowerbird.web.tables.api.finished_game", gossip)
        await table.ears[-1].ask(table.path("/api/tables/{table}/egn"))
        with pytest.raises(AssertionError, match="a stranger learns"):
            await table.check()


async def test_a_card_that_slips_into_a_frame_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = TableSnapshot.frame

    def gossip(self: TableSnapshot, person: str, name: str, *blocks: frozenset[str]) -> bytes:
        held = self._room.table.state.hand.held[Seat.E]
        return frame(self, person, name, *blocks)[:-1] + b',"east":%d}' % held

    monkeypatch.setattr(TableSnapshot, "frame", gossip)
    async with evening(tmp_path, "alberta", seed=1) as table:
        await table.sit_down()
        with pytest.raises(AssertionError, match="learns a card"):
            await table.play(5)
