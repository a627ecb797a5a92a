"""Turn data into a PDF: the only module that uses Typst, the font and QR codes. Does not depend on sheets or events.

The data goes to the templates as JSON, so that nothing people write is read as markup. The same data gives the same
bytes, as no clock is used. If our font lacks a letter of a name, the system's fonts are used.

All three are loaded for the first sheet, so that a server starts without them.
"""

from __future__ import annotations

import io
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bowerbird.extras import needs

if TYPE_CHECKING:
    import typst

__all__ = ["code", "forget", "pdf"]

_TEMPLATES = Path(__file__).parent / "typst"
#: Typst remembers what it has laid out for this many documents more.
_REMEMBERED: Final = 11


def pdf(document: bytes) -> bytes:
    """Render a document, which is given as JSON, as a PDF that a screen reader can read (PDF/UA)."""
    with needs("paper"):
        import typst

    try:
        return _pressed(document, accessible=True)
    except typst.TypstError as error:
        if "could not be displayed" not in error.message:
            raise
        # PDF/UA requires a glyph for every letter, and no installed font may have one.
        return _pressed(document, accessible=False)


def _pressed(document: bytes, *, accessible: bool) -> bytes:
    import typst

    made = typst.compile(
        _TEMPLATES / "main.typ",
        root=_TEMPLATES,
        font_paths=_fonts(borrowed=not accessible),
        ignore_system_fonts=accessible,
        format="pdf",
        sys_inputs={"document": document.decode()},
        pdf_standards=["ua-1"] if accessible else [],
    )
    assert isinstance(made, bytes)
    return made


def forget() -> None:
    """Let Typst drop what it remembers of earlier documents. Its memory can then be used for the next one."""
    import typst

    for _ in range(_REMEMBERED):
        typst.compile(b"", font_paths=_no_fonts(), ignore_system_fonts=True, format="svg")


@cache
def _no_fonts() -> typst.Fonts:
    import typst

    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False)


@cache
def _fonts(*, borrowed: bool) -> typst.Fonts:
    with needs("paper"):
        import font_source_sans_pro
        import typst

    return typst.Fonts(include_system_fonts=borrowed, font_paths=[font_source_sans_pro.font_directory])


@lru_cache(maxsize=2048)
def code(link: str) -> str:
    """The QR code of a link as an SVG picture; empty without a link."""
    if not link:
        return ""
    with needs("paper"):
        import segno

    picture = io.BytesIO()
    segno.make_qr(link, error="m").save(picture, kind="svg", xmldecl=False, border=2, light="white")
    return picture.getvalue().decode()
