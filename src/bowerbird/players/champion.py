"""`champion`: the master, with a second look at doubtful cards.

It samples worlds that fit what it has seen, weighs them by how likely its net makes the other players' actions, and
plays the candidate cards out in the likeliest of them, with its net in all seats. In trials this gained nothing in the
auction, at the discard or in the first trick, so there the first look decides.
"""

from __future__ import annotations

from math import exp
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from bowerbird.kernel.position import PositionError
from bowerbird.players.base import decision_seed
from bowerbird.players.master import MasterPlayer
from bowerbird.players.net.inputs import FIRST_PLAY, LEVELS, knows, worth_row
from bowerbird.players.outlook import Outlook, Tally
from bowerbird.players.search.worlds import Rows, Worlds, imagine, play_out
from bowerbird.players.worth import Aim, Contract, Stakes
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Fact, Phase, View

__all__ = ["DOUBT", "MOST_CANDIDATES", "ChampionPlayer"]

#: The most cards to look at again, the likeliest first.
MOST_CANDIDATES: Final = 4
#: The net must choose a card at least this often for it to be a candidate.
DOUBT: Final = 0.01
#: The standard errors by which another card must be ahead of the net's own.
_CAUTION: Final = 0.5
#: By the makers' tricks: none, some, most or all.
_LEVEL_OF: Final = np.array([0, 1, 1, 2, 2, 3])


class _Again(NamedTuple):
    """A second look: the cards tried, the net's own first, and the makers' tricks with each in each world."""

    facts: list[Fact]
    tricks: npt.NDArray[np.int64]
    worlds: Worlds
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
        self._worlds = worlds
        self._played = played

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
        assert view.seat is not None
        assert view.maker is not None
        contract = Contract(view.maker, view.alone)
        outlooks = {}
        for fact, tricks in zip(again.facts, again.tricks, strict=True):
            tally = Tally(Stakes(book, view, self._aim), view.seat.side)
            tally.add_spread(contract, np.bincount(tricks, again.worlds.shares, minlength=6).tolist())
            outlooks[fact] = tally.outlook()
        return outlooks

    def _look_again(self, book: Rulebook, view: View, every_card: bool = False) -> _Again | None:
        """The second look; None if the first one decides. With `every_card`, cards not in question are tried too."""
        finished = len(view.tricks) + (view.trick.winner is not None)
        if view.phase is not Phase.PLAY or len(view.legal) == 1 or not finished or not knows(book, view):
            return None
        assert view.seat is not None
        assert view.maker is not None
        seen, found = self._look(book, view)
        actions = _in_question({action: float(found.policy[action]) for action in seen.legal})
        if len(actions) < 2:
            return None
        rows = self._rows(book, view)
        seed = decision_seed(self._seed, view)
        try:
            worlds = imagine(book, view, self._net, found.holders, rows, self._worlds, seed).first(self._played)
        except PositionError:
            return None  # something irregular happened at this table: use the first look
        in_question = len(actions)
        if every_card:
            actions += [action for action in seen.legal if action not in actions]
        tricks = play_out(self._net, worlds.positions, np.array(actions) - FIRST_PLAY, rows)
        outcome = 8 * (view.maker.side is not view.seat.side) + len(LEVELS) * view.alone + _LEVEL_OF[tricks]
        chosen = _best(rows.ours[outcome[:in_question]], worlds.shares)
        return _Again([seen.legal[action] for action in actions], tricks, worlds, chosen)

    def _rows(self, book: Rulebook, view: View) -> Rows:
        assert view.seat is not None
        rows = []
        for seat in (view.seat, view.seat.left):
            stakes = Stakes(book, replace(view, seat=seat), self._aim)
            rows.append(np.array(worth_row(stakes, seat), np.float32))
        return Rows(rows[0], rows[1], view.seat.side)


def _in_question(liked: dict[int, float]) -> list[int]:
    """The actions that the net chooses often enough, its own choice first; `liked` are logits."""
    actions = sorted(liked, key=lambda action: -liked[action])
    weights = [exp(liked[action] - liked[actions[0]]) for action in actions]
    least = DOUBT * sum(weights)
    return [action for action, weight in zip(actions, weights, strict=True) if weight >= least][:MOST_CANDIDATES]


def _best(worth: npt.NDArray[np.float32], shares: npt.NDArray[np.float64]) -> int:
    """The row that is furthest ahead of the first, after subtracting a share of the error."""
    ahead = worth - worth[:1]
    mean = ahead @ shares
    error = np.sqrt(np.square((ahead - mean[:, None]) * shares).sum(axis=1))
    return int(np.argmax(mean - _CAUTION * error))
