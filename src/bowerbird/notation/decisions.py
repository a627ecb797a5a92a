"""The decisions of a recorded game, each with the view of its seat.

Most records don't show the hands. A seat's view is known if its own cards are, and nobody else's matter: cards that the
record never shows are dealt to the others anywhere they fit. If the seat's own cards aren't known, the decision has a
reason in place of the view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from bowerbird.cards import SUIT_AS_PLAYED, Card, trump_index
from bowerbird.notation.deal_text import KnownDeal, deal_facts
from bowerbird.notation.replay import Replay, ReplayedDeal
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import (
    DefendAlone,
    Discard,
    Fact,
    IllegalActionError,
    Name,
    Open,
    Order,
    Pass,
    Phase,
    Play,
    StartBell,
    State,
    View,
    step,
    view,
)
from bowerbird.table.facts import GiveBest
from bowerbird.table.state import cards_in

__all__ = ["RecordedDecision", "decisions"]

_Decided: TypeAlias = Pass | Order | Name | DefendAlone | Discard | Play
_HAND = 5


class RecordedDecision(msgspec.Struct, frozen=True):
    """One call, discard or card of a recorded game, with the view of the player who made it."""

    #: The number of the deal, from 1.
    deal: int
    #: The number of the decision in its deal, from 1.
    number: int
    seat: Seat
    #: What was decided; a stand-in if the record doesn't say.
    fact: Fact
    #: What the player could see; None if the record has too little.
    view: View | None = None
    #: Why there is no view.
    unknown: str = ""


def decisions(played: Replay) -> Iterator[RecordedDecision]:
    """Every call, discard and card of a replayed game, in order."""
    score, hands = played.start, 0
    for deal in played.deals:
        before = played.start if deal.after_end else score
        start = step(played.book, State(), Open(names=played.names, dealer=deal.dealer, score=before))
        yield from _Walk(played.book, replace(start, hands_played=hands), deal).decisions()
        score, hands = deal.score, hands + (deal.outcome not in ("thrown in", "new deal"))


class _Walk:
    """One deal, told again with every card somewhere."""

    def __init__(self, book: Rulebook, start: State, deal: ReplayedDeal) -> None:
        self._book = book
        self._deal = deal
        self._state = start
        self._number = 0
        self._doubt = _why_nothing_is_known(deal)
        if not self._doubt:
            self._set_out()

    def decisions(self) -> Iterator[RecordedDecision]:
        """Each with its view, or with the reason against it."""
        plays = [text for trick in self._deal.tricks for _, text in trick.plays]
        played = 0
        for fact in self._deal.facts:
            if isinstance(fact, Play):
                if not self._doubt and plays[played] != str(fact.card):
                    self._doubt = "not all cards are recorded"
                played += 1
            if isinstance(fact, _Decided):
                self._number += 1
                yield self._decision(fact)
            if not self._doubt:
                self._push(fact)

    def _set_out(self) -> None:
        hands = _hands(self._book, self._deal)
        assert self._deal.hand.turn_up is not None
        if hands is None:
            self._doubt = "not enough cards are recorded"
            return
        held = {self._deal.hand.turn_up, *(card for hand in hands for card in hand)}
        rest = tuple(card for card in self._book.cards() if card not in held)
        known = KnownDeal(self._deal.dealer, self._deal.hand.turn_up, hands, rest)
        bell = [StartBell()] if self._book.deal.after_start_bell else []
        for fact in (*bell, *deal_facts(self._book, known)):
            self._push(fact)

    def _push(self, fact: Fact) -> None:
        try:
            self._state = step(self._book, self._state, fact)
        except IllegalActionError:
            self._doubt = "the known cards leave it open"

    def _decision(self, fact: _Decided) -> RecordedDecision:
        seat = fact.seat
        unknown = self._doubt or self._own_doubt(fact)
        seen = None if unknown else view(self._book, self._state, seat)
        return RecordedDecision(self._deal.number, self._number, seat, fact, seen, unknown)

    def _own_doubt(self, fact: _Decided) -> str:
        """The reason why the seat's own view isn't known."""
        hand, seat = self._deal.hand, fact.seat
        if hand.dealt[seat].bit_count() < _HAND:
            return "the player's hand isn't recorded"
        later = self._state.phase in (Phase.DISCARD, Phase.PLAY) and hand.turn_up_is == "taken"
        if later and seat is self._deal.dealer and self._deal.discard is None and not hand.is_out(seat):
            return "the discard isn't recorded"
        return ""


def _why_nothing_is_known(deal: ReplayedDeal) -> str:
    if deal.after_end:
        return "the game was over"
    if deal.hand.turn_up is None or str(deal.hand.turn_up) != deal.turn_up:
        return "the turn-up isn't recorded"
    if deal.hand.exchanged is not None:
        return "cards were exchanged"
    return ""


def _hands(book: Rulebook, deal: ReplayedDeal) -> tuple[tuple[Card, ...], ...] | None:
    """Four hands that fit what was played, with any cards where the record shows none. None if there are no such."""
    hands = [[*cards_in(mask), *_stood_in(deal, seat)] for seat, mask in zip(Seat, deal.hand.dealt, strict=True)]
    held = {deal.hand.turn_up, *(card for hand in hands for card in hand)}
    spare = [card for card in book.cards() if card not in held]
    could = _could_hold(deal)
    places: list[tuple[Seat, list[Card]]] = []
    for seat in Seat:
        cards = [card for card in spare if could(seat, card)]
        places += [(seat, cards)] * (_HAND - len(hands[seat]))
    found = _placed([cards for _, cards in places])
    if found is None or any(len(hand) > _HAND for hand in hands):
        return None
    for card, place in found.items():
        hands[places[place][0]].append(card)
    return tuple(map(tuple, hands))


def _stood_in(deal: ReplayedDeal, seat: Seat) -> list[Card]:
    """Cards that a seat was given in the replay because the record needed one there."""
    hand = deal.hand
    came = {hand.turn_up if seat is deal.dealer else None, hand.given if seat is hand.maker else None}
    shown = [fact.card for fact in deal.facts if isinstance(fact, Discard | Play | GiveBest) and fact.seat is seat]
    return [card for card in dict.fromkeys(shown) if card not in came and not hand.dealt[seat] >> card & 1]


def _could_hold(deal: ReplayedDeal) -> Callable[[Seat, Card], bool]:
    """Tells if a seat could have held a card to the end: none of a suit that it has failed to follow."""
    suits = SUIT_AS_PLAYED[trump_index(deal.hand.trump)]
    lacking = {
        (seat, suits[trick.led])
        for trick in (*deal.hand.tricks, deal.hand.on_table)
        for seat, card in trick.plays
        if suits[card] != suits[trick.led]
    }
    return lambda seat, card: (seat, suits[card]) not in lacking


def _placed(places: Sequence[Sequence[Card]]) -> dict[Card, int] | None:
    """A card for each place out of those that may lie there, none twice. None if there are too few."""
    found: dict[Card, int] = {}

    def lay(place: int, tried: set[Card]) -> bool:
        for card in places[place]:
            if card not in tried:
                tried.add(card)
                if card not in found or lay(found[card], tried):
                    found[card] = place
                    return True
        return False

    return found if all(lay(place, set()) for place in range(len(places))) else None
