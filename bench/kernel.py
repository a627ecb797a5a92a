"""Measure the kernel on one core, next to OpenSpiel's random loop: `python bench/kernel.py`.

The figures are those of `bowerbird bench --json`: per second of processor time.
"""

from __future__ import annotations

from bowerbird.cli.bench import measure
from common import parser_for, tell  # type: ignore[import-not-found]  # beside this file

if __name__ == "__main__":
    parser_for(__doc__).parse_args()
    tell({name: figure for name, figure in measure().items() if not isinstance(figure, bool)})
