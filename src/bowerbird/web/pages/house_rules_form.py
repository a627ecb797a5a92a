"""The house rules form. Its fields come from the settings of the rulebook's model; its result is TOML.

Labels, values and their words are those of the model (`bowerbird.rulebook.setting`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec
from msgspec import inspect

from bowerbird.rulebook import Rulebook, RulebookError, load_rulebook
from bowerbird.rulebook.settings import parts, settings, value_of

__all__ = ["Choice", "Field", "FormPart", "cut_off", "field_at_fault", "form_parts", "only_differences", "toml_from"]

_YES_NO: Final[dict[object, str]] = {True: "yes", False: "no"}


class Choice(msgspec.Struct, frozen=True):
    """One value of a setting, with its words."""

    value: str
    words: str


class Field(msgspec.Struct, frozen=True):
    """One setting: its choices (or a range of whole numbers), the rulebook's value, and the chosen one."""

    key: str
    label: str
    choices: tuple[Choice, ...]
    lowest: int | None
    highest: int | None
    in_book: Choice
    chosen: str


class FormPart(msgspec.Struct, frozen=True):
    """The settings of one part of the game."""

    title: str
    fields: tuple[Field, ...]

    @property
    def is_touched(self) -> bool:
        """True if something in it was chosen, so that the page shows it open."""
        return any(field.chosen for field in self.fields)


def form_parts(book: Rulebook, chosen: Mapping[str, str]) -> list[FormPart]:
    """The form for house rules based on a rulebook, with the choices so far. The most popular settings come first."""
    fields = {field.key: field for field in _fields(book, chosen)}
    popular = sorted((key for key in fields if _popular(key)), key=_popular)
    rest = (
        FormPart(part.label, tuple(fields[key] for key in fields if _section(key) == section and not _popular(key)))
        for section, part in parts().items()
    )
    first = FormPart("Most popular", tuple(fields[key] for key in popular))
    return [first, *(part for part in rest if part.fields)]


def _section(key: str) -> str:
    return key.partition(".")[0]


def _setting(key: str) -> str:
    """The setting of a field. A list has a field for each name, such as `deal.new_deal_for:farmer's hand`."""
    return key.partition(":")[0]


def _popular(key: str) -> int:
    return settings()[_setting(key)].setting.popular


def only_differences(book: Rulebook, asked: Mapping[str, str]) -> dict[str, str]:
    """The choices that differ from the rulebook."""
    said = {field.key: field.in_book.value for field in _fields(book, {})}
    broken = set(cut_off(asked))
    return {key: value for key, value in asked.items() if key in broken or (value and value != said.get(key))}


def cut_off(asked: Mapping[str, str]) -> list[str]:
    """The keys in a link that are unknown or have no value, because the link may have been cut off.

    The form itself sends empty values, too; it has a title.
    """
    whole = "title" in asked
    known = {field.key for field in _fields(load_rulebook("bicycle"), {})}
    return [
        key
        for key, value in asked.items()
        if key not in ("based_on", "title", "toml") and (key not in known or not (value or whole))
    ]


def field_at_fault(error: RulebookError, parts: list[FormPart]) -> Field | None:
    """The field with the error. An error of a whole section is shown at the section's first setting."""
    fields = [field for part in parts for field in part.fields]
    exact = (field for field in fields if field.key == error.key)
    return next(exact, None) or next((field for field in fields if field.key.startswith(f"{error.key}.")), None)


def _fields(book: Rulebook, chosen: Mapping[str, str]) -> Iterator[Field]:
    in_form = {section for section, part in parts().items() if part.in_form}
    for key, (kind, setting, read) in settings().items():
        if _section(key) not in in_form:
            continue
        if isinstance(kind, inspect.VarTupleType):  # lists are for the text form, except lists of names
            for name, words in setting.words.items():
                label, now = f"{setting.label}: {words}", name in read(book)
                yield _field(f"{key}:{name}", label, now, tuple(_YES_NO), _YES_NO, None, chosen)
            continue
        values, numbers = _values(kind)
        yield _field(key, setting.label, read(book), values, _YES_NO | dict(setting.words), numbers, chosen)


def _field(
    key: str,
    label: str,
    now: object,
    values: tuple[object, ...],
    words: Mapping[object, str],
    numbers: inspect.IntType | None,
    chosen: Mapping[str, str],
) -> Field:
    lowest, highest = (None, None) if numbers is None else (numbers.ge or 0, numbers.le)
    in_book, *choices = (Choice(_text(value), _words(value, words)) for value in (now, *values))
    return Field(key, label, tuple(choices), lowest, highest, in_book, chosen.get(key, ""))


def _words(value: object, words: Mapping[object, str]) -> str:
    # True equals 1, and a form must not show one point as "yes".
    named = isinstance(value, bool | str) and value in words
    return words[value] if named else _text(value)


def _values(kind: inspect.Type) -> tuple[tuple[object, ...], inspect.IntType | None]:
    """The choices, or the range of whole numbers."""
    match kind:
        case inspect.BoolType():
            return (True, False), None
        case inspect.LiteralType():
            return tuple(kind.values), None
        case inspect.IntType():
            return (), kind
        case inspect.UnionType(types=types):
            words = [value for part in types if isinstance(part, inspect.LiteralType) for value in part.values]
            return (*range(6), *words), None
        case _:
            raise TypeError(f"the form has no field for {kind}")


def toml_from(base: str, title: str, chosen: Mapping[str, str]) -> str:
    """The differences as TOML text. Unknown keys are left out; the loader checks the values."""
    book = load_rulebook(base)
    lines = [f"based_on = {_written(base)}"]
    if title:
        lines.append(f"title = {_written(title[:80])}")
    changed: dict[str, dict[str, str]] = {}
    for field in _fields(book, chosen):
        if field.chosen and field.chosen != field.in_book.value:
            section, _, name = _setting(field.key).partition(".")
            listed = ":" in field.key
            changed.setdefault(section, {})[name] = _list(book, field.key, chosen) if listed else _typed(field.chosen)
    for section, values in changed.items():
        lines += ["", f"[{section}]", *(f"{name} = {value}" for name, value in values.items())]
    return "\n".join(lines) + "\n"


def _list(book: Rulebook, key: str, chosen: Mapping[str, str]) -> str:
    """A list as TOML, with names added or removed."""
    setting = _setting(key)
    now = {name: "true" if name in value_of(book, setting) else "false" for name in settings()[setting].setting.words}
    return _written([name for name in now if (chosen.get(f"{setting}:{name}") or now[name]) == "true"])


def _typed(text: str) -> str:
    """A value as TOML: numbers and booleans as they are, everything else quoted."""
    return (
        text if text in ("true", "false") or (text.isascii() and text.isdigit() and len(text) < 6) else _written(text)
    )


def _text(value: object) -> str:
    return _written(value).strip('"')


def _written(value: object) -> str:
    """A value as TOML writes it: JSON's strings are TOML's basic strings."""
    return msgspec.json.encode(value).decode()
