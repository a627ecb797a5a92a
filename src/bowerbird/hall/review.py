"""A finished game in the expert's eyes: every decision with what it was worth, mistakes by size, luck and skill apart.

The expert sees what the seat could see and nothing more. Its thinking is done in the bots' processes, one decision at a
time, so that nobody's game waits for a review.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from bowerbird.hall.bots import Bots
from bowerbird.hall.errors import NotAllowed
from bowerbird.hall.record import facts_shown, game_table
from bowerbird.hall.room import Room
from bowerbird.seats import Seat, Side
from bowerbird.table import DefendAlone, Discard, Fact, Name, Order, Pass, Play, Table, View

if TYPE_CHECKING:
    from bowerbird.players.explain import Explanation, Option

__all__ = ["Decided", "Review", "Reviews"]

log = logging.getLogger(__name__)

_KEPT: Final = 100
_WAITING: Final = 8
#: What costs less than this, in points, is no mistake: the expert's own figures are not finer.
_SMALLEST_MISTAKE: Final = 0.05

_Decision = Pass | Order | Name | DefendAlone | Discard | Play


class Choice(msgspec.Struct, frozen=True):
    """One thing that could have been done."""

    words: str
    worth: float
    win: float
    made: float
    march: float
    euchre: float
    why: str


class Decided(msgspec.Struct, frozen=True):
    """One decision. `step` is its place in the replay; `cost` is what it gave away, in points."""

    step: int
    hand: int
    seat: Seat
    kind: Literal["call", "discard", "play"]
    did: str
    best: str
    cost: float
    why: str
    options: tuple[Choice, ...]


class Fortune(msgspec.Struct, frozen=True):
    """Where a side's points came from, against the other side's: decisions, and all the rest."""

    points: int
    luck: float
    skill: float


class Person(msgspec.Struct, frozen=True):
    """How one seat decided."""

    seat: Seat
    name: str
    decisions: int
    mistakes: int
    cost: float


class Review(msgspec.Struct):
    """The whole of it; while the expert is at work, `ready` is false and `done` says how far it is."""

    game: int
    games: int
    you: Seat | None
    level: str = "expert"
    ready: bool = False
    done: float = 0.0
    decisions: tuple[Decided, ...] = ()
    sides: tuple[Fortune, ...] = ()
    people: tuple[Person, ...] = ()


class Reviews:
    """Reviews that are at work or done, the newest kept."""

    def __init__(self, bots: Bots) -> None:
        """The bots' processes do the thinking."""
        self._bots = bots
        self._kept: OrderedDict[tuple[str, int], Review] = OrderedDict()
        self._at_work: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._one_at_a_time = asyncio.Lock()

    def of(self, name: str, room: Room, game: int | None, you: Seat | None) -> Review:
        """The review of a finished game, or how far it is; asking for it begins it."""
        number, table = game_table(room, game)
        key = (name, number)
        if key not in self._kept:
            if len(self._at_work) >= _WAITING:
                raise NotAllowed("The expert has many games to look at. Try again in a minute.")
            self._kept[key] = Review(number, len(room.finished()), None)
            self._at_work[key] = asyncio.create_task(self._work(key, table))
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return msgspec.structs.replace(self._kept[key], games=len(room.finished()), you=you)

    async def close(self) -> None:
        """Stop thinking."""
        for task in list(self._at_work.values()):
            task.cancel()
        await asyncio.gather(*self._at_work.values(), return_exceptions=True)

    async def _work(self, key: tuple[str, int], table: Table) -> None:
        review = self._kept[key]
        try:
            async with self._one_at_a_time:
                decisions = await self._decisions(review, table)
            review.decisions = tuple(decisions)
            review.sides = _fortunes(table, decisions)
            review.people = _people(table, decisions)
            review.ready = True
        except Exception:
            log.exception("the review of game %s at table %s failed", key[1], key[0])
            self._kept.pop(key, None)
        finally:
            self._at_work.pop(key, None)

    async def _decisions(self, review: Review, table: Table) -> list[Decided]:
        steps = {place: step for step, place in enumerate(facts_shown(table))}
        again = Table(table.book)
        decided = []
        for place, fact in enumerate(table.facts):
            if isinstance(fact, _Decision):
                view = again.view(fact.seat)
                if fact in view.legal and len(view.legal) > 1:
                    found = await self._bots.explain(table.book, view)
                    decided += _decided(steps[place], view, fact, found)
            again.push(fact)
            review.done = (place + 1) / len(table.facts)
        return decided


def _decided(step: int, view: View, fact: Fact, found: Explanation) -> list[Decided]:
    """One decision, or none where the expert had nothing to weigh."""
    did = next((option for option in found.options if option.fact == fact), None)
    if did is None or view.seat is None:
        return []
    best = found.options[0]
    kind: Literal["call", "discard", "play"] = "call"
    if isinstance(fact, Discard | Play):
        kind = "discard" if isinstance(fact, Discard) else "play"
    cost = round(max(0.0, best.points - did.points), 3)
    choices = tuple(_choice(option) for option in found.options)
    why = best.why if cost > _SMALLEST_MISTAKE else did.why
    return [Decided(step, view.hands_played + 1, view.seat, kind, did.says, best.says, cost, why, choices)]


def _choice(option: Option) -> Choice:
    figures = (option.points, option.win, option.made, option.march, option.euchre)
    points, win, made, march, euchre = (round(figure, 3) for figure in figures)
    return Choice(option.says, points, win, made, march, euchre, option.why)


def _fortunes(table: Table, decisions: list[Decided]) -> tuple[Fortune, ...]:
    """What the decisions of both sides gave away explains a part of the difference; luck is the rest."""
    points = [sum(result.points[side] for result in table.state.results) for side in Side]
    cost = [sum(decided.cost for decided in decisions if decided.seat.side is side) for side in Side]
    fortunes = []
    for side in Side:
        skill = cost[side.other] - cost[side]
        luck = points[side] - points[side.other] - skill
        fortunes.append(Fortune(points[side], round(luck, 2), round(skill, 2)))
    return tuple(fortunes)


def _people(table: Table, decisions: list[Decided]) -> tuple[Person, ...]:
    people = []
    for seat in Seat:
        own = [decided for decided in decisions if decided.seat is seat]
        mistakes = sum(decided.cost > _SMALLEST_MISTAKE for decided in own)
        cost = round(sum(decided.cost for decided in own), 2)
        people.append(Person(seat, table.state.names[seat], len(own), mistakes, cost))
    return tuple(people)
