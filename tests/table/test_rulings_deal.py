"""What goes wrong in the deal and in the calls, at a live table: misdeals, the wrong dealer, void calls."""

from __future__ import annotations

import random

import pytest

from bowerbird.cards import Card, Suit
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat, Side
from bowerbird.table import IllegalActionError, Phase
from bowerbird.table import facts as f
from deals import deal, deck_of, house, random_deck, refuses, say, to_turn_up
from kit.rows import rows
from table.real_tables import HANDS, ask, claim, count, gather, in_play, last, real, real_deal, replays

DECK = random_deck(load_rulebook("ccc"), random.Random(11))
PLAIN = ("3-2", "3-2", "3-2", "3-2")
ALL_PASS = "E: pass, S: pass, W: pass, N: pass"


# The deal.


@pytest.mark.clause("ALB-12a")
@rows("what", ["card exposed in the deal", "card faced in the pack", "imperfect pack"])
def test_a_spoilt_deal_is_dealt_again_by_the_same_dealer_and_earlier_scores_stand(what: str) -> None:
    table = real("alberta", score=(3, 6))
    ask(table, f.Shuffle(DECK), f.Deal(PLAIN))
    claim(table, "E", what, "N")  # type: ignore[arg-type]
    assert (table.state.phase, table.state.dealer, table.state.score) == (Phase.SHUFFLE, Seat.N, (3, 6))
    stands = "; earlier scores stand" if what == "imperfect pack" else ""
    assert last(table).sentence == f"North deals again{stands}."
    assert table.state.hands_played == 0
    assert replays(table)


@pytest.mark.clause("ALB-12a")
@rows("what", ["imperfect pack", "card faced in the pack"])
def test_an_imperfect_pack_or_a_faced_card_can_be_found_in_the_middle_of_the_play(what: str) -> None:
    table = claim(in_play("alberta", "E: 9s Ts As Tc", score=(3, 6)), "S", what, "N")  # type: ignore[arg-type]
    assert (table.state.phase, table.state.dealer, table.state.score) == (Phase.SHUFFLE, Seat.N, (3, 6))


def test_a_card_exposed_in_the_deal_is_not_claimed_any_more_once_play_has_begun() -> None:
    table = in_play("alberta", "E: 9s")
    with pytest.raises(IllegalActionError, match="not now"):
        claim(table, "S", "card exposed in the deal", "N")


@pytest.mark.clause("ALB-12a")
def test_the_wrong_dealer_is_stopped_before_the_turn_up_and_the_right_one_deals() -> None:
    table = ask(real("alberta"), f.Shuffle(DECK), f.Deal(PLAIN, by=Seat.E))
    claim(table, "W", "wrong dealer", "E")
    assert (table.state.phase, table.state.dealer) == (Phase.SHUFFLE, Seat.N)
    assert last(table).sentence == "North deals."
    assert table.state.misdeals == 0


@pytest.mark.clause("ALB-12a")
def test_after_the_turn_up_the_wrong_deal_stands_and_the_deal_passes_on_from_there() -> None:
    table = ask(real("alberta"), f.Shuffle(deck_of("alberta", Seat.E, "9h", {"S": "Jh Ah Kd Qd 9s"})))
    ask(table, f.Deal(PLAIN, by=Seat.E), f.TurnUp())
    claim(table, "W", "wrong dealer", "E")
    assert (table.state.phase, table.state.dealer, table.state.turn) == (Phase.FIRST_ROUND, Seat.E, Seat.S)
    say(table, "S: order")
    ask(table, f.Discard(Seat.E, table.state.hand.cards(Seat.E)[0]))
    gather(table)
    assert table.state.dealer is Seat.S


def test_a_deal_can_be_wrong_in_two_ways_and_each_can_be_claimed() -> None:
    six = f.Deal(("3-3", "3-2", "3-2", "3-2"), by=Seat.E)
    for what, offender in (("wrong dealer", "E"), ("wrong number of cards", "S")):
        table = ask(real("alberta"), f.Shuffle(DECK), six)
        claim(table, "N", what, offender)  # type: ignore[arg-type]
        assert (table.state.phase, table.state.dealer) == (Phase.SHUFFLE, Seat.N)


