"""Lines about people: entering, coming, going, subs, sitting players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bowerbird.event.movements import movement_of
from bowerbird.nights.lines.registry import Handler, after
from bowerbird.nights.lines.rounds import ask_plan
from bowerbird.nights.room import NotExpressibleError, Room
from bowerbird.nights.text import Fact

__all__ = ["LINES"]


def _enter(room: Room, fact: Fact) -> None:
    words = fact.words[1:]
    if words[0] == "team":
        first, _, second = words[1].partition("/")
        form: dict[str, Any] = {"name": first, "partner": second}
    else:
        form = {"name": words[1] if words[0] == "person" else words[0]}
    born = words[words.index("born") + 2 :] if "born" in words else ()
    if born:
        form["born_partner"] = int(born[0])
    room.ask("enter", people=[form | _zone_and_age(words)])


def _zone_and_age(words: Sequence[str]) -> dict[str, Any]:
    """`zone 1 born 1950`, or `confirmed` for 55 or over."""
    form: dict[str, Any] = {"of_age": "confirmed" in words}
    if zone := after(words, "zone"):
        form["zone"] = zone
    if born := after(words, "born"):
        form["born"] = int(born)
    return form


def _check_in(room: Room, fact: Fact) -> None:
    names: Any = "all" if fact.words[1:] == ("all",) else fact.words[1:]
    room.ask("check-in", names=names)


def _absent(room: Room, fact: Fact) -> None:
    names = list(fact.words[1:])
    meeting = 0
    if "at" in names:
        meeting = int(names[-1])
        names = names[: names.index("at")]
    for name in names:
        room.ask("absent", name=name, meeting=meeting)


def _late(room: Room, fact: Fact) -> None:
    for name in fact.words[1:]:
        room.ask("check-in", names=[name])


def _left(room: Room, fact: Fact) -> None:
    """`left NAME`: gone, and not seated again. A game that is being played is played to its end, or by a sub."""
    for name in fact.words[1:]:
        current = room.event.open_round
        table = current.table_of(room.event.player(name).name) if current is not None else None
        playing = table is not None and current is not None and table.number in current.missing()
        if playing and not movement_of(room.event.book).pivot:
            room.leaving.append(name)
        else:
            room.ask("left", name=name)


def _sub(room: Room, fact: Fact) -> None:
    name, rest = fact.words[1], fact.words[2:]
    if rest[:1] != ("for",):
        raise NotExpressibleError("write `sub Zed for Dot`")
    ask_plan(room)
    if rest[1] in room.leaving:
        room.leaving.remove(rest[1])
        room.ask("left", name=rest[1])
    current = room.event.open_round
    if current is not None and name in current.sitting_out and not movement_of(room.event.book).pivot:
        # Somebody who sits out takes the chair, and the other rests.
        room.ask("swap", first=name, second=rest[1])
    else:
        room.ask("sub", name=rest[1], by=name, **_zone_and_age(rest))


def _remove(room: Room, fact: Fact) -> None:
    room.ask("rule", name=fact.words[1], action="removed", reason=fact.reason)


def _sitting(room: Room, fact: Fact) -> None:
    for name in fact.words[1:]:
        room.ask("sitting", name=name)


LINES: dict[str, Handler] = {
    "enter": _enter,
    "check-in": _check_in,
    "absent": _absent,
    "late": _late,
    "left": _left,
    "sub": _sub,
    "remove": _remove,
    "sitting": _sitting,
}
