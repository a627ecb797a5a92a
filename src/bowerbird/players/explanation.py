"""The form of an explanation, and an explanation as text. Does not depend on any player."""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

from bowerbird.players.beliefs import Belief
from bowerbird.players.verdict import Verdict
from bowerbird.seats import Seat
from bowerbird.table import DefendAlone, Discard, Fact, Name, Order, Pass, Play

__all__ = ["Explanation", "Option", "Weighed", "render"]

#: The decisions that can be weighed.
Weighed: TypeAlias = Pass | Order | Name | DefendAlone | Discard | Play
#: Probabilities as bars, from 0 to 1.
_BARS: Final = "▁▂▃▄▅▆▇█"


class Option(msgspec.Struct, frozen=True):
    """One choice, with figures that can be compared with those of the other options."""

    fact: Fact
    #: The choice in words.
    says: str
    #: Its worth in points of the hand, for this side.
    points: float
    #: The chance to win the game.
    win: float
    #: The chance that the makers make it; then of a march, and of a euchre.
    made: float
    march: float
    euchre: float
    #: One sentence that says why.
    why: str
    #: The true difference in `points` is further away once in twenty times; None if there is nothing to doubt.
    doubt: float | None = None
    #: How much less it is worth than the best, in points as they count at this score.
    behind: float = 0.0
    #: The standard error of `behind`.
    error: float = 0.0
    verdict: Verdict = "best"
    #: Choices that nobody can tell from this one, such as a ten for a nine.
    same: tuple[Fact, ...] = ()

    @property
    def cost(self) -> float:
        """The points that this choice loses: 0 unless it is clearly worse than the best."""
        return self.behind if self.verdict in ("behind", "mistake") else 0.0

    def covers(self, fact: Fact) -> bool:
        """True if this is the option for a fact."""
        return fact == self.fact or fact in self.same


class Explanation(msgspec.Struct, frozen=True):
    """The choice, and every option with its worth."""

    chosen: Fact
    #: Best first. Empty if there is nothing to weigh.
    options: tuple[Option, ...]
    #: Where the unseen cards may be, if the player has an opinion.
    beliefs: tuple[Belief, ...] = ()
    #: What the decision turns on, without the choice.
    nudge: str = ""

    def option(self, fact: Fact) -> Option | None:
        """The option for a fact, if it has one."""
        return next((option for option in self.options if option.covers(fact)), None)


def render(explanation: Explanation) -> str:
    """The explanation as text: a line of figures and a sentence for each option, with a star at the choice."""
    lines = []
    for option in explanation.options:
        mark = "*" if option.covers(explanation.chosen) else " "
        lines.append(
            f"{mark} {option.says}: {option.points:+.2f} points, wins the game {option.win:.0%}; "
            f"made {option.made:.0%}, march {option.march:.0%}, euchre {option.euchre:.0%}; {_standing(option)}"
        )
        lines.append(f"    {option.why}")
    return "\n".join([*lines, *_drawn(explanation.beliefs)])


def _standing(option: Option) -> str:
    """How far an option is behind the best, and how sure that is."""
    if option.verdict in ("best", "as good"):
        return option.verdict
    return f"{option.verdict}, {option.behind:.2f} ± {2 * option.error:.2f} behind"


def _drawn(beliefs: tuple[Belief, ...]) -> list[str]:
    """Beliefs as bars: one line per card, one bar for each seat that may hold it."""
    lines = []
    for belief in beliefs:
        places = [(seat.word, belief.seats[seat]) for seat in Seat if belief.seats[seat]] + [("nobody", belief.nobody)]
        bars = "  ".join(f"{word} {_BARS[round(7 * chance)]} {chance:.0%}" for word, chance in places)
        lines.append(f"  {belief.card.sign:>3}  {bars}")
    return lines
