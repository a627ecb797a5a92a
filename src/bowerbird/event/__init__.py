"""One event, pure: entries, check-in, movements, schedules, results, standings, ties, money, season.

An event is the fold of its facts: `step` takes one, `replay` a whole log. `next_round` proposes the facts that seat the
next round by the rulebook. The result of a game is a fact too, from a screen or from a real table.
"""

from bowerbird.event.errors import EventError
from bowerbird.event.facts import Fact, Score, SideCard, Table
from bowerbird.event.fold import replay, step
from bowerbird.event.movements import Chosen
from bowerbird.event.seating import next_round, start_round
from bowerbird.event.standings import Line, standings
from bowerbird.event.state import Event

__all__ = [
    "Chosen",
    "Event",
    "EventError",
    "Fact",
    "Line",
    "Score",
    "SideCard",
    "Table",
    "next_round",
    "replay",
    "standings",
    "start_round",
    "step",
]
