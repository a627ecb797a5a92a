"""The bulk environment in Python: `euchre.cu` compiled for the GPU or the CPU, called on torch or numpy memory.

Handles memory only; `bowerbird.players.net.inputs` explains the bits. `Hands` keeps hands in numpy's memory, for use
without torch; `training.tables` keeps them in torch's.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import subprocess
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from bowerbird.players.net.inputs import START, WORDS
from training.situations import Situations

__all__ = ["HIDDEN_WORDS", "Hand", "Hands", "Told", "library"]

_SOURCE: Final = Path(__file__).with_name("euchre.cu")
_INCLUDED: Final = Path(__file__).with_name("worlds.h")
_BUILT: Final = Path(__file__).parents[1] / "build" / "training"
#: The hands of the three others and the dealer's discard.
HIDDEN_WORDS: Final = 4


class Hand(ctypes.Structure):
    """`struct Hand` of `euchre.cu`."""

    _fields_ = [  # required by ctypes
        ("dice", ctypes.c_uint64),
        ("held", ctypes.c_uint32 * 4),
        ("played", ctypes.c_uint32 * 4),
        ("situation", ctypes.c_int32),
        ("on_table", ctypes.c_int8 * 4),
        ("leads", ctypes.c_uint8 * 4),
        ("voids", ctypes.c_uint8 * 4),
        ("dealer", ctypes.c_int8),
        ("turn", ctypes.c_int8),
        ("phase", ctypes.c_int8),
        ("base", ctypes.c_int8),
        ("turn_up", ctypes.c_int8),
        ("discard", ctypes.c_int8),
        ("maker", ctypes.c_int8),
        ("alone", ctypes.c_int8),
        ("second", ctypes.c_int8),
        ("out", ctypes.c_int8),
        ("leader", ctypes.c_int8),
        ("placed", ctypes.c_int8),
        ("trick", ctypes.c_int8),
        ("won", ctypes.c_int8 * 2),
        ("order", ctypes.c_int8 * 20),
    ]


class Told(ctypes.Structure):
    """`struct Told` of `euchre.cu`: where to write the results."""

    _fields_ = [(name, ctypes.c_void_p) for name in ("bits", "hidden", "legal", "row", "side", "outcome")]


def _layout() -> str:
    lines = [f"    {name.upper()}_AT = {start}," for name, start in START.items()]
    return "\n".join(["enum {", f"    WORDS = {WORDS},", *lines, "};", ""])


def library(for_gpu: bool) -> Any:
    """The compiled source, built again only if it has changed."""
    source, layout = _SOURCE.read_text("utf-8") + _INCLUDED.read_text("utf-8"), _layout()
    kind = "gpu" if for_gpu else "cpu"
    folder = _BUILT / f"{kind}-{hashlib.sha256((source + layout).encode()).hexdigest()[:12]}"
    made = folder / "euchre.so"
    if not made.exists():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "layout.h").write_text(layout, "utf-8")
        if for_gpu:
            command = ["nvcc", "-O3", "-arch=sm_90", "-Xcompiler", "-fPIC"]
        else:
            command = ["g++", "-O3", "-fPIC", "-x", "c++"]
        # Two processes may build at once: each makes its own file, and the last one counts.
        part = folder / f"part-{os.getpid()}.so"
        subprocess.run([*command, "-shared", "-I", str(folder), str(_SOURCE), "-o", str(part)], check=True)
        part.replace(made)
    found = ctypes.CDLL(str(made))
    pointer, number, seed = ctypes.c_void_p, ctypes.c_int, ctypes.c_uint64
    # The number of hands comes first, and the stream to run on last.
    takes: dict[str, list[Any]] = {
        "shuffle": [pointer, seed],
        "deal_to": [pointer, seed, pointer, pointer],
        "step": [pointer, pointer, pointer, number, Told],
        "imagine": [pointer, number, pointer, pointer, seed, pointer],
        "rewind_to_deal": [pointer, pointer],
        "recall": [pointer, pointer, number, pointer, Told, pointer],
    }
    for name, arguments in takes.items():
        getattr(found, name).argtypes = [number, *arguments, pointer]
    assert found.hand_size() == ctypes.sizeof(Hand)
    return found


class Hands:
    """Hands in numpy's memory, each at its next decision; after `play`, at the decision after that."""

    def __init__(self, count: int, situations: Situations, seed: int) -> None:
        """Deal."""
        self.count = count
        self.situations = situations
        self.state = (Hand * count)()
        self.bits = np.zeros((count, WORDS), np.uint32)
        self.hidden = np.zeros((count, HIDDEN_WORDS), np.uint32)
        self.legal = np.zeros(count, np.int64)
        self.row = np.zeros(count, np.int32)
        self.side = np.zeros(count, np.int8)
        self.outcome = np.zeros(count, np.int8)
        self._library = library(for_gpu=False)
        self._library.shuffle(count, self.state, seed, None)
        self._step(None)

    def play(self, actions: npt.NDArray[np.int8]) -> None:
        """One decision in every hand."""
        self._step(actions.ctypes.data)

    def _step(self, actions: int | None) -> None:
        told = (self.bits, self.hidden, self.legal, self.row, self.side, self.outcome)
        rules = self.situations.rules
        pointers = Told(*(array.ctypes.data for array in told))
        self._library.step(self.count, self.state, actions, rules.ctypes.data, len(rules), pointers, None)
