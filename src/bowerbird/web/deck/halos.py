"""What is behind the head of a court card: each suit has its own, so that hearts and diamonds differ at a glance."""

from __future__ import annotations

from collections.abc import Callable

from bowerbird.web.deck.palette import PAINT
from bowerbird.web.deck.pen import around, leaf

__all__ = ["fan", "halo"]


def halo(suit: str, x: float, y: float, paint: str) -> str:
    """Hearts: rays of the sun. Diamonds: lozenges. Spades: rings on water. Clubs: a wreath."""
    return _HALOS[suit](x, y, paint)


def _rays(x: float, y: float, paint: str) -> str:
    path = ""
    for ray in range(24):
        (ax, ay), (bx, by) = around(x, y, 190, ray * 15 - 3.75), around(x, y, 190, ray * 15 + 3.75)
        path += f"M{x:g} {y:g}L{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}Z"
    return f'<path d="{path}" fill="{paint}"/>'


def _lozenges(x: float, y: float, paint: str) -> str:
    path = "".join(f"M{x:g} {y - r * 1.25:g}L{x + r:g} {y:g}L{x:g} {y + r * 1.25:g}L{x - r:g} {y:g}Z" for r in _STEPS)
    return f'<path d="{path}" fill="none" stroke="{paint}" stroke-width="9"/>'


def _rings(x: float, y: float, paint: str) -> str:
    circles = "".join(f'<circle cx="{x:g}" cy="{y:g}" r="{r}"/>' for r in _STEPS)
    return f'<g fill="none" stroke="{paint}" stroke-width="9">{circles}</g>'


def _wreath(x: float, y: float, paint: str) -> str:
    drawn = ""
    for place in range(14):
        drawn += leaf(x, y, place * 360 / 14, 40, 86, 13, paint) + leaf(
            x, y, (place + 0.5) * 360 / 14, 72, 122, 15, paint
        )
    return drawn


_STEPS = (44, 64, 84, 104, 124, 144)
_HALOS: dict[str, Callable[[float, float, str], str]] = {"h": _rays, "d": _lozenges, "s": _rings, "c": _wreath}


def fan(suit: str, x: float, y: float, paint: str) -> str:
    """The jewelled fan behind a queen of the birds, with an edge for each suit."""
    edge = jewels = ribs = ""
    for place in range(13):
        degrees = place * 20 - 120
        edge += _EDGES[suit](x, y, degrees, PAINT["gold"] if place % 2 else PAINT["sand"])
        (jx, jy), (rx, ry) = around(x, y, 66, degrees), around(x, y, 52, degrees)
        jewels += f'<circle cx="{jx:.1f}" cy="{jy:.1f}" r="7.5" fill="{PAINT["blue"] if place % 2 else paint}"/>'
        ribs += f"M{x:g} {y:g}L{rx:.1f} {ry:.1f}"
    ground = f'<circle cx="{x:g}" cy="{y:g}" r="68" fill="{PAINT["paper"]}"/>'
    return f'{edge}{ground}<path d="{ribs}" stroke="{PAINT["sand"]}" stroke-width="5"/>{jewels}'


def _scallop(x: float, y: float, degrees: float, paint: str) -> str:
    cx, cy = around(x, y, 68, degrees)
    return f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="17" fill="{paint}"/>'


def _point(x: float, y: float, degrees: float, paint: str) -> str:
    return f'<path d="M-15-56 0-94 15-56Z" fill="{paint}" transform="translate({x:g} {y:g}) rotate({degrees:g})"/>'


def _feather(x: float, y: float, degrees: float, paint: str) -> str:
    return leaf(x, y, degrees, 40, 96, 19, paint)


def _trefoil(x: float, y: float, degrees: float, paint: str) -> str:
    circles = "".join(f'<circle cx="{cx}" cy="{cy}" r="8"/>' for cx, cy in ((0, -86), (-8, -74), (8, -74)))
    return f'<g fill="{paint}" transform="translate({x:g} {y:g}) rotate({degrees:g})">{circles}</g>'


_EDGES: dict[str, Callable[[float, float, float, str], str]] = {
    "h": _scallop,
    "d": _point,
    "s": _feather,
    "c": _trefoil,
}
