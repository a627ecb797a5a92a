"""The director's word: decisions where the book is silent, actions of the director's own, and rulings overruled."""

from __future__ import annotations

import random

import pytest

from bowerbird.cards import Card, Suit
from bowerbird.seats import Seat, Side
from bowerbird.table import GameResult, InvalidActionError, Phase, Table
from bowerbird.table import facts as f
from bowerbird.table.facts import Decision
from deals import deal, dealt, random_deck, refuses, say, to_turn_up
from kit.rows import rows
from table.real_tables import HANDS, REVOKE, ask, claim, count, gather, in_play, last, real, real_deal, replays


def records(table: Table) -> list[tuple[str, str, bool]]:
    return [(ruled.kind, ruled.by, ruled.overruled) for ruled in table.state.records]


# Where the book is silent.


@pytest.mark.clause("STJ-15", "ALB-T9")
def test_a_question_goes_to_the_director_and_the_table_waits() -> None:
    table = claim(in_play("st-joe", "S: 9d"), "E", "lead out of turn", "S")
    asked = table.view(Seat.W).director_asked
    assert asked is not None
    assert asked.sentence == "The rules do not say; the director decides."
    assert table.view(Seat.W).legal == ()
    table.push(f.Ruling("take it back", "it was East's lead"))
    assert (table.state.turn, table.state.hand.card_led, last(table).clause) == (Seat.E, False, "STJ-15")
    assert last(table).sentence == "It is taken back: it was East's lead"
    assert replays(table)


DECISIONS: list[tuple[Decision, str]] = [
    ("exposed card", "The card stays face up and is played at the first legal chance: seen"),
    ("call a lead", "On North and South's next lead, either of the opponents may name the suit: seen"),
    ("play on without score", "Play continues, and North and South cannot score this deal: seen"),
    ("hand lost", "The hand is over and 2 points go to East and West: seen"),
    ("points", "2 points go to East and West, and play continues: seen"),
    ("points off", "2 points off North and South: seen"),
    ("game lost", "The game is lost and East and West win it: seen"),
    ("new deal", "The same dealer deals again: seen"),
    ("as it stands", "It stands: seen"),
    ("warning", "North and South are warned: seen"),
    ("removal", "Removal from North and South: seen"),
]


@pytest.mark.clause("STJ-15")
@rows(("decision", "sentence"), DECISIONS)
def test_a_director_may_borrow_any_remedy_and_it_is_carried_out(decision: Decision, sentence: str) -> None:
    table = claim(in_play("ccc", "S: 9d, W: Kc", score=(3, 3)), "E", "lead out of turn", "S")
    table.push(f.Ruling(decision, "seen", points=2))
    hand, score = table.state.hand, table.state.score
    assert last(table).sentence == sentence
    assert table.state.asked is None
    match decision:
        case "exposed card":
            assert (hand.face_up(Seat.S), hand.card_led, table.state.turn) == (1 << Card("9d"), False, Seat.E)
        case "call a lead":
            assert [call.side for call in hand.lead_calls] == [Side.NS]
        case "play on without score":
            assert hand.unscored == (Side.NS,)
        case "hand lost":
            assert (score, table.state.phase) == ((3, 5), Phase.SHUFFLE)
        case "points":
            assert (score, table.state.phase) == ((3, 5), Phase.PLAY)
        case "points off":
            assert (score, table.state.phase) == ((1, 3), Phase.PLAY)
        case "game lost":
            assert table.state.result is not None
            assert table.state.result.winner is Side.EW
        case "new deal":
            assert (table.state.phase, table.state.dealer) == (Phase.SHUFFLE, Seat.N)
        case _:
            assert (hand.trick.plays[0], score) == ((Seat.S, Card("9d")), (3, 3))
    assert replays(table)


def test_a_call_can_be_made_void_where_the_book_is_silent() -> None:
    table = claim(say(real_deal("ccc"), "S: order"), "E", "call out of turn", "S")
    table.push(f.Ruling("void and barred", "East had not spoken"))
    assert (table.state.turn, table.state.hand.barred) == (Seat.E, (Side.NS,))


# The director's own actions.


