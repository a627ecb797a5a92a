"""Commands about scores: the desk, a helper and the players' phones enter, accept, dispute; the desk corrects."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from bowerbird.desk import asks
from bowerbird.desk.asks import Ask
from bowerbird.desk.commands.proposal import Asked, Handler, Proposal
from bowerbird.desk.evening import Evening
from bowerbird.desk.facts import SentFrom
from bowerbird.desk.penalties import offending_side
from bowerbird.event import Event, EventError, Fact
from bowerbird.event.changes import what_changed
from bowerbird.event.facts import DIRECTOR, Bell, Score, ScoreAccepted, ScoreCorrected, ScoreDisputed, ScoreEntered
from bowerbird.event.scores import check_score, completed
from bowerbird.event.simulate import quick_game
from bowerbird.event.tell import points_told

__all__ = ["HANDLERS", "PLAYED_ONLINE", "table_of"]

PLAYED_ONLINE: Final = "Your game is played online, and its score comes in by itself."

#: A correction that turns everything round is told in its first sentences; the standings show the rest.
_SENTENCES = 12


def table_of(event: Event, name: str) -> int:
    """The number of the table at which somebody, or whoever they play for, sits in the round that is on; 0 if none."""
    if not event.rounds:
        return 0
    for table in event.round.tables:
        if any(event.round.subs.get(player, player) == name for player in table.seats):
            return table.number
    return 0


def _score(asked: Asked[asks.Score]) -> Proposal:
    ask = asked.ask
    table, by = _place(asked, ask.round, ask.table)
    _check_two_phones(asked, table, ask.phone)
    sent = (SentFrom(name=by, phone=ask.phone),) if ask.phone and by != DIRECTOR else ()
    entered = ScoreEntered(table=table, score=_by_the_ruling(asked, table, _completed(asked, ask)), by=by)
    after = Proposal((entered,)).outcome(asked.event).round
    result = after.results[table]
    score = f"Table {table}: {points_told(entered.score)}."
    if result.status == "disputed":
        return Proposal((entered,), sent, (f"Table {table}: {result.note}",))
    if result.status == "waiting":
        return Proposal((entered,), sent, (f"{score} Now one of the other side accepts it.",))
    return Proposal((entered,), sent, (score, _still_missing(after.missing())) if by == DIRECTOR else (score,))


def _by_the_ruling(asked: Asked[Any], table: int, score: Score) -> Score:
    """A game that a ruling has ended is scored as it stands: nobody plays on, and nobody waits for the bell."""
    event = asked.event
    for penalty in asked.evening.penalties.values():
        ruled = penalty.ruled
        here = (ruled.round, ruled.table) == (event.round.number, table)
        if here and ruled.remedy == "game lost" and score.lost_by is None and penalty.settled is None:
            try:
                check_score(event.book, score, event.round.bell)
            except EventError:
                return replace(score, lost_by=offending_side(ruled, event.round))
    return score


def _completed(asked: Asked[Any], ask: asks.ScoreForm) -> Score:
    return completed(asked.event.book, ask.score())


def _still_missing(tables: tuple[int, ...]) -> str:
    if not tables:
        return "All scores are in."
    named = ", ".join(str(number) for number in tables[:10])
    more = f" and {len(tables) - 10} more" if len(tables) > 10 else ""
    return f"Still missing: table {named}{more}."


def _accept(asked: Asked[asks.Accept]) -> Proposal:
    ask = asked.ask
    table, by = _place(asked, ask.round, ask.table)
    _check_two_phones(asked, table, ask.phone)
    claim = ask.claim if by == DIRECTOR else ""
    accepted = ScoreAccepted(table=table, by=by, of=claim)
    score = Proposal((accepted,)).outcome(asked.event).round.results[table].score
    return Proposal((accepted,), says=(f"Table {table}: {score.ns} to {score.ew} stands.",))


def _dispute(asked: Asked[asks.Dispute]) -> Proposal:
    ask = asked.ask
    table, by = _place(asked, ask.round, ask.table)
    says = f"The score of table {table} does not count until it is settled. The director has been told."
    return Proposal((ScoreDisputed(table=table, by=by, reason=ask.reason),), says=(says,))


def _correct(asked: Asked[asks.Correct]) -> Proposal:
    ask = asked.ask
    number = ask.round or (asked.event.rounds[-1].number if asked.event.rounds else 0)
    if asked.right.role == "helper" and (number != asked.event.round.number or asked.event.round.closed):
        raise EventError(f"Round {number} is closed. Only the director corrects it now.")
    corrected = ScoreCorrected(round=number, table=ask.table, score=_completed(asked, ask), reason=ask.reason)
    says = what_changed(asked.event, Proposal((corrected,)).outcome(asked.event))
    return Proposal((corrected,), says=says[:_SENTENCES] or ("Nothing else changes.",))


def _trial_scores(asked: Asked[Ask]) -> Proposal:
    if not asked.evening.trial:
        raise EventError("Made-up scores are for trial runs only.")
    event = asked.event
    if not event.rounds or event.round.closed:
        raise EventError("No round is on. Seat the players first.")
    facts: list[Fact] = []
    if event.book.game.minutes and not event.round.bell:
        facts.append(Bell(at=asked.moment.seconds))
    tables = [event.round.table(number) for number in event.round.missing()]
    for table in tables:
        score = quick_game(event.book, table.dealer, asked.moment.chance)
        facts.append(ScoreEntered(table=table.number, score=score))
    says = f"{len(tables)} made-up score{'' if len(tables) == 1 else 's'} entered."
    return Proposal(tuple(facts), says=(says,))


def _place(asked: Asked[Any], round_: int, table: int) -> tuple[int, str]:
    """The table that is meant and in whose name, judged by the link: a player speaks for their own table only."""
    event, player = asked.event, asked.right.player
    current = event.round
    if round_ and round_ != current.number:
        raise EventError(_stale(round_, bool(player)))
    if asked.right.role != "player":
        if not table:
            raise EventError("Say which table.")
        return table, DIRECTOR
    _check_phones(asked.evening)
    if current.closed:
        raise EventError(_stale(current.number, True))
    own = table_of(event, player)
    if not own:
        raise EventError("You have no table in this round. See the director.")
    if table and table != own:
        raise EventError(f"You sit at table {own}. Only the people at table {table} can enter its score.")
    if asked.evening.online.get((current.number, own)):
        raise EventError(PLAYED_ONLINE)
    return own, player


def _stale(number: int, by_player: bool) -> str:
    if by_player:
        return f"Round {number} is over; its score is in the director's hands."
    return f"Round {number} is not the one that is on. Correct its score instead, and say why."


def _check_two_phones(asked: Asked[Any], number: int, phone: str) -> None:
    """A score needs both sides, and one phone does not speak for both."""
    evening, current, name = asked.evening, asked.event.round, asked.right.player
    result, table = current.results.get(number), current.table(number)
    phone = phone or evening.phone_of(name)
    if not name or not phone or result is None or result.status == "accepted":
        return
    side = next((table.side_of(player) for player in table.seats if current.subs.get(player, player) == name), None)
    for giver in [claim.by for claim in result.claims] or [result.by]:
        plays = current.subs.get(giver, giver)
        if giver in table.seats and table.side_of(giver) is not side and evening.phone_of(plays) == phone:
            raise EventError(f"{plays} sent the score from this very phone. Say yes on another phone, or at the desk.")


def _check_phones(evening: Evening) -> None:
    if not evening.settings.phones:
        raise EventError("Scores go to the desk tonight, not by phone.")


HANDLERS: dict[type[Ask], Handler] = {
    asks.Score: _score,
    asks.Accept: _accept,
    asks.Dispute: _dispute,
    asks.Correct: _correct,
    asks.TrialScores: _trial_scores,
}
