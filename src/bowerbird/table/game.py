"""A table to play at: the facts so far, and the state that follows from them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Self

from bowerbird.errors import WrongKindError, checks_kinds
from bowerbird.rulebook.load import Rules, load_rulebook
from bowerbird.rulebook.model import Rulebook
from bowerbird.seats import Seat
from bowerbird.table.checks.common import Verdict, waits_for
from bowerbird.table.facts import Fact, Shuffle, checked
from bowerbird.table.legal import breach, legal
from bowerbird.table.state import Phase, State
from bowerbird.table.step import step
from bowerbird.table.view import View, view

__all__ = ["Table"]

_SEEN_BY: Final = (*Seat, None)


class Table:
    """One game at one table. Tables are equal if they have the same rules and facts. A copy is independent.

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
        >>> table
        <Table alberta, 0–0, South to turn up a card>
    """

    @checks_kinds
    def __init__(self, book: Rules = "bicycle", facts: Iterable[Fact] = ()) -> None:
        """`book` is a rulebook, its name or its file. `facts` are pushed one by one, to continue a recorded game."""
        self.book = load_rulebook(book)
        self._facts: list[Fact] = []
        self._states: list[State] = [State()]  # before each fact of the current hand, and after the last one
        for fact in facts:
            self.push(fact)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and (self.book, self._facts) == (other.book, other._facts)

    def __repr__(self) -> str:
        """The rules, the score, and what the table waits for. No hidden card, so logs and tracebacks are safe."""
        return f"<Table {self.book.name}, {'–'.join(map(str, self.state.score))}, {_now(self.state)}>"

    def __copy__(self) -> Self:
        """States never change, so copies share them."""
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__, _facts=[*self._facts], _states=[*self._states])
        return copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.__copy__()

    def __reduce__(self) -> tuple[type[Self], tuple[Rulebook, tuple[Fact, ...]]]:
        """Pickled are the rules and the facts."""
        return type(self), (self.book, self.facts)

    @property
    def state(self) -> State:
        """The state now."""
        return self._states[-1]

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Everything that has happened, in order."""
        return tuple(self._facts)

    def push(self, fact: Fact) -> None:
        """Append a fact, or raise `IllegalActionError` with the reason and change nothing.

        Anything but a fact raises `InvalidActionError`.
        """
        fact = checked(fact)
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
        return self._breach(fact) is None

    def takes(self, fact: Fact) -> bool:
        """True if `push` accepts a fact now: it is allowed, or it is a mistake that can happen at a real table."""
        found = self._breach(fact)
        return found is None or (not self.state.guarded and found.irregularity is not None)

    def why_not(self, fact: Fact) -> str:
        """The reason why a fact isn't allowed now, such as `South must follow spades: Ts`. Empty if it is allowed."""
        found = self._breach(fact)
        return found.why if found else ""

    def _breach(self, fact: Fact) -> Verdict:
        return breach(self.book, self.state, checked(fact))

    def view(self, seat: Seat | None) -> View:
        """The table as a seat sees it, with its legal actions. None is a viewer, who sees no hand."""
        if seat not in _SEEN_BY:
            raise WrongKindError(f"Table.view: seat must be Seat or None, not {seat!r}")
        return view(self.book, self.state, seat)


def _now(state: State) -> str:
    if state.phase is Phase.OPENING:
        return "waiting for four players"
    if state.result is not None:
        return "over" if state.result.winner is None else f"over, {state.result.winner.word} won"
    turn_up = state.hand.turn_up
    return waits_for(state) if turn_up is None else f"{state.dealer.name}:{turn_up}, {waits_for(state)}"
