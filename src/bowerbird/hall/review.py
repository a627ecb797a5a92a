"""Review a finished game with the expert: the worth of every decision, mistakes by size, luck and skill.

The expert gets only what the seat could see. It thinks in the bot processes, one decision at a time, so that no game
waits for a review.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from bowerbird.hall.bots import Bots
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.replay import facts_shown, game_table
from bowerbird.hall.room import Room
from bowerbird.hall.rulings import Ruled, ruled
from bowerbird.seats import Seat, Side
from bowerbird.table import DefendAlone, Discard, Fact, Name, Order, Pass, Play, Table, View

if TYPE_CHECKING:
    from bowerbird.players.explain import Explanation, Option

__all__ = ["Decided", "Review", "Reviews"]

log = logging.getLogger(__name__)

_KEPT: Final = 100
_WAITING: Final = 8
#: Smaller costs, in points, aren't mistakes: the expert's estimates aren't more precise.
_SMALLEST_MISTAKE: Final = 0.05

_Decision = Pass | Order | Name | DefendAlone | Discard | Play


class ReviewedChoice(msgspec.Struct, frozen=True):
    """One option of a decision."""

    words: str
    worth: float
    win: float
    made: float
    march: float
    euchre: float
    why: str


class Decided(msgspec.Struct, frozen=True):
    """One decision. `step` is its place in the replay; `cost` is what it lost, in points.

    `stood_in` is true if a bot decided for a player who was away.
    """

    step: int
    hand: int
    seat: Seat
    kind: Literal["call", "discard", "play"]
    did: str
    best: str
    cost: float
    why: str
    options: tuple[ReviewedChoice, ...]
    stood_in: bool = False


class Against(msgspec.Struct, frozen=True):
    """A ruling against a player, with its cost for their side in points. `step` is its place in the replay."""

    step: int
    cost: int
    ruling: Ruled


class Fortune(msgspec.Struct, frozen=True):
    """A side's points, and the parts of its lead that came from luck and from decisions."""

    points: int
    luck: float
    skill: float


class Person(msgspec.Struct, frozen=True):
    """The decisions of one seat. `stood_in` is the number that a bot made for them; these don't count."""

    seat: Seat
    name: str
    decisions: int
    mistakes: int
    cost: float
    stood_in: int = 0


class Review(msgspec.Struct):
    """A whole review. While the expert is working, `ready` is false and `done` is the finished part."""

    game: int
    games: int
    you: Seat | None
    level: str = "expert"
    ready: bool = False
    done: float = 0.0
    decisions: tuple[Decided, ...] = ()
    rulings: tuple[Against, ...] = ()
    sides: tuple[Fortune, ...] = ()
    people: tuple[Person, ...] = ()


class Reviews:
    """Reviews in progress and finished ones. Keeps the newest."""

    def __init__(self, bots: Bots) -> None:
        """Use the bot processes."""
        self._bots = bots
        self._kept: OrderedDict[tuple[str, int], Review] = OrderedDict()
        self._at_work: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._one_at_a_time = asyncio.Lock()

    def of(self, name: str, room: Room, game: int | None, you: Seat | None) -> Review:
        """The review of a finished game, or its progress. The first call starts it."""
        number, table = game_table(room, game)
        key = (name, number)
        if key not in self._kept:
            if len(self._at_work) >= _WAITING:
                raise NotAllowedError("The expert has many games to review. Try again in a minute.")
            self._kept[key] = Review(number, len(room.finished()), None)
            self._at_work[key] = asyncio.create_task(self._work(key, table, room.stood_in_at(number)))
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return msgspec.structs.replace(self._kept[key], games=len(room.finished()), you=you)

    async def close(self) -> None:
        """Stop thinking."""
        for task in list(self._at_work.values()):
            task.cancel()
        await asyncio.gather(*self._at_work.values(), return_exceptions=True)

    async def _work(self, key: tuple[str, int], table: Table, stood_in: frozenset[int]) -> None:
        review = self._kept[key]
        try:
            async with self._one_at_a_time:
                decisions = await self._decisions(review, table, stood_in)
            review.decisions = tuple(decisions)
            review.rulings = _rulings(table)
            review.sides = _fortunes(table, review)
            review.people = _people(table, review)
            review.ready = True
        except Exception:
            log.exception("the review of game %s at table %s failed", key[1], key[0])
            self._kept.pop(key, None)
        finally:
            self._at_work.pop(key, None)

    async def _decisions(self, review: Review, table: Table, stood_in: frozenset[int]) -> list[Decided]:
        steps = _steps(table)
        again = Table(table.book)
        decided = []
        for place, fact in enumerate(table.facts):
            if isinstance(fact, _Decision):
                view = again.view(fact.seat)
                if fact in view.legal and len(view.legal) > 1:
                    found = await self._bots.explain(table.book, view)
                    decided += _decided(steps[place], view, fact, found, place in stood_in)
            again.push(fact)
            review.done = (place + 1) / len(table.facts)
        return decided


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
        Against(steps[places[number]], _lost_by(ruling.seat.side, ruling.gave) + chosen.get(number, 0), ruling)
        for number, ruling in enumerate(told)
        if ruling.seat is not None and not ruling.overruled
    )


