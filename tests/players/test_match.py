"""Matches: the same cards for both, the same figures for the same seed, however the work is shared."""

from __future__ import annotations

import importlib
import importlib.util
import json
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from math import sqrt
from pathlib import Path
from statistics import stdev
from typing import Any, Literal

import pytest

from bowerbird.environments.single import EuchreEnv
from bowerbird.environments.vector import VectorEuchre
from bowerbird.errors import BowerbirdError
from bowerbird.players import BotError, player
from bowerbird.players.match import Entrant, Pair, Plan, Played, play_pair, report, run
from bowerbird.players.provenance import provenance
from bowerbird.players.sim import simulate
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat, Side
from bowerbird.table import IllegalActionError
from cli.running import refused
from cli.running import run as command
from kit.rows import rows

BICYCLE = load_rulebook("bicycle")


def plan(first: str, second: str, **changes: Any) -> Plan:
    return Plan(BICYCLE, Entrant.parse(first), Entrant.parse(second), **changes)


@rows("unit", ["hand", "game"])
def test_a_player_against_itself_is_level_to_the_point(unit: str) -> None:
    found = run(plan("club", "club", unit=unit), 12)
    assert (found.points_per_hand, found.points_share, found.games_share) == (0.0, 0.5, 0.5)


def test_exchanging_the_names_exchanges_the_points() -> None:
    one, other = run(plan("club", "novice", seed=4), 30), run(plan("novice", "club", seed=4), 30)
    assert one.points_per_hand == -other.points_per_hand
    assert one.stderr == other.stderr
    assert one.games_share == pytest.approx(1 - other.games_share)


def test_workers_change_nothing() -> None:
    told: list[int] = []
    shared = run(plan("club", "random", seed=7), 30, workers=2, progress=told.append)
    assert shared == run(plan("club", "random", seed=7), 30)
    assert told == list(range(1, 31))


@pytest.mark.full
@pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="Dask is not installed here")
def test_a_cluster_changes_nothing() -> None:
    make_cluster: Any = importlib.import_module("distributed").LocalCluster
    with make_cluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as cluster:
        found = run(plan("club", "random", seed=7), 20, dask=cluster.scheduler_address)
    assert found == run(plan("club", "random", seed=7), 20)


def test_a_timed_game_ends_by_the_bell() -> None:
    national = load_rulebook("national")
    timed = Plan(national, Entrant("club"), Entrant("club"), unit="game", minutes_a_hand=1.4)
    played = [play_pair(timed, number).straight for number in range(20)]
    hands = [table.hands for table in played]
    assert 4 <= sum(hands) / len(hands) <= 7, "seven minutes at 1.4 minutes a hand, and the last one is played out"
    assert any(max(table.points) < national.game.points for table in played)
    untimed = play_pair(Plan(national, Entrant("club"), Entrant("club"), unit="game"), 0).straight
    assert max(untimed.points) >= national.game.points
    with pytest.raises(ValueError, match="rules with a clock"):
        plan("club", "club", unit="game", minutes_a_hand=1.4).check()


@pytest.mark.clause("NAT-D6")
def test_a_timed_game_goes_on_after_a_hand_thrown_in_at_the_bell() -> None:
    slow = Plan(load_rulebook("national"), Entrant("random"), Entrant("random"), unit="game", minutes_a_hand=30)
    played = [play_pair(slow, number).straight for number in range(20)]
    assert [table.hands for table in played] == [1] * 20
    assert all(sum(table.points) for table in played), "the bell rings in the first hand, and one is completed"


def test_an_aim_that_nobody_has_is_refused() -> None:
    for name in ("expert", "master"):
        with pytest.raises(ValueError, match="Use points, score, game"):
            plan(f"{name},aim=glory", "club").check()


def test_whole_games_end_with_a_winner() -> None:
    pair = play_pair(plan("club", "novice", unit="game"), 1)
    assert pair.straight.winner in tuple(Side)
    assert max(pair.straight.points) >= 10


