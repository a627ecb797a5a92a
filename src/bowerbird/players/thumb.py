"""The rules of thumb that people learn first, without a mistake. `simple` and `novice` make mistakes by them.

The rules of thumb count a hand in tricks, so one scale serves every trump, every rulebook and both rounds. The player
has no memory and does not depend on a table: everything comes from the view.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from bowerbird.cards import (
    NO_TRUMP,
    STRENGTH,
    SUIT_AS_PLAYED,
    Card,
    Rank,
    Trump,
    is_trump,
    left_bower,
    trump_index,
)
from bowerbird.kernel.play import winning_place
from bowerbird.kernel.rules_of_thumb import (
    ENOUGH_ALONE,
    ENOUGH_TO_CALL,
    ENOUGH_TO_DEFEND_ALONE,
    FEWEST_TRUMPS,
    LEFT,
    LONGEST_SHORT_SUIT,
    SIDE_ACE,
    SIDE_ACE_IN_A_LONG_SUIT,
    SIDE_KING,
    TURN_UP_SHARE,
    VOID,
    WORTH_A_NEW_DEAL,
    trump_worth,
)
from bowerbird.players.base import decision_seed
from bowerbird.players.knowledge import offered_by
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import (
    AskNewDeal,
    DefendAlone,
    Discard,
    Exchange,
    Fact,
    GiveBest,
    Name,
    Order,
    Pass,
    Phase,
    Play,
    StandFor,
    View,
)

__all__ = ["Judged", "ThumbPlayer", "play_by_thumb", "still_out", "to_lay_away", "tricks_worth"]

Some = TypeVar("Some", bound=Fact)

#: A trick more in a lone hand: four points for all five, one for fewer.
_POINTS_PER_LONE_TRICK: Final = 2.0


def tricks_worth(cards: Iterable[Card], trump: Trump) -> float:
    """The approximate number of tricks of these cards if `trump` is made."""
    held = list(cards)
    lengths = _lengths(held, trump)
    if trump is NO_TRUMP:
        return sum(trump_worth(card, trump) for card in held)
    trumps = [card for card in held if is_trump(card, trump)]
    total = sum(trump_worth(card, trump) for card in trumps)
    for card in held:
        if card not in trumps and card.rank is Rank.ACE:
            total += SIDE_ACE if lengths[_suit(card, trump)] <= LONGEST_SHORT_SUIT else SIDE_ACE_IN_A_LONG_SUIT
        elif card not in trumps and card.rank is Rank.KING:
            total += SIDE_KING
    voids = sum(suit != trump and not length for suit, length in enumerate(lengths[:4]))
    return total + VOID * min(voids, max(0, len(trumps) - 1))


class Judged(msgspec.Struct, frozen=True):
    """How a player judges a hand: an error in tricks, and what it overlooks.

    With `misses_left` it takes the left bower for a plain jack, with `misses_dealer` it doesn't consider who gets the
    turn-up.
    """

    error: float = 0.0
    misses_left: bool = False
    misses_dealer: bool = False


class _Weighed(msgspec.Struct, frozen=True):
    """A hand under one trump: tricks with a partner, tricks alone, and the number of trumps."""

    worth: float
    worth_alone: float
    trumps: int


def _weigh(cards: Iterable[Card], trump: Trump, judged: Judged) -> _Weighed:
    held = list(cards)
    worth = tricks_worth(held, trump) + judged.error
    # In no trump, every suit can win tricks as trumps do.
    trumps = len(held) if trump is NO_TRUMP else sum(is_trump(card, trump) for card in held)
    if judged.misses_left and left_bower(trump) in held:
        worth -= LEFT
        trumps -= 1
    return _Weighed(worth, worth, trumps)


def _suit(card: Card, trump: Trump) -> int:
    return SUIT_AS_PLAYED[trump_index(trump)][card]


def _strength(card: Card, trump: Trump) -> int:
    return STRENGTH[trump_index(trump)][card]


def _lengths(cards: Iterable[Card], trump: Trump) -> list[int]:
    """The number of cards of each suit as played; the fifth is the joker in no trump."""
    lengths = [0] * 5
    for card in cards:
        lengths[_suit(card, trump)] += 1
    return lengths


def _only(kind: type[Some], facts: Iterable[Fact]) -> list[Some]:
    return [fact for fact in facts if isinstance(fact, kind)]


class ThumbPlayer:
    """Rules of thumb: call on what you hold, lead trump if your side made it, win cheaply, spare the partner."""

    level = "thumb"

    def __init__(self, seed: int = 0) -> None:
        """Set the seed of its random choices."""
        self._seed = seed

    def choose(self, book: Rulebook, view: View) -> Fact:
        """One of `view.legal`."""
        match view.phase:
            case Phase.FIRST_ROUND | Phase.SECOND_ROUND:
                return self._call(view)
            case Phase.DISCARD:
                return self._discard(view)
            case Phase.DEFEND:
                return _defend(view)
            case Phase.BEST:
                return max(_only(GiveBest, view.legal), key=lambda fact: _strength(fact.card, view.trump))
            case Phase.PLAY if _only(Play, view.legal):
                return self._play(book, view)
            case Phase.JOKER:
                # The suit is named before a card is seen, so any will do.
                return self._any(view, _only(StandFor, view.legal))
            case (
                Phase.PLAY
                | Phase.OPENING
                | Phase.DRAW
                | Phase.SHUFFLE
                | Phase.CUT
                | Phase.DEAL
                | Phase.TURN_UP
                | Phase.COUNT
                | Phase.OVER
            ):
                return self._any(view, view.legal)

    def ratings(self, book: Rulebook, view: View) -> dict[Fact, float]:
        """Each call above a pass, in tricks, which count as points here; nothing if there is no choice of calls."""
        if view.phase not in (Phase.FIRST_ROUND, Phase.SECOND_ROUND):
            return {}
        if not all(isinstance(fact, Pass | Order | Name) for fact in view.legal):
            return {}
        judged = self._judge(view)
        rated: dict[Fact, float] = {}
        for fact in view.legal:
            if isinstance(fact, Order | Name):
                hand = _offered(view, judged) if isinstance(fact, Order) else _weigh(view.hand, fact.trump, judged)
                together = hand.worth - ENOUGH_TO_CALL if hand.trumps >= FEWEST_TRUMPS else -ENOUGH_TO_CALL
                gain = _POINTS_PER_LONE_TRICK * (hand.worth_alone - ENOUGH_ALONE)
                rated[fact] = max(0.0, together) + gain if fact.alone else together
            else:
                rated[fact] = 0.0
        return rated

    def _judge(self, view: View) -> Judged:
        """How it judges its hand now. Beginners override this, and the next two."""
        return Judged()

    def _discard(self, view: View) -> Fact:
        allowed = {fact.card: fact for fact in _only(Discard, view.legal)}
        return allowed[to_lay_away(view.hand, allowed, view.trump)]

    def _play(self, book: Rulebook, view: View) -> Fact:
        return play_by_thumb(view, still_out(book, view))

    def _call(self, view: View) -> Fact:
        judged = self._judge(view)
        return _first_round(view, judged) if view.phase is Phase.FIRST_ROUND else _second_round(view, judged)

    def _any(self, view: View, facts: Sequence[Fact]) -> Fact:
        return Random(decision_seed(self._seed, view)).choice(facts)


# Making trump.


def _first_round(view: View, judged: Judged) -> Fact:
    exchanges = _only(Exchange, view.legal)
    if exchanges:
        return min(exchanges, key=lambda fact: _sent_back(view.hand, fact))
    new_deals = _only(AskNewDeal, view.legal)
    if new_deals and tricks_worth(view.hand, offered_by(view)) < WORTH_A_NEW_DEAL:
        return new_deals[0]
    return _call(view, _only(Order, view.legal), _offered(view, judged))


def _offered(view: View, judged: Judged) -> _Weighed:
    """The hand if the turn-up is ordered. It goes to the dealer, which helps one side."""
    assert view.turn_up is not None
    offered = offered_by(view)
    if view.seat is view.dealer:
        return _weigh(_best_five((*view.hand, view.turn_up), offered), offered, judged)
    hand = _weigh(view.hand, offered, judged)
    gift = 0.0 if judged.misses_dealer else TURN_UP_SHARE * trump_worth(view.turn_up, offered)
    if view.seat is view.dealer.partner:
        # Alone, the partner's hand takes the turn-up out of play: it neither helps nor hurts.
        return replace(hand, worth=hand.worth + gift)
    return replace(hand, worth=hand.worth - gift, worth_alone=hand.worth_alone - gift)


def _sent_back(hand: tuple[Card, ...], exchange: Exchange) -> tuple[int, int]:
    """Prefer to send back low cards, and to keep two of one suit."""
    kept = [card for card in hand if card not in exchange.cards]
    return len({card.suit for card in kept}), sum(card.rank for card in exchange.cards)


def _second_round(view: View, judged: Judged) -> Fact:
    names = _only(Name, view.legal)
    if not names:
        return _only(Pass, view.legal)[0]
    weighed = {name.trump: _weigh(view.hand, name.trump, judged) for name in names}
    best = max(weighed, key=lambda trump: weighed[trump].worth)
    return _call(view, [name for name in names if name.trump is best], weighed[best])


def _call(view: View, calls: list[Order] | list[Name], hand: _Weighed) -> Fact:
    """Call, alone or not, if the hand is worth it or there is no way to pass."""
    passes = _only(Pass, view.legal)
    together = [call for call in calls if not call.alone]
    alone = [call for call in calls if call.alone]
    if alone and hand.worth_alone >= ENOUGH_ALONE:
        return alone[0]
    if together and ((hand.worth >= ENOUGH_TO_CALL and hand.trumps >= FEWEST_TRUMPS) or not passes):
        return together[0]
    return passes[0] if passes else alone[0]


def _best_five(six: Iterable[Card], trump: Trump) -> list[Card]:
    cards = list(six)
    cards.remove(to_lay_away(cards, cards, trump))
    return cards


def to_lay_away(held: Iterable[Card], allowed: Iterable[Card], trump: Trump) -> Card:
    """A side card that leaves a void if possible, never an ace or a trump while there is another."""
    lengths = _lengths(held, trump)

    def cost(card: Card) -> tuple[bool, bool, int, int]:
        dear = not card.is_joker and card.rank is Rank.ACE
        return is_trump(card, trump), dear, lengths[_suit(card, trump)], _strength(card, trump)

    return min(allowed, key=cost)


def _defend(view: View) -> Fact:
    if tricks_worth(view.hand, view.trump) >= ENOUGH_TO_DEFEND_ALONE:
        return _only(DefendAlone, view.legal)[0]
    return _only(Pass, view.legal)[0]


# Play.


def play_by_thumb(view: View, out: list[Card]) -> Fact:
    """The card to play if these cards may still be played by others."""
    allowed = {fact.card: fact for fact in _only(Play, view.legal)}
    return allowed[_follow(view, list(allowed), out) if view.trick.plays else _lead(view, list(allowed), out)]


def still_out(book: Rulebook, view: View) -> list[Card]:
    """Cards that other players may still play."""
    seen = {card for trick in (*view.tricks, view.trick) for _, card in trick.plays}
    seen |= {*view.hand, *view.discards}
    if view.turn_up is not None and view.turn_up_is == "turned down":
        seen.add(view.turn_up)
    return [card for card in book.cards() if card not in seen]


def _is_boss(card: Card, out: list[Card], trump: Trump) -> bool:
    """True if no unseen card beats this one in its own suit."""
    rivals = (other for other in out if _suit(other, trump) == _suit(card, trump))
    return all(_strength(other, trump) < _strength(card, trump) for other in rivals)


def _lead(view: View, cards: list[Card], out: list[Card]) -> Card:
    assert view.seat is not None
    assert view.maker is not None
    trump = view.trump
    trumps = sorted((card for card in cards if is_trump(card, trump)), key=lambda card: _strength(card, trump))
    side = [card for card in cards if card not in trumps]
    lengths = _lengths(cards, trump)
    if not side:
        return trumps[-1]
    if trumps and view.seat.side is view.maker.side and any(is_trump(card, trump) for card in out):
        lone = view.alone and view.seat is view.maker
        if lone or len(trumps) > 1 or _is_boss(trumps[-1], out, trump):
            return trumps[-1]
    sure = [card for card in side if _is_boss(card, out, trump)]
    if sure:
        return min(sure, key=lambda card: lengths[_suit(card, trump)])
    return min(side, key=lambda card: (lengths[_suit(card, trump)], _strength(card, trump)))


def _follow(view: View, cards: list[Card], out: list[Card]) -> Card:
    assert view.seat is not None
    row = trump_index(view.trump)
    played = view.trick.cards
    ahead, best = view.trick.plays[winning_place(played, row)]
    cheapest = to_lay_away(view.hand, cards, view.trump)
    winners = [card for card in cards if winning_place([*played, card], row) == len(played)]
    if not winners:
        return cheapest
    last = len(played) == 3 - len(view.sitting_out)
    dear = all(is_trump(card, view.trump) for card in winners)
    if ahead is view.seat.partner and (last or dear or _is_boss(best, out, view.trump)):
        return cheapest
    return min(winners, key=lambda card: _strength(card, view.trump))
