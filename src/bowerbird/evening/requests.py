"""The requests that people can make of an event, one struct each, told apart by `what`, with the roles that may.

Shapes only: `commands` turns them into facts. The desk, the phones and the command line all send these, and the
documentation of the API is made from them.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal, TypeAlias

import msgspec

from bowerbird.evening.facts import Role, Settlement
from bowerbird.event.closing import Unfinished
from bowerbird.event.facts import BoardScore, CardMark, Entered, Entrant, NoHandReason, SettingValue, SideCard
from bowerbird.event.facts import Score as EventScore
from bowerbird.rulebook.event import CLOCK
from bowerbird.rulebook.irregularities import Condition, Irregularity
from bowerbird.seats import Seat, Side

__all__ = [
    "Absent",
    "Accept",
    "Away",
    "Bell",
    "BoardForm",
    "Change",
    "CheckIn",
    "Claim",
    "ClearSignUps",
    "Clock",
    "Close",
    "CloseRound",
    "Coins",
    "Correct",
    "Cut",
    "DealBoards",
    "Deals",
    "Dispute",
    "Do",
    "Draw",
    "Enter",
    "EntryForm",
    "FiftyFifty",
    "Finish",
    "FoulBoard",
    "Hand",
    "Late",
    "Left",
    "MarkCard",
    "Merge",
    "Next",
    "NoHand",
    "Now",
    "Online",
    "Open",
    "Overrule",
    "Paid",
    "Pair",
    "Paste",
    "Place",
    "Places",
    "Plan",
    "PlayOff",
    "Remove",
    "RemoveDirector",
    "Rename",
    "Request",
    "Reveal",
    "Rule",
    "Ruling",
    "Score",
    "ScoreForm",
    "SeatPeople",
    "SettingsForm",
    "Settle",
    "Share",
    "SitIn",
    "Sitting",
    "StandDown",
    "Stop",
    "Sub",
    "Swap",
    "Target",
    "TrialScores",
    "TrumpDealt",
    "Undo",
    "Withdraw",
    "is_slow",
]

#: A day, as in 2026-01-05; empty if unknown.
DATE: Final = r"^(\d{4}-\d{2}-\d{2})?$"
MeetingNumber = Annotated[int, msgspec.Meta(ge=0, le=1000, description="An older meeting; 0 is the one in progress.")]
ChosenForm = Annotated[
    dict[Annotated[str, msgspec.Meta(max_length=40)], Annotated[str, msgspec.Meta(max_length=130)]],
    msgspec.Meta(max_length=1000),
]
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=64, description="Your own; sent again, it is done once.")]
Name = Annotated[str, msgspec.Meta(max_length=130)]
Reason = Annotated[str, msgspec.Meta(max_length=300)]
Number = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Mark = Annotated[
    str, msgspec.Meta(max_length=40, description="A number that a phone drew for itself, the same for everybody on it.")
]
BirthYear = Annotated[int, msgspec.Meta(ge=0, le=9999)]
Points = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Times = Annotated[int, msgspec.Meta(ge=0, le=100)]

_DESK: Final = frozenset[Role]({"director"})
_HELPERS: Final = frozenset[Role]({"director", "helper"})
_SCORERS: Final = frozenset[Role]({"director", "helper", "player"})


class Request(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", forbid_unknown_fields=True):
    """A request from somebody. `key` is the sender's own: a request that is sent again is carried out once."""

    key: Key
    roles: ClassVar[frozenset[Role]] = _DESK
    #: True for links, phones and online tables, which exist only on a server.
    needs_server: ClassVar[bool] = False

    @property
    def needs_meeting(self) -> bool:
        """True if this makes sense only while a meeting is in progress."""
        return False


class _AboutAttendance(Request, frozen=True, kw_only=True):
    """A request about one meeting: the one in progress, or an older one by its number."""

    meeting: MeetingNumber = 0

    @property
    def needs_meeting(self) -> bool:
        """True for the meeting in progress; an older one is named by its number."""
        return not self.meeting


# People.


