"""What `bowerbird` shows without a command, and its version."""

from __future__ import annotations

import platform
from typing import Final

import bowerbird
from bowerbird.cli.common import command_here
from bowerbird.machine import is_compiled

__all__ = ["version_line", "welcome"]

#: The four doors: what people come for, and what to type.
_DOORS: Final = (
    (
        "Play",
        (("serve --open", "in the browser, with bots or friends"), ("play", "in this terminal, against three bots")),
    ),
    (
        "Run an event",
        (
            ("serve --open", "the page has a director's desk, phones and paper"),
            ("event", "the same by commands, in one file"),
        ),
    ),
    (
        "Write rules",
        (("rules list", "the clubs whose rules are here"), ("rules show alberta", "one of them as a rule sheet")),
    ),
    (
        "Build on it",
        (("match expert club", "compare two players"), ("sim --hands 100000", "count what happens in many hands")),
    ),
)


def welcome() -> str:
    """The first steps, for somebody who has just installed it."""
    name = command_here()
    width = max(len(words) for _, steps in _DOORS for words, _ in steps) + len(name) + 3
    lines = ["Bowerbird: euchre by the rules of real clubs, or by yours."]
    for door, steps in _DOORS:
        lines += ["", door]
        lines += [f"  {f'{name} {words}':<{width}}{what}" for words, what in steps]
    return "\n".join([*lines, "", f"All commands: {name} --help    More about one: {name} play --help"])


def version_line() -> str:
    """The version of Bowerbird, whether its kernel is compiled, and the Python that runs it."""
    kernel = "compiled" if is_compiled() else "not compiled, so bots are far slower"
    return f"Bowerbird {bowerbird.__version__} (kernel {kernel}), Python {platform.python_version()}"
