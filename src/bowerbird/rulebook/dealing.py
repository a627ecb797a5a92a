"""The settings of the pack, the draw and the deal, each with its words. Data only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

import msgspec

from bowerbird.rulebook.phrases import listed, number
from bowerbird.rulebook.setting import Section, Setting
from bowerbird.rulebook.weak_hands import WEAK_HANDS, WeakHand

if TYPE_CHECKING:
    from bowerbird.rulebook.model import Rulebook

Packets: TypeAlias = Literal["3-2", "2-3", "4-1", "1-4", "1-1-1-1-1"]


class PackRules(Section, frozen=True):
    """The cards in play."""

    lowest: Annotated[
        Literal[7, 8, 9],
        Setting("The lowest card in the deck", _pack, also=("pack.joker", "words.joker")),
    ] = 9
    joker: Annotated[bool, Setting("The joker plays, as the highest trump", _joker, also=("words.joker",))] = False


def _pack(book: Rulebook) -> str:
    pack = book.cards()
    joker = f", and the {book.words.joker}" if pack.joker else ""
    return f"{len(pack)} cards: {pack.lowest.word} to ace in four suits{joker}."


def _joker(book: Rulebook) -> str:
    if not book.pack.joker:
        return ""
    return f"If it is the {book.words.joker}, the dealer names the suit it stands for, before looking at a card."


class DrawRules(Section, frozen=True):
    """The draw for partners and for the first dealer."""

    partners: Annotated[
        Literal["arranged", "highs against lows", "second jack"],
        Setting(
            "How partners are found",
            {
                "arranged": "Partners are arranged before play.",
                "highs against lows": "Unless partners are arranged, all four draw a card: the two highest play the "
                "two lowest.",
                "second jack": "Cards are dealt round face up: the first two players to get a jack are partners.",
            },
            words={
                "arranged": "they are arranged before play",
                "highs against lows": "all draw a card: the two highest play the two lowest",
                "second jack": "the first two who are dealt a jack are partners",
            },
        ),
    ] = "arranged"
    dealer: Annotated[
        Literal["lowest card", "highest card", "first jack"],
        Setting(
            "Who deals first",
            _first_dealer,
            words={
                "lowest card": "the player who draws the lowest card",
                "highest card": "the player who draws the highest card",
                "first jack": "the player who is dealt the first jack",
            },
        ),
    ] = "lowest card"


def _first_dealer(book: Rulebook) -> Iterator[str]:
    if book.draw.dealer == "first jack":
        yield "Cards are dealt face up. The player who gets the first jack deals first."
        return
    first = book.event.dealer_cut != "none"
    arranged = "For the first game one player of each side cuts" if first else "One player of each side cuts"
    if book.draw.partners == "highs against lows":
        yield f"The player who drew the {book.draw.dealer} deals first."
        arranged = "With partners arranged, one player of each side cuts"
    better = "lower" if book.draw.dealer == "lowest card" else "higher"
    yield f"{arranged}, and the {better} card deals first."
    yield "In the draw, aces are high and there are no bowers. Ties draw again."


_WAYS: Final[dict[Packets, str]] = {
    "3-2": "three then two",
    "2-3": "two then three",
    "4-1": "four then one",
    "1-4": "one then four",
    "1-1-1-1-1": "one at a time",
}
_BY_NAME: Final[dict[WeakHand, str]] = {name: f"{name} ({rule.words})" for name, rule in WEAK_HANDS.items()}


class DealRules(Section, frozen=True):
    """Cut and deal."""

    cut: Annotated[
        Literal["required", "optional"],
        Setting(
            "The deck is cut before the deal",
            _cut,
            also=("deal.cut_leaves",),
            words={"required": "always", "optional": "if the player on the dealer's right wants to"},
        ),
    ] = "optional"
    cut_leaves: Annotated[
        int,
        msgspec.Meta(ge=1, le=12),
        Setting("A cut leaves at least so many cards in each part", said_with="deal.cut"),
    ] = 1
    shuffles_last: Annotated[
        bool,
        Setting(
            "The dealer has the right to shuffle last",
            {True: "The dealer may shuffle last.", False: "Nobody has a right to shuffle last."},
            quiet=(False,),
        ),
    ] = False
    packets: Annotated[
        tuple[Packets, ...],
        Setting(
            "In which packets five cards are dealt",
            lambda book: (
                f"Five cards each, from the dealer's left: {', or '.join(_WAYS[way] for way in book.deal.packets)}."
            ),
        ),
    ] = ("3-2", "2-3")
    plan: Annotated[
        Literal["each player", "all alike"],
        Setting(
            "Threes and twos: how the dealer deals",
            {
                "each player": "The dealer may change the way from player to player.",
                "all alike": "The dealer deals everyone the same way.",
            },
            words={"each player": "as they like, player by player", "all alike": "one way for the whole deal"},
        ),
    ] = "each player"
    after_start_bell: Annotated[
        bool,
        Setting(
            "The card is turned up only after the start bell",
            {
                True: "You may deal before the start bell, but turn up the card only after it.",
                False: "The card is turned up as soon as the hands are dealt.",
            },
            quiet=(False,),
        ),
    ] = False
    second_misdeal: Annotated[
        Literal["same dealer", "next dealer"],
        Setting(
            "After two misdeals in a row",
            {
                "same dealer": "After a misdeal the same dealer deals again.",
                "next dealer": "A dealer who misdeals twice in a row loses the deal to the next player.",
            },
            quiet=("same dealer",),
            words={"same dealer": "the same dealer deals again", "next dealer": "the next player deals"},
        ),
    ] = "same dealer"
    new_deal_for: Annotated[
        tuple[WeakHand, ...],
        Setting("You may have a new deal for", _new_deal_for, quiet=((),), words=_BY_NAME),
    ] = ()
    exchange_for: Annotated[
        tuple[WeakHand, ...],
        Setting("You may change three cards for", _exchange_for, quiet=((),), words=_BY_NAME),
    ] = ()


def _cut(book: Rulebook) -> str:
    deal = book.deal
    leaving = f", leaving at least {number(deal.cut_leaves)} cards in each part" if deal.cut_leaves > 1 else ""
    return f"The player on the dealer's right {'cuts' if deal.cut == 'required' else 'may cut'} the deck{leaving}."


def _new_deal_for(book: Rulebook) -> str:
    if not book.deal.new_deal_for:
        return "However weak, a hand is played as dealt: it brings no new deal."
    return f"{_holding(book.deal.new_deal_for)} you may show your hand and have a new deal."


def _exchange_for(book: Rulebook) -> str:
    if not book.deal.exchange_for:
        return "No cards are exchanged for a weak hand."
    change = "you may show your hand and change three of its cards for the three under the turn-up"
    return f"{_holding(book.deal.exchange_for)} {change}."


def _holding(weak: tuple[WeakHand, ...]) -> str:
    return f"Before your first call, with {listed((_BY_NAME[name] for name in weak), 'or')},"
