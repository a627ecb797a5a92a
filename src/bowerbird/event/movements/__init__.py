"""The movements of a room from one round to the next, one file each.

A movement is a subclass of `base.Movement`, with one object of it as `KIND` in its module. Put a file here and a
rulebook can name it: sheets, forms, board, phones and print read their words about it from the object. Modules that
start with an underscore hold code that several movements share.
"""

from __future__ import annotations

from bowerbird.event.errors import EventError
from bowerbird.event.movements.base import Choice, Chosen, Movement, Seating
from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.kinds import MOVEMENTS

__all__ = ["Choice", "Chosen", "Movement", "Seating", "movement_of"]


def movement_of(book: Rulebook) -> Movement:
    """The movement that a rulebook names."""
    kinds = MOVEMENTS.all()
    found = kinds.get(book.event.movement)
    if not isinstance(found, Movement):
        raise EventError(f"There is no movement {book.event.movement!r}. Choose one of: {', '.join(kinds)}.")
    return found
