"""The fold of facts about scores: entered, accepted, disputed, corrected. Every replaced score is kept."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bowerbird.event.boards import check_boards
from bowerbird.event.cards import card_of
from bowerbird.event.errors import EventError
from bowerbird.event.facts import (
    DIRECTOR,
    HALL,
    GameReopened,
    PointsSoFar,
    Score,
    ScoreAccepted,
    ScoreCorrected,
    ScoreDisputed,
    ScoreEntered,
    Table,
)
from bowerbird.event.scores import check_score
from bowerbird.event.state import Claim, Event, Result, Round, tidy_name
from bowerbird.event.tally import Noted

__all__ = ["accept", "correct", "dispute", "enter_score", "note_points", "reopen"]

#: Reporters who belong to neither side.
_NO_PLAYER = (DIRECTOR, HALL)
_CORRECT = "If that is wrong, correct it instead, and say why."
_TELL = "If that is wrong, tell the director."


def enter_score(event: Event, fact: ScoreEntered) -> Event:
    """Enter a score: final from the director or an online table; from a player it waits for the other side."""
    current = event.round
    table = current.table(fact.table)
    if current.closed:
        raise EventError(f"Round {current.number} is closed. Correct the score instead, and say why.")
    if table.number in current.stood_down:
        raise EventError(f"Table {table.number} does not play this round: {current.stood_down[table.number]}.")
    old = current.results.get(table.number)
    if old is not None and old.status == "accepted":
        raise EventError(f"{_differs(table, old.score, fact.score)} {_CORRECT if fact.by == DIRECTOR else _TELL}")
    by = fact.by if fact.by == HALL else _at_table(event, current, table, fact.by)
    # An online table has its own bell: a game that it reports as over is over.
    _check(event, table, fact.score, current.bell or by == HALL)
    replaced = () if old is None else old.replaced
    if by in _NO_PLAYER:
        if old is not None:
            replaced = (*replaced, (old.score, old.note or "entered again"))
        result = Result(fact.score, by, "accepted", replaced=replaced, claims=old.claims if old else ())
    else:
        if card_of(event.book).dealer_keeps and by != table.seats[table.dealer]:
            raise EventError(f"The pivot, {table.seats[table.dealer]}, keeps the card of table {table.number}.")
        result = _claimed(table, old, Claim(by, fact.score))
    return _put(event, current, table.number, result)


def _differs(table: Table, has: Score, sent: Score) -> str:
    """The difference from a score that counts already, and stays."""
    if has.points == sent.points:
        return f"Table {table.number} has {has.ns} to {has.ew} already, and the rest of the card differs. Not saved."
    return f"Table {table.number} has {has.ns} to {has.ew} already. {sent.ns} to {sent.ew} is different, and not saved."


def _check(event: Event, table: Table, score: Score, bell: bool) -> None:
    if table.boards:
        check_boards(event.book, table, score)
    elif score.boards:
        raise EventError(f"Table {table.number} plays no boards. Enter the points of the game.")
    else:
        check_score(event.book, score, bell)


def _claimed(table: Table, old: Result | None, claim: Claim) -> Result:
    """The result after a player's report: the other side's report agrees, differs, or is still missing."""
    if old is None:
        return Result(claim.score, claim.by, "waiting", claims=(claim,))
    side = table.side_of(claim.by)
    before = old.claims or (Claim(old.by, old.score),)
    others = tuple(each for each in before if each.by in _NO_PLAYER or table.side_of(each.by) != side)
    replaced = old.replaced
    for own in before:
        if own not in others and own.score != claim.score:
            replaced = (*replaced, (own.score, "entered again"))
    if not others:
        return Result(claim.score, claim.by, "waiting", replaced=replaced, claims=(claim,))
    claims = (*others, claim)
    if all(_same(other.score, claim.score) for other in others):
        # Some people note the last dealer and others do not; the score is the same.
        known = next((each.score for each in claims if each.score.last_dealer is not None), claim.score)
        return Result(known, others[0].by, "accepted", replaced=replaced, claims=claims)
    return Result(others[0].score, others[0].by, "disputed", _differ(claims), replaced, claims)


def _same(one: Score, other: Score) -> bool:
    return replace(one, last_dealer=None) == replace(other, last_dealer=None)


def _differ(claims: Sequence[Claim]) -> str:
    heard = " and ".join(f"{each.score.ns}–{each.score.ew} from {each.by or 'the director'}" for each in claims)
    points = {each.score.points for each in claims}
    cards = "" if len(points) > 1 else ", but the cards differ"
    return f"We have {heard}{cards}. Ask them and enter the right one."


def accept(event: Event, fact: ScoreAccepted) -> Event:
    """Accept a score for the other side, or for the director."""
    current = event.round
    table, result = _with_score(current, fact.table)
    by = _at_table(event, current, table, fact.by)
    if result.status == "accepted":
        raise EventError(f"Table {table.number} has {result.score.ns} to {result.score.ew} already. {_CORRECT}")
    meant = _meant(table, result, by, fact.of)
    if by != DIRECTOR and meant.by not in _NO_PLAYER and table.side_of(by) == table.side_of(meant.by):
        raise EventError(f"{by} sits with {meant.by}, who entered the score. Someone on the other side confirms it.")
    return _put(
        event, current, table.number, replace(result, score=meant.score, by=meant.by, status="accepted", note="")
    )


def _meant(table: Table, result: Result, by: str, of: str) -> Claim:
    """The score that is accepted. A player accepts the other side's report; the director names whose."""
    if of:
        named = next((claim for claim in result.claims if claim.by.casefold() == tidy_name(of).casefold()), None)
        if named is None:
            raise EventError(f"{tidy_name(of)} has given no score for table {table.number}.")
        return named
    if not result.sides_differ:
        return Claim(result.by, result.score)
    if by == DIRECTOR:
        raise EventError(f"Table {table.number}: {result.note}")
    return next(
        claim for claim in result.claims if claim.by in _NO_PLAYER or table.side_of(claim.by) != table.side_of(by)
    )


