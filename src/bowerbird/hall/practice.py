"""What a person practises: mistakes of their own games, to try again on later days, and puzzles with a rating.

Everything is in the person's own stream `practice:<person>`. The hall keeps mistakes when the teacher has looked at a
finished game, so nobody has to open the review for it. A mistake is what the teacher calls one.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import lru_cache, partial
from hashlib import blake2b
from random import Random
from typing import Final, NamedTuple, TypeAlias

import msgspec

from bowerbird.clock import Clock
from bowerbird.hall.bots import Bots
from bowerbird.hall.errors import NotFoundError
from bowerbird.hall.kept import own_facts
from bowerbird.hall.positions import Answered, Answers, Moment, PositionShown, shown
from bowerbird.hall.review import Decided
from bowerbird.hall.room import Room
from bowerbird.hall.work_queue import WorkQueue
from bowerbird.learn.position import Position
from bowerbird.learn.puzzles import START, Puzzle, PuzzleRating, next_puzzle, rated, shipped_puzzles
from bowerbird.learn.spacing import Spaced
from bowerbird.learn.themes import THEMES
from bowerbird.players.luck.in_effect import in_effect
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.seats import Seat
from bowerbird.store import ConflictError, Log
from bowerbird.table import Fact, Table

__all__ = [
    "GameAwaited",
    "Mistake",
    "Practice",
    "PracticeState",
    "PuzzleShown",
    "RulesOffered",
    "ThemeOffered",
    "day_of",
    "puzzle_id",
    "rules_offered",
    "themes_offered",
]

log = logging.getLogger(__name__)

#: Mistakes that are kept for a person. Older ones give way.
_MOST_MISTAKES: Final = 300
#: Puzzles that a person has seen so lately that others come first.
_LATELY: Final = 400
#: Finished games whose mistakes are known to be kept.
_REMEMBERED: Final = 500
#: Tables of a person that are looked at for a game that has just ended, and milliseconds after which it hasn't.
_LAST_TABLES: Final = 3
_JUST_ENDED: Final = 600_000
#: Seconds that somebody waits until the mistakes of a game are kept, rather than ask again.
_WORTH_WAITING: Final = 2.0
#: Said if nothing is of the kind that was asked for.
_NO_PUZZLES: Final = "There are no puzzles of that kind. Choose another one."
#: The birds around the table of a puzzle, clockwise from the person's left.
_BIRDS: Final = ("wren", "finch", "robin")


# Facts.


class _Fact(msgspec.Struct, frozen=True, tag_field="fact", omit_defaults=True):
    """The common shape."""


class MistakeKept(_Fact, frozen=True, tag="mistake"):
    """A mistake in a game of this person: the place of the decision among the game's facts."""

    table: str
    game: int
    place: int
    day: date


class GameLookedAt(_Fact, frozen=True, tag="looked-at"):
    """A finished game was looked at for mistakes. Its mistakes come right before this."""

    table: str
    game: int


class MistakeTried(_Fact, frozen=True, tag="tried"):
    """The person has tried a mistake again."""

    mistake: str
    day: date
    right: bool


class PuzzleTried(_Fact, frozen=True, tag="puzzle"):
    """The person has tried a puzzle for the first time. Its grade is that of the day."""

    puzzle: str
    grade: int
    right: bool


PracticeFact: TypeAlias = MistakeKept | GameLookedAt | MistakeTried | PuzzleTried


# State.


class Mistake(msgspec.Struct, frozen=True):
    """A mistake of one's own, and when it comes back."""

    table: str
    game: int
    place: int
    kept: date
    spaced: Spaced

    @property
    def id(self) -> str:
        """Its name in addresses."""
        return f"{self.table}.{self.game}.{self.place}"


@dataclass(slots=True)
class PracticeState:
    """What a person has practised: the fold of their stream."""

    mistakes: OrderedDict[str, Mistake] = field(default_factory=OrderedDict)
    games: set[tuple[str, int]] = field(default_factory=set)
    rating: PuzzleRating = START
    puzzles: OrderedDict[str, bool] = field(default_factory=OrderedDict)

    def apply(self, fact: PracticeFact) -> None:
        """Take the next fact."""
        match fact:
            case MistakeKept(table, game, place, day):
                mistake = Mistake(table, game, place, day, Spaced(day))
                self.mistakes[mistake.id] = mistake
                while len(self.mistakes) > _MOST_MISTAKES:
                    self.mistakes.popitem(last=False)
            case GameLookedAt(table, game):
                self.games.add((table, game))
            case MistakeTried(name, day, right) if name in self.mistakes:
                kept = self.mistakes[name]
                self.mistakes[name] = msgspec.structs.replace(kept, spaced=kept.spaced.tried(day, right))
            case PuzzleTried(name, grade, right):
                self.rating = rated(self.rating, grade, right)
                self.puzzles[name] = right
            case _:
                pass

    def due(self, today: date) -> list[Mistake]:
        """The mistakes to try today: what has waited longest first, of these the newest games first."""
        due = [mistake for mistake in reversed(self.mistakes.values()) if mistake.spaced.is_due(today)]
        return sorted(due, key=lambda mistake: mistake.spaced.due or today)

    def learned(self) -> int:
        """The number of mistakes that don't come back."""
        return sum(mistake.spaced.is_learned for mistake in self.mistakes.values())


