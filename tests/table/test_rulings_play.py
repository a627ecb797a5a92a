"""What goes wrong in the play, at a live table: false leads, open cards, quitted tricks, revokes."""

from __future__ import annotations

import pytest

from bowerbird.cards import Card, Suit
from bowerbird.rulebook import load_rulebook
from bowerbird.rulebook.irregularities import Irregularity
from bowerbird.rulebook.rulings import Circumstances, rule
from bowerbird.seats import Seat, Side
from bowerbird.table import IllegalActionError, Phase
from bowerbird.table import facts as f
from deals import house, refuses, say
from kit.rows import rows
from table.real_tables import (
    REVOKE,
    ask,
    cards_of,
    claim,
    count,
    gather,
    in_play,
    last,
    real_deal,
    replays,
)

DIAMOND = 1 << Card("9d")


# A lead out of turn.


@pytest.mark.clause("ALB-12f", "ALB-12g")
@rows("lines", ["S: 9d", "S: 9d, W: Kc", "S: 9d, W: Kc, N: Tc"])
@rows("who", ["E", "W", "N", "S"])
def test_a_false_lead_goes_back_on_the_demand_of_anybody_with_the_cards_played_to_it(lines: str, who: str) -> None:
    table = claim(in_play("alberta", lines), who, "lead out of turn", "S")
    hand = table.state.hand
    assert (table.state.turn, hand.trick.plays, hand.slips) == (Seat.E, (), ())
    assert [hand.held[seat].bit_count() for seat in Seat] == [5, 5, 5, 5]
    assert [hand.face_up(seat) for seat in Seat] == [0, 0, DIAMOND, 0]
    assert [call.side for call in hand.lead_calls] == [Side.NS]
    assert replays(table)


@pytest.mark.clause("ALB-12f")
def test_a_false_lead_to_which_all_have_played_stands() -> None:
    table = claim(in_play("alberta", "S: 9d, W: Kc, N: Tc, E: Kd"), "E", "lead out of turn", "S")
    hand = table.state.hand
    assert (last(table).kind, hand.trick.winner, hand.exposed, hand.lead_calls) == ("stands", Seat.E, (0, 0, 0, 0), ())
    table.push(f.Quit(Seat.E))
    assert table.state.turn is Seat.E


@pytest.mark.clause("ALB-12f")
def test_the_last_to_play_names_the_suit_of_the_next_lead_of_that_side() -> None:
    table = claim(in_play("alberta", "S: 9d"), "E", "lead out of turn", "S")
    say(table, "E: 9s, S: Ts, W: Qs, N: Tc, W: As, N: 9h, E: Kd, S: 9d")  # East and West lead: the call waits
    assert [call.named for call in table.state.hand.lead_calls] == [False]
    assert table.state.turn is Seat.N
    refuses(table, "N: Jc", "West first names the suit to be led, or lets it go")
    table.push(f.CallLead(Seat.W, Suit.CLUBS))
    say(table, "N: Jc")


@pytest.mark.clause("ALB-12f")
def test_a_called_suit_is_led_by_a_player_who_has_it() -> None:
    table = claim(in_play("alberta", "S: 9d"), "E", "lead out of turn", "S")
    say(table, "E: 9s, S: Ts, W: Qs, N: 9h")
    for wrong in (Seat.E, Seat.S, Seat.N):
        refuses(table, f.CallLead(wrong, Suit.HEARTS), "West plays last to this trick")
    table.push(f.CallLead(Seat.W, Suit.HEARTS))
    refuses(table, "N: Qc", "hearts were called: North leads Jd")
    say(table, "N: Jd")  # the left bower is a heart
    assert table.state.hand.lead_calls == ()


@pytest.mark.clause("ALB-12f")
def test_a_leader_without_the_called_suit_leads_anything() -> None:
    table = claim(in_play("alberta", "S: 9d"), "E", "lead out of turn", "S")
    say(table, "E: 9s, S: Ts, W: Qs, N: 9h")
    table.push(f.CallLead(Seat.W, Suit.SPADES))
    say(table, "N: Qc")
    assert table.state.hand.lead_calls == ()


@pytest.mark.clause("ALB-12f")
def test_the_call_may_be_let_go() -> None:
    table = claim(in_play("alberta", "S: 9d"), "E", "lead out of turn", "S")
    say(table, "E: 9s, S: Ts, W: Qs, N: 9h")
    table.push(f.CallLead(Seat.W))
    say(table, "N: Qc")
    assert table.state.hand.lead_calls == ()


