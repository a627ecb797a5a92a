"""Find out if a player is certain of all remaining tricks, from that player's own view alone.

A claim is certain if the player wins every remaining trick with cards of their own, however the unseen cards lie and
whatever anybody plays, the partner included. Each of the others is looked at alone: could they hold cards, of all that
this player has not seen, with which they beat a lead when it comes? That allows a few deals more than there are, so a
claim that passes can't fail. Only the player's own cards and what lies open to everyone go in (`known_to`), so neither
a claim that is accepted nor one that is refused tells anything about a hidden card.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from bowerbird.cards import SUIT_AS_PLAYED, Card, trump_index
from bowerbird.kernel.play import SUIT_MASK, legal_cards, winning_place
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat
from bowerbird.table.state import Hand, Phase, State, cards_in, mask_of

__all__ = ["Known", "Other", "can_claim", "known_to", "winning_order"]


class Other(NamedTuple):
    """Another player: the cards that they may hold, how many they hold, and if they still play to this trick."""

    may_hold: int
    cards: int
    to_play: bool


class Known(NamedTuple):
    """Everything that decides about a claim: the player's cards, trump, the cards of this trick, the others."""

    hand: int
    trump: int
    trick: tuple[int, ...]
    others: tuple[Other, ...]


def can_claim(state: State, seat: Seat) -> bool:
    """True if a player could claim in this phase, with at least two tricks to come."""
    playing = state.phase is Phase.PLAY and state.guarded and state.asked is None
    return playing and state.turn is seat and state.hand.held[seat].bit_count() > 1


def known_to(book: Rulebook, state: State, seat: Seat) -> Known:
    """What a player knows. Everything from the state that goes in here lies open, or is the player's own."""
    hand, trump = state.hand, trump_index(state.hand.trump)
    tricks = (*hand.tricks, hand.trick)
    seen = hand.held[seat] | hand.dealt[seat] | mask_of([card for trick in tricks for _, card in trick.plays])
    seen |= mask_of([card for who, card in hand.discards if who is seat])
    if hand.turn_up is not None:
        seen |= 1 << hand.turn_up
    unseen = book.cards().mask & ~seen
    others = tuple(
        Other(_may_hold(state, other, unseen, trump), hand.held[other].bit_count(), hand.trick.card_of(other) is None)
        for other in seat.left.round_from()
        if other is not seat and not hand.is_out(other)
    )
    return Known(hand.held[seat], trump, tuple(hand.trick.cards), others)


def _may_hold(state: State, seat: Seat, unseen: int, trump: int) -> int:
    """The unseen cards that a player may hold: none of a suit that they did not follow."""
    hand = state.hand
    if hand.turn_up is not None and _may_have_turn_up(hand, seat, state.dealer):
        unseen |= 1 << hand.turn_up
    for trick in (*hand.tricks, hand.trick):
        card = trick.card_of(seat)
        if card is not None and SUIT_AS_PLAYED[trump][card] != SUIT_AS_PLAYED[trump][trick.led]:
            unseen &= ~SUIT_MASK[trump][SUIT_AS_PLAYED[trump][trick.led]]
    return unseen


def _may_have_turn_up(hand: Hand, seat: Seat, dealer: Seat) -> bool:
    """True if the dealer took the turn-up, and it hasn't been seen since.

    It may be the discard, or the card that the dealer gave to a lone partner.
    """
    played = any(card == hand.turn_up for trick in (*hand.tricks, hand.trick) for _, card in trick.plays)
    given = hand.given is not None and seat is dealer.partner
    return (seat is dealer or given) and hand.turn_up_is == "taken" and not played


@lru_cache(maxsize=1 << 12)
def winning_order(known: Known) -> tuple[Card, ...] | None:
    """The player's cards in an order in which each of them is certain to take its trick, or None."""
    order = _order(known, known.hand, ())
    return None if order is None else tuple(Card(card) for card in order)


def _order(known: Known, hand: int, before: tuple[int, ...]) -> tuple[int, ...] | None:
    """The rest of such an order, after these cards."""
    if not hand:
        return ()
    table = () if before else known.trick
    allowed = legal_cards(hand, table[0] if table else -1, known.trump)
    for card in reversed(cards_in(allowed)):
        if _takes(known, before, card):
            rest = _order(known, hand & ~(1 << card), (*before, card))
            if rest is not None:
                return (card, *rest)
    return None


def _takes(known: Known, before: tuple[int, ...], card: int) -> bool:
    """True if this card is certain to take its trick, once the cards before it have taken theirs."""
    table = () if before else known.trick
    if table and winning_place([*table, card], known.trump) != len(table):
        return False
    return not any(_can_beat(known, other, before, card) for other in known.others if other.to_play or before)


def _can_beat(known: Known, other: Other, before: tuple[int, ...], card: int) -> bool:
    trump, table = known.trump, () if before else known.trick
    suits = SUIT_AS_PLAYED[trump]
    led = suits[table[0] if table else card]
    leads = _leads(known, other, before)
    now = [*table, card]
    return any(
        winning_place([*now, beats], trump) == len(now) and _can_keep(known, other, leads, led, suits[beats])
        for beats in cards_in(other.may_hold)
    )


def _leads(known: Known, other: Other, before: tuple[int, ...]) -> list[int]:
    """The suits that were led to another player before now, counted from here."""
    suits = SUIT_AS_PLAYED[known.trump]
    leads = [suits[card] for card in before]
    if not known.trick or not before:
        return leads
    # The first trick was led by somebody else, and this player may have played to it already.
    return [suits[known.trick[0]], *leads[1:]] if other.to_play else leads[1:]


def _can_keep(known: Known, other: Other, leads: list[int], led: int, suit: int) -> bool:
    """True if a player can come to this lead with a certain card of `suit`, and may play it.

    Each earlier lead of that suit takes another card of it. A player who doesn't follow may have none of the suit led,
    or no more than earlier leads have taken.
    """
    in_suit = (other.may_hold & SUIT_MASK[known.trump][suit]).bit_count()
    if in_suit <= leads.count(suit) or other.cards <= len(leads):
        return False
    if suit == led:
        return True
    of_led = (other.may_hold & SUIT_MASK[known.trump][led]).bit_count()
    elsewhere = other.may_hold.bit_count() - of_led
    return elsewhere + min(of_led, leads.count(led)) >= other.cards
