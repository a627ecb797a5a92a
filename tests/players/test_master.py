"""The master: legal everywhere, quick, small, the same every time, and able to say why."""

from __future__ import annotations

from importlib.resources import files
from io import BytesIO
from itertools import pairwise
from random import Random
from time import process_time
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bowerbird import Rulebook, Seat, load_rulebook
from bowerbird.cards import Card, Suit
from bowerbird.kernel.search import COMPILED
from bowerbird.players import LEVELS, player
from bowerbird.players.automatic import next_automatic
from bowerbird.players.explain import explain, render
from bowerbird.players.master import MasterPlayer
from bowerbird.players.match import Entrant, Plan, run
from bowerbird.players.net.look import Habits, look
from bowerbird.players.net.weights import Net, quick, shipped
from bowerbird.rulebook import read_rulebook
from bowerbird.table import Name, Open, Order, Pass, Phase, Play, State, step, view
from bowerbird.table.legal import breach
from deals import ALL_BOOKS, deal, dealt, opened, say
from kit.amount import amount
from kit.rows import rows
from players.tables import decisions, explained, small
from random_books import any_book


def test_it_is_stronger_than_the_expert_and_searches_less_than_the_champion() -> None:
    assert list(LEVELS)[-3:] == ["expert", "master", "champion"]
    assert isinstance(player("master", 3), MasterPlayer)


def test_the_weights_are_small_and_say_what_made_them() -> None:
    assert len((files("bowerbird.players.net") / "master.npz").read_bytes()) <= 4_000_000
    record = shipped().record
    assert record["hands"] > 100_000_000
    assert record["version"]
    assert record["settings"]["seed"] == 1


def test_weights_are_the_same_after_writing_and_older_files_can_be_read() -> None:
    net = quick()
    again = Net.read(net.write())
    assert again.record == net.record
    assert {name: array.tobytes() for name, array in again.weights.items()} == {
        name: array.tobytes() for name, array in net.weights.items()
    }
    older = BytesIO()
    halves: dict[str, Any] = {name: array.astype(np.float16) for name, array in net.weights.items()}
    np.savez(older, record=np.frombuffer(b"{}", np.uint8), **halves)
    found = Net.read(older.getvalue()).weights
    assert all(np.array_equal(found[name], array) for name, array in net.weights.items())


def test_a_decision_takes_less_than_two_milliseconds() -> None:
    book = load_rulebook("bicycle")
    master = player("master")
    seen = [
        view(book, state, state.turn)
        for state in decisions(book, (small("club"), small("club")), seed=5)
        if state.turn is not None
    ][:80]
    master.choose(book, seen[0])
    began = process_time()
    for one in seen:
        master.choose(book, one)
    assert (process_time() - began) / len(seen) < 0.002


def test_the_seed_changes_nothing_that_the_net_decides() -> None:
    book = load_rulebook("alberta")
    for state in list(decisions(book, (small("club"), small("novice")), seed=8))[:50]:
        if state.turn is not None:
            seen = view(book, state, state.turn)
            assert player("master", 1).choose(book, seen) == player("master", 2).choose(book, seen)


def test_the_suits_are_alike_to_it() -> None:
    """Hearts for spades and diamonds for clubs: the same hand, the same answer."""
    swap = str.maketrans("hdsc", "schd")
    hands = {"E": "Jh Ah 9h As Kc", "N": "Qh Td 9d Ac Tc"}
    swapped = {seat: cards.translate(swap) for seat, cards in hands.items()}
    one, other = dealt("bicycle", "N", "Th", **hands), dealt("bicycle", "N", "Ts", **swapped)
    assert player("master").choose(one.book, one.view(Seat.E)) == player("master").choose(
        other.book, other.view(Seat.E)
    )


def test_a_hand_that_cannot_lose_is_played_alone() -> None:
    table = dealt("bicycle", "S", "9h", S="Jh Jd Ah Kh Qh")
    say(table, "W: pass, N: pass, E: pass")
    assert player("master").choose(table.book, table.view(Seat.S)) == Order(Seat.S, alone=True)


