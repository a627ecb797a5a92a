"""What `pip install bowerbird` leaves out, and the line that installs it.

The core is the library: rules, tables, notation, events, schedules, the kernel and the players that need no net. Its
only dependency is msgspec. Everything else is an extra, named after what people do with it. This is the only place that
says which library belongs to which extra, and which command needs which.

A package or function that needs an extra calls `require`, or imports inside `needs`. Both raise `MissingExtraError`,
whose text is the one line to type.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from types import TracebackType
from typing import Final, NamedTuple

from bowerbird.errors import BowerbirdError

__all__ = ["COMMANDS", "EXTRAS", "Extra", "MissingExtraError", "in_one_line", "install_line", "needs", "require"]


class Extra(NamedTuple):
    """An extra: what it is for, and the modules of other projects that come with it and are needed everywhere."""

    words: str
    modules: tuple[str, ...]


#: Every extra of pyproject.toml for people who use Bowerbird. Libraries that only some systems have are left out.
EXTRAS: Final[dict[str, Extra]] = {
    "cli": Extra("the commands: rules, rulings, schedules, events, simulations", ("typer", "rich")),
    "hall": Extra(
        "play in a browser and run events from a desk",
        (
            "litestar",
            "uvicorn",
            "sqlalchemy",
            "alembic",
            "jinja2",
            "argon2",
            "itsdangerous",
            "openskill",
            "platformdirs",
            "prometheus_client",
            "segno",
            "websockets",
        ),
    ),
    "paper": Extra("print slips, cards and lists as PDF", ("typst", "font_source_sans_pro", "segno")),
    "play": Extra("play in a terminal", ("textual",)),
    "bots": Extra("the master and champion levels, reviews, hints and explanations", ("numpy",)),
    "client": Extra("talk to a running server from Python", ("httpx", "websockets")),
    "postgres": Extra("keep games in PostgreSQL", ("asyncpg",)),
    "parquet": Extra("export games as Parquet", ("arro3.core", "arro3.io")),
    "dask": Extra("spread matches and simulations over a Dask cluster", ("distributed",)),
    "research": Extra("environments for PettingZoo and Gymnasium", ("gymnasium", "pettingzoo")),
    "train": Extra("the same and OpenSpiel", ("pyspiel",)),
}

#: The extras that each command needs. `hall`, `paper` and `play` include `cli`, and `hall` includes `bots`.
COMMANDS: Final[dict[str, str]] = {
    **dict.fromkeys(("rules", "rulings", "ruling", "schedule", "night", "event"), "cli"),
    **dict.fromkeys(("replay", "sample", "match", "sim", "solve", "bench"), "cli"),
    **dict.fromkeys(("review", "explain", "puzzles"), "bots,cli"),
    **dict.fromkeys(("serve", "window", "deploy", "events", "reports", "export", "verify"), "hall"),
    **dict.fromkeys(("backup", "restore", "check", "archive", "keys"), "hall"),
    "play": "play",
    "paper": "paper",
}


class MissingExtraError(BowerbirdError, ImportError):
    """An extra isn't installed. The text is the line that installs it."""

    def __init__(self, extra: str, module: str) -> None:
        """`module` is what could not be imported."""
        self.extra = extra
        super().__init__(f"{_top(module)} isn't installed. To install it: {install_line(extra)}", name=module)

    def __reduce__(self) -> tuple[type[MissingExtraError], tuple[str, str]]:
        """It crosses between processes: printing has a process of its own."""
        return MissingExtraError, (self.extra, self.name or "")


def _top(module: str) -> str:
    return module.partition(".")[0]


def install_line(extra: str) -> str:
    """The line that installs an extra."""
    return f'pip install "bowerbird[{extra}]"'


def require(extra: str) -> None:
    """Raise `MissingExtraError` if a module of an extra isn't there. Imports none of them."""
    with needs(extra):
        for module in EXTRAS[extra].modules:
            if find_spec(module) is None:
                raise MissingExtraError(extra, module)


def needs(extra: str) -> _Needs:
    """`with needs("bots"):` surrounds imports that belong to an extra. If one fails, it is a `MissingExtraError`."""
    return _Needs(extra)


class _Needs:
    def __init__(self, extra: str) -> None:
        self._extra = extra
        self._modules = EXTRAS[extra].modules

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing and _top(missing) in map(_top, self._modules):
            raise MissingExtraError(self._extra, missing) from None


@contextmanager
def in_one_line() -> Iterator[None]:
    """Run a command. If an extra is missing, print the line that installs it to stderr, and exit with status 2."""
    try:
        yield
    except MissingExtraError as error:
        typed = sys.argv[1:]
        if error.extra == "cli" and not {"--version", "-V", "--help", "-h"}.isdisjoint(typed):
            print(_words(error, []))
            sys.exit(0)
        print(_words(error, typed), file=sys.stderr)
        sys.exit(2)


def _words(error: MissingExtraError, typed: list[str]) -> str:
    from importlib.metadata import version  # here, because it takes long to import

    command = next((word for word in typed if word in COMMANDS), None)
    if error.extra != "cli":
        if command is None:
            return str(error)
        needed = f"`bowerbird {command}` needs {_top(error.name or '')}, which isn't installed."
        return f"{needed} To install it: {install_line(error.extra)}"
    alone = f"This is Bowerbird {version('bowerbird')}, the library alone."
    if command is not None:
        return f"{alone} For `bowerbird {command}`: {install_line(COMMANDS[command])}"
    told = {name: extra.words for name, extra in EXTRAS.items()} | {"all": "everything"}
    width = max(map(len, told))
    lines = (f"  {name:<{width}}  {words}" for name, words in told.items())
    return "\n".join((f"{alone} For its commands: {install_line('cli')}", "Or by what you do:", *lines))
