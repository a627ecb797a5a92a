"""The hall is killed under play and desk work: nothing that was acknowledged is lost or doubled, and the seals fit."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.full

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows")
def test_kill_and_restart_three_times() -> None:
    command = [sys.executable, str(ROOT / "bench" / "kill.py"), "--times", "3", "--tables", "2", "--phones", "8"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    result = json.loads(ran.stdout)["details"]
    assert result["kills"] == 3
    assert result["acknowledged"] >= 15
    assert result["scores"] >= 4
    assert (result["lost"], result["doubled"], result["problems"]) == (0, 0, [])
