"""The shapes of a table's frame. `frames` writes them; clients and the pages' JavaScript may rely on them.

A frame is written in parts, some for everyone and some for one person; `web.wire` has them joined, as they arrive.
Contains shapes only, and doesn't depend on rooms or games.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from bowerbird.cards import Card
from bowerbird.hall.facts import Emote, Pace, Phrase, TurnClock
from bowerbird.hall.rulings import Claimable, Ruled
from bowerbird.rulebook import RulesNamed
from bowerbird.rulebook.rulings import Remedy
from bowerbird.seats import Seat, Side
from bowerbird.table import Fact, GameResult, Phase, Trick
from bowerbird.table.facts import Call, Decision
from bowerbird.table.state import LeadCall, Outcome, TurnUpIs
from bowerbird.table.words import Marker

__all__ = [
    "Action",
    "AgainAsked",
    "BellShown",
    "BotDid",
    "CallHeard",
    "ChairShown",
    "Claimed",
    "DealShown",
    "ExpectedShown",
    "Fair",
    "HandShown",
    "HeldBack",
    "OwedShown",
    "OwnRoom",
    "OwnView",
    "PublicRoom",
    "PublicView",
    "SaidPhrase",
    "UndoAskedFor",
    "You",
]

#: `c`, `d`, `h` or `s`.
SuitLetter: TypeAlias = str


class _Part(msgspec.Struct, frozen=True, gc=False):
    """A part of a frame."""


class You(_Part, frozen=True):
    """The person who receives the frame.

    `saw` is the seat whose cards are theirs in this hand, whether they sit there or not. `next_seat` is the chair that
    they took in the middle of a hand: a bot plays it out, and from the next hand on it is their `seat`.
    """

    person: str
    name: str
    seat: Seat | None
    host: bool
    saw: Seat | None
    next_seat: Seat | None


# Around the play.


class ExpectedShown(_Part, frozen=True):
    """The people with reserved chairs at an event's table, and when bots will fill the empty ones."""

    names: tuple[str, str, str, str]
    bots_at: int | None
    closed: str


class ChairShown(_Part, frozen=True):
    """A chair. `level` is that of its bot, `before` the name of the person it can be given back to.

    `bird` is the picture: the bot's own, or the one that the person has chosen; empty for initials. With `waits`, the
    person took the chair in the middle of a hand: a bot plays it out, and they play from the next hand on.
    """

    kind: Literal["person", "bot", "empty"]
    name: str
    level: str
    before: str
    away: bool
    here: bool
    bird: str
    waits: bool


class SaidPhrase(_Part, frozen=True):
    """A set phrase that somebody said, or a small picture."""

    seat: Seat
    phrase: Phrase | Emote


class AgainAsked(_Part, frozen=True):
    """Somebody asks the people of a finished game for another one, at a new table. With `swapped`, partners change."""

    by: Seat
    table: str
    swapped: bool


class PublicRoom(_Part, frozen=True):
    """The room as everyone sees it.

    `undone_after_cards` tells how often something was undone in this game after a player saw new cards, and `hinted`
    that the teacher has advised a player; a game with either is not rated. In a game that is `coached`, the teacher
    speaks before decisions. While `hand_on` is true, cards belong to the people who were dealt them. `daily` is the
    date of the daily hand that is played here, empty at all other tables. At a table of the lobby, `bots_at` is when
    bots take the free chairs. `kept_for` are the names of people whose chairs are kept until the game begins. With a
    `turn_clock`, the current turn ends at `turn_ends_at`. At a table of an `event`, no other game follows. While
    `boards_closed` is true, other tables still play these boards, and there is no replay and no review.
    """

    id: str
    daily: str
    rules: RulesNamed
    mode: Literal["guarded", "real"]
    private: bool
    pace: Pace
    paused: bool
    started: bool
    expected: ExpectedShown | None
    event: bool
    boards_closed: bool
    games: int
    undos: int
    undone_after_cards: int
    hinted: bool
    coached: bool
    hand_on: bool
    chairs: list[ChairShown]
    said: list[SaidPhrase]
    phrases: tuple[Phrase, ...]
    emotes: tuple[Emote, ...]
    bots_at: int | None
    kept_for: tuple[str, str, str, str] | None
    turn_clock: TurnClock
    turn_ends_at: int | None
    paces: tuple[Pace, ...]
    levels: tuple[str, ...]


class UndoAskedFor(_Part, frozen=True):
    """A request to undo the last action, who has agreed, and whether your answer is missing."""

    by: Seat
    agreed: list[Seat]
    asks_you: bool


