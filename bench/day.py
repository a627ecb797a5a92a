"""Play a day's games in a few minutes: tables, connections and events come and go, and memory must not grow.

    python bench/day.py --hands 28800

Fifty tables in constant use play about 28,800 hands in 24 hours, at two and a half minutes per hand. Here they are
played at once, by people through real sockets and by bots, against one web process. People come, sit down with bots,
play a game, replay it and leave; now and then someone leaves in the middle, and an event is created, seated and viewed
by everyone. Streams without viewers are dropped as often per hand as on a real day. Every thousand hands the memory of
the process is measured; at the end it is compared with its size after warming up.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil
from websockets.exceptions import WebSocketException

from bowerbird.client import Client, EventLink, Line, RefusedError, card_facts
from common import at_most, parser_for, progress, tell  # type: ignore[import-not-found]  # beside this file
from processes import Hall, any_client, database_for  # type: ignore[import-not-found]  # beside this file

#: Games of a club's usual length.
RULES = "trailer-estates"
#: After this many hands the process has done everything once. Memory that it takes later is growth.
WARM = 0.2
#: The allowed growth of memory, as a share: the allocator does not return everything at once.
ALLOWED = 0.10
#: One game in this many is left in the middle, and one in this many has an event.
LEFT, EVENT = 10, 25
PEOPLE_AT_EVENT = 12


@dataclass
class Day:
    """Counts so far."""

    hands: int = 0
    games: int = 0
    events: int = 0
    curve: list[tuple[int, float]] = field(default_factory=list)


async def one_game(hall: Hall, day: Day, chance: random.Random) -> None:
    """Someone comes, plays a game with bots, replays it, and leaves."""
    client = any_client(hall)
    try:
        await client.guest(f"Person {chance.randrange(10**6)}")
        made = await client.make_table(rules=RULES, bots="simple", pace="at once", private=chance.random() < 0.8)
        hands = chance.randrange(2, 6) if chance.randrange(LEFT) == 0 else 10**6
        client.address = hall.any_address()
        async with client.line(made["table"]) as line:
            played = await play(line, hands, chance)
        if played["result"]:
            await client.get(f"/api/tables/{made['table']}/game")
            await client.get(f"/api/tables/{made['table']}/egn")
        await client.get("/api/my-tables")
        day.hands += len(played["results"])
        day.games += 1
    finally:
        await client.http.aclose()


async def play(line: Line, hands: int, chance: random.Random) -> dict[str, Any]:
    """Play until the game is over, or for this many hands; return the last view."""
    async with asyncio.timeout(600):
        while not line.view or not (line.view["result"] or len(line.view["results"]) >= hands):
            seen, view = line.frames, line.view
            if line.frame["room"]["fair"]["your_words_wanted"]:
                await attempt(line, "words", words=str(chance.random()))
            elif view and view["turn"] == line.seat and (view["actions"] or view["plays"]):
                choices = [action["fact"] for action in view["actions"]] + card_facts(view)
                await attempt(line, "act", fact=chance.choice(choices))
            if line.frames == seen:
                await line.changed(seen)
    return line.view


async def attempt(line: Line, what: str, **rest: Any) -> None:
    try:
        await line.do(what, **rest)
    except RefusedError:
        if line.closed:
            raise


async def one_event(hall: Hall, day: Day, chance: random.Random) -> None:
    """A director creates an event, everyone looks, a round is seated and scored."""
    client = any_client(hall)
    try:
        await client.guest("Director")
        desk = await client.make_event(RULES, title="A day", trial=PEOPLE_AT_EVENT, rounds=2)
        await desk.do("check-in", names="all")
        await desk.do("seat")
        view = await desk.view()
        phones = [EventLink(client, link) for link in view["links"]["players"].values()]
        waiting = [asyncio.create_task(phone.view((await phone.view())["seq"])) for phone in phones]
        for tile in view["tables"]:
            await desk.do("score", table=tile["number"], ns=5, ew=3 + chance.randrange(2))
        await asyncio.gather(*waiting)
        day.events += 1
    finally:
        await client.http.aclose()


async def people(hall: Hall, day: Day, hands: int, seed: int) -> None:
    """Play games in sequence, in parallel with other people, until all hands are played."""
    chance = random.Random(seed)
    while day.hands < hands:
        try:
            if chance.randrange(EVENT) == 0:
                await one_event(hall, day, chance)
            await one_game(hall, day, chance)
        except (OSError, WebSocketException, httpx.TransportError) as error:
            print(f"a line broke: {error!r}", file=sys.stderr)


async def watch(server: psutil.Process, day: Day, every: int, tables: Client) -> None:
    """Measure memory again and again."""
    taken = 0
    while True:
        await asyncio.sleep(0.5)
        if day.hands >= taken:
            taken += every
            memory = server.memory_info().rss / 2**20
            day.curve.append((day.hands, round(memory, 1)))
            progress(f"{day.hands} hands, {memory:.1f} MB, {await in_memory(tables)} tables in memory")


async def in_memory(client: Client) -> int:
    """The number of tables in the memory of the process, by its own metrics."""
    text = (await client.http.get("/metrics")).text
    return int(float(next(line.split()[-1] for line in text.splitlines() if line.startswith("bowerbird_tables "))))


async def whole_day(options: argparse.Namespace, database: str, folder: Path) -> dict[str, Any]:
    hall = Hall(database, folder, 1, tidy_every=options.tidy_every)
    day = Day()
    try:
        await hall.open()
        server = psutil.Process(hall.running[hall.ports[0]].pid)
        began = time.monotonic()
        async with Client(hall.any_address()) as looking:
            watching = asyncio.create_task(watch(server, day, options.every, looking))
            await asyncio.gather(*(people(hall, day, options.hands, seed) for seed in range(options.at_once)))
            await asyncio.sleep(2 * options.tidy_every + 1)
            watching.cancel()
            left = await in_memory(looking)
        lasted = time.monotonic() - began
        day.curve.append((day.hands, round(server.memory_info().rss / 2**20, 1)))
    finally:
        hall.close()
    size = sum(file.stat().st_size for file in folder.glob("bowerbird.sqlite*"))
    warm = max(memory for hands, memory in day.curve if hands <= max(WARM * options.hands, day.curve[0][0]))
    end = max(memory for hands, memory in day.curve if hands >= 0.9 * options.hands)
    return {
        "hands": day.hands,
        "games": day.games,
        "events": day.events,
        "seconds": round(lasted),
        "mb_warm": warm,
        "mb_at_the_end": end,
        "grown_by": round(end / warm - 1, 3),
        "tables_left_in_memory": left,
        "file_mb": round(size / 2**20, 1),
        "bytes_per_hand": round(size / day.hands) if size else None,
    }


def main() -> None:
    parser = parser_for(__doc__)
    parser.add_argument("--hands", type=int, default=28_800)
    parser.add_argument("--at-once", type=int, default=16, help="how many people play at the same time")
    parser.add_argument("--every", type=int, default=1000, help="hands between two looks at the memory")
    parser.add_argument("--tidy-every", type=float, default=3.0, help="seconds; a day is much shorter here")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    options = parser.parse_args()
    with database_for(options.database) as (database, folder, _):
        result = asyncio.run(whole_day(options, database, folder))
    tell(result, at_most("grown_by", ALLOWED))


if __name__ == "__main__":
    main()
