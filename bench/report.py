"""Run the benches at a size for two cores, and write one page with their figures beside the last landed ones.

    python bench/report.py                      all of them, in some minutes: build/bench/index.html
    python bench/report.py --only kernel hall   only these
    python bench/report.py --whole --only kills these at full size, some for hours: no page
    python bench/report.py --land               also make these figures the landed ones: bench/landed.json
    python bench/report.py --draw               draw the page from the figures of the last run

Every bench tells figures and goals as `bench/common.py` says. Sizes here are small, so a figure may be missed by chance
or because the machine is busy: look at it again alone, at its own size. Ends with status 1 if a goal was missed.
"""

from __future__ import annotations

import json
import math
import os
import platform
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, NamedTuple

import jinja2

from bowerbird.players.provenance import provenance
from common import parser_for  # type: ignore[import-not-found]  # beside this file

HERE = Path(__file__).resolve().parent
LANDED = HERE / "landed.json"
OUT = HERE.parent / "build" / "bench"
SHARED = HERE.parent / "src" / "bowerbird" / "web" / "static" / "shared"


class Bench(NamedTuple):
    """A command, which of its figures are shown, and the commands at full size. Its name is in front of the figures.

    Without a command it has only a full size, for hours.
    """

    title: str
    command: str
    shown: tuple[str, ...] = ("*",)
    whole: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What `--only` calls it."""
        return self.title.lower().replace("'", "").replace(" ", "-")


def both(command: str, more: str = "") -> tuple[str, ...]:
    """A command on SQLite, and on PostgreSQL with more options."""
    return command, f"{command} --database postgresql {more}".strip()


_FAULTS = "faults.py --minutes 5 --database postgresql"
_RATINGS = ("ratings.py --people 60 --halls 10 --picture", f"ratings.py --play 600 --workers {os.cpu_count()}")

BENCHES = (
    Bench("Kernel", "kernel.py --rounds 5", ("*_per_s", "*_over_*"), ("kernel.py",)),
    Bench("Environments", "environments.py --seconds 1", ("*_steps_per_s",), ("environments.py",)),
    Bench("Bulk work", "spread.py --hands 200 --batches 1000", whole=("spread.py --hands 1000000 --alone 20000",)),
    Bench("Hall", "hall.py --tables 50 --seconds 15", whole=("hall.py",)),
    Bench("Processes", "scale.py --processes 1 4 --tables 48 --seconds 8", whole=("scale.py",)),
    Bench("Log", "store.py --runs 3", ("*_sealed_facts_per_cpu_s", "busy_remains")),
    Bench("Start with a log", "store.py --start 200000"),
    Bench("Disk", "disk.py --games 60", ("hand_*",), both("disk.py --games 300")),
    Bench("Costliest requests", "held_up.py --people 300", whole=("held_up.py",)),
    Bench("Floods", "floods.py --seconds 4 --rest 1 --only toml print", whole=("floods.py",)),
    Bench("One address", "one_address.py --minutes 0.5 --people 60", whole=("one_address.py --minutes 5",)),
    Bench("Desk", "desk.py --people 24 --rounds 2 --kills 1"),
    Bench("Kills", "kill.py --times 10", whole=both("kill.py --times 500", "--processes 3")),
    Bench("Coming back", "come_back.py --tables 50", whole=both("come_back.py", "--processes 3")),
    Bench("Faults", "faults.py --minutes 0.5", whole=(_FAULTS, f"{_FAULTS} --routed", "faults.py --minutes 3")),
    Bench("Memory", "", whole=("day.py",)),
    Bench("Paper", "paper.py --people 60 300", whole=("paper.py",)),
    Bench("Schedules", "schedule.py 13 36 100 400", ("*_night_s", "*_of_bound")),
    Bench("Seasons", "schedule.py --seasons"),
    Bench("Ratings", "ratings.py --people 60 --halls 4", whole=_RATINGS),
    Bench("Page of the table", "table_page.py --hands 1"),
    Bench("First trick", "first_trick.py --times 1", whole=("first_trick.py --times 3 --tests",)),
)

#: How a figure's name ends, and what that means: the unit, and if less is better.
UNITS = {
    "_per_s": ("/s", False),
    "_per_second": ("/s", False),
    "_per_cpu_s": ("/s", False),
    "_us": ("µs", True),
    "_ms": ("ms", True),
    "_ms_a_batch": ("ms", True),
    "_s": ("s", True),
    "_mb": ("MB", True),
    "_bytes": ("bytes", True),
}
#: Seconds after which a bench is stopped.
MOST_SECONDS = 900
#: Ratios that are as good as the same on a machine with other work.
SAME = 1.1


class Row(NamedTuple):
    """A figure on the page."""

    label: str
    now: str
    landed: str
    goal: str
    missed: bool
    #: How many times as good as the landed one; None if it can't be said.
    better: float | None
    picture: str

    @property
    def change(self) -> str:
        """The ratio in words."""
        if self.better is None:
            return ""
        if max(self.better, 1 / self.better) <= SAME:
            return "as before"
        return f"{self.better:.2f} times as good" if self.better > 1 else f"{1 / self.better:.2f} times worse"


def run(bench: Bench) -> dict[str, Any]:
    """Run a bench; gives what it told. Without an answer that is a problem of its own."""
    script, *options = shlex.split(bench.command)
    began = time.monotonic()
    command = [sys.executable, str(HERE / script), *options]
    # In a session of its own, so that its servers and databases end with it.
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=HERE.parent, start_new_session=True
    ) as process:
        try:
            out, said = process.communicate(timeout=MOST_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            told = nothing_told(f"it was stopped after {MOST_SECONDS} seconds")
        else:
            last = (said.strip().splitlines() or ["nothing was said"])[-1]
            told = last_object(out) or nothing_told(f"it ended with status {process.returncode}: {last}")
    return told | {"seconds": round(time.monotonic() - began), "command": bench.command}


def run_whole(chosen: list[Bench]) -> int:
    """Run benches at their full size, which say what they find; gives how many commands missed a goal."""
    missed = 0
    for command in (each for bench in chosen for each in bench.whole or (bench.command,)):
        print(f"python bench/{command}", flush=True)
        script, *options = shlex.split(command)
        missed += bool(
            subprocess.run([sys.executable, HERE / script, *options], cwd=HERE.parent, check=False).returncode
        )
    return missed


def nothing_told(why: str) -> dict[str, Any]:
    """What stands for a bench that has told nothing."""
    return {"figures": {}, "goals": [], "missed": [why]}


def last_object(text: str) -> dict[str, Any] | None:
    """The JSON object at the end of an output, whatever is before it."""
    for start in (0, *(place + 1 for place, letter in enumerate(text) if letter == "\n")):
        if text.startswith("{", start):
            try:
                found: dict[str, Any] = json.loads(text[start:])
            except ValueError:
                continue
            return found
    return None


def unit_of(name: str) -> tuple[str, bool | None]:
    """The unit of a figure, and if less is better."""
    if "_over_" in name:
        return "", False  # a ratio to something else that was measured in the same run
    ending = max((each for each in UNITS if name.endswith(each)), key=len, default="")
    return UNITS.get(ending, ("", None))


def words(name: str) -> str:
    """A figure's name for people."""
    ending = max((each for each in UNITS if name.endswith(each)), key=len, default="")
    text = name.removesuffix(ending).replace("_", " ")
    return text[:1].upper() + text[1:]


