"""Making trump: both rounds, what must be held to call, the stuck dealer, the throw-in, and the dealer's discard."""

from __future__ import annotations

import pytest

from bowerbird.cards import Card, Suit, parse_cards
from bowerbird.seats import Seat, Side
from bowerbird.table import Discard, Name, Order, Pass, Phase, Table
from bowerbird.table import say as words_of
from deals import ALL_BOOKS, dealt, house, refuses, say
from kit.rows import rows


def calls(table: Table) -> list[str]:
    """What may be called now, in the club's words."""
    return [words_of(table.book, table.state, fact) for fact in table.legal if isinstance(fact, Pass | Order | Name)]


def orders(table: Table) -> list[bool]:
    """The ways to accept the turn-up that are open now, as `alone` or not."""
    return [fact.alone for fact in table.legal if isinstance(fact, Order)]


def suits(table: Table) -> set[Suit | None]:
    """What may be named now."""
    return {fact.trump for fact in table.legal if isinstance(fact, Name)}


# The first round.


@pytest.mark.clause("ALB-5a", "CCC-7a", "TE-5a", "NAT-P1", "STJ-5")
@rows("book", ALL_BOOKS)
def test_the_first_round_goes_round_from_the_dealers_left(book: str) -> None:
    table = dealt(book, "S", "9h", N="Jh Ah Kd Qd 9s")
    for letter in "WNES":
        who = Seat[letter]
        assert table.state.turn is who
        assert table.state.phase is Phase.FIRST_ROUND
        assert all(getattr(fact, "seat", who) is who for fact in table.legal)
        for other in Seat:
            if other is not who:
                refuses(table, Pass(other), f"it is {who.word}'s turn to call, not {other.word}'s")
        table.push(Pass(who))
    assert table.state.phase is Phase.SECOND_ROUND


@pytest.mark.clause("ALB-5a", "CCC-7a", "TE-5a", "STJ-5")
@rows("book", ALL_BOOKS)
def test_an_opponent_orders_it_up_and_the_dealer_has_to_take_it(book: str) -> None:
    table = dealt(book, "N", "9h", E="Jh Ah Kd Qd 9s", N="9c Tc Jc Qc Kc")
    say(table, "E: order")
    assert table.state.phase is Phase.DISCARD
    assert table.state.turn is Seat.N
    assert table.state.hand.trump is Suit.HEARTS
    assert table.state.hand.maker is Seat.E
    assert not table.state.hand.alone
    assert Card("9h") in table.state.hand.cards(Seat.N)
    assert table.state.hand.turn_up_is == "taken"
    assert all(isinstance(fact, Discard) and fact.seat is Seat.N for fact in table.legal if hasattr(fact, "seat"))


@pytest.mark.clause("CCC-7a", "TE-5a")
@rows("book", ["ccc", "trailer-estates"])
def test_the_words_of_the_first_round_depend_on_the_chair(book: str) -> None:
    table = dealt(book, "N", "9h", E="Ah Tc Jc Qc Kc", S="Kh 9s", W="Qh Ts", N="Th Qs")
    assert calls(table) == ["Pass", "I order it up", "I order it up, alone"]
    say(table, "E: pass")
    assert calls(table) == ["Pass", "I assist", "I assist, alone"]
    say(table, "S: pass")
    assert calls(table) == ["Pass", "I order it up", "I order it up, alone"]
    say(table, "W: pass")
    assert calls(table) == ["Turn it down", "I take it up", "I take it up, alone"]


@pytest.mark.clause("ALB-5a")
def test_albertas_words_of_the_first_round() -> None:
    table = dealt("alberta", "N", "9h", E="Ah Tc Jc Qc Kc", S="Kh 9s", W="Qh Ts", N="Th Qs")
    assert calls(table) == ["Pass", "Pick it up", "Pick it up, alone"]
    say(table, "E: pass")
    assert calls(table) == ["Pass", "Order up, alone"]
    say(table, "S: pass, W: pass")
    assert calls(table) == ["Turn it down", "I take it", "I take it, alone"]


@rows("book", ALL_BOOKS)
def test_in_the_first_round_no_other_suit_can_be_named(book: str) -> None:
    table = dealt(book, "N", "9h", E="Jh Ah Kd Qd 9s")
    refuses(table, "E: name diamonds", "the first round is about hearts only: order it up or pass")


# The dealer's partner.


