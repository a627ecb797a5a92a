"""Closing a round, a meeting and the event: the facts for it, in every state, and the fate of unfinished games.

Only proposes. A game without a settled score either counts, as one side reported it or as its hands were written down,
or does not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from bowerbird.event.errors import EventError
from bowerbird.event.facts import (
    Fact,
    Finished,
    MeetingClosed,
    RoundCalledOff,
    RoundClosed,
    Score,
    ScoreAccepted,
    ScoreEntered,
    StoodDown,
)
from bowerbird.event.scores import check_score
from bowerbird.event.state import Event, Result
from bowerbird.event.tell import score_says
from bowerbird.event.words import listed
from bowerbird.rulebook import Rulebook

__all__ = [
    "Unfinished",
    "Written",
    "close_meeting",
    "close_round",
    "finish_event",
    "sit_out_words",
    "unfinished_words",
    "worth_of_rest",
]

#: The fate of games without a settled score: they count as they were reported or written down, or do not count.
Unfinished: TypeAlias = Literal["counted", "not counted"]

#: The scores of games in progress by the hands that were written down, by table.
Written: TypeAlias = Mapping[int, Score]

_NONE: Final[Written] = {}
_NOT_COUNTED: Final = "closed without a settled score"


def close_round(
    event: Event, unfinished: Unfinished, at: int = 0, written: Written = _NONE, *, last: bool = False
) -> tuple[Fact, ...]:
    """The facts that close the round in progress, if there is one.

    A round without scores is called off. But boards that lay on the tables never come again, so a round of boards stays
    unless it is the `last` of the event.
    """
    current = event.open_round
    if current is None:
        return ()
    counted = unfinished == "counted"
    off = last or not current.tables[0].boards
    if off and current.missing() and not current.results and not (counted and written):
        return (RoundCalledOff(at=at),)
    facts: list[Fact] = []
    for number in current.missing():
        result = current.results.get(number)
        if counted and result is not None and result.sides_differ:
            raise EventError(f"Table {number}: {result.note}")
        if counted and result is not None:
            facts.append(ScoreAccepted(table=number))
        elif counted and number in written:
            facts.append(_entered(event, number, written[number]))
        else:
            facts.append(StoodDown(table=number, reason=_NOT_COUNTED))
    return *facts, RoundClosed(at=at)


def _entered(event: Event, number: int, score: Score) -> ScoreEntered:
    try:
        check_score(event.book, score, event.round.bell)
    except EventError as error:
        raise EventError(f"Table {number}: {error}") from None
    return ScoreEntered(table=number, score=score)


def close_meeting(
    event: Event, unfinished: Unfinished, at: int = 0, written: Written = _NONE, *, last: bool = False
) -> tuple[Fact, ...]:
    """The facts that close the meeting in progress, perhaps the `last`, with its round."""
    if not event.is_open:
        raise EventError("No meeting is open, so there is nothing to close.")
    return *close_round(event, unfinished, at, written, last=last), MeetingClosed(at=at)


def finish_event(event: Event, unfinished: Unfinished, at: int = 0, written: Written = _NONE) -> tuple[Fact, ...]:
    """The facts that end the event."""
    return *(close_meeting(event, unfinished, at, written, last=True) if event.is_open else ()), Finished()


def unfinished_words(
    event: Event, unfinished: Unfinished = "not counted", written: Written = _NONE, undecided: Written = _NONE
) -> tuple[str, ...]:
    """Say what becomes of games without a settled score if the round is closed now.

    A game is `undecided` if people have to say who has won it.
    """
    if not event.rounds:
        return ("Nothing was played.",)
    current = event.open_round
    missing = () if current is None else current.missing()
    if current is None or not missing:
        return ()
    if not current.results and not written and not undecided:
        never = " Its boards don't come again." if current.tables[0].boards else ""
        return (f"{event.round_name(current)} was not played and does not count.{never}",)
    counted = unfinished == "counted"
    # If nothing of the round stays, nobody gets anything for a game of it.
    worth = worth_of_rest(event.book, True) if current.results or (counted and written) else ""
    return (
        *_empty([number for number in missing if number not in {*current.results, *written, *undecided}], worth),
        *(
            told
            for number in missing
            if (told := _reported(number, current.results.get(number), written.get(number), counted=counted))
        ),
        *(
            f"Table {number}: nobody has said who won at {score.ns} to {score.ew}, so the game does not count. "
            "If it should, say who has won first."
            for number, score in undecided.items()
        ),
    )


def _empty(tables: Sequence[int], worth: str) -> Iterator[str]:
    if tables:
        named = f"Table{'s' if len(tables) > 1 else ''} {listed([str(number) for number in tables])}"
        have = "have" if len(tables) > 1 else "has"
        yield f"{named} {have} no score, so the game does not count. {worth}".strip()


def _reported(number: int, result: Result | None, written: Score | None, *, counted: bool) -> str:
    """What becomes of a game with an unsettled score, or with hands that were written down."""
    if result is not None and not counted:
        score = f"{result.score.ns} to {result.score.ew}"
        why = f"the score {score} is disputed" if result.status == "disputed" else f"nobody has confirmed {score}"
        return f"Table {number}: {why}, so it does not count. If it is right, enter it as a correction."
    if result is not None or written is None:
        return ""
    if counted:
        return score_says(number, written)
    so_far = f"{written.ns} to {written.ew} is written down, but no score was entered"
    return f"Table {number}: {so_far}, so the game does not count. If it should, enter its score first."


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
