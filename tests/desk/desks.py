"""A desk in few words: asks go in, the evening comes out. Nothing is stored; the fold and the rights are real."""

from __future__ import annotations

import random
from collections.abc import Awaitable
from typing import Any

import msgspec
import pytest

from bowerbird.desk.links import Links
from bowerbird.desk.live import LiveEvent
from bowerbird.desk.view_cache import view_json
from bowerbird.evening.commands import Moment, RequestContext, propose
from bowerbird.evening.facts import Role, decode_record, encode_record
from bowerbird.evening.requests import Do
from bowerbird.evening.rights import Right
from bowerbird.evening.setup import NewEvent, first_command
from bowerbird.evening.state import Command, Evening, Story
from bowerbird.event import Event, EventError
from bowerbird.event.movements import movement_of
from bowerbird.event.state import Result
from bowerbird.hall.errors import NotAllowedError
from bowerbird.keyring import Keyring
from bowerbird.rulebook import load_rulebook

LINKS = Links(Keyring(b"the secret of the tests' own desk"))
DIRECTOR = Right("night", "director")
HELPER = Right("night", "helper")
PUBLIC = Right("night", "public")
SIGN_UP = Right("night", "sign-up")
START = 1_700_000_000_000


def crowd(rules: str, people: int) -> int:
    """So many people, or as many as the rules need at least: two teams of four."""
    return max(people, 8) if movement_of(load_rulebook(rules)).of_four else people


def player(name: str) -> Right:
    return Right("night", "player", 0, name)


def table_card(number: int) -> Right:
    return Right("night", "table", 0, str(number))


class Room:
    """An evening, and everything that was asked of its desk. A minute passes with every ask, unless told otherwise."""

    def __init__(self, rules: str = "alberta", people: int = 8, *, seat: bool = True, **wanted: Any) -> None:
        self.chance = random.Random(7)
        self.now = START
        self.number = 0
        made = first_command(NewEvent(rules=rules, key="made", trial=people, **wanted), 2026)
        self.story = Story([Command(1, self.now, made)])
        if people and any(self.event.presence(name) == "entered" for name in self.event.people):
            self.do("check-in", names="all")
        if seat and people:
            self.do("seat")

    @property
    def evening(self) -> Evening:
        return self.story.evening

    @property
    def event(self) -> Event:
        return self.story.evening.event

    def do(self, what: str, right: Right = DIRECTOR, /, *, seconds: int = 60, **rest: Any) -> tuple[str, ...]:
        """Ask for something; what is said about it."""
        self.number += 1
        self.now += seconds * 1000
        ask = msgspec.convert({"what": what, "key": str(self.number), **rest}, Do)
        proposal = propose(RequestContext(ask, right, self.evening, self.story, Moment(self.now, self.chance)))
        record = decode_record(encode_record(proposal.record(right.by, ask.key)))
        if record.is_empty:
            return proposal.says
        command = Command(self.story.seq + 1, self.now, record)
        self.story.keep(command, self.story.state_after(command))
        return proposal.says

    def preview(self, what: str, right: Right = DIRECTOR, /, *, seconds: int = 60, **rest: Any) -> tuple[str, ...]:
        """What would be said about something, without doing it."""
        ask = msgspec.convert({"what": what, "key": "preview", **rest}, Do)
        moment = Moment(self.now + seconds * 1000, self.chance)
        return propose(RequestContext(ask, right, self.evening, self.story, moment)).says

    def refuses(self, because: str, what: str, right: Right = DIRECTOR, /, **rest: Any) -> None:
        """It is refused for this reason, and nothing has changed."""
        before, seq = self.evening, self.story.seq
        with pytest.raises((NotAllowedError, EventError), match=because):
            self.do(what, right, **rest)
        assert self.evening == before
        assert self.story.seq == seq

    def score(self, table: int, ns: int, ew: int, by: Right = DIRECTOR, **rest: Any) -> tuple[str, ...]:
        where = {} if by.role == "player" else {"table": table}
        return self.do("score", by, ns=ns, ew=ew, **where, **rest)

    def at(self, table: int, seat: int) -> Right:
        """The link of whoever plays in this chair."""
        current = self.event.round
        name = current.table(table).seats[seat]
        return player(current.subs.get(name, name))

    def result(self, table: int) -> Result:
        return self.event.round.results[table]

    def view(self, right: Right = DIRECTOR, *, later: int = 0) -> dict[str, Any]:
        live = LiveEvent("night", self.story, None, None, None)  # type: ignore[arg-type]
        seen: dict[str, Any] = msgspec.json.decode(view_json(live, right, LINKS, self.now + later * 1000))
        return seen

    def again(self) -> Story:
        """The same evening read from its log."""
        commands = [
            Command(each.seq, each.at, decode_record(encode_record(each.record))) for each in self.story.commands
        ]
        return Story(commands)

    def play_round(self) -> None:
        """Everybody plays, and made-up scores come in."""
        self.do("trial-scores")

    def next_round(self) -> None:
        """Everybody plays and moves on."""
        self.play_round()
        self.do("next")


def role_link(role: Role, room: Room) -> Right:
    """A link of each role to this room."""
    first = room.event.round.table(1).seats[0] if room.event.rounds else next(iter(room.event.people))
    return {
        "player": player(first),
        "table": table_card(1),
    }.get(role, Right("night", role))


async def refused(asked: Awaitable[object], because: str = "", kind: type[Exception] = NotAllowedError) -> None:
    """What was asked of a desk is refused for this reason."""
    with pytest.raises(kind, match=because or None):
        await asked
