"""Review a game with the teacher: the worth of every decision, mistakes by size, luck and skill.

The teacher is the judge of `bowerbird.players.judge`. It gets only what the seat could see. It thinks in a process of
its own, so that no game waits for a review, and people take turns with it. It looks at each decision soon after it was
made, so the review is there when the game ends; nobody sees any of it before.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from bowerbird.clock import REAL_TIME, Clock
from bowerbird.hall.bots import Bots
from bowerbird.hall.errors import TryLaterError
from bowerbird.hall.fortunes import luck_and_skill, worth_of_deal
from bowerbird.hall.replay import FinishedGame, facts_shown, finished_game
from bowerbird.hall.reviewed_choice import ReviewedChoice, reviewed_choice
from bowerbird.hall.room import Room
from bowerbird.hall.rulings import Ruled, ruled
from bowerbird.hall.scenes import Scene, scene_of
from bowerbird.hall.slips import Missed, Proof, missed, proof
from bowerbird.hall.work_queue import Asker, the_asker
from bowerbird.players.explanation import Explanation, Weighed
from bowerbird.players.luck.deals import as_dealt, waits_for_first_call
from bowerbird.players.luck.fortune import Dealt, Fortune
from bowerbird.players.luck.in_effect import in_effect
from bowerbird.players.says import says
from bowerbird.players.verdict import Verdict
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat, Side
from bowerbird.table import Discard, Fact, Play, State, Table, View

__all__ = ["Decided", "Judged", "Review", "Reviews", "decision_of"]

log = logging.getLogger(__name__)

_KEPT: Final = 100
#: Reviews in progress, for one person and for all.
_OWN: Final = 3
_IN_ALL: Final = 60
#: Seconds after which somebody who has too many may ask again.
_LATER: Final = 60
#: Games in progress that the teacher may follow at once. Others are reviewed when somebody asks.
_FOLLOWED: Final = 64
#: Seconds that a reader waits for an answer with the whole review rather than ask again.
_WORTH_WAITING: Final = 0.6


#: Called with a table's name, its room, the number of a finished game, and the teacher's opinions of all decisions. The
#: step of each is its place among the facts.
Judged: TypeAlias = "Callable[[str, Room, int, Sequence[Decided]], None]"


class Decided(msgspec.Struct, frozen=True):
    """One decision. `step` is its place in the replay; `cost` is what it lost, in points: nothing if it was as good.

    `scene` is the table as the seat saw it; `options` are all choices, the teacher's first. `stood_in` is true if a bot
    decided for a player who was away. `by` is the name of a bot that sat down during the game; empty for the player
    who had the seat at the start.
    """

    step: int
    hand: int
    seat: Seat
    kind: Literal["call", "discard", "play"]
    did: str
    best: str
    verdict: Verdict
    cost: float
    why: str
    scene: Scene
    options: tuple[ReviewedChoice, ...]
    stood_in: bool = False
    by: str = ""


class Against(msgspec.Struct, frozen=True):
    """A ruling against a player, with its cost for their side in points, and the cards that prove it.

    `step` is its place in the replay.
    """

    step: int
    cost: int
    ruling: Ruled
    proof: Proof | None = None


class Person(msgspec.Struct, frozen=True):
    """The decisions of one seat. `stood_in` is the number that a bot made for them; these don't count."""

    seat: Seat
    name: str
    decisions: int
    mistakes: int
    cost: float
    stood_in: int = 0


class Review(msgspec.Struct):
    """A whole review. While the teacher is at work, `ready` is false and `done` is the finished part.

    `hands` are the points of North and South and of East and West in each hand, `score` those at the end, and `fortune`
    what they came from; `winner` is None after a tie. `joker` is the club's word for it, and `birds` are the pictures
    of the players by name, empty for initials. A game in which something was undone after a player saw new cards, or a
    player was `hinted`, is not `rated`.
    """

    game: int
    games: int
    you: Seat | None
    level: str = "teacher"
    ready: bool = False
    done: float = 0.0
    joker: str = "joker"
    birds: dict[str, str] = {}
    rated: bool = True
    hinted: bool = False
    hands: tuple[tuple[int, int], ...] = ()
    winner: Side | None = None
    decisions: tuple[Decided, ...] = ()
    rulings: tuple[Against, ...] = ()
    missed: tuple[Missed, ...] = ()
    score: tuple[int, int] = (0, 0)
    fortune: Fortune | None = None
    people: tuple[Person, ...] = ()