def dispute(event: Event, fact: ScoreDisputed) -> Event:
    """Dispute a score for somebody at the table; the director decides."""
    current = event.round
    if current.closed:
        raise EventError(f"Round {current.number} is closed. Ask the director for a correction.")
    table, result = _with_score(current, fact.table)
    by = _at_table(event, current, table, fact.by)
    note = f"{by or 'The director'}: {fact.reason or 'this is not the score'}"
    return _put(event, current, table.number, replace(result, status="disputed", note=note))


def correct(event: Event, fact: ScoreCorrected) -> Event:
    """Replace the score of a game, or give one to a table that was closed without. Nobody moves back."""
    if not 1 <= fact.round <= len(event.rounds):
        raise EventError(f"There is no round {fact.round} to correct.")
    past = event.rounds[fact.round - 1]
    table = past.table(fact.table)
    if not fact.reason.strip():
        raise EventError("Say why the score is corrected, for the record.")
    if not past.closed:
        _with_score(past, fact.table)
    result = past.results.get(table.number, Result(fact.score, DIRECTOR, "waiting"))
    if fact.score == result.score and result.status == "accepted":
        raise EventError(f"Table {table.number} has this score already: {result.score.ns} to {result.score.ew}.")
    _check(event, table, fact.score, past.bell)
    replaced = result.replaced
    if table.number in past.results:
        replaced = (*replaced, (result.score, fact.reason))
    corrected = Result(fact.score, result.by, "accepted", replaced=replaced, claims=result.claims)
    stood_down = {number: why for number, why in past.stood_down.items() if number != table.number}
    return _put(event, replace(past, stood_down=stood_down), table.number, corrected)


def note_points(event: Event, fact: PointsSoFar) -> Event:
    """Note the points of a game that is not over."""
    current = event.round
    table = current.table(fact.table)
    if current.closed or table.number in current.results:
        raise EventError(f"The game at table {table.number} is over. Correct its score instead, and say why.")
    if event.book.game.points and max(fact.ns, fact.ew) >= event.book.game.points:
        raise EventError(f"{fact.ns} to {fact.ew} ends the game. Enter it as the score.")
    return _with_points(event, current, fact)


def reopen(event: Event, fact: GameReopened) -> Event:
    """Take the score of a game off again: it goes on."""
    current = event.round
    table, _ = _with_score(current, fact.table)
    if current.closed:
        raise EventError(f"Round {current.number} is closed, so the game at table {table.number} cannot go on.")
    if not fact.reason.strip():
        raise EventError("Say why the game goes on, for the record.")
    others = {number: each for number, each in current.results.items() if number != table.number}
    return _with_points(event, replace(current, results=others), fact)


def _with_points(event: Event, current: Round, fact: PointsSoFar | GameReopened) -> Event:
    points = (fact.ns, fact.ew)
    card = (*current.running.get(fact.table, ()), Noted(points))
    noted = replace(
        current, so_far={**current.so_far, fact.table: points}, running={**current.running, fact.table: card}
    )
    return replace(event, rounds=(*event.rounds[:-1], noted))


def _with_score(current: Round, number: int) -> tuple[Table, Result]:
    table = current.table(number)
    if number not in current.results:
        raise EventError(f"Table {number} has no score in round {current.number} yet. Enter it first.")
    return table, current.results[number]


def _at_table(event: Event, current: Round, table: Table, by: str) -> str:
    """The person for whom somebody at the table speaks: a sub speaks for the player who is replaced."""
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
