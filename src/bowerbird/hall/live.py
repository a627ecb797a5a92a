"""A table in use: check permissions, write to the log, then notify viewers.

The rules of the game are in `table`, automatic steps in `driver`, turns and retries in the table's stream. If several
processes have the same table, all of them write what people do, and the owner runs the automatic steps.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from bowerbird.clock import Clock
from bowerbird.hall import watch
from bowerbird.hall.asides import Asides
from bowerbird.hall.attendance import Attendance
from bowerbird.hall.birds import check_bot_bird
from bowerbird.hall.bots import USUAL_LEVEL, Bots
from bowerbird.hall.driver import Driver, Settings
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.facts import (
    EMOTES,
    NOT_FOR_SEATS,
    PHRASES,
    TURN_CLOCKS,
    AddedWords,
    AskedAgain,
    BirdChosen,
    BotSat,
    HallFact,
    HandedOver,
    Happened,
    Hinted,
    Left,
    Pace,
    PaceSet,
    Paused,
    Resumed,
    Said,
    Sat,
    TookBack,
    TurnClock,
    TurnClockSet,
    UndoAnswered,
    UndoAsked,
    Undone,
    decode_hall_fact,
    encode_hall_fact,
)
from bowerbird.hall.frames import EncodedParts, TableSnapshot
from bowerbird.hall.hints import view_for_hint
from bowerbird.hall.matching import begins
from bowerbird.hall.presence import Presence
from bowerbird.hall.room import Room
from bowerbird.hall.turn_clock import TurnTimer, turn_ends_at
from bowerbird.live.cluster import Cluster
from bowerbird.live.stream import BusyError, Stream
from bowerbird.seats import Seat
from bowerbird.store import Entry, Log, StoreError
from bowerbird.table import Fact, IllegalActionError, Open, View, step
from bowerbird.table.facts import Gather, Ruling
from bowerbird.table.talk import sentence

__all__ = ["Listener", "LiveTable", "Settings"]

log = logging.getLogger(__name__)

#: Called after every change with the new state. It must not wait.
Listener = Callable[[TableSnapshot], None]
Given = ParamSpec("Given")


def serialized(
    method: Callable[Concatenate[LiveTable, Given], Awaitable[None]],
) -> Callable[Concatenate[LiveTable, Given], Coroutine[Any, Any, None]]:
    """Run a method in one turn at the table, and finish it even if the requester disconnects.

    If another process was quicker, the method runs again on the new state. So it must write only once. A table to which
    nothing was written goes on sleeping.
    """

    @wraps(method)
    async def wrapped(self: LiveTable, /, *args: Given.args, **kwargs: Given.kwargs) -> None:
        async def attempt() -> bool:
            before = self.stream.seq
            await method(self, *args, **kwargs)
            return self.stream.seq != before

        async def work() -> None:
            try:
                wrote = await self.stream.serialize(attempt)
            except BusyError:
                raise NotAllowedError(
                    "Too much is happening at this table at once. Look again, then try again."
                ) from None
            if wrote:
                self.rouse()

        await self.stream.finish(work())

    return wrapped


class LiveTable:
    """One table in use."""

    def __init__(
        self,
        name: str,
        room: Room,
        log: Log,
        clock: Clock,
        bots: Bots,
        settings: Settings,
        cluster: Cluster,
        presence: Presence,
        reviewed_by: Callable[[str, Room], None],
        ended: Callable[[str, Room], None],
    ) -> None:
        """Take the table's stream with its state so far. `reviewed_by` follows its games.

        `ended` is called, perhaps more than once, while a game is over.
        """
        self.name = name
        self.room = room
        self.stream = Stream(
            f"table:{name}",
            room,
            log,
            fold=_fold,
            tell=self.snapshot,
            moved=self.wake,
            followed=self._followed,
        )
        self.clock = clock
        self._cluster = cluster
        self._presence = presence
        self._reviewed_by = reviewed_by
        self._ended = ended
        self._review_ahead = settings.review_ahead
        self._driver = Driver(self, bots, settings)
        self._timer = TurnTimer(self, bots)
        self._since = clock()  # when this process took the table over
        self._beginning: asyncio.Task[None] | None = None
        self._bots_later: asyncio.Task[None] | None = None
        self._people = Attendance(
            room,
            settings.grace,
            lambda person: presence.is_elsewhere(name, person),
            self._hand_over,
            settings.arrival,
            clock,
        )
        self._asides = Asides()
        self._encoded = EncodedParts()
        self._roused = False

    @property
    def is_idle(self) -> bool:
        """True if there are no viewers and nothing is running, so the table can be dropped from memory."""
        watched = self.stream.has_listeners or self._people.waits or self._gathers_people
        steps = self._driver.is_idle and self._timer.is_idle
        return not watched and self.stream.is_settled and steps

    @property
    def is_unused(self) -> bool:
        """True if nobody looks on here and nothing is done here: what another process writes does not matter."""
        steps = self._driver.is_idle and self._timer.is_idle
        watched = self.stream.has_listeners or self.is_attended
        return not watched and not self.stream.is_being_written and steps

    @property
    def is_attended(self) -> bool:
        """True if somebody has the table open through this process."""
        return self._people.is_watched_here

    @property
    def leads(self) -> bool:
        """True if this process owns the table and runs its automatic steps."""
        return self._cluster.leads(self.stream.name)

    @property
    def wants_leader(self) -> bool:
        """True if automatic steps may be due here, so the table needs an owner."""
        waits = self._people.keeps_people_waiting or self._gathers_people or self.room.turn_clock > 0
        return self._roused and (self._driver.is_due or waits)

    @property
    def is_open(self) -> bool:
        """True if anyone may join this table, and somebody who waits for that is at it through this process."""
        hosts = self.room.people() if self.room.gathers is not None else ()
        waiting = [self.room.made.host, *(self.room.chairs[seat].person for seat in hosts)]
        return self._has_free_chair and any(self._people.is_connected_here(person) for person in waiting)

    @property
    def may_be_joined(self) -> bool:
        """True if anyone may join this table, and its host is here; at a table of the lobby, anybody."""
        return self._has_free_chair and (self.host_here() or (self.room.gathers is not None and self.anyone_here))

    @property
    def _has_free_chair(self) -> bool:
        free = any(not chair.person for chair in self.room.chairs.values())
        return free and not self.room.made.private and not self.room.table.state.is_over

    @property
    def _gathers_people(self) -> bool:
        """True if people from the lobby wait here for their game."""
        return self.room.gathers is not None and not self.room.started and bool(self.room.people())

    def rouse(self) -> None:
        """Somebody is here, or does something: from now on automatic steps run. Reading a table does not rouse it."""
        self._roused = True
        self.wake()

    def wake(self) -> None:
        """Run the automatic steps that are due, or find an owner for them."""
        if not self._roused:
            return
        if self.leads:
            self._people.look()
            self._driver.wake()
            self._timer.look(self._since)
            self._look_at_gathering()
            self.review()
            self._tell_end()
        elif self.wants_leader:
            self._cluster.seek(self.stream.name)

    # With other processes.

    def lead(self) -> None:
        """This process now owns the table: run its automatic steps."""
        self._since = self.clock()
        self.rouse()

    def follow(self) -> None:
        """Another process owns the table. Steps in progress here stop before they write."""
        self._people.stop_waiting()
        self._timer.stop()

    async def _followed(self) -> None:
        for seat in self.room.people():
            chair = self.room.chairs[seat]
            if chair.away and self._people.is_connected_here(chair.person):
                await self._welcome(chair.person)  # handed over just as they came back
        self.rouse()

    def presence_changed(self) -> None:
        """Someone opened or left this table through another process."""
        self.stream.tell()
        self.rouse()

    # Viewers.

    def listen(self, listener: Listener) -> None:
        """Call `listener` after every change."""
        self.stream.listen(listener)

    def unlisten(self, listener: Listener) -> None:
        """Stop calling `listener`."""
        self.stream.unlisten(listener)

    def review(self) -> None:
        """Let the teacher look at what has happened, if anybody has this table open."""
        if self._review_ahead and self._people.is_watched:
            self._reviewed_by(self.name, self.room)

    def snapshot(self) -> TableSnapshot:
        """The current state, ready to build frames from."""
        here = [bool(chair.person) and self.is_here(chair.person) for chair in self.room.chairs.values()]
        ends = turn_ends_at(self.room, self._since)
        return TableSnapshot(
            self.name, self.room, here, self.host_here(), self._encoded, now=self.clock(), turn_ends_at=ends
        )

    async def came(self, person: str) -> None:
        """A person has opened the table on a screen."""
        self._people.came(person)
        self._presence.tell(self.name)
        if self.room.seat_of(person) is not None:
            await self._welcome(person)
        self.rouse()

    def event_came(self, event: str) -> None:
        """The event that hosts this table has opened it. It reads no reviews."""
        self._people.event_came(event)
        self._presence.tell(self.name)
        self.rouse()

    @serialized
    async def _welcome(self, person: str) -> None:
        seat = self.room.seat_of(person)
        if seat is None or not self.is_here(person):
            return
        if self.room.chairs[seat].away:
            await self.write(TookBack(seat))
        else:
            self.stream.tell()

    def went(self, person: str) -> None:
        """One of a person's screens is closed. After the grace time a bot plays for them.

        After a game people keep their chairs while they read its review. The grace time applies again in the next game.
        """
        self._people.went(person)
        self._presence.tell(self.name)
        if self.room.seat_of(person) is not None and not self.is_here(person):
            self.stream.tell()
            self.rouse()

    def is_here(self, person: str) -> bool:
        """True if a person has this table open."""
        return self._people.is_here(person)

    @property
    def anyone_here(self) -> bool:
        """True if a person who sits at the table has it open."""
        return self._people.anyone_here

    def people_connected_here(self) -> list[str]:
        """The seated players and the host, if they have it open through this process."""
        return self._people.connected_here()

    @serialized
    async def _hand_over(self, seat: Seat, person: str) -> None:
        """Let a bot play in a chair that was vacant for its time."""
        room = self.room
        if room.chairs[seat].person != person or self.is_here(person) or room.plays_itself(seat):
            return
        if room.gathers is not None and not room.started and self.leads:
            await self.write(Left(seat))
            return
        if not room.is_on or not self.leads or room.made.daily:
            return  # a daily hand waits for its player: nobody's try is played by a bot
        # With nobody left, the table waits: no game continues without its people.
        if self._people.anyone_here:
            await self.write(HandedOver(seat) if person else BotSat(seat, USUAL_LEVEL))

    # Tables of the lobby.

    def _look_at_gathering(self) -> None:
        """Begin the game of people from the lobby, or look again when bots may take the free chairs."""
        gathers = self.room.gathers
        if gathers is None or self.room.started:
            return
        if begins(self.clock(), gathers.bots_at, self._people_here, self._empty_chairs):
            if self._beginning is None or self._beginning.done():
                self._beginning = asyncio.create_task(self._begin_if_due())
        elif self._people_here and (self._bots_later is None or self._bots_later.done()):
            self._bots_later = asyncio.create_task(self._look_later(gathers.bots_at))

    @property
    def _people_here(self) -> int:
        return sum(self.is_here(self.room.chairs[seat].person) for seat in self.room.people())

    @property
    def _empty_chairs(self) -> int:
        return sum(chair.is_empty for chair in self.room.chairs.values())

    async def _look_later(self, bots_at: int) -> None:
        await self.clock.sleep_until(bots_at)
        self.wake()

    async def _begin_if_due(self) -> None:
        try:
            await self._begin()
        except (StoreError, NotAllowedError) as error:
            log.warning("table %s: the game can't begin yet: %s", self.name, error)

    @serialized
    async def _begin(self) -> None:
        """Bots take the free chairs, and the game starts."""
        room = self.room
        gathers = room.gathers
        if gathers is None or room.started or not self.leads:
            return
        if begins(self.clock(), gathers.bots_at, self._people_here, self._empty_chairs):
            empty = [seat for seat, chair in room.chairs.items() if chair.is_empty]
            if empty:
                await self.write(*(BotSat(seat, USUAL_LEVEL) for seat in empty))
            await self.write(Happened(Open(names=room.names, mode=room.made.mode)))

    # Actions of players.

    @serialized
    async def sit(self, person: str, name: str, seat: Seat, bird: str = "") -> None:
        """Take an empty chair, or a bot's, with the picture that the person has chosen.

        In the middle of a hand, its cards stay with the person they belong to: see `Room`. Until the hand is over,
        that person can take the chair back from somebody who waits in it for the next hand.
        """
        self._not_in_daily()
        chair = self.room.chairs[seat]
        if self.room.seat_of(person) is not None:
            raise NotAllowedError("You already sit at this table.")
        if chair.person and self._kept_for(seat) != person:
            raise NotAllowedError(f"{chair.name} sits there. Choose another seat.")
        if self.room.closed:
            raise NotAllowedError(self.room.closed)
        if self.room.expected is not None or self.room.made.boards:
            raise NotAllowedError("These seats are reserved for an event. Open your own page of the event.")
        self._check_kept(person, seat)
        comes_back = chair.before == person
        if not chair.is_empty and self.room.made.private and self.room.started and not self.is_host(person):
            if comes_back and chair.removed:
                raise NotAllowedError("The host has given your seat away. Ask the host to give it back.")
            if not comes_back:
                raise NotAllowedError("The game is in progress. The host can give you a bot's seat.")
        await self.write(Sat(seat, person, self._own_name(name, seat), bird))
        self._presence.tell(self.name)

    def _check_kept(self, person: str, seat: Seat) -> None:
        """Refuse a chair that is kept for somebody else until the game begins."""
        kept = None if self.room.started else self.room.kept_for
        if kept is not None and kept.people[seat] not in ("", person):
            raise NotAllowedError(f"This seat is kept for {kept.names[seat]}. Choose another one.")

    @serialized
    async def rename(self, person: str, name: str) -> None:
        """Change a person's name. At a table of an event, the event's name stays."""
        seat = self.room.seat_of(person)
        if seat is None or self.room.expected is not None:
            return
        own = self._own_name(name, seat)
        chair = self.room.chairs[seat]
        if own != chair.name:
            still_away = [HandedOver(seat)] if chair.away else []
            await self.write(Sat(seat, person, own, chair.bird), *still_away)

    @serialized
    async def show_bird(self, person: str, bird: str) -> None:
        """Change a person's picture in the chair."""
        seat = self.room.seat_of(person)
        if seat is not None and bird != self.room.chairs[seat].bird:
            await self.write(BirdChosen(seat, bird))

    @serialized
    async def stand(self, person: str) -> None:
        """Leave the chair. During a game a bot takes it, so that leaving spoils nothing."""
        self._not_in_daily()
        seat = self._own_seat(person)
        await self._free(person, seat, removed=False)

    @serialized
    async def act(self, person: str, fact: Fact) -> None:
        """Call, discard, play: anything that a seat may do."""
        seat = self._own_hand(person)
        if isinstance(fact, NOT_FOR_SEATS) or getattr(fact, "seat", None) is not seat:
            raise NotAllowedError("You can act only for your own seat.")
        if self.room.paused:
            raise NotAllowedError("The host has paused this table.")
        # Nobody is quick enough with the cards to keep a bot from claiming what it has seen.
        claim = watch.claim(self.room) if isinstance(fact, Gather) else None
        await self.play(fact if claim is None else claim)

    @serialized
    async def come_back(self, person: str) -> None:
        """Play again after the time has run out too often, and a bot has played."""
        seat = self._own_seat(person)
        if self.room.chairs[seat].away:
            await self._write_aside(person, TookBack(seat))

    @serialized
    async def add_words(self, person: str, words: str, draw: bool | None = None) -> None:
        """Add a player's words to the next draw or shuffle; `draw` says which, so that late words go to neither."""
        seat = self._own_seat(person)
        other = draw is not None and draw is not (self.room.promise is self.room.draw)
        if other or not self.room.wants_words(seat):
            raise NotAllowedError("You can't add words to the shuffle right now.")
        if not words.isprintable() or not 1 <= len(words) <= 64:
            raise NotAllowedError("Words for the shuffle are 1 to 64 printable characters on one line.")
        await self.write(AddedWords(seat, words))

    @serialized
    async def say(self, person: str, phrase: str) -> None:
        """Say a set phrase, or with a small picture."""
        found = next((each for each in (*PHRASES, *EMOTES) if each == phrase), None)
        if found is None:
            raise NotAllowedError(f"You can say only these phrases: {', '.join((*PHRASES, *EMOTES))}.")
        await self._write_aside(person, Said(self._own_seat(person), found))

    @serialized
    async def ask_again(self, person: str, table: str, *, swapped: bool) -> None:
        """Ask the people here for another game, at a new table."""
        seat = self._own_seat(person)
        if not self.room.table.state.is_over:
            raise NotAllowedError("The game isn't over yet. Ask when it is.")
        await self._write_aside(person, AskedAgain(seat, table, swapped))

    @serialized
    async def ask_undo(self, person: str) -> None:
        """Ask to undo your last action. With no other people at the table it is undone at once."""
        self._not_in_daily()
        seat, room = self._own_hand(person), self.room
        if room.undo_to(seat) is None:
            raise NotAllowedError("You have nothing to undo in this hand.")
        away = room.cannot_agree(seat)
        if away:
            names = " and ".join(filter(None, (", ".join(away[:-1]), away[-1])))
            back = f"{names} is" if len(away) == 1 else "they are"
            raise NotAllowedError(
                f"Others have seen your card or acted since, and {names} must agree. Ask again when {back} back."
            )
        await self._write_aside(person, UndoAsked(seat), *self._undone(seat))

    @serialized
    async def answer_undo(self, person: str, agrees: bool) -> None:
        """Agree to an undo, or refuse."""
        seat, asker = self._own_seat(person), self.room.undo_by
        if asker is None or seat in self.room.undo or person not in self.room.must_agree(asker):
            raise NotAllowedError("Nobody is waiting for your answer.")
        undone = self._undone(asker, seat) if agrees else []
        await self.write(UndoAnswered(seat, agrees), *undone)

    @serialized
    async def mark_hint(self, person: str, seen: View) -> None:
        """Mark the game before a person learns what the teacher would do with this view."""
        if view_for_hint(self.room, person) != seen:
            raise NotAllowedError("The table has moved on. Ask again when it is your turn.")
        if not self.room.hinted:
            await self.write(Hinted(self._own_hand(person)))

    # Actions of the host.

    def is_host(self, person: str) -> bool:
        """True for the host. While the host is away, true for every seated person, so that nobody is stuck."""
        return person == self.room.made.host or (not self.host_here() and self.room.seat_of(person) is not None)

    def host_here(self) -> bool:
        """True if the host has the table open."""
        return self.is_here(self.room.made.host)

    @serialized
    async def seat_bot(self, person: str, seat: Seat, level: str, bird: str = "") -> None:
        """Fill an empty chair with a bot, or change its level or its bird."""
        from bowerbird.players import LEVELS

        self._host_only(person)
        self._not_in_daily()
        check_bot_bird(bird)
        if level not in LEVELS:
            raise NotAllowedError(f"There is no bot of that level. Choose {', '.join(LEVELS)}.")
        if self.room.chairs[seat].person:
            raise NotAllowedError(f"{self.room.chairs[seat].name} sits there.")
        there = next((other for other in Seat if bird and other is not seat and self._sits_at(other, bird)), None)
        if there is not None:
            raise NotAllowedError(f"{bird.capitalize()} already sits {there.word}. Choose another bird.")
        bird = bird or self.room.bird_at(seat)
        if (self.room.chairs[seat].bot, self.room.bird_at(seat)) != (level, bird) or not bird:
            await self._write_aside(person, BotSat(seat, level, bird=bird))

    def _sits_at(self, seat: Seat, bird: str) -> bool:
        """True if a bot that is this bird, or a person of that name, has this chair."""
        return self.room.chairs[seat].name.lower() == bird

    @serialized
    async def remove(self, person: str, seat: Seat) -> None:
        """Free a chair. During a game a bot takes it."""
        self._host_only(person)
        self._not_in_daily()
        await self._free(person, seat, removed=person == self.room.made.host)

    @serialized
    async def give_back(self, person: str, seat: Seat) -> None:
        """Give a bot's chair back to the person it replaced, also if somebody waits in it for the next hand."""
        self._host_only(person)
        chair = self.room.chairs[seat]
        if chair.person and self._kept_for(seat) != chair.before:
            raise NotAllowedError(f"{chair.name} sits there.")
        if not chair.before:
            raise NotAllowedError("Nobody has left this seat.")
        if self.room.seat_of(chair.before) is not None:
            raise NotAllowedError(f"{chair.before_name} has another seat now.")
        await self.write(Sat(seat, chair.before, self._own_name(chair.before_name, seat), chair.before_bird))
        self._presence.tell(self.name)

    @serialized
    async def pause(self, person: str, paused: bool) -> None:
        """Pause the play, or continue it."""
        self._host_only(person)
        if self.room.paused != paused:
            await self._write_aside(person, Paused() if paused else Resumed())

    @serialized
    async def set_pace(self, person: str, pace: Pace) -> None:
        """Set the bot speed."""
        self._host_only(person)
        if self.room.pace != pace:
            await self._write_aside(person, PaceSet(pace))

    @serialized
    async def set_turn_clock(self, person: str, seconds: TurnClock) -> None:
        """Set the time to decide at a public table."""
        self._host_only(person)
        if seconds not in TURN_CLOCKS:
            raise NotAllowedError("Choose 30 or 60 seconds for the turn clock, or 0 for none.")
        if self.room.made.private or self.room.made.mode == "real" or self.room.expected is not None:
            raise NotAllowedError("Only public tables with legal plays only have a turn clock.")
        if self.room.turn_clock != seconds:
            await self._write_aside(person, TurnClockSet(seconds))

    @serialized
    async def start(self, person: str) -> None:
        """Start a game once all four chairs are taken, or the next one when it is over."""
        self._host_only(person)
        self._not_in_daily()
        if any(chair.is_empty for chair in self.room.chairs.values()):
            raise NotAllowedError("All four seats must be taken first. Invite people or add bots.")
        if self.room.is_on:
            raise NotAllowedError("The game is already in progress.")
        if self.room.made.boards:
            raise NotAllowedError("The boards of this table are played. See your own page of the event.")
        await self.write(Happened(Open(names=self.room.names, mode=self.room.made.mode)))

    @serialized
    async def rule(self, person: str, ruling: Ruling) -> None:
        """The host decides as director, only if the rules leave a decision to one."""
        self._host_only(person)
        if self.room.table.state.asked is None or ruling.overrules:
            raise NotAllowedError("Nothing needs a director's decision.")
        await self.play(ruling)

    # Writing and notifying.

    async def write(self, *facts: HallFact) -> None:
        """Write facts to disk, apply them, then notify viewers. Call it only while holding the turn."""
        at = self.clock()

        def apply(room: Room) -> None:
            for fact in facts:
                room.apply(fact, at)

        await self.stream.write([encode_hall_fact(fact) for fact in facts], at, apply)
        if self.leads:
            self._people.look()  # automatic steps, such as a draw, can change who sits where
            self._timer.look(self._since)  # and after them it may be a person's turn
            self._tell_end()

    def _tell_end(self) -> None:
        if self.room.table.state.is_over:
            self._ended(self.name, self.room)

    @serialized
    async def change(self, decide: Callable[[Room], Sequence[HallFact]]) -> None:
        """Write the facts that `decide` returns for the current state."""
        facts = decide(self.room)
        if facts:
            await self.write(*facts)

    async def play(self, *facts: Fact) -> None:
        """Write facts of the play in order: all of them, or none if one isn't allowed."""
        state = self.room.table.state
        try:
            for fact in facts:
                state = step(self.room.book, state, fact)
        except (IllegalActionError, ValueError) as error:
            raise NotAllowedError(sentence(str(error))) from None
        await self.write(*(Happened(fact) for fact in facts))

    def _own_seat(self, person: str) -> Seat:
        seat = self.room.seat_of(person)
        if seat is None:
            raise NotAllowedError("You have no seat at this table.")
        return seat

    def _own_hand(self, person: str) -> Seat:
        seat = self.room.holds(person)
        if seat is None:
            self._own_seat(person)
            raise NotAllowedError("A bot plays this hand. You play from the next hand on.")
        return seat

    def _kept_for(self, seat: Seat) -> str | None:
        """The person whose cards are in a chair where somebody else waits for the next hand; None if nobody waits."""
        return self.room.owners[seat] or None if self.room.waits(seat) else None

    def _own_name(self, name: str, seat: Seat) -> str:
        """Make a name unique at the table, with a number if needed."""
        taken = {chair.name for place, chair in self.room.chairs.items() if place is not seat}
        number, own = 1, name
        while own in taken:
            number += 1
            own = f"{name[:36]} {number}"
        return own

    def _host_only(self, person: str) -> None:
        if not self.is_host(person):
            raise NotAllowedError("Only the host of this table can do that.")

    def _not_in_daily(self) -> None:
        """Refuse what would make the daily hand another one for this person."""
        if self.room.made.daily:
            raise NotAllowedError("The daily hand is the same for everyone, so that isn't possible here.")

    async def _write_aside(self, person: str, *facts: HallFact) -> None:
        """Write what a person does besides the play, if it isn't too much."""
        self._asides.check(person, self.clock())
        await self.write(*facts)
        self._asides.count(person, self.clock())

    async def _free(self, person: str, seat: Seat, *, removed: bool) -> None:
        level = self.room.bot_at(seat) or USUAL_LEVEL
        await self._write_aside(person, BotSat(seat, level, removed) if self.room.is_on else Left(seat))

    def _undone(self, asker: Seat, also: Seat | None = None) -> list[HallFact]:
        """The undo itself, once everyone who must agree has agreed, `also` now included."""
        keep = self.room.undo_to(asker)
        return [Undone(keep)] if keep is not None and self.room.is_agreed(asker, also) else []

    async def close(self) -> None:
        """Stop the automatic steps. A write in progress is finished first."""
        self._driver.close()
        self._timer.stop()
        for task in (self._beginning, self._bots_later):
            if task is not None:
                task.cancel()
        self._people.stop_waiting()
        await self.stream.close()


def _fold(room: Room, entries: Sequence[Entry]) -> None:
    for entry in entries:
        room.apply(decode_hall_fact(entry.body), entry.at)
