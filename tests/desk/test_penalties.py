"""The points of a ruling beside the score of the table: asked for, put on by one tap, told in the history, undone."""

from __future__ import annotations

from typing import Any

import pytest

from bowerbird.evening.facts import PointsRuled, decode_record
from bowerbird.evening.penalties import offending_side
from bowerbird.seats import Side
from desk.desks import HELPER, Room
from kit.rows import rows


def ruled(room: Room, what: str = "revoke", **rest: Any) -> int:
    """A ruling against North and South of table 1; gives its number."""
    room.do("ruling", irregularity=what, table=1, offender=room.at(1, 0).name, **rest)
    return room.story.seq


def shown(room: Room, table: int = 1) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = room.view()["tables"][table - 1]["rulings"]
    return found


def asked(room: Room) -> list[str]:
    return [need["words"] for need in room.view()["list"] if need["table"] == 1]


@pytest.mark.clause("NAT-P5")
def test_points_are_put_on_the_score_by_one_answer_with_the_clause_in_the_history() -> None:
    room = Room("national")
    room.score(1, 11, 6)
    number = ruled(room)
    others = " & ".join(room.at(1, seat).name for seat in (1, 3))
    assert asked(room) == [f"Table 1: 11–6 is in. Does this score include the 2 points for {others} (NAT-P5)?"]
    assert [each["words"] for each in shown(room)[0]["choices"]] == [
        "Yes, it includes them",
        f"No, add 2 points to {others}: 11–8",
    ]
    assert room.result(1).score.points == (11, 6), "nothing is added by itself"
    said = room.do("settle", ruling=number, how="added")
    assert said[0] == "Round 1, table 1: 11 to 6 is now 11 to 8."
    assert room.result(1).replaced[-1][1] == f"Ruling NAT-P5: 2 points for {others}"
    assert asked(room) == []
    assert shown(room)[0]["settled"] == "added"
    room.refuses("settled already. Undo that answer first", "settle", ruling=number, how="added")
    assert room.again().evening == room.evening


@pytest.mark.clause("STJ-12")
def test_a_ruling_before_the_score_is_asked_about_when_it_comes() -> None:
    room = Room("st-joe")
    number = ruled(room)
    assert asked(room) == [], "there is nothing to say before the score is in"
    assert [each["how"] for each in shown(room)[0]["choices"]] == ["in the score"]
    room.score(1, 6, 10, room.at(1, 1))
    assert len(asked(room)) == 1, "the other side has not accepted it"
    assert "not confirmed yet" in asked(room)[0]
    room.do("accept", room.at(1, 0))
    assert "Does this score include the 2 points for" in asked(room)[0]
    room.do("settle", ruling=number, how="in the score")
    assert asked(room) == []
    assert room.result(1).score.points == (6, 10)
    assert room.result(1).replaced == ()


@pytest.mark.clause("STJ-12")
def test_the_table_that_wrote_the_points_down_is_not_asked_again() -> None:
    room = Room("st-joe")
    number = ruled(room)
    room.do("settle", ruling=number, how="in the score")
    room.score(1, 6, 10)
    assert asked(room) == []
    assert shown(room)[0]["words"].startswith("2 points for")


def test_own_cards_get_the_points_too() -> None:
    room = Room("st-joe")
    room.score(1, 10, 4)
    room.do("settle", ruling=ruled(room, holds=["hand played alone"]), how="added")
    score = room.result(1).score
    assert score.points == (10, 8)
    assert score.cards[1].personal == (8, 8)
    assert score.cards[0].personal == (10, 10)


def test_a_renege_that_is_not_in_the_score_is_not_on_the_card_either() -> None:
    room = Room("ccc")
    room.score(1, 10, 4)
    room.do("settle", ruling=ruled(room), how="added")
    assert room.result(1).score.cards[0].revokes == 1
    assert room.result(1).score.points == (10, 6)


