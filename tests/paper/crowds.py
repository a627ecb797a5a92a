"""Evenings of any size with names as people have them: short, of 25 letters, with accents, Polish and Ukrainian."""

from __future__ import annotations

from functools import lru_cache

from bowerbird.event import Event
from event.evenings import Night

_NAMES = (
    *("Bob", "Christopher O'Shaughnessy", "Małgorzata Wójcik-Źrebiec", "Олександра Шевченко", "Ximena Díaz"),
    *("Bartholomew Vandenbergher", "Żaneta Brzęczyszczykiewicz", "Її Величність Соломія", "Mary Ann O'Neil", "Jo"),
)
#: The sizes that matter: one table, somebody left over, a page and one more, a room, and many rooms.
CROWDS = (4, 5, 12, 13, 18, 26, 60, 61, 130, 200)


def names(people: int) -> list[str]:
    """So many people, each with a name of their own."""
    return [f"{_NAMES[at % 10]}{f' {at // 10}' if at >= 10 else ''}" for at in range(people)]


@lru_cache(maxsize=3)
def crowd(club: str, people: int, *, over: bool = False) -> Event:
    """A club's evening with so many people in its second round, scores in; or over."""
    evening = Night(club, names(people), rounds=12 if club == "ccc" else 4, seed=people)
    for _ in range(2):
        evening.seat()
        evening.quick()
    if over:
        evening.end()
    return evening.event