@pytest.mark.clause("STJ-8")
def test_signals_cost_points_bring_a_warning_or_a_removal() -> None:
    table = claim(in_play("st-joe", "E: 9s", score=(0, 4)), "S", "signal", "E")
    asked = table.view(Seat.S).director_asked
    assert asked is not None
    assert asked.sentence == (
        "Points off East and West's game, off the personal card, or both; a warning; or removal, by the director's "
        "decision."
    )
    table.push(f.Ruling("points off", "East touched an ear", points=1))
    assert (table.state.score, table.state.turn) == ((0, 3), Seat.S)
    table.push(f.Ruling("warning", "West answered it", Side.EW))
    table.push(f.Ruling("removal", "East did it again", Side.EW))
    assert (table.state.score, table.state.phase) == ((0, 3), Phase.PLAY)
    assert [ruled.sentence for ruled in table.state.records] == [
        "1 point off East and West: East touched an ear",
        "East and West are warned: West answered it",
        "Removal from East and West: East did it again",
    ]


@pytest.mark.clause("STJ-8")
def test_points_off_never_bring_a_score_under_zero() -> None:
    table = in_play("st-joe", score=(1, 4))
    table.push(f.Ruling("points off", "code words", Side.NS, points=3))
    assert table.state.score == (0, 4)


def test_a_director_can_rule_at_a_guarded_table_too() -> None:
    table = dealt("st-joe", "N", "9h", **HANDS)
    table.push(f.Ruling("points off", "talking across the table", Side.EW, points=1))
    table.push(f.Ruling("new deal", "the wrong pack"))
    assert (table.state.phase, table.state.dealer, len(table.view(None).rulings)) == (Phase.SHUFFLE, Seat.N, 2)


REFUSED: list[tuple[f.Ruling, str]] = [
    (f.Ruling("warning", "  ", Side.NS), "a ruling needs its reason in the record"),
    (f.Ruling("points", "because", points=2), '"points" needs the offending side'),
    (f.Ruling("removal", "because"), '"removal" needs the offending side'),
    (f.Ruling("take it back", "because"), "there is nothing to take back"),
    (f.Ruling("exposed card", "because"), "no card was claimed that can lie face up now"),
    (f.Ruling("void and barred", "because", Side.NS), "only a call that was claimed before the first lead can be void"),
    (f.Ruling("as it stands", "because", overrules=1), "there is no ruling 1 to overrule: the record has 0"),
]


@rows(("fact", "why"), REFUSED)
def test_a_ruling_that_means_nothing_here_is_refused(fact: f.Ruling, why: str) -> None:
    table = in_play("alberta")
    state = table.state
    refuses(table, fact, why)
    assert table.state is state


def test_rulings_for_a_hand_need_one_and_numbers_must_make_sense() -> None:
    table = gather(in_play("alberta"))
    refuses(
        table,
        f.Ruling("hand lost", "because", Side.NS, 2),
        '"hand lost" is for a hand in play; give or take points instead',
    )
    for wrong in (f.Ruling("points", "because", Side.NS, 21), f.Ruling("points", "because", Side.NS, -1)):
        with pytest.raises(InvalidActionError, match="from 0 to 20"):
            table.push(wrong)
    with pytest.raises(InvalidActionError, match="numbered from 1"):
        table.push(f.Ruling("points", "because", Side.NS, 2, overrules=-1))


# Overruling.


@pytest.mark.clause("ALB-T9", "STJ-15")
def test_a_fresh_ruling_is_overruled_and_the_table_is_as_if_it_had_not_been_made() -> None:
    table = in_play("st-joe", f"{REVOKE}, W: As")
    before = table.state
    claim(table, "W", "revoke", "S")
    assert table.state.score == (0, 2)
    table.push(f.Ruling("as it stands", "the ten of spades was stuck to the king", overrules=1))
    assert (table.state.score, table.state.phase, table.state.turn) == ((0, 0), Phase.PLAY, Seat.N)
    assert (table.state.hand.held, table.state.hand.trick) == (before.hand.held, before.hand.trick)
    assert records(table) == [("hand lost", "book", True), ("as it stands", "director", False)]
    assert replays(table)


