"""`master`: a net trained by self-play. It looks at a view once and chooses; it does not search.

The net says which action it likes best, what it expects to come of each, and who it believes to hold which card. What
counts is the chance to win the game, as for `expert`; points, where a book's games are not won by a score. It knows the
pack of 24 and the four suits. Where something else is played (a joker, no trump, a lone defence, partner's best, a hand
given back), `expert` decides. Where the net's like would have called before, so that it never learnt when to call after
them, `expert` is asked for a second opinion.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from bowerbird.players.expert import ExpertPlayer
from bowerbird.players.explain import Belief
from bowerbird.players.master_habits import Habits
from bowerbird.players.master_inputs import (
    CARDS,
    LEVELS,
    PASS,
    START,
    Seen,
    card_in_slot,
    knows,
    seen_by_master,
    worth_row,
)
from bowerbird.players.master_net import Found, Net, shipped
from bowerbird.players.outlook import Outlook, Tally
from bowerbird.players.worth import Aim, Contract, Stakes, check_aim
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Fact, Name, Order, Phase, View

__all__ = ["MasterPlayer", "at_most"]

#: A logit so far below the best is a choice that is made once in fifty times or less.
_HARDLY_EVER: Final = -4.0
#: How long the expert thinks when it is asked for a second opinion, in milliseconds of a common machine.
_SECOND_OPINION: Final = 15
#: By how many points a hand something else must be ahead of a call to be done instead.
_CLEARLY: Final = 0.15


class MasterPlayer:
    """One look of a trained net."""

    level = "master"

    def __init__(self, seed: int = 0, aim: Aim = "game", weights: str = "") -> None:
        """A player, and what it plays for. `weights` is the file of another net than the one that is shipped.

        The net leaves nothing to chance; the seed is for the expert who stands in for it.
        """
        check_aim(aim)
        self._aim: Aim = aim
        self._net = _read(weights) if weights else shipped()
        self._expert = ExpertPlayer(seed, aim)
        # Passes of people who do not call as the net does say nothing about their cards.
        self._second = ExpertPlayer(seed, aim, _SECOND_OPINION, trust_calls=0.0)

    def choose(self, book: Rulebook, view: View) -> Fact:
        """One of `view.legal`."""
        if len(view.legal) == 1:
            return view.legal[0]
        if view.seat in view.sitting_out and view.phase is Phase.DISCARD:
            return view.legal[0]  # whoever sits out may lay anything away
        if not knows(book, view):
            return self._expert.choose(book, view)
        seen, found = self._look(book, view)
        choice = seen.legal[max(seen.legal, key=lambda action: float(found.policy[action]))]
        return self._thought_over(book, view, choice)

    def outlooks(self, book: Rulebook, view: View) -> dict[Fact, Outlook]:
        """What the net expects to come of each choice.

        It has seen little of what it hardly ever does, so such a choice is not said to be worth more than its own.
        """
        if not knows(book, view):
            return self._expert.outlooks(book, view)
        seen, found = self._look(book, view)
        stakes = Stakes(book, view, self._aim)
        liked = {action: float(found.policy[action]) for action in seen.legal}
        best = max(liked, key=lambda action: liked[action])
        if self._thought_over(book, view, seen.legal[best]) != seen.legal[best]:
            return self._second.outlooks(book, view)
        outlooks = {action: _outlook(view, stakes, action, fact, found) for action, fact in seen.legal.items()}
        return {
            seen.legal[action]: outlook
            if liked[action] > liked[best] + _HARDLY_EVER
            else at_most(outlook, outlooks[best])
            for action, outlook in outlooks.items()
        }

    def beliefs(self, book: Rulebook, view: View) -> tuple[Belief, ...]:
        """Who the net thinks holds each card that the seat has not seen, trumps first, high to low."""
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

    def _thought_over(self, book: Rulebook, view: View, choice: Fact) -> Fact:
        """What is done in place of a call after a pass that the net's like would not have made; mostly the call."""
        if not isinstance(choice, Order | Name) or not view.calls or not _habits(self._net).always_calls_first(book):
            return choice
        outlooks = self._second.outlooks(book, view)
        best = max(outlooks, key=lambda fact: outlooks[fact].value, default=choice)
        return best if best in outlooks and outlooks[best].points > outlooks[choice].points + _CLEARLY else choice

    def _look(self, book: Rulebook, view: View) -> tuple[Seen, Found]:
        assert view.seat is not None
        seen = seen_by_master(book, view)
        return seen, self._net(seen.bits, worth_row(Stakes(book, view, self._aim), view.seat))


@lru_cache(maxsize=4)
def _habits(net: Net) -> Habits:
    return Habits(net)


@lru_cache(maxsize=4)
def _read(weights: str) -> Net:
    try:
        return Net.read(Path(weights).read_bytes())
    except OSError as error:
        raise ValueError(f"no weights of the master at {weights}: {error.strerror}") from None


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


def at_most(outlook: Outlook, most: Outlook) -> Outlook:
    """The outlook, worth no more than another one."""
    return replace(
        outlook,
        points=min(outlook.points, most.points),
        game=min(outlook.game, most.game),
        value=min(outlook.value, most.value),
    )


def _add(tally: Tally, contract: Contract, chances: list[float]) -> None:
    for tricks, chance in zip(LEVELS, chances, strict=True):
        tally.add(contract, tricks, chance)


def _contract(view: View, fact: Fact) -> Contract:
    """The contract as it is, or as this call makes it."""
    if isinstance(fact, Order | Name):
        return Contract(fact.seat, fact.alone)
    assert view.maker is not None
    return Contract(view.maker, view.alone)
