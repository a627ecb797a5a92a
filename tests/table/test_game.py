"""When a game ends: by points, by hands, or by the bell."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable

import pytest

from bowerbird.cards import Card
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.seats import Seat, Side
from bowerbird.table import GameResult, Phase, Table
from bowerbird.table import facts as f
from deals import deal, dealt, house, opened, play_hand, play_on, refuses, say
from kit.rows import rows


def national(score: tuple[int, int] = (0, 0), dealer: str = "N") -> Table:
    """A table under the National rules, with the start bell rung."""
    table = opened("national", dealer, score)
    table.push(f.StartBell())
    return table


# By points.


@pytest.mark.clause("ALB-10", "CCC-13a", "STJ-11")
@rows("book", ["alberta", "ccc", "st-joe", "bicycle"])
def test_the_first_side_with_ten_points_wins(book: str) -> None:
    table = play_hand(opened(book, "N", (9, 7)), 5)
    assert not table.state.is_over
    assert table.state.score == (9, 9)
    play_hand(table, 3)
    # South made it from the chair on the dealer's left.
    assert table.state.result == GameResult((10, 9), Side.NS, "points")
    assert table.state.is_over
    refuses(table, f.Shuffle(tuple(table.book.cards())), "the game is over")
    assert table.legal == []


@pytest.mark.clause("ALB-10", "CCC-13a", "STJ-11")
@rows("book", ["alberta", "ccc", "st-joe", "bicycle"])
def test_a_whole_game_from_nothing(book: str) -> None:
    table = opened(book, "N")
    while not table.state.is_over:
        play_hand(table, 5 if table.state.dealer.left.side is Side.EW else 3)
    # East and West march for two, North and South make one, turn and turn about.
    assert table.state.result == GameResult((4, 10), Side.EW, "points")
    assert [result.dealer for result in table.state.results[:5]] == [Seat.N, Seat.E, Seat.S, Seat.W, Seat.N]
    assert table.state.hands_played == 9


@pytest.mark.clause("CCC-13a", "CCC-13b")
@rows(("over", "points"), [("counted", 13), ("not counted", 10)])
def test_points_above_the_target_count_unless_a_house_stops_there(over: str, points: int) -> None:
    table = play_hand(opened(house(f'game.over_target = "{over}"', "ccc"), "N", (3, 9)), 5, alone=True)
    assert table.state.score == (3, points)


@pytest.mark.clause("ALB-10", "ALB-T5")
@rows("target", [5, 7, 15])
def test_another_total_may_be_set_before_the_contest(target: int) -> None:
    book = house(f"game.points = {target}", "alberta")
    table = play_hand(opened(book, "N", (0, target - 2)), 3)
    assert not table.state.is_over
    play_hand(table, 2)
    assert table.state.result == GameResult((0, target), Side.EW, "points")


@pytest.mark.clause("ALB-T5")
def test_albertas_game_goes_to_ten_unless_another_number_is_set() -> None:
    assert load_rulebook("alberta").game.points == 10
    assert not play_hand(opened("alberta", "N", (0, 8)), 3).state.is_over


@pytest.mark.clause("ALB-10")
def test_thirty_minutes_are_advice_and_no_end() -> None:
    book = load_rulebook("alberta")
    assert (book.game.advised_minutes, book.game.minutes, book.game.bell) == (30, 0, "none")
    table = opened(book, "N")
    assert f.EndBell() not in table.legal
    refuses(table, f.EndBell(), "this game is not played to a bell")


# By hands.


@pytest.mark.clause("TE-7")
def test_a_game_is_eight_hands_with_two_deals_each_and_no_end_at_ten() -> None:
    table = opened("trailer-estates", "S")
    for hand in range(8):
        assert not table.state.is_over
        play_hand(table, 5, alone=hand != 7)
    assert [result.dealer for result in table.state.results] == [Seat.S, Seat.W, Seat.N, Seat.E] * 2
    assert table.state.result == GameResult((14, 16), Side.EW, "hands")


@pytest.mark.clause("TE-7")
def test_nobody_needs_to_win_eight_hands() -> None:
    table = opened("trailer-estates", "N")
    for _ in range(8):
        play_hand(table, 3)
    assert table.state.result == GameResult((4, 4), None, "hands")


@pytest.mark.clause("TE-7")
def test_a_hand_cannot_be_thrown_in_and_a_new_deal_is_not_one_of_the_eight() -> None:
    table = dealt("trailer-estates", "N", "9h")
    for letter in "ESWNESW":
        say(table, f"{letter}: pass")
    assert f.Pass(Seat.N) not in table.legal
    book = house('deal.new_deal_for = ["farmer\'s hand"]', "trailer-estates")
    table = say(dealt(book, "N", "Ah", E="9c Tc 9d Td 9s"), "E: ask farmer's hand")
    assert table.state.dealer is Seat.N
    assert table.state.hands_played == 0


# By the bell.


@pytest.mark.clause("NAT-P2")
def test_a_national_game_goes_to_eleven() -> None:
    table = play_hand(national((9, 9)), 3)
    assert not table.state.is_over
    play_hand(table, 5, alone=True)
    assert table.state.result == GameResult((13, 10), Side.NS, "points")


@pytest.mark.clause("NAT-P2")
def test_or_to_seven_minutes() -> None:
    book = load_rulebook("national")
    assert (book.game.points, book.game.minutes) == (11, 7)
    table = play_hand(national(), 3)
    table.push(f.EndBell())
    assert table.state.result == GameResult((0, 1), Side.EW, "bell")
    refuses(table, f.EndBell(), "the game is over")


@pytest.mark.clause("NAT-D6")
@rows("facts", range(4))
def test_before_the_trump_card_is_dealt_the_bell_is_the_end(facts: int) -> None:
    table = national((2, 5))
    deck = tuple(table.book.cards())
    for fact in (f.Shuffle(deck), f.Cut(Seat.W, 12), f.Deal(("3-2", "3-2", "3-2", "3-2")))[:facts]:
        table.push(fact)
    table.push(f.EndBell())
    assert table.state.result == GameResult((2, 5), Side.EW, "bell")


@pytest.mark.clause("NAT-D6")
@rows(
    "so_far",
    [
        "",
        "E: pass",
        "E: pass, S: pass, W: pass, N: pass",
        "E: order",
        "E: order, N: discard 9c",
        "E: order, N: discard 9c, E: Jh 9d",
    ],
)
def test_once_the_trump_card_is_dealt_the_hand_is_played_out(so_far: str) -> None:
    table = deal(national((0, 5)), "9h", E="Jh Ah Kh Qh Jd", S="9d Kd Td As Ks", N="9c Kc Qc Tc Ac")
    say(table, so_far)
    table.push(f.EndBell())
    assert not table.state.is_over
    assert table.state.bell_rung
    refuses(table, f.EndBell(), "the bell has rung already")
    if table.state.phase is Phase.FIRST_ROUND:
        while table.state.turn is not Seat.N:
            table.push(f.Pass(Seat(table.state.turn or 0)))
        say(table, "N: order")
    if table.state.phase is Phase.SECOND_ROUND:
        say(table, "E: name diamonds")
    if table.state.phase is Phase.DISCARD:
        say(table, "N: discard 9c")
    play_on(table)
    assert table.state.result is not None
    assert table.state.result.ended_by == "bell"
    assert table.state.hands_played == 1
    assert sum(table.state.score) > 5


@pytest.mark.clause("NAT-D6")
def test_a_new_deal_after_the_bell_does_not_end_play() -> None:
    book = house('deal.new_deal_for = ["farmer\'s hand"]', "national")
    table = Table(book, [f.Open(dealer=Seat.N, score=(0, 5)), f.StartBell()])
    deal(table, "Ah", E="9c Tc 9d Td 9s")
    table.push(f.EndBell())
    say(table, "E: ask farmer's hand")
    assert table.state.phase is Phase.SHUFFLE
    assert not table.state.is_over
    play_hand(table, 5)
    assert table.state.result == GameResult((0, 7), Side.EW, "bell")


@pytest.mark.clause("NAT-D6")
@rows("rung_after", [0, 5])
def test_a_hand_thrown_in_after_the_bell_is_dealt_again_until_one_is_completed(rung_after: int) -> None:
    table = deal(national((3, 4)), "9h")
    for place, letter in enumerate("ESWNESWN"):
        if place == rung_after:
            table.push(f.EndBell())
        say(table, f"{letter}: pass")
    assert (table.state.phase, table.state.dealer, table.state.result) == (Phase.SHUFFLE, Seat.E, None)
    refuses(table, f.EndBell(), "the bell has rung already")
    deal(table, "9h")
    for letter in "SWNESWNE":
        say(table, f"{letter}: pass")
    assert (table.state.dealer, table.state.is_over) == (Seat.S, False)
    play_hand(table, 5)
    assert table.state.result == GameResult((3, 6), Side.EW, "bell")


@pytest.mark.clause("NAT-D6")
def test_a_hand_thrown_in_before_the_bell_puts_nothing_off() -> None:
    table = deal(national((3, 4)), "9h")
    for letter in "ESWNESWN":
        say(table, f"{letter}: pass")
    table.push(f.EndBell())
    assert table.state.result == GameResult((3, 4), Side.EW, "bell")


def test_a_house_may_let_the_hand_in_progress_be_the_last_even_if_it_is_thrown_in() -> None:
    table = deal(opened(house('game.bell = "finish or throw in"', "bicycle"), "N", (3, 3)), "9h")
    table.push(f.EndBell())
    for letter in "ESWNESWN":
        say(table, f"{letter}: pass")
    assert table.state.result == GameResult((3, 3), None, "bell")


@pytest.mark.clause("NAT-D6")
def test_level_at_the_bell_is_a_draw() -> None:
    table = national((4, 4))
    table.push(f.EndBell())
    assert table.state.result == GameResult((4, 4), None, "bell")


def test_no_bell_ends_a_game_in_which_nobody_has_dealt() -> None:
    table = Table("national", [f.Open(), f.StartBell()])
    refuses(table, f.EndBell(), "the game has not started: nobody has dealt")


_TO_A_BELL = 'game.bell = "finish the hand"\ngame.level_at_bell = "one more hand"'


def test_where_a_house_says_so_level_sides_play_one_more_hand_after_the_bell() -> None:
    table = opened(house(_TO_A_BELL, "st-joe"), "N", (4, 4))
    table.push(f.EndBell())
    assert not table.state.is_over
    play_hand(table, 3)
    assert table.state.result == GameResult((4, 5), Side.EW, "bell")


def test_a_hand_in_play_at_the_bell_of_a_house_is_finished_and_the_leader_wins() -> None:
    table = opened(house(_TO_A_BELL, "st-joe"), "N", (5, 4))
    deal(table, "9h", E="Jh Ah Kh Qh Jd", N="9c Kc Qc Tc Ac")
    say(table, "E: order, N: discard 9c, E: Jh")
    table.push(f.EndBell())
    assert not table.state.is_over
    play_on(table)
    assert table.state.result == GameResult((5, 6), Side.EW, "bell")


# Undo, and starting over from the facts.


def test_undo_takes_back_one_fact_at_a_time() -> None:
    table = play_hand(opened("bicycle", "N"), 5)
    assert table.state.score == (0, 2)
    last = table.pop()
    assert last == f.Play(Seat.N, Card("Qc"))
    assert table.state.score == (0, 0)
    assert len(table.state.hand.tricks) == 4
    table.push(last)
    assert table.state.score == (0, 2)
    while table.facts:
        table.pop()
    assert table.state.phase is Phase.OPENING
    with pytest.raises(IndexError, match="nothing has happened at this table yet"):
        table.pop()


def test_a_table_can_be_taken_up_from_its_facts() -> None:
    table = play_hand(opened("ccc", "N"), 5)
    assert Table("ccc", table.facts).state == table.state
    assert f.TurnUp() in table.facts


# What a program sees of it.


@rows("book", ["bicycle", "alberta"])
def test_a_table_names_its_rules_score_and_phase_and_no_hidden_card(book: str) -> None:
    table, seen = Table(book), []
    for fact in play_hand(opened(book, "N", (3, 4)), 3).facts:
        table.push(fact)
        seen.append(repr(table))
        assert repr(table).startswith(f"<Table {book}, {table.state.score[0]}–{table.state.score[1]}, ")
        named = {Card(word) for word in re.findall(r"\b[9TJQKA][cdhs]\b", repr(table))}
        assert named <= {table.state.hand.turn_up}
    assert repr(Table(book)) == f"<Table {book}, 0–0, waiting for four players>"
    assert seen[0] == f"<Table {book}, 3–4, North to shuffle>"
    assert f"<Table {book}, 3–4, N:9s, East to call>" in seen


def test_a_table_that_is_over_says_who_won() -> None:
    assert repr(play_hand(opened("bicycle", "N", (3, 9)), 3)) == "<Table bicycle, 3–10, over, East and West won>"
    table = national((4, 4))
    table.push(f.EndBell())
    assert repr(table) == "<Table national, 4–4, over>"


def test_tables_with_the_same_rules_and_facts_are_equal() -> None:
    table = play_hand(opened("bicycle", "N"), 3)
    assert table == Table(load_rulebook("bicycle"), table.facts)
    assert table != Table("ccc", table.facts[:1])
    assert table != Table("bicycle", table.facts[:-1])
    assert table != table.facts
    with pytest.raises(TypeError, match="unhashable"):
        hash(table)


@rows("again", [copy.copy, copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
@rows("book", ["bicycle", house("game.points = 7", "alberta")])
def test_copies_and_pickles_are_independent_tables(again: Callable[[Table], Table], book: Rulebook | str) -> None:
    table = dealt(book, "N", "9h", E="Jh Ah Kd Qd 9s")
    other = again(table)
    assert other == table
    assert other.state == table.state
    before = table.facts
    say(other, "E: pass")
    assert table.facts == before
    table.pop()
    assert table.facts == before[:-1]
    assert other.facts == (*before, f.Pass(Seat.E))
    while other.facts:
        other.pop()
    assert repr(other) == repr(Table(book))
