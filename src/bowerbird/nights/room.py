"""The room of a night: an event in memory that takes the desk's requests, with a clock that the night sets."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from bowerbird.errors import BowerbirdError
from bowerbird.evening.commands import Moment, RequestContext, propose
from bowerbird.evening.requests import Do
from bowerbird.evening.rights import Right
from bowerbird.evening.setup import NewEvent, first_command
from bowerbird.evening.state import Command, Evening, Story
from bowerbird.event import Event, EventError
from bowerbird.event.facts import Table
from bowerbird.event.state import Round

__all__ = ["NotExpressibleError", "Room", "Seated"]

_DIRECTOR = Right("", "director")


class NotExpressibleError(BowerbirdError):
    """A line that this program has no way to carry out or to answer."""


class Seated(msgspec.Struct, frozen=True):
    """The places of one round: its tables, and who sat out."""

    tables: tuple[Table, ...]
    sitting_out: tuple[str, ...]

    @classmethod
    def of(cls, round_: Round) -> Seated:
        """The places of a round as it is."""
        return cls(round_.tables, round_.sitting_out)


class Room:
    """The event so far, and what the night has written down but not yet asked for.

    `proposals` are the program's own seatings, each with the rounds before it as they were really seated, and `there`
    has everybody who was there when a round was seated, by its number.
    """

    def __init__(self, wanted: NewEvent, year: int) -> None:
        """Make the event."""
        self.at = 0
        self.chance = random.Random(wanted.title)
        self.story = Story([Command(1, self.at, first_command(wanted, year))])
        self.proposals: list[tuple[Seated, ...]] = []
        self.there: dict[int, frozenset[str]] = {}
        self.places: dict[int, tuple[str, str, str, str]] = {}
        self.plan: dict[int, tuple[str, str, str, str]] = {}
        self.plan_changed = False
        self.chairs: dict[int, tuple[str, str, str, str]] = {}
        self.silent: set[int] = set()
        self.draws: dict[int, list[tuple[str, str]]] = {}
        self.draws_as_listed = False
        self.rulings: dict[str, int] = {}
        #: People who go when the game at their table has its score.
        self.leaving: list[str] = []
        self.answers: dict[int, str] = {}
        self.said: tuple[str, ...] = ()

    @property
    def evening(self) -> Evening:
        """The evening as it is."""
        return self.story.evening

    @property
    def event(self) -> Event:
        """The event as it is."""
        return self.story.evening.event

    def set_clock(self, date: str, time: str = "18:30") -> None:
        """Let the clock of the room show this date and time."""
        local = datetime.fromisoformat(f"{date}T{time}").replace(tzinfo=ZoneInfo(self.event.zone))
        self.at = int(local.astimezone(UTC).timestamp() * 1000)

    def ask(self, what: str, **fields: Any) -> tuple[str, ...]:
        """Send a request of the director, and return the answer. What is refused changes nothing."""
        key = f"{self.story.seq + 1}"
        try:
            request = msgspec.convert({"what": what, "key": key, **fields}, Do)
        except msgspec.ValidationError as error:
            raise EventError(str(error)) from None
        context = RequestContext(request, _DIRECTOR, self.evening, self.story, Moment(self.at, self.chance))
        proposal = propose(context)
        command = Command(self.story.seq + 1, self.at, proposal.record("director", key))
        self.story.keep(command, self.story.state_after(command))
        return proposal.says

    def propose_seating(self, what: str, **fields: Any) -> None:
        """Let the program seat everybody, and keep its proposal, for what must hold in every seating."""
        self.said = self.ask(what, **fields)
        self.proposals.append(tuple(map(Seated.of, self.event.rounds)))
        self.there[len(self.event.rounds)] = frozenset(self.event.here())

    def place(self, places: dict[int, tuple[str, str, str, str]]) -> None:
        """Let the director's hand place people."""
        tables = [{"table": number, "names": names} for number, names in sorted(places.items())]
        self.ask("place", tables=tables)

    def leave(self, number: int = 0) -> None:
        """Let people go whose game is over: those of one table, or all of them."""
        for name in list(self.leaving):
            table = self.event.round.table_of(self.event.player(name).name) if self.event.rounds else None
            if not number or table is None or table.number == number:
                self.leaving.remove(name)
                self.ask("left", name=name)

    # Words of a night that stand for something in the event.

    def name(self, word: str, past: Round | None = None) -> str:
        """A person; `2N` is the player at table 2 North in that round, or in the game in progress."""
        if word[:-1].isdigit() and word[-1] in "NESW":
            return (past or self.event.round).table(int(word[:-1])).seats["NESW".index(word[-1])]
        return word

    def entry(self, word: str) -> str:
        """The entry of a person, or of a team written `Ann/Bob`."""
        return self.event.entry(word.partition("/")[0]).name
