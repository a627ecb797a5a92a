"""Nobody learns a hidden card: every byte that is sent would be the same if the hidden cards lay elsewhere."""

from __future__ import annotations

import asyncio
import random

import pytest

from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.facts import decode_hall_fact
from bowerbird.hall.frames import TableSnapshot
from bowerbird.hall.hall import Hall
from bowerbird.hall.setup import TableSetup
from bowerbird.seats import Seat
from bowerbird.table import Phase
from bowerbird.table.facts import Ruling
from hall.worlds import COMPARED, TABLES, Reader, Shadow, choice, hidden_from
from kit.amount import amount
from kit.clock import quiet

#: How many hands are played.
HANDS = amount(60, full=200, soak=1000)


PEOPLE = {Seat.N: "north", Seat.E: "east", Seat.S: "south", Seat.W: "west"}
VIEWERS = {person: person for person in (*PEOPLE.values(), "watcher", "")}


async def play_hands(hall: Hall, rules: tuple[str, str, str], hands: int, seed: int) -> int:
    name, house_rules, mode = rules
    live = await hall.make_table(
        "north", TableSetup(rules=name, house_rules=house_rules, mode="real" if mode == "real" else "guarded")
    )
    reader = Reader(live, VIEWERS, seed)
    live.listen(reader.hear)
    for seat, person in PEOPLE.items():
        await live.came(person)
        await live.sit(person, person.capitalize(), seat)
    chance = random.Random(seed)
    played = 0
    while played < hands:
        await live.start("north")
        while not live.room.table.state.is_over and played + len(live.room.table.state.results) < hands:
            fact = choice(live, chance)
            if fact is None:
                await asyncio.sleep(0)
                continue
            seat = Seat(getattr(fact, "seat"))  # noqa: B009
            try:
                await live.act(live.room.chairs[seat].person, fact)
            except NotAllowedError:
                await asyncio.sleep(0)
            if live.room.table.state.asked is not None:
                await live.rule("north", Ruling("as it stands", "the test says so"))
        played += len(live.room.table.state.results)
        await reader.check(hall)
    return await reader.check(hall)


@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: f"{rules[0]}-{rules[2]}")
async def test_no_byte_depends_on_a_hidden_card(hall: Hall, rules: tuple[str, str, str]) -> None:
    hands = -(-HANDS // len(TABLES))
    compared = await play_hands(hall, rules, hands, seed=len(rules[0]))
    assert compared > 3 * COMPARED * hands


async def test_the_other_worlds_of_that_test_are_really_other(hall: Hall) -> None:
    live = await hall.make_table("north")
    shadow = Shadow(live.room, 1)
    for seat, person in PEOPLE.items():
        await live.sit(person, person, seat)
    await live.start("north")
    while live.room.table.state.phase is not Phase.FIRST_ROUND:
        await quiet()
    for entry in await hall.log.read(live.stream.name, 1):
        shadow.follow(decode_hall_fact(entry.body), entry.at)
    state = live.room.table.state
    hidden = hidden_from(live.room.book.cards().mask, state, Seat.N)
    assert len(hidden) == 24 - 5 - 1
    east = state.hand.cards(Seat.E)[0]
    if east == state.hand.turn_up:
        east = state.hand.cards(Seat.E)[1]
    other = next(card for card in hidden if card not in state.hand.cards(Seat.E))
    swapped = shadow._with(east, other)
    assert swapped is not None
    told = live.snapshot()
    worlds = [TableSnapshot(told.name, room, told.here, told.host_here) for room in (live.room, swapped)]
    assert worlds[0].frame("north", "") == worlds[1].frame("north", "")
    assert worlds[0].frame("east", "") != worlds[1].frame("east", ""), "East sees the difference"
