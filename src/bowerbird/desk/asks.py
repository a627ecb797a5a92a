"""What can be asked of the desk, one shape for each thing, told apart by `what`; and which role may ask for it.

Shapes only: what they do is in `bowerbird.desk.commands`. The interface for programs is described from these.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal, TypeAlias

import msgspec

from bowerbird.desk.facts import How, Role
from bowerbird.event.facts import Score as EventScore
from bowerbird.event.facts import SideCard
from bowerbird.event.movement.lines import LineMove
from bowerbird.rulebook.event import CLOCK
from bowerbird.rulebook.irregularities import Condition, Irregularity
from bowerbird.seats import Seat, Side

__all__ = [
    "Absent",
    "Accept",
    "Ask",
    "Bell",
    "CheckIn",
    "Claim",
    "Clock",
    "Coins",
    "Correct",
    "Cut",
    "Dispute",
    "Do",
    "Enter",
    "EntryForm",
    "Finish",
    "Late",
    "Left",
    "Next",
    "Online",
    "Paste",
    "PlayOff",
    "Rename",
    "Rule",
    "Ruling",
    "Score",
    "ScoreForm",
    "SeatPeople",
    "SettingsForm",
    "Settle",
    "SitIn",
    "Sitting",
    "StandDown",
    "Sub",
    "Swap",
    "Target",
    "TrialScores",
    "Undo",
    "Withdraw",
]

Key = Annotated[str, msgspec.Meta(min_length=1, max_length=64, description="Your own; sent again, it is done once.")]
Name = Annotated[str, msgspec.Meta(max_length=130)]
Reason = Annotated[str, msgspec.Meta(max_length=300)]
Number = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Mark = Annotated[
    str, msgspec.Meta(max_length=40, description="A number that a phone drew for itself, the same for everybody on it.")
]
Points = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Times = Annotated[int, msgspec.Meta(ge=0, le=100)]

_DESK: Final = frozenset[Role]({"director"})
_HELPERS: Final = frozenset[Role]({"director", "helper"})
_SCORERS: Final = frozenset[Role]({"director", "helper", "player"})


class Ask(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", forbid_unknown_fields=True):
    """Something that is asked of the desk."""

    key: Key
    roles: ClassVar[frozenset[Role]] = _DESK


# People.


class EntryForm(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One person, or a pair, on an entry form."""

    name: Name
    partner: Name = ""
    zone: Name = ""
    born: Annotated[int, msgspec.Meta(ge=0, le=9999)] = 0
    of_age: bool = False


class Enter(Ask, frozen=True, tag="enter"):
    """Enter people or pairs; `here` checks them in at once."""

    roles: ClassVar[frozenset[Role]] = frozenset({"director", "sign-up"})
    people: Annotated[tuple[EntryForm, ...], msgspec.Meta(min_length=1, max_length=4000)]
    here: bool = False
    phone: Mark = ""


class Paste(Ask, frozen=True, tag="paste"):
    """Enter a whole list: one name a line, `A & B` for a pair, or CSV with a first line of column names."""

    text: Annotated[str, msgspec.Meta(max_length=200_000)]
    here: bool = False
    zone: Name = ""
    of_age: bool = False


class Rename(Ask, frozen=True, tag="rename"):
    """The name of somebody who has not been seated yet is put right: `name` is called `to`."""

    name: Name
    to: Name


class CheckIn(Ask, frozen=True, tag="check-in"):
    """These people are in the hall."""

    names: Annotated[tuple[Name, ...], msgspec.Meta(max_length=4000)] | Literal["all"]


class Late(Ask, frozen=True, tag="late"):
    """Somebody comes later."""

    name: Name


class Absent(Ask, frozen=True, tag="absent"):
    """Somebody does not come. `week` names an earlier week in which they did not come."""

    name: Name
    week: Number = 0


class Left(Ask, frozen=True, tag="left"):
    """Somebody has gone home."""

    name: Name


class Sub(Ask, frozen=True, tag="sub"):
    """`by` plays for `name`."""

    name: Name
    by: Name


class Sitting(Ask, frozen=True, tag="sitting"):
    """Somebody keeps one chair, or no longer does."""

    name: Name
    sitting: bool = True


# Rounds.


class Target(Ask, frozen=True, tag="target"):
    """The points that a game goes to."""

    points: Points


class SeatPeople(Ask, frozen=True, tag="seat"):
    """Draw the places for the first round, or take them in the order of entry."""

    in_order: bool = False


class Next(Ask, frozen=True, tag="next"):
    """Close the round and seat the next, with the choices that the book leaves open."""

    lines: LineMove = "A up"
    shifts: dict[str, Name] = {}
    extra: bool = False


class Swap(Ask, frozen=True, tag="swap"):
    """Two people change places."""

    first: Name
    second: Name
    reason: Reason = ""


class Clock(Ask, frozen=True, tag="clock"):
    """The round's clock."""

    do: Literal["start", "pause", "resume", "add"]
    minutes: Annotated[int, msgspec.Meta(ge=-60, le=60)] = 1


class Bell(Ask, frozen=True, tag="bell"):
    """Ring the bell for the end of play."""


class Cut(Ask, frozen=True, tag="cut"):
    """Cards that people at a table cut."""

    table: Number
    purpose: Literal["move", "deal"]
    cards: dict[str, Annotated[str, msgspec.Meta(max_length=4)]]


class StandDown(Ask, frozen=True, tag="stand-down"):
    """A table does not play this round."""

    table: Number
    reason: Reason


class Finish(Ask, frozen=True, tag="finish"):
    """The places stand."""


