"""Draw the badges of README.md from pyproject.toml, so that they are true: `python -m tools.badges`."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Final

__all__ = ["BADGES", "badges"]

ROOT: Final = Path(__file__).resolve().parents[1]
BADGES: Final = ROOT / "docs" / "pictures"
_LETTER: Final = 7  # pixels, more or less


def badges() -> dict[str, str]:
    """The file of each badge, by name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    pythons = re.findall(r":: (3\.\d+)$", "\n".join(project["classifiers"]), re.M)
    return {
        "badge-licence.svg": _drawn("licence", project["license"]),
        "badge-python.svg": _drawn("Python", f"{pythons[0]} to {pythons[-1]}"),
    }


def _drawn(label: str, value: str) -> str:
    left, right = (_LETTER * len(text) + 12 for text in (label, value))
    text = 'y="14" fill="#fff" text-anchor="middle" font-family="sans-serif" font-size="11"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img"'
        f' aria-label="{label}: {value}">\n<title>{label}: {value}</title>\n'
        f'<rect width="{left + right}" height="20" rx="3" fill="#245c3b"/>\n'
        f'<rect width="{left}" height="20" rx="3" fill="#444"/>\n'
        f'<text x="{left / 2:g}" {text}>{label}</text>\n<text x="{left + right / 2:g}" {text}>{value}</text>\n</svg>\n'
    )


if __name__ == "__main__":
    for name, drawn in badges().items():
        (BADGES / name).write_text(drawn, "utf-8")
