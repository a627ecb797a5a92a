"""How well one colour can be read on another."""

from __future__ import annotations

__all__ = ["contrast"]


def contrast(one: str, other: str) -> float:
    """The ratio of their luminances, as the guidelines for web content define it: 4.5 or more can be read."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
