"""The settings that all environments share, and errors that say what to use instead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args
from warnings import warn

from bowerbird.cards import Card, CardError
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.seats import Seat

__all__ = [
    "AGENTS",
    "RENDER_MODES",
    "Mode",
    "Reward",
    "Rules",
    "check_render_mode",
    "check_settings",
    "first_deal",
    "rulebook_of",
]

#: An episode is one hand, or a whole game.
Mode: TypeAlias = Literal["hand", "game"]
#: The difference in points after each hand, or 1 and -1 for the winners and losers of a game.
Reward: TypeAlias = Literal["points", "win"]
#: A rulebook, its name, or a TOML file with house rules.
Rules: TypeAlias = Rulebook | str | Path

#: The names of the agents: their seats, from North.
AGENTS: Final = tuple(seat.word.lower() for seat in Seat)


#: Text that `render` returns, and text that is printed after everything that happens.
RENDER_MODES: Final = ("ansi", "human")


def rulebook_of(rules: Rules) -> Rulebook:
    """The rulebook that is meant."""
    return rules if isinstance(rules, Rulebook) else load_rulebook(rules)


def check_settings(book: Rulebook, mode: str, reward: str) -> None:
    """Refuse an unknown mode or reward, and what doesn't go together."""
    if mode not in get_args(Mode) or reward not in get_args(Reward):
        raise ValueError(f"mode {mode!r} and reward {reward!r}: use hand or game, and points or win")
    if reward == "win" and mode == "hand":
        raise ValueError("a hand has points but no winner. Use mode='game' with reward='win'")
    if mode == "game" and not (book.game.points or book.game.hands):
        raise ValueError(f"a game by {book.name} ends only by the bell, and none rings here: use mode='hand'")


def first_deal(book: Rulebook, options: Mapping[str, Any] | None) -> tuple[Seat | None, tuple[Card, ...] | None]:
    """The dealer and the deck of `reset(options=…)`, where they are given."""
    given = dict(options or {})
    dealer, deck = given.pop("dealer", None), given.pop("deck", None)
    if given:
        # PettingZoo's own tests send options that no environment has, so this can't be an error.
        warn(f"reset has no option {', '.join(map(str, given))}: it has dealer and deck", stacklevel=4)
    return _dealer(dealer), None if deck is None else _deck(book, deck)


def _dealer(dealer: object) -> Seat | None:
    if dealer is None or isinstance(dealer, Seat):
        return dealer
    if dealer not in Seat.__members__:
        raise ValueError(f"the dealer {dealer!r} isn't a seat. Use {', '.join(Seat.__members__)}")
    return Seat[str(dealer)]


def _deck(book: Rulebook, deck: Iterable[str | int]) -> tuple[Card, ...]:
    try:
        cards = tuple(Card(card) for card in deck)
        book.cards().check(cards)
    except (CardError, TypeError) as error:
        raise ValueError(
            f"the deck doesn't work: {error}. Give all {len(book.cards())} cards, top card first"
        ) from None
    return cards


def check_render_mode(mode: str | None) -> None:
    """Refuse a render mode that the environments don't have."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"{mode!r} isn't a render mode. Use {', '.join(RENDER_MODES)}, or None to render nothing")
