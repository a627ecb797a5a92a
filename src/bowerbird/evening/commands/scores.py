"""Commands about scores: the desk, a helper and players' phones enter, confirm and dispute; the desk corrects."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from bowerbird.evening import requests
from bowerbird.evening.announcing import announced_otherwise
from bowerbird.evening.clock import cut_off
from bowerbird.evening.commands.proposal import Handler, Proposal, RequestContext
from bowerbird.evening.facts import PointsSettled, SentFrom
from bowerbird.evening.penalties import in_force, score_now, with_ruled_off
from bowerbird.evening.requests import Request
from bowerbird.evening.running import as_it_ended, rulings_included, with_the_card
from bowerbird.evening.state import Evening
from bowerbird.evening.undecided import ASKS_DIRECTOR, ASKS_WINNER, ASKS_WINNER_LATER, undecided, why_undecided
from bowerbird.event import Event, EventError, Fact
from bowerbird.event.changes import what_changed
from bowerbird.event.cutting import drawn_cuts
from bowerbird.event.facts import (
    DIRECTOR,
    Bell,
    PointsSoFar,
    Score,
    ScoreAccepted,
    ScoreCorrected,
    ScoreDisputed,
    ScoreEntered,
)
from bowerbird.event.fold import step
from bowerbird.event.movements import movement_of
from bowerbird.event.scores import asks_winner, check_score, completed
from bowerbird.event.simulate import quick_score
from bowerbird.event.state import Round
from bowerbird.event.tell import points_told, score_says
from bowerbird.rulebook import Rulebook

__all__ = ["HANDLERS", "PLAYED_ONLINE", "table_of"]

PLAYED_ONLINE: Final = "Your game is played online, and its score comes in automatically."


def table_of(event: Event, name: str) -> int:
    """The number of somebody's table in this round, also as a sub; 0 if none."""
    if not event.rounds:
        return 0
    for table in event.round.tables:
        if any(event.round.subs.get(player, player) == name for player in table.seats):
            return table.number
    return 0


def _score(context: RequestContext[requests.Score]) -> Proposal:
    request = context.request
    if same := _has_already(context):
        return Proposal(says=same)
    table, by = _place(context, request.round, request.table)
    _check_two_phones(context, table, request.phone)
    sent = (SentFrom(name=by, phone=request.phone),) if request.phone and by != DIRECTOR else ()
    score, settled = _from_the_card(context, table)
    stopped = cut_off(context.event, context.event.round, context.moment.at)
    score = as_it_ended(context.evening, context.event.round, table, score, stopped=stopped)
    if table in context.event.round.missing():
        _check_winner(context, context.event.round, table, score)
    entered = ScoreEntered(table=table, score=score, by=by)
    after = Proposal((entered,)).outcome(context.event).round
    result = after.results[table]
    told = score_says(table, score)
    if context.request.score().points != entered.score.points:
        told += f" Points above {context.event.book.game.points} don't count."
    notes = (*sent, *settled)
    if result.status == "disputed":
        return Proposal((entered,), notes, (f"Table {table}: {result.note}",))
    if result.status == "waiting":
        return Proposal((entered,), notes, (f"{told} Now one of the other side accepts it.",))
    if by != DIRECTOR:
        return Proposal((entered,), notes, (told,))
    return Proposal((entered,), notes, (told, *_who_dealt(context.event, entered), _still_missing(after.missing())))


def _who_dealt(event: Event, entered: ScoreEntered) -> tuple[str, ...]:
    """After a tie, name the two who cut, or ask for the last dealer, who is one of them."""
    cuts = movement_of(event.book).cuts_due(step(event, entered))
    due = next((due for due in cuts if due.table == entered.table and due.purpose == "move"), None)
    if due is None:
        return ()
    return (due.with_subs(event.round.subs).words,)


def _now(context: RequestContext[requests.Now]) -> Proposal:
    request = context.request
    noted = Proposal((PointsSoFar(table=request.table, ns=request.ns, ew=request.ew),))
    current = noted.outcome(context.event).round
    now = score_now(context.event.book, context.evening.penalties, current, request.table)
    assert now is not None
    return Proposal(noted.facts, says=(f"Table {request.table}: {points_told(now)} so far.",))


def _stop(context: RequestContext[requests.Stop]) -> Proposal:
    request = context.request
    if same := _has_already(context):
        return Proposal(says=same)
    table, _ = _place(context, request.round, request.table)
    score, settled = _from_the_card(context, table)
    if table in context.event.round.missing():
        _check_winner(context, context.event.round, table, score)
    entered = ScoreEntered(table=table, score=replace(score, stopped=True))
    left = Proposal((entered,)).outcome(context.event).round.missing()
    return Proposal((entered,), settled, (score_says(table, entered.score), _still_missing(left)))


