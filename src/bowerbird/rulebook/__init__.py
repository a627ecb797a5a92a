"""The rules as data: the clubs' rulebooks, the plain game, and house rules as differences from them."""

from bowerbird.rulebook.clauses import Clause, clause, clauses
from bowerbird.rulebook.load import (
    RulebookError,
    TooMuchToReadError,
    book_names,
    load_rulebook,
    read_house_rules,
    read_rulebook,
    with_settings,
)
from bowerbird.rulebook.model import Rulebook, RulesNamed

__all__ = [
    "Clause",
    "Rulebook",
    "RulebookError",
    "RulesNamed",
    "TooMuchToReadError",
    "book_names",
    "clause",
    "clauses",
    "load_rulebook",
    "read_house_rules",
    "read_rulebook",
    "with_settings",
]
