"""`club`: a sound player. It calls by a sum of weights, plays cards by habit, and does not search.

It counts trumps, and often forgets which side cards have fallen.

`bowerbird.kernel.calls` and `bowerbird.kernel.habit` explain what calls and habits look at; the weights are data. What
bulk play does not cover (a turned-up joker, no trump, a hand given back) is left to the rules of thumb.
"""

from __future__ import annotations

from array import array
from random import Random
from typing import Final

from msgspec.structs import replace

from bowerbird.cards import Card, is_trump
from bowerbird.kernel.calls import rate_calls
from bowerbird.kernel.habit import habit_card
from bowerbird.kernel.hand import thumb_discard
from bowerbird.kernel.position import PositionError, mask_of
from bowerbird.players.base import decision_seed
from bowerbird.players.kernel_options import options_of
from bowerbird.players.knowledge import kernel_trick, turn_of, unseen_by
from bowerbird.players.policy import club_policy
from bowerbird.players.thumb import ThumbPlayer
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Discard, Fact, Name, Order, Pass, Phase, Play, View

__all__ = ["ClubPlayer"]

#: How often a club player forgets which side cards have fallen.
_FORGETS: Final = 0.5


class ClubPlayer:
    """A linear model of calls, and cards by habit."""

    level = "club"

    def __init__(self, seed: int = 0, forgets: float = _FORGETS) -> None:
        """Set the seed of what is random, and how often it forgets side cards that fell before the last trick."""
        self._seed = seed
        self._forgets = forgets
        self._plain = ThumbPlayer(seed)

    def choose(self, book: Rulebook, view: View) -> Fact:
        """One of `view.legal`."""
        if len(view.legal) == 1:
            return view.legal[0]
        try:
            chosen = self._choose(book, view)
        except PositionError:
            chosen = None
        return chosen if chosen is not None and chosen in view.legal else self._plain.choose(book, view)

    def ratings(self, book: Rulebook, view: View) -> dict[Fact, float]:
        """Each call above a pass, in points; nothing where the rules of thumb decide."""
        if view.phase not in (Phase.FIRST_ROUND, Phase.SECOND_ROUND) or not _is_rated(view):
            return {}
        rated: dict[Fact, float] = {call: _rating(book, view, call) for call in _calls(view)}
        for call in _calls(view):
            if call.alone:
                # What a lone hand gains, on top of what the call is worth.
                rated[call] += max(0.0, rated.get(replace(call, alone=False), 0.0))
        return rated | {fact: 0.0 for fact in view.legal if isinstance(fact, Pass)}

    def _choose(self, book: Rulebook, view: View) -> Fact | None:
        assert view.seat is not None
        match view.phase:
            case Phase.FIRST_ROUND | Phase.SECOND_ROUND:
                return _call(book, view)
            case Phase.DISCARD if view.turn_up is not None and view.given is None and not view.turn_up.is_joker:
                five = mask_of(view.hand) & ~(1 << view.turn_up)
                return Discard(view.seat, Card(thumb_discard(five, int(view.turn_up), options_of(book))))
            case Phase.PLAY if view.maker is not None:
                card = habit_card(
                    mask_of(view.hand),
                    kernel_trick(view),
                    int(view.maker),
                    unseen_by(book, view) | self._forgotten(view),
                    club_policy().habits,
                )
                return Play(view.seat, Card(card))
        return None

    def _forgotten(self, view: View) -> int:
        """Cards that are gone and not remembered. Trumps always are: a club player counts those."""
        side = [card for trick in view.tricks[:-1] for _, card in trick.plays if not is_trump(card, view.trump)]
        if not side or Random(decision_seed(self._seed, view)).random() >= self._forgets:
            return 0
        return mask_of(side)


def _call(book: Rulebook, view: View) -> Fact | None:
    """The best-rated call: alone before any other, and a pass if none rates above zero."""
    if not _is_rated(view):
        return None
    rated = {call: _rating(book, view, call) for call in _calls(view)}
    passes = [fact for fact in view.legal if isinstance(fact, Pass)]
    willing = [call for call in rated if rated[call] > 0]
    alone = [call for call in willing if call.alone]
    together = [call for call in willing if not call.alone]
    best = alone or together or passes or [call for call in rated if not call.alone] or list(rated)
    return max(best, key=lambda call: rated.get(call, 0.0))


def _is_rated(view: View) -> bool:
    """True if the weights cover these calls."""
    assert view.turn_up is not None
    return not view.turn_up.is_joker and all(isinstance(fact, Pass | Order | Name) for fact in view.legal)


def _calls(view: View) -> list[Order | Name]:
    return [call for call in view.legal if isinstance(call, Order | Name)]


def _rating(book: Rulebook, view: View, call: Order | Name) -> float:
    """The rating of a call above a pass, in points."""
    assert view.turn_up is not None
    assert view.seat is not None
    policy = club_policy()
    trump = call.trump if isinstance(call, Name) else view.turn_up.suit
    if trump is None:
        return -1.0  # only stronger players name no trump
    hand = mask_of(view.hand)
    turn = turn_of(view, view.seat, view.phase is Phase.SECOND_ROUND)
    if turn == 3:
        hand |= 1 << view.turn_up
        hand &= ~(1 << thumb_discard(mask_of(view.hand), int(view.turn_up), options_of(book)))
    weights = policy.alone if call.alone else policy.with_partner
    return rate_calls(array("Q", [hand, 0, 0, 0, 0]), 0, int(trump), turn, int(view.turn_up), weights)[0]
