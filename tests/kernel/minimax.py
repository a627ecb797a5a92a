"""A plain minimax, slow and short, written from the rules alone: the referee of the kernel's search."""

from collections.abc import Sequence

from bowerbird.cards import STRENGTH, SUIT_AS_PLAYED
from bowerbird.kernel.position import Trick, cards_of


def may_play(hand: int, led: int | None, trump: int) -> list[int]:
    cards = [int(card) for card in cards_of(hand)]
    suits = SUIT_AS_PLAYED[trump]
    follows = [card for card in cards if led is not None and suits[card] == suits[led]]
    return follows or cards


def winner_of(trick: Sequence[tuple[int, int]], trump: int) -> int:
    """The seat that wins a complete or incomplete trick of (seat, card)."""
    led = SUIT_AS_PLAYED[trump][trick[0][1]]
    counting = [
        (STRENGTH[trump][card], seat)
        for seat, card in trick
        if STRENGTH[trump][card] > 20 or SUIT_AS_PLAYED[trump][card] == led
    ]
    return max(counting)[1]


def plain_tricks(hands: Sequence[int], position: Trick) -> int:
    """North-South's tricks in the whole hand."""
    started = list(zip(position.seats, position.cards, strict=False))
    return position.won[0] + _rest(list(hands), started, position.to_move, position.trump, position.out)


def plain_values(hands: Sequence[int], position: Trick) -> dict[int, int]:
    """North-South's tricks after each legal card."""
    started = list(zip(position.seats, position.cards, strict=False))
    seat, trump, out = position.to_move, position.trump, position.out
    led = started[0][1] if started else None
    return {
        card: position.won[0] + _play(list(hands), started, seat, card, trump, out)
        for card in may_play(hands[seat], led, trump)
    }


def _rest(hands: list[int], trick: list[tuple[int, int]], seat: int, trump: int, out: int) -> int:
    if not hands[seat]:
        return 0
    led = trick[0][1] if trick else None
    values = [_play(hands, trick, seat, card, trump, out) for card in may_play(hands[seat], led, trump)]
    return max(values) if seat % 2 == 0 else min(values)


def _play(hands: list[int], trick: list[tuple[int, int]], seat: int, card: int, trump: int, out: int) -> int:
    after = list(hands)
    after[seat] ^= 1 << card
    laid = [*trick, (seat, card)]
    if len(laid) < 4 - out.bit_count():
        seat = (seat + 1) % 4
        while out >> seat & 1:
            seat = (seat + 1) % 4
        return _rest(after, laid, seat, trump, out)
    winner = winner_of(laid, trump)
    return (winner % 2 == 0) + _rest(after, [], winner, trump, out)
