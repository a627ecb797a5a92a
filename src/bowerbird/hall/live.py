"""A live table: it judges who may do what, writes it down, and only then tells those who look on.

Time and chance come in here: bots take their time, a person who is away is played for after a while, shuffles are drawn
from the machine's secure source. What the rules allow is asked of the table itself.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Protocol

from bowerbird.hall import fair
from bowerbird.hall.bots import Bots
from bowerbird.hall.facts import (
    PHRASES,
    AddedWords,
    BotSat,
    Committed,
    HallFact,
    HandedOver,
    Happened,
    Left,
    Pace,
    PaceSet,
    Paused,
    Phrase,
    Resumed,
    Revealed,
    Said,
    Sat,
    TookBack,
    UndoAnswered,
    UndoAsked,
    Undone,
    encode_hall_fact,
)
from bowerbird.hall.room import Room
from bowerbird.seats import Seat
from bowerbird.store import Log, StoreError
from bowerbird.table import (
    Cut,
    Deal,
    Draw,
    EndBell,
    Fact,
    Open,
    Phase,
    Shuffle,
    StartBell,
    TurnUp,
)
from bowerbird.table.facts import Claim, Gather, Quit, Ruling
from bowerbird.table.legal import IllegalAction

__all__ = ["Clock", "LiveTable", "NotAllowed", "Settings"]


log = logging.getLogger(__name__)


class NotAllowed(ValueError):
    """A person may not do this here. The text says why, or what to do instead."""


class Clock(Protocol):
    """The time: milliseconds since 1970 in UTC. Tests bring their own."""

    def __call__(self) -> int:
        """Now."""
        ...


class Settings:
    """How long things take, in seconds."""

    def __init__(self, *, grace: float = 20.0, words_wait: float = 0.4, pace_factor: float = 1.0) -> None:
        """How long a person may be away, how long people can add words to a shuffle, and how slow bots are."""
        self.grace = grace
        self.words_wait = words_wait
        self.pace_factor = pace_factor

    def pause(self, pace: Pace) -> float:
        """How long a bot waits before it acts."""
        return {"slow": 2.0, "normal": 1.0, "quick": 0.4, "at once": 0.0}[pace] * self.pace_factor


Listener = Callable[["LiveTable"], Awaitable[None]]

#: What people do themselves; the rest (shuffling, dealing, bells) the hall does for them.
_HALLS_OWN = (Open, Draw, Shuffle, Cut, Deal, TurnUp, StartBell, EndBell, Ruling)


class LiveTable:
    """One table in use. All changes go through `_write`, one at a time, and are on disk before anyone is told."""

    def __init__(self, name: str, room: Room, log: Log, clock: Clock, bots: Bots, settings: Settings) -> None:
        """A table with what has happened at it so far."""
        self.name = name
        self.room = room
        self._log = log
        self._clock = clock
        self._bots = bots
        self._settings = settings
        self._turn = asyncio.Lock()
        self._here: dict[str, int] = {}
        self._listeners: set[Listener] = set()
        self._driver: asyncio.Task[None] | None = None
        self._graces: dict[Seat, asyncio.Task[None]] = {}
        self._bell: asyncio.Task[None] | None = None

    # Who looks on.

    def listen(self, listener: Listener) -> None:
        """Call this with the table after every change."""
        self._listeners.add(listener)

    def unlisten(self, listener: Listener) -> None:
        """No longer."""
        self._listeners.discard(listener)

    async def came(self, person: str) -> None:
        """A person has the table on a screen."""
        self._here[person] = self._here.get(person, 0) + 1
        seat = self.room.seat_of(person)
        if seat is not None:
            grace = self._graces.pop(seat, None)
            if grace is not None:
                grace.cancel()
            async with self._turn:
                if self.room.chairs[seat].away:
                    await self._write(TookBack(seat))
        self.wake()

    def went(self, person: str) -> None:
        """One of a person's screens is closed; after a while a bot plays on."""
        self._here[person] = self._here.get(person, 1) - 1
        seat = self.room.seat_of(person)
        if seat is not None and self._here[person] <= 0 and seat not in self._graces:
            self._graces[seat] = asyncio.create_task(self._give_over(seat, person))

    def is_here(self, person: str) -> bool:
        """Whether a person looks at this table now."""
        return self._here.get(person, 0) > 0

    async def _give_over(self, seat: Seat, person: str) -> None:
        await asyncio.sleep(self._settings.grace)
        self._graces.pop(seat, None)
        async with self._turn:
            chair = self.room.chairs[seat]
            if chair.person == person and not chair.away and not self.is_here(person) and self.room.started:
                await self._write(HandedOver(seat))
        self.wake()

    # What people do.

    async def sit(self, person: str, name: str, seat: Seat) -> None:
        """Take an empty chair, or a bot's."""
        async with self._turn:
            chair = self.room.chairs[seat]
            if self.room.seat_of(person) is not None:
                raise NotAllowed("You sit at this table already.")
            if chair.person:
                raise NotAllowed(f"{chair.name} sits there. Choose another chair.")
            if chair.bot and self.room.made.private and person != self.room.made.host and self.room.started:
                raise NotAllowed("The game is on. The host can give you a bot's chair.")
            await self._write(Sat(seat, person, name))
        self.wake()

    async def stand(self, person: str) -> None:
        """Leave the chair; in a game a bot takes it, so that nobody can spoil it by leaving."""
        async with self._turn:
            seat = self._own_seat(person)
            await self._write(BotSat(seat, "club") if self.room.started else Left(seat))
        self.wake()

    async def act(self, person: str, fact: Fact) -> None:
        """Call, discard, play: anything that a seat may do."""
        async with self._turn:
            seat = self._own_seat(person)
            if isinstance(fact, _HALLS_OWN) or getattr(fact, "seat", None) is not seat:
                raise NotAllowed("You can act for your own chair only.")
            if self.room.paused:
                raise NotAllowed("The host has paused this table.")
            await self._play(fact)
        self.wake()

    async def add_words(self, person: str, words: str) -> None:
        """Add own randomness to the next shuffle."""
        async with self._turn:
            seat = self._own_seat(person)
            waiting = self.room.deals.get(self.room.dealt)
            if self.room.table.state.phase is not Phase.SHUFFLE or waiting is None or waiting.words[seat]:
                raise NotAllowed("The next hand is not waiting for words now.")
            await self._write(AddedWords(seat, words))
        self.wake()

    async def say(self, person: str, phrase: str) -> None:
        """One of the set phrases."""
        if phrase not in PHRASES:
            raise NotAllowed(f"Only these can be said: {', '.join(PHRASES)}.")
        async with self._turn:
            said: Phrase = PHRASES[PHRASES.index(phrase)]
            await self._write(Said(self._own_seat(person), said))

    async def ask_undo(self, person: str) -> None:
        """Ask to take back the last own action; with no other people at the table it is done at once."""
        async with self._turn:
            seat = self._own_seat(person)
            if self._undo_to(seat) is None:
                raise NotAllowed("There is nothing of yours to take back in this hand.")
            await self._write(UndoAsked(seat))
            await self._undo_if_agreed()
        self.wake()

    async def answer_undo(self, person: str, agrees: bool) -> None:
        """Agree to an undo, or not."""
        async with self._turn:
            seat = self._own_seat(person)
            if self.room.undo_by is None or seat in self.room.undo:
                raise NotAllowed("Nobody waits for your answer.")
            await self._write(UndoAnswered(seat, agrees))
            await self._undo_if_agreed()
        self.wake()

    # What the host does.

    async def seat_bot(self, person: str, seat: Seat, level: str) -> None:
        """Fill an empty chair with a bot, or change its level."""
        from bowerbird.players import LEVELS

        self._host_only(person)
        if level not in LEVELS:
            raise NotAllowed(f"There is no bot of that level; choose {', '.join(LEVELS)}.")
        async with self._turn:
            if self.room.chairs[seat].person:
                raise NotAllowed(f"{self.room.chairs[seat].name} sits there.")
            await self._write(BotSat(seat, level))
        self.wake()

    async def remove(self, person: str, seat: Seat) -> None:
        """Free a chair; in a game a bot takes it."""
        self._host_only(person)
        async with self._turn:
            await self._write(BotSat(seat, "club") if self.room.started else Left(seat))
        self.wake()

    async def pause(self, person: str, paused: bool) -> None:
        """Hold the play, or let it go on."""
        self._host_only(person)
        async with self._turn:
            if self.room.paused != paused:
                await self._write(Paused() if paused else Resumed())
        self.wake()

    async def set_pace(self, person: str, pace: Pace) -> None:
        """How long bots take."""
        self._host_only(person)
        async with self._turn:
            await self._write(PaceSet(pace))
        self.wake()

    async def start(self, person: str) -> None:
        """Begin a game, when all four chairs are taken; or another one when it is over."""
        self._host_only(person)
        async with self._turn:
            if any(chair.is_empty for chair in self.room.chairs.values()):
                raise NotAllowed("All four chairs must be taken first: invite people or seat bots.")
            if self.room.started and not self.room.table.state.is_over:
                raise NotAllowed("The game is on already.")
            names = self._names()
            await self._write(Happened(Open(names=names, mode=self.room.made.mode)))
        self.wake()

    # The play by itself.

    def wake(self) -> None:
        """See what the table waits for, and do what nobody has to do by hand."""
        if self._driver is None or self._driver.done():
            self._driver = asyncio.create_task(self._drive())

    async def _drive(self) -> None:
        going = True
        while going:
            try:
                going = await self._next_by_itself()
            except StoreError as error:
                # Nothing has happened; when the disk is well again, the table goes on.
                log.warning("table %s waits: %s", self.name, error)
                await asyncio.sleep(1.0)

    async def _next_by_itself(self) -> bool:
        """One thing that happens by itself. False when the table waits for a person, or for nothing."""
        room, state = self.room, self.room.table.state
        if not room.started or room.paused or state.is_over:
            return False
        if state.phase is Phase.SHUFFLE:
            return await self._shuffle()
        if state.phase in (Phase.DRAW, Phase.CUT, Phase.DEAL, Phase.TURN_UP):
            async with self._turn:
                await self._play(*self._dealers_work())
            return True
        return await self._bot_acts()

    async def _shuffle(self) -> bool:
        room = self.room
        async with self._turn:
            if room.dealt == 0 or room.deals[room.dealt].revealed or self._deal_is_used():
                await self._commit()
        if room.people() and self._settings.words_wait:
            await asyncio.sleep(self._settings.words_wait)
        async with self._turn:
            if room.paused or room.table.state.phase is not Phase.SHUFFLE:
                return True
            promise = room.deals[room.dealt]
            leave = room.book.deal.cut_leaves
            deck, cut = fair.deck_from(promise.secret, room.dealt, promise.words, room.book.cards(), leave)
            await self._play(Shuffle(deck), Cut(room.table.state.dealer.right, cut))
        return True

    def _deal_is_used(self) -> bool:
        """A new deal after a misdeal needs a new shuffle, and the old one can be shown."""
        return sum(isinstance(fact, Shuffle) for fact in self.room.table.facts) >= self.room.dealt

    async def _commit(self) -> None:
        secret = secrets.token_hex(32)
        facts: list[HallFact] = []
        if self.room.dealt and not self.room.deals[self.room.dealt].revealed:
            facts.append(Revealed(self.room.dealt))
        facts.append(Committed(self.room.dealt + 1, fair.digest_of(secret), secret))
        await self._write(*facts)

    def _dealers_work(self) -> tuple[Fact, ...]:
        table = self.room.table
        match table.state.phase:
            case Phase.DRAW:
                legal = [fact for fact in table.legal if isinstance(fact, Draw)]
                return (secrets.choice(legal),)
            case Phase.CUT | Phase.DEAL:
                packets = self.room.book.deal.packets[0]
                return (Deal((packets, packets, packets, packets)),)
        bell: tuple[Fact, ...] = ()
        if self.room.book.deal.after_start_bell and not table.state.started:
            bell = (StartBell(),)
            self._ring_later()
        return (*bell, TurnUp())

    def _ring_later(self) -> None:
        minutes = self.room.book.game.minutes
        if minutes and self._bell is None:
            self._bell = asyncio.create_task(self._ring(minutes * 60))

    async def _ring(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self._bell = None
        async with self._turn:
            if self.room.table.allows(EndBell()):
                await self._play(EndBell())
        self.wake()

    async def _bot_acts(self) -> bool:
        room, state = self.room, self.room.table.state
        seat = self._bot_to_act()
        if seat is None:
            return False
        age = state.age
        level = room.chairs[seat].bot or "club"
        view = room.table.view(seat)
        thinking = asyncio.create_task(self._bots.choose(level, secrets.randbits(62), room.book, view))
        await asyncio.sleep(self._settings.pause(room.pace))
        fact = await thinking
        async with self._turn:
            same = room.table.state.age == age and room.table.state is state
            if same and not room.paused and room.chairs[seat].plays_itself:
                await self._play(fact)
        return True

    def _bot_to_act(self) -> Seat | None:
        """A bot that has something to do: at a real table, turning a trick down and gathering the cards too."""
        for fact in self.room.table.legal:
            seat = getattr(fact, "seat", None)
            if seat is not None and self.room.chairs[seat].plays_itself and not isinstance(fact, Claim):
                return Seat(seat)
        return None

    # Writing down and telling.

    async def _play(self, *facts: Fact) -> None:
        """Facts of the play, in order: all of them are allowed, or none happens."""
        table = self.room.table
        pushed = 0
        try:
            for fact in facts:
                table.push(fact)
                pushed += 1
        except (IllegalAction, ValueError) as error:
            raise NotAllowed(str(error)) from None
        finally:
            for _ in range(pushed):
                table.pop()
        await self._write(*(Happened(fact) for fact in facts))

    async def _write(self, *facts: HallFact) -> None:
        """On disk first, then in memory, then told. What follows at once (a revealed deal) goes with it."""
        bodies = [encode_hall_fact(fact) for fact in facts]
        await self._log.append(self.stream, self.room.seq, bodies, self._clock())
        for fact in facts:
            self.room.apply(fact)
        for listener in tuple(self._listeners):
            await listener(self)

    @property
    def stream(self) -> str:
        """The name of this table's stream in the log."""
        return f"table:{self.name}"

    def _own_seat(self, person: str) -> Seat:
        seat = self.room.seat_of(person)
        if seat is None:
            raise NotAllowed("You have no chair at this table.")
        return seat

    def _host_only(self, person: str) -> None:
        if person != self.room.made.host:
            raise NotAllowed("Only the host of this table can do that.")

    def _names(self) -> tuple[str, str, str, str]:
        names: list[str] = []
        for seat in Seat:
            name = self.room.chairs[seat].name
            while name in names:
                name += " II" if not name.endswith("I") else "I"
            names.append(name)
        return names[0], names[1], names[2], names[3]

    def _undo_to(self, seat: Seat) -> int | None:
        facts = self.room.table.facts
        for place in range(len(facts) - 1, -1, -1):
            if isinstance(facts[place], Shuffle | TurnUp):
                return None
            if getattr(facts[place], "seat", None) is seat and not isinstance(facts[place], Quit | Gather):
                return place
        return None

    async def _undo_if_agreed(self) -> None:
        asker = self.room.undo_by
        if asker is None:
            return
        others = [seat for seat in self.room.people() if not self.room.chairs[seat].away]
        keep = self._undo_to(asker)
        if keep is not None and all(self.room.undo.get(seat) for seat in others):
            await self._write(Undone(keep))

    async def close(self) -> None:
        """Let go of everything that runs by itself."""
        for task in (self._driver, self._bell, *self._graces.values()):
            if task is not None:
                task.cancel()
