"""Made-up people for a practice run, so that a new director can practise. Their names are plain first names."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final

from bowerbird.event.facts import CheckedIn, Entered, Entrant, Fact, MeetingOpened
from bowerbird.rulebook import Rulebook

__all__ = ["made_up", "made_up_names"]

_FIRST_NAMES: Final = [
    "Ada",
    "Al",
    "Alma",
    "Amos",
    "Ann",
    "Arlo",
    "Ava",
    "Bea",
    "Ben",
    "Bert",
    "Betty",
    "Bob",
    "Cal",
    "Carl",
    "Cleo",
    "Clara",
    "Cora",
    "Cy",
    "Dan",
    "Dee",
    "Dora",
    "Earl",
    "Ed",
    "Ella",
    "Elsie",
    "Emil",
    "Eve",
    "Faye",
    "Finn",
    "Flo",
    "Fred",
    "Gail",
    "Gene",
    "Gus",
    "Gwen",
    "Hal",
    "Hank",
    "Hazel",
    "Helen",
    "Hugh",
    "Ida",
    "Inez",
    "Ira",
    "Iris",
    "Ivy",
    "Jack",
    "Jean",
    "Joan",
    "Jo",
    "Karl",
    "Kay",
    "Kit",
    "Lars",
    "Lena",
    "Leo",
    "Liv",
    "Lou",
    "Mabel",
    "Max",
    "May",
    "Mia",
    "Milo",
    "Nan",
    "Ned",
    "Nell",
    "Nora",
    "Olga",
    "Opal",
    "Oscar",
    "Otto",
    "Pam",
    "Pat",
    "Paul",
    "Pearl",
    "Pete",
    "Polly",
    "Ray",
    "Rita",
    "Roy",
    "Rose",
    "Ruby",
    "Ruth",
    "Sal",
    "Sam",
    "Sid",
    "Stella",
    "Sue",
    "Tess",
    "Tom",
    "Ursula",
    "Val",
    "Vera",
    "Vic",
    "Wes",
    "Will",
    "Winnie",
    "Yvonne",
    "Zack",
    "Zoe",
]
#: People who are not checked in yet, for practice.
_STILL_TO_COME: Final = 2


def made_up_names() -> Iterator[str]:
    """An endless series of names, each once."""
    yield from _FIRST_NAMES
    for number in count():
        letter = chr(ord("A") + number % 26)
        again = "" if number < 26 else f" {number // 26 + 1}"
        yield from (f"{name} {letter}.{again}" for name in _FIRST_NAMES)


def made_up(book: Rulebook, people: int) -> list[Fact]:
    """Let this many people enter, open the first meeting, and check in all but the last two."""
    rules = book.event.entry
    size = 2 if rules.unit != "people" else 1
    names = made_up_names()
    facts: list[Fact] = []
    entered: list[str] = []
    for number in range(people // size):
        pair = [next(names) for _ in range(size)]
        zone = f"Zone {number // rules.teams_per_zone + 1}" if rules.teams_per_zone else ""
        facts.append(Entered(players=tuple(Entrant(name, of_age=True) for name in pair), zone=zone))
        entered += pair
    here = entered[: max(4, len(entered) - _STILL_TO_COME)]
    return [*facts, MeetingOpened(), *(CheckedIn(name=name) for name in here)] if here else facts
