"""Print slips, cards, lists and sheets of an event, as PDF on letter or A4. Does not depend on a server or a page.

>>> from bowerbird import paper
>>> paper.WHATS["slips"]
'Seat slips'
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
