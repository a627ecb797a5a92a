"""The play of the tricks: following suit, winning, leading on."""

from __future__ import annotations

import pytest

from bowerbird.cards import parse_cards, show_cards
from bowerbird.seats import Seat
from bowerbird.table import Play, Table
from deals import ALL_BOOKS, dealt, refuses, say
from kit.rows import rows

#: Hearts are named by East in the second round; every hand has something to follow with and something to trump with.
HANDS = {
    "E": "Ah 9d Kc Qs Ts",
    "S": "Jd Td Ac 9s Ks",
    "W": "Jh Qd Qc Tc As",
    "N": "Kh Ad Kd 9c Js",
}


def hearts_named(book: str) -> Table:
    return say(dealt(book, "N", "Jc", **HANDS), "E: pass, S: pass, W: pass, N: pass, E: name hearts")


def playable(table: Table) -> str:
    return show_cards(fact.card for fact in table.legal if isinstance(fact, Play))


@pytest.mark.clause("ALB-7b", "CCC-9", "TE-6", "STJ-6")
@rows("book", ALL_BOOKS)
def test_who_holds_the_suit_led_must_follow_it(book: str) -> None:
    table = say(hearts_named(book), "E: 9d")
    assert playable(table) == "Td"
    refuses(table, "S: Ac", "South must follow diamonds: Td")
    say(table, "S: Td, W: Qd")
    assert playable(table) == "Kd Ad"
    refuses(table, "N: Kh", "North must follow diamonds: Kd or Ad")


@rows("book", ALL_BOOKS)
def test_nobody_plays_two_cards_to_one_trick(book: str) -> None:
    table = say(hearts_named(book), "E: 9d")
    refuses(table, "E: Ah", "East has played to this trick already")
    say(table, "S: Td, W: Qd")
    for second in ("E: Ah", "S: Jd", "W: Jh"):
        refuses(table, second, "has played to this trick already")


@pytest.mark.clause("ALB-7b", "TE-2", "STJ-6")
@rows("book", ALL_BOOKS)
def test_the_left_bower_is_a_trump_and_no_card_of_its_printed_suit(book: str) -> None:
    table = say(hearts_named(book), "E: Ah")
    # South's jack of diamonds is the left bower: it must follow the heart, and it takes the ace.
    assert playable(table) == "Jd"
    refuses(table, "S: Td", "South must follow hearts: Jd")
    table = hearts_named(book)
    say(table, "E: 9d")
    refuses(table, "S: Jd", "South must follow diamonds: Td")


@pytest.mark.clause("ALB-7b", "CCC-9", "TE-6", "STJ-6")
@rows("book", ALL_BOOKS)
def test_who_cannot_follow_plays_anything(book: str) -> None:
    table = say(hearts_named(book), "E: 9d Td Qd Ad, N: 9c Kc Ac Tc, S: Jd")
    # West still has the right bower; North has the king of hearts; East the ace.
    assert playable(table) == "Jh"
    say(table, "W: Jh, N: Kh, E: Ah, W: As")
    assert table.state.turn is Seat.N
    assert playable(table) == "Js"
    table = say(hearts_named(book), "E: Kc Ac Tc 9c, S: Td Qd Kd 9d, N: Ad")
    assert playable(table) == show_cards(sorted(parse_cards("Ah Qs Ts")))


@pytest.mark.clause("ALB-7b", "CCC-9", "TE-6", "STJ-6")
@rows("book", ALL_BOOKS)
def test_the_highest_trump_wins_or_else_the_highest_of_the_suit_led_and_the_winner_leads(book: str) -> None:
    table = say(hearts_named(book), "E: Ah Jd Jh Kh")
    assert table.state.hand.tricks[0].winner is Seat.W
    assert table.state.turn is Seat.W
    table = say(table, "W: Qc 9c Kc Ac")
    assert table.state.hand.tricks[1].winner is Seat.S
    assert table.state.turn is Seat.S
    refuses(table, "W: Tc", "it is South's turn to lead, not West's")
    say(table, "S: Td Qd Kd 9d")
    assert table.state.hand.tricks[2].winner is Seat.N


@pytest.mark.clause("ALB-7b", "STJ-6")
def test_a_card_of_another_suit_wins_nothing_however_high() -> None:
    table = say(hearts_named("alberta"), "E: 9d Td Qd Ad, N: Kd Ah Ac As")
    assert table.state.hand.tricks[1].winner is Seat.E
    say(table, "E: Ts 9s Tc Js")
    # South followed, West threw a club, North's jack of spades is the best spade.
    assert table.state.hand.tricks[2].winner is Seat.N


def test_a_small_trump_beats_every_plain_ace() -> None:
    table = say(
        dealt("bicycle", "N", "9s", E="Ac Ad As Kc Kd", S="Tc Td 9h Qs Ks", W="9c 9d Ts Qd Th", N="Jc Qc Js Ah Kh"),
        "E: pass, S: pass, W: pass, N: pass, E: pass, S: name hearts, E: As Qs Ts Js",
    )
    assert table.state.turn is Seat.E
    say(table, "E: Ad Td 9d Ah, N: Jc Ac Tc 9c, E: Kc Ks")
    say(table, "W: Th")
    say(table, "N: Qc")
    assert table.state.hand.tricks[3].winner is Seat.W


def test_cards_are_played_in_turn_and_a_trick_is_kept_as_it_fell() -> None:
    table = say(hearts_named("bicycle"), "E: 9d")
    refuses(table, "W: Qd", "it is South's turn to play, not West's")
    assert table.state.hand.trick.led == parse_cards("9d")[0]
    say(table, "S: Td, W: Qd, N: Ad")
    trick = table.state.hand.tricks[0]
    assert show_cards(card for _, card in trick.plays) == "9d Td Qd Ad"
    assert trick.card_of(Seat.W) == parse_cards("Qd")[0]
    assert table.state.hand.trick.led == -1
    assert table.state.hand.trick.card_of(Seat.W) is None