@pytest.mark.clause("ALB-12i")
def test_where_the_others_choose_each_choice_is_offered() -> None:
    room = Room("alberta")
    room.score(1, 4, 10)
    number = ruled(room)
    assert "What did " in asked(room)[0]
    assert [each["how"] for each in shown(room)[0]["choices"]] == ["as played", "in the score", "added", "taken off"]
    # Ten is the most that counts; a side with ten may still choose that, and another ruling may be overruled later.
    assert shown(room)[0]["choices"][2]["words"].endswith(": stays 4–10")
    room.do("settle", ruling=number, how="taken off")
    assert room.result(1).score.points == (2, 10)


@pytest.mark.clause("ALB-12i")
def test_a_revoke_in_the_hand_that_decides_says_what_to_do_and_that_works() -> None:
    room = Room("alberta")
    room.score(1, 10, 8)
    number = ruled(room)
    assert "If it doesn't, correct it first: with them it would be 10–10" in shown(room)[0]["choices"][1]["words"]
    room.refuses(
        "Table 1 has 10–8, and with them it would be 10–10, which isn't possible. Correct the score first: leave out "
        'the hand that doesn\'t count, and put the points in. Then settle the ruling as "in the score".',
        "settle",
        ruling=number,
        how="added",
    )
    room.do("correct", table=1, ns=8, ew=10, reason="a revoke in the last hand")
    room.do("settle", ruling=number, how="in the score")
    assert room.result(1).score.winner is Side.EW
    assert asked(room) == []


def test_every_refusal_to_settle_gives_its_own_reason() -> None:
    room = Room("national")
    number = ruled(room)
    room.refuses("Table 1 has no score yet. Enter it first", "settle", ruling=number, how="added")
    room.refuses('"taken off" isn\'t an answer to this ruling now', "settle", ruling=number, how="taken off")
    room.score(1, 11, 6)
    room.refuses('Choose one of these: "in the score" and "added"', "settle", ruling=number, how="as played")
    room.do("overrule", ruling=number, reason="seen again")
    room.refuses("That ruling was overruled", "settle", ruling=number, how="added")
    room.do("ruling", irregularity="revoke", table=1)
    room.refuses("That ruling changes no score", "settle", ruling=room.story.seq, how="added")
    room.do("undo")
    room.refuses("That ruling was undone. Rule again", "settle", ruling=room.story.seq - 1, how="added")


@pytest.mark.clause("ALB-12i")
def test_a_score_never_falls_under_zero() -> None:
    room = Room("alberta")
    room.score(1, 1, 10)
    room.do("settle", ruling=ruled(room), how="taken off")
    assert room.result(1).score.points == (0, 10)


def test_nothing_is_put_on_a_score_that_nobody_has_accepted() -> None:
    room = Room("national")
    number = ruled(room)
    room.score(1, 11, 6, room.at(1, 0))
    room.refuses(
        "The score of table 1 isn't confirmed yet. Settle the score first", "settle", ruling=number, how="added"
    )
    room.do("dispute", room.at(1, 1))
    room.refuses("The score of table 1 is disputed", "settle", ruling=number, how="added")
    room.score(1, 11, 6, room.at(1, 1))
    room.do("settle", ruling=number, how="added")


@pytest.mark.clause("NAT-P8a")
def test_a_game_that_is_lost_by_a_ruling_is_put_on_the_score() -> None:
    room = Room("national")
    room.score(1, 11, 6)
    number = ruled(room, "call without the card")
    assert "Does the score say so?" in asked(room)[0]
    room.do("settle", ruling=number, how="game lost")
    winner = room.result(1).score.winner
    assert winner is not None
    assert winner.name == "EW"
    assert asked(room) == []


