"""The small facts that reasons are made of: what may happen after a choice, and how the hidden cards may lie.

An `Event` is tested on the hands after a choice, so it may hold after one choice and not after another in the same
world. A `Lie` is tested on the hidden cards, which are the same for all choices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import numpy as np

from bowerbird.cards import SUIT_AS_PLAYED, Card, Rank, Suit, is_trump, left_bower, right_bower
from bowerbird.players.judge.reasons.lines import Lines, Mask, Masks, past_plays, suit_cards
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import Discard, Fact, Phase, Play, View

__all__ = ["Event", "Key", "Lie", "card_word", "events", "lies", "now", "the"]

#: The kind of a fact, and the cards, seats and numbers that it is about.
Key = tuple[str | int, ...]
#: A fact about several tricks is told up to this number.
_MOST_TRICKS: Final = 3
_LAST_TRICK: Final = 4
#: Shares of deals from which on an event counts as certain: any, what the choice itself brings about, and that partner
#: is winning already.
_CERTAIN, _DIRECT, _ON_THE_TABLE = 0.85, 0.6, 0.5
_NUMBERS: Final = ("no tricks", "a trick", "two tricks", "three tricks")


Test = Callable[[Lines], Mask]


class Event(NamedTuple):
    """Something that happens in a hand. `good` is true if our side likes it.

    `clause` says it. Of facts that explain as much, the one with more `weight` says more. What happens in this trick
    and to the cards chosen is `direct`: it is told even if it happens in most deals, from the share `common` on.
    """

    key: Key
    clause: str
    good: bool
    test: Test
    weight: float = 1.0
    direct: bool = False
    common: float = _CERTAIN


class Lie(NamedTuple):
    """A way in which the hidden cards may lie, true or false in each world."""

    key: Key
    clause: str
    holds: Mask
    weight: float = 1.0


def now(view: View) -> int:
    """The number of the trick that the decision belongs to, from 0."""
    return len(view.tricks) + (view.trick.winner is not None)


def card_word(book: Rulebook, card: Card, trump: Suit | None) -> str:
    """A card as people at this club say it: the bowers by their names."""
    if trump is not None and card == right_bower(trump):
        return "right bower"
    if trump is not None and card == left_bower(trump):
        return "left bower"
    return book.card_sign(card)


def the(word: str) -> str:
    """A card's word in a sentence: the bowers have an article."""
    return f"the {word}" if word.endswith("bower") else word


def events(book: Rulebook, view: View, trump: Suit, chosen: tuple[Fact, ...]) -> Iterator[Event]:
    """Everything that may be told about a hand: what happens to your cards, to partner's, and in the tricks."""
    assert view.seat is not None
    direct = {fact.card for fact in chosen if isinstance(fact, Play | Discard)}
    for card in view.hand:
        for event in _about_card(book, view, card, trump):
            yield event._replace(direct=True, common=_DIRECT) if card in direct else event
    if view.phase is Phase.PLAY:
        yield from _about_this_trick(book, view)
    yield from _about_sides(view)
    yield from _about_trumps(book, view, trump)
    for suit in sorted({card.suit for card in direct if not is_trump(card, trump)}):
        yield _ruffing(int(view.seat), suit)


def _about_card(book: Rulebook, view: View, card: Card, trump: Suit) -> Iterator[Event]:
    assert view.seat is not None
    seat, bit = int(view.seat), np.uint64(1 << card)
    yours = f"your {card_word(book, card, trump)}"
    yield Event(("takes", int(card)), f"{yours} takes a trick", True, lambda lines: (lines.took(seat) & bit) != 0)
    if is_trump(card, trump):
        return
    yield Event(
        ("ruffed", int(card)),
        f"an opponent ruffs {yours}",
        False,
        lambda lines: (lines.ruffed(seat) & bit) != 0,
        1.2,
    )
    yield Event(
        ("beaten", int(card)),
        f"{yours} loses to a higher {card.suit.word[:-1]}",
        False,
        lambda lines: (lines.beaten(seat) & bit) != 0,
        1.0 if card.rank >= Rank.QUEEN else 0.8,
    )


