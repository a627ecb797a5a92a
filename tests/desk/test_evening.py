"""The evening as a fold: undo takes back facts and notes alike, the log gives the same evening, the clock runs."""

from __future__ import annotations

from typing import Any

import pytest

from bowerbird.evening.facts import Withdrawn
from bowerbird.evening.history import history
from bowerbird.evening.requests import Request
from bowerbird.event import Score
from bowerbird.event.boards import opened
from bowerbird.event.facts import ScoreEntered
from bowerbird.rulebook import book_names
from bowerbird.seats import Side
from desk.desks import HELPER, START, Room, table_card
from kit.rows import rows

CLUBS = tuple(name for name in book_names() if name != "bicycle")


@rows("rules", CLUBS)
def test_an_evening_read_again_from_its_log_is_the_same(rules: str) -> None:
    room = Room(rules, 12, rounds=2, place="The church hall", date="2026-03-06", start="18:30")
    room.do("clock", do="start")
    room.next_round()
    if opened(room.event):
        room.refuses("so nobody can play them any more", "undo")  # their cards are shown
        room.do("clock", do="start")
    room.do("undo")
    room.do("withdraw", role="helper")
    room.do("settings", bots=True, place="The barn")
    assert room.again().evening == room.evening
    assert room.again().taken_back == room.story.taken_back
    assert (room.evening.place, room.evening.date) == ("The barn", "2026-03-06")


def test_undo_takes_back_a_whole_command_of_the_desk() -> None:
    room = Room("trailer-estates", 8, seat=False)
    before = room.event
    room.do("paste", text="Xena\nYves\nZita", here=True)
    assert len(room.event.people) == 11
    said = room.do("undo")
    assert said[0] == "Undone: 3 entered: Xena, Yves, Zita."
    assert room.event == before
    room.do("undo")  # the check-in before it
    assert len(room.event.here()) == 6
    room.refuses("There is nothing to undo", "undo")


def test_undo_reaches_over_what_phones_sent_meanwhile() -> None:
    room = Room()
    room.do("rule", name=room.at(2, 0).name, action="warning", reason="signals")
    room.score(0, 10, 6, room.at(1, 0))
    room.do("undo")
    assert room.event.rulings == ()
    assert room.result(1).score.points == (10, 6)


def test_a_command_that_others_stand_on_is_not_taken_from_under_them() -> None:
    room = Room()
    seated = room.story.seq
    room.score(0, 10, 6, room.at(1, 0))
    room.refuses("This can't be undone by itself", "undo")
    room.refuses("This can't be undone by itself", "undo", seq=seated)
    room.do("undo", seq=seated + 1)
    assert room.event.round.results == {}
    room.refuses(f"nothing to undo: step {seated + 1} was undone already", "undo", seq=seated + 1)
    room.refuses("nothing to undo", "undo", seq=999)
    room.refuses("that step is an undo itself", "undo", seq=room.story.seq)
    room.refuses("nothing to undo", "undo", seq=1)
    room.do("undo")
    assert room.event.rounds == ()


def test_undo_takes_back_notes_too() -> None:
    room = Room("national", 8)
    room.do("clock", do="start")
    room.do("clock", do="add", minutes=2)
    room.do("undo")
    assert (room.evening.clock.started is not None, room.evening.clock.added) == (True, 0)
    room.do("undo")
    assert room.evening.clock.started is None
    room.do("withdraw", role="helper")
    room.do("undo")
    assert room.evening.generation == {}


def test_one_minute_is_told_as_one_and_a_clock_never_has_less_than_none() -> None:
    room = Room("national", 8)
    assert room.do("clock", do="add", minutes=1) == ("1 minute more.",)
    assert room.do("clock", do="add", minutes=-2) == ("2 minutes less.",)
    assert room.do("clock", do="add", minutes=-60) == ("60 minutes less.",)
    assert room.view()["clock"]["left"] == 0


