"""One choice played out in many worlds at once: who played what, who won with which card, who ruffed.

Everything is worked out in numpy from the records of a judgement (`RECORD`), world by world in columns. Cards are the
kernel's numbers, sets of cards are bit masks.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from bowerbird.cards import CARD_COUNT, STRENGTH, SUIT_AS_PLAYED
from bowerbird.players.judge.judgement import RECORD
from bowerbird.players.worth import Contract, Stakes
from bowerbird.seats import Seat
from bowerbird.table import View

__all__ = ["NOBODY", "Floats", "Ints", "Lines", "Mask", "Masks", "past_plays", "suit_cards"]

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


class Lines:
    """The hands after one choice, a column for each world."""

    def __init__(self, view: View, records: npt.NDArray[np.uint8]) -> None:
        """Read the records, which may start with the hand or with the decision."""
        assert records.shape[1] == RECORD
        head = records[:, :_HEAD].astype(np.int64)
        self.count = len(records)
        self.maker: Ints = np.where(head[:, 0] > 3, NOBODY, head[:, 0])
        self.alone: Mask = (head[:, 1] == 1) & (self.maker != NOBODY)
        self.tricks: Ints = np.where(self.maker == NOBODY, 0, head[:, 2])
        self.trump: Ints = np.where(self.maker == NOBODY, _NO_TRUMP, head[:, 3])
        self.discard: Masks = _BITS[np.where(head[:, 4] < CARD_COUNT, head[:, 4], _NO_CARD)]
        past = past_plays(view)
        cards = np.where(records[:, _HEAD:] < CARD_COUNT, records[:, _HEAD:], _NO_CARD).astype(np.int64)
        if past and not (cards[:, : len(past)] == [card for _, card in past]).all():
            cards = np.hstack([np.tile([card for _, card in past], (self.count, 1)), cards])[:, : 4 * _TRICKS]
        first = np.full(self.count, int(past[0][0])) if past else head[:, 5]
        self._play(cards, first)

    def _play(self, cards: Ints, leader: Ints) -> None:
        """Give each card to the seat that played it, and find the winners."""
        rows = np.arange(self.count)
        width = np.where(self.alone, 3, 4)
        out = np.where(self.alone, self.maker + 2 & 3, NOBODY)
        #: By trick, world and seat: the card, and its place in the trick.
        self.card: Ints = np.full((_TRICKS, self.count, 4), _NO_CARD)
        self.place: Ints = np.full((_TRICKS, self.count, 4), 4)
        #: By trick and world: the suit led, the leader, and the winner.
        self.led: Ints = np.full((_TRICKS, self.count), -1)
        self.leader: Ints = np.full((_TRICKS, self.count), NOBODY)
        self.winner: Ints = np.full((_TRICKS, self.count), NOBODY)
        for trick in range(_TRICKS):
            seat = leader & 3
            self.leader[trick] = seat
            for place in range(4):
                played = np.where(
                    place < width, cards[rows, np.minimum(trick * width + place, 4 * _TRICKS - 1)], _NO_CARD
                )
                on = played != _NO_CARD
                self.card[trick, rows[on], seat[on]] = played[on]
                self.place[trick, rows[on], seat[on]] = place
                if not place:
                    self.led[trick] = _SUITS[self.trump, played]
                seat = seat + 1 & 3
                seat = np.where(seat == out, seat + 1 & 3, seat)
            best = self.power(trick).argmax(axis=1)
            self.winner[trick] = np.where(self.led[trick] < 0, NOBODY, best)
            leader = best

    def suit(self, trick: int) -> Ints:
        """The suit of each seat's card to a trick, as played."""
        return np.asarray(_SUITS[self.trump[:, None], self.card[trick]])

    def is_trump(self, trick: int) -> Mask:
        """True for each seat that played a trump."""
        return np.asarray(_STRENGTHS[self.trump[:, None], self.card[trick]] > _PLAIN)

    def power(self, trick: int) -> Ints:
        """The strength of each seat's card in this trick: -1 if it can't win."""
        strength = _STRENGTHS[self.trump[:, None], self.card[trick]]
        counts = (strength > _PLAIN) | (self.suit(trick) == self.led[trick][:, None])
        return np.where(counts, strength, -1)

    def bits(self, trick: int, seat: int) -> Masks:
        """The card of a seat to a trick, as a set."""
        return np.asarray(_BITS[self.card[trick, :, seat]])

    def winning_card(self, trick: int) -> Ints:
        """The card that won a trick."""
        return np.asarray(self.card[trick, np.arange(self.count), np.maximum(self.winner[trick], 0)])

    def side_won(self, trick: int, side: int) -> Mask:
        """True if this side won the trick."""
        return np.asarray((self.winner[trick] != NOBODY) & (self.winner[trick] % 2 == side))

    @cached_property
    def took(self) -> tuple[Masks, ...]:
        """For each seat, the cards with which it took tricks."""
        return tuple(self._gather(seat, [self.winner[trick] == seat for trick in range(_TRICKS)]) for seat in range(4))

    @cached_property
    def ruffed(self) -> tuple[Masks, ...]:
        """For each seat, its cards that were best of the suit led until an opponent ruffed later in the trick."""
        found = []
        for seat in range(4):
            when = []
            for trick in range(_TRICKS):
                plain = np.where(self.is_trump(trick), -1, self.power(trick))
                best = (plain[:, seat] >= 0) & (plain[:, seat] == plain.max(axis=1))
                when.append(best & self._trumped(trick) & self._later_opponent_won(trick, seat))
            found.append(self._gather(seat, when))
        return tuple(found)

    @cached_property
    def beaten(self) -> tuple[Masks, ...]:
        """For each seat, its cards that an opponent's higher card of the same suit beat to the trick."""
        found = []
        for seat in range(4):
            when = []
            for trick in range(_TRICKS):
                suits = self.suit(trick)
                same = suits[:, seat] == np.asarray(_SUITS[self.trump, self.winning_card(trick)])
                when.append(same & self.side_won(trick, 1 - seat % 2))
            found.append(self._gather(seat, when))
        return tuple(found)

    @cached_property
    def overruffed(self) -> tuple[Mask, ...]:
        """For each seat, True if it ruffed and an opponent then ruffed higher."""
        return tuple(
            np.asarray(
                np.any(
                    [
                        self._trumped(trick) & self.is_trump(trick)[:, seat] & self._later_opponent_won(trick, seat)
                        for trick in range(_TRICKS)
                    ],
                    axis=0,
                )
            )
            for seat in range(4)
        )

    @cached_property
    def ruffs(self) -> tuple[Mask, ...]:
        """For each seat, True if it took a trick by ruffing."""
        return tuple(
            np.asarray(
                np.any([self._trumped(trick) & (self.winner[trick] == seat) for trick in range(_TRICKS)], axis=0)
            )
            for seat in range(4)
        )

    def tricks_of(self, seat: int, start: int = 0) -> Ints:
        """The tricks that a seat took, from this one on."""
        return np.asarray((self.winner[start:] == seat).sum(axis=0))

    def trumps_later(self, side: int, trick: int) -> Mask:
        """True if this side still has a trump after a trick."""
        later = [self.is_trump(other)[:, [side, side + 2]].any(axis=1) for other in range(trick + 1, _TRICKS)]
        return np.asarray(np.any(later, axis=0)) if later else np.zeros(self.count, np.bool_)

    def trumps_together(self, seat: int, start: int = 0) -> Mask:
        """True if the seat and its partner spent a trump on the same trick."""
        partner = seat + 2 & 3
        return np.asarray(
            np.any(
                [self.is_trump(trick)[:, seat] & self.is_trump(trick)[:, partner] for trick in range(start, _TRICKS)],
                axis=0,
            )
        )

    def caught(self, side: int, card: int) -> Mask:
        """True if an opponent of this side loses the card to a trick of this side."""
        bit = np.uint64(1 << card)
        found = np.zeros(self.count, np.bool_)
        for trick in range(_TRICKS):
            theirs = self.bits(trick, 1 - side) | self.bits(trick, 3 - side)
            found |= ((theirs & bit) != 0) & self.side_won(trick, side)
        return found

    def last_trump_of(self, side: int) -> Mask:
        """True if a trump of this side takes the fifth trick."""
        last = _TRICKS - 1
        return self.side_won(last, side) & (np.asarray(_STRENGTHS[self.trump, self.winning_card(last)]) > _PLAIN)

    def worth(self, stakes: Stakes) -> tuple[Floats, Floats]:
        """In each world, the points to the observing side, and the worth that decides."""
        points, value = np.zeros(self.count), np.zeros(self.count)
        nobody = self.maker == NOBODY
        points[nobody], _, value[nobody] = stakes.thrown_in()
        for maker in range(4):
            for alone in (False, True):
                rows = (self.maker == maker) & (self.alone == alone)
                if rows.any():
                    scale = stakes.scale(Contract(Seat(maker), alone))
                    points[rows] = np.array(scale.points)[self.tricks[rows]]
                    value[rows] = np.array(scale.value)[self.tricks[rows]]
        return points, value

    def _gather(self, seat: int, when: list[Mask]) -> Masks:
        found = np.zeros(self.count, np.uint64)
        for trick, rows in enumerate(when):
            found |= np.where(rows, self.bits(trick, seat), np.uint64(0))
        return found

    def _trumped(self, trick: int) -> Mask:
        """True if a plain suit was led and a trump won."""
        won = np.asarray(_STRENGTHS[self.trump, self.winning_card(trick)])
        first = np.asarray(_STRENGTHS[self.trump, self._led_card(trick)])
        return (won > _PLAIN) & (first <= _PLAIN) & (self.led[trick] >= 0)

    def _led_card(self, trick: int) -> Ints:
        return np.asarray(self.card[trick, np.arange(self.count), np.maximum(self.leader[trick], 0)])

    def _later_opponent_won(self, trick: int, seat: int) -> Mask:
        rows, winner = np.arange(self.count), np.maximum(self.winner[trick], 0)
        places = self.place[trick]
        return self.side_won(trick, 1 - seat % 2) & (places[rows, winner] > places[:, seat])
