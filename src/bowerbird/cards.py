"""Cards, suits, ranks and decks, and which cards are trumps and bowers. Does not depend on any rulebook.

A card is a small integer that reads and prints as text: `Card("Jh")` is the jack of hearts. It equals its index, so a
hand can also be a bit mask (`1 << card`).

Examples:
    >>> from bowerbird.cards import Suit, is_trump, parse_cards, show_cards, sort_hand
    >>> hand = parse_cards("9s Jd Ah Jh Kc")
    >>> show_cards(sort_hand(hand, Suit.HEARTS))
    'Jh Jd Ah Kc 9s'
    >>> is_trump(hand[1], Suit.HEARTS)  # the left bower
    True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import cached_property
from typing import ClassVar, Final, TypeAlias

from bowerbird.errors import BowerbirdError, checks_kinds

__all__ = [
    "CARD_COUNT",
    "JOKER",
    "NO_TRUMP",
    "STRENGTH",
    "SUIT_AS_PLAYED",
    "Card",
    "CardError",
    "Pack",
    "Rank",
    "Suit",
    "Trump",
    "is_trump",
    "left_bower",
    "parse_cards",
    "parse_trump",
    "right_bower",
    "show_cards",
    "sort_hand",
    "suit_as_played",
    "trump_index",
    "trump_letter",
    "trump_word",
]


class CardError(BowerbirdError, ValueError):
    """Text that isn't a card, or cards that don't make a deck."""


class Suit(IntEnum):
    """The four suits."""

    # Suits of one colour add up to three.
    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """`c`, `d`, `h` or `s`."""
        return "cdhs"[self]

    @property
    def sign(self) -> str:
        """The printed sign, such as `♥`."""
        return "♣♦♥♠"[self]

    @property
    def word(self) -> str:
        """`clubs`, `diamonds`, `hearts` or `spades`."""
        return self.name.lower()

    @property
    def is_red(self) -> bool:
        """True for hearts and diamonds."""
        return self in (Suit.DIAMONDS, Suit.HEARTS)

    @property
    def next(self) -> Suit:
        """The other suit of the same colour."""
        return Suit(3 - self)

    @classmethod
    def from_letter(cls, letter: str) -> Suit:
        """The suit of a letter, in either case. Raises `CardError` for any other text."""
        place = "cdhs".find(letter.lower()) if len(letter) == 1 else -1
        if place < 0:
            raise CardError(f"{letter!r} isn't a suit: use c, d, h or s")
        return cls(place)


#: A trump suit, or `NO_TRUMP`.
Trump: TypeAlias = Suit | None
#: The trump of a hand without a trump suit.
NO_TRUMP: Final = None


class Rank(IntEnum):
    """The printed ranks, seven to ace."""

    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """`7 8 9 T J Q K A`."""
        return "789TJQKA"[self - 7]

    @property
    def word(self) -> str:
        """`nine`, `jack` and so on."""
        return self.name.lower()


#: The number of different cards: 32, and the joker.
CARD_COUNT: Final = 33
_JOKER_INDEX: Final = 32


class Card(int):
    """One card: `Card("Jh")`, `Card("10h")`, `Card("J♥")` or `Card(Rank.JACK, Suit.HEARTS)`. The joker is `Card("B")`.

    Anything else raises `CardError`. There is one object for each card.

    Examples:
        >>> from bowerbird import Card
        >>> card = Card("10s")
        >>> card, card.suit.word, card.sign, card.word
        (Card('Ts'), 'spades', '10♠', 'ten of spades')
    """

    __slots__ = ()
    _all: ClassVar[dict[int, Card]] = {}
    _by_text: ClassVar[dict[str, Card]] = {}

    def __new__(cls, value: str | int | Rank, suit: Suit | None = None) -> Card:
        """Look the card up: there is one object per card."""
        card: Card | None
        if isinstance(value, Rank):
            card = None if suit is None else cls._all[suit * 8 + value - 7]
        elif isinstance(value, str):
            card = cls._by_text.get(value) or cls._by_text.get(_tidy(value))
        else:
            card = cls._all.get(value)
        if card is None:
            raise CardError(f"{value!r} isn't a card: write rank and suit as in 9c, Td, Jh or As, and B for the joker")
        return card

    def __getnewargs__(self) -> tuple[int]:
        return (int(self),)

    @property
    def rank(self) -> Rank:
        """The printed rank. Raises `CardError` for the joker, which has none."""
        if self == _JOKER_INDEX:
            raise CardError("the joker has no rank")
        return _RANKS[self % 8]

    @property
    def suit(self) -> Suit:
        """The printed suit. Raises `CardError` for the joker, which has none."""
        if self == _JOKER_INDEX:
            raise CardError("the joker has no suit")
        return _SUITS[self // 8]

    @property
    def is_joker(self) -> bool:
        """True for the joker."""
        return self == _JOKER_INDEX

    @property
    def sign(self) -> str:
        """The card as people read it: `J♥`, `10♠`, `Joker`."""
        if self.is_joker:
            return "Joker"
        rank = "10" if self.rank is Rank.TEN else self.rank.letter
        return rank + self.suit.sign

    @property
    def word(self) -> str:
        """The card as people say it: `jack of hearts`."""
        return "joker" if self.is_joker else f"{self.rank.word} of {self.suit.word}"

    def __str__(self) -> str:
        return _TEXTS[self]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


# Looked up rather than put together: frames and logs are full of cards.
_RANKS: Final = tuple(Rank)
_SUITS: Final = tuple(Suit)
_TEXTS: Final = (*(rank.letter + suit.letter for suit in Suit for rank in Rank), "B")


def _tidy(text: str) -> str:
    text = text.strip().replace("10", "T")
    for suit in Suit:
        text = text.replace(suit.sign, suit.letter)
    return text[:-1].upper() + text[-1:].lower() if len(text) == 2 else text.upper()


for _index in range(CARD_COUNT):
    _card = int.__new__(Card, _index)
    Card._all[_index] = _card
    Card._by_text[str(_card)] = _card

#: The joker, which some clubs call the Benny.
JOKER: Final = Card("B")
Card._by_text["JOKER"] = JOKER


class Pack:
    """A deck of 24 cards (nine to ace), 28 or 32 (down to the eight or seven), each with or without the joker."""

    def __init__(self, lowest: int = 9, joker: bool = False) -> None:
        """`lowest` is the lowest rank of each suit: 7, 8 or 9. Anything else raises `CardError`."""
        if lowest not in (7, 8, 9):
            raise CardError(f"the lowest rank of a deck is 7, 8 or 9, not {lowest}")
        self.lowest = Rank(lowest)
        self.joker = joker

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every card, suit by suit, low to high, the joker last."""
        plain = [Card(rank, suit) for suit in Suit for rank in Rank if rank >= self.lowest]
        return tuple(plain + [JOKER] * self.joker)

    @cached_property
    def mask(self) -> int:
        """The cards as a bit mask."""
        return sum(1 << card for card in self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self.mask >> card & 1)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pack) and self.cards == other.cards

    def __hash__(self) -> int:
        return hash((self.lowest, self.joker))

    def __repr__(self) -> str:
        return f"Pack(lowest={int(self.lowest)}, joker={self.joker})"

    def check(self, deck: Iterable[Card]) -> None:
        """Raise `CardError` unless these are the cards of this deck, in any order. It names the wrong ones."""
        counts = Counter(deck)
        faults = []
        doubled = [card for card, count in counts.items() if count > 1]
        foreign = [card for card in counts if card not in self]
        missing = [card for card in self.cards if card not in counts]
        for what, cards in (("doubled", doubled), ("not in this deck", foreign), ("missing", missing)):
            if cards:
                faults.append(f"{what}: {show_cards(sorted(cards))}")
        if faults:
            raise CardError(f"this isn't a deck of {len(self)} cards ({'; '.join(faults)})")


