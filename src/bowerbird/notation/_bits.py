"""Numbers of any width in bits, one after the other, the highest bit first."""

from __future__ import annotations

from bowerbird.notation.egn import EgnError

__all__ = ["BitReader", "BitWriter", "width_for"]


def width_for(choices: int) -> int:
    """The bits that a number below `choices` needs."""
    return (choices - 1).bit_length() if choices > 1 else 0


class BitWriter:
    """Bits that are written."""

    def __init__(self) -> None:
        """Start with none."""
        self._number = 0
        self._length = 0

    def write(self, value: int, width: int) -> None:
        """Write a number."""
        assert 0 <= value < 1 << width, "the caller checks what has room"
        self._number = self._number << width | value
        self._length += width

    def data(self) -> bytes:
        """All bits, filled up with zeros to whole bytes."""
        missing = -self._length % 8
        return (self._number << missing).to_bytes((self._length + missing) // 8, "big")


class BitReader:
    """Bits that are read."""

    def __init__(self, data: bytes) -> None:
        """Read from the start."""
        self._data = data
        self._place = 0

    def read(self, width: int) -> int:
        """The next number. Raises `EgnError` if there aren't that many bits."""
        end = self._place + width
        if end > 8 * len(self._data):
            raise EgnError("a packed deal can't be read: it ends too early")
        first, last = self._place // 8, -(-end // 8)
        number = int.from_bytes(self._data[first:last], "big") >> (8 * last - end)
        self._place = end
        return number & (1 << width) - 1

    def flag(self) -> bool:
        """The next bit."""
        return bool(self.read(1))

    def ends_here(self) -> bool:
        """Read to the end: true if nothing was left but zeros to the end of a byte."""
        left = 8 * len(self._data) - self._place
        return left < 8 and not self.read(left)
