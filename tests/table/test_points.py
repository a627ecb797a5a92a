"""What a hand is worth, in each of the books, and on the personal card."""

from __future__ import annotations

import pytest

from bowerbird.rulebook import load_rulebook
from bowerbird.rulebook.points import hand_points, outcome_of, personal_points
from bowerbird.seats import Seat, Side
from deals import ALL_BOOKS, house, opened, play_hand
from kit.rows import rows

#: (tricks of the makers, alone): points to the makers, points to the others.
USUAL = {
    (5, False): (2, 0),
    (4, False): (1, 0),
    (3, False): (1, 0),
    (2, False): (0, 2),
    (0, False): (0, 2),
    (5, True): (4, 0),
    (4, True): (1, 0),
    (3, True): (1, 0),
    (2, True): (0, 2),
    (0, True): (0, 2),
}
BY_TRICKS = USUAL | {
    (2, False): (0, 1),
    (0, False): (0, 2),
    (4, True): (2, 0),
    (3, True): (2, 0),
    (2, True): (0, 1),
    (0, True): (0, 2),
}

CASES = [(tricks, alone) for tricks, alone in USUAL]


@pytest.mark.clause("ALB-8", "ALB-9", "CCC-11", "TE-3", "NAT-S", "NAT-X", "STJ-10", "STJ-11")
@rows("book", ["alberta", "ccc", "trailer-estates", "national", "st-joe", "bicycle"])
@rows(("tricks", "alone"), CASES)
def test_the_points_of_a_hand(book: str, tricks: int, alone: bool) -> None:
    """East makes hearts. At St Joe the side with most tricks scores, makers or not."""
    table = play_hand(opened(book, "N"), tricks, alone)
    to_makers, to_others = (BY_TRICKS if book == "st-joe" else USUAL)[tricks, alone]
    result = table.state.results[-1]
    assert result.points == table.state.score == (to_others, to_makers)
    assert (result.tricks, result.maker, result.alone) == ((5 - tricks, tricks), Seat.E, alone)
    assert table.state.hands_played == 1
    assert result.personal == (PERSONAL[tricks, alone] if book == "st-joe" else (0, 0, 0, 0))


@pytest.mark.clause("ALB-8")
@rows("book", ALL_BOOKS)
@rows(("tricks", "outcome"), [(5, "march"), (4, "made"), (3, "made"), (2, "euchre"), (0, "euchre")])
def test_three_tricks_make_it_fewer_is_a_euchre_and_five_a_march(book: str, tricks: int, outcome: str) -> None:
    table = play_hand(opened(book, "N"), tricks)
    assert table.state.results[-1].outcome == outcome == outcome_of(tricks)


@rows("dealer", ["N", "E", "S", "W"])
def test_points_go_to_the_makers_side_wherever_it_sits(dealer: str) -> None:
    table = play_hand(opened("bicycle", dealer), 5)
    makers = Seat[dealer].left.side
    assert table.state.score[makers] == 2
    assert table.state.score[makers.other] == 0


def test_a_house_can_give_four_for_a_euchred_lone_hand() -> None:
    book = house("points.euchre_alone = 4")
    assert play_hand(opened(book, "N"), 2, alone=True).state.score == (4, 0)
    assert play_hand(opened(book, "N"), 2).state.score == (2, 0)


def test_euchre_by_tricks_follows_the_books_own_numbers() -> None:
    rules = house("points = {made = 3, march = 7}", "st-joe").points
    assert hand_points(rules, 0, alone=False, defended_alone=False) == (0, 7)
    assert hand_points(rules, 1, alone=True, defended_alone=False) == (0, 3)


# The personal card.

PERSONAL = {
    (5, False): (0, 2, 0, 2),
    (4, False): (0, 1, 0, 1),
    (3, False): (0, 1, 0, 1),
    (2, False): (1, 0, 1, 0),
    (0, False): (2, 0, 2, 0),
    (5, True): (0, 5, 0, 4),
    (4, True): (0, 2, 0, 2),
    (3, True): (0, 2, 0, 2),
    (2, True): (1, 0, 1, 0),
    (0, True): (2, 0, 2, 0),
}


@pytest.mark.clause("STJ-10")
@rows("maker", list(Seat))
def test_the_lone_maker_marks_five_and_the_partner_four(maker: Seat) -> None:
    points = personal_points(load_rulebook("st-joe").personal_card, maker, 5, alone=True)
    assert points[maker] == 5
    assert points[maker.partner] == 4
    assert sum(points) == 9


@rows("book", [book for book in ALL_BOOKS if book != "st-joe"])
def test_elsewhere_no_personal_card_is_kept(book: str) -> None:
    assert play_hand(opened(book, "N"), 5, alone=True).state.results[-1].personal == (0, 0, 0, 0)


@rows("side", list(Side))
def test_sides_and_seats_know_each_other(side: Side) -> None:
    assert {who.side for who in side.seats} == {side}
    assert side.seats[0].partner is side.seats[1]
    assert side.other.other is side
