"""An evening at a club, in few words: people come, sit down, play and are scored. For the tests of events."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from bowerbird.event import Event, EventError, Fact, Line, Score, SideCard, next_round, replay, standings, step
from bowerbird.event import facts as f
from bowerbird.event.cutting import drawn_cuts
from bowerbird.event.simulate import quick_score
from bowerbird.rulebook import Rulebook, load_rulebook, read_rulebook
from bowerbird.seats import Seat, Side

CLUBS = ("alberta", "ccc", "trailer-estates", "national", "st-joe")
#: Anything that can stand for a person in a test.
NAMES = [
    *("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lee", "Max"),
    *("Nan", "Oz", "Pam", "Quin", "Ray", "Sue", "Tom", "Uma", "Val", "Wes", "Xia", "Yan", "Zoe"),
]


def house(base: str, text: str) -> Rulebook:
    """House rules on top of a club's book."""
    return read_rulebook(f'based_on = "{base}"\n{text}')


class Night:
    """An event and its log. Nothing is done here that a director could not do."""

    def __init__(
        self, rules: str | Rulebook, people: int | Sequence[str] = 0, *, rounds: int = 8, seed: int = 0
    ) -> None:
        self.book = load_rulebook(rules) if isinstance(rules, str) else rules
        self.chance = random.Random(seed)
        self.facts: list[Fact] = []
        self._event: Event | None = None
        self.do(f.EventCreated(title="A night", book=self.book, rounds=rounds, year=2026), f.MeetingOpened())
        names = [name_of(number) for number in range(people)] if isinstance(people, int) else list(people)
        if self.event.pairs_stay:
            for first in range(0, len(names), 2):
                self.enter(*names[first : first + 2])
        else:
            for name in names:
                self.enter(name)

    @property
    def event(self) -> Event:
        assert self._event is not None
        return self._event

    def do(self, *facts: Fact) -> None:
        for fact in facts:
            self._event = step(self._event, fact)
            self.facts.append(fact)

    def undo(self, count: int = 1) -> None:
        """Leave the last facts out."""
        facts = self.facts[:-count]
        self._event, self.facts = replay(facts), facts

    def enter(self, *names: str, here: bool = True) -> None:
        zone = f"Zone {len(self.event.entries) // 2}" if self.book.event.entry.teams_per_zone else ""
        self.do(f.Entered(players=tuple(f.Entrant(name, of_age=True) for name in names), zone=zone))
        if here:
            self.do(*(f.CheckedIn(name=name) for name in names))

    def refuses(self, fact: Fact, because: str) -> None:
        """The fact is refused for this reason, and nothing has changed."""
        before = self.event
        with pytest.raises(EventError, match=because):
            step(self.event, fact)
        assert self.event == before
        assert replay(self.facts) == before

    def seat(self, **chosen: str) -> None:
        """Seat the next round; where a meeting is one rotation and it is over, at the next meeting."""
        if self.event.sitting_is_all and self.event.tonight and not self.event.same_sitting() and "extra" not in chosen:
            self.next_meeting()
        self.do(*next_round(self.event, self.chance.shuffle, chosen))

    def next_meeting(self, *absent: str) -> None:
        """Close the meeting, if it is open, and open the next one, to which everybody comes save these."""
        self.close()
        came = [name for name in self.event.people if name not in absent]
        self.do(f.MeetingOpened(), *(f.CheckedIn(name=name) for name in came))

    def close(self) -> None:
        """Close the round and the meeting, where they are open."""
        if self.event.open_round is not None:
            self.do(f.RoundClosed())
        if self.event.is_open:
            self.do(f.MeetingClosed())

    def sit(self, *tables: str, sitting_out: str = "") -> None:
        """Close the round, if one is on, and seat people by hand: four names a table, from North."""
        if self.event.open_round is not None:
            self.do(f.RoundClosed())
        placed = tuple(f.Table(number, four(names)) for number, names in enumerate(tables, 1))
        self.do(f.RoundStarted(tables=placed, sitting_out=tuple(sitting_out.split())))

    def score(self, table: int, ns: int, ew: int, *cards: SideCard, lost_by: Side | None = None) -> None:
        self.do(f.ScoreEntered(table=table, score=scored(self.event.book, ns, ew, *cards, lost_by=lost_by)))

    def quick(self) -> None:
        """Quick players play every game of the round that is still open, to the bell where there is one."""
        if self.book.game.minutes and not self.event.round.bell:
            self.do(f.Bell())
        for table in self.event.round.tables:
            if table.number in self.event.round.missing():
                self.do(f.ScoreEntered(table=table.number, score=quick_score(self.event.book, table, self.chance)))
        self.do(*drawn_cuts(self.event, self.chance.shuffle))

    def end(self) -> None:
        self.close()
        self.do(f.Finished())

    def at(self, number: int, seat: str) -> str:
        """Who sits there now."""
        return self.event.round.table(number).seats[Seat[seat]]

    def table_of(self, name: str) -> int:
        return next((table.number for table in self.event.round.tables if name in table.seats), 0)

    def line(self, name: str) -> Line:
        return next(line for line in standings(self.event) if name in (line.name, *line.players))


def seated(rules: str | Rulebook, people: int | Sequence[str] = 0, *, rounds: int = 8, seed: int = 0) -> Night:
    """An event in its first round."""
    night = Night(rules, people, rounds=rounds, seed=seed)
    night.seat()
    return night


def sat(rules: str | Rulebook, *tables: str) -> Night:
    """An event in its first round, seated by hand: four names a table, from North."""
    night = Night(rules, " ".join(tables).split())
    night.sit(*tables)
    return night


def name_of(number: int) -> str:
    return NAMES[number] if number < len(NAMES) else f"Player {number + 1}"


def four(names: str) -> tuple[str, str, str, str]:
    north, east, south, west = names.split()
    return north, east, south, west


def scored(book: Rulebook, ns: int, ew: int, *cards: SideCard, lost_by: Side | None = None) -> Score:
    """A score, with personal cards that fit it where the book wants them and none are given."""
    if not cards and book.event.result == "personal card":
        cards = (SideCard(personal=(ns, ns)), SideCard(personal=(ew, ew)))
    both = (cards[0], cards[1]) if cards else (SideCard(), SideCard())
    return Score(ns, ew, both, lost_by=lost_by)
