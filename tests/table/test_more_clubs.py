"""Cornish and North American club euchre, clause by clause."""

from __future__ import annotations

import pytest

from bowerbird.cards import Card, Suit
from bowerbird.rulebook import Rulebook, load_rulebook
from bowerbird.seats import Seat, Side
from bowerbird.table import AskNewDeal, Cut, Deal, DefendAlone, Exchange, Order, Pass, Phase, Shuffle, StandFor
from deals import dealt, opened, play_hand, say
from kit.rows import rows

ALL_PASS = "E: pass, S: pass, W: pass, N: pass"
CORNWALL, NORTH_AMERICAN = load_rulebook("cornwall"), load_rulebook("north-american")


@pytest.mark.clause("COR-1")
def test_the_benny_beats_the_right_bower() -> None:
    assert len(CORNWALL.cards()) == 25
    table = dealt(CORNWALL, "N", "9s", E="Jh 9c Tc 9d Td", S="Ah As Ks Qs Ts", W="B Jd Ac Kc Qc")
    say(table, f"{ALL_PASS}, E: name hearts, E: Jh, S: Ah, W: B")
    table.push(next(fact for fact in table.legal))
    assert table.state.hand.tricks[0].winner is Seat.W


@pytest.mark.clause("COR-2", "NAC-1")
@rows("book", [CORNWALL, NORTH_AMERICAN])
def test_the_first_jack_finds_the_dealer(book: Rulebook) -> None:
    assert (book.draw.partners, book.draw.dealer) == ("arranged", "first jack")
    assert book.pack.lowest == 9


@pytest.mark.clause("COR-3")
def test_in_cornwall_the_pack_is_cut_and_dealt_three_and_two() -> None:
    table = opened(CORNWALL, "N")
    table.push(Shuffle(CORNWALL.cards().cards))
    assert all(isinstance(fact, Cut) for fact in table.legal)
    table.push(Cut(Seat.W, 9))
    assert [fact for fact in table.legal if isinstance(fact, Deal)] == [Deal(("3-2", "3-2", "3-2", "3-2"))]


@pytest.mark.clause("COR-4")
def test_a_benny_turned_up_stands_for_a_suit_and_the_calls_follow() -> None:
    table = dealt(CORNWALL, "N", "B", E="Jh Ah 9c 9d Tc")
    assert table.legal == [StandFor(Seat.N, suit) for suit in Suit]
    say(table, "N: stand for hearts")
    assert table.state.phase is Phase.FIRST_ROUND
    say(table, "E: order")
    assert table.state.hand.trump is Suit.HEARTS
    assert Card("B") in table.state.hand.cards(Seat.N)


@pytest.mark.clause("COR-5")
def test_in_cornwall_cards_are_thrown_in_when_all_pass_twice() -> None:
    table = say(dealt(CORNWALL, "N", "9h"), f"{ALL_PASS}, {ALL_PASS}")
    assert table.state.results[-1].outcome == "thrown in"
    assert table.state.dealer is Seat.E


@pytest.mark.clause("COR-6")
def test_in_cornwall_nobody_defends_alone() -> None:
    table = say(dealt(CORNWALL, "N", "9h", E="Jh Ah Kd Qd 9s"), "E: order alone, N: discard 9c")
    assert table.state.phase is Phase.PLAY
    assert table.view(Seat.E).sitting_out == (Seat.W,)


@pytest.mark.clause("COR-7", "NAC-7")
@rows("name", ["cornwall", "north-american"])
@rows(("tricks", "alone", "points"), [(3, False, 1), (5, False, 2), (5, True, 4), (2, False, -2)])
def test_the_points_of_a_hand(name: str, tricks: int, alone: bool, points: int) -> None:
    score = play_hand(opened(name, "N"), tricks, alone).state.score
    assert score[Side.EW] - score[Side.NS] == points


@pytest.mark.clause("COR-8", "NAC-8")
def test_the_points_of_a_game() -> None:
    assert (CORNWALL.game.points, NORTH_AMERICAN.game.points) == (21, 10)


@pytest.mark.clause("COR-9", "NAC-9")
def test_a_league_night_and_a_club_night() -> None:
    league, night = CORNWALL.event, NORTH_AMERICAN.event
    assert (league.entry.unit, league.movement, league.result) == ("pairs", "round robin", "wins")
    assert (night.entry.unit, night.movement, night.sit_out) == ("people", "new partners", "mean score")


@pytest.mark.clause("NAC-2")
def test_the_dealer_mixes_twos_and_threes() -> None:
    table = opened(NORTH_AMERICAN, "N")
    table.push(Shuffle(NORTH_AMERICAN.cards().cards))
    assert len([fact for fact in table.legal if isinstance(fact, Deal)]) == 16


@pytest.mark.clause("NAC-3")
def test_a_farmers_hand_is_exchanged_once() -> None:
    table = dealt(NORTH_AMERICAN, "N", "Ah", kitty="Jh Jd Ks", E="9c Tc 9d Td 9s")
    say(table, "E: exchange 9c Tc 9d")
    assert Card("Jh") in table.state.hand.cards(Seat.E)
    assert not any(isinstance(fact, Exchange) for fact in table.legal)


@pytest.mark.clause("NAC-4")
def test_an_ace_with_no_face_is_dealt_again() -> None:
    table = dealt(NORTH_AMERICAN, "N", "Qh", E="Ac Tc 9d Td 9s")
    table.push(AskNewDeal(Seat.E, "ace with no face"))
    assert (table.state.phase, table.state.dealer) == (Phase.SHUFFLE, Seat.N)


@pytest.mark.clause("NAC-5")
def test_the_dealer_is_stuck() -> None:
    table = say(dealt(NORTH_AMERICAN, "N", "9h"), f"{ALL_PASS}, E: pass, S: pass, W: pass")
    assert not any(isinstance(fact, Pass | Order) for fact in table.legal)


@pytest.mark.clause("NAC-6")
def test_a_lone_defender_who_euchres_a_lone_hand_scores_four() -> None:
    hands = {"E": "Jh Jd 9c 9d Tc", "S": "Ac Kc Ad Kd As", "W": "9h Th Jc Td Ts", "N": "Qc Qd Ks Qs Js"}
    table = say(dealt(NORTH_AMERICAN, "N", "9s", **hands), f"{ALL_PASS}, E: name hearts alone")
    assert table.legal == [Pass(Seat.S), DefendAlone(Seat.S)]
    say(table, "S: defend alone, E: Jh As, E: Jd Kd, E: 9c Ac, S: Kc Tc, S: Ad 9d")
    assert table.state.score == (4, 0)
