"""What a score is worth: the chances to win a game, and what is at stake in a hand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bowerbird.players.chances import Chances
from bowerbird.players.worth import Contract, Stakes
from bowerbird.rulebook import book_names, load_rulebook
from bowerbird.seats import Seat
from deals import dealt
from kit.rows import rows

BOOKS = [name for name in book_names() if load_rulebook(name).game.points]


@rows("name", BOOKS)
def test_one_side_s_chance_is_the_other_s_risk(name: str) -> None:
    chances = Chances.of(load_rulebook(name))
    for ours in range(chances.target):
        for theirs in range(chances.target):
            assert chances.win(ours, theirs, True) + chances.win(theirs, ours, False) == pytest.approx(1)


@rows("name", BOOKS)
def test_every_point_counts(name: str) -> None:
    chances = Chances.of(load_rulebook(name))
    for deals in (True, False):
        for theirs in range(chances.target):
            ladder = [chances.win(ours, theirs, deals) for ours in range(chances.target + 1)]
            assert ladder == sorted(ladder)
            assert ladder[0] < ladder[-2] < ladder[-1] == 1


def test_a_game_begins_nearly_level_and_the_deal_helps() -> None:
    chances = Chances.of(load_rulebook("bicycle"))
    assert 0.5 < chances.win(0, 0, True) < 0.56
    assert chances.win(9, 9, True) > 0.55
    assert chances.win(8, 2, False) > 0.9


def test_a_table_by_hand() -> None:
    # A game to one point: whoever takes the next hand that counts has won.
    book = load_rulebook("bicycle")
    one = replace(book, game=replace(book.game, points=1))
    chances = Chances.of(one)
    assert chances.win(1, 0, True) == 1
    assert chances.win(0, 0, True) == pytest.approx(1 - chances.win(0, 0, False))


def test_points_are_the_book_s_own() -> None:
    table = dealt("bicycle", "N", "9h")
    stakes = Stakes(table.book, table.view(Seat.N), "points")
    assert stakes.scale(Contract(Seat.S)).value == (-2, -2, -2, 1, 1, 2)
    assert stakes.scale(Contract(Seat.E, alone=True)).value == (2, 2, 2, -1, -1, -4)
    assert stakes.scale(Contract(Seat.S)).cuts == 0b101000


def test_by_tricks_a_euchre_is_worth_more_with_all_five() -> None:
    table = dealt("st-joe", "N", "9h")
    scale = Stakes(table.book, table.view(Seat.N)).scale(Contract(Seat.S))
    assert scale.points == (-2, -1, -1, 1, 1, 2)
    assert scale.cuts == 0b101010
    assert scale.value == scale.points, "people keep personal cards: points are what counts"


def test_a_lone_march_counts_more_on_the_caller_s_own_card() -> None:
    table = dealt("st-joe", "N", "9h")
    scale = Stakes(table.book, table.view(Seat.N)).scale(Contract(Seat.N, alone=True))
    partner = Stakes(table.book, table.view(Seat.S)).scale(Contract(Seat.N, alone=True))
    assert (scale.points[5], partner.points[5]) == (5, 4)


def test_so_many_hands_and_no_target_are_played_for_points() -> None:
    table = dealt("trailer-estates", "N", "9h")
    scale = Stakes(table.book, table.view(Seat.N)).scale(Contract(Seat.N))
    assert scale.value == scale.points


def test_after_the_bell_only_the_lead_counts() -> None:
    table = dealt("national", "N", "9h")
    rung = replace(table.view(Seat.N), bell_rung=True, score=(4, 5))
    scale = Stakes(table.book, rung).scale(Contract(Seat.N))
    # Made brings a draw, a march the game, a euchre loses it.
    assert scale.value == (0, 0, 0, 0.5, 0.5, 1)


def test_after_the_bell_a_hand_that_is_thrown_in_leaves_one_to_be_played() -> None:
    table = dealt("national", "N", "9h")
    rung = replace(table.view(Seat.N), bell_rung=True, score=(5, 4))
    assert Stakes(table.book, rung).thrown_in()[1] == Chances.of(table.book).win_within(1, 5, 4, we_deal=False) < 1
    house = replace(table.book, game=replace(table.book.game, bell="finish or throw in"))
    assert Stakes(house, rung).thrown_in()[1] == 1


def test_a_table_with_one_hand_left_by_hand() -> None:
    book = load_rulebook("national")
    chances = Chances.of(book)
    # The dealer is stuck, so every hand brings points: level, it is a game to the next point.
    to_one = Chances.of(replace(book, game=replace(book.game, points=1)))
    assert chances.win_within(1, 3, 3, True) == pytest.approx(to_one.win(0, 0, True), abs=1e-4)
    assert chances.win_within(1, 3, 3, False) == pytest.approx(1 - to_one.win(0, 0, True), abs=1e-4)
    assert chances.win_within(1, 3, 8, True) == 0, "four points are the most that one hand brings"
    assert 0 < chances.win_within(1, 3, 7, True) < 0.05, "only a march alone draws level"
    assert chances.win_within(2, 3, 8, True) > 0


@rows("name", BOOKS)
def test_the_more_hands_are_left_the_more_it_is_the_game_by_points(name: str) -> None:
    chances = Chances.of(load_rulebook(name))
    behind = [chances.win_within(hands, 1, 4, True) for hands in (0, 1, 2, 4, 8, 16, 23)]
    assert behind == sorted(behind)
    assert behind[0] == 0
    assert behind[-1] == pytest.approx(chances.win(1, 4, True), abs=0.02)
    assert chances.win_within(1.5, 1, 4, True) == pytest.approx((behind[1] + behind[2]) / 2)


def test_minutes_left_change_what_a_hand_is_worth() -> None:
    table = dealt("national", "N", "9h")
    behind = replace(table.view(Seat.N), score=(1, 4), hands_played=4)
    alone, together = Contract(Seat.N, alone=True), Contract(Seat.N)

    def gain(minutes_left: float | None) -> float:
        """How much of the game a march alone brings more than one with the partner."""
        stakes = Stakes(table.book, replace(behind, minutes_left=minutes_left))
        return stakes.scale(alone).value[5] - stakes.scale(together).value[5]

    assert gain(0.0) == 1, "in the last hand, three behind, two points lose and four win"
    assert gain(0.0) > gain(1.5) > gain(None) > 0
    assert Stakes(table.book, replace(behind, minutes_left=0.0)).scale(together).value == (0, 0, 0, 0, 0, 0)


def test_a_table_s_own_pace_says_how_many_hands_the_minutes_are() -> None:
    table = dealt("national", "N", "9h")
    seen = replace(table.view(Seat.N), score=(1, 4), minutes_left=2.0)
    slow = Stakes(table.book, replace(seen, hands_played=1)).scale(Contract(Seat.N)).value
    quick = Stakes(table.book, replace(seen, hands_played=8)).scale(Contract(Seat.N)).value
    assert quick[5] > slow[5], "who is behind wants more hands"


def test_the_last_of_so_many_hands_decides_a_game_to_points() -> None:
    book = load_rulebook("bicycle")
    eight = replace(book, game=replace(book.game, hands=8))
    seen = replace(dealt("bicycle", "N", "9h").view(Seat.N), score=(4, 5), hands_played=7)
    assert Stakes(eight, seen).scale(Contract(Seat.N)).value == (0, 0, 0, 0.5, 0.5, 1)
    before = Stakes(eight, replace(seen, hands_played=6)).scale(Contract(Seat.N)).value
    assert 0 < before[0] < before[3] < before[5] < 1
