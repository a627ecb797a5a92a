"""Breaches, and the small checks that all others share."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from bowerbird.cards import Card, show_cards
from bowerbird.rulebook.irregularities import Irregularity
from bowerbird.seats import Seat
from bowerbird.table.state import Phase, State

__all__ = ["CALLING", "Breach", "Verdict", "held", "in_turn", "only", "waits_for", "wrong_phase"]

CALLING = (Phase.FIRST_ROUND, Phase.SECOND_ROUND)


class Breach(msgspec.Struct, frozen=True):
    """The reason why a fact may not happen, and the irregularity where people do this at real tables."""

    why: str
    irregularity: Irregularity | None = None


#: None means that the fact is allowed.
Verdict: TypeAlias = Breach | None


def waits_for(state: State) -> str:
    """Say what must happen next, for error messages and for people."""
    turn = state.turn.word if state.turn is not None else ""
    match state.phase:
        case Phase.OPENING:
            return "people to sit down"
        case Phase.DRAW:
            return "a card in the draw"
        case Phase.SHUFFLE:
            return f"{state.dealer.word} to shuffle"
        case Phase.CUT:
            return f"{state.dealer.right.word} to cut"
        case Phase.DEAL:
            return f"{state.dealer.word} to deal"
        case Phase.TURN_UP:
            return f"{state.dealer.word} to turn up a card"
        case Phase.JOKER:
            return f"{state.dealer.word} to name a suit for the turn-up"
        case Phase.FIRST_ROUND | Phase.SECOND_ROUND:
            return f"{turn} to call"
        case Phase.DISCARD:
            return f"{turn} to discard"
        case Phase.DEFEND:
            return f"{turn} to say whether to defend alone"
        case Phase.BEST:
            return f"{turn} to give a card"
        case Phase.PLAY:
            return f"{turn} to play"
        case Phase.COUNT:
            return "the tricks to be counted and the cards gathered"
        case Phase.OVER:
            return "nothing: the game is over"


def wrong_phase(state: State, *phases: Phase) -> Verdict:
    """Refuse if the table is waiting for something else."""
    return None if state.phase in phases else Breach(f"not now: the table waits for {waits_for(state)}")


def only(who: Seat, seat: Seat, does: str) -> Verdict:
    """Refuse if `seat` is not `who`."""
    return None if seat is who else Breach(f"{who.word} {does}, not {seat.word}")


def in_turn(state: State, seat: Seat, does: str) -> Verdict:
    """Refuse if it is somebody else's turn."""
    assert state.turn is not None
    return only(state.turn, seat, does)


def held(state: State, seat: Seat, card: Card) -> Verdict:
    """Refuse if the card is not in that hand."""
    if state.hand.held[seat] >> card & 1:
        return None
    return Breach(f"{seat.word} does not hold {card}; {seat.word}'s cards are {show_cards(state.hand.cards(seat))}")
