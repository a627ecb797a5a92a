"""A lesson as its page gets it: for each step the words, the answers, and the table's frame for the learner's seat.

Frames are built as those of any table, so they contain nothing that this seat may not know. The table is folded when
it is asked for and never written to the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from bowerbird.cards import Card
from bowerbird.hall.errors import NotFoundError
from bowerbird.hall.facts import BotSat, Happened, Sat, made_with
from bowerbird.hall.frames import TableSnapshot, encode
from bowerbird.hall.room import Room
from bowerbird.learn.lessons import (
    LEARNER,
    NAMES,
    Lesson,
    LessonAnswer,
    Picked,
    Taught,
    all_lessons,
    lessons_in,
    taught,
)
from bowerbird.learn.telling import tell
from bowerbird.rulebook import Rulebook, RulesNamed, load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Fact

__all__ = ["LessonHead", "LessonLine", "StepWords", "lesson_named", "lesson_shown", "lessons_listed"]

_PERSON = "learner"
_LEVEL = "club"
#: The learner's picture, unless the person has chosen one.
_BIRD = "magpie"


class LessonLine(msgspec.Struct, frozen=True):
    """A lesson in the list."""

    name: str
    title: str
    about: str


class LessonHead(msgspec.Struct, frozen=True):
    """A lesson without its steps. `next` is the lesson after it, empty after the last."""

    name: str
    title: str
    number: int
    rules: RulesNamed
    end: str
    next: str


class StepWords(msgspec.Struct, frozen=True):
    """One step without its frames: what is said and asked, and what each answer gets. Equal `scene`s are one deal."""

    scene: int
    says: str
    asks: str
    answers: tuple[LessonAnswer, ...]
    picks: tuple[Picked, ...]
    cards: tuple[Card, ...]


def lessons_listed(book: Rulebook) -> list[LessonLine]:
    """The lessons under these rules."""
    return [LessonLine(lesson.name, lesson.title, tell(lesson.about, book)) for lesson in lessons_in(book)]


def lesson_named(name: str, book: Rulebook) -> Lesson:
    """A lesson that is taught under these rules."""
    lesson = all_lessons().get(name)
    if lesson is None or not lesson.holds(book):
        raise NotFoundError("There is no such lesson under these rules. Choose one from the list.")
    return lesson


@lru_cache(maxsize=128)
def lesson_shown(name: str, rules: str) -> bytes:
    """A lesson under a rulebook that comes with Bowerbird, as JSON."""
    book = load_rulebook(rules)
    lesson = lesson_named(name, book)
    names = [each.name for each in lessons_in(book)]
    number = names.index(name) + 1
    head = LessonHead(
        name, lesson.title, number, book.named, tell(lesson.end, book), names[number] if number < len(names) else ""
    )
    return _with(head, steps=[_step(book, step) for step in taught(lesson, book)])


def _step(book: Rulebook, step: Taught) -> msgspec.Raw:
    words = StepWords(
        step.scene, step.says, step.asks, step.answers, step.picks, tuple(Card(card) for card in step.cards)
    )
    after = _frame(book, step.after) if step.after else None
    return msgspec.Raw(_with(words, frame=_frame(book, step.facts), after=after))


def _frame(book: Rulebook, facts: Sequence[Fact]) -> msgspec.Raw:
    """The table after these facts, as the learner sees it."""
    room = Room(made_with(_PERSON, book))
    room.apply(Sat(LEARNER, _PERSON, NAMES[LEARNER], _BIRD), 0)
    for seat in Seat:
        if seat is not LEARNER:
            room.apply(BotSat(seat, _LEVEL, bird=NAMES[seat].lower()), 0)
    for fact in facts:
        room.apply(Happened(fact), 0)
    return msgspec.Raw(TableSnapshot("", room, [True] * 4, True).frame(_PERSON, NAMES[LEARNER]))


def _with(struct: msgspec.Struct, **more: object) -> bytes:
    """A struct with more fields, as JSON."""
    return encode({**{field: getattr(struct, field) for field in struct.__struct_fields__}, **more})