@pytest.mark.clause("NAT-D4", "NAT-D5")
def test_a_second_misdeal_in_a_row_passes_the_deal_whatever_it_was() -> None:
    table = ask(real("national"), f.StartBell(), f.Shuffle(DECK), f.Deal(("3-3", "3-2", "3-2", "3-2")))
    claim(table, "S", "wrong number of cards", "E")
    assert (last(table).clause, table.state.dealer, table.state.misdeals) == ("NAT-D4", Seat.N, 1)
    ask(table, f.Shuffle(DECK), f.Deal(PLAIN))
    claim(table, "S", "card exposed in the deal", "N")
    assert (last(table).clause, table.state.dealer, table.state.misdeals) == ("NAT-D5", Seat.E, 0)
    ask(table, f.Shuffle(DECK), f.Deal(PLAIN))
    claim(table, "S", "card exposed in the deal", "E")
    assert (last(table).clause, table.state.dealer) == ("NAT-D4", Seat.E)
    assert replays(table)


@pytest.mark.clause("NAT-D5")
def test_misdeals_of_two_turns_to_deal_do_not_add_up() -> None:
    table = ask(real("national"), f.StartBell(), f.Shuffle(DECK), f.Deal(PLAIN))
    claim(table, "S", "card exposed in the deal", "N")
    say(deal(table, "9h", **HANDS), "E: order, N: discard 9c")
    gather(table)
    assert (table.state.dealer, table.state.misdeals) == (Seat.E, 0)


@pytest.mark.clause("NAT-D1", "NAT-D4")
def test_the_trump_card_turned_before_the_bell_is_a_misdeal_by_itself() -> None:
    table = ask(real("national"), f.Shuffle(DECK), f.Deal(PLAIN), f.TurnUp())
    assert (last(table).clause, table.state.phase, table.state.dealer) == ("NAT-D1", Phase.SHUFFLE, Seat.N)
    assert table.state.misdeals == 1
    ask(table, f.Shuffle(DECK), f.Deal(PLAIN), f.TurnUp())
    assert (last(table).clause, table.state.dealer) == ("NAT-D5", Seat.E)


@pytest.mark.clause("NAT-D6")
def test_a_misdeal_after_the_end_bell_does_not_end_play_until_a_hand_is_complete() -> None:
    table = real_deal("national")
    table.push(f.EndBell())
    claim(table, "S", "card exposed in the deal", "N")
    assert table.state.phase is Phase.SHUFFLE
    say(deal(table, "9h", **HANDS), "E: order, N: discard 9c")
    gather(table)
    assert table.state.result is not None
    assert table.state.result.ended_by == "bell"
    assert table.state.hands_played == 1


@pytest.mark.clause("STJ-4")
def test_a_kitty_that_is_not_four_is_dealt_again() -> None:
    table = real("st-joe")
    to_turn_up(table, DECK)
    table.pop()
    table.push(f.Deal(("3-3", "3-2", "3-2", "3-2")))
    claim(table, "S", "wrong number of cards", "E")
    assert (table.state.phase, table.state.dealer, last(table).clause) == (Phase.SHUFFLE, Seat.N, "STJ-4")


# Six cards, four cards.


@pytest.mark.clause("ALB-12d")
@rows(("packets", "cards"), [("3-3", 6), ("2-2", 4)])
def test_a_hand_with_the_wrong_number_is_dealt_again_until_the_first_trick_is_quitted(packets: str, cards: int) -> None:
    table = ask(real("alberta"), f.Shuffle(DECK), f.Deal((packets, "3-2", "3-2", "3-2")), f.TurnUp())
    assert table.state.hand.held[Seat.E].bit_count() == cards
    while table.state.hand.trick.winner is None:
        table.push(next(fact for fact in table.legal if not isinstance(fact, f.Pass)))
    claim(table, "S", "wrong number of cards", "E")
    assert (table.state.phase, table.state.dealer) == (Phase.SHUFFLE, Seat.N)