@pytest.mark.clause("ALB-12f", "ALB-12g")
def test_a_called_suit_goes_before_an_exposed_card_and_an_exposed_card_of_that_suit_before_others() -> None:
    table = claim(in_play("alberta", "S: 9d"), "E", "lead out of turn", "S")
    say(table, "E: 9s, S: Kh, W: Qs, N: 9h")  # South revokes and wins, with a lead to be called
    table.push(f.CallLead(Seat.E, Suit.DIAMONDS))
    refuses(table, "S: Td", "South plays the exposed card first: 9d")
    table.pop()
    table.push(f.CallLead(Seat.E, Suit.HEARTS))
    say(table, "S: Th")
    assert table.state.hand.face_up(Seat.S) == DIAMOND


@pytest.mark.clause("ALB-12e", "ALB-12f")
def test_the_lone_player_calls_when_the_partner_has_laid_the_cards_down() -> None:
    table = in_play("alberta", "E: 9s, S: Ts, N: Tc, N: Jc", alone=True)  # South won, North leads
    claim(table, "E", "lead out of turn", "N")
    assert table.state.turn is Seat.S
    refuses(table, "S: 9d", "East first names the suit")
    table.push(f.CallLead(Seat.E, Suit.DIAMONDS))
    say(table, "S: 9d")


@pytest.mark.clause("ALB-12f")
def test_the_lone_player_calls_although_an_offender_plays_last() -> None:
    table = in_play("alberta", "E: 9s, S: Ts, N: 9h, S: 9d", alone=True)  # North won, South leads
    claim(table, "E", "lead out of turn", "S")
    refuses(table, "N: Tc", "East first names the suit")
    table.push(f.CallLead(Seat.E, Suit.CLUBS))
    say(table, "N: Tc")


def test_a_false_lead_by_the_partner_does_not_use_up_the_call() -> None:
    table = claim(in_play("alberta", "S: 9d"), "E", "lead out of turn", "S")
    say(table, "E: 9s, S: Ts, W: Qs, N: 9h")
    table.push(f.CallLead(Seat.W, Suit.HEARTS))
    claim(say(table, "S: 9d"), "E", "lead out of turn", "S")
    refuses(table, "N: Qc", "hearts were called: North leads Jd")


def test_lead_calls_on_both_sides_wait_side_by_side() -> None:
    table = claim(in_play("alberta", "S: 9d"), "E", "lead out of turn", "S")
    say(table, "E: 9s, S: Ts, W: As, N: Tc, E: Ah")
    claim(table, "N", "lead out of turn", "E")
    assert {call.side for call in table.state.hand.lead_calls} == {Side.NS, Side.EW}
    assert table.state.turn is Seat.W
    refuses(table, "W: Ac", "South first names the suit")
    table.push(f.CallLead(Seat.S, Suit.CLUBS))
    say(table, "W: Ac")
    assert [call.side for call in table.state.hand.lead_calls] == [Side.NS]


@pytest.mark.clause("NAT-P4")
def test_in_the_national_rules_a_false_lead_is_an_exposed_card_and_no_lead_is_called() -> None:
    table = claim(in_play("national", "S: 9d, W: Kc"), "E", "lead out of turn", "S")
    assert (table.state.turn, table.state.hand.face_up(Seat.S), table.state.hand.lead_calls) == (Seat.E, DIAMOND, ())
    say(table, "E: Kd")
    refuses(table, "S: Td", "South plays the exposed card first: 9d")


# Exposed cards, and the lone hand.


@pytest.mark.clause("ALB-12g", "NAT-P4")
@rows("book", ["alberta", "national"])
def test_an_exposed_card_is_played_at_the_first_legal_chance(book: str) -> None:
    table = in_play(book, "E: 9s")
    table.push(f.Expose(Seat.W, Card("Ac")))  # dropped, or named, or played together with another card
    assert table.view(Seat.N).exposed[Seat.W] == (Card("Ac"),)
    say(table, "S: Ts, W: Qs, N: Tc, S: 9d")  # a spade had to be followed: that was no legal chance for a club
    refuses(table, "W: Kc", "West plays the exposed card first: Ac")
    say(table, "W: Ac")
    assert table.view(Seat.N).exposed == ((), (), (), ())
    assert replays(table)


