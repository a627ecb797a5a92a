"""The end of a command: Ctrl+C, a full disk, a reader that goes away. A status and at most one sentence."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from bowerbird.__main__ import main
from kit.rows import rows, some

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no process groups, `head` and limits of files")

COMMAND = [sys.executable, "-m", "bowerbird"]
#: Seconds of a processor after which a process has imported everything, and works.
AT_WORK = 1.0


def until_at_work(process: subprocess.Popen[str], workers: int) -> None:
    """Wait until the command works: in so many processes that it has started, or in its own."""
    deadline = time.monotonic() + 60
    found = psutil.Process(process.pid)
    while True:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline, "it never worked"
        # The tracker of resources, which belongs to the pool, does nothing.
        tracker = "multiprocessing.resource_tracker"
        children = [child for child in found.children() if tracker not in " ".join(child.cmdline())]
        if len(children) == workers and all(sum(each.cpu_times()[:2]) > AT_WORK for each in children or [found]):
            return
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("words", "workers"),
    [
        (["sim", "--hands", "2000000000", "--workers", "1"], 0),
        pytest.param(["match", "expert", "expert", "--deals", "100000", "--workers", "2"], 2, marks=pytest.mark.full),
        pytest.param(["puzzles", "check", "--workers", "2"], 2, marks=pytest.mark.full),
    ],
    ids=["one process", "two processes", "puzzles"],
)
def test_ctrl_c_is_130_and_says_nothing(words: list[str], workers: int) -> None:
    # A group of its own, which gets the signal as a terminal sends it: to all processes.
    process = subprocess.Popen(
        [*COMMAND, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # Tests that run in the background of a shell may have been told to ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    until_at_work(process, workers)
    os.killpg(process.pid, signal.SIGINT)
    said, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert said == ""
    assert "Traceback" not in errors


def test_a_reader_that_has_seen_enough() -> None:
    reader = subprocess.Popen(["head", "-1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    writer = subprocess.Popen([*COMMAND, "rules", "clauses"], stdout=reader.stdin, stderr=subprocess.PIPE, text=True)
    assert reader.stdin is not None
    reader.stdin.close()
    errors = writer.communicate(timeout=60)[1]
    assert reader.stdout is not None
    assert reader.stdout.read() == "alberta\n"
    assert reader.wait() == 0
    # What fits into the pipe before the reader goes is no error.
    assert writer.returncode in (0, 141)
    assert errors == ""


NO_OUTPUT = "Standard output is closed, so there is nowhere to write to. Nothing was done.\n"


@pytest.mark.skipif(os.name == "nt", reason="the shell of Windows can't close an output")
@rows("words", some(["sample", "sim --hands 1000 --picture -", "rules list", "--version"], 2))
def test_a_closed_standard_output_is_one_sentence(words: str) -> None:
    line = f"exec {shlex.quote(sys.executable)} -m bowerbird {words}"
    done = subprocess.run(["sh", "-c", f"{line} >&-"], stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (1, NO_OUTPUT)
    assert subprocess.run(["sh", "-c", f"{line} >&- 2>&-"]).returncode == 1


@pytest.mark.skipif(os.name == "nt", reason="the shell of Windows can't close an output")
def test_a_closed_standard_error_or_input(tmp_path: Path) -> None:
    command = f"exec {shlex.quote(sys.executable)} -m bowerbird"
    for words in some(("rules show alberta", "sim --hands 1000 --json"), 1):
        done = subprocess.run(["sh", "-c", f"{command} {words} 2>&-"], stdout=subprocess.PIPE, text=True)
        assert done.returncode == 0
        assert len(done.stdout) > 100
    for words, status in some((("rules show nonsense", 2), ("nonsense", 2), ("sample >/dev/full", 1)), 1):
        done = subprocess.run(["sh", "-c", f"{command} {words} 2>&-"], stdout=subprocess.PIPE, text=True)
        assert (done.returncode, done.stdout) == (status, ""), words
    done = subprocess.run(["sh", "-c", f"{command} replay - <&-"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, "Standard input can't be read: it is closed. Name a file.\n")


def test_the_window_needs_no_standard_output(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows, its program has none."""
    monkeypatch.setattr(sys, "argv", ["bowerbird", "window"])
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr("bowerbird.__main__._run", lambda: 0)
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 0


def test_a_full_disk_at_each_file_that_is_written(tmp_path: Path) -> None:
    """A limit on the size of files fails as a full disk does, with an error of its own."""
    program = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)); "
        "from bowerbird.__main__ import main; main()"
    )
    picture = tmp_path / "sim.svg"
    done = subprocess.run(
        [sys.executable, "-c", program, "sim", "--hands", "1000", "--picture", str(picture)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr == f"{picture} can't be written: the disk is full. Free some space, then try again.\n"
    assert not list(tmp_path.iterdir()), "nothing half written is left"
