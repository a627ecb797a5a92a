"""The coach of a first game: before every decision at first, then where a beginner errs, then silent."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import bowerbird.web
from bowerbird.cards import Card, Suit
from bowerbird.learn.coach import BEGINNER, advice, between, forced, stage_of
from bowerbird.notation.deal_text import table_from_deal
from bowerbird.players import explain as explaining
from bowerbird.players.explain import explain
from bowerbird.players.explanation import Explanation, Option
from bowerbird.seats import Seat
from bowerbird.table import Discard, Name, Order, Pass, Play, Table
from kit.rows import rows
from players.tables import quick_judge

S = Seat.S
BEST = Option(Order(S), "order it up", 1.0, 0.6, 0.8, 0.1, 0.2, "You have three trumps.")
MISTAKE = Option(Pass(S), "pass", 0.2, 0.4, 0.5, 0.1, 0.2, "Too careful.", behind=0.8, verdict="mistake")
LESS = Option(Order(S, alone=True), "go alone", 0.9, 0.5, 0.7, 0.1, 0.3, "Brave.", behind=0.1, verdict="behind")
NUDGE = "Count your trumps."
FOUND = Explanation(BEST.fact, (BEST, LESS, MISTAKE), nudge=NUDGE)
SAID = "I would order it up. You have three trumps."
HARD_ONLY = "You know the way now. From this hand on, I speak only before hard decisions."
ALONE_NOW = "You are on your own now. After the game, the review shows how you did."


def test_the_coach_says_less_from_hand_to_hand() -> None:
    stages = [stage_of(hand) for hand in range(1, 9)]
    assert stages == ["every decision"] * 2 + ["hard decisions"] * 3 + ["silent"] * 3


def test_the_page_knows_when_the_coach_says_less_and_what_it_says_of_itself() -> None:
    script = (Path(bowerbird.web.__file__).parent / "static" / "table" / "coach.js").read_text("utf-8")
    hands = {name: int(number) for name, number in re.findall(r"^const (QUIET|GONE) = (\d+);", script, re.MULTILINE)}
    stages = [stage_of(hand) for hand in range(1, 12)]
    assert hands["QUIET"] == stages.index("hard decisions") + 1
    assert hands["GONE"] == stages.index("silent") + 2, "in the first silent hand it says so"
    about = re.search(r"^const ABOUT_ITSELF = /(.*)/;$", script, re.MULTILINE)
    assert about is not None
    told = [between(hand) for hand in range(1, 12)]
    assert [bool(re.match(about[1], text)) for text in told] == [hand in (3, 6) for hand in range(1, 12)]
    assert not re.match(about[1], NUDGE)
    assert not any(told[hands["GONE"] - 1 :])


@rows(
    "hand, usual, said",
    [
        (1, BEST, SAID),
        (2, MISTAKE, SAID),
        (3, BEST, HARD_ONLY),
        (3, LESS, HARD_ONLY),
        (3, MISTAKE, NUDGE),
        (4, BEST, ""),
        (5, MISTAKE, NUDGE),
        (6, MISTAKE, ALONE_NOW),
        (7, MISTAKE, ""),
    ],
)
def test_the_coach_speaks_first_always_then_where_a_beginner_errs_then_never(
    hand: int, usual: Option, said: str
) -> None:
    assert advice(FOUND, usual.fact, hand) == said


@rows(
    "best, other, euchre, why, said",
    [
        (
            Order(S),
            Pass(S),
            0.19,
            "We make it 81 times in 100. After a pass they score.",
            "We make it 81 times in 100.",
        ),
        (
            Order(S),
            Pass(S),
            0.87,
            "We make it 13 times in 100. After a pass, their lone hand wins the game 60 times in 100.",
            "We make it 13 times in 100. After a pass, their lone hand wins the game 60 times in 100.",
        ),
        (
            Name(S, Suit.HEARTS),
            Name(S, Suit.SPADES),
            0.46,
            "We're euchred 46 times in 100. Naming spades gets us euchred 64 times in 100.",
            "We're euchred 46 times in 100. Naming spades gets us euchred 64 times in 100.",
        ),
        (
            Pass(S),
            Order(S),
            0.55,
            "Ordering gets us euchred 55 times in 100. After a pass we score.",
            "Ordering gets us euchred 55 times in 100.",
        ),
        (
            Pass(S),
            Order(S),
            0.13,
            "Ordering gets us euchred 13 times in 100. After a pass we score.",
            "Ordering gets us euchred 13 times in 100. After a pass we score.",
        ),
    ],
)
def test_the_coach_gives_one_reason_unless_it_speaks_against_the_choice(
    best: Order | Name | Pass, other: Order | Name | Pass, euchre: float, why: str, said: str
) -> None:
    options = (
        Option(best, "do it", 1.0, 0.6, 1 - euchre, 0.1, euchre, why),
        Option(other, "not", 0.5, 0.4, 1 - euchre, 0.1, euchre, "Less.", behind=0.5, verdict="mistake"),
    )
    assert advice(Explanation(best, options), best, 1) == f"I would do it. {said}"


def test_between_two_good_calls_the_coach_does_not_speak_of_the_third() -> None:
    as_good = Option(Order(S), "assist", 1.0, 0.6, 0.8, 0.1, 0.2, "The same.", behind=0.01, verdict="as good")
    passed = Option(Pass(S), "pass", 1.0, 0.6, 0.8, 0.1, 0.2, "Assisting alone never wins all five tricks.")
    found = Explanation(passed.fact, (passed, as_good, LESS))
    assert advice(found, passed.fact, 1) == "This is close. I would pass."


@rows(
    "own, lead, said",
    [
        ("JdAcKcQcTs", "9h", "You must follow hearts, and J♦, the left bower, is your only one."),
        ("AdAcKcQcTs", "9d", "You must follow diamonds, and A♦ is your only one."),
        ("AdAcKcQcTs", "9h", ""),  # no heart: any card may be played
    ],
)
def test_a_card_that_has_to_be_played_is_named_with_the_reason(own: str, lead: str, said: str) -> None:
    rest = [str(card) for card in Table("bicycle").book.cards() if str(card) not in (own + "9h9dAh")]
    north, west, east = "".join(rest[:5]), "".join(rest[5:10]), f"{''.join(rest[10:13])}9h9d"
    table = table_from_deal("bicycle", f"N:Ah {north} {east} {own} {west}")
    table.push(Order(Seat.E))
    table.push(Discard(Seat.N, Card(north[:2])))
    table.push(next(fact for fact in table.legal if isinstance(fact, Play) and str(fact.card) == lead))
    assert forced(table.book, table.view(S), 1) == said


def test_where_it_makes_little_difference_the_coach_says_so() -> None:
    as_good = Option(Pass(S), "pass", 1.0, 0.6, 0.8, 0.1, 0.2, "Much the same.", behind=0.01, verdict="as good")
    found = Explanation(BEST.fact, (BEST, as_good))
    assert advice(found, BEST.fact, 1) == "It makes little difference here. I would order it up."


def test_where_nothing_is_weighed_the_coach_has_nothing_to_say() -> None:
    assert advice(Explanation(Pass(S), ()), Pass(S), 1) == ""


def test_a_choice_that_is_the_same_as_the_best_is_no_mistake() -> None:
    nine, ten = Play(S, BEST_CARDS[0]), Play(S, BEST_CARDS[1])
    best = Option(nine, "play 9♣", 1.0, 0.6, 0.8, 0.1, 0.2, "Low.", same=(ten,))
    assert advice(Explanation(nine, (best,)), ten, 4) == ""


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
    assert "I would order it up." in said.pop()
