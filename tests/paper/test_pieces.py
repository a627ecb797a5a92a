"""Large events are printed in pieces: nothing is lost or doubled, tags and outline stay, and memory is bounded."""

from __future__ import annotations

import ctypes
import zlib
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any

import msgspec
import pypdfium2
import pytest
from msgspec.structs import replace
from pypdfium2 import raw

from bowerbird.event import Event
from bowerbird.paper import PaperError, finish, press, print_sheet, start
from bowerbird.paper.blocks import Card, Cards, Cell, Column, Document, Grid, Heading, Lines, Page, Slip, Slips, Words
from bowerbird.paper.join import join
from bowerbird.paper.pieces import HEAVIEST, pieces, weight
from kit.rows import rows, some
from paper.crowds import crowd
from paper.reading import Sheet, links_of
from paper.test_every_size import rows_of

#: So few cells make a piece that small events have several.
FEW = 200


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bowerbird.paper.pieces.HEAVIEST", FEW)


def printed(what: str, event: Event) -> Sheet:
    return Sheet(print_sheet(what, event, place="Gemeindehaus", links=links_of(event, 60)))


def tags(document: pypdfium2.PdfDocument, number: int) -> list[tuple[int, str, str, int]]:
    """What a screen reader finds on a page: depth, kind, title and place of every element."""
    page = document[number]
    tree = raw.FPDF_StructTree_GetForPage(page.raw)
    tops = [raw.FPDF_StructTree_GetChildAtIndex(tree, at) for at in range(raw.FPDF_StructTree_CountChildren(tree))]
    found = [each for top in tops for each in elements(top, 0)]
    raw.FPDF_StructTree_Close(tree)
    return found


def elements(element: Any, depth: int) -> Iterator[tuple[int, str, str, int]]:
    """An element of a page, and those in it."""
    kind, title = said(raw.FPDF_StructElement_GetType, element), said(raw.FPDF_StructElement_GetTitle, element)
    yield depth, kind, title, raw.FPDF_StructElement_GetMarkedContentID(element)
    for number in range(raw.FPDF_StructElement_CountChildren(element)):
        if child := raw.FPDF_StructElement_GetChildAtIndex(element, number):
            yield from elements(child, depth + 1)


def said(read: Callable[..., int], element: Any) -> str:
    room = ctypes.create_string_buffer(1000)
    return room.raw[: read(element, room, 1000)].decode("utf-16le").rstrip("\0")


def outline(pdf: bytes) -> list[tuple[int, str, int]]:
    entries = pypdfium2.PdfDocument(pdf).get_toc()
    return [(entry.level, entry.get_title(), entry.get_dest().get_index()) for entry in entries]


def same_pages(joined: Sheet, parts: list[Sheet]) -> None:
    """Every page of the parts is in the joined file, with its words, its look, its tags and its entries."""
    assert len(joined) == sum(map(len, parts))
    whole = pypdfium2.PdfDocument(joined.pdf)
    expected: list[tuple[int, str, int]] = []
    at = 0
    for part in parts:
        own = pypdfium2.PdfDocument(part.pdf)
        expected += [(level, title, page + at) for level, title, page in outline(part.pdf)]
        for page in range(len(part)):
            assert joined.page(at) == part.page(page)
            assert joined.boxes(at) == part.boxes(page)
            found = tags(whole, at)
            assert found == tags(own, page)
            assert len(found) > 3
            at += 1
    assert outline(joined.pdf) == expected
    assert whole.is_tagged()


def test_what_is_joined_is_what_was_printed() -> None:
    event = crowd("trailer-estates", 13)
    parts = [printed(what, event) for what in ("standings", "slips", "score-cards", "slips", "sign-up", "standings")]
    joined = join(part.pdf for part in parts)
    same_pages(Sheet(joined), parts)
    assert joined == join(part.pdf for part in parts), "the same bytes each time"
    assert len(joined) < sum(len(part.pdf) for part in parts), "and fewer"


