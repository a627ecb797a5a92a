"""The log of an event at the desk: one entry for each command, with the event's facts and the desk's own notes.

The event's facts say what happened in the competition; the notes here say what happened around it: the clock, links,
phones, online tables. Facts do not depend on the rules.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from bowerbird.event.facts import Fact
from bowerbird.rulebook.irregularities import Irregularity, RemedyKind
from bowerbird.seats import Side

__all__ = [
    "Announced",
    "BotsCalled",
    "Changed",
    "ClockPaused",
    "ClockResumed",
    "ClockStarted",
    "CommandRecord",
    "DirectorJoined",
    "DirectorLeft",
    "Note",
    "Opened",
    "Overruled",
    "PhoneTaken",
    "PlayedOnline",
    "PointsRuled",
    "PointsSettled",
    "Role",
    "RulingGiven",
    "SeasonJoined",
    "SentFrom",
    "Settlement",
    "StandIns",
    "TakenBack",
    "TimeAdded",
    "Withdrawn",
    "decode_record",
    "encode_record",
]

Role: TypeAlias = Literal[
    "director", "helper", "player", "table", "sign-up", "public", "season", "season key", "invitation"
]
#: The director's answers about the points of a ruling once the score of the table is in.
Settlement: TypeAlias = Literal["in the score", "as played", "added", "taken off", "game lost"]


class _Note(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="note"):
    """Something that happened at the desk."""


class Opened(_Note, frozen=True, tag="opened"):
    """The location, date and time of the event, in local time. A practice run is played by made-up people."""

    place: str = ""
    date: str = ""
    start: str = ""
    trial: bool = False


class Changed(_Note, frozen=True, tag="changed"):
    """The director changed how the event is run; anything not named stays."""

    phones: bool | None = None
    sign_up: bool | None = None
    bots: bool | None = None
    place: str | None = None
    date: str | None = None
    start: str | None = None


class ClockStarted(_Note, frozen=True, tag="clock started"):
    """The bell for the start of play rang."""


class ClockPaused(_Note, frozen=True, tag="clock paused"):
    """The clock is paused."""


class ClockResumed(_Note, frozen=True, tag="clock resumed"):
    """The clock is running again."""


class TimeAdded(_Note, frozen=True, tag="time added"):
    """The round gets more minutes, or fewer."""

    minutes: int


class Withdrawn(_Note, frozen=True, tag="withdrawn"):
    """The links of this role and name so far are cancelled; new ones can be given out."""

    role: Role
    name: str = ""


class DirectorJoined(_Note, frozen=True, tag="director joined"):
    """Somebody is a director from now on. `name` is in their links, and nobody else ever gets it; `person` is theirs.

    The director who made the event has an empty name in links, and is `called` something else.
    """

    name: str = ""
    person: str = ""
    called: str = ""


class DirectorLeft(_Note, frozen=True, tag="director left"):
    """Somebody is no longer a director: they handed the event over, or were removed."""

    name: str = ""


class PhoneTaken(_Note, frozen=True, tag="phone taken"):
    """Somebody claimed a phone as theirs: at the card of a table, by their own link or, with neither, at sign-up.

    `phone` is a number that the phone drew for this event, so that two people who share one phone are recognized.
    """

    name: str
    table: int = 0
    phone: str = ""
    own_link: bool = False


class SentFrom(_Note, frozen=True, tag="sent from"):
    """Somebody sent the score in this command from the phone with this number."""

    name: str
    phone: str


class PlayedOnline(_Note, frozen=True, tag="played online"):
    """A table of a round is played online; with no `hall_table`, it no longer is."""

    round: int
    table: int
    hall_table: str = ""


class BotsCalled(_Note, frozen=True, tag="bots called"):
    """Bots play at once for everyone who has not come to an online table."""

    round: int
    table: int


class StandIns(_Note, frozen=True, tag="stand-ins"):
    """Bots play for these people at an online table from now on, and for nobody else there."""

    round: int
    table: int
    names: tuple[str, ...] = ()


class RulingGiven(_Note, frozen=True, tag="ruling given"):
    """A ruling at a table that names nobody. With a name it is a fact of the event."""

    table: int
    reason: str
    clause: str = ""


class PointsRuled(_Note, frozen=True, tag="points ruled"):
    """A ruling gave points, or lost the game. The ruling itself is in the same command.

    `offender` is the player whose chair did it, and `side` where that chair was; people may change places before the
    score. `after` is the number of lines on the table's running card at that time.
    """

    round: int
    table: int
    side: Side
    irregularity: Irregularity
    remedy: RemedyKind
    points: int = 0
    clause: str = ""
    offender: str = ""
    after: int = 0


class PointsSettled(_Note, frozen=True, tag="points settled"):
    """The director said what became of the points of a ruling; `ruling` is the number of its command."""

    ruling: int
    how: Settlement


class Overruled(_Note, frozen=True, tag="overruled"):
    """The director overruled a ruling; `ruling` is the number of its command. The record keeps it."""

    ruling: int
    reason: str


class SeasonJoined(_Note, frozen=True, tag="season joined"):
    """This event is a week of a season, or with no season no longer is."""

    season: str


class Announced(_Note, frozen=True, tag="announced"):
    """The standings are held back from everybody but the desk, except what was announced so far.

    Announced with `place` were these `entries`, by name, each with its place. Without a place all of them are held back
    again; if they are not `held`, everybody sees them.
    """

    held: bool
    place: int = 0
    entries: dict[str, int] = {}


class TakenBack(_Note, frozen=True, tag="taken back"):
    """The command with this number is undone. It stays in the history."""

    command: int


Note: TypeAlias = (
    Opened
    | Changed
    | ClockStarted
    | ClockPaused
    | ClockResumed
    | TimeAdded
    | Withdrawn
    | DirectorJoined
    | DirectorLeft
    | PhoneTaken
    | SentFrom
    | PlayedOnline
    | BotsCalled
    | StandIns
    | RulingGiven
    | PointsRuled
    | PointsSettled
    | Overruled
    | SeasonJoined
    | Announced
    | TakenBack
)


class CommandRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One command, carried out: `by` is who asked, `key` is the sender's own, and `says` is the answer.

    A command that is sent again with the same key gets the same answer and does nothing.
    """

    facts: tuple[Fact, ...] = ()
    notes: tuple[Note, ...] = ()
    by: str = "director"
    key: str = ""
    says: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """True if nothing happens: it is answered, and not written."""
        return not (self.facts or self.notes)


_decoder: msgspec.json.Decoder[CommandRecord] = msgspec.json.Decoder(CommandRecord)


def encode_record(record: CommandRecord) -> bytes:
    """One command as JSON."""
    return msgspec.json.encode(record)


def decode_record(text: bytes) -> CommandRecord:
    """The reverse of `encode_record`."""
    return _decoder.decode(text)
