"""A small log as people make it: tables played to the end and broken off, rulings, bots, events, a season.

`sample_log` writes it into a folder; the tests of checks and backups damage it.
"""

from __future__ import annotations

import random
import sqlite3
from itertools import count
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher

from bowerbird.desk.desk import Desk
from bowerbird.desk.live import LiveEvent
from bowerbird.desk.seasons import NewSeason
from bowerbird.evening import requests
from bowerbird.evening.rights import Right
from bowerbird.evening.setup import NewEvent
from bowerbird.hall.errors import NotAllowedError
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable, Settings
from bowerbird.hall.people import Guest, People
from bowerbird.hall.setup import TableSetup
from bowerbird.keyring import Keyring
from bowerbird.seats import Seat
from bowerbird.store import Log
from bowerbird.table import Fact, Phase, Play
from bowerbird.table.facts import Claim, Expose, Ruling
from kit.clock import HandClock, quiet

__all__ = ["sample_log"]

#: When it begins, in milliseconds since 1970.
BEGAN = 1_750_000_000_000
PASSPHRASE = "straw and blue glass"
PEOPLE = {Seat.N: "north", Seat.E: "east", Seat.S: "south", Seat.W: "west"}
HOUSE_RULES = 'based_on = "bicycle"\n[pack]\njoker = true\n[alone]\ndefend_alone = "lone calls"\n[game]\npoints = 5\n'


def choice(live: LiveTable, chance: random.Random) -> Fact | None:
    """What somebody does next; at a real table, now and then something that is wrong or is pointed out."""
    table = live.room.table
    legal = [fact for fact in table.legal if getattr(fact, "seat", None) is not None]
    claims = [fact for fact in legal if isinstance(fact, Claim)]
    others = [fact for fact in legal if not isinstance(fact, Claim)]
    if claims and chance.random() < 0.1:
        return chance.choice(claims)
    if not table.state.guarded and table.state.phase is Phase.PLAY and chance.random() < 0.15:
        seat = chance.choice(list(Seat))
        cards = table.state.hand.cards(seat)
        if cards:
            card = chance.choice(cards)
            return Play(seat, card) if chance.random() < 0.5 else Expose(seat, card)
    return chance.choice(others) if others else None


async def play(live: LiveTable, chance: random.Random, hands: int) -> None:
    """Play so many hands, or to the end of the game; then a card or two more."""
    more = 12
    while not live.room.table.state.is_over and more:
        more -= len(live.room.table.state.results) >= hands
        fact = choice(live, chance)
        if fact is None:
            await quiet()
            continue
        try:
            await live.act(live.room.chairs[Seat(getattr(fact, "seat"))].person, fact)  # noqa: B009
        except NotAllowedError:
            await quiet()
        if live.room.table.state.asked is not None:
            await live.rule("north", Ruling("as it stands", "It harmed nobody."))


async def four(hall: Hall, rules: str, house_rules: str = "", *, real: bool = False) -> LiveTable:
    live = await hall.make_table(
        "north", TableSetup(rules=rules, house_rules=house_rules, mode="real" if real else "guarded")
    )
    for seat, person in PEOPLE.items():
        await live.came(person)
        await hall.sit(live, person, person.capitalize(), seat)
    await live.start("north")
    return live


async def an_evening(log: Log) -> None:
    """A few tables: games to the end and games broken off, several books, people, bots, rulings, an undo."""
    clock = HandClock(BEGAN, step=1000)
    hall = Hall(log, clock, Settings(grace=60, words_wait=0, pace_factor=0, review_ahead=False), bot_processes=0)
    chance = random.Random(8)
    people = People(log, clock, PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    await people.keep(Guest("north", "North"), PASSPHRASE)
    for rules in ("bicycle", "trailer-estates", "national"):
        await play(await four(hall, rules), chance, hands=99 if rules == "trailer-estates" else 3)
    again = await four(hall, "bicycle", HOUSE_RULES)
    await play(again, chance, hands=99)
    await again.start("north")
    await play(again, chance, hands=1)
    await again.say("east", "Well played")
    await again.pause("north", True)
    for rules in ("st-joe", "ccc", "alberta"):
        await play(await four(hall, rules, real=True), chance, hands=4)
    bots = await hall.make_table("north", TableSetup(rules="alberta", pace="at once"))
    for seat in (Seat.E, Seat.S, Seat.W):
        await bots.seat_bot("north", seat, "simple")
    await hall.sit(bots, "north", "North", Seat.N)
    await hall.make_table("east", TableSetup(rules="ccc", private=False))  # nobody came
    await hall.close()


async def events(log: Log) -> None:
    """A few events: one finished, one in its second round with a correction and an undo, one that nobody came to."""
    hall = Hall(log, HandClock(BEGAN, step=1000), bot_processes=0)
    desk = Desk(hall, Keyring(bytes(32)))
    keys = (f"key {number}" for number in count())

    async def do(live: LiveEvent, request: type[requests.Request], **more: Any) -> None:
        await desk.do(Right(live.name, "director"), live, request(key=next(keys), **more))

    for rules, rounds, people in (("trailer-estates", 2, 12), ("ccc", 3, 13), ("st-joe", 0, 0)):
        wanted = NewEvent(
            rules=rules,
            key=rules,
            place="The church hall",
            date="2025-06-01",
            start="19:00",
            rounds=rounds,
            trial=people,
        )
        live = await desk.make("north", wanted)
        if not people:
            continue
        await do(live, requests.SeatPeople)
        await do(live, requests.TrialScores)
        await do(live, requests.Next)
        await do(live, requests.TrialScores)
        if rules == "trailer-estates":
            await do(live, requests.Finish)
        else:
            await do(live, requests.Undo)
            await do(live, requests.Left, name=next(iter(live.evening.event.people)))
    season = await desk.seasons.make("north", NewSeason(title="Summer", rules="ccc", key="summer"))
    await desk.make("north", NewEvent(rules="ccc", key="in the season", season=season.season))
    await hall.close()


async def sample_log(folder: Path) -> None:
    """Write the log into a folder, all in one file."""
    async with Log(folder) as log:
        await an_evening(log)
        await events(log)
    with sqlite3.connect(folder / "bowerbird.sqlite") as database:
        database.execute("PRAGMA journal_mode=DELETE")
        database.execute("VACUUM")
    database.close()