class EntryForm(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One person, or a pair, on an entry form."""

    name: Name
    partner: Name = ""
    zone: Name = ""
    born: BirthYear = 0
    born_partner: BirthYear = 0
    of_age: bool = False

    def entered(self) -> Entered:
        """The entry that the form asks for."""
        people = ((self.name, self.born), (self.partner, self.born_partner))
        players = tuple(Entrant.called(name, born, self.of_age) for name, born in people if name.strip())
        return Entered(players=players, zone=self.zone)


class Enter(Request, frozen=True, tag="enter"):
    """Enter people or pairs; `here` checks them in at once.

    `sure` says that these are new people, also where a name is nearly that of somebody else.
    """

    roles: ClassVar[frozenset[Role]] = frozenset({"director", "sign-up"})
    people: Annotated[tuple[EntryForm, ...], msgspec.Meta(min_length=1, max_length=4000)]
    here: bool = False
    phone: Mark = ""
    sure: bool = False

    @property
    def needs_meeting(self) -> bool:
        """True if people are checked in at once, which needs a meeting."""
        return self.here


class Paste(Request, frozen=True, tag="paste"):
    """Enter a whole list of people.

    One name a line, `A & B` for a pair, or CSV with a first line of column names.
    """

    text: Annotated[str, msgspec.Meta(max_length=200_000)]
    here: bool = False
    zone: Name = ""
    of_age: bool = False

    @property
    def needs_meeting(self) -> bool:
        """True if people are checked in at once, which needs a meeting."""
        return self.here


class Rename(Request, frozen=True, tag="rename"):
    """Correct a misspelled name, before that player is first seated."""

    name: Name
    to: Name


class Remove(Request, frozen=True, tag="remove"):
    """Take somebody who has not played off the list; where only pairs enter, the partner too."""

    name: Name


class ClearSignUps(Request, frozen=True, tag="clear-sign-ups"):
    """Take everyone off the list who signed up by the sign-up link and isn't here."""

    needs_server: ClassVar[bool] = True


class Merge(Request, frozen=True, tag="merge"):
    """Make one entry of two that are one person's. The first one has not played, and goes."""

    name: Name
    into: Name


class Pair(Request, frozen=True, tag="pair"):
    """Make partners of two people who came alone, where partners stay together."""

    first: Name
    second: Name


#: The director knows that somebody comes to another hand of a board that they have seen, and wants it.
Sure = Annotated[bool, msgspec.Meta(description="Yes, although somebody then sees two hands of a board.")]


class CheckIn(_AboutAttendance, frozen=True, tag="check-in"):
    """Check people in, or take the tick back.

    By name, everybody who has not been seen, or the same people as at the last meeting.
    """

    names: Annotated[tuple[Name, ...], msgspec.Meta(max_length=4000)] | Literal["all", "same as last time"]
    here: bool = True


class Late(_AboutAttendance, frozen=True, tag="late"):
    """Mark a player as expected later."""

    name: Name


class Absent(_AboutAttendance, frozen=True, tag="absent"):
    """Mark a player absent with no sub."""

    name: Name


#: What the games are worth that somebody misses: nothing, what sitting out is worth, or as the rulebook says.
MissedWorth = Annotated[Literal["", "nothing", "sit-out"], msgspec.Meta(description="What the missed games count.")]


class Left(_AboutAttendance, frozen=True, tag="left"):
    """Mark a player, or a sub, as gone home."""

    name: Name
    worth: MissedWorth = ""


class Away(Request, frozen=True, tag="away"):
    """Let somebody who sits out take a missing player's chair, for this round or for good.

    `worth` is what the games are worth that the missing player misses; left out, as the rulebook says.
    """

    name: Name
    by: Name
    until: Literal["next round", "for good"] = "next round"
    worth: MissedWorth = ""
    sure: Sure = False


class Sub(_AboutAttendance, frozen=True, tag="sub"):
    """Let a sub play for somebody, for the rest of the meeting.

    Where entries need an age and a zone, a sub who has not entered needs them too.
    """

    name: Name
    by: Name
    zone: Name = ""
    born: BirthYear = 0
    of_age: bool = False
    sure: Sure = False


class Paid(_AboutAttendance, frozen=True, tag="paid"):
    """Tick people who have paid the fee at the door, or take the tick back."""

    names: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=4000)]
    paid: bool = True


