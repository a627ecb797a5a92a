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

    >>> from bowerbird.table import Open
    >>> table = Table("alberta")
    >>> table.push(Open(dealer=Seat.S))
    >>> table.state.phase.value
    'shuffle'
    >>> table.pop().dealer
    <Seat.S: 2>
    """

    def __init__(self, book: Rulebook | str = "bicycle", facts: Iterable[Fact] = ()) -> None:
        """A table under a rulebook (or its name), with the facts so far."""
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
        """Apply a fact, or raise `IllegalActionError` or `InvalidActionError` and change nothing."""
        after = step(self.book, self.state, fact)
        if isinstance(fact, Shuffle):
            del self._states[:-1]  # earlier hands are rarely needed: `pop` rebuilds them from the facts
        self._states.append(after)
        self._facts.append(fact)

    def pop(self) -> Fact:
        """Undo the last fact and return it."""
        if not self._facts:
            raise IndexError("nothing has happened at this table yet")
        fact = self._facts.pop()
        self._states.pop()
        if not self._states:
            self._states = Table(self.book, self._facts)._states
        return fact

    @property
    def legal(self) -> list[Fact]:
        """Every action that is legal now (in the phase `shuffle`: any order of the pack)."""
        return legal(self.book, self.state)

    def allows(self, fact: Fact) -> bool:
        """True if a fact is allowed now."""
        return breach(self.book, self.state, fact) is None

    def takes(self, fact: Fact) -> bool:
        """True if a fact can happen now: it is allowed, or it is a mistake that this table accepts."""
        found = breach(self.book, self.state, fact)
        return found is None or (not self.state.guarded and found.irregularity is not None)

    def why_not(self, fact: Fact) -> str:
        """The reason why a fact is not allowed now; empty if it is."""
        found = breach(self.book, self.state, fact)
        return found.why if found else ""

    def view(self, seat: Seat | None) -> View:
        """The view of a seat, or of a watcher (None)."""
        return view(self.book, self.state, seat)
