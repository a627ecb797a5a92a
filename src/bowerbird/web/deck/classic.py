"""The classic deck: kings, queens, and jacks with a plume and a blue treasure."""

from __future__ import annotations

from typing import Final

from bowerbird.web.deck.drawings import Drawings
from bowerbird.web.deck.faces import Deck
from bowerbird.web.deck.halos import halo
from bowerbird.web.deck.palette import FIELD, PAINT, SUIT, SUITS
from bowerbird.web.deck.pen import around, pip, placed

__all__ = ["CLASSIC", "robes"]

_DRAWINGS: Final = Drawings("classic")
_PANEL: Final = (
    "M80 14H226Q236 14 236 24V218H186Q178 218 178 226V326Q178 336 168 336H24Q14 336 14 326V132H64Q72 132 72 124V22"
    "Q72 14 80 14Z"
)
_DARK_SHINE: Final = "#8d8570"

#: The hair of each court, hearts to clubs.
_HAIR: Final = {
    "K": {"h": "gold", "d": "paper", "s": "ink", "c": "ink"},
    "Q": {"h": "gold", "d": "ink", "s": "ink", "c": "gold"},
    "J": {"h": "gold", "d": "ink", "s": "ink", "c": "gold"},
}
#: The size of a pattern's tile, and how it is turned.
_TILES: Final = {"h": (24, 24, 0), "d": (22, 30, 0), "s": (20, 20, 32), "c": (26, 26, 0)}


def robes() -> str:
    """The cloth of each suit: scales, lozenges, stripes and roundels; golden, and blue for the jacks."""
    return "".join(_robe(suit, accent) for suit in SUITS for accent in ("gold", "blue"))


def _robe(suit: str, accent: str) -> str:
    width, height, turn = _TILES[suit]
    rotate = f' patternTransform="rotate({turn})"' if turn else ""
    cloth = _DRAWINGS.filled(f"robe-{suit}", suit=SUIT[suit], accent=PAINT[accent])
    return (
        f'<pattern id="robe-{suit}-{accent}" width="{width}" height="{height}" patternUnits="userSpaceOnUse"{rotate}>'
        f"{cloth}</pattern>"
    )


def _figure(rank: str, suit: str) -> str:
    return halo(suit, 150, 88, PAINT["sand"]) + _FIGURES[rank](suit)


def _painted(rank: str, suit: str, *names: str) -> str:
    hair = _HAIR[rank][suit]
    paints = {
        "s": suit,
        "suit": SUIT[suit],
        "robe": f"robe-{suit}-{'blue' if rank == 'J' else 'gold'}",
        "hair": PAINT[hair],
        "shine": _DARK_SHINE if hair == "ink" else PAINT["ink"],
        "mouth": PAINT["ink"] if suit in "hd" else PAINT["paper"],
        "lips": "#c1272d" if suit in "hd" else PAINT["ink"],
    }
    return _DRAWINGS.filled(*names, **paints)


def _king(suit: str) -> str:
    parts = ("robe", "hair", "face", f"beard-{suit}", "mouth", "crown", "sceptre")
    return _painted("K", suit, *(f"king-{part}" for part in parts))


def _queen(suit: str) -> str:
    parts = ("robe", f"hair-{suit}", "neck", "face", f"locks-{suit}", "diadem", "flower")
    return _painted("Q", suit, *(f"queen-{part}" for part in parts))


def _jack(suit: str) -> str:
    head = _painted("J", suit, f"jack-hair-{suit}", "jack-face", "jack-lock", "jack-ruff", f"jack-cap-{suit}")
    brim = _painted("J", suit, "jack-brim")
    return (
        _painted("J", suit, "jack-robe")
        + placed(head, x=7, y=3)
        + _painted("J", suit, f"jack-plume-{suit}")
        + placed(brim, x=7, y=3)
        + _painted("J", suit, "jack-treasure")
    )


_FIGURES: Final = {"K": _king, "Q": _queen, "J": _jack}


def _sash(rank: str, suit: str) -> str:
    ink = PAINT["ink"]
    cloth = PAINT["straw" if rank == "J" else "gold"]
    band = f'<rect x="-130" y="-11" width="260" height="22" fill="{cloth}" stroke="{ink}" stroke-width="3.2"/>'
    places = range(-96, 97, 24)
    if rank == "J":
        beads = "".join(f'<circle cx="{x}" r="5.5"/>' for x in places)
        beads = f'<g fill="{PAINT["blue"]}" stroke="{ink}" stroke-width="2">{beads}</g>'
    else:
        paints = (SUIT[suit], PAINT["paper"])
        beads = "".join(
            f'<path d="M{x}-6 {x + 5.5} 0 {x} 6 {x - 5.5} 0Z" fill="{paints[number % 2]}"/>'
            for number, x in enumerate(places)
        )
        beads = f'<g stroke="{ink}" stroke-width="1.5">{beads}</g>'
    return placed(band + beads, x=125, y=175, turn=-12.26)


def _frame(suit: str) -> str:
    return f'<path d="{_PANEL}" fill="none" stroke="{SUIT[suit]}" stroke-width="3.6"/>'


def _rays() -> str:
    """Straw above and below the great pip, with two treasures each."""
    rays = treasures = ""
    for turn in (0, 180):
        for ray in range(-3, 4):
            (ax, ay), (bx, by) = (
                around(0, 0, 94, turn + ray * 11.5),
                around(0, 0, 106 + 10 * (ray % 2 == 0), turn + ray * 11.5),
            )
            rays += f"M{125 + ax:.1f} {175 + ay * 1.08:.1f}L{125 + bx:.1f} {175 + by * 1.08:.1f}"
        for ray in (-1, 1):
            x, y = around(0, 0, 118, turn + ray * 11.5)
            treasures += f'<circle cx="{125 + x:.1f}" cy="{175 + y * 1.08:.1f}" r="4.5" fill="{PAINT["blue"]}"/>'
    return f'<path d="{rays}" stroke="{PAINT["honey"]}" stroke-width="4.5" stroke-linecap="round"/>{treasures}'


#: The middle of the inner line and of the feather, in each great pip.
_LINE_AT: Final = {"h": 172, "d": 175, "s": 178, "c": 173}
_FEATHER_AT: Final = {"h": 168, "d": 172, "s": 176, "c": 170}


def _ace(suit: str) -> str:
    paper = PAINT["paper"]
    line = pip(suit, 125, _LINE_AT[suit], 118, "none").replace("/>", f' stroke="{paper}" stroke-width="3"/>')
    feather = _DRAWINGS.filled("ace-feather", suit=SUIT[suit])
    return _rays() + pip(suit, 125, 175, 148, SUIT[suit]) + line + placed(feather, x=125, y=_FEATHER_AT[suit])


def _large_figure(rank: str) -> str:
    return "translate(27 53) scale(.69)" if rank == "J" else "translate(-4 20) scale(.86)"


CLASSIC: Final = Deck(
    name="classic",
    drawings=_DRAWINGS,
    rank_height=66,
    rank_width=10,
    panel=_PANEL,
    half="M72 14H240V150L10 200V132H72Z",
    figure=_figure,
    ground=lambda rank, suit: FIELD,
    frame=_frame,
    sash=_sash,
    ace=_ace,
    large_figure=_large_figure,
)
