"""Playing alone, and who makes the opening lead."""

from __future__ import annotations

import pytest

from bowerbird.cards import Suit
from bowerbird.seats import Seat
from bowerbird.table import Name, Order, Phase, Table
from bowerbird.table import say as words_of
from deals import ALL_BOOKS, dealt, house, no_lone_defence, play_on, refuses, say
from kit.rows import rows

ALL_PASS = "E: pass, S: pass, W: pass, N: pass"
#: Everyone holds a spade, so that everyone may name spades in every book.
SPADES_ROUND = {"E": "As", "S": "Ks", "W": "Qs", "N": "Js"}


def named_alone(book: str, letter: str) -> Table:
    """Spades are named alone in the second round by this seat, and nobody defends alone; North is the dealer."""
    table = say(dealt(book, "N", "9h", **SPADES_ROUND), ALL_PASS)
    for other in "ESWN":
        if other == letter:
            say(table, f"{letter}: name spades alone")
            for fact in no_lone_defence(table):
                table.push(fact)
            return table
        say(table, f"{other}: pass")
    raise AssertionError(letter)


@pytest.mark.clause("ALB-6", "CCC-8", "TE-6", "STJ-9", "NAT-S")
@rows("book", ALL_BOOKS)
def test_alone_is_said_with_the_call_and_the_partner_lays_the_cards_away(book: str) -> None:
    table = dealt(book, "N", "9h", E="Jh Ah Kd Qd 9s", N="9c Tc Jc Qc Kc")
    assert Order(Seat.E, alone=True) in table.legal
    say(table, "E: order alone, N: discard 9c")
    assert table.state.hand.alone
    assert list(table.state.hand.playing()) == [Seat.N, Seat.E, Seat.S]
    assert table.view(Seat.S).sitting_out == (Seat.W,)
    say(table, "E: Jh")
    card = table.state.hand.cards(Seat.W)[0]
    refuses(table, f"W: {card}", "West is sitting out this hand")
    play_on(table)
    hand = table.state.last_hand
    assert hand is not None
    assert all(len(trick.plays) == 3 and trick.card_of(Seat.W) is None for trick in hand.tricks)
    assert len(hand.cards(Seat.W)) == 5


@pytest.mark.clause("ALB-6", "CCC-8", "TE-6", "STJ-9")
@rows("book", ALL_BOOKS)
def test_alone_cannot_be_said_after_the_call(book: str) -> None:
    table = dealt(book, "N", "9h", E="Jh Ah Kd Qd 9s", N="9c Tc Jc Qc Kc")
    say(table, "E: order")
    for late in ("E: order alone", "E: name hearts alone"):
        refuses(table, late, '"alone" is said with the call; it is too late now')
    say(table, "N: discard 9c")
    refuses(table, "E: order alone", "it is too late now")
    assert not table.state.hand.alone


@rows("book", ALL_BOOKS)
def test_only_the_maker_can_be_told_that_it_is_too_late(book: str) -> None:
    table = say(dealt(book, "N", "9h", E="Jh Ah Kd Qd 9s"), "E: order")
    refuses(table, "W: order alone", "trump is made: the calls are over")


@pytest.mark.clause("STJ-9")
def test_at_st_joe_the_words_are_going_alone() -> None:
    table = dealt("st-joe", "N", "9h", E="Jh Ah Kd Qd 9s")
    assert words_of(table.book, table.state, Order(Seat.E, alone=True)) == "I order it up, going alone"
    say(table, ALL_PASS)
    assert words_of(table.book, table.state, Name(Seat.E, Suit.CLUBS, alone=True)) == "Clubs (crossing), going alone"


# The opening lead.


@pytest.mark.clause("ALB-7a", "CCC-9", "TE-6", "NAT-X", "STJ-6")
@rows("book", ALL_BOOKS)
@rows("maker", ["E", "S", "W", "N"])
def test_the_player_on_the_dealers_left_leads_whoever_made_trump(book: str, maker: str) -> None:
    table = say(dealt(book, "N", "9h", **SPADES_ROUND), ALL_PASS)
    for other in "ESWN":
        if other == maker:
            break
        say(table, f"{other}: pass")
    say(table, f"{maker}: name spades")
    assert table.state.phase is Phase.PLAY
    assert table.state.turn is Seat.E


@pytest.mark.clause("ALB-7a", "CCC-9", "TE-6", "NAT-X", "STJ-6")
@rows("book", ALL_BOOKS)
def test_when_that_hand_was_laid_down_the_player_across_from_the_dealer_leads(book: str) -> None:
    table = named_alone(book, "W")
    assert table.state.hand.is_out(Seat.E)
    assert table.state.turn is Seat.S


@pytest.mark.clause("ALB-7a", "CCC-9", "TE-6", "NAT-X", "STJ-6")
@rows("book", ALL_BOOKS)
@rows("maker", ["E", "S", "N"])
def test_any_other_lone_hand_leaves_the_lead_on_the_dealers_left(book: str, maker: str) -> None:
    assert named_alone(book, maker).state.turn is Seat.E


@rows(("maker", "leads"), [("E", "S"), ("S", "W"), ("W", "N"), ("N", "E")])
def test_house_rules_can_give_the_lead_to_the_left_of_the_lone_hand(maker: str, leads: str) -> None:
    book = house('lead.opening = "left of lone hand"')
    table = say(dealt(book, "N", "9h"), ALL_PASS)
    for other in "ESWN":
        if other == maker:
            break
        say(table, f"{other}: pass")
    say(table, f"{maker}: name spades alone")
    assert table.state.turn is Seat[leads]


def test_with_that_house_rule_a_hand_with_partner_is_led_from_the_dealers_left() -> None:
    table = dealt(house('lead.opening = "left of lone hand"'), "N", "9h")
    say(table, f"{ALL_PASS}, E: pass, S: name spades")
    assert table.state.turn is Seat.E
