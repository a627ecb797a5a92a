"""Check the cards that are played."""

from __future__ import annotations

from collections.abc import Iterator

from bowerbird.cards import suit_as_played, trump_index
from bowerbird.kernel.play import legal_cards
from bowerbird.rulebook.irregularities import Irregularity
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import flow
from bowerbird.table.checks.common import Breach, Verdict, held, wrong_phase
from bowerbird.table.facts import ClaimRest, Play
from bowerbird.table.rest import can_claim, known_to, winning_order
from bowerbird.table.state import Phase, State, cards_in, mask_of


def check_play(book: Rulebook, state: State, fact: Play) -> Verdict:
    """Check that a card is played in turn and follows suit."""
    if state.phase is Phase.DISCARD and not state.guarded and state.hand.given is None:
        state = flow.begin_play(book, flow.with_hand(state, undiscarded=True))
    return next(play_breaches(state, fact), None)


def check_claim_rest(book: Rulebook, state: State, fact: ClaimRest) -> Verdict:
    """Check that a player is certain of the rest of the tricks. Decided by what that player knows."""
    wrong = wrong_phase(state, Phase.PLAY)
    if wrong or not state.guarded:
        return wrong or Breach("at a table that is played as at a real one, the cards are played out")
    if not can_claim(state, fact.seat):
        return Breach(f"{fact.seat.word} can claim the rest in turn, and with at least two tricks to come")
    if winning_order(known_to(book, state, fact.seat)) != fact.cards:
        return Breach(f"{fact.seat.word} is not certain of all the remaining tricks")
    return None


def play_breaches(state: State, fact: Play) -> Iterator[Breach]:
    """Yield everything that is wrong with a card, most serious first: one card can be out of turn and a revoke."""
    wrong = wrong_phase(state, Phase.PLAY)
    if wrong:
        yield wrong
        return
    hand, seat = state.hand, fact.seat
    if hand.is_out(seat):
        yield Breach(f"{seat.word} is sitting out this hand")
        return
    missing = held(state, seat, fact.card)
    if missing:
        yield missing
        return
    if len(hand.tricks) == 4 and hand.trick.winner is not None:
        yield Breach(f"the last trick is complete: {hand.trick.winner.word} turns it down")
        return
    if hand.on_table.card_of(seat) is not None:
        yield Breach(f"{seat.word} has played to this trick already")
        return
    callers = lead_callers(state)
    if callers:
        yield Breach(f"{_or_seats(callers)} first names the suit to be led, or lets it go")
        return
    assert state.turn is not None
    trick = hand.on_table
    if seat is not state.turn:
        leads = "play" if trick.plays else "lead"
        kind: Irregularity = "play out of turn" if trick.plays else "lead out of turn"
        yield Breach(f"it is {state.turn.word}'s turn to {leads}, not {seat.word}'s", kind)
    if hand.undiscarded and seat is state.dealer:
        yield Breach(f"{seat.word} has not discarded yet", "discard forgotten")
    allowed = legal_cards(hand.held[seat], trick.led, trump_index(hand.trump))
    if not allowed >> fact.card & 1:
        suit = suit_as_played(trick.plays[0][1], hand.trump)
        word = "the card led" if suit is None else suit.word
        yield Breach(f"{seat.word} must follow {word}: {_or(allowed)}", "revoke")
    elif seat is state.turn:
        yield from _penalty_breaches(state, fact, allowed)


def _penalty_breaches(state: State, fact: Play, allowed: int) -> Iterator[Breach]:
    """Yield breaches of penalties: a called suit is led, and an exposed card is played, at the first legal chance."""
    hand, seat = state.hand, fact.seat
    called = hand.lead_call_on(seat)
    if called is not None and called.suit is not None and not hand.on_table.plays:
        in_suit = mask_of([card for card in cards_in(allowed) if suit_as_played(card, hand.trump) is called.suit])
        if in_suit and not in_suit >> fact.card & 1:
            yield Breach(f"{called.suit.word} were called: {seat.word} leads {_or(in_suit)}")
        allowed = in_suit or allowed
    tabled = hand.face_up(seat) & allowed
    if tabled and not tabled >> fact.card & 1:
        yield Breach(f"{seat.word} plays the exposed card first: {_or(tabled)}")


def _or(mask: int) -> str:
    return " or ".join(str(card) for card in cards_in(mask))


def lead_callers(state: State) -> tuple[Seat, ...]:
    """The players who may name the suit of the next lead: the opponent who plays last to that trick, or either."""
    hand, leader = state.hand, state.turn
    if state.phase is not Phase.PLAY or leader is None or hand.on_table.plays:
        return ()
    called = hand.lead_call_on(leader)
    if called is None or called.named or (len(hand.tricks) == 4 and hand.trick.winner is not None):
        return ()
    opponents = tuple(seat for seat in (leader.right, leader.left) if not hand.is_out(seat))
    return opponents if called.either else opponents[:1]


def _or_seats(seats: tuple[Seat, ...]) -> str:
    return " or ".join(seat.word for seat in seats)
