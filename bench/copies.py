"""Copies of a process, which start in a hundredth of the time that a new one takes."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress

__all__ = ["copy_for_each_line"]


def copy_for_each_line(serve: Callable[[str], None]) -> None:
    """Let a copy of this process serve each line of standard input, and tell its number. All end with this one."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    copies = []
    for line in sys.stdin:
        copy = os.fork()
        if not copy:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.close(0)
            os.dup2(2, 1)
            serve(line)
            os._exit(0)
        copies.append(copy)
        print(copy, flush=True)
    for copy in copies:
        with suppress(ProcessLookupError):
            os.kill(copy, signal.SIGKILL)
