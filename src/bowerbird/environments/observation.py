"""The observations of the environments: the view of a seat as one flat row of small integers.

Seats are counted from the observer: 0 self, 1 the left opponent, 2 the partner, 3 the right opponent. Cards are counted
by index (`Card`): suit * 8 + rank - 7 in the order clubs, diamonds, hearts, spades, and 32 for the joker.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from bowerbird.cards import CARD_COUNT, trump_index
from bowerbird.seats import Seat
from bowerbird.table import Pass, Phase, View

__all__ = ["FIELDS", "OBSERVATION_SIZE", "Field", "Observation", "field", "highest", "observe"]

#: A row of numbers, `OBSERVATION_SIZE` long.
Observation: TypeAlias = npt.NDArray[np.int8]

#: The largest number in a row, more than any game reaches. Larger ones are clipped.
_MOST: Final = 127
#: The size of a trick in a field: four seats, each with a bit for every card.
_TRICK: Final = 4 * CARD_COUNT

_PHASES: Final = (
    Phase.JOKER,
    Phase.FIRST_ROUND,
    Phase.SECOND_ROUND,
    Phase.DISCARD,
    Phase.DEFEND,
    Phase.BEST,
    Phase.PLAY,
)
_TURN_UP_IS: Final = ("shown", "taken", "turned down", "out of play")


class Field(msgspec.Struct, frozen=True):
    """One field of an observation."""

    name: str
    #: Its first place in the row.
    start: int
    size: int
    #: Its largest number. If that is 1, its numbers are bits.
    most: int
    #: What its numbers mean.
    meaning: str

    @property
    def place(self) -> slice:
        """Its place in the row: `row[field.place]`."""
        return slice(self.start, self.start + self.size)


def _laid_out(*parts: tuple[str, int, int, str]) -> tuple[Field, ...]:
    fields = []
    start = 0
    for name, size, most, meaning in parts:
        fields.append(Field(name, start, size, most, meaning))
        start += size
    return tuple(fields)


#: The fields of an observation, in order.
FIELDS: Final = _laid_out(
    ("phase", 7, 1, "joker, first round, second round, discard, defend alone, partner's best, play"),
    ("turn", 4, 1, "the seat to decide"),
    ("dealer", 4, 1, "the dealer's seat"),
    ("hand", CARD_COUNT, 1, "own cards"),
    ("counts", 4, 6, "how many cards each seat holds"),
    ("turn-up", CARD_COUNT, 1, "the card turned up"),
    ("turn-up is", 4, 1, "shown, taken, turned down, out of play"),
    ("stands for", 4, 1, "the suit that a joker turned up stands for"),
    ("exchanged", 4, 1, "the seat that exchanged a farmer's hand"),
    ("passes", 8, 1, "who passed, by turn to speak: four of the first round, four of the second"),
    ("maker", 4, 1, "the seat that made trump"),
    ("trump", 5, 1, "clubs, diamonds, hearts, spades, no trump"),
    ("alone", 1, 1, "the maker plays alone"),
    ("lone defender", 4, 1, "the seat that defends alone"),
    ("sitting out", 4, 1, "seats that sit out this hand"),
    ("discarded", CARD_COUNT, 1, "cards that the observer discarded"),
    ("given", CARD_COUNT, 1, "the card of partner's best, for the two who know it"),
    ("tricks", 5 * _TRICK, 1, "five tricks, each four seats by 33 cards: what each seat played"),
    ("leaders", 5 * 4, 1, "who led each trick"),
    ("winners", 5 * 4, 1, "who won each trick"),
    ("score", 2, _MOST, "own points, the other side's points"),
    ("hands played", 1, _MOST, "hands of this game so far"),
)
#: The number of numbers in an observation.
OBSERVATION_SIZE: Final = FIELDS[-1].start + FIELDS[-1].size
_BY_NAME: Final = {part.name: part for part in FIELDS}


def field(name: str) -> Field:
    """A field by its name."""
    return _BY_NAME[name]


def highest() -> Observation:
    """The largest number that each place of the row can have."""
    return np.concatenate([np.full(part.size, part.most, dtype=np.int8) for part in FIELDS])


def observe(view: View) -> Observation:
    """The observation of the seat whose view this is. Raises `ValueError` for the view of a viewer."""
    seat = view.seat
    if seat is None:
        raise ValueError("a watcher has no seat to observe from. Use the view of a seat")
    row = np.zeros(OBSERVATION_SIZE, dtype=np.int8)

    def mark(name: str, *places: int) -> None:
        for place in places:
            row[_BY_NAME[name].start + place] = 1

    def mark_seat(name: str, *others: Seat | None, trick: int = 0) -> None:
        mark(name, *(4 * trick + _from(seat, other) for other in others if other is not None))

    if view.phase in _PHASES:
        mark("phase", _PHASES.index(view.phase))
    mark_seat("turn", view.turn)
    mark_seat("dealer", view.dealer)
    mark("hand", *view.hand)
    for other in Seat:
        row[_BY_NAME["counts"].start + _from(seat, other)] = view.counts[other]
    if view.turn_up is not None:
        mark("turn-up", view.turn_up)
        mark("turn-up is", _TURN_UP_IS.index(view.turn_up_is))
    if view.stands_for is not None:
        mark("stands for", view.stands_for)
    mark_seat("exchanged", view.exchanged)
    mark("passes", *(turn for turn, call in enumerate(view.calls) if isinstance(call, Pass)))
    if view.maker is not None:
        mark_seat("maker", view.maker)
        mark("trump", trump_index(view.trump))
    if view.alone:
        mark("alone", 0)
    mark_seat("lone defender", view.lone_defender)
    mark_seat("sitting out", *view.sitting_out)
    mark("discarded", *view.discards)
    if view.given is not None:
        mark("given", view.given)
    for number, trick in enumerate((*view.tricks, view.trick)):
        if trick.plays:
            mark("tricks", *_places(seat, number, trick.plays))
            mark_seat("leaders", trick.plays[0][0], trick=number)
            mark_seat("winners", trick.winner, trick=number)
    own = seat.side
    numbers = (view.score[own], view.score[own.other], view.hands_played)
    row[_BY_NAME["score"].start :] = [min(number, _MOST) for number in numbers]
    return row


def _from(observer: Seat, seat: Seat) -> int:
    return (seat - observer) % 4


def _places(observer: Seat, trick: int, plays: Iterable[tuple[Seat, int]]) -> Iterable[int]:
    return (trick * _TRICK + _from(observer, seat) * CARD_COUNT + card for seat, card in plays)
