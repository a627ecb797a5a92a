"""The protocol of a ranking step: how it splits tied entries, and the words for people."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Literal

import msgspec

from bowerbird.event.facts import CoinsTossed, PlayOffPlayed
from bowerbird.event.totals import shown
from bowerbird.event.words import listed

__all__ = ["Contest", "Count", "Due", "Encounter", "Group", "RankingStep", "Tally"]


class Tally(msgspec.Struct):
    """The counts of one entry, for the ranking."""

    #: What entries are ranked by, such as points or games won.
    total: Decimal = Decimal(0)
    wins: int = 0
    #: Games that ended in a tie.
    draws: int = 0
    losses: int = 0
    #: Points in all games.
    points: int = 0
    #: Lone marches.
    loners: int = 0
    #: Times that the opponents were euchred.
    euchres: int = 0
    games: int = 0
    #: Rounds without a game.
    sat_out: int = 0
    #: Games that will count by the average of other weeks.
    to_come: int = 0


class Encounter(msgspec.Struct, frozen=True):
    """A game between two entries: its number, and its winner, if any."""

    game: int
    winner: str


class Due(msgspec.Struct, frozen=True):
    """The next step for tied entries: toss coins for the bye, or play a game."""

    needs: Literal["coins", "game"]
    entries: tuple[str, ...]


class Group(msgspec.Struct, frozen=True):
    """Entries that share a place, and the reasons. If they wait for a play-off, no further step is taken."""

    names: tuple[str, ...]
    reasons: tuple[str, ...] = ()
    waits: bool = False

    def because(self, reason: str) -> Group:
        """The same group with one more reason."""
        return Group(self.names, (*self.reasons, reason))

    def ranked(self, *names: str) -> list[Group]:
        """Its entries one by one, in this order."""
        return [Group((name,), self.reasons) for name in names]


class Contest(msgspec.Struct):
    """Everything that the steps depend on, and the play-offs they find to be due.

    `encounters` gives the games between two entries; `unit` is the unit of a total.
    """

    tallies: Mapping[str, Tally]
    unit: str
    encounters: Callable[[str, str], Sequence[Encounter]]
    coins: Sequence[CoinsTossed] = ()
    play_offs: Sequence[PlayOffPlayed] = ()
    due: list[Due] = []


class RankingStep(ABC):
    """One step of a ranking. Only its own file depends on its name."""

    #: The name in rulebooks.
    name: str
    #: What places go by, for the sentence on the rule sheet.
    rule: str
    #: True if it decides between two entries only.
    for_two: bool = False
    #: True if it waits until something was played.
    after_play: bool = False
    #: The count that score cards need for it, if any.
    on_cards: str = ""

    @abstractmethod
    def split(self, contest: Contest, tied: Group) -> list[Group]:
        """The tied entries in groups, best first, each with its reasons."""


class Count(RankingStep):
    """A step that compares a number in the tallies."""

    def __init__(
        self, name: str, rule: str, value: Callable[[Tally], Decimal | int], *, unit: str = "", on_cards: str = ""
    ) -> None:
        """Without a `unit`, it is the unit of a total."""
        self.name = name
        self.rule = rule
        self.on_cards = on_cards
        self._value = value
        self._unit = unit

    def split(self, contest: Contest, tied: Group) -> list[Group]:
        """The entries with the highest number first."""
        unit = self._unit or contest.unit
        levels: dict[Decimal | int, list[str]] = {}
        for name in tied.names:
            levels.setdefault(self._value(contest.tallies[name]), []).append(name)
        values = sorted(levels, reverse=True)
        if not tied.reasons:
            return [_first_tied(levels[value], _counted(value, unit)) for value in values]
        if len(levels) == 1:
            return [tied.because(f"Tied on {_counted(values[0], unit)} too.")]
        decided = f"By {unit}: " + ", ".join(f"{listed(levels[value])} {shown(value)}" for value in values) + "."
        return [Group(tuple(levels[value]), tied.reasons).because(decided) for value in values]


def _first_tied(names: list[str], count: str) -> Group:
    return Group(tuple(names), (f"{listed(names)} are tied on {count}.",) if len(names) > 1 else ())


def _counted(value: Decimal | int, unit: str) -> str:
    one = unit.removesuffix("es" if unit.endswith("ches") else "s")
    return f"{shown(value)} {one if value == 1 else unit}"
