"""Find the facts that account for the difference between two choices in the same worlds.

With d the difference in worth in each world and D its mean, the part of a set of worlds is its share of D. A fact that
has nothing to do with the difference has a part as large as the share of deals in which it holds. A fact explains
something if its part is large, and clearly larger than that share.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Final, NamedTuple

import numpy as np

from bowerbird.cards import CARD_COUNT, Card
from bowerbird.players.judge.reasons.facts import Event, Key, Lie
from bowerbird.players.judge.reasons.lines import Floats, Lines, Mask

__all__ = [
    "LEAST_CHANGE",
    "LEAST_PART",
    "Contrast",
    "Stopper",
    "Told",
    "changes",
    "contrast",
    "find",
    "mostly_when",
    "stopper",
]

#: A fact that is told accounts for at least this part of the difference.
LEAST_PART: Final = 0.4
#: An event that is told happens at least this much more often after one choice than after the other.
LEAST_CHANGE: Final = 0.06
#: The part is at least this many times the share of deals that it comes from, unless the event is as good as certain.
_LEAST_LIFT: Final = 1.25
#: What a fact loses for holding in many deals: of two that account for as much, the rarer one says more.
_COMMON, _COMMON_DIRECT = 0.5, 0.25
#: Standard errors between the worlds where a fact holds and the rest.
_CLEAR: Final = 2.5
#: Hidden cards are told if they are neither nearly certain nor very rare.
_LIE_RANGE: Final = (0.05, 0.75)
_LIE_PART: Final = 0.65
#: What happens says more than how the cards lie.
_LIE_WEIGHT: Final = 0.6
#: Of two facts, the second must account for this part of what the first leaves.
_SECOND_PART: Final = 0.25
#: Something happens mostly when the cards lie in a way if that makes up this part of it, and if that is this many times
#: as often as such cards are dealt.
_MOSTLY: Final = 0.65
_MORE_OFTEN: Final = 1.4


class Told(NamedTuple):
    """A fact with its measure: how often it holds after the choice and after the best, and its part of the difference.

    For the hidden cards both shares are the same.
    """

    fact: Event | Lie
    share: float
    best_share: float
    part: float
    score: float
    worlds: Mask

    @property
    def key(self) -> Key:
        """The fact's key."""
        return self.fact.key

    @property
    def change(self) -> float:
        """How much more often it happens after one choice than after the other."""
        return abs(self.share - self.best_share)

    @property
    def is_gain(self) -> bool:
        """True if this speaks for the choice."""
        return isinstance(self.fact, Event) and (self.share > self.best_share) == self.fact.good


class Stopper(NamedTuple):
    """The card that most often stops a lone hand from taking all tricks, and its share of all deals."""

    card: Card
    share: float


class Contrast(NamedTuple):
    """Two choices in the same worlds: the hands after each, the share of each world and the best's gain in it."""

    choice: Lines
    best: Lines
    shares: Floats
    gain: Floats

    @property
    def mean(self) -> float:
        """The mean gain."""
        return float(self.shares @ self.gain)


def contrast(choice: Lines, best: Lines, shares: Floats, gain: Floats) -> Contrast:
    """The contrast in the worlds that both have, with shares that add up to 1."""
    return Contrast(choice, best, shares / shares.sum(), gain)


def find(pair: Contrast, happening: Iterable[Event], lying: Iterable[Lie]) -> list[Told]:
    """The one or two facts that account for most of the difference, the best first."""
    if pair.mean <= 0:
        return []
    candidates = [_event(pair, event) for event in happening] + [_lie(pair, lie) for lie in lying]
    told = [fact for fact in candidates if fact is not None]
    if not told:
        return []
    first = max(told, key=lambda fact: fact.score)
    rest = [fact for fact in told if _adds(pair, first, fact)]
    return [first, max(rest, key=lambda fact: fact.score)] if rest else [first]