class _Teacher(NamedTuple):
    """The teacher, for the people of a table."""

    bots: Bots
    people: list[str]

    async def explain(self, book: Rulebook, view: View) -> Explanation:
        return await self.bots.explain(book, view, self.people)

    async def worth_of_deal(self, book: Rulebook, state: State) -> Dealt:
        return await self.bots.sum_up(worth_of_deal, book, as_dealt(state), people=self.people)


class _Opinions:
    """The teacher's opinions of a game so far, by the places of decisions, and of deals by those of first calls."""

    def __init__(self, book: Rulebook) -> None:
        """Start before the first fact."""
        self._table = Table(book)
        self._found: dict[int, Decided] = {}
        self.deals: dict[int, Dealt] = {}
        self._lock = asyncio.Lock()

    async def catch_up(
        self, facts: Sequence[Fact], minutes: Mapping[int, float], teacher: _Teacher, review: Review | None = None
    ) -> list[Decided]:
        """Look at the facts that are new, and drop opinions of what was undone. Returns all in order.

        `minutes` are those left at the turns of a timed game.
        """
        async with self._lock:
            self._go_back(facts)
            for place in range(len(self._table.facts), len(facts)):
                fact = facts[place]
                if isinstance(fact, Weighed):
                    await self._weigh(place, fact, minutes.get(place), teacher)
                self._table.push(fact)
                if review is not None:
                    review.done = (place + 1) / len(facts)
            return [self._found[place] for place in sorted(self._found)]

    def _go_back(self, facts: Sequence[Fact]) -> None:
        seen = self._table.facts
        same = next((place for place, pair in enumerate(zip(seen, facts, strict=False)) if pair[0] != pair[1]), None)
        keep = min(len(seen), len(facts)) if same is None else same
        if keep < len(seen):
            self._table = Table(self._table.book, facts[:keep])
            self._found = {place: decided for place, decided in self._found.items() if place < keep}
            self.deals = {place: deal for place, deal in self.deals.items() if place < keep}

    async def _weigh(self, place: int, fact: Weighed, minutes_left: float | None, teacher: _Teacher) -> None:
        if waits_for_first_call(self._table.state):
            self.deals[place] = await teacher.worth_of_deal(self._table.book, self._table.state)
        view = msgspec.structs.replace(self._table.view(fact.seat), minutes_left=minutes_left)
        if fact in view.legal and len(view.legal) > 1:
            book = self._table.book
            scene = scene_of(book, self._table.state, view)
            found = decision_of(book, place, view, scene, fact, await teacher.explain(book, view))
            if found is not None:
                self._found[place] = found


