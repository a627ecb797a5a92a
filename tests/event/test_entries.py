"""Who may enter, who is here, and who plays for whom."""

from __future__ import annotations

from decimal import Decimal

import pytest

from bowerbird.event import EventError, Fact, Score, step
from bowerbird.event import facts as f
from bowerbird.event.money import ledger
from bowerbird.event.room import where
from event.evenings import NAMES, Night, house, seated
from kit.rows import rows


def pair(one: str, other: str, zone: str = "North", **details: bool | int) -> f.Entered:
    born = int(details.get("born", 0))
    of_age = bool(details.get("of_age", not born))
    return f.Entered(players=(f.Entrant(one, born, of_age), f.Entrant(other, 1950, of_age)), zone=zone)


@pytest.mark.clause("ALB-1")
def test_a_zone_may_send_two_teams_and_no_third() -> None:
    night = Night("alberta")
    night.do(pair("Ann", "Bob"), pair("Cy", "Dee"))
    night.refuses(pair("Eve", "Fay"), "North has entered 4 people; 2 teams of two is all that a zone may send")
    night.refuses(pair("Eve", "Fay", "  north "), "2 teams of two")
    night.do(pair("Eve", "Fay", "South"))
    assert len(night.event.entries) == 3


@pytest.mark.clause("ALB-1")
def test_a_zone_must_be_named() -> None:
    Night("alberta").refuses(pair("Ann", "Bob", zone=""), "Name the zone of this entry")


@pytest.mark.clause("ALB-1")
def test_players_are_55_by_birth_year_or_by_their_word() -> None:
    night = Night("alberta")
    night.refuses(pair("Ann", "Bob", born=1972), "Ann was born in 1972 and is not 55 in 2026")
    night.refuses(pair("Ann", "Bob", of_age=False), "Ann: give the year of birth, or confirm that Ann is 55 or over")
    night.do(pair("Ann", "Bob", born=1971))
    night.do(pair("Cy", "Dee", of_age=True))
    assert set(night.event.people) == {"Ann", "Bob", "Cy", "Dee"}


def test_a_word_does_not_help_against_a_birth_year() -> None:
    young = f.Entered(players=(f.Entrant("Ann", 1990, True), f.Entrant("Bob", 1950)), zone="North")
    Night("alberta").refuses(young, "is not 55")


@rows("name", ["Ann", "ann", " ANN "])
def test_a_name_is_taken_once(name: str) -> None:
    night = Night("national", ["Ann", "Bob"])
    night.refuses(f.Entered(players=(f.Entrant(name),)), "Ann has entered already")


def test_partners_need_two_names() -> None:
    Night("alberta").refuses(pair("Ann", "ann"), "the names are the same")


@rows("name", ["", "   ", "x" * 61, "a\x00b"])
def test_a_name_is_a_name(name: str) -> None:
    Night("national").refuses(f.Entered(players=(f.Entrant(name),)), "isn't a name")


def test_a_book_says_whether_people_or_pairs_enter() -> None:
    two = f.Entered(players=(f.Entrant("Ann"), f.Entrant("Bob")))
    Night("national").refuses(two, "takes people. Enter one person at a time")
    pairs_only = house("alberta", '[event.entry]\nunit = "pairs"\nteams_per_zone = 0\nminimum_age = 0')
    Night(pairs_only).refuses(f.Entered(players=(f.Entrant("Ann"),)), "takes pairs. Enter pairs of two")


@pytest.mark.clause("TE-1")
def test_people_check_in_at_the_door_and_walk_ins_play_too() -> None:
    night = Night("trailer-estates")
    for name in ("Ann", "Bob", "Cy", "Dee"):
        night.enter(name, here=False)
    night.do(*(f.CheckedIn(name=name) for name in ("Ann", "Bob", "Cy")))
    assert night.event.here() == ("Ann", "Bob", "Cy")
    night.enter("Walk-in Wes")
    night.seat()
    assert {name for table in night.event.round.tables for name in table.seats} == {"Ann", "Bob", "Cy", "Walk-in Wes"}
    paid = [posting.amounts for posting in ledger(night.event)]
    assert {"Walk-in Wes": -25, "The pot": 25} in paid
    assert not any("Dee" in amounts for amounts in paid)


def test_nobody_checks_in_twice_or_unknown() -> None:
    night = Night("national", ["Ann", "Bob"])
    night.refuses(f.CheckedIn(name="ann"), "Ann is checked in already")
    night.refuses(f.CheckedIn(name="Zed"), "Nobody called 'Zed' has entered")
    night.refuses(f.CheckedIn(name="An"), "Did you mean Ann")


