"""Recorded games, played again: the score that they come to, and what breaks a rule."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bowerbird.notation import EgnError, RuleBrokenError, read_egn, replay
from bowerbird.seats import Seat, Side
from bowerbird.table import Order
from kit.rows import rows
from notation.games import HANDS, TRICKS, Data, again, changed, deal, egn, game, samples

NO_TRICKS = ("",)
NOBODY = " ".join(["Pass"] * 8)

#: What the samples come to. All but the first are whole games: they reach ten in their last deal and not before.
SAMPLE_SCORES = {
    "Custom Scenario": (0, 1),
    "Epic Comeback": (11, 9),
    "Masters of the Euchreverse Week 1 Game 6": (11, 6),
    "Me and Bears": (10, 9),
    "MotE W5 G1": (10, 3),
    "MotE W5 G2": (8, 10),
    "Quite the Hustle Annotated": (10, 7),
    "Six Points in Two Hands": (10, 9),
    "VWEC Finals": (8, 10),
}


@pytest.mark.skipif(not samples(), reason="the sample games are not beside the project")
@rows("path", samples())
def test_every_sample_replays_to_its_end(path: Path) -> None:
    played = replay(read_egn(path.read_bytes()))
    assert played.score == SAMPLE_SCORES[path.stem]
    assert not any(one.open for one in played.deals)
    assert all(sum(one.taken()) == 5 for one in played.deals)
    whole = path.stem != "Custom Scenario"
    assert (played.result is not None) is whole


def counted(record: Data, lead_left_of_lone: bool) -> tuple[int, int]:
    """The tricks of a sample's deal, counted without Bowerbird: strings, and the rules as newcomers know them."""
    bidding, play = record["phases"]
    dealer, up = record["initialState"]["dealer"], record["initialState"]["upCard"]
    place = next(place for place, call in enumerate(bidding["calls"]) if call != "Pass")
    maker = (dealer + 1 + place) % 4
    trump = up[1] if bidding["calls"][place] == "Order" else bidding["calls"][place]
    next_suit = {"c": "s", "s": "c", "d": "h", "h": "d"}[trump]
    trumps = ["J" + trump, "J" + next_suit, *(rank + trump for rank in "AKQT9")]
    out = (maker + 2) % 4 if bidding["isAlone"] else None
    seat = (maker + 1 if out is not None and lead_left_of_lone else dealer + 1) % 4
    taken = [0, 0]
    for trick in play["tricks"]:
        seats = [other for other in (seat, seat + 1, seat + 2, seat + 3, seat + 4) if other % 4 != out][:4]
        order = trumps + [rank + trick[0][1] for rank in "AKQJT9" if rank + trick[0][1] not in trumps]
        best = min((card for card in trick if card in order), key=order.index)
        seat = seats[trick.index(best)] % 4
        taken[seat % 2] += 1
    return taken[0], taken[1]


@pytest.mark.skipif(not samples(), reason="the sample games are not beside the project")
@rows("path", samples())
def test_the_tricks_of_every_sample_are_those_that_a_plain_count_gives(path: Path) -> None:
    data = json.loads(path.read_bytes())
    left_of_lone = data["metadata"]["ruleset"]["loner_lead"] == "LEFT_OF_LONER"
    plain = [counted(record, left_of_lone) for record in data["deals"]]
    assert [one.taken() for one in replay(game(data)).deals] == plain


@pytest.mark.skipif(not samples(), reason="the sample games are not beside the project")
def test_a_dealer_who_shows_no_trump_laid_the_turn_up_away() -> None:
    path = next(path for path in samples() if path.stem.startswith("Masters"))
    assert str(replay(read_egn(path.read_bytes())).deals[4].discard) == "Td"


@rows("hands", [False, True])
def test_leaders_winners_and_points_are_derived(hands: bool) -> None:
    played = again(deal(hands=hands))
    (one,) = played.deals
    assert [trick.winner for trick in one.tricks] == [Seat.E, Seat.E, Seat.E, Seat.W, Seat.E]
    assert one.tricks[4].plays == ((Seat.W, "Qs"), (Seat.N, "As"), (Seat.E, "Kh"), (Seat.S, "Ts"))
    assert (one.taken(), one.points, one.outcome) == ((0, 5), (0, 2), "march")
    assert (one.hand.maker, one.hand.alone, one.said) == (Seat.E, False, ((Seat.E, "I order it up"),))
    assert played.score == (0, 2)
    assert played.result is None


