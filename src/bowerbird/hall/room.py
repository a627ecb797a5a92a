"""A live table as the fold of its facts: who sits where, how it is run, and the game itself. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from bowerbird.hall.facts import (
    AddedWords,
    BotSat,
    Committed,
    HallFact,
    HandedOver,
    Happened,
    Left,
    Made,
    Pace,
    PaceSet,
    Paused,
    Phrase,
    Resumed,
    Revealed,
    Said,
    Sat,
    TookBack,
    UndoAnswered,
    UndoAsked,
    Undone,
)
from bowerbird.rulebook import Rulebook, load_rulebook, read_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Table
from bowerbird.table.facts import Open

__all__ = ["Chair", "Room", "Shuffled"]


@dataclass(slots=True)
class Chair:
    """A seat at the table, and who is in it."""

    person: str = ""
    name: str = ""
    bot: str = ""
    away: bool = False

    @property
    def is_empty(self) -> bool:
        """Nobody sits here."""
        return not self.person and not self.bot

    @property
    def plays_itself(self) -> bool:
        """A bot decides for this chair."""
        return bool(self.bot) or self.away


@dataclass(slots=True)
class Shuffled:
    """The promise for one hand: what was shown before, what people added, and whether the secret is out."""

    digest: str
    secret: str
    words: list[str] = field(default_factory=lambda: ["", "", "", ""])
    revealed: bool = False


class Room:
    """What a table's stream amounts to. `apply` takes the next fact; who may cause it is for `live` to judge."""

    def __init__(self, made: Made) -> None:
        """A table as it was set up."""
        self.made = made
        self.book: Rulebook = read_rulebook(made.house_rules) if made.house_rules else load_rulebook(made.rules)
        self.chairs = {seat: Chair() for seat in Seat}
        self.table = Table(self.book)
        self.pace: Pace = made.pace
        self.paused = False
        self.deals: dict[int, Shuffled] = {}
        self.undo: dict[Seat, bool] = {}
        self.undo_by: Seat | None = None
        self.said: list[tuple[Seat, Phrase]] = []
        self.seq = 1

    @classmethod
    def fold(cls, facts: Iterable[HallFact]) -> Room:
        """The room that a stream of facts amounts to."""
        facts = iter(facts)
        made = next(facts)
        assert isinstance(made, Made)
        room = cls(made)
        for fact in facts:
            room.apply(fact)
        return room

    @property
    def started(self) -> bool:
        """Whether the game has begun."""
        return bool(self.table.facts)

    @property
    def dealt(self) -> int:
        """How many deals were committed to so far."""
        return len(self.deals)

    def seat_of(self, person: str) -> Seat | None:
        """Where a person sits."""
        return next((seat for seat, chair in self.chairs.items() if person and chair.person == person), None)

    def people(self) -> list[Seat]:
        """The seats in which a person sits, here or away."""
        return [seat for seat, chair in self.chairs.items() if chair.person]

    def apply(self, fact: HallFact) -> None:
        """One fact further."""
        self.seq += 1
        match fact:
            case Made():
                raise AssertionError("a table is made once")
            case Sat():
                self.chairs[fact.seat] = Chair(person=fact.person, name=fact.name)
            case BotSat():
                self.chairs[fact.seat] = Chair(name=f"{fact.level.capitalize()} bot", bot=fact.level)
            case Left():
                self.chairs[fact.seat] = Chair()
            case HandedOver():
                self.chairs[fact.seat].away = True
            case TookBack():
                self.chairs[fact.seat].away = False
            case Paused():
                self.paused = True
            case Resumed():
                self.paused = False
            case PaceSet():
                self.pace = fact.pace
            case Committed():
                self.deals[fact.hand] = Shuffled(fact.digest, fact.secret)
            case AddedWords():
                self.deals[self.dealt].words[fact.seat] = fact.words
            case Revealed():
                self.deals[fact.hand].revealed = True
            case Happened():
                self._happened(fact)
            case UndoAsked():
                self.undo_by, self.undo = fact.seat, {fact.seat: True}
            case UndoAnswered():
                self.undo[fact.seat] = fact.agrees
                if not fact.agrees:
                    self.undo_by, self.undo = None, {}
            case Undone():
                self.undo_by, self.undo = None, {}
                while len(self.table.facts) > fact.keep:
                    self.table.pop()
            case Said():
                self.said.append((fact.seat, fact.phrase))

    def _happened(self, fact: Happened) -> None:
        if isinstance(fact.fact, Open) and self.started:
            self.table = Table(self.book)  # another game at the same table
        before = self.table.state.names
        self.table.push(fact.fact)
        self.undo_by, self.undo = None, {}
        after = self.table.state.names
        if self.started and before != after and not isinstance(fact.fact, Open):
            # The draw made partners: people change chairs.
            moved = {seat: self.chairs[Seat(before.index(after[seat]))] for seat in Seat}
            self.chairs = moved