def right_bower(trump: Trump) -> Card | None:
    """The jack of trumps; None in no trump."""
    return None if trump is NO_TRUMP else Card(Rank.JACK, trump)


def left_bower(trump: Trump) -> Card | None:
    """The other jack of the trump colour; None in no trump."""
    return None if trump is NO_TRUMP else Card(Rank.JACK, trump.next)


def trump_index(trump: Trump) -> int:
    """0 to 3 for the suits, 4 for no trump: the row of `SUIT_AS_PLAYED` and `STRENGTH`."""
    return 4 if trump is NO_TRUMP else int(trump)


def trump_letter(trump: Trump) -> str:
    """`c`, `d`, `h` or `s`; `n` for no trump."""
    return "n" if trump is NO_TRUMP else trump.letter


def parse_trump(letter: str) -> Trump:
    """The trump of a letter: the reverse of `trump_letter`. Raises `CardError` for any other text."""
    return NO_TRUMP if letter.lower() == "n" else Suit.from_letter(letter)


def trump_word(trump: Trump) -> str:
    """`hearts`, or `no trump`."""
    return "no trump" if trump is NO_TRUMP else trump.word


def _suit_as_played(card: Card, trump: Trump) -> int:
    if card.is_joker:
        return trump_index(trump)
    if trump is not NO_TRUMP and card == left_bower(trump):
        return int(trump)
    return int(card.suit)


