"""The daily hand: the same deal for everyone on a day, against the master, at a table of its own.

The chain of links is in the stream `daily-chain`, and the tries and results of a day in `daily:<date>`. A person's
first table of a day is the one that counts, on however many devices they open it, if it is played to the end that day.
The chain is there from the first start on (`open`), so that its end is shown before anybody has played. A result is
written at once, and the master's when it has played the deal, which takes a while.
Nobody gets a result of another person, or the master's, before they have played, and no link before its day is over.
`bowerbird.learn.daily` has the recipe of the deal.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from calendar import monthrange
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import msgspec

from bowerbird.hall import fair
from bowerbird.hall.birds import manner_of
from bowerbird.hall.errors import NotFoundError
from bowerbird.hall.facts import BotSat, Committed, HallFact, Happened, Sat
from bowerbird.hall.practice import day_of
from bowerbird.hall.review import Decided
from bowerbird.hall.room import Room
from bowerbird.hall.setup import TableSetup
from bowerbird.learn.daily import SEAT, Chain, Compared, daily_book, dealer_on, secret_from
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat
from bowerbird.store import ConflictError, Entry
from bowerbird.table import Cut, Deal, Fact, Open, Shuffle, State, TurnUp, fold, step, view

if TYPE_CHECKING:
    from bowerbird.hall.hall import Hall
    from bowerbird.hall.live import LiveTable

__all__ = ["DailyHands", "DailyShown", "DayInMonth", "master_points"]

log = logging.getLogger(__name__)

_CHAIN: Final = "daily-chain"
_LEVEL: Final = "master"
#: Tells if a person has saved their name.
IsKept: TypeAlias = Callable[[str], bool]


# Facts.


class _Fact(msgspec.Struct, frozen=True, tag_field="fact", omit_defaults=True):
    """The common shape."""


class Began(_Fact, frozen=True, tag="began"):
    """A person has begun the hand of the day, at this table. The first one of each person counts."""

    person: str
    table: str


class Played(_Fact, frozen=True, tag="played"):
    """A person has played the hand of the day: points for their side."""

    person: str
    points: int


class Costed(_Fact, frozen=True, tag="judged"):
    """What a person's decisions have lost, in points, as the teacher sees it."""

    person: str
    cost: float


class MasterPlayed(_Fact, frozen=True, tag="master"):
    """What the master gets in the people's chair, with masters in all others: points for that side."""

    points: int


DailyFact: TypeAlias = Began | Played | Costed | MasterPlayed


@dataclass(slots=True)
class _Day:
    """The tries and results of a day: the fold of its stream."""

    tables: dict[str, str] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    costs: dict[str, float] = field(default_factory=dict)
    master: int | None = None
    seq: int = 0

    def apply(self, fact: DailyFact) -> None:
        match fact:
            case Began(person, table):
                self.tables.setdefault(person, table)
            case Played(person, points):
                self.points.setdefault(person, points)
            case Costed(person, cost):
                self.costs.setdefault(person, cost)
            case MasterPlayed(points):
                self.master = points if self.master is None else self.master


_decoder: Final[msgspec.json.Decoder[DailyFact]] = msgspec.json.Decoder(DailyFact)
_chains: Final[msgspec.json.Decoder[Chain]] = msgspec.json.Decoder(Chain)


# What is shown.


class DailyShown(msgspec.Struct, frozen=True):
    """One day for one person. Before they have played, or the day is over, there are no results.

    `table` is where they play or have played. `points` are for the side of the people, and `cost` is what the teacher
    thinks their decisions have lost. `named` are the results of people with a saved name, `guests` those of others: a
    guest can be the same person twice, so only the first are compared. `anchor` is the end of the chain, `number` the
    day's number in it, and `link` its link once the day is over. Without an anchor, that day had no daily hand.
    """

    day: date
    when: Literal["past", "today", "future"]
    dealer: Seat
    rules: str
    table: str
    points: int | None
    cost: float | None
    master: int | None
    named: Compared | None
    guests: Compared | None
    first: date | None
    anchor: str
    number: int
    link: str

    @property
    def waits_for_master(self) -> bool:
        """True if this person has played today's hand, and the master still plays it."""
        return self.when == "today" and self.points is not None and self.master is None

    @property
    def secret(self) -> str:
        """The secret of the shuffle, once the day is over."""
        return secret_from(self.link, self.day) if self.link else ""


class DayInMonth(msgspec.Struct, frozen=True):
    """One day in a table of the month: one's own points, the master's, and the mean of people with a saved name.

    If nobody with a saved name has played, the mean is that of guests.
    """

    day: date
    points: int | None
    master: int | None
    mean: float | None
    people: int
    of_guests: bool = False


