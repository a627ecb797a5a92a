"""The settings that all environments share, and errors that say what to use instead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import index
from typing import Any, Final, Literal, SupportsIndex, TypeAlias, get_args
from warnings import warn

from bowerbird.cards import Card, CardError
from bowerbird.levels import LEVELS
from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.load import Rules
from bowerbird.seats import Seat

__all__ = [
    "AGENTS",
    "RENDER_MODES",
    "Mode",
    "Reward",
    "Rules",
    "Seed",
    "action_number",
    "check_bots",
    "check_render_mode",
    "check_settings",
    "count_of",
    "first_deal",
    "reset_needed",
    "seed_of",
]

#: An episode is one hand, or a whole game.
Mode: TypeAlias = Literal["hand", "game"]
#: The difference in points after each hand, or 1 and -1 for the winners and losers of a game.
Reward: TypeAlias = Literal["points", "win"]
#: A whole number of 0 or more, of Python or numpy. None gives other cards each time.
Seed: TypeAlias = SupportsIndex | None

#: The names of the agents: their seats, from North.
AGENTS: Final = tuple(seat.word.lower() for seat in Seat)


#: Text that `render` returns, and text that is printed after everything that happens.
RENDER_MODES: Final = ("ansi", "human")


def seed_of(seed: object) -> int | None:
    """The seed as an integer of Python. None stays None."""
    if seed is None:
        return None
    number = _integer(seed)
    if number is None or number < 0:
        raise ValueError(f"the seed {seed!r} doesn't work. Use a whole number of 0 or more, or None for a random one")
    return number


def count_of(count: object, even: bool) -> int:
    """The number of tables as an integer of Python."""
    number = _integer(count)
    if number is None or number < 1 or (even and number % 2):
        raise ValueError(f"{count!r} tables don't work. Use one or more, and an even number with duplicate=True")
    return number


def action_number(action: object) -> int:
    """The action as an integer of Python, legal or not."""
    number = _integer(action)
    if number is None:
        raise ValueError(f"the action {action!r} isn't an integer. Use the place of a 1 in the action mask")
    return number


def _integer(value: Any) -> int | None:
    """A whole number of Python or numpy. None for anything else: 2.5, "4" and True are mistakes."""
    try:
        return None if isinstance(value, bool) else index(value)
    except TypeError:
        return None


def check_bots(*names: object, compiled: Iterable[str] = ()) -> None:
    """Refuse bots that aren't given by name. The levels and classes are looked up where the bots are made."""
    for name in names:
        if not isinstance(name, str):
            known = ", ".join(dict.fromkeys((*compiled, *LEVELS)))
            raise ValueError(f"{name!r} isn't the name of a bot. Use {known}, or module:Class for your own")


def reset_needed(has_ended: bool) -> RuntimeError:
    """The error for everything that needs an episode in progress."""
    if has_ended:
        return RuntimeError("the episode has ended. Call reset to start the next one")
    return RuntimeError("no cards have been dealt. Call reset first")


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
    if not isinstance(options, Mapping | None):
        raise ValueError(f"the options {options!r} don't work. Use a dict with dealer and deck, or None")
    given = dict(options or {})
    dealer, deck = given.pop("dealer", None), given.pop("deck", None)
    if given:
        # PettingZoo's own tests send options that no environment has, so this can't be an error.
        warn(f"reset has no option {', '.join(map(str, given))}: it has dealer and deck", stacklevel=4)
    return _dealer(dealer), None if deck is None else _deck(book, deck)


def _dealer(dealer: object) -> Seat | None:
    if dealer is None or isinstance(dealer, Seat):
        return dealer
    if not isinstance(dealer, str) or dealer not in Seat.__members__:
        raise ValueError(f"the dealer {dealer!r} isn't a seat. Use {', '.join(Seat.__members__)}")
    return Seat[dealer]


def _deck(book: Rulebook, deck: Iterable[str | int]) -> tuple[Card, ...]:
    try:
        cards = tuple(Card(card) for card in deck)
        book.cards().check(cards)
    except (CardError, TypeError) as error:
        wrong = error if isinstance(error, CardError) else f"{deck!r} isn't a list of cards"
        raise ValueError(
            f"the deck doesn't work: {wrong}. Give all {len(book.cards())} cards, top card first"
        ) from None
    return cards


def check_render_mode(mode: str | None) -> None:
    """Refuse a render mode that the environments don't have."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"{mode!r} isn't a render mode. Use {', '.join(RENDER_MODES)}, or None to render nothing")
