"""What a score is worth: the chances to win a game, and what is at stake in a hand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bowerbird.players.chances import Chances
from bowerbird.players.worth import Contract, Stakes
from bowerbird.rulebook import book_names, load_rulebook
from bowerbird.seats import Seat
from deals import dealt

BOOKS = [name for name in book_names() if load_rulebook(name).game.points]


@pytest.mark.parametrize("name", BOOKS)
def test_one_side_s_chance_is_the_other_s_risk(name: str) -> None:
    chances = Chances.of(load_rulebook(name))
    for ours in range(chances.target):
        for theirs in range(chances.target):
            assert chances.win(ours, theirs, True) + chances.win(theirs, ours, False) == pytest.approx(1)


@pytest.mark.parametrize("name", BOOKS)
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