class DealShown(_Part, frozen=True):
    """A past deal with its secret."""

    hand: int
    digest: str
    secret: str
    words: list[str]


class DrawShown(_Part, frozen=True):
    """The commitment to the draw of this game. Until the cards are drawn, the secret and the words are empty."""

    game: int
    digest: str
    secret: str
    words: list[str]


class Fair(_Part, frozen=True):
    """The digest of the next deal, the last deal whose secret was shown, and the draw of this game if there was one.

    `your_words_wanted` is about the draw until its secret is shown, then about the deal.
    """

    hand: int
    digest: str
    last: DealShown | None
    your_words_wanted: bool
    draw: DrawShown | None


class BotDid(_Part, frozen=True):
    """The number of calls and cards a bot played for you while you were away."""

    calls: int
    cards: int


class OwnRoom(_Part, frozen=True, kw_only=True):
    """The room as one person sees it. Seated players and the host have the code.

    `can_undo` is true if the person has done something in this hand that can be undone, `can_ask` if they play with
    bots only and can ask the teacher at their turn. `hushed` are seats of people they have blocked: what these say is
    not shown. `chair_kept` is the chair that is kept for them, and `again` the question for another game. `no_seat` is
    there, and true, if the free chairs are for other people only.
    """

    undo: UndoAskedFor | None
    can_undo: bool
    can_ask: bool
    hushed: list[Seat]
    chair_kept: Seat | None
    again: AgainAsked | None
    fair: Fair
    code: str | UnsetType = UNSET
    done_for_you: BotDid | UnsetType = UNSET
    no_seat: bool | UnsetType = UNSET


# The play.


class CallHeard(_Part, frozen=True):
    """A call of this hand, in the club's words."""

    seat: Seat
    words: str
    fact: Call


class HandShown(_Part, frozen=True):
    """The result of a hand. `ruling` is the place of the ruling that ended it."""

    dealer: Seat
    outcome: Outcome
    maker: Seat | None
    trump: SuitLetter | None
    alone: bool
    lone_defender: Seat | None
    tricks: tuple[int, int]
    points: tuple[int, int]
    personal: tuple[int, int, int, int]
    ruling: int | None


class BellShown(_Part, frozen=True):
    """The bell of a timed game."""

    started: bool
    rung: bool
    ends_at: int | None


class OwedShown(_Part, frozen=True):
    """A proved revoke whose remedy a side still has to choose."""

    side: Side
    points: int
    clause: str


class Claimed(_Part, frozen=True):
    """The claim that ended the last hand: the cards in the order in which they took their tricks."""

    seat: Seat
    cards: tuple[Card, ...]


class PublicView(_Part, frozen=True):
    """The play as everyone sees it. If a claim ended the last hand, `claimed` has its cards."""

    phase: Phase
    names: tuple[str, str, str, str]
    draws: tuple[tuple[Seat, Card], ...]
    dealer: Seat
    turn: Seat | None
    score: tuple[int, int]
    target: int
    hands: int
    hands_played: int
    counts: tuple[int, int, int, int]
    turn_up: Card | None
    turn_up_is: TurnUpIs
    turned_down_lies: str
    stands_for: SuitLetter | None
    offered: SuitLetter | None
    calls: list[CallHeard]
    maker: Seat | None
    trump: SuitLetter | None
    alone: bool
    lone_defender: Seat | None
    sitting_out: tuple[Seat, ...]
    tricks: tuple[Trick, ...]
    trick: Trick
    last_trick: Trick | None
    claimed: Claimed | None
    results: list[HandShown]
    result: GameResult | None
    bell: BellShown
    guarded: bool
    exposed: tuple[tuple[Card, ...], ...]
    barred: tuple[Side, ...]
    unscored: tuple[Side, ...]
    lead_call: LeadCall | None
    owed: list[OwedShown]
    rulings: list[Ruled]
    director_asked: Remedy | None
    claims: list[Claimable]
    decisions: tuple[Decision, ...]
    markers: list[Marker]
    waits: str
    joker: str
    tip: str


class Action(_Part, frozen=True):
    """A button: the fact for the server, and its words."""

    fact: Fact
    words: str


class HeldBack(Action, frozen=True):
    """A call that you may not make, with the reason."""

    why: str


class OwnView(_Part, frozen=True):
    """The play as one seat sees it. `plays` are cards to play or discard, `why` the reasons against other cards."""

    seat: Seat | None = None
    hand: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()
    given: Card | None = None
    actions: list[Action] = []
    plays: list[Card] = []
    why: dict[str, str] = {}
    held_back: list[HeldBack] = []
    expose: list[Card] = []
