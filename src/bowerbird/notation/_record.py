"""One deal of an EGN file, prepared for the table: seats for numbers, missing keys as empty, and possible trumps."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import UnsetType

from bowerbird.cards import JOKER, Pack, parse_trump
from bowerbird.errors import BowerbirdError
from bowerbird.notation._card_text import ANY_TRUMP, Trumps, could_be, sole, suits_of
from bowerbird.notation.egn import Bidding, EgnDeal, TrickPlay
from bowerbird.seats import Seat

__all__ = ["DealRecord", "RuleBrokenError", "record_of"]


class RuleBrokenError(BowerbirdError, ValueError):
    """A recorded game that breaks a rule. The message names the deal, the call or trick, the card, and the reason."""

    def __init__(self, why: str, *, deal: int = 0, trick: int = 0, call: int = 0, card: str = "") -> None:
        """Deals, tricks and calls count from 1. 0 means that the error has no such place."""
        self.why, self.deal, self.trick, self.call, self.card = why, deal, trick, call, card
        numbered = (("deal", deal), ("call", call), ("trick", trick))
        place = [f"{word} {number}" for word, number in numbered if number] + [card] * bool(card)
        where = ", ".join(place)
        super().__init__(f"{where[:1].upper()}{where[1:]}: {why}" if where else why)

    def in_deal(self, deal: int) -> RuleBrokenError:
        """The same error, with the number of its deal."""
        return RuleBrokenError(self.why, deal=deal, trick=self.trick, call=self.call, card=self.card)


class Given(msgspec.Struct, frozen=True):
    """Cards that changed hands before play. Without a giver, they come from the leftover cards."""

    giver: Seat | None
    taker: Seat
    cards: tuple[str, ...]


class DealRecord(msgspec.Struct, frozen=True):
    """One deal as recorded. Cards are still text, because not every text is a card."""

    pack: Pack
    dealer: Seat
    up: str
    hands: tuple[tuple[str, ...], ...]
    left_over: tuple[str, ...]
    calls: tuple[str, ...]
    alone: bool
    lone_defender: Seat | None
    discard: str
    given: tuple[Given, ...]
    leader: Seat | None
    tricks: tuple[tuple[str, ...], ...]
    trumps: Trumps

    @property
    def maker_call(self) -> int:
        """The index of the call that made trump, or -1."""
        return next((place for place, call in enumerate(self.calls) if call != "Pass"), -1)

    @property
    def ordered(self) -> bool:
        """True if trump was made in the first round. A joker's order is written as its suit."""
        made = self.calls[self.maker_call] if 0 <= self.maker_call < 4 else ""
        return made == "Order" or (self.up == "B" and made in ("c", "d", "h", "s"))

    @property
    def known_trump(self) -> bool:
        """True if the record shows what is trump."""
        return len(self.trumps) == 1

    @property
    def is_blank(self) -> bool:
        """True if nothing happened after the deal."""
        return not self.calls and not self.tricks

    def options(self, text: str) -> int:
        """The cards that a text may be in this deal."""
        found = could_be(text, self.trumps, self.pack)
        if not found:
            raise RuleBrokenError(f"there is no such card in this deal's deck of {len(self.pack)}", card=text)
        return found

    def certain(self, texts: Iterable[str]) -> int:
        """The certain cards among some texts. Empty texts, for what is not recorded, are skipped."""
        mask = 0
        for text in filter(None, texts):
            found = could_be(text, self.trumps, self.pack)
            mask |= found if sole(found) is not None else 0
        return mask

    def played(self) -> int:
        """The cards that were certainly played."""
        return self.certain(text for trick in self.tricks for text in trick)

    def mentioned(self) -> int:
        """Every card whose place is certain, except the turn-up."""
        texts = (*self.hands, self.left_over, *(given.cards for given in self.given), (self.discard,))
        return self.played() | self.certain(text for cards in texts for text in cards)

    def elsewhere(self, seat: Seat) -> int:
        """The cards that an unknown card of this seat can't be, because they are certainly elsewhere."""
        got = 0
        for given in self.given:
            got |= self.certain(given.cards) if given.taker is seat else 0
        if self.ordered and seat is self.dealer:
            got |= could_be(self.up, self.trumps, self.pack)
        own = self.certain(self.hands[seat])
        mask = self.certain((*self.left_over, self.up))
        for other in Seat:
            passed_on = self.alone and other is seat.partner
            if other is not seat and not passed_on:
                mask |= self.certain(self.hands[other])
            if other is seat and own.bit_count() == 5 and not self.alone and not self.given:
                mask |= self.pack.mask & ~own
        return mask & ~got | self.played() | self.certain((self.discard,))


