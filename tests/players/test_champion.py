"""The champion: the master's choice, but for cards that are behind when they are played out."""

from __future__ import annotations

import os
import subprocess
import sys
from time import process_time

import numpy as np
import pytest
from msgspec.structs import replace

from bowerbird import load_rulebook
from bowerbird.kernel.search import COMPILED
from bowerbird.players import player
from bowerbird.players.champion import ChampionPlayer, _best, _in_question
from bowerbird.players.master import MasterPlayer
from bowerbird.players.match import Entrant
from bowerbird.players.spread import spread
from bowerbird.table import Phase, view
from kit.rows import rows
from players.tables import changed, decisions, explained, play_game, small


def test_another_card_must_be_ahead_by_more_than_chance() -> None:
    shares = np.full(4, 0.25)
    level = [1.0, 1.0, 1.0, 1.0]
    assert _best(np.array([level, [1.0, 1.0, 1.0, 2.0]]), shares) == 1
    assert _best(np.array([level, [2.0, 2.0, -2.0, 2.5]]), shares) == 0
    assert _best(np.array([level, level]), shares) == 0


def test_what_the_net_hardly_ever_does_is_not_in_question() -> None:
    assert _in_question({9: 1.0, 12: 3.0, 20: -4.0}) == [12, 9]
    assert _in_question({9: 0.0, 12: 9.0}) == [12]


def test_it_is_the_master_but_for_cards_in_doubt() -> None:
    book = load_rulebook("bicycle")
    champion, master = small("champion", 8), player("master")
    changed_mind = 0
    for place, state in enumerate(decisions(book, (master, master), seed=21)):
        if state.turn is None or place > 120:
            break
        seen = view(book, state, state.turn)
        chosen = champion.choose(book, seen)
        assert chosen in seen.legal
        if place % 10 == 0:
            assert chosen == champion.choose(book, seen)
        if seen.phase is not Phase.PLAY or not (seen.tricks or seen.trick.winner is not None):
            assert chosen == master.choose(book, seen)
        changed_mind += chosen != master.choose(book, seen)
    assert changed_mind > 0


def test_it_explains_a_second_look_by_what_came_of_it() -> None:
    book = load_rulebook("bicycle")
    champion = ChampionPlayer(2, worlds=60, played=30)
    looked = 0
    for state in decisions(book, (small("master"), small("master")), seed=5):
        if state.turn is None or state.hand.is_out(state.turn):
            continue
        seen = view(book, state, state.turn)
        again = champion._look_again(book, seen, every_card=True)
        if again is None:
            continue
        looked += 1
        assert set(again.facts) == set(seen.legal), "all figures come from the same worlds"
        found = explained(book, seen, champion)
        assert found.chosen == again.facts[again.chosen]
        chosen = found.option(found.chosen)
        assert chosen is not None
        assert chosen.behind < 0.25, "another card is ahead by no more than chance"
        for option in found.options:
            assert option.made + option.march + option.euchre == pytest.approx(1)
        if looked == 15:
            break
    assert looked == 15


def test_where_something_irregular_happened_the_first_look_decides() -> None:
    book = load_rulebook("bicycle")
    champion, master = ChampionPlayer(1), MasterPlayer()
    for state in decisions(book, (small("master"), small("master")), seed=5):
        if state.phase is Phase.PLAY and state.turn is not None and state.hand.tricks:
            seen = view(book, state, state.turn)
            if champion._look_again(book, seen) is not None:
                break
    # Somebody is said to have played another seat's card.
    first = seen.tricks[0]
    told = replace(first, plays=(first.plays[1], first.plays[0], *first.plays[2:]))
    irregular = replace(seen, tricks=(told, *seen.tricks[1:]))
    assert champion._look_again(book, irregular) is None
    assert champion.choose(book, irregular) == master.choose(book, irregular)


@rows("setting", ["worlds=0", "worlds=-3", "played=0", "played=0.5"])
def test_a_champion_without_worlds_is_refused(setting: str) -> None:
    with pytest.raises(ValueError, match=f"{setting} doesn't work for champion: use a whole number from 1"):
        Entrant.parse(f"champion,{setting}").sit_down(1)


@rows("setting", ["worlds=1", "played=1"])
def test_a_champion_plays_with_a_single_world(setting: str) -> None:
    champion = Entrant.parse(f"champion,{setting}").sit_down(1)
    assert play_game(changed("bicycle", {}), (champion, small("club", 2)), seed=3).result is not None


@pytest.mark.skipif(not COMPILED, reason="the deals take a compiled kernel")
def test_a_second_look_takes_less_than_two_tenths_of_a_second() -> None:
    book = load_rulebook("bicycle")
    champion = ChampionPlayer(3)
    taken = []
    for state in decisions(book, (small("master"), small("master")), seed=7):
        if state.turn is None or state.phase is not Phase.PLAY:
            continue
        seen = view(book, state, state.turn)
        began = process_time()
        if champion._look_again(book, seen) is not None:
            taken.append(process_time() - began)
        if len(taken) == 12:
            break
    assert sorted(taken)[len(taken) // 2] < 0.2


def test_processes_that_share_a_machine_do_not_fight_for_its_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS")
    assert list(spread(os.getenv, ["OPENBLAS_NUM_THREADS"] * 2, workers=2)) == ["1", "1"]


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="there is one core only")
def test_in_a_program_of_ones_own_the_net_stays_on_one_core() -> None:
    program = (
        "import os, psutil; from bowerbird.players import player\n"
        "before = psutil.Process().num_threads(); player('champion')\n"
        "import numpy; big = numpy.ones((500, 500)); big @ big\n"
        "print(psutil.Process().num_threads() - before, 'OPENBLAS_NUM_THREADS' in os.environ)"
    )
    env = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0", "False"]
