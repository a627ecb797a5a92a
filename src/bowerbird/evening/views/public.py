"""The public view: who sits where, final results, and what happens next. It never shows anybody's rulings."""

from __future__ import annotations

from msgspec.structs import replace

from bowerbird.evening.announcing import announcement
from bowerbird.evening.views.common import Seen, next_move
from bowerbird.evening.views.shapes import Head, MarksShown, PublicPart, PublicScore, PublicTable, ResultLine
from bowerbird.evening.views.tables import cut_words, score_line, state_of, winner_name
from bowerbird.event.calendar import minutes_of
from bowerbird.event.facts import Score
from bowerbird.event.money import expected_fees, prizes_offered
from bowerbird.event.movements import movement_of
from bowerbird.event.state import Round
from bowerbird.rulebook.phrases import time_of_day

__all__ = ["public_head", "public_view"]


def public_head(seen: Seen) -> Head:
    """Say the start as people do."""
    head = seen.head()
    return replace(head, start=time_of_day(minutes_of(head.start))) if head.start else head


def public_view(seen: Seen, sign_up: str) -> PublicPart:
    """The board and the public page. `sign_up` is the address of that page, shown while it is open."""
    current, evening = seen.current, seen.evening
    prizes = prizes_offered(seen.event)
    return PublicPart(
        here=len(seen.event.here()),
        entered=len(seen.event.people),
        sign_up=sign_up if evening.settings.sign_up and seen.phase == "entry" else None,
        standings=seen.standings(seen.public_lines),
        tables=_tables(seen, current) if current else [],
        sitting_out=[current.subs.get(name, name) for name in current.sitting_out] if current else [],
        results=_results(seen, current) if current else [],
        moves=_moves(seen),
        marks=_marks(seen, current),
        prizes=prizes,
        prizes_for=expected_fees(seen.event) if prizes else 0,
        announced=announcement(evening),
    )


def _marks(seen: Seen, current: Round | None) -> MarksShown:
    """The marks that help people to find their chair."""
    movement = movement_of(seen.event.book)
    people = seen.event.people
    seated = [name for table in current.tables for name in table.seats] if current else []
    sitting = [name for name in seated if name in people and people[name].sitting]
    return MarksShown(movement.line_names, movement.pivot, sitting)


def _tables(seen: Seen, current: Round) -> list[PublicTable]:
    shown = []
    open_ = seen.public.rounds[current.number - 1].results
    for table in current.tables:
        result = open_.get(table.number)
        stands = result is not None and result.status == "accepted"
        shown.append(
            PublicTable(
                number=table.number,
                seats=[current.subs.get(name, name) for name in table.seats],
                dealer=seen.dealer(current, table),
                state=state_of(seen, current, table),
                result=_result(result.score) if stands and result else None,
                boards=table.boards,
            )
        )
    return shown


def _result(score: Score) -> PublicScore:
    return PublicScore(score.ns, score.ew, winner_name(score))


def _results(seen: Seen, current: Round) -> list[ResultLine]:
    """Final results, newest first. After a tie the two who cut are named."""
    lines = []
    for number, result in reversed(list(seen.public.rounds[current.number - 1].results.items())):
        if result.status == "accepted":
            table = current.table(number)
            cut = cut_words(seen, current, table) if result.score.winner is None else ""
            lines.append(ResultLine(number, f"{score_line(current, table, result.score)}{cut and f'. {cut}'}"))
    return lines


def _moves(seen: Seen) -> str:
    match seen.phase:
        case "entry":
            return "Please check in at the desk."
        case "round":
            if seen.bell:
                return "Finish this hand, then bring the score."
            return next_move(seen.event)
        case "between":
            return "Please wait for your next seat."
        case "closed":
            return f"{seen.event.meeting_name(seen.event.meeting.number)} is over. See you next time."
        case "play-offs":
            return "Ties are being played off."
        case _:
            return "The places come up here." if seen.evening.holds_back else "Thank you for playing."
