"""The colours of the drawings. Where a page may choose, they are CSS variables."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

__all__ = ["BEAK", "BIRD", "EDGE", "FIELD", "GROUND", "PAINT", "SUIT", "SUITS"]

#: The letters of the suits as in the names of cards.
SuitLetter: TypeAlias = Literal["h", "d", "s", "c"]
SUITS: Final = "hdsc"

_RED: Final = "#c1272d"
_INK: Final = "#191919"
_NIGHT: Final = "#12203a"
_BLUE: Final = "#2456c7"

EDGE: Final = "var(--card-edge,#8d8570)"
#: The field behind the figures of the courts.
FIELD: Final = "var(--card-field,#f8f1df)"

#: The colour of each suit, and the ground of its jack in the bird deck: dark suits stand on night.
SUIT: Final = {
    "h": f"var(--suit-h,{_RED})",
    "d": f"var(--suit-d,{_RED})",
    "s": f"var(--suit-s,{_INK})",
    "c": f"var(--suit-c,{_INK})",
}
GROUND: Final = {
    "h": SUIT["h"],
    "d": SUIT["d"],
    "s": f"var(--ground-s,{_NIGHT})",
    "c": f"var(--ground-c,{_NIGHT})",
}
#: Body and wing of the bowerbird. On a blue ground, where diamonds have a colour of their own, the two change places.
BIRD: Final = dict.fromkeys(SUITS, (_BLUE, _NIGHT)) | {
    "d": (f"var(--bowerbird-d,{_BLUE})", f"var(--bowerbird-wing-d,{_NIGHT})")
}
#: The bill of a queen: the flamingos' is golden, the black swans' is red.
BEAK: Final = {"h": "#e3a531", "d": "#e3a531", "s": "#b3372b", "c": "#b3372b"}

#: The paints that drawings use by name.
PAINT: Final = {
    "night": _NIGHT,
    "straw": "#efe6d0",
    "paper": "var(--card,#fffdf7)",
    "ink": _INK,
    "blue": _BLUE,
    "honey": "#c98a1b",
    "gold": "#e3a531",
    "rust": "#b3372b",
    "skin": "#fff6e6",
    "shade": "#f0d9b4",
    "sky": "#8fb0f2",
    "sand": "var(--card-sand,#e8d9b0)",
    "field": FIELD,
}