def test_where_points_cannot_be_added_the_desk_says_what_can_be_done() -> None:
    room = Room("national")
    room.score(1, 11, 9)
    number = ruled(room)
    # Eleven to eleven is no score: the director has to look at the hand.
    assert [each["how"] for each in shown(room)[0]["choices"]] == ["in the score", "as played"]
    assert shown(room)[0]["choices"][1]["words"] == (
        "No, and the score stays 11–9: with them it would be 11–11, which isn't possible. If they came before the last "
        "hand, correct the score instead"
    )
    room.refuses("has 11–9, and with them it would be 11–11", "settle", ruling=number, how="added")
    room.do("settle", ruling=number, how="as played")
    assert asked(room) == []
    assert room.result(1).score.points == (11, 9)


def test_it_is_undone_in_the_order_in_which_it_was_done() -> None:
    room = Room("national")
    room.score(1, 11, 6)
    number = ruled(room)
    room.do("settle", ruling=number, how="added")
    room.refuses("Undo that first", "undo", seq=number)
    room.do("undo")
    assert room.result(1).score.points == (11, 6)
    assert len(asked(room)) == 1
    room.do("undo")
    assert shown(room) == []


def test_points_that_were_put_on_are_asked_about_again_when_the_table_sends_another_score() -> None:
    room = Room("national")
    number = ruled(room)
    north, east = room.at(1, 0), room.at(1, 1)
    room.score(1, 11, 6, north)
    room.do("accept", east)
    room.do("settle", ruling=number, how="added")
    room.do("dispute", north)
    assert not shown(room)[0]["open"], "it is the same score as yet"
    room.score(1, 11, 6, north)
    assert shown(room)[0]["settled"] == ""
    room.do("accept", east)
    assert asked(room)[0].startswith("Table 1: 11–6 is in now. Does this score include the 2 points for")
    room.do("settle", ruling=number, how="added")
    assert room.result(1).score.points == (11, 8)
    assert asked(room) == []
    room.do("correct", round=1, table=1, ns=11, ew=5, reason="misread")
    assert len(asked(room)) == 1
    room.do("settle", ruling=number, how="in the score")
    room.do("correct", round=1, table=1, ns=11, ew=4, reason="misread again")
    assert asked(room) == [], "what the table itself wrote down is in its other scores too"
    assert room.again().evening == room.evening


def test_two_rulings_at_one_table_are_put_on_one_after_the_other() -> None:
    room = Room("st-joe")
    room.score(1, 10, 4)
    first, second = ruled(room), ruled(room)
    room.do("settle", ruling=first, how="added")
    room.do("settle", ruling=second, how="added")
    assert room.result(1).score.points == (10, 8)
    assert asked(room) == []
    room.do("correct", round=1, table=1, ns=10, ew=4, reason="the card")
    assert len(asked(room)) == 2


def test_a_lost_game_that_another_score_forgets_is_asked_about_again_or_left_as_it_is() -> None:
    room = Room("national")
    room.score(1, 11, 6)
    number = ruled(room, "call without the card")
    room.do("settle", ruling=number, how="game lost")
    room.do("correct", round=1, table=1, ns=11, ew=7, reason="misread")
    assert len(asked(room)) == 1
    assert room.do("settle", ruling=number, how="as played") == ("Table 1: the score stays as it is.",)
    assert asked(room) == []
    assert room.result(1).score.lost_by is None


def test_after_people_change_places_the_points_still_go_to_those_against_whom_it_was_done() -> None:
    room = Room("national")
    north, east, south, west = (room.at(1, seat).name for seat in range(4))
    number = ruled(room)
    assert shown(room)[0]["words"] == f"2 points for {east} & {west}"
    room.do("swap", first=north, second=east)
    assert shown(room)[0]["words"] == f"2 points for {east} & {south}"
    assert shown(room)[0]["side"] == "EW"
    room.score(1, 6, 11)
    assert f"No, add 2 points to {east} & {south}: 8–11" in [each["words"] for each in shown(room)[0]["choices"]]
    room.do("settle", ruling=number, how="added")
    assert room.result(1).score.points == (8, 11)
    assert room.again().evening == room.evening