@pytest.mark.clause("ALB-12g")
def test_a_card_played_with_another_lies_open_while_the_other_is_played() -> None:
    table = in_play("alberta", "E: 9s, S: Ts, W: As")
    table.push(f.Expose(Seat.W, Card("Qs")))
    say(table, "N: Tc")
    refuses(table, "W: Ac", "West plays the exposed card first: Qs")
    say(table, "W: Qs")


@pytest.mark.clause("ALB-12g", "NAT-P4")
@rows("book", ["alberta", "national"])
def test_a_card_played_out_of_turn_goes_back_face_up_and_is_played_when_the_turn_comes(book: str) -> None:
    table = claim(in_play(book, "E: 9s, W: As"), "N", "play out of turn", "W")
    assert (table.state.turn, len(table.state.hand.trick.plays)) == (Seat.S, 1)
    say(table, "S: Ts")
    refuses(table, "W: Qs", "West plays the exposed card first: As")
    say(table, "W: As")


@pytest.mark.clause("ALB-12e")
def test_a_lone_hand_has_no_penalty_but_corrects_it_on_demand() -> None:
    lead = claim(in_play("alberta", "E: 9s, S: Ts, N: Tc, E: Ah", alone=True), "N", "lead out of turn", "E")
    assert (lead.state.turn, lead.state.hand.exposed, lead.state.hand.lead_calls) == (Seat.S, (0, 0, 0, 0), ())
    play = claim(in_play("alberta", "E: 9s, S: Ts, N: Tc, S: 9d, E: Kd", alone=True), "N", "play out of turn", "E")
    assert (play.state.turn, play.state.hand.exposed) == (Seat.N, (0, 0, 0, 0))
    assert Card("Kd") in cards_of(play, "E")
    shown = in_play("alberta", "E: 9s", alone=True)
    shown.push(f.Expose(Seat.E, Card("Kd")))
    assert (last(shown).clause, shown.state.hand.exposed) == ("ALB-12e", (0, 0, 0, 0))


@pytest.mark.clause("ALB-12e")
def test_a_lone_hand_may_correct_itself_and_its_opponents_have_no_exemption() -> None:
    table = in_play("alberta", "E: 9s, S: Ts, N: Tc, E: Ah", alone=True)
    table.push(f.TakeBack(Seat.E, Card("Ah")))
    assert table.state.turn is Seat.S
    with pytest.raises(IllegalActionError, match="North cannot take Jc back"):
        ask(table, f.Play(Seat.N, Card("Jc")), f.TakeBack(Seat.N, Card("Jc")))
    claim(table, "E", "lead out of turn", "N")
    assert table.state.hand.face_up(Seat.N) == 1 << Card("Jc")


def test_an_exposed_card_that_goes_back_to_the_hand_lies_open_again() -> None:
    table = in_play("alberta")
    table.push(f.Expose(Seat.W, Card("Kc")))
    claim(say(table, "S: 9d, W: Kc"), "E", "lead out of turn", "S")
    assert table.state.hand.face_up(Seat.W) == 1 << Card("Kc")


def test_a_card_shown_before_it_was_played_can_still_be_claimed_when_it_is_taken_back() -> None:
    table = in_play("bicycle", "E: 9s")
    table.push(f.Expose(Seat.S, Card("Kh")))
    say(table, "S: Kh")
    table.push(f.TakeBack(Seat.S, Card("Kh"), Card("Ts")))
    claim(table, "E", "card exposed", "S")
    assert table.state.asked is not None


def test_what_was_ruled_in_between_is_not_undone_by_going_back() -> None:
    table = in_play("alberta", "S: 9d")
    table.push(f.Expose(Seat.W, Card("Kc")))
    claim(table, "E", "lead out of turn", "S")
    assert (table.state.hand.face_up(Seat.W), table.state.hand.face_up(Seat.S)) == (1 << Card("Kc"), DIAMOND)
    table = claim(in_play("national", "S: 9d"), "N", "card not played singly", "W")
    claim(table, "E", "lead out of turn", "S")
    assert table.state.score == (2, 0)


# Tricks and cards handled wrongly.


