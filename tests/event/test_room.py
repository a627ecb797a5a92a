"""What people in the room are told, and how seatings are checked."""

from __future__ import annotations

import pytest

from bowerbird.event import EventError
from bowerbird.event import facts as f
from bowerbird.event.export import event_record, ledger_rows, result_rows, standing_rows
from bowerbird.event.room import checklist, where
from bowerbird.rulebook import load_rulebook
from bowerbird.seats import Seat
from event.evenings import Night, house, scored, seated
from kit.rows import rows


@pytest.mark.clause("ALB-T2", "ALB-T3")
def test_the_checklist_asks_for_stripped_packs_and_fives_and_no_score_cards() -> None:
    items = checklist(load_rulebook("alberta"), 5)
    assert items[0] == "5 tables of four chairs in a ring, numbered from 1."
    assert items[1] == "On each table a stripped deck of 24 cards: nines to aces."
    assert "two fives of one colour for each side, kept from the stripped cards" in items[2]
    assert items[3].startswith("No score cards on the tables")
    assert "optional" in items[3]


def test_the_checklist_of_the_others() -> None:
    assert "A bell and a clock: 7 minutes a game." in checklist(load_rulebook("national"), 1)
    assert "One score card for each table; the pivot keeps it." in checklist(load_rulebook("ccc"), 1)
    assert checklist(house("alberta", "[pack]\nlowest = 7\njoker = true"), 1)[1].endswith(
        "33 cards: sevens to aces and the joker."
    )


@pytest.mark.clause("ALB-T7")
def test_the_master_card_has_the_winners_and_the_losers_points() -> None:
    night = Night("alberta", ["Ann", "Bob", "Cy", "Dee"])
    night.sit("Ann Cy Bob Dee")
    night.score(1, 10, 7)
    assert result_rows(night.event) == [
        ["round", "table", "N", "E", "S", "W", "dealer", "NS", "EW", "winner", "corrected"],
        [1, 1, "Ann", "Cy", "Bob", "Dee", "N", 10, 7, "NS", ""],
    ]
    night.do(f.ScoreCorrected(round=1, table=1, score=scored(night.book, 7, 10), reason="sides mixed up"))
    assert result_rows(night.event)[1][7:] == [7, 10, "EW", "sides mixed up"]
    assert standing_rows(night.event)[1][:4] == [1, "Cy & Dee", 1, 1]
    assert ledger_rows(night.event) == [["round", "why", "account", "cents"]]


def test_where_do_i_sit() -> None:
    night = Night("trailer-estates", ["Ann", "Bob", "Cy", "Dee", "Eve"])
    night.do(f.RoundStarted(tables=(f.Table(1, ("Ann", "Bob", "Cy", "Dee"), Seat.E),), sitting_out=("Eve",)))
    assert where(night.event, "ann") == "Table 1, North, with Cy."
    assert where(night.event, "Bob") == "Table 1, East, with Dee. You deal first."
    assert where(night.event, "Eve") == "You sit out this game. Please go to the sit-out table."
    night.enter("Fay")
    assert where(night.event, "Fay") == "You have no place in this round. See the director."


def test_a_record_before_the_scores_are_in() -> None:
    night = seated("alberta", 4)
    (table,) = event_record(night.event)["rounds"][0]["tables"]
    assert table["score"] is None
    assert table["winner"] is None


def test_seatings_are_checked() -> None:
    night = Night("national", ["Ann", "Bob", "Cy", "Dee", "Eve"])
    night.do(f.Late(name="Eve"))
    four_seats = f.Table(1, ("Ann", "Bob", "Cy", "Dee"))
    night.refuses(f.RoundStarted(tables=()), "Nobody has a place")
    night.refuses(f.RoundStarted(tables=(four_seats,), sitting_out=("Ann",)), "Ann would be in two places at once")
    night.refuses(f.RoundStarted(tables=(four_seats,), sitting_out=("Eve",)), "Eve can't be seated")
    night.refuses(f.RoundStarted(tables=(f.Table(0, four_seats.seats),)), "numbered from 1")
    night.do(f.CheckedIn(name="Eve"))
    night.refuses(f.RoundStarted(tables=(four_seats,)), "Eve would have no place")
    night.do(f.RoundStarted(tables=(four_seats,), sitting_out=("Eve",)))
    night.refuses(f.RoundStarted(tables=(four_seats,), sitting_out=("Eve",)), "Round 1 is still in progress")
    night.refuses(f.Planned(rounds=()), "A round is in progress")
    night.refuses(f.MeetingClosed(), "Round 1 is still in progress")
    night.refuses(f.Finished(), "Night 1 is still open")


def test_people_change_places_before_the_score() -> None:
    night = Night("national", ["Ann", "Bob", "Cy", "Dee", "Eve"])
    night.do(f.RoundStarted(tables=(f.Table(1, ("Ann", "Bob", "Cy", "Dee")),), sitting_out=("Eve",)))
    night.do(f.Moved(first="Ann", second="Eve"))
    assert night.at(1, "N") == "Eve"
    assert list(night.event.round.sitting_out) == ["Ann"]
    night.refuses(f.Moved(first="Ann", second="Ann"), "two different people")
    night.enter("Fay")
    night.refuses(f.Moved(first="Ann", second="Fay"), "Fay has no place in this round")
    night.score(1, 11, 5)
    night.refuses(f.Moved(first="Ann", second="Eve"), "has its score already")


def test_nothing_happens_before_there_is_a_round() -> None:
    night = Night("national", 3)
    with pytest.raises(EventError, match="Four people make a table, and 3 are checked in"):
        night.seat()
    with pytest.raises(EventError, match="No round has started yet"):
        where(night.event, "Ann")


@rows("rules", ["national", "st-joe"])
@rows("leave", [1, 3, 5, 8])
def test_tables_are_closed_and_opened_as_people_go_and_come(rules: str, leave: int) -> None:
    night = seated(rules, 13)
    night.quick()
    for name in list(night.event.people)[:leave]:
        night.do(f.Left(name=name))
    night.seat()
    assert len(night.event.round.tables) == (13 - leave) // 4
    night.quick()
    for number in range(6):
        night.enter(f"New {number}")
    night.seat()
    assert len(night.event.round.tables) == (19 - leave) // 4
    assert len(night.event.round.sitting_out) == (19 - leave) % 4


def test_a_book_without_a_movement_leaves_people_where_they_are() -> None:
    night = seated("bicycle", 8)
    before = [table.seats for table in night.event.round.tables]
    night.quick()
    night.seat()
    assert [table.seats for table in night.event.round.tables] == before