class Reviews:
    """Reviews in progress and finished ones. Keeps the newest."""

    def __init__(self, bots: Bots, judged: Judged | None = None, clock: Clock = REAL_TIME) -> None:
        """Use the teacher's process.

        `judged` gets the teacher's opinions of every game that has been followed, and of games to `keep`: looking at a
        review keeps nothing.
        """
        self._bots = bots
        self._judged = judged
        self._clock = clock
        self._kept: OrderedDict[tuple[str, int], Review] = OrderedDict()
        self._at_work: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._asked: Counter[Asker] = Counter()
        self._opinions: OrderedDict[tuple[str, int], _Opinions] = OrderedDict()
        self._following: dict[str, asyncio.Task[None]] = {}
        #: Games whose opinions are to be kept, and opinions that nobody has wanted to keep.
        self._wanted: set[tuple[str, int]] = set()
        self._untold: OrderedDict[tuple[str, int], Sequence[Decided]] = OrderedDict()

    def of(self, name: str, room: Room, game: int | None, you: Seat | None) -> Review:
        """The review of a finished game, or its progress. The first call starts it."""
        if room.boards_closed:
            finished_game(room, game)  # says why there is none yet
        key = (name, len(room.finished()) if game is None else game)
        if key not in self._kept:
            found, asker = finished_game(room, game), the_asker.get()
            if len(self._at_work) >= _IN_ALL or self._asked[asker] >= _OWN:
                raise TryLaterError("The teacher has many games to review. Try again in a minute.", _LATER)
            self._start(name, found, room, asker)
        self._kept.move_to_end(key)
        return msgspec.structs.replace(
            self._kept[key],
            games=len(room.finished()),
            you=you,
            birds=room.birds_at(key[1]),
            rated=room.is_rated(key[1]),
            hinted=room.is_hinted(key[1]),
        )

    def keep(self, name: str, room: Room, game: int) -> None:
        """Tell the teacher's opinions of a finished game, once they are there. If need be, the review is started."""
        self.of(name, room, game, None)
        key = (name, game)
        if key in self._at_work:
            self._wanted.add(key)
        elif key in self._untold:
            self._tell(key, room, self._untold.pop(key))

    def made(self, name: str, game: int) -> Review | None:
        """The review of a game, if it is finished."""
        found = self._kept.get((name, game))
        return found if found is not None and found.ready else None

    async def soon(self, name: str, room: Room, game: int | None, you: Seat | None) -> Review:
        """The same, after a short wait for a review that is nearly ready."""
        review = self.of(name, room, game, you)
        work = self._at_work.get((name, review.game))
        if work is None:
            return review
        await self._clock.wait(work, _WORTH_WAITING)
        return self.of(name, room, review.game, you)

    def follow(self, name: str, room: Room) -> None:
        """Look at what has happened in a game, so that the review is ready when the game is over."""
        key = (name, len(room.past) + 1)
        busy = name in self._following or len(self._following) >= _FOLLOWED
        if not busy and key not in self._kept and (room.is_on or key in self._opinions):
            self._following[name] = asyncio.create_task(self._follow(name, room))

    @property
    def is_following(self) -> bool:
        """True if the teacher is looking at a game in progress."""
        return bool(self._following)

    async def close(self) -> None:
        """Stop thinking."""
        tasks = [*self._at_work.values(), *self._following.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _follow(self, name: str, room: Room) -> None:
        key = (name, len(room.past) + 1)
        try:
            seen: tuple[Fact, ...] = ()
            while key[1] == len(room.past) + 1 and (facts := room.table.facts) != seen:
                decisions = await self._opinions_of(key, room.book).catch_up(facts, room.minutes, self._teacher(room))
                seen = facts
                if room.table.state.is_over and room.table.facts == facts:
                    self._tell(key, room, decisions)
        except Exception:
            log.exception("the teacher could not follow the game at table %s", name)
            self._opinions.pop(key, None)
        finally:
            self._following.pop(name, None)

    def _tell(self, key: tuple[str, int], room: Room, decisions: Sequence[Decided]) -> None:
        if self._judged is not None:
            self._judged(key[0], room, key[1], decisions)

    def _opinions_of(self, key: tuple[str, int], book: Rulebook) -> _Opinions:
        opinions = self._opinions.setdefault(key, _Opinions(book))
        self._opinions.move_to_end(key)
        while len(self._opinions) > _KEPT:
            self._opinions.popitem(last=False)
        return opinions

    def _start(self, name: str, found: FinishedGame, room: Room, asker: Asker) -> None:
        key = (name, found.number)
        self._kept[key] = Review(found.number, found.number, None)
        self._asked[asker] += 1
        work = asyncio.create_task(self._work(key, found, room.stood_in_at(found.number), room))
        work.add_done_callback(lambda _: self._finished(asker))
        self._at_work[key] = work
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)

    def _finished(self, asker: Asker) -> None:
        self._asked[asker] -= 1
        self._asked = +self._asked

    def _teacher(self, room: Room) -> _Teacher:
        return _Teacher(self._bots, _people_at(room))

    async def _work(self, key: tuple[str, int], game: FinishedGame, stood_in: frozenset[int], room: Room) -> None:
        try:
            opinions = self._opinions_of(key, game.book)
            decisions = await opinions.catch_up(game.facts, game.minutes, self._teacher(room), self._kept[key])
            found = await self._bots.sum_up(
                _summed_up, game, decisions, stood_in, opinions.deals, people=_people_at(room)
            )
            self._kept[key] = found
            if key in self._wanted:
                self._tell(key, room, decisions)
            else:
                self._untold[key] = decisions
                while len(self._untold) > _KEPT:
                    self._untold.popitem(last=False)
        except Exception:
            log.exception("the review of game %s at table %s failed", key[1], key[0])
            self._kept.pop(key, None)
        finally:
            self._opinions.pop(key, None)
            self._at_work.pop(key, None)
            self._wanted.discard(key)


