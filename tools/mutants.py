"""Change the program one line at a time, and see which change no test notices: `make mutants SEED=7 N=120`.

    python -m tools.mutants [--seed 7] [--number 120] [--only event/] [--limit 300] [--jobs 2]

Lines are drawn from all rooms of the Python and of the pages' scripts, each as likely as the next; the same seed draws
the same lines. Left out are the compiled modules of the kernel, which other tests compare with the plain ones.
Each change is tried in a copy of the tree, the nearest tests first: those whose path has most words of the line and of
its path, then those that import it most directly (`tools/changed.py`). First in the quick tier, then in the full one. A
test that fails counts if it fails again alone, and passes with the line as it was; so does one that does not end. Where
`--limit` seconds were too short for all tests, the list says so. What no test can notice is in
`tests/kit/equivalents.toml`, by the text of its line.

Why a program of our own: mutmut and cosmic-ray change all of a module or a package, one after the other, and draw
nothing; they know one language, and nothing of two tiers or of nearest tests. StrykerJS changes scripts alone, for
runners that run in node; most of our scripts are tried by pytest with a browser. What is left are these few operators.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from typing import Final

import pytest

from tools.changed import ROOT, modules, touched
from tools.mutations import PAGES, PROGRAM, Change, python_changes, script_changes

EQUIVALENTS: Final = ROOT / "tests" / "kit" / "equivalents.toml"
TIERS: Final = ("quick", "full")
#: How many of the nearest files of tests run together, before all others do: collecting all takes a while.
NEAREST: Final = (5, 25)
#: Seconds for one test: more than any takes.
HANGS: Final = {"quick": 60, "full": 150}


def all_changes(only: tuple[str, ...] = ("",)) -> list[Change]:
    """Every change that can be drawn, in the places that begin so."""
    listed = re.search(r"^COMPILED = \[.*?^\]", (ROOT / "setup.py").read_text("utf-8"), re.M | re.S)
    assert listed is not None
    compiled = {ROOT / PROGRAM / "kernel" / f"{name}.py" for name in re.findall(r'"(\w+)"', listed[0])}
    print(f"Left out: {len(compiled)} modules of the kernel, because they are compiled.")
    found: list[Change] = []
    for path in sorted(set((ROOT / PROGRAM).rglob("*.py")) - compiled):
        name = path.relative_to(ROOT).as_posix()
        found += python_changes(name, source_of(name))
    found += script_changes(sorted((ROOT / PAGES).rglob("*.js")))
    return [change for change in found if change.path.removeprefix(PROGRAM).startswith(only)]


def drawn(changes: Sequence[Change], seed: int, number: int) -> list[Change]:
    """As many lines, each with one of its changes."""
    lines: dict[tuple[str, int], list[Change]] = {}
    for change in changes:
        lines.setdefault((change.path, change.line), []).append(change)
    chance = random.Random(seed)
    return [chance.choice(lines[each]) for each in chance.sample(sorted(lines), min(number, len(lines)))]


@cache
def source_of(path: str) -> bytes:
    """The file as it was when its lines were drawn, whatever happens to it meanwhile."""
    return (ROOT / path).read_bytes()


def nearest(path: str, line: str = "") -> list[str]:
    """The files of tests that can notice a change of this line, nearest first."""

    def words(name: str) -> set[str]:
        return set(re.findall(r"[a-z]+", name)) - {"web", "static", "test", "py", "js"}

    def away(test: str) -> tuple[bool, bool, int]:
        in_node, in_browser = test.endswith("test_javascript.py"), "browser" in test
        script = path.startswith(PAGES)
        return script and not in_node, script and not in_browser, -len(own & words(test))

    own = words(path.removeprefix(PROGRAM)) | words(line)
    if "evening" in own:
        own.add("desk")  # where its tests are: by the requests of the desk
    return sorted(touched([path], modules()), key=away)


def pytest_runtest_logstart(nodeid: str) -> None:
    """For the run of a changed copy, which loads this module as a plugin: which test is at work."""
    with open(os.environ["MUTANTS_STARTED"], "a", encoding="utf-8") as started:
        started.write(nodeid + "\n")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """For the same: the files in the order in which they were named."""
    order = {word.partition("::")[0]: number for number, word in enumerate(config.args)}
    items.sort(key=lambda item: order.get(item.nodeid.partition("::")[0], 0))


@dataclass
class Copy:
    """A copy of the tree, in which one change after the other is tried."""

    root: Path
    #: Tests that pass, and those that fail, with nothing changed, or now and then; those are left out.
    good: set[str] = field(default_factory=set)
    broken: set[str] = field(default_factory=set)

    def fill(self) -> None:
        """Copy what is in git, what is not yet, and what is made."""
        listed = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
        ).stdout.split("\0")
        made = [
            path.relative_to(ROOT) for each in ("*.so", "*.pyd", "wire.d.ts") for path in (ROOT / "src").rglob(each)
        ]
        for name in [*map(Path, filter(None, listed)), *made]:
            if (ROOT / name).is_file():
                (self.root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, self.root / name)
        for folder in (".venv", "node_modules"):
            if (ROOT / folder).exists():
                (self.root / folder).symlink_to(ROOT / folder)

    def write(self, path: str, source: bytes) -> None:
        """Write a file; what was compiled of it, maybe in the same second and of the same length, goes."""
        (self.root / path).write_bytes(source)
        for old in (self.root / path).parent.glob(f"__pycache__/{Path(path).stem}.*"):
            old.unlink()

    def run(self, tests: Sequence[str], tier: str, seconds: float) -> tuple[bool | None, str]:
        """Whether the tests pass, or None if the time was up; and the test that was at work last."""
        started = self.root / "started.txt"
        started.write_text("", "utf-8")
        places = [str(self.root / each) for each in ("src", "", "tests")]
        process = subprocess.Popen(
            [
                *(
                    sys.executable,
                    "-m",
                    "pytest",
                    "-x",
                    "-p",
                    "tools.mutants",
                    "-p",
                    "no:xdist",
                    "-p",
                    "no:cacheprovider",
                ),
                *("-o", f"faulthandler_timeout={HANGS[tier]}", "-o", "faulthandler_exit_on_timeout=true"),
                *(word for each in sorted(self.broken) for word in ("--deselect", each)),
                *tests,
            ],
            cwd=self.root,
            env=os.environ
            | {"PYTHONPATH": os.pathsep.join(places), "BOWERBIRD_TESTS": tier, "MUTANTS_STARTED": str(started)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        passed: bool | None
        try:
            passed = process.wait(max(1, seconds)) in {0, 5}  # 5: nothing of this is in this tier
        except subprocess.TimeoutExpired:
            passed = None
            process.send_signal(signal.SIGINT)
            time.sleep(5)
        if passed is not True:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        return passed, (started.read_text("utf-8").splitlines() or [""])[-1]

    def noticed(self, change: Change, tests: Sequence[str], tier: str, limit: float) -> str | None:
        """The test that notices a change; "" if none does, None if the time was up before all had run."""
        source = source_of(change.path)
        until = time.monotonic() + limit
        edges = [0, *NEAREST, len(tests)]
        due = [tests[a:b] for a, b in itertools.pairwise(edges) if tests[a:b]]
        while due:
            self.write(change.path, change.applied(source))
            passed, last = self.run(due[0], tier, until - time.monotonic())
            alone = [last] if last else [*due[0], "--collect-only"]
            fails = passed is False and self.run(alone, tier, 2 * HANGS[tier])[0] is not True
            self.write(change.path, source)
            if passed is None:
                return None
            if passed:
                due.pop(0)
            elif fails and (last in self.good or self.run(alone, tier, 2 * HANGS[tier])[0]):
                self.good.add(last)
                return last or "nothing can be imported"
            elif last:
                self.broken.add(last)
            else:  # not even with nothing changed can these be collected
                return None
        return ""


def is_equivalent(change: Change, listed: Sequence[dict[str, str]]) -> bool:
    """Whether it is known that no test can notice this."""
    before, after = change.lines(source_of(change.path))
    return any((each["file"], each["line"], each["becomes"]) == (change.path, before, after) for each in listed)


def table(verdicts: Sequence[tuple[Change, str]]) -> Iterator[str]:
    """What was noticed, by room."""
    counts = Counter((room, verdict) for change, verdict in verdicts for room in (change.room, "all"))
    columns = (*TIERS, "not noticed", "equivalent")
    yield f"{'room':22}{'drawn':>7}" + "".join(f"{each:>13}" for each in columns)
    for room in [*sorted({change.room for change, _ in verdicts}), "all"]:
        numbers = [counts[room, each] for each in columns]
        yield f"{room:22}{sum(numbers):7}" + "".join(f"{number:13}" for number in numbers)
    whole = len(verdicts) - counts["all", "equivalent"]
    if whole:
        quick, full = counts["all", "quick"], counts["all", "quick"] + counts["all", "full"]
        yield f"Of {whole} that can be noticed, the quick tier noticed {quick / whole:.0%}, both {full / whole:.0%}."


def try_all(changes: Sequence[Change], copies: SimpleQueue[Copy], jobs: int, limit: float) -> list[tuple[Change, str]]:
    """Try each in a copy that is free, and tell how it went as soon as it has."""
    listed = tomllib.loads(EQUIVALENTS.read_text("utf-8"))["equivalent"]
    telling = threading.Lock()
    done: list[tuple[Change, str]] = []

    def one(change: Change) -> None:
        began, verdict, more = time.monotonic(), "equivalent", ""
        before, after = change.lines(source_of(change.path))
        if not is_equivalent(change, listed):
            tests, copy = nearest(change.path, before), copies.get()
            for tier in TIERS:
                by = copy.noticed(change, tests, tier, limit)
                if by:
                    verdict, more = tier, f" by {by}"
                    break
                verdict = "not noticed"
                more += "" if by is not None else f" ({tier}: not all tests ran)"
            copies.put(copy)
        with telling:
            done.append((change, verdict))
            print(f"{len(done)}/{len(changes)} {verdict}{more}, {time.monotonic() - began:.0f} s", flush=True)
            print(f"    {change.path}:{change.line}: {change.what}\n    - {before}\n    + {after}", flush=True)

    with ThreadPoolExecutor(jobs) as workers:
        list(workers.map(one, changes))
    return done


def main() -> None:
    """Draw, try, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--number", type=int, default=120)
    parser.add_argument("--only", action="append", metavar="PLACE", help="the beginning of a path in src/bowerbird")
    parser.add_argument("--limit", type=float, default=300, help="seconds for one change in one tier")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    changes = drawn(all_changes(tuple(asked.only or ("",))), asked.seed, asked.number)
    print(f"{len(changes)} lines, drawn with the seed {asked.seed}.", flush=True)
    for change in changes:
        source_of(change.path)
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copies: SimpleQueue[Copy] = SimpleQueue()
        for number in range(asked.jobs):
            copy = Copy(Path(folder) / str(number))
            copy.fill()
            copies.put(copy)
        verdicts = try_all(changes, copies, asked.jobs, asked.limit)
    print("\nNot noticed:")
    for change, verdict in verdicts:
        if verdict == "not noticed":
            before, after = change.lines(source_of(change.path))
            print(f"  {change.path}:{change.line}: {change.what}\n    - {before}\n    + {after}")
    print("\n" + "\n".join(table(verdicts)))


if __name__ == "__main__":
    main()