@pytest.mark.clause("ALB-T9")
def test_the_director_may_rule_otherwise_instead() -> None:
    table = claim(in_play("alberta", "S: 9d, W: Kc"), "E", "lead out of turn", "S")
    table.push(f.Ruling("take it back", "East had waved South on", overrules=1))
    hand = table.state.hand
    assert (hand.card_led, hand.exposed, hand.lead_calls, table.state.turn) == (False, (0, 0, 0, 0), (), Seat.E)
    say(table, "E: 9s")
    assert table.view(Seat.E).rulings[0].overruled


@pytest.mark.clause("ALB-T9")
def test_once_play_has_gone_on_only_the_points_are_put_right() -> None:
    table = claim(in_play("ccc", REVOKE), "W", "revoke", "S")
    assert (table.state.score, table.state.dealer) == ((0, 2), Seat.E)
    deal(table, "9h", **HANDS)
    table.push(f.Ruling("points", "South was right, East was not", Side.EW, points=2, overrules=1))
    assert (table.state.score, table.state.phase, table.state.dealer) == ((2, 0), Phase.FIRST_ROUND, Seat.E)
    assert records(table) == [("hand lost", "book", True), ("points", "director", False)]
    assert replays(table)


@pytest.mark.clause("ALB-T9")
def test_an_overruling_is_itself_overruled_and_all_three_stay_in_the_record() -> None:
    table = claim(in_play("ccc", REVOKE), "W", "revoke", "S")
    table.push(f.Ruling("as it stands", "no spade was seen", overrules=1))
    refuses(table, f.Ruling("as it stands", "again", overrules=1), "ruling 1 is overruled already")
    table.push(f.Ruling("hand lost", "here is the spade", points=2, overrules=2))
    assert (table.state.score, table.state.dealer) == ((0, 2), Seat.E)
    assert [ruled[2] for ruled in records(table)] == [True, True, False]
    assert replays(table)


def test_an_older_ruling_can_be_overruled_and_the_later_ones_stay() -> None:
    table = claim(in_play("national", "E: 9s"), "N", "card not played singly", "E")
    say(table, "S: Ts")
    claim(table, "E", "card not played singly", "S")
    assert table.state.score == (2, 2)
    table.push(f.Ruling("as it stands", "East's card was single", overrules=1))
    assert (table.state.score, [ruled[2] for ruled in records(table)]) == ((0, 2), [True, False, False])


PENDING = [
    ("play on without score", "unscored"),
    ("call a lead", "lead_calls"),
]


@rows(("decision", "field"), PENDING)
def test_penalties_still_to_come_are_lifted(decision: Decision, field: str) -> None:
    table = in_play("alberta", "E: 9s")
    table.push(f.Ruling(decision, "a wrong count", Side.NS))
    say(table, "S: Ts")
    assert getattr(table.state.hand, field)
    table.push(f.Ruling("as it stands", "counted again", overrules=1))
    assert getattr(table.state.hand, field) == ()


def test_an_open_card_is_taken_up_and_a_bar_is_lifted() -> None:
    table = in_play("alberta", "E: 9s")
    table.push(f.Expose(Seat.W, Card("Ac")))
    say(table, "S: Ts")
    table.push(f.Ruling("as it stands", "nobody saw it", overrules=1))
    assert table.state.hand.face_up(Seat.W) == 0
    table = claim(say(real_deal("alberta"), "S: order"), "E", "call out of turn", "S")
    table.push(f.Pass(Seat.E))
    table.push(f.Ruling("as it stands", "East had passed by a nod", overrules=1))
    assert table.state.hand.barred == ()


def test_a_choice_is_withdrawn_before_and_after_the_cards_are_gathered() -> None:
    plain = gather(in_play("alberta", f"{REVOKE}, W: As, N: Tc, S: 9d", score=(3, 3))).state.score
    table = count(claim(in_play("alberta", f"{REVOKE}, W: As, N: Tc, S: 9d", score=(3, 3)), "W", "revoke", "S"))
    table.push(f.Choose(Seat.E, "add points"))
    table.push(f.Ruling("as it stands", "it was no revoke", overrules=1))
    assert (table.state.hand.owed, table.state.hand.choices) == ((), ())
    assert gather(table).state.score == plain
    table = claim(in_play("alberta", f"{REVOKE}, W: As, N: Tc, S: 9d", score=(3, 3)), "W", "revoke", "S")
    gather(table, f.Choose(Seat.E, "take points"))
    assert table.state.score == (1, 3)
    table.push(f.Ruling("as it stands", "it was no revoke", overrules=1))
    assert table.state.score == plain
    assert replays(table)


