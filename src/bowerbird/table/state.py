"""The state of a table: the sum of its facts so far. Immutable; `bowerbird.table.step` makes the next one.

A state is made only from older ones, so there are no cycles, and the garbage collector can ignore it (`gc=False`): a
server with hundreds of tables has a million of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from typing import Literal, TypeAlias

import msgspec

from bowerbird.cards import Card, Suit, Trump
from bowerbird.rulebook.irregularities import Irregularity, RemedyKind
from bowerbird.seats import Seat, Side
from bowerbird.table.facts import Call, Choice, Claim, ClaimRest, Decision

__all__ = [
    "Chosen",
    "Gain",
    "GameResult",
    "Hand",
    "HandResult",
    "LeadCall",
    "Outcome",
    "Owed",
    "Past",
    "Phase",
    "Record",
    "Scored",
    "Slip",
    "State",
    "Trick",
    "TurnUpIs",
    "cards_in",
    "mask_of",
]


class Phase(Enum):
    """The phases of a game: what the table waits for."""

    #: Nobody has sat down yet.
    OPENING = "opening"
    #: Cards are drawn for partners and dealer.
    DRAW = "draw"
    SHUFFLE = "shuffle"
    CUT = "cut"
    DEAL = "deal"
    TURN_UP = "turn-up"
    #: The joker was turned up, and the dealer names its suit.
    JOKER = "joker"
    #: Players accept the turn-up or pass.
    FIRST_ROUND = "first round"
    #: The turn-up is turned down, and players name another suit or pass.
    SECOND_ROUND = "second round"
    DISCARD = "discard"
    #: An opponent of a lone hand may defend alone.
    DEFEND = "defend alone"
    #: The partner of a lone player gives a card.
    BEST = "partner's best"
    PLAY = "play"
    #: A real table only: the hand is played, and the tricks are counted.
    COUNT = "count"
    OVER = "over"


#: Where the turn-up is in a hand.
TurnUpIs: TypeAlias = Literal["hidden", "shown", "taken", "turned down", "out of play"]


@lru_cache(maxsize=1 << 13)
def cards_in(mask: int) -> tuple[Card, ...]:
    """The cards of a bit mask, low to high."""
    cards = []
    while mask:
        low = mask & -mask
        cards.append(Card(low.bit_length() - 1))
        mask ^= low
    return tuple(cards)


def mask_of(cards: tuple[Card, ...] | list[Card]) -> int:
    """The bit mask of some cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


class Trick(msgspec.Struct, frozen=True, gc=False):
    """One trick."""

    #: Each card with the seat that played it, in order.
    plays: tuple[tuple[Seat, Card], ...] = ()
    #: Set once all have played.
    winner: Seat | None = None

    @property
    def cards(self) -> list[int]:
        """The cards without their seats."""
        return [card for _, card in self.plays]

    @property
    def led(self) -> int:
        """The card that was led; -1 if none was."""
        return self.plays[0][1] if self.plays else -1

    def card_of(self, seat: Seat) -> Card | None:
        """The card that a seat played to this trick, if it has."""
        return next((card for who, card in self.plays if who is seat), None)


class Past(msgspec.Struct, frozen=True, gc=False, eq=False):
    """The table at an earlier moment. A log has one past for each age, so comparing ages is enough."""

    state: State

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Past) and self.state.age == other.state.age

    def __hash__(self) -> int:
        return hash(self.state.age)


class Slip(msgspec.Struct, frozen=True, gc=False):
    """An irregularity that happened. Only the log contains it until somebody claims it; a ruling removes it.

    `past` is the table just before, for undoing calls and cards that are void.
    """

    irregularity: Irregularity
    seat: Seat
    past: Past
    card: Card | None = None
    trick: int = 0
    only_a_pass: bool = False


class LeadCall(msgspec.Struct, frozen=True, gc=False):
    """The opponents' right to name the suit of this side's next lead; once named, `suit` must be led.

    The one who plays last to that trick names it, or `either` of them.
    """

    side: Side
    suit: Suit | None = None
    named: bool = False
    either: bool = False


class Owed(msgspec.Struct, frozen=True, gc=False):
    """A proved revoke: the injured side still has to choose. `record` is the place of the ruling in the record."""

    side: Side
    points: int
    clause: str
    record: int


class Chosen(msgspec.Struct, frozen=True, gc=False):
    """The injured side's choice. The score changes when the cards are gathered."""

    owed: Owed
    choice: Choice


