"""Carry out rulings: cards go back or lie face up, leads are called, points move, and the record keeps it.

`rule_on` carries out the rulebook's own rulings. The director's decisions are in `bowerbird.table.director`.
"""

from __future__ import annotations

from typing import Final, assert_never

from msgspec.structs import replace

from bowerbird.cards import Card
from bowerbird.rulebook.irregularities import RemedyKind
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat, Side
from bowerbird.table import flow
from bowerbird.table.claims import remedy_for, rightful_dealer
from bowerbird.table.flow import swap, with_hand
from bowerbird.table.points import added
from bowerbird.table.state import (
    Gain,
    GameResult,
    HandResult,
    LeadCall,
    Owed,
    Past,
    Phase,
    Record,
    Scored,
    Slip,
    State,
    Trick,
)

__all__ = ["CARD_BACK", "back_to", "can_go_back", "carry_out", "noted", "on_record", "rule_on"]

#: Remedies that return the card of the slip to its hand.
CARD_BACK: tuple[RemedyKind, ...] = (
    "exposed card",
    "correct it",
    "correct it, card face up",
    "take it back and call a lead",
)

#: Calls that may make trump although they may not be made.
_MAKES_TRUMP: Final = ("call without the card", "turned-down suit named")
#: Slips outside the play of the cards: returning a card does not undo them.
_BESIDE_THE_PLAY = ("card exposed", "quitted trick turned up")


def noted(state: State, *slips: Slip) -> State:
    """The table with these slips added, before anybody has claimed them."""
    return with_hand(state, slips=(*state.hand.slips, *slips))


def rule_on(book: Rulebook, state: State, slip: Slip) -> State:
    """Carry out and record the rulebook's ruling on a slip; if it has none, ask the director."""
    state = with_hand(state, slips=tuple(other for other in state.hand.slips if other is not slip))
    slip = _as_it_lies(state, slip)
    remedy = remedy_for(book, state, slip)
    if remedy.by_director or (remedy.kind in CARD_BACK and not can_go_back(state, slip)):
        return replace(state, asked=slip)
    side = slip.seat.side
    if remedy.kind == "new deal":
        after = _dealt_again(state, slip, remedy.dealer, misdeal=slip.irregularity != "wrong dealer")
    else:
        after = carry_out(book, state, remedy.kind, side, points=remedy.points, clause=remedy.clause, slip=slip)
    sentence = remedy.sentence
    if remedy.kind == "void and barred" and side.other in state.hand.barred:
        sentence += f" Now neither side may make trump, so {after.dealer.word} deals again."
    record = Record(remedy.kind, sentence, remedy.clause, "book", side, remedy.points, Past(state), slip=slip)
    return on_record(after, record)


def on_record(after: State, record: Record) -> State:
    """Add the ruling to the record, with its effect on the score."""
    before = record.past.state
    gave = (after.score[0] - before.score[0], after.score[1] - before.score[1])
    return replace(after, records=(*before.records, replace(record, gave=gave, age=after.age)))


def _as_it_lies(state: State, slip: Slip) -> Slip:
    """Treat a forgotten discard as a card too many if the turn-up lies in a quitted trick and cannot go out of play."""
    play = (slip.seat, state.hand.turn_up)
    if slip.irregularity == "discard forgotten" and any(play in trick.plays for trick in state.hand.tricks):
        return replace(slip, irregularity="wrong number of cards")
    return slip


def carry_out(
    book: Rulebook,
    state: State,
    kind: RemedyKind,
    side: Side,
    *,
    points: int = 0,
    clause: str = "",
    slip: Slip | None = None,
) -> State:
    """The table after a remedy against `side`. A remedy about a card or a call needs its slip."""
    hand = state.hand
    match kind:
        case "new deal":
            return _dealt_again(state, slip)
        case "stands" | "claim proved" | "director decides":
            return state
        case "void":
            return _call_back(state, side, slip)
        case "void and barred":
            return _barred(state, side, slip)
        case "exposed card" | "correct it, card face up":
            return _face_up(_card_back(book, state, slip), slip)
        case "correct it":
            return _card_back(book, state, slip)
        case "take it back and call a lead":
            return _lead_called(_face_up(_card_back(book, state, slip), slip), LeadCall(side))
        case "call a lead":
            return _lead_called(state, LeadCall(side, either=True))
        case "play on without score":
            return with_hand(state, unscored=(*hand.unscored, side))
        case "play the five dealt":
            return _without_turn_up(book, state)
        case "points":
            return _points_to(book, state, side.other, points)
        case "points off":
            return _points_to(book, state, side, -points)
        case "hand lost":
            return _hand_lost(book, state, side, points)
        case "choice":
            return with_hand(state, owed=(*hand.owed, Owed(side.other, points, clause, len(state.records))))
        case "game lost":
            return flow.game_over(state, GameResult(state.score, side.other, "ruling"))
    assert_never(kind)


# Deals, calls and cards that do not count.


def _dealt_again(state: State, slip: Slip | None, dealer: Seat | None = None, misdeal: bool = False) -> State:
    rightful = rightful_dealer(state, slip)
    return flow.new_deal(replace(state, dealer=rightful), rightful if dealer is None else dealer, misdeal)


