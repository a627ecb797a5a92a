"""The par of a deal: what its cards bring if strong players have all four seats.

Four given hands mostly end in one way, and which way hangs on where a single card lies. To call all of that the luck of
the deal would leave little to the luck of the fall, and a par would nearly always be a whole number. So the cards of
each side are played against many hands that the other side could have been dealt, with the same turn-up and dealer.
The par is the mean of both: what our cards deserve, and what theirs leave us. How the two lay against each other is the
luck of the fall. The dice are fixed, so a deal has one par, and its standard error is known.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2s
from importlib.resources import files
from math import sqrt
from random import Random
from statistics import fmean, variance
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from bowerbird.kernel.play_on import BY_NET, RECORD, play_on
from bowerbird.players.chances import Chances
from bowerbird.players.club import ClubPlayer
from bowerbird.players.luck.deals import as_dealt
from bowerbird.players.luck.fortune import Dealt, Estimate
from bowerbird.players.net.compiled import prepared, story_of
from bowerbird.players.net.inputs import worth_rows
from bowerbird.players.net.weights import quick
from bowerbird.rulebook.model import Rulebook
from bowerbird.rulebook.points import hand_points
from bowerbird.seats import Seat, Side
from bowerbird.table import AskNewDeal, Exchange, State, step, view

__all__ = ["average", "dealt", "hand_rules", "par"]

#: The cards of the four seats, as masks.
Held: TypeAlias = tuple[int, ...]
#: Deals in which the cards of each side are played: by the net, and by club players, who take longer.
_DEALS: Final = 128
_FEWER_DEALS: Final = 24
#: The lowest card of the deck that the net was trained with.
_LOWEST: Final = 9
#: In a record: nobody made trump.
_NOBODY: Final = 255
#: The cards of a hand.
_WHOLE: Final = 5
#: The usual spread of the points of a hand: how wrong the average is as the par of cards that can't be played again.
_SPREAD: Final = 1.7
#: The standard error of an average hand that was not counted, but added up from the shares of outcomes elsewhere.
_UNCOUNTED: Final = 0.1


def dealt(book: Rulebook, state: State) -> Dealt:
    """The worth of the hands at a table that waits for its first call."""
    return Dealt(average(book, state.dealer), par(book, state))


def par(book: Rulebook, state: State) -> Estimate:
    """What the hands at a table that waits for its first call bring North and South, in points."""
    if any(mask.bit_count() != _WHOLE for mask in state.hand.held):
        return Estimate(average(book, state.dealer).value, _SPREAD)
    play, count = (_by_net, _DEALS) if _net_plays(book) else (_by_club, _FEWER_DEALS)
    sides = [
        play(book, state, _other_deals(book, state, seat.side, count)) for seat in (state.dealer.left, state.dealer)
    ]
    # Deals that all ended alike could still have ended otherwise: as if one of them had, by a point.
    spread = sum(max(variance(found), 1 / count) for found in sides)
    return Estimate(fmean(map(fmean, sides)), sqrt(spread / count) / 2)


def _net_plays(book: Rulebook) -> bool:
    """True if the net was trained for what decides these hands. Lone defences are rare enough to leave out."""
    plain = book.pack.lowest == _LOWEST and not book.pack.joker
    return plain and not book.auction.no_trump and not book.alone.partners_best


def _other_deals(book: Rulebook, state: State, side: Side, count: int) -> list[Held]:
    """Deals with this turn-up in which one side has the cards that it has, and the other one any cards.

    Cards go round from the eldest, so a deal one seat further round is the same deal.
    """
    held, dice = state.hand.held, Random(0)
    own = held[side.seats[0]] | held[side.seats[1]]
    rest = [int(card) for card in book.cards() if not own >> int(card) & 1 and card != state.hand.turn_up]
    rest.sort()
    others = [seat for seat in state.dealer.left.round_from() if seat.side is not side]
    found = []
    for _ in range(count):
        cards = dice.sample(rest, 2 * _WHOLE)
        given = {seat: _mask(cards[place::2]) for place, seat in enumerate(others)}
        found.append(tuple(given.get(seat, held[seat]) for seat in Seat))
    return found


def _mask(cards: Sequence[int]) -> int:
    return sum(1 << card for card in cards)


def _by_net(book: Rulebook, state: State, deals: list[Held]) -> list[int]:
    """The points of each deal with the small net in all seats."""
    seen = view(book, as_dealt(state), state.dealer.left)
    worlds = array("Q", [mask for held in deals for mask in (*held, 0)])
    records = play_on(prepared(quick()), story_of(book, seen, *worth_rows(book, seen)), worlds, [BY_NET])
    return [_points(book, records[place : place + RECORD]) for place in range(0, len(records), RECORD)]


def _points(book: Rulebook, record: bytes) -> int:
    maker, alone, tricks = record[:3]
    if maker == _NOBODY:
        return 0
    makers, others = hand_points(book.points, tricks, bool(alone), False)
    return makers - others if Seat(maker).side is Side.NS else others - makers


def _by_club(book: Rulebook, state: State, deals: list[Held]) -> list[int]:
    """The same with club players, for what the net was not trained for."""
    clean = as_dealt(state)
    return [
        _played(book, replace(clean, hand=replace(clean.hand, held=held)), ClubPlayer(number))
        for number, held in enumerate(deals)
    ]


def _played(book: Rulebook, state: State, club: ClubPlayer) -> int:
    before = len(state.results)
    while len(state.results) == before:
        assert state.turn is not None
        seen = view(book, state, state.turn)
        legal = tuple(fact for fact in seen.legal if not isinstance(fact, AskNewDeal | Exchange))
        state = step(book, state, club.choose(book, replace(seen, legal=legal)))
    points = state.results[-1].points
    return points[Side.NS] - points[Side.EW]


def average(book: Rulebook, dealer: Seat) -> Estimate:
    """The points of an average hand for North and South, if this seat deals."""
    gain = _gain(book)
    return gain if dealer.side is Side.NS else Estimate(-gain.value, gain.error)


def _gain(book: Rulebook) -> Estimate:
    """The points of the dealer's side in an average hand, less those of the other."""
    counted = _counted().get(hand_rules(book))
    return Estimate(Chances.of(book).dealer_gain, _UNCOUNTED) if counted is None else counted


def hand_rules(book: Rulebook) -> str:
    """A short name for all rules that a hand is played by, the same for books that share them."""
    parts = (book.pack, book.deal.new_deal_for, book.deal.exchange_for, book.auction, book.discard, book.alone)
    text = msgspec.json.encode((*parts, book.lead, book.points, book.personal_card))
    return blake2s(text, digest_size=8).hexdigest()


@lru_cache(maxsize=1)
def _counted() -> dict[str, Estimate]:
    """Average hands by their rules, counted over thousands of deals."""
    books = json.loads((files(__package__) / "averages.json").read_text("utf-8"))
    return {each["rules"]: Estimate(each["gain"], each["error"]) for each in books.values()}
