"""Write the files of drawings that pages use: `static/table/decks/`. Run it with `make write`."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Final

from bowerbird.web.deck.birds import BIRDS
from bowerbird.web.deck.classic import CLASSIC, robes
from bowerbird.web.deck.drawings import Drawings
from bowerbird.web.deck.faces import COURTS, MARKERS, RANKS, Deck, back, court, joker, large, large_joker, numeral
from bowerbird.web.deck.palette import SUITS

__all__ = ["EDITIONS", "FOLDER", "JOKERS", "editions", "files"]

FOLDER: Final = Path(__file__).parents[1] / "static" / "table" / "decks"

#: The script that tells pages which edition of each file to fetch.
EDITIONS: Final = FOLDER.with_name("deck-editions.js")

#: The joker by the names that it has on the card.
JOKERS: Final = {"B": "JOKER", "benny": "BENNY"}


def files() -> dict[str, str]:
    """The text of each file, by its name."""
    return {
        "classic.svg": _sprite(robes() + _cards(CLASSIC)),
        "birds.svg": _sprite(_cards(BIRDS)),
        "portraits.svg": _sprite(_portraits()),
    }


def editions(texts: dict[str, str]) -> str:
    """The script of these files: browsers keep a file for good, and fetch it again once it has changed."""
    lines = "".join(
        f'  {name.removesuffix(".svg")}: "{sha256(text.encode()).hexdigest()[:8]}",\n' for name, text in texts.items()
    )
    return (
        "// Written by `make write`: the edition of each file of drawings.\n\n"
        f"/** @type {{Record<string, string>}} */\nexport const EDITIONS = {{\n{lines}}};\n"
    )


def _sprite(definitions: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"><defs>{definitions}</defs></svg>\n'


def _cards(deck: Deck) -> str:
    drawn = {"card-back": back()}
    for suit in SUITS:
        for rank in RANKS:
            drawn[f"card-{rank}{suit}"] = (court if rank in COURTS else numeral)(deck, rank, suit)
            drawn[f"large-{rank}{suit}"] = large(deck, rank, suit)
        for rank in MARKERS:
            drawn[f"card-{rank}{suit}"] = numeral(deck, rank, suit)
    for name, word in JOKERS.items():
        drawn[f"card-{name}"], drawn[f"large-{name}"] = joker(word), large_joker(word)
    return deck.definitions() + "".join(f'\n<g id="{name}">{card}</g>' for name, card in drawn.items())


def _portraits() -> str:
    drawings = Drawings("portraits")
    circle = '<clipPath id="portrait-circle"><circle cx="50" cy="50" r="50"/></clipPath>'
    return circle + "".join(
        f'\n<g id="bird-{name}" clip-path="url(#portrait-circle)">{drawings.filled(name)}</g>' for name in drawings
    )


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    drawn = files()
    for name, text in drawn.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    EDITIONS.write_text(editions(drawn), encoding="utf-8")
