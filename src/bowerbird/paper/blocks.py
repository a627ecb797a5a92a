"""The parts of a printed document, and the blocks of a page. Data only, drawn by `typst/*.typ`.

Everything that people write is passed as plain strings, never as markup. Does not depend on events.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

__all__ = [
    "Block",
    "Boxes",
    "Card",
    "Cards",
    "Cell",
    "Certificate",
    "Certificates",
    "Code",
    "Column",
    "Document",
    "Grid",
    "Heading",
    "Lines",
    "Page",
    "Part",
    "Roll",
    "Rule",
    "Rules",
    "Signatures",
    "Slip",
    "Slips",
    "Steps",
    "Tent",
    "Tents",
    "Words",
]


class _Data(msgspec.Struct, frozen=True, kw_only=True, tag=str.lower):
    """Something that a template draws. Its name in lower case selects the template."""


# Blocks, one under the other on a page


class Heading(_Data, frozen=True):
    """A title within a sheet."""

    text: str


class Words(_Data, frozen=True):
    """A paragraph: `lead` is large and opens a sheet, `note` is grey."""

    text: str
    look: Literal["plain", "lead", "note"] = "plain"


class Column(msgspec.Struct, frozen=True):
    """A column of a table. A `share` of 0 fits its contents; otherwise it takes that many parts of the rest.

    A `heavy` column has a thick line before it.
    """

    title: str
    share: float = 0
    align: Literal["left", "center", "right"] = "left"
    heavy: bool = False


class Cell(msgspec.Struct, frozen=True):
    """A table cell with more than plain text: a second line, bold type, a shade.

    A cell that spans several `rows` has `None` below it.
    """

    text: str
    below: str = ""
    bold: bool = False
    shaded: bool = False
    rows: int = 1


class Grid(_Data, frozen=True):
    """A table. `height` is the minimum height of a row in points: rows that people write in need more.

    With a `group`, there is a thick line under every so many rows, so that the eye keeps to its own.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[str | Cell | None, ...], ...]
    height: float = 20
    lines: Literal["rows", "all"] = "rows"
    group: int = 0


class Lines(_Data, frozen=True):
    """A numbered list for people to continue: the known entries, and empty lines to the end of the page.

    There are at least `least` empty lines; none at all if that is 0. The list has `across` columns, and rows as high as
    one page allows. `before` is the number of entries in earlier parts of a long list.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[str | Cell | None, ...], ...]
    least: int
    across: Literal[1, 2] = 1
    before: int = 0


class Roll(_Data, frozen=True):
    """A list of names for the wall, on one page and in type as large as the page allows; two columns are bold.

    With `across` columns beside each other, each has an equal part of the rows.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    across: Literal[1, 2] = 1


class Steps(_Data, frozen=True):
    """A sentence and what follows from it, step by step."""

    text: str
    steps: tuple[str, ...]


class Boxes(_Data, frozen=True):
    """Things to tick off."""

    items: tuple[str, ...]


class Rule(msgspec.Struct, frozen=True):
    """A line of a rule sheet; with a value it is a row of a small table."""

    text: str
    value: str = ""
    clauses: tuple[str, ...] = ()


class Rules(_Data, frozen=True):
    """A part of a rule sheet."""

    title: str
    lines: tuple[Rule, ...]


class Code(_Data, frozen=True):
    """A QR code as an SVG picture, and what it leads to."""

    picture: str
    text: str


class Signatures(_Data, frozen=True):
    """Lines to sign on."""

    names: tuple[str, ...]


Block: TypeAlias = Heading | Words | Grid | Lines | Roll | Steps | Boxes | Rules | Code | Signatures


# Parts of a document, each beginning on a new page


class Page(_Data, frozen=True):
    """A sheet of as many pages as it needs, with a QR code beside the title. `narrow` margins leave more room.

    A very long sheet comes in several parts, each with its own pages: `part` of `parts`.
    """

    title: str
    blocks: tuple[Block, ...]
    landscape: bool = False
    narrow: bool = False
    columns: int = 1
    code: Code | None = None
    part: int = 1
    parts: int = 1


class Card(msgspec.Struct, frozen=True):
    """A score card: its owner, its contents, and a QR code if there is a link.

    A `tight` card has names that are too long for half a page.
    """

    title: str
    note: str
    blocks: tuple[Block, ...]
    code: str = ""
    tight: bool = False


class Cards(_Data, frozen=True):
    """Score cards, one or two per page, to cut apart."""

    title: str
    cards: tuple[Card, ...]
    per_page: Literal[1, 2] = 2


class Slip(msgspec.Struct, frozen=True, kw_only=True):
    """The seat of one person: `head` names the event and the round, `where` the table.

    A `tight` slip has names that may be too long for an eighth of a page.
    """

    head: str
    name: str
    where: str
    seat: str = ""
    partner: str = ""
    against: str = ""
    deals: bool = False
    note: str = ""
    code: str = ""
    tight: bool = False


class Slips(_Data, frozen=True):
    """Seat slips, eight per page, to cut apart; four where names are too long."""

    slips: tuple[Slip, ...]


class Tent(msgspec.Struct, frozen=True):
    """The folded card on a table: its number, and a QR code if there is a link."""

    number: int
    code: str = ""


class Tents(_Data, frozen=True):
    """Table cards, one per page. `says` is beside the code, and `note` under the number."""

    tents: tuple[Tent, ...]
    says: str
    note: str = ""


class Certificate(msgspec.Struct, frozen=True):
    """A winner's certificate."""

    place: int
    word: str
    name: str
    partner: str
    says: str


class Certificates(_Data, frozen=True):
    """Certificates, one per page."""

    certificates: tuple[Certificate, ...]


Part: TypeAlias = Page | Cards | Slips | Tents | Certificates


class Document(msgspec.Struct, frozen=True):
    """The contents of one PDF. `event` and `when` head every sheet, `head` small pieces of paper."""

    title: str
    paper: Literal["us-letter", "a4"]
    event: str
    when: str
    head: str
    parts: tuple[Part, ...]