def test_a_score_that_was_withheld_is_given_back() -> None:
    plain = gather(in_play("alberta")).state.score
    assert plain != (0, 0)
    winners = Side.NS if plain[0] else Side.EW
    table = in_play("alberta")
    table.push(f.Ruling("play on without score", "six cards", winners))
    gather(table)
    assert table.state.score == (0, 0)
    table.push(f.Ruling("as it stands", "it was five", overrules=1))
    assert table.state.score == plain


def test_of_two_rulings_at_one_count_only_the_one_that_is_named_is_overruled() -> None:
    lines = f"{REVOKE}, W: As, N: Tc, S: 9d, W: Ac, N: 9h, E: Kd, N: Jd, E: Qd, S: Th, W: Qh, N: Jc"
    table = count(claim(claim(in_play("alberta", lines), "E", "revoke", "S"), "N", "revoke", "E"))
    assert [owed.side for owed in table.state.hand.owed] == [Side.EW, Side.NS]
    table.push(f.Ruling("as it stands", "South had no spade", overrules=1))
    assert [owed.side for owed in table.state.hand.owed] == [Side.NS]
    assert records(table) == [("choice", "book", True), ("choice", "book", False), ("as it stands", "director", False)]


# Going back leaves alone what is no part of it.


def test_taking_a_call_back_undoes_neither_points_nor_open_cards_nor_what_can_still_be_claimed() -> None:
    table = say(real_deal("national"), "S: order")
    table.push(f.Expose(Seat.W, Card("Ac")))
    table.push(f.Ruling("points", "a remark", Side.NS, points=1))
    claim(table, "E", "call out of turn", "S")
    table.push(f.Ruling("take it back", "East had not spoken"))
    assert (table.state.turn, table.state.score) == (Seat.E, (0, 1))
    assert table.view(Seat.E).exposed[Seat.W] == (Card("Ac"),)
    table = say(real_deal("ccc"), "S: order")
    table.push(f.Expose(Seat.W, Card("Ac")))
    claim(table, "E", "call out of turn", "S")
    table.push(f.Ruling("take it back", "East had not spoken"))
    assert claim(table, "E", "card exposed", "W").state.asked is not None


def test_taking_a_card_back_brings_back_the_call_on_a_lead_that_was_made_since() -> None:
    table = in_play("trailer-estates")
    table.push(f.Ruling("call a lead", "South looked at a trick", Side.NS))
    say(table, f"{REVOKE}, W: As, N: Tc")
    table.push(f.CallLead(Seat.E, Suit.DIAMONDS))
    say(table, "S: 9d")
    assert not table.state.hand.lead_calls
    claim(table, "W", "revoke", "S")
    table.push(f.Ruling("take it back", "play it again"))
    assert (table.state.turn, [call.named for call in table.state.hand.lead_calls]) == (Seat.S, [False])


def test_taking_a_deal_back_does_not_unring_the_start_bell() -> None:
    table = Table(
        "national",
        [f.Open(mode="real", dealer=Seat.N), f.Shuffle(random_deck(in_play("national").book, random.Random(1)))],
    )
    table.push(f.Deal(("3-2", "3-2", "3-2", "3-2"), by=Seat.E))
    table.push(f.StartBell())
    claim(table, "W", "wrong dealer", "E")
    table.push(f.Ruling("take it back", "North deals"))
    assert (table.state.started, table.state.dealer, any(table.state.hand.dealt)) == (True, Seat.N, False)


# Overruling at the end of a game.


def test_a_game_that_a_ruling_ended_goes_on_when_it_is_overruled() -> None:
    table = claim(in_play("national", "E: 9s", score=(9, 3)), "N", "card not played singly", "E")
    assert table.state.is_over
    refuses(table, f.Ruling("warning", "late", Side.NS), "only a ruling in its record can be overruled")
    table.push(f.Ruling("as it stands", "it was played singly", overrules=1))
    assert (table.state.phase, table.state.score, table.state.result) == (Phase.PLAY, (9, 3), None)
    say(table, "S: Ts")


