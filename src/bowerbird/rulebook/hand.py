"""The settings of one hand, each with its words: from the cards on the table to the points. Data only.

Nothing here depends on a club, and nothing here plays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

import msgspec

from bowerbird.rulebook.phrases import listed, number, points
from bowerbird.rulebook.setting import Said, Saying, Section, Setting
from bowerbird.rulebook.weak_hands import WEAK_HANDS, WeakHand

if TYPE_CHECKING:
    from bowerbird.rulebook.model import Rulebook

Count = Annotated[int, msgspec.Meta(ge=0, le=100)]
Need: TypeAlias = Literal["nothing", "natural", "trump or left bower"]
Packets: TypeAlias = Literal["3-2", "2-3", "4-1", "1-4", "1-1-1-1-1"]
Euchre: TypeAlias = Count | Literal["by tricks"]


class PackRules(Section, frozen=True):
    """The cards in play."""

    lowest: Annotated[
        Literal[7, 8, 9],
        Setting("The lowest card in the pack", _pack, also=("pack.joker", "words.joker")),
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
    arranged = "One player of each side cuts"
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
            "The pack is cut before the deal",
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
    return f"The player on the dealer's right {'cuts' if deal.cut == 'required' else 'may cut'} the pack{leaving}."


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


_NEEDS: Final[dict[Need, str]] = {
    "nothing": "nothing in particular",
    "natural": "a card printed in that suit",
    "trump or left bower": "a card of that suit, or its left bower",
}


class AuctionRules(Section, frozen=True):
    """The making of trump: who may, with which cards, and what happens if everyone passes."""

    need_first_round: Annotated[Need, Setting("To accept the turn-up you must hold", _need_first, words=_NEEDS)] = (
        "nothing"
    )
    need_second_round: Annotated[Need, Setting("To name a suit you must hold", _need_second, words=_NEEDS)] = "nothing"
    dealer_needs: Annotated[
        bool,
        Setting(
            "The dealer needs such a card too", {True: "", False: "The dealer may make trump without such a card."}
        ),
    ] = True
    partner_orders_alone: Annotated[
        bool,
        Setting(
            "The dealer's partner who orders it up must play alone",
            {
                True: (
                    "The dealer's partner who orders it up plays alone.",
                    "The dealer then still takes the turn-up and discards, so that it is out of play.",
                ),
                False: "The dealer's partner may order it up and play with the dealer.",
            },
            quiet=(False,),
            popular=5,
        ),
    ] = False
    stick_the_dealer: Annotated[
        bool,
        Setting(
            "Stick the dealer: if all others pass twice, the dealer must name trump",
            {
                True: "If the other three pass again, the dealer must name trump.",
                False: "Nobody is forced to name trump, not even the dealer.",
            },
            popular=1,
        ),
    ] = False
    all_pass: Annotated[
        Literal["next dealer", "same dealer"],
        Setting(
            "When all four pass twice",
            _all_pass,
            words={"next dealer": "the deal passes to the left", "same dealer": "the same dealer deals again"},
        ),
    ] = "next dealer"
    no_trump: Annotated[bool, Setting("“No trump” may be named, with no suit above the others", _no_trump)] = False


def _need_first(book: Rulebook) -> Saying:
    auction = book.auction
    if auction.need_first_round == "nothing":
        return Saying("To accept it you need no particular card.", quiet=True)
    dealer = " The dealer needs one too, besides the turn-up." if auction.dealer_needs else ""
    needed = _needed(auction.need_first_round, "the turned-up suit")
    return Saying(f"To accept it you must hold {needed}.{dealer}", _dealer_too(book))


def _need_second(book: Rulebook) -> Saying:
    auction = book.auction
    if auction.need_second_round == "nothing":
        return Saying("Now you need no particular card.", quiet=auction.need_first_round == "nothing")
    dealer = " So must the dealer." if auction.dealer_needs else ""
    needed = _needed(auction.need_second_round, "that suit")
    return Saying(f"To name a suit you must hold {needed}.{dealer}", _dealer_too(book))


def _dealer_too(book: Rulebook) -> tuple[str, ...]:
    return ("auction.dealer_needs",) if book.auction.dealer_needs else ()


def _needed(need: Need, suit: str) -> str:
    if need == "natural":
        return f"a card printed in {suit}, not just the other jack of its colour"
    return f"a card of {suit} or the jack that would be its left bower"


def _all_pass(book: Rulebook) -> Saying:
    if book.auction.stick_the_dealer:
        return Saying("So no hand is thrown in.", quiet=True)
    next_deal = book.auction.all_pass == "next dealer"
    again = "the deal passes to the left" if next_deal else "the same dealer deals again"
    return Saying(f"If all four pass again, nobody scores and {again}.")


def _no_trump(book: Rulebook) -> Saying:
    if not book.auction.no_trump:
        return Saying("Trump is always a suit.", quiet=True)
    joker = f" The {book.words.joker} still beats every card." if book.pack.joker else ""
    told = f"You may also name no trump: then no suit beats another and jacks are jacks.{joker}"
    return Saying(told, ("pack.joker", "words.joker"))


class Words(Section, frozen=True):
    """The words that people say at this club's tables."""

    pass_: Annotated[str, Setting("To pass", _passing, also=("words.turn_down",))] = msgspec.field(
        default="Pass", name="pass"
    )
    turn_down: Annotated[str, Setting("The dealer, to refuse the card", said_with="words.pass")] = "Turn it down"
    order: Annotated[
        str,
        Setting(
            "An opponent of the dealer, to accept the card",
            _accepting,
            also=("words.assist", "words.take"),
        ),
    ] = "I order it up"
    assist: Annotated[str, Setting("The dealer's partner, to accept the card", said_with="words.order")] = "I assist"
    take: Annotated[str, Setting("The dealer, to accept the card", said_with="words.order")] = "I take it up"
    alone: Annotated[str, Setting("To go alone", said_with="alone")] = "Alone"
    next: Annotated[
        str,
        Setting(
            "The other suit of the turned-down colour",
            lambda book: (
                f'The other suit of the turned-down colour is "{book.words.next}", '
                f'a suit of the other colour "{book.words.crossing}".'
            ),
            also=("words.crossing",),
        ),
    ] = "Next"
    crossing: Annotated[str, Setting("A suit of the other colour", said_with="words.next")] = "Crossing"
    revoke: Annotated[
        Literal["revoke", "renege"],
        Setting("Not following suit, though one could", said_with="irregularities.revoke"),
    ] = "renege"
    turned_down_lies: Annotated[
        Literal["face down", "face up"],
        Setting(
            "How a turned-down card lies",
            {
                "face down": "If nobody accepts it, the dealer lays the card face down on the pack.",
                "face up": "If nobody accepts it, the dealer lays the card face up, partly under the pack.",
            },
        ),
    ] = "face down"
    turn_up_stays: Annotated[
        bool,
        Setting(
            "The turn-up stays on the pack until the dealer plays it",
            {
                True: "The turn-up may lie on the pack, in sight, until the dealer plays it.",
                False: "The dealer takes the turn-up in hand.",
            },
            quiet=(False,),
        ),
    ] = False
    discard_goes: Annotated[
        Literal["on the pack", "under the pack"],
        Setting(
            "Where the discard goes",
            {
                "on the pack": "The discard goes face down on the pack.",
                "under the pack": "The discard goes face down under the pack.",
            },
        ),
    ] = "on the pack"
    pack_lies: Annotated[
        Literal["anywhere", "at the dealer's left"],
        Setting(
            "Where the rest of the pack lies",
            {
                "anywhere": "The rest of the pack may lie anywhere on the table.",
                "at the dealer's left": "The rest of the pack lies at the dealer's left.",
            },
            quiet=("anywhere",),
        ),
    ] = "anywhere"
    trick_turned_by_winner: Annotated[
        bool,
        Setting(
            "The winner turns the trick face down",
            {
                True: "The winner turns the trick face down before leading on; the others leave their cards face up.",
                False: "The trick is gathered by either partner.",
            },
            quiet=(False,),
        ),
    ] = False
    joker: Annotated[str, msgspec.Meta(min_length=1), Setting("The joker's name", said_with="pack.lowest")] = "joker"
    tip: Annotated[
        str, Setting("A piece of advice", lambda book: book.words.tip or "No advice is given.", quiet=("",))
    ] = ""


