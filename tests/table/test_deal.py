"""Pack, shuffle, cut, deal and turn-up, as each book wants them."""

from __future__ import annotations

from itertools import product

import pytest

from bowerbird.cards import Card, show_cards
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import Cut, Deal, EndBell, Phase, Shuffle, StartBell, Table, TurnUp
from bowerbird.table.facts import Packets
from deals import ALL_BOOKS, house, opened, play_on, refuses, say, to_turn_up
from deals import deal as deal_out
from kit.rows import rows

TOP_DOWN = tuple(load_rulebook("bicycle").cards())
Plan = tuple[Packets, Packets, Packets, Packets]


def plan_of(text: str) -> Plan:
    one, two, three, four = text.split()
    return (one, two, three, four)


def plans(table: Table) -> set[Plan]:
    return {fact.packets for fact in table.legal if isinstance(fact, Deal)}


def ready_to_deal(book: str) -> Table:
    table = opened(book, "N")
    table.push(Shuffle(TOP_DOWN))
    if table.book.deal.cut == "required":
        table.push(Cut(Seat.W, 12))
    return table


# The pack.


@pytest.mark.clause("ALB-3", "CCC-2", "TE-2", "NAT-X", "STJ-13")
@rows("book", [book for book in ALL_BOOKS if not load_rulebook(book).pack.joker])
def test_clubs_without_a_joker_play_with_the_24_cards_from_nine_to_ace(book: str) -> None:
    pack = load_rulebook(book).cards()
    assert len(pack) == 24
    assert sorted({card.rank for card in pack}) == [9, 10, 11, 12, 13, 14]
    assert not any(card.is_joker for card in pack)


@pytest.mark.clause("STJ-13")
def test_a_pack_of_32_is_an_option() -> None:
    book = house("pack.lowest = 7", "st-joe")
    assert len(book.cards()) == 32
    table = opened(book, "N")
    to_turn_up(table, book.cards().cards)
    table.push(TurnUp())
    assert [mask.bit_count() for mask in table.state.hand.held] == [5, 5, 5, 5]
    assert len(table.state.hand.deck) - 20 == 12


# Shuffle and cut.


@pytest.mark.clause("CCC-4")
def test_the_dealer_may_shuffle_last() -> None:
    table = opened("ccc", "N")
    table.push(Shuffle(TOP_DOWN))
    table.push(Shuffle(TOP_DOWN[::-1]))
    assert table.state.hand.deck == TOP_DOWN[::-1]
    table.push(Cut(Seat.W, 12))
    refuses(table, Shuffle(TOP_DOWN), "the table waits for North to deal")


@pytest.mark.clause("CCC-4", "STJ-2")
@rows("book", ["ccc", "st-joe"])
def test_the_player_on_the_dealers_right_cuts_before_the_deal(book: str) -> None:
    table = opened(book, "N")
    table.push(Shuffle(TOP_DOWN))
    assert not plans(table)
    refuses(table, Deal(plan_of("3-2 3-2 3-2 3-2")), "West must cut first")
    for other in (Seat.N, Seat.E, Seat.S):
        refuses(table, Cut(other, 12), f"West cuts, not {other.word}")
    table.push(Cut(Seat.W, 12))
    assert table.state.phase is Phase.DEAL
    refuses(table, Cut(Seat.W, 12), "the table waits for North to deal")


@pytest.mark.clause("CCC-4", "STJ-2")
@rows("book", ["ccc", "st-joe"])
def test_a_cut_that_leaves_fewer_than_four_cards_in_a_packet_is_refused(book: str) -> None:
    table = opened(book, "N")
    table.push(Shuffle(TOP_DOWN))
    for at in (1, 2, 3, 21, 22, 23):
        refuses(table, Cut(Seat.W, at), "a cut leaves at least 4 cards in each packet: lift 4 to 20")
    assert [fact.at for fact in table.legal if isinstance(fact, Cut)] == list(range(4, 21))


