"""Advice for the director's clock: a game that takes long, the bell, and how many games still fit before closing.

The caller gives the time; this module does not read a clock.
"""

from __future__ import annotations

from bowerbird.event.state import Event
from bowerbird.rulebook import Rulebook

__all__ = ["clock_says", "games_that_fit", "minutes_per_game"]

#: The shortest credible round, in seconds: a shorter one was typed in afterwards, or tried out.
_SHORTEST = 180


def minutes_per_game(event: Event) -> int:
    """Minutes for a game here: the mean of the timed rounds, else the rulebook's; 0 if unknown."""
    timed = [past.closed_at - past.at for past in event.rounds if past.at and past.closed_at - past.at >= _SHORTEST]
    if timed:
        return round(sum(timed) / len(timed) / 60)
    return usual_minutes(event.book)


def usual_minutes(book: Rulebook) -> int:
    """The minutes for a game by the rulebook: its bell, its calendar or its advice."""
    return book.game.minutes or book.event.calendar.minutes_per_game or book.game.advised_minutes


def games_that_fit(minutes_left: int, per_game: int) -> int:
    """The number of whole games before closing time."""
    return max(0, minutes_left) // per_game if per_game else 0


def clock_says(event: Event, now: int) -> tuple[str, ...]:
    """Warnings for this moment, `now` in seconds since 1970. They never stop a game; the director decides."""
    if not event.rounds or event.round.closed or not event.round.at:
        return ()
    minutes = (now - event.round.at) // 60
    game = event.book.game
    says = []
    if game.minutes and minutes >= game.minutes and not event.round.bell:
        says.append(f"{game.minutes} minutes are up. Ring the bell. If a card has been turned up, finish that hand.")
    if game.advised_minutes and minutes >= game.advised_minutes and event.round.missing():
        tables = ", ".join(str(number) for number in event.round.missing())
        says.append(
            f"Round {event.round.number} has run {minutes} minutes; a game should take at most "
            f"{game.advised_minutes}. Still playing: table {tables}."
        )
    return tuple(says)
