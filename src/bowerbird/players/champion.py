"""`champion`: the master, with a second look at doubtful cards.

It samples worlds that fit what it has seen, weighs them by how likely its net makes the other players' actions, and
plays the candidate cards out in the likeliest of them, with its net in all seats. In trials this gained nothing in the
auction, at the discard or in the first trick, so there the first look decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final, NamedTuple

from bowerbird.extras import needs

with needs("bots"):
    import numpy as np
    import numpy.typing as npt

from bowerbird.kernel.position import PositionError
from bowerbird.kernel.search import COMPILED
from bowerbird.players.base import decision_seed
from bowerbird.players.judge.results import Results
from bowerbird.players.judge.worlds import BelievedWorlds
from bowerbird.players.master import MasterPlayer
from bowerbird.players.net.compiled import prepared, story_of
from bowerbird.players.net.inputs import knows, worth_rows
from bowerbird.players.net.weights import Found
from bowerbird.players.outlook import Outlook
from bowerbird.players.worth import Aim, Stakes
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Fact, Phase, View

__all__ = ["DOUBT", "MOST_CANDIDATES", "ChampionPlayer"]

#: The most cards to look at again, the likeliest first.
MOST_CANDIDATES: Final = 4
#: The net must choose a card at least this often for it to be a candidate.
DOUBT: Final = 0.01
#: The standard errors by which another card must be ahead of the net's own.
_CAUTION: Final = 0.5
#: Deals drawn. The more plausible of them are weighed, and the likeliest are played out.
_DRAWN: Final = 3_000 if COMPILED else 400
#: The most worlds that there is time to weigh and to play out.
_MOST_WEIGHED, _MOST_PLAYED = (_DRAWN, _DRAWN) if COMPILED else (96, 24)


class _Again(NamedTuple):
    """A second look: the cards tried, the net's own first, and what came of each in the same worlds."""

    facts: list[Fact]
    records: npt.NDArray[np.uint8]
    shares: npt.NDArray[np.float64]
    chosen: int


class ChampionPlayer(MasterPlayer):
    """One look of a trained net, and a second one if the first leaves doubt."""

    level = "champion"

    def __init__(
        self, seed: int = 0, aim: Aim = "game", weights: str = "", worlds: int = 512, played: int = 96
    ) -> None:
        """Like the master. `worlds` are weighed, and the likeliest `played` of them are played out."""
        super().__init__(seed, aim, weights)
        for name, count in (("worlds", worlds), ("played", played)):
            if not isinstance(count, int) or count < 1:
                raise ValueError(f"{name}={count} doesn't work for champion: use a whole number from 1")
        self._seed = seed
        self._worlds = min(worlds, _MOST_WEIGHED)
        self._played = min(played, _MOST_PLAYED)

    def choose(self, book: Rulebook, view: View) -> Fact:
        """One of `view.legal`."""
        again = self._look_again(book, view)
        return super().choose(book, view) if again is None else again.facts[again.chosen]

    def outlooks(self, book: Rulebook, view: View) -> dict[Fact, Outlook]:
        """The results of each card in the same worlds, or the net's expectations if the first look decides.

        A card may have a higher figure than the choice, by no more than chance or as one that was not in question.
        """
        again = self._look_again(book, view, every_card=True)
        if again is None:
            return super().outlooks(book, view)
        results = self._results(book, view)
        tried = zip(again.facts, again.records, strict=True)
        return {fact: results.outlook(results.figures(records, again.shares)) for fact, records in tried}

    def ratings(self, book: Rulebook, view: View) -> dict[Fact, float]:
        """The master's, without cards: there the second look decides."""
        return {} if view.phase is Phase.PLAY else super().ratings(book, view)

    def _look_again(self, book: Rulebook, view: View, every_card: bool = False) -> _Again | None:
        """The second look; None if the first one decides. With `every_card`, cards not in question are tried too."""
        finished = len(view.tricks) + (view.trick.winner is not None)
        if view.phase is not Phase.PLAY or len(view.legal) == 1 or not finished or not knows(book, view):
            return None
        seen, found = self._look(book, view)
        actions = _in_question({action: float(found.policy[action]) for action in seen.legal})
        if len(actions) < 2:
            return None
        in_question = len(actions)
        if every_card:
            actions += [action for action in seen.legal if action not in actions]
        try:
            records, shares = self._tried(book, view, actions, found)
        except PositionError:
            return None  # something irregular happened at this table: use the first look
        results = self._results(book, view)
        chosen = _best(np.array([results.worth(each) for each in records[:in_question]]), shares)
        return _Again([seen.legal[action] for action in actions], records, shares, chosen)

    def _tried(
        self, book: Rulebook, view: View, actions: Sequence[int], found: Found
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float64]]:
        """The records of each action in the likeliest worlds, and the shares of these."""
        story = story_of(book, view, *worth_rows(book, view, self._aim))
        seed = decision_seed(self._seed, view)
        believed = BelievedWorlds(book, view, story, prepared(self._net), found.holders, _DRAWN, seed)
        believed.more(self._worlds)
        worlds, shares = believed.likeliest(self._played)
        return believed.play(worlds, actions), shares

    def _results(self, book: Rulebook, view: View) -> Results:
        assert view.seat is not None
        return Results(Stakes(book, view, self._aim), view.seat)


def _in_question(liked: dict[int, float]) -> list[int]:
    """The actions that the net chooses often enough, its own choice first; `liked` are logits."""
    actions = sorted(liked, key=lambda action: -liked[action])
    weights = [exp(liked[action] - liked[actions[0]]) for action in actions]
    least = DOUBT * sum(weights)
    return [action for action, weight in zip(actions, weights, strict=True) if weight >= least][:MOST_CANDIDATES]


def _best(worth: npt.NDArray[np.float64], shares: npt.NDArray[np.float64]) -> int:
    """The row that is furthest ahead of the first, after subtracting a share of the error."""
    ahead = worth - worth[:1]
    mean = ahead @ shares
    error = np.sqrt(np.square((ahead - mean[:, None]) * shares).sum(axis=1))
    return int(np.argmax(mean - _CAUTION * error))
