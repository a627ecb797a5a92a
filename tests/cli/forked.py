"""Run commands with a real standard output of any kind, each in a fork of a process that has imported them already."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

#: Imported before the first command, as most of the commands import them only when they run.
_WARM = [
    "bowerbird.desk.listing",
    "bowerbird.desk.live",
    "bowerbird.event.schedule",
    "bowerbird.hall.exported",
    "bowerbird.hall.reports",
    "bowerbird.kernel.solve",
    "bowerbird.learn.finding",
    "bowerbird.nights",
    "bowerbird.notation.rows",
    "bowerbird.paper",
    "bowerbird.players.explain",
    "bowerbird.players.luck.fortune",
    "bowerbird.players.match",
    "bowerbird.players.sim",
    "bowerbird.store.archiving",
    "bowerbird.store.audit",
    "bowerbird.store.backup",
    "bowerbird.store.restore",
    "bowerbird.web.proxies",
    "rich.progress",
    "rich.table",
    "typer.rich_utils",
]


class Ended(NamedTuple):
    status: int
    stderr: str


class Commands:
    """Forks commands. `out` is a path such as /dev/full, "closed" for a pipe that nobody reads, or "none"."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def run(self, words: list[str], out: str) -> Ended:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([words, out]) + "\n")
        self._process.stdin.flush()
        return Ended(*json.loads(self._process.stdout.readline()))


@contextmanager
def commands(folder: str) -> Iterator[Commands]:
    process = subprocess.Popen(
        [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder
    )
    try:
        yield Commands(process)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        process.wait(20)


def _warm_up() -> None:
    """Import everything, and build the tree of all commands once: a fork finds both."""
    import importlib
    from functools import cache

    import typer.main

    from bowerbird.cli import app

    for name in _WARM:
        importlib.import_module(name)
    typer.main.get_command = cache(typer.main.get_command)
    groups: list[Any] = [typer.main.get_command(app)]
    for group in groups:
        context = typer.Context(group)
        commands = [group.get_command(context, name) for name in group.list_commands(context)]
        groups += [command for command in commands if hasattr(command, "list_commands")]


def _serve() -> None:
    _warm_up()
    for line in sys.stdin:
        words, out = json.loads(line)
        with tempfile.TemporaryFile("w+") as said:
            child = os.fork()
            if child == 0:
                _become(words, out, said.fileno())
            _, ended = os.waitpid(child, 0)
            said.seek(0)
            print(json.dumps([os.waitstatus_to_exitcode(ended), said.read()]), flush=True)


def _opened(out: str) -> int:
    if out != "closed":
        return os.open(out, os.O_WRONLY)
    read, write = os.pipe()
    os.close(read)
    return write


def _become(words: list[str], out: str, errors: int) -> None:
    os.dup2(errors, 2)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stderr, sys.stdin = os.fdopen(2, "w", buffering=1), os.fdopen(0)
    if out == "none":
        os.close(1)
        sys.stdout = None  # as Python has it then
    else:
        os.dup2(_opened(out), 1)
        sys.stdout = os.fdopen(1, "w")
    sys.argv = ["bowerbird", *words]
    from bowerbird.__main__ import main

    status: object = 0
    try:
        main()
    except SystemExit as end:
        status = end.code
    except BaseException:
        import traceback

        traceback.print_exc()
        status = 99
    # As at the end of Python: what can't be written then is reported and gives 120.
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        os.write(2, f"Exception ignored at the end: {error}".encode())
        status = 120
    os._exit(status if isinstance(status, int) else 1)


if __name__ == "__main__":
    _serve()