def _about_this_trick(book: Rulebook, view: View) -> Iterator[Event]:
    assert view.seat is not None
    seat, partner, trick = int(view.seat), int(view.seat.partner), now(view)
    if trick == _LAST_TRICK:
        return
    yield Event(
        ("now", seat), "you win this trick", True, lambda lines: lines.winner[trick] == seat, 0.9, True, _DIRECT
    )
    if view.seat.partner in view.sitting_out:
        return
    card = None if view.trick.winner is not None else view.trick.card_of(view.seat.partner)
    who = "partner" if card is None else f"partner's {book.card_sign(card)}"
    yield Event(
        ("now", partner),
        f"{who} wins this trick",
        True,
        lambda lines: lines.winner[trick] == partner,
        1.0,
        True,
        _DIRECT if card is None else _ON_THE_TABLE,
    )
    yield Event(
        ("now", "us"),
        "our side wins this trick",
        True,
        lambda lines: lines.side_won(seat % 2)[trick],
        0.9,
        True,
        _DIRECT,
    )


def _about_sides(view: View) -> Iterator[Event]:
    assert view.seat is not None
    start = now(view)
    for seat, take, weight in ((int(view.seat), "you take", 0.6), (int(view.seat.partner), "partner takes", 0.8)):
        for count in range(1, _MOST_TRICKS + 1):
            clause = f"{take} {_NUMBERS[count]}" + (" or more" if count > 1 else "")
            yield Event(("tricks", seat, count), clause, True, _takes_tricks(seat, start, count), weight)
        yield Event(("last", seat), f"{take} the last trick", True, _takes_last(seat), 0.7)


def _ruffing(seat: int, suit: Suit) -> Event:
    clause = f"you win a trick by ruffing {suit.word}"
    return Event(("ruffs", seat, int(suit)), clause, True, lambda lines: lines.ruffs(seat, int(suit)), 1.1)


def _takes_tricks(seat: int, start: int, count: int) -> Test:
    return lambda lines: lines.tricks_of(seat, start) >= count


def _takes_last(seat: int) -> Test:
    return lambda lines: lines.winner[_LAST_TRICK] == seat


def _catches(side: int, card: Card) -> Test:
    return lambda lines: lines.caught(side, int(card))


def _about_trumps(book: Rulebook, view: View, trump: Suit) -> Iterator[Event]:
    assert view.seat is not None
    seat, partner, start = int(view.seat), int(view.seat.partner), now(view)
    left, right = int(view.seat.left), int(view.seat.right)
    yield Event(("ruffs", seat), "you win a trick by ruffing", True, lambda lines: lines.ruffs(seat), 0.9)
    yield Event(("ruffs", partner), "partner wins a trick by ruffing", True, lambda lines: lines.ruffs(partner))
    yield Event(
        ("they ruff",),
        "an opponent wins a trick by ruffing",
        False,
        lambda lines: lines.ruffs(left) | lines.ruffs(right),
        0.9,
    )
    yield Event(("overruffed", seat), "an opponent overruffs you", False, lambda lines: lines.overruffed(seat), 1.1)
    yield Event(
        ("overruffed", partner), "an opponent overruffs partner", False, lambda lines: lines.overruffed(partner), 1.1
    )
    yield Event(
        ("ruffed partner",),
        "an opponent ruffs a winner of partner's",
        False,
        lambda lines: lines.ruffed(partner) != 0,
    )
    yield Event(
        ("together",),
        "your trump and partner's fall together",
        False,
        lambda lines: lines.trumps_together(seat, start),
        0.9,
    )
    yield Event(
        ("last trump", 0),
        "an opponent's trump takes the last trick",
        False,
        lambda lines: lines.last_trump_of(1 - seat % 2),
        0.8,
    )
    if view.phase is Phase.PLAY and start < _LAST_TRICK:
        yield Event(
            ("drawn",),
            "this trick leaves the opponents no trump",
            True,
            lambda lines: ~lines.has_trump_after(1 - seat % 2, start),
            0.9,
        )
    gone = {card for _, card in past_plays(view)} | {int(card) for card in view.hand}
    for card in _top_trumps(trump):
        if int(card) not in gone:
            yield Event(
                ("caught", int(card)),
                f"we catch {the(card_word(book, card, trump))}",
                True,
                _catches(seat % 2, card),
            )


def _top_trumps(trump: Suit) -> tuple[Card, ...]:
    right, left = right_bower(trump), left_bower(trump)
    assert right is not None
    assert left is not None
    return right, left, Card(Rank.ACE, trump)


