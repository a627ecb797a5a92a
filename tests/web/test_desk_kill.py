"""Phones and a desk while the server is killed and started again: every score arrives, and once."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.full

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows")
def test_sixteen_phones_two_rounds_and_a_kill() -> None:
    command = [sys.executable, str(ROOT / "bench" / "desk.py"), "--people", "16", "--rounds", "2", "--kills", "1"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    result = json.loads(ran.stdout)["details"]
    assert (result["kills"], result["scores"]) == (1, 8)
    assert result["acknowledged"] >= 16
    assert result["problems"] == []
