"""Draw a training run, from the record in its checkpoint.

python -m training.curves build/training/one.pt build/training/two.pt docs/pictures/master-training.png
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any, Final

__all__ = ["draw"]

#: What to draw: the figure's name in the record, and its title.
_FIGURES: Final = (
    ("against_earlier", "points a hand against itself at a fifth of the run"),
    ("entropy", "how undecided it is (entropy)"),
    ("critic", "how wrong the critic is (cross-entropy)"),
    ("beliefs", "how wrong it is about hidden cards (cross-entropy)"),
)


def draw(records: list[dict[str, Any]], path: Path) -> None:
    """One panel for each figure, one line for each run."""
    import matplotlib

    matplotlib.use("svg" if path.suffix == ".svg" else "agg")
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(2, 2, figsize=(10, 6), layout="constrained")
    for panel, (name, title) in zip(panels.flat, _FIGURES, strict=True):
        for record, style in zip(records, ("-", "--", ":"), strict=False):
            lines = [line for line in record["curve"] if name in line]
            hands = [line["hands"] / 1e6 for line in lines]
            label = f"seed {record['settings']['seed']}"
            panel.plot(hands, [line[name] for line in lines], style, color="#14532d", label=label)
        panel.set_title(title, fontsize=10)
        panel.set_xlabel("million hands")
        panel.grid(alpha=0.3)
        panel.legend(frameon=False)
    figure.savefig(path, dpi=90)


def main() -> None:
    """Read the command line and draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", type=Path, nargs="+", help="checkpoints")
    parser.add_argument("picture", type=Path, help="the picture to write")
    given = parser.parse_args()
    import torch

    found = [json.loads(torch.load(run, map_location="cpu", weights_only=True)["record"]) for run in given.runs]
    draw(found, given.picture)


if __name__ == "__main__":
    main()