def test_a_hand_without_a_trump_is_passed() -> None:
    table = dealt("bicycle", "E", "Jh", S="9c Tc 9s Qs Td")
    assert player("master").choose(table.book, table.view(Seat.S)) == Pass(Seat.S)


def test_it_follows_the_score() -> None:
    """At nine to six it orders up hands that it passes at nothing all: that keeps a lone hand away."""
    book = load_rulebook("bicycle")
    calls = dict.fromkeys(((0, 0), (9, 6)), 0)
    for score in calls:
        dice = Random(6)
        for _ in range(150):
            pack = list(book.cards())
            dice.shuffle(pack)
            table = opened(book, "E", score)
            deal(table, str(pack[5]), S=" ".join(map(str, pack[:5])))
            calls[score] += isinstance(player("master").choose(book, table.view(Seat.S)), Order)
    assert calls[9, 6] > calls[0, 0]


def test_another_net_can_take_its_place_and_a_missing_one_is_told() -> None:
    path = str(files("bowerbird.players.net") / "master.npz")
    assert player("master", 0, weights=path).level == "master"
    with pytest.raises(ValueError, match=r"no weights of the master at nowhere\.npz"):
        player("master", 0, weights="nowhere.npz")


@rows("book", ["bicycle", "st-joe"])
def test_every_decision_is_explained_by_its_own_figures(book: str) -> None:
    rules = load_rulebook(book)
    master = player("master", 1)
    for state in list(decisions(rules, (master, small("club")), seed=3))[:60]:
        if state.turn is None or state.hand.is_out(state.turn):
            continue
        for option in explained(rules, view(rules, state, state.turn), master).options:
            shares = option.made + option.march + option.euchre
            assert shares <= 1 + 1e-6
            assert 0 <= option.win <= 1
            if not isinstance(option.fact, Pass):
                assert shares == pytest.approx(1)


def test_what_it_believes_is_possible_and_adds_up() -> None:
    table = dealt("bicycle", "S", "9h", S="Ah Kc Qc Td Ks", W="Jh Kh As 9s Tc", N="Qh Qd Jc Ac 9c", E="Th Ad Js Qs Ts")
    say(table, "W: order, S: discard Td, W: As Jc Ts Ks")
    table.push(Play(Seat.W, Card("Jh")))
    seen = table.view(Seat.N)
    found = explain(table.book, seen, player("master"))
    unseen = {belief.card for belief in found.beliefs}
    gone = {card for trick in (*seen.tricks, seen.trick) for _, card in trick.plays} | set(seen.hand)
    assert unseen.isdisjoint(gone)
    for belief in found.beliefs:
        assert sum(belief.seats) + belief.nobody == pytest.approx(1)
        assert belief.seats[Seat.N] == 0
    nine = next(belief for belief in found.beliefs if belief.card == Card("9h"))
    assert nine.seats[Seat.S] > 0.9, "the dealer has taken the turn-up"
    spades = [belief for belief in found.beliefs if belief.card in (Card("Qs"), Card("9s"))]
    assert all(belief.seats[Seat.W] + belief.seats[Seat.E] + belief.seats[Seat.S] > 0 for belief in spades)
    drawn = render(found)
    assert "J♦" in drawn
    assert "nobody" in drawn


def test_the_worth_of_an_option_follows_its_cards() -> None:
    """The right bower led against nothing but small trumps is worth more with more good cards behind it."""
    worth = []
    for hand in ("Jh Td 9d Tc 9s", "Jh Ah Td Tc 9s", "Jh Ah Kh Ac As"):
        table = dealt("bicycle", "E", "9h", S=hand)
        found = explain(table.book, table.view(Seat.S), player("master"))
        worth.append(next(option.points for option in found.options if option.fact == Order(Seat.S)))
    assert all(less < more for less, more in pairwise(worth))


