"""Score cards: where scores are kept, who may write them, and which sheet to print, one object for each kind."""

from __future__ import annotations

from typing import Final

import msgspec

from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.event import KeptOn

__all__ = ["CARDS", "ScoreCard", "card_of"]


class ScoreCard(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of card. `sheet` is the sheet of paper that goes with it, if any.

    With `dealer_keeps` only the first dealer of a table, the pivot, enters its score. `initials` are put on it before
    anybody moves. With `shows_results` it is printed after the event, too.
    """

    on_the_tables: str
    sheet: str = ""
    dealer_keeps: bool = False
    initials: bool = False
    shows_results: bool = False


CARDS: Final[dict[KeptOn, ScoreCard]] = {
    "nothing": ScoreCard(on_the_tables="No score cards are needed."),
    "master card": ScoreCard(
        on_the_tables="No score cards on the tables: results go on the director's master card. "
        "Printed table cards are optional.",
        sheet="master",
        shows_results=True,
    ),
    "table card": ScoreCard(
        on_the_tables="One score card for each table; the pivot keeps it.", sheet="pivot-cards", dealer_keeps=True
    ),
    "round slips": ScoreCard(
        on_the_tables="On each table the boards of the first round, and a score slip for each round.",
        sheet="round-slips",
    ),
    "personal cards": ScoreCard(on_the_tables="One score card for each person.", sheet="score-cards", initials=True),
}


def card_of(book: Rulebook) -> ScoreCard:
    """The kind of card that a rulebook names."""
    return CARDS[book.event.kept_on]
