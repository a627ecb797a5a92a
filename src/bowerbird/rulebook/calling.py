"""The settings of calls, discard, lone hands and the lead, and a club's own words, each with its words. Data only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

import msgspec

from bowerbird.rulebook.setting import Saying, Section, Setting

if TYPE_CHECKING:
    from bowerbird.rulebook.model import Rulebook

Need: TypeAlias = Literal["nothing", "natural", "trump or left bower"]


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
            "The dealer needs such a card too to pick up", {True: "", False: "The dealer may pick it up without one."}
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
    needed = _needed(auction.need_second_round, "that suit")
    return Saying(f"To name a suit you must hold {needed}. So must the dealer.", _dealer_too(book))


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
    alone: Annotated[
        str, Setting("To go alone", lambda book: f'To do so, say "{book.words.alone}" with the call, not later.')
    ] = "Alone"
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
                "face down": "If nobody accepts it, the dealer lays the card face down on the deck.",
                "face up": "If nobody accepts it, the dealer lays the card face up, partly under the deck.",
            },
        ),
    ] = "face down"
    turn_up_stays: Annotated[
        bool,
        Setting(
            "The turn-up stays on the deck until the dealer plays it",
            {
                True: "The turn-up may lie on the deck, in sight, until the dealer plays it.",
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
                "on the pack": "The discard goes face down on the deck.",
                "under the pack": "The discard goes face down under the deck.",
            },
        ),
    ] = "on the pack"
    pack_lies: Annotated[
        Literal["anywhere", "at the dealer's left"],
        Setting(
            "Where the rest of the deck lies",
            {
                "anywhere": "The rest of the deck may lie anywhere on the table.",
                "at the dealer's left": "The rest of the deck lies at the dealer's left.",
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