@pytest.mark.clause("ALB-12h")
def test_turning_up_a_quitted_trick_lets_the_opponents_call_a_lead() -> None:
    table = in_play("alberta", "E: 9s Ts As Tc")
    refuses(table, f.LookAtQuitted(Seat.E), "no trick has been turned down yet")
    say(table, "W: Ac")
    table.push(f.LookAtQuitted(Seat.E))
    say(table, "N: Jc, E: Ah, S: 9d")
    assert table.state.turn is Seat.E
    table.push(f.CallLead(Seat.N, Suit.DIAMONDS))
    refuses(table, "E: Jh", "diamonds were called: East leads Qd or Kd")


@pytest.mark.clause("ALB-12h")
@rows("caller", [Seat.N, Seat.S])
def test_either_opponent_calls_that_lead(caller: Seat) -> None:
    table = in_play("alberta", "E: 9s Ts As Tc")
    say(table, "W: Ac")
    table.push(f.LookAtQuitted(Seat.E))
    say(table, "N: Jc, E: Ah, S: 9d")
    refuses(table, "E: Jh", "North or South first names the suit")
    refuses(table, f.CallLead(Seat.W, Suit.DIAMONDS), "the opponents may name the suit, not West")
    table.push(f.CallLead(caller, Suit.DIAMONDS))
    refuses(table, "E: Jh", "diamonds were called: East leads Qd or Kd")


@pytest.mark.clause("ALB-12g")
def test_a_card_played_with_another_goes_to_the_director_who_lets_it_lie() -> None:
    table = claim(in_play("alberta", "E: 9s"), "N", "card not played singly", "E")
    assert table.state.asked is not None
    assert rule(load_rulebook("alberta"), "card not played singly", Circumstances()).kind == "exposed card"


@pytest.mark.clause("ALB-12h")
def test_at_the_count_anybody_may_look() -> None:
    table = count(in_play("alberta"))
    refuses(table, f.LookAtQuitted(Seat.E), "not now")
    assert table.state.records == ()


@pytest.mark.clause("NAT-P3")
def test_a_card_not_played_singly_costs_two_points_and_play_goes_on() -> None:
    table = claim(in_play("national", "E: 9s"), "N", "card not played singly", "E")
    assert (table.state.score, table.state.phase, table.state.turn) == ((2, 0), Phase.PLAY, Seat.S)
    last_card = claim(count(in_play("national")), "N", "card not played singly", "E")
    assert (last_card.state.score, last_card.state.phase) == ((2, 0), Phase.COUNT)


@pytest.mark.clause("NAT-P3")
def test_those_points_can_win_the_game() -> None:
    table = claim(in_play("national", "E: 9s", score=(9, 3)), "N", "card not played singly", "E")
    result = table.state.result
    assert result is not None
    assert (result.winner, result.score, result.ended_by) == (Side.NS, (11, 3), "points")


# Revokes.


@pytest.mark.clause("ALB-12i", "NAT-P5")
@rows("book", ["alberta", "national", "bicycle"])
@rows("alone", [False, True])
def test_a_revoke_is_corrected_in_time_and_those_who_played_after_it_may_change(book: str, alone: bool) -> None:
    table = in_play(book, REVOKE if alone else f"{REVOKE}, W: As, N: 9h", alone=alone)
    table.push(f.TakeBack(Seat.S, Card("Kh"), Card("Ts")))
    assert table.state.hand.trick.plays == ((Seat.E, Card("9s")), (Seat.S, Card("Ts")))
    lies_open = 1 << Card("Kh") if book == "national" else 0
    assert (table.state.hand.slips, table.state.hand.exposed, table.state.score) == ((), (0, 0, lies_open, 0), (0, 0))
    say(table, "N: Tc" if alone else "W: Qs, N: Tc")  # others than before
    assert table.state.hand.trick.winner is (Seat.S if alone else Seat.W)
    assert replays(table)


def test_a_correction_is_made_with_a_card_that_may_be_played() -> None:
    table = in_play("alberta", REVOKE)
    for card, why in (("Ac", "South does not hold Ac"), ("Th", "South must follow spades: Ts")):
        refuses(table, f.TakeBack(Seat.S, Card("Kh"), Card(card)), why)
    refuses(table, f.TakeBack(Seat.E, Card("9s")), "East cannot take 9s back")


@pytest.mark.clause("NAT-P5")
def test_in_the_national_rules_a_renege_can_be_corrected_until_the_next_card_is_led() -> None:
    table = in_play("national", f"{REVOKE}, W: As, N: Tc")
    table.push(f.Quit(Seat.S))
    table.push(f.TakeBack(Seat.S, Card("Kh"), Card("Ts")))
    assert (len(table.state.hand.tricks), table.state.turn) == (0, Seat.W)
    late = in_play("national", f"{REVOKE}, W: As, N: Tc, S: 9d")
    refuses(late, f.TakeBack(Seat.S, Card("Kh"), Card("Ts")), "South cannot take Kh back")


