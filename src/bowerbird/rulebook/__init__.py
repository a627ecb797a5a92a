"""The rules as data: the books of the five clubs, the plain game, and house rules by difference."""

from bowerbird.rulebook.clauses import Clause, clause, clauses
from bowerbird.rulebook.load import RulebookError, book_names, load_rulebook, read_rulebook
from bowerbird.rulebook.model import Rulebook, RulesNamed

__all__ = [
    "Clause",
    "Rulebook",
    "RulebookError",
    "RulesNamed",
    "book_names",
    "clause",
    "clauses",
    "load_rulebook",
    "read_rulebook",
]
