"""Check the places of the cards of a recorded deal: no card twice or from the wrong hand, no hand of more than five."""

from __future__ import annotations

from bowerbird.cards import Card, show_cards
from bowerbird.notation._card_text import sole
from bowerbird.notation._record import DealRecord, Given, RuleBrokenError
from bowerbird.notation._turns import Falls
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import State
from bowerbird.table.state import cards_in

__all__ = ["check_whereabouts", "dealt_hands", "taken_from_left_over"]

_HAND = 5


def taken_from_left_over(record: DealRecord, seat: Seat) -> Given | None:
    """The leftover cards that a seat got for a farmer's hand."""
    return next((given for given in record.given if given.giver is None and given.taker is seat), None)


class _Places:
    """The hand that each card is in, or the reason why it is in none."""

    def __init__(self) -> None:
        self._of: dict[Card, tuple[Seat | None, str]] = {}

    def lay(self, card: Card | None, seat: Seat | None, words: str) -> None:
        """Record the first place of a card; a second one is an error."""
        if card is None:
            return
        if card in self._of:
            raise RuleBrokenError(f"one card in two places: it {self._of[card][1]}, and it {words}", card=str(card))
        self._of[card] = seat, words

    def move(self, card: Card | None, giver: Seat | None, taker: Seat | None, words: str) -> None:
        """Move a card to another hand. It can't leave a hand that it wasn't in."""
        if card is None:
            return
        seat, was = self._of.get(card, (giver, ""))
        if seat is not giver:
            raise RuleBrokenError(f"it {words}, but it {was}", card=str(card))
        self._of[card] = taker, words

    def wrong_for(self, card: Card, seat: Seat) -> str:
        """The reason why a seat can't have a card; empty if it can."""
        owner, words = self._of.get(card, (seat, ""))
        return "" if owner is seat else f"{seat.word} can't have it: it {words}"


def check_whereabouts(book: Rulebook, record: DealRecord, state: State, falls: Falls) -> None:
    """Refuse a deal with a card in two places. `state` is the table after the last call."""
    places = _places_before_play(record, state)
    played: dict[Card, str] = {}
    maker = state.hand.maker
    # If the partner's best card is passed on and not recorded, the lone hand may play it.
    unwritten = book.alone.partners_best and state.hand.alone and not any(given.giver for given in record.given)
    for trick in falls.tricks:
        for fall in trick:
            if fall.card is None:
                continue
            if fall.card in played:
                raise RuleBrokenError(f"it was already played {played[fall.card]}", trick=fall.trick, card=fall.text)
            wrong = places.wrong_for(fall.card, fall.seat)
            if wrong and unwritten and fall.seat is maker:
                wrong = places.wrong_for(fall.card, fall.seat.partner)
            if wrong:
                raise RuleBrokenError(wrong, trick=fall.trick, card=fall.text)
            played[fall.card] = f"in trick {fall.trick}, from {fall.seat.word}"


def _places_before_play(record: DealRecord, state: State) -> _Places:
    places = _Places()
    for seat, texts in zip(Seat, record.hands, strict=True):
        for text in texts:
            places.lay(sole(record.options(text)), seat, f"is in {seat.word}'s recorded hand")
    for text in record.left_over:
        places.lay(sole(record.options(text)), None, "is among the leftover cards")
    words = f"was turned up and taken by {record.dealer.word}" if record.ordered else "was turned down"
    places.lay(sole(record.options(record.up)), record.dealer if record.ordered else None, words)
    for given in record.given:
        for text in given.cards:
            places.move(sole(record.options(text)), given.giver, given.taker, f"went to {given.taker.word}")
    if record.discard:
        places.move(sole(record.options(record.discard)), _discarder(record, state), None, "was discarded")
    return places


def _discarder(record: DealRecord, state: State) -> Seat:
    if record.ordered or state.hand.maker is None:
        return record.dealer
    return state.hand.maker


def dealt_hands(record: DealRecord, state: State, falls: Falls) -> tuple[int, int, int, int]:
    """Each player's dealt hand, as far as the record shows it, now or later."""
    recorded = [record.certain(texts) for texts in record.hands]
    masks = []
    for seat in Seat:
        shown = falls.of(seat)
        if record.discard and seat is _discarder(record, state):
            shown |= record.certain((record.discard,))
        for given in record.given:
            if given.giver is seat:
                shown |= record.certain(given.cards)
        came = _came_later(record, state, seat, falls, recorded)
        _check_number(record, seat, recorded[seat], shown & ~came, falls)
        masks.append(recorded[seat] if recorded[seat].bit_count() == _HAND else recorded[seat] | shown & ~came)
    return (masks[0], masks[1], masks[2], masks[3])


def _came_later(record: DealRecord, state: State, seat: Seat, falls: Falls, recorded: list[int]) -> int:
    """The cards that a seat got after the deal: the turn-up, the partner's best, cards for a farmer's hand."""
    came = 0
    if record.ordered and seat is record.dealer and state.hand.turn_up is not None:
        came |= 1 << state.hand.turn_up
    for given in record.given:
        if given.taker is seat:
            came |= record.certain(given.cards)
    if state.hand.alone and seat is state.hand.maker:
        came |= falls.of(seat) & recorded[seat.partner]
    return came


def _check_number(record: DealRecord, seat: Seat, recorded: int, shown: int, falls: Falls) -> None:
    if len(record.hands[seat]) > _HAND:
        raise RuleBrokenError(f"{seat.word} has {len(record.hands[seat])} recorded cards, but a hand is five")
    if recorded.bit_count() == _HAND or (recorded | shown).bit_count() <= _HAND:
        return
    held = recorded
    for card in (fall for trick in falls.tricks for fall in trick if fall.seat is seat and fall.options & shown):
        held |= card.options
        if held.bit_count() > _HAND:
            why = f"{seat.word} would have held six cards: {show_cards(cards_in(held))}"
            raise RuleBrokenError(why, trick=card.trick, card=card.text)
    raise RuleBrokenError(f"{seat.word} would have held more than five cards: {show_cards(cards_in(recorded | shown))}")
