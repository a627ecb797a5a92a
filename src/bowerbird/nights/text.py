"""The text of a night: head, settings, people, and then one fact or one expectation after the other.

Only reads. What the lines mean is in `lines` and `expect`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

import msgspec

from bowerbird.errors import BowerbirdError

__all__ = ["Expectation", "Fact", "Night", "NightError", "read_night"]

_HEAD: Final = ("night", "book", "tests", "clauses")
_QUOTED: Final = re.compile(r'"([^"]*)"')


class NightError(BowerbirdError):
    """A text that isn't a night. The message names the line that can't be read."""


class Fact(msgspec.Struct, frozen=True):
    """Something that happens, as written on one line. `reason` is the text in quotes behind it."""

    number: int
    words: tuple[str, ...]
    reason: str = ""

    @property
    def text(self) -> str:
        """The line, without its reason."""
        return " ".join(self.words)


class Expectation(msgspec.Struct, frozen=True):
    """What must hold at this moment: a kind with its arguments, and lines. With `only`, nothing else may be there."""

    number: int
    kind: str
    arguments: tuple[str, ...]
    lines: tuple[Fact, ...]
    because: str
    only: bool = False


Item: TypeAlias = Fact | Expectation


class Night(msgspec.Struct, frozen=True, kw_only=True):
    """One event as text, read line by line."""

    name: str
    #: The name of its rulebook.
    book: str
    #: What it is meant to show.
    tests: str = ""
    #: The clauses that it shows.
    clauses: tuple[str, ...] = ()
    #: Settings that differ from the rulebook, as written.
    settings: dict[str, str] = {}
    #: The lines under `people:`.
    people: tuple[Fact, ...] = ()
    #: What happens and what must hold, in order.
    items: tuple[Item, ...] = ()


def read_night(text: str) -> Night:
    """Read the text of a night. Raises `NightError` with the number of a line that isn't understood."""
    lines = [line for line in map(_line, range(1, text.count("\n") + 2), text.split("\n")) if line.words]
    head: dict[str, str] = {}
    settings: dict[str, str] = {}
    people: list[Fact] = []
    section = "head"
    while lines:
        line = lines[0]
        if line.words[0] == "meeting":
            break
        key, colon, value = line.text.partition(":")
        if colon and key in _HEAD:
            head[key] = value.strip()
        elif line.text in ("settings:", "people:"):
            section = line.text[:-1]
        elif section == "settings":
            name, equals, value = line.text.partition("=")
            if not equals:
                raise NightError(f"Line {line.number}: write a setting as `name = value`.")
            settings[name.strip()] = value.strip()
        elif section == "people" and line.words[0] not in ("enter", "target", "expect"):
            people.append(line)
        elif section == "people":
            break
        else:
            raise NightError(f"Line {line.number}: {line.text!r} isn't understood before `people:`.")
        lines.pop(0)
    missing = [key for key in ("night", "book") if key not in head]
    if missing:
        raise NightError(f"The night does not say its `{missing[0]}:`.")
    return Night(
        name=head["night"],
        book=head["book"],
        tests=head.get("tests", ""),
        clauses=tuple(head.get("clauses", "").split()),
        settings=settings,
        people=tuple(people),
        items=tuple(_items(lines)),
    )


def _line(number: int, text: str) -> Fact:
    quoted = _QUOTED.search(text)
    bare = _QUOTED.sub("", text) if quoted else text
    return Fact(number, tuple(bare.partition("#")[0].split()), quoted[1] if quoted else "")


def _items(lines: list[Fact]) -> Iterator[Item]:
    waiting = iter(lines)
    for line in waiting:
        if line.words[0] != "expect":
            yield line
            continue
        block: list[Fact] = []
        for inner in waiting:
            if inner.words[0] == "because:":
                break
            if inner.words[0] == "expect":
                raise NightError(f"Line {line.number}: this expectation has no `because:` line.")
            block.append(inner)
        else:
            raise NightError(f"Line {line.number}: this expectation has no `because:` line.")
        yield _expectation(line, block, inner)


def _expectation(line: Fact, block: list[Fact], because: Fact) -> Expectation:
    if len(line.words) < 2:
        raise NightError(f"Line {line.number}: say what is expected.")
    arguments = [word for word in line.words[2:] if word != "only"]
    return Expectation(
        line.number,
        line.words[1],
        tuple(arguments),
        tuple(block),
        " ".join(because.words[1:]),
        "only" in line.words,
    )