def test_the_history_tells_which_round_began_and_ended() -> None:
    room = Room("trailer-estates", 8)
    room.next_round()
    room.do("undo")
    room.do("next")
    assert room.view()["news"]["words"].startswith("Round 1 was closed. Round 2 began at 2 tables")
    told = [words for line in history(room.story, str) for words in line.words if " began" in words]
    assert [words.partition(" began")[0] for words in told] == ["Round 1", "Round 2", "Round 2"]
    weeks = Room("ccc", 8)
    weeks.next_round()
    assert "Week 1, game 2 began" in weeks.view()["news"]["words"]


def test_an_undo_is_itself_no_target_and_the_history_keeps_everything() -> None:
    room = Room()
    room.score(1, 10, 6)
    room.do("undo")
    lines = history(room.story, str)
    assert [line.undone for line in lines[-2:]] == [True, False]
    assert lines[-2].words == ["Table 1: 10 to 6, entered by the director."]
    assert lines[-1].words == [f"Number {room.story.seq - 1} was undone."]
    assert all(line.words for line in lines)
    assert lines[0].at == START
    room.refuses("There is nothing to undo", "undo", seq=room.story.seq)


def test_a_helper_can_be_undone_by_the_director() -> None:
    room = Room()
    room.score(1, 10, 6, HELPER)
    room.do("undo")
    assert room.event.round.results == {}


def test_checking_in_nobody_says_why_there_is_nobody() -> None:
    room = Room("national", 0, seat=False)
    room.do("open")
    room.refuses("Nobody has entered yet. Enter people first", "check-in", names="all")
    room.do("enter", people=[{"name": "Ann"}, {"name": "Bob"}], here=True)
    room.refuses("Everybody who entered is checked in already", "check-in", names="all")
    room.refuses("Name the people who are here", "check-in", names=[])
    room.do("left", name="Bob")
    room.refuses("Bob is marked as away. Check in by name", "check-in", names="all")


def test_a_key_is_remembered_for_whoever_used_it() -> None:
    room = Room()
    room.score(1, 10, 6)
    key = str(room.number)
    known = room.story.told("director", key)
    assert known is not None
    assert known.record.facts == (ScoreEntered(table=1, score=Score(10, 6)),)
    assert room.story.told("helper", key) is None
    assert room.again().told("director", key) == known


def test_the_clock_starts_stands_and_runs_on_and_begins_anew_with_the_round() -> None:
    room = Room("national", 8)
    assert room.view()["clock"]["state"] == "ready"
    room.do("clock", do="start")
    begun = room.now
    clock = room.view()["clock"]
    assert (clock["state"], clock["ends_at"], clock["left"]) == ("running", begun + 7 * 60_000, 7 * 60)
    room.do("clock", do="pause", seconds=60)
    room.refuses("paused already", "clock", do="pause", seconds=0)
    assert room.view(later=500)["clock"]["left"] == 6 * 60
    room.do("clock", do="resume", seconds=100)
    room.do("clock", do="add", minutes=2, seconds=0)
    clock = room.view()["clock"]
    assert clock["ends_at"] == begun + 9 * 60_000 + 100_000
    room.refuses("runs already", "clock", do="start")
    room.refuses("isn't paused", "clock", do="resume")
    room.do("bell")
    assert room.view()["clock"]["state"] == "rung"
    room.refuses("The bell has rung", "clock", do="pause")
    room.next_round()
    assert room.view()["clock"]["state"] == "ready"


@pytest.mark.clause("NAT-P2")
def test_the_clock_counts_from_its_start_and_a_pause_takes_nothing_off() -> None:
    room = Room("national", 8)
    later = 60 * 60
    clock = room.view(later=later)["clock"]
    assert (clock["state"], clock["left"]) == ("ready", 7 * 60), "after a break of an hour it has its seven minutes"
    assert not any("minutes" in words or "bell" in words for words in clock["says"])
    room.do("clock", do="start", seconds=later)
    assert room.view()["clock"]["left"] == 7 * 60
    room.do("clock", do="pause", seconds=6 * 60)
    clock = room.view(later=later)["clock"]
    assert (clock["state"], clock["left"], clock["says"]) == ("paused", 60, [])
    room.do("clock", do="resume", seconds=later)
    clock = room.view(later=59)["clock"]
    assert (clock["state"], clock["left"], clock["says"]) == ("running", 1, []), "nothing says that the time is up"
    assert room.view(later=59)["clock"]["started_at"] == room.now - 6 * 60_000
    clock = room.view(later=60)["clock"]
    assert (clock["state"], clock["left"]) == ("rung", None)
    assert clock["says"] == ["Time is up, so the bell has rung. If a card has been turned up, finish that hand."]
    room.do("bell", seconds=61)
    assert room.view()["clock"]["says"] == []