@pytest.mark.clause("ALB-5b")
@rows("said", ["order", "order alone"])
def test_albertas_dealers_partner_who_accepts_plays_alone_whether_said_or_not(said: str) -> None:
    table = dealt("alberta", "N", "9h", S="Jh Ah Kd Qd 9s", N="9c Tc Jc Qc Kc")
    say(table, f"E: pass, S: {said}")
    assert table.state.hand.alone
    assert table.state.hand.maker is Seat.S
    assert table.state.hand.calls[-1] == Order(Seat.S, alone=True)
    # The dealer still takes the card and discards; the hand, turn-up and all, is then laid away.
    assert table.state.turn is Seat.N
    table = say(table, "N: discard 9c")
    assert table.state.hand.is_out(Seat.N)
    assert Card("9h") in table.state.hand.cards(Seat.N)
    assert table.state.phase is Phase.PLAY
    assert table.state.turn is Seat.E
    refuses(table, "N: 9h", "North is sitting out this hand")


@pytest.mark.clause("ALB-5b")
def test_only_the_alone_form_is_offered_to_albertas_dealers_partner() -> None:
    table = dealt("alberta", "N", "9h", E="Ah", S="Kh", W="Qh", N="Th")
    assert orders(table) == [False, True]
    say(table, "E: pass")
    assert orders(table) == [True]
    say(table, "S: pass")
    assert orders(table) == [False, True]
    say(table, "W: pass")
    assert orders(table) == [False, True]


@pytest.mark.clause("ALB-5b")
def test_in_the_second_round_albertas_dealers_partner_may_play_with_the_dealer() -> None:
    table = dealt("alberta", "N", "9h", S="As Ks Kd Qd 9s")
    say(table, "E: pass, S: pass, W: pass, N: pass, E: pass, S: name spades")
    assert not table.state.hand.alone
    assert table.state.phase is Phase.PLAY


@rows("book", [book for book in ALL_BOOKS if book != "alberta"])
def test_elsewhere_the_dealers_partner_may_assist_and_play_along(book: str) -> None:
    table = dealt(book, "N", "9h", S="Jh Ah Kd Qd 9s")
    say(table, "E: pass, S: order")
    assert not table.state.hand.alone


# Taking up, discarding, turning down.


@pytest.mark.clause("ALB-5c", "STJ-5")
@rows("book", ["alberta", "st-joe", "bicycle"])
def test_the_dealer_keeps_the_turn_up_and_discards_another_card(book: str) -> None:
    table = dealt(book, "N", "9h", N="Ah Kh 9c 9s 9d")
    say(table, "E: pass, S: pass, W: pass, N: order")
    refuses(table, "N: discard 9h", "the dealer keeps the turn-up 9h and discards another card")
    assert {fact.card for fact in table.legal if isinstance(fact, Discard)} == set(parse_cards("Ah Kh 9c 9s 9d"))
    say(table, "N: discard 9c")
    assert set(table.state.hand.cards(Seat.N)) == set(parse_cards("9h Ah Kh 9s 9d"))
    assert table.state.hand.discards == ((Seat.N, Card("9c")),)
    assert table.state.phase is Phase.PLAY


@pytest.mark.clause("CCC-6", "CCC-6b", "TE-4b")
@rows("book", ["national", "ccc", "trailer-estates"])
def test_where_the_book_lets_it_the_turn_up_itself_may_be_discarded(book: str) -> None:
    table = dealt(book, "N", "9h", N="Ah Kh Qh Th 9d")
    say(table, "E: pass, S: pass, W: pass, N: order, N: discard 9h")
    assert set(table.state.hand.cards(Seat.N)) == set(parse_cards("Ah Kh Qh Th 9d"))


@pytest.mark.clause("NAT-P7")
def test_a_dealer_with_five_of_the_turn_ups_suit_must_keep_the_card_picked_up() -> None:
    table = dealt("national", "N", "9h", N="Ah Kh Qh Th Jh")
    say(table, "E: pass, S: pass, W: pass, N: order")
    refuses(table, "N: discard 9h", "with five hearts in hand the dealer must keep the turn-up 9h")
    say(table, "N: discard Th")
    assert Card("9h") in table.state.hand.cards(Seat.N)


@pytest.mark.clause("NAT-P7")
def test_the_left_bower_is_printed_in_another_suit_and_frees_the_dealer() -> None:
    table = dealt("national", "N", "9h", N="Ah Kh Qh Th Jd")
    say(table, "E: pass, S: pass, W: pass, N: order, N: discard 9h")
    assert Card("9h") not in table.state.hand.cards(Seat.N)


@pytest.mark.clause("NAT-P7")
def test_the_flush_binds_the_dealer_also_when_another_orders_it_up() -> None:
    table = dealt("national", "N", "9h", N="Ah Kh Qh Th Jh", E="Jd 9c Tc Qc Kc")
    say(table, "E: order")
    assert Discard(Seat.N, Card("9h")) not in table.legal
    assert Discard(Seat.N, Card("Ah")) in table.legal