def number(value: float | None, unit: str) -> str:
    """A figure for people, with its unit."""
    if value is None:
        return "–"
    digits = 0 if abs(value) >= 100 or value == int(value) else 1 if abs(value) >= 10 else 3
    shown = f"{value:,.{digits}f}"
    return f"{shown.rstrip('0').rstrip('.') if '.' in shown else shown} {unit}".strip()


def rows(bench: Bench, told: dict[str, Any], landed: dict[str, Any]) -> Iterator[Row]:
    """The figures of a bench for the page, with a goal first."""
    goals = {goal["figure"]: goal for goal in told["goals"]}
    figures = told["figures"]
    names = [*goals, *(name for name in figures if name not in goals)]
    for name in names:
        if name not in goals and not any(fnmatch(name, pattern) for pattern in bench.shown):
            continue
        now, before = figures.get(name), landed.get("figures", {}).get(name)
        goal = goals.get(name, {})
        unit, less = unit_of(name)
        if goal:
            less = "at_most" in goal
        limit = goal.get("at_most", goal.get("at_least"))
        too_far = limit is not None and (now is None or (now > limit if less else now < limit))
        better = None
        if now and before and less is not None:
            better = before / now if less else now / before
        limit_words = f"{'at most' if less else 'at least'} {number(limit, unit)}" if goal else ""
        picture = bar(now, before, limit, too_far)
        yield Row(words(name), number(now, unit), number(before, unit), limit_words, too_far, better, picture)


