"""How smoothly the table's page plays in a browser: frames a second, and long tasks, while a game is played.

    python bench/table_page.py [--hands 6] [--pace quick] [--frames 60] [--task 50]

A person plays against three bots at a hall of its own. The page is drawn by Chromium without a graphics card, so a
laptop does better. Long tasks are those over 50 ms, as the browser itself tells them; what the longest task took of the
processor itself is told beside it, as a machine with other work to do lets tasks wait.

Prints the figures with their limits: `--frames` a second, or what the screen gives to the page at rest if that is less,
and no task over `--task` milliseconds. Ends with status 1 if one is missed.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from common import at_least, at_most, parser_for, tell  # type: ignore[import-not-found]  # beside this file
from web.browsing import LAPTOP, Person, open_browser, open_hall

#: Counts the frames that are painted and keeps every task that took too long.
WATCH = """
  window.painted = [];
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.longTasks.push([startTime, duration]);
  }).observe({ type: "longtask", buffered: true });
  const paint = (at) => { window.painted.push(at); requestAnimationFrame(paint); };
  requestAnimationFrame(paint);
"""


def measure(hands: int, pace: str) -> dict[str, Any]:
    """Play so many hands; returns the figures."""
    with tempfile.TemporaryDirectory() as folder, open_hall(Path(folder)) as hall, open_browser() as browser:
        person = Person(browser, hall, LAPTOP)
        chosen = json.dumps({"pace": pace, "sound": "off", "motion": "system"})
        person.context.add_init_script(f"localStorage.setItem('bowerbird', {json.dumps(chosen)})")
        person.context.add_init_script(WATCH)
        person.post("/api/guest", {"name": "Al"})
        made = person.post("/api/tables", {"rules": "bicycle", "pace": "at once", "bots": "simple"})
        person.page.emulate_media(reduced_motion="no-preference")
        person.go(str(made["link"]))
        page = person.page
        page.locator(".hand-card").first.wait_for()
        page.wait_for_timeout(2000)
        at_rest = rate(page.evaluate("window.painted.slice(-60)"))
        browser.start_tracing(page=page, categories=["toplevel"])
        start = page.evaluate("performance.now()")
        deadline = time.monotonic() + 60 * hands
        while time.monotonic() < deadline and not person.is_over:
            number = re.search(r"hand (\d+)", page.locator(".score").inner_text(), re.IGNORECASE)
            if number and int(number[1]) > hands:
                break
            if person.to_act:
                person.act()
            page.wait_for_timeout(100)
        found = page.evaluate("[window.painted, window.longTasks]")
        busiest = busiest_task(json.loads(browser.stop_tracing())["traceEvents"])
        return figures(found, start) | {
            "longest_task_processor_ms": busiest,
            "frames_a_second_at_rest": round(at_rest, 1),
            "troubles": person.troubles,
        }


def rate(painted: list[float]) -> float:
    """Frames a second, from when each was painted."""
    return (len(painted) - 1) * 1000 / (painted[-1] - painted[0])


def busiest_task(events: list[dict[str, Any]]) -> float:
    """Milliseconds that the page's longest task took of the processor."""
    pages = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = (event for event in events if event["name"].endswith("RunTask") and (event["pid"], event["tid"]) in pages)
    return round(max((event.get("tdur", 0) for event in tasks), default=0) / 1000, 1)


def figures(found: list[Any], start: float) -> dict[str, Any]:
    """Frames a second over the whole time, the longest wait for a frame, and the long tasks."""
    painted = [at for at in found[0] if at >= start]
    long = [round(duration) for at, duration in found[1] if at >= start]
    gaps = sorted(after - before for before, after in pairwise(painted))
    return {
        "seconds": round((painted[-1] - painted[0]) / 1000, 1),
        "frames_a_second": round(rate(painted), 1),
        "longest_frame_ms": round(gaps[-1]),
        "frame_ms_99_percent": round(gaps[len(gaps) * 99 // 100], 1),
        "long_tasks": len(long),
        "longest_task_ms": max(long, default=0),
    }


def main() -> None:
    """Measure, print, and say which limits were missed."""
    options = parser_for(__doc__)
    options.add_argument("--hands", type=int, default=6)
    options.add_argument("--pace", default="quick", choices=["at once", "quick", "normal", "slow"])
    options.add_argument("--frames", type=float, default=60)
    options.add_argument("--task", type=float, default=50)
    chosen = options.parse_args()
    found = measure(chosen.hands, chosen.pace)
    # What the screen gives to the page at rest is all that can be had. One frame a second is left to rounding.
    wanted = min(chosen.frames, found["frames_a_second_at_rest"]) - 1
    troubles = [f"trouble: {trouble}" for trouble in found.pop("troubles")]
    tell(found, at_least("frames_a_second", wanted), at_most("longest_task_ms", chosen.task), problems=troubles)


if __name__ == "__main__":
    main()