def changes(pair: Contrast, happening: Iterable[Event]) -> list[Told]:
    """The events that one choice brings about more often than the other, whatever they are worth; most often first."""
    found = []
    for event in happening:
        after, best = event.test(pair.choice), event.test(pair.best)
        share, best_share = float(pair.shares @ after), float(pair.shares @ best)
        found.append(Told(event, share, best_share, 0.0, event.weight * abs(share - best_share), after != best))
    return sorted(found, key=lambda fact: fact.score, reverse=True)


def mostly_when(shares: Floats, happens: Mask, lying: Iterable[Lie]) -> Told | None:
    """How the hidden cards mostly lie when something happens, if that says much."""
    total = float(shares @ happens)
    if total < LEAST_CHANGE:
        return None
    best: Told | None = None
    for lie in lying:
        size, part = float(shares @ lie.holds), float(shares @ (lie.holds & happens)) / total
        found = Told(lie, size, size, part, lie.weight * (part - size), lie.holds)
        if part >= _MOSTLY and part >= _MORE_OFTEN * size and (best is None or found.score > best.score):
            best = found
    return best


def stopper(lines: Lines, side: int, shares: Floats) -> Stopper | None:
    """The card with which the opponents of a lone hand most often take their first trick, if it is one above all."""
    cards = lines.stopper(side)
    stopped = float(shares @ (cards < CARD_COUNT))
    by_card = np.bincount(cards, weights=shares, minlength=CARD_COUNT + 1)[:CARD_COUNT]
    card = int(by_card.argmax())
    share = float(by_card[card])
    return Stopper(Card(card), share) if share >= max(LEAST_PART * stopped, LEAST_CHANGE) else None


def _event(pair: Contrast, event: Event) -> Told | None:
    after, best = event.test(pair.choice), event.test(pair.best)
    share, best_share = float(pair.shares @ after), float(pair.shares @ best)
    if (best_share - share if event.good else share - best_share) < LEAST_CHANGE:
        return None
    worlds = after != best
    part, size = _part(pair, worlds), float(pair.shares @ worlds)
    certain = min(size, part) >= event.common
    if part < LEAST_PART or not (certain or (part >= _LEAST_LIFT * size and _is_clear(pair, worlds))):
        return None
    common = _COMMON_DIRECT if event.direct else _COMMON
    return Told(event, share, best_share, part, event.weight * (min(part, 1.0) - common * size), worlds)


def _lie(pair: Contrast, lie: Lie) -> Told | None:
    size = float(pair.shares @ lie.holds)
    if not _LIE_RANGE[0] <= size <= _LIE_RANGE[1]:
        return None
    part = _part(pair, lie.holds)
    if part < _LIE_PART or part < 2 * size or not _is_clear(pair, lie.holds):
        return None
    return Told(lie, size, size, part, _LIE_WEIGHT * lie.weight * (min(part, 1.0) - _COMMON * size), lie.holds)


def _adds(pair: Contrast, first: Told, fact: Told) -> bool:
    """True if a second fact says something new: another kind, in other worlds."""
    if fact.key[0] == first.key[0]:
        return False
    more = fact.worlds & ~first.worlds
    return _part(pair, more) >= _SECOND_PART and _is_clear(pair, more)


def _part(pair: Contrast, worlds: Mask) -> float:
    return float((pair.shares * pair.gain) @ worlds) / pair.mean


def _is_clear(pair: Contrast, worlds: Mask) -> bool:
    """True if the gain is larger in these worlds than in the rest, by more than chance."""
    if worlds.all() or not worlds.any():
        return False
    means, errors = [], []
    for some in (worlds, ~worlds):
        shares = np.where(some, pair.shares, 0.0)
        shares = shares / shares.sum()
        mean = float(shares @ pair.gain)
        means.append(mean)
        errors.append(float((shares**2) @ (pair.gain - mean) ** 2))
    return means[0] - means[1] > _CLEAR * sqrt(sum(errors))