@pytest.mark.clause("STJ-2")
def test_what_lay_under_the_cut_comes_on_top() -> None:
    table = opened("st-joe", "N")
    table.push(Shuffle(TOP_DOWN))
    table.push(Cut(Seat.W, 5))
    assert table.state.hand.deck == TOP_DOWN[5:] + TOP_DOWN[:5]


@rows("book", ["alberta", "trailer-estates", "national"])
def test_where_the_book_is_silent_the_cut_may_be_left_out_and_made_anywhere(book: str) -> None:
    table = opened(book, "N")
    table.push(Shuffle(TOP_DOWN))
    assert [fact.at for fact in table.legal if isinstance(fact, Cut)] == list(range(1, 24))
    table.push(Deal(plan_of("3-2 3-2 3-2 3-2")))
    assert table.state.phase is Phase.TURN_UP


# The deal.


@pytest.mark.clause("ALB-4b")
def test_each_player_gets_five_in_two_rounds_in_any_mix_that_the_dealer_likes() -> None:
    table = ready_to_deal("alberta")
    assert plans(table) == set(product(("3-2", "2-3"), repeat=4))
    table.push(Deal(plan_of("2-3 3-2 2-3 2-3")))
    # East has two, South three, West and North two; then three, two, three, three.
    assert show_cards(table.state.hand.cards(Seat.E)) == "9c Tc Qd Kd Ad"
    assert show_cards(table.state.hand.cards(Seat.S)) == "Jc Qc Kc 9h Th"
    assert show_cards(table.state.hand.cards(Seat.W)) == "Ac 9d Jh Qh Kh"
    assert show_cards(table.state.hand.cards(Seat.N)) == "Td Jd Ah 9s Ts"
    table.push(TurnUp())
    assert table.state.hand.turn_up == Card("Js")


@pytest.mark.clause("CCC-5")
def test_the_dealer_keeps_to_the_plan_begun_with() -> None:
    table = ready_to_deal("ccc")
    assert plans(table) == {plan_of("3-2 3-2 3-2 3-2"), plan_of("2-3 2-3 2-3 2-3")}
    refuses(table, Deal(plan_of("3-2 2-3 3-2 3-2")), "the dealer keeps to one plan: the same packets for all four")
    refuses(
        table, Deal(plan_of("1-1-1-1-1 1-1-1-1-1 1-1-1-1-1 1-1-1-1-1")), "cards are dealt 3-2 or 2-3, not 1-1-1-1-1"
    )


@pytest.mark.clause("TE-4")
def test_three_and_two_or_two_and_three_or_one_at_a_time() -> None:
    table = ready_to_deal("trailer-estates")
    assert plans(table) == {(way, way, way, way) for way in ("3-2", "2-3", "1-1-1-1-1")}
    table.push(Deal(plan_of("1-1-1-1-1 1-1-1-1-1 1-1-1-1-1 1-1-1-1-1")))
    for who, first in ((Seat.E, 0), (Seat.S, 1), (Seat.W, 2), (Seat.N, 3)):
        assert set(table.state.hand.cards(who)) == set(TOP_DOWN[first:20:4])


@pytest.mark.clause("NAT-D2")
def test_national_deals_three_and_two_or_two_and_three() -> None:
    table = ready_to_deal("national")
    assert {packets for plan in plans(table) for packets in plan} == {"3-2", "2-3"}
    table.push(Deal(plan_of("3-2 2-3 3-2 2-3")))
    assert [mask.bit_count() for mask in table.state.hand.held] == [5, 5, 5, 5]


