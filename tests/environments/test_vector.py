"""The vector environment: the table's own rules in every number, bots of the kernel, seeds, copies and errors."""

from __future__ import annotations

import copy
import pickle
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bowerbird.environments import observation
from bowerbird.environments.actions import ACTION_COUNT, ACTIONS, action_of, fact_of
from bowerbird.environments.episode import Episode
from bowerbird.environments.settings import Mode
from bowerbird.environments.vector import BOTS, RESULT, Layout, VectorEuchre
from bowerbird.kernel import batch_layout
from bowerbird.kernel.search import COMPILED
from bowerbird.players.faults import MISTAKES, Faults, FaultyPlayer
from bowerbird.players.net.inputs import knows, seen_by_master
from bowerbird.players.novice import NovicePlayer
from bowerbird.players.random_player import RandomPlayer
from bowerbird.players.thumb import ThumbPlayer
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import AskNewDeal, Fact, Order, Phase, State, View, step, view
from deals import ALL_BOOKS, house
from environments.lockstep import compare
from environments.vector_answers import answers
from kernel.pure import answers_uncompiled
from kit.amount import amount
from kit.rows import pairs, rows
from random_books import random_books

#: Hands of each rulebook that are compared with the table.
HANDS = amount(6, full=30, soak=300)
EVERYTHING = house(
    """
    pack.joker = true
    pack.lowest = 8
    auction.no_trump = true
    alone.defend_alone = "any call"
    alone.partners_best = true
    deal.new_deal_for = ["no ace no face", "ace with no face"]
    deal.exchange_for = ["only nines and tens", "farmer's hand"]
    """
)
PLAIN_BOOKS = [name for name in ALL_BOOKS if name not in ("cornwall", "north-american")]


# The rules.


@rows("mode", ["hand", "game"])
@rows("rules", ALL_BOOKS)
def test_every_rulebook_is_played_as_at_the_table(rules: str, mode: Mode) -> None:
    compare(load_rulebook(rules), mode, HANDS, seed=1)


@settings(max_examples=HANDS, deadline=None)
@given(book=random_books, seed=st.integers(0, 1 << 30), mode=st.sampled_from(["hand", "game"]))
def test_any_house_rules_are_played_as_at_the_table(book: Rulebook, seed: int, mode: Mode) -> None:
    compare(book, mode, 8, seed)


def test_every_kind_of_action_is_compared() -> None:
    """With all that a house may add, random play comes to every kind of action, so none goes unchecked."""
    env = VectorEuchre(256, EVERYTHING, seed=3)
    seen = np.zeros(ACTION_COUNT, bool)
    for _ in range(2000):
        seen |= env.masks.any(axis=0)
        env.step(env.sample())
    never = {ACTIONS[number] for number in np.flatnonzero(~seen)}
    sevens = {f"{verb} 7{suit}" for verb in ("play", "discard", "give") for suit in "cdhs"}
    assert never == sevens | {"new deal, farmer's hand", "new deal, only nines and tens"}
    outcomes = Counter(result.outcome for result in compare(EVERYTHING, "hand", 4 * HANDS, seed=5))
    assert all(outcomes[outcome] for outcome in ("made", "march", "euchre", "thrown in"))


#: What comes about once in thousands of hands: house rules, what to say if it is legal, and where to look.
RARE: dict[str, tuple[Rulebook, str, Callable[[VectorEuchre], Any]]] = {
    "a dealer with six of one suit keeps the turn-up": (
        house("discard.turn_up = true\ndiscard.keep_turn_up_in_a_flush = true"),
        "order",
        lambda env: _told(env, "phase")[:, 3] & (_by_suit(env).sum(2).max(1) == 6),
    ),
    "a stuck dealer without the card may name any suit": (
        house('auction.need_second_round = "natural"\nauction.stick_the_dealer = true'),
        "pass",
        lambda env: _told(env, "phase")[:, 2] & (_by_suit(env).sum(2).max(1) == 5),
    ),
    "a hand that is still weak is not exchanged twice": (
        house('pack.lowest = 7\ndeal.exchange_for = ["farmer\'s hand"]'),
        "exchange cards 1, 2 and 3",
        lambda env: (
            _told(env, "exchanged")[:, 0] & (_told(env, "hand")[:, :32].reshape(-1, 4, 8)[:, :, 4:].sum((1, 2)) == 0)
        ),
    ),
}


def _told(env: VectorEuchre, name: str) -> Any:
    return env.observations[:, observation.field(name).place]


