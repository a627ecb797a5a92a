"""A print job, and questions about an event that several sheets share. Does not depend on sheets or templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

import msgspec

from bowerbird.event.facts import Table
from bowerbird.event.season import SeasonLine
from bowerbird.event.state import Event, Round
from bowerbird.paper.errors import PaperError
from bowerbird.paper.links import Links
from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.sheet import sheet

__all__ = ["Job", "Season", "day", "label", "rounds_in_all", "rule_of", "tables_in_all"]

#: The number of rounds on a card if none are planned.
_USUAL_ROUNDS = 8


class Season(msgspec.Struct, frozen=True, kw_only=True):
    """A season, for the season sheet."""

    title: str
    lines: Sequence[SeasonLine]
    #: A heading for each week.
    weeks: Sequence[str] = ()
    #: The people whom each person has not met yet.
    not_met: Mapping[str, Sequence[str]] = {}
    #: Balances in cents, by name.
    money: Mapping[str, int] = {}


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """One job: the event as it is, and what to print of it."""

    event: Event
    links: Links = Links()
    place: str = ""
    date: str = ""
    round: int | None = None
    table: int | None = None
    season: Season | None = None

    def chosen_round(self) -> Round:
        """The requested round, else the current one."""
        rounds = self.event.rounds
        if not rounds:
            raise PaperError("Nobody has a place yet. Seat the first round, then print this.")
        if self.round is None:
            return rounds[-1]
        if not 1 <= self.round <= len(rounds):
            raise PaperError(f"Round {self.round} has not been seated. Print a round from 1 to {len(rounds)}.")
        return rounds[self.round - 1]

    def tables_of(self, past: Round) -> tuple[Table, ...]:
        """The requested table of this round, else all of them."""
        if self.table is None:
            return past.tables
        found = tuple(table for table in past.tables if table.number == self.table)
        if not found:
            numbers = [table.number for table in past.tables]
            raise PaperError(
                f"Round {past.number} has no table {self.table}. Its tables are {min(numbers)} to {max(numbers)}."
            )
        return found

    def chosen_tables(self, most: int) -> range:
        """The requested number, else every table from 1 to `most`."""
        if self.table is None:
            return range(1, most + 1)
        if not 1 <= self.table <= most:
            raise PaperError(f"There is no table {self.table}. The tables are 1 to {most}.")
        return range(self.table, self.table + 1)


def tables_in_all(event: Event) -> int:
    """The number of tables: as seated, else as many as the entries fill."""
    if event.rounds:
        return max(table.number for past in event.rounds for table in past.tables)
    return max(1, len(event.people) // 4)


def rounds_in_all(event: Event) -> int:
    """The expected number of rounds: planned, else of a season, else played, else as many as a card has room for."""
    rules = event.book.event
    expected = event.planned_rounds or rules.season.weeks * rules.games_per_round
    return max(expected or _USUAL_ROUNDS, len(event.rounds))


def label(event: Event, number: int) -> str:
    """`Round 4`. If a sitting has several games, `Week 2` for its first and `Game 2` for the next."""
    games = event.book.event.games_per_round
    if number <= len(event.rounds):
        meeting, game = event.rounds[number - 1].meeting, event.rounds[number - 1].game
    else:
        meeting, game = (number - 1) // games + 1, (number - 1) % games + 1
    if not event.has_meetings or (games == 1 and number > len(event.rounds)):
        return f"Round {number}"
    return event.meeting_name(meeting) if game == 1 else f"Game {game}"


def rule_of(book: Rulebook, *keys: str) -> str:
    """The sentences of the rule sheet about these settings, as one paragraph."""
    lines = [line for section in sheet(book) for line in section.lines if line.key in keys]
    return " ".join(line.sentence for line in lines)


def day(text: str) -> str:
    """`Monday 5 January 2026` for `2026-01-05`. Anything else is unchanged."""
    try:
        known = date.fromisoformat(text)
    except ValueError:
        return text
    return f"{known:%A} {known.day} {known:%B} {known.year}"
