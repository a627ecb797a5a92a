"""The rules as data: the books of the clubs, the plain game, and house rules by difference."""

from bowerbird.rulebook.clauses import Clause, clause, clauses
from bowerbird.rulebook.load import (
    RulebookError,
    TooMuchToReadError,
    book_names,
    load_rulebook,
    read_house_rules,
    read_rulebook,
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
]
