"""A trained net as a player for tables.

bowerbird match bowerbird.training.player:TrainedPlayer,file=policy.npz novice
"""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

from bowerbird.extras import needs

with needs("bots"):
    import numpy as np

from bowerbird.kernel.batch import SLOT_ACTIONS, SLOT_BITS
from bowerbird.players.net.inputs import knows, seen_by_master
from bowerbird.players.thumb import ThumbPlayer
from bowerbird.rulebook import Rulebook
from bowerbird.table import Fact, View
from bowerbird.training.ppo import Net, look

__all__ = ["TrainedPlayer", "load", "save"]


def save(net: Net, file: Path) -> None:
    """Write a net down, to a file of exactly this name."""
    with file.open("wb") as written:
        np.savez(written, *net)


def load(file: Path) -> Net:
    """Read a net back."""
    make = f"To make one: python -m bowerbird.training --out {file}"
    try:
        net = _arrays(file)
    except FileNotFoundError:
        raise ValueError(f"{file} isn't there. {make}") from None
    except OSError as error:
        raise ValueError(f"{file} can't be read: {error.strerror or error}") from None
    except (ValueError, EOFError, BadZipFile, zlib.error):
        net = []
    if not _is_net(net):
        raise ValueError(f"{file} isn't a net of bowerbird.training. {make}")
    return net


def _arrays(file: Path) -> list[Any]:
    found = np.load(file)
    if not isinstance(found, np.lib.npyio.NpzFile):
        return []
    with found:
        return [found[name] for name in found.files]


def _is_net(found: list[Any]) -> bool:
    """True for the four arrays of a net that fit together."""
    if [part.ndim for part in found] != [2, 1, 2, 1] or any(part.dtype != np.float32 for part in found):
        return False
    hidden = len(found[1])
    shapes = [(SLOT_BITS, hidden), (hidden,), (hidden, SLOT_ACTIONS + 1), (SLOT_ACTIONS + 1,)]
    return [part.shape for part in found] == shapes


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
