"""Remember what each seat of a table has learned since its own actions, so that an undo gives nobody knowledge. Pure.

What somebody has seen stays seen: if an action is undone, the cards that followed it are still known. So this remembers
more than the facts that still hold.
"""

from __future__ import annotations

from bowerbird.seats import Seat
from bowerbird.table import Cut, Draw, Fact, State
from bowerbird.table.facts import Gather, Quit
from bowerbird.table.state import mask_of

__all__ = ["NOT_AN_ACTION", "Learned"]

#: Facts with a seat that nobody chooses.
NOT_AN_ACTION = (Quit, Gather, Cut, Draw)
_NOWHERE = (0, 0, 0, 0)


class Learned:
    """For each seat: how far back it has learned something that it did not know when it acted. Immutable.

    An action at place `p` of the game was followed by new cards if `p < cards[seat]`, and by new cards or an action of
    another seat if `p < anything[seat]`.
    """

    __slots__ = ("_known", "_state", "anything", "cards")

    def __init__(
        self,
        cards: tuple[int, int, int, int] = _NOWHERE,
        anything: tuple[int, int, int, int] = _NOWHERE,
        state: State | None = None,
        known: tuple[int, ...] = _NOWHERE,
    ) -> None:
        """Start a game, in which nobody has learned anything."""
        self.cards = cards
        self.anything = anything
        self._state = state
        self._known = known

    def after(self, place: int, fact: Fact, before: State, state: State) -> Learned:
        """One fact further."""
        if not state.hand.deck or state.is_over:
            return self
        known = tuple(_known_to(state, seat) for seat in Seat)
        was = self._known if self._state is before else tuple(_known_to(before, seat) for seat in Seat)
        by = None if isinstance(fact, NOT_AN_ACTION) else getattr(fact, "seat", None)
        cards, anything = list(self.cards), list(self.anything)
        for seat in Seat:
            if known[seat] & ~was[seat]:
                cards[seat] = anything[seat] = place + 1
            elif by is not None and by is not seat:
                anything[seat] = place + 1
        return Learned(_four(cards), _four(anything), state, known)

    def back_to(self, keep: int) -> Learned:
        """After an undo that keeps so many facts: earlier actions are still followed by what was seen."""
        return Learned(_four([min(keep, at) for at in self.cards]), _four([min(keep, at) for at in self.anything]))


def _four(numbers: list[int]) -> tuple[int, int, int, int]:
    north, east, south, west = numbers
    return north, east, south, west


def _known_to(state: State, seat: Seat) -> int:
    """The cards of this hand that a seat has seen, as a mask."""
    hand = state.hand
    known = mask_of([card for trick in (*hand.tricks, hand.trick) for _, card in trick.plays])
    for each in Seat:
        known |= hand.exposed[each]
    if hand.turn_up is not None:
        known |= 1 << hand.turn_up
    if state.hands_are_up:
        known |= hand.held[seat] | hand.dealt[seat]
        known |= mask_of([card for who, card in hand.discards if who is seat])
    if hand.given is not None and hand.maker is not None and seat.side is hand.maker.side:
        known |= 1 << hand.given
    return known