def _by_suit(env: VectorEuchre) -> Any:
    """The hand of the seat to decide, by suit and rank."""
    return _told(env, "hand")[:, :32].reshape(-1, 4, 8)


@pytest.mark.skipif(not COMPILED, reason="uncompiled, what is rare takes too long to come about")
@rows("case", RARE)
def test_what_is_rare_is_as_at_the_table(case: str) -> None:
    book, wanted, rare = RARE[case]
    env = VectorEuchre(2048, book, seed=11)
    found = 0
    for _ in range(3000):
        for number in np.flatnonzero(rare(env)):
            state = env.state_of(int(number))
            assert state.turn is not None
            legal = view(book, state, state.turn).legal
            mask = sorted(action_of(fact, state.hand.cards(state.turn)) for fact in legal)
            assert env.masks[number].nonzero()[0].tolist() == mask
            found += 1
        if found >= 3:
            return
        action = ACTIONS.index(wanted)
        env.step(np.where(env.masks[:, action], action, env.sample()))
    pytest.fail(f"{case}: it never came about")


def test_compiled_modules_have_the_same_numbers() -> None:
    text = Path(batch_layout.__file__).with_suffix(".pxd").read_text("utf-8")
    found = {name: int(number) for name, number in re.findall(r"^ {4}(\w+) = (-?\d+)$", text, re.M)}
    assert found == {name: value for name, value in vars(batch_layout).items() if name.isupper()}
    assert found["O_SIZE"] == observation.OBSERVATION_SIZE
    assert found["RESULT_SIZE"] == len(RESULT)


# The layout of slots.


@rows("rules", PLAIN_BOOKS)
def test_slots_are_the_inputs_of_the_masters_net(rules: str) -> None:
    env = VectorEuchre(4, rules, layout="slots", seed=2)
    compared = 0
    for _ in range(10 * HANDS):
        for number in range(env.count):
            state = env.state_of(number)
            assert state.turn is not None
            seat = view(env.book, state, state.turn)
            assert knows(env.book, seat)
            seen = seen_by_master(env.book, seat)
            bits = [seen.bits >> place & 1 for place in range(env.observations.shape[1])]
            assert env.observations[number].tolist() == bits
            assert env.masks[number].nonzero()[0].tolist() == sorted(seen.legal)
            compared += 1
        before = [env.state_of(number) for number in range(env.count)]
        actions = env.sample()
        env.step(actions)
        for number, (state, action) in enumerate(zip(before, actions, strict=True)):
            if not env.ended[number]:
                assert state.turn is not None
                fact = seen_by_master(env.book, view(env.book, state, state.turn)).legal[int(action)]
                assert env.actions_so_far(number)[-1] == action_of(fact, state.hand.cards(state.turn))
    assert compared == 40 * HANDS


def test_slots_are_for_plain_rules() -> None:
    with pytest.raises(ValueError, match=r"joker turned up is dealt again.*layout='table'"):
        VectorEuchre(1, EVERYTHING, layout="slots")
    with pytest.raises(ValueError, match="the deck has 32 cards"):
        VectorEuchre(1, house("pack.lowest = 7"), layout="slots")


# Bots of the kernel.


class Sure(FaultyPlayer):
    """Makes each mistake always or never, so that it can be compared."""

    def __init__(self, faults: Faults) -> None:
        super().__init__()
        self.faults = faults


SURE = [
    Faults(),
    *(replace(Faults(), **{name: 1.0}) for name in ("misses_left", "misses_dealer", "discards_lowest", "forgets")),
    *(replace(Faults(), **{name: 1.0}) for name in MISTAKES),
]


@rows("book, faults", pairs([load_rulebook("bicycle"), load_rulebook("national"), EVERYTHING], SURE))
def test_bots_of_the_kernel_choose_as_the_levels_do(
    book: Rulebook, faults: Faults, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BOTS, "thumb", faults)
    env = VectorEuchre(8, book, opponents="thumb", partner="random", seed=4)
    player = Sure(faults)
    compared = 0
    for _ in range(4 * HANDS):
        before = [(env.deal(number), len(env.actions_so_far(number))) for number in range(env.count)]
        env.step(env.sample())
        for number in range(env.count):
            if before[number][0] == env.deal(number):
                for state, fact in _choices(env, number, before[number][1]):
                    assert state.turn is not None
                    chosen = player.choose(env.book, view(env.book, state, state.turn))
                    # New deals have the same effect, whatever the reason that is given.
                    assert chosen == fact or (isinstance(chosen, AskNewDeal) and isinstance(fact, AskNewDeal))
                    compared += 1
    assert compared > 10 * HANDS


