"""The part of the fold that is about scores: entered, accepted, disputed, corrected. Nothing is ever overwritten."""

from __future__ import annotations

from msgspec.structs import replace

from bowerbird.event.errors import EventError
from bowerbird.event.facts import DIRECTOR, ScoreAccepted, ScoreCorrected, ScoreDisputed, ScoreEntered, Table
from bowerbird.event.scores import check_score
from bowerbird.event.state import Event, Result, Round, tidy_name

__all__ = ["accept", "correct", "dispute", "enter_score"]


def enter_score(event: Event, fact: ScoreEntered) -> Event:
    """A score from the director stands at once; one from a player waits for an opponent."""
    current = event.round
    table = current.table(fact.table)
    if current.closed:
        raise EventError(f"Round {current.number} is closed. Correct the score instead, and say why.")
    if table.number in current.stood_down:
        raise EventError(f"Table {table.number} does not play this round: {current.stood_down[table.number]}.")
    old = current.results.get(table.number)
    if old is not None and old.status == "accepted":
        raise EventError(
            f"Table {table.number} has its score, {old.score.ns} to {old.score.ew}. Correct it instead, and say why."
        )
    by = _at_table(event, current, table, fact.by)
    if by != DIRECTOR and event.book.event.kept_on == "table card" and by != table.seats[table.dealer]:
        raise EventError(f"The pivot, {table.seats[table.dealer]}, keeps the card of table {table.number}.")
    check_score(event.book, fact.score, current.bell)
    replaced = () if old is None else (*old.replaced, (old.score, old.note or "entered again"))
    result = Result(fact.score, by, "accepted" if by == DIRECTOR else "waiting", replaced=replaced)
    return _put(event, current, table.number, result)


def accept(event: Event, fact: ScoreAccepted) -> Event:
    """One of the other side says that the score is right."""
    current = event.round
    table, result = _with_score(current, fact.table)
    by = _at_table(event, current, table, fact.by)
    if result.status == "accepted":
        raise EventError(f"The score of table {table.number} is accepted already.")
    if by != DIRECTOR and result.by != DIRECTOR and table.side_of(by) == table.side_of(result.by):
        raise EventError(f"{by} sits with {result.by}, who entered the score. One of the other side accepts it.")
    return _put(event, current, table.number, replace(result, status="accepted", note=""))


def dispute(event: Event, fact: ScoreDisputed) -> Event:
    """Somebody at the table says that the score is wrong; the director looks at it."""
    current = event.round
    if current.closed:
        raise EventError(f"Round {current.number} is closed. Ask the director for a correction.")
    table, result = _with_score(current, fact.table)
    by = _at_table(event, current, table, fact.by)
    note = f"{by or 'The director'}: {fact.reason or 'this is not the score'}"
    return _put(event, current, table.number, replace(result, status="disputed", note=note))


def correct(event: Event, fact: ScoreCorrected) -> Event:
    """Another score for a game already played. Whoever moved because of the old one has moved."""
    if not 1 <= fact.round <= len(event.rounds):
        raise EventError(f"There is no round {fact.round} to correct.")
    past = event.rounds[fact.round - 1]
    table, result = _with_score(past, fact.table)
    if not fact.reason.strip():
        raise EventError("Say why the score is corrected, for the record.")
    if fact.score == result.score and result.status == "accepted":
        raise EventError(f"Table {table.number} has this score already: {result.score.ns} to {result.score.ew}.")
    check_score(event.book, fact.score, past.bell)
    replaced = (*result.replaced, (result.score, fact.reason))
    return _put(event, past, table.number, Result(fact.score, result.by, "accepted", replaced=replaced))


def _with_score(current: Round, number: int) -> tuple[Table, Result]:
    table = current.table(number)
    if number not in current.results:
        raise EventError(f"Table {number} has no score in round {current.number} yet. Enter it first.")
    return table, current.results[number]


def _at_table(event: Event, current: Round, table: Table, by: str) -> str:
    """The person in whose name somebody at the table speaks: a sub speaks for the player who is replaced."""
    if by == DIRECTOR:
        return DIRECTOR
    name = tidy_name(by)
    for player in table.seats:
        if current.subs.get(player, player).casefold() == name.casefold():
            return player
    raise EventError(f"{name} does not play at table {table.number} in round {current.number}.")


def _put(event: Event, current: Round, number: int, result: Result) -> Event:
    changed = replace(current, results={**current.results, number: result})
    rounds = list(event.rounds)
    rounds[current.number - 1] = changed
    return replace(event, rounds=tuple(rounds))
