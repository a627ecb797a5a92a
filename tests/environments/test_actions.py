"""Every decision at a table has one number, and every number one decision."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bowerbird.environments.actions import ACTION_COUNT, ACTIONS, action_of, fact_of
from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import Cut, Draw, Pass, Phase
from deals import cards
from kit.amount import amount
from random_books import any_book, played_on

HAND = cards("9c Td Jh Qs As")


def test_every_number_is_one_fact_and_back() -> None:
    facts = [fact_of(action, Seat.W, HAND) for action in range(ACTION_COUNT)]
    assert len(set(facts)) == ACTION_COUNT == len(set(ACTIONS))
    assert [action_of(fact, HAND) for fact in facts] == list(range(ACTION_COUNT))


def test_numbers_stay_what_they_are() -> None:
    places = {words: ACTIONS.index(words) for words in ("pass", "order alone", "name no trump", "play 7c", "discard B")}
    assert places == {"pass": 0, "order alone": 2, "name no trump": 7, "play 7c": 13, "discard B": 78}
    assert ACTION_COUNT == 131


@settings(max_examples=amount(4, full=15), deadline=None)
@given(any_book, st.integers(0, 2**32))
def test_whatever_a_seat_may_do_has_a_number(book: Rulebook, seed: int) -> None:
    for table in played_on(book, seed, 60):
        turn = table.state.turn
        if turn is None:
            continue
        view = table.view(turn)
        numbers = [action_of(fact, view.hand) for fact in view.legal]
        assert [fact_of(number, turn, view.hand) for number in numbers] == list(view.legal)
        assert numbers or table.state.phase is Phase.OVER


def test_what_is_no_decision_has_no_number() -> None:
    for fact in (Cut(Seat.N, 5), Draw(Seat.N, HAND[0])):
        with pytest.raises(ValueError, match="isn't a decision"):
            action_of(fact, HAND)
    with pytest.raises(ValueError, match="Use 0 to 130"):
        fact_of(131, Seat.N, HAND)
    assert fact_of(0, Seat.E, HAND) == Pass(Seat.E)
