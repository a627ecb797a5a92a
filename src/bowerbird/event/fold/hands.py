"""The fold of facts about the running card of a table. The tally of a card is computed, never kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec.structs import replace

from bowerbird.event.errors import EventError
from bowerbird.event.facts import CardMarked, DealGiven, HandPlayed, HandVoided, TrumpDealt
from bowerbird.event.state import Event, Round
from bowerbird.event.tally import Dealt, Entry, Marked, Played, Rang, TurnedUp, Void

__all__ = ["OnCard", "bell_rang", "write"]

#: The facts that stand on a running card.
OnCard: TypeAlias = HandPlayed | HandVoided | DealGiven | TrumpDealt | CardMarked


def write(event: Event, fact: OnCard) -> Event:
    """Write one more line on the running card of a table that has no score yet."""
    current = event.round
    number = current.table(fact.table).number
    if current.closed:
        raise EventError(f"{event.round_name(current)} is closed. Start the next one first.")
    if number in current.results:
        raise EventError(f"Table {number} has its score already. Correct it instead, and say why.")
    if number in current.stood_down:
        raise EventError(f"Table {number} does not play this round: {current.stood_down[number]}.")
    entry = _entry(event, current, fact)
    running = {**current.running, number: (*current.running.get(number, _bell_before(current)), entry)}
    return replace(event, rounds=(*event.rounds[:-1], replace(current, running=running)))


def _bell_before(current: Round) -> tuple[Entry, ...]:
    """A card that is begun after the bell has the bell on it."""
    return (Rang(),) if current.bell else ()


def _entry(event: Event, current: Round, fact: OnCard) -> Entry:
    match fact:
        case HandPlayed(table=table, maker=maker, tricks=tricks, alone=alone):
            if not 0 <= tricks <= 5:
                raise EventError(f"A side takes 0 to 5 tricks, not {tricks}.")
            return Played(current.seat_at(table, maker), tricks, alone)
        case HandVoided(why=why):
            if why == "thrown in" and event.book.auction.stick_the_dealer:
                raise EventError("No hand is thrown in here: the dealer must name trump.")
            return Void(why)
        case DealGiven(table=table, dealer=dealer):
            return Dealt(current.seat_at(table, dealer))
        case TrumpDealt():
            return TurnedUp()
        case CardMarked(table=table, what=what, name=name):
            return Marked(what, current.seat_at(table, name))


def bell_rang(current: Round) -> Mapping[int, tuple[Entry, ...]]:
    """The running cards after the bell."""
    return {number: (*card, Rang()) for number, card in current.running.items()}
