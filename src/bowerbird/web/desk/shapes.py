"""Answers of the desk's JSON API. Requests and views have their shapes in `evening`."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from bowerbird.evening.member_list import ImportPreview
from bowerbird.evening.members import ChangeMember, MemberForm
from bowerbird.evening.requests import Key, Mark
from bowerbird.evening.views.shapes import Progress

__all__ = [
    "AddMember",
    "Alike",
    "ChairTaken",
    "ChangedMember",
    "EnterMembers",
    "EventLine",
    "EventMade",
    "ImportMembers",
    "ImportPreview",
    "ImportedMembers",
    "Irregular",
    "LadderSwitch",
    "MemberAnswer",
    "MemberShown",
    "MembersShown",
    "MergeMembers",
    "PastEvent",
    "Preview",
    "Question",
    "ReadMembers",
    "RemedyShown",
    "RemoveMember",
    "RulingAnswer",
    "TakeChair",
]

_Number = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
_Text = Annotated[str, msgspec.Meta(max_length=200_000)]
_Event = Annotated[str, msgspec.Meta(max_length=40)]


class EventMade(msgspec.Struct):
    """A new event, and the link to its desk."""

    event: str
    link: str


class TakeChair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sit down in a player's chair at an online table, in this browser.

    If this browser plays for another player of the round, `leaving` is that player's name. `phone` is the number that
    the browser drew for the event.
    """

    leaving: Annotated[str, msgspec.Meta(max_length=130)] = ""
    phone: Mark = ""


class ChairTaken(msgspec.Struct):
    """The page of the online table."""

    link: str


class EventLine(msgspec.Struct):
    """One of your events. `directors` are the names of all directors; `again` is the page to hold it again."""

    event: str
    link: str
    title: str
    rules: str
    place: str
    date: str
    trial: bool
    people: int
    phase: str
    progress: Progress
    directors: list[str]
    again: str


class Irregular(msgspec.Struct):
    """An irregularity, in the club's words."""

    irregularity: str
    words: str


class Preview(msgspec.Struct):
    """What a change would change, in sentences; or why it would be refused."""

    says: tuple[str, ...] = ()
    why: str = ""


class Question(msgspec.Struct):
    """A condition to answer before the rules give a remedy."""

    condition: str
    words: str


class RemedyShown(msgspec.Struct):
    """A remedy, with its clause."""

    sentence: str
    clause: str
    clause_says: str
    kind: str
    points: int
    by_director: bool


class RulingAnswer(msgspec.Struct):
    """The next question, or the remedy."""

    questions: list[Question]
    remedy: RemedyShown | None


# A club's people.


class MemberShown(msgspec.Struct):
    """Somebody on a club's list, for its directors."""

    number: int
    name: str
    spoken: str
    phone: str
    born: int
    zone: str
    partner: int
    partner_name: str


class MembersShown(msgspec.Struct):
    """A club's list, and pairs of numbers whose names are nearly the same, the newer one first."""

    people: list[MemberShown]
    near: list[tuple[int, int]]


class _Asked(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", forbid_unknown_fields=True):
    """A change of a club's list."""


class LadderSwitch(msgspec.Struct, forbid_unknown_fields=True):
    """Whether everyone who has a season's public link sees its ladder."""

    shown: bool


class AddMember(_Asked, frozen=True, tag="add"):
    """Add somebody; `sure` if it is somebody new although the name is nearly known."""

    member: MemberForm
    sure: bool = False


class ChangedMember(_Asked, frozen=True, tag="change"):
    """Change somebody."""

    member: ChangeMember


class RemoveMember(_Asked, frozen=True, tag="remove"):
    """Delete somebody. Events that were played keep the name."""

    number: _Number


class MergeMembers(_Asked, frozen=True, tag="merge"):
    """Make one line of two: `number` goes, and `into` takes over what only the other line said."""

    number: _Number
    into: _Number


MemberRequest: TypeAlias = AddMember | ChangedMember | RemoveMember | MergeMembers


class MemberAnswer(msgspec.Struct):
    """What was done; or not yet, because these people may be meant."""

    ok: bool
    says: str
    near: list[int]


class ReadMembers(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A list to look at: a text, or the people of one of your events."""

    text: _Text = ""
    event: _Event = ""


class ImportMembers(ReadMembers, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A list to import. `same` answers whether a name is somebody on the list: that number, or 0."""

    same: dict[str, int] = {}


class ImportedMembers(msgspec.Struct):
    """What an import did."""

    says: str


class PastEvent(msgspec.Struct):
    """An event whose people can be imported."""

    event: str
    title: str
    date: str
    people: int


class EnterMembers(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Members to enter in an event, by number; without numbers, everybody who can enter."""

    key: Key
    numbers: Annotated[tuple[_Number, ...], msgspec.Meta(max_length=3000)] = ()
    here: bool = False


class Alike(msgspec.Struct, kw_only=True):
    """Somebody whom a typed name may mean; `same` if only capitals or accents differ.

    `number` is that of a member who has not entered. `taken` says that a phone is connected.
    """

    name: str
    same: bool
    entered: bool
    partner: str = ""
    number: int = 0
    taken: bool = False
    here: bool = False
    paid: bool = False