def test_a_game_lost_by_a_ruling_is_lost_by_the_offender_wherever_they_sit() -> None:
    room = Room("national")
    north, east = room.at(1, 0).name, room.at(1, 1).name
    number = ruled(room, "call without the card")
    room.do("swap", first=north, second=east)
    room.score(1, 6, 11)
    room.do("settle", ruling=number, how="game lost")
    assert room.result(1).score.lost_by is Side.EW
    assert asked(room) == []


def test_whoever_leaves_the_table_leaves_the_ruling_with_the_chair_as_old_logs_do() -> None:
    room = Room("national")
    ruled(room)
    room.do("swap", first=room.at(1, 0).name, second=room.at(2, 0).name)
    others = " & ".join(room.at(1, seat).name for seat in (1, 3))
    assert shown(room)[0]["words"] == f"2 points for {others}"
    old = b'{"notes":[{"note":"points ruled","round":1,"table":1,"side":1,"irregularity":"revoke","remedy":"points"}]}'
    (note,) = decode_record(old).notes
    assert isinstance(note, PointsRuled)
    assert offending_side(note, room.event.round) is Side.EW


def test_a_seating_that_is_taken_back_leaves_nothing_to_ask() -> None:
    room = Room("national", seat=False)
    room.do("seat")
    seating = room.story.seq
    number = ruled(room)
    room.do("undo", seq=seating)
    assert room.view()["list"] == []
    room.refuses("seating of round 1 was undone", "settle", ruling=number, how="in the score")


def test_only_the_director_settles_and_the_side_must_be_known() -> None:
    room = Room("national")
    room.score(1, 11, 6)
    number = ruled(room)
    room.refuses("does not give that right", "settle", HELPER, ruling=number, how="added")
    room.refuses("Number 2 in the history isn't a ruling", "settle", ruling=2, how="added")
    elsewhere = room.at(2, 0).name
    room.refuses("does not play at table 1", "ruling", irregularity="revoke", table=1, offender=elsewhere)
    # Without a person, or overruled, the ruling is a note and asks nothing.
    room.do("ruling", irregularity="revoke", table=2)
    room.do("ruling", irregularity="revoke", table=2, offender=elsewhere, overruled="Play on.", reason="No harm.")
    assert shown(room, 2) == []


@rows("goes_on", ["next", "finish"])
def test_a_ruling_that_nobody_answered_is_not_forgotten_when_the_round_ends(goes_on: str) -> None:
    room = Room("national")
    number = ruled(room)
    room.score(1, 11, 6)
    room.score(2, 11, 3)
    left = "Nobody has said yet whether the score includes what was ruled at table 1 of round 1."
    assert room.view()["next"]["can"]
    assert room.view()["next"]["asks"] == left
    assert left in room.do(goes_on)
    others = " & ".join(room.event.rounds[0].table(1).pair(Side.EW))
    words = f"Round 1, table 1: 11–6 is in. Does this score include the 2 points for {others} (NAT-P5)?"
    assert room.view()["list"] == [{"round": 1, "table": 1, "words": words, "urgent": False}]
    room.do("settle", ruling=number, how="added")
    assert room.event.rounds[0].results[1].score.points == (11, 8)
    assert room.view()["list"] == []
    assert room.view()["next"]["asks"] == ""


def test_the_button_asks_about_the_round_that_it_ends_and_about_every_round_at_the_end() -> None:
    room = Room("national", rounds=2)
    ruled(room)
    room.score(1, 11, 6)
    room.score(2, 11, 3)
    room.do("next")
    assert room.view()["next"]["last"]
    assert "table 1 of round 1" in room.view()["next"]["asks"]
    room = Room("national", rounds=3)
    ruled(room)
    room.score(1, 11, 6)
    room.score(2, 11, 3)
    room.do("next")
    assert room.view()["next"]["asks"] == "", "whoever wanted to answer later is not asked with every round"
    assert len(room.view()["list"]) == 1
