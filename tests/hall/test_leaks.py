"""Nobody learns a hidden card: every byte that is sent would be the same if the hidden cards lay elsewhere."""

from __future__ import annotations

import asyncio
import os
import random

import pytest

from bowerbird.hall.errors import NotAllowed
from bowerbird.hall.facts import decode_hall_fact
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable
from bowerbird.hall.told import Telling
from bowerbird.seats import Seat
from bowerbird.table import Fact, Phase, Play
from bowerbird.table.facts import Claim, Expose, Ruling
from hall.worlds import Shadow, hidden_from

#: How many hands are played; `make soak` asks for more, and for every frame of every hand.
HANDS = int(os.environ.get("BOWERBIRD_LEAK_HANDS", "200"))
#: How many of the six people's frames are read after each change, drawn anew every time.
COMPARED = 6 if "BOWERBIRD_LEAK_HANDS" in os.environ else 2

PEOPLE = {Seat.N: "north", Seat.E: "east", Seat.S: "south", Seat.W: "west"}
VIEWERS = (*PEOPLE.values(), "watcher", "")

TABLES = [
    ("alberta", "", "guarded"),
    ("national", "", "guarded"),
    ("trailer-estates", "", "guarded"),
    ("st-joe", "", "real"),
    ("ccc", "", "real"),
    (
        "bicycle",
        'based_on = "bicycle"\n[pack]\njoker = true\nlowest = 7\n[alone]\ndefend_alone = true\npartners_best = true\n'
        '[auction]\nno_trump = true\n[deal]\nfarmers_hand = "exchange"',
        "guarded",
    ),
]


class Reader:
    """Reads the frames that are sent, with the facts as they are in the log."""

    def __init__(self, live: LiveTable, seed: int) -> None:
        self.shadow = Shadow(live.room, seed)
        self.live = live
        self.chance = random.Random(seed)
        self.told: list[tuple[int, Telling, dict[str, bytes]]] = []

    def hear(self, telling: Telling) -> None:
        viewers = self.chance.sample(VIEWERS, COMPARED)
        self.told.append((self.live.room.seq, telling, {who: telling.frame(who, who) for who in viewers}))

    async def check(self, hall: Hall) -> int:
        """Compare what was sent since the last check; returns how many frames were compared with another world."""
        told, self.told = self.told, []
        entries = iter(await hall.log.read(self.live.stream, self.shadow.room.seq))
        for seq, telling, frames in told:
            while self.shadow.room.seq < seq:
                entry = next(entries)
                self.shadow.follow(decode_hall_fact(entry.body), entry.at)
            for who, sent in frames.items():
                assert self.shadow.same_elsewhere(telling, who, who, sent), (
                    f"{who or 'a stranger'} learns a card: {sent!r}"
                )
        return self.shadow.compared


def choice(live: LiveTable, chance: random.Random) -> Fact | None:
    """What somebody does next; at a real table, now and then something that is wrong."""
    table = live.room.table
    legal = [fact for fact in table.legal if getattr(fact, "seat", None) is not None and not isinstance(fact, Claim)]
    if not legal:
        return None
    fact = chance.choice(legal)
    if not table.state.guarded and table.state.phase is Phase.PLAY and chance.random() < 0.15:
        seat = chance.choice(list(Seat))
        cards = table.state.hand.cards(seat)
        if cards:
            card = chance.choice(cards)
            return Play(seat, card) if chance.random() < 0.5 else Expose(seat, card)
    return fact


async def play_hands(hall: Hall, rules: tuple[str, str, str], hands: int, seed: int) -> int:
    name, house_rules, mode = rules
    live = await hall.make_table(
        "north", rules=name, house_rules=house_rules, mode="real" if mode == "real" else "guarded"
    )
    reader = Reader(live, seed)
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
            except NotAllowed:
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
        await asyncio.sleep(0.01)
    for entry in await hall.log.read(live.stream, 1):
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
    told = live.telling()
    worlds = [Telling(told.name, room, told.here, told.host_here) for room in (live.room, swapped)]
    assert worlds[0].frame("north", "") == worlds[1].frame("north", "")
    assert worlds[0].frame("east", "") != worlds[1].frame("east", ""), "East sees the difference"
