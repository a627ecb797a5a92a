"""Everything that can happen in an event. An event is the list of its facts: see `bowerbird.event.step`.

Facts are written once and never changed: another fact corrects a mistake. They carry what chance or a clock decided:
draws, cuts, coins and times. `at` is a time in seconds since 1970, 0 if it is unknown. `meeting` is the number of a
meeting, 0 for the one in progress. `table` is the number of a table in the round in progress.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from bowerbird.names import one_line
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat, Side

__all__ = [
    "DIRECTOR",
    "HALL",
    "Absent",
    "Bell",
    "BoardFouled",
    "BoardScore",
    "BoardsDealt",
    "BoardsSeen",
    "CardMark",
    "CardMarked",
    "CardsShown",
    "CheckedIn",
    "CoinsTossed",
    "Cut",
    "DealGiven",
    "Entered",
    "Entrant",
    "EntriesMerged",
    "EntryRemoved",
    "EventChanged",
    "EventCreated",
    "Fact",
    "FeePaid",
    "Finished",
    "GameReopened",
    "HandPlayed",
    "HandVoided",
    "Late",
    "Left",
    "MeetingClosed",
    "MeetingOpened",
    "MissedRound",
    "Moved",
    "NoHandReason",
    "PartnersDrawn",
    "Placed",
    "Planned",
    "PlannedRound",
    "PlayOffPlayed",
    "PointsSoFar",
    "Renamed",
    "RoundCalledOff",
    "RoundClosed",
    "RoundStarted",
    "Ruled",
    "RulingOverruled",
    "Score",
    "ScoreAccepted",
    "ScoreCorrected",
    "ScoreDisputed",
    "ScoreEntered",
    "SeasonSoFar",
    "SettingValue",
    "SideCard",
    "SittingPlayerNamed",
    "StoodDown",
    "Substituted",
    "Table",
    "TargetSet",
    "TicketsDrawn",
    "TieShared",
    "TrumpDealt",
]

#: As the reporter of a score: the director.
DIRECTOR = ""
#: As the reporter of a score: an online table, which saw every card. Nobody can enter with this name.
HALL = "the hall"

Four: TypeAlias = tuple[str, str, str, str]
#: The value of a setting that can change while an event runs.
SettingValue: TypeAlias = bool | int | str | tuple[int, ...] | dict[str, int | tuple[int, ...]]
#: What a running card counts besides points.
CardMark: TypeAlias = Literal["euchred", "failed alone", "revoke", "march", "loner"]
#: Why a deal was not played.
NoHandReason: TypeAlias = Literal["misdeal", "thrown in"]


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True):
    """One person on an entry form."""

    name: str
    #: The year of birth; 0 if it is unknown.
    born: int = 0
    #: True if the age is confirmed without a year.
    of_age: bool = False

    @classmethod
    def called(cls, name: str, born: int = 0, of_age: bool = False) -> Entrant:
        """An entrant by a name as it was typed, without invisible characters."""
        return cls(one_line(name), born, of_age)


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """One table in one round: four people clockwise from North, the first dealer, and the cards that decided it.

    While people with equal cards have to cut again it is `undecided` who deals. In a duplicate event the table plays
    these `boards`, in order.
    """

    number: int
    seats: Four
    dealer: Seat = Seat.N
    cut: tuple[tuple[str, str], ...] = ()
    undecided: bool = False
    boards: tuple[int, ...] = ()

    def side_of(self, name: str) -> Side:
        """The side on which a person sits."""
        return Seat(self.seats.index(name)).side

    def pair(self, side: Side) -> tuple[str, str]:
        """The two people of a side, in seat order."""
        return self.seats[side], self.seats[side + 2]


class SideCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side's card, without the score. Pairs are in seat order: North before South, East before West.

    `euchred`, `failed_alone`, `revokes` and `marches` count what this side did. `personal` is each player's own card.
    `off` are points that a ruling took off the side's score, and not off the cards.
    """

    euchred: int = 0
    failed_alone: int = 0
    revokes: int = 0
    marches: int = 0
    loners: tuple[int, int] = (0, 0)
    personal: tuple[int, int] | None = None
    off: int = 0


