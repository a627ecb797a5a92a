"""The tables of a round: people, progress and score. For the desk and for a player's own table."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import asdict

from bowerbird.evening.penalties import Penalty, is_open, offending_side, penalties_at, words
from bowerbird.evening.running import running
from bowerbird.evening.undecided import answers
from bowerbird.evening.views.common import Seen, time_words
from bowerbird.evening.views.shapes import (
    BoardPoints,
    CardShown,
    ClaimShown,
    OldScore,
    OnlineBots,
    PenaltyChoice,
    PenaltyShown,
    ResultShown,
    RunningShown,
    SeatShown,
    SeatWithPhone,
    StandIn,
    TableState,
    TableTile,
)
from bowerbird.event.draw import still_to_cut
from bowerbird.event.facts import Score, Table
from bowerbird.event.state import Result, Round
from bowerbird.event.words import listed
from bowerbird.seats import Seat, Side

__all__ = [
    "cut_words",
    "result_view",
    "score_line",
    "seats_view",
    "state_of",
    "table_tile",
    "winner_name",
]

_WORDS: Final[dict[TableState, str]] = {
    "seated": "Seated, play hasn't started",
    "playing": "Playing",
    "waiting": "Score to confirm",
    "disputed": "Sides disagree",
    "in": "Score in",
    "late": "No score after the bell",
    "stood down": "Does not play",
}


def state_of(seen: Seen, current: Round, table: Table) -> TableState:
    """The progress of a table in one word."""
    if table.number in current.stood_down:
        return "stood down"
    result = current.results.get(table.number)
    if result is not None:
        return "in" if result.status == "accepted" else result.status
    if current is not seen.open:
        return "playing"
    if seen.bell:
        return "late"
    online = (current.number, table.number) in seen.evening.online and table.number not in seen.unopened
    plays_at_once = online and not seen.event.book.deal.after_start_bell
    return "playing" if seen.begun or plays_at_once else "seated"


def table_tile(seen: Seen, current: Round, table: Table) -> TableTile:
    """One table with everything about it."""
    state = state_of(seen, current, table)
    result = current.results.get(table.number)
    hall_table = seen.evening.online.get((current.number, table.number))
    words = _WORDS[state]
    if state == "stood down":
        words = f"{words}: {current.stood_down[table.number]}"
    elif state == "disputed" and result is not None and not result.sides_differ:
        words = "Score disputed"
    return TableTile(
        number=table.number,
        state=state,
        words=words,
        seats=[SeatWithPhone(**asdict(each), phone=seen.phone(each.plays)) for each in seats_view(current, table)],
        dealer=seen.dealer(current, table),
        cut=cut_words(seen, current, table),
        result=None if result is None else result_view(result),
        rulings=[
            _penalty_view(seen, current, number, each)
            for number, each in penalties_at(seen.evening.penalties, current, table.number).items()
        ],
        running=_running(seen, current, table) if result is None else None,
        online=f"/t/{hall_table}" if hall_table else None,
        unopened=seen.unopened.get(table.number, "") if hall_table and current is seen.open else "",
        bots=_bots(seen, current, table) if hall_table and result is None else None,
        stand_ins=stand_ins(seen, current, table) if hall_table and result is None else [],
        boards=table.boards,
    )


def cut_words(seen: Seen, current: Round, table: Table) -> str:
    """Who cuts at a table now, and for what; empty if nobody does, or if the cards are known."""
    if current is not seen.open:
        return ""
    if table.undecided:
        return f"{listed(still_to_cut(table.seats, table.cut))} showed equal cards and cut again."
    return next((due.words for due in seen.cuts_due if due.table == table.number and not due.made), "")


def _penalty_view(seen: Seen, current: Round, number: int, penalty: Penalty) -> PenaltyShown:
    offered = answers(seen.evening, current, number)
    opened = is_open(penalty, current) or any(each.lost_by is not None for each in offered)
    return PenaltyShown(
        ruling=number,
        words=words(penalty, current),
        clause=penalty.ruled.clause,
        remedy=penalty.ruled.remedy,
        side=offending_side(penalty.ruled, current).name,
        settled="" if opened else penalty.settled or "",
        open=opened,
        choices=[PenaltyChoice(each.how, each.words, _side_name(each.lost_by)) for each in offered],
        overruled=penalty.overruled,
    )


def _side_name(side: Side | None) -> Literal["NS", "EW"] | None:
    return None if side is None else "NS" if side is Side.NS else "EW"


def _running(seen: Seen, current: Round, table: Table) -> RunningShown | None:
    """The running card of a table that keeps one."""
    if table.number not in current.running:
        return None
    card = running(seen.evening, current, table.number)
    return RunningShown(ns=card.points[0], ew=card.points[1], hands=card.hands, dealer=int(card.dealer), over=card.over)


def _bots(seen: Seen, current: Round, table: Table) -> OnlineBots | None:
    """The time from which bots play for anyone missing at an online table; the page decides if it has come."""
    at = seen.evening.bots_at(current.number, table.number)
    return None if at is None else OnlineBots(at, time_words(at, seen.event.zone))


def stand_ins(seen: Seen, current: Round, table: Table) -> list[StandIn]:
    """The people for whom bots play at an online table now."""
    known = seen.evening.stand_ins.get((current.number, table.number), {})
    return [StandIn(name, time_words(at, seen.event.zone)) for name, at in known.items()]


def seats_view(current: Round, table: Table) -> list[SeatShown]:
    """Four people clockwise from North; `plays` is the sub if there is one."""
    return [
        SeatShown(name, current.subs.get(name, name), seat.name) for seat, name in zip(Seat, table.seats, strict=True)
    ]


def result_view(result: Result) -> ResultShown:
    """A score with its history."""
    return ResultShown(
        ns=result.score.ns,
        ew=result.score.ew,
        by=result.by,
        status=result.status,
        note=result.note,
        claims=[ClaimShown(claim.by, claim.score.ns, claim.score.ew) for claim in result.claims],
        cards=[_card(result.score, side) for side in Side],
        winner=winner_name(result.score),
        lost_by=None if result.score.lost_by is None else result.score.lost_by.name,
        stopped=result.score.stopped,
        last_dealer=None if result.score.last_dealer is None else int(result.score.last_dealer),
        replaced=[OldScore(old.ns, old.ew, why) for old, why in result.replaced],
        boards=[BoardPoints(each.board, each.ns, each.ew, each.adjusted) for each in result.score.boards],
    )


def _card(score: Score, side: Side) -> CardShown:
    card = score.cards[side]
    return CardShown(
        euchred=card.euchred,
        failed_alone=card.failed_alone,
        revokes=card.revokes,
        marches=card.marches,
        loners=card.loners,
        personal=card.personal,
    )


def winner_name(score: Score) -> str | None:
    """`NS` or `EW`, by points or by a ruling; None for a tie."""
    return None if score.winner is None else score.winner.name


def score_line(current: Round, table: Table, score: Score) -> str:
    """`Al & Cy 10, Betty & Dee 7`, the winners first, and named if the points do not show who won."""
    sides = sorted(Side, key=lambda side: (score.winner is not side, -score.points[side]))
    told = []
    for side in sides:
        pair = " & ".join(current.subs.get(name, name) for name in table.pair(side))
        told.append(f"{pair} {score.points[side]}")
    won = f". {told[0].rpartition(' ')[0]} win." if score.lost_by is not None else ""
    return ", ".join(told) + won