@pytest.mark.clause("ALB-5c", "TE-5c", "STJ-5")
@rows("book", ALL_BOOKS)
def test_the_suit_that_was_turned_down_cannot_be_named(book: str) -> None:
    table = dealt(book, "N", "9h", E="Jh Jd Ac Ks Kh")
    say(table, "E: pass, S: pass, W: pass, N: pass")
    assert table.state.hand.turn_up_is == "turned down"
    assert suits(table) == {Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES}
    why = "hearts were turned down and cannot be named; name clubs or diamonds or spades"
    refuses(table, "E: name hearts", why)
    refuses(table, "E: order", "hearts were turned down; name clubs or diamonds or spades")


# The second round.


@pytest.mark.clause("ALB-5d", "CCC-7d", "NAT-X")
@rows("book", ["alberta", "ccc", "national", "bicycle"])
def test_eight_passes_and_the_next_dealer_deals_with_nothing_scored(book: str) -> None:
    table = dealt(book, "N", "9h")
    for letter in "ESWN":
        say(table, f"{letter}: pass")
    assert table.state.phase is Phase.SECOND_ROUND
    for letter in "ESWN":
        assert table.state.turn is Seat[letter]
        assert Pass(Seat[letter]) in table.legal
        table = say(table, f"{letter}: pass")
    assert table.state.phase is Phase.SHUFFLE
    assert table.state.dealer is Seat.E
    assert table.state.score == (0, 0)
    assert table.state.results[-1].outcome == "thrown in"
    assert table.state.hands_played == 0


def test_house_rules_can_let_the_same_dealer_deal_again() -> None:
    table = dealt(house('auction.all_pass = "same dealer"'), "N", "9h")
    for letter in "ESWNESWN":
        say(table, f"{letter}: pass")
    assert table.state.dealer is Seat.N


@pytest.mark.clause("TE-5d", "STJ-5")
@rows("book", ["trailer-estates", "st-joe"])
def test_the_dealer_is_stuck_when_the_others_pass_twice(book: str) -> None:
    table = dealt(book, "N", "9h")
    for letter in "ESWNESW":
        say(table, f"{letter}: pass")
    assert table.state.turn is Seat.N
    assert Pass(Seat.N) not in table.legal
    refuses(table, "N: pass", "the dealer is stuck: North must name clubs or diamonds or spades")
    assert suits(table) == {Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES}
    say(table, "N: name spades")
    assert table.state.hand.maker is Seat.N
    assert table.state.phase is Phase.PLAY


@pytest.mark.clause("TE-5d", "STJ-5")
@rows("book", ["trailer-estates", "st-joe"])
def test_the_stuck_dealer_may_still_turn_the_card_down(book: str) -> None:
    table = say(dealt(book, "N", "9h", N="Ah"), "E: pass, S: pass, W: pass")
    assert Pass(Seat.N) in table.legal


@pytest.mark.clause("TE-5c")
def test_next_and_crossing_are_said_with_the_suit() -> None:
    table = say(dealt("trailer-estates", "N", "9h"), "E: pass, S: pass, W: pass, N: pass")
    assert calls(table)[1::2] == ["Clubs (crossing)", "Diamonds (next)", "Spades (crossing)"]
    assert calls(table)[2] == "Clubs (crossing), alone"


# What must be held to call.


@pytest.mark.clause("ALB-5e", "TE-5b")
@rows("book", ["alberta", "trailer-estates"])
def test_the_left_bower_alone_does_not_let_a_player_accept_the_turn_up(book: str) -> None:
    table = dealt(book, "N", "9h", E="Jd As Ks 9c Tc", S="Ah")
    assert orders(table) == []
    refuses(table, "E: order", "East needs a card printed in hearts in hand to make hearts trump")
    refuses(table, "E: order alone", "East needs a card printed in hearts")
    say(table, "E: pass, S: order")
    assert table.state.hand.maker is Seat.S


@pytest.mark.clause("ALB-5e", "TE-5b")
@rows("book", ["alberta", "trailer-estates"])
def test_the_turn_up_itself_is_no_natural_of_the_dealers(book: str) -> None:
    # The right bower lies face up; the dealer holds the left one and three aces.
    table = say(dealt(book, "N", "Jh", N="Jd Ad Ac As 9d"), "E: pass, S: pass, W: pass")
    assert orders(table) == []
    refuses(table, "N: order", "North needs a card printed in hearts in hand")


@pytest.mark.clause("ALB-5e", "TE-5b")
@rows("book", ["alberta", "trailer-estates"])
@rows("natural", ["Jh", "Th"])
def test_any_card_printed_in_the_suit_will_do_its_jack_too(book: str, natural: str) -> None:
    table = dealt(book, "N", "9h", E=f"{natural} As Ks 9c Tc")
    assert orders(table) == [False, True]


