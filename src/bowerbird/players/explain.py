"""Explain any decision: each choice with its figures, best first, and one plain sentence why.

The judge explains, in one place for hints, reviews and the command line. Another player with figures of its own can be
asked for a second opinion. Everything comes from the view, so an explanation reveals nothing that the seat could not
know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import msgspec

from bowerbird.cards import trump_word
from bowerbird.players.base import Player
from bowerbird.players.beliefs import Belief
from bowerbird.players.expert import ExpertPlayer
from bowerbird.players.judge import Choice, Judgement, judge
from bowerbird.players.judge.judgement import Verdict
from bowerbird.players.judge.opinion import opinion
from bowerbird.players.outlook import Outlook
from bowerbird.players.why import why
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import DefendAlone, Discard, Fact, Name, Order, Pass, Play, View

__all__ = ["Belief", "Explanation", "Option", "explain", "render", "says"]

#: Probabilities as bars, from 0 to 1.
_BARS = "▁▂▃▄▅▆▇█"


@runtime_checkable
class Counting(Protocol):
    """A player that can give the outlook of each choice."""

    def outlooks(self, book: Rulebook, view: View) -> dict[Fact, Outlook]:
        """The outlook of each choice; empty if there is nothing to weigh."""
        ...


@runtime_checkable
class Believing(Protocol):
    """A player that can say where the unseen cards may be."""

    def beliefs(self, book: Rulebook, view: View) -> tuple[Belief, ...]:
        """Every unseen card, trumps first."""
        ...


class Option(msgspec.Struct, frozen=True):
    """One choice: its worth in points and in chance to win the game, the makers' results, and the reason.

    All figures can be compared with those of the other options. `behind` is how much less it is worth than the best, in
    points as they count at this score, with its standard error. The true difference in `points` is further away than
    `doubt` once in twenty times; None if there is nothing to doubt. `same` are the facts that nobody can tell from this
    one, such as a ten for a nine.
    """

    fact: Fact
    says: str
    points: float
    win: float
    made: float
    march: float
    euchre: float
    why: str
    doubt: float | None = None
    behind: float = 0.0
    error: float = 0.0
    verdict: Verdict = "best"
    same: tuple[Fact, ...] = ()

    def covers(self, fact: Fact) -> bool:
        """True if this is the option for a fact."""
        return fact == self.fact or fact in self.same


class Explanation(msgspec.Struct, frozen=True):
    """The choice, and every option with its worth, best first. Empty if there is nothing to weigh.

    `beliefs` are for players that have them.
    """

    chosen: Fact
    options: tuple[Option, ...]
    beliefs: tuple[Belief, ...] = ()

    def option(self, fact: Fact) -> Option | None:
        """The option for a fact."""
        return next((option for option in self.options if option.covers(fact)), None)


def explain(book: Rulebook, view: View, player: Player | None = None) -> Explanation:
    """Explain the decision of the seat of this view.

    The judge decides, and its figures are shown. With a `player`, that one decides, and shows figures of its own if it
    has any.
    """
    found = opinion(player.outlooks(book, view)) if isinstance(player, Counting) else judge(book, view)
    if player is not None:
        chosen = player.choose(book, view)
    elif found.choices:
        chosen = found.choices[0].fact
    else:
        chosen = ExpertPlayer().choose(book, view)  # nothing to weigh: by habit
    beliefs = player.beliefs(book, view) if isinstance(player, Believing) else ()
    return Explanation(chosen, tuple(_option(book, view, found, choice) for choice in found.choices), beliefs)


def _option(book: Rulebook, view: View, found: Judgement, choice: Choice) -> Option:
    outlook = choice.outlook
    return Option(
        fact=choice.fact,
        says=says(view, (choice.fact, *choice.same)),
        points=outlook.points,
        win=outlook.game,
        made=outlook.made,
        march=outlook.march,
        euchre=outlook.euchre,
        why=why(book, view, found, choice),
        doubt=2 * choice.points_error or None,
        behind=choice.behind,
        error=choice.error,
        verdict=found.verdict(choice.fact),
        same=choice.same,
    )


def render(explanation: Explanation) -> str:
    """The explanation as text: one line of figures and one sentence for each option."""
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


def says(view: View, facts: Sequence[Fact]) -> str:
    """A choice in a few words; facts that are the same to everybody are named together."""
    signs = " or ".join(fact.card.sign for fact in facts if isinstance(fact, Discard | Play))
    match fact := facts[0]:
        case Pass():
            return "pass"
        case Order():
            what = "take it up" if fact.seat is view.dealer else "order it up"
            return f"{what} alone" if fact.alone else what
        case Name():
            return f"name {trump_word(fact.trump)}" + (" alone" if fact.alone else "")
        case Discard():
            return f"discard {signs}"
        case DefendAlone():
            return "defend alone"
        case Play():
            follows = view.trick.plays and view.trick.winner is None
            return f"{'play' if follows else 'lead'} {signs}"
        case _:
            return type(fact).__name__.lower()
