"""A live table as the fold of its facts: seats, settings and the game itself. Pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from bowerbird.hall.birds import BOT_NAMES
from bowerbird.hall.facts import (
    EMOTES,
    AddedWords,
    AskedAgain,
    BellSet,
    BirdChosen,
    Board,
    BotSat,
    Closed,
    Committed,
    DrawCommitted,
    DrawRevealed,
    Emote,
    Expected,
    Gathers,
    HallFact,
    HandedOver,
    Happened,
    Hinted,
    KeptFor,
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
    TimedOut,
    TookBack,
    TurnClock,
    TurnClockSet,
    UndoAnswered,
    UndoAsked,
    Undone,
    rules_of,
)
from bowerbird.hall.take_backs import NOT_AN_ACTION, Learned
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import Deal, Draw, Fact, Open, Phase, Shuffle, StartBell, Table, TurnUp
from bowerbird.table.talk import Names, tell

__all__ = ["Chair", "Room", "Shuffled"]

#: The number of set phrases that a table shows.
_SAID = 5


@dataclass(slots=True)
class Chair:
    """A chair and its player. The bird is the bot's own, or the picture that the person has chosen.

    `before` is the person a bot replaced, `before_name` their name at the table and `before_bird` their picture. With
    `removed`, the host took that person's chair away. `stand_in` is the level of the bot that this person has replaced:
    it plays the hand out if the cards are not theirs.
    """

    person: str = ""
    name: str = ""
    bot: str = ""
    away: bool = False
    before: str = ""
    before_name: str = ""
    bird: str = ""
    before_bird: str = ""
    removed: bool = False
    stand_in: str = ""

    @property
    def is_empty(self) -> bool:
        """True if nobody sits here."""
        return not self.person and not self.bot


@dataclass(slots=True)
class Shuffled:
    """The commitment for one hand or draw: digest and secret, the players' words, and if it was used and shown.

    `by` are the people who have added the words, by seat. Another person who sits down there replaces them.
    """

    digest: str
    secret: str
    words: list[str] = field(default_factory=lambda: ["", "", "", ""])
    by: list[str] = field(default_factory=lambda: ["", "", "", ""])
    used: bool = False
    revealed: bool = False


class Room:
    """The state of a table. `apply` takes the next fact; `live` checks who may cause it.

    **Chairs change hands, cards do not.** When the players look at their cards, each seat's cards become the property
    of the person who sits there (`owners`), or of nobody if a bot does, and that stays so until the hand is over. So
    within a hand each seat's cards are one person's at most, and each person has one seat's cards at most, whoever
    stands up, is removed or replaced, comes back or sits down elsewhere. A person can take a chair at any time, but if
    its cards are not theirs, a bot plays the hand out, and they play from the next hand on (`waits`). `holds` is the
    only answer to the question of whose cards somebody may see and play: frames and actions both ask it.
    """

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
        #: The bots that acted in a seat of another name, by the places of their facts: they sat down during the game.
        self.acted: dict[int, str] = {}
        self.past_acted: list[dict[int, str]] = []
        #: Everyone who has decided for each seat, in this game and in earlier ones: people's ids, and levels of bots.
        self._decided_by: dict[Seat, set[str]] = {seat: set() for seat in Seat}
        self._past_decided_by: list[dict[Seat, set[str]]] = []
        #: The minutes that were left when each turn of a timed game began, by the places of facts, as above.
        self.minutes: dict[int, float] = {}
        self.past_minutes: list[dict[int, float]] = []
        #: The pictures by name, in this game and in earlier ones.
        self.birds: dict[str, str] = {}
        self.past_birds: list[dict[str, str]] = []
        #: The seats of the people who played at the end of each game, by its number. Never changed in place.
        self._seats: dict[int, dict[str, Seat]] = {}
        #: The time when each game ended, by its number.
        self.ended_at: dict[int, int] = {}
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
        #: How often something was undone after a player had seen new cards, in this game and in earlier ones.
        self.undone_after_cards = 0
        self.past_undone_after_cards: list[int] = []
        #: True if the teacher has advised a player, in this game and in earlier ones.
        self.hinted = made.coached
        self.past_hinted: list[bool] = []
        self._learned = Learned()
        #: The last name of each person who has had a chair.
        self._called: dict[str, str] = {}
        self.said: deque[tuple[Seat, Phrase | Emote]] = deque(maxlen=_SAID)
        #: Pictures that wait for the end of the hand, the last of each seat.
        self._held_back: dict[Seat, Emote] = {}
        self.gathers: Gathers | None = None
        self.kept_for: KeptFor | None = None
        self.again: AskedAgain | None = None
        self.turn_clock: TurnClock = 0
        self.turn_from = 0  # when the current turn began, in milliseconds
        #: How often in a row the time of a seat has run out.
        self.timed_out: dict[Seat, int] = {}
        self._bot_decides: Seat | None = None  # the seat whose time has just run out
        #: The person each seat's cards belong to, empty for a bot's; no entries between hands. Never changed in place.
        self.owners: dict[Seat, str] = {}
        #: At a table with boards: how many had been dealt while each person sat here, by their id and their name.
        self.shown_to: dict[tuple[str, str], int] = {}
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
    def coached(self) -> bool:
        """True if the teacher speaks before decisions: in the first game of a table that was set up so."""
        return self.made.coached and not self.past

    @property
    def dealt(self) -> int:
        """The number of deals committed to so far."""
        return len(self.deals)

    @property
    def boards_closed(self) -> bool:
        """True while the cards of this table are still to be played at other tables of its event."""
        return bool(self.made.boards) and not (
            self.deals and all(deal.revealed for deal in self.deals.values() if deal.used)
        )

    @property
    def next_board(self) -> Board | None:
        """The board that is dealt next, at a table that has any left."""
        boards = self.made.boards
        return boards[self.dealt] if self.dealt < len(boards) else None

    def deal_number(self, hand: int) -> int:
        """The number that the deck of a hand follows from: that of its board, or of the hand at this table."""
        return self.made.boards[hand - 1].number if hand <= len(self.made.boards) else hand

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

    @property
    def minutes_at_turn(self) -> float | None:
        """The minutes until the end bell when the turn began. Hints and reviews judge by these, so that they agree."""
        return None if self.played_at is None else self.minutes_left(self.played_at)

    def seat_of(self, person: str) -> Seat | None:
        """The seat of a person, if any."""
        return next((seat for seat, chair in self.chairs.items() if person and chair.person == person), None)

    def owned_by(self, person: str) -> Seat | None:
        """The seat whose cards belong to a person in the hand in progress, whether they sit there or not."""
        return next((seat for seat, owner in self.owners.items() if person and owner == person), None)

    def waits(self, seat: Seat) -> bool:
        """True if the person in this chair plays from the next hand on, because these cards are not theirs."""
        person = self.chairs[seat].person
        return bool(person) and self.owners.get(seat, person) != person

    def holds(self, person: str) -> Seat | None:
        """The seat whose cards a person may see and play now: their own chair, if the hand in it is theirs."""
        seat = self.seat_of(person)
        return None if seat is None or self.waits(seat) else seat

    def plays_itself(self, seat: Seat) -> bool:
        """True if a bot decides for this seat."""
        chair = self.chairs[seat]
        return bool(chair.bot) or chair.away or self.waits(seat)

    def bot_at(self, seat: Seat) -> str:
        """The level of the bot that decides for this seat; empty for the usual one."""
        return self.chairs[seat].bot or (self.chairs[seat].stand_in if self.waits(seat) else "")

    def bird_at(self, seat: Seat) -> str:
        """The bird whose style decides for this seat; empty where a bot plays for a person.

        In the daily hand all birds play alike, so that everyone has the same opponents.
        """
        return self.chairs[seat].bird if self.chairs[seat].bot and not self.made.daily else ""

    def people(self) -> list[Seat]:
        """The seats taken by people, present or away."""
        return [seat for seat, chair in self.chairs.items() if chair.person]

    def players(self) -> list[Seat]:
        """The seats of people who play in this hand, present or away."""
        return [seat for seat in self.people() if not self.waits(seat)]

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

    def wants_words(self, seat: Seat) -> bool:
        """True if the person in this chair can add words to the next draw or shuffle: once, before it is done.

        The daily hand, and a board of a duplicate event, are dealt in the same way elsewhere, so nobody can there.
        """
        promise, person = self.promise, self.chairs[seat].person
        if self.made.daily or self.made.boards or promise is None or promise.used:
            return False
        return bool(person) and person not in promise.by

    def undo_to(self, seat: Seat) -> int | None:
        """The number of facts to keep if a seat undoes its last action. A deal with a shown secret can't be undone.

        Nothing can be undone in the daily hand.
        """
        if (
            self.made.daily
            or self.deal is None
            or self.deal.revealed
            or self.table.state.phase in (Phase.SHUFFLE, Phase.OVER)
        ):
            return None
        facts = self.table.facts
        for place in range(len(facts) - 1, -1, -1):
            if isinstance(facts[place], TurnUp | Deal):
                return None
            if getattr(facts[place], "seat", None) is seat and not isinstance(facts[place], NOT_AN_ACTION):
                return place
        return None

    def must_agree(self, seat: Seat) -> frozenset[str]:
        """The people whose consent an undo of this seat's last action needs.

        If nobody has learned anything that could help them, these are the players who are present. If the seat has seen
        a card or another seat's action since, or if another person has seen a card, everyone whose hand this is must
        agree, wherever they are now.
        """
        keep = self.undo_to(seat)
        present = {self.chairs[other].person for other in self.players() if not self.chairs[other].away}
        if keep is None or not (keep < self._learned.anything[seat] or self._shows_cards(seat, keep)):
            return frozenset(present)
        return frozenset(present.union(self.owners.values()) - {""})

    def cannot_agree(self, seat: Seat) -> list[str]:
        """The names of people whose consent an undo needs and who are not here to give it."""
        here = {chair.person for chair in self.chairs.values() if chair.person and not chair.away}
        return sorted(self._called[person] for person in self.must_agree(seat) - here)

    def is_agreed(self, seat: Seat, also: Seat | None = None) -> bool:
        """True if everyone has agreed to an undo of this seat's last action, `also` now included.

        What people agreed to for another seat doesn't count.
        """
        agreed = {seat, *(self.undo if seat is self.undo_by else ()), *(() if also is None else (also,))}
        return self.must_agree(seat) <= {self.chairs[other].person for other in agreed}

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

    def is_rated(self, game: int) -> bool:
        """True if the finished game of that number may count for statistics and ratings of its players.

        A game in which something was undone after a player had seen new cards, or in which the teacher has advised a
        player, does not.
        """
        return not [*self.past_undone_after_cards, self.undone_after_cards][game - 1] and not self.is_hinted(game)

    def is_hinted(self, game: int) -> bool:
        """True if the teacher has advised a player in the finished game of that number."""
        return [*self.past_hinted, self.hinted][game - 1]

    def four_of(self, game: int) -> tuple[str, str, str, str] | None:
        """The players of the finished game of that number by seat: ids of people, and bots as `bot:club`.

        None unless each seat was one player's from the first decision to the last.
        """
        north, east, south, west = (self.player_of(game, seat) for seat in Seat)
        return (north, east, south, west) if north and east and south and west else None

    def player_of(self, game: int, seat: Seat) -> str:
        """The player of one seat in the finished game of that number; empty if there were several."""
        players = [*self._past_decided_by, self._decided_by][game - 1][seat]
        return next(iter(players)) if len(players) == 1 else ""

    def seat_in(self, game: int | None, person: str) -> Seat | None:
        """The seat in which a person played the finished game of that number; without a number, the last."""
        return self._seats.get(self.games_over if game is None else game, {}).get(person)

    def players_in(self, game: int) -> dict[str, Seat]:
        """The people who played the finished game of that number to its end, with their seats."""
        return self._seats.get(game, {})

    def birds_at(self, game: int) -> dict[str, str]:
        """The pictures by name in the finished game of that number."""
        return [*self.past_birds, self.birds][game - 1]

    def acted_at(self, game: int) -> dict[int, str]:
        """The bots that acted in a seat of another name, by the places of facts in the finished game of that number."""
        return [*self.past_acted, self.acted][game - 1]

    def minutes_of(self, game: int) -> dict[int, float]:
        """The minutes that were left when each turn of the finished game of that number began, if it was timed."""
        return [*self.past_minutes, self.minutes][game - 1]

    def done_for(self, seat: Seat) -> list[Fact]:
        """The bot's actions for the person in this chair since their own last action, newest first."""
        done: list[Fact] = []
        if self.stood_in:
            for place, fact in reversed(list(enumerate(self.table.facts))):
                if getattr(fact, "seat", None) is seat and not isinstance(fact, NOT_AN_ACTION):
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
                self._seat_person(fact)
            case BirdChosen():
                self._choose_bird(self.chairs[fact.seat], fact.bird)
            case BotSat():
                self._withdraw_answer(fact.seat)
                self.chairs[fact.seat] = self._bot_after(self.chairs[fact.seat], fact)
            case Expected():
                self.expected, self.closed = fact, ""
            case Closed():
                self.closed = fact.why
            case Gathers():
                self.gathers = fact
            case KeptFor():
                self.kept_for = fact
            case AskedAgain():
                self.again = fact
            case Left():
                self._withdraw_answer(fact.seat)
                self.chairs[fact.seat] = Chair()
            case HandedOver():
                self.chairs[fact.seat].away = True
            case TookBack():
                self.chairs[fact.seat].away = False
                self.timed_out.pop(fact.seat, None)
                self.turn_from = at
            case Paused():
                self.paused = True
            case Resumed():
                self.paused = False
                self.turn_from = at
            case PaceSet():
                self.pace = fact.pace
            case TurnClockSet():
                self.turn_clock, self.turn_from = fact.seconds, at
                self.timed_out = {}
            case TimedOut():
                self.timed_out[fact.seat] = self.timed_out.get(fact.seat, 0) + 1
                self._bot_decides = fact.seat
            case BellSet():
                self.bell_set = fact
            case Committed():
                self.deals[fact.hand] = Shuffled(fact.digest, fact.secret)
            case DrawCommitted():
                self.draws[fact.game] = Shuffled(fact.digest, fact.secret)
            case AddedWords():
                if self.promise is not None:
                    self.promise.words[fact.seat] = fact.words
                    self.promise.by[fact.seat] = self.chairs[fact.seat].person
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
                self._undo(fact.keep)
            case Said():
                self._say(fact)
            case Hinted():
                self.hinted = True
        self._give_cards_to_owners()
        if self.made.boards and (dealt := sum(deal.used for deal in self.deals.values())):
            self.shown_to.update({(chair.person, chair.name): dealt for chair in self.chairs.values() if chair.person})

    def _give_cards_to_owners(self) -> None:
        """Once players look at their cards, these belong to the people who sit there, until the hand is over."""
        state = self.table.state
        if not state.hand.deck or state.is_over:
            self.owners = {}
            self.said.extend(self._held_back.items())
            self._held_back = {}
        elif state.hands_are_up and not self.owners:
            self.owners = {
                seat: chair.person if self.seat_of(chair.person) is seat else "" for seat, chair in self.chairs.items()
            }

    def _seat_person(self, sat: Sat) -> None:
        left = self.chairs[sat.seat]
        self._called[sat.person] = sat.name
        if left.person == sat.person:
            self.chairs[sat.seat] = replace(left, name=sat.name, bird=sat.bird, away=False)
            return
        self._withdraw_answer(sat.seat)
        self.timed_out.pop(sat.seat, None)
        self.chairs[sat.seat] = Chair(sat.person, sat.name, bird=sat.bird, stand_in=left.bot or left.stand_in)
        if self.waits(sat.seat):
            # Until they play here, the person before them can have the chair back.
            _remember_before(self.chairs[sat.seat], left)

    def _withdraw_answer(self, seat: Seat) -> None:
        """A person leaves this chair: what they have asked or agreed to leaves with them."""
        if seat is self.undo_by:
            self.undo_by, self.undo = None, {}
        else:
            self.undo.pop(seat, None)

    def _undo(self, keep: int) -> None:
        if self.undo_by is not None and self._shows_cards(self.undo_by, keep):
            self.undone_after_cards += 1
        self.undo_by, self.undo = None, {}
        self.undos += 1
        for _ in self.talk[keep:]:
            self.table.pop()
        del self.talk[keep:]
        self._learned = self._learned.back_to(keep)
        self.stood_in = {place for place in self.stood_in if place < keep}
        self.acted = {place: name for place, name in self.acted.items() if place < keep}
        self.minutes = {place: left for place, left in self.minutes.items() if place < keep}

    def _shows_cards(self, asker: Seat, keep: int) -> bool:
        """True if after an undo that keeps so many facts the asker, or another person with a hand, has seen new cards.

        The card that is taken back counts: partners must not show each other their hands. Bots forget what they saw.
        """
        people = {asker, *(seat for seat, person in self.owners.items() if person)}
        return any(keep < self._learned.cards[seat] for seat in people)

    def _bot_after(self, left: Chair, sat: BotSat) -> Chair:
        name = sat.bird.capitalize() or self._bot_name(sat.seat)
        bot = Chair("", name, sat.level, bird=name.lower(), removed=sat.removed)
        _remember_before(bot, replace(left, person="") if self.waits(sat.seat) and left.before else left)
        return bot

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
        if seat is not None and self._is_done_for(seat):
            self.stood_in.add(len(self.talk))
        self._note_newcomer(seat)
        if (left := self.minutes_at_turn) is not None:
            self.minutes[len(self.talk)] = left
        if seat is not None and not isinstance(fact, NOT_AN_ACTION):
            by_bot = len(self.talk) in self.stood_in or self.plays_itself(seat)
            who = f"bot:{self.bot_at(seat)}" if by_bot else self.chairs[seat].person
            self._decided_by[seat].add(who)
        self.table.push(fact)
        self.played_at = self.turn_from = at
        after = self.table.state
        self._learned = self._learned.after(len(self.talk), fact, before, after)
        self.talk.append(tell(self.book, before, fact, after, names))
        self.undo_by, self.undo = None, {}
        if isinstance(fact, Shuffle) and self.deal is not None:
            self.deal.used = True
        if isinstance(fact, Draw) and self.draw is not None:
            self.draw.used = True
        if self.began_at is None and isinstance(fact, StartBell | TurnUp):
            self.began_at = at
        if after.is_over and not before.is_over:
            played = {self.chairs[place].person: place for place in self.players()}
            self._seats = {**self._seats, self.game: played}
            self.ended_at[self.game] = at
        if before.names != after.names and not isinstance(fact, Open):
            # The draw decided partners: people change chairs.
            self.chairs = {seat: self.chairs[Seat(before.names.index(after.names[seat]))] for seat in Seat}

    def _note_newcomer(self, seat: Seat | None) -> None:
        """Note the name of a bot that sat down during the game, when it acts."""
        chair = None if seat is None else self.chairs[seat]
        if seat is not None and chair is not None and chair.bot and chair.name != self.table.state.names[seat]:
            self.acted[len(self.talk)] = chair.name
            self.birds.setdefault(chair.name, chair.bird)

    def _is_done_for(self, seat: Seat) -> bool:
        """True if a bot does what comes now for the person in this chair. If they do it, their clock starts afresh."""
        timed_out, self._bot_decides = self._bot_decides is seat, None
        if not timed_out:
            self.timed_out.pop(seat, None)
        return timed_out or (self.chairs[seat].away and not self.waits(seat))

    def _say(self, said: Said) -> None:
        """Show a phrase. A picture waits for the end of the hand."""
        emote = next((each for each in EMOTES if each == said.phrase), None)
        if emote is None or not self.owners:
            self.said.append((said.seat, said.phrase))
        else:
            self._held_back[said.seat] = emote

    def _next_game(self) -> None:
        """Start another game at the same table."""
        self.past.append(self.table.facts)
        self.past_stood_in.append(frozenset(self.stood_in))
        self.past_birds.append(self.birds)
        self.past_acted.append(self.acted)
        self.past_minutes.append(self.minutes)
        self._past_decided_by.append(self._decided_by)
        self._decided_by = {seat: set() for seat in Seat}
        self.past_undone_after_cards.append(self.undone_after_cards)
        self.past_hinted.append(self.hinted)
        self.stood_in, self.acted, self.minutes = set(), {}, {}
        self.undone_after_cards = 0
        self.hinted = False
        self._learned = Learned()
        self.table = Table(self.book)
        self.talk = []
        self.began_at, self.bell_set, self.again = None, None, None


def _remember_before(chair: Chair, left: Chair) -> None:
    """Remember the person who was in this chair: the one who leaves it, or the one before a bot."""
    if left.person:
        chair.before, chair.before_name, chair.before_bird = left.person, left.name, left.bird
    else:
        chair.before, chair.before_name, chair.before_bird = left.before, left.before_name, left.before_bird
        chair.removed = left.removed
