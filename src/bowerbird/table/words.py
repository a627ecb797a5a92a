"""Words and signs at a table: calls in the club's own words, next and crossing, the score markers."""

from __future__ import annotations

from typing import Literal

import msgspec

from bowerbird.cards import Suit, Trump, trump_word
from bowerbird.rulebook.game import MarkerStyle
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat
from bowerbird.table.facts import Call, DefendAlone, Name, Order, Pass
from bowerbird.table.state import Phase, State

__all__ = ["Marker", "MarkerCard", "call_words", "markers", "relation", "say"]


def relation(offered: Suit, named: Suit) -> Literal["next", "crossing"]:
    """The other suit of the turned-down colour is next; the two of the other colour are crossing."""
    return "next" if named is offered.next else "crossing"


def say(book: Rulebook, state: State, call: Call | DefendAlone) -> str:
    """A call in the club's own words, such as `Pick it up`."""
    return call_words(book, state.phase, state.dealer, state.hand.offered, call)


def call_words(book: Rulebook, phase: Phase, dealer: Seat, offered: Trump, call: Call | DefendAlone) -> str:
    """A call in this club's own words. `offered` is the suit of the turn-up."""
    words = book.words
    match call:
        case Pass() if phase is Phase.DEFEND:
            return "Play with partner"
        case DefendAlone():
            return "Defend alone"
        case Pass() if call.seat is dealer and phase is Phase.FIRST_ROUND:
            return words.turn_down
        case Pass():
            return words.pass_
        case Order():
            said = _accepting(book, call.seat, dealer)
            forced = book.auction.partner_orders_alone and call.seat is dealer.partner
            return said if forced or not call.alone else f"{said}, {words.alone.lower()}"
        case Name():
            said = trump_word(call.trump).capitalize()
            if isinstance(call.trump, Suit) and isinstance(offered, Suit):
                how = words.next if relation(offered, call.trump) == "next" else words.crossing
                said = f"{said} ({how.lower()})"
            return f"{said}, {words.alone.lower()}" if call.alone else said


def _accepting(book: Rulebook, seat: Seat, dealer: Seat) -> str:
    if seat is dealer:
        return book.words.take
    return book.words.assist if seat is dealer.partner else book.words.order


class MarkerCard(msgspec.Struct, frozen=True):
    """One of the two cards that keep the score: which spot card, which way up, and how many of its pips show."""

    spots: int
    face_up: bool
    pips_shown: int


class Marker(msgspec.Struct, frozen=True):
    """A score as it lies on the table. `cards` are from bottom to top; pegs are the filled holes of ten or eleven."""

    style: MarkerStyle
    score: int
    words: str
    cards: tuple[MarkerCard, ...] = ()
    crossed: bool = False
    pegs: int = 0


def markers(style: MarkerStyle, score: int) -> Marker:
    """The score as it lies on the table: two fives, a three and a two, or pegs. Past ten points, it is a number."""
    if score < 0:
        raise ValueError("a score never falls under zero")
    if style == "peg board":
        return Marker(style, score, f"{score} pegged", pegs=score)
    if style == "two fives" and score <= 10:
        return _two_fives(score)
    if style == "three and two" and score <= 10:
        return _three_and_two(score)
    return Marker("numbers", score, str(score))


def _two_fives(score: int) -> Marker:
    """Show a point as a pip of the lower five; at five points, turn the upper five face up and start again."""
    turned = score >= 5
    shown = score - 5 if turned else score
    bottom = MarkerCard(5, face_up=True, pips_shown=shown)
    top = MarkerCard(5, face_up=turned, pips_shown=5 if turned else 0)
    if turned:
        words = f"top five face up, {shown} pips of the lower one showing"
    else:
        words = f"top five face down, {shown} pips of the lower one showing"
    return Marker("two fives", score, words.replace("1 pips", "1 pip"), (bottom, top))


def _three_and_two(score: int) -> Marker:
    """Count one for each pip that shows, and five more if the two cards are crossed."""
    crossed, rest = score >= 5, score - 5 if score >= 5 else score
    two_down, two_up = MarkerCard(2, False, 0), MarkerCard(2, True, 2)
    three_down, three_up = MarkerCard(3, False, 0), MarkerCard(3, True, 3)
    lying: dict[int, tuple[tuple[MarkerCard, ...], str]] = {
        0: ((two_down, three_down), "both face down"),
        1: ((MarkerCard(2, True, 1), three_down), "the three face down on the two, one pip showing"),
        2: ((three_down, two_up), "the two face up on the three"),
        3: ((two_down, three_up), "the three face up on the two"),
        4: ((MarkerCard(2, True, 1), three_up), "the three face up on the two, one pip of the two showing"),
        5: ((two_up, three_up), "both face up"),
    }
    cards, words = lying[rest]
    return Marker("three and two", score, f"crossed, {words}" if crossed else words, cards, crossed)
