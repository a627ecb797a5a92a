"""`expert`: looks ahead over many deals that fit what it has seen, weighted by how likely the other players' calls and
cards were.

Calls are compared by continuing from each, and from a pass, with the fitted policy in all four seats. Cards and
discards are compared by open-hand search. It plays for the chance to win the game, by the rulebook's own table of
chances, or for points if the game isn't won by a score. It thinks by numbers of deals, never by the clock, so that the
same view and seed give the same answer on a slow machine too.
"""

from __future__ import annotations

from array import array
from typing import Final

from bowerbird.cards import STRENGTH, trump_index
from bowerbird.kernel.position import PositionError
from bowerbird.kernel.reading import weigh
from bowerbird.kernel.sample import deals
from bowerbird.kernel.search import COMPILED
from bowerbird.kernel.solve import WORLD
from bowerbird.players import evaluate
from bowerbird.players.base import decision_seed
from bowerbird.players.club import ClubPlayer
from bowerbird.players.kernel_options import options_of
from bowerbird.players.knowledge import heard_by, seen_by
from bowerbird.players.outlook import Outlook
from bowerbird.players.policy import club_policy
from bowerbird.players.worth import Aim, Stakes, check_aim
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import DefendAlone, Discard, Fact, Name, Order, Pass, Phase, Play, View

__all__ = ["ExpertPlayer"]

#: Deals per millisecond of thinking on a common machine. Calls are played out fast, cards are searched.
_CALL_WORLDS: Final = 16 if COMPILED else 0.4
_CARD_WORLDS: Final = 5 if COMPILED else 0.2
#: Deals drawn for each one that is looked at. The weights choose among them.
_DRAWN_PER_WORLD: Final = 3
#: A smaller difference counts as none.
_NO_DIFFERENCE: Final = 1e-9


