"""Lines about meetings and rounds: opening, the plan, places, the bell and the clock, moving on, the end."""

from __future__ import annotations

from bowerbird.event.movements import movement_of
from bowerbird.event.movements.base import IN_ORDER
from bowerbird.nights.lines.draws import show_waiting
from bowerbird.nights.lines.hands import hand_in
from bowerbird.nights.lines.registry import Handler, numbered_table
from bowerbird.nights.lines.scores import stand_down
from bowerbird.nights.room import NotExpressibleError, Room
from bowerbird.nights.text import Fact

__all__ = ["LINES", "ask_plan"]


def _meeting(room: Room, fact: Fact) -> None:
    room.set_clock(fact.words[1])
    room.ask("open", date=fact.words[1])
    room.plan = {}
    room.silent = set()


def _plan(room: Room, fact: Fact) -> None:
    if fact.words[1:] == ("in", "order"):
        people = list(room.event.people)
        fours = [people[first : first + 4] for first in range(0, len(people) // 4 * 4, 4)]
        room.plan = {number: (n, e, s, w) for number, (n, e, s, w) in enumerate(fours, 1)}
    else:
        number, (north, east, south, west) = numbered_table(fact.words[1:])
        room.plan[number] = (north, east, south, west)
    room.plan_changed = True


def ask_plan(room: Room) -> None:
    """Hand the plan in, if the night gave one since the last time."""
    if room.plan_changed:
        tables = [{"table": number, "names": names} for number, names in sorted(room.plan.items())]
        room.ask("plan", tables=tables)
        room.plan_changed = False


def _seat(room: Room, fact: Fact) -> None:
    """`seat` as planned and drawn; `seat in order` and `seat table T ...` place people by hand."""
    if fact.words[1:2] == ("table",):
        number, (north, east, south, west) = numbered_table(fact.words[1:])
        room.places[number] = (north, east, south, west)
        return
    ask_plan(room)
    movement = movement_of(room.event.book)
    in_order = fact.words[-2:] == ("in", "order")
    room.propose_seating("seat", choices={IN_ORDER.name: "yes"} if in_order and IN_ORDER in movement.choices else {})
    if in_order and not movement.pairs_stay:
        _place_in_order(room)
    show_waiting(room)


def _place_in_order(room: Room) -> None:
    here = list(room.event.here())
    fours = [here[first : first + 4] for first in range(0, len(here) // 4 * 4, 4)]
    room.place({number: (n, e, s, w) for number, (n, e, s, w) in enumerate(fours, 1)})


def _sits_out(room: Room, fact: Fact) -> None:
    """People whom no `seat table` or `plan table` line names: nothing to ask for, and nobody may be named twice."""
    named = {name for names in (*room.places.values(), *room.plan.values()) for name in names}
    if both := [name for name in fact.words[2:] if name in named]:
        raise NotExpressibleError(f"{both[0]} sits out and has a place")


def _seated(room: Room, fact: Fact) -> None:
    places, room.places = room.places, {}
    room.place(places)


def _next(room: Room, fact: Fact) -> None:
    hand_in(room)
    room.leave()
    words = " ".join(fact.words[1:])
    movement = movement_of(room.event.book)
    choices = {"lines": words} if words else {}
    if movement.pivot and not room.event.same_sitting() and room.event.tonight:
        choices["extra"] = "yes"
    room.propose_seating("next", choices=choices)
    for number in sorted(room.silent - room.event.round.stood_down.keys()):
        stand_down(room, number)


def _bell(room: Room, fact: Fact) -> None:
    if fact.words[1] == "start":
        room.ask("clock", do="start")
    else:
        room.ask("bell")


def _clock(room: Room, fact: Fact) -> None:
    room.set_clock(room.event.meeting.date, fact.words[1])


def _close(room: Room, fact: Fact) -> None:
    hand_in(room)
    room.leave()
    room.ask("close", unfinished="not counted")


def _finish(room: Room, fact: Fact) -> None:
    room.ask("finish")


def _target(room: Room, fact: Fact) -> None:
    room.ask("target", points=int(fact.words[1]))


LINES: dict[str, Handler] = {
    "meeting": _meeting,
    "plan": _plan,
    "seat": _seat,
    "sits": _sits_out,
    "seated": _seated,
    "next": _next,
    "bell": _bell,
    "clock": _clock,
    "close": _close,
    "finish": _finish,
    "target": _target,
}