def _lost_by(side: Side, gave: tuple[int, int]) -> int:
    return gave[side.other] - gave[side]


def _decided(step: int, view: View, fact: Fact, found: Explanation, stood_in: bool) -> list[Decided]:
    """One decision, or none if the expert had nothing to weigh."""
    did = next((option for option in found.options if option.fact == fact), None)
    if did is None or view.seat is None:
        return []
    best = found.options[0]
    kind: Literal["call", "discard", "play"] = "call"
    if isinstance(fact, Discard | Play):
        kind = "discard" if isinstance(fact, Discard) else "play"
    cost = round(max(0.0, best.points - did.points), 3)
    choices = tuple(_choice(option) for option in found.options)
    why = did.why
    if cost > _SMALLEST_MISTAKE:
        # Calls are compared by their chances, so the reason includes the chances of the call that was made.
        why = f"{best.why} {did.says[:1].upper()}{did.says[1:]}: {did.why}" if kind == "call" else best.why
    hand = view.hands_played + 1
    return [Decided(step, hand, view.seat, kind, did.says, best.says, cost, why, choices, stood_in)]


def _choice(option: Option) -> ReviewedChoice:
    figures = (option.points, option.win, option.made, option.march, option.euchre)
    points, win, made, march, euchre = (round(figure, 3) for figure in figures)
    return ReviewedChoice(option.says, points, win, made, march, euchre, option.why)


def _fortunes(table: Table, review: Review) -> tuple[Fortune, ...]:
    """Split the difference in points: costs of decisions and mistakes on both sides are skill, the rest is luck."""
    beside = [record.gave for record in table.state.records if record.kind != "hand lost" and not record.overruled]
    points = [sum(result.points[side] for result in table.state.results) for side in Side]
    points = [points[side] + sum(gave[side] for gave in beside) for side in Side]
    given = [(decided.seat, decided.cost) for decided in review.decisions] + _given_by_rulings(review)
    cost = [sum(size for seat, size in given if seat.side is side) for side in Side]
    fortunes = []
    for side in Side:
        skill = cost[side.other] - cost[side]
        luck = points[side] - points[side.other] - skill
        fortunes.append(Fortune(points[side], round(luck, 2), round(skill, 2)))
    return tuple(fortunes)


def _given_by_rulings(review: Review) -> list[tuple[Seat, float]]:
    return [(against.ruling.seat, against.cost) for against in review.rulings if against.ruling.seat is not None]


def _people(table: Table, review: Review) -> tuple[Person, ...]:
    people = []
    for seat in Seat:
        every = [decided for decided in review.decisions if decided.seat is seat]
        own = [decided for decided in every if not decided.stood_in]
        costs = [decided.cost for decided in own] + [cost for who, cost in _given_by_rulings(review) if who is seat]
        mistakes = sum(cost > _SMALLEST_MISTAKE for cost in costs)
        name = table.state.names[seat]
        people.append(Person(seat, name, len(own), mistakes, round(sum(costs), 2), len(every) - len(own)))
    return tuple(people)
