"""Put cards and birds from the pages' own drawings together as pictures of their own."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

__all__ = ["bird", "table"]

_DECKS = Path(__file__).parents[2] / "src" / "bowerbird" / "web" / "static" / "table" / "decks"
_SVG = "http://www.w3.org/2000/svg"

ElementTree.register_namespace("", _SVG)


def bird(name: str) -> str:
    """The portrait of a bird."""
    return _picture("portraits.svg", "0 0 100 100", f'<use href="#bird-{name}"/>')


def table() -> str:
    """Five cards on the cloth, trump in front: a hand that goes alone."""
    hand = ("As", "Kh", "Ah", "Jd", "Jh")
    middle = len(hand) // 2
    turned = {card: 14 * (place - middle) for place, card in enumerate(hand)}
    cards = "".join(
        f'<use href="#card-{card}" transform="translate(395 470) rotate({degrees}) translate(-125 -400)"/>'
        for card, degrees in turned.items()
    )
    shade = '<filter id="shade" x="-20%" y="-20%" width="140%" height="140%">'
    shade += '<feDropShadow dx="0" dy="5" stdDeviation="7" flood-color="#060c18" flood-opacity="0.5"/></filter>'
    cards = cards.replace("<use ", '<use filter="url(#shade)" ')
    return _picture("birds.svg", "40 20 710 480", cards, shade)


def _picture(file: str, box: str, drawn: str, extra: str = "") -> str:
    """A picture with the definitions that it uses, and no others."""
    sprite = ElementTree.fromstring((_DECKS / file).read_text("utf-8"))
    every = {part.attrib["id"]: part for part in sprite[0] if "id" in part.attrib}
    wanted: dict[str, str] = {}

    def add(text: str) -> None:
        for id in re.findall(r"#([\w-]+)", text):
            if id in every and id not in wanted:
                wanted[id] = ElementTree.tostring(every[id], "unicode")
                add(wanted[id])

    add(drawn)
    definitions = extra + "".join(wanted[id] for id in every if id in wanted)
    return f'<svg xmlns="{_SVG}" viewBox="{box}"><defs>{definitions}</defs>{drawn}</svg>\n'
