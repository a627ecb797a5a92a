"""A trained net as a player for tables.

bowerbird match bowerbird.training.player:TrainedPlayer,file=policy.npz novice
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from bowerbird.kernel.batch import SLOT_ACTIONS, SLOT_BITS
from bowerbird.players.net.inputs import knows, seen_by_master
from bowerbird.players.thumb import ThumbPlayer
from bowerbird.rulebook import Rulebook
from bowerbird.table import Fact, View
from bowerbird.training.ppo import Net, look

__all__ = ["TrainedPlayer", "load", "save"]


def save(net: Net, file: Path) -> None:
    """Write a net down."""
    np.savez(file, *net)


def load(file: Path) -> Net:
    """Read a net back."""
    try:
        with np.load(file) as found:
            net = [found[name] for name in found.files]
    except OSError:
        raise ValueError(f"{file} isn't there. To make it: python -m bowerbird.training --out {file}") from None
    if len(net) != 4 or net[0].shape[0] != SLOT_BITS or net[2].shape[1] != SLOT_ACTIONS + 1:
        raise ValueError(f"{file} isn't a net of bowerbird.training")
    return net


class TrainedPlayer:
    """Takes the likeliest action. Where the net was not trained for the rules, it plays by rules of thumb."""

    level = "trained"

    def __init__(self, seed: int = 0, file: str = "policy.npz") -> None:
        """Read the net of a file."""
        self._net = load(Path(file))
        self._else = ThumbPlayer(seed)

    def choose(self, book: Rulebook, view: View) -> Fact:
        """One of `view.legal`."""
        if not knows(book, view):
            return self._else.choose(book, view)
        seen = seen_by_master(book, view)
        row = np.array([[seen.bits >> place & 1 for place in range(SLOT_BITS)]], np.int8)
        mask = np.zeros((1, SLOT_ACTIONS), np.int8)
        mask[0, list(seen.legal)] = 1
        _, chances, _ = look(self._net, row, mask)
        return seen.legal[int(chances.argmax())]