def _has_already(context: RequestContext[Any]) -> tuple[str, ...]:
    """Say so if the table has this score already: two people sent it, or one sent it twice. That is a success.

    What a request leaves out agrees with everything.
    """
    request, event = context.request, context.event
    of_player = context.right.role == "player"
    table = _place(context, request.round, request.table)[0] if of_player else request.table
    # The round may have been closed while the second request was on its way.
    number = request.round or event.round.number
    past = next((each for each in event.rounds if each.number == number), None)
    old = past.results.get(table) if past else None
    if past is None or old is None or old.status != "accepted":
        return ()
    score, asked = _completed(context, past, table), request.score()
    agrees = (
        (score.points, score.boards) == (old.score.points, old.score.boards),
        request.cards is None or score.cards == old.score.cards,
        asked.lost_by in (None, old.score.lost_by),
        asked.last_dealer in (None, old.score.last_dealer),
    )
    return (_has_this(table, old.score),) if all(agrees) else ()


def _has_this(table: int, score: Score) -> str:
    return f"Table {table} has this score already: {points_told(score)}."


def _from_the_card(context: RequestContext[Any], table: int) -> tuple[Score, tuple[PointsSettled, ...]]:
    """The score of a request, and the rulings that it includes."""
    current, asked = context.event.round, context.request.score()
    now, put_on = undecided(context.evening, current, table), in_force(context.evening.penalties, current, table)
    if now is not None and put_on and context.request.cards is None and now.points == asked.points:
        # The rest of the card is as the table had reported it before points came off.
        ruling, last = list(put_on.items())[-1]
        settled = (PointsSettled(ruling=ruling, how=last.settled),) if last.settled else ()
        return replace(now, lost_by=asked.lost_by, last_dealer=asked.last_dealer or now.last_dealer), settled
    score = _completed(context, current, table)
    return score, rulings_included(context.evening, current, table, score)


def _check_winner(context: RequestContext[Any], current: Round, table: int, score: Score) -> None:
    """Refuse a score that nobody has won by points, because points came off the side that had: people say who has."""
    evening = context.evening
    now = undecided(evening, current, table)
    same = now is not None and now.points == score.points
    off = with_ruled_off(context.event.book, evening.penalties, current, table, score)
    if score.lost_by is None and (same or asks_winner(context.event.book, off)):
        asks = ASKS_WINNER_LATER if current.closed else ASKS_DIRECTOR if context.right.player else ASKS_WINNER
        raise EventError(f"{why_undecided(evening, current, table, score)} {asks}")


def _completed(context: RequestContext[Any], past: Round, table: int) -> Score:
    """The score of a request. If it has no cards of its own, they follow from the running card of the table."""
    score = context.request.score()
    past.table(table)
    if context.request.cards is None:
        score = with_the_card(context.evening, past, table, score)
    return completed(context.event.book, score)


def _still_missing(tables: tuple[int, ...]) -> str:
    if not tables:
        return "All scores are in."
    named = ", ".join(str(number) for number in tables[:10])
    more = f" and {len(tables) - 10} more" if len(tables) > 10 else ""
    return f"Still missing: {'table' if len(tables) == 1 else 'tables'} {named}{more}."


def _accept(context: RequestContext[requests.Accept]) -> Proposal:
    request = context.request
    table, by = _place(context, request.round, request.table)
    if same := _confirmed_already(context, table):
        return Proposal(says=same)
    _check_two_phones(context, table, request.phone)
    claim = request.claim if by == DIRECTOR else ""
    accepted = ScoreAccepted(table=table, by=by, of=claim)
    score = Proposal((accepted,)).outcome(context.event).round.results[table].score
    return Proposal((accepted,), says=(f"Table {table}: {score.ns} to {score.ew} is confirmed.",))


def _confirmed_already(context: RequestContext[requests.Accept], table: int) -> tuple[str, ...]:
    """Say so if what is confirmed counts already. Whoever means the other side's report is told of the difference."""
    result, claim = context.event.round.results.get(table), context.request.claim.casefold()
    if result is None or result.status != "accepted":
        return ()
    meant = next((each.score for each in result.claims if each.by.casefold() == claim), result.score)
    return (_has_this(table, result.score),) if meant.points == result.score.points else ()


def _dispute(context: RequestContext[requests.Dispute]) -> Proposal:
    request = context.request
    table, by = _place(context, request.round, request.table)
    says = f"The score of table {table} does not count until it is settled. The director has been told."
    return Proposal((ScoreDisputed(table=table, by=by, reason=request.reason),), says=(says,))