@pytest.mark.clause("ALB-12d")
@rows("packets", ["3-3", "2-2"])
def test_later_play_goes_on_and_the_side_of_that_hand_cannot_score(packets: str) -> None:
    table = ask(real("alberta"), f.Shuffle(DECK), f.Deal((packets, "3-2", "3-2", "3-2")), f.TurnUp())
    while not table.state.hand.tricks:
        table.push(next(fact for fact in table.legal if not isinstance(fact, f.Pass)))
    claim(table, "S", "wrong number of cards", "E")
    assert table.state.hand.unscored == (Side.EW,)
    with pytest.raises(IllegalActionError, match="nothing shows that"):
        claim(table, "S", "wrong number of cards", "E")
    gather(table)
    assert table.state.score[Side.EW] == 0
    assert table.state.hands_played == 1
    assert replays(table)


@pytest.mark.clause("ALB-12d")
def test_makers_who_took_their_tricks_with_six_cards_score_nothing() -> None:
    table = real("alberta")
    # East's sixth card moves the later ones along: the nine of spades goes to North, and the next card is turned up.
    deck = deck_of("alberta", Seat.N, "9s", {"E": "Jh Jd Ah Kh Qh"}, kitty="9h")
    ask(table, f.Shuffle(deck), f.Deal(("3-3", "3-2", "3-2", "3-2")), f.TurnUp())
    table.push(f.Order(Seat.E))
    ask(table, f.Discard(Seat.N, table.state.hand.cards(Seat.N)[0]))
    for card in ("Jh", "Jd", "Ah", "Kh", "Qh"):
        ask(table, f.Play(Seat.E, Card(card)))
        while table.state.turn is not Seat.E:
            table.push(next(fact for fact in table.legal if isinstance(fact, f.Play)))
    claim(table, "N", "wrong number of cards", "E")
    gather(table)
    assert table.state.results[-1].tricks == (0, 5)
    assert (table.state.results[-1].points, table.state.score) == ((0, 0), (0, 0))


# The dealer who forgot to discard.


@pytest.mark.clause("ALB-12d")
def test_a_dealer_who_plays_before_discarding_plays_the_five_dealt() -> None:
    table = claim(say(real_deal("alberta"), "E: order, E: 9s, S: Ts, W: As, N: Tc"), "W", "discard forgotten", "N")
    hand = table.state.hand
    assert (hand.turn_up_is, hand.trick.card_of(Seat.N)) == ("out of play", Card("Tc"))
    assert set(hand.cards(Seat.N)) == {Card("9c"), Card("Jc"), Card("Qc"), Card("Jd")}
    count(table)
    assert [len(trick.plays) for trick in table.state.hand.tricks] == [4] * 5
    assert not any(table.state.hand.held)


@pytest.mark.clause("ALB-12d")
def test_the_turn_up_comes_back_from_the_table_when_it_was_played_to_the_trick() -> None:
    table = claim(say(real_deal("alberta"), "E: order, E: 9s, S: Ts, W: As, N: 9h"), "W", "discard forgotten", "N")
    assert (table.state.turn, len(table.state.hand.trick.plays)) == (Seat.N, 3)
    refuses(table, f.Play(Seat.N, Card("9h")), "does not hold 9h")
    assert len(table.state.hand.cards(Seat.N)) == 5


@pytest.mark.clause("ALB-12d")
def test_a_turn_up_in_a_quitted_trick_is_a_card_too_many() -> None:
    table = say(real_deal("alberta"), "E: order, E: 9s Ts As 9h, N: Tc")
    claim(table, "W", "discard forgotten", "N")
    assert (last(table).kind, last(table).clause) == ("play on without score", "ALB-12d")
    assert last(table).sentence == "Play continues, and North and South cannot score this deal."
    assert table.state.hand.unscored == (Side.NS,)


