"""The champion: what it imagines is what would have been seen, and what it plays out is what the master would play."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from time import process_time
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from bowerbird import Rulebook, Seat, load_rulebook
from bowerbird.kernel.sample import deals
from bowerbird.kernel.search import COMPILED
from bowerbird.players import player
from bowerbird.players.automatic import next_automatic
from bowerbird.players.champion import ChampionPlayer, _best, _in_question
from bowerbird.players.kernel_options import left_out
from bowerbird.players.knowledge import seen_by
from bowerbird.players.master import MasterPlayer
from bowerbird.players.match import Entrant
from bowerbird.players.net.bulk import Floats
from bowerbird.players.net.inputs import ACTIONS, FIRST_PLAY, INPUTS, OUTCOMES, seen_by_master
from bowerbird.players.net.weights import shipped
from bowerbird.players.search.worlds import Rows, _picked, _Story, imagine, play_out
from bowerbird.players.spread import spread
from bowerbird.table import Fact, Open, Pass, Phase, Play, State, View, step, view
from deals import ALL_BOOKS
from players.tables import changed, decisions, explained, play_game, small

NOTHING = np.zeros(OUTCOMES, np.float32)


class Listening:
    """Stands in for the net: likes everything alike, and keeps what it was shown."""

    def __init__(self) -> None:
        """Nothing is shown yet."""
        self.shown: list[Floats] = []

    def policies(self, x: Floats) -> Floats:
        """Every action as good as any other."""
        self.shown.append(x[:, : INPUTS - OUTCOMES])
        return np.zeros((len(x), ACTIONS), np.float32)


def bits_of(seen: View, book: Rulebook) -> list[int]:
    bits = seen_by_master(book, seen).bits
    return [bits >> place & 1 for place in range(INPUTS - OUTCOMES)]


def true_world(state: State, seat: Seat) -> Any:
    """The cards as they lie, as the kernel deals a world."""
    hidden = [card for who, card in state.hand.discards if who is not seat]
    return np.array([[*state.hand.held, sum(1 << card for card in hidden)]], np.uint64)


def hands_by_chance(book: Rulebook, count: int, seed: int) -> Any:
    """Each decision in the play of some hands, with the views of the decisions that went before it in its hand."""
    dice = Random(seed)
    for number in range(count):
        state = step(book, State(), Open(dealer=Seat(number % 4)))
        past: list[View] = []
        while not state.results:
            fact: Fact | None = next_automatic(book, state, dice)
            if fact is None:
                assert state.turn is not None
                seen = view(book, state, state.turn)
                if state.phase is Phase.PLAY and dice.random() < 0.2:
                    yield state, seen, past
                passes = [fact for fact in seen.legal if isinstance(fact, Pass)]
                fact = passes[0] if passes and dice.random() < 0.6 else dice.choice(seen.legal)
                past.append(seen)
            state = step(book, state, fact)


def was_asked(seen: View, me: Seat) -> bool:
    """Whether this was a real choice of somebody else: one who sits out may lay anything away."""
    assert seen.seat is not None
    idle = seen.phase is Phase.DISCARD and seen.seat in seen.sitting_out
    return seen.seat is not me and len(seen.legal) > 1 and not idle


@pytest.mark.parametrize("book", [book for book in ALL_BOOKS if not left_out(load_rulebook(book))])
def test_in_the_true_world_the_others_see_what_they_saw(book: str) -> None:
    rules = load_rulebook(book)
    recalled = 0
    for state, seen, past in hands_by_chance(rules, 16, seed=len(book)):
        net: Any = Listening()
        assert seen.seat is not None
        story = _Story(rules, seen, true_world(state, seen.seat))
        worlds = story.weigh(net, Rows(NOTHING, NOTHING, 0), np.zeros(1))
        expected = [bits_of(before, rules) for before in past if was_asked(before, seen.seat)]
        assert [list(map(int, shown[0])) for shown in net.shown] == expected
        now = worlds.positions.inputs(worlds.positions.legal(), *Rows(NOTHING, NOTHING, 0))
        assert list(map(int, now[0, : INPUTS - OUTCOMES])) == bits_of(seen, rules)
        assert worlds.positions.turn[0] == seen.seat
        recalled += len(expected)
    assert recalled > 200


@pytest.mark.parametrize("book", ["bicycle", "st-joe", "national"])
def test_a_card_played_out_in_the_true_world_ends_as_masters_would_end_it(book: str) -> None:
    rules = load_rulebook(book)
    master, champion = MasterPlayer(), ChampionPlayer()
    compared = 0
    for state, seen, _ in hands_by_chance(rules, 6, seed=2):
        assert seen.seat is not None
        assert seen.maker is not None
        rows = champion._rows(rules, seen)
        story = _Story(rules, seen, true_world(state, seen.seat))
        worlds = story.weigh(Listening(), rows, np.zeros(1))  # type: ignore[arg-type]
        cards = {action: fact for action, fact in seen_by_master(rules, seen).legal.items() if isinstance(fact, Play)}
        found = play_out(shipped(), worlds.positions, np.array(list(cards)) - FIRST_PLAY, rows)
        for tricks, fact in zip(found[:, 0], cards.values(), strict=True):
            after = step(rules, state, fact)
            while not after.results:
                assert after.turn is not None
                after = step(rules, after, master.choose(rules, view(rules, after, after.turn)))
            assert after.results[-1].tricks[seen.maker.side] == tricks
            compared += 1
    assert compared > 20


def test_worlds_are_deals_that_fit_and_the_likely_ones_weigh_more() -> None:
    book = load_rulebook("bicycle")
    champion = ChampionPlayer()
    better = looked = 0.0
    for state in decisions(book, (small("master"), small("master")), seed=12):
        if state.phase is not Phase.PLAY or state.turn is None or len(state.hand.tricks) != 2:
            continue
        seen = view(book, state, state.turn)
        holders = shipped()(seen_by_master(book, seen).bits, tuple(NOTHING)).holders
        worlds = imagine(book, seen, shipped(), holders, champion._rows(book, seen), 50, seed=4)
        assert worlds.shares.sum() == pytest.approx(1)
        assert (np.diff(worlds.shares) <= 0).all()
        at = worlds.positions
        for seat in Seat:
            assert (np.bitwise_count(at.hands[seat]) == seen.counts[seat]).all()
        assert not (at.hands[0] & at.hands[1] | at.hands[2] & at.hands[3]).any()
        # Cards that lie where they do in truth: more of them in the likelier half of the worlds.
        held = _Story(book, seen, true_world(state, state.turn)).weigh(
            Listening(),  # type: ignore[arg-type]
            Rows(NOTHING, NOTHING, 0),
            np.zeros(1),
        )
        right = sum(np.bitwise_count(at.hands[seat] & held.positions.hands[seat, 0]) for seat in Seat)
        better += float(right @ worlds.shares) - float(np.mean(right))
        looked += 1
        if looked == 16:
            break
    assert better / looked > 0.1


def test_what_is_picked_makes_up_for_being_preferred() -> None:
    """A sum over all worlds is what the weighted sum over the picked ones comes to, in the long run."""
    believed = np.log(np.random.default_rng(1).gamma(0.5, size=300))
    likely = np.exp(believed) * np.random.default_rng(2).random(300)
    sums = []
    for seed in range(300):
        picked, weight = _picked(believed, 60, seed)
        assert len(set(picked.tolist())) == 60
        sums.append(float((likely[picked] * np.exp(weight)).sum()))
    assert np.mean(sums) == pytest.approx(likely.sum(), rel=0.02)
    assert _picked(believed[:10], 60, 1)[1].tolist() == [0.0] * 10


def test_another_card_must_be_ahead_by_more_than_chance() -> None:
    shares = np.full(4, 0.25)
    level = [1.0, 1.0, 1.0, 1.0]
    assert _best(np.array([level, [1.0, 1.0, 1.0, 2.0]], np.float32), shares) == 1
    assert _best(np.array([level, [2.0, 2.0, -2.0, 2.5]], np.float32), shares) == 0
    assert _best(np.array([level, level], np.float32), shares) == 0


def test_what_the_net_hardly_ever_does_is_not_in_question() -> None:
    assert _in_question({9: 1.0, 12: 3.0, 20: -4.0}) == [12, 9]
    assert _in_question({9: 0.0, 12: 9.0}) == [12]


def test_it_is_the_master_but_for_cards_in_doubt() -> None:
    book = load_rulebook("bicycle")
    champion, master = small("champion", 5), player("master")
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


@pytest.mark.parametrize("setting", ["worlds=0", "worlds=-3", "played=0", "played=0.5"])
def test_a_champion_without_worlds_is_refused(setting: str) -> None:
    with pytest.raises(ValueError, match=f"{setting} doesn't work for champion: use a whole number from 1"):
        Entrant.parse(f"champion,{setting}").sit_down(1)


@pytest.mark.parametrize("setting", ["worlds=1", "played=1"])
def test_a_champion_plays_with_a_single_world(setting: str) -> None:
    champion = Entrant.parse(f"champion,{setting}").sit_down(1)
    assert play_game(changed("bicycle", {}), (champion, small("club", 2)), seed=3).result is not None


@pytest.mark.skipif(not COMPILED, reason="the deals take a compiled kernel")
def test_a_second_look_takes_less_than_three_tenths_of_a_second() -> None:
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
    assert sorted(taken)[len(taken) // 2] < 0.3


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


def test_a_discard_that_was_seen_is_no_riddle() -> None:
    """The dealer knows the discard: no world says otherwise."""
    book = load_rulebook("national")
    for _, seen, _ in hands_by_chance(book, 30, seed=9):
        if seen.discards and len(seen.tricks) == 1:
            drawn = np.frombuffer(deals(seen_by(book, seen), 20, 1), np.uint64).reshape(-1, 5)
            story = _Story(book, seen, drawn)
            mine = sum(1 << card for card in seen.discards)
            assert (story.discard == mine).all()
            assert not (drawn[:, :4] & np.uint64(mine)).any()
            return
    pytest.fail("no dealer discarded")
