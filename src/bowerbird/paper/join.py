"""Join PDFs into one without losing what a screen reader needs. Knows how Typst writes a PDF, and nothing of sheets.

PDF libraries join pages but drop the tags on them, and hold every object in memory. Here one PDF after the other is
copied. Its objects get new numbers. Those at the top (pages, outline, tags, metadata, catalog) are written once for
all. Small objects are packed and compressed, so the file is smaller than its parts together.
"""

from __future__ import annotations

import base64
import hashlib
import re
import zlib
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Final

import msgspec

__all__ = ["join"]

#: The numbers of the objects at the top, in the joined file.
_CATALOG, _PAGES, _TAGS, _DOCUMENT, _OUTLINE, _INFO, _METADATA = range(1, 8)
#: How many small objects are packed together.
_PACK: Final = 400

_TRAILER = re.compile(rb"trailer\s*<<(?P<says>.*)>>\s*startxref\s*(?P<table>\d+)\s*%%EOF\s*$", re.DOTALL)
_HEAD = re.compile(rb"\d+ 0 obj\s*")
#: What is different in the joined file. Escapes and parentheses are matched to know where a text begins and ends.
_DIFFERENT = re.compile(
    rb"\\.|[()]|(?P<object>\d+) 0 R|(?P<key>/StructParents?) (?P<list>\d+)"
    rb"|(?P<heads>/ID\(U\w+\)|/Headers\[(?:\(U\w+\))+\])",
    re.DOTALL,
)
#: A kind of tag and what it stands for.
_ROLE = re.compile(rb"(/\w+)(/\w+)")
#: The name of a table's head, which is unique in its own PDF only.
_HEAD_NAME = re.compile(rb"\(U")


def join(pdfs: Iterable[bytes]) -> bytes:
    """One PDF with the pages of all, in this order. The same PDFs always give the same bytes."""
    joined = _Joined()
    for pdf in pdfs:
        joined.add(_read(pdf))
    return joined.finished()


class _Piece(msgspec.Struct, frozen=True):
    """A PDF: its objects by number, the numbers of catalog and information, and its identity."""

    objects: dict[int, bytes]
    catalog: int
    info: int
    identity: bytes

    def top(self, key: bytes) -> int:
        """The number of an object that the catalog names."""
        return _number(self.objects[self.catalog], key + rb" (\d+) 0 R")


def _read(pdf: bytes) -> _Piece:
    """The objects, by the table at the end of the file."""
    trailer = _TRAILER.search(pdf, pdf.rfind(b"trailer"))
    assert trailer is not None
    says, table = trailer["says"], int(trailer["table"])
    size = _number(says, rb"/Size (\d+)")
    lines = pdf.index(b"\n", pdf.index(b"\n", table) + 1) + 1
    begins = sorted((int(pdf[lines + 20 * number :][:10]), number) for number in range(1, size))
    ends = [*(begin for begin, _ in begins[1:]), table]
    objects = {number: _body(pdf[begin:end]) for (begin, number), end in zip(begins, ends, strict=True)}
    info, identity = _number(says, rb"/Info (\d+) 0 R"), _between(says, b"/ID[(", b")")
    return _Piece(objects, _number(says, rb"/Root (\d+) 0 R"), info, identity)


def _body(text: bytes) -> bytes:
    """An object without the words around it."""
    head = _HEAD.match(text)
    assert head is not None
    return text[head.end() :].rstrip().removesuffix(b"endobj").rstrip()


def _number(text: bytes, pattern: bytes) -> int:
    found = re.search(pattern, text)
    return int(found[1]) if found else 0


def _between(text: bytes, begin: bytes, end: bytes) -> bytes:
    return text.partition(begin)[2].partition(end)[0]


def _with(dictionary: bytes, key: bytes, number: int) -> bytes:
    """A dictionary with one more reference."""
    return b"%s%s %d 0 R>>" % (dictionary.removesuffix(b">>"), key, number)


class _Change:
    """The changes to the objects of one PDF: numbers of objects and of lists of tags, and the names of table heads."""

    def __init__(self, tops: dict[int, int], shift: int, lists: int, prefix: bytes) -> None:
        self._tops, self._shift, self._lists = tops, shift, lists
        self._named = b"(" + prefix + b"U"
        self._depth = 0

    def number(self, old: int) -> int:
        """The new number of an object."""
        return self._tops.get(old, old + self._shift)

    def list_number(self, old: int) -> int:
        """The new number of a list of tags."""
        return old + self._lists

    def heads(self, names: bytes) -> bytes:
        """Names of table heads."""
        return _HEAD_NAME.sub(self._named, names)

    def object(self, body: bytes) -> bytes:
        """A whole object. The contents of a stream stay as they are."""
        head, stream, contents = body.partition(b"\nstream\n")
        return self.text(head) + stream + contents

    def text(self, text: bytes) -> bytes:
        """A part of an object. What people wrote, between parentheses, stays as it is."""
        self._depth = 0
        return _DIFFERENT.sub(self._changed, text)

    def _changed(self, found: re.Match[bytes]) -> bytes:
        word = found[0]
        if word in (b"(", b")"):
            self._depth += 1 if word == b"(" else -1
        elif self._depth:
            return word
        elif found["object"]:
            return b"%d 0 R" % self.number(int(found["object"]))
        elif found["key"]:
            return b"%s %d" % (found["key"], self.list_number(int(found["list"])))
        elif found["heads"]:
            return self.heads(word)
        return word


