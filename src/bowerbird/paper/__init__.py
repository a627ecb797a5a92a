"""Print slips, cards, lists and sheets of an event as PDF, on letter or A4. Needs no server.

`print_sheet` is all that most programs need. A server prints a very long sheet in several processes: `start` prints its
beginning, `press` the pieces that are left, and `finish` joins them.

Examples:
    >>> import random
    >>> from bowerbird import load_rulebook, paper
    >>> from bowerbird.event.simulate import simulate
    >>> event, _ = simulate(load_rulebook("national"), players=8, rounds=2, chance=random.Random(1))
    >>> paper.print_sheet("standings", event, size="a4")[:5]
    b'%PDF-'
"""

from bowerbird.paper.errors import PaperError
from bowerbird.paper.job import Season
from bowerbird.paper.links import Links
from bowerbird.paper.printing import SIZES, TOGETHER, WHATS, Started, finish, press, print_sheet, sheets_for, start

__all__ = [
    "SIZES",
    "TOGETHER",
    "WHATS",
    "Links",
    "PaperError",
    "Season",
    "Started",
    "finish",
    "press",
    "print_sheet",
    "sheets_for",
    "start",
]
