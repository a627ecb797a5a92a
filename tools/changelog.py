"""Read CHANGELOG.md by version, and print what a release says about itself.

    python -m tools.changelog notes 0.2.0

A version is a heading such as `## 0.2.0 - 2026-12-01`, or `## 0.3.0 - unreleased` for what comes next, and the newest
is first. What stands before its first smaller heading is for everyone, and becomes the text of the release.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

__all__ = ["Version", "main", "notes", "versions"]

ROOT: Final = Path(__file__).resolve().parents[1]
_HEADING: Final = re.compile(r"^## (.*)$", re.M)
_NAMED: Final = re.compile(r"(\d+\.\d+\.\d+) - (\d{4}-\d\d-\d\d|unreleased|never released)")


@dataclass(frozen=True)
class Version:
    """One version of the changelog."""

    number: str
    #: The date of the release, or `unreleased`, or `never released`.
    date: str
    text: str

    @property
    def is_released(self) -> bool:
        """True if it has a date."""
        return self.date[0].isdigit()

    @property
    def summary(self) -> str:
        """The part for everyone."""
        return re.split(r"^### ", self.text, maxsplit=1, flags=re.M)[0].strip()


def versions(changelog: str) -> list[Version]:
    """All versions, the newest first. A heading in another form is a `ValueError`."""
    found = []
    parts = _HEADING.split(changelog)[1:]
    for heading, text in zip(parts[::2], parts[1::2], strict=True):
        named = _NAMED.fullmatch(heading)
        if named is None:
            raise ValueError(
                f"CHANGELOG.md: '## {heading}' isn't a version. Write it as '## 1.2.3 - 2026-12-01' or "
                f"'## 1.2.3 - unreleased'."
            )
        found.append(Version(named[1], named[2], text.strip()))
    return found


def notes(version: Version, address: str) -> str:
    """The text of a release, with the way to the whole list."""
    if not version.summary:
        raise ValueError(f"CHANGELOG.md says nothing for everyone under {version.number}. Write a few lines there.")
    return f"{version.summary}\n\nEverything that changed: {address}/blob/v{version.number}/CHANGELOG.md\n"


def main(arguments: list[str] | None = None) -> int:
    """Print the text of a release."""
    parser = argparse.ArgumentParser(description="Read CHANGELOG.md by version.")
    parser.add_argument("what", choices=["notes"])
    parser.add_argument("version", help="such as 0.2.0, or the tag v0.2.0")
    given = parser.parse_args(arguments)
    address = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]["Source"]
    number = given.version.removeprefix("v")
    try:
        all_of_them = versions((ROOT / "CHANGELOG.md").read_text("utf-8"))
        version = next((each for each in all_of_them if each.number == number), None)
        if version is None:
            raise ValueError(f"CHANGELOG.md has no version {number}.")
        print(notes(version, address), end="")
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
