"""Measure how long people wait for the review of a game after its last card, at several tables at once.

    python bench/review.py --tables 1 8 [--limit 1]

Four bots play a game to ten points at each table, as quickly as `--factor` says: 1 is their usual speed, 0.2 is five
times as fast. A page asks for the review when the last card is shown, and asks again as `learn/review-of.js` does. For
each number of tables: the longest and the median time from that card until the page has the whole review, beside the
limit, and the time that the teacher needs if it starts only then (`from_start_s`). Ends with status 1 if a page waited
for longer than the limit.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from bowerbird.hall.frames import encode
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import LiveTable, Settings
from bowerbird.hall.review import Reviews
from bowerbird.hall.setup import TableSetup
from bowerbird.seats import Seat
from bowerbird.store import Log
from common import at_most, parser_for, tell  # type: ignore[import-not-found]  # beside this file


async def play(hall: Hall, level: str) -> tuple[LiveTable, float]:
    """One game, and the seconds from its last card until a page has its review."""
    live = await hall.make_table("host", TableSetup(pace="normal"))
    await live.came("host")
    over: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    def look(_: object) -> None:
        if live.room.table.state.is_over and not over.done():
            over.set_result(time.perf_counter())

    live.listen(look)
    for seat in Seat:
        await live.seat_bot("host", seat, level)
    await live.start("host")
    last_card = await over
    await answer(hall.reviews, live)
    return live, time.perf_counter() - last_card


async def answer(reviews: Reviews, live: LiveTable) -> bytes:
    """The whole review as a page gets it, asked for until it is ready."""
    wait = 0.15
    while True:
        review = await reviews.soon(live.name, live.room, None, None)
        body = encode(review)
        if review.ready:
            return body
        await asyncio.sleep(wait)
        wait = min(1.5, wait * 1.4)


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
            started = time.perf_counter()
            await answer(fresh, played[0][0])
            from_start = time.perf_counter() - started
            await fresh.close()
            await hall.close()
    return {
        "longest_wait_s": round(max(late), 3),
        "median_wait_s": round(statistics.median(late), 3),
        "from_start_s": round(from_start, 2),
    }


def main() -> None:
    """Measure for each number of tables."""
    parser = parser_for(__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 8])
    parser.add_argument("--factor", type=float, default=0.2)
    parser.add_argument("--level", default="club")
    parser.add_argument("--limit", type=float, default=1.0, help="seconds that nobody waits longer than")
    given = parser.parse_args()
    figures: dict[str, float] = {}
    for tables in given.tables:
        found = asyncio.run(measure(tables, given.factor, given.level))
        figures |= {f"{tables}_tables_{name}": value for name, value in found.items()}
    tell(figures, *(at_most(f"{tables}_tables_longest_wait_s", given.limit) for tables in given.tables))


if __name__ == "__main__":
    main()