def test_the_directors_points_can_win_the_game_in_the_middle_of_a_hand() -> None:
    table = in_play("alberta", "E: 9s", score=(9, 3))
    table.push(f.Ruling("points", "East saw the kitty", Side.EW, points=2))
    result = table.state.result
    assert result is not None
    assert (result.winner, result.score, table.state.score) == (Side.NS, (10, 3), (10, 3))


def test_a_game_that_the_bell_ended_stays_ended_with_the_score_put_right() -> None:
    table = gather(claim(in_play("national", "E: 9s", score=(0, 5)), "N", "card not played singly", "E"))
    score = table.state.score
    to_turn_up(table, random_deck(table.book, random.Random(2)))
    table.push(f.EndBell())
    table.push(f.Ruling("as it stands", "it was single", overrules=1))
    result = table.state.result
    assert result is not None
    assert (result.ended_by, result.score, table.state.score) == ("bell", (score[0] - 2, score[1]), result.score)


@pytest.mark.clause("NAT-D6")
def test_points_overruled_after_the_bell_leave_the_hand_to_be_dealt_that_a_thrown_in_one_put_off() -> None:
    table = real("national", (9, 4))
    table.push(f.StartBell())
    deal(table, "9h")
    table.push(f.EndBell())
    for _ in range(8):
        table.push(f.Pass(table.state.turn or Seat.N))
    table.push(f.Ruling("points", "East saw the kitty", Side.EW, points=2))
    assert table.state.result == GameResult((11, 4), Side.NS, "points")
    table.push(f.Ruling("as it stands", "it was West's own card", overrules=1))
    assert (table.state.phase, table.state.score, table.state.is_over) == (Phase.SHUFFLE, (9, 4), False)


def test_an_older_ruling_overruled_reopens_a_game_in_the_middle_of_a_hand() -> None:
    table = claim(in_play("national", "E: 9s", score=(7, 3)), "N", "card not played singly", "E")
    say(table, "S: Ts")
    claim(table, "N", "card not played singly", "E")
    assert table.state.is_over
    table.push(f.Ruling("as it stands", "the first was single", overrules=1))
    assert (table.state.phase, table.state.turn, table.state.score) == (Phase.PLAY, Seat.W, (9, 3))
    say(table, "W: As")
    assert replays(table)


def test_a_game_won_with_points_that_are_taken_back_is_not_won() -> None:
    table = claim(in_play("national", "E: Ah", score=(3, 8)), "E", "card not played singly", "S")
    gather(table)
    assert table.state.is_over
    assert table.state.result is not None
    won = table.state.result.score
    table.push(f.Ruling("as it stands", "it was single", overrules=1))
    assert (table.state.phase, table.state.score) == (Phase.SHUFFLE, (won[0], won[1] - 2))
    table.push(f.Ruling("points", "then a new look", Side.NS, points=2, overrules=2))
    assert table.state.is_over
    assert table.state.result is not None
    assert table.state.result.score == table.state.score == won
    assert replays(table)


def test_a_lost_game_stays_lost_when_another_ruling_is_overruled() -> None:
    table = claim(in_play("national", "E: 9s"), "N", "card not played singly", "E")
    table.push(f.Ruling("game lost", "a second offence", Side.EW))
    table.push(f.Ruling("as it stands", "the card was single", overrules=1))
    result = table.state.result
    assert result is not None
    assert (result.winner, result.ended_by, result.score, table.state.score) == (Side.NS, "ruling", (0, 0), (0, 0))


def test_a_lost_game_goes_on_when_that_ruling_is_overruled() -> None:
    table = real_deal("national", E="As Ad Kd Qd 9s", S="Kh Th 9d Td Ts")
    claim(say(table, "E: order"), "S", "call without the card", "E")
    table.push(f.Ruling("take it back", "East had not heard the card called", overrules=1))
    assert (table.state.phase, table.state.turn, table.state.result) == (Phase.FIRST_ROUND, Seat.E, None)
    ask(table, f.Pass(Seat.E))
    assert not table.allows(f.Play(Seat.E, Card("9s")))
