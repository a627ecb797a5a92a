"""Measure how long people's bots take while one guest keeps many champion tables busy.

    python bench/champions.py --tables 30 --seconds 20 [--limit 1.0]

One person has `--tables` tables of four champions; three others have a table of club players each. All play at the pace
`quick`, in a hall with one process for bots. For the three: the median and the 99th percentile of the time from a bot's
turn to its choice, without the first five seconds, in which processes start. Ends with status 1 if the 99th percentile
is over the limit, in seconds.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Collection
from pathlib import Path
from typing import Any

from bowerbird.hall.bots import Bots
from bowerbird.hall.hall import Hall
from bowerbird.hall.live import Settings
from bowerbird.hall.setup import TableSetup
from bowerbird.seats import Seat
from bowerbird.store import Log
from common import at_most, parser_for, percentile, tell  # type: ignore[import-not-found]  # beside this file

_STARTING = 5.0


class TimedBots(Bots):
    """Bots whose thinking is timed, with the time that they wait for a turn."""

    def __init__(self) -> None:
        super().__init__(1)
        self.times: dict[str, list[float]] = {"club": [], "champion": []}

    async def choose(self, level: str, seed: int, book: Any, view: Any, people: Collection[str], bird: str = "") -> Any:
        """The choice of a bot."""
        begun = time.perf_counter()
        chosen = await super().choose(level, seed, book, view, people, bird)
        self.times[level].append(time.perf_counter() - begun)
        return chosen


async def four_bots(hall: Hall, host: str, level: str) -> None:
    """A table where four bots of a level play, and their host watches."""
    live = await hall.make_table(host, TableSetup(pace="quick"))
    await live.came(host)
    for seat in Seat:
        await live.seat_bot(host, seat, level)
    await live.start(host)


async def measure(tables: int, seconds: float, folder: Path) -> dict[str, list[float]]:
    """The times of both levels."""
    async with Log(folder) as log:
        hall = Hall(log, lambda: int(time.time() * 1000), Settings(words_wait=0, review_ahead=False))
        hall.bots.close()
        hall.bots = bots = TimedBots()
        for _ in range(tables):
            await four_bots(hall, "guest", "champion")
        for number in range(3):
            await four_bots(hall, f"person {number}", "club")
        await asyncio.sleep(_STARTING)
        for times in bots.times.values():
            times.clear()
        await asyncio.sleep(seconds)
        found = {level: sorted(times) for level, times in bots.times.items()}
        await hall.close()
        return found


def main() -> None:
    """Measure, and say if anyone waited for too long."""
    parser = parser_for(__doc__)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--limit", type=float, default=1.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        times = asyncio.run(measure(options.tables, options.seconds, Path(folder)))
    figures: dict[str, float] = {}
    for level, found in times.items():
        if found:
            figures[f"{level}_choices"] = len(found)
            figures[f"{level}_median_s"] = round(statistics.median(found), 3)
            figures[f"{level}_p99_s"] = round(percentile(found, 0.99), 3)
    tell(figures, at_most("club_p99_s", options.limit))


if __name__ == "__main__":
    main()