def test_the_figures_of_a_match() -> None:
    pairs = [
        Pair(Played((2, 0), 1), Played((1, 0), 1)),
        Pair(Played((0, 4), 1), Played((0, 1), 1)),
        Pair(Played((1, 0), 1), Played((0, 2), 1)),
    ]
    found = report(BICYCLE, "hand", pairs)
    assert found.hands == 6
    # First: 2 + 0 + 1 and 0 + 1 + 2; second: 0 + 4 + 0 and 1 + 0 + 0.
    assert found.points_per_hand == pytest.approx((6 - 5) / 6)
    assert found.points_share == pytest.approx(6 / 11)
    assert found.stderr == pytest.approx(stdev([1 / 2, -3 / 2, 3 / 2]) / sqrt(3))


def test_hands_played_singly_are_strung_into_games() -> None:
    pairs = [Pair(Played((4, 0), 1), Played((0, 1), 1))] * 10
    found = report(BICYCLE, "hand", pairs)
    # At one table a game takes three hands, at the other ten: three games and one, all for the first entrant.
    assert (found.games, found.games_share) == (4, 1.0)


@rows("text, words", [("expert,fast", "Write name=value"), ("club,pace=3", "club has no setting pace")])
def test_settings_are_written_after_commas(text: str, words: str) -> None:
    assert Entrant.parse("expert,aim=points,card_worlds=50,trust_calls=0.5") == Entrant(
        "expert", {"aim": "points", "card_worlds": 50, "trust_calls": 0.5}
    )
    with pytest.raises(ValueError, match=words):
        plan(text, "club").check()


# Bots that fail.

GUESTS = """
from bowerbird.table import Play

class Raises:
    level = "guest"
    def __init__(self, seed=0, nerve=1):
        self.nerve = nerve
    def choose(self, book, view):
        if view.tricks and view.score == (0, 0):
            raise RuntimeError("boom")
        return view.legal[0] if view.tricks else next((each for each in view.legal[::-1]), None)

class Cheats(Raises):
    def choose(self, book, view):
        return Play(view.seat, view.turn_up)

class Nothing(Raises):
    def choose(self, book, view):
        return None

class Equal(Raises):
    def choose(self, book, view):
        first = view.legal[0]
        return type(first)(int(first.seat), first.card) if isinstance(first, Play) else first

class Unmade(Raises):
    def __init__(self, seed=0):
        raise KeyError("no such thing")
"""


@pytest.fixture
def guests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder with bots of somebody's own, as in the folder where that person works."""
    (tmp_path / "guest_bots.py").write_text(GUESTS, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    yield
    sys.modules.pop("guest_bots", None)


def failing(name: str, unit: Literal["hand", "game"] = "hand", workers: int = 1) -> BotError:
    with pytest.raises(BotError) as raised:
        run(Plan(BICYCLE, Entrant.parse(name), Entrant("random"), unit=unit), 3, workers)
    assert isinstance(raised.value, BowerbirdError)
    return raised.value


@pytest.mark.usefixtures("guests")
@rows("name", ["guest_bots:Raises", "guest_bots:Raises,nerve=2"])
def test_a_bot_that_raises_is_named_with_its_seat_and_deal(name: str) -> None:
    error = failing(name)
    assert re.fullmatch(rf"{name} raised RuntimeError as (North|South), in deal 1: boom", str(error))
    assert (error.bot, error.hand) == (name, 1)
    assert error.seat in (Seat.N, Seat.S)
    assert isinstance(error.__cause__, RuntimeError)
    assert error.view is not None
    with pytest.raises(RuntimeError, match="boom"):  # the same view again
        player("guest_bots:Raises").choose(BICYCLE, error.view)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.bot, again.seat, again.hand, again.view) == (
        *(str(error), error.bot, error.seat, error.hand),
        error.view,
    )


@pytest.mark.usefixtures("guests")
@rows("name", ["guest_bots:Cheats", "guest_bots:Nothing"])
def test_a_bot_that_chooses_something_illegal_is_named_too(name: str) -> None:
    error = failing(name, "game")
    words = rf"{name} chose something illegal as \w+, in deal 1 of game 1: .* isn't legal here. What is: .*"
    assert re.fullmatch(words, str(error))
    assert isinstance(error.__cause__, IllegalActionError)


