"""Reading rulebooks: the ones that come with Bowerbird by name, house rules from a TOML file or text.

House rules name their base (`based_on = "alberta"`) and give only the differences. Anything that Bowerbird does not
support is refused here, with the file, the key and the values that are allowed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import resources
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec import inspect

from bowerbird.errors import BowerbirdError, checks_kinds
from bowerbird.rulebook.event import CLOCK, TABLES
from bowerbird.rulebook.irregularities import Case
from bowerbird.rulebook.model import OwnClause, Rulebook
from bowerbird.rulebook.settings import attributes, chosen_by_name, parts, settings, tables, value_of

__all__ = [
    "RulebookError",
    "Rules",
    "TooMuchToReadError",
    "book_names",
    "load_rulebook",
    "read_house_rules",
    "read_rulebook",
    "with_settings",
]

_BOOKS = resources.files("bowerbird.rulebook") / "books"
#: Keys of `[clauses]` that are not settings: every rulebook has the play of a trick and the director's decisions.
_BEYOND_SETTINGS = {
    "play",
    "director",
    "deal.turn_up",
    "deal.next_deal",
    "auction.first_round",
    "auction.second_round",
    "alone.partner",
    "event.kept_on.marked",
}
#: Limits for house rules that somebody sends: characters, and lines and values together. Bowerbird's longest rulebook
#: reaches a quarter of them.
_LONGEST, _VALUES = 20_000, 3_000
#: A key of more than eight words with dots between; the longest setting has four. The parser's time grows with their
#: square. This pattern never backtracks, so it takes one pass.
_WORD = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DEEP = re.compile(rf"(?<![\w-]){_WORD}(?:[ \t]*+\.[ \t]*+{_WORD}){{8}}")
#: A rulebook, its name, or a TOML file with house rules.
Rules: TypeAlias = Rulebook | str | PathLike[str]
_Document: TypeAlias = dict[str, OwnClause]
#: Tables about clauses, which aren't settings.
_ABOUT_CLAUSES = {"clauses", "document"}
#: Descriptions of text patterns for people.
_FORMS = {CLOCK: 'a time such as "18:30"', TABLES: "a number of tables"}


class RulebookError(BowerbirdError, ValueError):
    """A rulebook that can't be used. The message names the file and the setting, and says what is allowed there."""

    def __init__(self, source: str, key: str, problem: str) -> None:
        """`source` is the file, `key` the setting, and `problem` what is wrong with it."""
        self.source, self.key, self.problem = source, key, problem
        super().__init__(f"{source}: {f'{key}: ' if key else ''}{problem}")


class TooMuchToReadError(RulebookError):
    """House rules that are longer or deeper than any that people write. They were not parsed."""


@lru_cache(maxsize=1)
def book_names() -> tuple[str, ...]:
    """The names of the rulebooks that come with Bowerbird. The plain game is the last."""
    names = sorted(Path(item.name).stem for item in _BOOKS.iterdir() if item.name.endswith(".toml"))
    return tuple(sorted(names, key=lambda name: (name == "bicycle", name)))


@lru_cache(maxsize=64)
def _built_in(name: str) -> Rulebook:
    return _build(_built_in_data(name), f"{name}.toml")


def _built_in_data(name: str) -> dict[str, Any]:
    return tomllib.loads((_BOOKS / f"{name}.toml").read_text("utf-8"))


def load_rulebook(name_or_file: Rules) -> Rulebook:
    """A rulebook by its name (see `book_names`), or house rules from a `.toml` file. A rulebook is returned as it is.

    Raises `RulebookError` if there is no such rulebook or file, or a setting in it is wrong.
    """
    if isinstance(name_or_file, Rulebook):
        return name_or_file
    if isinstance(name_or_file, str) and name_or_file in book_names():
        return _built_in(name_or_file)
    if not isinstance(name_or_file, str | PathLike):
        wanted = f"Use a Rulebook, its name ({', '.join(book_names())}), or a TOML file"
        raise RulebookError("rules", "", f"{name_or_file!r} isn't a rulebook. {wanted}")
    path = Path(name_or_file)
    if path.suffix != ".toml":
        known = ", ".join(book_names())
        raise RulebookError(str(name_or_file), "", f"no such rulebook; use {known}, or a file that ends in .toml")
    try:
        text = path.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise RulebookError(str(path), "", "this isn't a text file; save it as plain text (UTF-8)") from None
    except OSError as error:
        raise RulebookError(str(path), "", f"cannot be read: {error.strerror or error}") from None
    return read_rulebook(text, str(path))


@checks_kinds
def read_rulebook(text: str, source: str = "house rules") -> Rulebook:
    """House rules from TOML text. Raises `RulebookError` if a setting is wrong; its message starts with `source`."""
    return _read(text, source)