def day_of(at: int) -> date:
    """The date of a time in milliseconds, in the time zone of this machine."""
    return datetime.fromtimestamp(at / 1000).astimezone().date()


@lru_cache(maxsize=8192)
def puzzle_id(position: str) -> str:
    """A short name for a position, the same in every version of the file."""
    return blake2b(position.encode(), digest_size=6).hexdigest()


@lru_cache(maxsize=1)
def _by_id() -> dict[str, int]:
    return {puzzle_id(puzzle.position): place for place, puzzle in enumerate(shipped_puzzles())}


class PuzzleShown(msgspec.Struct, frozen=True):
    """A puzzle to solve, and the person's rating before it. A puzzle that was tried before doesn't change it."""

    puzzle: str
    grade: int
    themes: tuple[str, ...]
    rating: int
    error: int
    solved: int
    tried: int
    again: bool
    position: PositionShown


class PuzzleAnswered(msgspec.Struct, frozen=True):
    """The answer to a puzzle, and the person's rating after it."""

    answer: Answered
    rating: int
    error: int
    solved: int
    tried: int


class MistakeShown(msgspec.Struct, frozen=True):
    """A mistake to try again. `left` more are due today after this one."""

    mistake: str
    table: str
    game: int
    left: int
    position: PositionShown


class GameAwaited(msgspec.Struct, frozen=True):
    """A game that has just ended, and whose mistakes are still to be kept."""

    table: str
    game: int


class MistakeAnswered(msgspec.Struct, frozen=True):
    """The answer to a try, and the day on which the mistake comes back, if it does."""

    answer: Answered
    comes_back: date | None


class ThemeOffered(NamedTuple):
    """A theme, with the number of its puzzles by the name of rules. The name "" is for all rules."""

    name: str
    words: str
    about: str
    counts: Mapping[str, int]


class RulesOffered(NamedTuple):
    """Rules that there are puzzles for, and how many."""

    name: str
    title: str
    puzzles: int


class _Found(NamedTuple):
    """A person's practice, with the number of its last fact."""

    seq: int
    state: PracticeState


#: Finds the room of a table by its name.
FindRoom: TypeAlias = Callable[[str], Awaitable[Room]]
#: Finds the names of the tables where a person has sat, oldest first.
FindTables: TypeAlias = Callable[[str], Awaitable[list[str]]]


