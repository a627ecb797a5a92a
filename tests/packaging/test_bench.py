"""Every measurement under bench/ starts: it says how it is used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.full

ROOT = Path(__file__).resolve().parents[2]
#: Runs all of them in one process, because most of the time goes into loading Bowerbird.
_ASK_ALL = """
import runpy, sys
for path in sys.argv[1:]:
    sys.argv = [path, "--help"]
    print("===", path)
    try:
        runpy.run_path(path, run_name="__main__")
    except SystemExit as end:
        assert not end.code, path
"""


def test_every_measurement_says_how_it_is_used() -> None:
    paths = sorted(path for path in (ROOT / "bench").glob("*.py") if "__main__" in path.read_text(encoding="utf-8"))
    assert len(paths) > 15
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT / 'bench')!r})\n{_ASK_ALL}"]
    told = subprocess.run([*command, *map(str, paths)], capture_output=True, text=True, cwd=ROOT, check=False)
    assert told.returncode == 0, told.stderr
    helps = told.stdout.split("===")[1:]
    assert [text.split()[0] for text in helps] == [str(path) for path in paths]
    assert all(path.stem in text.split(maxsplit=1)[1] for path, text in zip(paths, helps, strict=True)), told.stdout
