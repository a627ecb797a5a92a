"""Run the automatic steps of a live table: shuffles, deals, bells, and bots that take their time.

The driver does what the table waits for, one step at a time. `live` checks what people may do. Only the process that
owns a table drives it, and that can change at any moment.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol

from msgspec.structs import replace

from bowerbird.cards import Card
from bowerbird.clock import Clock
from bowerbird.errors import BowerbirdError
from bowerbird.hall import fair, watch
from bowerbird.hall.bots import USUAL_LEVEL, Bots
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.facts import Committed, DrawCommitted, DrawRevealed, HallFact, Happened, Pace, Revealed
from bowerbird.hall.frames import TableSnapshot
from bowerbird.hall.matching import ARRIVING
from bowerbird.hall.room import Room
from bowerbird.live.stream import Stream
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat
from bowerbird.store import ConflictError, StoreError
from bowerbird.table import (
    Cut,
    Deal,
    EndBell,
    Fact,
    Phase,
    Shuffle,
    StartBell,
    State,
    TurnUp,
    View,
)
from bowerbird.table.facts import CallLead, Choose, Gather, Quit

__all__ = ["Driver", "Settings"]

log = logging.getLogger(__name__)

#: Seconds before a failed write is tried again.
_TRY_AGAIN = 1.0
#: The same if another process has written first.
_LOOK_AGAIN = 0.01
#: Factor on the time to add words before the first draw or hand.
_ARRIVAL = 8


class Settings:
    """Durations in seconds, and whether the teacher looks at games while they are played."""

    def __init__(
        self,
        *,
        grace: float = 15.0,
        arrival: float = ARRIVING / 1000,
        words_wait: float = 0.4,
        pace_factor: float = 1.0,
        review_ahead: bool = True,
    ) -> None:
        """Set the grace time of a missing person, the time to add words to a shuffle, and a factor on bot pauses.

        `arrival` is the time for people from the lobby to open the page of their table. Without `review_ahead` the
        teacher looks at a game when somebody asks for its review.
        """
        self.grace = grace
        self.arrival = arrival
        self.words_wait = words_wait
        self.pace_factor = pace_factor
        self.review_ahead = review_ahead

    def pause(self, pace: Pace) -> float:
        """Seconds a bot waits before it acts."""
        return {"slow": 2.0, "normal": 1.0, "quick": 0.4, "at once": 0.0}[pace] * self.pace_factor


class _NotOwnerError(BowerbirdError):
    """Another process owns this table now."""


class Driven(Protocol):
    """The part of a table that the driver uses."""

    name: str
    room: Room
    clock: Clock
    stream: Stream[Room, TableSnapshot]

    @property
    def leads(self) -> bool:
        """True if this process owns the table and runs its automatic steps."""
        ...

    def is_here(self, person: str) -> bool:
        """True if a person has this table open."""
        ...

    async def write(self, *facts: HallFact) -> None:
        """Write facts to the log, then notify all viewers."""
        ...

    def review(self) -> None:
        """Let the teacher look at what has happened."""
        ...

    async def play(self, *facts: Fact) -> None:
        """Write facts of the play, if all of them are allowed."""
        ...

    def rouse(self) -> None:
        """Run the automatic steps that follow."""
        ...


class Driver:
    """The driver of one live table. Call `wake` after every change; it sleeps while the table waits for a person."""

    def __init__(self, live: Driven, bots: Bots, settings: Settings) -> None:
        """Start asleep."""
        self._live = live
        self._bots = bots
        self._settings = settings
        self._running: asyncio.Task[None] | None = None
        self._bell: asyncio.Task[None] | None = None
        self._rings_at: int | None = None
        self._looked = 0
        self._closed = False
        self._words_came = asyncio.Event()

    @property
    def is_idle(self) -> bool:
        """True if no automatic step is running or scheduled."""
        return (self._running is None or self._running.done()) and self._bell is None

    @property
    def is_due(self) -> bool:
        """True if an automatic step is due now or later."""
        return self._is_due() or self._live.room.ends_at is not None

    def wake(self) -> None:
        """Run the automatic steps that are due."""
        self._looked += 1
        self._words_came.set()
        if self._closed or not self._is_due():
            return
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._drive())

    def close(self) -> None:
        """Stop for good."""
        self._closed = True
        for task in (self._running, self._bell):
            if task is not None:
                task.cancel()

    async def _drive(self) -> None:
        while True:
            looked = self._looked
            try:
                going = await self._next()
                self._live.review()
            except _NotOwnerError:
                return
            except ConflictError:
                await self._live.clock.sleep(_LOOK_AGAIN)  # another process was quicker
                going = True
            except (StoreError, NotAllowedError) as error:
                # Nothing was written: there is a problem with the disk. The table continues once it is solved.
                log.warning("table %s waits: %s", self._live.name, error)
                await self._live.clock.sleep(_TRY_AGAIN)
                going = True
            except Exception:
                # A bot that fails must not end the game: the error is logged, and the table can be woken again.
                log.exception("table %s stopped", self._live.name)
                return
            if not going and looked == self._looked:
                return

    @asynccontextmanager
    async def _in_turn(self) -> AsyncIterator[None]:
        """Hold the table's turn, as long as this process owns the table."""
        async with self._live.stream.turn():
            if not self._live.leads:
                raise _NotOwnerError
            yield

    async def _next(self) -> bool:
        """Run one automatic step. False if the table waits for a person, or for nothing."""
        if not self._is_due():
            return False
        state = self._live.room.table.state
        if self._reveal_is_due():
            await self._reveal()
            return True
        self._set_bell()
        if state.phase is Phase.SHUFFLE:
            return await self._shuffle()
        if state.phase is Phase.DRAW:
            return await self._draw()
        if self._turn_up_is_due():
            async with self._in_turn():
                if self._turn_up_is_due():
                    await self._live.play(TurnUp())
            return True
        return await self._bot_acts()

    def _turn_up_is_due(self) -> bool:
        """True if the cards were dealt before the event's start bell, and it has rung since."""
        room = self._live.room
        return room.table.state.phase is Phase.TURN_UP and not room.paused and room.table.allows(TurnUp())

    def _is_due(self) -> bool:
        """True if an automatic step is due. Mostly a table waits for people, so this must be cheap."""
        room, state = self._live.room, self._live.room.table.state
        if not room.started:
            return False
        if self._reveal_is_due():
            return True
        if room.paused or state.is_over:
            return False
        return (
            state.phase in (Phase.SHUFFLE, Phase.DRAW)
            or room.ends_at != self._rings_at
            or self._turn_up_is_due()
            or any(room.plays_itself(seat) for seat in Seat)
        )

    # The draw.

    async def _draw(self) -> bool:
        """Commit to the draw for dealer and partners, wait for words, then draw and show the secret at once."""
        room = self._live.room
        async with self._in_turn():
            if room.table.state.phase is Phase.DRAW and room.draw is None:
                secret = secrets.token_hex(32)
                await self._live.write(DrawCommitted(room.game, fair.digest_of(secret), secret))
        await self._wait_for_words(arriving=room.game == 1)
        async with self._in_turn():
            promise, state = room.draw, room.table.state
            if room.paused or promise is None or promise.used or state.phase is not Phase.DRAW:
                return True
            arranged = state.partners_arranged
            drawn = fair.draw_from(promise.secret, room.game, promise.words, room.book, arranged=arranged)
            await self._live.write(*(Happened(fact) for fact in drawn), DrawRevealed(room.game))
        return True

    # Shuffles.

    def _reveal_is_due(self) -> bool:
        deal = self._live.room.deal
        if self._live.room.made.boards:
            return False  # the event shows it, when the board is not to be played any more
        hand_over = self._live.room.table.state.phase in (Phase.SHUFFLE, Phase.OVER)
        return hand_over and deal is not None and deal.used and not deal.revealed

    async def _reveal(self) -> None:
        """Show the secret of the hand that is over, and commit to the next shuffle."""
        room = self._live.room
        async with self._in_turn():
            if room.deal is not None and room.deal.used and not room.deal.revealed:
                next_hand = [] if room.table.state.is_over else [self._promise()]
                await self._live.write(Revealed(room.dealt), *next_hand)

    def _promise(self) -> Committed:
        board = self._live.room.next_board
        secret = secrets.token_hex(32) if board is None else board.secret
        return Committed(self._live.room.dealt + 1, fair.digest_of(secret), secret)

    async def _shuffle(self) -> bool:
        room = self._live.room
        async with self._in_turn():
            if room.table.state.phase is Phase.SHUFFLE and (room.deal is None or room.deal.used):
                await self._live.write(self._promise())
        await self._wait_for_words(arriving=room.dealt == 1 and room.draw is None)
        async with self._in_turn():
            promise = room.deal
            if room.paused or promise is None or promise.used or room.table.state.phase is not Phase.SHUFFLE:
                return True
            leave = room.book.deal.cut_leaves
            number = room.deal_number(room.dealt)
            deck, at = fair.deck_from(promise.secret, number, promise.words, room.book.cards(), leave)
            await self._live.play(*_dealt(room.book, room.table.state, deck, at, waits=room.waits_for_start_bell))
        return True

    async def _wait_for_words(self, *, arriving: bool) -> None:
        """Wait for the players' words, until everyone present has added some or the time is over.

        The first draw or deal comes while people's pages are still loading, so people who are `arriving` get more time.
        """
        clock = self._live.clock
        until = clock.steady() + self._settings.words_wait * (_ARRIVAL if arriving else 1)
        while self._words_missing(arriving) and (left := until - clock.steady()) > 0:
            self._words_came.clear()
            await clock.wait(self._words_came, left)

    def _words_missing(self, arriving: bool) -> bool:
        room = self._live.room
        asked = [seat for seat in room.people() if arriving or self._live.is_here(room.chairs[seat].person)]
        return any(room.wants_words(seat) for seat in asked)

    # Bells.

    def _set_bell(self) -> None:
        """Schedule the end bell. An event's clock may be paused or extended."""
        ends = self._live.room.ends_at
        if ends == self._rings_at:
            return
        if self._bell is not None:
            self._bell.cancel()
        self._rings_at = ends
        self._bell = None if ends is None else asyncio.create_task(self._ring(ends))

    async def _ring(self, ends: int) -> None:
        await self._live.clock.sleep_until(ends)
        try:
            async with self._in_turn():
                if self._live.room.table.allows(EndBell()):
                    await self._live.play(EndBell())
        except (StoreError, NotAllowedError, _NotOwnerError) as error:
            log.warning("table %s: the bell waits: %s", self._live.name, error)
            await self._live.clock.sleep(_TRY_AGAIN)
        self._bell = self._rings_at = None
        if self._live.leads:
            self.wake()

    # Bots.

    async def _bot_acts(self) -> bool:
        room, state = self._live.room, self._live.room.table.state
        claim = watch.claim(room)
        if claim is not None:
            # No pause: a claim counts from the moment when the cards show it.
            async with self._in_turn():
                if room.table.state is state and not room.paused:
                    await self._live.play(claim)
            return True
        seat, chore = self._bot_to_act()
        if seat is None:
            return False
        # Chosen for the table as it is now: if it has changed by then, the choice is dropped.
        view = replace(room.table.view(seat), minutes_left=room.minutes_left(self._live.clock()))
        thinking = None if chore else asyncio.create_task(self._think(seat, view))
        try:
            await self._live.clock.sleep(self._settings.pause(room.pace))
            fact = chore or (await thinking if thinking else None)
        finally:
            if thinking is not None:
                thinking.cancel()  # the table may be closed, and then nobody waits for it
        async with self._in_turn():
            same = room.table.state is state and room.plays_itself(seat)
            if same and fact is not None and not room.paused:
                await self._live.play(fact)
        return True

    async def _think(self, seat: Seat, view: View) -> Fact:
        room = self._live.room
        level = room.bot_at(seat) or USUAL_LEVEL
        slip = watch.slip(room, seat, view)
        if slip is not None:
            return slip
        bird = room.bird_at(seat)
        seed = 0 if room.made.daily else secrets.randbits(62)
        return await self._bots.choose(level, seed, room.book, view, self._waiting(), bird)

    def _waiting(self) -> list[str]:
        """The people who wait for a bot: the players who are here, else the host."""
        room = self._live.room
        players = [room.chairs[seat].person for seat in room.people()]
        return [person for person in players if self._live.is_here(person)] or [room.made.host]

    def _bot_to_act(self) -> tuple[Seat | None, Fact | None]:
        """Find a bot that has to act, with its action if that needs no thought.

        Gathering the cards ends the time for claims, so bots leave that to people. They leave choices to a partner.
        """
        room = self._live.room
        for fact in room.table.legal:
            seat = getattr(fact, "seat", None)
            if seat is None or not room.plays_itself(Seat(seat)):
                continue
            match fact:
                case Gather() if any(self._live.is_here(room.chairs[other].person) for other in room.players()):
                    continue
                case Quit() | Gather():
                    return Seat(seat), fact
                case Choose() if not room.plays_itself(Seat(seat).partner):
                    continue
                case Choose():
                    return Seat(seat), watch.choice(room, Seat(seat))
                case CallLead() if self._partner_may_call(Seat(seat)):
                    continue
                case CallLead():
                    return Seat(seat), CallLead(Seat(seat))
                case _:
                    return Seat(seat), None
        return None, None

    def _partner_may_call(self, seat: Seat) -> bool:
        """True if either opponent may name the suit, and the bot's partner is a person."""
        room = self._live.room
        callers = {Seat(fact.seat) for fact in room.table.legal if isinstance(fact, CallLead)}
        return seat.partner in callers and not room.plays_itself(seat.partner)


def _dealt(book: Rulebook, state: State, deck: tuple[Card, ...], cut_at: int, *, waits: bool) -> list[Fact]:
    """The facts from the shuffled deck to the turn-up, with the start bell if the rules need it before the first card.

    If the table `waits` for the start bell of an event, the cards are dealt and none is turned up.
    """
    packets = book.deal.packets[0]
    facts: list[Fact] = [Shuffle(deck), Cut(state.dealer.right, cut_at), Deal((packets, packets, packets, packets))]
    if waits:
        return facts
    if book.deal.after_start_bell and not state.started:
        facts.append(StartBell())
    return [*facts, TurnUp()]