def _strength(card: Card, trump: Trump) -> int:
    if card.is_joker:
        return 32
    if trump is NO_TRUMP or _suit_as_played(card, trump) != trump:
        return int(card.rank)
    if card.rank is Rank.JACK:
        return 31 if card.suit is trump else 30
    return 15 + card.rank


_TRUMPS: Final[tuple[Trump, ...]] = (*Suit, NO_TRUMP)

#: `SUIT_AS_PLAYED[trump][card]`: the suit a card belongs to once trump is named (the left bower's is trump).
#: In no trump the joker is a suit of its own, 4, which beats the others: the only trump there is.
SUIT_AS_PLAYED: Final = tuple(
    tuple(_suit_as_played(Card(index), trump) for index in range(CARD_COUNT)) for trump in _TRUMPS
)

#: `STRENGTH[trump][card]`: higher beats lower within the trumps and within the suit led. Trumps are above 20.
STRENGTH: Final = tuple(tuple(_strength(Card(index), trump) for index in range(CARD_COUNT)) for trump in _TRUMPS)


def suit_as_played(card: Card, trump: Trump) -> Suit | None:
    """The suit that a card belongs to once `trump` is named; None for the joker in no trump."""
    suit = SUIT_AS_PLAYED[trump_index(trump)][card]
    return None if suit == 4 else Suit(suit)


def is_trump(card: Card, trump: Trump) -> bool:
    """True if the card is a trump. The left bower and the joker are, too."""
    return STRENGTH[trump_index(trump)][card] > 20


def _places_in_hand(trump: Trump) -> tuple[int, ...]:
    """Where each card belongs in a hand: trumps first when named, then suits in alternating colours, high to low."""
    row = trump_index(trump)
    order = [Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS]
    turn = 0 if trump is NO_TRUMP else order.index(trump)
    places = {int(suit): place for place, suit in enumerate(order[turn:] + order[:turn])}
    places[4] = -1
    return tuple(100 * places[SUIT_AS_PLAYED[row][card]] - STRENGTH[row][card] for card in range(CARD_COUNT))


_PLACE_IN_HAND: Final = tuple(_places_in_hand(trump) for trump in _TRUMPS)


def sort_hand(cards: Iterable[Card], trump: Trump = NO_TRUMP) -> list[Card]:
    """Sort cards as people hold them: trumps first if there are any, then suits in alternating colours, high to low."""
    return sorted(cards, key=_PLACE_IN_HAND[trump_index(trump)].__getitem__)


@checks_kinds
def parse_cards(text: str) -> list[Card]:
    """Read cards from text, with or without spaces or commas between them: `AhKh9sTcJd`.

    Raises `CardError` at the first that isn't a card.
    """
    tidy = text.replace(",", " ").replace("10", "T").replace(" ", "")
    cards = []
    place = 0
    while place < len(tidy):
        width = 1 if tidy[place] in "Bb" else 2
        cards.append(Card(tidy[place : place + width]))
        place += width
    return cards


def show_cards(cards: Iterable[Card]) -> str:
    """Cards as text, with spaces between them, for `parse_cards`."""
    return " ".join(str(card) for card in cards)