def back_to(state: State, past: State) -> State:
    """The table as it was, but later: bells, points, rulings and exposed cards since then are not undone."""
    then, now = past.hand, state.hand
    called = {call.side for call in now.lead_calls}
    hand = replace(
        then,
        exposed=_either(then.exposed, now.exposed),
        barred=now.barred,
        unscored=now.unscored,
        lead_calls=(*now.lead_calls, *(call for call in then.lead_calls if call.side not in called)),
        slips=tuple(s for s in now.slips if s.past.state.age < past.age or s.irregularity in _BESIDE_THE_PLAY),
    )
    return replace(
        past,
        hand=hand,
        age=state.age,
        score=state.score,
        sheet=state.sheet,
        results=state.results,
        started=state.started,
        bell_rung=state.bell_rung,
        records=state.records,
        asked=None,
    )


def _either(one: tuple[int, int, int, int], two: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    return one[0] | two[0], one[1] | two[1], one[2] | two[2], one[3] | two[3]


def _call_back(state: State, side: Side, slip: Slip | None) -> State:
    """Undo the calls back to the slip if this side made trump by it."""
    maker = state.hand.maker
    made_trump = slip is not None and slip.irregularity in _MAKES_TRUMP and maker is not None and maker.side is side
    return back_to(state, slip.past.state) if slip is not None and made_trump else state


def _barred(state: State, side: Side, slip: Slip | None) -> State:
    """Bar the side from making trump. If it made trump by this call or since, undo the calls back to the slip."""
    maker = state.hand.maker
    if slip is not None and maker is not None and maker.side is side:
        state = back_to(state, slip.past.state)
    state = with_hand(state, barred=(*state.hand.barred, side))
    return _dealt_again(state, slip) if len(set(state.hand.barred)) == 2 else state


def can_go_back(state: State, slip: Slip) -> bool:
    """True if the card of a slip can still be taken up: its trick is on the table, or was only just turned down."""
    if slip.card is None or slip.irregularity == "card exposed":
        return slip.card is not None
    hand = state.hand
    later = len(hand.tricks) - slip.trick
    return later == 0 or (later == 1 and not hand.trick.plays)


def _card_back(book: Rulebook, state: State, slip: Slip | None) -> State:
    """Return the card of a slip to its hand, and after a lead or a revoke also the cards played to it."""
    assert slip is not None
    assert slip.card is not None
    if slip.irregularity == "card exposed":
        return state
    if len(state.hand.tricks) > slip.trick:
        *tricks, last = state.hand.tricks
        state = replace(with_hand(state, tricks=tuple(tricks), trick=last), phase=Phase.PLAY)
    return _take_back_from(book, state, slip.seat, slip.card, alone=slip.irregularity == "play out of turn")


def _take_back_from(book: Rulebook, state: State, seat: Seat, card: Card, alone: bool) -> State:
    """Return a card of the trick on the table to its hand: alone, or with all cards played after it."""
    hand = state.hand
    place = hand.trick.plays.index((seat, card))
    gone = hand.trick.plays[place : place + 1] if alone else hand.trick.plays[place:]
    held = hand.held
    for who, played in gone:
        held = swap(held, who, held[who] | 1 << played)
    undone = [s for s in hand.slips if (s.seat, s.card) in gone and s.irregularity not in _BESIDE_THE_PLAY]
    state = with_hand(
        state,
        held=held,
        trick=Trick(tuple(play for play in hand.trick.plays if play not in gone)),
        slips=tuple(slip for slip in hand.slips if slip not in undone),
        undiscarded=hand.undiscarded or any(slip.irregularity == "discard forgotten" for slip in undone),
    )
    return flow.settle_trick(book, state)


def _face_up(state: State, slip: Slip | None) -> State:
    assert slip is not None
    assert slip.card is not None
    exposed = state.hand.exposed
    return with_hand(state, exposed=swap(exposed, slip.seat, exposed[slip.seat] | 1 << slip.card))


def _lead_called(state: State, call: LeadCall) -> State:
    return with_hand(state, lead_calls=(*state.hand.lead_calls, call))


def _without_turn_up(book: Rulebook, state: State) -> State:
    """Take the turn-up out of play, from the dealer's hand or the trick on the table, after a forgotten discard."""
    turn_up, dealer = state.hand.turn_up, state.dealer
    assert turn_up is not None
    if (dealer, turn_up) in state.hand.trick.plays:
        state = _take_back_from(book, state, dealer, turn_up, alone=False)
    held = swap(state.hand.held, dealer, state.hand.held[dealer] & ~(1 << turn_up))
    return with_hand(state, held=held, turn_up_is="out of play", undiscarded=False)


# Points.


def _points_to(book: Rulebook, state: State, side: Side, points: int) -> State:
    gain = (points, 0) if side is Side.NS else (0, points)
    sheet = (*state.sheet, Gain(gain, len(state.records)))
    state = replace(state, score=added(book, state.score, gain), sheet=sheet)
    return flow.end_by_points(book, state) or state


def _hand_lost(book: Rulebook, state: State, offender: Side, points: int) -> State:
    """End the hand and give the other side its points, also on personal cards if the club keeps them."""
    hand = state.hand
    own = points if book.personal_card.kept else 0
    result = HandResult(
        dealer=state.dealer,
        outcome="ruled",
        maker=hand.maker,
        trump=hand.trump,
        alone=hand.alone,
        lone_defender=hand.lone_defender,
        tricks=(hand.tricks_of(Side.NS), hand.tricks_of(Side.EW)),
        points=(0, points) if offender is Side.NS else (points, 0),
        personal=(0, own, 0, own) if offender is Side.NS else (own, 0, own, 0),
    )
    scored = Scored(len(state.results), result, ruling=len(state.records))
    return flow.hand_scored(book, state, scored, state.dealer.left)