@pytest.mark.clause("ALB-12i")
def test_once_the_trick_is_quitted_the_injured_side_has_its_choice() -> None:
    for choice, score in (("add points", (0, 4)), ("take points", (1, 2))):
        table = claim(in_play("alberta", f"{REVOKE}, W: As, N: Tc, S: 9d", score=(3, 2)), "W", "revoke", "S")
        assert (table.state.hand.owed, table.state.records) == ((), ())  # proved when the tricks are counted
        count(table)
        assert [(owed.side, owed.points) for owed in table.state.hand.owed] == [(Side.EW, 2)]
        refuses(table, f.Gather(Seat.S), "East and West must choose first")
        refuses(table, f.Choose(Seat.N, "add points"), "North and South have nothing to choose")
        gather(table, f.Choose(Seat.E, choice))  # type: ignore[arg-type]
        expected = (3, 4) if choice == "add points" else score
        assert (table.state.score, table.state.results[-1].outcome) == (expected, "ruled")
        assert replays(table)


@pytest.mark.clause("ALB-12i")
def test_the_score_as_played_may_be_worth_more() -> None:
    revoked = in_play("alberta", f"{REVOKE}, W: As, N: Tc, S: 9d")
    plain = gather(in_play("alberta", f"{REVOKE}, W: As, N: Tc, S: 9d"))
    table = gather(claim(revoked, "W", "revoke", "S"), f.Choose(Seat.W, "as played"))
    assert (table.state.score, table.state.results[-1]) == (plain.state.score, plain.state.results[-1])


@pytest.mark.clause("ALB-12i")
@rows(("score", "after"), [((0, 0), (0, 0)), ((1, 5), (0, 5)), ((3, 5), (0, 5)), ((6, 5), (2, 5))])
def test_on_a_lone_hand_it_is_four_and_no_score_falls_under_zero(
    score: tuple[int, int], after: tuple[int, int]
) -> None:
    table = claim(in_play("alberta", f"{REVOKE}, N: Tc, S: 9d", score=score, alone=True), "E", "revoke", "S")
    count(table)
    assert table.state.hand.owed[0].points == 4
    gather(table, f.Choose(Seat.E, "take points"))
    assert table.state.score == after


@pytest.mark.clause("ALB-12i")
def test_on_a_lone_hand_the_lone_players_own_revoke_is_four_too() -> None:
    table = in_play("alberta", "E: Ah, S: Th, N: 9h, E: 9s, S: Ts, N: Tc, S: 9d, N: Jc, E: Jh", alone=True)
    claim(say(table, "E: Qd"), "N", "revoke", "E")
    gather(table, f.Choose(Seat.S, "add points"))
    assert table.state.score == (4, 0)


@pytest.mark.clause("ALB-12i")
def test_mixed_tricks_prove_a_claim_that_nothing_else_could_show() -> None:
    table = claim(in_play("alberta", "E: 9s Ts As Tc, W: Ac"), "W", "revoke", "S")
    table.push(f.MixTricks(Seat.N))
    count(table)
    assert [(owed.side, owed.points) for owed in table.state.hand.owed] == [(Side.EW, 2)]


@pytest.mark.clause("ALB-12i")
def test_nobody_proves_a_claim_by_mixing_the_tricks_oneself() -> None:
    table = claim(in_play("alberta", "E: 9s Ts As Tc, W: Ac"), "W", "revoke", "S")
    table.push(f.MixTricks(Seat.E))
    count(table)
    assert (table.state.hand.owed, last(table).sentence) == ((), "The tricks show no revoke by South.")
    assert table.legal == [f.Gather(seat) for seat in Seat]


def test_a_claim_that_waits_is_not_made_twice_and_mixing_alone_is_no_offence() -> None:
    table = claim(in_play("alberta", "E: 9s Ts As Tc, W: Ac"), "W", "revoke", "S")
    with pytest.raises(IllegalActionError, match="claimed already"):
        claim(table, "W", "revoke", "S")
    with pytest.raises(IllegalActionError, match="claim the revoke that they hide"):
        claim(table, "W", "tricks mixed", "S")


