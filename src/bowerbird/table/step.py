"""One fact further: `step(book, state, fact)` is the state after it. Pure; a game is the fold of its facts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from msgspec.structs import replace

from bowerbird.rulebook.model import Rulebook
from bowerbird.table import real
from bowerbird.table.facts import Fact, Play, RealFact
from bowerbird.table.flow import apply
from bowerbird.table.legal import IllegalActionError, breach
from bowerbird.table.state import State

__all__ = ["fold", "step"]


def fold(book: Rulebook, facts: Iterable[Fact]) -> State:
    """The state after a list of facts. Raises `IllegalActionError` at the first that isn't allowed."""
    return reduce(lambda state, fact: step(book, state, fact), facts, State())


def step(book: Rulebook, state: State, fact: Fact) -> State:
    """The state after `fact`. Raises `IllegalActionError` if it isn't allowed.

    A real table also accepts the mistakes that people make.
    """
    wrong = breach(book, state, fact)
    if wrong is not None and (state.guarded or wrong.irregularity is None):
        raise IllegalActionError(wrong.why)
    state = replace(state, age=state.age + 1)
    if wrong is not None:
        return real.slip(book, state, fact, wrong)
    if isinstance(fact, RealFact):
        return real.apply(book, state, fact)
    return apply(book, real.play_begins(book, state) if isinstance(fact, Play) else state, fact)