class Sitting(Request, frozen=True, tag="sitting"):
    """Name a sitting player, who keeps one chair, or end that."""

    name: Name
    sitting: bool = True


# Meetings and rounds.


class Open(Request, frozen=True, tag="open"):
    """Open the next meeting, with nobody checked in."""

    date: Annotated[str, msgspec.Meta(pattern=DATE)] = ""


class Close(Request, frozen=True, tag="close"):
    """Close the meeting, with the round in progress."""

    unfinished: Unfinished = "not counted"


class Target(Request, frozen=True, tag="target"):
    """Set the points that a game goes to, before play begins."""

    points: Points


class SeatPeople(Request, frozen=True, tag="seat"):
    """Seat the next round. `choices` are the movement's own, by name, as the director's view lists them."""

    choices: ChosenForm = {}

    @property
    def needs_meeting(self) -> bool:
        """Always true: people are seated at a meeting."""
        return True


class CloseRound(Request, frozen=True, tag="close-round"):
    """Close the round in progress and seat nobody yet."""

    unfinished: Unfinished | None = None


class Next(Request, frozen=True, tag="next"):
    """Close the round in progress and seat the next. Without `unfinished`, every score must be in."""

    choices: ChosenForm = {}
    unfinished: Unfinished | None = None


class Swap(Request, frozen=True, tag="swap"):
    """Let two people change places in this round."""

    first: Name
    second: Name
    reason: Reason = ""
    sure: Sure = False


class Places(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One table and its four people, North first and then clockwise."""

    table: Number
    names: tuple[Name, Name, Name, Name]


class Plan(Request, frozen=True, tag="plan"):
    """Plan the tables of the next round, or of the next week, by hand. People who are not named sit out."""

    tables: Annotated[tuple[Places, ...], msgspec.Meta(min_length=1, max_length=1000)]


class Place(Request, frozen=True, tag="place"):
    """Place people by hand in this round, before the scores of their tables.

    Tables that are left out stay as they are. People of these tables who are not named again sit out.
    """

    tables: Annotated[tuple[Places, ...], msgspec.Meta(min_length=1, max_length=1000)]
    sure: Sure = False


class Draw(Request, frozen=True, tag="draw"):
    """Enter the cards that were really shown at a table before its game, in the order in which they were shown.

    They decide what the rules say: who deals, who is the pivot and the first partner, who plays with whom.
    """

    table: Number
    cards: Annotated[
        tuple[tuple[Name, Annotated[str, msgspec.Meta(max_length=4)]], ...], msgspec.Meta(min_length=1, max_length=200)
    ]


class Clock(Request, frozen=True, tag="clock"):
    """Start, pause or resume the round's clock, or add minutes."""

    do: Literal["start", "pause", "resume", "add"]
    minutes: Annotated[int, msgspec.Meta(ge=-60, le=60)] = 1


class Bell(Request, frozen=True, tag="bell"):
    """Ring the bell for the end of play."""


class Cut(Request, frozen=True, tag="cut"):
    """Write down a cut that was made at a table, or have the cards drawn.

    After a tie `last_dealer` is needed if the score doesn't say who dealt last. To replace a cut, also of an earlier
    `round`, give a reason.
    """

    table: Number
    purpose: Literal["move", "deal"]
    cards: dict[str, Annotated[str, msgspec.Meta(max_length=4)]] = {}
    last_dealer: Name = ""
    draw: bool = False
    round: Number = 0
    reason: Reason = ""


class StandDown(Request, frozen=True, tag="stand-down"):
    """Let a table sit this round out."""

    table: Number
    reason: Reason


class Finish(Request, frozen=True, tag="finish"):
    """End the event: close what is open, and make the places final."""

    unfinished: Unfinished = "not counted"


class Coins(Request, frozen=True, tag="coins"):
    """Write down the coins of tied entries."""

    coins: dict[str, Literal["heads", "tails"]]


class PlayOff(Request, frozen=True, tag="play-off"):
    """Write down an extra game between tied entries."""

    winner: Name
    loser: Name
    winner_points: Points = 0
    loser_points: Points = 0


class Share(Request, frozen=True, tag="share"):
    """Leave a tie as it is: these entries share the place, without coins or an extra game."""

    entries: Annotated[tuple[Name, ...], msgspec.Meta(min_length=2, max_length=3)]


class FiftyFifty(Request, frozen=True, tag="fifty-fifty"):
    """Write down the 50-50 draw: what the tickets brought, in cents, and who won. 0 takes it back."""

    taken: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]
    winner: Name = ""


