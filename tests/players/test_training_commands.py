"""The commands of training: who asks one for help gets help, and nothing is written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kit.rows import rows

ROOT = Path(__file__).resolve().parents[2]


@rows("command", ["situations", "known_hands", "curves", "duel", "weights"])
def test_help_is_help(command: str, tmp_path: Path) -> None:
    if command in ("duel", "weights"):
        pytest.importorskip("torch", reason="torch is not installed: training is not part of the product")
    done = subprocess.run(
        [sys.executable, "-m", f"training.{command}", "--help"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("usage:")
    assert f"python -m training.{command}" in done.stdout
    assert not list(tmp_path.iterdir())