def test_the_score_is_carried_on_from_the_first_to_the_last_deal() -> None:
    passed = deal(*NO_TRICKS, calls=NOBODY, dealer=1, number=1)
    played = again(deal(), passed, deal(dealer=2, number=2, calls="x"), score=(5, 4), ruleset={"std": False})
    assert [one.score for one in played.deals] == [(5, 6), (5, 6), (5, 6)]
    assert (played.start, played.score) == ((5, 4), (5, 6))


def test_bowers_nines_and_capitals_are_read_as_cards() -> None:
    written = again(deal("R Qh L NH", "AH 9S Js Tt", *TRICKS[2:], up="Nh"))
    plain = again(deal())
    assert written.deals[0].tricks == plain.deals[0].tricks
    assert written.deals[0].turn_up == "9h"


def test_a_deal_that_everyone_passes_passes_on() -> None:
    played = again(
        deal(*NO_TRICKS, calls=NOBODY), deal(*NO_TRICKS, calls=NOBODY, dealer=1, number=1), ruleset={"std": False}
    )
    assert [one.outcome for one in played.deals] == ["thrown in", "thrown in"]
    assert played.score == (0, 0)


def test_a_record_that_stops_at_the_order_waits_for_the_dealers_discard() -> None:
    (stopped,) = again(deal(*NO_TRICKS, hands=True)).deals
    assert stopped.facts == (Order(Seat.E, alone=False),), "no discard is made up"
    assert (stopped.discard, stopped.taken()) == (None, (0, 0))


def test_a_lone_hand_is_led_to_from_the_left_of_the_dealer_or_of_the_lone_hand() -> None:
    # South assists and goes alone; North, the dealer, lays the cards away.
    tricks = ("Ac Qc Kd", "Ah Qh Jd", "Qs Kh Ts", "Jh Kc Js", "Td 9s Ad")
    left_of_dealer = again(deal(*tricks, calls="Pass Order", bidding={"isAlone": True}))
    assert left_of_dealer.deals[0].tricks[0].plays[0] == (Seat.E, "Ac")
    tricks = ("Qs Kh Ts", "Ah Qh Jd", "Ad Td 9s", "Kd Ac Qc", "Jh Kc Js")
    left_of_lone = again(
        deal(*tricks, calls="Pass Order", bidding={"isAlone": True}), ruleset={"loner_lead": "LEFT_OF_LONER"}
    )
    assert left_of_lone.deals[0].tricks[0].plays[0] == (Seat.W, "Qs")
    assert left_of_lone.deals[0].points == (0, 2)


def test_the_dealers_partner_goes_alone_where_the_game_is_canadian() -> None:
    tricks = ("Ac Qc Kd", "Ah Qh Jd", "Qs Kh Ts", "Jh Kc Js", "Td 9s Ad")
    played = again(deal(*tricks, calls="Pass Order"), ruleset={"canadian": True})
    assert played.deals[0].hand.alone


# Rules that are broken.


def broken(*deals: Data | str, **about: object) -> str:
    with pytest.raises(RuleBrokenError) as fault:
        again(*deals, **about)
    message = str(fault.value)
    assert "\n" not in message
    return message


def test_a_revoke_is_told_with_the_card_that_shows_it() -> None:
    tricks = changed(changed(TRICKS, 3, "Ac Ts Kd 9c"), 5, "Qs As Kh Qc")
    assert broken(deal(*tricks)) == "Deal 1, trick 3, Ts: South must follow clubs: Qc or Kc (Kc is played in trick 4)"


def test_a_revoke_is_seen_in_a_recorded_hand_though_the_suit_never_shows() -> None:
    tricks = (*TRICKS[:2], "Ac Ts")
    assert broken(deal(*tricks, hands=True)) == "Deal 1, trick 3, Ts: South must follow clubs: Qc or Kc"
    assert again(deal(*tricks)).deals[0].open


def test_the_left_bower_follows_trumps() -> None:
    tricks = ("Jh Qh Kd 9h", TRICKS[1], "Ac Qc Jd 9c")
    assert broken(deal(*tricks)) == "Deal 1, trick 1, Kd: West must follow hearts: Jd (Jd is played in trick 3)"


