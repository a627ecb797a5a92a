"""Whole nights as plain text: what people did, line by line, and what must follow, with the clause behind it.

`read_night` reads the text and `run_night` takes it through the same requests as the desk. The format is described in
docs/nights.md.
"""

from bowerbird.nights.run import run_night
from bowerbird.nights.text import Night, NightError, read_night
from bowerbird.nights.verdict import Finding, Report, Verdict

__all__ = ["Finding", "Night", "NightError", "Report", "Verdict", "read_night", "run_night"]