class Hand(msgspec.Struct, frozen=True, gc=False):
    """One deal, from the shuffle to the last trick, with all cards.

    Groups of four are by seat, North first. Sets of cards are bit masks: `cards` reads them.
    """

    #: The whole deck after the cut, top card first.
    deck: tuple[Card, ...] = ()
    #: The cards that each seat holds now.
    held: tuple[int, int, int, int] = (0, 0, 0, 0)
    #: The cards that each seat was dealt.
    dealt: tuple[int, int, int, int] = (0, 0, 0, 0)
    turn_up: Card | None = None
    #: Where the turn-up is.
    turn_up_is: TurnUpIs = "hidden"
    #: The suit that the dealer named for a joker that was turned up.
    stands_for: Suit | None = None
    #: The seat that exchanged a weak hand.
    exchanged: Seat | None = None
    #: Every call so far, in order.
    calls: tuple[Call, ...] = ()
    #: The seat that made trump; None before.
    maker: Seat | None = None
    #: None before trump is made, and in no trump: see `maker`.
    trump: Trump = None
    #: True if the maker plays alone.
    alone: bool = False
    #: The seat that defends alone.
    lone_defender: Seat | None = None
    #: Every discard, with its seat.
    discards: tuple[tuple[Seat, Card], ...] = ()
    #: The card that the partner gave a lone player.
    given: Card | None = None
    #: The tricks that are over.
    tricks: tuple[Trick, ...] = ()
    #: The trick in progress.
    trick: Trick = Trick()
    #: The claim of all remaining tricks that ended the hand.
    claimed: ClaimRest | None = None
    # For real tables. A card stays in `exposed` when it is played, so that it is face up again if taken back.
    slips: tuple[Slip, ...] = ()
    exposed: tuple[int, int, int, int] = (0, 0, 0, 0)
    barred: tuple[Side, ...] = ()
    unscored: tuple[Side, ...] = ()
    lead_calls: tuple[LeadCall, ...] = ()
    undiscarded: bool = False
    mixed: tuple[Side, ...] = ()
    claims: tuple[Claim, ...] = ()
    owed: tuple[Owed, ...] = ()
    choices: tuple[Chosen, ...] = ()

    def cards(self, seat: Seat) -> tuple[Card, ...]:
        """The cards that a seat holds now."""
        return cards_in(self.held[seat])

    def face_up(self, seat: Seat) -> int:
        """The exposed cards that a seat still holds, as a bit mask. They must be played at the first legal chance."""
        return self.exposed[seat] & self.held[seat]

    def lead_call_on(self, seat: Seat) -> LeadCall | None:
        """The opponents' right to name the suit of this seat's next lead, if they have it."""
        return next((called for called in self.lead_calls if called.side is seat.side), None)

    def is_out(self, seat: Seat) -> bool:
        """True if the seat sits out because its partner plays or defends alone."""
        lone_maker = self.maker if self.alone else None
        return any(lone is not None and seat is lone.partner for lone in (lone_maker, self.lone_defender))

    def playing(self) -> Iterator[Seat]:
        """The seats that play, from North."""
        return (seat for seat in Seat if not self.is_out(seat))

    def next_playing(self, seat: Seat) -> Seat:
        """The next player clockwise who is not sitting out and has cards left."""
        seat = seat.left
        while self.is_out(seat) or not self.held[seat]:
            seat = seat.left
        return seat

    def awaited(self) -> tuple[Seat, ...]:
        """The seats still to play to the trick in progress, in turn. A hand that was dealt short may be missing."""
        leader = self.trick.plays[0][0]
        return tuple(
            seat
            for seat in leader.round_from()
            if not self.is_out(seat) and self.held[seat] and self.trick.card_of(seat) is None
        )

    def tricks_of(self, side: Side) -> int:
        """The number of tricks won by a side so far."""
        return sum(trick.winner is not None and trick.winner.side is side for trick in self.tricks)

    @property
    def on_table(self) -> Trick:
        """The trick in progress; empty once all have played to it."""
        return Trick() if self.trick.winner is not None else self.trick

    @property
    def card_led(self) -> bool:
        """True once the first card was led."""
        return bool(self.tricks or self.trick.plays)

    @property
    def offered(self) -> Suit | None:
        """The suit of the turn-up; for a joker, the suit that the dealer named."""
        if self.turn_up is None:
            return None
        return self.stands_for if self.turn_up.is_joker else self.turn_up.suit

    def may_know_turn_up_in(self, seat: Seat) -> bool:
        """True if everyone knows that this seat holds the turn-up."""
        return self.turn_up is not None and self.turn_up_is == "taken" and bool(self.held[seat] >> self.turn_up & 1)


