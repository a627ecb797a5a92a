"""The input of bulk play: the rules of a hand as plain numbers, and the behaviour of the players.

Other packages turn a rulebook into `Options`; this module holds only what the loops need.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field, fields
from enum import IntEnum
from typing import Final

from bowerbird.cards import CardError, Pack
from bowerbird.kernel.position import PositionError

__all__ = ["BY_TRICKS", "FEATURES", "HABITS", "Calling", "Need", "Options", "Playing", "Policy", "by_turn"]

#: As the points of a euchre: as much as its tricks are worth to makers, `made`, or `march` with all five.
BY_TRICKS: Final = -1


class Need(IntEnum):
    """The cards needed to make trump."""

    NOTHING = 0
    #: A card of that suit; the left bower does not count.
    NATURAL = 1
    #: A card of that suit, or the left bower.
    TRUMP_OR_LEFT = 2


@dataclass(frozen=True, slots=True)
class Options:
    """The rules of one hand that differ between clubs. The defaults are the plain game.

    `bowerbird.players.kernel_options.options_of` makes them from a rulebook. Raises `PositionError` if points are out
    of range, and `CardError` if the deck is too small.
    """

    stick_the_dealer: bool = False
    partner_must_go_alone: bool = False
    need_round_one: Need = Need.NOTHING
    need_round_two: Need = Need.NOTHING
    #: The dealer may take the turn-up without the card that others need.
    dealer_exempt: bool = False
    may_discard_turn_up: bool = False
    keep_turn_up_in_a_flush: bool = False
    #: The player left of a lone hand leads.
    lead_left_of_lone: bool = False
    made: int = 1
    march: int = 2
    alone_made: int = 1
    alone_march: int = 4
    euchre: int = 2
    euchre_alone: int = 2
    pack: Pack = field(default_factory=Pack)

    def __post_init__(self) -> None:
        """Refuse a deck without a turn-up, and points out of range."""
        if len(self.pack) < 21:
            raise CardError("four hands and a turn-up take at least 21 cards")
        points = (self.made, self.march, self.alone_made, self.alone_march, self.euchre, self.euchre_alone)
        if min(points[:4]) < 0 or min(points) < BY_TRICKS or max(points) > 100:
            raise PositionError("points of a hand lie between 0 and 100; only a euchre may be worth BY_TRICKS")

    def flat(self) -> array[int]:
        """The options as numbers, in the order of the fields, without the deck."""
        return array("i", [int(getattr(self, option.name)) for option in fields(self)[:-1]])


class Calling(IntEnum):
    """A policy's way to make trump."""

    RANDOM = 0
    #: By a sum of weights: see `Policy`.
    BY_WEIGHTS = 1


class Playing(IntEnum):
    """A policy's way to discard and play."""

    RANDOM = 0
    BY_THUMB = 1
    #: Best play with all hands open, by all four.
    OPEN = 2
    #: Plays by fitted weights, and discards by rule of thumb.
    BY_HABIT = 3


#: The number of weights for a call. `bowerbird.kernel.calls` explains them.
FEATURES: Final = 62
#: The number of weights for a card. `bowerbird.kernel.habit` explains them.
HABITS: Final = 5385


@dataclass(frozen=True, slots=True)
class Policy:
    """The way two partners call and play in bulk. Except with `Playing.OPEN`, they don't see hidden cards."""

    calling: Calling = Calling.BY_WEIGHTS
    playing: Playing = Playing.BY_THUMB
    #: An `array("d")` of `FEATURES` weights, or of that many for each of the eight turns. A call is made if their sum
    #: is above zero.
    with_partner: array[float] = field(default_factory=lambda: _thumb_weights(_THRESHOLD_WITH_PARTNER))
    #: The same, for going alone.
    alone: array[float] = field(default_factory=lambda: _thumb_weights(_THRESHOLD_ALONE))
    #: `HABITS` weights of cards, for `Playing.BY_HABIT`.
    habits: array[float] = field(default_factory=lambda: array("d"))

    def __post_init__(self) -> None:
        """Refuse weights of the wrong length. The loops don't check."""
        for weights in (self.with_partner, self.alone):
            by_turn(weights)
        if len(self.habits) != (HABITS if self.playing is Playing.BY_HABIT else 0):
            raise PositionError(f"{HABITS} weights of cards go with Playing.BY_HABIT, and none with another")


def by_turn(weights: array[float]) -> array[float]:
    """The weights of calls for each of the eight turns, one after the other."""
    if len(weights) not in (FEATURES, 8 * FEATURES):
        raise PositionError(f"a call is rated by {FEATURES} weights, or by that many for each of eight turns")
    return weights * (8 * FEATURES // len(weights))


#: Tricks that the rule of thumb requires: first to speak, dealer's partner, third, dealer; then again.
_THRESHOLD_WITH_PARTNER: Final[tuple[float, ...]] = (3.3, 2.6, 3.0, 1.95, 2.1, 2.05, 2.05, 2.2)
_THRESHOLD_ALONE: Final[tuple[float, ...]] = (3.6, 3.9, 4.0, 3.5, 3.7, 3.9, 3.9, 3.9)


def _thumb_weights(threshold: tuple[float, ...]) -> array[float]:
    """Tricks that cards are good for by rule of thumb, minus the tricks required."""
    weights = array("d", [0.0] * FEATURES)
    weights[0:8] = array("d", [-tricks for tricks in threshold])
    weights[8:18] = array("d", [0.35, 0.4, 0.45, 0.5, 0.55, 0.65, 0.8, 0.95, 1.15, 1.2])
    weights[18:26] = array("d", [0.0, 0.0, 0.0, 0.0, 0.0, 0.05, 0.2, 0.7])
    weights[26:32] = array("d", [-2.0, -0.7, 0.0, 0.15, 0.3, 0.5])
    weights[32:36] = array("d", [0.5, 0.4, 0.2, 0.0])
    weights[36:44] = array("d", [-0.1, -0.1, -0.1, -0.15, -0.6, -0.15, -0.2, -0.3])
    weights[44:52] = array("d", [0.2, 0.2, 0.2, 0.25, 0.7, 0.25, 0.3, 0.4])
    weights[60:62] = array("d", [0.1, -0.05])
    return weights
