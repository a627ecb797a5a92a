"""The Gymnasium environment: Gymnasium's own checks, one seat among bots, the table's points as rewards."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from bowerbird.cards import Card
from bowerbird.environments import observation
from bowerbird.environments.actions import ACTIONS
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from deals import ALL_BOOKS, deck_of
from kit.rows import rows

if TYPE_CHECKING:
    import gymnasium
else:
    gymnasium = pytest.importorskip("gymnasium", reason="the extra 'research' is not installed")


def made(**settings: Any) -> Any:
    return gymnasium.make("bowerbird/Euchre-v0", **settings)


def play(env: Any, seed: int, chance: int = 1) -> tuple[float, int]:
    """One episode of random legal actions: the sum of rewards, and how many there were."""
    dice = Random(chance)
    _, info = env.reset(seed=seed)
    total, steps, ended = 0.0, 0, False
    while not ended:
        _, reward, ended, cut_off, info = env.step(dice.choice(info["action_mask"].nonzero()[0].tolist()))
        assert not cut_off
        total, steps = total + reward, steps + 1
    return total, steps


@rows("rules", ALL_BOOKS)
@pytest.mark.filterwarnings("ignore:.*render_mode.*")
def test_it_passes_gymnasiums_checks(rules: str) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(made(rules=rules).unwrapped)


@rows("mode", ["hand", "game"])
def test_rewards_are_the_points_of_the_agents_side(mode: str) -> None:
    env = made(rules="st-joe", mode=mode, opponents="simple")
    for seed in range(4):
        total, _ = play(env, seed)
        state = env.unwrapped._episode.table.state
        assert total == sum(result.points[0] - result.points[1] for result in state.results)
        assert state.is_over == (mode == "game")


#: East deals, and South has the five highest hearts: by rules of thumb it orders alone at once and wins all tricks.
LONE_PARTNER = {"dealer": "E", "deck": deck_of("bicycle", Seat.E, "9h", {"S": "Jh Jd Ah Kh Qh"})}
THUMB = "bowerbird.players.thumb:ThumbPlayer"


def test_what_bots_win_before_the_first_decision_is_paid_with_it() -> None:
    env = made(mode="game", partner=THUMB, opponents=THUMB)
    dice = Random(2)
    _, info = env.reset(seed=1, options=LONE_PARTNER)
    table = env.unwrapped._episode.table
    assert table.state.score == (4, 0)
    total, ended = 0.0, False
    while not ended:
        _, reward, ended, _, info = env.step(dice.choice(info["action_mask"].nonzero()[0].tolist()))
        total += reward
        assert total == table.state.score[0] - table.state.score[1]
    env.reset(seed=1, options={"dealer": "N"})
    _, reward, *_ = env.step(ACTIONS.index("pass"))
    assert reward == 0, "it is paid once"


def test_a_given_deal_that_bots_end_early_is_not_replaced_in_silence() -> None:
    with pytest.warns(UserWarning, match="bots ended the given deal before the agent's turn"):
        made(partner=THUMB, opponents=THUMB).reset(seed=1, options=LONE_PARTNER)


def test_the_agent_decides_for_north_only() -> None:
    env = made(rules="alberta", partner="random", opponents="random")
    dice = Random(3)
    _, info = env.reset(seed=5)
    ended = False
    while not ended:
        assert env.unwrapped._episode.turn is Seat.N
        seen, _, ended, _, info = env.step(dice.choice(info["action_mask"].nonzero()[0].tolist()))
        assert (seen["action_mask"] == info["action_mask"]).all()
    assert not info["action_mask"].any()


def test_the_same_seed_gives_the_same_episode() -> None:
    facts = []
    for seed in (4, 4, 5):
        env = made(mode="game")
        play(env, seed)
        facts.append(env.unwrapped._episode.table.facts)
    assert facts[0] == facts[1] != facts[2]


@rows("action", [ACTIONS.index("discard B"), len(ACTIONS), -1])
def test_an_illegal_action_ends_the_episode(action: int) -> None:
    env = made().unwrapped
    env.reset(seed=1)
    _, reward, ended, _, info = env.step(action)
    assert (reward, ended, info["illegal"]) == (-1.0, True, True)
    with pytest.raises(RuntimeError, match=r"the episode has ended. Call reset"):
        env.step(info["action_mask"].argmax())
    env.reset()
    assert not env.step(ACTIONS.index("pass"))[4].get("illegal")


def test_after_the_end_a_reset_is_needed() -> None:
    env = made().unwrapped
    play(env, 1)
    with pytest.raises(RuntimeError, match=r"the episode has ended. Call reset"):
        env.step(0)


def test_a_table_needs_a_reset() -> None:
    env = made(render_mode="ansi").unwrapped
    for called in (lambda: env.step(0), env.render):
        with pytest.raises(RuntimeError, match="Call reset first"):
            called()


@rows("action", [0.9, 0.0, "0", None, True])
def test_an_action_that_is_not_an_integer_changes_nothing(action: Any) -> None:
    env = made().unwrapped
    env.reset(seed=1)
    before = env._episode.table.facts
    with pytest.raises(ValueError, match=r"isn't an integer. Use the place of a 1 in the action mask"):
        env.step(action)
    assert env._episode.table.facts == before
    assert not env.step(np.array(ACTIONS.index("pass")))[4].get("illegal")


def test_a_number_of_numpy_is_a_seed() -> None:
    seen, _ = made().reset(seed=np.int64(3))
    assert (seen["observation"] == made().reset(seed=3)[0]["observation"]).all()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"seed": -1}, "the seed -1 doesn't work. Use a whole number of 0 or more, or None"),
        ({"seed": 0.5}, "the seed 0.5 doesn't work"),
        ({"seed": 3, "options": "dealer"}, "the options 'dealer' don't work. Use a dict with dealer and deck"),
        ({"seed": 3, "options": {"dealer": ["N"]}}, r"\['N'\] isn't a seat. Use N, E, S, W"),
    ],
)
def test_a_reset_that_does_not_work_changes_nothing(given: dict[str, Any], said: str) -> None:
    env, other = made().unwrapped, made().unwrapped
    for each in (env, other):
        each.reset(seed=1)
    with pytest.raises(ValueError, match=said):
        env.reset(**given)
    assert env._episode.table.facts == other._episode.table.facts
    assert (env.reset()[0]["observation"] == other.reset()[0]["observation"]).all(), "the same cards come"


def test_a_deal_can_be_given() -> None:
    deck = deck_of("bicycle", Seat.W, "Ah", {"N": "9h Th Qh Kh Jh"})
    seen, _ = made().reset(options={"dealer": "W", "deck": deck})
    hand = seen["observation"][observation.field("hand").place].nonzero()[0].tolist()
    assert hand == sorted(Card(card) for card in ("9h", "Th", "Qh", "Kh", "Jh"))


def test_what_is_shown_follows_the_render_mode(capsys: pytest.CaptureFixture[str]) -> None:
    env = made(render_mode="ansi")
    env.reset(seed=1)
    assert all(seat.word in env.render() for seat in Seat)
    assert capsys.readouterr().out == ""
    _, steps = play(made(render_mode="human"), 1)
    assert capsys.readouterr().out.count(" deals, ") == steps + 1


@rows(
    "settings, said",
    [
        ({"opponents": "nobody"}, "'nobody' isn't a level"),
        ({"mode": "evening"}, "use hand or game"),
        ({"reward": "win"}, "a hand has points but no winner"),
        ({"rules": load_rulebook("bicycle"), "partner": "Q"}, "'Q' isn't a level"),
        ({"opponents": None}, "None isn't the name of a bot. Use .*novice.*, or module:Class for your own"),
        ({"partner": ["novice"]}, r"\['novice'\] isn't the name of a bot. Use .*novice"),
        ({"rules": None}, "None isn't a rulebook. Use .*bicycle.*, or a TOML file"),
    ],
)
def test_what_cannot_be_played_is_refused(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        made(**settings)
