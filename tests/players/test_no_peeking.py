"""No player sees hidden cards: two worlds that look alike from a seat, and the same seed, give the same action."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bowerbird.cards import Card
from bowerbird.kernel.position import PositionError
from bowerbird.kernel.sample import deals
from bowerbird.players import LEVELS
from bowerbird.players.base import decision_seed
from bowerbird.players.knowledge import seen_by
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import State, Table, view
from kit.amount import amount
from kit.rows import rows
from players.tables import decisions, small
from random_books import any_book, played_on


def another_world(book: Rulebook, state: State, seed: int) -> State:
    """The same table with other hidden cards: what the seat to play has seen stays, the rest is dealt anew."""
    seat = state.turn
    assert seat is not None
    world = deals(seen_by(book, view(book, state, seat)), 1, seed)
    held = (world[0], world[1], world[2], world[3])
    discards = state.hand.discards
    if world[4]:
        hidden = Card(world[4].bit_length() - 1)
        discards = tuple((who, card if who is seat else hidden) for who, card in discards)
    return replace(state, hand=replace(state.hand, held=held, discards=discards))


@rows("book", ["bicycle", "national", "trailer-estates"][: amount(1, full=3)])
@rows("name", LEVELS)
def test_equal_views_and_seeds_give_equal_actions(name: str, book: str) -> None:
    rules = load_rulebook(book)
    player = small(name, 11)
    moved = compared = 0
    for place, state in enumerate(decisions(rules, (small("club", 1), small("novice", 2)), seed=9)):
        if state.turn is None or place > amount(40, full=120):
            break
        other = another_world(rules, state, seed=place)
        seen, seen_there = (view(rules, world, state.turn) for world in (state, other))
        assert seen == seen_there
        assert player.choose(rules, seen) == small(name, 11).choose(rules, seen_there)
        moved += other.hand.held != state.hand.held
        compared += 1
    assert moved > compared / 2, "the worlds hardly differ: this test shows nothing"


def test_a_decision_hangs_on_the_view_and_the_seed_alone() -> None:
    states = list(decisions(load_rulebook("bicycle"), (small("club"), small("club")), seed=4))[:40]
    views = [view(load_rulebook("bicycle"), state, state.turn) for state in states if state.turn is not None]
    assert len({decision_seed(1, seen) for seen in views}) == len(views)
    assert decision_seed(1, views[0]) != decision_seed(2, views[0])
    expert = small("expert", 3)
    forward = [expert.choose(load_rulebook("bicycle"), seen) for seen in views]
    backward = [expert.choose(load_rulebook("bicycle"), seen) for seen in reversed(views)]
    assert forward == backward[::-1]


@given(any_book, st.integers(0, 2**32))
@settings(max_examples=amount(10, full=40))
def test_what_a_seat_knows_is_true(book: Rulebook, seed: int) -> None:
    for table in played_on(book, seed, 60):
        state = table.state
        if state.turn is None or not state.hand.turn_up or state.phase.value in ("joker", "partner's best"):
            continue
        for seat in Seat:
            if not state.hand.is_out(seat):
                assert_true_of(table, seat)


def assert_true_of(table: Table, seat: Seat) -> None:
    held = table.state.hand.held
    try:
        seen = seen_by(table.book, table.view(seat))
    except PositionError as error:
        pytest.fail(f"{seat.word} is told something impossible: {error}")
    for other in Seat:
        assert seen.holds[other] & ~held[other] == 0
        assert seen.lacks[other] & held[other] == 0
        assert seen.gone & held[other] == 0
        assert seen.sizes[other] == held[other].bit_count()
        if seen.needs[other]:
            laid_away = sum(1 << card for who, card in table.state.hand.discards if who is other)
            assert seen.needs[other] & (held[other] | laid_away)
