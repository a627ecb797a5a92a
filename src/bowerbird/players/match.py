"""Compare two players on the same cards: every deal is played twice, with the sides swapped.

A deal depends only on the seed and its number, so any number of processes or machines gives the same figures.

Examples:
    >>> from bowerbird import load_rulebook
    >>> from bowerbird.players.match import Entrant, Plan, run
    >>> found = run(Plan(load_rulebook("bicycle"), Entrant("club"), Entrant("random"), seed=3), 10)
    >>> found.hands, found.points_per_hand > 0
    (20, True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from math import sqrt
from random import Random
from typing import Any, Final, Literal, get_type_hints

import msgspec
from msgspec.structs import replace

from bowerbird.errors import check_kinds, checks_kinds
from bowerbird.players import Player, player
from bowerbird.players.automatic import next_automatic
from bowerbird.players.base import ask
from bowerbird.players.spread import spread
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat, Side
from bowerbird.table import EndBell, Open, Phase, State, step, view
from bowerbird.table.legal import breach
from bowerbird.table.points import added

__all__ = ["Entrant", "Pair", "Plan", "Report", "play_pair", "report", "run"]

#: A game that has not ended after this many deals counts as it is: nobody at this table wants to make trump.
_MOST_DEALS: Final = 1_000


class Entrant(msgspec.Struct, frozen=True):
    """A player in a match, by its name."""

    #: A level, or `module:Class`.
    name: str
    #: Passed to its class.
    settings: dict[str, Any] = {}

    @classmethod
    def parse(cls, text: str) -> Entrant:
        """Read text such as `expert` or `expert,aim=points`. Raises `ValueError` if a setting has no value."""
        name, *settings = text.split(",")
        found = {}
        for setting in settings:
            key, equals, value = setting.partition("=")
            if not equals:
                raise ValueError(f"{setting!r} isn't a setting. Write name=value, as in expert,aim=points")
            found[key] = _number(value)
        return cls(name, found)

    def __str__(self) -> str:
        """As `parse` reads it."""
        return ",".join((self.name, *(f"{key}={value}" for key, value in self.settings.items())))

    def sit_down(self, seed: int) -> Player:
        """Make the player, as `bowerbird.players.player` does."""
        return player(self.name, seed, **self.settings)


def _number(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


class Plan(msgspec.Struct, frozen=True):
    """A match: players, rules and seed."""

    book: Rulebook
    first: Entrant
    second: Entrant
    seed: int = 0
    #: What one deal of the match is: one hand, or a whole game.
    unit: Literal["hand", "game"] = "hand"
    #: The length of a hand, for games that end by the bell. 0 is without a clock.
    minutes_a_hand: float = 0.0

    def check(self) -> None:
        """Raise `ValueError` for a player that can't be made, or a clock that the rules don't have.

        What isn't a rulebook or an `Entrant` is a `WrongKindError`.
        """
        check_kinds("Plan", get_type_hints(Plan), msgspec.structs.asdict(self))
        if self.minutes_a_hand and not (self.unit == "game" and self.book.game.minutes):
            raise ValueError("minutes per hand are for whole games under rules with a clock, such as national")
        for entrant in (self.first, self.second):
            entrant.sit_down(0)


class Played(msgspec.Struct, frozen=True):
    """The result of a deal or a game at one table: points and hands, and the winner of a game."""

    points: tuple[int, int]
    hands: int
    winner: Side | None = None


class Pair(msgspec.Struct, frozen=True):
    """The same cards twice: the first player sits North–South, then East–West."""

    #: The first player sits North–South.
    straight: Played
    #: The first player sits East–West.
    exchanged: Played

    @property
    def points(self) -> tuple[int, int]:
        """Points of the first and of the second player, both tables together."""
        return (
            self.straight.points[0] + self.exchanged.points[1],
            self.straight.points[1] + self.exchanged.points[0],
        )

    @property
    def hands(self) -> int:
        """Hands played at both tables."""
        return self.straight.hands + self.exchanged.hands


class Report(msgspec.Struct, frozen=True):
    """A match in figures, from the first player's side."""

    #: The difference in points, per hand.
    points_per_hand: float
    #: Its standard error.
    stderr: float
    #: Hands played, at both tables together.
    hands: int
    #: The share of all points.
    points_share: float
    #: The share of games won; a tie is half a game.
    games_share: float
    games: int