@pytest.mark.clause("ALB-10")
def test_a_game_takes_long_from_the_start_of_play_without_its_pauses() -> None:
    room = Room("alberta", 8)
    assert room.view(later=45 * 60)["clock"]["says"] == [], "seated is not begun"
    room.do("clock", do="start", seconds=45 * 60)
    room.do("clock", do="pause", seconds=20 * 60)
    room.do("clock", do="resume", seconds=45 * 60)
    assert room.view(later=9 * 60)["clock"]["says"] == []
    (said,) = room.view(later=11 * 60)["clock"]["says"]
    assert said.startswith("Round 1 has run 31 minutes; a game should take at most 30. Still playing: table 1")


@pytest.mark.clause("NAT-P9a")
def test_a_sitting_player_is_named_until_the_first_bell_or_score() -> None:
    room = Room("national", 8)
    ann, bob, cy = (room.event.round.table(number).seats[seat] for number, seat in ((1, 0), (2, 0), (2, 1)))
    assert room.do("sitting", name=ann) == (f"{ann} keeps one chair.",)
    assert room.do("sitting", name=bob)[0] == f"{bob} keeps one chair."
    room.refuses("are sitting players; a table can keep one of them only. Swap one of them", "sitting", name=cy)
    too_late = "Sitting players are named before the first game. Play has started."
    room.do("clock", do="start")
    room.refuses(too_late, "sitting", name=cy)
    room.do("undo")
    room.do("sitting", name=bob, sitting=False)
    assert room.do("sitting", name=cy)
    room.score(1, 11, 4)
    room.refuses(too_late, "sitting", name=bob)
    room.next_round()
    assert [name in room.event.round.table(number).seats for number, name in ((1, ann), (2, cy))] == [True, True]
    assert room.event.keepers() == tuple(name for name in room.event.people if name in (ann, cy))
    assert room.again().evening == room.evening


def test_of_more_sitting_players_than_tables_the_desk_says_who_moves_when_they_are_named() -> None:
    room = Room("national", 5)
    first, last = next(iter(room.event.people)), room.event.round.sitting_out[0]
    room.do("sitting", name=last)
    assert "There are more sitting players than tables." in room.do("sitting", name=first)[1]


@rows(
    ("what", "fields", "why"),
    [
        ("pair", ("first", "second"), "partners can't change"),
        ("rename", ("name", "to"), "the name can't change"),
        ("merge", ("name", "into"), "the name stays"),
        ("remove", ("name",), "the name stays"),
        ("target", (), "that can't change"),
    ],
)
def test_what_the_seating_has_closed_says_how_to_do_it_until_there_is_a_score(
    what: str, fields: tuple[str, ...], why: str
) -> None:
    room = Room("alberta", 8)
    (one, _), (other, _) = (room.event.round.table(1).pair(side) for side in Side)
    ask = {"points": 7} if what == "target" else dict(zip(fields, (one, other), strict=False))
    room.refuses(f"{why}.* undo the seating, .* and seat everybody again", what, **ask)
    room.score(1, 10, 4)
    room.refuses(f"{why}((?!undo the seating).)*$", what, **ask)


def test_when_time_is_up_scores_count_as_after_the_bell() -> None:
    room = Room("national", 8)
    room.do("clock", do="start")
    room.refuses("ring the bell first", "score", table=1, ns=6, ew=5)
    view = room.view(later=7 * 60)
    assert (view["clock"]["state"], view["tables"][0]["state"], view["round"]["bell"]) == ("rung", "late", True)
    assert view["list"][0] == {"table": 1, "words": "Table 1: no score after the bell.", "urgent": True}
    room.do("score", table=1, ns=6, ew=5, seconds=7 * 60)
    assert room.event.round.bell
    assert room.result(1).score.points == (6, 5)