def _choices(env: VectorEuchre, number: int, since: int) -> Iterator[tuple[State, Fact]]:
    """Every choice of East and West in the current hand since the learner's."""
    state = env._opened(number)
    for place, action in enumerate(env.actions_so_far(number)):
        assert state.turn is not None
        fact = fact_of(action, state.turn, state.hand.cards(state.turn))
        if place >= since and state.turn.side == 1 and state.phase is not Phase.JOKER:
            yield state, fact
        state = step(env.book, state, fact)


def test_random_bots_are_fair() -> None:
    """Each legal first call comes about equally often."""
    env = VectorEuchre(2000, "bicycle", opponents="random", seed=6)
    calls: Counter[int] = Counter()
    counted = np.full(env.count, -1)
    for _ in range(20):
        for number in np.flatnonzero(env.episodes != counted):
            log = env.actions_so_far(int(number))
            if env.deal(int(number))[0] % 2 == 0 and log:
                calls[log[0]] += 1
                counted[number] = env.episodes[number]
        env.step(env.sample())
    shares = [calls[number] / calls.total() for number in (0, 1, 2)]
    assert shares == pytest.approx([1 / 3] * 3, abs=0.03)


def test_novices_of_the_kernel_err_as_often_as_the_level() -> None:
    """Asked about the same positions, both leave the rules of thumb about equally often, in calls and in cards."""
    env = VectorEuchre(64, "bicycle", opponents="novice", seed=8)
    level, thumb = NovicePlayer(seed=9), ThumbPlayer()
    calls, cards = Counter[str](), Counter[str]()
    for _ in range(amount(25, full=60)):
        before = [env.deal(number) for number in range(env.count)]
        since = [len(env.actions_so_far(number)) for number in range(env.count)]
        env.step(env.sample())
        for number in range(env.count):
            if before[number] == env.deal(number):
                for state, fact in _choices(env, number, since[number]):
                    assert state.turn is not None
                    seen = view(env.book, state, state.turn)
                    if len(seen.legal) > 1:
                        kept = thumb.choose(env.book, seen)
                        counted = calls if state.hand.maker is None else cards
                        counted.update(
                            {"all": 1, "kernel": fact != kept, "level": level.choose(env.book, seen) != kept}
                        )
    for counted in (calls, cards):
        shares = [counted[name] / counted["all"] for name in ("kernel", "level")]
        error = (2 * shares[1] * (1 - shares[1]) / counted["all"]) ** 0.5
        assert 0.05 < shares[1] < 0.5
        assert abs(shares[0] - shares[1]) < 4 * error


def test_a_level_without_a_kernel_is_asked_in_python() -> None:
    env = VectorEuchre(3, "alberta", opponents="club", partner="random", seed=2)
    asked = 0
    for _ in range(40):
        before = [(env.deal(number), len(env.actions_so_far(number))) for number in range(env.count)]
        env.step(env.sample())
        assert (env.turns == 0).all()
        for number in range(env.count):
            if before[number][0] == env.deal(number):
                for state, fact in _choices(env, number, before[number][1]):
                    assert state.turn is not None
                    assert env._players[state.turn].choose(env.book, view(env.book, state, state.turn)) == fact
                    asked += 1
    assert asked > 50


# Steps, seeds, copies.


@rows("opponents", [None, "novice"])
def test_forced_decisions_can_be_left_out(opponents: str | None) -> None:
    env = VectorEuchre(32, "national", opponents=opponents, skip_forced=True, seed=1)
    for _ in range(200):
        assert (env.masks.sum(axis=1) > 1).all()
        env.step(env.sample())


def test_rewards_add_up_to_the_results() -> None:
    """With bots, a learner's side gets the points of every hand in which it decides."""
    env = VectorEuchre(64, "st-joe", opponents="simple", seed=3)
    for _ in range(100):
        env.step(env.sample())
        points = env.results[:, RESULT.index("points_ns")].astype(int) - env.results[:, RESULT.index("points_ew")]
        assert (env.rewards[:, 0] == np.where(env.ended, points, 0)).all()
        assert (env.rewards[:, 0] == -env.rewards[:, 1]).all()
        assert (env.turns % 2 == 0).all()


