"""The command `bowerbird`, and `python -m bowerbird`: run a command, and end as people expect.

A reader that has seen enough (`| head -1`) ends the command quietly. A full disk, a closed output, or anything else
that can't be read or written, is one sentence and status 1. Ctrl+C is status 130. None of them is a traceback.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, NoReturn

from bowerbird.errors import BowerbirdError

__all__ = ["main"]

#: Exit statuses as shells report them for programs that a signal ended.
_INTERRUPTED: Final = 130
_CLOSED_PIPE: Final = 141
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


def main() -> NoReturn:
    """Run the command that was typed, and exit."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # open to the end of the process
    if sys.stdout is None and not _is_window():
        print("Standard output is closed, so there is nowhere to write to. Nothing was done.", file=sys.stderr)
        sys.exit(1)
    try:
        status = _run()
        _flush()
    except KeyboardInterrupt:
        status = _INTERRUPTED
    except OSError as error:
        status = _told(error)
    _drop_output()
    sys.exit(status)


def _is_window() -> bool:
    """True for the one command that writes nothing. On Windows, its program has no standard output."""
    return sys.argv[1:2] == ["window"]


def _run() -> int:
    try:
        # Here, because Ctrl+C may come while it is imported.
        from bowerbird.extras import in_one_line, needs

        with in_one_line():
            with needs("cli"):
                from bowerbird.cli import app
            app()
    except SystemExit as end:
        # Libraries turn a closed pipe and Ctrl+C into an exit of their own.
        for cause in _causes(end):
            if isinstance(cause, BowerbirdError):
                break  # said in its own words
            if isinstance(cause, BrokenPipeError | KeyboardInterrupt):
                raise cause from None
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


def _causes(error: BaseException) -> Iterator[BaseException]:
    found: BaseException | None = error
    while found is not None:
        yield found
        found = found.__context__


def _told(error: OSError) -> int:
    """Say what can't be read or written, and return the exit status."""
    from bowerbird.machine import is_closed_pipe

    if is_closed_pipe(error):
        return _CLOSED_PIPE
    where = "The output" if error.filename is None else str(error.filename)
    if error.errno in _FULL:
        words = f"{where} can't be written: the disk is full. Free some space, then try again."
    elif error.filename is None:
        words = f"Bowerbird had to stop: {error.strerror or error}."
    else:
        words = f"{where} can't be used: {error.strerror or error}. Check the name and your rights to it."
    with suppress(OSError):
        print(words, file=sys.stderr, flush=True)
    return 1


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # the window may have none
            stream.flush()


def _drop_output() -> None:
    """Send what is still in memory nowhere if it can't be written: Python would complain about it at the end."""
    try:
        _flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                os.dup2(nowhere, stream.fileno())


if __name__ == "__main__":
    main()
