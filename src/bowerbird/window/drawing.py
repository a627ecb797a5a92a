"""Pictures that the window draws itself: smooth corners for buttons, and QR codes. As PNG, without a library."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from functools import cache

import segno

__all__ = ["png", "qr_code", "rounded"]

Colour = tuple[int, int, int]

#: How many dots across and down are looked at for each dot on the edge of a corner.
_FINE = 4


def colour(text: str) -> Colour:
    """A colour from its usual form, as `#2456c7`."""
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue


def png(width: int, rows: Iterable[bytes]) -> bytes:
    """A picture of rows of three bytes for each dot."""
    lines = [b"\0" + row for row in rows]
    head = struct.pack(">IIBBBBB", width, len(lines), 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(b"".join(lines), 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )


@cache
def rounded(width: int, height: int, radius: int, fill: str, ground: str, edge: str = "", line: int = 0) -> bytes:
    """A rectangle with round corners on a ground, with a line of another colour around it."""
    inside, outside, border = colour(fill), colour(ground), colour(edge or fill)
    rows: list[bytes] = []
    for y in range((height + 1) // 2):
        near = y < max(radius, line)
        reach = max(radius, line)
        left = [_mixed(x, y, radius, line, inside, outside, border) for x in range(reach)]
        middle = bytes(border if y < line else inside) * (width - 2 * reach)
        if not near:
            middle = bytes(inside) * (width - 2 * reach)
        rows.append(b"".join(left) + middle + b"".join(reversed(left)))
    return png(width, rows + rows[: height // 2][::-1])


def _mixed(x: int, y: int, radius: int, line: int, inside: Colour, outside: Colour, border: Colour) -> bytes:
    """The colour of a dot near the corner at the top left."""
    seen = [
        _at(x + (column + 0.5) / _FINE, y + (row + 0.5) / _FINE, radius, line, inside, outside, border)
        for row in range(_FINE)
        for column in range(_FINE)
    ]
    return bytes(round(sum(each[part] for each in seen) / len(seen)) for part in range(3))


def _at(x: float, y: float, radius: int, line: int, inside: Colour, outside: Colour, border: Colour) -> Colour:
    if x < radius and y < radius:
        away = ((radius - x) ** 2 + (radius - y) ** 2) ** 0.5
        return outside if away > radius else border if away > radius - line else inside
    return border if x < line or y < line else inside


@cache
def qr_code(text: str, size: int, ink: str, ground: str) -> bytes:
    """A QR code of about this size in dots, with the quiet zone that readers need."""
    dark, light = bytes(colour(ink)), bytes(colour(ground))
    code = [list(row) for row in segno.make_qr(text, error="m").matrix_iter(border=3)]
    scale = max(1, size // len(code))
    rows = [b"".join((dark if dot else light) * scale for dot in row) for row in code]
    return png(len(code) * scale, [row for row in rows for _ in range(scale)])
