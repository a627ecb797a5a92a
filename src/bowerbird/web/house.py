"""House rules from a form: the settings that a book may choose, made from the rulebook's own types, and TOML out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec
from msgspec import inspect

from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.model import (
    AloneRules,
    AuctionRules,
    DealRules,
    DiscardRules,
    DrawRules,
    GameRules,
    LeadRules,
    PackRules,
    PointRules,
)

__all__ = ["Field", "FormPart", "form_parts", "toml_from"]

_PARTS: Final = {
    "pack": ("The pack", PackRules),
    "draw": ("The draw", DrawRules),
    "deal": ("The deal", DealRules),
    "auction": ("Making trump", AuctionRules),
    "discard": ("The discard", DiscardRules),
    "alone": ("Playing alone", AloneRules),
    "lead": ("The lead", LeadRules),
    "points": ("Points", PointRules),
    "game": ("The game", GameRules),
}


class Field(msgspec.Struct, frozen=True):
    """One setting: what may be chosen (or a range of whole numbers), what the book says, and what was chosen."""

    key: str
    label: str
    choices: tuple[str, ...]
    lowest: int | None
    highest: int | None
    in_book: str
    chosen: str


class FormPart(msgspec.Struct, frozen=True):
    """The settings of one part of the game."""

    title: str
    fields: tuple[Field, ...]


def form_parts(book: Rulebook, chosen: Mapping[str, str]) -> list[FormPart]:
    """The form for house rules on top of a book, with what was chosen so far."""
    parts = []
    for section, (title, kind) in _PARTS.items():
        fields = tuple(_fields(section, kind, getattr(book, section), chosen))
        parts.append(FormPart(title, fields))
    return parts


def _fields(section: str, kind: type, rules: object, chosen: Mapping[str, str]) -> Iterator[Field]:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    for field in info.fields:
        choices, lowest, highest = _choices(field.type)
        if not choices and lowest is None:
            continue  # lists are for the text form
        key = f"{section}.{field.encode_name}"
        label = field.encode_name.replace("_", " ").capitalize()
        in_book = _written(getattr(rules, field.name)).strip('"')
        yield Field(key, label, choices, lowest, highest, in_book, chosen.get(key, ""))


def _choices(kind: inspect.Type) -> tuple[tuple[str, ...], int | None, int | None]:
    match kind:
        case inspect.BoolType():
            return ("true", "false"), None, None
        case inspect.LiteralType():
            return tuple(str(value) for value in kind.values), None, None
        case inspect.IntType():
            return (), kind.ge or 0, kind.le
        case inspect.UnionType(types=types) if all(
            isinstance(part, inspect.IntType | inspect.LiteralType) for part in types
        ):
            words = [value for part in types if isinstance(part, inspect.LiteralType) for value in part.values]
            return (*(str(number) for number in range(6)), *map(str, words)), None, None
    return (), None, None


def toml_from(base: str, title: str, chosen: Mapping[str, str]) -> str:
    """The differences as TOML text. What the form does not know is left out; the loader judges the values."""
    from bowerbird.rulebook import load_rulebook

    lines = [f"based_on = {_written(base)}"]
    if title:
        lines.append(f"title = {_written(title[:80])}")
    for section, (_, kind) in _PARTS.items():
        fields = _fields(section, kind, getattr(load_rulebook(base), section), chosen)
        changed = [field for field in fields if field.chosen and field.chosen != field.in_book]
        if changed:
            lines += ["", f"[{section}]"]
            lines += [f"{field.key.partition('.')[2]} = {_typed(field.chosen)}" for field in changed]
    return "\n".join(lines) + "\n"


def _typed(text: str) -> str:
    """A number or a yes or no as it is; everything else is a word."""
    return (
        text if text in ("true", "false") or (text.isascii() and text.isdigit() and len(text) < 6) else _written(text)
    )


def _written(value: object) -> str:
    """A value as TOML writes it: JSON's strings are TOML's basic strings."""
    return msgspec.json.encode(value).decode()
