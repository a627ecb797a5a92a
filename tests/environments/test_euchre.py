"""The PettingZoo environment: PettingZoo's own tests, no leaks, the book's points as rewards."""

from __future__ import annotations

import copy
import importlib
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from bowerbird.cards import Card, trump_index
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Fact, IllegalActionError, Open, Shuffle, Table, View
from deals import ALL_BOOKS, cards, dealt, deck_of, say
from kit.rows import rows
from random_books import played_on

if TYPE_CHECKING:
    from bowerbird.environments import euchre_v0, observation
    from bowerbird.environments.actions import ACTIONS
else:
    pytest.importorskip("pettingzoo", reason="the extra 'research' is not installed")
    from bowerbird.environments import euchre_v0, observation
    from bowerbird.environments.actions import ACTIONS

# PettingZoo has these doubts about every environment with a mask, or with names of its own for the agents.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably"),
    pytest.mark.filterwarnings("ignore:We recommend agents to be named"),
    pytest.mark.filterwarnings("ignore:reset has no option options"),
]


def seen(row: Any, name: str) -> list[int]:
    """The places that are set in a part of the row."""
    return [int(place) for place in row[observation.field(name).place].nonzero()[0]]


def play(env: Any, seed: int, most: int = 10_000) -> list[tuple[str, int | None]]:
    """Random legal actions to the end of the episode; the actions that were taken."""
    dice = Random(seed)
    taken: list[tuple[str, int | None]] = []
    for agent in env.agent_iter(most):
        found, _, ended, cut_off, _ = env.last()
        action = None if ended or cut_off else dice.choice(found["action_mask"].nonzero()[0].tolist())
        taken.append((agent, action))
        env.step(action)
    return taken


# PettingZoo's own tests.


def pettingzoo_test(name: str) -> Callable[..., None]:
    """One of the tests that PettingZoo has for every environment. It carries no types, so none are asked for."""
    found: Callable[..., None] = getattr(importlib.import_module("pettingzoo.test"), name)
    return found


@rows("mode", ["hand", "game"])
@rows("rules", ALL_BOOKS)
def test_it_passes_the_api_test(rules: str, mode: euchre_v0.Mode) -> None:
    pettingzoo_test("api_test")(euchre_v0.env(rules, mode), num_cycles=30)


def test_it_passes_the_seed_test() -> None:
    pettingzoo_test("seed_test")(lambda: euchre_v0.env("national", "game"), num_cycles=40)


# What is observed.


def test_the_layout_has_no_gaps() -> None:
    place = 0
    for part in observation.FIELDS:
        assert part.start == place
        place += part.size
    assert place == observation.OBSERVATION_SIZE == len(observation.highest())
    counted = {part.name for part in observation.FIELDS if part.most != 1}
    assert counted == {"counts", "score", "hands played"}, "all else is yes or no"


@rows("rules", ["alberta", "trailer-estates"])
def test_a_row_tells_what_the_view_tells(rules: str) -> None:
    book = load_rulebook(rules)
    for table in played_on(book, 7, 150):
        for seat in Seat:
            view = table.view(seat)
            row = observation.observe(view)
            assert (row <= observation.highest()).all()
            assert seen(row, "hand") == sorted(view.hand)
            assert seen(row, "dealer") == [(view.dealer - seat) % 4]
            assert row[observation.field("counts").place].tolist() == [view.counts[s] for s in seat.round_from()]
            assert seen(row, "trump") == ([] if view.maker is None else [trump_index(view.trump)])
            assert seen(row, "sitting out") == sorted((other - seat) % 4 for other in view.sitting_out)
            assert row[observation.field("score").place].tolist() == [view.score[seat.side], view.score[1 - seat.side]]
            assert _plays(row, seat) == {
                (number, who, card)
                for number, trick in enumerate((*view.tricks, view.trick))
                for who, card in trick.plays
            }


