"""What is known about an event at one moment: people, entries, rounds and scores. Made only by the fold of facts.

Everything here is a value that is never changed in place. Places, totals, money and the next seating are not kept: they
are worked out from this (`standings`, `money`, `movement`), so a correction reaches all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from bowerbird.event.errors import EventError
from bowerbird.event.facts import CoinsTossed, PlannedRound, PlayOffPlayed, Ruled, Score, Table
from bowerbird.names import letters_of
from bowerbird.rulebook import Rulebook

__all__ = ["Claim", "Entry", "Event", "Person", "Presence", "Result", "Round", "tidy_name"]

#: Where a person is. Who is played for by a sub counts as here.
Presence: TypeAlias = Literal["entered", "here", "late", "absent", "left", "removed"]


class Person(msgspec.Struct, frozen=True):
    """Somebody who entered. `came` stays true once they, or a sub, were in the hall.

    `week` is the week that an absence, a late arrival or a sub is for: next week they have a seat as usual.
    """

    name: str
    presence: Presence = "entered"
    came: bool = False
    sitting: bool = False
    sub: str = ""
    week: int = 0


class Entry(msgspec.Struct, frozen=True):
    """What is ranked: a person, or a team of two."""

    name: str
    players: tuple[str, ...]
    zone: str = ""


class Claim(msgspec.Struct, frozen=True):
    """What somebody at the table says the score is."""

    by: str
    score: Score


class Result(msgspec.Struct, frozen=True):
    """A score, who gave it, whether it stands, and every score that it replaced, with the reason.

    `claims` are what players say, at most one of each side. Where they differ nothing counts until it is settled.
    """

    score: Score
    by: str
    status: Literal["waiting", "disputed", "accepted"]
    note: str = ""
    replaced: tuple[tuple[Score, str], ...] = ()
    claims: tuple[Claim, ...] = ()

    @property
    def sides_differ(self) -> bool:
        """Whether the two sides gave different scores, and nobody has settled it."""
        return self.status == "disputed" and len({claim.score for claim in self.claims}) > 1


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """One game at every table at once. `week` counts sittings: rounds at the same tables share one.

    `absent` are those who were noted as absent, seated or not, also if they came later; `gone` are those whose chair at
    a table is empty.
    """

    number: int
    week: int
    tables: tuple[Table, ...]
    sitting_out: tuple[str, ...] = ()
    counts: bool = True
    at: int = 0
    closed_at: int = 0
    bell: bool = False
    closed: bool = False
    results: Mapping[int, Result] = {}
    cuts: Mapping[tuple[int, str], Mapping[str, str]] = {}
    subs: Mapping[str, str] = {}
    absent: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    stood_down: Mapping[int, str] = {}

    def table(self, number: int) -> Table:
        """A table by its number."""
        if 1 <= number <= len(self.tables) and self.tables[number - 1].number == number:
            return self.tables[number - 1]
        for table in self.tables:
            if table.number == number:
                return table
        numbers = [table.number for table in self.tables]
        raise EventError(f"Round {self.number} has no table {number}. Its tables are {min(numbers)} to {max(numbers)}.")

    def names(self) -> frozenset[str]:
        """Everybody who is written down in this round: at a table, as a sub, sitting out or away."""
        seated = (name for table in self.tables for name in table.seats)
        return frozenset((*seated, *self.subs, *self.subs.values(), *self.sitting_out, *self.absent))

    def missing(self) -> tuple[int, ...]:
        """The tables that still owe a score, or whose score is not settled."""
        return tuple(
            table.number
            for table in self.tables
            if table.number not in self.stood_down
            and (table.number not in self.results or self.results[table.number].status != "accepted")
        )


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """The whole event so far."""

    title: str
    book: Rulebook
    zone: str = "UTC"
    year: int = 0
    planned_rounds: int = 0
    people: Mapping[str, Person] = {}
    entries: Mapping[str, Entry] = {}
    entry_of: Mapping[str, str] = {}
    known: Mapping[str, str] = {}
    drawn_cards: tuple[tuple[str, str], ...] = ()
    plan: tuple[PlannedRound, ...] = ()
    plan_says: str = ""
    rounds: tuple[Round, ...] = ()
    rulings: tuple[tuple[int, Ruled], ...] = ()
    coins: tuple[CoinsTossed, ...] = ()
    play_offs: tuple[PlayOffPlayed, ...] = ()
    finished: bool = False

    @property
    def round(self) -> Round:
        """The round that is on, or was played last."""
        if not self.rounds:
            raise EventError("No round has started yet. Seat the players first.")
        return self.rounds[-1]

    @property
    def pairs_stay(self) -> bool:
        """Whether two people stay together for the whole event."""
        return self.book.event.movement in ("teams up the line", "round robin")

    def person(self, name: str) -> Person:
        """Somebody by name; capitals, spaces and how accents are written do not matter."""
        known = self.known.get(tidy_name(name).casefold()) or self._written_another_way(name)
        if not known:
            close = [other for key, other in self.known.items() if tidy_name(name).casefold() in key][:3]
            hint = (
                f" Did you mean {' or '.join(close)}?" if close else " Check the spelling, or enter this person first."
            )
            raise EventError(f"Nobody called {tidy_name(name)!r} has entered.{hint}")
        return self.people[known]

    def _written_another_way(self, name: str) -> str:
        letters = letters_of(name)
        return next((other for other in self.people if letters_of(other) == letters), "")

    def entry(self, name: str) -> Entry:
        """The entry of this name, or the entry that this person belongs to."""
        if name in self.entries:
            return self.entries[name]
        return self.entries[self.entry_of[self.person(name).name]]

    def here(self) -> tuple[str, ...]:
        """Everybody who can be seated, in the order of entry."""
        return tuple(person.name for person in self.people.values() if person.presence == "here")

    def plays_for(self, name: str) -> str:
        """Whom this sub plays for at the moment, or nobody; how the name is written does not matter."""
        sub = letters_of(name)
        return next((each.name for each in self.people.values() if each.sub and letters_of(each.sub) == sub), "")


def tidy_name(name: str) -> str:
    """A name with single spaces."""
    return " ".join(name.split())