class Coins(Ask, frozen=True, tag="coins"):
    """Coins of tied entries."""

    coins: dict[str, Literal["heads", "tails"]]


class PlayOff(Ask, frozen=True, tag="play-off"):
    """An extra game between tied entries."""

    winner: Name
    loser: Name
    winner_points: Points = 0
    loser_points: Points = 0


# Scores.


class CardForm(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one side wrote down besides the score; pairs in seat order. Without `personal`, it follows from the rest."""

    euchred: Times = 0
    failed_alone: Times = 0
    revokes: Times = 0
    marches: Times = 0
    loners: tuple[Times, Times] = (0, 0)
    personal: tuple[Points, Points] | None = None


class ScoreForm(Ask, frozen=True):
    """The end of a game. `round` guards against a page that is behind; a player's table is the one they sit at."""

    ns: Points
    ew: Points
    round: Number = 0
    table: Number = 0
    cards: tuple[CardForm, CardForm] | None = None
    lost_by: Side | Literal["NS", "EW"] | None = None
    last_dealer: Seat | Literal["N", "E", "S", "W"] | None = None

    def score(self) -> EventScore:
        """The score as the event knows it."""
        cards = self.cards or (CardForm(), CardForm())
        ns, ew = (
            SideCard(card.euchred, card.failed_alone, card.revokes, card.marches, card.loners, card.personal)
            for card in cards
        )
        lost_by = Side[self.lost_by] if isinstance(self.lost_by, str) else self.lost_by
        dealer = Seat[self.last_dealer] if isinstance(self.last_dealer, str) else self.last_dealer
        return EventScore(self.ns, self.ew, (ns, ew), lost_by, dealer)


class Score(ScoreForm, frozen=True, tag="score"):
    """Enter a score of the round that is on. `phone` is the one from which a player sends it."""

    roles: ClassVar[frozenset[Role]] = _SCORERS
    phone: Mark = ""


class Correct(ScoreForm, frozen=True, tag="correct"):
    """Put another score in the place of one already given."""

    roles: ClassVar[frozenset[Role]] = _HELPERS
    reason: Reason = ""


class Accept(Ask, frozen=True, tag="accept"):
    """The score is right. Where the sides differ, the director says whose by `claim`. `phone` is a player's."""

    roles: ClassVar[frozenset[Role]] = _SCORERS
    round: Number = 0
    table: Number = 0
    claim: Name = ""
    phone: Mark = ""


class Dispute(Ask, frozen=True, tag="dispute"):
    """The score is not right."""

    roles: ClassVar[frozenset[Role]] = _SCORERS
    round: Number = 0
    table: Number = 0
    reason: Reason = ""


class TrialScores(Ask, frozen=True, tag="trial-scores"):
    """In a trial run: made-up scores for the tables that have none."""


# Rulings.


class Rule(Ask, frozen=True, tag="rule"):
    """The director's word about a person."""

    name: Name
    action: Literal["note", "warning", "points off", "removed"]
    reason: Reason
    points: Points = 0
    clause: Annotated[str, msgspec.Meta(max_length=20)] = ""


class Ruling(Ask, frozen=True, tag="ruling"):
    """An irregularity at a table, ruled by the book: `holds` is what was the case. `overruled` says otherwise."""

    irregularity: Irregularity
    holds: tuple[Condition, ...] = ()
    table: Number = 0
    offender: Name = ""
    points: Points = 0
    overruled: Reason = ""
    reason: Reason = ""


class Settle(Ask, frozen=True, tag="settle"):
    """What becomes of the points of a ruling. `ruling` is its number, as the table's own rulings have it."""

    ruling: Number
    how: How


# The desk itself.


class Undo(Ask, frozen=True, tag="undo"):
    """Take back the desk's last command, or the one with this number in the history."""

    seq: Number = 0


class Withdraw(Ask, frozen=True, tag="withdraw"):
    """Links of this role and name made so far are void."""

    role: Role
    name: Name = ""


class SettingsForm(Ask, frozen=True, tag="settings"):
    """How the evening is run; what is not named stays."""

    phones: bool | None = None
    sign_up: bool | None = None
    bots: bool | None = None
    place: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    date: Annotated[str, msgspec.Meta(pattern=r"^(\d{4}-\d{2}-\d{2})?$")] | None = None
    start: Annotated[str, msgspec.Meta(pattern=CLOCK)] | None = None
    season: Annotated[str, msgspec.Meta(max_length=200)] | None = None


class Online(Ask, frozen=True, tag="online"):
    """Which tables of this round are played at the hall's own tables."""

    tables: Annotated[tuple[Number, ...], msgspec.Meta(max_length=1000)] | Literal["all"]


class SitIn(Ask, frozen=True, tag="sit-in"):
    """At these tables online bots sit in at once for whoever has not come."""

    tables: Annotated[tuple[Number, ...], msgspec.Meta(max_length=1000)] | Literal["all"]


class Claim(Ask, frozen=True, tag="claim"):
    """From the table's card: this is my phone."""

    roles: ClassVar[frozenset[Role]] = frozenset({"table"})
    name: Name
    phone: Mark = ""


Do: TypeAlias = (
    Enter
    | Paste
    | Rename
    | CheckIn
    | Late
    | Absent
    | Left
    | Sub
    | Sitting
    | Target
    | SeatPeople
    | Next
    | Swap
    | Clock
    | Bell
    | Cut
    | StandDown
    | Finish
    | Coins
    | PlayOff
    | Score
    | Correct
    | Accept
    | Dispute
    | TrialScores
    | Rule
    | Ruling
    | Settle
    | Undo
    | Withdraw
    | SettingsForm
    | Online
    | SitIn
    | Claim
)
