"""The levels: made by name, at home under every book and option, and each stronger than the one below."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bowerbird.kernel.search import COMPILED
from bowerbird.players import LEVELS, player
from bowerbird.players.automatic import next_automatic
from bowerbird.players.match import Entrant, Plan, run
from bowerbird.players.random_player import RandomPlayer
from bowerbird.rulebook import Rulebook, book_names, load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Open, Phase, State, step, view
from bowerbird.table.facts import Gather
from kit.amount import amount
from kit.rows import pairs, rows, some
from players.tables import EVERY_OPTION, SMALL, changed, play_game, small
from random_books import any_book, played_on

THINKING = ("novice", "club", "sampler", "expert", "master", "champion")


def test_players_are_made_by_name() -> None:
    assert [player(name, 3).level for name in LEVELS] == list(LEVELS)
    assert {"random", "novice", "club", "sampler", "expert"} <= LEVELS.keys()


def test_others_bring_theirs_by_import_path() -> None:
    assert isinstance(player("bowerbird.players.random_player:RandomPlayer", 3), RandomPlayer)


@rows(
    "name, settings, words",
    [
        ("grandmaster", {}, "isn't a level. Use random, novice"),
        ("bowerbird.nowhere:Nobody", {}, "there is no player at bowerbird.nowhere:Nobody"),
        ("bowerbird.players.simple:Nobody", {}, "there is no player at"),
        ("sys:intern", {}, "sys:intern isn't a player: it has no method choose"),
        ("sampler", {"speed": 3}, "sampler has no setting speed. It has samples, threshold, style, loners"),
        ("club", {"speed": 3}, "club has no setting speed. It has forgets, style, loners"),
        ("expert", {"budget": "x"}, "budget=x doesn't work for expert: budget is a number"),
    ],
)
def test_what_is_no_player_is_refused(name: str, settings: dict[str, int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        player(name, 0, **settings)


@rows("name, book", pairs(THINKING, book_names()))
def test_every_player_plays_every_book_to_the_end(name: str, book: str) -> None:
    assert play_game(changed(book, {}), (small(name, 1), small("club", 2)), seed=3).result is not None


@rows("name, option", pairs(THINKING, EVERY_OPTION))
def test_every_player_plays_every_option_to_the_end(name: str, option: str) -> None:
    book = changed("bicycle", EVERY_OPTION[option], points=2)
    assert play_game(book, (small(name, 1), small("random", 2)), seed=len(option)).result is not None


@pytest.mark.parametrize("name", ["master", "champion"])
@given(any_book, st.integers(0, 2**32))
@settings(max_examples=amount(4, full=15))
def test_a_net_always_chooses_something_legal(name: str, book: Rulebook, seed: int) -> None:
    chooser = small(name)
    for table in played_on(book, seed, 60):
        if table.state.turn is not None and (seen := table.view(table.state.turn)).legal:
            assert chooser.choose(book, seen) in seen.legal


@rows("name", THINKING)
def test_players_can_sit_at_a_real_table(name: str) -> None:
    book = changed("alberta", {}, points=2)
    sides = small(name, 1), small(name, 2)
    dice = Random(4)
    state = step(book, State(), Open(dealer=Seat.N, mode="real"))
    for _ in range(1_000):
        if state.is_over:
            break
        fact = next_automatic(book, state, dice)
        if fact is None and state.phase is Phase.COUNT:
            fact = Gather(Seat.N)
        if fact is None:
            assert state.turn is not None
            fact = sides[state.turn.side].choose(book, view(book, state, state.turn))
        state = step(book, state, fact)
    assert state.result is not None


def test_the_same_seed_plays_the_same_game() -> None:
    book = changed("st-joe", {})
    for name in LEVELS:
        first, second = (play_game(book, (small(name, 5), small(name, 6)), seed=2) for _ in range(2))
        assert first == second


QUICK_EXPERT = "expert,call_worlds=150,card_worlds=50"


@pytest.mark.skipif(not COMPILED, reason="matches take a compiled kernel")
@rows(
    "better, worse, deals",
    some(
        [("novice", "random", 40), ("club", "novice", 250), ("sampler", "random", 20), (QUICK_EXPERT, "novice", 120)], 2
    ),
)
def test_a_higher_level_wins(better: str, worse: str, deals: int) -> None:
    found = run(Plan(load_rulebook("bicycle"), Entrant.parse(better), Entrant.parse(worse), seed=1), deals)
    assert found.points_per_hand > 3 * found.stderr


@pytest.mark.full
@pytest.mark.skipif(not COMPILED, reason="matches take a compiled kernel")
def test_an_expert_beats_the_club_under_other_books_too() -> None:
    plan = Plan(load_rulebook("st-joe"), Entrant.parse(QUICK_EXPERT), Entrant("club"), seed=2)
    assert run(plan, 120).points_per_hand > 0.05


def test_settings_for_quick_tests_name_players() -> None:
    assert SMALL.keys() <= LEVELS.keys()
