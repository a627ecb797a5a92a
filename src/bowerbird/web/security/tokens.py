"""The tokens of a limit: a burst that is there at first, and a rate at which it comes back.

A limit that protects secrets, or what is kept for good, is the same for all workers of a machine: a caller who reaches
several of them gets it once. Their tokens are in a small file that all of them map into memory, so counting one takes
some microseconds and no database. The file forgets: if too many callers are counted at once, those that have used the
least are as new. It is private, and gone when the server stops. A worker keeps it open, so counting goes on even if
somebody tidies up its folder, or there are too many open files.
"""

from __future__ import annotations

import mmap
import secrets
import struct
import weakref
from hashlib import blake2b
from pathlib import Path
from typing import Final, Protocol

from bowerbird.machine import locked_file, locked_folder, replace_file

__all__ = ["OwnTokens", "SharedCounts", "Tokens"]

#: A caller in the file: a digest of who it is, and when all of its tokens are back, by the machine's steady clock.
_SLOT: Final = struct.Struct("<Qd")
#: The slots in which a caller may be found, and how many such sets there are: a megabyte for 65,536 callers.
_SLOTS_A_SET: Final = 8
_SETS: Final = 8192
_SET_BYTES: Final = _SLOTS_A_SET * _SLOT.size
#: The key of the digests, so that nobody can choose who shares a set with whom.
_KEY_BYTES: Final = 32
_FILE_BYTES: Final = _KEY_BYTES + _SETS * _SET_BYTES
_FILE: Final = "limits"


class Tokens(Protocol):
    """The tokens of one caller. Times are in seconds."""

    def left(self, now: float) -> float:
        """How many there are now."""
        ...

    def take(self, now: float) -> bool:
        """Take one. False if there is none."""
        ...

    def give_back(self, now: float) -> None:
        """Put one back."""
        ...


class OwnTokens:
    """Tokens in the memory of this process."""

    __slots__ = ("_burst", "_left", "_rate", "_then")

    def __init__(self, limit: tuple[float, float], now: float) -> None:
        """Start with all of them."""
        self._burst, self._rate = limit
        self._left = self._burst
        self._then = now

    def left(self, now: float) -> float:
        """How many there are now."""
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now
        return self._left

    def take(self, now: float) -> bool:
        """Take one. False if there is none."""
        if self.left(now) < 1:
            return False
        self._left -= 1
        return True

    def give_back(self, now: float) -> None:
        """Put one back."""
        self._left = min(self._burst, self.left(now) + 1)


class SharedCounts:
    """The file in which the workers of a machine count."""

    def __init__(self, folder: Path) -> None:
        """Use the file in this folder, which only the workers can open. The first one makes it."""
        path = folder / _FILE
        with locked_folder(folder):
            if not path.exists():
                replace_file(path, secrets.token_bytes(_KEY_BYTES) + bytes(_FILE_BYTES - _KEY_BYTES))
            self._file = path.open("r+b")
        weakref.finalize(self, self._file.close)
        self._memory = mmap.mmap(self._file.fileno(), _FILE_BYTES)
        self._key = bytes(self._memory[:_KEY_BYTES])

    def tokens(self, name: str, limit: tuple[float, float]) -> Tokens:
        """The tokens of a caller for a limit. The name says which caller, and which limit."""
        return _SharedTokens(self, name, limit)

    def take(self, name: str, limit: tuple[float, float], now: float, number: int) -> tuple[bool, float]:
        """Take so many of a caller's tokens, or put some back. Says if they were there, and how many are left."""
        burst, rate = limit
        digest = blake2b(name.encode(), key=self._key, digest_size=16).digest()
        base = _KEY_BYTES + int.from_bytes(digest[:8]) % _SETS * _SET_BYTES
        who = int.from_bytes(digest[8:])
        with locked_file(self._file.fileno()):
            at, full_at = self._find(base, who)
            left = burst - max(0.0, full_at - now) * rate
            if left < number:
                return False, left
            left = min(burst, left - number)
            if number:
                _SLOT.pack_into(self._memory, at, who, now + (burst - left) / rate)
            return True, left

    def _find(self, base: int, who: int) -> tuple[int, float]:
        """The place of a caller, and when its tokens are back. A new one gets the place that is back the soonest."""
        slots = [(base + at, *_SLOT.unpack_from(self._memory, base + at)) for at in range(0, _SET_BYTES, _SLOT.size)]
        for at, known, full_at in slots:
            if known == who:
                return at, full_at
        return min(slots, key=lambda slot: slot[2])[0], 0.0


class _SharedTokens:
    __slots__ = ("_counts", "_limit", "_name")

    def __init__(self, counts: SharedCounts, name: str, limit: tuple[float, float]) -> None:
        self._counts, self._name, self._limit = counts, name, limit

    def left(self, now: float) -> float:
        """How many there are now, in all processes together."""
        return self._counts.take(self._name, self._limit, now, 0)[1]

    def take(self, now: float) -> bool:
        """Take one. False if there is none."""
        return self._counts.take(self._name, self._limit, now, 1)[0]

    def give_back(self, now: float) -> None:
        """Put one back."""
        self._counts.take(self._name, self._limit, now, -1)
