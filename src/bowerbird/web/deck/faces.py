"""What a deck is made of, and the parts that all decks share: indices, pips, ribbons, backs and the joker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bowerbird.web.deck.drawings import Drawings
from bowerbird.web.deck.palette import EDGE, PAINT, SUIT, SUITS
from bowerbird.web.deck.pen import clipped, pip, placed, twice, used

__all__ = ["COURTS", "RANKS", "RIBBON", "Deck", "back", "court", "joker", "large", "large_joker", "numeral"]

#: The ranks of the longest pack, and of the cards that keep the score.
RANKS: Final = "789TJQKA"
MARKERS: Final = "235"
COURTS: Final = "JQK"

#: The box of the ribbon on a bower, beside the index: left, top, width and height. The page draws it.
RIBBON: Final = (75, 0, 36, 52)

_COMMON: Final = Drawings("common")
_WORD_LETTERS: Final = 19  # the width of one


@dataclass(frozen=True)
class Deck:
    """How a deck is drawn. A figure is one half of a court card; `large_figure` puts it into a narrow column."""

    name: str
    drawings: Drawings
    rank_height: float  # of the box that a rank is drawn in
    rank_width: float
    panel: str  # the frame of the court cards: keeps clear of both indices
    half: str  # the upper half of the panel
    figure: Callable[[str, str], str]
    ground: Callable[[str, str], str]
    frame: Callable[[str], str]  # the line around the panel
    sash: Callable[[str, str], str]
    ace: Callable[[str], str]
    large_figure: Callable[[str], str]  # the transform for a rank

    def definitions(self) -> str:
        """Shapes that the cards refer to."""
        clips = {"deck-panel": self.panel, "deck-half": self.half, **_CLIPS}
        drawn = "".join(f'<clipPath id="{name}"><path d="{path}"/></clipPath>' for name, path in clips.items())
        for suit in SUITS:
            drawn += f'<g id="pip-{suit}">{self.drawings[f"pip-{suit}"]}</g>'
            drawn += "".join(f'<g id="figure-{rank}{suit}">{self.figure(rank, suit)}</g>' for rank in COURTS)
        lines = f'stroke-width="{self.rank_width}" stroke-linejoin="bevel"'
        for rank in MARKERS + RANKS:
            drawn += f'<g id="rank-{rank}" {lines}>{self.drawings[f"rank-{rank}"]}</g>'
        return drawn + f'<g id="deck-star">{_COMMON["star"]}</g>'

    def rank(self, rank: str, middle: float, top: float, height: float, paint: str) -> str:
        """A rank as strokes: no font is needed."""
        scale = height / self.rank_height
        place = f"translate({middle - 23 * scale:.4g} {top:g}) scale({scale:.3g})"
        return used(f"rank-{rank}", f' transform="{place}" fill="none" stroke="{paint}"')


_COLUMN: Final = "M84 14H166V336H84Z"
_CLIPS: Final = {
    "deck-column": _COLUMN,
    "deck-column-half": "M60 0H190V165L60 185Z",
    "deck-back-half": "M12 12H238V176H12Z",
    "deck-joker": "M26 14H224Q236 14 236 26V324Q236 336 224 336H26Q14 336 14 324V26Q14 14 26 14Z",
}


def _blank() -> str:
    paper = PAINT["paper"]
    return f'<rect x="1" y="1" width="248" height="348" rx="17" fill="{paper}" stroke="{EDGE}" stroke-width="2"/>'


def _index(deck: Deck, rank: str, suit: str) -> str:
    return deck.rank(rank, 38, 15, 64, SUIT[suit]) + pip(suit, 38, 105, 48, SUIT[suit])


#: The places of the pips, in the upper half and on the middle line; the lower half mirrors the upper one.
_ROWS: Final[dict[str, tuple[int, tuple[tuple[int, int], ...]]]] = {
    "2": (60, ((125, 72),)),
    "3": (60, ((125, 72), (125, 175))),
    "5": (54, ((92, 72), (158, 72), (125, 175))),
    "7": (46, ((92, 58), (158, 58), (92, 175), (158, 175))),
    "8": (46, ((92, 58), (158, 58), (92, 175), (158, 175), (125, 116))),
    "9": (46, ((92, 58), (158, 58), (92, 136), (158, 136), (125, 175))),
    "T": (46, ((92, 58), (158, 58), (92, 136), (158, 136), (125, 97))),
}


def _pips(rank: str, suit: str) -> str:
    size, places = _ROWS[rank]
    drawn = "".join(pip(suit, x, y, size, SUIT[suit]) for x, y in places)
    drawn += "".join(pip(suit, x, 350 - y, size, SUIT[suit], 180) for x, y in places if y < 175)
    return drawn + (pip(suit, 125, 116, size, SUIT[suit]) if rank == "7" else "")


def numeral(deck: Deck, rank: str, suit: str) -> str:
    """A card with pips, or the ace with its great one."""
    middle = deck.ace(suit) if rank == "A" else _pips(rank, suit)
    return _blank() + middle + twice(_index(deck, rank, suit))


def court(deck: Deck, rank: str, suit: str) -> str:
    """A double-headed king, queen or jack."""
    half = clipped(used(f"figure-{rank}{suit}"), "deck-half")
    panel = f'<path d="{deck.panel}" fill="{deck.ground(rank, suit)}"/>'
    inside = clipped(twice(half) + deck.sash(rank, suit), "deck-panel")
    return _blank() + panel + inside + deck.frame(suit) + twice(_index(deck, rank, suit))


def large(deck: Deck, rank: str, suit: str) -> str:
    """The same card with large indices in all four corners."""
    paint = SUIT[suit]
    corners = "".join(deck.rank(rank, x, 18, 84, paint) + pip(suit, x, 133, 50, paint) for x in (43, 207))
    if rank not in COURTS:
        return _blank() + twice(corners) + pip(suit, 125, 175, 92, paint)
    figure = f'<g transform="{deck.large_figure(rank)}">{used(f"figure-{rank}{suit}")}</g>'
    column = f'<path d="{_COLUMN}" '
    inside = clipped(
        twice(clipped(figure, "deck-column-half")) + placed(_band(), x=125, y=175, turn=-8.7), "deck-column"
    )
    ground = f'{column}fill="{deck.ground(rank, suit)}"/>'
    return _blank() + ground + inside + f'{column}fill="none" stroke="{paint}" stroke-width="3.6"/>' + twice(corners)


def _band() -> str:
    straw, gold = PAINT["straw"], PAINT["gold"]
    return (
        f'<rect x="-70" y="-9" width="140" height="18" fill="{straw}"/>'
        f'<rect x="-70" y="-5.5" width="140" height="11" fill="{gold}"/>'
    )


def back() -> str:
    """The bower, straw on night, with its blue treasure."""
    half = clipped(_COMMON.filled("back-half"), "deck-back-half")
    ground = (
        f'<rect x="1" y="1" width="248" height="348" rx="17" fill="{PAINT["straw"]}" stroke="{EDGE}" stroke-width="2"/>'
        f'<rect x="12" y="12" width="226" height="326" rx="9" fill="{PAINT["night"]}"/>'
    )
    return ground + twice(half) + _COMMON.filled("back-middle")


def _word(word: str, x: float, top: float) -> str:
    """A word from top to bottom."""
    letters = "".join(
        placed(
            f'<g transform="scale(1 .66)">{_COMMON[f"letter-{letter}"]}</g>', x=x - _WORD_LETTERS / 2, y=top + row * 23
        )
        for row, letter in enumerate(word)
    )
    return f'<g fill="none" stroke="{PAINT["ink"]}" stroke-width="5.5">{letters}</g>'


def _bowerbird(benny: bool) -> str:
    hat = "benny-crown" if benny else "joker-cap"
    bower = _COMMON.filled("joker-bower", "joker-bird", hat, "joker-treasures")
    return clipped(bower, "deck-joker")


def joker(word: str) -> str:
    """The bowerbird in its bower; as the benny it wears a crown."""
    column = f'<path d="M10 10H66V208Q66 220 54 220H10Z" fill="{PAINT["paper"]}"/>'
    star = used("deck-star", f' transform="translate(37 46) scale(.54)" fill="{PAINT["blue"]}"')
    return _blank() + _bowerbird(word == "BENNY") + column + star + _word(word, 37, 84)


def large_joker(word: str) -> str:
    """The joker with its star in all four corners."""
    star = "".join(
        used("deck-star", f' transform="translate({x} 52) scale(.72)" fill="{PAINT["blue"]}"') for x in (46, 204)
    )
    bird = f'<g transform="translate(50 71) scale(.6)">{_bowerbird(word == "BENNY")}</g>'
    return _blank() + bird + twice(star) + twice(_word(word, 28, 96))
