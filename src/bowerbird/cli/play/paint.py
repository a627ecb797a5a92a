"""Colours, and cards drawn with characters. Does not depend on the game.

Every pair of colours used for text is named here, so that a test can check its contrast.
"""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import Final

from rich.style import Style
from rich.text import Text

from bowerbird.cards import NO_TRUMP, Card, Suit, Trump, left_bower, right_bower

__all__ = [
    "BIG_SIGNS",
    "CARD_WIDTH",
    "PAIRS",
    "SMALL_CARD",
    "Canvas",
    "card_word",
    "paint_back",
    "paint_card",
    "paint_number",
    "style",
]

NIGHT, DUSK, STRAW, PAPER, INK = "#12203a", "#24365a", "#efe6d0", "#fffdf7", "#191919"
BLUE, LEAF, RUST, HONEY, RED = "#2456c7", "#2c7a4b", "#b3372b", "#c98a1b", "#c1272d"
_SHADE, _RED_IN_SHADE = "#b9b19c", "#7d1218"

#: Pairs of colours for text, as (letters, background).
PAIRS: Final[dict[str, tuple[str, str]]] = {
    "table": (STRAW, NIGHT),
    "quiet": ("#b4b9c6", NIGHT),
    "loud": (PAPER, NIGHT),
    "bar": (STRAW, DUSK),
    "yours": (PAPER, BLUE),
    "chosen": (BLUE, PAPER),
    "barred": (STRAW, DUSK),
    "black": (INK, PAPER),
    "red": (RED, PAPER),
    "black in shade": (INK, _SHADE),
    "red in shade": (_RED_IN_SHADE, _SHADE),
    "back": ("#6b5f42", STRAW),
    "won": (PAPER, LEAF),
    "waiting": ("#f0b849", NIGHT),
}

CARD_WIDTH: Final = 10
#: A card in a small window: its corner, and a mark on a bower.
SMALL_CARD: Final = 7
_JOKER_SIGN: Final = "★"

#: Large trump symbols, four rows each.
BIG_SIGNS: Final[dict[Trump, tuple[str, ...]]] = {
    Suit.CLUBS: ("   ▟██▙   ", " ▄▄▜██▛▄▄ ", "▐███▙▟███▌", " ▀▀▗██▖▀▀ "),
    Suit.DIAMONDS: ("    ▟▙    ", "  ▟████▙  ", "  ▜████▛  ", "    ▜▛    "),
    Suit.HEARTS: (" ▟██▙▟██▙ ", " ████████ ", "  ▜████▛  ", "    ▜▛    "),
    Suit.SPADES: ("    ▟▙    ", "  ▟████▙  ", " ▟██████▙ ", " ▝▀▗██▖▀▘ "),
    NO_TRUMP: ("          ", "    NO    ", "  TRUMP   ", "          "),
}

_DIGITS: Final = (
    ("┏━┓", "┃ ┃", "┗━┛"),
    (" ╺┓", "  ┃", "  ╹"),
    ("╺━┓", "┏━┛", "┗━╸"),
    ("╺━┓", "╺━┫", "╺━┛"),
    ("╻ ╻", "┗━┫", "  ╹"),
    ("┏━╸", "┗━┓", "╺━┛"),
    ("┏━╸", "┣━┓", "┗━┛"),
    ("╺━┓", "  ┃", "  ╹"),
    ("┏━┓", "┣━┫", "┗━┛"),
    ("┏━┓", "┗━┫", "╺━┛"),
)


def style(pair: str, bold: bool = False) -> Style:
    """The style of a pair."""
    letters, ground = PAIRS[pair]
    return Style(color=letters, bgcolor=ground, bold=bold)


class Canvas:
    """A grid of characters to draw on. Anything outside its edges is clipped."""

    def __init__(self, width: int, height: int, ground: str = "table") -> None:
        """Start empty."""
        self.width, self.height = max(0, width), max(0, height)
        self._cells = [[(" ", style(ground))] * self.width for _ in range(self.height)]

    def put(self, x: int, y: int, text: str, look: Style) -> None:
        """Write text from a position."""
        if 0 <= y < self.height:
            for place, letter in enumerate(text, start=x):
                if 0 <= place < self.width:
                    self._cells[y][place] = (letter, look)

    def put_centred(self, middle: int, y: int, text: str, look: Style) -> None:
        """Write text centred on a column, moved to fit."""
        start = max(0, min(middle - len(text) // 2, self.width - len(text)))
        self.put(start, y, text, look)

    def text(self) -> Text:
        """The canvas as text for the terminal."""
        whole = Text(no_wrap=True, end="")
        for number, row in enumerate(self._cells):
            if number:
                whole.append("\n")
            for look, run in groupby(row, key=itemgetter(1)):
                whole.append("".join(letter for letter, _ in run), look)
        return whole


def card_word(card: Card) -> str:
    """The word for the suit on a card."""
    return "joker" if card.is_joker else card.suit.word


def _ribbon(card: Card, trump: Trump) -> str:
    if card == right_bower(trump):
        return "R"
    return "L" if card == left_bower(trump) else ""


def paint_card(
    canvas: Canvas,
    x: int,
    y: int,
    card: Card,
    trump: Trump = NO_TRUMP,
    height: int = 5,
    shade: bool = False,
    width: int = CARD_WIDTH,
) -> None:
    """Draw a card face up: rank and symbol in the corner, its suit as a word if there is room, a mark on the bowers."""
    colour = "red" if not card.is_joker and card.suit.is_red else "black"
    pair = f"{colour} in shade" if shade else colour
    plain, bold = style(pair), style(pair, bold=True)
    for row in range(height):
        canvas.put(x, y + row, " " * width, plain)
    corner = _JOKER_SIGN if card.is_joker else card.sign
    canvas.put(x + 1, y, corner, bold)
    ribbon = _ribbon(card, trump)
    if ribbon:
        canvas.put(x + width - 3, y, f" {ribbon} ", style("barred" if shade else "yours", bold=True))
    if height >= 4:
        sign = _JOKER_SIGN if card.is_joker else card.suit.sign
        canvas.put_centred(x + width // 2, y + height // 2, sign, bold)
    if width < CARD_WIDTH:
        return
    word = card_word(card)
    canvas.put(x + CARD_WIDTH - 1 - len(word), y + height - 1, word, plain)


def paint_back(canvas: Canvas, x: int, y: int, height: int = 5, width: int = CARD_WIDTH) -> None:
    """Draw the back of a card."""
    for row in range(height):
        canvas.put(x, y + row, ("╲╱" if row % 2 else "╱╲") * (width // 2), style("back"))


def paint_number(canvas: Canvas, x: int, y: int, number: int, look: Style) -> None:
    """Draw a number three rows high."""
    for place, digit in enumerate(str(number)):
        for row, line in enumerate(_DIGITS[int(digit)]):
            canvas.put(x + 4 * place, y + row, line, look)
