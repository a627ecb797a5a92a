"""The facts of a night, by the first word of their line: each one becomes a request to the room."""

from bowerbird.nights.lines import draws, hands, people, rounds, rulings, scores
from bowerbird.nights.lines.registry import Handler

__all__ = ["LINES"]

LINES: dict[str, Handler] = {
    **people.LINES,
    **draws.LINES,
    **rounds.LINES,
    **scores.LINES,
    **rulings.LINES,
    **hands.LINES,
}