class BoardScore(msgspec.Struct, frozen=True, omit_defaults=True):
    """One board at one table: the points of the hand for North-South and for East-West.

    Without a hand that counts it is `adjusted`: 1 is an average plus, 0 an average, -1 an average minus, North-South
    first. A board that was not played is an average for both sides.
    """

    board: int
    ns: int = 0
    ew: int = 0
    adjusted: tuple[int, int] | None = None


class Score(msgspec.Struct, frozen=True, omit_defaults=True):
    """The end of one game. `lost_by` names a side that lost it by a ruling, regardless of the points.

    `last_dealer` is the dealer of the last hand, if anybody wrote it down: after a tie that player cuts. A game that
    was `stopped` counts as it was when everybody had to go. In a duplicate event the points are those of the `boards`.
    """

    ns: int
    ew: int
    cards: tuple[SideCard, SideCard] = (SideCard(), SideCard())
    lost_by: Side | None = None
    last_dealer: Seat | None = None
    stopped: bool = False
    boards: tuple[BoardScore, ...] = ()

    @property
    def points(self) -> tuple[int, int]:
        """The points of both sides, North–South first."""
        return self.ns, self.ew

    @property
    def winner(self) -> Side | None:
        """The side that won; None if the score is tied."""
        if self.lost_by is not None:
            return self.lost_by.other
        if self.ns == self.ew:
            return None
        return Side.NS if self.ns > self.ew else Side.EW


class PlannedRound(msgspec.Struct, frozen=True):
    """A coming round, or a coming week with one table for each person, as people were told."""

    tables: tuple[Four, ...]
    sitting_out: tuple[str, ...] = ()


class _Fact(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="fact"):
    """Something that happened."""


class EventCreated(_Fact, frozen=True, tag="made"):
    """The event is created, with its rules as they were that day."""

    title: str
    book: Rulebook
    #: The planned number; 0 if it is open.
    rounds: int = 0
    #: The time zone.
    zone: str = "UTC"
    #: The year that ages count in.
    year: int = 0


class TargetSet(_Fact, frozen=True, tag="target set"):
    """The director named the points that a game goes to."""

    points: int


class EventChanged(_Fact, frozen=True, tag="event changed"):
    """The director changed the event while it runs. What isn't named stays."""

    title: str | None = None
    rounds: int | None = None
    #: The date of the meeting in progress.
    date: str | None = None
    #: New values, by keys of its rulebook such as `game.points`.
    settings: dict[str, SettingValue] = {}


class Entered(_Fact, frozen=True, tag="entered"):
    """A person, or a team of two that stays together, entered."""

    players: tuple[Entrant, ...]
    #: The zone that they play for, if entries have one.
    zone: str = ""


class Renamed(_Fact, frozen=True, tag="renamed"):
    """A misspelled name is corrected: `name` is now called `to`."""

    name: str
    to: str


class EntryRemoved(_Fact, frozen=True, tag="entry removed"):
    """Somebody who has not played is taken off the entry list."""

    name: str


class EntriesMerged(_Fact, frozen=True, tag="entries merged"):
    """Two names are the same person: `name`, who has not played, is now `into`."""

    name: str
    into: str


class MeetingOpened(_Fact, frozen=True, tag="meeting opened"):
    """A meeting starts, with nobody checked in."""

    #: Written as in 2026-01-05, or empty.
    date: str = ""
    at: int = 0


class MeetingClosed(_Fact, frozen=True, tag="meeting closed"):
    """The meeting is over. Everybody who was expected and did not come was absent."""

    at: int = 0


class CheckedIn(_Fact, frozen=True, tag="checked in"):
    """Somebody is in the room, or was ticked by mistake."""

    name: str
    meeting: int = 0
    #: False undoes a tick.
    here: bool = True


class Late(_Fact, frozen=True, tag="late"):
    """Somebody is expected, but later."""

    name: str
    meeting: int = 0


class Absent(_Fact, frozen=True, tag="absent"):
    """Somebody does not come to a meeting and has no sub."""

    name: str
    meeting: int = 0


class Left(_Fact, frozen=True, tag="left"):
    """Somebody has gone home. With `rest`, the games that they miss at this meeting count as if they sat out."""

    name: str
    meeting: int = 0
    rest: bool = False


class MissedRound(_Fact, frozen=True, tag="missed round"):
    """Somebody whose seat another person took was not there, so the round is worth nothing to them."""

    name: str


