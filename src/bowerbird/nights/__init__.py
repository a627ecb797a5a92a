"""Whole events as plain text: what people did, line by line, and what must follow, with the clause behind it.

`read_night` reads the text, and `run_night` takes it through the same requests as the director's desk. docs/nights.md
describes the format.

Examples:
    >>> from bowerbird.nights import read_night, run_night
    >>> night = read_night('''
    ... night: one table
    ... book: st-joe
    ... people:
    ...   Ann
    ...   Bob
    ...   Cal
    ...   Dee
    ... meeting 2026-06-01
    ... check-in all
    ... seat in order
    ... expect seating
    ...   table 1: Ann Bob Cal Dee
    ... because: STJ-X, by order of entry
    ... ''')
    >>> run_night(night).holds
    True
"""

from bowerbird.nights.run import run_night
from bowerbird.nights.text import Night, NightError, read_night
from bowerbird.nights.verdict import Finding, Report, Verdict

__all__ = ["Finding", "Night", "NightError", "Report", "Verdict", "read_night", "run_night"]
