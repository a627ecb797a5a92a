"""Replay a recorded deal from the turn-up to the last call."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from msgspec.structs import replace

from bowerbird.cards import Card, Rank, Suit, Trump, parse_trump
from bowerbird.notation._card_text import sole
from bowerbird.notation._record import DealRecord, RuleBrokenError
from bowerbird.notation._turns import handed
from bowerbird.notation._whereabouts import taken_from_left_over
from bowerbird.seats import Seat
from bowerbird.table import Call, Exchange, Hand, Name, Order, Pass, Phase, StandFor, State
from bowerbird.table.state import cards_in, mask_of

if TYPE_CHECKING:
    from bowerbird.notation._walk import Walk

__all__ = ["CALLING", "call_all", "dealt_out", "farmers", "turn_ups"]

Hands: TypeAlias = tuple[int, int, int, int]
CALLING = (Phase.JOKER, Phase.FIRST_ROUND, Phase.SECOND_ROUND)


def dealt_out(before: State, record: DealRecord, turn_up: Card, hands: Hands = (0, 0, 0, 0)) -> State:
    """Deal these hands and turn up this card."""
    joker = turn_up.is_joker
    dealt = sum(mask.bit_count() for mask in hands)
    deck = _deck(record, turn_up, dealt)
    return replace(
        before,
        phase=Phase.JOKER if joker else Phase.FIRST_ROUND,
        dealer=record.dealer,
        turn=record.dealer if joker else record.dealer.left,
        hand=Hand(deck=deck, held=hands, dealt=hands, turn_up=turn_up, turn_up_is="shown"),
    )


def turn_ups(record: DealRecord) -> Iterator[Card]:
    """The turn-up, or the cards it may have been: of the trump suit if ordered, of another if turned down."""
    options = record.options(record.up)
    card = sole(options)
    if card is not None:
        yield card
        return
    free = [card for card in cards_in(options) if not card.is_joker]
    if record.known_trump and record.maker_call >= 0:
        free = [card for card in free if (card.suit is record.trumps[0]) is record.ordered] or free
    mentioned = record.mentioned()
    yield from (card for card in free if not mentioned >> card & 1)
    if record.ordered:
        # A turn-up that was taken may be played later, discarded or passed on.
        passed_on = [text for given in record.given for text in given.cards]
        shown = record.played() | record.certain([*passed_on, record.discard])
        yield from (card for card in free if shown >> card & 1)


def _deck(record: DealRecord, turn_up: Card, dealt: int) -> tuple[Card, ...]:
    """A deck in which only the turn-up and the cards under it matter, as no one is dealt from it."""
    under = [card for seat in Seat for card in _taken(record, seat)]
    above = [card for card in record.pack if card != turn_up and card not in under]
    return (*above[:dealt], turn_up, *under, *above[dealt:])


def _taken(record: DealRecord, seat: Seat) -> tuple[Card, ...]:
    """The three cards that replaced a farmer's hand, if known."""
    given = taken_from_left_over(record, seat)
    cards = cards_in(record.certain(given.cards)) if given is not None else ()
    return cards if len(cards) == 3 else ()


def farmers(record: DealRecord) -> tuple[Seat, ...]:
    """The players who exchanged a farmer's hand, if the new cards are known."""
    return tuple(seat for seat in Seat if _taken(record, seat))


def call_all(table: Walk, record: DealRecord, exchanging: tuple[Seat, ...] = ()) -> Walk:
    """Push all calls of the record, and the exchanges of `farmers`."""
    if table.state.phase is Phase.JOKER:
        table.push(StandFor(record.dealer, _joker_suit(record)))
    for number, word in enumerate(record.calls, start=1):
        seat = Seat((record.dealer + number) % 4)
        if table.state.phase not in CALLING:
            why = "everyone has passed twice" if table.state.hand.maker is None else "trump is made"
            raise RuleBrokenError(f"{why}: the calls are over", call=number, card=word)
        if word == "x" or (word == "Order" and number <= 4 and not record.known_trump):
            table.lost = "the record doesn't show which suit was trump"
            return table
        if seat in exchanging and table.state.phase is Phase.FIRST_ROUND:
            _exchange(table, record, seat)
        table.push(_call(record, seat, word), call=number, card=f"{word} by {seat.word}")
    return table


def _call(record: DealRecord, seat: Seat, word: str) -> Call:
    if word == "Pass":
        return Pass(seat)
    if word == "Order" or record.ordered:
        return Order(seat, record.alone)
    return Name(seat, parse_trump(word), record.alone)


def _joker_suit(record: DealRecord) -> Suit:
    """The suit of a turned-up joker, or one that fits what was named later."""
    made: Trump = record.trumps[0] if record.known_trump else Suit.CLUBS
    if made is None:
        return Suit.CLUBS
    return made if record.ordered else made.next


def _exchange(table: Walk, record: DealRecord, seat: Seat) -> None:
    """Exchange a farmer's hand before that player's first call. The cards given away never appear again."""
    held = table.known(seat)
    kept = record.played() | record.certain((record.discard,))
    for given in record.given:
        kept |= record.certain(given.cards) if given.giver is seat else 0
    gone = list(cards_in(held & ~kept))
    gone += [card for card in table.spare if not card.is_joker and card.rank <= Rank.TEN]
    if len(gone) < 3:
        raise RuleBrokenError(f"{seat.word} has no three cards to exchange for a farmer's hand")
    three = (gone[0], gone[1], gone[2])
    table.state = handed(table.state, seat, held | mask_of(three))
    table.push(Exchange(seat, three))
