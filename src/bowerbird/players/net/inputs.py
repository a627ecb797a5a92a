"""The inputs of the master's net: bits for the cards and calls that a seat sees, and the worth of each outcome.

Suits are encoded as trump (or the suit turned up), next, and the other two; both bowers are trumps; seats are counted
from the observer. The training environment (`training/euchre.cu`) writes the same bits in bulk, and a test checks that
both agree. Everything comes from the view.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from bowerbird.cards import Card, Rank, Suit
from bowerbird.kernel.layout import (
    ACTIONS,
    CARDS,
    FIELDS,
    FIRST_DISCARD,
    FIRST_NAME,
    FIRST_NAME_ALONE,
    FIRST_PLAY,
    GROUPS,
    INPUTS,
    ORDER,
    ORDER_ALONE,
    OUTCOMES,
    PASS,
    START,
    WORDS,
)
from bowerbird.kernel.options import Need, Options
from bowerbird.players.kernel_options import options_of
from bowerbird.players.worth import Aim, Contract, Stakes
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import Discard, Fact, Name, Order, Pass, Phase, Play, Trick, View

__all__ = [
    "ACTIONS",
    "CARDS",
    "FIELDS",
    "FIRST_DISCARD",
    "FIRST_NAME",
    "FIRST_NAME_ALONE",
    "FIRST_PLAY",
    "GROUPS",
    "INPUTS",
    "LEVELS",
    "ORDER",
    "ORDER_ALONE",
    "OUTCOMES",
    "PASS",
    "START",
    "WORDS",
    "Seen",
    "action_of",
    "card_in_slot",
    "knows",
    "points_per_value",
    "rule_bits",
    "seen_by_master",
    "worth_row",
    "worth_rows",
]

#: The makers' tricks that represent none, some, most and all.
LEVELS: Final = (0, 1, 3, 5)

_CALLS: Final = (Pass, Order, Name)
#: The kinds of actions in each phase.
_KINDS: Final[dict[Phase, tuple[type[Fact], ...]]] = {
    Phase.FIRST_ROUND: _CALLS,
    Phase.SECOND_ROUND: _CALLS,
    Phase.DISCARD: (Discard,),
    Phase.PLAY: (Play,),
}
_PHASES: Final = tuple(_KINDS)
_TURN_UP_IS: Final = ("taken", "turned down")
#: The approximate frequency of each, with the partner and alone; half of all hands are ours.
_SHARES: Final = ((0.004, 0.16, 0.49, 0.11), (0.001, 0.01, 0.13, 0.08))
#: The spread of the usual points, so that a worth row in points of the standard game stays unchanged.
_COMMON_SPREAD: Final = 1.7568
#: Less than this is none: nothing that can happen matters any more.
_NO_SPREAD: Final = 1e-6


class Seen(msgspec.Struct, frozen=True):
    """The bits as one number, and the legal actions with their facts."""

    bits: int
    base: Suit
    legal: dict[int, Fact]


def knows(book: Rulebook, view: View) -> bool:
    """True if the net was trained for this: the plain deck, the four suits, and nothing irregular."""
    kinds = _KINDS.get(view.phase)
    return (
        kinds is not None
        and all(isinstance(fact, kinds) for fact in view.legal)
        and book.pack.lowest == 9
        and not book.pack.joker
        and view.turn_up_is in ("shown", "taken", "turned down")
        and (view.maker is None or view.trump is not None)
        and view.lone_defender is None
        and view.given is None
        and (view.trick.winner is not None or all(seat is not view.seat for seat, _ in view.trick.plays))
    )


def _slot(card: Card, base: Suit) -> int:
    """The slot of a card: trumps from the right bower down, next from the ace down, then the other two."""
    if card.rank is Rank.JACK and card.suit in (base, base.next):
        return int(card.suit is not base)
    below = Rank.ACE - card.rank
    if card.suit in (base, base.next):
        below -= card.rank < Rank.JACK
        return (2 if card.suit is base else 7) + below
    return 12 + 6 * (card.suit > card.suit.next) + below


_KNOWN: Final = tuple(Card(rank, suit) for suit in Suit for rank in Rank if rank >= Rank.NINE)
_SLOT: Final = {suit: {card: _slot(card, suit) for card in _KNOWN} for suit in Suit}
_CARD: Final = {suit: {slot: card for card, slot in slots.items()} for suit, slots in _SLOT.items()}
_GROUP_OF: Final = tuple(group for group, (start, end) in enumerate(GROUPS) for _ in range(start, end))
_GROUP_BITS: Final = tuple((1 << end) - (1 << start) for start, end in GROUPS)
_FULL: Final = (1 << CARDS) - 1


def card_in_slot(slot: int, base: Suit) -> Card:
    """The card of a slot when `base` is trump or turned up."""
    return _CARD[base][slot]


def _label(suit: Suit, base: Suit) -> int:
    """0 for the base suit, 1 for next, 2 and 3 for the other two."""
    return 0 if suit is base else 1 if suit is base.next else 2 + (suit > suit.next)


def rule_bits(options: Options) -> int:
    """The rules of a hand that affect legal actions, as bits. The points are in the worth row."""
    flags = (
        options.stick_the_dealer,
        options.partner_must_go_alone,
        options.need_round_one is Need.NATURAL,
        options.need_round_one is Need.TRUMP_OR_LEFT,
        options.need_round_two is Need.NATURAL,
        options.need_round_two is Need.TRUMP_OR_LEFT,
        options.dealer_exempt,
        options.may_discard_turn_up,
        options.keep_turn_up_in_a_flush,
        options.lead_left_of_lone,
    )
    return sum(1 << place for place, flag in enumerate(flags) if flag)


def seen_by_master(book: Rulebook, view: View) -> Seen:
    """The bits and legal actions of the seat of this view. The phase must be a call, a discard or a play."""
    assert view.seat is not None
    assert view.turn_up is not None
    base = view.turn_up.suit if view.trump is None else view.trump
    legal = {action_of(fact, base): fact for fact in view.legal}
    bits = _Bits(view.seat, base)
    _tell_cards(bits, view)
    _tell_calls(bits, view)
    _tell_play(bits, view)
    actions = sum(1 << action for action in legal)
    bits.put("legal_calls", actions & (1 << FIRST_PLAY) - 1)
    bits.put("legal_cards", actions >> FIRST_PLAY & _FULL | actions >> FIRST_DISCARD)
    bits.put("rules", _rules(options_of(book)))
    return Seen(bits.all, base, legal)


@lru_cache(maxsize=64)
def _rules(options: Options) -> int:
    return rule_bits(options)


def action_of(fact: Fact, base: Suit) -> int:
    """The number of a call in one of the four suits, a discard or a card."""
    match fact:
        case Pass():
            return PASS
        case Order():
            return ORDER_ALONE if fact.alone else ORDER
        case Name() if fact.trump is not None:
            return (FIRST_NAME_ALONE if fact.alone else FIRST_NAME) + _label(fact.trump, base) - 1
        case Play():
            return FIRST_PLAY + _SLOT[base][fact.card]
        case Discard():
            return FIRST_DISCARD + _SLOT[base][fact.card]
        case _:
            raise ValueError(f"{type(fact).__name__} isn't an action of the net")


class _Bits:
    """Collects bits."""

    def __init__(self, seat: Seat, base: Suit) -> None:
        self.all = 0
        self.seat = seat
        self.base = base

    def put(self, field: str, bits: int, place: int = 0) -> None:
        self.all |= bits << START[field] + place

    def seat_from(self, seat: Seat) -> int:
        return seat - self.seat & 3

    def slot(self, card: Card) -> int:
        return _SLOT[self.base][card]

    def slots(self, cards: Iterable[Card]) -> int:
        row = _SLOT[self.base]
        found = 0
        for card in cards:
            found |= 1 << row[card]
        return found


def _tell_calls(bits: _Bits, view: View) -> None:
    bits.put("dealer", 1, bits.seat_from(view.dealer))
    bits.put("phase", 1, _PHASES.index(view.phase))
    if view.maker is not None:
        bits.put("maker", 1, bits.seat_from(view.maker))
    bits.put("alone", int(view.alone))


def _tell_cards(bits: _Bits, view: View) -> None:
    """Own cards, the turn-up, all cards played, and where unseen cards may be."""
    assert view.turn_up is not None
    hand, turn_up, discarded = bits.slots(view.hand), 1 << bits.slot(view.turn_up), bits.slots(view.discards)
    bits.put("hand", hand)
    bits.put("turn_up", turn_up)
    if view.turn_up_is in _TURN_UP_IS:
        bits.put("turn_up_is", 1, _TURN_UP_IS.index(view.turn_up_is))
    bits.put("discarded", discarded)
    played = [0, 0, 0, 0]
    voids = [0, 0, 0, 0]
    for trick in (*view.tricks, view.trick):
        for seat, card in trick.plays:
            slot = bits.slot(card)
            group = _GROUP_OF[bits.slot(trick.plays[0][1])]
            played[bits.seat_from(seat)] |= 1 << slot
            if _GROUP_OF[slot] != group:
                voids[bits.seat_from(seat)] |= 1 << group
    for other in range(4):
        bits.put("played", played[other], CARDS * other)
    taken = view.turn_up_is == "taken"
    unseen = _FULL & ~(hand | discarded | played[0] | played[1] | played[2] | played[3] | (0 if taken else turn_up))
    dealer = bits.seat_from(view.dealer)
    for other in range(1, 4):
        bits.put("voids", voids[other], 4 * (other - 1))
        lacks = sum(_GROUP_BITS[group] for group in range(4) if voids[other] >> group & 1)
        if taken and other != dealer:
            lacks |= turn_up
        bits.put("may_hold", unseen & ~lacks, CARDS * (other - 1))
    bits.put("top", _top(hand, unseen))
    bits.put("trumps_unseen", 1, (unseen & _GROUP_BITS[0]).bit_count())


def _top(hand: int, unseen: int) -> int:
    """The cards in hand that no unseen card of their suit beats: in a suit, the lower slot is the higher card."""
    top = 0
    for group in _GROUP_BITS:
        rivals = unseen & group
        best = rivals & -rivals
        top |= hand & group & (best - 1 if best else _FULL)
    return top


def _tell_play(bits: _Bits, view: View) -> None:
    """The tricks so far, and the one on the table."""
    won = [0, 0]
    past = [*view.tricks, view.trick] if view.trick.winner is not None else list(view.tricks)
    trick = Trick() if view.trick.winner is not None else view.trick
    leads = 0
    for led in (*past, trick):
        if led.plays:
            seat, card = led.plays[0]
            leads |= 1 << 4 * bits.seat_from(seat) + _GROUP_OF[bits.slot(card)]
        if led.winner is not None:
            won[bits.seat_from(led.winner) & 1] += 1
    bits.put("leads", leads)
    bits.put("our_tricks", 1, min(won[0], 4))
    bits.put("their_tricks", 1, min(won[1], 4))
    if view.phase is not Phase.PLAY:
        return
    bits.put("trick", 1, min(len(past), 4))
    bits.put("place", 1, len(trick.plays))
    if not trick.plays:
        return
    group = _GROUP_OF[bits.slot(trick.plays[0][1])]
    bits.put("led", 1, group)
    winning, winner = CARDS, 0
    for seat, card in trick.plays:
        slot, other = bits.slot(card), bits.seat_from(seat)
        bits.put("on_table", 1, CARDS * (other - 1) + slot)
        if slot < winning and _GROUP_OF[slot] in (0, group):
            winning, winner = slot, other
    bits.put("winning", 1, winning)
    bits.put("winner", 1, winner - 1)


def worth_row(stakes: Stakes, seat: Seat) -> tuple[float, ...]:
    """The worth of each outcome to the seat's side, shifted and scaled to the spread of the usual points.

    Only differences and their ratios affect play, so points and chances to win look alike here. If people keep personal
    cards, a lone hand is worth the mean of what it brings to the two partners.
    """
    row = _outcomes(stakes, seat, "value")
    mean, spread = _mean_and_spread(row)
    stretch = _COMMON_SPREAD / spread if spread > _NO_SPREAD else 0.0
    return tuple(stretch * (worth - mean) for worth in (*row, stakes.thrown_in()[2]))


def worth_rows(book: Rulebook, view: View, aim: Aim = "game") -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The worth of each outcome to the side of the view's seat, and to the other."""
    assert view.seat is not None
    seats = (view.seat, view.seat.left)
    ours, theirs = (worth_row(Stakes(book, replace(view, seat=seat), aim), seat) for seat in seats)
    return ours, theirs


def points_per_value(stakes: Stakes, seat: Seat) -> float:
    """What turns differences of value into points as they count at this score: 1 if points are all that counts."""
    points, value = (_mean_and_spread(_outcomes(stakes, seat, figure))[1] for figure in ("points", "value"))
    return points / value if value > _NO_SPREAD else 0.0


def _outcomes(stakes: Stakes, seat: Seat, figure: Literal["points", "value"]) -> list[float]:
    """A figure of each outcome but the last, for the seat's side."""
    row = []
    for side in ((seat, seat.partner), (seat.left, seat.right)):
        for alone in (False, True):
            scales = [getattr(stakes.scale(Contract(maker, alone)), figure) for maker in side]
            row += [(scales[0][tricks] + scales[1][tricks]) / 2 for tricks in LEVELS]
    return row


def _mean_and_spread(row: Sequence[float]) -> tuple[float, float]:
    """By how often each outcome comes about."""
    shares = [share / 2 for _ in range(2) for kind in _SHARES for share in kind]
    mean = sum(share * worth for share, worth in zip(shares, row, strict=True)) / sum(shares)
    variance = sum(share * (worth - mean) ** 2 for share, worth in zip(shares, row, strict=True)) / sum(shares)
    return mean, variance**0.5
