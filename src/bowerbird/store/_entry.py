"""One fact, as the log gives it."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Entry"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One fact in its stream."""

    stream: str
    seq: int
    at: int
    body: bytes

    @property
    def is_erased(self) -> bool:
        """True if this takes the place of everything before it in the stream, which its person has had erased."""
        return not self.body
