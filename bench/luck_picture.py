"""Draw the levels of `bench/luck.py` as SVG: skill by the judge beside points in duplicates. Writes no file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from luck import Line  # type: ignore[import-not-found]  # beside this file

__all__ = ["draw"]

_WIDTH, _LEFT, _RIGHT, _TOP, _ROW = 960, 170, 900, 150, 64
#: Standard errors shown: the true value is outside about once in twenty times.
_ERRORS_SHOWN: Final = 2
_STYLE: Final = """
text { font-family: system-ui, sans-serif; font-size: 17px; fill: #191919; font-variant-numeric: tabular-nums; }
.ground { fill: #fffdf7; }
.title { font-size: 25px; font-weight: 700; fill: #12203a; }
.small { font-size: 15px; }
.end { text-anchor: end; } .mid { text-anchor: middle; }
.level { font-weight: 700; text-anchor: end; }
.zero { stroke: #7d7458; stroke-width: 2; } .line { stroke: #efe6d0; stroke-width: 2; }
.skill { stroke: #2456c7; fill: #2456c7; stroke-width: 3; }
.points { stroke: #c98a1b; fill: #c98a1b; stroke-width: 3; }
@media (prefers-color-scheme: dark) {
  .ground { fill: #12203a; } text, .title { fill: #efe6d0; } .line { stroke: #24365a; }
  .skill { stroke: #8fb0f2; fill: #8fb0f2; } .points { stroke: #e3a93a; fill: #e3a93a; }
}
"""


def draw(lines: Sequence[Line], about: str) -> str:
    """One row for each level, the weakest first: a round mark for skill, a square one for duplicates."""
    ordered = sorted(lines, key=lambda line: line.relative)
    most = max(
        0.1,
        *(abs(line.relative) + _ERRORS_SHOWN * line.relative_error for line in ordered),
        *(abs(line.ahead) + _ERRORS_SHOWN * line.ahead_error for line in ordered),
    )
    height = _TOP + _ROW * len(ordered) + 70
    title = "Skill by the judge, and points in duplicate games"
    said = "; ".join(f"{line.level}: skill {line.relative:+.2f}, duplicates {line.ahead:+.2f}" for line in ordered)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img" '
            'aria-labelledby="t d">',
            f'<title id="t">{title}</title>',
            f'<desc id="d">{escape(f"Points a hand ahead of the opponents. {said}.")}</desc>',
            f"<style>{_STYLE}</style>",
            f'<rect class="ground" width="{_WIDTH}" height="{height}" rx="12"/>',
            f'<text class="title" x="28" y="48">{title}</text>',
            f'<text class="small" x="28" y="78">{escape(about)}</text>',
            '<circle class="skill" cx="36" cy="106" r="7"/><text x="52" y="112">skill by the judge</text>',
            '<rect class="points" x="229" y="99" width="14" height="14"/>',
            '<text x="252" y="112">points in duplicates</text>',
            *_scale(most, height),
            *(part for row, line in enumerate(ordered) for part in _row(line, _TOP + _ROW * row + _ROW / 2, most)),
            f'<text class="small" x="28" y="{height - 18}">'
            "Points a hand ahead of the opponents, for a pair of players. "
            "Lines are two standard errors to each side.</text>",
            "</svg>\n",
        ]
    )


def _place(value: float, most: float) -> float:
    return round((_LEFT + _RIGHT) / 2 + value / most * (_RIGHT - _LEFT) / 2, 1)


def _scale(most: float, height: int) -> Iterator[str]:
    step = next(each for each in (0.05, 0.1, 0.2, 0.5, 1, 2, 5) if most / each <= 4 or each == 5)
    for number in range(-4, 5):
        if abs(number * step) <= most:
            x, kind = _place(number * step, most), "line" if number else "zero"
            yield f'<line class="{kind}" x1="{x}" y1="{_TOP - 8}" x2="{x}" y2="{height - 62}"/>'
            yield f'<text class="small mid" x="{x}" y="{height - 44}">{number * step:+.2g}</text>'


def _row(line: Line, y: float, most: float) -> Iterator[str]:
    yield f'<text class="level" x="{_LEFT - 22}" y="{y + 6}">{escape(line.level)}</text>'
    yield from _whisker("skill", line.relative, line.relative_error, y - 10, most)
    yield f'<circle class="skill" cx="{_place(line.relative, most)}" cy="{y - 10}" r="7"/>'
    yield from _whisker("points", line.ahead, line.ahead_error, y + 10, most)
    yield f'<rect class="points" x="{_place(line.ahead, most) - 7}" y="{y + 3}" width="14" height="14"/>'


def _whisker(kind: str, value: float, error: float, y: float, most: float) -> Iterator[str]:
    left, right = (_place(value + sign * _ERRORS_SHOWN * error, most) for sign in (-1, 1))
    yield f'<line class="{kind}" x1="{left}" y1="{y}" x2="{right}" y2="{y}"/>'
    for x in (left, right):
        yield f'<line class="{kind}" x1="{x}" y1="{y - 5}" x2="{x}" y2="{y + 5}"/>'
