"""The worth of the makers' tricks to a side: net points, or the resulting chance to win the game.

Points come from the rulebook (`bowerbird.table.points`). If people keep personal cards, or a game is a number of hands
without a target, only points count. Otherwise a score is worth the chance to win from it, with the hands or the minutes
that are left.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from bowerbird.players.chances import Chances
from bowerbird.rulebook.model import Rulebook
from bowerbird.rulebook.points import hand_points, personal_points
from bowerbird.seats import Seat, Side
from bowerbird.table import View
from bowerbird.table.points import added

__all__ = ["Aim", "Contract", "Scale", "Stakes", "check_aim"]

#: What a player plays for: the points of the hand, the game by its score, or the game by score and clock.
Aim: TypeAlias = Literal["points", "score", "game"]
#: The minutes of a hand until this table shows its own pace, and the number of hands that this assumption counts for.
_USUAL_PACE: Final = 1.5
_USUAL_HANDS: Final = 2


def check_aim(aim: str) -> None:
    """Refuse an unknown aim."""
    if aim not in get_args(Aim):
        raise ValueError(f"{aim!r} isn't an aim. Use {', '.join(get_args(Aim))}")


class Contract(msgspec.Struct, frozen=True):
    """The maker of trump, and the players without a partner."""

    maker: Seat
    alone: bool = False
    defended_alone: bool = False


class Scale(msgspec.Struct, frozen=True):
    """The worth of a contract to one side, by the makers' tricks from 0 to 5."""

    points: tuple[float, ...]
    game: tuple[float, ...]
    value: tuple[float, ...]

    @property
    def cuts(self) -> int:
        """The numbers of tricks that change the worth, one bit each, for the search."""
        pairs = list(zip(self.points, self.game, strict=True))
        return sum(1 << tricks for tricks in range(1, 6) if pairs[tricks] != pairs[tricks - 1])


class Stakes:
    """The stakes of a hand for the side of the observing seat."""

    def __init__(self, book: Rulebook, view: View, aim: Aim = "game") -> None:
        """Use the score of the view, unless the aim is points or the rulebook's games aren't won by a score."""
        assert view.seat is not None
        self._book = book
        self._view = view
        self._seat = view.seat
        self._chances = Chances.of(book)
        self._hands_after = _hands_after(book, view, by_clock=aim == "game")
        self._scales = _scales(
            (book.points, book.game, book.personal_card, self._chances),
            (view.seat, view.score, view.dealer, self._hands_after, aim),
        )
        self.for_game = aim != "points" and not book.personal_card.kept and bool(book.game.points)

    def scale(self, contract: Contract) -> Scale:
        """The worth of each number of tricks for the makers."""
        if contract not in self._scales:
            self._scales[contract] = self._work_out(contract)
        return self._scales[contract]

    def _work_out(self, contract: Contract) -> Scale:
        points, game = [], []
        for tricks in range(6):
            to_makers, to_others = hand_points(self._book.points, tricks, contract.alone, contract.defended_alone)
            both = (to_makers, to_others) if contract.maker.side is Side.NS else (to_others, to_makers)
            points.append(self._net(contract, tricks, both))
            game.append(self.chance_after(both))
        value = game if self.for_game else points
        return Scale(tuple(points), tuple(game), tuple(value))

    def worth_of_a_point(self, maker: Seat) -> float:
        """The value of one point at this score: the difference between made and euchred, shared among its points."""
        scale = self.scale(Contract(maker))
        points, value = (numbers[3] - numbers[2] for numbers in (scale.points, scale.value))
        return value / points if points > 0 and value > 0 else 1.0

    def thrown_in(self) -> tuple[float, float, float]:
        """Points, chance and value of a hand that nobody makes."""
        # After the bell another hand is dealt in its place.
        again = self._view.bell_rung and self._book.game.bell == "finish the hand"
        chance = self._chance(self._view.score, self._next_dealer_after_pass(), at_least=again)
        return 0.0, chance, chance if self.for_game else 0.0

    def chance_after(self, points: tuple[int, int]) -> float:
        """The chance to win the game after adding these points."""
        return self._chance(added(self._book, self._view.score, points), self._view.dealer.left)

    def _next_dealer_after_pass(self) -> Seat:
        return self._view.dealer.left if self._book.auction.all_pass == "next dealer" else self._view.dealer

    def _chance(self, score: tuple[int, int], dealer: Seat, at_least: int = 0) -> float:
        ours, theirs = score[self._seat.side], score[self._seat.side.other]
        we_deal = dealer.side is self._seat.side
        if self._hands_after is None:
            return self._chances.win(ours, theirs, we_deal)
        one_more = ours == theirs and self._book.game.level_at_bell == "one more hand"
        return self._chances.win_within(max(self._hands_after, one_more, at_least), ours, theirs, we_deal)

    def _net(self, contract: Contract, tricks: int, points: tuple[int, int]) -> float:
        mine = self._seat
        if not self._book.personal_card.kept:
            return float(points[mine.side] - points[mine.side.other])
        each = personal_points(self._book.personal_card, contract.maker, tricks, contract.alone)
        return each[mine] - (each[mine.left] + each[mine.right]) / 2


@lru_cache(maxsize=64)
def _scales(rules: tuple[Hashable, ...], stakes: tuple[Hashable, ...]) -> dict[Contract, Scale]:
    """What was worked out so far under these rules at these stakes. All decisions of a hand share it."""
    return {}


def _hands_after(book: Rulebook, view: View, by_clock: bool) -> float | None:
    """The number of hands likely to follow this one; None if only points end the game."""
    limits: list[float] = [0] if view.bell_rung else []
    if book.game.hands:
        limits.append(max(0, book.game.hands - view.hands_played - 1))
    if by_clock and book.game.minutes and view.minutes_left is not None:
        # A hand in progress is finished, so on average half a hand is played after the time is up.
        share_left = len(view.hand) / 5
        played = view.hands_played + 1 - share_left
        gone = max(0.0, book.game.minutes - view.minutes_left)
        pace = (gone + _USUAL_HANDS * _USUAL_PACE) / (played + _USUAL_HANDS)
        limits.append(max(0.0, view.minutes_left / pace - share_left + 0.5))
    return min(limits, default=None)
