"""A game whose winner people have to name: points came off the side that had won, and no side has enough now. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bowerbird.evening.penalties import (
    OFF_THE_GAME,
    Choice,
    choices,
    in_force,
    offending_side,
    pair,
    penalties_at,
    score_now,
    winners,
)
from bowerbird.evening.running import running, with_the_card, written_down
from bowerbird.evening.state import Evening
from bowerbird.event.closing import Unfinished, unfinished_words
from bowerbird.event.facts import Score
from bowerbird.event.scores import completed
from bowerbird.event.state import Round
from bowerbird.rulebook.rulings import points_words

__all__ = ["ASKS_DIRECTOR", "ASKS_WINNER", "ASKS_WINNER_LATER", "answers", "given_up", "undecided", "why_undecided"]

#: What the desk asks about a game that is undecided.
ASKS_WINNER: Final = "Who has won? Say which side lost by a ruling, or let the table play on."

#: The same of a round that is closed: nobody plays on.
ASKS_WINNER_LATER: Final = "Who has won? Say which side lost by a ruling."

#: What people at that table read.
ASKS_DIRECTOR: Final = "The director says who has won, or that you play on."


def undecided(evening: Evening, current: Round, number: int) -> Score | None:
    """The score of a table's game if people have to name its winner, or play on; None for every other game."""
    if current.closed or number in current.stood_down or number in current.results:
        return None
    if not _took_off(evening, current, number):
        return None
    card = running(evening, current, number)
    if not card.taken:
        return None
    if in_force(evening.penalties, current, number):
        return score_now(evening.event.book, evening.penalties, current, number)
    score = with_the_card(evening, current, number, Score(*card.points))
    return completed(evening.event.book, score)


def given_up(evening: Evening, unfinished: Unfinished = "not counted") -> tuple[str, ...]:
    """Say what becomes of games without a settled score if the round is closed now."""
    current = evening.event.open_round
    scores = {} if current is None else {each: undecided(evening, current, each) for each in current.missing()}
    still_open = {number: score for number, score in scores.items() if score is not None}
    return unfinished_words(evening.event, unfinished, written_down(evening), still_open)


def why_undecided(evening: Evening, current: Round, number: int, score: Score, ruling: int = 0) -> str:
    """`Table 1: 2 points came off Ann & Cal, so nobody has 10 at 8–9.`"""
    off, target = "Points came off", evening.event.book.game.points
    if took := (ruling,) if ruling else _took_off(evening, current, number):
        ruled = [evening.penalties[each].ruled for each in took]
        side = offending_side(ruled[-1], current)
        points = sum(each.points for each in ruled if offending_side(each, current) is side)
        off = f"{points_words(points)} came off {pair(current, number, side)}"
    return f"Table {number}: {off}, so nobody has {target} at {score.ns}–{score.ew}."


def answers(evening: Evening, current: Round, ruling: int) -> tuple[Choice, ...]:
    """The director's answers about one ruling now, also to who has won if it took points off the side that had won."""
    offered = choices(evening.event.book, current, evening.penalties, ruling)
    return (*offered, *_winners(evening, current, ruling))


def _winners(evening: Evening, current: Round, ruling: int) -> Iterator[Choice]:
    number = evening.penalties[ruling].ruled.table
    score = undecided(evening, current, number) if _took_off(evening, current, number)[-1:] == (ruling,) else None
    if score is None:
        return
    put_on = in_force(evening.penalties, current, number).get(ruling)
    how = "in the score" if put_on is None or put_on.settled is None else put_on.settled
    yield from winners(current, number, how, score)


def _took_off(evening: Evening, current: Round, number: int) -> tuple[int, ...]:
    """The rulings that took points off at a table, the last one at the end.

    Where the score is a table's own with rulings put on, one that still waits for an answer took nothing off.
    """
    here = penalties_at(evening.penalties, current, number)
    took = sorted(
        ruling
        for ruling, each in here.items()
        if not each.overruled and (each.ruled.remedy == OFF_THE_GAME or each.settled == "taken off")
    )
    put_on = in_force(evening.penalties, current, number)
    return tuple(ruling for ruling in took if ruling in put_on) or tuple(took)
