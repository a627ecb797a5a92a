"""The shapes of the views: what each role sees of an event, for clients and for the pages' JavaScript.

A view arrives as one object, joined from parts: `Fresh`, `Head`, and the part of the role. Shapes only: nothing here
knows an event.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from bowerbird.evening.announcing import Announcement, DeskAnnouncement
from bowerbird.evening.facts import Settlement
from bowerbird.evening.state import Settings
from bowerbird.event.movements.base import Choice
from bowerbird.event.prizes import PrizeOffered
from bowerbird.event.state import Presence
from bowerbird.rulebook import RulesNamed
from bowerbird.rulebook.irregularities import RemedyKind

__all__ = [
    "BoardsMean",
    "CardShown",
    "ClaimShown",
    "ClockShown",
    "ClockState",
    "DirectorPart",
    "DirectorShown",
    "DoorShown",
    "EntryNeeds",
    "Fresh",
    "GameWith",
    "Head",
    "LinksShown",
    "MarksShown",
    "May",
    "MeetingShown",
    "NeedsAttention",
    "NewsShown",
    "NextStep",
    "OldScore",
    "OnlineBots",
    "OwnTile",
    "PastMeeting",
    "PenaltyChoice",
    "PenaltyShown",
    "PersonShown",
    "Phase",
    "PhoneShown",
    "PhoneTaken",
    "PlanShown",
    "PlayerPart",
    "PostingShown",
    "PrizeShown",
    "Progress",
    "PublicPart",
    "PublicScore",
    "PublicTable",
    "ResultLine",
    "ResultShown",
    "RoundNow",
    "RoundShown",
    "RulingShown",
    "ScoreNeeds",
    "SeatShown",
    "SeatWithPhone",
    "SignUpNeeds",
    "SignUpPart",
    "StandingLine",
    "Standings",
    "Step",
    "TableCardPart",
    "TableNamed",
    "TableState",
    "TableTile",
    "TieShown",
    "UndoOffered",
    "YouShown",
]

#: An event on a list: in progress, still to come, or finished.
Progress: TypeAlias = Literal["running", "coming", "over"]
Phase: TypeAlias = Literal["entry", "round", "between", "closed", "play-offs", "over"]
Step: TypeAlias = Literal["", "open", "seat", "next", "close", "finish"]
ClockState: TypeAlias = Literal["over", "off", "rung", "ready", "paused", "running"]
TableState: TypeAlias = Literal["seated", "playing", "waiting", "disputed", "in", "late", "stood down"]
#: `NS` or `EW`; nothing for a tie.
SideName: TypeAlias = str


class _Shape(msgspec.Struct, frozen=True):
    """A part of a view."""


# In every view.


class ClockShown(_Shape, frozen=True):
    """The round's clock. Moments are in milliseconds since 1970, and a pause moves them later. `left` is in seconds."""

    state: ClockState
    ends_at: int | None
    left: int | None
    started_at: int | None
    minutes: int
    says: tuple[str, ...]
    games_fit: int | None
    next: str


class Fresh(_Shape, frozen=True):
    """The time, and what the clock says: different at every look. `turn` counts changes that are in no log."""

    seq: int
    now: int
    clock: ClockShown
    turn: int


class MeetingShown(_Shape, frozen=True):
    """The meeting in progress, or the last one."""

    number: int
    name: str
    next: str
    of: int
    several: bool
    closed: bool
    date: str
    games: int
    """The games of one meeting where its tables were planned for all of them; 0 where play goes on as it likes."""


class RoundNow(_Shape, frozen=True):
    """The round in progress, or the last one of the meeting."""

    number: int
    name: str
    of: int
    counts: bool
    bell: bool
    closed: bool
    game: int
    """Its number among the games of the meeting."""


class Head(_Shape, frozen=True):
    """The event, and how far it is."""

    title: str
    place: str
    date: str
    start: str
    rules: RulesNamed
    trial: bool
    phase: Phase
    meeting: MeetingShown | None
    round: RoundNow | None


class BoardsMean(_Shape, frozen=True):
    """The points that a team gains on a board, on average, and the standard error of that. Both to two decimals."""

    boards: int
    mean: float
    error: float


