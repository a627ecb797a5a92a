"""An event: entries, check-in, seating, scores, standings, ties, money and seasons. No clock, no randomness and no I/O.

An event is a list of facts: `step` adds one, and `replay` reads a whole list. `next_round` proposes the facts that seat
the next round by the rulebook. `bowerbird.event.facts` has them all.

Examples:
    >>> import random
    >>> from bowerbird import load_rulebook
    >>> from bowerbird.event import Fact, Score, next_round, replay, standings, step
    >>> from bowerbird.event.facts import CheckedIn, Entered, Entrant, EventCreated, MeetingOpened, ScoreEntered
    >>> facts: list[Fact] = [EventCreated(title="Tonight", book=load_rulebook("national")), MeetingOpened()]
    >>> for name in ("Ann", "Bob", "Cy", "Dee"):
    ...     facts += [Entered(players=(Entrant(name),)), CheckedIn(name=name)]
    >>> event = replay(facts)
    >>> for fact in next_round(event, random.Random(7).shuffle):
    ...     event = step(event, fact)
    >>> event = step(event, ScoreEntered(table=1, score=Score(11, 6)))
    >>> [line.place for line in standings(event)]
    [1, 1, 3, 3]
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
