"""The coach of a first game: before every decision at first, then where a beginner errs, then silent."""

from __future__ import annotations

import random

import pytest

from bowerbird.learn.coach import BEGINNER, advice, stage_of
from bowerbird.notation.deal_text import table_from_deal
from bowerbird.players import explain as explaining
from bowerbird.players.explain import explain
from bowerbird.players.explanation import Explanation, Option
from bowerbird.seats import Seat
from bowerbird.table import Order, Pass, Play, Table
from players.tables import quick_judge

S = Seat.S
BEST = Option(Order(S), "order it up", 1.0, 0.6, 0.8, 0.1, 0.2, "You have three trumps.")
MISTAKE = Option(Pass(S), "pass", 0.2, 0.4, 0.5, 0.1, 0.2, "Too careful.", behind=0.8, verdict="mistake")
LESS = Option(Order(S, alone=True), "go alone", 0.9, 0.5, 0.7, 0.1, 0.3, "Brave.", behind=0.1, verdict="behind")
NUDGE = "Count your trumps."
FOUND = Explanation(BEST.fact, (BEST, LESS, MISTAKE), nudge=NUDGE)
SAID = "I would order it up. You have three trumps."


def test_the_coach_says_less_from_hand_to_hand() -> None:
    stages = [stage_of(hand) for hand in range(1, 9)]
    assert stages == ["every decision"] * 2 + ["hard decisions"] * 3 + ["silent"] * 3


@pytest.mark.parametrize(
    ("hand", "usual", "said"),
    [
        (1, BEST, SAID),
        (2, MISTAKE, SAID),
        (3, BEST, ""),
        (3, LESS, ""),
        (3, MISTAKE, NUDGE),
        (5, MISTAKE, NUDGE),
        (6, MISTAKE, ""),
    ],
)
def test_the_coach_speaks_first_always_then_where_a_beginner_errs_then_never(
    hand: int, usual: Option, said: str
) -> None:
    assert advice(FOUND, usual.fact, hand) == said


@pytest.mark.parametrize(
    ("fact", "why", "said"),
    [
        (Order(S), "We make it 81 times in 100. After a pass they score.", "We make it 81 times in 100."),
        (
            Pass(S),
            "Ordering gets us euchred 55 times in 100. After a pass we score.",
            "Ordering gets us euchred 55 times in 100.",
        ),
        (
            Pass(S),
            "Ordering succeeds 71 times in 100. After a pass we score.",
            "Ordering succeeds 71 times in 100. After a pass we score.",
        ),
    ],
)
def test_the_coach_gives_one_reason_unless_it_speaks_against_the_choice(
    fact: Order | Pass, why: str, said: str
) -> None:
    best = Option(fact, "do it", 1.0, 0.6, 0.8, 0.1, 0.2, why)
    assert advice(Explanation(fact, (best, MISTAKE)), fact, 1) == f"I would do it. {said}"


def test_where_it_makes_little_difference_the_coach_says_so() -> None:
    as_good = Option(Pass(S), "pass", 1.0, 0.6, 0.8, 0.1, 0.2, "Much the same.", behind=0.01, verdict="as good")
    found = Explanation(BEST.fact, (BEST, as_good))
    assert advice(found, BEST.fact, 1) == "It makes little difference here. I would order it up."


def test_where_nothing_is_weighed_the_coach_has_nothing_to_say() -> None:
    assert advice(Explanation(Pass(S), ()), Pass(S), 1) == ""


def test_a_choice_that_is_the_same_as_the_best_is_no_mistake() -> None:
    nine, ten = Play(S, BEST_CARDS[0]), Play(S, BEST_CARDS[1])
    best = Option(nine, "play 9♣", 1.0, 0.6, 0.8, 0.1, 0.2, "Low.", same=(ten,))
    assert advice(Explanation(nine, (best,)), ten, 3) == ""


BEST_CARDS = [card for card in Table("bicycle").book.cards() if str(card) in ("9c", "Tc")]


def test_what_the_coach_says_is_the_same_wherever_the_hidden_cards_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explaining, "judge", quick_judge)
    dice, said = random.Random(5), set()
    own = "JhAh9cAsTs"
    hidden = [str(card) for card in Table("bicycle").book.cards() if str(card) not in f"{own}9h"]
    for _ in range(4):
        dice.shuffle(hidden)
        north, east, west = ("".join(hidden[place : place + 5]) for place in (0, 5, 10))
        table = table_from_deal("bicycle", f"E:9h {north} {east} {own} {west}")
        view = table.view(S)
        said.add(advice(explain(table.book, view), BEGINNER.choose(table.book, view), 1))
    assert len(said) == 1
    assert said.pop().startswith("I would ")