class StandingLine(_Shape, frozen=True):
    """One place in the ranking, and why. In a duplicate event `per_board` tells how sure the difference is."""

    place: int
    name: str
    total: str
    players: tuple[str, ...]
    wins: int
    draws: int
    losses: int
    points: int
    loners: int
    euchres: int
    games: int
    sat_out: int
    to_come: int
    reasons: tuple[str, ...]
    per_board: BoardsMean | None = None


class Standings(_Shape, frozen=True):
    """The standings, or a part of them; `of` says how many lines there are in all.

    If they are `held`, some lines are for the desk only, until the places are announced. `says` is why something is
    missing that was played already.
    """

    total_is: str
    lines: list[StandingLine]
    of: int
    held: bool = False
    says: str = ""


class ScoreNeeds(_Shape, frozen=True):
    """The fields that a score has under these rules, and their limits.

    In a duplicate event, `board_points` are the points that a hand can bring.
    """

    cards: tuple[str, ...]
    target: int
    most: int
    hands: int
    bell: bool
    level_ok: bool
    lone_bonus: int
    board_points: tuple[int, ...] = ()


# Tables.


class PhoneShown(_Shape, frozen=True):
    """Since when somebody has a phone, and by the card of which table; 0 for their own link, or for sign-up."""

    time: str
    table: int
    own_link: bool


class SeatShown(_Shape, frozen=True):
    """A seat. `plays` is the sub where there is one."""

    name: str
    plays: str
    seat: str


class SeatWithPhone(SeatShown, frozen=True):
    """A seat, and whether its player has a phone."""

    phone: PhoneShown | None


class ClaimShown(_Shape, frozen=True):
    """A score as one person gave it."""

    by: str
    ns: int
    ew: int


class CardShown(_Shape, frozen=True):
    """What one side's card says besides the points."""

    euchred: int
    failed_alone: int
    revokes: int
    marches: int
    loners: tuple[int, int]
    personal: tuple[int, int] | None


class OldScore(_Shape, frozen=True):
    """A score that was corrected, and why."""

    ns: int
    ew: int
    why: str


class BoardPoints(_Shape, frozen=True):
    """One board of a score. `adjusted` are averages without a hand that counts, North-South first: plus is 1."""

    board: int
    ns: int
    ew: int
    adjusted: tuple[int, int] | None


class ResultShown(_Shape, frozen=True):
    """A score with its history."""

    ns: int
    ew: int
    by: str
    status: Literal["waiting", "disputed", "accepted"]
    note: str
    claims: list[ClaimShown]
    cards: list[CardShown]
    winner: SideName | None
    lost_by: SideName | None
    stopped: bool
    last_dealer: int | None
    replaced: list[OldScore]
    boards: list[BoardPoints]


class PenaltyChoice(_Shape, frozen=True):
    """An answer to what becomes of a ruling's points."""

    how: Settlement
    words: str
    lost_by: Literal["NS", "EW"] | None


class PenaltyShown(_Shape, frozen=True):
    """What a ruling gave at a table."""

    ruling: int
    words: str
    clause: str
    remedy: RemedyKind
    side: SideName
    settled: Settlement | Literal[""]
    open: bool
    choices: list[PenaltyChoice]
    overruled: str = ""


class OnlineBots(_Shape, frozen=True):
    """From when on bots sit in for people who do not come to an online table."""

    at: int
    time: str


class StandIn(_Shape, frozen=True):
    """Somebody for whom a bot plays at an online table, and since when."""

    name: str
    time: str


class RunningShown(_Shape, frozen=True):
    """The running card of a game in progress: points, hands played, the dealer's seat, and if the game is over."""

    ns: int
    ew: int
    hands: int
    dealer: int
    over: bool


class TableTile(_Shape, frozen=True):
    """One table of a round. The `dealer` is a seat, or -1 while people still have to cut for the deal."""

    number: int
    state: TableState
    words: str
    seats: list[SeatWithPhone]
    dealer: int
    cut: str
    result: ResultShown | None
    rulings: list[PenaltyShown]
    running: RunningShown | None
    online: str | None
    unopened: str
    bots: OnlineBots | None
    stand_ins: list[StandIn]
    boards: tuple[int, ...]


# The desk.


class PersonShown(_Shape, frozen=True):
    """Somebody on the entry list."""

    name: str
    presence: Presence
    sub: str
    sitting: bool
    entry: str
    zone: str
    where: str
    phone: PhoneShown | None
    can_rename: bool
    paid: bool | None = None
    """The tick at the door; None where there is no fee."""