def test_names_that_look_like_pdf_stay_names() -> None:
    """They are texts in the tags and the outline, next to numbers that change."""
    names = [
        "7 0 R",
        "(/ID(U1x0y0)",
        "/StructParents 3",
        "a\\) 9 0 R",
        "/Headers[(U1x0y0)]",
        "endobj 1 0 obj",
        "\\",
        ")(",
    ]
    cards = Cards(title="Card", cards=tuple(Card(name, "", (Words(text=name),)) for name in names))
    one = Document("7 0 R )", "a4", "An event", "", "Head", (cards, Page(title="8 0 R (", blocks=(Words(text="x"),))))
    parts = [Sheet(finish(press(encoded(piece)))) for piece in (one, one, one)]
    same_pages(Sheet(join(part.pdf for part in parts)), parts)


@rows("name", ["名前", "😀 Zoe"])
def test_pieces_with_letters_that_no_font_has_join_with_others(name: str) -> None:
    """Such a piece isn't PDF/UA, and has no outline if it has no headings."""

    def slips(*names: str) -> Sheet:
        cards = Cards(title="", cards=tuple(Card(each, "", (Words(text=each),)) for each in names))
        return Sheet(finish(press(encoded(Document("Slips", "a4", "An event", "", "", (cards,))))))

    plain, odd = slips("Ann", "Bob"), slips("Cy", name)
    page = Page(title="Standings", blocks=(Words(text="x"),))
    headed = Sheet(finish(press(encoded(Document("Standings", "a4", "An event", "", "Head", (page,))))))
    for parts in ([odd, plain], [plain, odd], [odd, odd], [headed, odd], [odd, headed, plain]):
        same_pages(Sheet(join(part.pdf for part in parts)), parts)


def encoded(document: Document) -> Iterator[bytes]:
    yield zlib.compress(msgspec.json.encode(document))