def test_the_dealer_may_discard_late_but_before_playing() -> None:
    table = say(real_deal("alberta"), "E: order, E: 9s, S: Ts, N: discard 9c, W: As, N: Tc")
    assert table.state.hand.slips == ()
    with pytest.raises(IllegalActionError, match="nothing shows that"):
        claim(table, "W", "discard forgotten", "N")


def test_six_cards_from_the_turn_up_are_claimed_as_what_they_are() -> None:
    table = say(real_deal("alberta"), "E: order, E: 9s, S: Ts, W: As, N: Tc")
    with pytest.raises(IllegalActionError, match='claim "discard forgotten"'):
        claim(table, "W", "wrong number of cards", "N")


def test_a_false_lead_by_the_dealer_who_has_not_discarded_can_be_put_right() -> None:
    table = claim(say(real_deal("alberta"), "E: order, N: 9h"), "E", "lead out of turn", "N")
    assert (table.state.turn, table.state.hand.undiscarded) == (Seat.E, True)
    say(table, "N: discard 9c")
    assert table.state.hand.face_up(Seat.N) == 1 << Card("9h")
    assert table.state.hand.slips == ()


# Calls.


@pytest.mark.clause("ALB-12b")
def test_telling_the_dealer_to_take_it_is_acceptance() -> None:
    by_opponent = say(real_deal("alberta"), "E: order")
    assert (by_opponent.state.hand.maker, by_opponent.state.hand.alone) == (Seat.E, False)
    by_partner = say(real_deal("alberta"), "E: pass, S: order")
    assert (by_partner.state.hand.maker, by_partner.state.hand.alone) == (Seat.S, True)


@pytest.mark.clause("ALB-12b")
def test_naming_the_turned_down_suit_is_void_and_that_side_may_not_make_trump() -> None:
    table = claim(say(real_deal("alberta"), f"{ALL_PASS}, E: name hearts"), "S", "turned-down suit named", "E")
    assert (table.state.phase, table.state.turn, table.state.hand.trump) == (Phase.SECOND_ROUND, Seat.E, None)
    assert table.state.hand.barred == (Side.EW,)
    for lines in ("E: name spades", "E: name clubs alone"):
        refuses(table, lines, "East and West may not make trump in this deal: only pass")
    say(table, "E: pass, S: name clubs")
    assert table.state.hand.maker is Seat.S


@pytest.mark.clause("ALB-12c")
@rows("call", [f.Order(Seat.S), f.Order(Seat.S, alone=True), f.Order(Seat.W)])
def test_a_call_out_of_turn_is_void_and_bars_the_side(call: f.Order) -> None:
    table = ask(real_deal("alberta"), call)
    assert table.state.turn is Seat.N
    claim(table, "E", "call out of turn", call.seat.name)
    assert (table.state.phase, table.state.turn, table.state.hand.maker) == (Phase.FIRST_ROUND, Seat.E, None)
    assert table.state.hand.barred == (call.seat.side,)
    assert table.state.hand.turn_up_is == "shown"


@pytest.mark.clause("ALB-12c")
def test_a_pass_out_of_turn_has_no_penalty_and_does_not_count() -> None:
    table = claim(say(real_deal("alberta"), "S: pass"), "E", "call out of turn", "S")
    assert (last(table).kind, table.state.turn, table.state.hand.barred) == ("void", Seat.E, ())
    say(table, "E: pass, S: order")
    assert table.state.hand.maker is Seat.S


@pytest.mark.clause("ALB-12c")
def test_a_turn_down_out_of_turn_bars_the_side_and_lawful_calls_since_then_stand() -> None:
    table = say(real_deal("alberta"), "N: pass, E: pass")
    claim(table, "W", "call out of turn", "N")
    assert (table.state.turn, table.state.hand.barred) == (Seat.S, (Side.NS,))
    refuses(table, "S: order", "may not make trump")


