"""Measure how long people wait for the review of a game after its last card, at several tables at once.

    python bench/review.py --tables 1 8

Four bots play a game to ten points at each table, as quickly as `--factor` says: 1 is their usual speed, 0.2 is five
times as fast. For each number of tables: the longest and the median time from the last card until the review is ready,
and the time that the expert needs if it starts only then (`from_start_s`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from pathlib import Path

from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable, Settings
from bowerbird.hall.review import Reviews
from bowerbird.seats import Seat
from bowerbird.store import Log

POLL = 0.005


async def play(hall: Hall, level: str) -> tuple[LiveTable, float]:
    """One game, and the seconds from its last card until its review is ready."""
    live = await hall.make_table("host", pace="normal")
    await live.came("host")
    live.listen(lambda _: None)
    for seat in Seat:
        await live.seat_bot("host", seat, level)
    await live.start("host")
    while not live.room.table.state.is_over:
        await asyncio.sleep(POLL)
    return live, await ready(hall.reviews, live)


async def ready(reviews: Reviews, live: LiveTable) -> float:
    """Seconds until the review is ready."""
    started = time.perf_counter()
    while not reviews.of(live.name, live.room, None, None).ready:
        await asyncio.sleep(POLL)
    return time.perf_counter() - started


async def measure(tables: int, factor: float, level: str) -> dict[str, float]:
    """Play at these tables at once."""
    with tempfile.TemporaryDirectory() as folder:
        async with Log(Path(folder)) as log:
            settings = Settings(words_wait=0, pace_factor=factor)
            hall = Hall(log, lambda: int(time.time() * 1000), settings, bot_processes=1)
            hall.bots.warm_up()
            played = await asyncio.gather(*(play(hall, level) for _ in range(tables)))
            late = [seconds for _, seconds in played]
            fresh = Reviews(hall.bots)
            from_start = await ready(fresh, played[0][0])
            await fresh.close()
            await hall.close()
    return {
        "tables": tables,
        "ready_after_s_max": round(max(late), 3),
        "ready_after_s_median": round(statistics.median(late), 3),
        "from_start_s": round(from_start, 2),
    }


def main() -> None:
    """Measure and print one line of JSON for each number of tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 8])
    parser.add_argument("--factor", type=float, default=0.2)
    parser.add_argument("--level", default="club")
    given = parser.parse_args()
    for tables in given.tables:
        print(json.dumps(asyncio.run(measure(tables, given.factor, given.level))), flush=True)


if __name__ == "__main__":
    main()
