"""Check calls and discards."""

from __future__ import annotations

from collections.abc import Iterator

from bowerbird.cards import NO_TRUMP, Suit, Trump, left_bower, trump_word
from bowerbird.rulebook.model import Need, Rulebook
from bowerbird.seats import Seat
from bowerbird.table.checks.common import CALLING, Breach, Verdict, held, in_turn, only, wrong_phase
from bowerbird.table.facts import Discard, Name, Order, Pass
from bowerbird.table.state import Phase, State, cards_in, mask_of


def check_call(book: Rulebook, state: State, fact: Pass | Order | Name) -> Verdict:
    """Check that a call is made in turn, in the right round and with the cards it needs."""
    return _impossible_call(book, state, fact) or next(call_breaches(book, state, fact), None)


def _impossible_call(book: Rulebook, state: State, fact: Pass | Order | Name) -> Verdict:
    """Refuse a call that no table accepts, not even as a mistake."""
    hand = state.hand
    if hand.maker is not None:
        if isinstance(fact, Order | Name) and fact.alone and fact.seat is hand.maker and not hand.alone:
            return Breach('"alone" is said with the call; it is too late now')
        return Breach("trump is made: the calls are over")
    wrong = wrong_phase(state, *CALLING)
    if wrong:
        return wrong
    first = state.phase is Phase.FIRST_ROUND
    if isinstance(fact, Order) and not first:
        return Breach(f"{_offered_word(state)} were turned down; name {_suits_to_name(book, state)}")
    if isinstance(fact, Name) and first:
        return Breach(f"the first round is about {_offered_word(state)} only: order it up or pass")
    if isinstance(fact, Name) and fact.trump is NO_TRUMP and not book.auction.no_trump:
        return Breach(f"no trump is not played at this table; name {_suits_to_name(book, state)}")
    if not isinstance(fact, Pass) and fact.seat.side in hand.barred:
        return Breach(f"{fact.seat.side.word} may not make trump in this deal: only pass")
    stuck = isinstance(fact, Pass) and not first and book.auction.stick_the_dealer and fact.seat is state.dealer
    if stuck and fact.seat is state.turn and fact.seat.side not in hand.barred:
        return Breach(f"the dealer is stuck: {fact.seat.word} must name {_suits_to_name(book, state)}")
    return None


def call_breaches(book: Rulebook, state: State, fact: Pass | Order | Name) -> Iterator[Breach]:
    """Yield everything that people get wrong in a call: it can be both out of turn and without the card."""
    hand = state.hand
    assert state.turn is not None
    if fact.seat is not state.turn:
        yield Breach(f"it is {state.turn.word}'s turn to call, not {fact.seat.word}'s", "call out of turn")
    lacking: Verdict = None
    match fact:
        case Pass():
            pass
        case Order():
            lacking = check_need(book, state, fact.seat, hand.offered, book.auction.need_first_round)
        case Name():
            if fact.trump is not NO_TRUMP and fact.trump is hand.offered:
                yield Breach(
                    f"{_offered_word(state)} were turned down and cannot be named; name {_suits_to_name(book, state)}",
                    "turned-down suit named",
                )
            lacking = check_need(book, state, fact.seat, fact.trump, book.auction.need_second_round)
    if lacking:
        yield lacking


def _offered_word(state: State) -> str:
    return trump_word(state.hand.offered)


def _suits_to_name(book: Rulebook, state: State) -> str:
    words = [suit.word for suit in Suit if suit is not state.hand.offered]
    return " or ".join([*words, "no trump"] if book.auction.no_trump else words)


def partner_must_go_alone(book: Rulebook, state: State, seat: Seat) -> bool:
    """True if the dealer's partner, by accepting the turn-up, has to play alone."""
    return book.auction.partner_orders_alone and seat is state.dealer.partner


def holds_need(state: State, seat: Seat, trump: Trump, need: Need) -> bool:
    """True if a seat holds what it needs to make `trump`. The turn-up on the pack does not count as anybody's card."""
    held = state.hand.cards(seat)
    if trump is NO_TRUMP or need == "nothing":
        return True
    natural = any(not card.is_joker and card.suit is trump for card in held)
    if need == "natural":
        return natural
    return natural or left_bower(trump) in held or any(card.is_joker for card in held)


def check_need(book: Rulebook, state: State, seat: Seat, trump: Trump, need: Need) -> Verdict:
    """Check that the caller holds what the rulebook asks for, or is exempt."""
    dealer = seat is state.dealer
    picks_up = dealer and state.phase is Phase.FIRST_ROUND
    if holds_need(state, seat, trump, need) or (picks_up and not book.auction.dealer_needs):
        return None
    stuck = dealer and state.phase is Phase.SECOND_ROUND and book.auction.stick_the_dealer
    others = (suit for suit in Suit if suit is not state.hand.offered)
    if stuck and not any(holds_need(state, seat, suit, need) for suit in others):
        return None  # a stuck dealer must be able to name something
    word = trump_word(trump)
    what = f"a card printed in {word}" if need == "natural" else f"a trump: one of the {word}, or the left bower"
    return Breach(f"{seat.word} needs {what} in hand to make {word} trump", "call without the card")


def check_discard(book: Rulebook, state: State, fact: Discard) -> Verdict:
    """Check that the dealer discards a card that the rulebook allows."""
    hand = state.hand
    if hand.undiscarded and state.phase is Phase.PLAY:
        wrong = only(state.dealer, fact.seat, "discards") or held(state, fact.seat, fact.card)
    else:
        wrong = (
            wrong_phase(state, Phase.DISCARD)
            or in_turn(state, fact.seat, "discards")
            or held(state, fact.seat, fact.card)
        )
    wrong = wrong or _check_face_up(state, fact)
    if wrong or fact.card != hand.turn_up or fact.seat is not state.dealer or hand.given is not None:
        return wrong
    if not book.discard.turn_up:
        return Breach(f"the dealer keeps the turn-up {fact.card} and discards another card")
    others = cards_in(hand.held[fact.seat] & ~mask_of([fact.card]))
    flush = all(not card.is_joker and card.suit is hand.offered for card in others)
    if book.discard.keep_turn_up_in_a_flush and flush:
        return Breach(f"with five {_offered_word(state)} in hand the dealer must keep the turn-up {fact.card}")
    return None


def _check_face_up(state: State, fact: Discard) -> Verdict:
    """Refuse to discard an exposed card, which has to be played, unless the hand has nothing else to discard."""
    hand = state.hand
    turn_up = 0 if hand.turn_up is None else mask_of([hand.turn_up])
    others = hand.held[fact.seat] & ~hand.face_up(fact.seat) & ~turn_up
    if others and hand.face_up(fact.seat) >> fact.card & 1:
        return Breach(f"the exposed card {fact.card} stays on the table to be played: discard another")
    return None
