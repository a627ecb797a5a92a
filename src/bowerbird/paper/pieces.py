"""Cut a document into pieces that are laid out one after the other, so that no event is too large for the memory.

Typst keeps everything that it has laid out until the document is finished: three thousand score cards took gigabytes.
Cards and slips are cut between two pages. A very long list comes in several parts, each with pages of its own, because
only the layout knows where a page of a list ends. Does not depend on Typst, sheets or events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Final, TypeVar, assert_never

from msgspec.structs import replace

from bowerbird.paper.blocks import (
    Block,
    Boxes,
    Card,
    Cards,
    Cell,
    Certificates,
    Code,
    Document,
    Grid,
    Heading,
    Lines,
    Page,
    Part,
    Roll,
    Rules,
    Signatures,
    Slip,
    Slips,
    Steps,
    Tents,
    Words,
)

__all__ = ["HEAVIEST", "pieces", "weight"]

#: The most that a piece weighs; a list may have twice as much before it is cut. A unit is a cell of a table and takes
#: 13 kB, so this is some 40 MB.
HEAVIEST: Final = 3_000
#: The weight of a page, a card and so on besides its tables.
_PAGE, _CARD, _SLIP, _TENT, _CERTIFICATE = 40, 10, 30, 45, 45
#: A cell of a list to write on is measured and then drawn.
_MEASURED = 4
#: What has names that may be too long is measured, which takes more than drawing it.
_TIGHT = 2.5
#: The letters of a text that weigh as much as a cell.
_LETTERS = 25
#: Slips on a page.
_SLIPS_TO_A_PAGE = 8

_Item = TypeVar("_Item")
_Rows = tuple[tuple[str | Cell | None, ...], ...]


def pieces(document: Document) -> Iterator[Document]:
    """The document in pieces, none of them too heavy. A small document is one piece."""
    some: list[Part] = []
    heavy = 0.0
    for cut in chain.from_iterable(map(_cut, document.parts)):
        more = weight(cut)
        if some and heavy + more > HEAVIEST:
            yield replace(document, parts=tuple(some))
            some, heavy = [], 0.0
        some.append(cut)
        heavy += more
    yield replace(document, parts=tuple(some))


def weight(part: Part) -> float:
    """How much memory a part takes while it is laid out."""
    match part:
        case Page():
            return _PAGE + sum(map(_block_weight, part.blocks))
        case Cards():
            return sum(map(_card_weight, part.cards))
        case Slips():
            return sum(map(_slip_weight, part.slips))
        case Tents():
            return _TENT * len(part.tents)
        case Certificates():
            return _CERTIFICATE * len(part.certificates)
    assert_never(part)


def _card_weight(card: Card) -> float:
    return (_CARD + sum(map(_block_weight, card.blocks))) * (_TIGHT if card.tight else 1)


def _slip_weight(slip: Slip) -> float:
    return _SLIP * (_TIGHT if slip.tight else 1)


def _block_weight(block: Block) -> float:
    match block:
        case Grid():
            return len(block.rows) * len(block.columns)
        case Lines() | Roll():
            # A part of a list without empty lines is drawn as it is.
            measured = 1 if isinstance(block, Lines) and not block.least else _MEASURED
            return len(block.rows) * len(block.columns) * measured
        case Words() | Heading() | Code():
            return 1 + len(block.text) / _LETTERS
        case Steps():
            return 2 + (len(block.text) + sum(map(len, block.steps))) / _LETTERS + len(block.steps)
        case Rules():
            return sum(2 + len(line.text) / _LETTERS for line in block.lines)
        case Boxes():
            return 2 * len(block.items)
        case Signatures():
            return len(block.names)
    assert_never(block)


def _cut(part: Part) -> Iterator[Part]:
    """The part, or several in its place."""
    match part:
        case Page():
            yield from _cut_page(part)
        case Cards():
            for cards in _groups(part.cards, _card_weight, part.per_page):
                yield replace(part, cards=cards)
        case Slips():
            for slips in _groups(part.slips, _slip_weight, _SLIPS_TO_A_PAGE):
                yield replace(part, slips=slips)
        case Tents():
            for tents in _groups(part.tents, lambda _: _TENT, 1):
                yield replace(part, tents=tents)
        case Certificates():
            for certificates in _groups(part.certificates, lambda _: _CERTIFICATE, 1):
                yield replace(part, certificates=certificates)
        case _:
            assert_never(part)


def _groups(items: Sequence[_Item], heavy: Callable[[_Item], float], together: int) -> Iterator[tuple[_Item, ...]]:
    """The items in groups that are light enough, so many `together` on a page."""
    some: list[_Item] = []
    total = 0.0
    for first in range(0, len(items), together):
        page = items[first : first + together]
        more = sum(map(heavy, page))
        if some and total + more > HEAVIEST:
            yield tuple(some)
            some, total = [], 0.0
        some += page
        total += more
    yield tuple(some)


def _cut_page(page: Page) -> Iterator[Page]:
    """The sheet, in several parts if it is really long: people like a list in one."""
    parts = list(_page_parts(page)) if weight(page) > 2 * HEAVIEST else [page.blocks]
    for number, blocks in enumerate(parts, 1):
        yield replace(page, blocks=blocks, part=number, parts=len(parts))


def _page_parts(page: Page) -> Iterator[tuple[Block, ...]]:
    """The blocks of each part. A heading goes with what follows it, and stands again where that goes on."""
    some: list[Block] = []
    waiting: list[Block] = []
    heading: list[Block] = []
    for block in page.blocks:
        if isinstance(block, Heading):
            waiting.append(block)
            heading = [block]
            continue
        for light in _light_blocks(block):
            goes_on = isinstance(light, Lines) and light.before > 0  # and fills columns of its own
            if some and (goes_on or _PAGE + sum(map(_block_weight, (*some, *waiting, light))) > HEAVIEST):
                yield tuple(some)
                some, waiting = [], waiting or heading
            some += [*waiting, light]
            waiting = []
    yield (*some, *waiting)


def _light_blocks(block: Block) -> Iterator[Block]:
    """The block, or a table in several. Only the last of a list to write on has empty lines."""
    match block:
        case Grid():
            for rows in _row_groups(block.rows, len(block.columns), block.group):
                yield replace(block, rows=rows)
        case Lines():
            *full, rest = _row_groups(block.rows, len(block.columns), block.across)
            *more, rest = _row_groups(rest, len(block.columns) * _MEASURED, block.across)
            at = 0
            for rows in (*full, *filter(None, [sum(more, ())])):
                yield replace(block, rows=rows, least=0, before=at)
                at += len(rows)
            yield replace(block, rows=rest, before=at)
        case _:
            yield block


def _row_groups(rows: _Rows, row_weight: int, group: int) -> list[_Rows]:
    """The rows in parts that are light enough, cut where a group of rows ends and no cell spans two rows."""
    most = (HEAVIEST - 2 * _PAGE) // row_weight
    parts: list[_Rows] = []
    begin = 0
    while len(rows) - begin > most:
        end = begin + most - (begin + most) % max(1, group)
        while None in rows[end] and end > begin + 1:
            end -= 1
        parts.append(rows[begin:end])
        begin = end
    return [*parts, rows[begin:]]