@rows(
    "trick, text, why",
    [
        (2, "Ah 9s Jd Th", "Deal 1, trick 2, Jd: it was already played in trick 1, from West"),
        (4, "Td Kc Ad Jd", "Deal 1, trick 4, Jd: it was already played in trick 1, from West"),
        (1, "Jh Qh 9h Jd", "Deal 1, trick 1, 9h: West can't have it: it was turned up and taken by North"),
        (2, "Ah 9s Js 7h", "Deal 1, trick 2, 7h: there is no such card in this deal's deck of 24"),
        (2, "Ah 9s Js B", "Deal 1, trick 2, B: there is no such card in this deal's deck of 24"),
        (2, "Ah 9s Js Th Tc", "Deal 1, trick 2, Tc: the trick has 5 cards, but 4 play"),
        (2, "Ah 9s Js", "Deal 1, trick 2, Ah 9s Js: the trick has 3 of its 4 cards, but another follows"),
    ],
)
def test_cards_that_cannot_fall(trick: int, text: str, why: str) -> None:
    assert broken(deal(*changed(TRICKS, trick, text))) == why


def test_a_sixth_trick_is_one_too_many() -> None:
    assert "five tricks, but this is another" in broken(deal(*TRICKS, "Tc Jc Qd 9d"))


def test_a_trick_told_in_the_wrong_order_contradicts_the_hands() -> None:
    assert "trick 2, 9s: East can't have it: it is in South's recorded hand" in broken(
        deal(*changed(TRICKS, 2, "9s Js Th Ah"), hands=True)
    )


def test_a_card_that_is_not_in_the_recorded_hand() -> None:
    assert "trick 5, Tc: South does not hold Tc" in broken(deal(*changed(TRICKS, 5, "Qs As Kh Tc"), hands=True))


def test_a_sixth_card_from_a_hand_that_is_known_in_part() -> None:
    start = {"playerCards": [[], [], ["Tc", "Xx", "Xx", "Xx", "Xx"], []]}
    assert "trick 5, Ts: South would have held six cards" in broken(deal(start=start))


def test_a_card_recorded_in_two_hands() -> None:
    hands = [list(hand) for hand in HANDS]
    hands[2][0] = "Jh"
    assert "Jh: one card in two places" in broken(deal(start={"playerCards": hands}))
    assert "9d: it was discarded, but it is in West's recorded hand" in broken(
        deal(bidding={"discard": "9d"}, start={"playerCards": [[], [], [], ["9d"]]})
    )


def test_what_was_discarded_or_turned_down_does_not_fall() -> None:
    tricks = changed(TRICKS, 3, "Ac Qc Kd 9d")
    assert "trick 3, 9d: North can't have it: it was discarded" in broken(deal(*tricks, bidding={"discard": "9d"}))
    named = deal(*TRICKS, calls="Pass Pass Pass Pass d")
    assert "trick 1, 9h: North can't have it: it was turned down" in broken(named)


def test_nothing_is_discarded_where_nothing_was_taken_up() -> None:
    named = deal(calls="Pass Pass Pass Pass h", up="9c", bidding={"discard": "Qd"})
    assert "Qd: it was discarded, but nobody took another card" in broken(named)


@rows(
    "calls, why",
    [
        ("Order Pass", "call 2, Pass: trump is made: the calls are over"),
        ("Order Order", "call 2, Order: trump is made: the calls are over"),
        ("h", "call 1, h by East: the first round is about hearts only"),
        ("Pass Pass Pass Pass h", "call 5, h by East: hearts were turned down and cannot be named"),
        ("Pass Pass Pass Pass Order", "call 5, Order by East: hearts were turned down"),
        ("Pass Pass Pass Pass n", "call 5, n by East: no trump is not played"),
        (NOBODY, "call 8, Pass by North: the dealer is stuck"),
    ],
)
def test_calls_that_cannot_be_made(calls: str, why: str) -> None:
    assert why in broken(deal(*NO_TRICKS, calls=calls))


def test_calls_after_everyone_passed_twice() -> None:
    assert "call 9, Order: everyone has passed twice" in broken(
        deal(*NO_TRICKS, calls=f"{NOBODY} Order"), ruleset={"std": False}
    )


def test_nothing_is_played_before_trump_is_made() -> None:
    assert broken(deal(calls="Pass Pass")) == "Deal 1, trick 1, Jh: a card is played, but nobody has made trump"


def test_only_an_opponent_of_a_lone_hand_defends_alone_and_only_where_it_is_played() -> None:
    tricks = ("Ah Qh", "Jh Qc", "Kh Kc", "Ac 9s", "Td Ts")
    alone = {"isAlone": True, "aloneDefender": 2}
    played = again(deal(*tricks, bidding=alone), ruleset={"defend_alone": True})
    assert played.deals[0].hand.lone_defender is Seat.S
    assert played.deals[0].points == (0, 4)
    assert "don't allow" in broken(deal(*tricks, bidding=alone))
    alone["aloneDefender"] = 3
    assert "only an opponent" in broken(deal(*tricks, bidding=alone), ruleset={"defend_alone": True})