def _passing(book: Rulebook) -> str:
    words = book.words
    refusal = "" if words.turn_down == words.pass_ else f'; the dealer, to refuse the card, "{words.turn_down}"'
    return f'To pass, say "{words.pass_}"{refusal}.'


def _accepting(book: Rulebook) -> str:
    words = book.words
    return (
        f'To accept, the dealer\'s opponents say "{words.order}", the dealer\'s partner "{words.assist}", '
        f'the dealer "{words.take}".'
    )


class DiscardRules(Section, frozen=True):
    """The dealer's choice of a discard after taking the turn-up."""

    turn_up: Annotated[
        bool,
        Setting(
            "The dealer may discard the turn-up itself",
            {
                True: "No matter who orders it up, the dealer takes the turn-up and discards any card, even that one.",
                False: "No matter who orders it up, the dealer takes the turn-up, keeps it, and discards another card.",
            },
        ),
    ] = False
    keep_turn_up_in_a_flush: Annotated[
        bool,
        Setting("With five cards of its suit, the dealer must keep the turn-up", _flush, quiet=(False,)),
    ] = False


def _flush(book: Rulebook) -> str:
    if not book.discard.turn_up:
        return ""
    if book.discard.keep_turn_up_in_a_flush:
        return "But a dealer whose five cards are all of its suit must keep it."
    return "That is so with five cards of its suit, too."


