"""Fuzz one reader with atheris: `python fuzz/read.py egn 100000`. A crash or a hang ends it with the input."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["bowerbird"]):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from fuzz.targets import TARGETS

#: The longest time for any input, in seconds.
_LONGEST = 20


def main(name: str, runs: int) -> None:
    """Try one reader this many times."""
    target = TARGETS[name]
    with tempfile.TemporaryDirectory() as folder:
        for number, seed in enumerate(target.seeds()):
            (Path(folder) / str(number)).write_bytes(seed)
        options = [
            f"-runs={runs}",
            f"-timeout={_LONGEST}",
            "-max_len=20000",
            "-rss_limit_mb=3000",
            "-print_final_stats=1",
        ]
        atheris.Setup([sys.argv[0], *options, folder], lambda data: target.try_(data) and None)
        atheris.Fuzz()


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in TARGETS:
        sys.exit(f"usage: python fuzz/read.py {{{'|'.join(TARGETS)}}} RUNS")
    main(sys.argv[1], int(sys.argv[2]))