@lru_cache(maxsize=64)
def _read(text: str, source: str) -> Rulebook:
    """Parse and build a rulebook. Cached, since a table needs its rules both at set-up and when it is created."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(source, "", f"this isn't valid TOML: {error}") from None
    except RecursionError:
        raise RulebookError(source, "", "this isn't valid TOML: too deeply nested") from None
    except ValueError:
        raise RulebookError(source, "", "this isn't valid TOML: a number is too long") from None
    return _build(data, source)


def read_house_rules(text: str) -> Rulebook:
    """House rules from a stranger. Raises `TooMuchToReadError` for text that would take too long to parse."""
    problem = _too_much(text)
    if problem:
        raise TooMuchToReadError("house rules", "", problem)
    return read_rulebook(text)


def _too_much(text: str) -> str:
    """The reason why house rules would take too long to parse; empty for any that people write."""
    only = "write only what differs from the book"
    if len(text) > _LONGEST:
        return f"they have more than {_LONGEST:,} characters; {only}"
    if (deep := _DEEP.search(text)) is not None:
        line = text.count("\n", 0, deep.start()) + 1
        return f"line {line} has too many words with dots between; a setting has at most four, such as event.money.fee"
    if sum(map(text.count, "=.,[{\n")) > _VALUES:
        return f"they have more than {_VALUES:,} lines and values; {only}"
    return ""


def _build(data: dict[str, Any], source: str) -> Rulebook:
    base = data.pop("based_on", None)
    if base is not None:
        if base not in book_names():
            allowed = ", ".join(book_names())
            raise RulebookError(source, "based_on", f"{base!r} isn't a rulebook; allowed: {allowed}")
        data = _differ(_built_in_data(base), data)
    try:
        book = msgspec.convert(data, Rulebook)
    except msgspec.ValidationError as error:
        raise _explained(str(error), source, data) from None
    book = _with_borrowed(book)
    _check(book, source)
    return book


def with_settings(book: Rulebook, changes: Mapping[str, object], source: str = "settings") -> Rulebook:
    """The rulebook with other values for these settings, by keys such as `game.points`.

    They no longer cite the rulebook's clauses. Raises `RulebookError` if a key or a value is wrong.
    """
    for key, value in changes.items():
        if key not in settings():
            raise RulebookError(source, key, "no such setting")
        path = attributes()[key].split(".")[:-1]
        sections: list[msgspec.Struct] = [book]
        for part in path:
            sections.append(getattr(sections[-1], part))
        try:
            changed: Any = msgspec.convert(
                {**msgspec.to_builtins(sections[-1]), key.rpartition(".")[2]: value}, type(sections[-1])
            )
        except msgspec.ValidationError:
            raise RulebookError(source, key, f"allowed: {_allowed(settings()[key].type)}") from None
        for section, part in zip(reversed(sections[:-1]), reversed(path), strict=True):
            changed = msgspec.structs.replace(section, **{part: changed})
        book = msgspec.structs.replace(changed, clauses={**book.clauses, key: ()})
    _check(book, source)
    return book


def _with_borrowed(book: Rulebook) -> Rulebook:
    """The rulebook with the clauses that it cites from other rulebooks, so that it is complete."""
    borrowed = {id for _, id in _cited(book) if id and id not in book.document}
    if not borrowed:
        return book
    others = (msgspec.convert(_built_in_data(name).get("document", {}), _Document) for name in book_names())
    found = {id: clause for document in others for id, clause in document.items() if id in borrowed}
    return msgspec.structs.replace(book, document=book.document | found)


def _differ(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """The base with the changes applied. A changed setting no longer cites the base's clause."""
    # The base's own description may be wrong about the settings that are changed.
    about = f"{base['title']}, with changes of our own."
    named = {"name": f"{base['name']}-house", "title": f"{base['title']}, house rules", "about": about, "source": ""}
    merged = _merge(base, named | changes)
    own = changes.get("clauses", {})
    if isinstance(own, dict):
        merged["clauses"] = merged.get("clauses", {}) | {key: [] for key in _changed(changes) if key not in own}
    return merged


