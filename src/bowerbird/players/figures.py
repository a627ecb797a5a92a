"""Measure how a player plays: calls, lone hands, euchres, and biddable hands that it passes.

The player sits South, with three plain players of its level, and hands are played at 0–0 under the usual rules. The
same seed gives the same cards to every player, and the same figures on any number of processes.
"""

from __future__ import annotations

from functools import partial
from math import sqrt
from random import Random
from typing import Final

import msgspec

from bowerbird.players.automatic import next_automatic
from bowerbird.players.base import Player
from bowerbird.players.levels import player
from bowerbird.players.spread import spread
from bowerbird.players.style import PLAIN, Loners
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import HandResult, Name, Open, Order, Pass, Phase, State, View, step, view

__all__ = ["Figures", "Manner", "measure"]

_RULES: Final = "bicycle"
_SEAT: Final = Seat.S


class Manner(msgspec.Struct, frozen=True):
    """A level with a style."""

    level: str
    style: str = PLAIN
    loners: Loners = "strongest"

    @classmethod
    def among_people(cls, level: str, style: str = PLAIN) -> Manner:
        """How bots of a level play with people: all but the champion go alone as seldom as people do."""
        return cls(level, style, "strongest" if level == "champion" else "rare")

    def sit_down(self, seed: int, **settings: int) -> Player:
        """Make the player, with more settings of its level if needed."""
        return player(self.level, seed, style=self.style, loners=self.loners, **settings)


class Figures(msgspec.Struct, frozen=True):
    """Counts of one player's hands. `biddable` are its turns on which `club` would call, `passed` its passes there."""

    hands: int = 0
    calls: int = 0
    alone: int = 0
    euchred: int = 0
    biddable: int = 0
    passed: int = 0

    def __add__(self, other: Figures) -> Figures:
        """Both together."""
        return Figures(*(one + two for one, two in zip(*map(msgspec.structs.astuple, (self, other)), strict=True)))

    def of_hands(self, count: int) -> tuple[float, float]:
        """A count as a share of the hands, with its standard error."""
        return _share(count, self.hands)

    def of_calls(self, count: int) -> tuple[float, float]:
        """A count as a share of the calls, with its standard error."""
        return _share(count, self.calls)

    def of_biddable(self, count: int) -> tuple[float, float]:
        """A count as a share of the biddable hands, with its standard error."""
        return _share(count, self.biddable)


def _share(part: int, whole: int) -> tuple[float, float]:
    share = part / whole if whole else 0.0
    return share, sqrt(share * (1 - share) / whole) if whole else 0.0


def measure(manner: Manner, hands: int, seed: int = 0, workers: int = 1) -> Figures:
    """Play hands and count."""
    return sum(spread(partial(_numbered_hand, manner, seed), range(hands), workers), Figures())


def _numbered_hand(manner: Manner, seed: int, number: int) -> Figures:
    return _hand(manner, f"{seed}/{number}", Seat(number & 3))


def _hand(manner: Manner, seed: str, dealer: Seat) -> Figures:
    """Play one hand, and count what the player did."""
    book = load_rulebook(_RULES)
    dice = Random(seed)
    measured, others = manner.sit_down(dice.getrandbits(63)), Manner(manner.level, PLAIN, manner.loners)
    company = others.sit_down(dice.getrandbits(63))
    yardstick = player("club")
    state = step(book, State(), Open(dealer=dealer))
    biddable = passed = 0
    while not state.results:
        fact = next_automatic(book, state, dice)
        if fact is None:
            assert state.turn is not None
            seen = view(book, state, state.turn)
            fact = (measured if state.turn is _SEAT else company).choose(book, seen)
            if state.turn is _SEAT and _may_pass(seen) and isinstance(yardstick.choose(book, seen), Order | Name):
                biddable += 1
                passed += isinstance(fact, Pass)
        state = step(book, state, fact)
    return _counted(state.results[-1]) + Figures(1, biddable=biddable, passed=passed)


def _may_pass(seen: View) -> bool:
    calling = seen.phase in (Phase.FIRST_ROUND, Phase.SECOND_ROUND)
    return calling and any(isinstance(fact, Pass) for fact in seen.legal)


def _counted(result: HandResult) -> Figures:
    if result.maker is not _SEAT:
        return Figures()
    return Figures(calls=1, alone=int(result.alone), euchred=int(result.outcome == "euchre"))
