"""Hints at a practice table: a nudge, or what the teacher would do, for the only person among bots. The coach speaks
unasked.

The teacher gets the view of that person's seat and nothing else, as in a review. A game with hints is marked in its log
and not rated. At a table with another person, or of an event, there are none.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from bowerbird.hall.bots import Bots
from bowerbird.hall.errors import NotAllowedError, TryLaterError
from bowerbird.hall.reviewed_choice import ReviewedChoice, reviewed_choice
from bowerbird.hall.room import Room
from bowerbird.hall.work_queue import Asker, the_asker
from bowerbird.learn.coach import BEGINNER, advice, between, forced, stage_of
from bowerbird.players.explanation import Explanation, Option, Weighed
from bowerbird.table import Fact, View

if TYPE_CHECKING:
    from bowerbird.hall.live import LiveTable

__all__ = ["CoachSays", "Hint", "HintRequest", "HintedChoice", "Hints", "view_for_hint", "why_no_hints"]

#: Hints that are thought about at once, for one person and for all.
_OWN: Final = 2
_IN_ALL: Final = 60
#: Hints that are kept, in case somebody asks for one again.
_KEPT: Final = 200
#: Seconds after which somebody who has too many may ask again.
_LATER: Final = 5


#: A nudge says what matters, and leaves the choice to the person.
How: TypeAlias = Literal["nudge", "show"]


class HintRequest(msgspec.Struct, frozen=True):
    """What a person wants to know."""

    how: How = "show"


class HintedChoice(msgspec.Struct, frozen=True):
    """A choice of the teacher: the facts that come to the same thing, the words, the worth in points, the reason."""

    facts: tuple[Fact, ...]
    words: str
    worth: float
    why: str


class Hint(msgspec.Struct, frozen=True):
    """What the decision turns on (`nudge`), what the teacher would do, and the choices that are as good.

    `options` are all choices as the review will show them. Of a person who wanted a nudge only, `best` is None.
    """

    nudge: str
    best: HintedChoice | None = None
    as_good: tuple[HintedChoice, ...] = ()
    options: tuple[ReviewedChoice, ...] = ()


class CoachSays(msgspec.Struct, frozen=True):
    """What the coach says before a decision; empty if there is nothing to say."""

    says: str


def why_no_hints(room: Room, person: str) -> str:
    """The reason why a person can't have hints at this table; empty if they can."""
    seat = room.holds(person)
    if seat is None or not room.is_on:
        return "You can ask the teacher only while you play."
    if room.made.daily:
        return "There are no hints in the daily hand. You can read the review when it is over."
    others = [chair for place, chair in room.chairs.items() if place is not seat]
    if room.expected is not None or not all(chair.bot for chair in others) or set(room.owners.values()) - {person, ""}:
        return "The teacher gives hints only at a table where all others are bots."
    return ""


def view_for_hint(room: Room, person: str) -> View:
    """The view of a person who may ask for a hint now. It is all that the teacher gets."""
    seat, why = room.holds(person), why_no_hints(room, person)
    if seat is None or why:
        raise NotAllowedError(why)
    if room.paused:
        raise NotAllowedError("The host has paused this table.")
    view = replace(room.table.view(seat), minutes_left=room.minutes_at_turn)
    if view.turn is not seat:
        raise NotAllowedError("Ask the teacher when it is your turn.")
    if sum(isinstance(fact, Weighed) for fact in view.legal) < 2:
        raise NotAllowedError("There is nothing to choose here.")
    return view


def _has_choice(room: Room, person: str) -> bool:
    """True if it is this person's turn, and there is something to choose."""
    try:
        view_for_hint(room, person)
    except NotAllowedError:
        return False
    return True


class Hints:
    """Hints in progress and the latest ones."""

    def __init__(self, bots: Bots) -> None:
        """Use the teacher's process."""
        self._bots = bots
        self._kept: OrderedDict[tuple[str, str], tuple[View, asyncio.Task[Explanation]]] = OrderedDict()
        self._asked: Counter[Asker] = Counter()

    async def of(self, live: LiveTable, person: str, how: How = "show") -> Hint:
        """What the teacher would do now in the seat of this person. The game is marked before they learn it."""
        view = view_for_hint(live.room, person)
        found = await asyncio.shield(self._opinion(live, person, view))
        if not found.options:
            raise NotAllowedError("The teacher has nothing to say about this.")
        await live.mark_hint(person, view)
        return Hint(found.nudge) if how == "nudge" else _hint(found)

    async def coach(self, live: LiveTable, person: str) -> CoachSays:
        """What the coach says to this person now. A coached game was marked when its table was set up."""
        room = live.room
        if not room.coached:
            raise NotAllowedError("There is no coach at this table.")
        why = why_no_hints(room, person)
        if why:
            raise NotAllowedError(why)
        seat, hand = room.holds(person), room.table.state.hands_played + 1
        if stage_of(hand) == "silent":
            return CoachSays(between(hand))
        if not _has_choice(room, person):
            return CoachSays(forced(room.book, room.table.view(seat), hand))
        view = view_for_hint(room, person)
        found = await asyncio.shield(self._opinion(live, person, view))
        usual = BEGINNER.choose(room.book, view)
        return CoachSays(advice(found, usual, hand))

    async def close(self) -> None:
        """Stop thinking."""
        tasks = [task for _, task in self._kept.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _opinion(self, live: LiveTable, person: str, view: View) -> asyncio.Task[Explanation]:
        """The teacher's opinion, thought about once for each view."""
        key = (live.name, person)
        if key in self._kept and self._kept[key][0] == view and not _failed(self._kept[key][1]):
            return self._kept[key][1]
        asker = the_asker.get()
        if self._asked[asker] >= _OWN or self._asked.total() >= _IN_ALL:
            raise TryLaterError("The teacher is still thinking. Try again in a few seconds.", _LATER)
        task = asyncio.create_task(self._bots.explain(live.room.book, view, [person]))
        self._asked[asker] += 1
        task.add_done_callback(lambda _: self._finished(asker))
        self._kept[key] = (view, task)
        self._kept.move_to_end(key)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return task

    def _finished(self, asker: Asker) -> None:
        self._asked[asker] -= 1
        self._asked = +self._asked


def _failed(task: asyncio.Task[Explanation]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


def _hint(found: Explanation) -> Hint:
    best, *others = found.options
    as_good = tuple(_choice(option) for option in others if option.verdict == "as good")
    return Hint(found.nudge, _choice(best), as_good, tuple(reviewed_choice(option, None) for option in found.options))


def _choice(option: Option) -> HintedChoice:
    return HintedChoice((option.fact, *option.same), option.says, round(option.points, 3), option.why)
