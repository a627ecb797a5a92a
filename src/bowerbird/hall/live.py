"""A live table: it judges who may do what, writes it down, and only then tells those who look on.

What the rules of the game allow is asked of the table itself; what happens without a person is the driver's.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol

from bowerbird.hall.bots import USUAL_LEVEL, Bots
from bowerbird.hall.driver import Driver, Settings
from bowerbird.hall.errors import NotAllowed
from bowerbird.hall.facts import (
    PHRASES,
    AddedWords,
    BotSat,
    HallFact,
    HandedOver,
    Happened,
    Left,
    Pace,
    PaceSet,
    Paused,
    Resumed,
    Said,
    Sat,
    TookBack,
    UndoAnswered,
    UndoAsked,
    Undone,
    decode_hall_fact,
    encode_hall_fact,
)
from bowerbird.hall.room import Room
from bowerbird.hall.told import Telling, Written
from bowerbird.seats import Seat
from bowerbird.store import Conflict, Log, StoreError
from bowerbird.table import (
    Cut,
    Deal,
    Draw,
    EndBell,
    Fact,
    IllegalAction,
    Open,
    Phase,
    Shuffle,
    StartBell,
    TurnUp,
    step,
)
from bowerbird.table.facts import Gather, Quit, Ruling
from bowerbird.table.talk import sentence

__all__ = ["Clock", "Listener", "LiveTable", "Settings"]


class Clock(Protocol):
    """The time: milliseconds since 1970 in UTC. Tests bring their own."""

    def __call__(self) -> int:
        """Now."""
        ...


#: Called after every change, with what there is to tell. It must not wait.
Listener = Callable[[Telling], None]
Given = ParamSpec("Given")

#: What the hall does for people (shuffling, dealing, bells), and the director's word.
_HALLS_OWN = (Open, Draw, Shuffle, Cut, Deal, TurnUp, StartBell, EndBell, Ruling)


def _whole(
    method: Callable[Concatenate[LiveTable, Given], Awaitable[None]],
) -> Callable[Concatenate[LiveTable, Given], Coroutine[Any, Any, None]]:
    """What was begun is finished, one thing at a time, even if whoever asked for it has gone meanwhile."""

    @wraps(method)
    async def wrapped(self: LiveTable, /, *args: Given.args, **kwargs: Given.kwargs) -> None:
        async def do() -> None:
            async with self.in_turn():
                await method(self, *args, **kwargs)
            self.wake()

        task = asyncio.create_task(do())
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)
        await asyncio.shield(task)

    return wrapped


class LiveTable:
    """One table in use. All changes go through `write`, one at a time, and are on disk before anyone is told."""

    def __init__(self, name: str, room: Room, log: Log, clock: Clock, bots: Bots, settings: Settings) -> None:
        """A table with what has happened at it so far."""
        self.name = name
        self.room = room
        self._turn = asyncio.Lock()
        self._log = log
        self._clock = clock
        self._settings = settings
        self._driver = Driver(self, bots, settings)
        self._here: dict[str, int] = {}
        self._listeners: dict[Listener, None] = {}  # in the order they came
        self._graces: dict[Seat, asyncio.Task[None]] = {}
        self._doing: set[asyncio.Task[None]] = set()
        self._in_doubt = False
        self._written = Written()

    @property
    def stream(self) -> str:
        """The name of this table's stream in the log."""
        return f"table:{self.name}"

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks and nothing goes on: the table can be let go and found again in the log."""
        return not self._listeners and not self._graces and not self._doing and self._driver.is_idle

    @asynccontextmanager
    async def in_turn(self) -> AsyncIterator[None]:
        """One at a time, and only on a table that is as the log has it."""
        async with self._turn:
            if self._in_doubt:
                await self._catch_up()
            yield

    def now(self) -> int:
        """The time in milliseconds."""
        return self._clock()

    def wake(self) -> None:
        """Let happen what nobody has to do by hand."""
        self._driver.wake()

    # Who looks on.

    def listen(self, listener: Listener) -> None:
        """Call this after every change."""
        self._listeners[listener] = None

    def unlisten(self, listener: Listener) -> None:
        """No longer."""
        self._listeners.pop(listener, None)

    def telling(self) -> Telling:
        """The table as it can be told now."""
        here = [bool(chair.person) and self.is_here(chair.person) for chair in self.room.chairs.values()]
        return Telling(self.name, self.room, here, self.host_here(), self._written)

    @_whole
    async def came(self, person: str) -> None:
        """A person has the table on a screen."""
        self._here[person] = self._here.get(person, 0) + 1
        seat = self.room.seat_of(person)
        if seat is None:
            return
        grace = self._graces.pop(seat, None)
        if grace is not None:
            grace.cancel()
        if self.room.started:
            self.await_return()  # somebody is here to play with: the others have their time to come back
        if self.room.chairs[seat].away:
            await self.write(TookBack(seat))
        else:
            self._tell()

    def went(self, person: str) -> None:
        """One of a person's screens is closed; after a while a bot plays on."""
        self._here[person] = self._here.get(person, 1) - 1
        if self._here[person] <= 0:
            del self._here[person]
        if self.room.seat_of(person) is not None and not self.is_here(person):
            self.await_return()
            self._tell()

    def await_return(self) -> None:
        """Everyone who sits here and is not here has the grace time to come back."""
        for seat in self.room.people():
            chair = self.room.chairs[seat]
            if not chair.away and not self.is_here(chair.person) and seat not in self._graces:
                self._graces[seat] = asyncio.create_task(self._grace(seat, chair.person))

    def is_here(self, person: str) -> bool:
        """Whether a person looks at this table now."""
        return self._here.get(person, 0) > 0

    async def _grace(self, seat: Seat, person: str) -> None:
        await asyncio.sleep(self._settings.grace)
        self._graces.pop(seat, None)
        await self._hand_over(seat, person)

    @_whole
    async def _hand_over(self, seat: Seat, person: str) -> None:
        chair = self.room.chairs[seat]
        if chair.person != person or chair.away or self.is_here(person) or not self.room.started:
            return
        # With nobody left to keep waiting, the table waits: no game is played behind its people's backs.
        if any(self.is_here(self.room.chairs[other].person) for other in self.room.people()):
            await self.write(HandedOver(seat))

    # What people do.

    @_whole
    async def sit(self, person: str, name: str, seat: Seat) -> None:
        """Take an empty chair, or a bot's."""
        chair = self.room.chairs[seat]
        if self.room.seat_of(person) is not None:
            raise NotAllowed("You sit at this table already.")
        if chair.person:
            raise NotAllowed(f"{chair.name} sits there. Choose another chair.")
        if chair.bot and self.room.made.private and not self.is_host(person) and self.room.started:
            raise NotAllowed("The game is on. The host can give you a bot's chair.")
        await self.write(Sat(seat, person, self._own_name(name, seat)))

    @_whole
    async def stand(self, person: str) -> None:
        """Leave the chair; in a game a bot takes it, so that nobody can spoil it by leaving."""
        await self._free(self._own_seat(person))

    @_whole
    async def act(self, person: str, fact: Fact) -> None:
        """Call, discard, play: anything that a seat may do."""
        seat = self._own_seat(person)
        if isinstance(fact, _HALLS_OWN) or getattr(fact, "seat", None) is not seat:
            raise NotAllowed("You can act for your own chair only.")
        if self.room.paused:
            raise NotAllowed("The host has paused this table.")
        await self.play(fact)

    @_whole
    async def add_words(self, person: str, words: str) -> None:
        """Add own randomness to the next shuffle."""
        seat = self._own_seat(person)
        waiting = self.room.deal
        if waiting is None or waiting.used or waiting.words[seat]:
            raise NotAllowed("The next hand is not waiting for words now.")
        if not words.isprintable() or not 1 <= len(words) <= 64:
            raise NotAllowed("Words for the shuffle are 1 to 64 printable characters on one line.")
        await self.write(AddedWords(seat, words))

    @_whole
    async def say(self, person: str, phrase: str) -> None:
        """One of the set phrases."""
        if phrase not in PHRASES:
            raise NotAllowed(f"Only these can be said: {', '.join(PHRASES)}.")
        await self.write(Said(self._own_seat(person), PHRASES[PHRASES.index(phrase)]))

    @_whole
    async def ask_undo(self, person: str) -> None:
        """Ask to take back the last own action; with no other people at the table it is done at once."""
        seat = self._own_seat(person)
        if self._undo_to(seat) is None:
            raise NotAllowed("There is nothing of yours to take back in this hand.")
        await self.write(UndoAsked(seat))
        await self._undo_if_agreed()

    @_whole
    async def answer_undo(self, person: str, agrees: bool) -> None:
        """Agree to an undo, or not."""
        seat = self._own_seat(person)
        if self.room.undo_by is None or seat in self.room.undo:
            raise NotAllowed("Nobody waits for your answer.")
        await self.write(UndoAnswered(seat, agrees))
        await self._undo_if_agreed()

    # What the host does.

    def is_host(self, person: str) -> bool:
        """Who set the table up; while that person is not here, everyone who sits at it, so that nobody is stuck."""
        return person == self.room.made.host or (not self.host_here() and self.room.seat_of(person) is not None)

    def host_here(self) -> bool:
        """Whether the one who set the table up looks at it."""
        return self.is_here(self.room.made.host)

    @_whole
    async def seat_bot(self, person: str, seat: Seat, level: str) -> None:
        """Fill an empty chair with a bot, or change its level."""
        from bowerbird.players import LEVELS

        self._host_only(person)
        if level not in LEVELS:
            raise NotAllowed(f"There is no bot of that level; choose {', '.join(LEVELS)}.")
        if self.room.chairs[seat].person:
            raise NotAllowed(f"{self.room.chairs[seat].name} sits there.")
        await self.write(BotSat(seat, level))

    @_whole
    async def remove(self, person: str, seat: Seat) -> None:
        """Free a chair; in a game a bot takes it."""
        self._host_only(person)
        await self._free(seat)

    @_whole
    async def pause(self, person: str, paused: bool) -> None:
        """Hold the play, or let it go on."""
        self._host_only(person)
        if self.room.paused != paused:
            await self.write(Paused() if paused else Resumed())

    @_whole
    async def set_pace(self, person: str, pace: Pace) -> None:
        """How long bots take."""
        self._host_only(person)
        await self.write(PaceSet(pace))

    @_whole
    async def start(self, person: str) -> None:
        """Begin a game, when all four chairs are taken; or another one when it is over."""
        self._host_only(person)
        if any(chair.is_empty for chair in self.room.chairs.values()):
            raise NotAllowed("All four chairs must be taken first: invite people or seat bots.")
        if self.room.started and not self.room.table.state.is_over:
            raise NotAllowed("The game is on already.")
        await self.write(Happened(Open(names=self.room.names, mode=self.room.made.mode)))
        self.await_return()

    @_whole
    async def rule(self, person: str, ruling: Ruling) -> None:
        """The host answers as the director where the book leaves it to one, and only then."""
        self._host_only(person)
        if self.room.table.state.asked is None or ruling.overrules:
            raise NotAllowed("Nothing waits for a director's decision.")
        await self.play(ruling)

    # Writing down and telling.

    async def play(self, *facts: Fact) -> None:
        """Facts of the play, in order: all of them are allowed, or none happens."""
        state = self.room.table.state
        try:
            for fact in facts:
                state = step(self.room.book, state, fact)
        except (IllegalAction, ValueError) as error:
            raise NotAllowed(sentence(str(error))) from None
        await self.write(*(Happened(fact) for fact in facts))

    async def write(self, *facts: HallFact) -> None:
        """On disk first, then in memory, then told. Only for whoever has the turn."""
        bodies = [encode_hall_fact(fact) for fact in facts]
        at = self._clock()
        try:
            await self._log.append(self.stream, self.room.seq, bodies, at)
        except Conflict:
            await self._catch_up()
            raise NotAllowed("The table has moved on meanwhile. Look again, and decide again.") from None
        except StoreError:
            self._in_doubt = True  # it may be on disk all the same
            raise
        for fact in facts:
            self.room.apply(fact, at)
        self._tell()

    async def _catch_up(self) -> None:
        """Somebody else has written to this stream, or it is not sure what was written: the log knows."""
        for entry in await self._log.read(self.stream, self.room.seq):
            self.room.apply(decode_hall_fact(entry.body), entry.at)
        self._in_doubt = False
        self._tell()

    def _tell(self) -> None:
        if self._listeners:
            telling = self.telling()
            for listener in tuple(self._listeners):
                listener(telling)

    def _own_seat(self, person: str) -> Seat:
        seat = self.room.seat_of(person)
        if seat is None:
            raise NotAllowed("You have no chair at this table.")
        return seat

    def _own_name(self, name: str, seat: Seat) -> str:
        """Names at a table differ, so that everyone knows who is meant."""
        taken = {chair.name for place, chair in self.room.chairs.items() if place is not seat}
        number, own = 1, name
        while own in taken:
            number += 1
            own = f"{name[:36]} {number}"
        return own

    def _host_only(self, person: str) -> None:
        if not self.is_host(person):
            raise NotAllowed("Only the host of this table can do that.")

    async def _free(self, seat: Seat) -> None:
        on = self.room.started and not self.room.table.state.is_over
        await self.write(BotSat(seat, USUAL_LEVEL) if on else Left(seat))

    def _undo_to(self, seat: Seat) -> int | None:
        """How many facts stay when a seat takes back its last action. A deal that was shown is past undoing."""
        if (
            self.room.deal is None
            or self.room.deal.revealed
            or self.room.table.state.phase in (Phase.SHUFFLE, Phase.OVER)
        ):
            return None
        facts = self.room.table.facts
        for place in range(len(facts) - 1, -1, -1):
            if isinstance(facts[place], TurnUp):
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
            await self.write(Undone(keep))

    async def close(self) -> None:
        """Let go of everything that runs by itself; what is being written is finished first."""
        self._driver.close()
        for task in self._graces.values():
            task.cancel()
        await asyncio.gather(*self._doing, return_exceptions=True)
