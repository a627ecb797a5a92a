"""The documents as the tests read them: pages, and the blocks in them that a reader may copy.

A block of Python is run. A block of shell commands is a console block, each command on a line that starts with `$`;
lines below a command are what it prints. A block with `title="name"` is a file of that name. Marks in comments above a
block, which readers don't see:

    <!-- not run: reason -->          nothing of it is run; the reasons are counted by a test
    <!-- run as: `this` for `that` -->  runs with a smaller number, or a file that is here
    <!-- after: `command` -->         is run first, and is not shown
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["PAGES", "ROOT", "Block", "blocks_of", "without_blocks"]

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    *(path for name in ("README", "CONTRIBUTING", "SECURITY") if (path := ROOT / f"{name}.md").exists()),
    *sorted((ROOT / "docs").glob("*.md")),
]
_FENCE = re.compile(r"^(?P<indent>[ ]*)```(?P<info>[^\n`]*)\n(?P<text>.*?)^[ ]*```[ ]*$", re.M | re.S)
_MARKS = re.compile(r"((?:^[ ]*<!--(?:(?!-->).)*-->\n)+)\Z", re.M | re.S)
_MARK = re.compile(r"<!-- (not run|run as|after): ((?:(?!-->).)*) -->", re.S)
_AS = re.compile(r"`([^`]*)` for `([^`]*)`")


@dataclass
class Block:
    """A block of a page."""

    page: Path
    line: int
    language: str
    title: str
    text: str
    not_run: str = ""
    before: list[str] = field(default_factory=list)

    @property
    def commands(self) -> list[tuple[str, list[str]]]:
        """The commands, each with the lines that the page says it prints."""
        found: list[tuple[str, list[str]]] = []
        for line in re.sub(r"\\\n\s*", "", self.text).splitlines():
            if line.startswith("$ "):
                found.append((re.sub(r"\s{2,}# .*$", "", line[2:]), []))
            elif line.strip():
                assert found, f"{self.where}: a block of commands starts with $"
                found[-1][1].append(line)
        return found

    @property
    def where(self) -> str:
        """The place of the block, for messages."""
        return f"{self.page.name}:{self.line}"


def blocks_of(page: Path) -> list[Block]:
    """Every fenced block of a page, in order."""
    text = page.read_text("utf-8")
    found = []
    for fence in _FENCE.finditer(text):
        language, _, rest = fence["info"].strip().partition(" ")
        title = re.search(r'title="([^"]+)"', rest)
        inside = "".join(line.removeprefix(fence["indent"]) for line in fence["text"].splitlines(keepends=True))
        above = _MARKS.search(text[: fence.start()])
        marks = _MARK.findall(above[1]) if above else []
        for kind, said in marks:
            for small, large in _AS.findall(said) if kind == "run as" else ():
                assert large in inside, f"{page.name}: {large} is not in the block below the mark"
                inside = inside.replace(large, small)
        found.append(
            Block(
                page,
                text.count("\n", 0, fence.start()) + 1,
                language,
                title[1] if title else "",
                inside,
                " ".join(next((said for kind, said in marks if kind == "not run"), "").split()),
                [said.strip("`") for kind, said in marks if kind == "after"],
            )
        )
    return found


def without_blocks(text: str) -> str:
    """The page without its fenced blocks."""
    return _FENCE.sub("", text)
