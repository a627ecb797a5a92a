"""Advice for the director's clock: a game that takes long, and how many games still fit before closing.

The caller gives the time; this module does not read a clock.
"""

from __future__ import annotations

from bowerbird.event.calendar import minutes_of
from bowerbird.event.state import Event
from bowerbird.rulebook import Rulebook
from bowerbird.rulebook.phrases import time_of_day

__all__ = ["closing_says", "games_left", "games_that_fit", "long_game_says", "minutes_per_game", "usual_minutes"]

#: The shortest credible round, in seconds: a shorter one was typed in afterwards, or tried out.
_SHORTEST = 180
#: Minutes for a hand where a game is a number of hands: our own reckoning.
_MINUTES_A_HAND = 2.25


def minutes_per_game(event: Event) -> int:
    """Minutes for a game here: as the club says, else the mean of the timed rounds, else as reckoned; 0 if unknown."""
    if event.book.event.calendar.minutes_per_game:
        return event.book.event.calendar.minutes_per_game
    timed = [past.closed_at - past.at for past in event.rounds if past.at and past.closed_at - past.at >= _SHORTEST]
    if timed:
        return round(sum(timed) / len(timed) / 60)
    return usual_minutes(event.book)


def usual_minutes(book: Rulebook) -> int:
    """The minutes for a game by the rulebook: its bell, its calendar, its advice, or reckoned by its hands."""
    game = book.game
    said = game.minutes or book.event.calendar.minutes_per_game or game.advised_minutes
    return said or round(game.hands * _MINUTES_A_HAND)


def games_that_fit(minutes_left: int, per_game: int) -> int:
    """The number of whole games before closing time."""
    return max(0, minutes_left) // per_game if per_game else 0


def games_left(event: Event, minute: int) -> int | None:
    """The whole games from this minute of the day to closing time, if the rulebook names one."""
    calendar, each = event.book.event.calendar, minutes_per_game(event)
    if not calendar.end or not each or event.finished or (event.meetings and not event.is_open):
        return None
    if calendar.start and not event.tonight:
        minute = max(minute, minutes_of(calendar.start))
    return games_that_fit(minutes_of(calendar.end) - minute, each)


def closing_says(event: Event, minute: int) -> str:
    """Say, in good time, that the last game is near or on; nothing while more than one fits. `minute` is of the day."""
    left = games_left(event, minute)
    if left is None or left > 1:
        return ""
    each, end = minutes_per_game(event), minutes_of(event.book.event.calendar.end)
    nine = time_of_day(end)
    playing = event.open_round is not None and bool(event.round.missing())
    if playing and minute >= end:
        return f"It is {nine}, and play ends. Stop the games: the hands played so far count."
    if left:
        return f"{'After this game at most' if playing else 'Only'} one more game of {each} minutes fits before {nine}."
    if playing:
        return (
            f"This is the last game: no other fits before {nine}. Stopped then, it counts with the hands played so far."
        )
    return (
        f"No further game of {each} minutes fits before {nine}. One that is begun is stopped then, and its hands count."
    )


def long_game_says(event: Event, minutes: int) -> str:
    """Warn of a game that takes long, after so many minutes of play. It never stops one; the director decides."""
    advised = event.book.game.advised_minutes
    if not advised or minutes < advised or event.open_round is None or not event.round.missing():
        return ""
    tables = ", ".join(str(number) for number in event.round.missing())
    return (
        f"Round {event.round.number} has run {minutes} minutes; a game should take at most "
        f"{advised}. Still playing: table {tables}."
    )
