"""A decision to try: shown as its seat saw it, and answered with what comes of it and what the teacher says.

Until the person has chosen, only the view of the seat is shown. Then bots play the hand out in its actual deal, with
all hands open, and the teacher explains the choices in the words and figures of a review.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

import msgspec

from bowerbird.cards import Card
from bowerbird.hall.birds import manner_of
from bowerbird.hall.bots import Bots, weigh
from bowerbird.hall.errors import NotAllowedError, TryLaterError
from bowerbird.hall.frames import EncodedParts
from bowerbird.hall.replay import Step, open_step
from bowerbird.hall.review import Decided, decision_of
from bowerbird.hall.scenes import Scene, scene_of
from bowerbird.hall.work_queue import Asker, the_asker
from bowerbird.players.base import Player
from bowerbird.players.explanation import Weighed
from bowerbird.players.says import says
from bowerbird.rulebook import Rulebook, RulesNamed
from bowerbird.seats import Seat
from bowerbird.table import Discard, Fact, Gather, Phase, Play, Quit, Table, View, legal, view
from bowerbird.table.talk import tell

__all__ = ["Answered", "Answers", "ChoiceOffered", "Moment", "PositionShown", "answered", "choices_at", "shown"]

#: Answers that are worked out at once, for one person and for all.
_OWN: Final = 2
_IN_ALL: Final = 60
#: Seconds after which somebody who has too many may ask again.
_LATER: Final = 5
#: The level that plays on.
_PLAYS_ON: Final = "master"
#: No hand takes so many facts.
_LONGEST: Final = 80


class Moment(msgspec.Struct, frozen=True):
    """A table right before a decision, by its facts from the first one on. It has every hand, so it is never sent.

    `minutes_left` are those of a timed game when the turn began, as the review knows them.
    """

    book: Rulebook
    facts: tuple[Fact, ...]
    minutes_left: float | None = None

    @property
    def table(self) -> Table:
        """The table."""
        return Table(self.book, self.facts)


class ChoiceOffered(msgspec.Struct, frozen=True):
    """One choice, in words; with its card if it is one. A call may be one to make `alone`."""

    words: str
    card: Card | None
    alone: bool = False


class TrickSeen(msgspec.Struct, frozen=True):
    """An earlier trick of the hand, as everyone saw it."""

    plays: tuple[tuple[Seat, Card], ...]
    winner: Seat | None


class PositionShown(msgspec.Struct, frozen=True):
    """A decision to make: the table as the seat sees it, its earlier tricks, the score, and the choices.

    `hand` is its number in the game. Names and birds are by seat, from North. `points` is what wins the game, or 0 if
    points don't.
    """

    rules: RulesNamed
    joker: str
    hand: int
    scene: Scene
    names: tuple[str, str, str, str]
    birds: tuple[str, str, str, str]
    score: tuple[int, int]
    points: int
    tricks: tuple[TrickSeen, ...]
    choices: tuple[ChoiceOffered, ...]


class Answered(msgspec.Struct, frozen=True):
    """What came of a choice: `right` if the teacher finds none better, the decision as in a review, and the rest.

    `course` is the hand as bots play it from there, all hands open; its first step is the choice. `points` are those of
    the hand for the two sides. `then` is what was chosen in the game, if it is known.
    """

    right: bool
    decided: Decided
    course: tuple[Step, ...]
    points: tuple[int, int]
    then: str = ""


def choices_at(seen: View) -> tuple[Fact, ...]:
    """The choices of a view, in their order."""
    return tuple(fact for fact in seen.legal if isinstance(fact, Weighed))


def shown(moment: Moment, birds: Mapping[str, str] | None = None) -> PositionShown:
    """A moment as its seat saw it. Contains nothing else."""
    table = moment.table
    seen = _view(moment, table)
    names = table.state.names
    pictures = [(birds or {}).get(name, "") for name in names]
    return PositionShown(
        rules=moment.book.named,
        joker=moment.book.words.joker,
        hand=seen.hands_played + 1,
        scene=scene_of(moment.book, table.state, seen),
        names=names,
        birds=(pictures[0], pictures[1], pictures[2], pictures[3]),
        score=seen.score,
        points=moment.book.game.points,
        tricks=tuple(TrickSeen(trick.plays, trick.winner) for trick in seen.tricks),
        choices=tuple(_offered(moment.book, seen, fact) for fact in choices_at(seen)),
    )


def _view(moment: Moment, table: Table) -> View:
    turn = table.state.turn
    if turn is None:
        raise NotAllowedError("There is nothing to decide here.")
    return msgspec.structs.replace(table.view(turn), minutes_left=moment.minutes_left)


def _offered(book: Rulebook, seen: View, fact: Fact) -> ChoiceOffered:
    card = fact.card if isinstance(fact, Discard | Play) else None
    return ChoiceOffered(says(book, seen, (fact,)), card, bool(getattr(fact, "alone", False)))


def answered(moment: Moment, choice: int, then: Fact | None = None) -> Answered:
    """The answer to a choice; `then` is the one that was made in the game. Runs in the teacher's process."""
    table = moment.table
    seen = _view(moment, table)
    offered = choices_at(seen)
    if not 0 <= choice < len(offered):
        raise NotAllowedError("This isn't one of the choices. Load the page again.")
    fact = offered[choice]
    found = decision_of(moment.book, 0, seen, scene_of(moment.book, table.state, seen), fact, weigh(moment.book, seen))
    if found is None:
        raise NotAllowedError("The teacher has nothing to say about this.")
    course = _played_on(table, fact)
    results = table.state.results
    return Answered(
        right=found.verdict in ("best", "as good"),
        decided=found,
        course=course,
        points=results[-1].points if results else (0, 0),
        then="" if then is None else says(moment.book, seen, (then,)),
    )


def _played_on(table: Table, fact: Fact) -> tuple[Step, ...]:
    """Play a hand to its end from this fact on, told to the player who chose it."""
    player, you = manner_of(_PLAYS_ON).sit_down(0), table.state.turn
    encoded, steps, hands = EncodedParts(), [], len(table.state.results)
    while True:
        before = table.state
        table.push(fact)
        said = tell(table.book, before, fact, table.state, table.state.names, you)
        steps.append(open_step(table, " ".join(said), encoded))
        over = table.state.phase in (Phase.SHUFFLE, Phase.OVER) or len(table.state.results) > hands
        following = None if over or len(steps) > _LONGEST else _next(table, player)
        if following is None:
            return tuple(steps)
        fact = following


def _next(table: Table, player: Player) -> Fact | None:
    """The next fact: what the table waits for, or the choice of the seat whose turn it is."""
    chore = next((each for each in legal(table.book, table.state) if isinstance(each, Quit | Gather)), None)
    turn = table.state.turn
    if chore is not None or turn is None:
        return chore
    return player.choose(table.book, view(table.book, table.state, turn))


class Answers:
    """Answers that are worked out in the teacher's process, not too many at once."""

    def __init__(self, bots: Bots) -> None:
        """Use the teacher's process."""
        self._bots = bots
        self._asked: Counter[Asker] = Counter()

    async def to(self, person: str, moment: Moment, choice: int, then: Fact | None = None) -> Answered:
        """The answer to a person's choice; `then` is the one that was made in the game."""
        asker = the_asker.get()
        if self._asked[asker] >= _OWN or self._asked.total() >= _IN_ALL:
            raise TryLaterError("The teacher is still thinking. Try again in a few seconds.", _LATER)
        self._asked[asker] += 1
        try:
            return await self._bots.sum_up(answered, moment, choice, then, people=[person])
        finally:
            self._asked[asker] -= 1
            self._asked = +self._asked