def record_of(deal: EgnDeal, pack: Pack) -> DealRecord:
    """Prepare a deal. Raises `RuleBrokenError` if it can't be a deal for four."""
    bidding, play = _phases(deal)
    start = deal.initial_state
    hands = next((cards for cards in (start.player_cards, start.old_player_cards) if cards), [])
    if len(hands) > 4:
        raise RuleBrokenError(f"hands for {len(hands)} players are recorded, but four play")
    calls = tuple(bidding.calls) if bidding else ()
    tricks = tuple(tuple(trick) for trick in play.tricks) if play else ()
    while tricks and not tricks[-1]:
        tricks = tricks[:-1]
    return DealRecord(
        pack=pack,
        dealer=_seat(start.dealer, "the dealer"),
        up=_up_card(start.up_card, calls, pack),
        hands=tuple(tuple(hand) for hand in hands) + ((),) * (4 - len(hands)),
        left_over=tuple(text for text in _listed(start.kitty) if text),
        calls=calls,
        alone=(bidding is not None and bidding.is_alone is True) or (play is not None and play.is_alone is True),
        lone_defender=_lone_defender(bidding),
        discard=bidding.discard if bidding and isinstance(bidding.discard, str) else "",
        given=_given(bidding),
        leader=_seat(play.initial_lead, "the leader") if play and isinstance(play.initial_lead, int) else None,
        tricks=tricks,
        trumps=_trumps(calls, start.up_card, pack),
    )


def _phases(deal: EgnDeal) -> tuple[Bidding | None, TrickPlay | None]:
    match deal.phases:
        case []:
            return None, None
        case [Bidding() as bidding]:
            return bidding, None
        case [Bidding() as bidding, TrickPlay() as play]:
            return bidding, play
        case _:
            raise RuleBrokenError("a deal has its calls first and then its tricks")


def _seat(number: int, who: str) -> Seat:
    if not 0 <= number <= 3:
        raise RuleBrokenError(f"{who} is in seat {number}, but seats are 0 to 3")
    return Seat(number)


def _listed(value: list[str] | UnsetType) -> list[str]:
    return [] if isinstance(value, UnsetType) else value


def _lone_defender(bidding: Bidding | None) -> Seat | None:
    if bidding is None or isinstance(bidding.alone_defender, UnsetType) or bidding.alone_defender == -1:
        return None
    return _seat(bidding.alone_defender, "the lone defender")


def _given(bidding: Bidding | None) -> tuple[Given, ...]:
    if bidding is None or isinstance(bidding.card_exchanges, UnsetType):
        return ()
    return tuple(
        Given(
            giver=_seat(exchange.sender, "who gives") if isinstance(exchange.sender, int) else None,
            taker=_seat(exchange.receiver, "who gets"),
            cards=tuple(exchange.cards),
        )
        for exchange in bidding.card_exchanges
    )


def _up_card(up: str, calls: tuple[str, ...], pack: Pack) -> str:
    """The turn-up. If a suit was named in the first round, it was the joker if possible."""
    made = next((call for call in calls[:4] if call != "Pass"), "Order")
    joker = made not in ("Order", "x") and could_be(up, ANY_TRUMP, pack) >> JOKER & 1
    return "B" if joker else up


def _trumps(calls: tuple[str, ...], up: str, pack: Pack) -> Trumps:
    made = next((call for call in calls if call != "Pass"), "")
    if made in ("", "x"):
        return ANY_TRUMP
    if made != "Order":
        return (parse_trump(made),)
    return tuple(sorted(suits_of(could_be(up, ANY_TRUMP, pack)))) or ANY_TRUMP
