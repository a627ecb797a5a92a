"""Write a deal as one line of text: dealer, turn-up, the four hands from North clockwise, and the leftover cards.

    S:9h AsKsQsJsTs AhKhQhJhTh AdKdQdJdTd AcKcQcJcTc 9c9d9s

The leftover cards may be omitted when a line is read; they are then the rest of the deck. `table_from_deal` sets up a
table with such a deal, ready for the first call.
"""

from __future__ import annotations

import msgspec

from bowerbird.cards import Card, CardError, Pack, parse_cards, sort_hand
from bowerbird.errors import checks_kinds
from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.load import Rules, load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Cut, Deal, Fact, Hand, Open, Shuffle, StartBell, Table, TurnUp
from bowerbird.table.facts import Packets

__all__ = ["KnownDeal", "Plan", "deal_facts", "deck_for", "format_deal", "parse_deal", "plan_for", "table_from_deal"]

#: The packets of each player, from the dealer's left.
Plan = tuple[Packets, Packets, Packets, Packets]


class KnownDeal(msgspec.Struct, frozen=True):
    """A deal with every card in its place. Raises `CardError` unless it has four hands of five cards."""

    dealer: Seat
    turn_up: Card
    #: From North clockwise, each sorted.
    hands: tuple[tuple[Card, ...], ...]
    #: The leftover cards.
    rest: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        """Refuse anything but four hands of five cards."""
        if len(self.hands) != 4 or any(len(set(hand)) != 5 for hand in self.hands):
            raise CardError("a deal is four hands of five different cards, from North clockwise")
        msgspec.structs.force_setattr(self, "hands", tuple(tuple(sort_hand(hand)) for hand in self.hands))

    @classmethod
    def of_hand(cls, hand: Hand, dealer: Seat) -> KnownDeal:
        """The deal of a hand at a table. Raises `CardError` before the turn-up."""
        if hand.turn_up is None:
            raise CardError("nothing is turned up yet")
        dealt = tuple(tuple(card for card in hand.deck if mask >> card & 1) for mask in hand.dealt)
        return cls(dealer, hand.turn_up, dealt, hand.deck[21:])

    def __str__(self) -> str:
        return format_deal(self)


@checks_kinds
def parse_deal(text: str, pack: Pack | None = None) -> KnownDeal:
    """Read a deal from one line, such as `S:9h AsKsQsJsTs AhKhQhJhTh AcKcQcJcTc AdKdQdJdTd 9c9d9s`.

    That is the dealer, the turn-up, the hands of North, East, South and West, and the leftover cards, which may be left
    out. Raises `CardError` if a card is missing, twice there, or not in `pack` (by default, nine to ace).
    """
    pack = pack or Pack()
    dealer, colon, cards = text.strip().partition(":")
    if not colon or dealer.strip().upper() not in Seat.__members__:
        raise CardError(f"{text[:60]!r} isn't a deal. Start with the dealer and a colon, as in S:9h")
    parts = [parse_cards(part) for part in cards.split()]
    if not 5 <= len(parts) <= 6 or len(parts[0]) != 1:
        raise CardError("after the dealer, give the turn-up, four hands and perhaps the leftover cards")
    seen = {card for part in parts for card in part}
    rest = parts[5] if len(parts) == 6 else [card for card in pack if card not in seen]
    pack.check([card for part in (*parts[:5], rest) for card in part])
    hands = tuple(tuple(part) for part in parts[1:5])
    return KnownDeal(Seat[dealer.strip().upper()], parts[0][0], hands, tuple(rest))


def format_deal(deal: KnownDeal) -> str:
    """Write a deal as one line, for `parse_deal`."""
    parts = ((deal.turn_up,), *deal.hands, deal.rest)
    return f"{deal.dealer.name}:" + " ".join("".join(map(str, cards)) for cards in parts if cards)


def plan_for(book: Rulebook) -> Plan:
    """A way to deal that the rules allow."""
    packets = book.deal.packets[0]
    return (packets, packets, packets, packets)


def deck_for(deal: KnownDeal, plan: Plan, cut: int = 0) -> tuple[Card, ...]:
    """The deck, top card first, that gives this deal.

    `plan` is the packets of each player from the dealer's left, as in `Deal`. `cut` is the number of cards that the cut
    lifts.
    """
    waiting = {seat: list(deal.hands[seat]) for seat in Seat}
    deck: list[Card] = []
    rounds = zip(*([int(size) for size in packets.split("-")] for packets in plan), strict=True)
    for sizes in rounds:
        for seat, size in zip(deal.dealer.left.round_from(), sizes, strict=True):
            deck += waiting[seat][:size]
            del waiting[seat][:size]
    deck += [deal.turn_up, *deal.rest]
    return tuple(deck[len(deck) - cut :] + deck[: len(deck) - cut])


def deal_facts(book: Rulebook, deal: KnownDeal) -> tuple[Fact, ...]:
    """Shuffle, cut, deal and turn up by these rules, so that the cards lie as given."""
    plan = plan_for(book)
    if book.deal.cut == "optional":
        return Shuffle(deck_for(deal, plan)), Deal(plan), TurnUp()
    at = book.deal.cut_leaves
    return Shuffle(deck_for(deal, plan, at)), Cut(deal.dealer.right, at), Deal(plan), TurnUp()


@checks_kinds
def table_from_deal(book: Rules, text: str) -> Table:
    """A table with a deal as in `parse_deal`, ready for the first call, or for the suit of a joker turned up."""
    book = load_rulebook(book)
    deal = parse_deal(text, book.cards())
    table = Table(book, [Open(dealer=deal.dealer, partners_arranged=True)])
    if book.deal.after_start_bell:
        table.push(StartBell())
    for fact in deal_facts(book, deal):
        table.push(fact)
    return table
