"""Reports about people at public tables, for the owner of the server: `bowerbird reports` lists them.

Each person's reports are in a stream of their own, `reports:<person>`, so that nobody can crowd out the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from bowerbird.clock import Now
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.notebook import Note, Notebook
from bowerbird.store import Log

__all__ = ["WORDS", "Reason", "Report", "ReportListed", "Reports"]

#: What can be reported. What somebody typed is not kept: there is no free text between strangers here.
Reason: TypeAlias = Literal["name", "stalls", "helps the other side", "signals", "other"]
#: The reasons for the owner to read.
WORDS: Final[dict[Reason, str]] = {
    "name": "offensive name",
    "stalls": "holds up the game",
    "helps the other side": "plays to lose",
    "signals": "signals the partner",
    "other": "something else",
}
#: Reports of one person in a day.
_A_DAY_LONG: Final = 24 * 3_600_000
_IN_A_DAY: Final = 5
_PREFIX: Final = "reports:"


class Report(msgspec.Struct, frozen=True):
    """Somebody at a public table reports another person there."""

    by: str
    by_name: str
    person: str
    name: Annotated[str, msgspec.Meta(max_length=80)]
    table: str
    reason: Reason


class ReportListed(msgspec.Struct, frozen=True):
    """A report for the owner of the server, with its time in milliseconds."""

    at: int
    name: str
    reason: Reason
    table: str
    by_name: str
    person: str
    by: str


class Reports:
    """The reports that people have made."""

    def __init__(self, log: Log, clock: Now) -> None:
        """Use the server's log."""
        self._log = log
        self._clock = clock
        self._notes: Notebook[Report] = Notebook(log, clock, Report, _IN_A_DAY)

    async def add(self, report: Report) -> None:
        """Keep a report, unless this person has made too many today. The same one again is kept once."""
        now = self._clock()

        def judge(notes: Sequence[Note[Report]]) -> list[Report]:
            if any(note.what == report for note in notes):
                return []
            if len(notes) == _IN_A_DAY and now - notes[0].at < _A_DAY_LONG:
                raise NotAllowedError("You have made five reports today. You can still block people.")
            return [report]

        await self._notes.add(f"{_PREFIX}{report.by}", judge)

    async def all(self) -> list[ReportListed]:
        """All reports, newest first."""
        found = []
        for stream in await self._log.streams(_PREFIX):
            for entry in await self._log.read(stream):
                told = msgspec.json.decode(entry.body, type=Report)
                found.append(
                    ReportListed(entry.at, told.name, told.reason, told.table, told.by_name, told.person, told.by)
                )
        return sorted(found, key=lambda each: -each.at)