#: How a hand ended. `ruled` means that a ruling ended it.
Outcome: TypeAlias = Literal["made", "march", "euchre", "thrown in", "new deal", "ruled"]


class HandResult(msgspec.Struct, frozen=True, gc=False):
    """The result of a hand. Pairs are North–South first."""

    dealer: Seat
    #: How it ended, from the makers' side.
    outcome: Outcome
    #: The seat that made trump; None if nobody did.
    maker: Seat | None = None
    trump: Trump = None
    #: True if the maker played alone.
    alone: bool = False
    #: The seat that defended alone.
    lone_defender: Seat | None = None
    #: Tricks of each side.
    tricks: tuple[int, int] = (0, 0)
    #: Points of each side.
    points: tuple[int, int] = (0, 0)
    #: Points on each personal card, North first, if the club keeps them.
    personal: tuple[int, int, int, int] = (0, 0, 0, 0)

    @property
    def counts(self) -> bool:
        """True if the hand was played: a deal that was thrown in or dealt again does not count."""
        return self.outcome not in ("thrown in", "new deal")


class Gain(msgspec.Struct, frozen=True, gc=False):
    """Points outside the hands: from the opening score, or from a ruling, given by its place in the record."""

    points: tuple[int, int]
    ruling: int | None = None


class Scored(msgspec.Struct, frozen=True, gc=False):
    """A hand on the score sheet: as it was played, and how rulings changed it, by their places in the record.

    `place` is that of the hand among the results, `ruling` the one that ended it, `unscored` the sides that could not
    score, and `taken` the choices to have points instead.
    """

    place: int
    played: HandResult
    ruling: int | None = None
    unscored: tuple[tuple[Side, int], ...] = ()
    taken: tuple[Chosen, ...] = ()


class GameResult(msgspec.Struct, frozen=True, gc=False):
    """The result of a game."""

    #: The final score, North–South first.
    score: tuple[int, int]
    #: None if the score is tied, or nobody has to win.
    winner: Side | None
    #: What ended it: enough points, enough hands, the bell, or a ruling.
    ended_by: Literal["points", "hands", "bell", "ruling"]


class Record(msgspec.Struct, frozen=True, gc=False):
    """A ruling in the record, by the rulebook or by the director.

    `past` is the table before it, `age` that of the table after it, and `gave` how it changed the score.
    """

    kind: RemedyKind | Decision
    sentence: str
    clause: str
    by: Literal["book", "director"]
    offender: Side | None
    points: int
    past: Past
    gave: tuple[int, int] = (0, 0)
    age: int = 0
    slip: Slip | None = None
    overruled: bool = False


class State(msgspec.Struct, frozen=True, gc=False):
    """The whole state of a table at one moment, hidden cards included. A player gets a `View` of it."""

    #: What the table waits for.
    phase: Phase = Phase.OPENING
    #: True if only legal plays are accepted; False for a real table.
    guarded: bool = True
    #: North first.
    names: tuple[str, str, str, str] = ("North", "East", "South", "West")
    #: True if nobody draws for partners.
    partners_arranged: bool = False
    #: The cards drawn for partners and dealer.
    draws: tuple[tuple[Seat, Card], ...] = ()
    dealer: Seat = Seat.N
    #: The seat to act; None if anybody may, or nobody.
    turn: Seat | None = None
    #: North–South first.
    score: tuple[int, int] = (0, 0)
    #: The parts of the score in order, so that it can be added up again without a ruling.
    sheet: tuple[Gain | Scored, ...] = ()
    #: The number of hands that count.
    hands_played: int = 0
    #: Every hand that is over, those dealt again included.
    results: tuple[HandResult, ...] = ()
    #: The hand in progress.
    hand: Hand = Hand()
    #: The hand before it.
    last_hand: Hand | None = None
    #: Misdeals in a row by this dealer.
    misdeals: int = 0
    #: True once the start bell has rung.
    started: bool = False
    #: True once the end bell has rung.
    bell_rung: bool = False
    #: Set once the game is over.
    result: GameResult | None = None
    #: The phase and the turn in which the game ended. After a ruling it may continue from there.
    stopped: tuple[Phase, Seat | None] = (Phase.OPENING, None)
    #: Every ruling, in order.
    records: tuple[Record, ...] = ()
    #: The mistake that waits for the director to decide.
    asked: Slip | None = None
    #: The number of facts so far.
    age: int = 0

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self.phase is Phase.OVER

    @property
    def hands_are_up(self) -> bool:
        """True from the turn-up on, when players look at their cards; a joker first needs its suit."""
        return self.hand.turn_up is not None and self.phase is not Phase.JOKER