class Practice:
    """The practice of all people."""

    def __init__(
        self, log: Log, clock: Clock, bots: Bots, work: WorkQueue, room: FindRoom, tables_of: FindTables
    ) -> None:
        """Use the server's log, the teacher's process, processes for slow work, and the tables of the hall."""
        self._log = log
        self._clock = clock
        self._work = work
        self._room = room
        self._tables_of = tables_of
        self._answers = Answers(bots)
        self._looked_at: OrderedDict[tuple[str, int], None] = OrderedDict()
        self._keeping: dict[tuple[str, int], asyncio.Task[None]] = {}

    @property
    def today(self) -> date:
        """The date here."""
        return day_of(self._clock())

    async def of(self, person: str) -> PracticeState:
        """What a person has practised."""
        return (await self._found(person)).state

    async def close(self) -> None:
        """Stop keeping mistakes."""
        tasks = list(self._keeping.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Mistakes.

    def judged(self, table: str, room: Room, game: int, decisions: Sequence[Decided]) -> None:
        """Keep the mistakes of everybody who has played a finished game, once."""
        if (table, game) in self._looked_at:
            return
        self._looked_at[table, game] = None
        while len(self._looked_at) > _REMEMBERED:
            self._looked_at.popitem(last=False)
        stood_in = room.stood_in_at(game)
        mistakes = [each for each in decisions if each.verdict == "mistake" and each.step not in stood_in]
        people = dict(room.players_in(game))
        played = (room.book, room.finished()[game - 1])
        task = asyncio.create_task(self._keep(table, game, room.ended_at[game], people, played, mistakes))
        self._keeping[table, game] = task
        task.add_done_callback(lambda _: self._keeping.pop((table, game), None))

    async def settled(self) -> None:
        """Wait until everything that was judged is kept."""
        if self._keeping:
            await asyncio.wait(self._keeping.values())

    async def kept(self, table: str, game: int) -> None:
        """Wait a moment until the mistakes of a judged game are kept. Somebody who no longer waits stops nothing."""
        if (task := self._keeping.get((table, game))) is not None:
            await self._clock.wait(task, _WORTH_WAITING)

    async def awaited(self, person: str, state: PracticeState) -> GameAwaited | None:
        """The game that this person has just played, if its mistakes are still to be kept, in any process."""
        found: list[tuple[int, str, int]] = []
        for table in (await self._tables_of(person))[-_LAST_TABLES:]:
            with suppress(NotFoundError):
                room = await self._room(table)
                own = [] if room.boards_closed else [each for each in room.ended_at if person in room.players_in(each)]
                found += [(room.ended_at[game], table, game) for game in own]
        ended_at, table, game = max(found, default=(0, "", 0))
        if self._clock() - ended_at > _JUST_ENDED or (table, game) in state.games:
            return None
        return GameAwaited(table, game) if ended_at > await self._erased_at(person) else None

    async def _keep(
        self,
        table: str,
        game: int,
        ended_at: int,
        people: dict[str, Seat],
        played: tuple[Rulebook, tuple[Fact, ...]],
        mistakes: Sequence[Decided],
    ) -> None:
        try:
            if mistakes:
                # What a ruling has undone is nobody's mistake any more, as in the review.
                counted = await asyncio.to_thread(_in_effect, *played)
                mistakes = [each for each in mistakes if each.step in counted]
            for person, seat in people.items():
                if ended_at <= await self._erased_at(person):
                    continue  # the teacher looks at an old game again, for anybody: what was erased stays erased
                own = [MistakeKept(table, game, each.step, self.today) for each in mistakes if each.seat is seat]
                await self._write(person, partial(_new_facts, [*own, GameLookedAt(table, game)]))
        except Exception:
            log.exception("the mistakes of game %s at table %s were not kept", game, table)
            self._looked_at.pop((table, game), None)

    async def next_mistake(self, person: str) -> MistakeShown | None:
        """The next mistake that is due, if there is one."""
        due = (await self.of(person)).due(self.today)
        for place, mistake in enumerate(due):
            try:
                return await self._shown(mistake, len(due) - place - 1)
            except NotFoundError:
                continue  # the table is gone
        return None

    async def mistake(self, person: str, name: str) -> MistakeShown:
        """A mistake of this person by its name, due or not."""
        state = await self.of(person)
        due = [each for each in state.due(self.today) if each.id != name]
        return await self._shown(_known(state, name), len(due))

    async def _shown(self, mistake: Mistake, left: int) -> MistakeShown:
        room = await self._room(mistake.table)
        position = await self._work.run(shown, _moment(room, mistake), room.birds_at(mistake.game))
        return MistakeShown(mistake.id, mistake.table, mistake.game, left, position)

    async def try_mistake(self, person: str, name: str, choice: int) -> MistakeAnswered:
        """Try a mistake again. The day on which it comes back follows from the answer."""
        mistake = _known(await self.of(person), name)
        room = await self._room(mistake.table)
        then = _facts(room, mistake)[mistake.place]
        answer = await self._answers.to(person, _moment(room, mistake), choice, then)
        tried = MistakeTried(name, self.today, answer.right)
        state = await self._write(person, lambda state: [tried] if name in state.mistakes else [])
        kept = state.mistakes.get(name)
        return MistakeAnswered(answer, None if kept is None else kept.spaced.due)

    # Puzzles.

    async def next_puzzle(self, person: str, theme: str, rules: str, dice: Random) -> PuzzleShown:
        """A puzzle near the person's rating that they have not seen lately. Without a person, near the start.

        `theme` and `rules` are names; empty for all.
        """
        state = await self.of(person) if person else PracticeState()
        places = [place for place, book in enumerate(_rules()) if rules in ("", book)]
        lately = set(list(state.puzzles)[-_LATELY:])
        puzzles = [shipped_puzzles()[place] for place in places]
        seen = {number for number, puzzle in enumerate(puzzles) if puzzle_id(puzzle.position) in lately}
        found = next_puzzle(puzzles, state.rating.rating, seen, theme, dice.random())
        if found is None:
            raise NotFoundError(_NO_PUZZLES)
        return _puzzle_shown(places[found], state)

    async def puzzle(self, person: str, name: str) -> PuzzleShown:
        """A puzzle by its name."""
        return _puzzle_shown(_place(name), await self.of(person) if person else PracticeState())

    async def try_puzzle(self, person: str, name: str, choice: int) -> PuzzleAnswered:
        """Try a puzzle. The first try of each puzzle counts. Without a person, nothing is kept."""
        place = _place(name)
        answer = await self._answers.to(person, _puzzle_moment(shipped_puzzles()[place]), choice)
        state = PracticeState()
        if person:
            tried = PuzzleTried(name, shipped_puzzles()[place].grade, answer.right)
            state = await self._write(person, lambda state: [] if name in state.puzzles else [tried])
        rating = state.rating
        return PuzzleAnswered(answer, round(rating.rating), round(rating.error), rating.solved, rating.tried)

    # The stream.

    async def _erased_at(self, person: str) -> int:
        """When a person has had their practice erased; 0 if never."""
        return max((entry.at for entry in await self._log.read(_stream(person)) if entry.is_erased), default=0)

    async def _found(self, person: str) -> _Found:
        seq, entries = await own_facts(self._log, _stream(person))
        state = PracticeState()
        for entry in entries:
            state.apply(_decoder.decode(entry.body))
        return _Found(seq, state)

    async def _write(self, person: str, decide: Callable[[PracticeState], Iterable[PracticeFact]]) -> PracticeState:
        """Write the facts that `decide` returns for the current state; returns the state after them."""
        while True:
            seq, state = await self._found(person)
            facts = list(decide(state))
            try:
                if facts:
                    bodies = [msgspec.json.encode(fact) for fact in facts]
                    await self._log.append(_stream(person), seq, bodies, self._clock())
            except ConflictError:
                continue
            for fact in facts:
                state.apply(fact)
            return state


_decoder: Final[msgspec.json.Decoder[PracticeFact]] = msgspec.json.Decoder(PracticeFact)


def _in_effect(book: Rulebook, facts: tuple[Fact, ...]) -> frozenset[int]:
    return in_effect(Table(book, facts))


def _new_facts(facts: Sequence[PracticeFact], state: PracticeState) -> Sequence[PracticeFact]:
    """The facts about a game, unless it was looked at before."""
    looked_at = [(fact.table, fact.game) for fact in facts if isinstance(fact, GameLookedAt)]
    return [] if any(game in state.games for game in looked_at) else facts


def _stream(person: str) -> str:
    return f"practice:{person}"


def _known(state: PracticeState, name: str) -> Mistake:
    if name not in state.mistakes:
        raise NotFoundError("This isn't one of your mistakes. Open Practice again.")
    return state.mistakes[name]


def _facts(room: Room, mistake: Mistake) -> tuple[Fact, ...]:
    finished = room.finished()
    if not 1 <= mistake.game <= len(finished) or mistake.place >= len(finished[mistake.game - 1]):
        raise NotFoundError("This game is no longer here.")
    return finished[mistake.game - 1]


def _moment(room: Room, mistake: Mistake) -> Moment:
    minutes_left = room.minutes_of(mistake.game).get(mistake.place)
    return Moment(room.book, _facts(room, mistake)[: mistake.place], minutes_left)


def _place(name: str) -> int:
    place = _by_id().get(name)
    if place is None:
        raise NotFoundError("There is no such puzzle. Open Puzzles again.")
    return place


def _puzzle_moment(puzzle: Puzzle) -> Moment:
    """The moment of a puzzle, with the names of birds for everyone but the person."""
    position = Position.parse(puzzle.position)
    names = ["You"] * 4
    for seat, bird in zip((position.seat.left, position.seat.partner, position.seat.right), _BIRDS, strict=True):
        names[seat] = bird.capitalize()
    return Moment(position.book, position.facts((names[0], names[1], names[2], names[3])))


def _puzzle_shown(place: int, state: PracticeState) -> PuzzleShown:
    puzzle = shipped_puzzles()[place]
    name, rating = puzzle_id(puzzle.position), state.rating
    return PuzzleShown(
        name,
        shipped_puzzles()[place].grade,
        puzzle.themes,
        round(rating.rating),
        round(rating.error),
        rating.solved,
        rating.tried,
        name in state.puzzles,
        shown(_puzzle_moment(puzzle), {bird.capitalize(): bird for bird in _BIRDS}),
    )


@lru_cache(maxsize=1)
def _rules() -> tuple[str, ...]:
    """The names of the rules of every puzzle, in their order."""
    return tuple(puzzle.position.partition(" ")[0] for puzzle in shipped_puzzles())


@lru_cache(maxsize=1)
def themes_offered() -> tuple[ThemeOffered, ...]:
    """Every theme that has puzzles."""
    counts = {theme.name: Counter[str]() for theme in THEMES}
    for puzzle, rules in zip(shipped_puzzles(), _rules(), strict=True):
        for theme in puzzle.themes:
            counts[theme].update(("", rules))
    themes = (ThemeOffered(each.name, each.words, each.about, counts[each.name]) for each in THEMES)
    return tuple(each for each in themes if each.counts)


@lru_cache(maxsize=1)
def rules_offered() -> tuple[RulesOffered, ...]:
    """The rules that there are puzzles for, the most first."""
    counts = Counter(_rules()).most_common()
    return tuple(RulesOffered(name, load_rulebook(name).title, count) for name, count in counts)