@rows("what", some(["score-cards", "slips", "table-cards", "master", "schedule"], 2))
def test_every_row_is_there_in_pieces(small_pieces: None, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    event = crowd("trailer-estates", 61 if what in ("master", "schedule") else 26)
    joined: list[int] = []
    monkeypatch.setattr("bowerbird.paper.printing.join", lambda pdfs: join(counted(pdfs, joined)))
    sheet = printed(what, event)
    assert sum(joined) > 1
    for words in rows_of(what, event):
        assert sheet.has(words), words
    assert not sheet.overlapping()
    assert not sheet.off_the_page()
    for number in range(len(sheet)):
        assert sheet.page(number), f"page {number + 1} is empty"


def counted(pdfs: Iterable[bytes], count: list[int]) -> Iterator[bytes]:
    for pdf in pdfs:
        count.append(1)
        yield pdf


def test_a_long_list_comes_in_numbered_parts(small_pieces: None) -> None:
    event = crowd("trailer-estates", 61)
    sheet = printed("standings", event)
    feet = [sheet.page(page).partition("Part ")[2] for page in range(len(sheet))]
    parts = [int(foot.split()[0]) for foot in feet]
    count = parts[-1]
    assert count > 2
    assert parts == sorted(parts)
    assert set(parts) == set(range(1, count + 1))
    assert all(foot.startswith(f"{part} of {count}") for foot, part in zip(feet, parts, strict=True))
    assert "Part" not in printed("tonight", event).words


def test_a_sign_up_list_goes_on_counting_over_its_parts(small_pieces: None) -> None:
    event = crowd("trailer-estates", 61)
    sheet = printed("sign-up", event)
    numbers = [int(word) for word in sheet.words.split() if word.isdigit() and int(word) > 61]
    assert numbers[:4] == [62, 63, 64, 65], "empty lines follow the last person"
    assert len(numbers) == len(set(numbers)), "and only there"
    for number, name in enumerate(event.people, 1):
        assert sheet.has(f"{number} {name}")


def grid(rows: int, group: int = 0) -> Grid:
    cells = tuple((str(number), Cell(f"name {number}")) for number in range(rows))
    return Grid(columns=(Column("No."), Column("Name")), rows=cells, group=group)


def document(*parts: Any) -> Document:
    return Document("Title", "a4", "Event", "", "Head", parts)


def test_no_piece_of_a_table_is_empty(small_pieces: None) -> None:
    for count in range(1, 300):
        made = list(pieces(document(Page(title="List", blocks=(grid(count),)))))
        blocks = [block for piece in made for part in piece.parts if isinstance(part, Page) for block in part.blocks]
        tables = [block for block in blocks if isinstance(block, Grid) and block.rows]
        assert tables == blocks, f"{count} rows"
        assert tuple(row for table in tables for row in table.rows) == grid(count).rows


@rows("rows", [1, 100, 1_400, 1_500, 20_000])
@rows("group", [0, 5])
def test_no_piece_is_too_heavy(rows: int, group: int) -> None:
    page = Page(title="List", blocks=(Words(text="Lead"), Heading(text="Rows"), grid(rows, group), Words(text="note")))
    found = list(pieces(document(page)))
    assert all(sum(map(weight, piece.parts)) <= (HEAVIEST if len(found) > 1 else 2 * HEAVIEST) for piece in found)
    assert (len(found) > 1) is (rows > 3_000)
    tables = [block for piece in found for part in piece.parts for block in part.blocks if isinstance(block, Grid)]  # type: ignore[union-attr]
    assert tuple(row for table in tables for row in table.rows) == grid(rows).rows
    assert all(len(table.rows) % (group or 1) == 0 for table in tables[:-1])
    for piece in found:
        blocks = [block for part in piece.parts for block in part.blocks]  # type: ignore[union-attr]
        for one, other in pairwise(blocks):
            assert not (isinstance(one, Heading) and isinstance(other, Words)), "a heading stands over its table"


def test_pages_of_cards_and_slips_are_not_torn_apart() -> None:
    cards = tuple(Card(str(number), "", (grid(9),)) for number in range(301))
    slips = tuple(Slip(head="", name=str(number), where="") for number in range(1_001))
    made = list(pieces(document(Cards(title="Card", cards=cards), Slips(slips=slips))))
    parts = [part for piece in made for part in piece.parts]
    own = [part for part in parts if isinstance(part, Cards)]
    assert tuple(card for part in own for card in part.cards) == cards
    assert all(len(part.cards) % 2 == 0 for part in own[:-1])
    found = [part for part in parts if isinstance(part, Slips)]
    assert tuple(slip for part in found for slip in part.slips) == slips
    assert all(len(part.slips) % 8 == 0 for part in found[:-1])


def test_a_list_to_write_on_is_open_at_its_end_only() -> None:
    lines = Lines(columns=grid(1).columns, rows=grid(5_000).rows, least=4, across=2)
    made = [part for piece in pieces(document(Page(title="Sign up", blocks=(lines,)))) for part in piece.parts]
    found = [block for part in made for block in part.blocks if isinstance(block, Lines)]  # type: ignore[union-attr]
    assert [block.least for block in found] == [0] * (len(found) - 1) + [4]
    assert len(found) == len(made) > 2, "each has columns of its own"
    assert all(weight(part) <= HEAVIEST for part in made)
    assert tuple(row for block in found for row in block.rows) == lines.rows
    assert [block.before for block in found] == [sum(len(each.rows) for each in found[:at]) for at in range(len(found))]


def test_what_fits_is_one_piece() -> None:
    one = document(Page(title="List", blocks=(grid(20),)), Cards(title="Card", cards=(Card("A", "", (grid(8),)),)))
    assert list(pieces(one)) == [one]
    assert list(pieces(replace(one, parts=()))) == [replace(one, parts=())]


def test_a_very_long_sheet_is_begun_in_one_process_and_goes_on_in_others(
    small_pieces: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bowerbird.paper.printing.TOGETHER", 2)
    event = crowd("trailer-estates", 13)
    begun = start("score-cards", event, links=links_of(event))
    assert (begun.pdf, len(begun.pressed)) == (b"", 2)
    joined = finish([*begun.pressed, *(pdf for piece in begun.left for pdf in press([piece]))])
    assert joined == print_sheet("score-cards", event, links=links_of(event))
    assert start("tonight", event).pdf == print_sheet("tonight", event)
    with pytest.raises(PaperError, match="no sheet"):
        start("nonsense", event)
