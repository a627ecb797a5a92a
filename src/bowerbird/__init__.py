"""Euchre by the written rules of real clubs: the names that most programs need.

Everything else is imported from its own module, such as `bowerbird.table` or `bowerbird.players`. A name is imported
when it is first used, so `import bowerbird` takes next to no time.

Examples:
    >>> from bowerbird import Card, Table
    >>> Card("Jh").word
    'jack of hearts'
    >>> Table("alberta").book.title
    'Alberta 55 Plus'
"""

from importlib import import_module

TYPE_CHECKING = False  # type checkers take it for that of typing, which takes longer to import than everything here
if TYPE_CHECKING:
    from bowerbird.cards import Card, Pack, Rank, Suit
    from bowerbird.errors import BowerbirdError
    from bowerbird.rulebook import Rulebook, RulebookError, book_names, load_rulebook, read_rulebook
    from bowerbird.seats import Seat, Side
    from bowerbird.table import IllegalActionError, InvalidActionError, Table

__all__ = [
    "BowerbirdError",
    "Card",
    "IllegalActionError",
    "InvalidActionError",
    "Pack",
    "Rank",
    "Rulebook",
    "RulebookError",
    "Seat",
    "Side",
    "Suit",
    "Table",
    "book_names",
    "load_rulebook",
    "read_rulebook",
]
__version__ = "0.2.0"

_ROOMS = {
    "cards": ("Card", "Pack", "Rank", "Suit"),
    "errors": ("BowerbirdError",),
    "rulebook": ("Rulebook", "RulebookError", "book_names", "load_rulebook", "read_rulebook"),
    "seats": ("Seat", "Side"),
    "table": ("IllegalActionError", "InvalidActionError", "Table"),
}


def __getattr__(name: str) -> object:
    for room, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(f"bowerbird.{room}"), name)
    raise AttributeError(f"bowerbird has no {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