class Substituted(_Fact, frozen=True, tag="substituted"):
    """`by` plays for `name`, whose card keeps the score, until `name` checks in or the meeting ends."""

    name: str
    by: str
    meeting: int = 0
    zone: str = ""
    born: int = 0
    of_age: bool = False


class FeePaid(_Fact, frozen=True, tag="fee paid"):
    """Somebody paid the fee of a meeting at the door, or did not after all."""

    name: str
    paid: bool = True
    meeting: int = 0


class SittingPlayerNamed(_Fact, frozen=True, tag="sitting player named"):
    """Somebody keeps one seat for the whole meeting, or no longer does."""

    name: str
    sitting: bool = True


class PartnersDrawn(_Fact, frozen=True, tag="partners drawn"):
    """People without a partner drew cards for one."""

    teams: tuple[tuple[str, str], ...]
    #: The cards in the order in which they were shown. People who tied drew again.
    cards: tuple[tuple[str, str], ...] = ()


class Planned(_Fact, frozen=True, tag="planned"):
    """The coming rounds were planned. This replaces everything that was planned and not played."""

    rounds: tuple[PlannedRound, ...]
    says: str = ""


class SeasonSoFar(_Fact, frozen=True, tag="season so far"):
    """Who sat with whom in the other events of the season, oldest first: the plan goes on from there.

    This replaces what was known before.
    """

    weeks: tuple[PlannedRound, ...]


class BoardsDealt(_Fact, frozen=True, tag="boards dealt"):
    """The boards of a duplicate event are dealt: all of them follow from this seed. Nobody sees it before the end."""

    seed: str


class BoardsSeen(_Fact, frozen=True, tag="boards seen"):
    """The people at a table have looked at hands of its boards: the first was dealt online, or it had a score once."""

    table: int


class BoardFouled(_Fact, frozen=True, tag="board fouled"):
    """The cards of a board were mixed up: from round `since` on, tables in the room played it with other cards.

    Online tables always have the right cards. With no round, the board was right after all.
    """

    board: int
    since: int
    reason: str = ""


class RoundStarted(_Fact, frozen=True, tag="round started"):
    """Everybody has a place, and the round starts."""

    tables: tuple[Table, ...]
    sitting_out: tuple[str, ...] = ()
    #: False for a round that is played for fun: its games stay off the cards.
    counts: bool = True
    at: int = 0


class Moved(_Fact, frozen=True, tag="moved"):
    """The director let two people change seats in the round in progress."""

    first: str
    second: str
    reason: str = ""


class Placed(_Fact, frozen=True, tag="placed"):
    """The director placed people by hand in the round in progress; tables that are not named stay as they were."""

    tables: tuple[Table, ...]
    sitting_out: tuple[str, ...] = ()


class CardsShown(_Fact, frozen=True, tag="cards shown"):
    """Cards shown at a table before its first hand, in order: who deals, who is the pivot, who partners whom.

    The rulebook and the movement say what they decide. People who tie show another card each.
    """

    table: int
    cards: tuple[tuple[str, str], ...]


class Bell(_Fact, frozen=True, tag="bell"):
    """The bell for the end of play rang."""

    at: int = 0


class Cut(_Fact, frozen=True, tag="cut"):
    """People at a table cut for what happens next: who moves after a tie, or who deals the next game.

    After a tie `last_dealer` is one of the two, where the score has not said it. Cards that were `drawn` because
    somebody asked for it were not shown at the table. An earlier `round` is named if its cut is put right.
    """

    table: int
    purpose: Literal["move", "deal"]
    cards: dict[str, str]
    last_dealer: str = ""
    drawn: bool = False
    round: int = 0
    reason: str = ""


class HandPlayed(_Fact, frozen=True, tag="hand played"):
    """A hand on the running card of a table: who made trump, and how many tricks that side took."""

    table: int
    maker: str
    tricks: int
    alone: bool = False


class HandVoided(_Fact, frozen=True, tag="hand voided"):
    """A deal at a table was not played."""

    table: int
    why: NoHandReason


class DealGiven(_Fact, frozen=True, tag="deal given"):
    """Somebody has the deal at a table now, in turn or not."""

    table: int
    dealer: str


class TrumpDealt(_Fact, frozen=True, tag="trump dealt"):
    """The trump card of the hand in progress lies on a table, so a bell no longer ends the game at once."""

    table: int


