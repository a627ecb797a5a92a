"""Files of commands: read and write them, with `-` for standard input and output, and one clear line if that fails."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NoReturn

from bowerbird.cli.common import stop
from bowerbird.machine import make_private

__all__ = [
    "DASH",
    "DASH_IN",
    "DASH_OUT",
    "as_file",
    "is_dash",
    "is_device",
    "name_of",
    "read_data",
    "read_text",
    "saved",
    "stop_writing",
    "write_data",
]

#: Standard input where a command reads, standard output where it writes.
DASH: Final = Path("-")
DASH_IN: Final = "- is standard input."
DASH_OUT: Final = "- is standard output."


def is_dash(file: Path | str) -> bool:
    """True for standard input or output."""
    return str(file) == "-"


def is_device(file: Path) -> bool:
    """True for a device or a pipe: it is written to, and never replaced."""
    return file.exists() and not file.is_file() and not file.is_dir()


def name_of(file: Path) -> str:
    """The name of a file that is read, for messages."""
    return "Standard input" if is_dash(file) else str(file)


def read_data(file: Path, most: int = -1) -> bytes:
    """Read a file, at most so many bytes, or stop with one line."""
    try:
        if is_dash(file):
            if sys.stdin is None:
                stop("Standard input can't be read: it is closed. Name a file.")
            return sys.stdin.buffer.read(most)
        with file.open("rb") as opened:
            return opened.read(most)
    except OSError as error:
        _stop_reading(file, error)


def read_text(file: Path, save: str = "Save it as plain text (UTF-8), then try again.") -> str:
    """Read a text file in UTF-8, or stop with one line that says how to save it."""
    data = read_data(file)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        stop(f"{name_of(file)} isn't text in UTF-8. {save}")
    if "\0" in text:
        stop(f"{name_of(file)} isn't a text file. Check that it is the right one.")
    return text


def _stop_reading(file: Path, error: OSError) -> NoReturn:
    match error.errno:
        case errno.ENOENT:
            stop(f"{file} can't be read: it doesn't exist. Check the name.")
        case errno.EISDIR:
            stop(f"{file} can't be read: it is a folder. Name a file in it.")
        case _:
            stop(f"{name_of(file)} can't be read: {error.strerror or error}.")


def write_data(file: Path, data: bytes) -> None:
    """Write a file completely or not at all, or stop with one line."""
    try:
        if is_dash(file):
            _write_out(data)
        elif is_device(file):
            file.write_bytes(data)
        else:
            _replace(file, data)
    except OSError as error:
        stop_writing(file, error)


def _replace(file: Path, data: bytes) -> None:
    file = file.resolve()  # behind a link, the file itself
    part = file.with_name(f"{file.name}.part")
    try:
        part.unlink(missing_ok=True)
        if file.exists():
            make_private(part)  # it may replace a private file
        part.write_bytes(data)
        if file.exists():
            part.chmod(file.stat().st_mode)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def _write_out(data: bytes) -> None:
    if sys.stdout.isatty() and b"\0" in data:
        stop("This isn't text for a terminal. Send it to a program or a file.")
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def stop_writing(file: Path, error: OSError) -> NoReturn:
    """Stop with one line about a file that can't be written."""
    if is_dash(file):
        raise error  # the output is gone or full, and `__main__` says so
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        stop(f"{file} can't be written: the disk is full. Free some space, then try again.", status=1)
    stop(f"{file} can't be written: {error.strerror or error}.")


@contextmanager
def as_file(file: Path) -> Iterator[Path]:
    """Give standard input a name for as long as it is needed: a database can only be read from a file.

    A `StoreError` about it says "Standard input".
    """
    if not is_dash(file):
        yield file
        return
    from tempfile import TemporaryDirectory

    from bowerbird.store import StoreError

    with TemporaryDirectory(prefix="bowerbird-") as folder:
        named = Path(folder) / "standard-input.sqlite"
        write_data(named, read_data(file))
        try:
            yield named
        except StoreError as error:
            raise StoreError(str(error).replace(str(named), name_of(file))) from error


@contextmanager
def saved(file: Path) -> Iterator[Path]:
    """Give a name to write to. For `-`, the file goes to standard output at the end."""
    if not is_dash(file):
        yield file
        return
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="bowerbird-") as folder:
        named = Path(folder) / "standard-output.sqlite"
        yield named
        write_data(file, named.read_bytes())
