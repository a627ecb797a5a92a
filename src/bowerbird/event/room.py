"""Sentences for people in the room: where to sit, and what must be on the tables."""

from __future__ import annotations

from bowerbird.event.cards import card_of
from bowerbird.event.cutting import still_to_deal
from bowerbird.event.state import Event, Round, tidy_name
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat

__all__ = ["checklist", "where"]

_MARKERS = {
    "two fives": "two fives of one colour for each side, kept from the stripped cards",
    "three and two": "a three and a two for each side, kept from the stripped cards",
    "peg board": "a peg board",
    "numbers": "paper and a pencil",
}


def where(event: Event, name: str) -> str:
    """`Table 7, East, with Betty.`"""
    current = event.round
    person = _played_for(current, name) or event.person(name).name
    for table in current.tables:
        if person in table.seats:
            seat = Seat(table.seats.index(person))
            partner = table.seats[seat.partner]
            partner = current.subs.get(partner, partner)
            known = table.dealer is seat and table.number not in still_to_deal(event)
            deals = " You deal first." if known else ""
            return f"Table {table.number}, {seat.word}, with {partner}.{deals}"
    if person in current.sitting_out:
        return "You sit out this game. Please go to the sit-out table."
    return "You have no place in this round. See the director."


def _played_for(current: Round, name: str) -> str:
    """The player whose chair a sub has in this round, if any."""
    asked = tidy_name(name).casefold()
    return next((player for player, by in current.subs.items() if by.casefold() == asked), "")


def checklist(book: Rulebook, tables: int) -> tuple[str, ...]:
    """List what must be on the tables before people come."""
    pack = book.cards()
    joker = " and the joker" if pack.joker else ""
    items = [
        f"{tables} table{'s' if tables != 1 else ''} of four chairs in a ring, numbered from 1.",
        f"On each table a stripped deck of {len(pack)} cards: {pack.lowest.word}s to aces{joker}.",
        "To keep score: " + ", or ".join(_MARKERS[marker] for marker in book.game.markers) + ".",
    ]
    items.append(card_of(book).on_the_tables)
    if book.game.minutes:
        items.append(f"A bell and a clock: {book.game.minutes} minutes a game.")
    return tuple(items)
