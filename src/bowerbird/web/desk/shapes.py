"""The shapes of the desk's interface that are no asks: what is answered, and lists. Views are data as they come."""

from __future__ import annotations

import msgspec

__all__ = ["EventLine", "EventMade", "Irregular", "Question", "RemedyShown", "RulingAnswer"]


class EventMade(msgspec.Struct):
    """Where the new event's desk is."""

    event: str
    link: str


class EventLine(msgspec.Struct):
    """One of a person's own events."""

    event: str
    link: str
    title: str
    rules: str
    place: str
    date: str
    trial: bool
    people: int
    phase: str


class Irregular(msgspec.Struct):
    """Something that can go wrong, in the club's own word."""

    irregularity: str
    words: str


class Question(msgspec.Struct):
    """What has to be known before the book can answer."""

    condition: str
    words: str


class RemedyShown(msgspec.Struct):
    """What happens now, and where it is written."""

    sentence: str
    clause: str
    clause_says: str
    kind: str
    points: int
    by_director: bool


class RulingAnswer(msgspec.Struct):
    """The next question, or the remedy."""

    questions: list[Question]
    remedy: RemedyShown | None
