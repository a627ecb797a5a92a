"""Translate a view for the kernel: where the cards may be, the trick on the table, whose turn it is to call.

Everything here comes from the view, so what a seat may not know can't get in.
"""

from __future__ import annotations

from bowerbird.cards import SUIT_AS_PLAYED, Trump, left_bower, trump_index
from bowerbird.kernel.play import SUIT_MASK
from bowerbird.kernel.position import Trick, mask_of
from bowerbird.kernel.reading import Heard
from bowerbird.kernel.seen import Seen
from bowerbird.rulebook.model import Need, Rulebook
from bowerbird.seats import Seat
from bowerbird.table import Call, Name, Order, Pass, Phase, View

__all__ = [
    "call_is_of_a_suit",
    "call_number",
    "heard_by",
    "kernel_trick",
    "offered_by",
    "opening_leader",
    "seen_by",
    "turn_of",
    "unseen_by",
]

_JOKER_BIT = 1 << 32


def turn_of(view: View, seat: Seat, second_round: bool) -> int:
    """The turn to call, 0 to 7, as the kernel counts: two rounds from the dealer's left."""
    return (seat - view.dealer - 1 & 3) + 4 * second_round


def kernel_trick(view: View) -> Trick:
    """The trick on the table and its surroundings; the next one, if it is complete."""
    tricks = list(view.tricks)
    plays = view.trick.plays
    if view.trick.winner is not None:
        tricks.append(view.trick)
        plays = ()
    won = [0, 0]
    for trick in tricks:
        if trick.winner is not None:
            won[trick.winner.side] += 1
    leader = plays[0][0] if plays else view.turn
    assert leader is not None
    return Trick(
        trump=trump_index(view.trump),
        leader=int(leader),
        cards=tuple(int(card) for _, card in plays),
        out=mask_of(view.sitting_out),
        won=(won[0], won[1]),
    )


def offered_by(view: View) -> Trump:
    """The suit of the turn-up that is on offer."""
    assert view.turn_up is not None
    return view.stands_for if view.turn_up.is_joker else view.turn_up.suit


def call_number(view: View, call: Call) -> int:
    """The kernel's number of a call in one of the four suits: 0 to pass, 1 to 4 for the suits, 5 to 8 alone."""
    if isinstance(call, Pass):
        return 0
    trump = call.trump if isinstance(call, Name) else offered_by(view)
    assert trump is not None
    return 1 + trump + 4 * call.alone


def heard_by(view: View) -> Heard:
    """The calls and cards that the seat of a view has heard and seen."""
    assert view.seat is not None
    assert view.turn_up is not None
    calls = []
    second_round = False
    for call in view.calls:
        if isinstance(call, Pass) or call_is_of_a_suit(call):
            calls.append((int(call.seat), turn_of(view, call.seat, second_round), call_number(view, call)))
        second_round = second_round or call.seat is view.dealer
    return Heard(
        seat=int(view.seat),
        dealer=int(view.dealer),
        turn_up=int(view.turn_up),
        calls=tuple(calls),
        plays=tuple((int(seat), int(card)) for trick in (*view.tricks, view.trick) for seat, card in trick.plays),
        trump=trump_index(view.trump),
        maker=-1 if view.maker is None else int(view.maker),
        out=mask_of(view.sitting_out),
        picked_up=view.turn_up_is == "taken" and view.phase is not Phase.DISCARD and view.seat is not view.dealer,
    )


def call_is_of_a_suit(call: Call) -> bool:
    """True if this makes one of the four suits trump."""
    return isinstance(call, Order) or (isinstance(call, Name) and call.trump is not None)


