"""`master`: a net trained by self-play, which looks at a view once and chooses. Only lone calls are tried out.

The net rates the actions, predicts the outcome of each, and estimates who holds which card. Like `expert`, it plays for
the chance to win the game, or for points if the game isn't won by a score. It was trained with the deck of 24 and the
four suits. For anything else (a joker, no trump, a lone defence, partner's best, a hand given back), `expert` decides.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from bowerbird.players.alone import other_way
from bowerbird.players.beliefs import Belief
from bowerbird.players.expert import ExpertPlayer
from bowerbird.players.net.inputs import CARDS, LEVELS, PASS, START, Seen, card_in_slot, knows
from bowerbird.players.net.look import look
from bowerbird.players.net.weights import Found, Net, shipped
from bowerbird.players.outlook import Outlook, Tally
from bowerbird.players.worth import Aim, Contract, Stakes, check_aim
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Fact, Name, Order, Phase, View

__all__ = ["MasterPlayer"]

#: The points per hand that a difference of one logit comes to, between choices that are close.
_POINTS_PER_LOGIT: Final = 0.015


class MasterPlayer:
    """One look of a trained net."""

    level = "master"

    def __init__(self, seed: int = 0, aim: Aim = "game", weights: str = "") -> None:
        """Set what it plays for. `weights` is the file of a net other than the shipped one.

        The net itself is not random; the seed is for the expert that stands in for it.
        """
        check_aim(aim)
        self._aim: Aim = aim
        self._net = _read(weights) if weights else shipped()
        self._expert = ExpertPlayer(seed, aim)

    def choose(self, book: Rulebook, view: View) -> Fact:
        """One of `view.legal`."""
        if len(view.legal) == 1:
            return view.legal[0]
        if view.seat in view.sitting_out and view.phase is Phase.DISCARD:
            return view.legal[0]  # a player who sits out may discard anything
        if not knows(book, view):
            return self._expert.choose(book, view)
        looked = seen, found = self._look(book, view)
        choice = seen.legal[max(seen.legal, key=lambda action: float(found.policy[action]))]
        way = other_way(book, view, choice, looked, self._net, self._aim)
        return choice if way is None else way.fact

    def outlooks(self, book: Rulebook, view: View) -> dict[Fact, Outlook]:
        """The net's prediction for each choice. It has seen little of its rare choices, so these are less precise."""
        if not knows(book, view):
            return self._expert.outlooks(book, view)
        seen, found = self._look(book, view)
        stakes = Stakes(book, view, self._aim)
        return {fact: _outlook(view, stakes, action, fact, found) for action, fact in seen.legal.items()}

    def ratings(self, book: Rulebook, view: View) -> dict[Fact, float]:
        """The net's preference for each choice, in points: small differences of its logits are small differences.

        A lone call differs from the same call with the partner by the net's prediction, as far as that agrees with what
        it prefers, or by what it gains when it is played out. A card is behind by its logit or by its prediction,
        whichever says more.
        """
        if not knows(book, view):
            return self._expert.ratings(book, view)
        looked = seen, found = self._look(book, view)
        liked = {action: float(found.policy[action]) for action in seen.legal}
        own = seen.legal[max(liked, key=lambda action: liked[action])]
        rated = {seen.legal[action]: _POINTS_PER_LOGIT * logit for action, logit in liked.items()}
        stakes = Stakes(book, view, "points")
        points = {fact: _outlook(view, stakes, action, fact, found).points for action, fact in seen.legal.items()}
        if view.phase is Phase.PLAY:
            return {fact: min(worth, rated[own] + points[fact] - points[own]) for fact, worth in rated.items()}
        rated |= _lone_calls(rated, points)
        way = other_way(book, view, own, looked, self._net, self._aim)
        return rated if way is None else rated | {way.fact: rated[own] + way.gain}

    def beliefs(self, book: Rulebook, view: View) -> tuple[Belief, ...]:
        """The net's estimate of who holds each unseen card, trumps first, high to low."""
        if not knows(book, view):
            return ()
        seen, found = self._look(book, view)
        assert view.seat is not None
        may_hold = [seen.bits >> START["may_hold"] + CARDS * other for other in range(3)]
        beliefs = []
        for slot in range(CARDS):
            able = [bool(cards >> slot & 1) for cards in may_hold]
            if any(able):
                chances = [float(found.holders[slot, other]) * able[other] for other in range(3)]
                nobody = float(found.holders[slot, 3])
                total = sum(chances) + nobody
                seats = [0.0] * 4
                for other, chance in enumerate(chances):
                    seats[(view.seat + other + 1) % 4] = chance / total
                card = card_in_slot(slot, seen.base)
                beliefs.append(Belief(card, (seats[0], seats[1], seats[2], seats[3]), nobody / total))
        return tuple(beliefs)

    def _look(self, book: Rulebook, view: View) -> tuple[Seen, Found]:
        return look(self._net, book, view, self._aim)


@lru_cache(maxsize=4)
def _read(weights: str) -> Net:
    try:
        return Net.read(Path(weights).read_bytes())
    except OSError as error:
        raise ValueError(f"there are no weights of the master at {weights}: {error.strerror}") from None


def _outlook(view: View, stakes: Stakes, action: int, fact: Fact, found: Found) -> Outlook:
    assert view.seat is not None
    tally = Tally(stakes, view.seat.side)
    chances = [float(chance) for chance in found.after(action)]
    if action != PASS:
        _add(tally, _contract(view, fact), chances)
        return tally.outlook()
    sides = ((view.seat, view.seat.partner), (view.seat.left, view.seat.right))
    for place, (makers, alone) in enumerate((makers, alone) for makers in sides for alone in (False, True)):
        for maker in makers:
            spread = chances[len(LEVELS) * place : len(LEVELS) * (place + 1)]
            _add(tally, Contract(maker, alone), [chance / 2 for chance in spread])
    tally.add_thrown_in(chances[-1])
    return tally.outlook()


def _lone_calls(rated: dict[Fact, float], points: dict[Fact, float]) -> dict[Fact, float]:
    """The ratings of calls that can be made alone or not: the better logit, and the points that alone gains."""
    found: dict[Fact, float] = {}
    for alone in points:
        if not isinstance(alone, Order | Name) or not alone.alone:
            continue
        together = replace(alone, alone=False)
        if together in points:
            gain, ahead = points[alone] - points[together], rated[alone] > rated[together]
            found[together] = max(rated[alone], rated[together])
            found[alone] = found[together] + (max(gain, 0.0) if ahead else min(gain, 0.0))
    return found


def _add(tally: Tally, contract: Contract, chances: list[float]) -> None:
    for tricks, chance in zip(LEVELS, chances, strict=True):
        tally.add(contract, tricks, chance)


def _contract(view: View, fact: Fact) -> Contract:
    """The contract as it is, or as this call makes it."""
    if isinstance(fact, Order | Name):
        return Contract(fact.seat, fact.alone)
    assert view.maker is not None
    return Contract(view.maker, view.alone)
