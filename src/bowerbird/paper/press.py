"""Turn data into a PDF: the only module that uses Typst, the font and QR codes. Does not depend on sheets or events.

The data goes to the templates as JSON, so that nothing people write is read as markup. The same data gives the same
bytes, as no clock is used. If our font lacks a letter of a name, the system's fonts are used.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, assert_never

import font_source_sans_pro
import msgspec
import segno
import typst

from bowerbird.paper.blocks import Block, Cards, Certificates, Document, Grid, Lines, Page, Part, Roll, Slips, Tents

__all__ = ["HEAVIEST", "code", "pdf", "weight"]

_TEMPLATES = Path(__file__).parent / "typst"
#: The heaviest document that is printed in one go takes about a gigabyte of memory.
HEAVIEST: Final = 90_000
#: What a piece of paper weighs besides its tables, by its type.
_CARD, _SLIP, _TENT, _CERTIFICATE = 10, 16, 45, 45
#: A line of a list to write on is measured and then drawn.
_MEASURED = 4


def pdf(document: Document) -> bytes:
    """Render the document as a PDF that a screen reader can read (PDF/UA)."""
    try:
        return _pressed(document, accessible=True)
    except typst.TypstError as error:
        if "could not be displayed" not in error.message:
            raise
        # PDF/UA requires a glyph for every letter, and no installed font may have one.
        return _pressed(document, accessible=False)


def weight(document: Document) -> int:
    """How much memory a document takes while it is laid out, in cells of a table, each of some 13 kB."""
    return sum(_weight_of(part) for part in document.parts)


def _weight_of(part: Part) -> int:
    match part:
        case Page():
            return _tables(part.blocks)
        case Cards():
            return sum(_CARD + _tables(card.blocks) for card in part.cards)
        case Slips():
            return _SLIP * len(part.slips)
        case Tents():
            return _TENT * len(part.tents)
        case Certificates():
            return _CERTIFICATE * len(part.certificates)
    assert_never(part)


def _tables(blocks: Iterable[Block]) -> int:
    return sum(len(table.rows) * _wide(table) for table in blocks if isinstance(table, Grid | Lines | Roll))


def _wide(table: Grid | Lines | Roll) -> int:
    """The cells of a row; those that are measured first count several times."""
    return len(table.columns) * (1 if isinstance(table, Grid) else _MEASURED)


def _pressed(document: Document, *, accessible: bool) -> bytes:
    made = typst.compile(
        _TEMPLATES / "main.typ",
        root=_TEMPLATES,
        font_paths=_fonts(borrowed=not accessible),
        ignore_system_fonts=accessible,
        format="pdf",
        sys_inputs={"document": msgspec.json.encode(document).decode()},
        pdf_standards=["ua-1"] if accessible else [],
    )
    assert isinstance(made, bytes)
    return made


@cache
def _fonts(*, borrowed: bool) -> typst.Fonts:
    return typst.Fonts(include_system_fonts=borrowed, font_paths=[font_source_sans_pro.font_directory])


@lru_cache(maxsize=2048)
def code(link: str) -> str:
    """The QR code of a link as an SVG picture; empty without a link."""
    if not link:
        return ""
    picture = io.BytesIO()
    segno.make_qr(link, error="m").save(picture, kind="svg", xmldecl=False, border=2, light="white")
    return picture.getvalue().decode()
