"""Nets against nets on the same cards: every hand is played twice with the sides swapped, in bulk.

python -m training.duel build/training/one.pt build/training/two.pt
"""
# mypy: disable-error-code="no-any-return,misc,untyped-decorator"

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

import torch
from torch import Tensor

from bowerbird import load_rulebook
from bowerbird.players.net.inputs import ACTIONS
from training import weights
from training.nets import Actor, actor_inputs, is_legal
from training.situations import Situations, one
from training.tables import Tables

__all__ = ["Chooser", "best", "by_chance", "duel", "partners"]

#: Chooses among the legal actions of many hands: bits, worth rows, legal actions.
Chooser: TypeAlias = Callable[[Tensor, Tensor, Tensor], Tensor]

#: The most decisions in a hand: eight calls, a discard, four cards per trick.
_MOST_DECISIONS: Final = 29


def best(actor: Actor) -> Chooser:
    """The net's best-rated action, as in the shipped player."""

    def choose(bits: Tensor, row: Tensor, legal: Tensor) -> Tensor:
        on_gpu = bits.device.type == "cuda"
        with torch.autocast(bits.device.type, torch.bfloat16, enabled=on_gpu):
            return actor.choose(actor_inputs(bits, row), legal).argmax(1)

    return choose


def by_chance(bits: Tensor, row: Tensor, legal: Tensor) -> Tensor:
    """A random legal action."""
    return (is_legal(legal) * torch.rand(len(legal), ACTIONS, device=legal.device)).argmax(1)


@torch.no_grad()
def duel(
    seats: tuple[Chooser, Chooser, Chooser, Chooser], hands: int, situations: Situations, device: str, seed: int
) -> tuple[float, float]:
    """North–South's gain per hand over East–West, and the standard error; each hand is played both ways."""
    worth = _played(seats, hands, situations, device, seed)
    exchanged = _played((*seats[1:], seats[0]), hands, situations, device, seed)
    gain = (worth - exchanged) / 2
    return float(gain.mean()), float(gain.std() / hands**0.5)


def _played(seats: tuple[Chooser, ...], hands: int, situations: Situations, device: str, seed: int) -> Tensor:
    """The worth of each hand to North–South."""
    tables = Tables(hands, situations, device, seed)
    # A hand's situation and dealer are those of its first decision; both rows of a situation mirror each other.
    row_of_north = tables.row ^ tables.side.int()
    worth = tables.worth[row_of_north]
    came = torch.full((hands,), -1, dtype=torch.int64, device=tables.device)
    who_is_who = list(dict.fromkeys(seats))
    chair = torch.tensor([who_is_who.index(chooser) for chooser in seats], device=tables.device)
    for _ in range(_MOST_DECISIONS):
        rows = tables.rows()
        found = torch.stack([choose(tables.bits, rows, tables.legal) for choose in who_is_who])
        tables.play(found.gather(0, chair[tables.turns()].unsqueeze(0)).squeeze(0))
        came = torch.where((came < 0) & (tables.outcome >= 0), tables.outcome.long(), came)
    assert bool((came >= 0).all())
    return worth.gather(1, came.unsqueeze(1)).squeeze(1)


def partners(
    first: Actor, second: Actor, hands: int, situations: Situations, device: str
) -> dict[str, tuple[float, float]]:
    """Two nets against each other, and as partners against a pair of either."""
    one_net, other = best(first), best(second)
    lines = {
        "first v second": (one_net, other, one_net, other),
        "mixed v first": (one_net, one_net, other, one_net),
        "mixed v second": (one_net, other, other, other),
    }
    return {name: duel(seats, hands, situations, device, seed=5) for name, seats in lines.items()}


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for which in ("first", "second"):
        parser.add_argument(which, type=Path, help="a checkpoint, or a weights file of the package")
    given = parser.parse_args()
    where = "cuda" if torch.cuda.is_available() else "cpu"
    nets = [weights.load(path, where)[0] for path in (given.first, given.second)]
    many = 500_000 if where == "cuda" else 5_000
    plain = one(load_rulebook("bicycle"), aim="points")
    print(json.dumps(partners(nets[0], nets[1], many, plain, where)))


if __name__ == "__main__":
    main()
