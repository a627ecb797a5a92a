"""The table on its way through a recorded deal: what stands there now, and how it came to this."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from bowerbird.cards import Card
from bowerbird.notation.record import RuleBrokenError
from bowerbird.notation.seating import Falls, handed
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import Call, Fact, IllegalActionError, State, say, step
from bowerbird.table.state import mask_of

__all__ = ["Walk"]


class Walk(msgspec.Struct):
    """The table on its way through a deal, and the facts since the first call. Bad facts raise `RuleBrokenError`."""

    book: Rulebook
    state: State
    #: Cards that the record never mentions: they stand in where one must be held, laid away or played.
    spare: tuple[Card, ...]
    facts: tuple[Fact, ...] = ()
    said: tuple[tuple[Seat, str], ...] = ()
    falls: Falls = Falls()
    #: Why the deal cannot be followed to its end, although the record goes on.
    lost: str = ""

    def known(self, seat: Seat) -> int:
        """What a seat holds by the record, stand-ins aside."""
        return self.state.hand.held[seat] & ~mask_of(self.spare)

    def push(self, fact: Fact, *, call: int = 0, trick: int = 0, card: str = "") -> None:
        """Let a fact happen at the table."""
        if isinstance(fact, Call):
            self.said = (*self.said, (fact.seat, say(self.book, self.state, fact)))
        try:
            self.state = step(self.book, self.state, fact)
        except IllegalActionError as wrong:
            raise RuleBrokenError(str(wrong), call=call, trick=trick, card=card) from None
        self.facts = (*self.facts, fact)

    def branch(self, seat: Seat, hand: int) -> Walk:
        """The same table, with another hand for one seat."""
        return replace(self, state=handed(self.state, seat, hand))