class ExpertPlayer:
    """Sampling with inference, rollouts in the auction, open-hand search in the play."""

    level = "expert"

    def __init__(
        self,
        seed: int = 0,
        aim: Aim = "game",
        budget: int = 50,
        call_worlds: int = 0,
        card_worlds: int = 0,
        trust_calls: float = 1.0,
        trust_cards: float = 1.0,
    ) -> None:
        """Set the seed of its samples, and what it plays for.

        `budget` is the thinking time of a decision in milliseconds, which determines the number of deals. `call_worlds`
        and `card_worlds` set those numbers directly. `trust_calls` and `trust_cards` are its trust in what the other
        players call and play: 0 none, 1 as fitted.
        """
        self._seed = seed
        check_aim(aim)
        self._aim: Aim = aim
        self._call_worlds = call_worlds or max(1, round(_CALL_WORLDS * budget))
        self._card_worlds = card_worlds or max(1, round(_CARD_WORLDS * budget))
        self._trust_calls = trust_calls
        self._trust_cards = trust_cards
        self._club = ClubPlayer(seed, forgets=0.0)

    def choose(self, book: Rulebook, view: View) -> Fact:
        """One of `view.legal`."""
        if len(view.legal) == 1:
            return view.legal[0]
        outlooks = self.outlooks(book, view)
        if not outlooks:
            return self._club.choose(book, view)
        best = max(outlook.value for outlook in outlooks.values())
        equal = [fact for fact, outlook in outlooks.items() if outlook.value > best - _NO_DIFFERENCE]
        return equal[0] if len(equal) == 1 else self._among_equals(book, view, equal)

    def _among_equals(self, book: Rulebook, view: View, equal: list[Fact]) -> Fact:
        """The habitual choice, else the cheapest card."""
        habit = self._club.choose(book, view)
        strengths = STRENGTH[trump_index(view.trump)]

        def cost(fact: Fact) -> int:
            return strengths[fact.card] if isinstance(fact, Play | Discard) else 0

        return habit if habit in equal else min(equal, key=cost)

    def ratings(self, book: Rulebook, view: View) -> dict[Fact, float]:
        """The worth of each choice, in points as they count at this score."""
        assert view.seat is not None
        unit = Stakes(book, view, self._aim).worth_of_a_point(view.seat)
        return {fact: outlook.value / unit for fact, outlook in self.outlooks(book, view).items()}

    def outlooks(self, book: Rulebook, view: View) -> dict[Fact, Outlook]:
        """The outlook of each choice; empty if there is nothing to look ahead to."""
        if not all(isinstance(fact, Play | Discard | Pass | Order | Name | DefendAlone) for fact in view.legal):
            return {}
        try:
            match view.phase:
                case Phase.PLAY:
                    return self._after_cards(book, view)
                case Phase.DISCARD:
                    return self._after_discards(book, view)
                case Phase.DEFEND:
                    return self._after_defence(book, view)
                case Phase.FIRST_ROUND | Phase.SECOND_ROUND:
                    return self._after_calls(book, view)
                case (
                    Phase.JOKER
                    | Phase.BEST
                    | Phase.OPENING
                    | Phase.DRAW
                    | Phase.SHUFFLE
                    | Phase.CUT
                    | Phase.DEAL
                    | Phase.TURN_UP
                    | Phase.COUNT
                    | Phase.OVER
                ):
                    return {}
        except PositionError:
            return {}  # something irregular happened at this table: play by habit

    def _after_cards(self, book: Rulebook, view: View) -> dict[Fact, Outlook]:
        worlds, weights = self._worlds(book, view, self._card_worlds)
        return evaluate.after_cards(view, worlds, weights, Stakes(book, view, self._aim))

    def _after_discards(self, book: Rulebook, view: View) -> dict[Fact, Outlook]:
        worlds, weights = self._worlds(book, view, self._card_worlds)
        return evaluate.after_discards(book, view, worlds, weights, Stakes(book, view, self._aim))

    def _after_defence(self, book: Rulebook, view: View) -> dict[Fact, Outlook]:
        worlds, weights = self._worlds(book, view, self._card_worlds)
        return evaluate.after_defence(book, view, worlds, weights, Stakes(book, view, self._aim))

    def _after_calls(self, book: Rulebook, view: View) -> dict[Fact, Outlook]:
        worlds, weights = self._worlds(book, view, self._call_worlds)
        stakes = Stakes(book, view, self._aim)
        seed = decision_seed(self._seed, view)
        policy = club_policy()
        outlooks: dict[Fact, Outlook] = {}
        for call in view.legal:
            assert isinstance(call, Pass | Order | Name)
            if evaluate.can_roll_out(view, call):
                outlooks[call] = evaluate.after_call(book, view, call, worlds, weights, stakes, (policy, policy), seed)
            elif isinstance(call, Pass):
                outlooks[call] = evaluate.after_unknown_pass(call, stakes)
            else:
                outlooks[call] = evaluate.after_open_call(book, view, call, worlds, weights, stakes)
        return outlooks

    def _worlds(self, book: Rulebook, view: View, count: int) -> tuple[array[int], array[float]]:
        """About `count` worlds that fit what was seen, with their weights."""
        seed = decision_seed(self._seed, view)
        assert view.turn_up is not None
        if view.turn_up.is_joker:
            return deals(seen_by(book, view), count, seed), array("d", [1.0]) * count
        drawn = deals(seen_by(book, view), _DRAWN_PER_WORLD * count, seed)
        likely = weigh(
            drawn,
            heard_by(view),
            options_of(book),
            club_policy(),
            self._trust_calls,
            self._trust_cards,
        )
        return _resampled(drawn, likely, count, seed)


def _resampled(drawn: array[int], likely: array[float], count: int, seed: int) -> tuple[array[int], array[float]]:
    """`count` of the drawn worlds, resampled by weight; the number of copies is the new weight."""
    step = sum(likely) / count
    mark = step * ((seed >> 8 & 0xFFFF) + 0.5) / 0x10000
    worlds, weights = array("Q"), array("d")
    reached = 0.0
    for place, weight in enumerate(likely):
        reached += weight
        times = 0
        while mark < reached:
            times += 1
            mark += step
        if times:
            worlds.extend(drawn[WORLD * place : WORLD * (place + 1)])
            weights.append(times)
    return worlds, weights
