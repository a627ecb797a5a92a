"""What the two sides of a table say about their score: agreed, different, settled. Nothing counts before that."""

from __future__ import annotations

import pytest

from bowerbird.event import Score, SideCard
from bowerbird.event.facts import HALL, Entered, Entrant, RoundClosed, ScoreAccepted, ScoreDisputed, ScoreEntered
from bowerbird.seats import Seat
from event.evenings import Night, sat


@pytest.fixture
def night() -> Night:
    night = Night("alberta", ["Al", "Cy", "Betty", "Dee"])
    night.sit("Al Betty Cy Dee")
    return night


def says(by: str, ns: int, ew: int) -> ScoreEntered:
    return ScoreEntered(table=1, score=Score(ns, ew), by=by)


def test_the_same_score_from_the_other_side_confirms_it(night: Night) -> None:
    night.do(says("Al", 10, 7))
    assert night.event.round.results[1].status == "waiting"
    night.do(says("Dee", 10, 7))
    result = night.event.round.results[1]
    assert (result.status, result.by) == ("accepted", "Al")
    assert [claim.by for claim in result.claims] == ["Al", "Dee"]


def test_another_score_from_the_other_side_disputes_it_and_nothing_counts(night: Night) -> None:
    night.do(says("Al", 10, 7), says("Betty", 10, 8))
    result = night.event.round.results[1]
    assert result.status == "disputed"
    assert result.note == "We have 10–7 from Al and 10–8 from Betty. Ask them and enter the right one."
    assert [(claim.by, claim.score.points) for claim in result.claims] == [("Al", (10, 7)), ("Betty", (10, 8))]
    assert night.line("Al").games == 0
    night.refuses(RoundClosed(), "a disputed score")


def test_one_side_settles_it_with_the_others_score(night: Night) -> None:
    night.do(says("Al", 10, 7), says("Betty", 10, 8), says("Cy", 10, 8))
    result = night.event.round.results[1]
    assert (result.status, result.score.points) == ("accepted", (10, 8))
    assert [old.points for old, _ in result.replaced] == [(10, 7)]


def test_one_side_accepts_what_the_other_says(night: Night) -> None:
    night.do(says("Al", 10, 7), says("Betty", 10, 8), ScoreAccepted(table=1, by="Al"))
    assert night.event.round.results[1].score.points == (10, 8)
    assert night.event.round.results[1].status == "accepted"


def test_the_director_enters_the_right_one_or_says_whose_it_is(night: Night) -> None:
    night.do(says("Al", 10, 7), says("Betty", 10, 8))
    night.refuses(ScoreAccepted(table=1), "We have 10–7 from Al and 10–8 from Betty")
    night.refuses(ScoreAccepted(table=1, of="Dee"), "Dee has given no score")
    night.do(ScoreAccepted(table=1, of="betty"))
    assert night.event.round.results[1].score.points == (10, 8)
    night.undo()
    night.do(ScoreEntered(table=1, score=Score(10, 6)))
    result = night.event.round.results[1]
    assert (result.status, result.score.points, len(result.claims)) == ("accepted", (10, 6), 2)


def test_a_side_that_mistyped_enters_again_while_nobody_has_answered(night: Night) -> None:
    night.do(says("Al", 10, 7), says("Cy", 10, 6))
    result = night.event.round.results[1]
    assert (result.status, result.score.points) == ("waiting", (10, 6))
    night.refuses(ScoreAccepted(table=1, by="Al"), "sits with Cy")


def test_equal_points_with_other_cards_are_no_agreement(night: Night) -> None:
    night.do(says("Al", 10, 7))
    with_march = Score(10, 7, (SideCard(marches=1), SideCard()))
    night.do(ScoreEntered(table=1, score=with_march, by="Betty"))
    assert "but the cards differ" in night.event.round.results[1].note


def test_who_dealt_last_is_no_reason_to_disagree(night: Night) -> None:
    night.do(ScoreEntered(table=1, score=Score(10, 7, last_dealer=Seat.E), by="Al"), says("Betty", 10, 7))
    result = night.event.round.results[1]
    assert (result.status, result.score.last_dealer) == ("accepted", Seat.E)


def test_a_score_from_the_hall_stands_at_once_and_a_player_may_still_dispute_it(night: Night) -> None:
    night.do(says(HALL, 10, 7))
    assert night.line("Al").games == 1
    night.do(ScoreDisputed(table=1, by="Betty", reason="we had 8"), says("Betty", 10, 8))
    assert night.line("Al").games == 0
    night.refuses(Entered(players=(Entrant("The  Hall", of_age=True),), zone="Z"), "stands for Bowerbird")


@pytest.mark.clause("CCC-13c")
def test_only_the_pivot_enters_where_the_table_keeps_one_card() -> None:
    night = sat("ccc", "Al Betty Cy Dee")
    night.do(says("Al", 10, 7))
    night.refuses(says("Betty", 10, 8), "The pivot, Al, keeps the card")
    night.refuses(ScoreAccepted(table=1, by="Cy"), "sits with Al")
    night.do(ScoreDisputed(table=1, by="Betty", reason="we had 8"))
    assert night.event.round.results[1].status == "disputed"
    night.do(says("Al", 10, 8), ScoreAccepted(table=1, by="Dee"))
    assert night.event.round.results[1].score.points == (10, 8)
