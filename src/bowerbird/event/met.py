"""Who has sat with whom: in an event, and in the events of a season.

People have met if they sat at one table that played, as partners or as opponents. A sub has met people; the player
whose chair it was has not. It does not matter whether the event is finished.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final

from bowerbird.event.facts import PlannedRound
from bowerbird.event.state import Event
from bowerbird.names import letters_of

__all__ = ["by_names_of", "not_met", "season_so_far", "sittings"]

#: A season that is longer is planned from its last weeks.
_MOST_WEEKS: Final = 52
#: The most people in a season whose page lists everybody that somebody has not met.
_MOST_NAMES: Final = 300


def sittings(event: Event) -> list[PlannedRound]:
    """Who sat together and who sat out, each time that everybody went to new tables."""
    found = []
    for _, games in groupby(event.rounds, key=lambda past: past.sitting):
        first, *later = games
        fours = first.fours()
        for past in later:
            fours = {**past.fours(), **fours}  # a table that stood down at first
        found.append(_everybody_once(PlannedRound(tuple(fours.values()), first.sitting_out), {}))
    return found


def season_so_far(events: Iterable[Event]) -> tuple[PlannedRound, ...]:
    """The sittings of these events, the oldest first. A name that was corrected in a later one is the new name."""
    played = [event for event in events if event.rounds]
    weeks: list[PlannedRound] = []
    for event in sorted(played, key=lambda each: each.rounds[0].at):
        weeks = [*by_names_of(event, weeks), *sittings(event)]
    return tuple(weeks[-_MOST_WEEKS:])


def by_names_of(event: Event, weeks: Iterable[PlannedRound]) -> list[PlannedRound]:
    """These weeks, with people by their names in this event."""
    called = {**event.corrected_names, **{letters_of(name): name for name in event.people}}
    return [_everybody_once(week, called) for week in weeks]


def _everybody_once(week: PlannedRound, called: Mapping[str, str]) -> PlannedRound:
    """A week by these names. A table with somebody who has a place already is left out."""
    placed: set[str] = set()
    tables = []
    for four in week.tables:
        north, east, south, west = (called.get(letters_of(name), name) for name in four)
        if len(placed | {north, east, south, west}) == len(placed) + 4:
            placed |= {north, east, south, west}
            tables.append((north, east, south, west))
    resting = dict.fromkeys(called.get(letters_of(name), name) for name in week.sitting_out)
    return PlannedRound(tuple(tables), tuple(name for name in resting if name not in placed))


def not_met(events: Sequence[Event]) -> dict[str, tuple[str, ...]]:
    """For everybody who came, the other people with whom they have not sat at a table."""
    came = dict.fromkeys(name for event in events for name in event.people if event.came(name) or not event.rounds)
    if len(came) > _MOST_NAMES:
        return {}
    met: dict[str, set[str]] = {name: {name} for name in came}
    for event in events:
        for past in event.rounds:
            for four in past.fours().values():
                for name in four:
                    met.setdefault(name, {name}).update(four)
    return {name: tuple(other for other in came if other not in met[name]) for name in came}
