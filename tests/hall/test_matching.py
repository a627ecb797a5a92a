"""Matching people who look for a game: what must hold after any sequence of comings and goings.

The lobby is played through in a small model, which seats people by the same functions as the server: every sequence of
a few steps, and many long ones by chance.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import product

import pytest

from bowerbird.hall.matching import ANY_RULES, WAIT, Meeting, begins, choose
from kit.amount import amount

#: Long sequences by chance.
SEQUENCES = amount(100, full=300, soak=20_000)
PEOPLE = ("ann", "bob", "cy", "dee", "eve", "flo")
TICK = 5_000


@dataclass
class Place:
    """A table of the model: its chairs have people, bots or nobody."""

    rules: str
    bots_at: int
    chairs: list[str] = field(default_factory=lambda: ["", "", "", ""])
    started: bool = False

    @property
    def people(self) -> set[str]:
        return set(self.chairs) - {"", "bot"}


class World:
    """People, tables and the time."""

    def __init__(self) -> None:
        self.now = 0
        self.tables: dict[str, Place] = {}
        self.here: set[str] = set()
        self.waits_since: dict[str, int] = {}
        self.blocked: set[frozenset[str]] = set()

    def apart(self, person: str) -> set[str]:
        return {other for pair in self.blocked if person in pair for other in pair - {person}}

    def look(self, person: str, rules: str = ANY_RULES) -> None:
        self.here.add(person)
        if any(person in place.people for place in self.tables.values()):
            return
        found = choose([self.meeting(name) for name in self.tables], rules, self.apart(person))
        name = f"t{len(self.tables)}" if found is None else found.table
        if found is None:
            self.tables[name] = Place(rules or "bicycle", self.now + WAIT)
        place = self.tables[name]
        kind = "" if "" in place.chairs else "bot"
        place.chairs[place.chairs.index(kind)] = person
        if not place.started:
            self.waits_since[person] = self.now
        assert not place.people & self.apart(person), "blocked people meet"
        self.run()

    def meeting(self, name: str) -> Meeting:
        place = self.tables[name]
        people = place.people if not place.started or place.people & self.here else set()
        free = sum(chair in ("", "bot") for chair in place.chairs)
        return Meeting(name, place.rules, frozenset(people), free, place.started, 0)

    def leave(self, person: str) -> None:
        """Their page is gone: the chair becomes free, or a bot plays in it."""
        self.here.discard(person)
        self.waits_since.pop(person, None)
        for place in self.tables.values():
            place.chairs = [("bot" if place.started else "") if who == person else who for who in place.chairs]

    def pass_time(self) -> None:
        self.now += TICK
        self.run()

    def run(self) -> None:
        for place in self.tables.values():
            empty = place.chairs.count("")
            if not place.started and begins(self.now, place.bots_at, len(place.people & self.here), empty):
                place.chairs = [who or "bot" for who in place.chairs]
                place.started = True
                for person in place.people:
                    self.waits_since.pop(person, None)

    def check(self) -> None:
        for person in PEOPLE:
            assert sum(person in place.people for place in self.tables.values()) <= 1, "at two tables"
        late = [person for person, since in self.waits_since.items() if self.now - since > WAIT + TICK]
        assert not late, "somebody waits longer than a minute"

    def step(self, what: str, person: str, other: str) -> None:
        match what:
            case "look":
                self.look(person)
            case "look for alberta":
                self.look(person, "alberta")
            case "leave":
                self.leave(person)
            case "block":
                self.blocked.add(frozenset({person, other}))
            case "time":
                self.pass_time()
        self.check()


STEPS = ("look", "look for alberta", "leave", "block", "time")


def test_every_short_sequence_keeps_the_promises() -> None:
    choices = [(what, who) for what in ("look", "leave") for who in PEOPLE[:3]] + [("time", ""), ("block", "ann")]
    for sequence in product(choices, repeat=5):
        world = World()
        for what, who in sequence:
            world.step(what, who, "bob")


def test_long_sequences_keep_the_promises() -> None:
    begun = 0
    for seed in range(SEQUENCES):
        chance, world = random.Random(seed), World()
        for _ in range(60):
            person, other = chance.sample(PEOPLE, 2)
            world.step(chance.choices(STEPS, (4, 2, 2, 0.2, 6))[0], person, other)
        begun += sum(place.started for place in world.tables.values())
    assert begun > SEQUENCES


def test_people_who_look_for_the_same_meet() -> None:
    world = World()
    for person in PEOPLE[:4]:
        world.look(person)
    assert [place.people for place in world.tables.values()] == [set(PEOPLE[:4])]
    assert world.tables["t0"].started, "nobody waits for bots"


def test_after_a_minute_bots_play_and_later_people_take_their_chairs() -> None:
    world = World()
    world.look("ann")
    for _ in range(WAIT // TICK):
        world.pass_time()
    assert sorted(world.tables["t0"].chairs) == ["ann", "bot", "bot", "bot"]
    world.look("bob")
    assert world.tables["t0"].people == {"ann", "bob"}


def test_other_rules_are_another_table() -> None:
    world = World()
    world.look("ann")
    world.look("bob", "alberta")
    world.look("cy")
    assert world.tables["t0"].people == {"ann", "cy"} or world.tables["t1"].people == {"bob", "cy"}
    assert len(world.tables) == 2


@pytest.mark.parametrize(
    ("meetings", "found"),
    [
        ([], None),
        ([Meeting("a", "bicycle", frozenset(), 4, False, 0)], None),
        ([Meeting("a", "bicycle", frozenset({"x"}), 0, False, 0)], None),
        ([Meeting("a", "bicycle", frozenset({"x"}), 1, False, 0)], "a"),
        (
            [
                Meeting("a", "bicycle", frozenset({"x", "z"}), 2, True, 0),
                Meeting("b", "bicycle", frozenset({"y"}), 3, False, 0),
            ],
            "b",
        ),
        (
            [
                Meeting("a", "bicycle", frozenset({"x"}), 2, True, 9),
                Meeting("b", "bicycle", frozenset({"y"}), 3, True, 2),
            ],
            "b",
        ),
    ],
)
def test_the_choice(meetings: list[Meeting], found: str | None) -> None:
    chosen = choose(meetings, ANY_RULES, frozenset())
    assert (None if chosen is None else chosen.table) == found