class DailyHands:
    """The daily hands of this server."""

    def __init__(self, hall: Hall) -> None:
        """Use the hall's log, clock, tables and bots."""
        self._hall = hall
        self._noted: set[str] = set()
        self._noting: set[asyncio.Task[None]] = set()
        self._mastering: set[date] = set()

    async def open(self) -> None:
        """Have a chain from now on: of several processes, one writes it. The master plays what a stop has cut short."""
        today = self.today
        await self._chain_for(today)
        for person in list((await self._read(today)).points)[:1]:
            self._start(self._note_master(today, person))

    @property
    def today(self) -> date:
        """The date here."""
        return day_of(self._hall.clock())

    async def close(self) -> None:
        """Stop noting results."""
        for task in self._noting:
            task.cancel()
        await asyncio.gather(*self._noting, return_exceptions=True)

    # Play.

    async def play(self, person: str, name: str) -> LiveTable:
        """The person's table for today. The first one counts; after it is played, others are for practice."""
        today = self.today
        secret = secret_from((await self._chain_for(today)).link(today), today)
        new = secrets.token_urlsafe(12)
        day = await self._write(today, lambda day: [] if person in day.tables else [Began(person, new)])
        table = day.tables[person]
        if person in day.points or await self._is_over(table):
            table = new
        live = await self._hall.make_table(person, TableSetup(book=daily_book(), name=table, daily=today.isoformat()))
        bird = await self._hall.portraits.of(person)
        await live.change(lambda room: _seated(room, person, name, bird))
        await live.change(lambda room: _opened(room, today, secret))
        await self._hall.list_table(person, table)
        return live

    async def _is_over(self, table: str) -> bool:
        """True if this table has been played to the end, perhaps too late to count."""
        try:
            return (await self._hall.table(table)).room.table.state.is_over
        except NotFoundError:
            return False  # it was never set up

    async def _chain_for(self, today: date) -> Chain:
        """The chain that has this day. Usually it is there; the next one starts when it has no more days."""
        while True:
            entries = await self._hall.log.read(_CHAIN)
            found = next((chain for chain in map(_chain_of, entries) if chain.has(today)), None)
            if found is not None:
                return found
            chain = Chain(today, secrets.token_hex(32))
            try:
                await self._hall.log.append(_CHAIN, len(entries), [msgspec.json.encode(chain)], self._hall.clock())
            except ConflictError:
                continue

    # Results.

    def ended(self, table: str, room: Room) -> None:
        """Note the result of a table whose hand is over, if it is a daily hand."""
        if room.made.daily and table not in self._noted:
            self._noted.add(table)
            self._start(self._note(table, room))

    def judged(self, table: str, room: Room, _game: int, decisions: Iterable[Decided]) -> None:
        """Note what the teacher thinks of the decisions at a daily table."""
        if room.made.daily and not _bot_stood_in(room):
            cost = round(sum(each.cost for each in decisions if each.seat is SEAT), 3)
            self._start(self._note_cost(table, room, cost))

    async def settled(self) -> None:
        """Wait until everything is noted."""
        while self._noting:
            await asyncio.gather(*self._noting)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._noting.add(task)
        task.add_done_callback(self._noting.discard)

    async def _note(self, table: str, room: Room) -> None:
        try:
            day, person = date.fromisoformat(room.made.daily), room.made.host
            known = await self._read(day)
            if known.tables.get(person) != table or day_of(room.played_at or 0) != day or _bot_stood_in(room):
                return
            points = _points(room.table.state)
            await self._write(day, lambda state: [] if person in state.points else [Played(person, points)])
        except Exception:
            log.exception("the result of the daily hand at table %s was not noted", table)
            self._noted.discard(table)
            return
        await self._note_master(day, person)

    async def _note_master(self, day: date, person: str) -> None:
        """Let the master play the hand of a day for a person, unless it has, or does so here now."""
        if day in self._mastering:
            return
        self._mastering.add(day)
        try:
            if (await self._read(day)).master is None:
                secret = secret_from((await self._chain_for(day)).link(day), day)
                points = await self._hall.bots.sum_up(master_points, day, secret, people=[person])
                await self._write(day, lambda state: [] if state.master is not None else [MasterPlayed(points)])
        except Exception:
            log.exception("the master's result of the daily hand of %s was not noted", day)
        finally:
            self._mastering.discard(day)

    async def _note_cost(self, table: str, room: Room, cost: float) -> None:
        day, person = date.fromisoformat(room.made.daily), room.made.host
        try:
            await self._write(
                day,
                lambda state: (
                    [Costed(person, cost)] if state.tables.get(person) == table and person not in state.costs else []
                ),
            )
        except Exception:
            log.exception("the cost of the daily hand at table %s was not noted", table)

    async def shown(self, day: date, person: str, is_kept: IsKept) -> DailyShown:
        """One day as this person may see it."""
        today = self.today
        when: Literal["past", "today", "future"] = "past" if day < today else "today" if day == today else "future"
        known = await self._read(day)
        chain = next((each for each in await self._chains() if each.has(day)), None)
        open_to = when == "past" or (when == "today" and person in known.points)
        named, guests = _compared(known, is_kept) if open_to else (None, None)
        return DailyShown(
            day,
            when,
            dealer_on(day),
            daily_book().title,
            known.tables.get(person, ""),
            known.points.get(person),
            known.costs.get(person),
            known.master if open_to else None,
            named,
            guests,
            None if chain is None else chain.first,
            "" if chain is None else chain.anchor,
            0 if chain is None else chain.number(day),
            chain.link(day) if chain is not None and when == "past" else "",
        )

    async def month(self, year: int, month: int, person: str, is_kept: IsKept) -> list[DayInMonth]:
        """The days of a month up to today, without those from before the first daily hand here."""
        today, chains = self.today, await self._chains()
        days = (date(year, month, number) for number in range(1, monthrange(year, month)[1] + 1))
        found = []
        for day in days:
            if day > today or not (day == today or any(chain.has(day) for chain in chains)):
                continue
            known = await self._read(day)
            own = known.points.get(person)
            if day == today and own is None:
                found.append(DayInMonth(day, None, None, None, 0))
                continue
            named, guests = _compared(known, is_kept)
            of_guests = named.mean is None and guests.mean is not None
            shown = guests if of_guests else named
            found.append(DayInMonth(day, own, known.master, shown.mean, sum(shown.counts), of_guests))
        return found

    async def _chains(self) -> list[Chain]:
        return [_chain_of(entry) for entry in await self._hall.log.read(_CHAIN)]

    # The stream.

    async def _read(self, day: date) -> _Day:
        known = _Day()
        for entry in await self._hall.log.read(_stream(day)):
            known.seq = entry.seq
            known.apply(_decoder.decode(entry.body))
        return known

    async def _write(self, day: date, decide: Callable[[_Day], list[DailyFact]]) -> _Day:
        """Write the facts that `decide` returns for the current state; returns the state after them."""
        while True:
            known = await self._read(day)
            facts = decide(known)
            try:
                if facts:
                    bodies = [msgspec.json.encode(fact) for fact in facts]
                    await self._hall.log.append(_stream(day), known.seq, bodies, self._hall.clock())
            except ConflictError:
                continue
            for fact in facts:
                known.apply(fact)
            return known


