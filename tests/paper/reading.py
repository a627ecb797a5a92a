"""Reading paper back: the words on a page, where they stand, how large they are, and the QR codes a phone would see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from ctypes import c_float
from functools import cached_property
from typing import NamedTuple

import pypdfium2
import zxingcpp
from pypdfium2 import raw

from bowerbird.event import Event
from bowerbird.paper import Links

#: Long names may break anywhere; the sign that allows it is no letter of theirs.
_MAY_BREAK = "\u200b"
#: How the reader writes a hyphen at the end of a line.
_HYPHEN = re.compile(r"[\ufffe\x02]")

_HOST = "http://192.168.1.20:8000"


class Box(NamedTuple):
    """A run of text on a page, from the lower left corner."""

    left: float
    bottom: float
    right: float
    top: float


class Sheet:
    """A printed document."""

    def __init__(self, pdf: bytes) -> None:
        self.pdf = pdf
        self._document = pypdfium2.PdfDocument(pdf)

    def __len__(self) -> int:
        return len(self._document)

    @property
    def title(self) -> str:
        return str(self._document.get_metadata_value("Title"))

    @cached_property
    def words(self) -> str:
        """All that is written, on one line."""
        return " ".join(self.page(number) for number in range(len(self)))

    def page(self, number: int) -> str:
        """What is written on a page, on one line."""
        text = self._document[number].get_textpage().get_text_range()
        return " ".join(_HYPHEN.sub("-", text.replace(_MAY_BREAK, "")).split())

    def has(self, words: str) -> bool:
        """Whether these words stand somewhere; a line may end between or within them."""
        return _squeezed(words) in self._letters

    @cached_property
    def _letters(self) -> str:
        return _squeezed(self.words)

    def size(self, number: int = 0) -> tuple[float, float]:
        """Width and height of a page, in points."""
        width, height = self._document[number].get_size()
        return width, height

    def boxes(self, number: int) -> list[Box]:
        """Where the text of a page stands."""
        text = self._document[number].get_textpage()
        return [Box(*text.get_rect(place)) for place in range(text.count_rects())]

    def runs(self, number: int) -> list[tuple[Box, str]]:
        """Where the text of a page stands, with its words."""
        text = self._document[number].get_textpage()
        return [(box, text.get_text_bounded(*box).strip()) for box in self.boxes(number)]

    def overlapping(self) -> list[tuple[int, str, str]]:
        """Words that lie on top of each other: their boxes share more than the air around letters."""
        found = []
        for number in range(len(self)):
            runs = sorted(self.runs(number), key=lambda run: -run[0].top)
            for at, (one, words) in enumerate(runs):
                for other, others in runs[at + 1 :]:
                    if other.top <= one.bottom:
                        break
                    if _shared(one, other):
                        found.append((number, words, others))
        return found

    def smallest(self) -> float:
        """The smallest type in the document, in points."""
        return min(size for page in self._document for size in _sizes(page))

    def largest(self) -> float:
        """The largest type on the first page, in points."""
        return max(_sizes(self._document[0]))

    def codes(self, number: int) -> list[str]:
        """The links that a phone reads off a page."""
        picture = self._document[number].render(scale=2.5).to_numpy()
        # Only these: lines of text are taken for other kinds of codes now and then.
        wanted = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
        return [found.text for found in zxingcpp.read_barcodes(picture, formats=wanted)]

    def off_the_page(self) -> list[tuple[int, Box]]:
        """Text that a printer would lose: beyond the edge, or nearer to it than printers go."""
        edge = 14
        lost = []
        for number in range(len(self)):
            width, height = self.size(number)
            for box in self.boxes(number):
                if box.left < edge or box.bottom < edge or box.right > width - edge or box.top > height - edge:
                    lost.append((number, box))
        return lost


def _shared(one: Box, other: Box) -> bool:
    """Whether two boxes overlap by more than a sixth of the lower one's height, and sideways at all."""
    down = min(one.top, other.top) - max(one.bottom, other.bottom)
    across = min(one.right, other.right) - max(one.left, other.left)
    return across > 1 and down > min(one.top - one.bottom, other.top - other.bottom) / 6


def _squeezed(words: str) -> str:
    return "".join(words.split())


def _sizes(page: pypdfium2.PdfPage) -> Iterator[float]:
    for text in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=20):
        size = c_float()
        assert raw.FPDFTextObj_GetFontSize(text, size)
        yield size.value


def links_of(event: Event, tables: int = 20) -> Links:
    """Links as long as real ones."""
    seal = "0123456789abcdefghijkl"
    return Links(
        public=f"{_HOST}/standings/abcdefghij.v0..{seal}",
        sign_up=f"{_HOST}/sign-up/abcdefghij.s0..{seal}",
        tables={number: f"{_HOST}/table/abcdefghij.t0.{number}.{seal}" for number in range(1, tables + 1)},
        players={name: f"{_HOST}/p/abcdefghij.p0.{name.encode().hex()[:40]}.{seal}" for name in event.people},
        recovery="BCDF-GHJK-LMNP-QRST",
    )
