"""The round's clock as a value: started, paused, with minutes added. The caller gives the time."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec
from msgspec.structs import replace

from bowerbird.evening.facts import ClockPaused, ClockResumed, ClockStarted, Note, TimeAdded
from bowerbird.event import Event, EventError
from bowerbird.event.calendar import minutes_of
from bowerbird.event.clock import closing_says, long_game_says
from bowerbird.event.state import Meeting, Round
from bowerbird.rulebook.phrases import time_of_day

__all__ = [
    "NO_CLOCK",
    "ClockState",
    "clock_says",
    "closing_time_says",
    "counts_from",
    "cut_off",
    "ends_at",
    "minute_of_day",
    "moved",
    "seconds_left",
    "time_is_up",
    "time_words",
]

_MINUTE = 60_000


class ClockState(msgspec.Struct, frozen=True):
    """Times in milliseconds since 1970. `stood` is the total length of the pauses that have ended."""

    started: int | None = None
    paused: int | None = None
    stood: int = 0
    added: int = 0


NO_CLOCK = ClockState()


def moved(clock: ClockState, note: Note, at: int) -> ClockState:
    """The clock after this note."""
    match note:
        case ClockStarted():
            if clock.started is not None:
                raise EventError("The clock runs already.")
            return replace(clock, started=at)
        case ClockPaused():
            if clock.started is None:
                raise EventError("The clock hasn't started yet.")
            if clock.paused is not None:
                raise EventError("The clock is paused already.")
            return replace(clock, paused=at)
        case ClockResumed():
            if clock.paused is None:
                raise EventError("The clock isn't paused.")
            return replace(clock, paused=None, stood=clock.stood + at - clock.paused)
        case TimeAdded(minutes=minutes):
            if not -60 <= minutes <= 60 or not minutes:
                raise EventError("Add 1 to 60 minutes, or take some off.")
            return replace(clock, added=clock.added + minutes)
        case _:
            return clock


def counts_from(clock: ClockState, now: int) -> int | None:
    """The moment from which the clock counts: when it was started, and later by every pause. Seating starts nothing."""
    if clock.started is None:
        return None
    return clock.started + clock.stood + (now - clock.paused if clock.paused is not None else 0)


def ends_at(event: Event, clock: ClockState, now: int) -> int | None:
    """The end of the round, if it is timed and its clock was started; a pause moves it later."""
    minutes, start = event.book.game.minutes, counts_from(clock, now)
    return None if start is None or not minutes else start + (minutes + clock.added) * _MINUTE


def seconds_left(event: Event, clock: ClockState, now: int) -> int | None:
    """What a timed round has left, also before its clock is started; a second that has begun counts whole."""
    minutes, end = event.book.game.minutes, ends_at(event, clock, now)
    if not minutes:
        return None
    return max(0, -((now - end) // 1000) if end is not None else (minutes + clock.added) * 60)


def clock_says(event: Event, clock: ClockState, now: int) -> tuple[str, ...]:
    """The words for this moment about the round in progress: its time is up, or a game takes long."""
    start = counts_from(clock, now)
    if start is None:
        return ()
    up = "Time is up, so the bell has rung. If a card has been turned up, finish that hand."
    says = (up if time_is_up(event, clock, now) else "", long_game_says(event, (now - start) // _MINUTE))
    return tuple(filter(None, says))


def time_is_up(event: Event, clock: ClockState, now: int) -> bool:
    """True if the bell is due, even if nobody has rung it."""
    if not event.rounds or event.round.closed or event.round.bell or event.finished:
        return False
    end = ends_at(event, clock, now)
    return end is not None and now >= end and clock.paused is None


def minute_of_day(event: Event, now: int) -> int:
    """The minute of the day in the room."""
    local = datetime.fromtimestamp(now / 1000, ZoneInfo(event.zone))
    return local.hour * 60 + local.minute


def closing_time_says(event: Event, now: int) -> str:
    """Advice about closing time, on the day of the meeting only: scores are typed in on other days too."""
    if not event.is_open or _day(event, now) != _day_of(event, event.meeting):
        return ""
    return closing_says(event, minute_of_day(event, now))


def cut_off(event: Event, past: Round, now: int) -> bool:
    """True if closing time came while this round was in progress: a game that it cut off counts as it was.

    A round that is typed in on another day had no closing time.
    """
    end, day = event.book.event.calendar.end, _day(event, past.at * 1000)
    if not end or _day_of(event, event.meetings[past.meeting - 1]) not in (day, ""):
        return False
    last = min(now, past.closed_at * 1000) if past.closed_at else now
    return (_day(event, last), minute_of_day(event, last)) >= (day, minutes_of(end))


def _day_of(event: Event, meeting: Meeting) -> str:
    """The day of a meeting; a practice run without a date has none."""
    return meeting.date or (_day(event, meeting.at * 1000) if meeting.at else "")


def _day(event: Event, now: int) -> str:
    return datetime.fromtimestamp(now / 1000, ZoneInfo(event.zone)).date().isoformat()


def time_words(at: int, zone: str) -> str:
    """`7:20 pm` in local time."""
    local = datetime.fromtimestamp(at / 1000, ZoneInfo(zone))
    return time_of_day(local.hour * 60 + local.minute)
