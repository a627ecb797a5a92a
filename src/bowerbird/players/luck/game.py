"""The luck and skill of a whole game: who decided what in which hand, and what each deal was worth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from bowerbird.players.explanation import Weighed
from bowerbird.players.judge.judge import Bounds, judge
from bowerbird.players.luck.deals import waits_for_first_call
from bowerbird.players.luck.fortune import Cost, Dealt, Fortune, split
from bowerbird.players.luck.in_effect import in_effect
from bowerbird.players.luck.par import dealt
from bowerbird.rulebook.model import Rulebook
from bowerbird.table import Fact, State, Table, step, view

__all__ = ["fortune_of", "weigh"]


def fortune_of(table: Table, weighed: Mapping[int, Cost], deals: Mapping[int, Dealt] | None = None) -> Fortune:
    """Tell luck from skill in a game. `weighed` are its decisions by the places of their facts, as from `weigh`.

    A decision that a ruling has undone counts for nothing. `deals` are the deals that were looked at before, by the
    places of their first calls.
    """
    hands, counted = _hands(table), in_effect(table)
    by_hand = defaultdict(list)
    for place, decision in sorted(weighed.items()):
        if place in counted:
            by_hand[hands.of_fact[place]].append(decision)
    known = {hands.of_fact[place]: deal for place, deal in sorted((deals or {}).items())}

    def worth(hand: int) -> Dealt:
        return known[hand] if hand in known else dealt(table.book, hands.dealt[hand])

    return split(table.book, table.state, worth, by_hand)


def weigh(table: Table, bounds: Bounds | None = None) -> dict[int, Cost]:
    """Judge every decision of a game, by the place of its fact. It takes a while, and less with narrow `bounds`."""
    found = {}
    state = State()
    for place, fact in enumerate(table.facts):
        weighed = _weighed(table.book, state, fact, bounds)
        if weighed is not None:
            found[place] = weighed
        state = step(table.book, state, fact)
    return found


def _weighed(book: Rulebook, state: State, fact: Fact, bounds: Bounds | None) -> Cost | None:
    """A decision as the judge sees it; None if there was nothing to decide."""
    if not isinstance(fact, Weighed):
        return None
    seen = view(book, state, fact.seat)
    if fact not in seen.legal or len(seen.legal) < 2:
        return None
    found = judge(book, seen) if bounds is None else judge(book, seen, bounds)
    choice = found.choice(fact)
    return None if choice is None else Cost(fact.seat, choice.points_behind, choice.points_error)


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
        if waits_for_first_call(state):
            dealt_at[len(state.results)] = state
    return _Hands(of_fact, dealt_at)
