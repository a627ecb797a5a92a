"""The rule sheet of one hand: from the cards on the table to the points."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from bowerbird.cards import NO_TRUMP, Card, Suit, is_trump, left_bower, right_bower, sort_hand
from bowerbird.rulebook.model import Need, Rulebook
from bowerbird.rulebook.sheet.line import SheetLine, line, listed, number, points, sentence_case
from bowerbird.rulebook.weak_hands import WEAK_HANDS, WeakHand

_PACK = ("pack.lowest", "pack.joker", "words.joker")
_PACKETS = {"3-2": "three then two", "2-3": "two then three", "1-1-1-1-1": "one at a time"}


def _cards(book: Rulebook) -> Iterator[SheetLine]:
    say = partial(line, book)
    pack = book.cards()
    joker = f", and the {book.words.joker}" if pack.joker else ""
    yield say(
        "pack.lowest",
        f"{len(pack)} cards: {pack.lowest.word} to ace in four suits{joker}.",
        "pack.joker",
        "words.joker",
    )
    trump = Suit.HEARTS
    bowers = (right_bower(trump), left_bower(trump))
    trumps = [card for card in sort_hand(pack.cards, trump) if is_trump(card, trump)]
    others = _ranks(card for card in trumps if card not in bowers and not card.is_joker)
    first = f"the {book.words.joker}, " if pack.joker else ""
    yield say(
        "pack",
        f"Trumps, best first: {first}the jack of trumps (right bower), the other jack of its colour (left bower), "
        f"then {others}.",
        *_PACK,
    )
    heads = ", ".join(
        f"the {book.words.joker if card.is_joker else card.word}" for card in trumps if card.is_joker or card in bowers
    )
    yield say("pack", f"With {trump.word} as trumps: {heads}, then the other {trump.word}.", *_PACK)
    plain = _ranks(card for card in sort_hand(pack.cards, NO_TRUMP) if not card.is_joker and card.suit is trump)
    yield say("pack", f"Other suits: {plain}, less the jack that has become the left bower.", *_PACK)


def _ranks(cards: Iterator[Card]) -> str:
    return ", ".join(card.rank.word for card in cards)


def _draw(book: Rulebook) -> Iterator[SheetLine]:
    say = partial(line, book)
    match book.draw.partners:
        case "arranged":
            yield say("draw.partners", "Partners are arranged before play.")
        case "highs against lows":
            yield say(
                "draw.partners",
                "Unless partners are arranged, all four draw a card: the two highest play the two lowest.",
            )
        case "second jack":
            yield say(
                "draw.partners",
                "Cards are dealt round face up: the first two players to get a jack are partners.",
            )
    if book.draw.dealer == "first jack":
        yield say("draw.dealer", "The first jack dealt face up finds the first dealer.")
        return
    arranged = "One player of each side cuts"
    if book.draw.partners == "highs against lows":
        yield say("draw.dealer", f"Whoever drew the {book.draw.dealer} deals first.")
        arranged = "With partners arranged, one player of each side cuts"
    better = "lower" if book.draw.dealer == "lowest card" else "higher"
    yield say("draw.dealer", f"{arranged}, and the {better} card deals first.")
    yield say("draw.dealer", "Here the ace is high, a jack is only a jack, and equal cards draw again.")


def _deal(book: Rulebook) -> Iterator[SheetLine]:
    say = partial(line, book)
    deal = book.deal
    leaving = f", leaving at least {number(deal.cut_leaves)} cards in each part" if deal.cut_leaves > 1 else ""
    must = "cuts" if deal.cut == "required" else "may cut"
    yield say("deal.cut", f"The player on the dealer's right {must} the pack{leaving}.", "deal.cut_leaves")
    ways = ", or ".join(_PACKETS[packet] for packet in deal.packets)
    yield say("deal.packets", f"Five cards each, from the dealer's left: {ways}.")
    if deal.plan == "all alike":
        yield say("deal.plan", "The dealer keeps to one way for the whole deal.")
    else:
        yield say("deal.plan", "The dealer may change the way from player to player.")
    left = sentence_case(number(len(book.cards()) - 20))
    yield say("deal", f"{left} cards are left. The top one is turned up and offers its suit as trump.", *_PACK)
    if book.pack.joker:
        yield say(
            "pack.joker",
            f"If it is the {book.words.joker}, the dealer names the suit it stands for, before looking at a card.",
            "words.joker",
        )
    yield say("deal", "After the hand the deal passes to the left.")
    if deal.after_start_bell:
        yield say("deal.after_start_bell", "You may deal before the start bell, but turn up the card only after it.")
    else:
        yield say("deal.after_start_bell", "The card is turned up as soon as the hands are dealt.", quiet=True)
    if deal.second_misdeal == "next dealer":
        yield say("deal.second_misdeal", "A dealer who misdeals twice in a row loses the deal to the next player.")
    else:
        yield say("deal.second_misdeal", "After a misdeal the same dealer deals again.", quiet=True)
    if deal.new_deal_for:
        yield say("deal.new_deal_for", f"{_holding(deal.new_deal_for)} you may show your hand and have a new deal.")
    else:
        yield say("deal.new_deal_for", "However weak, a hand is played as dealt: it brings no new deal.", quiet=True)
    if deal.exchange_for:
        changed = "you may show your hand and change three of its cards for the three under the turn-up"
        yield say("deal.exchange_for", f"{_holding(deal.exchange_for)} {changed}.")
    else:
        yield say("deal.exchange_for", "No cards are exchanged for a weak hand.", quiet=True)


def _holding(weak: tuple[WeakHand, ...]) -> str:
    """`With a farmer's hand (nothing above a ten)`, and so on."""
    return f"Before your first call, with {listed((f'{name} ({WEAK_HANDS[name].words})' for name in weak), 'or')},"


def _auction(book: Rulebook) -> Iterator[SheetLine]:
    yield from _first_round(book)
    yield from _second_round(book)


def _first_round(book: Rulebook) -> Iterator[SheetLine]:
    say = partial(line, book)
    auction, words = book.auction, book.words
    yield say("auction", "First round: from the dealer's left, each player passes or accepts the turn-up as trump.")
    yield say(
        "words.order",
        f'To accept, the dealer\'s opponents say "{words.order}", the dealer\'s partner "{words.assist}", '
        f'the dealer "{words.take}".',
        "words.assist",
        "words.take",
    )
    refusal = "" if words.turn_down == words.pass_ else f'; the dealer, to refuse the card, "{words.turn_down}"'
    yield say("words.pass", f'To pass, say "{words.pass_}"{refusal}.', "words.turn_down")
    dealer_too = ("auction.dealer_needs",) if auction.dealer_needs else ()
    if auction.need_first_round == "nothing":
        yield say("auction.need_first_round", "To accept it you need no particular card.", quiet=True)
    else:
        dealer = " The dealer needs one too, besides the turn-up." if auction.dealer_needs else ""
        needed = f"To accept it you must hold {_needed(auction.need_first_round, 'the turned-up suit')}.{dealer}"
        yield say("auction.need_first_round", needed, *dealer_too)
    if not auction.dealer_needs:
        yield say("auction.dealer_needs", "The dealer may make trump without such a card.")
    if auction.partner_orders_alone:
        yield say("auction.partner_orders_alone", "The dealer's partner who orders it up plays alone.")
        told = "The dealer then still takes the turn-up and discards, so that it is out of play."
        yield say("auction.partner_orders_alone", told)
    else:
        yield say(
            "auction.partner_orders_alone", "The dealer's partner may order it up and play with the dealer.", quiet=True
        )


def _second_round(book: Rulebook) -> Iterator[SheetLine]:
    say = partial(line, book)
    auction, words = book.auction, book.words
    face = "face down on the pack" if words.turned_down_lies == "face down" else "face up, partly under the pack"
    yield say("words.turned_down_lies", f"If nobody accepts it, the dealer lays the card {face}.")
    yield say("auction", "Second round: each player passes or names another suit. The turned-down suit is out.")
    yield say(
        "words.next",
        f'The other suit of the turned-down colour is "{words.next}", a suit of the other colour "{words.crossing}".',
        "words.crossing",
    )
    dealer_too = ("auction.dealer_needs",) if auction.dealer_needs else ()
    if auction.need_second_round == "nothing":
        free = "Now you need no particular card."
        yield say("auction.need_second_round", free, quiet=auction.need_first_round == "nothing")
    else:
        dealer = " So must the dealer." if auction.dealer_needs else ""
        needed = f"To name a suit you must hold {_needed(auction.need_second_round, 'that suit')}.{dealer}"
        yield say("auction.need_second_round", needed, *dealer_too)
    if auction.no_trump:
        joker = f" The {book.words.joker} still beats every card." if book.pack.joker else ""
        told = f"You may also name no trump: then no suit beats another and jacks are jacks.{joker}"
        yield say("auction.no_trump", told, "pack.joker", "words.joker")
    else:
        yield say("auction.no_trump", "Trump is always a suit.", quiet=True)
    if auction.stick_the_dealer:
        yield say("auction.stick_the_dealer", "If the other three pass again, the dealer must name trump.")
        yield say("auction.all_pass", "So no hand is thrown in.", quiet=True)
        return
    yield say("auction.stick_the_dealer", "Nobody is forced to name trump, not even the dealer.")
    again = "the deal passes to the left" if auction.all_pass == "next dealer" else "the same dealer deals again"
    yield say("auction.all_pass", f"If all four pass again, nobody scores and {again}.")


def _needed(need: Need, suit: str) -> str:
    if need == "natural":
        return f"a card printed in {suit}, not just the other jack of its colour"
    return f"a card of {suit} or the jack that would be its left bower"


def _discard(book: Rulebook) -> Iterator[SheetLine]:
    say = partial(line, book)
    if book.discard.turn_up:
        yield say(
            "discard.turn_up",
            "Whoever accepted the turn-up, the dealer takes it and lays any card away, even that one.",
        )
        if book.discard.keep_turn_up_in_a_flush:
            flush = "But a dealer whose five cards are all of its suit must keep it."
        else:
            flush = "That is so with five cards of its suit, too."
        yield say("discard.keep_turn_up_in_a_flush", flush, quiet=not book.discard.keep_turn_up_in_a_flush)
    else:
        yield say(
            "discard.turn_up",
            "Whoever accepted the turn-up, the dealer takes and keeps it, and lays another card away.",
        )
    yield say("words.discard_goes", f"The discard goes face down {book.words.discard_goes}.")
    if book.words.turn_up_stays:
        yield say("words.turn_up_stays", "The turn-up may lie on the pack, in sight, until the dealer plays it.")
    else:
        yield say("words.turn_up_stays", "The dealer takes the turn-up in hand.", quiet=True)


def _alone(book: Rulebook) -> Iterator[SheetLine]:
    say = partial(line, book)
    yield say(
        "alone",
        f'If you make trump you may play without your partner: say "{book.words.alone}" with the call, not later.',
        "words.alone",
    )
    yield say("alone", "Your partner lays the cards face down and sits the hand out.")
    match book.alone.defend_alone:
        case "off":
            yield say("alone.defend_alone", "Nobody may defend alone.", quiet=True)
        case "lone calls":
            yield say("alone.defend_alone", "Against a lone hand, an opponent may defend alone.")
        case "any call":
            yield say("alone.defend_alone", "Whatever is called, an opponent may defend alone.")
    if book.alone.partners_best:
        yield say(
            "alone.partners_best",
            "The partner of a lone player hands over one card, the best, and the lone player lays one away.",
        )
    else:
        yield say("alone.partners_best", "A lone player gets no card from the partner.", quiet=True)


def _play(book: Rulebook) -> Iterator[SheetLine]:
    say = partial(line, book)
    if book.lead.opening == "left of dealer":
        against = "past a hand that is laid down"
        yield say("lead.opening", f"The player on the dealer's left leads first, or the next one {against}.")
    else:
        yield say(
            "lead.opening",
            "The player on the dealer's left leads first; against a lone hand, the player on its left.",
        )
    yield say("play", "Follow the suit led if you can; otherwise play any card. The left bower is a trump.")
    yield say("play", "The best trump takes the trick, or else the best card of the suit led. The winner leads next.")
    if book.words.trick_turned_by_winner:
        yield say(
            "words.trick_turned_by_winner",
            "The winner turns the trick face down before leading on; the others leave their cards face up.",
        )
    else:
        yield say("words.trick_turned_by_winner", "The trick is gathered by either partner.", quiet=True)


def _points(book: Rulebook) -> Iterator[SheetLine]:
    say = partial(line, book)
    table = book.points
    yield say("points", "The side that made trump (the makers) needs three tricks, or it is euchred. Five are a march.")
    yield say("points.made", "Makers, three or four tricks", value=points(table.made))
    yield say("points.march", "Makers, all five", value=points(table.march))
    yield say("points.alone_made", "Lone hand, three or four", value=points(table.alone_made))
    yield say("points.alone_march", "Lone hand, all five", value=points(table.alone_march))
    yield say("points.euchre", "Euchre, to the other side", value=_euchre(book, table.euchre))
    yield say("points.euchre_alone", "Euchre of a lone hand", value=_euchre(book, table.euchre_alone))
    if book.alone.defend_alone != "off":
        yield say(
            "points.euchre_by_lone_defender",
            "Euchre by a lone defender",
            value=points(table.euchre_by_lone_defender),
        )


def _euchre(book: Rulebook, worth: int | str) -> str:
    """Paid by tricks, a euchre is worth what those tricks are worth to makers."""
    if isinstance(worth, int):
        return points(worth)
    return f"{points(book.points.made)}, {book.points.march} with all five"


def _personal_card(book: Rulebook) -> Iterator[SheetLine]:
    say = partial(line, book)
    card = book.personal_card
    if not card.kept:
        yield say("personal_card.kept", "Nobody keeps a personal card.", quiet=True)
        return
    yield say("personal_card.kept", "After each hand both players of the side that took most tricks mark their cards.")
    yield say("personal_card.made", "Three or four tricks", value=f"{card.made} each")
    yield say("personal_card.march", "All five", value=f"{card.march} each")
    yield say("personal_card.alone_made", "Three or four, one of you alone", value=f"{card.alone_made} each")
    yield say("personal_card.alone_march", "All five alone, the lone player", value=str(card.alone_march))
    yield say("personal_card.alone_march_partner", "All five alone, the partner", value=str(card.alone_march_partner))


HAND_SECTIONS: Final[dict[str, Callable[[Rulebook], Iterator[SheetLine]]]] = {
    "The cards": _cards,
    "The draw": _draw,
    "Cut and deal": _deal,
    "Making trump": _auction,
    "The discard": _discard,
    "Playing alone": _alone,
    "Lead and play": _play,
    "Points": _points,
    "Your own card": _personal_card,
}