class AloneRules(Section, frozen=True):
    """Playing without the partner."""

    defend_alone: Annotated[
        Literal["off", "lone calls", "any call"],
        Setting(
            "An opponent may defend alone",
            {
                "off": "Nobody may defend alone.",
                "lone calls": "Against a lone hand, an opponent may defend alone.",
                "any call": "Whatever is called, an opponent may defend alone.",
            },
            quiet=("off",),
            words={"off": "no", "lone calls": "against a lone hand", "any call": "against any call"},
        ),
    ] = "off"
    partners_best: Annotated[
        bool,
        Setting(
            "A lone player gets the partner's best card",
            {
                True: "The partner of a lone player hands over one card, the best, and the lone player discards one.",
                False: "A lone player gets no card from the partner.",
            },
            quiet=(False,),
        ),
    ] = False


class LeadRules(Section, frozen=True):
    """The lead to the first trick."""

    opening: Annotated[
        Literal["left of dealer", "left of lone hand"],
        Setting(
            "Who leads against a lone hand",
            {
                "left of dealer": "The player on the dealer's left leads first. If that player is sitting out, the "
                "next player leads.",
                "left of lone hand": "The player on the dealer's left leads first; against a lone hand, the player on "
                "its left.",
            },
            words={"left of dealer": "the dealer's left", "left of lone hand": "the lone hand's left"},
            popular=3,
        ),
    ] = "left of dealer"


def _row(text: str, value: Callable[[Rulebook], str]) -> Callable[[Rulebook], Said]:
    """A row of the table of points; none if it has no value."""
    return lambda book: Saying(text if value(book) else "", value=value(book))


_BY_TRICKS: Final = {"by tricks": "as many as the makers would have for those tricks"}


class PointRules(Section, frozen=True):
    """The table of points of one hand."""

    made: Annotated[
        Count,
        Setting(
            "Points for three or four tricks",
            _row("Makers, three or four tricks", lambda book: points(book.points.made)),
        ),
    ] = 1
    march: Annotated[
        Count,
        Setting("Points for all five tricks", _row("Makers, all five", lambda book: points(book.points.march))),
    ] = 2
    alone_made: Annotated[
        Count,
        Setting(
            "Points for three or four tricks alone",
            _row("Lone hand, three or four", lambda book: points(book.points.alone_made)),
        ),
    ] = 1
    alone_march: Annotated[
        Count,
        Setting(
            "Points for all five tricks alone",
            _row("Lone hand, all five", lambda book: points(book.points.alone_march)),
        ),
    ] = 4
    euchre: Annotated[
        Euchre,
        Setting(
            "Points for a euchre",
            _row("Euchre, to the other side", lambda book: _euchre(book, book.points.euchre)),
            words=_BY_TRICKS,
            popular=4,
        ),
    ] = 2
    euchre_alone: Annotated[
        Euchre,
        Setting(
            "Points for the euchre of a lone hand",
            _row("Euchre of a lone hand", lambda book: _euchre(book, book.points.euchre_alone)),
            words=_BY_TRICKS,
        ),
    ] = 2
    euchre_by_lone_defender: Annotated[
        Count,
        Setting(
            "Points for a euchre by a lone defender",
            _row("Euchre by a lone defender", _lone_defence),
        ),
    ] = 4


def _euchre(book: Rulebook, worth: Euchre) -> str:
    """The points for a euchre. Paid by tricks, it is worth the same as those tricks are to makers."""
    if isinstance(worth, int):
        return points(worth)
    return f"{points(book.points.made)}, {book.points.march} with all five"


def _lone_defence(book: Rulebook) -> str:
    return "" if book.alone.defend_alone == "off" else points(book.points.euchre_by_lone_defender)


class PersonalCard(Section, frozen=True):
    """Points of one hand on each personal card, if the club keeps them."""

    kept: Annotated[
        bool,
        Setting(
            "Everyone keeps a personal card",
            {
                True: "After each hand both players of the side that took most tricks mark their cards.",
                False: "Nobody keeps a personal card.",
            },
            quiet=(False,),
        ),
    ] = False
    made: Annotated[
        Count,
        Setting(
            "On the card, for three or four tricks",
            _row("Three or four tricks", lambda book: _marked(book, f"{book.personal_card.made} each")),
        ),
    ] = 1
    march: Annotated[
        Count,
        Setting(
            "On the card, for all five tricks",
            _row("All five", lambda book: _marked(book, f"{book.personal_card.march} each")),
        ),
    ] = 2
    alone_made: Annotated[
        Count,
        Setting(
            "On the card, for three or four tricks alone",
            _row(
                "Three or four, one of you alone", lambda book: _marked(book, f"{book.personal_card.alone_made} each")
            ),
        ),
    ] = 2
    alone_march: Annotated[
        Count,
        Setting(
            "On the card, for all five tricks alone",
            _row("All five alone, the lone player", lambda book: _marked(book, str(book.personal_card.alone_march))),
        ),
    ] = 5
    alone_march_partner: Annotated[
        Count,
        Setting(
            "On the partner's card, for all five tricks alone",
            _row(
                "All five alone, the partner", lambda book: _marked(book, str(book.personal_card.alone_march_partner))
            ),
        ),
    ] = 4


def _marked(book: Rulebook, points: str) -> str:
    return points if book.personal_card.kept else ""