class _File:
    """A PDF that is being written. Small objects are packed; streams are written as they are."""

    def __init__(self) -> None:
        self._out = BytesIO()
        self._out.write(b"%PDF-1.7\n%\x80\x80\x80\x80\n")
        self._where: dict[int, tuple[int, int, int]] = {}  # kind, place, and rank in its pack, by number
        self._pack: list[tuple[int, bytes]] = []
        self._next = _METADATA + 1

    def reserve(self, count: int) -> int:
        """The first of so many new numbers."""
        self._next += count
        return self._next - count

    def write(self, number: int, body: bytes) -> None:
        """Add an object."""
        if body.endswith(b"endstream"):
            self._where[number] = (1, self._out.tell(), 0)
            self._out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
            return
        self._pack.append((number, body))
        if len(self._pack) == _PACK:
            self._write_pack()

    def _write_pack(self) -> None:
        number, heads, at = self.reserve(1), [], 0
        for rank, (each, body) in enumerate(self._pack):
            self._where[each] = (2, number, rank)
            heads.append(b"%d %d" % (each, at))
            at += len(body) + 1
        head = b" ".join(heads) + b"\n"
        says = b"/Type/ObjStm/N %d/First %d" % (len(self._pack), len(head))
        body = _stream(says, head + b"\n".join(body for _, body in self._pack))
        self._pack = []
        self.write(number, body)

    def finished(self, identity: bytes) -> bytes:
        """Add the table of all objects."""
        if self._pack:
            self._write_pack()
        table, at = self.reserve(1), self._out.tell()
        self._where[table] = (1, at, 0)
        places = (self._where.get(number, (0, 0, 0)) for number in range(self._next))
        lines = b"".join(kind.to_bytes(1) + place.to_bytes(4) + rank.to_bytes(2) for kind, place, rank in places)
        ids = b"/ID[(%s)(%s)]" % (identity, identity)
        says = b"/Type/XRef/Size %d/W[1 4 2]/Root %d 0 R/Info %d 0 R%s" % (self._next, _CATALOG, _INFO, ids)
        self.write(table, _stream(says, lines))
        self._out.write(b"startxref\n%d\n%%%%EOF\n" % at)
        return self._out.getvalue()


def _stream(says: bytes, contents: bytes) -> bytes:
    packed = zlib.compress(contents)
    return b"<<%s/Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream" % (says, len(packed), packed)


