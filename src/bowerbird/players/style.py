"""Styles: what a player prefers where two choices are about equally good.

A style is a table of leanings in points of a hand. A choice that a player likes may be worth that much less than
another by its own judgement, so a style never gives away more than its leaning, and decisions that are clear stay as
they are. `StyledPlayer` adds a style to any level that rates its choices.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Final, Literal, Protocol, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from bowerbird.cards import is_trump
from bowerbird.players.base import Player
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Fact, Name, Order, Phase, Play, View

__all__ = ["PLAIN", "STYLES", "Loners", "Rater", "Style", "StyledPlayer", "style_named"]

#: How readily a player goes alone: as seldom as people do, or whenever it gains by it.
Loners: TypeAlias = Literal["rare", "strongest"]
#: The points that a lone hand must gain over the same call with the partner, for players who seldom go alone.
_RARE_MARGIN: Final = 0.75


class Style(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Leanings in points of a hand, towards a kind of choice or away from it.

    No leaning makes a player go alone where it would lose by it.
    """

    #: The style in words for people.
    words: str
    #: To make trump in the first round.
    first: float = 0.0
    #: To make trump in the second round.
    second: float = 0.0
    #: To go alone.
    alone: float = 0.0
    #: To lead trump.
    trump: float = 0.0


def _read() -> dict[str, Style]:
    return msgspec.toml.decode((files(__package__) / "styles.toml").read_bytes(), type=dict[str, Style])


#: Every style by its name.
STYLES: Final[Mapping[str, Style]] = _read()
#: The style of a player without one.
PLAIN: Final = "plain"


def style_named(name: str) -> Style:
    """A style by its name. Raises `ValueError` with the list if there is none."""
    if name not in STYLES:
        raise ValueError(f"{name!r} isn't a style. Use {', '.join(STYLES)}")
    return STYLES[name]


class Rater(Player, Protocol):
    """A player that says what its choices are worth to it."""

    def ratings(self, book: Rulebook, view: View) -> Mapping[Fact, float]:
        """The worth of choices in points, all on one scale; empty where a style has no say.

        The player's own choice is rated highest, or as high as another.
        """
        ...


class StyledPlayer:
    """A player of any level, with a style."""

    def __init__(self, inner: Rater, style: str = PLAIN, loners: str = "strongest") -> None:
        """`style` is a name in `STYLES`. `loners` says how readily to go alone: `rare` or `strongest`."""
        if loners not in get_args(Loners):
            raise ValueError(f"{loners!r} doesn't say how readily to go alone. Use {' or '.join(get_args(Loners))}")
        self.level = inner.level
        self._inner = inner
        self._style = style_named(style)
        # A lone hand that doesn't gain is never played, however much a player likes it.
        self._alone = min(0.0, self._style.alone - (_RARE_MARGIN if loners == "rare" else 0.0))

    def choose(self, book: Rulebook, view: View) -> Fact:
        """One of `view.legal`: the level's own choice, or one about as good that suits the style better."""
        own = self._inner.choose(book, view)
        if len(view.legal) == 1 or not self._has_a_say(view):
            return own
        rated = self._inner.ratings(book, view)
        if own not in rated:
            return own
        liked = {fact: worth + self._leaning(view, fact, rated) for fact, worth in rated.items()}
        best = max(liked, key=lambda fact: liked[fact])
        return own if liked[own] >= liked[best] else best

    def _has_a_say(self, view: View) -> bool:
        leads = view.phase is Phase.PLAY and not view.trick.plays
        return view.phase in (Phase.FIRST_ROUND, Phase.SECOND_ROUND) or (leads and self._style.trump != 0.0)

    def _leaning(self, view: View, fact: Fact, rated: Mapping[Fact, float]) -> float:
        if isinstance(fact, Order | Name):
            called = self._style.first if isinstance(fact, Order) else self._style.second
            # Some rules let a dealer's partner order only alone. That is no choice between alone and not.
            chosen_alone = fact.alone and replace(fact, alone=False) in rated
            return called + (self._alone if chosen_alone else 0.0)
        leads_trump = isinstance(fact, Play) and is_trump(fact.card, view.trump)
        return self._style.trump if leads_trump else 0.0