def _correct(context: RequestContext[requests.Correct]) -> Proposal:
    request = context.request
    number = request.round or (context.event.rounds[-1].number if context.event.rounds else 0)
    if not 1 <= number <= len(context.event.rounds):
        raise EventError(f"There is no round {number} to correct.")
    past = context.event.rounds[number - 1]
    if context.right.role == "helper" and past.closed:
        raise EventError(f"Round {number} is closed. Only the director corrects it now.")
    score, old = _corrected(context, past, request.table), past.results.get(request.table)
    if old is not None and old.status == "accepted" and old.score == score:
        return Proposal(says=(_has_this(request.table, score),))
    _check_winner(context, past, request.table, score)
    corrected = ScoreCorrected(round=number, table=request.table, score=score, reason=request.reason)
    after = replace(context.evening, event=Proposal((corrected,)).outcome(context.event))
    says = (*announced_otherwise(context.evening, after), *what_changed(context.event, after.event))
    return Proposal((corrected,), says=says or ("Nothing else changes.",))


def _corrected(context: RequestContext[requests.Correct], past: Round, table: int) -> Score:
    """The right score: the rest of the card stays as it was if it still fits, and a stopped game stays stopped."""
    request, book = context.request, context.event.book
    score, old = _completed(context, past, table), past.results.get(table)
    if old is not None and request.cards is None and table not in past.running:
        both = zip(old.score.cards, score.cards, strict=True)
        kept = tuple(replace(card, personal=None, off=max(card.off, new.off)) for card, new in both)
        whole = completed(book, replace(score, cards=(kept[0], kept[1])))
        score = whole if _is_possible(book, whole, stopped=True) else score
    if request.stopped is not None:
        return replace(score, stopped=request.stopped)
    stopped = (old is not None and old.score.stopped) or cut_off(context.event, past, context.moment.at)
    return replace(score, stopped=stopped and not score.boards and not _is_possible(book, score, stopped=False))


def _is_possible(book: Rulebook, score: Score, *, stopped: bool) -> bool:
    try:
        check_score(book, replace(score, stopped=stopped), bell=False)
    except EventError:
        return False
    return True


def _trial_scores(context: RequestContext[Request]) -> Proposal:
    if not context.evening.trial:
        raise EventError("Made-up scores are for trial runs only.")
    event = context.event
    if not event.rounds or event.round.closed:
        raise EventError("No round is on. Seat the players first.")
    facts: list[Fact] = []
    if event.book.game.minutes and not event.round.bell:
        facts.append(Bell(at=context.moment.seconds))
    tables = [event.round.table(number) for number in event.round.missing()]
    for table in tables:
        score = quick_score(event.book, table, context.moment.chance)
        facts.append(ScoreEntered(table=table.number, score=score))
    facts += drawn_cuts(Proposal(tuple(facts)).outcome(event), context.moment.chance.shuffle)
    says = f"{len(tables)} made-up score{'' if len(tables) == 1 else 's'} entered."
    return Proposal(tuple(facts), says=(says,))


def _place(context: RequestContext[Any], round_: int, table: int) -> tuple[int, str]:
    """The table of a request and the person it speaks for, by the link: players speak for their own table only."""
    event, player = context.event, context.right.player
    current = event.round
    if round_ and round_ != current.number:
        raise EventError(_stale(round_, bool(player)))
    if context.right.role != "player":
        if not table:
            raise EventError("Say which table.")
        return table, DIRECTOR
    _check_phones(context.evening)
    if current.closed:
        raise EventError(_stale(current.number, True))
    own = table_of(event, player)
    if not own:
        raise EventError("You have no table in this round. See the director.")
    if table and table != own:
        raise EventError(f"You sit at table {own}. Only the people at table {table} can enter its score.")
    if context.evening.online.get((current.number, own)):
        raise EventError(PLAYED_ONLINE)
    return own, player


def _stale(number: int, by_player: bool) -> str:
    if by_player:
        return f"Round {number} is over; its score is in the director's hands."
    return f"Round {number} isn't in progress. Correct its score instead, and say why."


def _check_two_phones(context: RequestContext[Any], number: int, phone: str) -> None:
    """Refuse one phone for both sides, since a score needs two."""
    evening, current, name = context.evening, context.event.round, context.right.player
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


HANDLERS: dict[type[Request], Handler] = {
    requests.Score: _score,
    requests.Accept: _accept,
    requests.Dispute: _dispute,
    requests.Stop: _stop,
    requests.Correct: _correct,
    requests.Now: _now,
    requests.TrialScores: _trial_scores,
}
