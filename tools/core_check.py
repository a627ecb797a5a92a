"""`make core-check`: what an installed Bowerbird brings along, and the core's tests with only the core installed.

In an empty environment for each Python that is here: the core from its wheel, with its size on disk before anything is
compiled, the packages it brings, `pip check`, the time of `import bowerbird`, a command that says what to install, and
the tests. `--sizes` measures other sets of extras in the same way, without tests.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

__all__ = ["main"]

ROOT: Final = Path(__file__).resolve().parents[1]
VERSIONS: Final = ("3.11", "3.12", "3.13", "3.14")
#: The goals for the core.
MEGABYTES, PACKAGES, MILLISECONDS = 12, 4, 60
#: The tests of the core. Those among them that need more are skipped, and say what they need.
TESTS: Final = (
    *("cards", "rulebook", "table", "event", "notation", "kernel", "nights", "learn"),
    *(f"players/test_{name}.py" for name in ("chances", "expert", "eyes", "faults", "spread")),
)
#: Too slow uncompiled, or about what is not in an installed package.
LEFT_OUT: Final = ("kernel/test_many_positions.py", "kernel/test_bench.py", "rulebook/test_clauses.py")
_STARTS: Final = 20


class Measured(NamedTuple):
    """An environment: its size, what was installed beside Bowerbird, and the time of an import over a bare start."""

    kilobytes: int
    packages: int
    milliseconds: float


def _run(*command: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run something without our own environment's help."""
    own = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV", "PYTEST"))}
    words = [str(part) for part in command]
    return subprocess.run(words, capture_output=True, text=True, timeout=1800, check=False, env={**own, **more})


def _must(*command: str | Path, **more: str) -> str:
    done = _run(*command, **more)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def pythons() -> dict[str, Path]:
    """The Pythons of this computer by version."""
    found: dict[str, Path] = {}
    for version in VERSIONS:
        own = sorted((Path.home() / ".pyenv/versions").glob(f"{version}.*/bin/python"))
        on_path = shutil.which(f"python{version}")
        for place in (*([Path(on_path)] if on_path else ()), *own):
            # A shim may be there for a version that isn't.
            told = _run(place, "-c", "import sys; print('%d.%d' % sys.version_info[:2])")
            if told.returncode == 0 and told.stdout.strip() == version:
                found[version] = place
    return found


def measure(python: Path) -> Measured:
    """Measure an environment, before Python has compiled anything in it."""
    site = Path(_must(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    kilobytes = int(_must("du", "-sk", "--exclude=__pycache__", site).split()[0])
    names = {re.sub(r"-[^-]+$", "", each.stem) for each in site.glob("*.dist-info")}
    return Measured(kilobytes, len(names - {"bowerbird", "pip", "setuptools"}), _import_time(python))


def _import_time(python: Path) -> float:
    def start(code: str) -> float:
        # Of the processor: other programs on this computer don't count.
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        _must(python, "-c", code)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    start("import bowerbird")  # compiles it
    with_it, bare = [], []
    for _ in range(_STARTS):
        with_it.append(start("import bowerbird"))
        bare.append(start("pass"))
    return 1000 * (median(with_it) - median(bare))


def environment(base: Path, folder: Path, wanted: str) -> Path:
    """An environment with nothing but what is wanted, without pip, and the path of its Python."""
    uv = ROOT / ".venv/bin/uv"
    own = uv if uv.exists() else Path(shutil.which("uv") or sys.exit("uv is not here. Run: pip install uv"))
    _must(own, "venv", "--quiet", "--python", base, folder)
    python = folder / "bin" / "python"
    _must(own, "pip", "install", "--quiet", "--python", python, wanted)
    _must(own, "pip", "check", "--python", python)
    return python


def tests_of_the_core(python: Path) -> str:
    """Run the tests with pytest and Hypothesis added, and give the line that counts them."""
    uv = ROOT / ".venv/bin/uv"
    _must(uv if uv.exists() else "uv", "pip", "install", "--quiet", "--python", python, "pytest<9.2", "hypothesis")
    chosen = [ROOT / "tests" / name for name in TESTS]
    ignored = [f"--ignore={ROOT / 'tests' / name}" for name in LEFT_OUT]
    options = ("-rs", "-p", "no:cacheprovider", "-o", "asyncio_mode=", "-W", "ignore::pytest.PytestConfigWarning")
    with tempfile.TemporaryDirectory() as folder:
        # Tests that read the sources find them beside the tests. Bowerbird itself comes from the environment.
        done = _run(python, "-m", "pytest", *options, *ignored, *chosen, BOWERBIRD_CORE_ONLY="1", TMPDIR=folder)
    for line in done.stdout.splitlines():
        if line.startswith(("SKIPPED", "FAILED", "ERROR")):
            print("   ", line)
    last = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else done.stderr
    if done.returncode:
        sys.exit(f"{done.stdout[-6000:]}\n{done.stderr[-2000:]}")
    return last


def main(words: list[str]) -> int:
    """Check the core, and print a table. The status is 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wheel", type=Path, nargs="+", help="a wheel of Bowerbird")
    parser.add_argument("--sizes", default="", help="more sets of extras to measure, such as 'hall hall,paper all'")
    parser.add_argument("--only", default="", help="only these versions of Python, such as '3.11 3.13'")
    parser.add_argument("--no-tests", action="store_true", help="measure only")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    given = parser.parse_args(words)
    here = {version: path for version, path in pythons().items() if not given.only or version in given.only.split()}
    if not here:
        sys.exit(f"No Python of {', '.join(VERSIONS)} was found here.")
    missed, figures = False, []
    print(f"{'wheel':9} {'Python':7} {'extras':24} {'MB':>7} {'packages':>9} {'import ms':>10}")
    for wheel in map(Path.resolve, given.wheel):
        kind = "pure" if wheel.name.endswith("-none-any.whl") else "compiled"
        for version, base in here.items():
            if kind == "compiled" and "abi3" not in wheel.name and f"cp{version.replace('.', '')}" not in wheel.name:
                continue
            for extras in ("", *given.sizes.split()):
                with tempfile.TemporaryDirectory() as folder:
                    python = environment(base, Path(folder) / "venv", f"{wheel}[{extras}]" if extras else str(wheel))
                    found = measure(python)
                    figures.append({"wheel": kind, "python": version, "extras": extras, **found._asdict()})
                    megabytes = found.kilobytes / 1024
                    row = f"{megabytes:7.1f} {found.packages:9} {found.milliseconds:10.1f}"
                    print(f"{kind:9} {version:7} {extras or 'the core':24} {row}", flush=True)
                    if extras:
                        continue
                    missed |= megabytes >= MEGABYTES or found.packages > PACKAGES or found.milliseconds >= MILLISECONDS
                    told = _run(python.with_name("bowerbird"), "serve")
                    assert (told.returncode, told.stderr.count("\n")) == (2, 1), told
                    assert 'pip install "bowerbird[hall]"' in told.stderr, told
                    if not given.no_tests:
                        print(f"    {tests_of_the_core(python)}", flush=True)
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    if missed:
        print(
            f"The core must have less than {MEGABYTES} MB, at most {PACKAGES} packages, {MILLISECONDS} ms.",
            file=sys.stderr,
        )
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
