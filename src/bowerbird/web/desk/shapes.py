"""Answers of the desk's JSON API. Requests and views have their shapes in `evening`."""

from __future__ import annotations

import msgspec

from bowerbird.evening.views.shapes import Progress

__all__ = ["EventLine", "EventMade", "Irregular", "Preview", "Question", "RemedyShown", "RulingAnswer"]


class EventMade(msgspec.Struct):
    """A new event, and the link to its desk."""

    event: str
    link: str


class EventLine(msgspec.Struct):
    """One of your events. `directors` are the names of all directors; `again` is the page to hold it again."""

    event: str
    link: str
    title: str
    rules: str
    place: str
    date: str
    trial: bool
    people: int
    phase: str
    progress: Progress
    directors: list[str]
    again: str


class Irregular(msgspec.Struct):
    """An irregularity, in the club's words."""

    irregularity: str
    words: str


class Preview(msgspec.Struct):
    """What a change would change, in sentences; or why it would be refused."""

    says: tuple[str, ...] = ()
    why: str = ""


class Question(msgspec.Struct):
    """A condition to answer before the rules give a remedy."""

    condition: str
    words: str


class RemedyShown(msgspec.Struct):
    """A remedy, with its clause."""

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
