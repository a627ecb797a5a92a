"""One choice played out in many worlds at once: who played what, who won with which card, who ruffed.

Everything is worked out in numpy from the records of a judgement (`RECORD`), world by world in columns. Cards are the
kernel's numbers, sets of cards are bit masks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, wraps
from typing import Final, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from bowerbird.cards import CARD_COUNT, STRENGTH, SUIT_AS_PLAYED
from bowerbird.players.judge.judgement import RECORD
from bowerbird.seats import Seat
from bowerbird.table import View

__all__ = ["NOBODY", "Floats", "Ints", "Lines", "Mask", "Masks", "past_plays", "suit_cards"]

Some = TypeVar("Some", bound=np.generic)
Ints: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]
#: True or False for each world.
Mask: TypeAlias = npt.NDArray[np.bool_]
#: A set of cards for each world.
Masks: TypeAlias = npt.NDArray[np.uint64]

#: The maker of a hand that nobody made, and the winner of a trick that nobody played.
NOBODY: Final = -1
#: The number that stands for no card, and the row of the tables below for a hand that nobody made.
_NO_CARD: Final = CARD_COUNT
_NO_TRUMP: Final = 4
_HEAD: Final = 8
_TRICKS: Final = 5

_SUITS: Final[Ints] = np.array([[*row, -1] for row in SUIT_AS_PLAYED])
_STRENGTHS: Final[Ints] = np.array([[*row, -1] for row in STRENGTH])
_BITS: Final[Masks] = np.array([*(1 << card for card in range(CARD_COUNT)), 0], np.uint64)
#: Trumps are stronger than this.
_PLAIN: Final = 20


def past_plays(view: View) -> list[tuple[Seat, int]]:
    """The cards played before the decision, in order."""
    return [(seat, int(card)) for trick in (*view.tricks, view.trick) for seat, card in trick.plays]


def suit_cards(trump: int, suit: int) -> np.uint64:
    """All cards of a suit once trump is named, as a set."""
    return np.uint64(sum(1 << card for card in range(CARD_COUNT) if SUIT_AS_PLAYED[trump][card] == suit))


def _remembered(work: Callable[[Lines, int], Masks]) -> Callable[[Lines, int], Masks]:
    """Work something out once for each seat: many facts are about the same cards."""

    @wraps(work)
    def found(lines: Lines, seat: int) -> Masks:
        key = (work.__name__, seat)
        if key not in lines.known:
            lines.known[key] = work(lines, seat)
        return lines.known[key]

    return found


class Lines:
    """The hands after one choice, a column for each world. Arrays are by trick, world and seat, as far as they need."""

    def __init__(self, records: npt.NDArray[np.uint8]) -> None:
        """Read the records of whole hands."""
        assert records.shape[1] == RECORD
        head = records[:, :_HEAD].astype(np.int64)
        self.count = len(records)
        self.known: dict[tuple[str, int], Masks] = {}
        self.maker: Ints = np.where(head[:, 0] > 3, NOBODY, head[:, 0])
        self.alone: Mask = (head[:, 1] == 1) & (self.maker != NOBODY)
        self.tricks: Ints = np.where(self.maker == NOBODY, 0, head[:, 2])
        self.trump: Ints = np.where(self.maker == NOBODY, _NO_TRUMP, head[:, 3])
        cards = np.where(records[:, _HEAD:] < CARD_COUNT, records[:, _HEAD:], _NO_CARD).astype(np.int64)
        self._play(cards, head[:, 5])

    def _play(self, cards: Ints, leader: Ints) -> None:
        """Give each card to the seat that played it, and find the winners."""
        rows, seats = np.arange(self.count)[:, None], np.arange(4)
        width = np.where(self.alone, 3, 4)[:, None]
        out = (self.maker + 2)[:, None]
        trump = self.trump[:, None]
        shape = (_TRICKS, self.count, 4)
        #: The card of each seat, its place in the trick, its suit, its strength if it can win, and if it is a trump.
        self.card: Ints = np.empty(shape, np.int64)
        self.place: Ints = np.empty(shape, np.int64)
        self.suit: Ints = np.empty(shape, np.int64)
        self.power: Ints = np.empty(shape, np.int64)
        self.is_trump: Mask = np.empty(shape, np.bool_)
        #: The suit led, -1 if nobody led, and the winner.
        self.led: Ints = np.empty(shape[:2], np.int64)
        self.winner: Ints = np.empty(shape[:2], np.int64)
        for trick in range(_TRICKS):
            first = leader[:, None]
            place = seats - first & 3
            # The lone hand's partner is passed over.
            out_place = np.where(self.alone[:, None], out - first & 3, 4)
            is_out, place = place == out_place, place - (place > out_place)
            played = np.where(is_out, _NO_CARD, cards[rows, np.minimum(trick * width + place, cards.shape[1] - 1)])
            strength, suit = _STRENGTHS[trump, played], _SUITS[trump, played]
            led = np.take_along_axis(suit, first & 3, axis=1)
            self.card[trick], self.suit[trick], self.led[trick] = played, suit, led[:, 0]
            self.place[trick] = np.where(played == _NO_CARD, 4, place)
            self.is_trump[trick] = strength > _PLAIN
            self.power[trick] = np.where(self.is_trump[trick] | (suit == led), strength, -1)
            leader = self.power[trick].argmax(axis=1)
            self.winner[trick] = np.where(led[:, 0] < 0, NOBODY, leader)

    @cached_property
    def winning_card(self) -> Ints:
        """The card that won each trick."""
        return self._of_winner(self.card)

    @cached_property
    def _winning_place(self) -> Ints:
        return self._of_winner(self.place)

    @cached_property
    def _trumped(self) -> Mask:
        """True for each trick in which a plain suit was led and a trump won."""
        first = self.is_trump & (self.place == 0)
        found: Mask = self._of_winner(self.is_trump) & ~first.any(axis=2) & (self.led >= 0)
        return found

    @cached_property
    def _bits(self) -> Masks:
        return np.asarray(_BITS[self.card])

    @_remembered
    def took(self, seat: int) -> Masks:
        """The cards with which a seat took tricks."""
        return self._gather(seat, self.winner == seat)

    @_remembered
    def ruffed(self, seat: int) -> Masks:
        """The cards of a seat that were best of the suit led until an opponent ruffed later in the trick."""
        plain = np.where(self.is_trump, -1, self.power)
        best = (plain[:, :, seat] >= 0) & (plain[:, :, seat] == plain.max(axis=2))
        return self._gather(seat, best & self._trumped & self._later_opponent_won(seat))

    @_remembered
    def beaten(self, seat: int) -> Masks:
        """The cards of a seat that an opponent's higher card of the same suit beat to the trick."""
        same = self.suit[:, :, seat] == self._of_winner(self.suit)
        return self._gather(seat, same & self.side_won(1 - seat % 2))

    def overruffed(self, seat: int) -> Mask:
        """True if a seat ruffed and an opponent then ruffed higher."""
        return _any(self._trumped & self.is_trump[:, :, seat] & self._later_opponent_won(seat))

    def ruffs(self, seat: int, suit: int = -1) -> Mask:
        """True if a seat took a trick by ruffing, any suit or this one."""
        return _any(self._trumped & (self.winner == seat) & ((suit < 0) | (self.led == suit)))

    def side_won(self, side: int) -> Mask:
        """True for each trick that this side won."""
        return np.asarray((self.winner != NOBODY) & (self.winner % 2 == side))

    def tricks_of(self, seat: int, start: int = 0) -> Ints:
        """The tricks that a seat took, from this one on."""
        return np.asarray((self.winner[start:] == seat).sum(axis=0))

    def has_trump_after(self, side: int, trick: int) -> Mask:
        """True if this side still has a trump after a trick."""
        return _any(self.is_trump[trick + 1 :, :, side] | self.is_trump[trick + 1 :, :, side + 2])

    def trumps_together(self, seat: int, start: int = 0) -> Mask:
        """True if the seat and its partner spent a trump on the same trick."""
        return _any(self.is_trump[start:, :, seat] & self.is_trump[start:, :, seat + 2 & 3])

    def caught(self, side: int, card: int) -> Mask:
        """True if an opponent of this side loses the card to a trick of this side."""
        theirs = (self.card[:, :, [1 - side, 3 - side]] == card).any(axis=2)
        return _any(theirs & self.side_won(side))

    def last_trump_of(self, side: int) -> Mask:
        """True if a trump of this side takes the fifth trick."""
        return np.asarray(self.side_won(side)[-1] & self._of_winner(self.is_trump)[-1])

    def stopper(self, side: int) -> Ints:
        """The card with which the opponents of this side took their first trick; 33 if they took none."""
        theirs = self.side_won(1 - side)
        first = theirs.argmax(axis=0)
        return np.where(theirs.any(axis=0), self.winning_card[first, np.arange(self.count)], _NO_CARD)

    def _of_winner(self, of_seat: npt.NDArray[Some]) -> npt.NDArray[Some]:
        """What an array has for the winner of each trick."""
        winner = np.maximum(self.winner, 0)[:, :, None]
        found: npt.NDArray[Some] = np.take_along_axis(of_seat, winner, axis=2)[:, :, 0]
        return found

    def _gather(self, seat: int, when: Mask) -> Masks:
        return np.asarray(np.bitwise_or.reduce(np.where(when, self._bits[:, :, seat], np.uint64(0)), axis=0))

    def _later_opponent_won(self, seat: int) -> Mask:
        return np.asarray(self.side_won(1 - seat % 2) & (self._winning_place > self.place[:, :, seat]))


def _any(by_trick: npt.NDArray[np.bool_]) -> Mask:
    return np.asarray(by_trick.any(axis=0))