def _merge(base: dict[str, Any], changes: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    merged = dict(base)
    for key, value in changes.items():
        old, name = merged.get(key), f"{prefix}{key}"
        # A table that is one setting is replaced whole, like every setting; otherwise rows of the base would remain.
        if isinstance(old, dict) and isinstance(value, dict) and name not in tables():
            merged[key] = _merge(old, value, f"{name}.")
        else:
            merged[key] = value
    return merged


def _changed(changes: dict[str, Any], prefix: str = "") -> Iterator[str]:
    """The settings that house rules give: a table is a section, unless it is the value of a setting."""
    for key, value in changes.items():
        name = f"{prefix}{key}"
        section = isinstance(value, dict) and name not in tables()
        if section and name not in _ABOUT_CLAUSES:
            yield from _changed(value, f"{name}.")
        elif prefix:
            yield name


def _explained(message: str, source: str, data: dict[str, Any]) -> RulebookError:
    """Explain msgspec's error in terms of the rulebook: the dotted key, and the values allowed there."""
    problem, _, place = message.partition(" - at ")
    in_key = place.startswith("`key` in ")
    path = place.removeprefix("`key` in ").strip("`").removeprefix("$").lstrip(".")
    keys = path.split(".") if path else []
    node = _node_at(keys)
    if "unknown field" in problem:
        return RulebookError(source, ".".join([*keys, _quoted(problem)]), f"no such setting; allowed: {_allowed(node)}")
    if "missing required field" in problem:
        return RulebookError(source, ".".join([*keys, _quoted(problem)]), "must be given")
    if in_key and isinstance(node, inspect.DictType):
        node = node.key_type
    if "[...]" in path:
        path = path.replace("[...]", f".{_culprit(data)}", 1)
    value = problem.partition("enum value ")[2]
    what = f"{value} is not known here" if value else "this value cannot be used"
    return RulebookError(source, path, f"{what}; allowed: {_allowed(node)}")


def _quoted(problem: str) -> str:
    return problem.split("`")[1]


def _culprit(data: dict[str, Any]) -> str:
    """The irregularity with a case that cannot be read; msgspec does not name it."""
    for irregularity, cases in data["irregularities"].items():
        try:
            msgspec.convert(cases, tuple[Case, ...])
        except msgspec.ValidationError:
            return str(irregularity)
    return ""


def _node_at(keys: list[str]) -> inspect.Type | None:
    node: inspect.Type | None = inspect.type_info(Rulebook)
    for key in keys:
        name, _, rest = key.partition("[")
        if isinstance(node, inspect.StructType):
            node = next((field.type for field in node.fields if field.encode_name == name), None)
        elif isinstance(node, inspect.DictType) and name:
            node = node.value_type
        if rest.startswith("...") and isinstance(node, inspect.DictType):
            node = node.value_type
            rest = rest.partition("[")[2]
        if rest and isinstance(node, inspect.VarTupleType):
            node = node.item_type
    return node


def _allowed(node: inspect.Type | None) -> str:
    match node:
        case inspect.LiteralType():
            return ", ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in node.values)
        case inspect.BoolType():
            return "true, false"
        case inspect.IntType():
            return f"a whole number from {node.ge} to {node.le}"
        case inspect.StrType():
            return _FORMS.get(node.pattern or "", "text")
        case inspect.UnionType():
            return ", or ".join(_allowed(part) for part in node.types)
        case inspect.VarTupleType():
            return f"a list of {_allowed(node.item_type)}"
        case inspect.TupleType():
            return f"a list of {len(node.item_types)}: {', '.join(_allowed(item) for item in node.item_types)}"
        case inspect.StructType():
            return ", ".join(field.encode_name for field in node.fields)
        case inspect.DictType():
            return f"a table with the keys {_allowed(node.key_type)}"
        case _:
            return "another kind of value"


def _check(book: Rulebook, source: str) -> None:
    """Check everything that types cannot express."""
    if not (book.game.points or book.game.hands or book.game.minutes):
        raise RulebookError(source, "game", "the game would never end: give points, hands or minutes")
    if book.game.minutes and book.game.bell == "none":
        raise RulebookError(source, "game.bell", 'a game with minutes needs a bell; allowed: "finish the hand"')
    for key in ("deal.packets", "game.markers", "event.ranking"):
        if not value_of(book, key):
            raise RulebookError(source, key, "must name at least one way")
    for key, kinds in chosen_by_name().items():
        value = value_of(book, key)
        for name in (value,) if isinstance(value, str) else value:
            if name not in kinds.all():
                allowed = _allowed(settings()[key].type)
                raise RulebookError(source, key, f"{name!r} is not known here; allowed: {allowed}")
    if book.draw.partners == "second jack" and book.draw.dealer != "first jack":
        raise RulebookError(source, "draw.dealer", 'partners by the second jack need the dealer by the "first jack"')
    if book.draw.partners == "highs against lows" and book.draw.dealer == "first jack":
        raise RulebookError(source, "draw.dealer", 'with highs against lows: "lowest card" or "highest card"')
    known = {*settings(), *parts(), *_BEYOND_SETTINGS}
    for key in book.clauses:
        if key not in known and key.partition(".")[0] != "irregularities":
            raise RulebookError(source, f"clauses.{key}", "no such setting")
    for question in book.unusual:
        for key in (question.key, *question.also):
            if key not in settings():
                raise RulebookError(source, f"unusual.{key}", "no such setting")
    for place, id in _cited(book):
        if id and id not in book.document:
            raise RulebookError(
                source, place, f"{id} isn't a clause; add it under [document], or see `bowerbird rules clauses`"
            )


def _cited(book: Rulebook) -> Iterator[tuple[str, str]]:
    """Every clause that the rulebook cites, with the place where it does."""
    yield from ((f"clauses.{key}", id) for key, ids in book.clauses.items() for id in ids)
    yield from ((f"unusual.{question.key}", question.clause) for question in book.unusual)
    yield from (
        (f"irregularities.{what}", case.clause) for what, cases in book.irregularities.items() for case in cases
    )
