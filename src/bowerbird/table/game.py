"""A table to play at: the facts so far, and the state that follows from them."""

from __future__ import annotations

from collections.abc import Iterable

from bowerbird.rulebook.load import load_rulebook
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat
from bowerbird.table.facts import Fact, Shuffle
from bowerbird.table.legal import breach, legal
from bowerbird.table.state import State
from bowerbird.table.step import step
from bowerbird.table.view import View, view

__all__ = ["Table"]


class Table:
    """One game at one table.

    Examples:
        >>> from bowerbird import Seat, Table
        >>> from bowerbird.table import Deal, Open, Pass, Shuffle, TurnUp
        >>> table = Table("alberta")
        >>> table.push(Open(dealer=Seat.S))
        >>> table.push(Shuffle(tuple(table.book.cards())))  # put your own shuffle here
        >>> table.push(Deal(("3-2", "3-2", "3-2", "3-2")))
        >>> table.push(TurnUp())
        >>> table.why_not(Pass(Seat.N))
        "it is West's turn to call, not North's"
        >>> len(table.view(Seat.W).hand), Pass(Seat.W) in table.legal
        (5, True)
        >>> table.pop()
        TurnUp()
    """

    def __init__(self, book: Rulebook | str = "bicycle", facts: Iterable[Fact] = ()) -> None:
        """`book` is a rulebook or its name. `facts` are pushed one by one, to continue a recorded game."""
        self.book = load_rulebook(book) if isinstance(book, str) else book
        self._facts: list[Fact] = []
        self._states: list[State] = [State()]  # before each fact of the current hand, and after the last one
        for fact in facts:
            self.push(fact)

    @property
    def state(self) -> State:
        """The state now."""
        return self._states[-1]

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Everything that has happened, in order."""
        return tuple(self._facts)

    def push(self, fact: Fact) -> None:
        """Append a fact, or raise `IllegalActionError` with the reason and change nothing."""
        after = step(self.book, self.state, fact)
        if isinstance(fact, Shuffle):
            del self._states[:-1]  # earlier hands are rarely needed: `pop` rebuilds them from the facts
        self._states.append(after)
        self._facts.append(fact)

    def pop(self) -> Fact:
        """Undo the last fact and return it. Raises `IndexError` if there is none."""
        if not self._facts:
            raise IndexError("nothing has happened at this table yet")
        fact = self._facts.pop()
        self._states.pop()
        if not self._states:
            self._states = Table(self.book, self._facts)._states
        return fact

    @property
    def legal(self) -> list[Fact]:
        """Every fact that is legal now. Shuffles are left out, since any order of the deck will do."""
        return legal(self.book, self.state)

    def allows(self, fact: Fact) -> bool:
        """True if a fact is allowed now."""
        return breach(self.book, self.state, fact) is None

    def takes(self, fact: Fact) -> bool:
        """True if `push` accepts a fact now: it is allowed, or it is a mistake that can happen at a real table."""
        found = breach(self.book, self.state, fact)
        return found is None or (not self.state.guarded and found.irregularity is not None)

    def why_not(self, fact: Fact) -> str:
        """The reason why a fact isn't allowed now, such as `South must follow spades: Ts`. Empty if it is allowed."""
        found = breach(self.book, self.state, fact)
        return found.why if found else ""

    def view(self, seat: Seat | None) -> View:
        """The table as a seat sees it, with its legal actions. None is a viewer, who sees no hand."""
        return view(self.book, self.state, seat)
