"""The search against a plain minimax, on crafted hands, and against itself in all its forms."""

from __future__ import annotations

from array import array
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bowerbird.cards import Card, Pack, parse_cards
from bowerbird.kernel.position import EXACT, OUTCOME, PositionError, Trick, cards_of, mask_of
from bowerbird.kernel.search import COMPILED
from bowerbird.kernel.solve import Outcome, card_values, outcome, solve_many, tricks
from kernel.answers import answers
from kernel.minimax import plain_tricks, plain_values
from kernel.positions import random_position
from kernel.pure import answers_uncompiled
from kit.amount import amount
from kit.rows import rows


def hands(*texts: str) -> list[int]:
    return [mask_of(parse_cards(text)) for text in texts]


def class_of(taken: int) -> int:
    return 5 if taken == 5 else 3 if taken >= 3 else 0


@rows("length, count", [(1, 100), (2, 200), (3, amount(150, full=400)), (4, amount(20, full=80))])
def test_the_search_agrees_with_plain_minimax(length: int, count: int) -> None:
    random = Random(length)
    for _ in range(count if COMPILED else count // 10):
        held, trick = random_position(random, length)
        best = plain_tricks(held, trick)
        assert tricks(held, trick) == best
        assert outcome(held, trick, 0) == class_of(best)
        assert outcome(held, trick, 1) == class_of(5 - best)


@rows("length, count", [(2, amount(50, full=150)), (3, amount(50, full=150))])
def test_the_worth_of_each_card_agrees_with_plain_minimax(length: int, count: int) -> None:
    random = Random(10 + length)
    for _ in range(count if COMPILED else count // 10):
        held, trick = random_position(random, length)
        values = plain_values(held, trick)
        assert card_values(held, trick) == values
        assert card_values(held, trick, side=1) == {card: 5 - taken for card, taken in values.items()}
        assert card_values(held, trick, cuts=OUTCOME) == {card: class_of(taken) for card, taken in values.items()}


def test_a_lone_hand_of_five_agrees_with_plain_minimax() -> None:
    held = hands("Jh Jd Ah Ks 9s", "As Qs 9h Ac Kc", "Qd Td 9d Tc 9c", "Kh Qh Ad Kd Qc")
    trick = Trick(trump=2, leader=1, out=0b0100)
    assert tricks(held, trick) == plain_tricks(held, trick)


CRAFTED = {
    "five top trumps march": (("Jh Jd Ah Kh Qh", "As Ks Qs Js Ts", "9s Ac Kc Qc Jc", "Ad Kd Qd Td 9d"), 2, 1, 5),
    "no trump: the suit that is led runs": (
        ("As Ks Qs Js Ts", "Ah Kh Qh Jh Th", "9s 9h 9d 9c Tc", "Ad Kd Qd Jd Td"),
        4,
        1,
        0,
    ),
    "the same with North to lead": (
        ("As Ks Qs Js Ts", "Ah Kh Qh Jh Th", "9s 9h 9d 9c Tc", "Ad Kd Qd Jd Td"),
        4,
        0,
        5,
    ),
    "the joker stops a suit in no trump": (
        ("As Ks Qs Js Ts", "Ah Kh Qh Jh B", "9s 9h 9d 9c Tc", "Ad Kd Qd Jd Td"),
        4,
        0,
        0,
    ),
    "a right bower alone is one trick": (
        ("Jh 9s 9c 9d Ts", "Jd Ah Kh Qh Th", "Js Qs Jc Tc Td", "9h As Ac Ad Ks"),
        2,
        1,
        1,
    ),
    "a guarded left bower is one trick more": (
        ("Jd 9h 9s 9c 9d", "Jh Ah Kh Qh Th", "Js Qs Jc Tc Td", "As Ac Ad Ks Kc"),
        2,
        1,
        1,
    ),
}


@rows("case", CRAFTED.values())
def test_crafted_hands(case: tuple[tuple[str, ...], int, int, int]) -> None:
    texts, trump, leader, north_south = case
    assert tricks(hands(*texts), Trick(trump, leader)) == north_south


def test_the_left_bower_must_follow_trumps() -> None:
    held = hands("Jd 9s", "As", "Tc", "Kc")
    hearts_led = Trick(trump=2, leader=1, cards=(Card("Ah"), Card("9c"), Card("Qc")), won=(1, 2))
    assert set(card_values(held, hearts_led)) == {Card("Jd")}
    diamonds_led = Trick(trump=2, leader=1, cards=(Card("Ad"), Card("9c"), Card("Qc")), won=(1, 2))
    assert set(card_values(held, diamonds_led)) == {Card("Jd"), Card("9s")}


def test_equal_cards_are_worth_the_same_and_each_is_named() -> None:
    held = hands("Ah Kh 9s", "Jh 9h Td", "9d 9c Tc", "Qd Qc Qs")
    values = card_values(held, Trick(trump=2, leader=0, won=(1, 1)))
    assert set(values) == set(cards_of(held[0]))
    assert values[Card("Ah")] == values[Card("Kh")]


def random_deals(count: int) -> tuple[array[int], array[int], array[int], array[int], array[int]]:
    random = Random(8)
    columns = array("Q"), array("B"), array("B"), array("B"), array("B")
    for _ in range(count):
        deck = list(Pack(joker=True).cards)
        random.shuffle(deck)
        leader = random.randrange(4)
        columns[0].extend(mask_of(deck[5 * seat : 5 * seat + 5]) for seat in range(4))
        columns[1].append(random.randrange(5))
        columns[2].append(leader)
        columns[3].append(random.choice([0, 0, 1 << (leader + 1) % 4, 1 << (leader + 2) % 4]))
        columns[4].append(random.randrange(2))
    return columns


def test_many_at_once_are_as_one_by_one_with_any_number_of_threads() -> None:
    deals = random_deals(300 if COMPILED else 12)
    exact = solve_many(*deals)
    classes = solve_many(*deals, cuts=OUTCOME)
    assert solve_many(*deals, threads=3) == exact
    assert solve_many(*deals, cuts=OUTCOME, threads=2) == classes
    for place, (trump, leader, out, side) in enumerate(zip(*deals[1:], strict=True)):
        held = list(deals[0][4 * place : 4 * place + 4])
        taken = tricks(held, Trick(trump, leader, out=out))
        assert exact[place] == (taken if side == 0 else 5 - taken)
        assert classes[place] == class_of(exact[place]) == outcome(held, Trick(trump, leader, out=out), side)


@given(st.randoms(use_true_random=False), st.integers(1, 4 if COMPILED else 3))
def test_turning_the_table_or_changing_colours_changes_nothing(random: Random, length: int) -> None:
    held, trick = random_position(random, length)
    taken = tricks(held, trick)
    turned_out = (trick.out << 1 | trick.out >> 3) & 15
    turned = Trick(trick.trump, (trick.leader + 1) % 4, trick.cards, turned_out, (trick.won[1], trick.won[0]))
    assert tricks([held[3], *held[:3]], turned) == 5 - taken
    mirrored = [mask_of([mirror(card) for card in cards_of(hand)]) for hand in held]
    trump = trick.trump if trick.trump == 4 else 3 - trick.trump
    other = Trick(trump, trick.leader, tuple(mirror(card) for card in trick.cards), trick.out, trick.won)
    assert tricks(mirrored, other) == taken


def mirror(card: int) -> int:
    """Suits of one colour exchanged."""
    return card if card == 32 else (3 - card // 8) * 8 + card % 8


@given(st.randoms(use_true_random=False), st.integers(1, 4 if COMPILED else 3))
def test_the_best_card_is_worth_the_position(random: Random, length: int) -> None:
    held, trick = random_position(random, length)
    values = card_values(held, trick, side=trick.to_move % 2)
    taken = tricks(held, trick)
    assert max(values.values()) == (taken if trick.to_move % 2 == 0 else 5 - taken)


@rows(
    "trick, message",
    [
        (lambda: Trick(5, 0), "trump is 0 to 3"),
        (lambda: Trick(0, 4), "leader is a seat"),
        (lambda: Trick(0, 0, out=1), "can't sit out"),
        (lambda: Trick(0, 1, out=5), "partners can't both"),
        (lambda: Trick(0, 0, (1, 2, 3, 4)), "complete"),
        (lambda: Trick(0, 0, won=(3, 2)), "at most four"),
    ],
)
def test_tricks_that_cannot_be_are_refused(trick: object, message: str) -> None:
    assert callable(trick)
    with pytest.raises(PositionError, match=message):
        trick()


@rows(
    "held, message",
    [
        (hands("9h", "9h", "Th", "Ah"), "two places"),
        (hands("9h Kh", "9s", "Th", "Ah"), "East holds 1 cards but should hold 2"),
        (hands("9h", "9s", "Th"), "four hands"),
        ([0, 0, 0, 0], "no card left"),
        ([1 << 40, 1, 2, 4], "isn't a hand"),
        ([-1, 1, 2, 4], "isn't a hand"),
        (hands("9h Th Jh Qh Kh Ah", "9s", "9c", "9d"), "more than five"),
    ],
)
def test_hands_that_cannot_be_are_refused(held: list[int], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        tricks(held, Trick(0, 0))


def test_buffers_that_do_not_fit_are_refused() -> None:
    deals = random_deals(3)
    with pytest.raises(PositionError, match="differ in length"):
        solve_many(deals[0][:8], *deals[1:])
    with pytest.raises(PositionError, match="trump above 4"):
        solve_many(deals[0], array("B", [7, 7, 7]), *deals[2:])
    with pytest.raises(PositionError, match="hand 1 has"):
        solve_many(deals[0][:4] + array("Q", [0] * 4) + deals[0][8:], *deals[1:])
    assert solve_many(array("Q"), array("B"), array("B"), array("B"), array("B")) == array("B")


def test_outcomes_have_the_numbers_of_their_tricks() -> None:
    assert [int(kind) for kind in Outcome] == [0, 3, 5]
    assert sum(1 << taken for taken in range(1, 6)) == EXACT


@pytest.mark.skipif(not COMPILED, reason="the kernel is uncompiled here, there is nothing to compare")
def test_uncompiled_the_kernel_gives_the_same_answers() -> None:
    assert answers_uncompiled("kernel.answers") == answers()