@pytest.mark.clause("ALB-5e", "TE-5c")
@rows("book", ["alberta", "trailer-estates"])
def test_the_second_round_asks_for_no_natural(book: str) -> None:
    table = say(dealt(book, "N", "9h", E="9c Tc Qc Kc Ac"), "E: pass, S: pass, W: pass, N: pass")
    assert suits(table) == {Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES}
    say(table, "E: name spades")
    assert table.state.hand.trump is Suit.SPADES


@pytest.mark.clause("CCC-7b")
def test_ccc_lets_the_future_left_bower_stand_for_a_trump_in_the_first_round() -> None:
    table = dealt("ccc", "N", "9h", E="Jd As Ks 9c Tc", S="Qs Ts Qc Kc 9s", W="Ah")
    assert orders(table) == [False, True]
    say(table, "E: pass")
    assert orders(table) == []
    why = "South needs a trump: one of the hearts, or the left bower in hand to make hearts trump"
    refuses(table, "S: order", why)


@pytest.mark.clause("CCC-7b")
def test_ccc_asks_the_dealer_for_a_trump_besides_the_turn_up() -> None:
    table = say(dealt("ccc", "N", "Jh", N="Ad Ac As 9d 9c"), "E: pass, S: pass, W: pass")
    assert orders(table) == []
    refuses(table, "N: order", "North needs a trump")
    table = say(dealt("ccc", "N", "9h", N="Jd Ac As 9d 9c"), "E: pass, S: pass, W: pass")
    assert orders(table) == [False, True]


@pytest.mark.clause("CCC-7b")
def test_ccc_asks_for_a_trump_or_left_bower_in_the_second_round_too() -> None:
    table = dealt("ccc", "N", "9h", E="Js Qs Ts 9s As", S="Jh Ah Kh Qh Th")
    say(table, "E: pass, S: pass, W: pass, N: pass")
    # The jack of spades would be the left bower of clubs; nothing of East's is a diamond.
    assert suits(table) == {Suit.CLUBS, Suit.SPADES}
    refuses(table, "E: name diamonds", "East needs a trump: one of the diamonds, or the left bower in hand")
    say(table, "E: pass")
    assert suits(table) == {Suit.DIAMONDS}


@pytest.mark.clause("NAT-P8b")
def test_nationals_dealer_may_pick_it_up_without_a_trump() -> None:
    table = dealt("national", "N", "9h", N="Ac As Ad 9c 9s", E="Qs Ts Qc Kc Tc", S="Jd Js Jc Kd Ks")
    assert orders(table) == []
    refuses(table, "E: order", "East needs a trump")
    say(table, "E: pass")
    assert orders(table) == [False, True]
    say(table, "S: pass, W: pass")
    assert orders(table) == [False, True]
    say(table, "N: order")
    assert table.state.hand.maker is Seat.N


@pytest.mark.clause("NAT-P8a")
def test_national_on_line_refuses_a_suit_without_a_trump_to_the_dealer_too() -> None:
    table = dealt("national", "N", "9h", N="Ac Kc Qc Tc 9c", E="As Ks Qs Ts 9s")
    say(table, "E: pass, S: pass, W: pass, N: pass")
    assert suits(table) == {Suit.SPADES}
    say(table, "E: pass, S: pass, W: pass")
    assert suits(table) == {Suit.CLUBS}


@rows("book", ["st-joe", "bicycle"])
def test_where_nothing_is_asked_anyone_may_call_anything(book: str) -> None:
    table = dealt(book, "N", "9h", E="Ac Kc Qc Tc 9c")
    assert orders(table) == [False, True]
    say(table, "E: pass, S: pass, W: pass, N: pass")
    assert suits(table) == {Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES}


# After the call.


@pytest.mark.clause("NAT-X")
def test_nationals_second_round_is_by_the_usual_rule() -> None:
    table = dealt("national", "N", "9h", S="As Ks Kd Qd 9s")
    say(table, "E: pass, S: pass, W: pass, N: pass, E: pass, S: name spades")
    assert table.state.hand.trump is Suit.SPADES
    assert table.state.hand.maker is Seat.S
    assert table.state.phase is Phase.PLAY
    assert table.state.turn is Seat.E


@rows("book", ALL_BOOKS)
def test_once_trump_is_made_nobody_calls_again(book: str) -> None:
    table = say(dealt(book, "N", "9h", E="Jh Ah Kd Qd 9s"), "E: order")
    for late in ("S: pass", "W: order", "N: name clubs"):
        refuses(table, late, "trump is made: the calls are over")
    assert table.state.hand.maker is not None
    assert table.state.hand.maker.side is Side.EW
