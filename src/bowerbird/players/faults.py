"""The mistakes that people make at a card table, and how often a player makes each when it is possible.

Every mistake is one that has a reason: cards that fell are forgotten, the partner's trick is trumped, the bower is kept
for later, trump is not led by the side that made it. None is a card by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Final

import msgspec

from bowerbird.cards import STRENGTH, SUIT_AS_PLAYED, Card, Rank, is_trump, left_bower, right_bower, trump_index
from bowerbird.kernel.play import winning_place
from bowerbird.players.base import decision_seed
from bowerbird.players.thumb import Judged, ThumbPlayer, play_by_thumb, still_out
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Discard, Fact, Play, View

__all__ = ["MISTAKES", "Faults", "FaultyPlayer"]


class Faults(msgspec.Struct, frozen=True):
    """How often a player makes each mistake when it is possible, from 0 to 1. `misjudges` is in tricks."""

    #: A hand looks better or worse than it is, by this standard deviation.
    misjudges: float = 0.0
    #: The left bower is taken for a plain jack in the auction.
    misses_left: float = 0.0
    #: It doesn't matter who gets the turn-up.
    misses_dealer: float = 0.0
    #: The lowest card is discarded, although another one would leave a void.
    discards_lowest: float = 0.0
    #: Only the last trick is remembered: no trumps are counted.
    forgets: float = 0.0
    #: The partner's trick is trumped, or taken over by a higher card.
    takes_partners_trick: float = 0.0
    #: The side that made trump leads another suit.
    skips_trump_lead: float = 0.0
    #: A defender leads trump, which helps the makers.
    leads_trump_in_defence: float = 0.0
    #: The right bower is kept for later, although it would win.
    holds_bower: float = 0.0
    #: A high card is thrown under a card that beats it.
    throws_high: float = 0.0
    #: The left bower is played as if it were a card of its printed suit.
    plays_left_early: float = 0.0


#: The card of a mistake, or None if it can't be made now.
Mistake = Callable[[View, list[Card]], Card | None]


class FaultyPlayer(ThumbPlayer):
    """Rules of thumb, with mistakes."""

    faults = Faults()

    def _judge(self, view: View) -> Judged:
        dice = Random(decision_seed(self._seed, view))
        error = dice.gauss(0.0, self.faults.misjudges)
        return Judged(error, dice.random() < self.faults.misses_left, dice.random() < self.faults.misses_dealer)

    def _discard(self, view: View) -> Fact:
        dice = Random(decision_seed(self._seed, view))
        allowed = {fact.card: fact for fact in view.legal if isinstance(fact, Discard)}
        side = [card for card in allowed if not is_trump(card, view.trump)]
        if side and dice.random() < self.faults.discards_lowest:
            return allowed[_lowest(view, side)]
        return super()._discard(view)

    def _play(self, book: Rulebook, view: View) -> Fact:
        dice = Random(decision_seed(self._seed, view))
        allowed = {fact.card: fact for fact in view.legal if isinstance(fact, Play)}
        if len(allowed) > 1:
            for name, mistake in MISTAKES.items():
                card = mistake(view, list(allowed))
                if card is not None and dice.random() < getattr(self.faults, name):
                    return allowed[card]
        out = still_out(book, view)
        if dice.random() < self.faults.forgets:
            out += [card for trick in view.tricks[:-1] for _, card in trick.plays]
        return play_by_thumb(view, out)


def _takes_partners_trick(view: View, cards: list[Card]) -> Card | None:
    assert view.seat is not None
    played = view.trick.cards
    if len(played) < 2 or view.trick.plays[winning_place(played, trump_index(view.trump))][0] is not view.seat.partner:
        return None
    over = _winners(view, cards)
    return _highest(view, over) if over else None


def _skips_trump_lead(view: View, cards: list[Card]) -> Card | None:
    """An ace first, else the longest suit."""
    side = [card for card in cards if not is_trump(card, view.trump)]
    if view.trick.plays or not side or not _is_makers(view):
        return None
    aces = [card for card in side if card.rank is Rank.ACE]
    return (aces or [max(side, key=lambda card: (_length(view, side, card), STRENGTH[_row(view)][card]))])[0]


def _leads_trump_in_defence(view: View, cards: list[Card]) -> Card | None:
    trumps = [card for card in cards if is_trump(card, view.trump)]
    return None if view.trick.plays or not trumps or _is_makers(view) else _highest(view, trumps)


def _holds_bower(view: View, cards: list[Card]) -> Card | None:
    """Another card when the right bower is the one that wins."""
    right = right_bower(view.trump)
    rest = [card for card in cards if card != right]
    if not view.trick.plays or right not in cards or not rest:
        return None
    return _lowest(view, rest) if _winners(view, cards) == [right] else None


def _throws_high(view: View, cards: list[Card]) -> Card | None:
    if not view.trick.plays or _winners(view, cards):
        return None
    side = [card for card in cards if not is_trump(card, view.trump)]
    return _highest(view, side) if len(side) > 1 else None


def _plays_left_early(view: View, cards: list[Card]) -> Card | None:
    left = left_bower(view.trump)
    return left if left in cards else None


#: Mistakes with a card, in the order in which they are considered; each has its share in `Faults`.
MISTAKES: Final[dict[str, Mistake]] = {
    "takes_partners_trick": _takes_partners_trick,
    "skips_trump_lead": _skips_trump_lead,
    "leads_trump_in_defence": _leads_trump_in_defence,
    "holds_bower": _holds_bower,
    "throws_high": _throws_high,
    "plays_left_early": _plays_left_early,
}


def _row(view: View) -> int:
    return trump_index(view.trump)


def _winners(view: View, cards: Iterable[Card]) -> list[Card]:
    """The cards that would win the trick as it is."""
    played = view.trick.cards
    return [card for card in cards if winning_place([*played, card], _row(view)) == len(played)]


def _is_makers(view: View) -> bool:
    assert view.seat is not None
    return view.maker is not None and view.seat.side is view.maker.side


def _length(view: View, cards: Iterable[Card], card: Card) -> int:
    suits = SUIT_AS_PLAYED[_row(view)]
    return sum(suits[other] == suits[card] for other in cards)


def _lowest(view: View, cards: Iterable[Card]) -> Card:
    return min(cards, key=lambda card: STRENGTH[_row(view)][card])


def _highest(view: View, cards: Iterable[Card]) -> Card:
    return max(cards, key=lambda card: STRENGTH[_row(view)][card])
