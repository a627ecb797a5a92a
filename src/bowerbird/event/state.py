"""An event at one moment: people, entries, meetings, rounds and scores. Only the fold of facts makes one.

Everything here is a value that never changes in place. Places, totals, money and the next seating are not kept: they
are computed from this (`standings`, `money`, `movements`), so a correction reaches all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from bowerbird.event.errors import EventError
from bowerbird.event.facts import CoinsTossed, Four, PlannedRound, PlayOffPlayed, Ruled, Score, Table, TicketsDrawn
from bowerbird.event.tally import Entry as CardEntry
from bowerbird.names import letters_of
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat

__all__ = ["Attendance", "Claim", "Entry", "Event", "Meeting", "Person", "Presence", "Result", "Round", "tidy_name"]

#: Where a person is at a meeting. A player whose chair a sub has taken counts as here.
Presence: TypeAlias = Literal["entered", "here", "late", "absent", "left", "removed"]


class Person(msgspec.Struct, frozen=True):
    """Somebody who entered, for a `zone` where entries have one. `removed` means for the rest of the event."""

    name: str
    sitting: bool = False
    removed: bool = False
    zone: str = ""


class Attendance(msgspec.Struct, frozen=True):
    """One person at one meeting. `came` stays true once they, or a sub, had a place there and owe the fee.

    `was_absent` stays true once they were marked absent: with no game played they are, whatever was noted later. `paid`
    is the tick at the door. Somebody who went home has `rest` if the games missed count as sitting out.
    """

    presence: Presence = "entered"
    sub: str = ""
    came: bool = False
    was_absent: bool = False
    paid: bool = False
    rest: bool = False


#: Somebody about whom nothing has been noted yet.
_NOT_SEEN: Final = Attendance()


class Meeting(msgspec.Struct, frozen=True, kw_only=True):
    """One night of the event: its date, who is here and who plays for whom."""

    number: int
    date: str = ""
    at: int = 0
    attendance: Mapping[str, Attendance] = {}
    closed: bool = False
    closed_at: int = 0


class Entry(msgspec.Struct, frozen=True):
    """The unit that is ranked: a person, or a team of two."""

    name: str
    players: tuple[str, ...]
    zone: str = ""


class Claim(msgspec.Struct, frozen=True):
    """The score as somebody at the table reports it."""

    by: str
    score: Score


class Result(msgspec.Struct, frozen=True):
    """A score, its reporter and status, and every score that it replaced, with the reason.

    `claims` are the players' reports, at most one from each side. Where they differ nothing counts until it is settled.
    """

    score: Score
    by: str
    status: Literal["waiting", "disputed", "accepted"]
    note: str = ""
    replaced: tuple[tuple[Score, str], ...] = ()
    claims: tuple[Claim, ...] = ()

    @property
    def sides_differ(self) -> bool:
        """True if the two sides gave different scores and nobody has settled it."""
        return self.status == "disputed" and len({claim.score for claim in self.claims}) > 1


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """One game at every table at once. Rounds at the same tables share a `sitting`; `game` counts within the meeting.

    `gone` are the people whose chair at a table is empty. `away` are people without a place whose round is told apart:
    true if it counts for them as sitting out, false if it is worth nothing. `running` has the running card of each
    table that keeps one, and `so_far` the points of games that are not over, as noted. `looked` are the tables
    with boards where people are known to have seen cards before any score.
    """

    number: int
    meeting: int
    game: int
    sitting: int
    tables: tuple[Table, ...]
    sitting_out: tuple[str, ...] = ()
    counts: bool = True
    at: int = 0
    closed_at: int = 0
    bell: bool = False
    closed: bool = False
    results: Mapping[int, Result] = {}
    so_far: Mapping[int, tuple[int, int]] = {}
    cuts: Mapping[tuple[int, str], Mapping[str, str]] = {}
    subs: Mapping[str, str] = {}
    gone: tuple[str, ...] = ()
    away: Mapping[str, bool] = {}
    stood_down: Mapping[int, str] = {}
    running: Mapping[int, tuple[CardEntry, ...]] = {}
    looked: frozenset[int] = frozenset()

    def table(self, number: int) -> Table:
        """A table by its number."""
        if 1 <= number <= len(self.tables) and self.tables[number - 1].number == number:
            return self.tables[number - 1]
        for table in self.tables:
            if table.number == number:
                return table
        numbers = [table.number for table in self.tables]
        raise EventError(f"Round {self.number} has no table {number}. Its tables are {min(numbers)} to {max(numbers)}.")

    def table_of(self, name: str) -> Table | None:
        """The table at which somebody has a chair."""
        return next((table for table in self.tables if name in table.seats), None)

    def players_at(self, table: Table) -> Four:
        """The people who play at a table: a sub by the own name."""
        north, east, south, west = (self.subs.get(name, name) for name in table.seats)
        return north, east, south, west

    def fours(self) -> dict[int, Four]:
        """The people who play at each table, by its number, where it does not stand down."""
        return {each.number: self.players_at(each) for each in self.tables if each.number not in self.stood_down}

    def dealt_last(self, number: int, seat: Seat) -> Round:
        """The same round with the dealer of the last hand at a table, where its score has not said it."""
        result = self.results[number]
        if result.score.last_dealer is not None:
            return self
        told = replace(result, score=replace(result.score, last_dealer=seat))
        return replace(self, results={**self.results, number: told})

    def names(self) -> frozenset[str]:
        """Everybody with a place in this round: at a table, as a sub, or sitting out."""
        seated = (name for table in self.tables for name in table.seats)
        return frozenset((*seated, *self.subs, *self.subs.values(), *self.sitting_out, *self.away))

    def seat_at(self, number: int, name: str) -> Seat:
        """The chair of somebody at a table, also of a sub."""
        wanted = tidy_name(name).casefold()
        for seat, player in zip(Seat, self.table(number).seats, strict=True):
            if wanted in (player.casefold(), self.subs.get(player, player).casefold()):
                return seat
        raise EventError(f"{tidy_name(name)} does not play at table {number}.")

    def missing(self) -> tuple[int, ...]:
        """The tables that still owe a score, or whose score is not settled."""
        return tuple(
            table.number
            for table in self.tables
            if table.number not in self.stood_down
            and (table.number not in self.results or self.results[table.number].status != "accepted")
        )


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """The whole event so far, made by `step` and `replay`. Standings, money and the next seating follow from it."""

    title: str
    book: Rulebook
    #: The time zone, such as `America/Edmonton`.
    zone: str = "UTC"
    #: The year that ages count in.
    year: int = 0
    #: 0 if it is open.
    planned_rounds: int = 0
    #: True if partners stay together.
    pairs_stay: bool = False
    #: Everybody who entered, by name, in the order of entry.
    people: Mapping[str, Person] = {}
    #: The units that are ranked, people or teams, by name.
    entries: Mapping[str, Entry] = {}
    #: The entry of each person.
    entry_of: Mapping[str, str] = {}
    #: Names as they are looked up, with the names as they are written.
    known: Mapping[str, str] = {}
    #: The cards that decided who partners whom.
    drawn_cards: tuple[tuple[str, str], ...] = ()
    #: The coming rounds, if they are planned.
    plan: tuple[PlannedRound, ...] = ()
    #: Who sat with whom in the other events of the season, oldest first. The plan goes on from there.
    season_so_far: tuple[PlannedRound, ...] = ()
    #: Names that were corrected, as they are looked up, with the names now.
    corrected_names: Mapping[str, str] = {}
    #: What people are told about the plan.
    plan_says: str = ""
    #: The boards of a duplicate event follow from it.
    board_seed: str = ""
    #: The boards that people have looked at before there was a score, by name, whatever chair they have now.
    seen: Mapping[str, frozenset[int]] = {}
    #: Boards whose cards were mixed up, each with the round from which on.
    fouled: Mapping[int, int] = {}
    meetings: tuple[Meeting, ...] = ()
    rounds: tuple[Round, ...] = ()
    #: The director's decisions, each with the number of rounds before it.
    rulings: tuple[tuple[int, Ruled], ...] = ()
    #: Coins tossed for a bye.
    coins: tuple[CoinsTossed, ...] = ()
    play_offs: tuple[PlayOffPlayed, ...] = ()
    #: Ties that are left as they are.
    shared: frozenset[frozenset[str]] = frozenset()
    #: The 50-50 draw.
    raffle: TicketsDrawn | None = None
    #: True once the places are final.
    finished: bool = False

    # Meetings and rounds.

    @property
    def meeting(self) -> Meeting:
        """The meeting in progress, or the last one. Raises `EventError` before the first."""
        if not self.meetings:
            raise EventError("No meeting is open yet. Open it first.")
        return self.meetings[-1]

    @property
    def is_open(self) -> bool:
        """True while a meeting is in progress."""
        return bool(self.meetings) and not self.meetings[-1].closed

    @property
    def planned_meetings(self) -> int:
        """The number of meetings by the rules."""
        return self.book.event.season.weeks or 1

    @property
    def played_out(self) -> bool:
        """True if the last meeting is over, so that ties can be settled."""
        return self.finished or (not self.is_open and len(self.meetings) >= self.planned_meetings)

    @property
    def has_meetings(self) -> bool:
        """True if people should be told which meeting a round belongs to."""
        return self.planned_meetings > 1 or len(self.meetings) > 1

    def up_to(self, meeting: int) -> Event:
        """The event after a meeting, by its number, with corrections that came later."""
        rounds = tuple(past for past in self.rounds if past.meeting <= meeting)
        return replace(
            self,
            meetings=self.meetings[:meeting],
            rounds=rounds,
            rulings=tuple((number, ruling) for number, ruling in self.rulings if number <= len(rounds)),
            coins=(),
            play_offs=(),
            shared=frozenset(),
            raffle=None,
            finished=False,
        )

    def meeting_name(self, number: int) -> str:
        """The name of a meeting in the club's own word, such as `Week 2`."""
        return f"{self.book.event.season.word.capitalize()} {number}"

    @property
    def round(self) -> Round:
        """The round in progress, or the last one. Raises `EventError` before the first."""
        if not self.rounds:
            raise EventError("No round has started yet. Seat the players first.")
        return self.rounds[-1]

    @property
    def open_round(self) -> Round | None:
        """The round in progress, if there is one."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].closed else None

    @property
    def before_play(self) -> bool:
        """True until the first score or bell. People may be seated already."""
        if not self.rounds:
            return True
        first = self.rounds[0]
        begun = first.closed or first.bell or first.results or first.running or first.so_far
        return len(self.rounds) == 1 and not begun

    @property
    def tonight(self) -> tuple[Round, ...]:
        """The rounds of the meeting in progress, or of the last one."""
        return tuple(past for past in self.rounds if past.meeting == len(self.meetings))

    def round_name(self, past: Round) -> str:
        """The name of a round, such as `Round 3`, or `Week 2, game 1` if there are several meetings."""
        return f"{self.meeting_name(past.meeting)}, game {past.game}" if self.has_meetings else f"Round {past.number}"

    def same_sitting(self, counts: bool = True) -> bool:
        """True if people stay at their tables for the next round. `counts` is false for a round played for fun."""
        games = self.book.event.games_per_round
        if games == 1 or not self.tonight:
            return False
        return not counts or sum(past.counts for past in self.tonight if past.sitting == self.round.sitting) < games

    @property
    def sitting_is_all(self) -> bool:
        """True if people stay at one table for a whole meeting."""
        return self.book.event.games_per_round > 1 and self.planned_meetings > 1

    # People.

    def person(self, name: str) -> Person:
        """A person by name; capitals, spaces and accents don't matter. Raises `EventError` if nobody has it."""
        known = self.known.get(tidy_name(name).casefold()) or self._written_another_way(name)
        if not known:
            close = [other for key, other in self.known.items() if tidy_name(name).casefold() in key][:3]
            hint = (
                f" Did you mean {' or '.join(close)}?" if close else " Check the spelling, or enter this person first."
            )
            raise EventError(f"Nobody called {tidy_name(name)!r} has entered.{hint}")
        return self.people[known]

    def player(self, name: str) -> Person:
        """The player whose seat a person has now: for a sub, the player who is replaced."""
        return self.people[self.plays_for(name) or self.person(name).name]

    def _written_another_way(self, name: str) -> str:
        letters = letters_of(name)
        return next((other for other in self.people if letters_of(other) == letters), "")

    def entry(self, name: str) -> Entry:
        """An entry by its name, or by the name of a person in it."""
        if name in self.entries:
            return self.entries[name]
        return self.entries[self.entry_of[self.person(name).name]]

    def attendance(self, name: str, meeting: int = 0) -> Attendance:
        """A person's attendance at a meeting, by its number; 0 is the meeting in progress or the last one."""
        if not self.meetings:
            return _NOT_SEEN
        return self.meetings[meeting - 1].attendance.get(name, _NOT_SEEN)

    def presence(self, name: str) -> Presence:
        """A person's presence now."""
        if self.people[name].removed:
            return "removed"
        return self.attendance(name).presence

    def sub_of(self, name: str) -> str:
        """The sub who plays for a person now; empty if nobody does."""
        return self.attendance(name).sub

    def came(self, name: str) -> bool:
        """True if a person, or their sub, had a place at any meeting."""
        return any(meeting.attendance.get(name, _NOT_SEEN).came for meeting in self.meetings)

    def here(self) -> tuple[str, ...]:
        """The names of everybody who can be seated, in the order of entry."""
        return tuple(name for name in self.people if self.presence(name) == "here")

    def plays_for(self, name: str) -> str:
        """The player for whom a sub plays now; empty if nobody."""
        if not self.is_open:
            return ""
        sub = letters_of(name)
        found = (who for who, seen in self.meeting.attendance.items() if seen.sub and letters_of(seen.sub) == sub)
        return next(found, "")

    def expected_people(self, counts: bool = True) -> tuple[str, ...]:
        """Everybody who must have a place in the next round."""
        subs = {self.sub_of(name) for name in self.people}
        here = [name for name in self.here() if name not in subs]
        if self.same_sitting(counts):
            kept = [name for table in self.round.tables for name in table.seats]
            here = list(dict.fromkeys([*kept, *here]))
        return tuple(here)

    def keepers(self) -> tuple[str, ...]:
        """The sitting players who keep a chair now, one for each table; any more move like everybody else."""
        here = self.expected_people()
        return tuple(name for name in here if self.people[name].sitting)[: len(here) // 4]


def tidy_name(name: str) -> str:
    """A name with single spaces."""
    return " ".join(name.split())
