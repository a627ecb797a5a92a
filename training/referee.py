"""A referee for the judge: every choice of given decisions in 4,096 worlds and more, with the large net in all seats.

    python -m training.referee decisions.npz referee.npz --worlds 4096

The decisions come from `bench/judge.py`, with hands as `training/euchre.cu` keeps them. Written are, for each decision
and each action, the mean worth and the standard error of its difference from each other one. Worlds come from other
code than the judge's: cards are swapped by the beliefs, not drawn.
"""
# mypy: disable-error-code="no-any-return,misc,untyped-decorator"

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch import Tensor

from training import weights
from training.nets import is_legal
from training.search import Searcher
from training.situations import Situations
from training.tables import Tables

__all__ = ["main", "refereed"]

#: The most choices of a decision.
CHOICES: Final = 7
#: Play-outs at a time.
_PLAYED: Final = 1 << 22


class _Given(Tables):
    """Hands that are at a decision already."""

    def put(self, hands: np.ndarray, legal: np.ndarray) -> None:
        """Put these hands on the tables. `legal` are their legal actions."""
        self.hands = torch.from_numpy(hands).to(self.device)
        # A step without an action tells what each seat sees. No hand is over, and forced moves were never exported.
        self.step(self.hands, None, self)
        if not np.array_equal(self.legal.cpu().numpy(), legal):
            raise ValueError("the legal actions differ from those of the table")


@torch.no_grad()
def refereed(searcher: Searcher, tables: Tables) -> tuple[Tensor, Tensor, Tensor]:
    """For each decision: its actions (-1 is none), the mean worth of each, and the errors of all differences."""
    parts = []
    for places in torch.arange(tables.count, device=tables.device).split(max(1, _PLAYED // searcher.worlds // CHOICES)):
        legal = is_legal(tables.legal[places])
        action = legal.float().topk(CHOICES, dim=1).indices
        action = action.masked_fill(~legal.gather(1, action), -1)
        considered = searcher.consider(tables, places, action, torch.zeros_like(action, dtype=torch.float32))
        weight = torch.softmax(considered.weight.clamp(min=-1e6), dim=1)
        value = considered.value["played out"]
        mean = (weight.unsqueeze(1) * value).sum(2)
        ahead = value.unsqueeze(1) - value.unsqueeze(2) - (mean.unsqueeze(1) - mean.unsqueeze(2)).unsqueeze(3)
        error = (weight[:, None, None] * ahead).square().sum(3).sqrt()
        parts.append((action, mean, error))
    return tuple(torch.cat(part) for part in zip(*parts, strict=True))


def main() -> None:
    """Read the command line and referee."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("decisions", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--net", type=Path, default=Path("src/bowerbird/players/net/master.npz"))
    parser.add_argument("--worlds", type=int, default=4096)
    given = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.set_float32_matmul_precision("high")
    actor, _ = weights.load(given.net, device)
    with np.load(given.decisions) as found:
        drawn = Situations(found["rules"], found["worth"], np.zeros(len(found["rules"]), np.float32))
        tables = _Given(len(found["hands"]), drawn, device, seed=1)
        tables.put(found["hands"], found["legal"])
    began = time.monotonic()
    action, mean, error = refereed(Searcher(actor, None, given.worlds), tables)
    print(f"{tables.count} decisions in {given.worlds} worlds: {time.monotonic() - began:.0f} s", flush=True)
    np.savez(given.out, action=action.cpu().numpy(), mean=mean.cpu().numpy(), error=error.cpu().numpy())


if __name__ == "__main__":
    main()