def _stream(day: date) -> str:
    return f"daily:{day.isoformat()}"


def _chain_of(entry: Entry) -> Chain:
    return _chains.decode(entry.body)


def _compared(known: _Day, is_kept: IsKept) -> tuple[Compared, Compared]:
    """The results of people with a saved name, and of all others, on one scale with the master's."""
    every = [*known.points.values(), *([] if known.master is None else [known.master])]
    named = [points for person, points in known.points.items() if is_kept(person)]
    guests = [points for person, points in known.points.items() if not is_kept(person)]
    return Compared.of(named, every), Compared.of(guests, every)


# The table.


def _bot_stood_in(room: Room) -> bool:
    """True if a bot has decided for the person: then it isn't the person's result."""
    return bool(room.stood_in_at(1))


def _seated(room: Room, person: str, name: str, bird: str) -> list[HallFact]:
    """The person and three masters sit down, once."""
    if not all(chair.is_empty for chair in room.chairs.values()):
        return []
    bots = [BotSat(seat, _LEVEL) for seat in Seat if seat is not SEAT]
    return [Sat(SEAT, person, name, bird), *bots]


def _opened(room: Room, day: date, secret: str) -> list[HallFact]:
    """The hand of the day starts, once: nobody draws for the deal, and its shuffle is promised."""
    if room.started:
        return []
    opening = Open(names=room.names, dealer=dealer_on(day), partners_arranged=True)
    return [Happened(opening), Committed(1, fair.digest_of(secret), secret)]


def _points(state: State) -> int:
    """The points of the hand for the people's side."""
    points = state.results[-1].points
    return points[SEAT.side] - points[SEAT.side.other]


def master_points(day: date, secret: str) -> int:
    """What masters in all four chairs get from the hand of a day. Runs in the teacher's process."""
    book, player = daily_book(), manner_of(_LEVEL).sit_down(0)
    state = fold(book, dealt_on(book, day, secret))
    while not state.results:
        assert state.turn is not None
        state = step(book, state, player.choose(book, view(book, state, state.turn)))
    return _points(state)


def dealt_on(book: Rulebook, day: date, secret: str) -> list[Fact]:
    """The facts of a daily hand up to its first call."""
    deck, cut = fair.deck_from(secret, 1, ["", "", "", ""], book.cards(), book.deal.cut_leaves)
    packets = book.deal.packets[0]
    dealer = dealer_on(day)
    opening = Open(dealer=dealer, partners_arranged=True)
    return [opening, Shuffle(deck), Cut(dealer.right, cut), Deal((packets, packets, packets, packets)), TurnUp()]