def test_late_people_play_from_the_round_after_they_come() -> None:
    night = Night("st-joe", 9)
    night.do(f.Late(name="Ida"))
    night.seat()
    assert night.table_of("Ida") == 0
    assert not night.event.round.sitting_out
    night.do(f.CheckedIn(name="Ida"))
    night.quick()
    night.seat()
    assert night.table_of("Ida") > 0
    assert len(night.event.round.sitting_out) == 1


def test_who_goes_home_has_no_place_in_the_next_round() -> None:
    night = seated("national", 9)
    night.quick()
    gone = night.at(1, "N")
    night.do(f.Left(name=gone))
    night.seat()
    assert gone not in {name for table in night.event.round.tables for name in table.seats}
    assert not night.event.round.sitting_out


def test_a_table_whose_player_goes_cannot_play_until_somebody_plays_instead() -> None:
    night = seated("st-joe", 8)
    gone = night.at(2, "E")
    night.do(f.Left(name=gone))
    assert 2 in night.event.round.stood_down
    assert night.event.round.missing() == (1,)
    night.do(f.Substituted(name=gone, by="Zed"))
    assert night.event.round.missing() == (1, 2)
    partner = night.at(2, "W")
    assert where(night.event, partner).startswith("Table 2, West, with Zed.")


def test_somebody_who_sits_out_can_take_the_empty_chair() -> None:
    night = seated("st-joe", 9)
    gone, spare = night.at(1, "S"), night.event.round.sitting_out[0]
    night.do(f.Left(name=gone), f.Moved(first=gone, second=spare))
    assert night.at(1, "S") == spare
    assert not night.event.round.stood_down


def test_a_sub_is_nobody_who_plays_already() -> None:
    night = seated("st-joe", 8)
    night.refuses(f.Substituted(name="Ann", by="Bob"), "Bob plays in this event already")
    night.refuses(f.Substituted(name="Ann", by="ann"), "Name somebody else")
    night.do(f.Substituted(name="Ann", by="Zed"))
    night.refuses(f.Substituted(name="Bob", by="Zed"), "Zed already plays for Ann")


def test_a_person_without_a_partner_waits_and_can_be_the_sub() -> None:
    night = seated("alberta", ["Ann", "Bob", "Cy", "Dee", "Eve"])
    assert list(night.event.round.sitting_out) == ["Eve"]
    night.do(f.Left(name="Ann"), f.Substituted(name="Ann", by="Eve"))
    assert not night.event.round.sitting_out
    assert not night.event.round.stood_down
    night.quick()
    night.seat()
    assert night.event.round.subs == {"Ann": "Eve"}
    assert not night.event.round.sitting_out


