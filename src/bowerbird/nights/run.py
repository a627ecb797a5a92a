"""Running a night: its facts become requests to the room, its expectations are compared with what the room has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bowerbird.event import EventError
from bowerbird.nights.expect import EXPECTED
from bowerbird.nights.lines import LINES
from bowerbird.nights.lines.hands import hand_in
from bowerbird.nights.room import NotExpressibleError, Room
from bowerbird.nights.settings import event_of
from bowerbird.nights.text import Expectation, Fact, Night
from bowerbird.nights.verdict import Finding, Report, Verdict

__all__ = ["run_night"]

#: Kinds that look at the scores that are in.
_ABOUT_SCORES: Final = frozenset({"cards", "points", "week", "total", "standings", "ledger", "kitty", "credits"})


def run_night(night: Night) -> Report:
    """Run a night, and report on every line that expects something. A wrong line is a finding, not an error."""
    return Report(night.name, tuple(_findings(night)))


def _findings(night: Night) -> Iterator[Finding]:
    try:
        room = _opened(night)
    except (EventError, NotExpressibleError) as problem:
        yield _problem(Fact(1, ("book:", night.book)), problem)
        return
    for person in night.people:
        yield from _carried_out(room, Fact(person.number, ("enter", *person.words)))
    items = night.items
    for place, item in enumerate(items):
        follows = items[place + 1] if place + 1 < len(items) else None
        if isinstance(item, Fact):
            yield from _carried_out(room, item, follows)
        elif item.kind != "refused":
            yield from _compared(room, item)


def _opened(night: Night) -> Room:
    wanted, year = event_of(night)
    return Room(wanted, year)


def _carried_out(room: Room, fact: Fact, follows: object = None) -> Iterator[Finding]:
    refusal = follows if isinstance(follows, Expectation) and follows.kind == "refused" else None
    try:
        handler = LINES.get(fact.words[0])
        if handler is None:
            raise NotExpressibleError(f"{fact.words[0]!r} isn't a line that this program knows")
        handler(room, fact)
    except (EventError, NotExpressibleError) as problem:
        if refusal is None or isinstance(problem, NotExpressibleError):
            yield _problem(fact, problem)
        else:
            yield _refused(refusal, fact, str(problem), refused=True)
        return
    except (ValueError, IndexError):
        yield _problem(fact, NotExpressibleError("this line can't be read"))
        return
    if refusal is not None:
        yield _refused(refusal, fact, "accepted", refused=False)


def _problem(fact: Fact, problem: Exception, kind: str = "fact", because: str = "") -> Finding:
    verdict: Verdict = "not expressible" if isinstance(problem, NotExpressibleError) else "differs"
    return Finding(
        line=fact.number, verdict=verdict, kind=kind, expected=fact.text, found=str(problem), because=because
    )


def _refused(expected: Expectation, fact: Fact, found: str, *, refused: bool) -> Finding:
    return Finding(
        line=expected.number,
        verdict="holds" if refused else "differs",
        kind="refused",
        expected=f"{fact.text}: refused",
        found=found,
        because=expected.because,
    )


def _compared(room: Room, expected: Expectation) -> Iterator[Finding]:
    kind = EXPECTED.get(expected.kind)
    try:
        if kind is None:
            raise NotExpressibleError(f"{expected.kind!r} isn't something that this program can answer")
        if expected.kind in _ABOUT_SCORES:
            hand_in(room)
        yield from kind(room, expected)
    except (EventError, NotExpressibleError) as problem:
        for line in expected.lines:
            yield _problem(line, problem, expected.kind, expected.because)
