"""The facts of reasons again, in plain Python: one world at a time, from the cards as they were played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bowerbird.cards import STRENGTH, SUIT_AS_PLAYED, Card
from bowerbird.kernel.play import winning_place
from bowerbird.kernel.position import cards_of
from bowerbird.players.judge.reasons.facts import Key
from bowerbird.players.worth import Contract, Stakes
from bowerbird.seats import Seat
from bowerbird.table import View

__all__ = ["Hand", "Trick", "happens", "kind_of", "lies_so", "read", "worth"]


class Trick(NamedTuple):
    """Who played what, in order, and who won."""

    plays: tuple[tuple[Seat, Card], ...]
    winner: Seat

    def card(self, seat: Seat) -> Card | None:
        return dict(self.plays).get(seat)

    def place(self, seat: Seat) -> int:
        return [who for who, _ in self.plays].index(seat)


class Hand(NamedTuple):
    """One hand as it was played."""

    maker: Seat | None
    alone: bool
    tricks: int
    trump: int
    played: tuple[Trick, ...]

    def suit(self, card: Card) -> int:
        return SUIT_AS_PLAYED[self.trump][card]

    def is_trump(self, card: Card) -> bool:
        return self.suit(card) == self.trump


def read(row: Sequence[int]) -> Hand:
    """Read one record."""
    maker, alone, tricks, trump, _, leader = (int(number) for number in row[:6])
    if maker > 3:
        return Hand(None, False, 0, 4, ())
    cards = [Card(int(card)) for card in row[8:] if card != 255]
    playing = [seat for seat in Seat if not (alone and seat is Seat(maker).partner)]
    seat, played = Seat(leader), []
    while cards:
        order = [who for who in seat.round_from() if who in playing]
        plays = tuple(zip(order, cards[: len(order)], strict=True))
        seat = order[winning_place([card for _, card in plays], trump)]
        played.append(Trick(plays, seat))
        cards = cards[len(order) :]
    assert sum(trick.winner.side is Seat(maker).side for trick in played) == tricks
    return Hand(Seat(maker), bool(alone), tricks, trump, tuple(played))


def worth(stakes: Stakes, hand: Hand) -> float:
    """The worth that decides."""
    if hand.maker is None:
        return stakes.thrown_in()[2]
    return stakes.scale(Contract(hand.maker, hand.alone)).value[hand.tricks]


def kind_of(view: View, hand: Hand) -> set[str]:
    """The kinds of results that a hand is one of."""
    assert view.seat is not None
    if hand.maker is None:
        return set()
    ours = hand.maker.side is view.seat.side
    side = "our" if ours else "their"
    kinds = {"ours" if ours else "theirs"}
    if hand.tricks < 3:
        kinds.add(f"{side} euchre")
    if hand.tricks == 5:
        kinds.add(f"{side} lone march" if hand.alone else f"{side} march")
    return kinds


def _ruffed(hand: Hand, trick: Trick, seat: Seat) -> bool:
    """True if the seat's card was best of the suit led, until an opponent ruffed after it."""
    card, led = trick.card(seat), trick.plays[0][1]
    if card is None or hand.is_trump(led) or hand.suit(card) != hand.suit(led):
        return False
    strength = STRENGTH[hand.trump]
    if any(hand.suit(other) == hand.suit(led) and strength[other] > strength[card] for _, other in trick.plays):
        return False
    return _ruff(hand, trick) and trick.winner.side is not seat.side and trick.place(trick.winner) > trick.place(seat)


def _ruff(hand: Hand, trick: Trick) -> bool:
    won = trick.card(trick.winner)
    assert won is not None
    return hand.is_trump(won) and not hand.is_trump(trick.plays[0][1])


def _beaten(hand: Hand, trick: Trick, seat: Seat) -> bool:
    card, won = trick.card(seat), trick.card(trick.winner)
    if card is None or trick.winner.side is seat.side:
        return False
    assert won is not None
    return hand.suit(card) == hand.suit(won)


def _overruffed(hand: Hand, trick: Trick, seat: Seat) -> bool:
    card = trick.card(seat)
    if card is None or not hand.is_trump(card) or not _ruff(hand, trick) or trick.winner.side is seat.side:
        return False
    return trick.place(trick.winner) > trick.place(seat)