class Dealt(NamedTuple):
    """A deal as the learner first meets it: the dealer, the four hands from North, and the cards after them."""

    dealer: Seat
    hands: tuple[int, ...]
    rest: tuple[int, ...]

    def turned(self) -> Dealt:
        return Dealt(self.dealer.left, (self.hands[3], *self.hands[:3]), self.rest)


def _deals(env: VectorEuchre, steps: int) -> list[dict[int, list[Dealt]]]:
    """By table and episode, every deal in which the learner decides, while all actions are taken by chance."""
    deals: list[dict[int, list[Dealt]]] = [{} for _ in range(env.count)]
    hand, rest = slice(batch_layout.DEALT, batch_layout.DEALT + 4), slice(batch_layout.KITTY, batch_layout.KITTY + 3)
    for _ in range(steps):
        for number, (numbers, cards) in enumerate(zip(env._arrays["numbers"], env._arrays["cards"], strict=True)):
            rested = int(numbers[batch_layout.TURN_UP]), *map(int, numbers[rest])
            now = Dealt(Seat(int(numbers[batch_layout.DEALER])), tuple(map(int, cards[hand])), rested)
            found = deals[number].setdefault(int(env.episodes[number]), [])
            if not found or found[-1] != now:
                found.append(now)
        env.step(env.sample())
    return deals


#: What makes the number of deals in an episode differ between the tables of a pair.
UNEVEN: dict[str, dict[str, Any]] = {
    "hands": {"rules": "bicycle"},
    "games": {"rules": "bicycle", "mode": "game"},
    "games in which the deal passes on": {"rules": "north-american", "mode": "game"},
    "new deals": {"rules": house('deal.new_deal_for = ["no ace no face", "ace with no face"]')},
    "exchanges": {"rules": EVERYTHING},
}


@pytest.mark.skipif(not COMPILED, reason="uncompiled, hundreds of deals take too long")
@rows("case", UNEVEN)
def test_duplicate_deals_are_the_same_cards_one_seat_on(case: str) -> None:
    """The k-th deal of an episode is the same at both tables of a pair, in every episode that both have reached."""
    deals = _deals(VectorEuchre(8, duplicate=True, seed=5, **UNEVEN[case]), 2000)
    compared, different = 0, set()
    for even, odd in zip(deals[::2], deals[1::2], strict=True):
        for episode in even.keys() & odd.keys():
            pairs = list(zip(even[episode], odd[episode], strict=False))
            assert pairs[0][1] == pairs[0][0].turned()
            for one, other in pairs:
                assert other == one.turned()._replace(dealer=other.dealer)
            compared += len(pairs)
            different.add(len(even[episode]) - len(odd[episode]))
    assert compared > 150
    assert len(different) > 1 or case == "hands", "the episodes of a pair should differ in length"
    assert deals[0][0] != deals[2][0], "pairs have different cards"
    assert len({str(found[0]) for found in deals[0].values()}) == len(deals[0]), "every episode has its own cards"


def test_duplicate_deals_with_a_partner_go_by_the_number_of_the_episode() -> None:
    """Where a partner plays alone, an episode may be left out at one table only."""
    env = VectorEuchre(8, "bicycle", opponents="random", partner="random", duplicate=True, skip_forced=True, seed=5)
    deals = _deals(env, 200)
    for even, odd in zip(deals[::2], deals[1::2], strict=True):
        both = even.keys() & odd.keys()
        assert len(both) > 10
        assert all(odd[episode] == [even[episode][0].turned()] for episode in both)
    assert any(even.keys() - odd.keys() - {max(even)} for even, odd in zip(deals[::2], deals[1::2], strict=True))


class Loner(RandomPlayer):
    """Orders the turn-up alone whenever that is possible."""

    def choose(self, book: Rulebook, view: View) -> Fact:
        alone = Order(Seat.S, alone=True)
        return alone if alone in view.legal else super().choose(book, view)


@rows("partner", ["random", f"{__name__}:Loner"])
def test_rewards_of_a_game_add_up_to_its_score(partner: str) -> None:
    """Also where the partner plays the first hand alone, so that it is over before the learner decides."""
    env = VectorEuchre(16, "bicycle", "game", opponents="random", partner=partner, seed=3)
    score = env._arrays["numbers"][:, batch_layout.SCORE : batch_layout.SCORE + 2]
    total, early = np.zeros(env.count), int(score.any(axis=1).sum())
    for _ in range(300 if partner in BOTS else 60):
        env.step(env.sample())
        total = np.where(env.ended, 0, total + env.rewards[:, 0])
        now = score[:, 0] - score[:, 1]
        assert (total == now)[~env.ended].all()
        assert (env.rewards[:, 0] == -env.rewards[:, 3]).all()
        early += int(now[env.ended].any())
    assert early


