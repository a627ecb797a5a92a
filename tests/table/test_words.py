"""What people see and say: calls in the club's own words, next and crossing, where cards lie, the score markers."""

from __future__ import annotations

import pytest

from bowerbird.cards import Card, Suit
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from bowerbird.table import DefendAlone, Name, Order, Pass, markers
from bowerbird.table import say as words_of
from bowerbird.table.words import MarkerCard, relation
from deals import ALL_BOOKS, dealt, house, say
from kit.rows import rows

ALL_PASS = "E: pass, S: pass, W: pass, N: pass"


# Words.


@pytest.mark.clause("NAT-P1")
def test_a_national_pass_is_said_away() -> None:
    table = dealt("national", "N", "9h", E="Ah", S="Kh")
    assert words_of(table.book, table.state, Pass(Seat.E)) == "Away"
    say(table, "E: pass, S: pass, W: pass")
    assert words_of(table.book, table.state, Pass(Seat.N)) == "Away"
    say(table, "N: pass")
    assert words_of(table.book, table.state, Pass(Seat.E)) == "Away"


@rows("book", [book for book in ALL_BOOKS if book != "national"])
def test_elsewhere_a_pass_is_a_pass_and_the_dealer_turns_it_down(book: str) -> None:
    table = dealt(book, "N", "9h")
    assert words_of(table.book, table.state, Pass(Seat.E)) == "Pass"
    say(table, "E: pass, S: pass, W: pass")
    assert words_of(table.book, table.state, Pass(Seat.N)) == "Turn it down"
    say(table, "N: pass, E: pass, S: pass, W: pass")
    assert words_of(table.book, table.state, Pass(Seat.N)) == "Pass"


@pytest.mark.clause("CCC-7c", "TE-5c")
@rows("offered", list(Suit))
def test_the_other_suit_of_the_colour_is_next_and_the_others_are_crossing(offered: Suit) -> None:
    for named in Suit:
        if named is not offered:
            same_colour = named.is_red is offered.is_red
            assert relation(offered, named) == ("next" if same_colour else "crossing")


@pytest.mark.clause("CCC-7c")
def test_ccc_says_next_and_crossing_and_leaves_the_turned_down_card_face_up() -> None:
    table = say(dealt("ccc", "N", "9h", E="Qd Qc Qs Ad Ac"), ALL_PASS)
    said = {
        fact.trump: words_of(table.book, table.state, fact)
        for fact in table.legal
        if isinstance(fact, Name) and not fact.alone
    }
    assert said == {Suit.CLUBS: "Clubs (crossing)", Suit.DIAMONDS: "Diamonds (next)", Suit.SPADES: "Spades (crossing)"}
    assert table.book.words.turned_down_lies == "face up"
    for who in (*Seat, None):
        assert table.view(who).turn_up == Card("9h")
        assert table.view(who).turn_up_is == "turned down"


@pytest.mark.clause("TE-5a", "ALB-5c")
@rows("book", ["trailer-estates", "alberta"])
def test_a_refused_turn_up_is_turned_face_down(book: str) -> None:
    table = say(dealt(book, "N", "9h"), ALL_PASS)
    assert table.book.words.turned_down_lies == "face down"
    assert table.state.hand.turn_up_is == "turned down"


@pytest.mark.clause("CCC-6")
def test_an_accepted_turn_up_stays_on_the_pack_until_the_dealer_plays_it() -> None:
    table = dealt("ccc", "N", "9h", N="Ah Kc 9c 9s 9d", E="Qh Ac Kd Kh Qs", S="Th Tc Td Ts Qd", W="Jd Qc As Ks Js")
    say(table, "E: order, N: discard 9d")
    assert table.book.words.turn_up_stays
    assert table.book.words.discard_goes == "under the pack"
    hand = table.state.hand
    assert hand.turn_up_is == "taken"
    assert [who for who in Seat if hand.may_know_turn_up_in(who)] == [Seat.N]
    # The discard lies face down: only the dealer knows it.
    assert table.view(Seat.N).discards == (Card("9d"),)
    assert all(table.view(who).discards == () for who in (Seat.E, Seat.S, Seat.W, None))
    say(table, "E: Qh Th Jd 9h")
    assert not any(table.state.hand.may_know_turn_up_in(who) for who in Seat)


@pytest.mark.clause("NAT-P6")
def test_the_winner_turns_the_trick_down_before_leading_on() -> None:
    table = dealt("national", "N", "9h", N="Ah Kc 9c 9s 9d", E="Qh Ac Kd Kh Qs", S="Th Tc Td Ts Qd", W="Jd Qc As Ks Js")
    say(table, "E: order, N: discard 9d, E: Qh Th Jd")
    assert table.book.words.trick_turned_by_winner
    assert len(table.state.hand.trick.plays) == 3
    table = say(table, "N: Ah")
    assert table.state.hand.tricks[0].winner is Seat.W
    assert table.state.turn is Seat.W
    assert table.state.hand.trick.plays == ()
    # The last trick can still be shown, until the next one lies.
    assert table.view(Seat.S).last_trick == table.state.hand.tricks[0]


