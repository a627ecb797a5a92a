"""Write `static/shared/wire.d.ts`: the messages of `wire` as TypeScript declarations. `make check` runs it.

The pages' JavaScript is checked against them. All shapes come from `wire`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from enum import Enum
from pathlib import Path
from typing import Final, get_args

from msgspec import UNSET, inspect, structs

from bowerbird.cards import Card
from bowerbird.web.wire import MESSAGES

__all__ = ["FILE", "declarations"]

FILE: Final = Path(__file__).with_name("static") / "shared" / "wire.d.ts"
_HEAD: Final = """\
// The messages on the wire, made from bowerbird.web.wire by `make check`.

/** A card as people write it: `Jh`, `Ts`, and `B` for the joker. */
export type Card = string;
"""
#: Messages of different kinds share names such as Undo, so each gets a suffix for its kind.
_KINDS: Final = {"fact": "Fact", "do": "Message", "what": "Request"}
_PLAIN: Final[dict[type[inspect.Type], str]] = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.DecimalType: "string",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.DateType: "string",
}
_LINE: Final = 120


def declarations() -> str:
    """The text of the file."""
    writer = _Writer()
    for name, message in MESSAGES.items():
        parts = [writer.name(inspect.type_info(each)) for each in get_args(message) or (message,)]
        if get_args(message):
            writer.written[name] = _wrapped(f"export type {name} =", parts) + "\n"
    return _HEAD + "".join(f"\n{text}" for _, text in sorted(writer.written.items()))


class _Writer:
    def __init__(self) -> None:
        self.written: dict[str, str] = {}
        self._made_from: dict[str, type] = {}

    def name(self, of: inspect.Type) -> str:
        """The type in TypeScript. Also writes the declarations it refers to."""
        match of:
            case inspect.Metadata(extra={"holds": held}):
                return self.name(inspect.type_info(held))
            case inspect.Metadata():
                return self.name(of.type)
            case inspect.UnionType():
                return " | ".join(self._parts(of))
            case inspect.LiteralType():
                return " | ".join(_values(of.values))
            case inspect.EnumType():
                return self._enum(of.cls)
            case inspect.StructType():
                return self._struct(of)
            case inspect.CustomType() if of.cls is Card:
                return "Card"
            case inspect.DictType():
                return f"Record<string, {self.name(of.value_type)}>"
            case inspect.TupleType():
                return f"[{', '.join(self.name(each) for each in of.item_types)}]"
            case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
                item = self.name(of.item_type)
                return f"({item})[]" if " " in item and not item.startswith("[") else f"{item}[]"
            case _:
                return _PLAIN[type(of)]

    def _parts(self, of: inspect.Type) -> list[str]:
        """The members of a union, or the type alone."""
        match of:
            case inspect.UnionType():
                return list(dict.fromkeys(part for each in of.types for part in self._parts(each)))
            case inspect.LiteralType():
                return _values(of.values)
            case _:
                return [self.name(of)]

    def _enum(self, cls: type[Enum]) -> str:
        name = cls.__name__
        if self._is_new(name, cls):
            values = _values(each.value for each in cls)
            self.written[name] = _doc(cls) + _wrapped(f"export type {name} =", values) + "\n"
        return name

    def _struct(self, of: inspect.StructType) -> str:
        name = of.cls.__name__ + _KINDS.get(of.tag_field or "", "")
        if not self._is_new(name, of.cls):
            return name
        lines = [f"  {of.tag_field}: {json.dumps(of.tag)};"] if of.tag_field else []
        for field in of.fields:
            start = f"  {field.encode_name}{'?' if _can_be_missing(of, field) else ''}:"
            lines.append(_wrapped(start, self._parts(field.type)))
        self.written[name] = "\n".join([f"{_doc(of.cls)}export interface {name} {{", *lines, "}", ""])
        return name

    def _is_new(self, name: str, cls: type) -> bool:
        """True if the name is used for the first time. Two types with one name are an error."""
        known = self._made_from.setdefault(name, cls)
        if known is not cls:
            raise TypeError(f"{known.__module__} and {cls.__module__} both have a {name}: rename one of them.")
        if name in self.written:
            return False
        self.written[name] = ""
        return True


def _can_be_missing(of: inspect.StructType, field: inspect.Field) -> bool:
    """True if a field is optional. To the server, all fields with a default are; from it, only some."""
    if field.required:
        return False
    default = next(each.default for each in structs.fields(of.cls) if each.name == field.name)
    return of.forbid_unknown_fields or of.cls.__struct_config__.omit_defaults or default is UNSET


def _values(values: Iterable[object]) -> list[str]:
    return [json.dumps(value, ensure_ascii=False) for value in values]


def _doc(cls: type) -> str:
    words = " ".join((cls.__doc__ or "").split())
    return f"/** {words} */\n" if words else ""


def _wrapped(start: str, parts: list[str]) -> str:
    """A union on one line, or with a line for each part."""
    whole = f"{start} {' | '.join(parts)};"
    if len(whole) <= _LINE:
        return whole
    indent = " " * (len(start) - len(start.lstrip()) + 2)
    return start + "".join(f"\n{indent}| {part}" for part in parts) + ";"


if __name__ == "__main__":
    FILE.write_text(declarations(), "utf-8")