def test_the_same_seed_gives_the_same_cards_and_bots() -> None:
    logs = []
    for seed in (4, 4, 5):
        env = VectorEuchre(16, "ccc", "game", opponents="novice", seed=seed)
        log = []
        for _ in range(100):
            log.append((env.observations.copy(), env.rewards.copy()))
            env.step(env.sample())
        logs.append(log)
    assert all(
        (one == two).all()
        for first, second in zip(*logs[:2], strict=True)
        for one, two in zip(first, second, strict=True)
    )
    assert any((one[0] != two[0]).any() for one, two in zip(logs[0], logs[2], strict=True))


def test_reset_without_a_seed_goes_on() -> None:
    env, other = VectorEuchre(16, seed=4), VectorEuchre(16, seed=4)
    first = env.observations.copy()
    env.reset()
    assert (env.observations != first).any()
    other.reset()
    assert (env.observations == other.observations).all()
    env.reset(4)
    assert (env.observations == first).all()


COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deep copy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
}


def test_numbers_of_numpy_are_numbers() -> None:
    env, other = VectorEuchre(np.int64(16), seed=np.int64(3)), VectorEuchre(16, seed=3)
    assert type(env.count) is int
    assert (env.observations == other.observations).all()
    env.reset(np.uint8(5))
    other.reset(5)
    assert (env.observations == other.observations).all()


def test_without_a_seed_the_cards_are_others_each_time() -> None:
    rows = [VectorEuchre(16, seed=None).observations for _ in range(2)]
    assert (rows[0] != rows[1]).any()


def test_a_seed_that_does_not_work_changes_nothing() -> None:
    env, other = VectorEuchre(16, seed=4), VectorEuchre(16, seed=4)
    with pytest.raises(ValueError, match="the seed -4 doesn't work"):
        env.reset(-4)
    assert (env.observations == other.observations).all()
    env.reset()
    other.reset()
    assert (env.observations == other.observations).all()


@rows("copied", COPIES.values())
@rows("layout", ["table", "slots"])
def test_a_copy_continues_where_the_original_is(layout: Layout, copied: Callable[[VectorEuchre], VectorEuchre]) -> None:
    env = VectorEuchre(8, "alberta", layout=layout, opponents="novice", seed=6)
    for _ in range(9):
        env.step(env.sample())
    other = copied(env)
    before = env.observations.copy()
    actions = env.sample()
    assert (actions == other.sample()).all()
    other.step(actions)
    assert (env.observations == before).all(), "the original doesn't move with its copy"
    env.step(actions)
    assert (env.observations == other.observations).all()
    assert (env.rewards == other.rewards).all()


def test_arrays_stay_in_place_and_are_shared_without_a_copy() -> None:
    """Every array is contiguous and offers DLPack, by which torch and jax take it as it is."""
    env = VectorEuchre(8, opponents="novice", seed=7)
    parts: list[Any] = [env.observations, env.masks, env.turns, env.rewards, env.ended]
    taken = [np.from_dlpack(part) for part in parts]
    for _ in range(5):
        env.step(env.sample())
        assert parts[0] is env.observations
        for part, shared in zip(parts, taken, strict=True):
            assert part.flags.c_contiguous
            assert np.shares_memory(part, shared)
            assert (part == shared).all()


def _handed_out(env: VectorEuchre) -> dict[str, Any]:
    """Every array that a learner gets."""
    public = {name: part for name, part in vars(env).items() if isinstance(part, np.ndarray) and name[0] != "_"}
    return public | {"sample": env.sample()}


@rows("count", [1, 3, 4, 7, 64, 1000])
@rows("layout", ["table", "slots"])
def test_jax_can_take_every_array_without_a_copy(layout: Layout, count: int) -> None:
    """It copies what isn't aligned to 64 bytes, in silence."""
    env = VectorEuchre(count, layout=layout, opponents="novice", seed=7)
    for made in (env, *(copied(env) for copied in COPIES.values())):
        parts = _handed_out(made)
        assert len(parts) == 8
        assert {name: part.ctypes.data % 64 for name, part in parts.items()} == dict.fromkeys(parts, 0)
        assert all(part.flags.c_contiguous and part.flags.writeable for part in parts.values())
        made.step(made.sample())
        assert all(part is getattr(made, name) for name, part in parts.items() if name != "sample")


