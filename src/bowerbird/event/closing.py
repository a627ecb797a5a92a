"""Closing a round, a meeting and the event: the facts for it, in every state, and the fate of unfinished games.

Only proposes. A game without a settled score either counts as one side reported it, or does not count.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from bowerbird.event.errors import EventError
from bowerbird.event.facts import (
    Fact,
    Finished,
    MeetingClosed,
    RoundCalledOff,
    RoundClosed,
    ScoreAccepted,
    StoodDown,
)
from bowerbird.event.state import Event
from bowerbird.event.words import listed
from bowerbird.rulebook import Rulebook

__all__ = [
    "Unfinished",
    "close_meeting",
    "close_round",
    "finish_event",
    "sit_out_words",
    "unfinished_words",
    "worth_of_rest",
]

#: The fate of games without a settled score: they count as one side reported them, or do not count.
Unfinished: TypeAlias = Literal["counted", "not counted"]

_NOT_COUNTED = "closed without a settled score"


def close_round(event: Event, unfinished: Unfinished, at: int = 0) -> tuple[Fact, ...]:
    """The facts that close the round in progress, if there is one."""
    current = event.open_round
    if current is None:
        return ()
    if current.missing() and not current.results:
        return (RoundCalledOff(at=at),)
    facts: list[Fact] = []
    for number in current.missing():
        result = current.results.get(number)
        if unfinished == "counted" and result is not None and result.sides_differ:
            raise EventError(f"Table {number}: {result.note}")
        if unfinished == "counted" and result is not None:
            facts.append(ScoreAccepted(table=number))
        else:
            facts.append(StoodDown(table=number, reason=_NOT_COUNTED))
    return *facts, RoundClosed(at=at)


def close_meeting(event: Event, unfinished: Unfinished, at: int = 0) -> tuple[Fact, ...]:
    """The facts that close the meeting in progress, with its round."""
    if not event.is_open:
        raise EventError("No meeting is open, so there is nothing to close.")
    return *close_round(event, unfinished, at), MeetingClosed(at=at)


def finish_event(event: Event, unfinished: Unfinished, at: int = 0) -> tuple[Fact, ...]:
    """The facts that end the event."""
    return *(close_meeting(event, unfinished, at) if event.is_open else ()), Finished()


def unfinished_words(event: Event) -> tuple[str, ...]:
    """Say what becomes of games without a settled score if the round is closed now and they do not count."""
    if not event.rounds:
        return ("Nothing was played.",)
    current = event.open_round
    missing = () if current is None else current.missing()
    if current is None or not missing:
        return ()
    if not current.results:
        return (f"{event.round_name(current)} was not played and does not count.",)
    says = []
    empty = [number for number in missing if number not in current.results]
    if empty:
        tables = f"Table{'s' if len(empty) > 1 else ''} {listed([str(number) for number in empty])}"
        have = "have" if len(empty) > 1 else "has"
        says.append(f"{tables} {have} no score, so the game does not count. {worth_of_rest(event.book, True)}")
    for number in missing:
        if number in current.results:
            result = current.results[number]
            score = f"{result.score.ns} to {result.score.ew}"
            why = f"the score {score} is disputed" if result.status == "disputed" else f"nobody has confirmed {score}"
            says.append(f"Table {number}: {why}, so it does not count. If it is right, enter it as a correction.")
    return tuple(says)


def sit_out_words(book: Rulebook) -> str:
    """What sitting out is worth, in a few words."""
    match book.event.sit_out:
        case "nothing":
            return "nothing"
        case "mean score":
            return "the average score for that game"
        case "rounded mean score":
            return "the average score for that game, rounded to a whole number"
        case "average of other weeks":
            return "the average of the other weeks"
        case int(points):
            return str(points)


def worth_of_rest(book: Rulebook, table_stands_down: bool) -> str:
    """Say what people get for a game that they cannot play."""
    if table_stands_down and book.event.season.table_of_absent == "average of other weeks":
        return "They get their average of the other weeks, without credits."
    match book.event.sit_out:
        case "average of other weeks":
            return "They get their average of the other weeks."
        case "mean score" | "rounded mean score":
            return f"They get {sit_out_words(book).replace('that game', 'this game')}."
        case "nothing" | int():
            return f"They get {sit_out_words(book)} for it."
