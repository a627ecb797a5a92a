"""Say in plain words what is wrong with a command line, and what is possible. typer's own words are for programmers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any, Final

import typer

__all__ = ["in_plain_words"]

#: Every error about a command line. Older versions of typer have it from click, newer ones have their own.
_UsageError: Final[Any] = typer.BadParameter.__mro__[1]


@contextmanager
def in_plain_words() -> Iterator[None]:
    """Reword the errors about a command line. Others pass as they are."""
    try:
        yield
    except _UsageError as error:
        words = _words(error)
        if not words:
            raise
        raise _UsageError(words, error.ctx) from error


def _words(error: Any) -> str:
    """The sentence for people; empty if the error's own is good."""
    message = error.message or ""
    match type(error).__name__:
        case "MissingParameter":
            return _missing(error.param)
        case "BadParameter":
            return _bad_value(error)
        case "NoSuchOption":
            return _unknown("option", error.option_name, sorted(error.possibilities or ()))
        case "BadOptionUsage" if "does not take a value" in message:
            return f"{error.option_name} takes no value."
        case "BadOptionUsage" if "requires an argument" in message:
            return f"{error.option_name} needs a value after it."
        case _:
            pass
    if found := re.match(r"No such command (['\"])(.*?)\1", message):
        names = error.ctx.command.list_commands(error.ctx)
        return _unknown("command", found[2], get_close_matches(found[2], names))
    if found := re.match(r"Got unexpected extra argument\S* \((.*)\)", message):
        return f"There is too much here: {found[1]}. Put quotes around words that belong together."
    return ""


def _unknown(what: str, name: str, near: Sequence[str]) -> str:
    from bowerbird.cli.recorded import plain

    return f"There is no {what} {plain(name)}.{f' Did you mean {_listed(near)}?' if near else ''}"


def _missing(parameter: Any) -> str:
    words = parameter.help or ""
    if words[1:2].islower() or words[1:2] in (" ", "'"):
        words = words[0].lower() + words[1:]
    choices = _choices(parameter)
    possible = f" Use {_listed(choices)}." if choices else ""
    return f"This command needs {_name(parameter)}{f': {words}' if words else '.'}{possible}"


def _bad_value(error: Any) -> str:
    possible = _possible(error.param)
    if not possible:
        message = error.message.removeprefix("Value error, ")
        return f"{_name(error.param)}: {message}" if error.param else message
    return f"{_name(error.param)} takes {possible}{_given(error)}."


def _given(error: Any) -> str:
    """The wrong value, as it was typed, if it is known."""
    try:
        value = str(error.__cause__.errors()[0]["input"])
    except (AttributeError, LookupError, TypeError):
        return ""
    return f", not {value if re.fullmatch(r'-?[0-9.]+', value) else repr(value)}"


def _name(parameter: Any) -> str:
    """An option as people type it, an argument as the help calls it."""
    if parameter.param_type_name == "option":
        return str(max(parameter.opts, key=len))
    return str(parameter.metavar or parameter.name.upper()).rstrip(".").strip("[]")


def _possible(parameter: Any) -> str:
    """What a parameter takes; empty if that is more than numbers and words from a list."""
    if parameter is None:
        return ""
    if choices := _choices(parameter):
        return _listed(choices)
    kind, low, high = _number(parameter)
    if not kind:
        return ""
    if low is not None and high is not None:
        return f"{kind} from {low} to {high}"
    if low is None and high is None:
        return kind
    return f"{kind}, {low} or more" if high is None else f"{kind}, {high} or less"


def _number(parameter: Any) -> tuple[str, float | None, float | None]:
    """The kind of number that a parameter takes, with its limits; an empty kind if it takes none."""
    newer = getattr(parameter, "type_descriptor", None)
    limits = newer.parameter_info if newer else parameter.type
    name = getattr(newer.annotation, "__name__", "") if newer else parameter.type.name
    kind = "a whole number" if name.startswith("int") else "a number" if name.startswith("float") else ""
    return kind, getattr(limits, "min", None), getattr(limits, "max", None)


def _choices(parameter: Any) -> list[str]:
    kind = getattr(parameter, "type_descriptor", None) or parameter.type
    return [str(getattr(choice, "value", choice)) for choice in getattr(kind, "choices", None) or ()]


def _listed(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last