def test_more_time_puts_the_bell_off() -> None:
    room = Room("national", 8)
    room.do("clock", do="start")
    room.do("clock", do="add", minutes=5, seconds=8 * 60)
    assert room.view()["clock"]["state"] == "running"
    room.refuses("ring the bell first", "score", table=1, ns=6, ew=5)


def test_a_table_plays_from_the_first_bell_or_the_first_score_on() -> None:
    room = Room("national", 8)

    def tables() -> list[str]:
        return [tile["state"] for tile in room.view()["tables"]]

    assert tables() == ["seated", "seated"]
    room.do("clock", do="start")
    assert tables() == ["playing", "playing"]
    room.next_round()
    assert tables() == ["seated", "seated"], "every round begins anew"
    without_a_clock = Room("alberta", 8)
    without_a_clock.score(1, 10, 6)
    assert [tile["state"] for tile in without_a_clock.view()["tables"]] == ["in", "playing"]


def test_the_clock_needs_a_round() -> None:
    room = Room("national", 8, seat=False)
    room.refuses("No round is on", "clock", do="start")


def test_what_is_withdrawn_and_claimed_is_kept() -> None:
    room = Room()
    name = room.at(1, 0).name
    room.do("claim", table_card(1), name=name)
    assert name in room.evening.phones
    room.do("withdraw", role="player", name=name)
    assert room.evening.generation == {("player", name): room.story.seq}
    assert name not in room.evening.phones
    assert room.story.commands[-1].record.notes == (Withdrawn(role="player", name=name),)


def test_every_ask_has_words_for_people() -> None:
    def kinds(kind: type[Any]) -> set[type[Any]]:
        return {kind, *(each for sub in kind.__subclasses__() for each in kinds(sub))}

    assert all(kind.__doc__ for kind in kinds(Request))


@rows(("rules", "ends"), [("alberta", " win."), ("bicycle", " share the first place.")])
def test_the_end_says_who_has_won(rules: str, ends: str) -> None:
    room = Room(rules, 4)
    room.score(1, 10, 6)
    (said,) = room.do("finish")
    north, _, south, _ = room.event.rounds[0].table(1).seats
    assert said.endswith(ends)
    assert all(name in said for name in (north, south))


def test_a_clock_that_has_run_out_cannot_be_stopped_but_gets_more_minutes() -> None:
    room = Room("national", 8)
    room.do("clock", do="start")
    room.refuses("Time is up, so the bell has rung. Add minutes", "clock", do="pause", seconds=8 * 60)
    assert room.view(later=8 * 60)["clock"]["state"] == "rung"
    room.do("clock", do="add", minutes=20)
    room.do("clock", do="pause")
    assert room.view(later=3600)["clock"]["state"] == "paused"
    room.do("clock", do="resume", seconds=3600)
    assert room.view()["clock"]["state"] == "running"


def test_who_comes_when_everybody_sits_hears_when_to_play() -> None:
    room = Room("st-joe", 8)
    room.do("paste", text="Zoe")
    said = room.do("check-in", names=["Zoe"])
    assert said[:2] == ("Zoe checked in.", "Zoe plays from the next round on.")
    assert "undo the seating" in said[2]
    for table in (1, 2):
        room.score(table, 10, 6)
    room.do("paste", text="Yan")
    assert room.do("check-in", names=["Yan"]) == ("Yan checked in.", "Yan plays from the next round on.")


def test_a_copy_of_the_story_does_not_go_on() -> None:
    room = Room("alberta", 8)
    copied, seq, evening = room.story.copy(), room.story.seq, room.story.evening
    room.play_round()
    room.do("undo")
    assert (copied.seq, copied.evening, copied.taken_back) == (seq, evening, set())
    assert room.story.seq > seq