def bar(now: float | None, before: float | None, goal: float | None, missed: bool) -> str:
    """A figure as a bar, with a mark for the landed one and a dashed line for the goal."""
    most = max((each for each in (now, before, goal) if each), default=0.0)
    if not now or not most or min(now, most) < 0:
        return ""

    def across(value: float) -> float:
        return round(2 + 190 * value / most / 1.05, 1)

    parts = [
        f'<rect class="{"bar missed" if missed else "bar"}" x="2" y="5" width="{across(now) - 2}" height="12" rx="3"/>'
    ]
    if before:
        parts.append(f'<path class="landed" d="M{across(before)} 2v18"/>')
    if goal:
        parts.append(f'<path class="goal" d="M{across(goal)} 0v22"/>')
    return f'<svg viewBox="0 0 200 22" width="200" height="22" aria-hidden="true">{"".join(parts)}</svg>'


def overview(sections: list[dict[str, Any]]) -> str:
    """All benches at a glance: a dot for each figure, better than the landed one to the right, by doublings."""
    lines = [(each["title"], [row for row in each["rows"] if row.better is not None]) for each in sections]
    lines = [(title, found) for title, found in lines if found]
    if not lines:
        return ""
    step, left, wide = 24, 150, 640
    high = step * len(lines) + 34

    def across(better: float) -> float:
        return round(left + (wide - left) * (0.5 + max(-2.0, min(2.0, math.log2(better))) / 4.2), 1)

    parts = [
        f'<path class="{"one" if doubled == 0 else "grid"}" d="M{across(2.0**doubled)} 4V{high - 26}"/>'
        f'<text class="tick" x="{across(2.0**doubled)}" y="{high - 8}">{text}</text>'
        for doubled, text in ((-2, "¼"), (-1, "½"), (0, "as landed"), (1, "twice as good"), (2, "4"))
    ]
    for place, (title, found) in enumerate(lines):
        y = step * place + 18
        parts.append(f'<text x="0" y="{y + 5}">{title}</text>')
        parts += [
            f'<circle class="{"dot missed" if row.missed else "dot"}" cx="{across(row.better)}" cy="{y}" r="5">'
            f"<title>{row.label}: {row.now}, landed {row.landed}</title></circle>"
            for row in found
        ]
    about = "Each figure beside the landed one: further right is better"
    return f'<svg class="overview" viewBox="0 0 {wide} {high}" role="img" aria-label="{about}">{"".join(parts)}</svg>'


def about(bench: Bench) -> str:
    """The first line of a bench's own words."""
    source = (HERE / bench.command.split()[0]).read_text(encoding="utf-8")
    return source.split('"""')[1].split("\n")[0].partition(": `python")[0].replace("`", "").rstrip(".") + "."


