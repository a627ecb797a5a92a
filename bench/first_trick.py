"""From a clone to the first trick: what a newcomer waits for, in fresh clones with an empty home.

    python bench/first_trick.py --times 3
    python bench/first_trick.py --tests         also the time until `make test` would begin with the first test

Clones the commit of this tree into an empty folder, runs `make run` there with a home of its own (so nothing is
cached), and opens the page in Chromium. A person types a name, taps *Play now*, and plays at the usual pace.

Seconds by the clock from the start of the clone: packages installed, kernel compiled, hall open, first page shown, and
first trick taken. On a busy machine look at `processor_s`, the processor time of install, compile and server until the
hall is open: two quiet cores take little more than half of that. Packages are fetched from where pip is set to.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil

from common import at_most, parser_for, processor_time, progress, tell  # type: ignore[import-not-found]  # beside this file

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from web.browsing import LAPTOP, Person, open_browser  # noqa: E402  # needs the path

#: What a newcomer's shell doesn't have.
_OURS = ("PYTHON", "VIRTUAL_ENV", "UV_", "XDG_", "MAKE", "MFLAGS", "PYENV_VERSION")
_TAKEN = ".tricks-won i.won"


def environment(home: Path) -> dict[str, str]:
    """The environment with an empty home, and no browser that opens unasked."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_OURS)}
    return kept | {"HOME": str(home), "BROWSER": "true"}


def play(person: Person, since: float) -> dict[str, float]:
    """Sit down as a newcomer does, and play until a trick is taken."""
    page = person.page
    person.go("/")
    page.get_by_role("button", name="Play now").wait_for()
    shown = time.monotonic() - since
    page.get_by_label("Your name").fill("Al")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile("/t/"))
    while not page.locator(_TAKEN).count():
        if person.to_act:
            person.act()
        page.wait_for_timeout(20)
    return {"first_page_s": shown, "first_trick_s": time.monotonic() - since}


def once(browser: Any, folder: Path, python: str, tests: bool) -> dict[str, float]:
    """Clone, make, play."""
    clone, home = folder / "bowerbird", folder / "home"
    home.mkdir()
    began, clock = time.monotonic(), time.time()
    subprocess.run(["git", "clone", "--quiet", ROOT.as_uri(), str(clone)], check=True)
    command = ["make", "run", f"PYTHON={python}", "OPTIONS=--port 0"]
    with subprocess.Popen(command, cwd=clone, env=environment(home), stdout=subprocess.PIPE, text=True) as made:
        running = psutil.Process(made.pid)
        try:
            assert made.stdout is not None
            address = next((found[0] for line in made.stdout if (found := re.search(r"http://\S+[^/\s]", line))), "")
            if not address:
                raise SystemExit("`make run` ended without a hall: see above")
            figures = {"hall_open_s": time.monotonic() - began, "processor_s": processor_time(running)}
            person = Person(browser, address, LAPTOP, reduced_motion="no-preference")
            person.context.add_init_script("localStorage.removeItem('bowerbird')")
            figures |= play(person, began)
            person.close()
        finally:
            for process in running.children(recursive=True):
                with suppress(psutil.NoSuchProcess):  # a compiler may have finished meanwhile
                    process.terminate()
    figures["packages_s"] = (clone / ".venv" / ".packages").stat().st_mtime - clock
    figures["compiled_s"] = (clone / ".venv" / ".ready").stat().st_mtime - clock
    if tests:
        began = time.monotonic()
        subprocess.run(
            ["make", "--quiet", ".venv/.dev", f"PYTHON={python}"], cwd=clone, env=environment(home), check=True
        )
        figures["tests_set_up_s"] = time.monotonic() - began
    return figures


def main() -> None:
    options = parser_for(__doc__)
    options.add_argument("--times", type=int, default=3)
    options.add_argument("--python", default=getattr(sys, "_base_executable", sys.executable))
    options.add_argument("--goal", type=float, default=45, help="seconds to the first trick")
    options.add_argument("--tests", action="store_true", help="set up for the tests as well")
    given = options.parse_args()
    runs = []
    with open_browser() as browser:
        for number in range(given.times):
            with tempfile.TemporaryDirectory() as folder:
                runs.append(once(browser, Path(folder), given.python, given.tests))
            progress(f"clone {number + 1}:", {name: round(value, 1) for name, value in runs[-1].items()})
    figures = {name: round(statistics.median(run[name] for run in runs), 1) for name in runs[0]}
    tell(figures, at_most("first_trick_s", given.goal), details=runs)


if __name__ == "__main__":
    main()