HAND_LOST: list[tuple[str, bool, int, str]] = [
    ("ccc", False, 2, "CCC-10"),
    ("ccc", True, 2, "CCC-10"),
    ("national", False, 2, "NAT-P5"),
    ("national", True, 4, "NAT-P5"),
    ("st-joe", False, 2, "STJ-12"),
    ("st-joe", True, 4, "STJ-12"),
]


@pytest.mark.clause("CCC-10", "NAT-P5", "STJ-12")
@rows(("book", "alone", "points", "clause"), HAND_LOST)
def test_a_renege_ends_the_hand_with_points_to_the_other_side(book: str, alone: bool, points: int, clause: str) -> None:
    rest = "N: Tc, S: 9d" if alone else "W: As, N: Tc, S: 9d"
    table = claim(in_play(book, f"{REVOKE}, {rest}", alone=alone), "E", "revoke", "S")
    result = table.state.results[-1]
    assert (table.state.phase, table.state.dealer, table.state.score) == (Phase.SHUFFLE, Seat.E, (0, points))
    assert (result.outcome, result.points, result.alone, last(table).clause) == ("ruled", (0, points), alone, clause)
    assert result.personal == ((0, points, 0, points) if book == "st-joe" else (0, 0, 0, 0))
    assert table.state.hands_played == 1
    assert replays(table)


@pytest.mark.clause("CCC-10", "STJ-12")
@rows("book", ["ccc", "st-joe"])
def test_where_the_hand_is_lost_at_once_nothing_is_corrected(book: str) -> None:
    table = in_play(book, REVOKE)
    refuses(table, f.TakeBack(Seat.S, Card("Kh"), Card("Ts")), "South cannot take Kh back")
    claim(table, "W", "revoke", "S")
    assert table.state.score == (0, 2)


@pytest.mark.clause("NAT-P5", "NAT-P4")
def test_a_renege_by_the_tabled_card_is_a_renege() -> None:
    table = in_play("national", "E: 9s")
    table.push(f.Expose(Seat.S, Card("9d")))
    say(table, "S: 9d, W: As, N: Tc, W: Ac")
    claim(table, "W", "revoke", "S")
    assert (table.state.score, last(table).clause) == ((0, 2), "NAT-P5")


@pytest.mark.clause("NAT-P4", "NAT-P5")
def test_the_card_that_is_taken_back_stays_face_up_and_is_played_at_the_first_legal_chance() -> None:
    table = in_play("national", "E: 9s, S: 9d")
    table.push(f.TakeBack(Seat.S, Card("9d"), Card("Ts")))
    assert table.state.hand.face_up(Seat.S) == DIAMOND
    assert (last(table).kind, last(table).clause, table.state.score) == ("correct it, card face up", "NAT-P5", (0, 0))
    say(table, "W: As, N: Tc, W: Ac, N: Jc, E: Kd")
    refuses(table, "S: Kh", "South plays the exposed card first: 9d")
    say(table, "S: 9d")


@pytest.mark.clause("TE-X")
@rows(("alone", "points"), [(False, 2), (True, 4)])
def test_where_the_book_is_silent_on_a_renege_the_director_is_told_what_is_usual(alone: bool, points: int) -> None:
    table = claim(in_play("trailer-estates", REVOKE, alone=alone), "E", "revoke", "S")
    asked = table.view(Seat.E).director_asked
    assert asked is not None
    assert asked.sentence == (f"The hand is over and {points} points go to East and West, by the director's decision.")
    table.push(f.Ruling("hand lost", "South had a spade", points=asked.points))
    assert (table.state.score, table.state.hands_played) == ((0, points), 1)
    assert last(table).sentence == f"The hand is over and {points} points go to East and West: South had a spade"


def test_a_claim_with_nothing_behind_it_is_refused_and_changes_nothing() -> None:
    table = in_play("national", "E: 9s, S: Ts, W: As")
    state = table.state
    for what in ("revoke", "lead out of turn", "call out of turn", "discard forgotten", "wrong dealer"):
        with pytest.raises(IllegalActionError, match=f"nothing shows that: South, {what}"):
            claim(table, "E", what, "S")
    assert table.state is state


