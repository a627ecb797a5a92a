"""One moment of a finished game as one seat saw it, to be drawn beside a decision or a ruling.

It shows the cards of one hand, so it belongs to a review, never to a game in progress.
"""

from __future__ import annotations

import msgspec

from bowerbird.cards import Card, sort_hand, trump_index, trump_letter
from bowerbird.hall.frames import calls_heard
from bowerbird.kernel.play import winning_place
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import Phase, State, View, view
from bowerbird.table.state import Trick, TurnUpIs

__all__ = ["Scene", "scene_at", "scene_of"]


class Scene(msgspec.Struct, frozen=True):
    """The table and the hand of `seat`. `calls` are in the club's words, `out` are the seats that sit out.

    `winner` is the seat whose card is the best of the trick so far. `trump` is a letter, `n` for no trump.
    """

    seat: Seat
    dealer: Seat
    turn_up: Card | None
    turn_up_is: TurnUpIs
    calls: tuple[tuple[Seat, str], ...]
    maker: Seat | None
    trump: str | None
    alone: bool
    out: tuple[Seat, ...]
    plays: tuple[tuple[Seat, Card], ...]
    winner: Seat | None
    hand: tuple[Card, ...]


def scene_at(book: Rulebook, state: State, seat: Seat) -> Scene:
    """The scene of a seat at some moment."""
    return scene_of(book, state, view(book, state, seat))


def scene_of(book: Rulebook, state: State, seen: View) -> Scene:
    """The scene of a view, which is that of a seat."""
    assert seen.seat is not None
    named = seen.maker is not None
    trick = state.hand.on_table if seen.phase is Phase.PLAY else Trick()
    return Scene(
        seat=seen.seat,
        dealer=seen.dealer,
        turn_up=seen.turn_up,
        turn_up_is=seen.turn_up_is,
        calls=tuple((call.seat, call.words) for call in calls_heard(book, state, seen)),
        maker=seen.maker,
        trump=trump_letter(seen.trump) if named else None,
        alone=seen.alone,
        out=seen.sitting_out,
        plays=trick.plays,
        winner=_best_so_far(trick, trump_index(seen.trump)),
        hand=tuple(sort_hand(seen.hand, seen.trump if named else None)),
    )


def _best_so_far(trick: Trick, trump: int) -> Seat | None:
    return trick.plays[winning_place(trick.cards, trump)][0] if trick.plays else None
