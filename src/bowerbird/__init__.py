"""Bowerbird: euchre by the book.

    >>> from bowerbird import Card, Table
    >>> Card("Jh").word
    'jack of hearts'
    >>> Table("alberta").book.title
    'Alberta 55 Plus'

The rooms of the house: `cards`, `seats`, `rulebook`, `table`, `notation`, `kernel`, `players`, `event`.
"""

from bowerbird.cards import Card, Pack, Rank, Suit
from bowerbird.rulebook import Rulebook, RulebookError, book_names, load_rulebook, read_rulebook
from bowerbird.seats import Seat, Side
from bowerbird.table import IllegalAction, InvalidAction, Table

__all__ = [
    "Card",
    "IllegalAction",
    "InvalidAction",
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
__version__ = "0.1.0"
