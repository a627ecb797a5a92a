"""Sentences of the rule sheet that do not depend on a setting: the rules of euchre at every club."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bowerbird.cards import NO_TRUMP, Card, Suit, is_trump, left_bower, right_bower, sort_hand
from bowerbird.rulebook.model import Rulebook
from bowerbird.rulebook.phrases import number, sentence_case
from bowerbird.rulebook.sheet.line import SheetLine, line

_PACK = ("pack.lowest", "pack.joker", "words.joker")


def ranks(book: Rulebook) -> Iterator[SheetLine]:
    """The ranking of the cards."""
    pack, joker, trump = book.cards(), book.words.joker, Suit.HEARTS
    bowers = (right_bower(trump), left_bower(trump))
    trumps = [card for card in sort_hand(pack.cards, trump) if is_trump(card, trump)]
    heads = [card for card in trumps if card.is_joker or card in bowers]
    yield line(
        book,
        "pack",
        f"Trumps, best first: {f'the {joker}, ' if pack.joker else ''}the jack of trumps (right bower), "
        f"the other jack of its colour (left bower), then {_ranks(card for card in trumps if card not in heads)}.",
        *_PACK,
    )
    named = ", ".join(f"the {joker if card.is_joker else card.word}" for card in heads)
    yield line(book, "pack", f"With {trump.word} as trumps: {named}, then the other {trump.word}.", *_PACK)
    plain = _ranks(card for card in sort_hand(pack.cards, NO_TRUMP) if not card.is_joker and card.suit is trump)
    yield line(book, "pack", f"Other suits: {plain}, less the jack that has become the left bower.", *_PACK)


def _ranks(cards: Iterable[Card]) -> str:
    return ", ".join(card.rank.word for card in cards)


def turn_up(book: Rulebook) -> Iterator[SheetLine]:
    """The card after the deal."""
    left = sentence_case(number(len(book.cards()) - 20))
    yield line(
        book, "deal.turn_up", f"{left} cards are left. The top one is turned up and offers its suit as trump.", *_PACK
    )


def next_deal(book: Rulebook) -> Iterator[SheetLine]:
    """The next dealer."""
    yield line(book, "deal.next_deal", "After the hand the deal passes to the left.")


def first_round(book: Rulebook) -> Iterator[SheetLine]:
    """The first round of calls."""
    told = "First round: from the dealer's left, each player passes or accepts the turn-up as trump."
    yield line(book, "auction.first_round", told)


def second_round(book: Rulebook) -> Iterator[SheetLine]:
    """The second round of calls."""
    told = "Second round: each player passes or names another suit. The turned-down suit is out."
    yield line(book, "auction.second_round", told)


def alone(book: Rulebook) -> Iterator[SheetLine]:
    """Playing without the partner."""
    yield line(book, "alone", "If you make trump you may play without your partner.")


def partner_of_alone(book: Rulebook) -> Iterator[SheetLine]:
    """The partner of a lone player."""
    yield line(book, "alone.partner", "Your partner lays the cards face down and sits the hand out.")


def play(book: Rulebook) -> Iterator[SheetLine]:
    """The play of a trick."""
    yield line(book, "play", "Follow the suit led if you can; otherwise play any card. The left bower is a trump.")
    yield line(
        book, "play", "The best trump takes the trick, or else the best card of the suit led. The winner leads next."
    )


def tricks(book: Rulebook) -> Iterator[SheetLine]:
    """The number of tricks that the makers need."""
    told = "The side that made trump (the makers) needs three tricks, or it is euchred. Five are a march."
    yield line(book, "points", told)


def marked(book: Rulebook) -> Iterator[SheetLine]:
    """The time to mark cards of one's own."""
    if book.event.kept_on == "personal cards":
        yield line(book, "event.kept_on.marked", "Cards are marked before anyone moves.")
