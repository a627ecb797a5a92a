"""The view of a seat: everything it may know, and nothing more. Players, pages and other clients never get states."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from bowerbird.cards import Card, Suit, Trump, sort_hand
from bowerbird.rulebook.model import Rulebook
from bowerbird.rulebook.rulings import Remedy
from bowerbird.seats import Seat, Side
from bowerbird.table.claims import remedy_for
from bowerbird.table.facts import Call, ClaimRest, Fact
from bowerbird.table.legal import legal
from bowerbird.table.reported import Reported, reported
from bowerbird.table.state import GameResult, HandResult, LeadCall, Owed, Phase, State, Trick, TurnUpIs, cards_in

__all__ = ["View", "seen_from", "view"]


class RulingSeen(msgspec.Struct, frozen=True):
    """A ruling as everyone at the table heard it."""

    sentence: str
    clause: str
    by: str
    overruled: bool


class View(msgspec.Struct, frozen=True):
    """A table as one seat sees it, or a viewer. It contains nothing that the seat may not know.

    Groups of four are by seat, North first. Pairs are by side, North–South first.
    """

    #: The seat whose view this is; None for a viewer, who sees no hand.
    seat: Seat | None
    #: What the table waits for.
    phase: Phase
    names: tuple[str, str, str, str]
    #: The cards drawn for partners and dealer.
    draws: tuple[tuple[Seat, Card], ...]
    dealer: Seat
    #: The seat to act; None if anybody may, or nobody.
    turn: Seat | None
    score: tuple[int, int]
    #: The number of hands that count.
    hands_played: int
    #: Every hand that is over, those dealt again included.
    results: tuple[HandResult, ...]
    #: Your cards, sorted. Empty before the turn-up is shown.
    hand: tuple[Card, ...]
    #: The number of cards in each hand.
    counts: tuple[int, int, int, int]
    turn_up: Card | None
    #: Where the turn-up is.
    turn_up_is: TurnUpIs
    #: The suit that the dealer named for a joker that was turned up.
    stands_for: Suit | None
    #: The seat that exchanged a weak hand.
    exchanged: Seat | None
    #: Every call of this hand, in order.
    calls: tuple[Call, ...]
    #: The seat that made trump; None before.
    maker: Seat | None
    #: None before trump is made, and in no trump: see `maker`.
    trump: Trump
    #: True if the maker plays alone.
    alone: bool
    #: The seat that defends alone.
    lone_defender: Seat | None
    #: The seats that do not play this hand.
    sitting_out: tuple[Seat, ...]
    #: Your own discards.
    discards: tuple[Card, ...]
    #: The card that the partner gave a lone player, if you are one of the two.
    given: Card | None
    #: The tricks of this hand that are over.
    tricks: tuple[Trick, ...]
    #: The trick in progress.
    trick: Trick
    #: The tricks of the hand before.
    last_tricks: tuple[Trick, ...]
    #: Misdeals in a row by this dealer.
    misdeals: int
    #: True once the start bell has rung, in a timed game.
    started: bool
    #: True once the end bell has rung.
    bell_rung: bool
    #: Set once the game is over.
    result: GameResult | None
    #: True if only legal plays are accepted; False for a real table.
    guarded: bool
    #: The cards of each seat that lie face up after a mistake.
    exposed: tuple[tuple[Card, ...], ...]
    #: Sides that may not make trump in this hand.
    barred: tuple[Side, ...]
    #: Sides that cannot score in this hand.
    unscored: tuple[Side, ...]
    #: Rights to name the suit of a lead, after a mistake.
    lead_calls: tuple[LeadCall, ...]
    #: Choices to be made after a proved revoke.
    owed: tuple[Owed, ...]
    #: Every ruling of the game, in order.
    rulings: tuple[RulingSeen, ...]
    #: What the table waits for the director to decide, with the rulebook's suggestion if it has one.
    director_asked: Remedy | None
    #: Your legal actions. Empty if it is not your turn.
    legal: tuple[Fact, ...]
    #: A table has no clock: in a timed game, the program that runs it fills this in.
    minutes_left: float | None = None
    #: The claim of all remaining tricks that ended the last hand.
    claimed: ClaimRest | None = None
    #: Mistakes that were reported in this hand.
    reported: tuple[Reported, ...] = ()

    @property
    def last_trick(self) -> Trick | None:
        """The last quitted trick, of this hand or the one before."""
        tricks = self.tricks or self.last_tricks
        return tricks[-1] if tricks else None


def view(book: Rulebook, state: State, seat: Seat | None) -> View:
    """The table as `seat` sees it, or a viewer (None)."""
    watched = _watched(book, state)
    return watched if seat is None else seen_from(watched, book, state, seat)


def seen_from(watched: View, book: Rulebook, state: State, seat: Seat) -> View:
    """A watcher's view of this state, with everything that only `seat` may know added."""
    hand = state.hand
    exchange = hand.maker is not None and seat.side is hand.maker.side
    # At a guarded table only the player whose turn it is has a choice.
    waits = state.guarded and state.turn is not None and state.turn is not seat
    return replace(
        watched,
        seat=seat,
        hand=tuple(sort_hand(hand.cards(seat), hand.trump)) if state.hands_are_up else (),
        discards=tuple(card for who, card in hand.discards if who is seat),
        given=hand.given if exchange else None,
        legal=() if waits else tuple(fact for fact in legal(book, state) if getattr(fact, "seat", None) is seat),
    )


def _watched(book: Rulebook, state: State) -> View:
    hand = state.hand
    return View(
        seat=None,
        phase=state.phase,
        names=state.names,
        draws=state.draws,
        dealer=state.dealer,
        turn=state.turn,
        score=state.score,
        hands_played=state.hands_played,
        results=state.results,
        hand=(),
        counts=tuple(mask.bit_count() for mask in hand.held),  # type: ignore[arg-type]
        turn_up=hand.turn_up,
        turn_up_is=hand.turn_up_is,
        stands_for=hand.stands_for,
        exchanged=hand.exchanged,
        calls=hand.calls,
        maker=hand.maker,
        trump=hand.trump,
        alone=hand.alone,
        lone_defender=hand.lone_defender,
        sitting_out=tuple(other for other in Seat if hand.is_out(other)),
        discards=(),
        given=None,
        tricks=hand.tricks,
        trick=hand.trick,
        last_tricks=state.last_hand.tricks if state.last_hand is not None else (),
        misdeals=state.misdeals,
        started=state.started,
        bell_rung=state.bell_rung,
        result=state.result,
        guarded=state.guarded,
        exposed=tuple(cards_in(hand.face_up(other)) for other in Seat),
        barred=hand.barred,
        unscored=hand.unscored,
        lead_calls=hand.lead_calls,
        owed=hand.owed,
        rulings=tuple(RulingSeen(r.sentence, r.clause, r.by, r.overruled) for r in state.records),
        director_asked=None if state.asked is None else remedy_for(book, state, state.asked),
        legal=(),
        reported=reported(state),
        claimed=_claimed(state),
    )


def _claimed(state: State) -> ClaimRest | None:
    """The claim that ended the last hand. After a deal that was not played there is none."""
    if state.last_hand is None or state.results[-1].outcome == "new deal":
        return None
    return state.last_hand.claimed
