"""Reading drawings: named groups of SVG shapes in XML files, with `$name` for each colour to fill in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Template
from typing import Final
from xml.etree import ElementTree

from bowerbird.web.deck.palette import PAINT

__all__ = ["Drawings"]

#: An `outline` in a drawing: the one ink line of the classic figures.
_OUTLINE: Final = {"stroke": "$ink", "stroke-width": "3.2", "stroke-linejoin": "round", "stroke-linecap": "round"}


class Drawings(Mapping[str, str]):
    """The drawings of a file by name, as templates."""

    def __init__(self, name: str) -> None:
        """Read the file of this name."""
        root = ElementTree.parse(Path(__file__).with_name(f"{name}.xml")).getroot()
        self._texts = {drawing.attrib["id"]: _text(drawing) for drawing in root}

    def __getitem__(self, name: str) -> str:
        """The template of this name."""
        return self._texts[name]

    def __iter__(self) -> Iterator[str]:
        """The names, in the order of the file."""
        return iter(self._texts)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._texts)

    def filled(self, *names: str, **paints: str) -> str:
        """These drawings one over the other, painted."""
        return "".join(Template(self[name]).substitute(PAINT | paints) for name in names)


def _text(drawing: ElementTree.Element) -> str:
    for shape in drawing.iter():
        shape.text = shape.tail = None
        if shape.attrib.pop("outline", None) is not None:
            shape.attrib.update(_OUTLINE)
    return "".join(ElementTree.tostring(shape, encoding="unicode", short_empty_elements=True) for shape in drawing)
