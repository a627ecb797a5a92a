"""The draw: who plays with whom, and who deals first, in each of the ways in use."""

from __future__ import annotations

import pytest

from bowerbird.rulebook import Rulebook
from bowerbird.seats import Seat
from bowerbird.table import Draw, IllegalActionError, InvalidActionError, Open, Phase, Table
from bowerbird.table.checks.common import waits_for
from deals import cards, house, refuses, seat
from kit.rows import rows

PEOPLE = ("Ann", "Bob", "Cy", "Dee")


def drawing(book: Rulebook | str, arranged: bool = False) -> Table:
    return Table(book, [Open(names=PEOPLE, partners_arranged=arranged)])


def draw(table: Table, lines: str) -> Table:
    """`N 9h, E As`: these chairs get these cards."""
    for line in lines.split(","):
        letter, card = line.split()
        table.push(Draw(seat(letter), cards(card)[0]))
    return table


def may_draw(table: Table) -> set[Seat]:
    return {fact.seat for fact in table.legal if isinstance(fact, Draw)}


def draw_in_turn(table: Table, text: str) -> Table:
    """Cards dealt face up, round and round from North."""
    for place, card in enumerate(cards(text), start=len(table.state.draws)):
        table.push(Draw(Seat(place % 4), card))
    return table


# Two highs against two lows.


@pytest.mark.clause("ALB-2")
def test_the_two_highest_play_the_two_lowest_and_the_lowest_deals() -> None:
    table = draw(drawing("alberta"), "N As, E 9d, S Jc, W Kh")
    # Bob drew the nine and Cy the jack: they are partners, Bob keeps his chair and deals.
    assert table.state.phase is Phase.SHUFFLE
    assert table.state.dealer is Seat.E
    assert table.state.names[Seat.E] == "Bob"
    assert table.state.names[Seat.W] == "Cy"
    assert {table.state.names[Seat.N], table.state.names[Seat.S]} == {"Ann", "Dee"}


@pytest.mark.clause("ALB-2")
def test_partners_who_drew_across_from_each_other_keep_their_chairs() -> None:
    table = draw(drawing("alberta"), "N Th, E Kd, S 9c, W Ah")
    assert table.state.names == PEOPLE
    assert table.state.dealer is Seat.S


@pytest.mark.clause("ALB-2")
def test_in_a_draw_the_ace_is_high_and_a_jack_is_only_a_jack() -> None:
    table = draw(drawing("alberta"), "N Jh, E Qh, S Ah, W Jd")
    # Both red jacks are below the queen: the jacks tie for lowest, whatever suit might be trump.
    assert may_draw(table) == {Seat.N, Seat.W}


@pytest.mark.clause("ALB-2")
def test_players_who_tie_for_a_place_draw_again_among_themselves() -> None:
    table = draw(drawing("alberta"), "N 9h, E 9d, S Kc, W Ah")
    assert table.state.phase is Phase.DRAW
    assert may_draw(table) == {Seat.N, Seat.E}
    with pytest.raises(IllegalActionError, match="South does not draw now; the next card is for North or East"):
        draw(table, "S Qc")
    draw(table, "E Qs, N Td")
    # The second card ranks the tied two only: North is lowest, though East's queen is below South's king.
    assert table.state.dealer is Seat.N
    assert table.state.names == ("Ann", "Cy", "Bob", "Dee")


@pytest.mark.clause("ALB-2")
def test_a_second_tie_is_drawn_again_as_well() -> None:
    table = draw(drawing("alberta"), "N 9h, E 9d, S 9c, W Ah, N Kh, E Kd, S Ts")
    assert may_draw(table) == {Seat.N, Seat.E}
    draw(table, "N Ad, E Qd")
    assert table.state.dealer is Seat.S
    assert table.state.names[Seat.N] == "Bob"


def test_the_four_may_draw_in_any_order_but_only_once() -> None:
    table = draw(drawing("alberta"), "W Kh, N As")
    assert may_draw(table) == {Seat.E, Seat.S}
    with pytest.raises(IllegalActionError, match="West does not draw now; the next card is for East or South"):
        draw(table, "W 9c")


def test_highs_against_lows_can_have_the_highest_deal() -> None:
    book = house('draw.partners = "highs against lows"\ndraw.dealer = "highest card"')
    table = draw(drawing(book), "N As, E 9d, S Jc, W Kh")
    assert table.state.dealer is Seat.N
    assert table.state.names == ("Ann", "Bob", "Dee", "Cy")


# Arranged partners: a cut of one card by each side.


@pytest.mark.clause("ALB-4a")
def test_with_arranged_partners_one_of_each_side_cuts_and_the_lower_card_deals() -> None:
    table = drawing("alberta", arranged=True)
    assert may_draw(table) == set(Seat)
    draw(table, "S Ah")
    assert may_draw(table) == {Seat.E, Seat.W}
    with pytest.raises(IllegalActionError, match="North does not draw now; the next card is for East or West"):
        draw(table, "N 9h")
    draw(table, "W Kd")
    assert table.state.phase is Phase.SHUFFLE
    assert table.state.dealer is Seat.W
    assert table.state.names == PEOPLE


