"""The rules of card play: which cards are legal, and who wins the trick. Used by the table and the search.

Hands are bit masks over card indices (`bowerbird.cards`), trump is 0 to 3 or 4 for no trump.
"""

from bowerbird.cards import CARD_COUNT, STRENGTH, SUIT_AS_PLAYED

#: `SUIT_MASK[trump][suit]`: the cards that belong to a suit once trump is named; suit 4 is the joker in no trump.
SUIT_MASK: tuple[tuple[int, ...], ...] = tuple(
    tuple(sum(1 << card for card in range(CARD_COUNT) if SUIT_AS_PLAYED[trump][card] == suit) for suit in range(5))
    for trump in range(5)
)


def legal_cards(hand: int, led: int, trump: int) -> int:
    """The legal cards of `hand` after the card `led`, or for a lead (`led` = -1)."""
    if led < 0:
        return hand
    following = hand & SUIT_MASK[trump][SUIT_AS_PLAYED[trump][led]]
    return following or hand


def winning_place(cards: list[int], trump: int) -> int:
    """The position of the winning card in the order of play."""
    suit_led = SUIT_AS_PLAYED[trump][cards[0]]
    best = 0
    best_strength = STRENGTH[trump][cards[0]]
    for place in range(1, len(cards)):
        card = cards[place]
        strength = STRENGTH[trump][card]
        if strength > best_strength and (strength > 20 or SUIT_AS_PLAYED[trump][card] == suit_led):
            best = place
            best_strength = strength
    return best
