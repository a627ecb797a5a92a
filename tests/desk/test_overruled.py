"""A ruling that is overruled later: the score is as if it had never been given, and the record keeps it."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bowerbird.evening.penalties import score_now
from bowerbird.event import EventError
from bowerbird.event.facts import Score
from bowerbird.event.standings import standings
from bowerbird.seats import Side
from desk.desks import DIRECTOR, Room
from kit.amount import amount
from kit.rows import rows

BOOKS = {"alberta": 10, "ccc": 10, "national": 11, "st-joe": 10}


class Given(NamedTuple):
    """A revoke at table 1: the chair, if the hand was played alone, the answer, and if it is overruled in the end."""

    chair: int
    alone: bool
    how: str
    overruled: bool


def rule(room: Room, given_: Given) -> int:
    holds = ["hand played alone"] if given_.alone else []
    name = room.event.round.table(1).seats[given_.chair]
    room.do("ruling", irregularity="revoke", table=1, offender=name, holds=holds)
    number = room.story.seq
    room.do("settle", ruling=number, how=given_.how)
    return number


def score_of(room: Room) -> Score | None:
    return score_now(room.event.book, room.evening.penalties, room.event.round, 1)


GIVEN = st.builds(Given, st.integers(0, 3), st.booleans(), st.sampled_from(["added", "taken off"]), st.booleans())


@pytest.mark.clause("ALB-12i", "ALB-T9")
@settings(max_examples=amount(15, full=60), deadline=None)
@given(
    st.sampled_from(sorted(BOOKS)),
    st.integers(0, 9),
    st.booleans(),
    st.booleans(),
    st.lists(GIVEN, min_size=1, max_size=5),
    st.randoms(use_true_random=False),
)
def test_overruled_is_as_if_it_had_never_been(
    book: str, low: int, north_wins: bool, over: bool, rulings: list[Given], order: Any
) -> None:
    if book != "alberta":
        rulings = [each._replace(how="added") for each in rulings]
    high = BOOKS[book] if over else BOOKS[book] - 3
    ns, ew = (high, min(low, high)) if north_wins else (min(low, high), high)
    with_all, without = Room(book, 4), Room(book, 4)
    for room in (with_all, without):
        room.do("score" if over else "now", table=1, ns=ns, ew=ew)
    try:
        numbers = {rule(with_all, each): each for each in rulings}
        for each in rulings:
            if not each.overruled:
                rule(without, each)
    except EventError:
        assume(False)  # Both sides would have won: there is no such score.
    void = [number for number, each in numbers.items() if each.overruled]
    order.shuffle(void)
    for number in void:
        with_all.do("overrule", ruling=number, reason="seen again")
    assert score_of(with_all) == score_of(without)
    assert {n for n, each in with_all.evening.rulings.items() if each.overruled} == set(void)
    assert with_all.again().evening == with_all.evening


@pytest.mark.clause("ALB-12i")
@rows(
    ("ns", "ew", "chair", "how"),
    [(0, 0, 0, "taken off"), (9, 3, 1, "added"), (3, 9, 0, "added"), (2, 8, 0, "taken off")],
)
def test_a_floored_or_capped_penalty_leaves_no_trace(ns: int, ew: int, chair: int, how: str) -> None:
    room = Room("alberta")
    room.do("now", table=1, ns=ns, ew=ew)
    number = rule(room, Given(chair, True, how, True))
    room.do("overrule", ruling=number, reason="seen again")
    assert score_of(room) == Score(ns, ew)
    assert 1 not in room.event.round.results


@pytest.mark.clause("ALB-T9")
def test_overruling_says_why_and_happens_once() -> None:
    room = Room("alberta")
    room.score(1, 10, 4)
    number = rule(room, Given(0, False, "added", True))
    room.refuses("Say why", "overrule", ruling=number, reason=" ")
    room.refuses("Number 1 in the history isn't a ruling", "overrule", ruling=1, reason="seen again")
    said = room.do("overrule", ruling=number, reason="seen again")
    assert said[:2] == ("The ruling is overruled. The record keeps it.", "Round 1, table 1: 10 to 6 is now 10 to 4.")
    room.refuses("overruled already", "overrule", ruling=number, reason="seen again")
    row = next(each for each in room.view()["rulings"] if each["ruling"] == number)
    assert row["overruled"] == "seen again"
    assert row["reason"].endswith("Overruled: seen again")
    room.do("undo")
    assert room.result(1).score.points == (10, 6)


@pytest.mark.clause("NAT-P8a", "ALB-T9")
def test_a_game_lost_by_a_ruling_goes_on_when_it_is_overruled() -> None:
    room = Room("national")
    name = room.at(1, 0).name
    room.do("ruling", irregularity="call without the card", table=1, offender=name)
    number = room.story.seq
    room.score(1, 5, 3)
    assert room.result(1).score.lost_by is not None
    assert "Table 1: the game goes on." in room.do("overrule", ruling=number, reason="a trump was held")
    assert 1 not in room.event.round.results
    room.score(1, 11, 3)
    assert room.result(1).score.lost_by is None


@pytest.mark.clause("ALB-10", "ALB-T9")
def test_in_a_closed_round_a_game_that_only_a_ruling_ended_counts_as_it_was() -> None:
    room = Room("alberta", 4)
    room.do("now", table=1, ns=8, ew=9)
    number = rule(room, Given(0, False, "added", True))
    assert room.result(1).score.points == (8, 10)
    room.do("close-round")
    room.do("overrule", ruling=number, reason="seen again")
    assert room.result(1).score == Score(8, 9, stopped=True)


@pytest.mark.clause("ALB-10", "ALB-T9")
def test_in_a_closed_round_people_say_who_has_won_if_the_side_that_had_no_longer_does() -> None:
    room = Room("alberta")
    room.do("now", table=1, ns=9, ew=8)
    number = rule(room, Given(0, False, "added", True))
    assert room.result(1).score.points == (9, 10)
    room.score(2, 10, 3)
    room.do("next")
    room.refuses("nobody has won at table 1: 9–8", "overrule", ruling=number, reason="seen again")
    room.do("overrule", ruling=number, reason="seen again", lost_by="NS")
    assert room.event.rounds[0].results[1].score == Score(9, 8, lost_by=Side.NS)


@pytest.mark.clause("STJ-8", "STJ-15")
def test_points_off_a_person_come_back() -> None:
    room = Room("st-joe")
    name = room.at(1, 0).name
    room.score(1, 10, 4)
    before = {line.name: line.total for line in standings(room.event)}
    room.do("ruling", irregularity="signal", table=1, offender=name, points=3)
    number = room.story.seq
    assert {line.name: line.total for line in standings(room.event)} != before
    room.do("overrule", ruling=number, reason="a cough")
    assert {line.name: line.total for line in standings(room.event)} == before


def test_somebody_who_was_removed_has_the_chair_again() -> None:
    room = Room("alberta")
    name = room.at(1, 0).name
    room.do("rule", name=name, action="removed", reason="shouting")
    number = room.story.seq
    assert 1 in room.event.round.stood_down
    room.do("overrule", ruling=number, reason="it was somebody else")
    assert room.event.presence(name) == "here"
    assert 1 not in room.event.round.stood_down
    room.score(1, 10, 4)


@pytest.mark.clause("ALB-10", "ALB-12i")
def test_points_off_the_winner_let_the_game_go_on() -> None:
    room = Room("alberta")
    room.score(1, 10, 9)
    number = rule(room, Given(0, False, "taken off", True))
    assert 1 not in room.event.round.results
    assert score_of(room) == Score(8, 9)
    room.do("overrule", ruling=number, reason="seen again")
    assert room.result(1).score == Score(10, 9)


def test_a_note_that_names_nobody_can_be_overruled_too() -> None:
    room = Room("alberta")
    room.do("ruling", irregularity="card faced in the pack", table=1)
    number = room.story.seq
    room.do("overrule", ruling=number, reason="it was another pack")
    assert next(each for each in room.view(DIRECTOR)["rulings"] if each["ruling"] == number)["overruled"]