class NeedsAttention(_Shape, frozen=True):
    """Something that waits for the director; `round` is there where it is about an older one."""

    table: int | None
    words: str
    urgent: bool
    round: int | UnsetType = UNSET
    names: tuple[str, ...] | UnsetType = UNSET
    """The people it is about, where they may have come by now."""


class NextStep(_Shape, frozen=True):
    """The step that the main button takes, and what finishing now would mean."""

    step: Step
    can: bool
    why: str
    words: str
    last: bool
    asks: str
    open: bool
    finish: tuple[str, ...]


class RoundShown(_Shape, frozen=True):
    """A round; in a large event without its tables, which are asked for one round at a time."""

    number: int
    name: str
    meeting: int
    tables: list[TableTile] | None
    counts: bool | UnsetType = UNSET
    sitting_out: tuple[str, ...] | UnsetType = UNSET


class PastMeeting(_Shape, frozen=True):
    """A meeting about which something can still be entered."""

    number: int
    name: str
    date: str


class PrizeShown(_Shape, frozen=True):
    """Money that somebody gets."""

    name: str
    cents: int
    why: str


class PostingShown(_Shape, frozen=True):
    """Money that moves, in cents by account."""

    round: int
    why: str
    amounts: Mapping[str, int]


class TieShown(_Shape, frozen=True):
    """A tie that is not settled, and how it will be."""

    needs: Literal["coins", "game"]
    entries: tuple[str, ...]
    words: str


class UndoOffered(_Shape, frozen=True):
    """The command that an undo reverses."""

    seq: int
    by: str
    words: str


class NewsShown(_Shape, frozen=True):
    """The newest line of the history, and how many there are before it."""

    seq: int
    time: str
    by: str
    words: str
    earlier: int


class RulingShown(_Shape, frozen=True):
    """A note, a warning or a penalty in the record: its number there, and the reason if it was overruled."""

    round: int
    name: str
    action: Literal["note", "warning", "points off", "removed"]
    reason: str
    points: int
    clause: str
    ruling: int
    overruled: str


class DoorShown(_Shape, frozen=True):
    """The till of this meeting, in cents: the fee of one person, what was paid so far, and who has come unpaid.

    `short` is what the pots count on and nobody ticked as paid, over all meetings.
    """

    fee: int
    paid: int
    till: int
    owing: tuple[str, ...]
    short: int


class LinksShown(_Shape, frozen=True, omit_defaults=True):
    """The addresses of an event's pages. A helper gets none of them."""

    origin: str = ""
    director: str = ""
    helper: str = ""
    invitation: str = ""
    public: str = ""
    board: str = ""
    sign_up: str = ""
    tables: dict[int, str] | UnsetType = UNSET
    players: dict[str, str] | UnsetType = UNSET


class DirectorShown(_Shape, frozen=True):
    """A director: the name in their links, the one for people, and whether it is you. The first may remove others."""

    name: str
    called: str
    you: bool


class SignUpNeeds(_Shape, frozen=True):
    """What an entry consists of."""

    unit: Literal["people", "pairs", "people or pairs"]
    minimum_age: int
    zones: bool
    zone_word: str


class EntryNeeds(SignUpNeeds, frozen=True):
    """What an entry consists of, and whether some people keep their seats."""

    sitting_players: bool


class PlanShown(_Shape, frozen=True):
    """The tables of the next round, or of the next week, as planned; North first and then clockwise."""

    tables: tuple[tuple[str, str, str, str], ...]
    sitting_out: tuple[str, ...]


class BoardsDealt(_Shape, frozen=True):
    """The boards of a duplicate event: whether they are dealt, and their fingerprint for everybody to keep."""

    dealt: bool
    digest: str


