"""What everybody may see: who sits where, results that stand, and what happens next. Nothing about anybody's ruling."""

from __future__ import annotations

from typing import Final

from bowerbird.desk.views.common import Seen, View, time_of_day
from bowerbird.desk.views.tables import score_line, state_of, winner_name
from bowerbird.event.facts import Score
from bowerbird.event.state import Round
from bowerbird.rulebook.event import MovementName

__all__ = ["public_view"]

_MOVES: Final[dict[MovementName, str]] = {
    "none": "Everybody keeps their seat.",
    "teams up the line": "Next: A teams move up one table.",
    "round robin": "Next: new opponents, by the list.",
    "pivot rotation": "Next: the pivot stays, the others move one chair.",
    "new partners": "Next: a new partner, at the table you are told.",
    "winners round the ring": "Next: winners move one table to their own right, losers stay and split.",
    "losers move on": "Next: losers move to the next table, winners stay and split.",
}


def public_view(seen: Seen, sign_up: str) -> View:
    """The board and the public page. `sign_up` is the address of that page, shown while it is open."""
    current, evening = seen.current, seen.evening
    start = evening.start
    return {
        **seen.head(),
        "start": time_of_day(int(start[:2]), int(start[3:])) if start else "",
        "here": len(seen.event.here()),
        "entered": len(seen.event.people),
        "sign_up": sign_up if evening.settings.sign_up and seen.phase == "entry" else None,
        "standings": seen.standings(),
        "tables": _tables(seen, current) if current else [],
        "sitting_out": [current.subs.get(name, name) for name in current.sitting_out] if current else [],
        "results": _results(current) if current else [],
        "moves": _moves(seen),
    }


def _tables(seen: Seen, current: Round) -> list[View]:
    shown = []
    for table in current.tables:
        result = current.results.get(table.number)
        stands = result is not None and result.status == "accepted"
        shown.append(
            {
                "number": table.number,
                "seats": [current.subs.get(name, name) for name in table.seats],
                "dealer": int(table.dealer),
                "state": state_of(seen, current, table),
                "result": _result(result.score) if stands and result else None,
            }
        )
    return shown


def _result(score: Score) -> View:
    return {"ns": score.ns, "ew": score.ew, "winner": winner_name(score)}


def _results(current: Round) -> list[View]:
    """Results that stand, newest first."""
    return [
        {"table": number, "words": score_line(current, current.table(number), result.score)}
        for number, result in reversed(list(current.results.items()))
        if result.status == "accepted"
    ]


def _moves(seen: Seen) -> str:
    match seen.phase:
        case "entry":
            return "Please check in at the desk."
        case "round":
            if seen.bell:
                return "Finish this hand, then bring the score."
            return _MOVES[seen.event.book.event.movement]
        case "between":
            return "Please wait for your next seat."
        case "play-offs":
            return "Ties are being played off."
        case _:
            return "Thank you for playing."
