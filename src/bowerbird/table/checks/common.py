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
    return {
        Phase.OPENING: "people to sit down",
        Phase.DRAW: "a card in the draw",
        Phase.SHUFFLE: f"{state.dealer.word} to shuffle",
        Phase.CUT: f"{state.dealer.right.word} to cut",
        Phase.DEAL: f"{state.dealer.word} to deal",
        Phase.TURN_UP: f"{state.dealer.word} to turn up a card",
        Phase.JOKER: f"{state.dealer.word} to name a suit for the turn-up",
        Phase.FIRST_ROUND: f"{turn} to call",
        Phase.SECOND_ROUND: f"{turn} to call",
        Phase.DISCARD: f"{turn} to discard",
        Phase.DEFEND: f"{turn} to say whether to defend alone",
        Phase.BEST: f"{turn} to give a card",
        Phase.PLAY: f"{turn} to play",
        Phase.COUNT: "the tricks to be counted and the cards gathered",
        Phase.OVER: "nothing: the game is over",
    }[state.phase]


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