class CardMarked(_Fact, frozen=True, tag="card marked"):
    """Something that somebody did is counted on the running card, without the points of the hand."""

    table: int
    what: CardMark
    name: str


class ScoreEntered(_Fact, frozen=True, tag="score entered"):
    """A score of the round in progress, from the director, from an online table, or from a player.

    A player's score waits for the other side: the same score from there confirms it, another one disputes it.
    """

    table: int
    score: Score
    by: str = DIRECTOR


class ScoreAccepted(_Fact, frozen=True, tag="score accepted"):
    """An opponent, or the director, confirmed a score. Of two that differ, the director names whose: `of`."""

    table: int
    by: str = DIRECTOR
    of: str = ""


class ScoreDisputed(_Fact, frozen=True, tag="score disputed"):
    """Somebody at the table says that a score is wrong."""

    table: int
    by: str
    reason: str = ""


class ScoreCorrected(_Fact, frozen=True, tag="score corrected"):
    """The director replaced a score, in this round or an older one."""

    round: int
    table: int
    score: Score
    reason: str


class PointsSoFar(_Fact, frozen=True, tag="points so far"):
    """The points of a game that is not over yet, as the director noted them."""

    table: int
    ns: int
    ew: int


class GameReopened(_Fact, frozen=True, tag="game reopened"):
    """A game that only a ruling had ended goes on, from these points: the ruling was overruled."""

    table: int
    ns: int
    ew: int
    reason: str


class StoodDown(_Fact, frozen=True, tag="stood down"):
    """A table does not play this round, or its game does not count."""

    table: int
    reason: str


class Ruled(_Fact, frozen=True, tag="ruled"):
    """The director's decision about a person: a note, a warning, points off, or removal from the event."""

    name: str
    action: Literal["note", "warning", "points off", "removed"]
    reason: str
    points: int = 0
    clause: str = ""


class RulingOverruled(_Fact, frozen=True, tag="ruling overruled"):
    """The director overruled a decision about a person. It stays in the record, as a note."""

    name: str
    #: The decision that is overruled.
    ruled: str
    reason: str


class RoundClosed(_Fact, frozen=True, tag="round closed"):
    """Every score is in, and people may move."""

    at: int = 0


class RoundCalledOff(_Fact, frozen=True, tag="round called off"):
    """The round was seated but not played, and is removed."""

    at: int = 0


class CoinsTossed(_Fact, frozen=True, tag="coins tossed"):
    """Tied entries tossed one coin each for the bye."""

    coins: dict[str, Literal["heads", "tails"]]


class PlayOffPlayed(_Fact, frozen=True, tag="play-off played"):
    """Two tied entries played an extra game."""

    winner: str
    loser: str
    winner_points: int = 0
    loser_points: int = 0


class TieShared(_Fact, frozen=True, tag="tie shared"):
    """The director lets tied entries share their place, without a play-off."""

    entries: tuple[str, ...]


class TicketsDrawn(_Fact, frozen=True, tag="tickets drawn"):
    """The 50-50 draw: what the tickets brought, in cents, and who won. Replaces an earlier one."""

    taken: int
    winner: str


class Finished(_Fact, frozen=True, tag="finished"):
    """The last meeting is over and the places are final."""


#: Anything that can happen in an event.
Fact: TypeAlias = (
    EventCreated
    | TargetSet
    | EventChanged
    | Entered
    | Renamed
    | EntryRemoved
    | EntriesMerged
    | CheckedIn
    | Late
    | Absent
    | Left
    | MissedRound
    | Substituted
    | MeetingOpened
    | MeetingClosed
    | FeePaid
    | SittingPlayerNamed
    | PartnersDrawn
    | Planned
    | SeasonSoFar
    | BoardsDealt
    | BoardsSeen
    | BoardFouled
    | RoundStarted
    | Moved
    | Placed
    | CardsShown
    | Bell
    | Cut
    | HandPlayed
    | HandVoided
    | DealGiven
    | TrumpDealt
    | CardMarked
    | ScoreEntered
    | ScoreAccepted
    | ScoreDisputed
    | ScoreCorrected
    | PointsSoFar
    | GameReopened
    | StoodDown
    | Ruled
    | RulingOverruled
    | RoundClosed
    | RoundCalledOff
    | CoinsTossed
    | PlayOffPlayed
    | TieShared
    | TicketsDrawn
    | Finished
)