def page(found: dict[str, Any], landed: dict[str, Any]) -> str:
    """The page, with everything that it needs in it."""
    sections = []
    for bench in BENCHES:
        told = found["benches"].get(bench.name)
        if told is None:
            continue
        before = landed.get("benches", {}).get(bench.name, {})
        if before.get("command") != told["command"]:
            before = {}  # another size is another measurement
        section = {"title": bench.title, "name": bench.name, "about": about(bench), "told": told, "before": before}
        sections.append(section | {"rows": list(rows(bench, told, before))})
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
    template = environment.from_string((HERE / "report.html").read_text(encoding="utf-8"))
    goals = sum(len(each["told"]["goals"]) for each in sections)
    return template.render(
        style="".join((SHARED / name).read_text(encoding="utf-8") for name in ("look.css", "reading.css")),
        mark=(SHARED / "mark.svg").read_text(encoding="utf-8"),
        sections=sections,
        missed=[(each["title"], each["name"], words_) for each in sections for words_ in each["told"]["missed"]],
        goals=goals,
        overview=overview(sections),
        found=found,
    )


def measured(chosen: list[Bench]) -> dict[str, Any]:
    """Run benches one after the other, and say how far it is."""
    landed = read(LANDED).get("benches", {})
    results = {}
    for place, bench in enumerate(chosen, 1):
        before = landed.get(bench.name, {}).get("seconds")
        usual = f", {before} s the last time" if before else ""
        print(f"{place} of {len(chosen)}: {bench.title}{usual} … ", end="", flush=True)
        results[bench.name] = told = run(bench)
        print(f"{told['seconds']} s{'; ' if told['missed'] else ''}{'; '.join(told['missed'])}", flush=True)
    made = {"date": time.strftime("%Y-%m-%d"), "machine": f"{platform.system()}, {platform.machine()}"}
    return made | {"of": provenance(), "benches": results}


def read(file: Path) -> dict[str, Any]:
    """Figures in a file; nothing if it isn't there."""
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return found


def write(file: Path, found: dict[str, Any]) -> None:
    """Keep figures in a file."""
    file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def landed_now(found: dict[str, Any]) -> dict[str, Any]:
    """The landed figures with these in their place. Details are not kept."""
    kept = ("command", "seconds", "figures", "goals", "missed")
    when = {"date": found["date"], "commit": found["of"]["commit"]}
    benches = {name: {key: told[key] for key in kept} | when for name, told in found["benches"].items()}
    return {"benches": read(LANDED).get("benches", {}) | benches}


def main() -> None:
    parser = parser_for(__doc__)
    parser.add_argument("--only", nargs="+", choices=[bench.name for bench in BENCHES], metavar="NAME", default=[])
    parser.add_argument("--whole", action="store_true", help="at full size, some for hours")
    parser.add_argument("--land", action="store_true", help="make these figures the landed ones")
    parser.add_argument("--draw", action="store_true", help="run nothing: draw the page again")
    parser.add_argument("--out", type=Path, default=OUT, metavar="FOLDER")
    options = parser.parse_args()
    chosen = [bench for bench in BENCHES if not options.only or bench.name in options.only]
    if options.whole:
        sys.exit(min(run_whole(chosen), 1))
    options.out.mkdir(parents=True, exist_ok=True)
    if options.draw:
        found = read(options.out / "figures.json")
    else:
        found = measured([bench for bench in chosen if bench.command])
        write(options.out / "figures.json", found)
    (options.out / "index.html").write_text(page(found, read(LANDED)), encoding="utf-8")
    if options.land:
        write(LANDED, landed_now(found))
    print(f"Written: {options.out / 'index.html'}")
    sys.exit(1 if any(told["missed"] for told in found["benches"].values()) else 0)


if __name__ == "__main__":
    main()
