"""Small pieces of SVG that every drawing needs. A card is 250 by 350."""

from __future__ import annotations

from math import cos, radians, sin

__all__ = ["around", "clipped", "leaf", "pip", "placed", "turned", "twice", "used"]


def placed(inside: str, *, x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> str:
    """A drawing around zero, put somewhere else."""
    rotate = f" rotate({turn:g})" if turn else ""
    size = f" scale({scale:.3g})" if scale != 1 else ""
    return f'<g transform="translate({x:g} {y:g}){rotate}{size}">{inside}</g>'


def used(name: str, attributes: str = "") -> str:
    """What is drawn elsewhere in the file."""
    return f'<use href="#{name}"{attributes}/>'


def pip(suit: str, x: float, y: float, size: float, fill: str, turn: int = 0) -> str:
    """The sign of a suit, with its middle here."""
    rotate = f" rotate({turn})" if turn else ""
    place = f"translate({x:g} {y:g}){rotate} scale({size / 100:g})"
    return used(f"pip-{suit}", f' transform="{place}" fill="{fill}"')


def turned(inside: str) -> str:
    """The same, upside down on the card."""
    return f'<g transform="rotate(180 125 175)">{inside}</g>'


def twice(inside: str) -> str:
    """For the person who sits here, and for the one opposite."""
    return inside + turned(inside)


def clipped(inside: str, by: str) -> str:
    """Only what lies in a shape."""
    return f'<g clip-path="url(#{by})">{inside}</g>'


def around(x: float, y: float, radius: float, degrees: float) -> tuple[float, float]:
    """A point on a circle; zero degrees is the top."""
    return x + radius * sin(radians(degrees)), y - radius * cos(radians(degrees))


def leaf(x: float, y: float, degrees: float, inner: float, outer: float, width: float, fill: str) -> str:
    """A leaf or a feather that points away from a place."""
    widest = (inner + outer) / 2 + (outer - inner) * 0.12
    shoulder = outer - 8
    path = (
        f"M0 {-inner:g}C{-width:g} {-widest:.4g} {-width * 0.8:g} {-shoulder:g} 0 {-outer:g}"
        f"C{width * 0.8:g} {-shoulder:g} {width:g} {-widest:.4g} 0 {-inner:g}Z"
    )
    return f'<path d="{path}" fill="{fill}" transform="translate({x:g} {y:g}) rotate({degrees:g})"/>'