def test_a_revoke_in_the_trick_on_the_table_is_claimed_before_an_older_one() -> None:
    table = in_play("alberta", f"{REVOKE}, W: As, N: Tc, S: 9d, W: Ac, N: 9h, E: Kd, N: Jd, E: Qd")
    claim(table, "N", "revoke", "E")
    assert table.state.turn is Seat.E  # the queen goes back: East has hearts
    claim(count(table), "E", "revoke", "S")
    assert [owed.side for owed in table.state.hand.owed] == [Side.EW]


# Two irregularities in one hand.


def test_both_sides_revoke_and_both_choose() -> None:
    table = in_play("alberta", f"{REVOKE}, W: As, N: Tc, S: 9d, W: Ac, N: 9h, E: Kd, N: Jd, E: Qd, S: Th, W: Qh, N: Jc")
    claim(claim(table, "E", "revoke", "S"), "N", "revoke", "E")
    count(table)
    assert {owed.side for owed in table.state.hand.owed} == {Side.NS, Side.EW}
    gather(table, f.Choose(Seat.E, "add points"), f.Choose(Seat.N, "add points"))
    assert table.state.score == (2, 2)
    assert replays(table)


def test_a_side_that_cannot_score_takes_the_points_off_the_others() -> None:
    table = in_play("alberta", f"{REVOKE}, W: As, N: Tc, S: 9d", score=(5, 5))
    table.push(f.Ruling("play on without score", "West had six cards", offender=Side.EW))
    count(claim(table, "E", "revoke", "S"))
    refuses(table, f.Choose(Seat.E, "add points"), "East and West cannot score this deal")
    gather(table, f.Choose(Seat.E, "take points"))
    assert table.state.score == (3, 5)


@pytest.mark.clause("STJ-10")
@rows("offender", Side)
def test_a_side_that_cannot_score_has_nothing_on_its_personal_cards_either(offender: Side) -> None:
    plain = gather(in_play("st-joe"))
    winner = max(Side, key=lambda side: plain.state.results[-1].points[side])
    assert sum(plain.state.results[-1].personal) > 0
    table = in_play("st-joe")
    table.push(f.Ruling("play on without score", "six cards", offender=offender))
    gather(table)
    kept = plain.state.results[-1].personal if offender is not winner else (0, 0, 0, 0)
    assert table.state.results[-1].personal == kept
    assert table.state.results[-1].points[offender] == 0


def test_an_exposed_card_a_called_lead_and_a_revoke_in_one_hand() -> None:
    table = claim(in_play("alberta", "S: 9d, W: Kc"), "E", "lead out of turn", "S")
    say(table, f"{REVOKE}, W: As, N: Tc")
    table.push(f.TakeBack(Seat.S, Card("Kh"), Card("Ts")))
    say(table, "W: Qs, N: 9h")
    table.push(f.CallLead(Seat.W, Suit.CLUBS))
    say(table, "N: Jc, E: Qd")
    refuses(table, "S: Td", "exposed card first: 9d")
    say(table, "S: 9d, W: Ac")
    assert [ruled.kind for ruled in table.state.records] == ["take it back and call a lead", "correct it"]
    assert replays(gather(table))


def test_a_card_out_of_turn_that_is_also_a_revoke_can_be_claimed_as_either() -> None:
    kinds: tuple[Irregularity, ...] = ("play out of turn", "revoke")
    for kind in kinds:
        table = claim(in_play("alberta", "E: 9s, W: Ac"), "N", kind, "W")
        assert (Card("Ac") in cards_of(table, "W"), table.state.turn) == (True, Seat.S)
        assert table.state.hand.slips == ()


def test_a_remedy_that_can_no_longer_be_carried_out_goes_to_the_director() -> None:
    book = house('[[irregularities."revoke"]]\nremedy = "correct it"\nclause = ""')
    table = claim(in_play(book, f"{REVOKE}, W: As, N: Tc, S: 9d"), "W", "revoke", "S")
    assert table.state.asked is not None


def test_a_claim_is_too_late_once_the_cards_are_gathered() -> None:
    table = gather(in_play("alberta", f"{REVOKE}, W: As, N: Tc, S: 9d"))
    assert not table.allows(f.Claim(Seat.W, "revoke", Seat.S))


def test_a_bell_rung_in_between_is_not_unrung() -> None:
    table = say(real_deal("national"), "S: order")
    table.push(f.EndBell())
    claim(table, "E", "call out of turn", "S")
    table.push(f.Ruling("take it back", "it was East's turn"))
    assert (table.state.bell_rung, table.state.started, table.state.turn) == (True, True, Seat.E)