def _people_at(room: Room) -> list[str]:
    return [room.chairs[seat].person for seat in room.people()] or [room.made.host]


def _summed_up(
    game: FinishedGame, decisions: Sequence[Decided], stood_in: frozenset[int], deals: Mapping[int, Dealt]
) -> Review:
    """The review of a game from the teacher's opinions. Runs in the teacher's process: it plays the game again.

    What a ruling has undone is not reviewed: the ruling is shown instead.
    """
    table = game.table
    steps, counted = _steps(table), in_effect(table)
    review = Review(game.number, game.number, None, joker=table.book.words.joker)
    review.decisions = tuple(
        msgspec.structs.replace(
            decided,
            step=steps[decided.step],
            stood_in=decided.step in stood_in,
            by=game.acted.get(decided.step, ""),
        )
        for decided in decisions
        if decided.step in counted
    )
    review.winner = None if table.state.result is None else table.state.result.winner
    review.hands = tuple(result.points for result in table.state.results)
    review.rulings = _rulings(table)
    review.missed = missed(table, steps)
    review.score = table.state.score
    review.fortune = luck_and_skill(table, decisions, stood_in, deals)
    review.people = _people(table, review)
    review.ready, review.done = True, 1.0
    return review


def _steps(table: Table) -> dict[int, int]:
    """The step of the replay for each fact."""
    return {place: step for step, place in enumerate(facts_shown(table))}


def _rulings(table: Table) -> tuple[Against, ...]:
    """The rulings that were not overruled, each at its step."""
    told, steps = ruled(table.book, table.state.records), _steps(table)
    places: list[int] = []
    chosen: dict[int, int] = {}  # points the other side chose instead of the score as played, by ruling
    again = Table(table.book)
    for place, fact in enumerate(table.facts):
        again.push(fact)
        places += [place] * (len(again.state.records) - len(places))
        taken = [each for each in again.state.hand.choices if each.choice != "as played"]
        chosen |= {each.owed.record: each.owed.points for each in taken}
    return tuple(
        Against(
            steps[places[number]],
            _lost_by(ruling.seat.side, ruling.gave) + chosen.get(number, 0),
            ruling,
            proof(table.book, table.state.records[number].slip),
        )
        for number, ruling in enumerate(told)
        if ruling.seat is not None and not ruling.overruled
    )


def _lost_by(side: Side, gave: tuple[int, int]) -> int:
    return gave[side.other] - gave[side]


def decision_of(book: Rulebook, place: int, view: View, scene: Scene, fact: Fact, found: Explanation) -> Decided | None:
    """One decision at its place among the facts, or None if the teacher had nothing to weigh."""
    did = found.option(fact)
    if did is None or view.seat is None:
        return None
    best = found.options[0]
    kind: Literal["call", "discard", "play"] = "call"
    if isinstance(fact, Discard | Play):
        kind = "discard" if isinstance(fact, Discard) else "play"
    choices = tuple(reviewed_choice(option, fact if option is did else None) for option in found.options)
    cost = round(did.cost, 3)
    hand, words = view.hands_played + 1, says(book, view, (fact,))
    return Decided(place, hand, view.seat, kind, words, best.says, did.verdict, cost, did.why, scene, choices)


def _given_by_rulings(review: Review) -> list[tuple[Seat, float]]:
    return [(against.ruling.seat, against.cost) for against in review.rulings if against.ruling.seat is not None]


def _people(table: Table, review: Review) -> tuple[Person, ...]:
    people = []
    for seat in Seat:
        every = [decided for decided in review.decisions if decided.seat is seat]
        own = [decided for decided in every if not decided.stood_in]
        ruled_against = [cost for who, cost in _given_by_rulings(review) if who is seat]
        costs = [decided.cost for decided in own] + ruled_against
        mistakes = sum(decided.verdict == "mistake" for decided in own) + sum(cost > 0 for cost in ruled_against)
        name = table.state.names[seat]
        people.append(Person(seat, name, len(own), mistakes, round(sum(costs), 2), len(every) - len(own)))
    return tuple(people)
