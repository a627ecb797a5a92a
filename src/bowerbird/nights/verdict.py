"""What became of each line of a night: it holds, it differs, or the program cannot express it."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

__all__ = ["Finding", "Report", "Verdict"]

#: `not expressible` means that the program has no request for the line.
Verdict: TypeAlias = Literal["holds", "differs", "not expressible"]


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a night: what it expects, and what the program has."""

    #: Its number in the text.
    line: int
    verdict: Verdict
    #: What it is about, such as `standings`.
    kind: str
    expected: str
    #: What the program has instead, or why the line was refused.
    found: str = ""
    #: The text's own reason, such as a clause.
    because: str = ""


class Report(msgspec.Struct, frozen=True):
    """One night with all its findings."""

    #: Its name.
    night: str
    findings: tuple[Finding, ...]

    @property
    def holds(self) -> bool:
        """True if every line holds."""
        return all(finding.verdict == "holds" for finding in self.findings)

    def count(self, verdict: Verdict) -> int:
        """The number of findings with this verdict."""
        return sum(finding.verdict == verdict for finding in self.findings)
