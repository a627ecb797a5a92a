"""The luck and skill of a whole game: who decided what in which hand, and what each deal was worth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from bowerbird.players.judge.judge import judge
from bowerbird.players.luck.fortune import Fortune, Weighed, split
from bowerbird.players.luck.par import dealt
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import DefendAlone, Discard, Fact, Name, Order, Pass, Phase, Play, State, Table, step, view

__all__ = ["Decision", "fortune_of", "weigh"]

#: The facts that are decisions of a player.
Decision = Pass | Order | Name | DefendAlone | Discard | Play


def fortune_of(table: Table, weighed: Mapping[int, Weighed]) -> Fortune:
    """Tell luck from skill in a game. `weighed` are its decisions by the places of their facts, as from `weigh`."""
    hands = _hands(table)
    by_hand = defaultdict(list)
    for place, decision in sorted(weighed.items()):
        by_hand[hands.of_fact[place]].append(decision)
    return split(table.book, table.state, lambda hand: dealt(table.book, hands.dealt[hand]), by_hand)


def weigh(table: Table) -> dict[int, Weighed]:
    """Judge every decision of a game, by the place of its fact. It takes a while."""
    found = {}
    state = State()
    for place, fact in enumerate(table.facts):
        weighed = _weighed(table.book, state, fact)
        if weighed is not None:
            found[place] = weighed
        state = step(table.book, state, fact)
    return found


def _weighed(book: Rulebook, state: State, fact: Fact) -> Weighed | None:
    """A decision as the judge sees it; None if there was nothing to decide."""
    if not isinstance(fact, Decision):
        return None
    seen = view(book, state, fact.seat)
    if fact not in seen.legal or len(seen.legal) < 2:
        return None
    choice = judge(book, seen).choice(fact)
    return None if choice is None else Weighed(fact.seat, choice.points_behind, choice.points_error)


class _Hands(NamedTuple):
    """The hand that each fact belongs to, and the table as it waited for the first call of each hand."""

    of_fact: list[int]
    dealt: dict[int, State]


def _hands(table: Table) -> _Hands:
    of_fact, dealt_at = [], {}
    state = State()
    for fact in table.facts:
        of_fact.append(len(state.results))
        state = step(table.book, state, fact)
        if state.phase is Phase.FIRST_ROUND and not state.hand.calls:
            dealt_at[len(state.results)] = state
    return _Hands(of_fact, dealt_at)
