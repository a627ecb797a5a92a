"""Our rules in OpenSpiel: its own tests, the table's results, worlds that a player can't tell apart, its algorithms."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from bowerbird.environments.actions import ACTIONS
from bowerbird.environments.observation import observe
from bowerbird.seats import Seat
from bowerbird.table import view
from deals import ALL_BOOKS
from kit.rows import rows

if TYPE_CHECKING:
    import pyspiel

    from bowerbird.environments import openspiel
else:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    from bowerbird.environments import openspiel


def loaded(rules: str) -> Any:
    return pyspiel.load_game(f"{openspiel.NAME}(rules={rules})")


def after(game: Any, dice: Random, moves: int) -> Any:
    """A position after random moves of the players, or at the end."""
    state = game.new_initial_state()
    while not state.is_terminal() and moves:
        if state.is_chance_node():
            state.apply_action(dice.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(dice.choice(state.legal_actions()))
            moves -= 1
    return state


@rows("rules", ALL_BOOKS)
def test_it_passes_openspiels_test(rules: str) -> None:
    pyspiel.random_sim_test(loaded(rules), num_sims=2, serialize=True, verbose=False)


def test_any_house_rules_can_be_played(tmp_path: Any) -> None:
    house = tmp_path / "house.toml"
    house.write_text(
        'based_on = "north-american"\n[pack]\njoker = true\n[auction]\nno_trump = true\n[alone]\npartners_best = true\n'
    )
    pyspiel.random_sim_test(loaded(str(house)), num_sims=10, serialize=True, verbose=False)


def test_rules_that_are_not_given_by_name_are_refused() -> None:
    with pytest.raises(ValueError, match=r"7 isn't a rulebook. Use .*bicycle.*, or a TOML file"):
        openspiel.EuchreGame({"rules": 7})


@rows("rules", ALL_BOOKS)
def test_returns_and_tensors_are_the_tables(rules: str) -> None:
    game, dice = loaded(rules), Random(1)
    for moves in (0, 1, 5, 9, 100):
        state = after(game, dice, moves)
        table = state.moment.table
        if state.is_terminal():
            points = state.moment.result.points
            assert state.returns() == [points[0] - points[1], points[1] - points[0]] * 2
        elif table is not None:
            for seat in Seat:
                row = observe(view(state.moment.book, table, seat))
                assert state.observation_tensor(int(seat)) == row.tolist()
            assert state.current_player() == table.turn
    assert after(game, dice, 100).is_terminal()


def test_a_player_is_told_only_what_it_may_know() -> None:
    """Other hands and discards don't change what a player is told."""
    game, dice = loaded("ccc"), Random(2)
    told = 0
    for moves in range(1, 24):
        state = after(game, dice, moves)
        if state.is_terminal():
            continue
        for seat in range(4):
            other = state.resample_from_infostate(seat, dice.random)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            told += other.history() != state.history()
    assert told > 40


@rows("rules", ["bicycle", "national", "north-american"])
def test_drawn_worlds_are_legal_and_differ(rules: str) -> None:
    game, dice = loaded(rules), Random(3)
    for moves in (2, 6, 12):
        state = after(game, dice, moves)
        while state.is_terminal():
            state = after(game, dice, moves)
        player = state.current_player()
        worlds = [state.resample_from_infostate(player, dice.random) for _ in range(12)]
        assert all(world.legal_actions() == state.legal_actions() for world in worlds)
        assert len({tuple(world.history()) for world in worlds}) > 6


def test_a_hidden_discard_may_be_any_card() -> None:
    """A dealer who may discard the turn-up is not known to have kept it, whatever was discarded."""
    game, dice = loaded("ccc"), Random(4)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(dice.choice(state.chance_outcomes())[0])
    state.apply_action(ACTIONS.index("order") if ACTIONS.index("order") in state.legal_actions() else 0)
    while ACTIONS.index("order") in state.legal_actions() or 0 in state.legal_actions():
        state.apply_action(ACTIONS.index("order") if ACTIONS.index("order") in state.legal_actions() else 0)
    state.apply_action(state.legal_actions()[0])
    player = state.current_player()
    discards = {
        state.resample_from_infostate(player, dice.random).moment.done[-1].card == state.moment.table.hand.turn_up
        for _ in range(60)
    }
    assert discards == {True, False}


def test_its_search_runs_and_takes_sure_tricks() -> None:
    """ISMCTS decides a hand from the first call to the last card, always legally."""
    from open_spiel.python.algorithms import ismcts, mcts

    game, dice = loaded("bicycle"), Random(5)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game=game, evaluator=evaluator, uct_c=4.0, max_simulations=8, random_state=np.random.RandomState(2)
    )
    state = after(game, dice, 1)
    while not state.is_terminal():
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
    assert sum(state.returns()) == 0


def test_its_regret_minimization_runs() -> None:
    """Outcome sampling walks through chance and all four players."""
    from open_spiel.python.algorithms import outcome_sampling_mccfr

    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(loaded("alberta"))
    for _ in range(5):
        solver.iteration()
    assert solver._infostates