def test_the_deal_passes_to_the_left() -> None:
    assert broken(deal(), deal(dealer=2, number=1)) == "Deal 2: East deals, not South: the deal passes to the left"
    gap = again(deal(), deal(*NO_TRICKS, calls="", dealer=2, number=5))
    assert gap.deals[1].dealer is Seat.S


def test_deals_after_the_end_are_replayed_with_a_warning_and_do_not_count() -> None:
    after = (deal(dealer=1, number=1, calls="Pass Pass Pass Order"), deal(*NO_TRICKS, calls="", dealer=2, number=2))
    played = again(deal(), *after, score=(0, 8))
    assert played.warnings == ("the game was over at 0–10 after deal 1, so deals 2 to 3 don't count.",)
    assert [one.after_end for one in played.deals] == [False, True, True]
    assert (played.score, played.result and played.result.score) == ((0, 10), (0, 10))
    assert again(deal(), after[0], score=(0, 8)).warnings == (
        "the game was over at 0–10 after deal 1, so deal 2 doesn't count.",
    )
    assert again(deal(), score=(0, 8)).warnings == ()


def test_a_deal_after_the_end_still_follows_the_rules() -> None:
    assert broken(deal(), deal("Jh", dealer=1, number=1, calls="Order Pass"), score=(0, 8)).startswith("Deal 2")


@rows("final", [[0, 10], [2, 10]])
def test_a_final_score_is_that_of_the_end_or_of_every_deal(final: list[int]) -> None:
    games = (deal(), deal(dealer=1, number=1, calls="Pass Pass Pass Order"))
    assert again(*games, score=(0, 8), finalScore=final).score == (0, 10)
    with pytest.raises(RuleBrokenError, match="the deals add up to 0–10"):
        again(*games, score=(0, 8), finalScore=[5, 10])


def test_strictly_nothing_is_dealt_after_the_game() -> None:
    with pytest.raises(RuleBrokenError) as refusal:
        replay(game(egn(deal(), deal(dealer=1, number=1), score=(0, 8))), strict=True)
    assert str(refusal.value) == "Deal 2: the game was over at 0–10, so nothing more is dealt"


def test_a_first_lead_that_the_file_gives_to_another() -> None:
    data = deal()
    data["phases"][1]["initialLead"] = 2
    assert broken(data) == "Deal 1, trick 1: East leads, not South"


@rows("start, final", [((0, 0), [0, 2]), ((0, 9), [0, 11]), ((0, 9), [0, 10])])
def test_a_final_score_may_count_points_over_the_target_or_not(start: tuple[int, int], final: list[int]) -> None:
    assert again(deal(), score=start, finalScore=final).score == (0, start[1] + 2)


def test_a_final_score_that_the_deals_do_not_add_up_to() -> None:
    assert broken(deal(), finalScore=[2, 0]) == "the deals add up to 0–2, but the file ends with 2–0"


# Records that stop, or do not tell everything.


def test_the_last_deal_may_stop_anywhere() -> None:
    for tricks in (NO_TRICKS, ("Jh",), ("Jh Qh Jd 9h",), (*TRICKS[:4], "Qs As Kh")):
        played = again(deal(*tricks))
        assert played.deals[0].open == "the record stops here"
        assert (played.score, played.deals[0].points) == ((0, 0), (0, 0))
    assert again(deal(*TRICKS[:3])).deals[0].taken() == (0, 3)


def test_another_deal_does_not_follow_one_that_stops() -> None:
    assert broken(deal(*TRICKS[:2]), deal(dealer=1, number=1)) == (
        "Deal 1: the record stops after 8 cards, but another deal follows"
    )


def test_a_deal_with_nothing_in_it_came_to_nothing() -> None:
    played = again(deal(*NO_TRICKS, calls=""), deal(number=1))
    assert [one.outcome for one in played.deals] == ["new deal", "march"]


def test_an_unknown_card_that_cannot_win_does_no_harm() -> None:
    tricks = ("Jh Xx Jd 9h", "Ah Xs Xx Th", "Ac Xc Kd Xx", "Td Kc Ad Ks", "Qs As Kh Xx")
    played = again(deal(*tricks))
    (one,) = played.deals
    assert one.open == "the known cards don't show who won trick 3"
    assert one.taken() == (0, 2)
    assert one.tricks[0].plays[1] == (Seat.S, "Xx")
    known = again(deal(*changed(tricks, 3, "Ac Xc Kd 9c")))
    assert known.deals[0].points == (0, 2)


