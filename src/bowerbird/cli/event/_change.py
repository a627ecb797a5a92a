"""Settings as somebody types them: `event.money.fee=500`, with the value as TOML writes it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from typing import Any

from bowerbird.cli.event._file import refuse

__all__ = ["settings_given"]


def settings_given(pairs: Iterable[str]) -> dict[str, Any]:
    """The settings by their keys. Text does not have to be in quotes."""
    found: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            refuse(f"{pair!r} isn't a setting. Write it as in event.money.fee=500. Nothing was written.")
        found[key.strip()] = _value(value.strip())
    return found


def _value(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        return text
