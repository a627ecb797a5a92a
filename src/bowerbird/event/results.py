"""The worth of a game on the way to first place: one object for each kind of result that a rulebook can name.

The sentence for rule sheets is beside the setting in `rulebook`; everything that differs in an event is here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from decimal import Decimal
from fractions import Fraction
from typing import ClassVar, Final

from bowerbird.event.facts import Score
from bowerbird.event.totals import shown, signed
from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.event import ResultName
from bowerbird.seats import Seat

__all__ = ["RESULTS", "GameResult", "result_of", "total_shown", "worth"]


class GameResult(ABC):
    """A kind of result."""

    #: The unit of a total, for one and for several.
    unit: ClassVar[tuple[str, str]] = ("point", "points")
    #: The unit as people read it beside their total.
    on_screen: ClassVar[str] = "points"
    #: The headings of the column of totals, and of the column with the result of one game.
    total_head: ClassVar[str] = "Points"
    game_head: ClassVar[str] = "Points"
    #: The column of counts that would repeat the total.
    repeats: ClassVar[str] = ""
    #: True if game points are shown beside the total, since they break ties.
    tells_points: ClassVar[bool] = False
    #: True if a ruling takes points off the total; otherwise only off the points that break ties.
    ruling_reaches_total: ClassVar[bool] = True
    #: True if everybody's personal card is part of a score.
    personal: ClassVar[bool] = False
    #: True if a result is worth the difference from other tables with the same cards, so that it depends on them.
    compared: ClassVar[bool] = False
    #: True if a game is worth something other than its points, so that a card has a column for it.
    own_column: ClassVar[bool] = True

    @abstractmethod
    def worth(self, book: Rulebook, score: Score, seat: Seat) -> int:
        """The points that a game adds to the total of the person, or team, in this seat."""


class _Wins(GameResult):
    unit = ("win", "wins")
    on_screen = "wins"
    total_head, game_head, repeats = "Wins", "Won", "Won"
    tells_points = True
    ruling_reaches_total = False

    def worth(self, book: Rulebook, score: Score, seat: Seat) -> int:
        return int(score.winner is seat.side)


class _Points(GameResult):
    repeats = "Points"
    own_column = False

    def worth(self, book: Rulebook, score: Score, seat: Seat) -> int:
        return score.points[seat.side]


class _WinnerPlusMargin(GameResult):
    game_head = "On card"

    def worth(self, book: Rulebook, score: Score, seat: Seat) -> int:
        own, theirs = score.points[seat.side], score.points[seat.side.other]
        return own + max(own - theirs, 0) if score.winner is seat.side else own


class _MatchPoints(GameResult):
    unit = ("match point", "match points")
    on_screen = "match points"
    total_head = game_head = "Match points"
    tells_points = True

    def worth(self, book: Rulebook, score: Score, seat: Seat) -> int:
        won, tied, lost = book.event.match_points
        return tied if score.winner is None else won if score.winner is seat.side else lost


class _PersonalCard(GameResult):
    on_screen = "points on the card"
    personal = True

    def worth(self, book: Rulebook, score: Score, seat: Seat) -> int:
        personal = score.cards[seat.side].personal
        return personal[seat // 2] if personal is not None else score.points[seat.side]


class _Difference(GameResult):
    on_screen = "points against the other tables"
    total_head = "Difference"
    game_head = "Difference"
    compared = True

    def worth(self, book: Rulebook, score: Score, seat: Seat) -> int:
        return score.points[seat.side] - score.points[seat.side.other]


RESULTS: Final[dict[ResultName, GameResult]] = {
    "wins": _Wins(),
    "winner plus margin": _WinnerPlusMargin(),
    "points": _Points(),
    "match points": _MatchPoints(),
    "personal card": _PersonalCard(),
    "difference": _Difference(),
}


def result_of(book: Rulebook) -> GameResult:
    """The kind of result that a rulebook names."""
    return RESULTS[book.event.result]


def total_shown(book: Rulebook, total: Decimal) -> str:
    """A total for people: a difference from others has a sign."""
    return signed(Fraction(total)) if result_of(book).compared else shown(total)


def worth(book: Rulebook, score: Score, seat: Seat) -> int:
    """The points that a game adds to the total of the person, or team, in this seat.

    Where tables are compared these are the points that the game itself was won by: `boards.worth_of` compares them.
    """
    return result_of(book).worth(book, score, seat)
