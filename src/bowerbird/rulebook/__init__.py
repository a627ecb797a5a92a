"""The rules as data: the rulebooks of clubs, the plain game, and house rules, which say what differs from one of them.

Examples:
    >>> from bowerbird.rulebook import load_rulebook, read_rulebook
    >>> load_rulebook("trailer-estates").auction.stick_the_dealer
    True
    >>> ours = read_rulebook('based_on = "alberta"\\n[game]\\npoints = 7')
    >>> ours.game.points
    7
"""

from bowerbird.rulebook.clauses import Clause, UnknownClauseError, clause, clauses
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
    "UnknownClauseError",
    "book_names",
    "clause",
    "clauses",
    "load_rulebook",
    "read_house_rules",
    "read_rulebook",
    "with_settings",
]