@rows("count", [1, 16, 17, 1024, 1025])
def test_every_sample_is_an_array_of_its_own(count: int) -> None:
    env = VectorEuchre(count, seed=7)
    kept = [env.sample()]
    kept += [made.sample() for made in (env, copy.copy(env)) for _ in range(70)]
    places = {sample.ctypes.data for sample in kept}
    assert len(places) == len(kept)
    assert all(place % 64 == 0 for place in places)
    assert all(sample.shape == (count,) and sample.flags.c_contiguous for sample in kept)
    assert not any(np.shares_memory(one, two) for one, two in pairwise(sorted(kept, key=lambda part: part.ctypes.data)))


def test_an_array_that_is_copied_with_its_tables_belongs_to_the_copy() -> None:
    env = VectorEuchre(5, seed=7)
    other, masks = copy.deepcopy((env, env.masks))
    assert masks is other.masks
    assert masks is not env.masks


def test_a_deal_can_be_played_again_at_a_table() -> None:
    """`deal` and `actions_so_far` are what the other environments take."""
    env = VectorEuchre(4, "north-american", "game", seed=8)
    for _ in range(30):
        env.step(env.sample())
    for number in range(env.count):
        dealer, deck = env.deal(number)
        episode = Episode("north-american", "game", "points")
        episode.reset(0, {"dealer": dealer, "deck": deck})
        for action in env.actions_so_far(number):
            episode.act(action)
        row = episode.observation(episode.turn)["observation"]
        scores = slice(observation.field("score").start, None)
        assert row[: scores.start].tolist() == env.observations[number][: scores.start].tolist()


# Errors.


def test_an_illegal_action_is_pointed_out_and_changes_nothing() -> None:
    env = VectorEuchre(3, seed=1)
    before, actions = env.observations.copy(), env.sample()
    actions[2] = ACTIONS.index("play 9c")
    with pytest.raises(ValueError, match=r"action 15 isn't legal at table 2. Use one of \[0, 1, 2\]"):
        env.step(actions)
    for wrong in (-1, ACTION_COUNT):
        with pytest.raises(ValueError, match="isn't legal at table 0"):
            env.step([wrong, 0, 0])
    with pytest.raises(ValueError, match="3 tables take an array of 3 actions"):
        env.step([0, 0])
    for beyond in (1 << 32, -(1 << 32), (1 << 64) - 1):
        with pytest.raises(ValueError, match=f"action {beyond} isn't legal at table 1"):
            env.step(np.array([0, beyond, 0], np.uint64 if beyond >> 63 > 0 else np.int64))
    for kind in ([0.9, 0, 0], [0.0, 0.0, 0.0], [False, False, False], ["0", "0", "0"], [1 << 70, 0, 0]):
        with pytest.raises(ValueError, match="actions are integers"):
            env.step(kind)
    assert (env.observations == before).all()


@rows(
    "settings, said",
    [
        ({"count": 0}, "Use one or more"),
        ({"count": 2.5}, "2.5 tables don't work. Use one or more"),
        ({"count": "4"}, "'4' tables don't work. Use one or more"),
        ({"count": True}, "True tables don't work. Use one or more"),
        ({"count": None}, "None tables don't work. Use one or more"),
        ({"count": 3, "duplicate": True}, "an even number"),
        ({"partner": "novice"}, "a partner needs opponents"),
        ({"layout": "bits"}, "Use table or slots"),
        ({"opponents": "nobody"}, "'nobody' isn't a level"),
        ({"opponents": ["novice"]}, r"\['novice'\] isn't the name of a bot. Use random, novice, simple, thumb, .*club"),
        ({"opponents": "novice", "partner": 3}, "3 isn't the name of a bot. Use random, novice, simple, thumb, .*club"),
        ({"mode": "evening"}, "use hand or game"),
        ({"reward": "win"}, "a hand has points but no winner"),
        ({"rules": "nobody"}, "nobody"),
        ({"rules": None}, "None isn't a rulebook. Use .*bicycle.*, or a TOML file"),
        ({"seed": -1}, "the seed -1 doesn't work. Use a whole number of 0 or more, or None"),
        ({"seed": 0.5}, "the seed 0.5 doesn't work"),
        ({"seed": "1"}, "the seed '1' doesn't work"),
    ],
)
def test_what_cannot_be_played_is_refused(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        VectorEuchre(**({"count": 2} | settings))


# Without a compiler.


def test_uncompiled_it_does_the_same() -> None:
    assert answers_uncompiled("environments.vector_answers") == answers()