@pytest.mark.clause("ALB-4a")
def test_equal_ranks_cut_again() -> None:
    table = draw(drawing("alberta", arranged=True), "N Th, E Ts")
    assert table.state.phase is Phase.DRAW
    assert may_draw(table) == set(Seat)
    draw(table, "E Qs, N 9d")
    assert table.state.dealer is Seat.N


def test_where_the_book_says_so_the_higher_card_deals() -> None:
    table = draw(drawing("national"), "N Th, E Qs")
    assert table.state.dealer is Seat.E
    table = draw(drawing("national"), "E Th, S Qs")
    assert table.state.dealer is Seat.S


@rows("book", ["trailer-estates", "bicycle"])
def test_where_the_book_says_so_the_lower_card_deals(book: str) -> None:
    assert draw(drawing(book), "N Th, E Qs").state.dealer is Seat.N


# Cards dealt face up until the jacks come.


@pytest.mark.clause("CCC-3a")
def test_the_first_jack_is_pivot_and_dealer_and_the_second_jack_the_partner() -> None:
    table = draw_in_turn(drawing("ccc"), "9c Td Ah Kh As Jd 9h Tc Qc Ks")
    assert table.state.phase is Phase.DRAW
    table = draw_in_turn(table, "Jh")
    assert table.state.phase is Phase.SHUFFLE
    assert table.state.dealer is Seat.E
    assert table.state.names == ("Ann", "Bob", "Dee", "Cy")


@pytest.mark.clause("CCC-3a")
def test_two_jacks_to_one_player_and_the_deal_goes_on_until_another_gets_one() -> None:
    table = draw_in_turn(drawing("ccc"), "Jc Td Ah Kh Js 9c 9d 9h Ac Ad")
    assert table.state.phase is Phase.DRAW
    draw_in_turn(table, "Jd")
    assert table.state.dealer is Seat.N
    assert table.state.names == PEOPLE


@pytest.mark.clause("CCC-3a")
def test_when_one_player_gets_all_four_jacks_the_pack_is_dealt_again() -> None:
    rounds = "Jc Tc Td Th  Jd Ts 9h 9s  Jh Qc Qd Qh  Js Qs Kc Kd  9c Kh Ks Ac  9d Ad Ah As"
    table = draw_in_turn(drawing("ccc"), rounds)
    assert table.state.phase is Phase.DRAW
    draw_in_turn(table, "Jc Jd")
    assert table.state.dealer is Seat.N
    assert table.state.names == ("Ann", "Cy", "Bob", "Dee")


def test_a_card_that_lies_face_up_cannot_come_again() -> None:
    table = draw_in_turn(drawing("ccc"), "9c Td")
    with pytest.raises(IllegalActionError, match="9c is already on the table"):
        draw_in_turn(table, "9c")
    assert len(table.state.draws) == 2


def test_cards_are_dealt_face_up_in_order() -> None:
    table = draw_in_turn(drawing("st-joe"), "9c")
    refuses(table, Draw(Seat.S, cards("Jh")[0]), "South does not draw now; the next card is for East")


@pytest.mark.clause("STJ-1")
def test_the_first_jack_makes_the_dealer_and_nobody_changes_chairs() -> None:
    table = draw_in_turn(drawing("st-joe"), "9c Td Ah Kh As Qd")
    assert table.state.phase is Phase.DRAW
    table = draw_in_turn(table, "Js")
    assert table.state.phase is Phase.SHUFFLE
    assert table.state.dealer is Seat.S
    assert table.state.names == PEOPLE


def test_with_arranged_partners_the_pivot_needs_only_the_first_jack() -> None:
    table = draw_in_turn(drawing("ccc", arranged=True), "9c Jd")
    assert table.state.dealer is Seat.E
    assert table.state.names == PEOPLE


# What a draw refuses.


def test_a_card_outside_the_pack_is_refused() -> None:
    table = drawing("alberta")
    with pytest.raises(InvalidActionError, match="7h is not in this deck of 24"):
        draw(table, "N 7h")
    assert table.state.draws == ()


def test_the_joker_has_no_rank_in_a_draw_but_is_passed_over_among_jacks() -> None:
    cut = drawing(house("pack.joker = true"))
    with pytest.raises(IllegalActionError, match="put it back and take another card"):
        draw(cut, "N B")
    jacks = draw_in_turn(drawing(house("pack.joker = true", "st-joe")), "B 9c Jh")
    assert jacks.state.dealer is Seat.S


def test_nothing_is_drawn_where_the_dealer_is_known() -> None:
    table = Table("alberta", [Open(names=PEOPLE, dealer=Seat.W)])
    assert table.state.dealer is Seat.W
    with pytest.raises(IllegalActionError, match="partners and dealer are settled"):
        draw(table, "N As")


def test_the_table_says_what_it_waits_for_before_the_first_deal() -> None:
    table = drawing("alberta")
    assert waits_for(table.state) == "a card in the draw"
    draw(table, "N Th, E Kd, S 9c, W Ah")
    assert waits_for(table.state) == "South to shuffle"