def lies(book: Rulebook, view: View, worlds: Masks, trump: Suit, chosen: tuple[Fact, ...]) -> Iterator[Lie]:
    """The ways in which hidden cards may lie that matter in this trump, around the cards of these choices."""
    assert view.seat is not None
    for card in _of_interest(view, trump, chosen):
        yield from _holders(book, view, worlds, card, trump)
    row = int(trump)
    for suit in sorted({SUIT_AS_PLAYED[row][fact.card] for fact in chosen if isinstance(fact, Play)} - {row}):
        yield from _voids(view, worlds, trump, Suit(suit))
    yield from _trump_counts(view, worlds, trump)


def _of_interest(view: View, trump: Suit, chosen: tuple[Fact, ...]) -> list[Card]:
    """The top trumps, and the aces of suits in which you hold or choose something lower."""
    suits = {card.suit for card in view.hand if not is_trump(card, trump)}
    if view.phase is Phase.PLAY:
        suits &= {fact.card.suit for fact in chosen if isinstance(fact, Play | Discard)}
    aces = [Card(Rank.ACE, suit) for suit in sorted(suits)]
    return [card for card in (*_top_trumps(trump), *aces) if card not in view.hand]


def _holders(book: Rulebook, view: View, worlds: Masks, card: Card, trump: Suit) -> Iterator[Lie]:
    assert view.seat is not None
    bit, word = np.uint64(1 << card), the(card_word(book, card, trump))
    left, right = (worlds[:, seat] & bit != 0 for seat in (view.seat.left, view.seat.right))
    partner = worlds[:, view.seat.partner] & bit != 0
    yield Lie(("holds", int(card), "partner"), f"partner has {word}", partner)
    yield Lie(("holds", int(card), "they"), f"an opponent has {word}", left | right)
    for seat, holds in ((view.seat.left, left), (view.seat.right, right)):
        yield Lie(("holds", int(card), int(seat)), f"{_who(view, seat)} has {word}", holds, 0.9)
    if int(card) not in {played for _, played in past_plays(view)} and card != view.turn_up:
        own = worlds[:, view.seat] & bit != 0
        yield Lie(("holds", int(card), "nobody"), f"nobody has {word}", ~(left | right | partner | own))


def _who(view: View, seat: Seat) -> str:
    """An opponent, by what everybody calls that player."""
    assert view.seat is not None
    if seat is view.maker:
        return "the maker"
    if seat is view.dealer:
        return "the dealer"
    return "the player on your left" if seat is view.seat.left else "the player on your right"


def _voids(view: View, worlds: Masks, trump: Suit, suit: Suit) -> Iterator[Lie]:
    assert view.seat is not None
    cards, trumps = suit_cards(int(trump), int(suit)), suit_cards(int(trump), int(trump))
    yet = {seat for seat, _ in view.trick.plays} if view.trick.winner is None else set()
    able = {
        seat: ((worlds[:, seat] & cards) == 0) & ((worlds[:, seat] & trumps) != 0)
        for seat in (view.seat.left, view.seat.partner, view.seat.right)
        if seat not in view.sitting_out and seat not in yet
    }
    opponents = [seat for seat in able if seat is not view.seat.partner]
    if len(opponents) > 1:
        either = able[opponents[0]] | able[opponents[1]]
        yield Lie(("can ruff", int(suit), "they"), f"an opponent can ruff {suit.word}", either, 1.1)
    for seat in opponents:
        yield Lie(("can ruff", int(suit), int(seat)), f"{_who(view, seat)} can ruff {suit.word}", able[seat])
    if view.seat.partner in able:
        yield Lie(("can ruff", int(suit), "partner"), f"partner can ruff {suit.word}", able[view.seat.partner])


def _trump_counts(view: View, worlds: Masks, trump: Suit) -> Iterator[Lie]:
    assert view.seat is not None
    trumps = suit_cards(int(trump), int(trump))
    counts = {seat: np.bitwise_count(worlds[:, seat] & trumps) for seat in Seat}
    if view.seat.partner not in view.sitting_out:
        partner = counts[view.seat.partner]
        yield Lie(("trumps", "partner", "none"), "partner has no trump", partner == 0)
        yield Lie(("trumps", "partner", 2), "partner has two trumps or more", partner >= 2)
    theirs = [counts[seat] for seat in (view.seat.left, view.seat.right) if seat not in view.sitting_out]
    most, total = np.max(theirs, axis=0), np.sum(theirs, axis=0)
    yield Lie(("trumps", "they", "none"), "the opponents have no trump left", total == 0)
    for count, word in ((2, "two"), (3, "three")):
        yield Lie(("trumps", "one of them", count), f"an opponent has {word} trumps or more", most >= count)
