"""A live table as the fold of its facts: seats, settings and the game itself. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from bowerbird.hall.birds import BOT_NAMES
from bowerbird.hall.facts import (
    AddedWords,
    BellSet,
    BirdChosen,
    BotSat,
    Closed,
    Committed,
    DrawCommitted,
    DrawRevealed,
    Expected,
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
    rules_of,
)
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import Cut, Draw, Fact, Open, Phase, Shuffle, StartBell, Table, TurnUp
from bowerbird.table.facts import Gather, Quit
from bowerbird.table.talk import Names, tell

__all__ = ["SAW_ANOTHER_HAND", "Chair", "Room", "Shuffled"]

#: The reason that a person who has seen one seat's cards cannot have another seat.
SAW_ANOTHER_HAND = "You have seen another hand. You can sit here when this hand is over."


@dataclass(slots=True)
class Chair:
    """A chair and its player. The bird is the bot's own, or the picture that the person has chosen.

    `before` is the person a bot replaced, `before_name` their name at the table and `before_bird` their picture.
    """

    person: str = ""
    name: str = ""
    bot: str = ""
    away: bool = False
    before: str = ""
    before_name: str = ""
    bird: str = ""
    before_bird: str = ""

    @property
    def is_empty(self) -> bool:
        """True if nobody sits here."""
        return not self.person and not self.bot

    @property
    def plays_itself(self) -> bool:
        """True if a bot decides for this chair."""
        return bool(self.bot) or self.away


@dataclass(slots=True)
class Shuffled:
    """The commitment for one hand or draw: digest and secret, the players' words, and if it was used and shown."""

    digest: str
    secret: str
    words: list[str] = field(default_factory=lambda: ["", "", "", ""])
    used: bool = False
    revealed: bool = False


