"""Lines about cards that were drawn or cut, and what they decide."""

from __future__ import annotations

from bowerbird.nights.lines.registry import Handler, numbered_table, pairs
from bowerbird.nights.room import Room
from bowerbird.nights.text import Fact

__all__ = ["LINES", "show_waiting"]


def _draw(room: Room, fact: Fact) -> None:
    """Cards for the tables of a plan: they are shown when people sit down."""
    if fact.words[1:] == ("as", "listed"):
        room.draws_as_listed = True
        return
    number, words = numbered_table(fact.words[1:])
    room.draws[number] = pairs(room, words)
    if room.event.open_round is not None:
        show_waiting(room)


def show_waiting(room: Room) -> None:
    """Show the cards that were dealt before people sat down, and let them change chairs as they then did."""
    current = room.event.round
    for table in current.tables:
        cards = room.draws.pop(table.number, None)
        if cards is None and room.draws_as_listed:
            planned = room.plan[table.number]
            cards = [(planned[0], "Jh"), (planned[1], "9c"), (planned[2], "Jc")]
        if cards is not None:
            room.ask("draw", table=table.number, cards=cards)
    room.draws_as_listed = False
    _change_chairs(room)


def _jack(room: Room, fact: Fact) -> None:
    number, words = numbered_table(fact.words[1:])
    room.ask("draw", table=number, cards=pairs(room, words))


def _cut(room: Room, fact: Fact) -> None:
    """`cut table T draw X=9h Y=Kc` decides who moves, `deal` who deals; without a purpose it is the draw of a table."""
    again = fact.words[1] == "again"
    number, words = numbered_table(fact.words[2 if again else 1 :])
    purpose = {"draw": "move", "deal": "deal"}.get(words[0])
    if purpose is None:
        room.ask("draw", table=number, cards=pairs(room, words))
        return
    cards = pairs(room, words[1:])
    if len({card[:-1] for _, card in cards}) > 1:
        room.ask("cut", table=number, purpose=purpose, cards=dict(cards))


def _chairs(room: Room, fact: Fact) -> None:
    number, names = numbered_table(fact.words[1:])
    north, east, south, west = names
    room.chairs[number] = (north, east, south, west)
    if room.event.open_round is not None:
        _change_chairs(room)


def _change_chairs(room: Room) -> None:
    if room.chairs:
        chairs, room.chairs = room.chairs, {}
        room.place(chairs)


LINES: dict[str, Handler] = {"draw": _draw, "jack": _jack, "cut": _cut, "chairs": _chairs}
