"""What the desk sends to its pages at several moments of one night, for the tests of what they show (tests/js)."""

from __future__ import annotations

from typing import Any

from bowerbird.seats import Seat
from desk.desks import HELPER, PUBLIC, SIGN_UP, Room, player


def desk_views() -> dict[str, Any]:
    """A night by the national rules: people arrive, play, are ruled on, and win."""
    views: dict[str, Any] = {}
    room = Room("national", 0, title="Club night", place="The hall", rounds=2)
    for name in ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lee", "Max", "Nan", "Oz"):
        room.do("enter", people=[{"name": name}])
    room.do("check-in", names=["Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus"])
    room.do("late", name="Hal")
    room.do("absent", name="Ida")
    room.do("enter", SIGN_UP, people=[{"name": "Nobody"}], phone="a prank")
    views["door"] = room.view()
    room.do("clear-sign-ups")
    room.do("check-in", names="all")
    room.do("seat")
    room.do("bell")
    first, second, third = (room.at(number, Seat.N) for number in (1, 2, 3))
    room.do("sub", name=room.at(3, Seat.E).name, by="Stan")
    room.score(1, 11, 7)
    room.score(2, 11, 4, second)
    room.score(3, 11, 9, third)
    room.score(3, 8, 11, room.at(3, Seat.W))
    room.do("rule", name=first.name, action="warning", reason="slow play")
    room.do("rule", name=second.name, action="points off", points=2, reason="table talk")
    views["playing"] = room.view()
    views["playing for a helper"] = room.view(HELPER)
    views["playing on the board"] = room.view(PUBLIC)
    phones = (room.at(1, Seat.N), second, third, room.at(2, Seat.E), player("Dee"))
    views["phones"] = [room.view(right) for right in phones]
    room.do("reveal", do="hold")
    room.do("accept", table=2)
    room.do("correct", round=1, table=3, ns=11, ew=9, reason="Both cards say so.")
    room.do("next")
    for table in (1, 2, 3):
        room.score(table, 11, table)
    room.do("finish")
    while room.view(PUBLIC)["announced"]["next"] > 2:
        room.do("reveal", do="next")
    views["announcing"] = room.view()
    views["announcing on the board"] = room.view(PUBLIC)
    views["phones"] += [room.view(right) for right in phones]
    room.do("reveal", do="all")
    views["announced on the board"] = room.view(PUBLIC)
    return views | {"boards": boards(), "money": money(), "teams": teams(), **weeks()}


def boards() -> dict[str, Any]:
    """A duplicate event whose first round is being played."""
    room = Room("duplicate", 8, rounds=3, settings={"game.hands": 2})
    return room.view()


def money() -> dict[str, Any]:
    """Between two rounds, with a fee that one has not paid and prizes."""
    room = Room("trailer-estates", 9, settings={"event.money.fee": 500, "event.money.shares": {"1": [60, 40]}})
    room.do("paid", names=list(room.event.people)[1:])
    room.play_round()
    return room.view()


def teams() -> dict[str, Any]:
    """Teams that stay together, at tables of which one is online."""
    room = Room("alberta", 12)
    room.do("online", tables=[2])
    room.do("now", table=1, ns=4, ew=3)
    return room.view()


def weeks() -> dict[str, Any]:
    """The first of several weeks: with a game in progress, and when all its games are played."""
    room = Room("ccc", 12, rounds=9)
    begun = room.view()
    for _ in range(2):
        room.play_round()
        room.do("next")
    room.play_round()
    return {"week begun": begun, "week played": room.view()}