def test_a_person_whose_partner_stays_away_can_be_the_sub() -> None:
    night = Night("alberta", ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay"])
    night.do(f.Absent(name="Fay"))
    night.seat()
    night.do(f.Left(name="Ann"))
    # The partner of somebody who has left keeps the chair: a sub may still come.
    night.refuses(f.Substituted(name="Cy", by="Bob"), "Bob plays in this event already")
    night.do(f.Substituted(name="Ann", by="Eve"))
    assert night.event.round.subs == {"Ann": "Eve"}
    assert not night.event.round.stood_down


@rows(
    "begins",
    [
        f.Bell(),
        f.ScoreEntered(table=1, score=Score(11, 4)),
        f.HandPlayed(table=1, maker="Ann", tricks=3),
        f.PointsSoFar(table=1, ns=1, ew=0),
    ],
)
def test_sitting_players_are_named_where_the_book_knows_them_and_before_play(begins: Fact) -> None:
    Night("st-joe", 8).refuses(f.SittingPlayerNamed(name="Ann"), "There are no sitting players under")
    night = Night("national", NAMES[:8])
    night.do(f.SittingPlayerNamed(name="Ann"))
    night.sit("Ann Bob Cy Dee", "Eve Fay Gus Hal")
    night.refuses(
        f.SittingPlayerNamed(name="Bob"), "Ann and Bob are sitting players.*Swap one of them with somebody at"
    )
    night.do(f.Moved(first="Bob", second="Eve"), f.SittingPlayerNamed(name="Bob"))
    night.do(f.SittingPlayerNamed(name="Ann", sitting=False), f.SittingPlayerNamed(name="Ann"), begins)
    night.refuses(f.SittingPlayerNamed(name="Cy"), "named before the first game. Play has started")
    night.do(f.SittingPlayerNamed(name="Ann", sitting=False))
    night.refuses(f.SittingPlayerNamed(name="Ann"), "named before the first game. Play has started")


@pytest.mark.clause("STJ-8")
def test_the_director_warns_takes_points_off_and_removes_with_a_reason() -> None:
    night = seated("st-joe", 9)
    signaller = night.at(1, "N")
    night.score(1, 10, 4)
    night.score(2, 10, 4)
    night.do(f.Ruled(name=signaller, action="warning", reason="touched the ear twice", clause="STJ-8"))
    before = night.line(signaller).total
    night.do(f.Ruled(name=signaller, action="points off", points=3, reason="again", clause="STJ-8"))
    assert night.line(signaller).total == before - 3
    night.refuses(f.Ruled(name=signaller, action="removed", reason=" "), "needs a reason")
    night.do(f.Ruled(name=signaller, action="removed", reason="a third time"))
    night.seat()
    assert night.table_of(signaller) == 0
    night.refuses(f.CheckedIn(name=signaller), "was removed")
    assert [ruling.reason for _, ruling in night.event.rulings] == ["touched the ear twice", "again", "a third time"]


def test_where_wins_rank_points_come_off_the_points_that_break_ties() -> None:
    night = seated("alberta", 4)
    night.score(1, 10, 5)
    winner = night.at(1, "N")
    night.do(f.Ruled(name=winner, action="points off", points=3, reason="signals"))
    line = night.line(winner)
    assert (line.total, line.wins, line.points) == (Decimal(1), 1, 7)


def test_an_event_is_made_once_and_first() -> None:
    night = Night("national", 4)
    night.refuses(f.EventCreated(title="Again", book=night.book), "has been made already")
    with pytest.raises(EventError, match="No event has been made yet"):
        step(None, f.CheckedIn(name="Ann"))
    with pytest.raises(EventError, match="Give the event a title"):
        step(None, f.EventCreated(title=" ", book=night.book))


@pytest.mark.clause("ALB-T5", "ALB-10")
@rows("points", [5, 7, 11])
def test_the_target_is_set_before_the_contest_and_not_after_the_first_game(points: int) -> None:
    night = Night("alberta", 8)
    night.do(f.TargetSet(points=points))
    night.seat()
    night.score(1, points, points - 1)
    night.quick()
    night.do(f.RoundClosed())
    night.refuses(f.TargetSet(points=10), f"Play has started at {points} points a game, and that can't change any more")


def test_a_target_is_a_number_that_can_be_played() -> None:
    Night("alberta").refuses(f.TargetSet(points=0), "cannot be played")
    Night("trailer-estates").refuses(f.TargetSet(points=10), "does not play to a number of points")


@rows("hidden", ["\u3164", "\u200b", "\ufe0f", "\u202e", "\x1b"])
def test_what_cannot_be_seen_makes_no_other_name(hidden: str) -> None:
    night = Night("trailer-estates")
    night.do(f.Entered(players=(f.Entrant.called("Al"),)))
    night.refuses(f.Entered(players=(f.Entrant.called(f"Al{hidden}"),)), "Al has entered already")
    night.refuses(f.Entered(players=(f.Entrant.called(hidden),)), "isn't a name")


def test_an_accent_apart_from_its_letter_makes_no_other_name() -> None:
    night = Night("trailer-estates")
    night.do(f.Entered(players=(f.Entrant.called("Jose\u0301"),)))
    night.refuses(f.Entered(players=(f.Entrant.called("Jos\u00e9"),)), "Jos\u00e9 has entered already")
    night.do(f.CheckedIn(name="JOSE\u0301"))
    assert night.event.here() == ("Jos\u00e9",)


@rows("joined", ["", " \U0001f469\u200d\U0001f9b0"])
def test_what_was_written_down_in_parts_stays_so_and_is_found_either_way(joined: str) -> None:
    parts, whole = f"Jose\u0301{joined}", f"Jos\u00e9{joined}"
    night = Night("trailer-estates", [parts, whole])
    assert list(night.event.people) == [parts, whole]
    assert night.event.person(whole).name == whole, "both are there, and each is found by its own letters"
    night = Night("trailer-estates", [parts])
    assert night.event.person(whole.upper()).name == parts


def test_nobody_enters_under_the_name_of_a_sub() -> None:
    night = Night("trailer-estates", ["Ann", "Bob"])
    night.do(f.Absent(name="Ann"), f.Substituted(name="Ann", by="Eve"))
    night.refuses(f.Entered(players=(f.Entrant("eve"),)), "eve plays for Ann. If this is somebody else, add an initial")
    night.refuses(f.Substituted(name="Bob", by="EVE"), "EVE already plays for Ann")
    night.do(f.Absent(name="Ann"))
    night.enter("Eve")
    assert night.event.here() == ("Bob", "Eve")


def test_names_of_other_alphabets_are_names() -> None:
    night = Night("trailer-estates")
    for name in ("\u0645\u0647\u200c\u0633\u0627", "\u0915\u094d\u200d\u0937", "Zoë", "李"):
        night.do(f.Entered(players=(f.Entrant.called(name),)))
        assert name in night.event.people