class Reveal(Request, frozen=True, tag="reveal"):
    """Hold the standings back from everybody but the desk, or announce them from the bottom up.

    `next` announces the next place, or everything from `place` down. `all` shows everybody everything.
    """

    do: Literal["hold", "next", "all"]
    place: Number = 0


# Boards.


class DealBoards(Request, frozen=True, tag="deal-boards"):
    """Deal the boards of a duplicate event, so that they can be printed. Otherwise they are dealt with the seats."""


class FoulBoard(Request, frozen=True, tag="foul-board"):
    """Say that the cards of a board were mixed up: tables in the room had other cards from that round on.

    With no round, the board was right after all.
    """

    board: Number
    since: Number
    reason: Reason = ""


# Scores.


class CardForm(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One side's card, without the score; pairs in seat order. Without `personal`, it follows from the rest."""

    euchred: Times = 0
    failed_alone: Times = 0
    revokes: Times = 0
    marches: Times = 0
    loners: tuple[Times, Times] = (0, 0)
    personal: tuple[Points, Points] | None = None


class BoardForm(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One board: the points of the hand, or without one its adjusted score, North-South first: an average plus is 1."""

    board: Number
    ns: Points = 0
    ew: Points = 0
    adjusted: tuple[Literal[-1, 0, 1], Literal[-1, 0, 1]] | None = None


class ScoreForm(Request, frozen=True):
    """The end of a game. `round` guards against an outdated page; a player's table is the one they sit at.

    In a duplicate event the points are those of the `boards`, added up.
    """

    ns: Points
    ew: Points
    round: Number = 0
    table: Number = 0
    cards: tuple[CardForm, CardForm] | None = None
    lost_by: Side | Literal["NS", "EW"] | None = None
    last_dealer: Seat | Literal["N", "E", "S", "W"] | None = None
    boards: Annotated[tuple[BoardForm, ...], msgspec.Meta(max_length=100)] = ()

    def score(self) -> EventScore:
        """The score in the event's form."""
        cards = self.cards or (CardForm(), CardForm())
        ns, ew = (
            SideCard(card.euchred, card.failed_alone, card.revokes, card.marches, card.loners, card.personal)
            for card in cards
        )
        lost_by = Side[self.lost_by] if isinstance(self.lost_by, str) else self.lost_by
        dealer = Seat[self.last_dealer] if isinstance(self.last_dealer, str) else self.last_dealer
        boards = tuple(BoardScore(each.board, each.ns, each.ew, each.adjusted) for each in self.boards)
        return EventScore(self.ns, self.ew, (ns, ew), lost_by, dealer, boards=boards)


class Score(ScoreForm, frozen=True, tag="score"):
    """Enter a score of the round in progress. If closing time cut the game off, it counts as stopped.

    `phone` is the one from which a player sends it.
    """

    roles: ClassVar[frozenset[Role]] = _SCORERS
    phone: Mark = ""


class Stop(ScoreForm, frozen=True, tag="stop"):
    """Stop a game before its end. The hands played so far count."""

    roles: ClassVar[frozenset[Role]] = _HELPERS


class Correct(ScoreForm, frozen=True, tag="correct"):
    """Replace a score that was already given, in this round or an older one.

    Without `cards` the rest of the card stays as it was. `stopped` says whether the game was stopped before its end;
    left out, it stays so while the score isn't that of a whole game.
    """

    roles: ClassVar[frozenset[Role]] = _HELPERS
    reason: Reason = ""
    stopped: bool | None = None


class Now(Request, frozen=True, tag="now"):
    """Note the points of a game that is not over yet."""

    roles: ClassVar[frozenset[Role]] = _HELPERS
    table: Number
    ns: Points
    ew: Points


class Accept(Request, frozen=True, tag="accept"):
    """Confirm a score.

    Where the sides differ, the director says whose by `claim`. `phone` is a player's.
    """

    roles: ClassVar[frozenset[Role]] = _SCORERS
    round: Number = 0
    table: Number = 0
    claim: Name = ""
    phone: Mark = ""


class Dispute(Request, frozen=True, tag="dispute"):
    """Say that a score is wrong."""

    roles: ClassVar[frozenset[Role]] = _SCORERS
    round: Number = 0
    table: Number = 0
    reason: Reason = ""


class TrialScores(Request, frozen=True, tag="trial-scores"):
    """Make up the missing scores, in a practice run."""


# The running card of a table.


class _OnCard(Request, frozen=True, kw_only=True):
    """A line on the running card of a table."""

    roles: ClassVar[frozenset[Role]] = _HELPERS
    table: Number


class Hand(_OnCard, frozen=True, tag="hand"):
    """Write down a hand of a game in progress: who made trump, and how many tricks that side took."""

    maker: Name
    tricks: Annotated[int, msgspec.Meta(ge=0, le=5)]
    alone: bool = False


class NoHand(_OnCard, frozen=True, tag="no-hand"):
    """Write down a deal that brought no hand."""

    why: NoHandReason


class Deals(_OnCard, frozen=True, tag="deals"):
    """Say who has the deal now, if it is not the player whose turn it was."""

    name: Name


class TrumpDealt(_OnCard, frozen=True, tag="trump-dealt"):
    """Say that the trump card of this hand lies on the table, so that the hand is played out after the bell."""


class MarkCard(_OnCard, frozen=True, tag="mark"):
    """Count one thing on the card of a game in progress, where its hands are not written down."""

    happened: CardMark
    name: Name


# Rulings.


#: Where points come off: the person's own card, the score of the side's game in progress, or both.
Off = Annotated[Literal["card", "game", "both"], msgspec.Meta(description="What the points come off.")]


class Rule(Request, frozen=True, tag="rule"):
    """Record a note, warning or penalty for a player."""

    name: Name
    action: Literal["note", "warning", "points off", "removed"]
    reason: Reason
    points: Points = 0
    off: Off = "card"
    clause: Annotated[str, msgspec.Meta(max_length=20)] = ""


class Ruling(Request, frozen=True, tag="ruling"):
    """Rule on an irregularity at a table.

    `holds` are the conditions that were met; `overruled` is the director's own remedy instead of the rulebook's.
    """

    irregularity: Irregularity
    holds: tuple[Condition, ...] = ()
    table: Number = 0
    offender: Name = ""
    points: Points = 0
    off: Off = "card"
    overruled: Reason = ""
    reason: Reason = ""


class Settle(Request, frozen=True, tag="settle"):
    """Settle the points of a ruling.

    `ruling` is its number, as the table's own rulings have it. `lost_by` says who lost a game that nobody has won by
    points, after points came off the side that had.
    """

    ruling: Number
    how: Settlement
    lost_by: Literal["NS", "EW"] | None = None


class Overrule(Request, frozen=True, tag="overrule"):
    """Overrule a ruling that was given.

    The score is then what it would be without it. `ruling` is its number in the record, which keeps it. `lost_by` says
    who lost a game of a closed round that nobody has won without it.
    """

    ruling: Number
    reason: Reason
    lost_by: Literal["NS", "EW"] | None = None


# The desk itself.


class Undo(Request, frozen=True, tag="undo"):
    """Undo the desk's last command, or the one with this number in the history."""

    seq: Number = 0


class Withdraw(Request, frozen=True, tag="withdraw"):
    """Cancel the links of this role and name that were given out so far."""

    needs_server: ClassVar[bool] = True
    role: Role
    name: Name = ""


class RemoveDirector(Request, frozen=True, tag="remove-director"):
    """Let a director go; with your own name, hand the event over to the others.

    `name` is the one that the list of directors has. Only the first on the list can remove others.
    """

    needs_server: ClassVar[bool] = True
    name: Name


class SettingsForm(Request, frozen=True, tag="settings"):
    """Change how the event is run; settings that are left out stay."""

    phones: bool | None = None
    sign_up: bool | None = None
    bots: bool | None = None
    place: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    date: Annotated[str, msgspec.Meta(pattern=DATE)] | None = None
    start: Annotated[str, msgspec.Meta(pattern=CLOCK)] | None = None
    season: Annotated[str, msgspec.Meta(max_length=200)] | None = None


class Change(Request, frozen=True, tag="change"):
    """Change the event while it runs: title, rounds, location, time, and settings of its rulebook by their keys.

    Anything that is left out stays. Money and the worth of sitting out count for the whole event; minutes and rounds
    for what is to come.
    """

    title: Annotated[str, msgspec.Meta(max_length=120)] | None = None
    rounds: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    place: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    date: Annotated[str, msgspec.Meta(pattern=DATE)] | None = None
    start: Annotated[str, msgspec.Meta(pattern=CLOCK)] | None = None
    settings: dict[Annotated[str, msgspec.Meta(max_length=60)], SettingValue] = {}


class Online(Request, frozen=True, tag="online"):
    """Choose the tables of this round that are played online."""

    needs_server: ClassVar[bool] = True
    tables: Annotated[tuple[Number, ...], msgspec.Meta(max_length=1000)] | Literal["all"]


class SitIn(Request, frozen=True, tag="sit-in"):
    """Let bots play at once for people who have not come to these online tables."""

    needs_server: ClassVar[bool] = True
    tables: Annotated[tuple[Number, ...], msgspec.Meta(max_length=1000)] | Literal["all"]


class Claim(Request, frozen=True, tag="claim"):
    """Say whose phone this is: from a table's card, by your own link, or from the sign-up page.

    By your own link, `name` is yours.
    """

    needs_server: ClassVar[bool] = True
    roles: ClassVar[frozenset[Role]] = frozenset({"table", "sign-up", "player"})
    name: Name
    phone: Mark = ""


Do: TypeAlias = (
    Enter
    | Paste
    | Rename
    | Remove
    | ClearSignUps
    | Merge
    | Pair
    | CheckIn
    | Late
    | Absent
    | Left
    | Away
    | Sub
    | Paid
    | Sitting
    | Target
    | Open
    | Close
    | SeatPeople
    | CloseRound
    | Next
    | Swap
    | Plan
    | Place
    | Draw
    | Clock
    | Bell
    | Cut
    | StandDown
    | Finish
    | Coins
    | PlayOff
    | Share
    | FiftyFifty
    | Reveal
    | DealBoards
    | FoulBoard
    | Score
    | Stop
    | Correct
    | Now
    | Accept
    | Dispute
    | TrialScores
    | Hand
    | NoHand
    | Deals
    | TrumpDealt
    | MarkCard
    | Rule
    | Ruling
    | Settle
    | Overrule
    | Undo
    | Withdraw
    | RemoveDirector
    | SettingsForm
    | Change
    | Online
    | SitIn
    | Claim
)

#: Requests that seat people, plan, read lists or compute everything again: in a large event that takes a while.
_SLOW = (
    Paste
    | ClearSignUps
    | Merge
    | Pair
    | SeatPeople
    | CloseRound
    | Next
    | Swap
    | Plan
    | Place
    | Draw
    | Cut
    | StandDown
    | Finish
    | PlayOff
    | TrialScores
    | Undo
    | SettingsForm
    | Change
)
#: The most people who enter at once without being a long list.
_A_FAMILY: Final = 8


def is_slow(request: Request) -> bool:
    """True if this may take long."""
    return isinstance(request, _SLOW) or (isinstance(request, Enter) and len(request.people) > _A_FAMILY)