def test_no_trump_and_the_lone_defence_have_words_too() -> None:
    book = house("auction.no_trump = true\nalone.defend_alone = 'lone calls'")
    table = say(dealt(book, "N", "9h"), ALL_PASS)
    assert words_of(book, table.state, Name(Seat.E, None)) == "No trump"
    assert words_of(book, table.state, Name(Seat.E, None, alone=True)) == "No trump, alone"
    say(table, "E: name spades alone")
    assert words_of(book, table.state, DefendAlone(Seat.S)) == "Defend alone"
    assert words_of(book, table.state, Pass(Seat.S)) == "Play with partner"


def test_only_the_spoken_alone_is_added_to_the_words() -> None:
    table = dealt("alberta", "N", "9h", E="Ah", S="Kh")
    assert words_of(table.book, table.state, Order(Seat.E)) == "Pick it up"
    assert words_of(table.book, table.state, Order(Seat.E, alone=True)) == "Pick it up, alone"
    assert words_of(table.book, table.state, Order(Seat.S)) == "Order up, alone"
    assert words_of(table.book, table.state, Order(Seat.S, alone=True)) == "Order up, alone"
    assert words_of(table.book, table.state, Order(Seat.N)) == "I take it"


# Markers.


@pytest.mark.clause("ALB-11")
@rows("score", range(11))
def test_two_fives_show_every_score_to_ten(score: int) -> None:
    assert "two fives" in load_rulebook("alberta").game.markers
    marker = markers("two fives", score)
    lower, upper = marker.cards
    assert (marker.style, marker.score) == ("two fives", score)
    assert (lower.spots, upper.spots) == (5, 5)
    assert lower.face_up
    assert upper.face_up is (score >= 5)
    # A pip uncovered is a point, and the upper card, once turned over, stands for five.
    assert lower.pips_shown + upper.pips_shown == score
    assert upper.pips_shown == (5 if score >= 5 else 0)


@pytest.mark.clause("ALB-11")
def test_the_fives_in_words() -> None:
    assert markers("two fives", 0).words == "top five face down, 0 pips of the lower one showing"
    assert markers("two fives", 1).words == "top five face down, 1 pip of the lower one showing"
    assert markers("two fives", 5).words == "top five face up, 0 pips of the lower one showing"
    assert markers("two fives", 6).words == "top five face up, 1 pip of the lower one showing"
    assert markers("two fives", 10).words == "top five face up, 5 pips of the lower one showing"


@pytest.mark.clause("ALB-11")
@rows("score", range(11))
def test_a_peg_board_is_the_directors_other_choice(score: int) -> None:
    assert "peg board" in load_rulebook("alberta").game.markers
    marker = markers("peg board", score)
    assert (marker.style, marker.pegs, marker.words) == ("peg board", score, f"{score} pegged")
    assert marker.cards == ()


@pytest.mark.clause("CCC-14")
@rows(
    ("score", "lower", "upper", "crossed"),
    [
        (0, MarkerCard(2, False, 0), MarkerCard(3, False, 0), False),
        (1, MarkerCard(2, True, 1), MarkerCard(3, False, 0), False),
        (2, MarkerCard(3, False, 0), MarkerCard(2, True, 2), False),
        (3, MarkerCard(2, False, 0), MarkerCard(3, True, 3), False),
        (4, MarkerCard(2, True, 1), MarkerCard(3, True, 3), False),
        (5, MarkerCard(2, False, 0), MarkerCard(3, False, 0), True),
        (6, MarkerCard(2, True, 1), MarkerCard(3, False, 0), True),
        (7, MarkerCard(3, False, 0), MarkerCard(2, True, 2), True),
        (8, MarkerCard(2, False, 0), MarkerCard(3, True, 3), True),
        (9, MarkerCard(2, True, 1), MarkerCard(3, True, 3), True),
        (10, MarkerCard(2, True, 2), MarkerCard(3, True, 3), True),
    ],
)
def test_a_three_and_a_two_show_every_score_to_ten(
    score: int, lower: MarkerCard, upper: MarkerCard, crossed: bool
) -> None:
    assert load_rulebook("ccc").game.markers == ("three and two",)
    marker = markers("three and two", score)
    assert (marker.style, marker.cards, marker.crossed) == ("three and two", (lower, upper), crossed)
    assert sum(card.pips_shown for card in marker.cards) + 5 * crossed == score
    assert marker.words.startswith("crossed, ") is crossed


@pytest.mark.clause("CCC-14")
def test_the_three_and_the_two_in_words() -> None:
    said = [markers("three and two", score).words for score in range(6)]
    assert said == [
        "both face down",
        "the three face down on the two, one pip showing",
        "the two face up on the three",
        "the three face up on the two",
        "the three face up on the two, one pip of the two showing",
        "crossed, both face down",
    ]
    assert markers("three and two", 10).words == "crossed, both face up"


def test_scores_past_ten_are_numbers_and_none_falls_under_zero() -> None:
    for score in (0, 7, 11, 14):
        marker = markers("numbers", score)
        assert (marker.style, marker.words, marker.cards) == ("numbers", str(score), ())
    assert markers("two fives", 11).style == "numbers"
    assert markers("three and two", 11).style == "numbers"
    with pytest.raises(ValueError, match="a score never falls under zero"):
        markers("numbers", -1)
