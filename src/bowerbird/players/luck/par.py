"""The par of a deal: what its cards bring if the judge's own player has all four seats.

One play-out would be a poor par. Often two cards are as good as each other, the net takes one of them by a hair, and a
trick hangs on it: that would be called the luck of the deal although it is the luck of the fall. So the hand is played
several times. Each time the four players choose among what the net likes nearly as well as its best, as often as it
likes it; the mean is the par, and its standard error is known. The dice are fixed, so a deal has one par.
"""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import blake2s
from importlib.resources import files
from math import exp, log, sqrt
from random import Random
from statistics import fmean, variance
from typing import Final

import msgspec
from msgspec.structs import replace

from bowerbird.players.chances import Chances
from bowerbird.players.club import ClubPlayer
from bowerbird.players.luck.fortune import Dealt, Estimate
from bowerbird.players.net.inputs import knows, seen_by_master, worth_row
from bowerbird.players.net.weights import shipped
from bowerbird.players.worth import Stakes
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat, Side
from bowerbird.table import AskNewDeal, Exchange, Fact, Hand, State, View, step, view

__all__ = ["average", "dealt", "hand_rules", "par"]

#: Times that a hand is played.
_TIMES: Final = 16
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
    found = [_played(book, _as_dealt(state), number) for number in range(times)]
    # Hands that all ended alike could still have ended otherwise: count one that ended a point away.
    spread = max(variance(found), 1 / times)
    return Estimate(fmean(found), sqrt(spread / times))


def _as_dealt(state: State) -> State:
    """The table with these cards, at which nothing has gone wrong and nothing can."""
    kept = {name: getattr(state.hand, name) for name in ("deck", "held", "dealt", "turn_up", "stands_for", "exchanged")}
    hand = Hand(**kept, turn_up_is="shown")
    return replace(state, guarded=True, turn=state.dealer.left, hand=hand, records=(), asked=None)


def _played(book: Rulebook, state: State, number: int) -> int:
    """The points of one play-out."""
    before, dice, club = len(state.results), Random(number), ClubPlayer(number)
    while len(state.results) == before:
        assert state.turn is not None
        state = step(book, state, _choice(book, view(book, state, state.turn), dice, club))
    points = state.results[-1].points
    return points[Side.NS] - points[Side.EW]


def _choice(book: Rulebook, seen: View, dice: Random, club: ClubPlayer) -> Fact:
    """One of the choices that the net likes. The club player decides what it was not trained for."""
    seen = replace(seen, legal=tuple(each for each in seen.legal if not isinstance(each, AskNewDeal | Exchange)))
    if len(seen.legal) == 1 or not knows(book, seen):
        return club.choose(book, seen)
    assert seen.seat is not None
    inputs = seen_by_master(book, seen)
    policy = shipped()(inputs.bits, worth_row(Stakes(book, seen), seen.seat)).policy
    liked = {fact: float(policy[action]) for action, fact in inputs.legal.items()}
    best = max(liked.values())
    near = [fact for fact, logit in liked.items() if logit - best > log(_NEARLY)]
    return dice.choices(near, [exp(liked[fact] - best) for fact in near])[0]


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
