"""Random positions for the tests of the search: all packs, lone hands, no trump, any card of a trick."""

from __future__ import annotations

from random import Random

from bowerbird.cards import Pack
from bowerbird.kernel.position import Trick, mask_of
from kernel.minimax import may_play

PACKS = (Pack(), Pack(), Pack(joker=True), Pack(7), Pack(7, joker=True))
#: Who may sit out, counted from the leader: nobody, one seat, or one of each side (a lone hand defended alone).
SIT_OUT = (0, 0, 0, 0b0010, 0b0100, 0b1000, 0b0110, 0b1100)


def random_position(random: Random, length: int) -> tuple[list[int], Trick]:
    """Four hands of `length` cards, some of them already in the trick, and tricks won to fill up five."""
    deck = [int(card) for card in random.choice(PACKS).cards]
    random.shuffle(deck)
    hands = [mask_of(deck[length * seat : length * seat + length]) for seat in range(4)]
    trump, leader = random.randrange(5), random.randrange(4)
    turned = random.choice(SIT_OUT) << leader
    out = (turned | turned >> 4) & 15
    ours = random.randint(0, 5 - length)
    trick = Trick(trump, leader, (), out, (ours, 5 - length - ours))
    for _ in range(random.randrange(len(trick.seats))):
        seat = trick.to_move
        card = random.choice(may_play(hands[seat], trick.cards[0] if trick.cards else None, trump))
        hands[seat] ^= 1 << card
        trick = Trick(trump, leader, (*trick.cards, card), out, trick.won)
    return hands, trick
