"""Draw the statistics of many hands as SVG, one bar per row. Does not depend on the game, and writes no file."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bowerbird.players.statistics import Estimate, Line, Statistics

__all__ = ["draw"]

_WIDTH: Final = 960
_BAR_LEFT, _BAR_WIDTH, _BAR_HEIGHT = 210, 460, 30
_DEALT_RIGHT, _ALONE_RIGHT, _GAIN_RIGHT = 750, 830, 932
_LEFT, _ROW, _TOP = 28, 46, 138
#: Room that a label needs inside a bar: the share alone, or with its word.
_ROOM_FOR_SHARE, _ROOM_FOR_WORDS = 56, 128
#: Standard errors shown: the true value is outside about once in twenty times.
_ERRORS_SHOWN: Final = 2

_STYLE: Final = """
text { font-family: system-ui, sans-serif; font-size: 17px; fill: #191919; font-variant-numeric: tabular-nums; }
.ground { fill: #fffdf7; }
.title { font-size: 25px; font-weight: 700; fill: #12203a; }
.small { font-size: 15px; }
.part { font-weight: 700; fill: #12203a; }
.end { text-anchor: end; }
.mid { text-anchor: middle; fill: #fffdf7; font-size: 15px; font-weight: 600; }
.line { stroke: #efe6d0; stroke-width: 2; }
.error { stroke: #191919; stroke-width: 2; }
.euchred { fill: #b3372b; } .made { fill: #2456c7; } .march { fill: #2c7a4b; }
.bar { stroke: #fffdf7; stroke-width: 2; }
@media (prefers-color-scheme: dark) {
  .ground { fill: #12203a; } text, .title, .part { fill: #efe6d0; } .mid { fill: #fffdf7; }
  .line { stroke: #24365a; } .error { stroke: #fffdf7; }
}
"""


def draw(found: Statistics, title: str, about: str) -> str:
    """Draw the picture, as the text of an SVG file."""
    parts = [
        ("", (found.all,)),
        ("By seat of the caller", found.by_seat),
        ("By round", found.by_round),
        ("By call", found.by_call),
    ]
    body: list[str] = []
    y = _TOP
    for heading, lines in parts:
        if heading:
            body.append(f'<line class="line" x1="{_LEFT}" y1="{y + 6}" x2="{_GAIN_RIGHT}" y2="{y + 6}"/>')
            body.append(_text(_LEFT, y + 34, heading, "part"))
            y += _ROW
        for line in lines:
            body.extend(_row(line, y))
            y += _ROW
    body.append(_text(_LEFT, y + 34, _dealer_sentence(found), ""))
    body.append(_text(_LEFT, y + 62, "Lines under the bars show two standard errors to each side.", "small"))
    height = y + 88
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
            'role="img" aria-labelledby="t d">',
            f'<title id="t">{escape(title)}</title>',
            f'<desc id="d">{escape(f"{about}. {_sentence(found.all)} {_dealer_sentence(found)}")}</desc>',
            f"<style>{_STYLE}</style>",
            f'<rect class="ground" width="{_WIDTH}" height="{height}" rx="12"/>',
            _text(_LEFT, 48, title, "title"),
            _text(_LEFT, 78, about, "small"),
            *_legend(),
            *body,
            "</svg>\n",
        ]
    )


def _dealer_sentence(found: Statistics) -> str:
    gain = found.dealer_gain
    side = "gains" if gain.value >= 0 else "loses"
    return (
        f"The dealer's side {side} {abs(gain.value):.3f} points a hand (± {gain.stderr:.3f}). "
        f"Thrown in: {found.thrown_in.value:.2%} of the deals."
    )


def _sentence(line: Line) -> str:
    if line.euchred is None or line.made is None or line.march is None:
        return "Nobody made trump."
    return f"Euchred {line.euchred.value:.1%}, made {line.made.value:.1%}, march {line.march.value:.1%}."


def _text(x: float, y: float, words: str, kind: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" class="{kind}">{escape(words)}</text>'


def _legend() -> Iterator[str]:
    x: float = _BAR_LEFT
    for kind in ("euchred", "made", "march"):
        yield f'<rect class="{kind}" x="{x:g}" y="104" width="18" height="18" rx="3"/>'
        yield _text(x + 25, 119, kind, "small")
        x += 110
    for right, words in ((_DEALT_RIGHT, "of deals"), (_ALONE_RIGHT, "alone"), (_GAIN_RIGHT, "makers gain")):
        yield _text(right, 119, words, "small end")


def _row(line: Line, y: float) -> Iterator[str]:
    middle = y + _BAR_HEIGHT / 2 + 6
    yield _text(_LEFT, middle, line.name.capitalize(), "")
    yield _text(_DEALT_RIGHT, middle, f"{line.share.value:.1%}", "end")
    if line.euchred is None or line.made is None or line.march is None:
        yield _text(_BAR_LEFT, middle, "never", "small")
        return
    yield from _bar([("euchred", line.euchred), ("made", line.made), ("march", line.march)], y)
    if line.alone is not None:
        yield _text(_ALONE_RIGHT, middle, f"{line.alone.value:.1%}", "end")
    if line.points is not None:
        yield _text(_GAIN_RIGHT, middle, f"{line.points.value:+.2f}", "end")


def _bar(shares: list[tuple[str, Estimate]], y: float) -> Iterator[str]:
    x: float = _BAR_LEFT
    for kind, share in shares:
        width = share.value * _BAR_WIDTH
        if width:
            yield (
                f'<rect class="bar {kind}" x="{x:.1f}" y="{y:g}" width="{width:.1f}" height="{_BAR_HEIGHT}" rx="3">'
                f"<title>{kind} {share.value:.2%} ± {share.stderr:.2%}</title></rect>"
            )
        if width > _ROOM_FOR_SHARE:
            words = f"{share.value:.1%}" if width < _ROOM_FOR_WORDS else f"{kind} {share.value:.1%}"
            yield _text(round(x + width / 2, 1), y + _BAR_HEIGHT / 2 + 6, words, "mid")
        x += width
    # The errors of the two ends, which also bound the middle part.
    (_, first), _, (_, last) = shares
    for place, error in ((first.value, first.stderr), (1 - last.value, last.stderr)):
        reach = _ERRORS_SHOWN * error * _BAR_WIDTH
        at = _BAR_LEFT + place * _BAR_WIDTH
        if reach >= 1:
            yield (
                f'<line class="error" x1="{at - reach:.1f}" x2="{at + reach:.1f}" y1="{y + _BAR_HEIGHT + 4:g}" '
                f'y2="{y + _BAR_HEIGHT + 4:g}"/>'
            )