def happens(view: View, key: Key, hand: Hand) -> bool:
    """True if the event of this key happens in the hand."""
    assert view.seat is not None
    me, partner, start = view.seat, view.seat.partner, len(view.tricks) + (view.trick.winner is not None)
    them = (me.left, me.right)
    kind, about = key[0], key[1:]

    def some(test: Callable[[Trick], bool], first: int = 0) -> bool:
        return any(test(trick) for trick in hand.played[first:])

    match kind:
        case "takes":
            return some(lambda trick: trick.winner is me and trick.card(me) == about[0])
        case "ruffed":
            return some(lambda trick: trick.card(me) == about[0] and _ruffed(hand, trick, me))
        case "beaten":
            return some(lambda trick: trick.card(me) == about[0] and _beaten(hand, trick, me))
        case "now":
            winner = hand.played[start].winner
            return winner.side is me.side if about[0] == "us" else winner == about[0]
        case "tricks":
            return sum(trick.winner == about[0] for trick in hand.played[start:]) >= int(about[1])
        case "last":
            return hand.played[4].winner == about[0]
        case "ruffs":
            suits = about[1:] or (0, 1, 2, 3)
            return some(
                lambda trick: trick.winner == about[0] and _ruff(hand, trick) and hand.suit(trick.plays[0][1]) in suits
            )
        case "they ruff":
            return some(lambda trick: trick.winner in them and _ruff(hand, trick))
        case "overruffed":
            return some(lambda trick: _overruffed(hand, trick, Seat(int(about[0]))))
        case "ruffed partner":
            return some(lambda trick: _ruffed(hand, trick, partner))
        case "together":
            return some(lambda trick: all(_plays_trump(hand, trick, seat) for seat in (me, partner)), start)
        case "last trump":
            won = hand.played[4].card(hand.played[4].winner)
            return won is not None and hand.is_trump(won) and hand.played[4].winner in them
        case "drawn":
            return not some(lambda trick: any(_plays_trump(hand, trick, seat) for seat in them), start + 1)
        case "caught":
            return some(
                lambda trick: trick.winner.side is me.side and any(trick.card(seat) == about[0] for seat in them)
            )
        case _:
            raise AssertionError(f"no such event: {key}")


def _plays_trump(hand: Hand, trick: Trick, seat: Seat) -> bool:
    card = trick.card(seat)
    return card is not None and hand.is_trump(card)


def lies_so(view: View, key: Key, world: Sequence[int], trump: int) -> bool:
    """True if the hidden cards of a world lie as this key says."""
    assert view.seat is not None
    hands = [cards_of(int(world[seat])) for seat in Seat]
    us, them = view.seat.partner, (view.seat.left, view.seat.right)

    def trumps(seat: Seat) -> int:
        return 0 if seat in view.sitting_out else sum(SUIT_AS_PLAYED[trump][card] == trump for card in hands[seat])

    def can_ruff(seat: Seat, suit: int) -> bool:
        return trumps(seat) > 0 and all(SUIT_AS_PLAYED[trump][card] != suit for card in hands[seat])

    match key:
        case ("holds", card, "partner"):
            return card in hands[us]
        case ("holds", card, "they"):
            return any(card in hands[seat] for seat in them)
        case ("holds", card, "nobody"):
            return all(card not in hand for hand in hands)
        case ("holds", card, int(seat)):
            return card in hands[seat]
        case ("can ruff", int(suit), "partner"):
            return can_ruff(us, suit)
        case ("can ruff", int(suit), "they"):
            return any(can_ruff(seat, suit) for seat in them)
        case ("can ruff", int(suit), int(seat)):
            return can_ruff(Seat(seat), suit)
        case ("trumps", "partner", "none"):
            return trumps(us) == 0
        case ("trumps", "partner", 2):
            return trumps(us) >= 2
        case ("trumps", "they", "none"):
            return not any(trumps(seat) for seat in them)
        case ("trumps", "one of them", int(count)):
            return any(trumps(seat) >= count for seat in them)
        case _:
            raise AssertionError(f"no such lie: {key}")