def seen_by(book: Rulebook, view: View) -> Seen:
    """The knowledge of the seat of a view about the cards."""
    assert view.seat is not None
    lacks, gone, played = _played(view)
    holds = [mask_of(cards) & ~gone for cards in view.exposed]
    holds[view.seat] = 0
    gone |= mask_of(view.discards)
    taken = view.turn_up is not None and view.turn_up_is == "taken"
    hidden_discard = taken and view.seat is not view.dealer and view.phase is not Phase.DISCARD
    turn_up = 0 if view.turn_up is None else 1 << view.turn_up
    perhaps = 0
    if not taken:
        gone |= turn_up
    elif not turn_up & (gone | mask_of(view.hand)):
        if _perhaps_given(book, view):
            for seat in view.dealer.side.other.seats:
                lacks[seat] |= turn_up
        elif hidden_discard and (book.discard.turn_up or (book.alone.partners_best and view.alone)):
            perhaps = turn_up & ~holds[view.dealer]
        else:
            holds[view.dealer] |= turn_up
    needs = _needs(book, view, played)
    return Seen(
        pack=book.cards().mask,
        seat=int(view.seat),
        hand=mask_of(view.hand),
        sizes=view.counts,
        gone=gone,
        holds=(holds[0], holds[1], holds[2], holds[3]),
        lacks=(lacks[0], lacks[1], lacks[2], lacks[3]),
        needs=(needs[0], needs[1], needs[2], needs[3]),
        hidden_discard=int(view.dealer) if hidden_discard else -1,
        perhaps_discarded=perhaps,
    )


def _perhaps_given(book: Rulebook, view: View) -> bool:
    """True if the dealer may have passed the turn-up to a lone partner, so that either may hold it."""
    lone = view.alone and view.maker is not None and view.maker is view.dealer.partner
    return lone and book.alone.partners_best


def unseen_by(book: Rulebook, view: View) -> int:
    """The cards that the seat has not seen and that may still be played."""
    _, gone, _ = _played(view)
    gone |= mask_of(view.discards) | mask_of(view.hand)
    if view.turn_up is not None and view.turn_up_is != "taken":
        gone |= 1 << view.turn_up
    return book.cards().mask & ~gone


def _played(view: View) -> tuple[list[int], int, list[int]]:
    """The suits that each seat did not follow, all cards played, and those that each seat played."""
    lacks = [0, 0, 0, 0]
    played = [0, 0, 0, 0]
    row = trump_index(view.trump)
    for trick in (*view.tricks, view.trick):
        for seat, card in trick.plays:
            suit = SUIT_MASK[row][SUIT_AS_PLAYED[row][trick.plays[0][1]]]
            if not suit >> card & 1:
                lacks[seat] |= suit
            played[seat] |= 1 << card
    return lacks, played[0] | played[1] | played[2] | played[3], played


def _needs(book: Rulebook, view: View, played: list[int]) -> list[int]:
    """Cards of which the caller held at least one, if the rules require that."""
    needs = [0, 0, 0, 0]
    for call in view.calls:
        if not isinstance(call, Order | Name) or call.seat is view.seat:
            continue
        first = isinstance(call, Order)
        free = not book.auction.dealer_needs if first else book.auction.stick_the_dealer
        if call.seat is view.dealer and free:
            continue
        need = book.auction.need_first_round if first else book.auction.need_second_round
        cards = _needed(need, view.trump)
        if view.turn_up is not None:
            cards &= ~(1 << view.turn_up)
        # A card that was called on and played is known. Given cards blur the rest.
        if not cards & played[call.seat] and not (book.alone.partners_best and view.alone):
            needs[call.seat] = cards
    return needs


def _needed(need: Need, trump: Trump) -> int:
    if trump is None or need == "nothing":
        return 0
    natural = 0xFF << 8 * trump
    if need == "natural":
        return natural
    left = left_bower(trump)
    assert left is not None
    return natural | 1 << left | _JOKER_BIT


def opening_leader(book: Rulebook, dealer: Seat, maker: Seat, alone: bool, out: int) -> Seat:
    """The leader of the first trick."""
    leader = (maker if alone and book.lead.opening == "left of lone hand" else dealer).left
    while out >> leader & 1:
        leader = leader.left
    return leader