@pytest.mark.clause("ALB-12c")
def test_trump_that_the_side_made_after_its_turn_down_out_of_turn_is_undone() -> None:
    table = say(real_deal("alberta"), "N: pass, E: pass, S: order")
    claim(table, "W", "call out of turn", "N")
    assert (table.state.phase, table.state.turn, table.state.hand.maker) == (Phase.FIRST_ROUND, Seat.E, None)


@pytest.mark.clause("ALB-12b", "ALB-12c")
def test_when_both_sides_are_barred_there_is_a_new_deal() -> None:
    table = claim(say(real_deal("alberta"), "S: order"), "E", "call out of turn", "S")
    say(table, ALL_PASS)
    claim(say(table, "E: name hearts"), "S", "turned-down suit named", "E")
    assert (table.state.phase, table.state.dealer, table.state.hand.barred) == (Phase.SHUFFLE, Seat.N, ())
    assert table.state.results[-1].outcome == "new deal"
    assert last(table).sentence.endswith("Now neither side may make trump, so North deals again.")
    assert replays(table)


def test_both_sides_out_of_turn_before_anybody_claims() -> None:
    table = say(real_deal("alberta"), "N: pass, W: order")
    claim(table, "E", "call out of turn", "N")
    assert table.state.hand.maker is Seat.W
    claim(table, "N", "call out of turn", "W")
    assert table.state.phase is Phase.SHUFFLE


def test_a_stuck_dealer_who_is_barred_may_pass() -> None:
    book = house("[auction]\nstick_the_dealer = true", "alberta")
    table = claim(say(real_deal(book), "S: order"), "E", "call out of turn", "S")
    say(table, f"{ALL_PASS}, E: pass, S: pass, W: pass, N: pass")
    assert (table.state.phase, table.state.dealer) == (Phase.SHUFFLE, Seat.E)
    assert table.state.results[-1].outcome == "thrown in"


@pytest.mark.clause("ALB-5e")
def test_accepting_without_a_natural_card_is_void_and_bars_the_side() -> None:
    table = real_deal("alberta", E="Jd Ad Kd Qd 9s", S="Kh Th 9d Td Ts")
    claim(say(table, "E: order"), "S", "call without the card", "E")
    assert (table.state.turn, table.state.hand.barred, table.state.hand.maker) == (Seat.E, (Side.EW,), None)
    assert last(table).clause == "ALB-5e"


def test_a_call_can_be_out_of_turn_and_without_the_card() -> None:
    hands = {"S": "As Ad Kd Qd 9s", "E": "Kh Th 9d Td Ts"}
    for what in ("call out of turn", "call without the card"):
        table = claim(say(real_deal("alberta", **hands), "S: order"), "E", what, "S")  # type: ignore[arg-type]
        assert (table.state.turn, table.state.hand.barred, table.state.hand.slips) == (Seat.E, (Side.NS,), ())


@pytest.mark.clause("NAT-P8a")
@rows("call", [f.Order(Seat.E), f.Order(Seat.E, alone=True), f.Name(Seat.E, Suit.CLUBS)])
def test_calling_without_a_trump_loses_the_game(call: f.Order | f.Name) -> None:
    table = real_deal("national", (4, 9), E="As Ad Kd Qd 9s", S="Kh Th 9d Td Ts")
    if isinstance(call, f.Name):
        say(table, ALL_PASS)
    claim(ask(table, call), "S", "call without the card", "E")
    result = table.state.result
    assert result is not None
    assert (table.state.phase, result.winner, result.ended_by, result.score) == (Phase.OVER, Side.NS, "ruling", (4, 9))
    assert last(table).sentence == "The game is lost and North and South win it."


