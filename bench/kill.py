"""Kill the server during play, again and again: after every restart all tables continue, and nothing is lost.

    python bench/kill.py --times 50

A real server process is killed by SIGKILL while people at several tables play through real sockets. At the end the log
is read: every acknowledged action is in it exactly once, in order, and nothing is there that nobody did.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bowerbird.client import Client, Line, RefusedError, card_facts
from bowerbird.hall.facts import HandedOver, Happened, TookBack, decode_hall_fact
from bowerbird.hall.room import Room
from bowerbird.store import Log
from bowerbird.table import encode_fact
from processes import free_port, ready  # type: ignore[import-not-found]  # beside this file

RULES = 'based_on = "trailer-estates"\n[game]\nhands = 100'


@dataclass
class Done:
    """An action, the number of the frame it was decided on, and whether the server acknowledged it."""

    fact: dict[str, Any]
    after: int
    acknowledged: bool = False


@dataclass
class Seat:
    """A person at a table, and all of this person's actions."""

    client: Client
    table: str
    done: list[Done] = field(default_factory=list)
    lives: int = 0


def start(folder: Path, port: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "bowerbird", "serve", "--port", str(port), "--data", str(folder)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def decide(view: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    choices = [action["fact"] for action in view["actions"]] + card_facts(view)
    fact: dict[str, Any] = chance.choice(choices)
    return fact


async def play(seat: Seat, chance: random.Random, acknowledged: asyncio.Semaphore) -> None:
    """Play until the connection breaks."""
    try:
        async with seat.client.line(seat.table) as line:
            seat.lives += 1
            while True:
                await one_action(seat, line, chance, acknowledged)
    except (RefusedError, OSError, EOFError, TimeoutError):
        return


async def one_action(seat: Seat, line: Line, chance: random.Random, acknowledged: asyncio.Semaphore) -> None:
    seen = line.frames
    view = line.view
    if line.frame["room"]["fair"]["your_words_wanted"]:
        try:
            await line.do("words", words=str(chance.random()))
        except RefusedError:
            if line.closed:
                raise
    elif view and view["turn"] == line.seat and (view["actions"] or view["plays"]):
        fact = decide(view, chance)
        seat.done.append(Done(fact, line.frame["seq"]))
        try:
            await line.act(fact)
        except RefusedError:
            if line.closed:
                raise
            seat.done.pop()  # the table had moved on and refused it
        else:
            seat.done[-1].acknowledged = True
            acknowledged.release()
    if line.frames == seen:
        await line.changed(seen)


async def killed_under_play(times: int, tables: int, seed: int, folder: Path) -> dict[str, Any]:
    """Play, kill and restart this many times; then read the log."""
    chance = random.Random(seed)
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    seats: list[Seat] = []
    restarts: list[float] = []
    for life in range(times):
        began = time.monotonic()
        server = start(folder, port)
        try:
            await ready(address)
            restarts.append(time.monotonic() - began)
            if life == 0:
                seats = [await seated(address, number) for number in range(tables)]
            acknowledged = asyncio.Semaphore(0)
            players = [asyncio.create_task(play(seat, chance, acknowledged)) for seat in seats]
            for _ in range(chance.randrange(5, 25)):
                await asyncio.wait_for(acknowledged.acquire(), 60)
            await asyncio.sleep(chance.random() * 0.03)
        finally:
            server.send_signal(signal.SIGKILL)
            server.wait()
        await asyncio.gather(*players)
    assert all(seat.lives == times for seat in seats), "every table went on after every restart"
    problems = [problem for seat in seats for problem in [await compare(folder, seat)] if problem]
    for seat in seats:
        await seat.client.http.aclose()
    acknowledged_all = [done.acknowledged for seat in seats for done in seat.done]
    restarts.sort()
    return {
        "kills": times,
        "tables": tables,
        "acknowledged": acknowledged_all.count(True),
        "unanswered": acknowledged_all.count(False),
        "restart_median_s": round(restarts[len(restarts) // 2], 2),
        "problems": problems,
    }


async def seated(address: str, number: int) -> Seat:
    client = Client(address)
    await client.guest(f"Person {number}")
    made = await client.make_table(house_rules=RULES, bots="simple", pace="at once")
    return Seat(client, made["table"])


async def compare(folder: Path, seat: Seat) -> str:
    """Compare the log with what this person knows; empty if they agree."""
    async with Log(folder) as log:
        entries = [(decode_hall_fact(entry.body), entry.at) for entry in await log.read(f"table:{seat.table}")]
    room = Room.fold(entries)  # a log with a duplicate action could not be folded: the rules would refuse it
    written = dict(own_facts(entries, next(int(place) for place in room.people())))
    # Acknowledged ones first: an action lost with the server may have been chosen again.
    for done in sorted(seat.done, key=lambda done: not done.acknowledged):
        # It was decided on a frame, and the table waited for it: it is one of the next facts, or missing.
        places = [seq for seq in range(done.after + 1, done.after + 6) if written.get(seq) == done.fact]
        if places:
            del written[places[0]]
        elif done.acknowledged:
            return f"table {seat.table}: {done} is lost"
    return f"table {seat.table}: nobody did {written}" if written else ""


def own_facts(entries: list[Any], seat: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """A person's actions at a table, without those of a bot during a long absence."""
    away = False
    for seq, (fact, _) in enumerate(entries, 1):
        if isinstance(fact, HandedOver | TookBack) and fact.seat == seat:
            away = isinstance(fact, HandedOver)
        elif isinstance(fact, Happened) and not away:
            told = json.loads(encode_fact(fact.fact))
            if told.get("seat") == seat and told["fact"] not in ("draw", "cut"):
                yield seq, told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--tables", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        result = asyncio.run(killed_under_play(options.times, options.tables, options.seed, Path(folder)))
    print(json.dumps(result))
    sys.exit(1 if result["problems"] else 0)


if __name__ == "__main__":
    main()
