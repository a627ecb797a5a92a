"""Write the server's log: one line per record, as text for people or as JSON for programs.

No secrets get out, from any logger: link seals, names of private tables, cookies and passwords are removed. Control
characters are escaped, so that no input can forge a line.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Any, Final, TextIO

__all__ = ["LEVELS", "STYLES", "cut_secrets", "set_up_logs"]

STYLES: Final = ("text", "json")
LEVELS: Final = ("debug", "info", "warning", "error")

_SECRETS: Final = (
    # The link of an event. Its event and role are not secret.
    (re.compile(r"\b([A-Za-z0-9_-]{4,40}\.[a-z]\d{1,6})\.[A-Za-z0-9_-]*\.[A-Za-z0-9_-]{20,}"), r"\1…"),
    # A cookie: its payload and signature.
    (re.compile(r"\b[A-Za-z0-9_-]{12,}\.[A-Za-z0-9_-]{40,}"), "…"),
    # The name of a table is enough to join it.
    (re.compile(r"(/(?:t|ws|tables)/[A-Za-z0-9_-]{4})[A-Za-z0-9_-]+"), r"\1…"),
    (re.compile(r"\b(table:? ?[A-Za-z0-9_-]{4})[A-Za-z0-9_-]{12,}"), r"\1…"),
    # The password in a database URL.
    (re.compile(r"(://[^/\s:@]*):[^/\s]+@"), r"\1:…@"),
)
#: The most warnings of a kind in a period, its length in seconds, and the most kinds to count.
_MAX_PER_SPELL: Final = 5
_SPELL_SECONDS: Final = 10.0
_MAX_KINDS: Final = 200
#: The attributes of every record. Anything else was passed as `extra`.
_STANDARD_FIELDS: Final = frozenset(logging.makeLogRecord({}).__dict__) | {
    "message",
    "asctime",
    "taskName",
    "color_message",
}


def cut_secrets(text: str) -> str:
    """Remove secrets from a text."""
    for secret, instead in _SECRETS:
        text = secret.sub(instead, text)
    return text


def _one_line(text: str) -> str:
    """Escape control characters, so that a name or an address can't forge a line or colour a terminal."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def _safe(text: str) -> str:
    return _one_line(cut_secrets(text))


class _Lines(logging.Formatter):
    """The parts of a record that all styles share, without secrets."""

    def parts(self, record: logging.LogRecord) -> dict[str, Any]:
        given = {key: value for key, value in record.__dict__.items() if key not in _STANDARD_FIELDS}
        return {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "where": record.name,
            "says": _safe(record.getMessage()),
            **{key: _safe(value) if isinstance(value, str) else value for key, value in given.items()},
        }

    def trace(self, record: logging.LogRecord) -> list[str]:
        if not record.exc_info:
            return []
        return [_safe(line) for line in self.formatException(record.exc_info).splitlines()]


class _Text(_Lines):
    def format(self, record: logging.LogRecord) -> str:
        parts = self.parts(record)
        at, level, where, says = (parts.pop(key) for key in ("at", "level", "where", "says"))
        more = "".join(f" {key}={value}" for key, value in parts.items())
        # Only the lines of a trace are indented, so that no record can look like another.
        return "\n    ".join([f"{at} {level:7} {where}: {says}{more}", *self.trace(record)])


class _Json(_Lines):
    def format(self, record: logging.LogRecord) -> str:
        trace = self.trace(record)
        return json.dumps(self.parts(record) | ({"trace": trace} if trace else {}), ensure_ascii=False, default=str)


class _AFew(logging.Filter):
    """Let only a few warnings of a kind through, and count the rest. An unreachable database makes every table warn."""

    def __init__(self) -> None:
        super().__init__()
        self._kinds: dict[tuple[str, str], tuple[float, int]] = {}  # start of the period, and count

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno != logging.WARNING:
            return True
        kind = (record.name, str(record.msg))
        since, said = self._kinds.get(kind, (record.created, 0))
        if not since <= record.created < since + _SPELL_SECONDS:
            if said > _MAX_PER_SPELL:
                record.msg = f"{record.msg} ({said - _MAX_PER_SPELL} more like this were suppressed)"
            since, said = record.created, 0
        if len(self._kinds) >= _MAX_KINDS:
            self._kinds.clear()
        self._kinds[kind] = (since, said + 1)
        return said < _MAX_PER_SPELL


def set_up_logs(style: str = "text", level: str = "warning", to: TextIO | None = None) -> None:
    """Send everything that is logged in this process to one place, in one style."""
    handler = logging.StreamHandler(to or sys.stderr)
    handler.setFormatter(_Json() if style == "json" else _Text())
    if level != "debug":
        handler.addFilter(_AFew())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    # The steps of a migration are of interest only for debugging.
    logging.getLogger("alembic").setLevel("DEBUG" if level == "debug" else "WARNING")