@pytest.mark.skipif(not COMPILED, reason="matches take a compiled kernel")
@pytest.mark.parametrize(
    ("book", "other", "deals"),
    [("bicycle", "club", amount(60, full=400)), ("alberta", "novice", amount(25, full=150))],
)
def test_it_beats_the_lower_levels(book: str, other: str, deals: int) -> None:
    plan = Plan(load_rulebook(book), Entrant("master"), Entrant(other), seed=1)
    assert run(plan, deals).points_per_hand > 0.05


def test_in_the_second_round_it_names_what_it_holds() -> None:
    table = dealt("bicycle", "E", "9h", S="Jc Js Ac Kc 9d")
    say(table, "S: pass, W: pass, N: pass, E: pass")
    assert table.state.phase is Phase.SECOND_ROUND
    chosen: Any = player("master").choose(table.book, table.view(Seat.S))
    assert isinstance(chosen, Name)
    assert chosen.trump is Card("Jc").suit


def test_a_lone_call_that_its_training_gave_up_is_played_out() -> None:
    """With the ace of spades turned down, left bower, ace and king of spades: 1.9 points alone, 1.1 together."""
    table = dealt("bicycle", "E", "As", S="9d Ad Jh Ks Ts")
    say(table, "S: pass, W: pass, N: pass, E: pass")
    seen = table.view(Seat.S)
    together = Name(Seat.S, Suit.DIAMONDS)
    assert player("expert", aim="points").choose(table.book, seen) == replace(together, alone=True)
    seen_by_net, found = look(shipped(), table.book, seen)
    liked = max(seen_by_net.legal, key=lambda action: float(found.policy[action]))
    assert seen_by_net.legal[liked] == together, "the net itself would not"
    assert player("master").choose(table.book, seen) == replace(together, alone=True)
    ratings = MasterPlayer().ratings(table.book, seen)
    assert max(ratings, key=lambda fact: ratings[fact]) == replace(together, alone=True)


@rows("book", [book for book in ALL_BOOKS if not load_rulebook(book).pack.joker])
def test_only_where_a_euchre_costs_little_does_its_eldest_hand_always_call(book: str) -> None:
    assert Habits(shipped()).always_calls_first(load_rulebook(book)) == (book == "st-joe")


def test_a_call_that_it_never_had_to_learn_is_made_with_care() -> None:
    """Its own eldest hand never passes at St Joe's. People do, and then no club at all is no reason to order clubs."""
    table = dealt("st-joe", "N", "Qc", S="Ah Qh 9h Kd Jd")
    say(table, "E: pass")
    seen, master = table.view(Seat.S), player("master")
    assert master.choose(table.book, seen) == Pass(Seat.S)
    found = explain(table.book, seen, master)
    assert found.options[0].fact == Pass(Seat.S)
    assert found.options[0].points > found.options[1].points + 0.2


def test_care_does_not_keep_it_from_a_hand_that_cannot_lose() -> None:
    table = dealt("st-joe", "N", "9h", S="Jh Jd Ah Kh Qh")
    say(table, "E: pass")
    assert player("master").choose(table.book, table.view(Seat.S)) == Order(Seat.S, alone=True)


@pytest.mark.parametrize("given_back", ["exchange_for", "new_deal_for"])
def test_hands_that_may_be_given_back_do_not_keep_it_from_knowing_its_habits(given_back: str) -> None:
    house = f'based_on = "st-joe"\n[deal]\n{given_back} = ["farmer\'s hand"]\n'
    assert Habits(shipped()).always_calls_first(read_rulebook(house))


@given(any_book, st.integers(0, 2**32))
@settings(max_examples=amount(6, full=25))
def test_after_a_pass_it_says_something_legal_under_all_rules(book: Rulebook, seed: int) -> None:
    state, dice = step(book, State(), Open(dealer=Seat.N)), Random(seed)
    while (chore := next_automatic(book, state, dice)) is not None:
        state = step(book, state, chore)
    if breach(book, state, Pass(Seat.E)) is None:
        state = step(book, state, Pass(Seat.E))
    assert state.turn is not None
    seen = view(book, state, state.turn)
    assert player("master").choose(book, seen) in seen.legal
