"""The par of a deal: what its cards bring if the judge's own player has all four seats.

One play-out would be a poor par. Often two cards are as good as each other, the net takes one of them by a hair, and a
trick hangs on it: that would be called the luck of the deal although it is the luck of the fall. So the hand is played
several times. Each time the four players choose among what the net likes nearly as well as its best, as often as it
likes it; the mean is the par, and its standard error is known. The dice are fixed, so a deal has one par.
"""

from __future__ import annotations

import json
from array import array
from functools import lru_cache
from hashlib import blake2s
from importlib.resources import files
from math import sqrt
from statistics import fmean, variance
from typing import Final

import msgspec
from msgspec.structs import replace

from bowerbird.kernel.play_on import BY_NET, RECORD, play_on
from bowerbird.players.chances import Chances
from bowerbird.players.club import ClubPlayer
from bowerbird.players.luck.deals import as_dealt
from bowerbird.players.luck.fortune import Dealt, Estimate
from bowerbird.players.net.compiled import prepared, story_of
from bowerbird.players.net.inputs import worth_rows
from bowerbird.players.net.weights import shipped
from bowerbird.rulebook.model import Rulebook
from bowerbird.rulebook.points import hand_points
from bowerbird.seats import Seat, Side
from bowerbird.table import AskNewDeal, Exchange, State, step, view

__all__ = ["average", "dealt", "hand_rules", "par"]

#: Times that a hand is played.
_TIMES: Final = 24
#: The lowest card of the deck that the net was trained with.
_LOWEST: Final = 9
#: In a record: nobody made trump.
_NOBODY: Final = 255
#: A choice that the net likes less than this share of its best is not made.
_NEARLY: Final = 0.2
#: The cards of a hand.
_WHOLE: Final = 5
#: The usual spread of the points of a hand: how wrong the average is as the par of cards that can't be played again.
_SPREAD: Final = 1.7
#: The standard error of an average hand that was not counted, but added up from the shares of outcomes elsewhere.
_UNCOUNTED: Final = 0.1


def dealt(book: Rulebook, state: State) -> Dealt:
    """The worth of the hands at a table that waits for its first call."""
    return Dealt(average(book, state.dealer), par(book, state))


def par(book: Rulebook, state: State, times: int = _TIMES) -> Estimate:
    """What the hands at a table that waits for its first call bring North and South, in points."""
    if any(mask.bit_count() != _WHOLE for mask in state.hand.held):
        return Estimate(average(book, state.dealer).value, _SPREAD)
    found = _by_net(book, state, times) if _net_plays(book) else _by_club(book, state, times)
    # Play-outs that all ended alike could still have ended otherwise: as if one of them had, by a point.
    spread = max(variance(found), 1 / times)
    return Estimate(fmean(found), sqrt(spread / times))


def _net_plays(book: Rulebook) -> bool:
    """True if the net was trained for what decides these hands. Lone defences are rare enough to leave out."""
    plain = book.pack.lowest == _LOWEST and not book.pack.joker
    return plain and not book.auction.no_trump and not book.alone.partners_best


def _by_net(book: Rulebook, state: State, times: int) -> list[int]:
    """The points of each play-out with the net in all seats."""
    eldest = state.dealer.left
    seen = view(book, as_dealt(state), eldest)
    worlds = array("Q", [*state.hand.held, 0] * times)
    records = play_on(prepared(shipped()), story_of(book, seen, *worth_rows(book, seen)), worlds, [BY_NET], _NEARLY)
    return [_points(book, records[place : place + RECORD]) for place in range(0, len(records), RECORD)]


def _points(book: Rulebook, record: bytes) -> int:
    maker, alone, tricks = record[:3]
    if maker == _NOBODY:
        return 0
    makers, others = hand_points(book.points, tricks, bool(alone), False)
    return makers - others if Seat(maker).side is Side.NS else others - makers


def _by_club(book: Rulebook, state: State, times: int) -> list[int]:
    """The same with club players, for what the net was not trained for."""
    return [_played(book, as_dealt(state), ClubPlayer(number)) for number in range(times)]


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
    """Average hands by their rules, as `bench/luck.py --averages` counted them."""
    books = json.loads((files(__package__) / "averages.json").read_text("utf-8"))
    return {each["rules"]: Estimate(each["gain"], each["error"]) for each in books.values()}
