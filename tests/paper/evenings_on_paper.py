"""Evenings to print, made once for all tests that only look."""

from __future__ import annotations

from functools import cache

from bowerbird.event import Event
from bowerbird.event.facts import SittingPlayerNamed
from event.evenings import Night

PEOPLE = 16
#: Sheets of a duplicate event; other events have none of them. They have tests of their own.
OF_BOARDS = ("boards", "hands", "round-slips", "travellers", "hand-records")
ROUNDS = {"ccc": 12}


def night(club: str, people: int = PEOPLE, rounds: int = 0, played: int = 0) -> Night:
    """An evening after so many rounds, all scores in."""
    evening = Night(club, people, rounds=rounds or ROUNDS.get(club, 8), seed=7)
    if evening.book.event.sitting_players:
        evening.do(SittingPlayerNamed(name="Ann"))
    for _ in range(played):
        evening.seat()
        evening.quick()
    return evening


@cache
def running(club: str) -> Event:
    """In the fourth round, with all scores in."""
    return night(club, played=4).event


@cache
def finished(club: str) -> Event:
    """Over, whatever is still level."""
    evening = night(club, played=ROUNDS.get(club, 8))
    evening.end()
    return evening.event