class Room:
    """The state of a table. `apply` takes the next fact; `live` checks who may cause it."""

    def __init__(self, made: Made) -> None:
        """Start with the table as it was set up."""
        self.made = made
        self.book: Rulebook = rules_of(made)
        self.chairs = {seat: Chair() for seat in Seat}
        self.expected: Expected | None = None
        self.closed = ""  # the reason why the reservation ended
        self.table = Table(self.book)
        self.past: list[tuple[Fact, ...]] = []
        #: The places of facts that a bot caused for a missing player, in this game and in earlier ones.
        self.stood_in: set[int] = set()
        self.past_stood_in: list[frozenset[int]] = []
        #: The pictures by name, in this game and in earlier ones.
        self.birds: dict[str, str] = {}
        self.past_birds: list[dict[str, str]] = []
        self.talk: list[tuple[str, ...]] = []
        self.played_at: int | None = None  # the last fact of the play
        self.began_at: int | None = None  # a timed game: the start bell, or the first turn-up
        self.bell_set: BellSet | None = None
        self.pace: Pace = made.pace
        self.paused = False
        self.deals: dict[int, Shuffled] = {}
        self.draws: dict[int, Shuffled] = {}  # by the number of the game
        self.undo: dict[Seat, bool] = {}
        self.undo_by: Seat | None = None
        self.undos = 0
        self.said: list[tuple[Seat, Phrase]] = []
        #: The seat whose cards each person has seen in the hand in progress. Replaced, never changed in place.
        self.seen: dict[str, Seat] = {}
        self.seq = 1

    @classmethod
    def fold(cls, facts: Iterable[tuple[HallFact, int]]) -> Room:
        """Fold facts, each with its time, into a room."""
        facts = iter(facts)
        made, _ = next(facts)
        assert isinstance(made, Made)
        room = cls(made)
        for fact, at in facts:
            room.apply(fact, at)
        return room

    @property
    def started(self) -> bool:
        """True once the game has started."""
        return self.table.state.phase is not Phase.OPENING

    @property
    def is_on(self) -> bool:
        """True while a game is in progress."""
        return self.started and not self.table.state.is_over

    @property
    def dealt(self) -> int:
        """The number of deals committed to so far."""
        return len(self.deals)

    @property
    def ends_at(self) -> int | None:
        """The time of the end bell, if the game is timed and the clock is running."""
        if not self.book.game.minutes or self.table.state.bell_rung or self.table.state.is_over:
            return None
        if self.bell_set is not None:
            return self.bell_set.ends_at
        return None if self.began_at is None else self.began_at + self.book.game.minutes * 60_000

    @property
    def waits_for_start_bell(self) -> bool:
        """True if this table follows an event's clock that has not started: no card is turned up before."""
        return self.bell_set is not None and self.book.deal.after_start_bell and not self.table.state.started

    def minutes_left(self, now: int) -> float | None:
        """The minutes until the end bell, for players who consider it."""
        return None if self.ends_at is None else max(0, self.ends_at - now) / 60_000

    def seat_of(self, person: str) -> Seat | None:
        """The seat of a person, if any."""
        return next((seat for seat, chair in self.chairs.items() if person and chair.person == person), None)

    def saw_another_hand(self, person: str, seat: Seat) -> bool:
        """True if a person has seen the cards of a seat other than this one in the hand in progress."""
        return self.seen.get(person, seat) is not seat

    def people(self) -> list[Seat]:
        """The seats taken by people, present or away."""
        return [seat for seat, chair in self.chairs.items() if chair.person]

    @property
    def names(self) -> Names:
        """The names by seat; an empty chair has the name of its seat."""
        names = [chair.name or seat.word for seat, chair in self.chairs.items()]
        return names[0], names[1], names[2], names[3]

    @property
    def deal(self) -> Shuffled | None:
        """The commitment for the current or next hand."""
        return self.deals.get(self.dealt)

    @property
    def game(self) -> int:
        """The number of the current game at this table, from 1."""
        return len(self.past) + 1

    @property
    def draw(self) -> Shuffled | None:
        """The commitment for the draw of the current game."""
        return self.draws.get(self.game)

    @property
    def promise(self) -> Shuffled | None:
        """The commitment that comes next: that of the draw until its cards are drawn, then that of the deal."""
        return self.deal if self.draw is None or self.draw.used else self.draw

    def undo_to(self, seat: Seat) -> int | None:
        """The number of facts to keep if a seat undoes its last action. A deal with a shown secret can't be undone."""
        if self.deal is None or self.deal.revealed or self.table.state.phase in (Phase.SHUFFLE, Phase.OVER):
            return None
        facts = self.table.facts
        for place in range(len(facts) - 1, -1, -1):
            if isinstance(facts[place], TurnUp):
                return None
            if getattr(facts[place], "seat", None) is seat and not isinstance(facts[place], Quit | Gather):
                return place
        return None

    @property
    def games_over(self) -> int:
        """The number of finished games."""
        return len(self.past) + self.table.state.is_over

    def finished(self) -> list[tuple[Fact, ...]]:
        """The facts of every finished game, in order."""
        return [*self.past, self.table.facts] if self.table.state.is_over else list(self.past)

    def stood_in_at(self, game: int) -> frozenset[int]:
        """The places of facts that a bot caused for missing players, in the finished game of that number."""
        return [*self.past_stood_in, frozenset(self.stood_in)][game - 1]

    def birds_at(self, game: int) -> dict[str, str]:
        """The pictures by name in the finished game of that number."""
        return [*self.past_birds, self.birds][game - 1]

    def done_for(self, seat: Seat) -> list[Fact]:
        """The bot's actions for the person in this chair since their own last action, newest first."""
        done: list[Fact] = []
        if self.stood_in:
            for place, fact in reversed(list(enumerate(self.table.facts))):
                if getattr(fact, "seat", None) is seat and not isinstance(fact, Quit | Gather | Cut):
                    if place not in self.stood_in:
                        break
                    done.append(fact)
        return done

    def apply(self, fact: HallFact, at: int) -> None:
        """Apply the next fact; `at` is its time in milliseconds."""
        self.seq += 1
        match fact:
            case Made():
                raise AssertionError("a table is made once")
            case Sat():
                self.chairs[fact.seat] = Chair(person=fact.person, name=fact.name, bird=fact.bird)
            case BirdChosen():
                self._choose_bird(self.chairs[fact.seat], fact.bird)
            case BotSat():
                self.chairs[fact.seat] = self._bot_after(self.chairs[fact.seat], fact)
            case Expected():
                self.expected, self.closed = fact, ""
            case Closed():
                self.closed = fact.why
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
            case BellSet():
                self.bell_set = fact
            case Committed():
                self.deals[fact.hand] = Shuffled(fact.digest, fact.secret)
            case DrawCommitted():
                self.draws[fact.game] = Shuffled(fact.digest, fact.secret)
            case AddedWords():
                if self.promise is not None:
                    self.promise.words[fact.seat] = fact.words
            case Revealed():
                self.deals[fact.hand].revealed = True
            case DrawRevealed():
                self.draws[fact.game].revealed = True
            case Happened():
                self._happened(fact.fact, at)
            case UndoAsked():
                self.undo_by, self.undo = fact.seat, {fact.seat: True}
            case UndoAnswered():
                self.undo[fact.seat] = fact.agrees
                if not fact.agrees:
                    self.undo_by, self.undo = None, {}
            case Undone():
                self.undo_by, self.undo = None, {}
                self.undos += 1
                for _ in self.talk[fact.keep :]:
                    self.table.pop()
                del self.talk[fact.keep :]
                self.stood_in = {place for place in self.stood_in if place < fact.keep}
            case Said():
                self.said.append((fact.seat, fact.phrase))
        self._note_who_sees()

    def _note_who_sees(self) -> None:
        """Remember whose cards each seated person has seen, until the hand is over."""
        state = self.table.state
        if not state.hand.deck or state.is_over:
            self.seen = {}
        elif state.hands_are_up:
            sitting = {chair.person: seat for seat, chair in self.chairs.items() if chair.person}
            if not sitting.keys() <= self.seen.keys():
                self.seen = sitting | self.seen

    def _bot_after(self, left: Chair, sat: BotSat) -> Chair:
        before = (
            (left.person, left.name, left.bird) if left.person else (left.before, left.before_name, left.before_bird)
        )
        name = self._bot_name(sat.seat)
        return Chair("", name, sat.level, False, *before[:2], name.lower(), before[2])

    def _bot_name(self, seat: Seat) -> str:
        taken = {chair.name for place, chair in self.chairs.items() if place is not seat}
        names = BOT_NAMES[seat:] + BOT_NAMES[:seat]
        return next(name for name in names if name not in taken)

    def _choose_bird(self, chair: Chair, bird: str) -> None:
        chair.bird = bird
        if chair.name in self.birds:
            self.birds[chair.name] = bird

    def _happened(self, fact: Fact, at: int) -> None:
        if isinstance(fact, Open):
            if self.started:
                self._next_game()
            self.birds = {chair.name: chair.bird for chair in self.chairs.values()}
        before, names = self.table.state, self.names
        seat = getattr(fact, "seat", None)
        if seat is not None and self.chairs[seat].away:
            self.stood_in.add(len(self.talk))
        self.table.push(fact)
        self.played_at = at
        after = self.table.state
        self.talk.append(tell(self.book, before, fact, after, names))
        self.undo_by, self.undo = None, {}
        if isinstance(fact, Shuffle) and self.deal is not None:
            self.deal.used = True
        if isinstance(fact, Draw) and self.draw is not None:
            self.draw.used = True
        if self.began_at is None and isinstance(fact, StartBell | TurnUp):
            self.began_at = at
        if before.names != after.names and not isinstance(fact, Open):
            # The draw decided partners: people change chairs.
            self.chairs = {seat: self.chairs[Seat(before.names.index(after.names[seat]))] for seat in Seat}

    def _next_game(self) -> None:
        """Start another game at the same table."""
        self.past.append(self.table.facts)
        self.past_stood_in.append(frozenset(self.stood_in))
        self.past_birds.append(self.birds)
        self.stood_in = set()
        self.table = Table(self.book)
        self.talk = []
        self.began_at, self.bell_set = None, None
