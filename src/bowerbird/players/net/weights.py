"""Evaluate the master's net with numpy: ratings of actions, holders of cards, and outcomes of actions.

The weights are beside this file in half precision, with a record of their training. Depends on numbers only;
`bowerbird.players.net.inputs` explains them.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Any, Final, NamedTuple, TypeAlias

from bowerbird.extras import needs

with needs("bots"):
    import numpy as np
    import numpy.typing as npt

from bowerbird.players.net.inputs import ACTIONS, CARDS, INPUTS, LEVELS, OUTCOMES, PASS

__all__ = ["BELIEFS", "OUTLOOKS", "Found", "Net", "quick", "shipped"]

Floats: TypeAlias = npt.NDArray[np.float32]

#: For each card: the left opponent, the partner, the right opponent, nobody.
BELIEFS: Final = 4 * CARDS
#: The makers' tricks for every action except a pass, which has all outcomes.
OUTLOOKS: Final = len(LEVELS) * (ACTIONS - 1) + OUTCOMES
_TINY: Final = 1e-5


class Found(NamedTuple):
    """The output of the net: logits of actions, chances of holders card by card, and logits of outcomes."""

    policy: Floats
    holders: Floats
    outlooks: Floats

    def after(self, action: int) -> Floats:
        """The chances of each result of an action: four levels, or all outcomes after a pass."""
        start = OUTLOOKS - OUTCOMES if action == PASS else len(LEVELS) * (action - 1)
        size = OUTCOMES if action == PASS else len(LEVELS)
        return _shares(self.outlooks[start : start + size])


class Net:
    """The weights, and their evaluation."""

    def __init__(self, weights: dict[str, npt.NDArray[Any]], record: dict[str, Any]) -> None:
        """Use weights by the names that training gives them."""
        self.record = record
        self.weights = {name: np.ascontiguousarray(array, dtype=np.float32) for name, array in weights.items()}
        self.blocks = len({name.split(".")[2] for name in weights if name.startswith("trunk.blocks.")})

    @classmethod
    def read(cls, content: bytes) -> Net:
        """Read the bytes of a weights file."""
        with np.load(BytesIO(content), allow_pickle=False) as found:
            weights = {name: _joined(found[name]) for name in found.files if name != "record"}
            return cls(weights, json.loads(bytes(found["record"])))

    def write(self) -> bytes:
        """The bytes of a weights file, in half precision."""
        file = BytesIO()
        record = np.frombuffer(json.dumps(self.record).encode(), np.uint8)
        halves = {name: _split(array.astype("<f2")) for name, array in self.weights.items()}
        np.savez_compressed(file, record=record, **halves)  # type: ignore[arg-type]  # of savez's own options
        return file.getvalue()

    def __call__(self, bits: int, row: tuple[float, ...]) -> Found:
        """Evaluate a position: its bits, and the worth of each outcome."""
        packed = np.frombuffer(bits.to_bytes((INPUTS - OUTCOMES) // 8, "little"), np.uint8)
        x = np.empty(INPUTS, np.float32)
        x[: INPUTS - OUTCOMES] = np.unpackbits(packed, bitorder="little")
        x[INPUTS - OUTCOMES :] = row
        x = self._trunk(x)
        holders = _shares(self._linear("beliefs", x).reshape(CARDS, 4))
        return Found(self._linear("policy", x), holders, self._linear("outlooks", x))

    def policies(self, x: Floats) -> Floats:
        """Logits of the actions in many positions, one row each."""
        return self._linear("policy", self._trunk(x))

    def _trunk(self, x: Floats) -> Floats:
        """One position, or one in each row."""
        x = self._linear("trunk.first", x)
        for block in range(self.blocks):
            name = f"trunk.blocks.{block}."
            inner = self._linear(name + "into", self._norm(name + "norm", x))
            x = x + self._linear(name + "out", np.maximum(inner, 0, out=inner))
        return self._norm("trunk.norm", x)

    def _linear(self, name: str, x: Floats) -> Floats:
        return x @ self.weights[name + ".weight"].T + self.weights[name + ".bias"]

    def _norm(self, name: str, x: Floats) -> Floats:
        x = x - x.mean(axis=-1, keepdims=True)
        x /= np.sqrt(np.square(x).mean(axis=-1, keepdims=True) + _TINY)
        return x * self.weights[name + ".weight"] + self.weights[name + ".bias"]


def _split(halves: npt.NDArray[np.float16]) -> npt.NDArray[np.uint8]:
    """The first bytes of all numbers, then the second ones, which hold the exponents: so they are packed smaller."""
    return np.moveaxis(halves[..., np.newaxis].view(np.uint8), -1, 0)


def _joined(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The numbers from their bytes. Older files have the numbers themselves."""
    if array.dtype != np.uint8:
        return array
    return np.ascontiguousarray(np.moveaxis(array, 0, -1)).view("<f2")[..., 0]


def _shares(logits: Floats) -> Floats:
    """Probabilities along the last axis, with sum 1."""
    found: Floats = np.exp(logits - logits.max(axis=-1, keepdims=True))
    found /= found.sum(axis=-1, keepdims=True)
    return found


@lru_cache(maxsize=1)
def shipped() -> Net:
    """The net that comes with the package."""
    return Net.read((files(__package__) / "master.npz").read_bytes())


@lru_cache(maxsize=1)
def quick() -> Net:
    """A small net that plays like the shipped one, for judging many deals in little time."""
    return Net.read((files(__package__) / "quick.npz").read_bytes())
