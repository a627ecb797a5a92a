"""Nights, the iCalendar file, and the director's clock."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bowerbird.event import EventError
from bowerbird.event.calendar import Night as CalendarNight
from bowerbird.event.calendar import calendar_text, minutes_of, nights_from
from bowerbird.event.clock import games_that_fit, long_game_says, minutes_per_game, usual_minutes
from bowerbird.event.facts import RoundClosed, RoundStarted, Table
from bowerbird.rulebook import load_rulebook
from bowerbird.rulebook.event import CalendarRules
from event.evenings import Night, four
from kit.rows import rows

TRAILER = load_rulebook("trailer-estates").event.calendar


@pytest.mark.clause("TE-1")
def test_nights_are_mondays_and_fridays_at_half_past_six() -> None:
    assert nights_from("2026-01-01", 4, TRAILER) == ("2026-01-02", "2026-01-05", "2026-01-09", "2026-01-12")
    assert nights_from("2026-01-05", 1, TRAILER) == ("2026-01-05",)
    assert (TRAILER.doors, TRAILER.start, TRAILER.end) == ("18:15", "18:30", "21:00")
    assert load_rulebook("trailer-estates").event.money.fee == 25


@given(st.dates(date(1600, 1, 1), date(2400, 1, 1)), st.integers(1, 30))
def test_weekdays_are_those_of_the_calendar(first: date, count: int) -> None:
    days = [date.fromisoformat(day) for day in nights_from(first.isoformat(), count, TRAILER)]
    expected = [day for offset in range(count * 7) if (day := first + timedelta(offset)).weekday() in (0, 4)]
    assert days == expected[:count]


@rows("text", ["", "tomorrow", "2026-13-01", "2026-02-29", "2026-04-31", "0-1-1"])
def test_a_date_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(EventError, match="isn't a date"):
        nights_from(text, 1, TRAILER)


def test_a_book_without_weekdays_has_no_nights() -> None:
    with pytest.raises(EventError, match="names no weekdays"):
        nights_from("2026-01-01", 1, CalendarRules())
    with pytest.raises(EventError, match="1 to 1000"):
        nights_from("2026-01-01", 0, TRAILER)
    assert len(nights_from("2026-01-01", 1000, TRAILER)) == 1000
    with pytest.raises(EventError, match="1 to 1000"):
        nights_from("2026-01-01", 1001, TRAILER)


@pytest.mark.clause("TE-1")
def test_the_calendar_file_follows_the_format() -> None:
    note = "Bring 25 cents, please; arrive by 18:15, so that we know how many tables there are. Ünïcode too."
    night = CalendarNight("1@x", "Euchre, Monday", "20260105T233000Z", "20260106T020000Z", "The hall", note)
    text = calendar_text("Trailer Estates", [night], "20260101T000000Z")
    lines = text.split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR"
    assert lines[-2:] == ["END:VCALENDAR", ""]
    assert all(len(line.encode()) <= 75 for line in lines)
    unfolded = text.replace("\r\n ", "")
    assert "SUMMARY:Euchre\\, Monday\r\n" in unfolded
    assert "DESCRIPTION:" + note.replace(",", "\\,").replace(";", "\\;") + "\r\n" in unfolded
    assert "DTSTART:20260105T233000Z\r\nDTEND:20260106T020000Z\r\n" in unfolded


@pytest.mark.clause("TE-9")
@rows(("now", "games"), [("18:30", 8), ("20:24", 2), ("20:25", 1), ("20:55", 0), ("21:30", 0)])
def test_the_clock_says_how_many_games_still_fit_before_nine(now: str, games: int) -> None:
    left = minutes_of(TRAILER.end) - minutes_of(now)
    assert games_that_fit(left, usual_minutes(load_rulebook("trailer-estates"))) == games


def timed(rules: str, at: int) -> Night:
    night = Night(rules, ["Ann", "Bob", "Cy", "Dee"])
    night.do(RoundStarted(tables=(Table(1, four("Ann Cy Bob Dee")),), at=at))
    return night


def test_the_clock_learns_from_the_rounds_that_were_timed() -> None:
    night = timed("trailer-estates", 60_000)
    assert minutes_per_game(night.event) == 18
    night.score(1, 6, 4)
    night.do(RoundClosed(at=60_000 + 25 * 60))
    assert minutes_per_game(night.event) == 25
    night.do(RoundStarted(tables=(Table(1, four("Ann Cy Bob Dee")),), at=70_000))
    night.score(1, 6, 4)
    night.do(RoundClosed(at=70_000 + 20))
    assert minutes_per_game(night.event) == 25, "twenty seconds are no game"
    assert games_that_fit(60, 0) == 0


@pytest.mark.clause("ALB-10")
def test_after_thirty_minutes_the_clock_warns_and_the_game_goes_on() -> None:
    night = timed("alberta", 60_000)
    assert long_game_says(night.event, 29) == ""
    warning = long_game_says(night.event, 31)
    assert warning == ("Round 1 has run 31 minutes; a game should take at most 30. Still playing: table 1.")
    night.score(1, 10, 6)
    assert long_game_says(night.event, 31) == ""
