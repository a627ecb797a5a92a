"""How smoothly the table's page plays in a browser: frames a second, and long tasks, while a game is played.

    python bench/table_page.py [--hands 6] [--pace quick]

A person plays against three bots at a hall of its own. The page is drawn by Chromium without a graphics card, so a
laptop does better. Long tasks are those over 50 ms, as the browser itself tells them.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

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
        person.go(str(made["link"]))
        page = person.page
        page.locator(".hand-card").first.wait_for()
        page.wait_for_timeout(2000)
        start = page.evaluate("performance.now()")
        deadline = time.monotonic() + 60 * hands
        while time.monotonic() < deadline and not person.is_over:
            if int(page.locator(".progress, .score-middle").first.inner_text().split("hand ")[-1].split()[0]) > hands:
                break
            if person.to_act:
                person.act()
            page.wait_for_timeout(100)
        return figures(page.evaluate("[window.painted, window.longTasks]"), start, person.troubles)


def figures(found: list[Any], start: float, troubles: list[str]) -> dict[str, Any]:
    """Frames a second over the whole time, the longest wait for a frame, and the long tasks."""
    painted = [at for at in found[0] if at >= start]
    long = [round(duration) for at, duration in found[1] if at >= start]
    gaps = sorted(after - before for before, after in pairwise(painted))
    seconds = (painted[-1] - painted[0]) / 1000
    return {
        "seconds": round(seconds, 1),
        "frames_a_second": round((len(painted) - 1) / seconds, 1),
        "longest_frame_ms": round(gaps[-1]),
        "frame_ms_99_percent": round(gaps[len(gaps) * 99 // 100], 1),
        "long_tasks": len(long),
        "longest_task_ms": max(long, default=0),
        "troubles": troubles,
    }


def main() -> None:
    """Measure, and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--hands", type=int, default=6)
    options.add_argument("--pace", default="quick", choices=["at once", "quick", "normal", "slow"])
    chosen = options.parse_args()
    print(json.dumps(measure(chosen.hands, chosen.pace), indent=2))


if __name__ == "__main__":
    main()