class DirectorPart(_Shape, frozen=True, kw_only=True):
    """The desk: everybody, every table, and what needs attention. A helper gets no links and no money.

    `plan` is there where it can be changed by hand; `ranks` are those of the cards, low to high. `lines` name the two
    sides where they move differently, and with `pivot` the dealer of a table keeps the chair and the card.
    `moves` says in words who goes where after the round. `only_signed_up` is how many people signed up by the link and
    aren't here.
    """

    standings: Standings
    role: Literal["director", "helper"]
    people: Sequence[PersonShown]
    here: int
    only_signed_up: int
    tables: Sequence[TableTile]
    sitting_out: tuple[str, ...]
    list: Sequence[NeedsAttention]
    next: NextStep
    rounds: Sequence[RoundShown]
    past: Sequence[PastMeeting]
    needs: ScoreNeeds
    prizes: Sequence[PrizeShown] = ()
    split: str = ""
    fifty_fifty: int = 0
    """The winner's part of a 50-50 draw, in percent; 0 if there is none."""
    ledger: Sequence[PostingShown] = ()
    door: DoorShown | None = None
    balances: Mapping[str, int] = {}
    ties: Sequence[TieShown]
    undo: UndoOffered | None
    news: NewsShown | None
    plan_says: str
    checklist: tuple[str, ...]
    rulings: Sequence[RulingShown]
    links: LinksShown
    directors: Sequence[DirectorShown]
    settings: Settings
    announcing: DeskAnnouncement
    season: str
    choices: tuple[Choice, ...]
    entry: EntryNeeds
    plan: PlanShown | None
    ranks: tuple[str, ...]
    lines: tuple[str, ...]
    pivot: bool
    moves: str
    boards: BoardsDealt | None = None


# A player's phone.


class YouShown(_Shape, frozen=True):
    """The owner of the phone."""

    name: str
    presence: Presence


class OwnTile(TableTile, frozen=True):
    """The owner's table."""

    your_seat: str
    pivot: bool


class May(_Shape, frozen=True):
    """What the phone may do now, and why not more."""

    enter: bool = False
    accept: bool = False
    dispute: bool = False
    why: str = ""


class GameWith(_Shape, frozen=True):
    """A game of the owner's sitting, and the partner in it; `now` is the game in progress."""

    name: str
    partner: str
    now: bool


class PlayerPart(_Shape, frozen=True, kw_only=True):
    """A player's phone.

    `yours` is the part of the sentence that is the owner's alone, and `note` its end about what the owner's line of
    teams does next. `room` are the tables of the round in progress; `line` is the name of that line, `pivot` the player
    who keeps the card, where there is one. `prize` is what the owner has won, once the place is announced.
    """

    standings: Standings
    you: YouShown
    sentence: str
    table: OwnTile | None
    may: May
    needs: ScoreNeeds
    your_line: StandingLine | None
    rules_link: str
    online: str | None
    yours: str
    note: str
    room: list[int]
    line: str
    pivot: str
    games: list[GameWith]
    prize: str
    boards: str = ""


# For everybody.


class PublicScore(_Shape, frozen=True):
    """A score that is final."""

    ns: int
    ew: int
    winner: SideName | None


class PublicTable(_Shape, frozen=True):
    """A table on the board. In a duplicate event it plays these `boards`, and its result stays secret for a while."""

    number: int
    seats: list[str]
    dealer: int
    state: TableState
    result: PublicScore | None
    boards: tuple[int, ...] = ()


class ResultLine(_Shape, frozen=True):
    """A result in words."""

    table: int
    words: str


class MarksShown(_Shape, frozen=True):
    """The marks beside names: the lines of teams, North-South first; the pivot, who deals; players who keep a seat."""

    lines: tuple[str, str] | None
    pivot: bool
    sitting: list[str]


class PublicPart(_Shape, frozen=True):
    """The board and the public page.

    `prizes` are those for `prizes_for` fees, best first. `announced` are the final places, as far as they are public.
    """

    here: int
    entered: int
    sign_up: str | None
    standings: Standings
    tables: list[PublicTable]
    sitting_out: list[str]
    results: list[ResultLine]
    moves: str
    marks: MarksShown
    prizes: tuple[PrizeOffered, ...] = ()
    prizes_for: int = 0
    announced: Announcement | None = None


class TableNamed(_Shape, frozen=True):
    """A table with its four players."""

    number: int
    seats: list[SeatShown]


class PhoneTaken(_Shape, frozen=True):
    """A player, and whether they have a phone already."""

    name: str
    taken: bool


class TableCardPart(_Shape, frozen=True):
    """The page behind a table's card: who are you?"""

    table: TableNamed | None
    names: list[PhoneTaken]
    phones: bool


class SignUpPart(_Shape, frozen=True):
    """The sign-up form, and how many have signed up."""

    open: bool
    entered: int
    entry: SignUpNeeds
