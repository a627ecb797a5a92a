"""The arrow switch: for one round North-South and East-West change directions at every table."""

from __future__ import annotations

from msgspec.structs import replace

from bowerbird.event.facts import Table
from bowerbird.event.movements.base import Choice, Chosen, Seating

__all__ = ["ARROW_SWITCH", "switched"]

ARROW_SWITCH = Choice(
    "arrow",
    "Arrow switch",
    "later rounds",
    (("off", "Play in the usual directions"), ("on", "North-South and East-West change directions")),
)


def switched(seating: Seating, chosen: Chosen, *, dealers_stay: bool = False) -> Seating:
    """The seating after the switch, if it was chosen. The same person deals, or with `dealers_stay` the same seat."""
    if chosen.get(ARROW_SWITCH.name) != "on":
        return seating
    return replace(seating, tables=tuple(_turned(table, dealers_stay) for table in seating.tables))


def _turned(table: Table, dealers_stay: bool) -> Table:
    """Move every chair one to the left."""
    north, east, south, west = table.seats
    dealer = table.dealer if dealers_stay else table.dealer.left
    return replace(table, seats=(west, north, east, south), dealer=dealer)