def test_an_unknown_card_must_still_be_possible() -> None:
    tricks = changed(TRICKS, 3, "Ac Xs Kd 9c")
    assert broken(deal(*tricks)) == "Deal 1, trick 3, Xs: every such card is somewhere else"
    hidden = changed(changed(TRICKS, 3, "Ac Xs Kd 9c"), 5, "Qs As Kh Xc")
    assert "trick 3, Xs: South must follow clubs: Kc (Kc is played in trick 4)" in broken(deal(*hidden))


@rows("calls, up", [("x", "9h"), ("Pass Pass Pass Pass x", "9h"), ("Order", "Xx"), ("Order", "Jx")])
def test_an_unknown_trump_leaves_the_deal_open(calls: str, up: str) -> None:
    played = again(deal(calls=calls, up=up), deal(dealer=1, number=1, calls="x"))
    assert played.deals[0].open == "the record doesn't show which suit was trump"
    assert played.score == (0, 0)


def test_a_turn_up_of_unknown_rank_tells_enough() -> None:
    tricks = changed(TRICKS, 1, "Jh Qh Jd Xh")
    played = again(deal(*tricks, up="Xh"))
    assert played.deals[0].points == (0, 2)
    assert played.deals[0].turn_up == "Xh"


def test_a_turned_up_joker_stands_for_the_suit_it_is_ordered_as() -> None:
    tricks = changed(TRICKS, 1, "Jh Qh Jd B")
    played = again(deal(*tricks, up="B", calls="h"), ruleset={"joker": True})
    (one,) = played.deals
    assert one.tricks[0].winner is Seat.N
    assert one.hand.maker is Seat.E


def test_the_discard_is_known_where_all_six_cards_are() -> None:
    assert str(again(deal(hands=True)).deals[0].discard) == "9d"
    assert again(deal()).deals[0].discard is None
    assert str(again(deal(bidding={"discard": "Tc"})).deals[0].discard) == "Tc"


def test_a_partners_best_card_is_passed_on() -> None:
    tricks = ("Ac Qc 9c", "Ah Qh Th", "Jh Kc 9h", "Jd 9s Ks", "Kh Ts As")
    gift = {"sender": 3, "receiver": 1, "cards": ["Jd"]}
    rules = {"partners_best": True}
    for bidding in ({"isAlone": True, "cardExchanges": [gift]}, {"isAlone": True}):
        played = again(deal(*tricks, bidding=bidding, hands=True), ruleset=rules)
        assert played.deals[0].points == (0, 4)
        assert played.deals[0].taken() == (0, 5)
    assert "can't have it" in broken(deal(*tricks, bidding={"isAlone": True}, hands=True))


# What can't be replayed here.


@rows(
    "data, why",
    [
        (egn("SGVsbG8="), "deal 1 can't be replayed: it is packed"),
        (egn(deal(), ruleset={"go_under": True}), "go_under isn't played here"),
        (egn(deal(), ruleset={"fast_break": True}), "fast_break isn't played here"),
        (egn(deal(), ruleset={"four_trick_tokens": True}), "four_trick_tokens isn't played here"),
        (egn(deal(), ruleset={"num_players": 6}), "6 players"),
        (egn(deal(), players=["a", "b", "c", "d", "e"]), "5 players"),
        (egn(deal(), ruleset={"min_rank": 2}), "its deck starts at 2"),
        (egn(deal(), ruleset={"loner_march_score": -4}), "loner_march_score is -4"),
        (egn(deal(), score=(-1, 0)), "initialScore is below zero"),
    ],
)
def test_what_no_table_here_plays_is_refused(data: Data, why: str) -> None:
    with pytest.raises(EgnError) as refusal:
        replay(game(data))
    assert why in str(refusal.value)


def test_a_game_with_no_deals_and_no_names_is_a_game() -> None:
    played = again(players=[], initialScore=[3])
    assert (played.score, played.names) == ((3, 0), ("North", "East", "South", "West"))


@rows("score", [(0, 90), (10, 0)])
def test_a_game_that_is_over_before_it_begins_is_none(score: tuple[int, int]) -> None:
    with pytest.raises(EgnError, match="initialScore has already reached 10"):
        again(deal(), score=score, ruleset={"winning_score": 10})


def test_the_winner_is_the_side_at_the_target() -> None:
    played = again(deal(), score=(4, 3), ruleset={"winning_score": 5})
    assert played.result is not None
    assert played.result.winner is Side.EW