@checks_kinds
def run(
    plan: Plan,
    count: int,
    workers: int = 1,
    dask: str = "",
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """Play a match. Raises `ValueError` if it can't be played.

    Args:
        plan: Who plays, and by which rules.
        count: The number of deals or games. Each is played twice.
        workers: The number of processes.
        dask: The address of a Dask cluster to use instead. The modules of your own players are sent there.
        progress: Called with the number done.
    """
    if count < 1:
        raise ValueError(f"{count} is too few. Use 1 or more")
    plan.check()
    pairs: list[Pair] = []
    names = (plan.first.name, plan.second.name)
    for pair in spread(partial(play_pair, plan), range(count), workers, dask=dask, players=names):
        pairs.append(pair)
        progress(len(pairs))
    return report(plan.book, plan.unit, pairs)


def play_pair(plan: Plan, number: int) -> Pair:
    """Play one deal or game twice, by its number. The players change seats, and the cards stay."""
    return Pair(_play_table(plan, number, plan.first, plan.second), _play_table(plan, number, plan.second, plan.first))


def _play_table(plan: Plan, number: int, north_south: Entrant, east_west: Entrant) -> Played:
    sides = north_south.sit_down(2 * plan.seed), east_west.sit_down(2 * plan.seed + 1)
    state = step(plan.book, State(), Open(dealer=Seat(number % 4)))
    clock, begins = Random(f"{plan.seed}/{number}/clock"), 0.0
    for place in range(_MOST_DEALS):
        ends = begins + clock.uniform(0.6, 1.4) * plan.minutes_a_hand
        times = (begins, ends) if plan.minutes_a_hand else None
        where = (number + 1, 0) if plan.unit == "hand" else (place + 1, number + 1)
        dice = Random(f"{plan.seed}/{number}/{place}")
        state = _play_deal(plan.book, state, dice, sides, (north_south, east_west), where, times)
        begins = ends
        if state.is_over or (plan.unit == "hand" and state.results[-1].outcome != "new deal"):
            break
    points = [sum(result.points[side] for result in state.results) for side in Side]
    winner = state.result.winner if state.result is not None else None
    return Played((points[0], points[1]), max(1, state.hands_played), winner)


def _play_deal(
    book: Rulebook,
    state: State,
    dice: Random,
    sides: tuple[Player, Player],
    names: tuple[Entrant, Entrant],
    where: tuple[int, int],
    times: tuple[float, float] | None,
) -> State:
    """Play one deal to its result, or to the bell.

    `where` are the numbers of the deal and the game, and `times` its start and end in minutes of the game.
    """
    before = len(state.results)
    while len(state.results) == before and not state.is_over:
        left = None if times is None else _minutes_left(book, state, times)
        fact = next_automatic(book, state, dice)
        if left == 0 and breach(book, state, EndBell()) is None:
            fact = EndBell()
        elif fact is None:
            assert state.turn is not None
            seen = replace(view(book, state, state.turn), minutes_left=left)
            side = state.turn.side
            fact = ask(sides[side], str(names[side]), book, seen, *where)
        after = step(book, state, fact)
        if times is not None and times[1] >= book.game.minutes and after.results[before:] and not state.bell_rung:
            # The bell rang before the last pass of a hand that is thrown in. In a played hand it rang before.
            after = step(book, step(book, state, EndBell()), fact)
        state = after
    return state


def _minutes_left(book: Rulebook, state: State, times: tuple[float, float]) -> float:
    """The time left, at a steady pace through the hand."""
    begins, ends = times
    cards = sum(mask.bit_count() for mask in state.hand.held)
    done = 1 - cards / 20 if state.phase is Phase.PLAY else 0.0
    return max(0.0, book.game.minutes - begins - done * (ends - begins))


def report(book: Rulebook, unit: Literal["hand", "game"], pairs: Iterable[Pair]) -> Report:
    """The figures of a match, from its pairs in order."""
    played = list(pairs)
    hands = sum(pair.hands for pair in played)
    ours = sum(pair.points[0] for pair in played)
    theirs = sum(pair.points[1] for pair in played)
    # A pair is one observation, as its hands share their cards. The mean is a ratio, as games differ in length.
    rate = (ours - theirs) / hands
    spread = sum((pair.points[0] - pair.points[1] - rate * pair.hands) ** 2 for pair in played)
    count = len(played)
    stderr = sqrt(spread * count / (count - 1)) / hands if count > 1 else 0.0
    winners = list(_winners(book, unit, played))
    share = sum(1.0 if side == 0 else 0.5 if side is None else 0.0 for side in winners)
    return Report(
        points_per_hand=rate,
        stderr=stderr,
        hands=hands,
        points_share=ours / (ours + theirs) if ours + theirs else 0.5,
        games_share=share / len(winners) if winners else 0.5,
        games=len(winners),
    )


def _winners(book: Rulebook, unit: Literal["hand", "game"], pairs: list[Pair]) -> Iterator[int | None]:
    """The winner of each game: 0 for the first player, 1 for the second, None for a tie.

    Hands that were played singly are strung together, per table, into games to the target.
    """
    if unit == "game":
        for pair in pairs:
            yield pair.straight.winner
            yield None if pair.exchanged.winner is None else 1 - pair.exchanged.winner
        return
    for exchanged in (False, True):
        score, hands = (0, 0), 0
        for pair in pairs:
            table = pair.exchanged if exchanged else pair.straight
            score = added(book, score, table.points[::-1] if exchanged else table.points)
            hands += table.hands
            if (book.game.points and max(score) >= book.game.points) or (book.game.hands and hands >= book.game.hands):
                yield None if score[0] == score[1] else int(score[0] < score[1])
                score, hands = (0, 0), 0
