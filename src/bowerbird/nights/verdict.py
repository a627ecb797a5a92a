"""What became of each line of a night: it holds, it differs, or the program cannot express it."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

__all__ = ["Finding", "Report", "Verdict"]

Verdict: TypeAlias = Literal["holds", "differs", "not expressible"]


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One expected line, or a fact that was refused. `found` is what the program has instead, or the reason."""

    line: int
    verdict: Verdict
    kind: str
    expected: str
    found: str = ""
    because: str = ""


class Report(msgspec.Struct, frozen=True):
    """One night with all its findings."""

    night: str
    findings: tuple[Finding, ...]

    @property
    def holds(self) -> bool:
        """True if every line holds."""
        return all(finding.verdict == "holds" for finding in self.findings)

    def count(self, verdict: Verdict) -> int:
        """The number of findings with this verdict."""
        return sum(finding.verdict == verdict for finding in self.findings)