@pytest.mark.clause("NAT-P8a")
def test_the_left_bower_is_a_trump_and_the_dealer_needs_none() -> None:
    table = say(real_deal("national", E="Jd Ad Kd Qd 9s"), "E: order")
    assert table.state.hand.slips == ()
    table = say(real_deal("national", N="As Ad Kd Qd 9s"), "E: pass, S: pass, W: pass, N: order")
    assert table.state.hand.slips == ()


@pytest.mark.clause("NAT-P8a", "NAT-P8b")
def test_the_dealer_may_pick_up_without_a_trump_and_may_not_name_a_suit_without_one() -> None:
    table = say(real_deal("national", N="As Ad Kd Qd 9s"), f"{ALL_PASS}, E: pass, S: pass, W: pass")
    claim(ask(table, f.Name(Seat.N, Suit.CLUBS)), "E", "call without the card", "N")
    result = table.state.result
    assert result is not None
    assert (result.winner, result.ended_by, last(table).clause) == (Side.EW, "ruling", "NAT-P8a")


def test_an_exposed_card_is_not_discarded() -> None:
    table = say(real_deal("alberta"), "E: order")
    table.push(f.Expose(Seat.N, Card("9c")))
    refuses(table, "N: discard 9c", "the exposed card 9c stays on the table to be played")
    say(table, "N: discard Tc")


def test_a_dealer_whose_cards_all_lie_open_can_still_discard() -> None:
    table = real_deal("alberta")
    ask(table, *(f.Expose(Seat.N, Card(card)) for card in HANDS["N"].split()))
    say(table, "E: order, N: discard 9c")
    assert table.state.phase is Phase.PLAY


def test_a_farmers_hand_after_a_misdeal_takes_the_cards_under_the_turn_up() -> None:
    book = house('[deal]\nexchange_for = ["farmer\'s hand"]\ncut = "optional"')
    deck = deck_of(book, Seat.N, "9c", {"E": "9h Th 9d Td 9s", "S": "Ac Kc Qc Ts Jc"}, kitty="Ah Kh Qh")
    table = ask(real(book), f.Shuffle(deck), f.Deal(("3-3", "3-2", "3-2", "3-2")), f.TurnUp())
    ask(table, f.Exchange(Seat.E, (Card("9h"), Card("Th"), Card("9d"))))
    assert table.state.hand.turn_up == Card("Ah")
    assert set(table.state.hand.cards(Seat.E)) == {Card(text) for text in ("Td", "9s", "Ts", "Kh", "Qh")}


@pytest.mark.clause("STJ-15")
def test_a_bell_is_heard_while_the_director_is_asked() -> None:
    book = house('game.bell = "finish the hand"', "st-joe")
    table = claim(say(real_deal(book), "S: order"), "E", "call out of turn", "S")
    table.push(f.EndBell())
    table.push(f.Ruling("void and barred", "South spoke first"))
    assert (table.state.bell_rung, table.state.turn, table.state.hand.barred) == (True, Seat.E, (Side.NS,))
    assert last(table).clause == "STJ-15"


@pytest.mark.clause("TE-5b")
def test_a_call_without_a_natural_is_void_and_the_player_calls_again() -> None:
    table = real_deal("trailer-estates", E="Jd Ad Kd Qd 9s", S="Kh Th 9d Td Ts")
    claim(say(table, "E: order"), "S", "call without the card", "E")
    assert (table.state.turn, table.state.hand.maker, table.state.hand.barred) == (Seat.E, None, ())
    assert last(table).clause == "TE-5b"
    say(table, "E: pass, S: order")
    assert table.state.hand.maker is Seat.S


@pytest.mark.clause("TE-5c")
def test_naming_the_turned_down_suit_is_void_at_trailer_estates() -> None:
    table = say(real_deal("trailer-estates"), ALL_PASS)
    offered = table.state.hand.offered
    assert offered is not None
    claim(ask(table, f.Name(Seat.E, offered)), "S", "turned-down suit named", "E")
    assert (table.state.turn, table.state.hand.maker, table.state.hand.barred) == (Seat.E, None, ())
