"""Lines about a game in progress: its hands, the deal, what is counted on the card."""

from __future__ import annotations

from bowerbird.evening.running import running
from bowerbird.event.cards import card_of
from bowerbird.nights.lines.registry import Handler, after, numbered_table
from bowerbird.nights.lines.rulings import rule_on
from bowerbird.nights.room import NotExpressibleError, Room
from bowerbird.nights.text import Fact

__all__ = ["LINES", "hand_in"]

#: What a card counts, as nights write it.
_MARKS = {
    "euchred": "euchred",
    "alone-failed": "failed alone",
    "renege": "revoke",
    "march": "march",
    "loner": "loner",
}


def _hand(room: Room, fact: Fact) -> None:
    """`hand table T X [alone] takes K`, or `hand table T renege X`."""
    number, words = numbered_table(fact.words[1:])
    if words[0] == "renege":
        rule_on(room, number, "renege", words[1])
        return
    tricks = after(words, "takes")
    if not tricks.isdigit():
        raise NotExpressibleError("write `takes` and a number of tricks")
    room.ask("hand", table=number, maker=room.name(words[0]), tricks=int(tricks), alone="alone" in words)


def _misdeal(room: Room, fact: Fact) -> None:
    number, _ = numbered_table(fact.words[1:])
    room.ask("no-hand", table=number, why="misdeal")


def _thrown_in(room: Room, fact: Fact) -> None:
    number, _ = numbered_table(fact.words[1:])
    room.ask("no-hand", table=number, why="thrown in")


def _dealer(room: Room, fact: Fact) -> None:
    number, words = numbered_table(fact.words[1:])
    room.ask("deals", table=number, name=room.name(words[0]))


def _trump_dealt(room: Room, fact: Fact) -> None:
    number, _ = numbered_table(fact.words[1:])
    room.ask("trump-dealt", table=number)


def _dimes(room: Room, fact: Fact) -> None:
    """`dimes table T WHAT NAME`."""
    number, (what, name) = numbered_table(fact.words[1:])
    if what not in _MARKS:
        raise NotExpressibleError(f"{what!r} isn't one of {', '.join(_MARKS)}")
    room.ask("mark", table=number, happened=_MARKS[what], name=room.name(name))


def hand_in(room: Room) -> None:
    """Hand in the cards of games that were written down hand by hand to their end.

    The pivot keeps the card of a table, and the points follow from it: such a night need not say the score again.
    """
    current = room.event.open_round
    if current is None or not card_of(room.event.book).dealer_keeps:
        return
    for number in sorted(current.running.keys() & set(current.missing())):
        card = running(room.evening, current, number)
        if card.over and card.hands:
            room.ask("score", table=number, ns=card.points[0], ew=card.points[1])


LINES: dict[str, Handler] = {
    "hand": _hand,
    "misdeal": _misdeal,
    "thrown-in": _thrown_in,
    "dealer": _dealer,
    "trump-dealt": _trump_dealt,
    "dimes": _dimes,
}
