"""Protocol Buffers in the few forms that EGN uses: messages as dicts, by a table of their fields.

Numbers, texts, lists and messages in messages. Written as proto3 does: numbers in lists are packed, and a key that is
missing is not written. Unknown fields are skipped, as every reader does, and reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from bowerbird.notation.egn import EgnError

__all__ = ["Field", "Kind", "Message", "decoded", "encoded"]

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_LONGEST_VARINT: Final = 10


class Message(NamedTuple):
    """A kind of message."""

    name: str
    fields: tuple[Field, ...]


Kind: TypeAlias = Literal["text", "number", "flag"] | tuple[str, ...] | Message


class Field(NamedTuple):
    """A field of a message. A tuple of words is an enumeration."""

    number: int
    key: str
    kind: Kind
    listed: bool = False


# Write.


def encoded(message: Message, data: dict[str, Any]) -> bytes:
    """A message as bytes. Raises `EgnError` if it has a key for which there is no field."""
    fields = {field.key: field for field in message.fields}
    for key in data:
        if key not in fields:
            raise EgnError(f"the binary form has no field for {key}")
    return b"".join(_field(field, data[field.key]) for field in message.fields if field.key in data)


def _field(field: Field, value: Any) -> bytes:
    if not field.listed:
        return _one(field, value)
    if field.kind == "number":
        packed = b"".join(_varint(each) for each in value)
        return _tag(field.number, _BYTES) + _varint(len(packed)) + packed if value else b""
    return b"".join(_one(field, each) for each in value)


def _one(field: Field, value: Any) -> bytes:
    match field.kind:
        case "text":
            body = str(value).encode()
        case Message() as message:
            body = encoded(message, value)
        case "number" | "flag":
            return _tag(field.number, _VARINT) + _varint(int(value))
        case words:
            return _tag(field.number, _VARINT) + _varint(words.index(value))
    return _tag(field.number, _BYTES) + _varint(len(body)) + body


def _tag(number: int, wire: int) -> bytes:
    return _varint(number << 3 | wire)


def _varint(value: int) -> bytes:
    """A number in groups of seven bits, the last one first. A negative one is written as 64 bits."""
    if not -(1 << 31) <= value < 1 << 31:
        raise EgnError(f"the binary form has no room for the number {value}")
    rest, groups = value & (1 << 64) - 1, bytearray()
    while rest > 0x7F:
        groups.append(rest & 0x7F | 0x80)
        rest >>= 7
    groups.append(rest)
    return bytes(groups)


# Read.


def decoded(message: Message, body: bytes) -> tuple[dict[str, Any], list[str]]:
    """A message as a dict of the keys that are in it, and the fields that were skipped. Lists are always there."""
    fields = {field.number: field for field in message.fields}
    data: dict[str, Any] = {field.key: [] for field in message.fields if field.listed}
    skipped: list[str] = []
    for number, wire, value in _parts(body):
        field = fields.get(number)
        if field is None:
            skipped.append(f"{number} of {message.name}")
            continue
        values, beneath = _values(field, wire, value)
        skipped += beneath
        if field.listed:
            data[field.key] += values
        elif values:
            data[field.key] = values[-1]
    return data, skipped


def _values(field: Field, wire: int, value: int | bytes) -> tuple[list[Any], list[str]]:
    match field.kind, value:
        case Message() as message, bytes() as body:
            found, skipped = decoded(message, body)
            return [found], skipped
        case "text", bytes() as body:
            return [_text(body)], []
        case "number", bytes() as body if field.listed:
            return list(_packed(body)), []
        case "number", int() as number:
            return [_signed(number)], []
        case "flag", int() as number:
            return [bool(number)], []
        case tuple() as words, int() as number if not isinstance(words, Message) and number < len(words):
            return [words[number]], []
    raise EgnError(f"not EGN in binary form: {field.key} is of another kind (wire type {wire})")


def _text(body: bytes) -> str:
    try:
        return body.decode()
    except UnicodeError:
        raise EgnError("not EGN in binary form: a text isn't UTF-8") from None


def _packed(body: bytes) -> Iterator[int]:
    place = 0
    while place < len(body):
        number, place = _read_varint(body, place)
        yield _signed(number)


def _signed(number: int) -> int:
    return number - (1 << 64) if number >> 63 else number


def _parts(body: bytes) -> Iterator[tuple[int, int, int | bytes]]:
    """The fields of a message: number, wire type, and value."""
    place = 0
    while place < len(body):
        tag, place = _read_varint(body, place)
        number, wire = tag >> 3, tag & 7
        if wire == _VARINT:
            value, place = _read_varint(body, place)
            yield number, wire, value
            continue
        if wire == _BYTES:
            length, place = _read_varint(body, place)
        else:
            length = {_FIXED64: 8, _FIXED32: 4}.get(wire, len(body))
        if length > len(body) - place:
            raise _cut_off()
        yield number, wire, body[place : place + length]
        place += length


def _read_varint(body: bytes, place: int) -> tuple[int, int]:
    number = 0
    for group, byte in enumerate(body[place : place + _LONGEST_VARINT]):
        number |= (byte & 0x7F) << 7 * group
        if byte < 0x80:
            return number & (1 << 64) - 1, place + group + 1
    raise _cut_off()


def _cut_off() -> EgnError:
    return EgnError("not EGN in binary form: the file isn't complete, or isn't of that kind")