def _plays(row: Any, seat: Seat) -> set[tuple[int, int, int]]:
    places = seen(row, "tricks")
    return {(place // 132, (place // 33 % 4 + seat) % 4, place % 33) for place in places}


def test_a_hand_read_from_its_row() -> None:
    table = dealt("bicycle", "S", "9h", W="Jc Ac Kc Qc Tc", N="Jh Jd Ah Kh Qh", S="9c Ad Kd Qd Td")
    say(table, "W: pass, N: order alone, S: discard 9c")
    say(table, "W: Tc")
    row = observation.observe(table.view(Seat.N))
    words = {name: seen(row, name) for name in ("phase", "turn", "dealer", "maker", "trump", "alone", "passes")}
    # North sees itself as 0, East as 1, South across as 2, West as 3.
    assert words == {
        "phase": [6], "turn": [0], "dealer": [2], "maker": [0], "trump": [2], "alone": [0], "passes": [0]
    }  # fmt: skip
    assert seen(row, "turn-up") == [Card("9h")]
    assert seen(row, "turn-up is") == [1]
    assert seen(row, "leaders") == [3]
    assert seen(row, "winners") == []
    assert seen(row, "discarded") == []
    assert seen(observation.observe(table.view(Seat.S)), "discarded") == [Card("9c")]


def test_a_watcher_has_no_row() -> None:
    with pytest.raises(ValueError, match="seat"):
        observation.observe(Table("bicycle").view(None))


def replayed(table: Table, deck: tuple[Card, ...]) -> Table | None:
    """The same table with another pack, where what happened could have happened with it too."""
    try:
        return Table(table.book, [Shuffle(deck) if isinstance(fact, Shuffle) else fact for fact in table.facts])
    except IllegalActionError:
        return None


def test_worlds_with_equal_views_give_equal_observations() -> None:
    dice = Random(11)
    pairs = 0
    for seed in range(24):
        book = load_rulebook(dice.choice(ALL_BOOKS))
        for table in played_on(book, seed, dice.randrange(20, 40)):
            if table.state.results:
                break
        if table.state.results or table.state.hand.turn_up is None:
            continue
        deck = next(fact.deck for fact in table.facts if isinstance(fact, Shuffle))
        for _ in range(60):
            one, two = dice.sample(range(len(deck)), 2)
            swapped = list(deck)
            swapped[one], swapped[two] = deck[two], deck[one]
            other = replayed(table, tuple(swapped))
            if other is None or other.state.hand.held == table.state.hand.held:
                continue
            for seat in Seat:
                if _equal(table.view(seat), other.view(seat)):
                    pairs += 1
                    assert (observation.observe(table.view(seat)) == observation.observe(other.view(seat))).all()
    assert pairs > 50


def _equal(one: View, other: View) -> bool:
    return one == other


def test_the_environment_shows_no_more_than_the_view() -> None:
    book = load_rulebook("bicycle")
    east = {"E": "9c Tc Jc Qc Kc"}
    first = deck_of(book, Seat.N, "9h", {**east, "S": "Ah Kh Qh Jh Th", "W": "As Ks Qs Js Ts"})
    second = deck_of(book, Seat.N, "9h", {**east, "W": "Ah Kh Qh Jh Th", "S": "As Ks Qs Js Ts"})
    rows = []
    for deck in (first, second):
        env = euchre_v0.raw_env()
        env.reset(seed=1, options={"dealer": "N", "deck": deck})
        rows.append({agent: env.observe(agent) for agent in euchre_v0.AGENTS})
    for agent, same in {"north": True, "east": True, "south": False, "west": False}.items():
        one, two = rows[0][agent], rows[1][agent]
        assert (one["observation"] == two["observation"]).all() == same
    assert (rows[0]["east"]["action_mask"] == rows[1]["east"]["action_mask"]).all()


# Playing.


def test_the_mask_is_what_the_table_allows() -> None:
    env = euchre_v0.raw_env()
    env.reset(seed=3)
    assert env.agent_selection == euchre_v0.AGENTS[env.table.state.dealer.left]
    mask = env.observe(env.agent_selection)["action_mask"]
    assert [ACTIONS[number] for number in mask.nonzero()[0]] == ["pass", "order", "order alone"]
    others = [agent for agent in env.agents if agent != env.agent_selection]
    assert not any(env.observe(agent)["action_mask"].any() for agent in others)


def test_an_illegal_action_changes_nothing() -> None:
    env = euchre_v0.raw_env()
    env.reset(seed=3)
    before = env.table.state
    with pytest.raises(IllegalActionError, match="first round"):
        env.step(ACTIONS.index("name clubs"))
    with pytest.raises(ValueError, match="must act"):
        env.step(None)
    not_integers: tuple[Any, ...] = (0.9, 0.0, "0", True, np.array([0, 1]))
    for wrong in not_integers:
        with pytest.raises(ValueError, match=r"isn't an integer. Use the place of a 1 in the action mask"):
            env.step(wrong)
    assert env.table.state == before


def test_behind_the_guards_an_illegal_action_ends_the_episode() -> None:
    env = euchre_v0.env()
    env.reset(seed=3)
    agent = env.agent_selection
    env.step(ACTIONS.index("name clubs"))
    assert env.rewards[agent] == -1
    assert all(env.terminations.values())


@rows("mode", ["hand", "game"])
def test_rewards_are_the_points_of_the_hands(mode: euchre_v0.Mode) -> None:
    env = euchre_v0.raw_env("st-joe", mode)
    env.reset(seed=8)
    won = dict.fromkeys(euchre_v0.AGENTS, 0.0)
    dice = Random(5)
    for agent in env.agent_iter():
        found, reward, ended, _, _ = env.last()
        won[agent] += reward
        env.step(None if ended else dice.choice(found["action_mask"].nonzero()[0].tolist()))
    results = env.table.state.results
    gained = sum(result.points[0] - result.points[1] for result in results)
    assert won == {"north": gained, "east": -gained, "south": gained, "west": -gained}
    assert env.table.state.is_over == (mode == "game")
    assert (len(results) == 1) == (mode == "hand")


def test_rewards_can_be_for_the_game() -> None:
    env = euchre_v0.raw_env("bicycle", "game", "win")
    env.reset(seed=8)
    rewards: list[float] = []
    dice = Random(5)
    for agent in env.agent_iter():
        found, reward, ended, _, _ = env.last()
        if agent == "north":
            rewards.append(reward)
        env.step(None if ended else dice.choice(found["action_mask"].nonzero()[0].tolist()))
    result = env.table.state.result
    assert result is not None
    assert rewards[-1] == (1 if result.winner == 0 else -1)
    assert not any(rewards[:-1])


def test_the_same_seed_gives_the_same_game() -> None:
    logs: list[tuple[Fact, ...]] = []
    env = euchre_v0.raw_env("alberta", "game")
    for seed in (4, 4, 5, None):
        env.reset(seed=seed)
        play(env, 1)
        logs.append(env.table.facts)
    assert logs[0] == logs[1] != logs[2]
    assert logs[3] not in logs[:3]


def test_a_number_of_numpy_is_a_seed_and_an_action() -> None:
    env, other = euchre_v0.raw_env(), euchre_v0.raw_env()
    env.reset(seed=np.int64(3))
    other.reset(seed=3)
    assert (env.state() == other.state()).all()
    for action in (np.int64(0), np.array(0)):
        env.step(action)
        other.step(0)
    assert (env.state() == other.state()).all()


@rows("seed", [-3, 0.5, "3"])
def test_a_seed_that_does_not_work_changes_nothing(seed: Any) -> None:
    env, other = euchre_v0.raw_env(), euchre_v0.raw_env()
    env.reset(seed=3)
    other.reset(seed=3)
    with pytest.raises(ValueError, match=f"the seed {seed!r} doesn't work. Use a whole number of 0 or more, or None"):
        env.reset(seed=seed)
    assert env.table.facts == other.table.facts
    env.reset()
    other.reset()
    assert env.table.facts == other.table.facts


NEEDS_A_TABLE: dict[str, Callable[[Any], Any]] = {
    "step": lambda env: env.step(0),
    "observe": lambda env: env.observe("north"),
    "state": lambda env: env.state(),
    "render": lambda env: env.render(),
    "last": lambda env: env.last(),
    "table": lambda env: env.table,
}


@rows("called", NEEDS_A_TABLE.values())
def test_a_table_needs_a_reset(called: Callable[[Any], Any]) -> None:
    with pytest.raises(RuntimeError, match="Call reset first"):
        called(euchre_v0.raw_env(render_mode="ansi"))


@rows("called", ["step", "last"])
def test_after_the_last_agent_is_done_a_reset_is_needed(called: str) -> None:
    env = euchre_v0.raw_env()
    env.reset(seed=3)
    play(env, 1)
    with pytest.raises(RuntimeError, match=r"the episode has ended. Call reset"):
        NEEDS_A_TABLE[called](env)
    env.reset()
    env.step(0)


def test_an_agent_that_does_not_exist_is_pointed_out() -> None:
    env = euchre_v0.raw_env()
    env.reset(seed=3)
    with pytest.raises(ValueError, match=r"'North' isn't an agent. Use north, east, south, west"):
        env.observe("North")


def test_a_deal_can_be_given() -> None:
    deck = deck_of("bicycle", Seat.W, "Ah", {"N": "9h Th Qh Kh Jh"})
    env = euchre_v0.raw_env()
    env.reset(options={"dealer": "W", "deck": [str(card) for card in deck]})
    assert env.table.facts[0] == Open(dealer=Seat.W)
    assert env.table.view(Seat.N).turn_up == Card("Ah")
    assert seen(env.observe("north")["observation"], "hand") == sorted(cards("9h Th Qh Kh Jh"))


def test_a_hand_given_back_is_dealt_anew_in_the_same_episode(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('based_on = "bicycle"\n[deal]\nnew_deal_for = ["farmer\'s hand"]\n')
    env = euchre_v0.raw_env(str(house))
    env.reset(seed=1, options={"dealer": "N", "deck": deck_of("bicycle", Seat.N, "Ah", {"E": "9c Tc 9d Td 9s"})})
    env.step(ACTIONS.index("new deal, farmer's hand"))
    assert len(env.table.state.results) == 1
    assert not any(env.terminations.values())
    play(env, 1)
    assert len(env.table.state.results) == 2


# Copies, the state of all, and what is shown.


@rows("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@rows("made", [euchre_v0.env, euchre_v0.raw_env])
def test_a_copy_continues_where_the_original_is(made: Callable[..., Any], copied: Callable[[Any], Any]) -> None:
    env = made("ccc", "game")
    env.reset(seed=2)
    play(env, 3, most=18)
    other = copied(env)
    assert other.agent_selection == env.agent_selection
    assert (other.state() == env.state()).all()
    before = env.state()
    ahead = play(other, 4)
    assert (env.state() == before).all(), "the original doesn't move with its copy"
    assert play(env, 4) == ahead, "the same cards come"
    assert env.unwrapped.table.facts == other.unwrapped.table.facts


def test_the_state_is_what_all_four_see() -> None:
    env = euchre_v0.raw_env("north-american")
    env.reset(seed=6)
    play(env, 1, most=9)
    state = env.state()
    assert env.state_space.contains(state)
    rows = [env.observe(agent)["observation"] for agent in euchre_v0.AGENTS]
    assert (state.reshape(4, -1) == rows).all()


def test_what_is_shown_follows_the_render_mode(capsys: pytest.CaptureFixture[str]) -> None:
    env = euchre_v0.raw_env("ccc", "game", render_mode="ansi")
    env.reset(seed=2)
    play(env, 3, most=18)
    text = str(env.render())
    assert re.match(r"\d to \d, (North|East|South|West) deals, ", text)
    assert all(seat.word in text for seat in Seat)
    assert capsys.readouterr().out == ""
    env = euchre_v0.env("ccc", "game", render_mode="human")
    env.reset(seed=2)
    play(env, 3, most=18)
    assert capsys.readouterr().out.count(" deals, ") == 19
    assert env.unwrapped.render() is None
    assert capsys.readouterr().out == text + "\n\n"
    env.close()


def test_nothing_is_shown_without_a_render_mode() -> None:
    env = euchre_v0.raw_env()
    env.reset(seed=2)
    with pytest.warns(UserWarning, match="render_mode='ansi'"):
        assert env.render() is None


@rows(
    "options, said",
    [
        ({"dealer": "Q"}, "'Q' isn't a seat. Use N, E, S, W"),
        ({"dealer": ["N"]}, r"\['N'\] isn't a seat. Use N, E, S, W"),
        ({"dealer": 0}, "0 isn't a seat. Use N, E, S, W"),
        ("dealer", "the options 'dealer' don't work. Use a dict with dealer and deck"),
        (["dealer", "deck"], "Use a dict with dealer and deck"),
        ({"deck": [["9c"]]}, r"\[\['9c'\]\] isn't a list of cards.*Give all 24 cards"),
        ({"deck": ["9c", "9c"]}, "doubled: 9c.*Give all 24 cards"),
        ({"deck": ["1x"]}, "'1x' isn't a card"),
        ({"deck": 7}, "Give all 24 cards"),
    ],
)
def test_options_that_do_not_work_are_refused(options: Any, said: str) -> None:
    env = euchre_v0.raw_env()
    env.reset(seed=1)
    before = env.table.facts
    with pytest.raises(ValueError, match=said):
        env.reset(options=options)
    assert env.table.facts == before


def test_an_option_that_does_not_exist_is_pointed_out() -> None:
    env = euchre_v0.raw_env()
    with pytest.warns(UserWarning, match="no option dealers: it has dealer and deck"):
        env.reset(seed=1, options={"dealers": "N"})


@rows(
    "settings, said",
    [
        ({"mode": "evening"}, "use hand or game"),
        ({"reward": "win"}, "a hand has points but no winner"),
        ({"rules": "nobody"}, "nobody"),
        ({"rules": None}, "None isn't a rulebook. Use .*bicycle.*, or a TOML file"),
        ({"render_mode": "3d"}, "'3d' isn't a render mode. Use ansi, human"),
    ],
)
def test_what_cannot_be_played_is_refused(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        euchre_v0.env(**settings)


def test_a_game_that_only_a_bell_ends_is_refused(tmp_path: Path) -> None:
    house = tmp_path / "bell.toml"
    house.write_text('based_on = "bicycle"\n[game]\npoints = 0\nminutes = 20\nbell = "finish the hand"\n')
    with pytest.raises(ValueError, match="bell"):
        euchre_v0.env(str(house), "game")
    euchre_v0.env(str(house), "hand")


def test_the_page_tells_the_layout() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "research.md").read_text("utf-8")
    for part in observation.FIELDS:
        assert f"| `{part.name}` | {part.start} | {part.size} | {part.meaning} |" in page
    assert f"one row of {observation.OBSERVATION_SIZE} small integers" in page
    assert f"The {len(ACTIONS)} actions" in page