class _Joined:
    """The joined PDF, and what its objects at the top will list."""

    def __init__(self) -> None:
        self._file = _File()
        self._pieces = self._page_count = self._list_count = self._entry_count = 0
        self._pages: list[bytes] = []
        self._tags: list[bytes] = []
        self._lists: list[bytes] = []
        self._heads: list[bytes] = []
        self._first_entry = 0
        #: The last entry of the outline so far, which names the next one.
        self._last_entry, self._held = 0, b""
        self._catalog = self._info = self._metadata = b""
        self._roles: dict[bytes, bytes] = {}
        self._identity = hashlib.sha256()

    def add(self, piece: _Piece) -> None:
        """Copy a PDF."""
        pages, tags, outline, metadata = map(piece.top, (b"/Pages", b"/StructTreeRoot", b"/Outlines", b"/Metadata"))
        document = _number(piece.objects[tags], rb"/K\[(\d+) 0 R\]")
        tops = {pages: _PAGES, tags: _TAGS, document: _DOCUMENT}
        if outline:  # a PDF that isn't PDF/UA has none if it has no headings
            tops[outline] = _OUTLINE
        shift = self._file.reserve(max(piece.objects) + 1)
        change = _Change(tops, shift, self._list_count, b"%05d" % self._pieces)
        self._list_pages(piece.objects[pages], change)
        self._list_tags(piece.objects[tags], piece.objects[document], change)
        entries = dict(self._entries(piece, outline, change)) if outline else {}
        self._describe(piece, metadata)
        left_out = {*tops, *entries, piece.catalog, piece.info, metadata}
        for number, body in piece.objects.items():
            if number not in left_out:
                self._file.write(change.number(number), change.object(body))
        self._pieces += 1
        self._identity.update(piece.identity)

    def _describe(self, piece: _Piece, metadata: int) -> None:
        """Take over the title. If one piece isn't fit for every screen reader, the whole must not say that it is."""
        if not self._metadata or b"pdfuaid:part" not in piece.objects[metadata]:
            self._metadata = piece.objects[metadata]
        catalog = piece.objects[piece.catalog]
        if not self._catalog or b"/Outlines" in catalog:
            self._catalog = catalog
        self._info = piece.objects[piece.info]

    def _list_pages(self, pages: bytes, change: _Change) -> None:
        self._pages.append(change.text(_between(pages, b"/Kids[", b"]")))
        self._page_count += _number(pages, rb"/Count (\d+)")

    def _list_tags(self, root: bytes, document: bytes, change: _Change) -> None:
        self._roles |= dict(_ROLE.findall(_between(root, b"/RoleMap<<", b">>")))
        self._tags.append(change.text(_between(document, b"/K[", b"]")))
        self._heads.append(change.heads(change.text(_between(root, b"/IDTree<</Names[", b"]"))))
        for number, tags in re.findall(rb"(\d+) (\d+) 0 R", _between(root, b"/Nums[", b"]")):
            self._lists.append(b"%d %d 0 R" % (change.list_number(int(number)), change.number(int(tags))))
        self._list_count += _number(root, rb"/ParentTreeNextKey (\d+)")

    def _entries(self, piece: _Piece, outline: int, change: _Change) -> Iterator[tuple[int, bytes]]:
        """Chain the entries of the outline. Gives those that are written here or held back."""
        says = piece.objects[outline]
        first, last = _number(says, rb"/First (\d+) 0 R"), _number(says, rb"/Last (\d+) 0 R")
        if not first:
            return
        self._entry_count += _number(says, rb"/Count (\d+)")
        entries = {number: change.object(piece.objects[number]) for number in (first, last)}
        if self._last_entry:
            self._file.write(self._last_entry, _with(self._held, b"/Next", change.number(first)))
            entries[first] = _with(entries[first], b"/Prev", self._last_entry)
        self._first_entry = self._first_entry or change.number(first)
        self._last_entry, self._held = change.number(last), entries[last]
        if first != last:
            self._file.write(change.number(first), entries[first])
        yield from entries.items()

    def finished(self) -> bytes:
        """Add the objects at the top."""
        identity = base64.b64encode(self._identity.digest()[:16])
        if self._last_entry:
            self._file.write(self._last_entry, self._held)
        self._file.write(_PAGES, b"<</Type/Pages/Count %d/Kids[%s]>>" % (self._page_count, b" ".join(self._pages)))
        self._file.write(_OUTLINE, self._outline())
        self._file.write(_TAGS, self._tag_root())
        self._file.write(_DOCUMENT, self._tagged())
        self._file.write(_INFO, self._info)
        self._file.write(_METADATA, _described(self._metadata, self._page_count, identity))
        tops = {b"/Pages": _PAGES, b"/StructTreeRoot": _TAGS, b"/Outlines": _OUTLINE, b"/Metadata": _METADATA}
        catalog = self._catalog
        for key, number in tops.items():
            catalog = re.sub(key + rb" \d+ 0 R", b"%s %d 0 R" % (key, number), catalog)
        self._file.write(_CATALOG, catalog)
        return self._file.finished(identity)

    def _outline(self) -> bytes:
        if not self._first_entry:
            return b"<</Type/Outlines>>"
        ends = self._first_entry, self._last_entry, self._entry_count
        return b"<</Type/Outlines/First %d 0 R/Last %d 0 R/Count %d>>" % ends

    def _tag_root(self) -> bytes:
        lists = b"/ParentTree<</Nums[%s]>>/ParentTreeNextKey %d" % (b" ".join(self._lists), self._list_count)
        names = b"".join(self._heads)
        heads = b"/IDTree<</Names[%s]>>" % names if names else b""
        roles = b"".join(name + role for name, role in self._roles.items())
        return b"<</Type/StructTreeRoot/RoleMap<<%s>>/K[%d 0 R]%s%s>>" % (roles, _DOCUMENT, lists, heads)

    def _tagged(self) -> bytes:
        return b"<</Type/StructElem/S/Document/P %d 0 R/K[%s]>>" % (_TAGS, b" ".join(self._tags))


def _described(metadata: bytes, pages: int, identity: bytes) -> bytes:
    """The metadata with the number of all pages and the identity of the joined file."""
    text = _between(metadata, b"\nstream\n", b"\nendstream")
    text = re.sub(rb"(<xmpTPg:NPages>)\d+", rb"\g<1>%d" % pages, text)
    text = re.sub(rb"(<xmpMM:(?:Instance|Document)ID>)[^<]*", rb"\g<1>" + identity, text)
    return b"<</Length %d/Type/Metadata/Subtype/XML>>\nstream\n%s\nendstream" % (len(text), text)
