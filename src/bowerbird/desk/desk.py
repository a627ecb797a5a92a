"""The desk: all events of this hall, found in the log when they are asked for, and who may do what with them."""

from __future__ import annotations

import random
import secrets
from datetime import UTC, datetime

import msgspec

from bowerbird.desk.asks import Ask
from bowerbird.desk.commands import Asked, Moment, propose
from bowerbird.desk.commands.proposal import Proposal
from bowerbird.desk.evening import Command, Story
from bowerbird.desk.facts import PhoneTaken, Withdrawn, encode_did
from bowerbird.desk.links import Links, Right, check_not_withdrawn
from bowerbird.desk.live import LiveEvent, commands_of
from bowerbird.desk.setup import NewEvent, first_command
from bowerbird.event import EventError
from bowerbird.hall.errors import NotAllowed, NotFound
from bowerbird.hall.live import Clock
from bowerbird.hall.people import Keyring
from bowerbird.store import Conflict, Log

__all__ = ["Answer", "Desk", "OwnEvent", "only"]

_CHANCE = random.SystemRandom()


class OwnEvent(msgspec.Struct, frozen=True):
    """An event in its director's own list; `key` is the one that it was made with."""

    event: str
    key: str = ""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of an ask. `link` leads on, where there is a new page to go to."""

    ok: bool
    seq: int
    says: tuple[str, ...] = ()
    link: str = ""


class Desk:
    """The events that are in use. Any process may write to any of them."""

    def __init__(self, log: Log, clock: Clock, keyring: Keyring) -> None:
        """On the hall's log, with the hall's secret."""
        self.log = log
        self.clock = clock
        self.links = Links(keyring)
        self._events: dict[str, LiveEvent] = {}

    async def make(self, person: str, wanted: NewEvent) -> LiveEvent:
        """A new event on a person's list; the same key again gives the same event again."""
        for known in await self.events_of(person):
            if known.key == wanted.key:
                return await self.event(known.event)
        now = self.clock()
        try:
            did = first_command(wanted, datetime.fromtimestamp(now / 1000, UTC).year)
            command = Command(1, now, did)
            story = Story([command])
        except EventError as error:
            raise NotAllowed(str(error)) from None
        name = secrets.token_urlsafe(8)[:10]
        await self.log.append(f"event:{name}", 0, [encode_did(did)], now)
        await self._list(f"events:{person}", msgspec.json.encode(OwnEvent(name, wanted.key)))
        live = self._events[name] = LiveEvent(name, story, self.log, self.clock)
        return live

    async def _list(self, stream: str, body: bytes) -> None:
        while True:
            known = len(await self.log.read(stream))
            try:
                await self.log.append(stream, known, [body], self.clock())
            except Conflict:
                continue
            return

    async def events_of(self, person: str) -> list[OwnEvent]:
        """The events that a person made, oldest first."""
        entries = await self.log.read(f"events:{person}")
        return [msgspec.json.decode(entry.body, type=OwnEvent) for entry in entries]

    async def event(self, name: str) -> LiveEvent:
        """An event by its name, from memory or from the log."""
        if name in self._events:
            return self._events[name]
        entries = await self.log.read(f"event:{name}") if len(name) <= 40 else []
        if name in self._events:  # somebody else was quicker while we read
            return self._events[name]
        if not entries:
            raise NotFound("There is no such event. Check the link, or ask the director for a new one.")
        live = self._events[name] = LiveEvent(name, Story(commands_of(entries)), self.log, self.clock)
        return live

    async def by_token(self, token: str) -> tuple[Right, LiveEvent]:
        """The right that a link gives, and its event. Forged and withdrawn links are refused."""
        right = self.links.read(token)
        live = await self.event(right.event)
        check_not_withdrawn(right, live.evening)
        return right, live

    async def do(self, right: Right, live: LiveEvent, ask: Ask) -> Answer:
        """Carry out an ask, or tell again what came of it."""

        def judge(story: Story, at: int) -> Proposal:
            check_not_withdrawn(right, story.evening)
            return propose(Asked(ask, right, story.evening, story, Moment(at, _CHANCE)))

        command = await live.do(right.by, ask.key, judge)
        return self.answer(live, command)

    def answer(self, live: LiveEvent, command: Command) -> Answer:
        """What whoever asked for this command is told."""
        link = ""
        for note in command.did.notes:
            match note:
                case PhoneTaken(name=name):
                    link = self.links.page(live.name, live.evening, "player", name)
                case Withdrawn(role=role, name=name) if command.did.by == "director":
                    link = self.links.page(live.name, live.evening, role, name)
        return Answer(True, command.seq, command.did.says, link)

    async def tidy(self) -> int:
        """Let events go for which nobody waits: the log has them. Returns how many."""
        idle = [live for live in self._events.values() if live.is_idle]
        for live in idle:
            del self._events[live.name]
        return len(idle)


def only(right: Right, *roles: str) -> None:
    """Refuse whoever has another role."""
    if right.role not in roles:
        raise NotAllowed("This link does not give that right. Ask the director.")
