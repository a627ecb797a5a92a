"""Holding expected lines against what the room has: values by key, with numbers and teams in one spelling."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import Final, TypeAlias

from bowerbird.nights.room import Room
from bowerbird.nights.text import Expectation, Fact
from bowerbird.nights.verdict import Finding

__all__ = ["Judge", "Read", "by_colon", "by_name", "finding", "holding", "spelled", "values"]

#: Lines that sum up others, which a block that is complete need not have.
_SUMS: Final = frozenset({"everybody", "out", "sum", "people"})
#: Judges every line of an expectation.
Judge: TypeAlias = Callable[[Room, Expectation], Iterable[Finding]]
#: Reads an expected line as a key and a value.
Read: TypeAlias = Callable[[Fact], tuple[str, str]]


def by_colon(line: Fact) -> tuple[str, str]:
    """`table 1: Ann Bob Cal Dee`; without a colon the first word is the key."""
    key, colon, value = line.text.partition(":")
    return (spelled(key), value.strip()) if colon else by_name(line)


def by_name(line: Fact) -> tuple[str, str]:
    """`Ann 14`."""
    return spelled(line.words[0]), " ".join(line.words[1:])


def spelled(text: str) -> str:
    """Text in one spelling: 14 and 14.00 are the same number, Ann/Bob and Bob/Ann the same team."""
    return " ".join(map(_spelled_word, text.split()))


def _spelled_word(word: str) -> str:
    if "/" in word:
        return "/".join(sorted(word.split("/")))
    try:
        number = Decimal(word.removeprefix("+"))
    except InvalidOperation:
        return word
    return f"{number.quantize(Decimal('0.01'))}"


def values(actual: Callable[[Room, tuple[str, ...]], Mapping[str, object]], read: Read = by_name) -> Judge:
    """A kind whose lines are keys with values: each line must have its value, and with `only` there are no others."""

    def judge(room: Room, expected: Expectation) -> Iterator[Finding]:
        found = {spelled(key): str(value) for key, value in actual(room, expected.arguments).items()}
        named = set()
        for line in expected.lines:
            key, value = read(line)
            named.add(key)
            yield finding(expected, line, found.get(key, "nothing"), spelled(found.get(key, "")) == spelled(value))
        for key in sorted(found.keys() - named - _SUMS) if expected.only else ():
            extra = Fact(expected.number, ("nothing", "for", key))
            yield finding(expected, extra, f"{key}: {found[key]}", holds=False)

    return judge


def holding(check: Callable[[Room, Expectation, Fact], str]) -> Judge:
    """A kind of which every line is judged by itself: `check` returns what is wrong, or nothing."""

    def judge(room: Room, expected: Expectation) -> Iterator[Finding]:
        for line in expected.lines:
            wrong = check(room, expected, line)
            yield finding(expected, line, wrong, holds=not wrong)

    return judge


def finding(expected: Expectation, line: Fact, found: str, holds: bool) -> Finding:
    """What became of one line."""
    return Finding(
        line=line.number,
        verdict="holds" if holds else "differs",
        kind=expected.kind,
        expected=line.text,
        found=found,
        because=expected.because,
    )
