"""The directors of an event: there is always at least one, and the first on the list may remove the others. Pure.

A director's links carry a name. The director who made the event has an empty one, so links from before there could be
several are still good. Nobody ever gets the name of another person, also after that person has left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from typing import Final

import msgspec
from msgspec.structs import replace

from bowerbird.evening.facts import DirectorJoined
from bowerbird.event import EventError

__all__ = ["MAKER", "Director", "active", "by_name", "first_director", "free_name", "joined", "left", "shown_name"]

_NO_NAME: Final = "Director"


class Director(msgspec.Struct, frozen=True):
    """Somebody who runs the event, or who did: `person` is their id, if it is known."""

    called: str = ""
    person: str = ""
    gone: bool = False


#: An event from before directors were written down has one.
MAKER: Final[Mapping[str, Director]] = {"": Director()}


def active(directors: Mapping[str, Director]) -> tuple[str, ...]:
    """The names, in links, of everybody who is a director now. The first has been one for the longest time."""
    return tuple(name for name, director in directors.items() if not director.gone)


def first_director(directors: Mapping[str, Director]) -> str:
    """The director who has been one for the longest time."""
    return active(directors)[0]


def shown_name(directors: Mapping[str, Director], name: str) -> str:
    """The name of a director for people."""
    known = directors.get(name)
    return name or (known.called if known else "") or _NO_NAME


def by_name(directors: Mapping[str, Director], by: str) -> str:
    """The actor of a command; where there were several directors, also the one who made the event has a name."""
    return f"director:{shown_name(directors, '')}" if by == "director" and len(directors) > 1 else by


def joined(directors: Mapping[str, Director], note: DirectorJoined) -> Mapping[str, Director]:
    """The directors with one more, who comes last."""
    known = directors.get(note.name)
    if known is not None and known.person and (not known.gone or known.person != note.person):
        raise EventError(f"{shown_name(directors, note.name)} is a director already.")
    others = {name: director for name, director in directors.items() if name != note.name}
    return {**others, note.name: Director(note.called, note.person)}


def left(directors: Mapping[str, Director], name: str) -> Mapping[str, Director]:
    """The directors without this one."""
    now = active(directors)
    if name not in now:
        raise EventError(f"{shown_name(directors, name)} isn't a director of this event.")
    if len(now) == 1:
        raise EventError("You are the only director. Add another one first, then you can hand the event over.")
    return {**directors, name: replace(directors[name], gone=True)}


def free_name(directors: Mapping[str, Director], wanted: str, person: str) -> str:
    """A name for somebody's links: their own from before, or one that nobody has had."""
    before = next((name for name, director in directors.items() if person and director.person == person), None)
    if before is not None:
        return before
    taken = {shown_name(directors, name).casefold() for name in directors}
    return next(name for name in _numbered(wanted.strip() or _NO_NAME) if name.casefold() not in taken)


def _numbered(name: str) -> Iterable[str]:
    yield name
    yield from (f"{name} {number}" for number in count(2))