@pytest.mark.usefixtures("guests")
def test_a_bot_that_fails_in_another_process_is_named_with_what_it_raised() -> None:
    error = failing("guest_bots:Raises", workers=2)
    assert str(error).startswith("guest_bots:Raises raised RuntimeError as ")
    assert (error.bot, error.seat is None) == ("guest_bots:Raises", False)
    assert 'raise RuntimeError("boom")' in str(error.__cause__)


@pytest.mark.usefixtures("guests")
def test_a_bot_that_fails_anywhere_else_is_named() -> None:
    with pytest.raises(BotError, match=r"^guest_bots:Cheats chose something illegal as \w+, in deal 1: "):
        simulate("bicycle", 3, policy="guest_bots:Cheats")
    for make in (EuchreEnv, partial(VectorEuchre, 2)):
        with pytest.raises(BotError, match=r"^guest_bots:Nothing chose something illegal as (East|West), in deal 1: "):
            make(opponents="guest_bots:Nothing", partner="random").reset(seed=1)
    with pytest.raises(BotError, match=r"^guest_bots:Unmade raised KeyError when it was made") as error:
        player("guest_bots:Unmade")
    assert isinstance(error.value.__cause__, KeyError)
    with pytest.raises(BotError, match=r"^guest_bots:Unmade raised KeyError when it was made") as error:
        simulate("bicycle", 3, policy="guest_bots:Unmade")
    assert isinstance(error.value.__cause__, KeyError)


@pytest.mark.usefixtures("guests")
def test_a_choice_that_equals_a_legal_one_is_that_one() -> None:
    assert run(Plan(BICYCLE, Entrant("guest_bots:Equal"), Entrant("random")), 3).hands == 6


@pytest.mark.usefixtures("guests")
def test_the_command_shows_where_a_bot_failed() -> None:
    done = command("match", "guest_bots:Raises", "club", "--deals", "3", "--workers", "1")
    *trace, last = done.stderr.strip().splitlines()
    assert done.exit_code == 2
    assert last.startswith("guest_bots:Raises raised RuntimeError as ")
    assert any(line.strip() == 'raise RuntimeError("boom")' for line in trace)
    refused("match", "guest_bots:Cheats", "club", "--deals", 3, "--workers", 1)


# The command.


def test_the_command_prints_figures_as_json() -> None:
    words = ("--deals", 12, "--seed", 5, "--rules", "alberta", "--workers", 1)
    done = command("match", "novice", "random", *words, "--json")
    figures = json.loads(done.stdout)
    assert done.exit_code == 0
    assert figures["hands"] == 24
    assert figures["rules"] == "alberta"
    assert figures["points_per_hand"] > 0
    assert {"stderr", "games_share", "points_share"} <= figures.keys()
    assert provenance() | {"seed": 5} == {key: figures[key] for key in (*provenance(), "seed")}


def test_the_command_speaks_to_people() -> None:
    text = command("match", "club", "random", "--games", 4, "--workers", 1).stdout
    assert "points per hand" in text
    assert "club is the stronger player" in text


@rows(
    "words, said",
    [
        (("wizard", "club"), "isn't a level"),
        (("club", "club", "--deals", "0"), "Use 1 or more"),
        (("club", "club", "--rules", "nowhere"), "nowhere"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(words: tuple[str, ...], said: str) -> None:
    assert said in refused("match", *words)


def test_a_player_of_ones_own_is_found_where_one_works(tmp_path: Path) -> None:
    """By the installed command, in two processes: neither has this folder among its modules by itself."""
    (tmp_path / "my_players.py").write_text(
        "class First:\n"
        "    level = 'first'\n"
        "    def __init__(self, seed=0):\n"
        "        pass\n"
        "    def choose(self, book, view):\n"
        "        return view.legal[0]\n"
    )
    command = Path(sys.executable).with_name("bowerbird")
    arguments = ["match", "club", "my_players:First", "--deals", "20", "--workers", "2", "--json"]
    done = subprocess.run([command, *arguments], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["hands"] == 40
