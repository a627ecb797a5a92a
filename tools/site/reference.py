"""Write the pages of the reference: one for each public module, from its docstrings."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

__all__ = ["MODULES", "comment_above", "exported", "overview", "page"]

#: What a program may rely on, and what it is for.
MODULES: Final = {
    "bowerbird": "The names that most programs need.",
    "bowerbird.cards": "Cards, suits and ranks.",
    "bowerbird.seats": "Seats and sides.",
    "bowerbird.rulebook": "Rulebooks: load, read and compare them.",
    "bowerbird.rulebook.rulings": "What the rules say when something goes wrong.",
    "bowerbird.table": "One table of four, from the first shuffle to the last trick.",
    "bowerbird.event": "An event: seating, scores, standings.",
    "bowerbird.event.facts": "Everything that can happen at an event.",
    "bowerbird.event.simulate": "A whole event by dice, to try rules and movements.",
    "bowerbird.notation": "Recorded games and deals as text.",
    "bowerbird.nights": "Whole nights as text, checked.",
    "bowerbird.paper": "Printed sheets as PDF.",
    "bowerbird.players": "Bots by level, and your own.",
    "bowerbird.players.match": "Matches on the same deals.",
    "bowerbird.players.sim": "Many hands, counted.",
    "bowerbird.players.statistics": "The figures of many hands.",
    "bowerbird.players.explain": "Why a choice is good.",
    "bowerbird.players.style": "Styles: bold, careful and so on.",
    "bowerbird.players.eyes": "What bots notice at a real table.",
    "bowerbird.kernel.position": "Positions of the fast core.",
    "bowerbird.kernel.solve": "Open hands, solved exactly.",
    "bowerbird.kernel.simulate": "Millions of hands.",
    "bowerbird.kernel.options": "Rules and policies of the fast core.",
    "bowerbird.players.kernel_options": "A rulebook's rules for the fast core.",
    "bowerbird.environments.vector": "Thousands of tables in numpy arrays.",
    "bowerbird.environments.single": "One seat among bots (Gymnasium).",
    "bowerbird.environments.euchre_v0": "One agent per seat (PettingZoo).",
    "bowerbird.environments.openspiel": "The game for OpenSpiel.",
    "bowerbird.environments.actions": "The actions of all environments, by number.",
    "bowerbird.environments.observation": "What an agent sees, as a row of numbers.",
    "bowerbird.client": "A client for programs that play on a server.",
    "bowerbird.errors": "The base class of all errors.",
}
_SOURCE = Path(__file__).parents[2] / "src"


def overview() -> str:
    """The page that leads to all of them."""
    lines = "\n".join(f"- [`{module}`]({module}.md): {about}" for module, about in MODULES.items())
    return (
        "# API reference\n\n"
        "The public modules, from their docstrings. Start with [the library](../library.md), which shows how they fit "
        "together. Names that aren't here may change without notice.\n\n"
        f"{lines}\n"
    )


def page(module: str) -> str:
    """The page of a module: everything that it exports."""
    members = "".join(f"\n        - {name}" for name in exported(module))
    return f"# {module}\n\n::: {module}\n    options:\n      members:{members}\n"


def exported(module: str) -> list[str]:
    """The names in a module's `__all__`."""
    where = _SOURCE.joinpath(*module.split("."))
    file = where / "__init__.py" if where.is_dir() else where.with_suffix(".py")
    for statement in ast.parse(file.read_text("utf-8")).body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "__all__":
            return list(ast.literal_eval(statement.value))
    raise LookupError(f"{module} doesn't say what it exports: give it an __all__")


def comment_above(lines: list[str], number: int) -> str:
    """The `#:` comment just above a line of a source, which is counted from 1; empty if there is none."""
    found: list[str] = []
    for line in reversed(lines[: number - 1]):
        if not line.strip().startswith("#:"):
            break
        found.insert(0, line.strip().removeprefix("#:").strip())
    return " ".join(found)
