"""The bird deck: eagles, swans and flamingos, and the bowerbird in its bower as the jack."""

from __future__ import annotations

from typing import Final

from bowerbird.web.deck.drawings import Drawings
from bowerbird.web.deck.faces import Deck
from bowerbird.web.deck.halos import fan, halo
from bowerbird.web.deck.palette import BEAK, BIRD, GROUND, PAINT, SUIT
from bowerbird.web.deck.pen import leaf, pip, placed

__all__ = ["BIRDS"]

_DRAWINGS: Final = Drawings("birds")
_PANEL: Final = (
    "M86 14H222Q236 14 236 28V202Q236 212 226 212H184Q174 212 174 222V326Q174 336 164 336H28Q14 336 14 322V148"
    "Q14 138 24 138H66Q76 138 76 128V24Q76 14 86 14Z"
)


def _painted(name: str, suit: str) -> str:
    body, wing = BIRD[suit]
    paints = {
        "s": suit,
        "suit": SUIT[suit],
        "ground": GROUND[suit],
        "beak": BEAK[suit],
        "body": body,
        "wing": wing,
        "treasure": body,
    }
    return _DRAWINGS.filled(name, **paints)


def _figure(rank: str, suit: str) -> str:
    if rank == "K":
        return halo(suit, 158, 96, PAINT["sand"]) + _painted("king", suit)
    if rank == "Q":
        return fan(suit, 158, 104, SUIT[suit]) + _painted("queen-body", suit) + _wing() + _painted("queen", suit)
    return halo(suit, 152, 108, PAINT["gold"]) + _painted("jack", suit)


def _wing() -> str:
    """A folded wing of feathers, raised a little behind the neck."""
    feathers = ((84, 104, "gold"), (98, 108, "paper"), (112, 104, "gold"))
    return "".join(leaf(128, 150, turn, 22, reach, 14, PAINT[paint]) for turn, reach, paint in feathers)


def _sash(rank: str, suit: str) -> str:
    if rank == "J":
        band = _band(11, GROUND[suit], 8, PAINT["straw"])
        beads = "".join(f'<circle cx="{x}" r="5.6"/>' for x in range(-115, 116, 23))
        return placed(f'{band}<g fill="{PAINT["blue"]}">{beads}</g>', x=125, y=175, turn=-15.64)
    if rank == "Q":
        signs = "".join(pip(suit, x, 0, 12, PAINT["paper"]) for x in range(-120, 121, 20))
        return placed(_band(9, PAINT["paper"], 6, PAINT["blue"]) + signs, x=125, y=175, turn=-15.64)
    cloth, sign = (PAINT["night"], PAINT["paper"]) if suit in "hd" else (PAINT["honey"], PAINT["ink"])
    signs = "".join(pip(suit, x, 0, 13, sign) for x in range(-110, 111, 22))
    return placed(_band(9, PAINT["paper"], 6, cloth) + signs, x=125, y=175, turn=-15.64)


def _band(outer: float, edge: str, inner: float, cloth: str) -> str:
    return (
        f'<rect x="-140" y="{-outer:g}" width="280" height="{outer * 2:g}" fill="{edge}"/>'
        f'<rect x="-140" y="{-inner:g}" width="280" height="{inner * 2:g}" fill="{cloth}"/>'
    )


_FEATHER_AT: Final = {"h": 167, "d": 175, "s": 183, "c": 179}


def _ace(suit: str) -> str:
    feather = _DRAWINGS.filled("ace-feather", suit=SUIT[suit])
    return pip(suit, 125, 175, 164, SUIT[suit]) + placed(feather, x=125, y=_FEATHER_AT[suit])


def _ground(rank: str, suit: str) -> str:
    return GROUND[suit] if rank == "J" else PAINT["straw"]


def _large_figure(rank: str) -> str:
    return {"K": "translate(20 26) scale(.72)", "Q": "translate(25 22) scale(.74)", "J": "translate(18 28) scale(.7)"}[
        rank
    ]


BIRDS: Final = Deck(
    name="birds",
    drawings=_DRAWINGS,
    rank_height=62,
    rank_width=10.5,
    panel=_PANEL,
    half="M-5-5H255V138.6L-5 211.4Z",
    figure=_figure,
    ground=_ground,
    frame=lambda suit: "",
    sash=_sash,
    ace=_ace,
    large_figure=_large_figure,
)