@pytest.mark.clause("STJ-3")
def test_two_rounds_from_the_top_that_give_five() -> None:
    table = opened("st-joe", "N")
    table.push(Shuffle(TOP_DOWN[-4:] + TOP_DOWN[:-4]))
    table.push(Cut(Seat.W, 4))
    assert plans(table) == set(product(("4-1", "3-2", "2-3", "1-4"), repeat=4))
    refuses(table, Deal(plan_of("1-1-1-1-1 1-1-1-1-1 1-1-1-1-1 1-1-1-1-1")), "not 1-1-1-1-1")
    table.push(Deal(plan_of("2-3 3-2 2-3 3-2")))
    assert show_cards(table.state.hand.cards(Seat.E)) == "9c Tc Kd Ad 9h"
    assert show_cards(table.state.hand.cards(Seat.S)) == "Jc Qc Kc Th Jh"
    assert show_cards(table.state.hand.cards(Seat.W)) == "Ac 9d Qh Kh Ah"
    assert show_cards(table.state.hand.cards(Seat.N)) == "Td Jd Qd 9s Ts"


@pytest.mark.clause("STJ-4")
def test_four_cards_remain_as_the_kitty_and_its_top_card_is_turned() -> None:
    table = ready_to_deal("st-joe")
    table.push(Deal(plan_of("2-3 3-2 2-3 3-2")))
    table.push(TurnUp())
    hand = table.state.hand
    in_hands = {card for who in Seat for card in hand.cards(who)}
    kitty = [card for card in hand.deck if card not in in_hands]
    assert len(kitty) == 4
    assert hand.turn_up == kitty[0]


def test_a_deal_in_different_numbers_of_rounds_is_refused() -> None:
    table = opened(house('deal = {packets = ["3-2", "1-1-1-1-1"], plan = "each player", cut = "optional"}'), "N")
    table.push(Shuffle(TOP_DOWN))
    refuses(table, Deal(plan_of("3-2 3-2 3-2 1-1-1-1-1")), "all four get their cards in the same number of rounds")
    assert len(plans(table)) == 2


@pytest.mark.clause("ALB-4b", "CCC-5", "TE-7")
@rows("book", ALL_BOOKS)
def test_the_deal_passes_to_the_left_after_a_hand(book: str) -> None:
    table = deal_out(opened(book, "N"), "9s", E="Jh Jd Ah Kh Qh")
    say(table, "E: pass, S: pass, W: pass, N: pass, E: name hearts")
    play_on(table)
    assert table.state.dealer is Seat.E
    assert table.state.phase is Phase.SHUFFLE


# The turn-up and the bell.


@pytest.mark.clause("NAT-D3")
def test_the_trump_card_is_the_next_card_after_the_hands() -> None:
    table = ready_to_deal("national")
    table.push(Deal(plan_of("3-2 3-2 3-2 3-2")))
    assert table.state.hand.turn_up is None
    table.push(StartBell())
    table.push(TurnUp())
    assert table.state.hand.turn_up == TOP_DOWN[20]


@pytest.mark.clause("NAT-D1")
def test_cards_may_be_dealt_before_the_start_bell_but_not_turned() -> None:
    table = ready_to_deal("national")
    table.push(Deal(plan_of("3-2 3-2 3-2 3-2")))
    before = table.state
    assert TurnUp() not in table.legal
    assert StartBell() in table.legal
    refuses(table, TurnUp(), "no card is turned up before the start bell")
    assert table.state is before
    table.push(StartBell())
    assert TurnUp() in table.legal
    table.push(TurnUp())
    assert table.state.phase is Phase.FIRST_ROUND


@pytest.mark.clause("NAT-D1")
def test_once_the_bell_has_rung_every_later_deal_may_be_turned_up() -> None:
    table = opened("national", "N")
    table.push(StartBell())
    deal_out(table, "9h")
    for who in "ESWNESWN":
        say(table, f"{who}: pass")
    assert StartBell() not in table.legal
    deal_out(table, "9h")
    assert table.state.phase is Phase.FIRST_ROUND


def test_bells_ring_once_and_only_where_they_are_used() -> None:
    refuses(opened("alberta", "N"), StartBell(), "no start bell is used in this game")
    refuses(opened("alberta", "N"), EndBell(), "this game is not played to a bell")
    table = opened("national", "N")
    refuses(table, EndBell(), "the start bell has not rung yet")
    table.push(StartBell())
    refuses(table, StartBell(), "the start bell has rung already")
